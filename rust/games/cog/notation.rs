//! The text forms of actions and events.

use std::fmt::Write as _;

use super::Cog;
use super::action::{Action, Mask};
use super::activate::permutation;
use super::components::{GOALS, MAX_WORD, NEUTRAL};
use super::rules::PIPS;
use super::types::{CardKind, Die, Letter, Place, Tile, WordId};
use crate::game::{Seat, clip};
use crate::grid::Cells;

impl Cog {
    /// Appends the text form of an action.
    pub(super) fn write_text(&self, action: Action, text: &mut String) {
        let slot = |index: u8| index + 1;
        // Writing to a string never fails.
        let _ = match action {
            Action::Top(index) => write!(text, "top {}", self.top_number(index)),
            Action::Bottom(index) => write!(text, "bottom {}", slot(index)),
            Action::Die(die) => write!(text, "die {}", self.die_name(die)),
            Action::Order(index, is_protected) => {
                let protect = if is_protected { " protect" } else { "" };
                write!(text, "order {}{protect}", slot(index))
            }
            Action::Redraw => write!(text, "redraw"),
            Action::Keep => write!(text, "keep"),
            Action::Reroll => write!(text, "reroll"),
            Action::Move => write!(text, "move"),
            Action::Take(letter) => write!(text, "take {}", tile_name(Tile::natural(letter))),
            Action::ConvertStars => write!(text, "convert stars"),
            Action::ConvertLetters(first, second) => {
                write!(text, "convert {} {}", tile_name(first), tile_name(second))
            }
            Action::Activate(card) => write!(text, "activate {}", self.card_id(card)),
            Action::Spell(word, Place { square, is_across }) => {
                let way = if is_across { "across" } else { "down" };
                write!(text, "spell {} {way} {}", self.word_text(word), square_text(square))
            }
            Action::Tiles(wild, len) => write!(text, "tiles {}", pattern_text(wild, len)),
            Action::FlipReserve(letter) => {
                write!(text, "flip {}", tile_name(Tile::natural(letter)))
            }
            Action::FlipGrid(square) => write!(text, "flip {}", square_text(square)),
            Action::Complete { card, for_cube, wild } => {
                let way = if for_cube { "cube" } else { "bonus" };
                let len = self.missing.get(usize::from(card)).map_or(0, |missing| missing.len());
                let pattern = pattern_text(wild, len as u8);
                write!(text, "complete {} {way} {pattern}", self.card_id(card))
            }
            Action::Remove(word) => write!(text, "remove {}", self.word_text(word)),
            Action::Done => write!(text, "done"),
            Action::Discard(tile) => write!(text, "discard {}", tile_name(tile)),
            Action::Goal(goal) => write!(text, "goal {}", goal + 1),
            Action::First(seat) => write!(text, "first {seat}"),
            Action::Draw(letter) => write!(text, "draw {}", tile_name(Tile::natural(letter))),
            Action::Deal(card) => write!(text, "deal {}", self.card_id(card)),
            Action::Roll(die, pips) => write!(text, "roll {} {pips}", self.die_name(die)),
            Action::RollNeutral(pips) => write!(text, "roll {NEUTRAL} {pips}"),
            Action::Seats(order) => {
                let seats = permutation(order, self.players);
                let seats: Vec<String> = seats.iter().map(Seat::to_string).collect();
                write!(text, "seats {}", seats.join(" "))
            }
        };
    }

    /// The printed number of a top slot in use; above all of them for another.
    fn top_number(&self, index: u8) -> u8 {
        self.top().get(usize::from(index)).map_or(u8::MAX, |slot| slot.number)
    }

    pub(super) fn die_name(&self, die: Die) -> &str {
        self.set.dice.get(usize::from(die)).map_or("?", String::as_str)
    }

    pub(super) fn card_id(&self, card: CardKind) -> &str {
        self.set.cards.get(usize::from(card)).map_or("?", |card| &card.id)
    }

    pub(super) fn word_text(&self, word: WordId) -> &str {
        self.set.words.get(usize::from(word)).map_or("?", |word| &word.text)
    }

    /// Reads a text form.
    pub(super) fn parse(&self, text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match words[..] {
            ["top", slot] => self.read_top(slot).map(Action::Top),
            ["bottom", slot] => self.read_slot(slot).map(Action::Bottom),
            ["die", die] => self.read_die(die).map(Action::Die),
            ["order", slot] => Ok(Action::Order(self.read_slot(slot)?, false)),
            ["order", slot, "protect"] => Ok(Action::Order(self.read_slot(slot)?, true)),
            ["redraw"] => Ok(Action::Redraw),
            ["keep"] => Ok(Action::Keep),
            ["reroll"] => Ok(Action::Reroll),
            ["move"] => Ok(Action::Move),
            ["take", letter] => self.read_letter(letter).map(Action::Take),
            ["convert", "stars"] => Ok(Action::ConvertStars),
            ["convert", first, second] => {
                let mut tiles = [self.read_tile(first)?, self.read_tile(second)?];
                tiles.sort_by_key(|tile| tile.kind());
                Ok(Action::ConvertLetters(tiles[0], tiles[1]))
            }
            ["activate", card] => self.read_card(card).map(Action::Activate),
            ["spell", word, way, square] => {
                let is_across = match way {
                    "across" => true,
                    "down" => false,
                    _ => {
                        return Err(format!(
                            "{:?} is no direction: across or down is expected",
                            clip(way)
                        ));
                    }
                };
                let square = self.read_square(square)?;
                Ok(Action::Spell(self.read_word(word)?, Place { square, is_across }))
            }
            ["tiles", pattern] => {
                let (wild, len) = read_pattern(pattern, MAX_WORD)?;
                Ok(Action::Tiles(wild, len))
            }
            ["flip", place] if place.contains(',') => self.read_square(place).map(Action::FlipGrid),
            ["flip", letter] => self.read_letter(letter).map(Action::FlipReserve),
            ["complete", card, way, pattern] => self.read_complete(card, way, pattern),
            ["remove", word] => self.read_word(word).map(Action::Remove),
            ["done"] => Ok(Action::Done),
            ["discard", tile] => self.read_tile(tile).map(Action::Discard),
            ["goal", number] => {
                Ok(Action::Goal(read_number(number, "goal card", 1, GOALS as u8)? - 1))
            }
            ["first", seat] => Ok(Action::First(read_number(seat, "seat", 0, self.players - 1)?)),
            ["draw", letter] => self.read_letter(letter).map(Action::Draw),
            ["deal", card] => self.read_card(card).map(Action::Deal),
            ["roll", die, pips] => {
                let pips = read_number(pips, "number of pips", 1, PIPS)?;
                match die {
                    NEUTRAL => Ok(Action::RollNeutral(pips)),
                    _ => Ok(Action::Roll(self.read_die(die)?, pips)),
                }
            }
            ["seats", ref seats @ ..] => self.read_seats(seats),
            _ => Err(expected(words.first())),
        }
    }

    fn read_top(&self, text: &str) -> Result<u8, String> {
        let index = self.top().iter().position(|slot| text == slot.number.to_string());
        index.map(|index| index as u8).ok_or_else(|| {
            let slots: Vec<String> =
                self.top().iter().map(|slot| slot.number.to_string()).collect();
            format!("{:?} is no top slot in use: these are {}", clip(text), slots.join(", "))
        })
    }

    fn read_slot(&self, text: &str) -> Result<u8, String> {
        Ok(read_number(text, "slot", 1, self.players)? - 1)
    }

    fn read_die(&self, name: &str) -> Result<Die, String> {
        let dice = self.set.dice(self.players);
        let die = dice.iter().position(|die| die == name);
        die.map(|die| die as Die).ok_or_else(|| {
            format!("{:?} is no die of this game: these are {}", clip(name), dice.join(", "))
        })
    }

    fn read_card(&self, id: &str) -> Result<CardKind, String> {
        self.set.card_named(id).ok_or_else(|| {
            let known: Vec<&str> = self.set.cards.iter().map(|card| card.id.as_str()).collect();
            format!("{:?} is no card: {} are known", clip(id), known.join(", "))
        })
    }

    fn read_word(&self, text: &str) -> Result<WordId, String> {
        self.set.word_named(text).ok_or_else(|| {
            let known: Vec<&str> = self.set.words.iter().map(|word| word.text.as_str()).collect();
            format!("{:?} is no word of a goal card: {} are known", clip(text), known.join(", "))
        })
    }

    fn read_letter(&self, text: &str) -> Result<Letter, String> {
        match self.read_tile(text)? {
            Tile { letter, is_wild: false } => Ok(letter),
            _ => Err(format!("{:?} is a wild tile: a capital letter is expected", clip(text))),
        }
    }

    fn read_tile(&self, text: &str) -> Result<Tile, String> {
        let tile = match *text.as_bytes() {
            [byte @ b'A'..=b'Z'] => Some(Tile::natural(byte - b'A')),
            [byte @ b'a'..=b'z'] => Some(Tile::wild(byte - b'a')),
            _ => None,
        };
        let exists =
            |tile: &Tile| self.tiles.count(tile.letter) > 0 || self.spares.count(tile.letter) > 0;
        tile.filter(exists).ok_or_else(|| {
            let known: String = self.set.letters.iter().map(|info| info.letter).collect();
            format!(
                "{:?} is no tile: a letter of {known} is expected, small for a wild tile",
                clip(text)
            )
        })
    }

    fn read_square(&self, text: &str) -> Result<u8, String> {
        let side = self.set.grid.side;
        let number = |part: &str| part.parse::<u8>().ok().filter(|&number| number < side);
        let mut parts = text.split(',').map(number);
        match (parts.next().flatten(), parts.next().flatten(), parts.next()) {
            (Some(row), Some(column), None) => Ok(Cells::cell(row, column)),
            _ => Err(format!(
                "{:?} is no square: row and column from 0 to {}, such as 4,5, are expected",
                clip(text),
                side - 1
            )),
        }
    }

    fn read_complete(&self, card: &str, way: &str, pattern: &str) -> Result<Action, String> {
        let card = self.read_card(card)?;
        let for_cube = match way {
            "cube" => true,
            "bonus" => false,
            _ => return Err(format!("{:?} is no way: cube or bonus is expected", clip(way))),
        };
        let missing = self.missing[usize::from(card)].len();
        if missing == 0 {
            return Err(format!("{} is no item card", self.card_id(card)));
        }
        let (wild, len) = read_pattern(pattern, missing)?;
        if usize::from(len) != missing {
            return Err(format!(
                "{} lacks {missing} letters, each of which needs a sign, not {len}",
                self.card_id(card)
            ));
        }
        Ok(Action::Complete { card, for_cube, wild })
    }

    fn read_seats(&self, texts: &[&str]) -> Result<Action, String> {
        let mut seats = Vec::new();
        for text in texts {
            seats.push(read_number(text, "seat", 0, self.players - 1)?);
        }
        let order = (0..self.orders()).find(|&order| permutation(order, self.players) == seats);
        order
            .map(Action::Seats)
            .ok_or_else(|| format!("each of the {} seats is expected once", self.players))
    }
}

/// What is expected: the form that begins with a word, or the words that forms begin with.
fn expected(first: Option<&&str>) -> String {
    let verb = |form: &str| form.split(' ').next().unwrap_or_default().to_owned();
    if let Some(form) = FORMS.iter().find(|form| first.is_some_and(|&word| word == verb(form))) {
        return format!("`{form}` is expected");
    }
    let verbs: Vec<String> = FORMS.iter().map(|form| verb(form)).collect();
    format!("an action begins with {}", verbs.join(", "))
}

/// The forms of actions and events.
const FORMS: [&str; 24] = [
    "top <slot>",
    "bottom <slot>",
    "die <die>",
    "order <slot>, with or without `protect`",
    "redraw",
    "keep",
    "reroll",
    "move",
    "take <letter>",
    "convert stars` or `convert <tile> <tile>",
    "activate <card>",
    "spell <word> <across or down> <square>",
    "tiles <a sign for each letter: ? for a wild tile, else .>",
    "flip <letter or square>",
    "complete <card> <cube or bonus> <a sign for each missing letter: ? for a wild tile, else .>",
    "remove <word>",
    "done",
    "discard <tile>",
    "goal <number>",
    "first <seat>",
    "draw <letter>",
    "deal <card>",
    "roll <die or neutral> <pips>",
    "seats <seat> <seat> ...",
];

/// A tile: its letter, small if it is wild.
pub(super) fn tile_name(tile: Tile) -> char {
    let first = if tile.is_wild { b'a' } else { b'A' };
    char::from(first + tile.letter)
}

/// A square as text.
pub(super) fn square_text(square: u8) -> String {
    let (row, column) = Cells::place(square);
    format!("{row},{column}")
}

/// A sign for each letter.
pub(super) fn pattern_text(wild: Mask, len: u8) -> String {
    (0..len).map(|index| if wild >> index & 1 == 1 { '?' } else { '.' }).collect()
}

fn read_pattern(text: &str, most: usize) -> Result<(Mask, u8), String> {
    let is_pattern = !text.is_empty()
        && text.len() <= most
        && text.bytes().all(|sign| sign == b'?' || sign == b'.');
    if !is_pattern {
        return Err(format!(
            "{:?} is no choice of tiles: a sign for each letter, ? for a wild tile and else ., is expected",
            clip(text)
        ));
    }
    let wild = text.bytes().enumerate().filter(|&(_, sign)| sign == b'?');
    Ok((wild.fold(0, |wild, (index, _)| wild | 1 << index), text.len() as u8))
}

fn read_number(text: &str, what: &str, low: u8, high: u8) -> Result<u8, String> {
    text.parse().ok().filter(|number| (low..=high).contains(number)).ok_or_else(|| {
        format!("{:?} is no {what}: a number from {low} to {high} is expected", clip(text))
    })
}
