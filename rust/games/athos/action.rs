//! Actions and chance events: their packed form. Texts are in `notation.rs`, indices in `index.rs`.

use super::atelier::{Held, Place};
use super::contract::Crossing;
use super::masters::MasterAction;
use super::mural::{Headings, Pattern};
use super::tools::ToolAction;
use super::types::{Face, Master, Tool};
use crate::game::Seat;
use crate::grid::Direction;

/// A cell: 16 times its row plus its column.
pub type Cell = u8;

/// A tile laid on the mural (G).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lay {
    /// The tile.
    pub tile: Held,
    /// Its quarter-turns on the mural, below the order of its face.
    pub turn: u8,
    /// Where it is laid.
    pub cell: Cell,
    /// Where blocks slide that are touched on several sides (M-15).
    pub choices: Headings,
    /// The quarter-turns of the card that it opens (G-5).
    pub card: Option<u8>,
    /// Whether the tool is used with it (Y-11).
    pub tool: bool,
}

/// One decision of a player, or one chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Acquires a tile of the workshop (E).
    Take(Face),
    /// Acquires a tile of Fundathos (E).
    TakeFrom(Cell),
    /// Turns another face of a tile up (F).
    Rotate(Held, Face),
    /// Lays a tile on the mural (G).
    Lay(Lay),
    /// Moves a tile from Free to Protected (H), and whether the tool is used with it (Y-30).
    Protect(Face, bool),
    /// Moves a tile from Protected to Free (U-16).
    Unprotect(Face),
    /// Swaps with another side (I, U-17).
    Swap(Swap),
    /// Removes a tile of the mural and lays another one (J).
    Restore(Cell, Lay),
    /// Puts a marker on a crossing, where there is a choice.
    Mark(Crossing),
    /// Ends the turn (Z-2).
    Pass,
    /// What Masters of Works bring (X).
    Master(MasterAction),
    /// What Special Tools bring (Y).
    Tool(ToolAction),
    /// The first player is drawn (C-10).
    First(Seat),
    /// The next cube of the setup shows this face (C-3).
    Draw(Face),
    /// A cube rolled into the workshop shows this face (K-2).
    Roll(Face),
    /// A Master is drawn.
    DealMaster(Master),
    /// A tool comes to lie on top of a pile (Y-2).
    DealTool(Tool),
}

/// A swap (I-1, U-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swap {
    /// The tile given.
    pub give: Held,
    /// The tile rolled into the workshop.
    pub roll: Held,
    /// The tile received, and where it lies.
    pub take: Held,
    /// The side from which it comes.
    pub from: u8,
}

/// Fields of a word, from the lowest bits on.
pub(super) struct Fields(u64, u32);

impl Fields {
    pub(super) fn put(mut self, value: u64, bits: u32) -> Self {
        self.0 |= value << self.1;
        self.1 += bits;
        self
    }

    pub(super) fn held(self, tile: Held) -> Self {
        self.put(tile.face.0.into(), 6).put(tile.place as u64, 2)
    }

    /// A lay that opens no card and is made without a tool.
    pub(super) fn plain_lay(self, lay: Lay) -> Self {
        self.held(lay.tile)
            .put(lay.turn.into(), 2)
            .put(lay.cell.into(), 8)
            .put(pack_choices(lay.choices), 27)
    }

    pub(super) fn lay(self, lay: Lay) -> Self {
        let card = lay.card.map_or(0, |turns| u64::from(turns) + 1);
        self.plain_lay(lay).put(card, 3).put(lay.tool.into(), 1)
    }

    pub(super) fn get(&mut self, bits: u32) -> u64 {
        let value = self.0 & ((1 << bits) - 1);
        self.0 >>= bits;
        value
    }

    pub(super) fn get_held(&mut self) -> Held {
        let face = Face(self.get(6) as u8);
        Held { face, place: Place::ALL[self.get(2) as usize] }
    }

    pub(super) fn get_plain_lay(&mut self) -> Lay {
        Lay {
            tile: self.get_held(),
            turn: self.get(2) as u8,
            cell: self.get(8) as u8,
            choices: unpack_choices(self.get(27)),
            card: None,
            tool: false,
        }
    }

    pub(super) fn get_lay(&mut self) -> Lay {
        let lay = self.get_plain_lay();
        Lay { card: (self.get(3) as u8).checked_sub(1), tool: self.get(1) == 1, ..lay }
    }
}

impl Action {
    /// Whether it is a chance event.
    #[must_use]
    pub fn is_chance(self) -> bool {
        matches!(
            self,
            Self::First(_)
                | Self::Draw(_)
                | Self::Roll(_)
                | Self::DealMaster(_)
                | Self::DealTool(_)
        )
    }

    /// Packs it into a word.
    #[must_use]
    pub fn pack(self) -> u64 {
        let tag = |tag| Fields(0, 0).put(tag, 5);
        match self {
            Self::Take(face) => tag(0).put(face.0.into(), 6),
            Self::TakeFrom(cell) => tag(1).put(cell.into(), 8),
            Self::Rotate(tile, to) => tag(2).held(tile).put(to.0.into(), 6),
            Self::Lay(lay) => tag(3).lay(lay),
            Self::Protect(face, tool) => tag(4).put(face.0.into(), 6).put(tool.into(), 1),
            Self::Unprotect(face) => tag(5).put(face.0.into(), 6),
            Self::Swap(Swap { give, roll, take, from }) => {
                tag(6).held(give).held(roll).held(take).put(from.into(), 8)
            }
            Self::Restore(cell, lay) => tag(7).put(cell.into(), 8).lay(lay),
            Self::Mark(crossing) => tag(8).put(crossing as u64, 2),
            Self::Pass => tag(9),
            Self::First(seat) => tag(10).put(seat.into(), 8),
            Self::Draw(face) => tag(11).put(face.0.into(), 6),
            Self::Roll(face) => tag(12).put(face.0.into(), 6),
            Self::DealMaster(master) => tag(13).put(master as u64, 4),
            Self::DealTool(tool) => tag(14).put(tool as u64, 3),
            Self::Master(action) => action.pack(tag(15)),
            Self::Tool(action) => action.pack(tag(16)),
        }
        .0
    }

    /// The inverse of [`Action::pack`].
    #[must_use]
    pub fn unpack(word: u64) -> Self {
        let fields = &mut Fields(word, 0);
        let tag = fields.get(5);
        let face = |fields: &mut Fields| Face(fields.get(6) as u8);
        match tag {
            0 => Self::Take(face(fields)),
            1 => Self::TakeFrom(fields.get(8) as u8),
            2 => Self::Rotate(fields.get_held(), face(fields)),
            3 => Self::Lay(fields.get_lay()),
            4 => Self::Protect(face(fields), fields.get(1) == 1),
            5 => Self::Unprotect(face(fields)),
            6 => Self::Swap(Swap {
                give: fields.get_held(),
                roll: fields.get_held(),
                take: fields.get_held(),
                from: fields.get(8) as u8,
            }),
            7 => Self::Restore(fields.get(8) as u8, fields.get_lay()),
            8 => Self::Mark(Crossing::ALL[fields.get(2) as usize]),
            10 => Self::First(fields.get(8) as u8),
            11 => Self::Draw(face(fields)),
            12 => Self::Roll(face(fields)),
            13 => Self::DealMaster(Master::ALL[fields.get(4) as usize % Master::COUNT]),
            14 => Self::DealTool(Tool::ALL[fields.get(3) as usize]),
            15 => Self::Master(MasterAction::unpack(fields)),
            16 => Self::Tool(ToolAction::unpack(fields)),
            _ => Self::Pass,
        }
    }
}

/// Blocks that can be named in a lay.
pub const MOST_CHOICES: usize = 4;

/// Up to [`MOST_CHOICES`] blocks with their directions, six bits each, after their number.
fn pack_choices(choices: Headings) -> u64 {
    let mut fields = Fields(0, 3);
    let mut count = 0;
    for (pattern, sides) in choices.iter() {
        let direction = sides.iter().next().unwrap_or(Direction::North);
        fields = fields.put(pattern.into(), 4).put(direction as u64, 2);
        count += 1;
    }
    fields.0 | count
}

fn unpack_choices(word: u64) -> Headings {
    let mut fields = Fields(word, 0);
    let mut choices = Headings::NONE;
    for _ in 0..fields.get(3).min(MOST_CHOICES as u64) {
        let pattern = fields.get(4) as Pattern;
        choices.insert(pattern, Direction::ALL[fields.get(2) as usize]);
    }
    choices
}
