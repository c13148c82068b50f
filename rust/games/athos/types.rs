//! The nouns of Athos: faces, patterns, tiles, cells, Masters of Works, Special Tools.

/// A kind of cube, as its position in the component set (B-8).
pub type Kind = u8;

/// A pattern, as its position among the letters of the component set.
pub type Pattern = u8;

/// Row and column, both from 0.
pub type Cell = (u8, u8);

/// A face of a cube, as its position in the component set; at most [`Face::MOST`] of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(pub u8);

impl Face {
    /// Most faces of a set, so that a [`Tile`] fits a byte: ten kinds with six each.
    pub const MOST: usize = 60;

    /// The position of the face in the set.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a cell of the mural or of an artwork shows: a face and its turn, or nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(pub u8);

impl Tile {
    /// No tile.
    pub const NONE: Self = Self(0);

    /// The face after `turn` clockwise quarter-turns, 0 to 3.
    #[must_use]
    pub const fn new(face: Face, turn: u8) -> Self {
        debug_assert!(face.index() < Face::MOST && turn < 4);
        Self(1 + 4 * face.0 + turn)
    }

    /// Whether there is no tile.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The face that is up; of no tile it is none of the set.
    #[must_use]
    pub const fn face(self) -> Face {
        Face(self.0.wrapping_sub(1) >> 2)
    }

    /// Clockwise quarter-turns from the printed upright; of no tile they mean nothing.
    #[must_use]
    pub const fn turn(self) -> u8 {
        self.0.wrapping_sub(1) & 3
    }

    /// The look after one more quarter-turn clockwise, the face being of this order.
    #[must_use]
    pub const fn turned(self, order: u8) -> Self {
        Self::new(self.face(), (self.turn() + 1) % order)
    }
}

/// The 3x3 of a contract card, row by row.
pub type Artwork = [[Tile; 3]; 3];

/// A card of the mini expansion Masters of Works (B-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Master {
    /// Moves an own marker to another card.
    Contracts,
    /// Adds a marker to a finished card.
    Precision,
    /// Puts a marker on a crossing that nobody built.
    SetSquare,
    /// One action three times.
    Perfection,
    /// A free rotation.
    Versatility,
    /// Removes up to two tiles of incorrect patterns.
    Correction,
    /// A free restore.
    Restoration,
    /// A free lay.
    Laying,
    /// A free tile of Fundathos, released or not.
    Purchase,
    /// Exchanges an own marker with another one.
    Adaptation,
}

impl Master {
    /// How many there are.
    pub const COUNT: usize = 10;
    /// Every Master, in the order of the rules.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Contracts,
        Self::Precision,
        Self::SetSquare,
        Self::Perfection,
        Self::Versatility,
        Self::Correction,
        Self::Restoration,
        Self::Laying,
        Self::Purchase,
        Self::Adaptation,
    ];
    /// Their keys in the same order.
    pub const KEYS: [&str; Self::COUNT] = [
        "contracts",
        "precision",
        "set_square",
        "perfection",
        "versatility",
        "correction",
        "restoration",
        "laying",
        "purchase",
        "adaptation",
    ];

    /// The place of the Master in [`Master::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in component sets, action texts and views.
    #[must_use]
    pub const fn key(self) -> &'static str {
        Self::KEYS[self as usize]
    }

    /// The Master of a key.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|master| master.key() == key)
    }

    /// Whether the card is left out of the simplified and the challenging variant, where contract
    /// cards are put away.
    #[must_use]
    pub const fn needs_contracts(self) -> bool {
        use Master::{Adaptation, Contracts, Correction, Precision, Restoration, SetSquare};
        matches!(self, Contracts | Precision | SetSquare | Correction | Restoration | Adaptation)
    }
}

/// A card of the mini expansion Special Tools, with both its levels (Y-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Tool {
    /// Tool 1 (Y-15).
    Level,
    /// Tool 2 (Y-18).
    Cutters,
    /// Tool 3 (Y-21).
    Mallets,
    /// Tool 4 (Y-24).
    Spatulas,
    /// Tool 5 (Y-27).
    Pincers,
    /// Tool 6 (Y-30).
    Trowels,
    /// Tool 7 (Y-33).
    Instruments,
    /// Tool 8 (Y-36).
    SetSquares,
}

impl Tool {
    /// How many there are (Y-1).
    pub const COUNT: usize = 8;
    /// Every tool, in the order of the rules.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Level,
        Self::Cutters,
        Self::Mallets,
        Self::Spatulas,
        Self::Pincers,
        Self::Trowels,
        Self::Instruments,
        Self::SetSquares,
    ];
    /// Their keys in the same order.
    pub const KEYS: [&str; Self::COUNT] = [
        "level",
        "cutters",
        "mallets",
        "spatulas",
        "pincers",
        "trowels",
        "instruments",
        "set_squares",
    ];

    /// The place of the tool in [`Tool::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in component sets, action texts and views.
    #[must_use]
    pub const fn key(self) -> &'static str {
        Self::KEYS[self as usize]
    }

    /// The tool of a key.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.key() == key)
    }

    /// Whether the card is left out of the simplified and the challenging variant, where contract
    /// cards are put away (Y-39).
    #[must_use]
    pub const fn needs_contracts(self) -> bool {
        matches!(self, Self::Pincers | Self::Instruments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_is_its_face_and_turn() {
        assert!(Tile::NONE.is_none());
        let mut codes = Vec::new();
        for face in (0..Face::MOST as u8).map(Face) {
            for turn in 0..4 {
                let tile = Tile::new(face, turn);
                assert_eq!((tile.face(), tile.turn(), tile.is_none()), (face, turn, false));
                codes.push(tile.0);
            }
        }
        assert_eq!(codes, (1..=240).collect::<Vec<u8>>());
        assert!(Tile::NONE.face().index() >= Face::MOST);
    }

    // Rule A-7.
    #[test]
    fn a_face_has_as_many_looks_as_its_order() {
        for order in [1, 2, 4] {
            let looks = (0..order).map(|turn| Tile::new(Face(7), turn));
            let next = looks.clone().cycle().skip(1);
            for (tile, next) in looks.zip(next) {
                assert_eq!(tile.turned(order), next, "order {order}");
            }
        }
    }

    // Rules, Y-1, Y-39.
    #[test]
    fn masters_and_tools_go_by_their_keys() {
        for (index, master) in Master::ALL.into_iter().enumerate() {
            assert_eq!(master.index(), index);
            assert_eq!(Master::of_key(master.key()), Some(master));
        }
        for (index, tool) in Tool::ALL.into_iter().enumerate() {
            assert_eq!(tool.index(), index);
            assert_eq!(Tool::of_key(tool.key()), Some(tool));
        }
        assert_eq!((Master::of_key("level"), Tool::of_key("contracts")), (None, None));
        let keys = |is_kept: bool| -> Vec<&str> {
            let kept = Master::ALL.into_iter().filter(|card| card.needs_contracts() != is_kept);
            kept.map(Master::key).collect()
        };
        assert_eq!(keys(true), ["perfection", "versatility", "laying", "purchase"]);
        assert_eq!(keys(false).len(), 6);
        let left_out = Tool::ALL.into_iter().filter(|tool| tool.needs_contracts());
        assert_eq!(left_out.map(Tool::key).collect::<Vec<_>>(), ["pincers", "instruments"]);
    }
}
