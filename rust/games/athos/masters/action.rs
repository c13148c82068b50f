//! What Masters bring to decide: their actions and the packed form.

use super::super::action::{Cell, Fields, Lay};
use super::super::atelier::Held;
use super::super::contract::Crossing;
use super::super::types::{Face, Master, Pattern};

/// An action that Masters of Works bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MasterAction {
    /// Gives up the normal actions to get a Master.
    Get,
    /// Keeps one of the two that were drawn.
    Keep(Master),
    /// Uses the Master.
    Use(Use),
}

/// What a Master is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// Moves an own marker to an unmarked crossing of another card.
    Contracts(Spot, Pattern, Crossing),
    /// Puts a marker beside the crossings of a finished card.
    Precision(Pattern),
    /// Puts a marker on an unmarked crossing.
    SetSquare(Pattern, Crossing),
    /// One sort of action three times.
    Perfection(Series),
    /// Turns another face of a tile up.
    Versatility(Held, Face),
    /// Removes a tile, or two.
    Correction(Cell, Option<Cell>),
    /// Restores.
    Restoration(Cell, Lay),
    /// Lays a tile.
    Laying(Lay),
    /// Acquires a tile of Fundathos.
    Purchase(Cell),
    /// Exchanges an own marker with one of another side, which is named where the marker lies
    /// beside the crossings.
    Adaptation(Spot, Spot, u8),
}

/// Where a marker lies: a card, and a crossing of it; none beside the crossings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The card.
    pub card: Pattern,
    /// The crossing.
    pub crossing: Option<Crossing>,
}

impl Spot {
    /// How many spots a card has.
    pub const COUNT: usize = Crossing::COUNT + 1;

    /// The number of the spot on its card, the one beside the crossings last.
    #[must_use]
    pub fn number(self) -> usize {
        self.crossing.map_or(Crossing::COUNT, |crossing| crossing as usize)
    }

    /// The inverse of [`Spot::number`].
    #[must_use]
    pub fn numbered(card: Pattern, number: usize) -> Self {
        Self { card, crossing: Crossing::ALL.get(number).copied() }
    }
}

/// The sort of action that is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Series {
    /// Lays and moves to Protected (D-3).
    Lay,
    /// Acquires.
    Take,
    /// Turns other faces up.
    Rotate,
    /// Swaps.
    Swap,
    /// Restores.
    Restore,
}

impl Series {
    /// How many there are.
    pub const COUNT: usize = 5;
    /// All of them, in the order of their texts.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Lay, Self::Take, Self::Rotate, Self::Swap, Self::Restore];

    /// The word in texts.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["lay", "take", "rotate", "swap", "restore"][self as usize]
    }
}

impl Use {
    /// The Master that does this.
    #[must_use]
    pub const fn master(self) -> Master {
        match self {
            Self::Contracts(..) => Master::Contracts,
            Self::Precision(_) => Master::Precision,
            Self::SetSquare(..) => Master::SetSquare,
            Self::Perfection(_) => Master::Perfection,
            Self::Versatility(..) => Master::Versatility,
            Self::Correction(..) => Master::Correction,
            Self::Restoration(..) => Master::Restoration,
            Self::Laying(_) => Master::Laying,
            Self::Purchase(_) => Master::Purchase,
            Self::Adaptation(..) => Master::Adaptation,
        }
    }
}

/// Tags of what is no use; a use has the number of its Master.
const GET: u64 = 10;
const KEEP: u64 = 11;

fn put_spot(fields: Fields, spot: Spot) -> Fields {
    fields.put(spot.card.into(), 4).put(spot.number() as u64, 3)
}

fn get_spot(fields: &mut Fields) -> Spot {
    let card = fields.get(4) as Pattern;
    Spot::numbered(card, fields.get(3) as usize)
}

fn get_crossing(fields: &mut Fields) -> Crossing {
    Crossing::ALL[fields.get(2) as usize]
}

impl MasterAction {
    pub(in super::super) fn pack(self, fields: Fields) -> Fields {
        let action = match self {
            Self::Get => return fields.put(GET, 4),
            Self::Keep(master) => return fields.put(KEEP, 4).put(master as u64, 4),
            Self::Use(action) => action,
        };
        let fields = fields.put(action.master() as u64, 4);
        match action {
            Use::Contracts(from, card, crossing) => {
                put_spot(fields, from).put(card.into(), 4).put(crossing as u64, 2)
            }
            Use::Precision(card) => fields.put(card.into(), 4),
            Use::SetSquare(card, crossing) => fields.put(card.into(), 4).put(crossing as u64, 2),
            Use::Perfection(series) => fields.put(series as u64, 3),
            Use::Versatility(tile, to) => fields.held(tile).put(to.0.into(), 6),
            Use::Correction(one, other) => fields
                .put(one.into(), 8)
                .put(other.is_some().into(), 1)
                .put(other.unwrap_or(0).into(), 8),
            Use::Restoration(cell, lay) => fields.put(cell.into(), 8).plain_lay(lay),
            Use::Laying(lay) => fields.lay(lay),
            Use::Purchase(cell) => fields.put(cell.into(), 8),
            Use::Adaptation(own, other, side) => {
                put_spot(put_spot(fields, own), other).put(side.into(), 8)
            }
        }
    }

    pub(in super::super) fn unpack(fields: &mut Fields) -> Self {
        let tag = fields.get(4);
        let action = match tag {
            0 => {
                let from = get_spot(fields);
                Use::Contracts(from, fields.get(4) as Pattern, get_crossing(fields))
            }
            1 => Use::Precision(fields.get(4) as Pattern),
            2 => Use::SetSquare(fields.get(4) as Pattern, get_crossing(fields)),
            3 => Use::Perfection(Series::ALL[fields.get(3) as usize % Series::COUNT]),
            4 => Use::Versatility(fields.get_held(), Face(fields.get(6) as u8)),
            5 => {
                let (one, is_pair) = (fields.get(8) as Cell, fields.get(1) == 1);
                Use::Correction(one, is_pair.then_some(fields.get(8) as Cell))
            }
            6 => Use::Restoration(fields.get(8) as Cell, fields.get_plain_lay()),
            7 => Use::Laying(fields.get_lay()),
            8 => Use::Purchase(fields.get(8) as Cell),
            9 => {
                let (own, other) = (get_spot(fields), get_spot(fields));
                Use::Adaptation(own, other, fields.get(8) as u8)
            }
            KEEP => return Self::Keep(Master::ALL[fields.get(4) as usize % Master::COUNT]),
            _ => return Self::Get,
        };
        Self::Use(action)
    }
}
