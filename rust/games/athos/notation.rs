//! The text forms of actions and events.

use std::fmt::Write as _;

use super::Athos;
use super::action::{Action, Cell, Lay, MOST_CHOICES, Swap};
use super::atelier::{Held, Place};
use super::masters::{MasterAction, read_crossing};
use super::mural::{Headings, Sides};
use super::types::{Face, Master, Pattern, Tile, Tool};
use crate::game::clip;
use crate::grid::{Cells, Direction};

impl Athos {
    /// Appends the text form of an action.
    pub(super) fn write_text(&self, action: Action, text: &mut String) {
        // Writing to a string never fails.
        let _ = match action {
            Action::Take(face) => write!(text, "take {}", self.face_name(face)),
            Action::TakeFrom(cell) => write!(text, "take {}", cell_text(cell)),
            Action::Rotate(tile, to) => {
                write!(text, "rotate {} {}", self.held_text(tile), self.face_name(to))
            }
            Action::Lay(lay) => {
                let _ = write!(text, "lay {} {}", self.laid_text(lay), cell_text(lay.cell));
                self.add_slides(text, lay)
            }
            Action::Protect(face, tool) => {
                let with = if tool { " tool" } else { "" };
                write!(text, "protect {}{with}", self.face_name(face))
            }
            Action::Unprotect(face) => write!(text, "unprotect {}", self.face_name(face)),
            Action::Swap(Swap { give, roll, take, from }) => {
                let (give, roll) = (self.held_text(give), self.held_text(roll));
                write!(text, "swap {give} {roll} {} {from}", self.held_text(take))
            }
            Action::Restore(removed, lay) => {
                let _ = write!(text, "restore {} {}", cell_text(removed), self.laid_text(lay));
                if lay.cell != removed {
                    let _ = write!(text, " {}", cell_text(lay.cell));
                }
                self.add_slides(text, lay)
            }
            Action::Mark(crossing) => write!(text, "mark {}", crossing.name()),
            Action::Pass => write!(text, "pass"),
            Action::First(seat) => write!(text, "first {seat}"),
            Action::Draw(face) => write!(text, "draw {}", self.face_name(face)),
            Action::Roll(face) => write!(text, "roll {}", self.face_name(face)),
            Action::DealMaster(master) => write!(text, "deal {}", master.key()),
            Action::DealTool(tool) => write!(text, "deal {}", tool.key()),
            Action::Master(action) => {
                self.write_master(action, text);
                Ok(())
            }
            Action::Tool(action) => {
                self.write_tool(action, text);
                Ok(())
            }
        };
    }

    /// The name of a face.
    pub(super) fn face_name(&self, face: Face) -> &str {
        self.set.faces.get(face.index()).map_or("?", |face| &face.name)
    }

    pub(super) fn held_text(&self, tile: Held) -> String {
        [self.face_name(tile.face), tile.place.mark()].concat()
    }

    pub(super) fn laid_text(&self, lay: Lay) -> String {
        format!("{}{}{}", self.face_name(lay.tile.face), lay.turn, lay.tile.place.mark())
    }

    pub(super) fn add_slides(&self, text: &mut String, lay: Lay) -> std::fmt::Result {
        for (index, (pattern, sides)) in lay.choices.iter().enumerate() {
            let word = if index == 0 { " push " } else { " " };
            let letters: String = sides.iter().map(Direction::letter).collect();
            write!(text, "{word}{}:{letters}", self.letter(pattern))?;
        }
        if let Some(turns) = lay.card {
            write!(text, " card {turns}")?;
        }
        if lay.tool { write!(text, " tool") } else { Ok(()) }
    }

    /// The letter of a pattern.
    pub(super) fn letter(&self, pattern: Pattern) -> char {
        self.set.cards.get(usize::from(pattern)).map_or('?', |card| card.letter)
    }

    /// Reads a text form.
    pub(super) fn parse(&self, text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match words[..] {
            ["take", what] if what.contains(',') => Ok(Action::TakeFrom(read_cell(what)?)),
            ["take", face] => Ok(Action::Take(self.read_face(face)?)),
            ["rotate", tile, to] => Ok(Action::Rotate(self.read_held(tile)?, self.read_face(to)?)),
            ["lay", tile, cell, ref slides @ ..] => {
                Ok(Action::Lay(self.read_lay(tile, read_cell(cell)?, slides)?))
            }
            ["protect", face] => Ok(Action::Protect(self.read_face(face)?, false)),
            ["protect", face, "tool"] => Ok(Action::Protect(self.read_face(face)?, true)),
            ["unprotect", face] => Ok(Action::Unprotect(self.read_face(face)?)),
            ["swap", give, roll, take, from] => Ok(Action::Swap(Swap {
                give: self.read_held(give)?,
                roll: self.read_held(roll)?,
                take: self.read_held(take)?,
                from: read_number(from, "side")?,
            })),
            ["restore", removed, tile, cell, ref slides @ ..] if cell.contains(',') => {
                let lay = self.read_lay(tile, read_cell(cell)?, slides)?;
                Ok(Action::Restore(read_cell(removed)?, lay))
            }
            ["restore", removed, tile, ref slides @ ..] => {
                let removed = read_cell(removed)?;
                Ok(Action::Restore(removed, self.read_lay(tile, removed, slides)?))
            }
            ["mark", name] => read_crossing(name).map(Action::Mark),
            ["master"] => Ok(Action::Master(MasterAction::Get)),
            ["keep", key] => Ok(Action::Master(MasterAction::Keep(read_master(key)?))),
            ["use", ref words @ ..] => self.read_use(words),
            ["pass"] => Ok(Action::Pass),
            ["first", seat] => Ok(Action::First(read_number(seat, "seat")?)),
            ["draw", face] => Ok(Action::Draw(self.read_face(face)?)),
            ["roll", face] => Ok(Action::Roll(self.read_face(face)?)),
            ["deal", key] => match (Master::of_key(key), Tool::of_key(key)) {
                (Some(master), _) => Ok(Action::DealMaster(master)),
                (None, Some(tool)) => Ok(Action::DealTool(tool)),
                (None, None) => Err(format!("{:?} is neither a Master nor a tool", clip(key))),
            },
            _ => self.read_tool(&words).unwrap_or_else(|| Err(self.expected(words.first()))),
        }
    }

    /// What is expected: the form that begins with a word, or the words that forms begin with.
    fn expected(&self, first: Option<&&str>) -> String {
        let verb = |form: &&str| form.split(' ').next().unwrap_or_default().to_owned();
        if let Some(form) = FORMS.iter().find(|form| first.is_some_and(|&word| word == verb(form)))
        {
            return format!("`{form}` is expected");
        }
        let is_played = |number: &usize| match *number {
            number if number < MASTER_FORMS => true,
            number if number < TOOL_FORMS => self.has_masters(),
            number => number >= EVENT_FORMS || self.has_tools(),
        };
        let verbs: Vec<String> =
            (0..FORMS.len()).filter(is_played).map(|number| verb(&FORMS[number])).collect();
        format!("an action begins with {}", verbs.join(", "))
    }

    pub(super) fn read_face(&self, name: &str) -> Result<Face, String> {
        self.set.face_named(name).ok_or_else(|| {
            let names: Vec<&str> = self.set.faces.iter().map(|face| face.name.as_str()).collect();
            format!("{:?} is no face: {} are known", clip(name), names.join(" "))
        })
    }

    /// A tile in an atelier.
    pub(super) fn read_held(&self, text: &str) -> Result<Held, String> {
        let (name, place) = split_place(text);
        Ok(Held { place, face: self.read_face(name)? })
    }

    pub(super) fn read_lay(&self, tile: &str, cell: Cell, slides: &[&str]) -> Result<Lay, String> {
        let (text, place) = split_place(tile);
        let turn = text.chars().last().and_then(|last| last.to_digit(10)).filter(|&turn| turn < 4);
        let turn = turn.ok_or_else(|| {
            format!("{:?} is no tile: a face and its quarter-turns are expected", clip(tile))
        })?;
        let face = self.read_face(&text[..text.len() - 1])?;
        let (slides, tool) = match slides {
            [slides @ .., "tool"] => (slides, true),
            slides => (slides, false),
        };
        let (slides, card) = match slides {
            [slides @ .., "card", turns] => {
                let turns = read_number(turns, "number of quarter-turns")?;
                if turns > 3 {
                    return Err(format!("a card is turned by 0 to 3 quarter-turns, not {turns}"));
                }
                (slides, Some(turns))
            }
            slides => (slides, None),
        };
        let choices = match slides {
            [] => Headings::NONE,
            ["push", pushes @ ..] if !pushes.is_empty() => self.read_choices(pushes)?,
            _ => {
                return Err("after the cell only `push <block>:<N, E, S or W> ...`, \
                            `card <0 to 3>` and `tool` can follow"
                    .to_owned());
            }
        };
        let tile = Held { place, face };
        Ok(Lay { tile, turn: turn as u8, cell, choices, card, tool })
    }

    fn read_choices(&self, pushes: &[&str]) -> Result<Headings, String> {
        let mut choices = Headings::NONE;
        let mut last = None;
        for push in pushes {
            let mut parts = push.split(':');
            let (block, direction) = (parts.next(), parts.next());
            let pattern = block.and_then(|block| {
                self.set.cards.iter().position(|card| block.chars().eq([card.letter]))
            });
            let direction = direction.and_then(|word| {
                Direction::ALL.into_iter().find(|direction| word.chars().eq([direction.letter()]))
            });
            let (Some(pattern), Some(direction), None) = (pattern, direction, parts.next()) else {
                return Err(format!(
                    "{:?} is no push: a block and N, E, S or W, such as B:N, are expected",
                    clip(push)
                ));
            };
            let pattern = pattern as Pattern;
            let is_full = choices.iter().count() == MOST_CHOICES;
            if last.is_some_and(|last| last >= pattern) || is_full {
                return Err("pushes name up to four blocks, in alphabetical order".to_owned());
            }
            choices = choices.with(pattern, Sides::single(direction));
            last = Some(pattern);
        }
        Ok(choices)
    }
}

/// The forms of actions and events: those of the game, of Masters, of tools, of chance.
const FORMS: [&str; 24] = [
    "take <face or cell>",
    "rotate <tile> <face>",
    "lay <face with turn> <cell>",
    "protect <face>",
    "unprotect <face>",
    "swap <given tile> <rolled tile> <taken tile> <side>",
    "restore <cell> <face with turn>",
    "mark <crossing>",
    "pass",
    "master",
    "keep <Master>",
    "use <Master> <what it does>",
    "tool <tool>",
    "upgrade",
    "cut <tile>",
    "stop",
    "stow <tile>",
    "retrieve <face>",
    "pull <cell>",
    "bonus",
    "first <seat>",
    "draw <face>",
    "roll <face>",
    "deal <card>",
];
const MASTER_FORMS: usize = 9;
const TOOL_FORMS: usize = 12;
const EVENT_FORMS: usize = 20;

/// A name and the place that its mark tells.
fn split_place(text: &str) -> (&str, Place) {
    let marked = [Place::Tool, Place::ToolFree, Place::Protected].into_iter();
    let mut marked = marked.filter_map(|place| Some((text.strip_suffix(place.mark())?, place)));
    marked.next().unwrap_or((text, Place::Free))
}

/// The Master of a key.
pub(super) fn read_master(key: &str) -> Result<Master, String> {
    Master::of_key(key).ok_or_else(|| {
        format!("{:?} is no Master: {} are known", clip(key), Master::KEYS.join(" "))
    })
}

/// A cell as text.
pub(super) fn cell_text(cell: Cell) -> String {
    let (row, column) = Cells::place(cell);
    format!("{row},{column}")
}

pub(super) fn read_cell(text: &str) -> Result<Cell, String> {
    let mut parts = text.split(',').map(|part| part.parse::<u8>().ok().filter(|&part| part < 16));
    match (parts.next().flatten(), parts.next().flatten(), parts.next()) {
        (Some(row), Some(column), None) => Ok(Cells::cell(row, column)),
        _ => Err(format!(
            "{:?} is no cell: row and column from 0, such as 2,3, are expected",
            clip(text)
        )),
    }
}

pub(super) fn read_number(text: &str, what: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("{:?} is no {what}: a number from 0 is expected", clip(text)))
}

/// The name of a tile on the mural: its face and quarter-turns.
pub(super) fn tile_name(game: &Athos, tile: Tile) -> String {
    format!("{}{}", game.face_name(tile.face()), tile.turn())
}
