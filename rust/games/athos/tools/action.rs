//! What tools bring to decide: their actions and the packed form.

use super::super::action::{Cell, Fields, Lay};
use super::super::atelier::Held;
use super::super::types::{Face, Tool};

/// An action that Special Tools bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToolAction {
    /// Gives up both normal actions to take a tool that is on offer (Y-3).
    Take(Tool),
    /// Gives up both normal actions to turn the tool to level II (Y-7).
    Upgrade,
    /// Rolls a tile, or two, into the workshop (tool 2, Y-18, Y-19).
    Cut(Held, Option<Held>),
    /// Acquires no more after a cut (Y-20).
    Stop,
    /// Moves a tile, or two, onto the card (tool 3, Y-21, Y-22).
    Stow(Held, Option<Held>),
    /// Puts a tile of the box into a Free space (tool 4, Y-24).
    Retrieve(Face),
    /// Lays a tile of the box (tool 4 II, Y-25).
    Relay(Lay),
    /// Removes an incorrect tile (tool 5, Y-27).
    Pull(Cell),
    /// Gets the points of the tool by an action of their own (`tool_bonus = separate`, Y-11).
    Bonus,
}

fn put_pair(fields: Fields, one: Held, other: Option<Held>) -> Fields {
    fields.held(one).put(other.is_some().into(), 1).held(other.unwrap_or_default())
}

fn get_pair(fields: &mut Fields) -> (Held, Option<Held>) {
    let (one, is_pair) = (fields.get_held(), fields.get(1) == 1);
    (one, is_pair.then_some(fields.get_held()))
}

impl ToolAction {
    pub(in super::super) fn pack(self, fields: Fields) -> Fields {
        match self {
            Self::Take(tool) => fields.put(0, 4).put(tool as u64, 3),
            Self::Upgrade => fields.put(1, 4),
            Self::Cut(one, other) => put_pair(fields.put(2, 4), one, other),
            Self::Stop => fields.put(3, 4),
            Self::Stow(one, other) => put_pair(fields.put(4, 4), one, other),
            Self::Retrieve(face) => fields.put(5, 4).put(face.0.into(), 6),
            Self::Relay(lay) => fields.put(6, 4).lay(lay),
            Self::Pull(cell) => fields.put(7, 4).put(cell.into(), 8),
            Self::Bonus => fields.put(8, 4),
        }
    }

    pub(in super::super) fn unpack(fields: &mut Fields) -> Self {
        match fields.get(4) {
            0 => Self::Take(Tool::ALL[fields.get(3) as usize]),
            1 => Self::Upgrade,
            2 => {
                let (one, other) = get_pair(fields);
                Self::Cut(one, other)
            }
            3 => Self::Stop,
            4 => {
                let (one, other) = get_pair(fields);
                Self::Stow(one, other)
            }
            5 => Self::Retrieve(Face(fields.get(6) as u8)),
            6 => Self::Relay(fields.get_lay()),
            7 => Self::Pull(fields.get(8) as Cell),
            _ => Self::Bonus,
        }
    }
}
