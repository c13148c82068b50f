//! What lies on the table, on its way to JSON: the part that views and positions have in common.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::Cog;
use super::components::MAX_PLAYERS;
use super::crossword::Play;
use super::notation::tile_name;
use super::rules::INFO;
use super::state::{Mat, SEATS, State, Step, TopSlot, edge};
use super::types::{Cards, Letter, Letters, Place, Side, Tile, WordId, members};
use crate::game::Seat;
use crate::grid::Cells;
use crate::texts::Texts;

/// The edges of the board by bit.
pub(super) const EDGES: [(u8, &str); 4] =
    [(edge::TOP, "top"), (edge::BOTTOM, "bottom"), (edge::DICE, "dice"), (edge::ORDER, "order")];

/// What the cube of a word was placed for (C-169, C-179).
pub(super) const CUBES: [&str; 2] = ["grid", "item"];

/// The phases of a game (C-39).
const PHASES: [&str; 7] =
    ["setup", "prepare", "collect", "activate", "construct", "conclude", "over"];

/// The number of a phase.
pub(super) const fn phase(step: Step) -> usize {
    match step {
        Step::Centre(_) | Step::Goal | Step::First | Step::StartLetter(_) | Step::StartBonus(_) => {
            0
        }
        Step::Top(..) | Step::Bottom(_) | Step::Dice(_) | Step::Order(..) => 1,
        Step::Neutral | Step::Place(_) | Step::After(_) => 2,
        Step::ActivateOrder | Step::Activate(_) => 3,
        Step::ConstructOrder | Step::Construct(_) => 4,
        Step::Clock | Step::Aid(_) | Step::Limits(_) | Step::Discard(_) => 5,
        Step::Over(_) => 6,
    }
}

/// A word at its place: the word, the row and column of its first letter, its direction.
pub(super) type Standing<'a> = (&'a str, u8, u8, &'static str);

/// A list that an iterator tells.
pub(super) struct List<I>(pub(super) I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for List<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

/// An object that an iterator of names and values tells.
struct Object<I>(I);

impl<K: Serialize, V: Serialize, I: Iterator<Item = (K, V)> + Clone> Serialize for Object<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.clone())
    }
}

/// A mat with what is shown of its points.
struct MatText<'a> {
    game: &'a Cog,
    mat: &'a Mat,
    vp: Option<u32>,
}

impl Serialize for MatText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { game, mat, vp } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("vp", &vp)?;
        map.serialize_entry("stars", &mat.stars)?;
        let reserve = mat.reserve.iter().flat_map(|(tile, count)| repeat(tile_name(tile), count));
        map.serialize_entry("reserve", &List(reserve))?;
        let side = game.set.grid.side;
        let rows = Texts::new(0..side, |row, text| {
            let tile = |column| mat.grid.tile(Cells::cell(row, column)).map_or('.', tile_name);
            text.extend((0..side).map(tile));
        });
        map.serialize_entry("grid", &rows)?;
        let words = mat.grid.words().map(|(word, place)| game.standing(word, place));
        map.serialize_entry("words", &words.collect::<Vec<_>>())?;
        let cubes = members(mat.cubes()).map(|word| {
            (game.word_text(word as WordId), CUBES[usize::from(mat.item_cubes >> word & 1 == 1)])
        });
        map.serialize_entry("cubes", &Object(cubes))?;
        let goals = members(mat.completed.into()).map(|goal| goal + 1);
        map.serialize_entry("completed_goals", &List(goals))?;
        let kept = mat.hand.cards().iter().filter(|card| card.side() != Side::Completed);
        map.serialize_entry("cards", &List(kept.map(|card| game.card_id(card.kind()))))?;
        for (name, side) in [("used", Side::Used), ("completed_items", Side::Completed)] {
            map.serialize_entry(name, &List(mat.hand.on(side).map(|card| game.card_id(card))))?;
        }
        let edges = EDGES.iter().filter(|(bit, _)| mat.edges & bit != 0).map(|(_, name)| name);
        map.serialize_entry("edges", &List(edges))?;
        map.serialize_entry("covered", &game.bonus_places(mat.covered))?;
        map.end()
    }
}

/// The name of a tile as often as there are such tiles.
fn repeat(name: char, count: u8) -> impl Iterator<Item = char> + Clone {
    std::iter::repeat_n(name, count.into())
}

/// A natural tile by its letter.
fn letter_name(letter: Letter) -> char {
    tile_name(Tile::natural(letter))
}

impl Cog {
    /// Writes all keys from the round to the mats, with these points.
    pub(super) fn write_table<M: SerializeMap>(
        &self,
        map: &mut M,
        state: &State,
        vp: [Option<u32>; SEATS],
    ) -> Result<(), M::Error> {
        let players = usize::from(self.players);
        let face = self.face();
        map.serialize_entry("round", &state.round)?;
        map.serialize_entry("rounds", &face.rounds)?;
        map.serialize_entry("is_last_round", &state.is_last)?;
        map.serialize_entry("order", self.known_order(state))?;
        map.serialize_entry("removed_goal", &state.removed_goal.map(|goal| goal + 1))?;
        let centre = &state.centre[..usize::from(face.centre)];
        map.serialize_entry("centre", &List(centre.iter().map(|letter| letter.map(letter_name))))?;
        let top = (1..=MAX_PLAYERS).map(|number| {
            let index = self.top().iter().position(|slot| slot.number == number);
            index.map(|index| TopText(&state.top[index]))
        });
        map.serialize_entry("top", &List(top))?;
        let bottom = state.bottom[..players].iter();
        let bottom = bottom.map(|card| card.map(|card| self.card_id(card)));
        map.serialize_entry("bottom", &List(bottom))?;
        let dice = state.dice.iter().zip(self.set.dice(self.players));
        let dice = dice.map(|(die, name)| {
            let pips = Some(die.pips).filter(|&pips| pips > 0);
            (name, DieText { pips, holder: die.holder })
        });
        map.serialize_entry("dice", &Object(dice))?;
        map.serialize_entry("neutral_die", &Some(state.neutral_die).filter(|&pips| pips > 0))?;
        let slots = self.slots(state).iter().map(|slot| SlotText {
            cog: slot.cog,
            protected: slot.is_protected,
            letters: slot
                .letters
                .iter()
                .flat_map(|(letter, count)| repeat(letter_name(letter), count))
                .collect(),
            stars: slot.stars,
            vp: slot.vp,
        });
        map.serialize_entry("slots", &List(slots))?;
        let mats = &state.mats[..players];
        map.serialize_entry("pawns", &List(mats.iter().map(|mat| mat.pawn)))?;
        let neutral = &state.neutral[..if players == 2 { 2 } else { 0 }];
        map.serialize_entry("neutral", neutral)?;
        map.serialize_entry("stars", &self.rules.has_star_limit.then_some(state.stars))?;
        map.serialize_entry("bag", &letters(&state.bag))?;
        map.serialize_entry("are_spares_in", &(state.spares_round > 0))?;
        map.serialize_entry("deck", &self.cards(&state.deck))?;
        map.serialize_entry("discard", &self.cards(&state.discard))?;
        let mats = mats.iter().zip(vp).map(|(mat, vp)| MatText { game: self, mat, vp });
        map.serialize_entry("mats", &List(mats))
    }

    /// The seats by turn-order card; none before the first player is known.
    pub(super) fn known_order<'a>(&self, state: &'a State) -> &'a [Seat] {
        match state.step {
            Step::Centre(_) | Step::Goal | Step::First if self.rules.first_player.is_none() => &[],
            _ => self.order(state),
        }
    }

    /// How many cards of each kind there are, by id.
    fn cards<'a>(&'a self, cards: &'a Cards) -> impl Serialize + 'a {
        Object(cards.iter().map(|(kind, count)| (self.card_id(kind), count)))
    }

    /// A word at its place.
    pub(super) fn standing(&self, word: WordId, place: Place) -> Standing<'_> {
        let (row, column) = Cells::place(place.square);
        let way = if place.is_across { "across" } else { "down" };
        (self.word_text(word), row, column, way)
    }

    /// A word that is being spelled.
    pub(super) fn spelled(&self, play: Play) -> Standing<'_> {
        self.standing(play.word, play.place)
    }

    /// Rows and columns of bonus spaces.
    pub(super) fn bonus_places(&self, bonuses: u8) -> impl Serialize {
        let places = members(bonuses.into());
        places.map(|bonus| Cells::place(self.bonuses[bonus].0)).collect::<Vec<_>>()
    }

    /// The phase of the round, or of the game (C-39).
    pub(super) fn phase_name(&self, state: &State) -> &'static str {
        PHASES[phase(state.step)]
    }

    /// Why the game is over.
    pub(super) fn reason_name(&self, state: &State) -> Option<&'static str> {
        match state.step {
            Step::Over(reason) => Some(INFO.reasons[reason as usize]),
            _ => None,
        }
    }
}

/// How many tiles of each letter there are.
fn letters(letters: &Letters) -> impl Serialize + '_ {
    Object(letters.iter().map(|(letter, count)| (letter_name(letter), count)))
}

struct TopText<'a>(&'a TopSlot);

impl Serialize for TopText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("letters", &List(self.0.tiles.iter().map(|&tile| tile_name(tile))))?;
        map.serialize_entry("stars", &self.0.stars)?;
        map.serialize_entry("vp", &self.0.vp)?;
        map.end()
    }
}

#[derive(serde::Serialize)]
struct DieText {
    pips: Option<u8>,
    holder: Option<Seat>,
}

#[derive(serde::Serialize)]
struct SlotText {
    cog: Option<Seat>,
    protected: bool,
    letters: Vec<char>,
    stars: u8,
    vp: u16,
}
