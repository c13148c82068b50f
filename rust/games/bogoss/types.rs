//! The nouns of Bogoss: kinds, statuses and sorts of cards, what lies on the table, what is logged.

use crate::game::Seat;

/// Most seats (B-7).
pub const SEATS: usize = 7;

/// Cards that a skeleton is made of (B-3).
pub const SKELETON: usize = 6;

/// A part of a skeleton, as requests name it (B-2, B-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// `L`.
    Leg,
    /// `A`.
    Arm,
    /// `S`.
    Skull,
    /// `R`.
    Ribs,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 4;
    /// Every kind, in the order of actions.
    pub const ALL: [Self; Self::COUNT] = [Self::Leg, Self::Arm, Self::Skull, Self::Ribs];

    /// The place of the kind in [`Kind::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter that stands for it.
    #[must_use]
    pub const fn letter(self) -> char {
        ['L', 'A', 'S', 'R'][self as usize]
    }

    /// The kind of a letter.
    #[must_use]
    pub fn of_letter(letter: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| letter.chars().eq([kind.letter()]))
    }

    /// How many a skeleton needs (B-3).
    #[must_use]
    pub const fn need(self) -> u8 {
        [2, 2, 1, 1][self as usize]
    }

    /// Whether it has a left and a right one under `sided_limbs` (B-5).
    #[must_use]
    pub const fn is_limb(self) -> bool {
        matches!(self, Self::Leg | Self::Arm)
    }
}

/// Whole (green dots) or broken (red dots, B-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Status {
    /// `w`.
    Whole,
    /// `b`.
    Broken,
}

impl Status {
    /// Both, in the order of actions.
    pub const ALL: [Self; 2] = [Self::Whole, Self::Broken];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["whole", "broken"][self as usize]
    }
}

/// What is printed on a card: kind, status, side of a limb; or a joker.
///
/// Sorts are numbered `wLl wLr wAl wAr wS wR bLl bLr bAl bAr bS bR J`. Where limbs have no sides
/// (B-5), the left ones stand for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sort(pub(super) u8);

/// The kinds of the parts of a skeleton, in the order of sorts and of skeletons laid.
pub const PARTS: [Kind; SKELETON] =
    [Kind::Leg, Kind::Leg, Kind::Arm, Kind::Arm, Kind::Skull, Kind::Ribs];

/// Names of the sorts where limbs have sides.
const NAMES: [&str; Sort::COUNT] =
    ["wLl", "wLr", "wAl", "wAr", "wS", "wR", "bLl", "bLr", "bAl", "bAr", "bS", "bR", "J"];

impl Sort {
    /// How many sorts there are.
    pub const COUNT: usize = 13;
    /// How many sorts of natural cards there are.
    pub const NATURAL: usize = 12;
    /// The joker.
    pub const JOKER: Self = Self(12);

    /// The sort of this number.
    ///
    /// # Panics
    /// If it is greater than 12.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The natural sort of a kind and a status; `is_right` for the right limb where there are sides.
    #[must_use]
    pub const fn new(status: Status, kind: Kind, is_right: bool) -> Self {
        let place = [0, 2, 4, 5][kind as usize] + (is_right && kind.is_limb()) as u8;
        Self(place + 6 * status as u8)
    }

    /// The number of the sort.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every sort that a game has, in order.
    pub fn all(is_sided: bool) -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self).filter(move |sort| is_sided || !sort.is_right())
    }

    /// Kind and status; `None` for the joker.
    #[must_use]
    pub const fn natural(self) -> Option<(Kind, Status)> {
        if self.0 >= 12 {
            return None;
        }
        let status = if self.0 < 6 { Status::Whole } else { Status::Broken };
        Some((PARTS[(self.0 % 6) as usize], status))
    }

    /// Whether it is a right limb.
    #[must_use]
    pub const fn is_right(self) -> bool {
        self.0 < 12 && matches!(self.0 % 6, 1 | 3)
    }

    /// Whether it is a broken natural card.
    #[must_use]
    pub const fn is_broken(self) -> bool {
        self.0 >= 6 && self.0 < 12
    }

    /// The name in texts: `wL`, or `wLl` where limbs have sides.
    #[must_use]
    pub fn name(self, is_sided: bool) -> &'static str {
        let name = NAMES[self.index()];
        if is_sided { name } else { &name[..name.len().min(2)] }
    }

    /// The sort of a name.
    #[must_use]
    pub fn of_name(name: &str, is_sided: bool) -> Option<Self> {
        let places = |side: Option<&u8>| match side {
            None if !is_sided => Some(false),
            Some(b'l') if is_sided => Some(false),
            Some(b'r') if is_sided => Some(true),
            _ => None,
        };
        let (status, kind, side) = match name.as_bytes() {
            b"J" => return Some(Self::JOKER),
            [status, kind, side @ ..] if side.len() < 2 => (status, kind, side.first()),
            _ => return None,
        };
        let status = match status {
            b'w' => Status::Whole,
            b'b' => Status::Broken,
            _ => return None,
        };
        let kind = Kind::ALL.into_iter().find(|of| of.letter() == char::from(*kind))?;
        if kind.is_limb() {
            return places(side).map(|is_right| Self::new(status, kind, is_right));
        }
        side.is_none().then(|| Self::new(status, kind, false))
    }
}

/// A skeleton laid (B-45): legs, arms, skull, ribs in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Laying {
    /// Whose it is.
    pub seat: Seat,
    /// Whether it is a broken one.
    pub is_broken: bool,
    /// The cards, jokers where a part was missing.
    pub cards: [Sort; SKELETON],
    /// The turn in which it was laid; 0 at the deal (B-11).
    pub turn: u32,
    /// How many requests had been answered by then.
    pub requests: u32,
}

/// What came of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The target gave this card (B-19, B-24).
    Given(Sort),
    /// The target had none, and the pile was empty (B-31).
    PileEmpty,
    /// The target had none, and the asker drew a card, which stays secret (B-35).
    NoHit,
    /// The target had none, and the asker drew this card, which everybody saw (B-34).
    Hit(Sort),
}

/// A request and what came of it (B-56).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Who asked.
    pub asker: Seat,
    /// Who was asked.
    pub target: Seat,
    /// For what.
    pub kind: Kind,
    /// What came of it.
    pub answer: Answer,
    /// Whether the asker chose between both statuses (`give_choice = asker`), which the asker and the
    /// target know.
    pub was_offered: bool,
}

/// A card drawn outside requests (B-25, B-47), as everybody saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refill {
    /// Who drew.
    pub seat: Seat,
    /// The turn in which it was drawn.
    pub turn: u32,
    /// How many requests had been answered by then.
    pub requests: u32,
}
