//! The nouns of Bogoss: kinds, statuses, sorts of cards, and a hand packed into one word.

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
pub struct Sort(u8);

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
        let kind = [Kind::Leg, Kind::Leg, Kind::Arm, Kind::Arm, Kind::Skull, Kind::Ribs]
            [(self.0 % 6) as usize];
        Some((kind, if self.0 < 6 { Status::Whole } else { Status::Broken }))
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
        Self::all(is_sided).find(|sort| sort.name(is_sided) == name)
    }
}

/// The high bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;
/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// How many of each kind and status a skeleton needs, a byte each (B-3).
pub const NEED: u64 = 0x0101_0202_0101_0202;
/// One of each kind and status.
const ONE_EACH: u64 = ONES;
/// One of each limb.
const ONE_LIMB: u64 = 0x0000_0101_0000_0101;
/// Where the counts of right limbs begin in a hand.
const RIGHTS: u32 = 64;
/// Where the count of jokers is.
const JOKERS: u32 = 96;

/// A number of cards of each sort: a hand, or the pile.
///
/// Eight bytes count natural cards (whole legs, arms, skulls, ribs, then broken ones), four how many
/// of the whole legs, whole arms, broken legs and broken arms are right ones, and one jokers. Counts
/// stay below 128, so the high bit of a byte is free for comparing all of them at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u128);

/// One card of each sort.
const ONE: [u128; Sort::COUNT] = {
    let mut ones = [0; Sort::COUNT];
    let mut index = 0;
    while index < Sort::COUNT {
        ones[index] = match Sort(index as u8).natural() {
            None => 1 << JOKERS,
            Some((kind, status)) => {
                let lane = kind as u32 + 4 * status as u32;
                let right = RIGHTS + 8 * (kind as u32 + 2 * status as u32);
                1 << (8 * lane) | if Sort(index as u8).is_right() { 1 << right } else { 0 }
            }
        };
        index += 1;
    }
    ones
};

impl Hand {
    /// Adds a card.
    pub fn add(&mut self, sort: Sort) {
        self.0 += ONE[sort.index()];
    }

    /// Takes a card out, which has to be there.
    pub fn remove(&mut self, sort: Sort) {
        self.0 -= ONE[sort.index()];
    }

    /// Adds other cards.
    pub fn add_all(&mut self, other: Self) {
        self.0 += other.0;
    }

    /// What is left without other cards; those have to be there.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Takes a card out if there is one.
    pub fn remove_one_of(&mut self, sort: Sort) {
        if self.count(sort) > 0 {
            self.remove(sort);
        }
    }

    /// How many cards of a sort there are.
    #[must_use]
    pub fn count(self, sort: Sort) -> u8 {
        let Some((kind, status)) = sort.natural() else { return self.jokers() };
        let all = (self.naturals() >> (8 * lane(kind, status))) as u8;
        if !kind.is_limb() {
            return all;
        }
        let right = (self.0 >> (RIGHTS + 8 * (kind as u32 + 2 * status as u32))) as u8;
        if sort.is_right() { right } else { all - right }
    }

    /// The natural cards, a byte for each kind and status.
    #[must_use]
    pub const fn naturals(self) -> u64 {
        self.0 as u64
    }

    /// How many jokers there are.
    #[must_use]
    pub const fn jokers(self) -> u8 {
        (self.0 >> JOKERS) as u8
    }

    /// How many cards there are.
    #[must_use]
    pub const fn len(self) -> u32 {
        (self.naturals().wrapping_mul(ONES) >> 56) as u32 + self.jokers() as u32
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards of a kind there are, by status.
    #[must_use]
    pub const fn of_kind(self, kind: Kind) -> [u8; 2] {
        let shifted = self.naturals() >> (8 * kind as u32);
        [shifted as u8, (shifted >> 32) as u8]
    }

    /// Whether there is a broken card.
    #[must_use]
    pub const fn has_broken(self) -> bool {
        self.naturals() >> 32 != 0
    }

    /// The right limbs, each in the byte of its kind and status.
    const fn rights(self) -> u64 {
        let rights = (self.0 >> RIGHTS) as u32;
        (rights & 0xffff) as u64 | ((rights >> 16) as u64) << 32
    }

    /// The kinds, a bit each, of which there are fewer than `whole` times the need whole, or fewer
    /// than the need broken (B-16); left and right limbs apart if `is_sided` (B-5).
    #[must_use]
    pub const fn wanted(self, whole: u8, is_sided: bool) -> u8 {
        let times = (whole as u64) | 1 << 32;
        if !is_sided {
            return below(
                self.naturals(),
                (NEED & 0xffff_ffff) * (whole as u64) | NEED >> 32 << 32,
            );
        }
        let each = times.wrapping_mul(0x0101_0101);
        let lefts = self.naturals() - self.rights();
        below(lefts, each) | below(self.rights(), each & ONE_LIMB.wrapping_mul(0xff))
    }

    /// How many of the six parts of a skeleton there are, whole and broken.
    #[must_use]
    pub const fn parts(self, is_sided: bool) -> [u32; 2] {
        let parts = if is_sided {
            least(self.naturals() - self.rights(), ONE_EACH) + least(self.rights(), ONE_LIMB)
        } else {
            least(self.naturals(), NEED)
        };
        [sum(parts as u32), sum((parts >> 32) as u32)]
    }

    /// How many of the parts of so many whole skeletons there are.
    #[must_use]
    pub const fn whole_parts(self, skeletons: u8, is_sided: bool) -> u32 {
        let times = skeletons as u64;
        let parts = if is_sided {
            least(self.naturals() - self.rights(), ONE_EACH * times)
                + least(self.rights(), ONE_LIMB * times)
        } else {
            least(self.naturals(), NEED * times)
        };
        sum(parts as u32)
    }

    /// The same hand with every broken card made whole: what counts towards a mixed skeleton.
    #[must_use]
    pub const fn mended(self) -> Self {
        let naturals = (self.naturals() & 0xffff_ffff) + (self.naturals() >> 32);
        let rights = (self.0 >> RIGHTS) as u32;
        let rights = (rights & 0xffff) + (rights >> 16);
        Self(naturals as u128 | (rights as u128) << RIGHTS | (self.jokers() as u128) << JOKERS)
    }

    /// The sort of the card at position `k`, in the order of the sorts.
    ///
    /// # Panics
    /// In debug builds, if there are not that many cards.
    #[must_use]
    pub fn nth(self, k: u32) -> Sort {
        debug_assert!(k < self.len(), "there are not that many cards");
        let up_to = self.naturals().wrapping_mul(ONES);
        let later = ((up_to | HIGH) - ONES * u64::from(k + 1)) & HIGH;
        if later == 0 {
            return Sort::JOKER;
        }
        let lane = later.trailing_zeros() / 8;
        let (kind, status) = (Kind::ALL[lane as usize & 3], Status::ALL[lane as usize >> 2]);
        let from = k - ((up_to << 8 >> (8 * lane)) as u8 as u32);
        let left = Sort::new(status, kind, false);
        if self.rights() == 0 || from < u32::from(self.count(left)) {
            return left;
        }
        Sort::new(status, kind, true)
    }

    /// Every card, in the order of the sorts.
    pub fn cards(self) -> impl Iterator<Item = Sort> {
        self.sorts().flat_map(move |sort| (0..self.count(sort)).map(move |_| sort))
    }

    /// Every sort of which there is a card, in order.
    pub fn sorts(self) -> impl Iterator<Item = Sort> {
        (0..Sort::COUNT).map(Sort::from_index).filter(move |&sort| self.count(sort) > 0)
    }
}

impl FromIterator<Sort> for Hand {
    fn from_iter<I: IntoIterator<Item = Sort>>(sorts: I) -> Self {
        let mut hand = Self::default();
        sorts.into_iter().for_each(|sort| hand.add(sort));
        hand
    }
}

const fn lane(kind: Kind, status: Status) -> u32 {
    kind as u32 + 4 * status as u32
}

/// The kinds whose count is below the limit for one status or the other, a bit each.
const fn below(counts: u64, limits: u64) -> u8 {
    let lanes = (!((counts | HIGH) - limits) & HIGH) >> 7;
    let kinds = (lanes | lanes >> 32) as u32;
    ((kinds | kinds >> 7 | kinds >> 14 | kinds >> 21) & 0xf) as u8
}

/// The smaller of two numbers in each byte.
const fn least(counts: u64, most: u64) -> u64 {
    let full = ((((counts | HIGH) - most) & HIGH) >> 7) * 0xff;
    (most & full) | (counts & !full)
}

/// The sum of four bytes.
const fn sum(bytes: u32) -> u32 {
    bytes.wrapping_mul(0x0101_0101) >> 24
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
    /// The target had none, and the asker drew this card, which stays secret (B-35).
    NoHit(Sort),
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

/// A card drawn outside requests (B-25, B-47): its owner saw it, the others saw that it was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refill {
    /// Who drew.
    pub seat: Seat,
    /// What was drawn.
    pub card: Sort,
    /// The turn in which it was drawn.
    pub turn: u32,
    /// How many requests had been answered by then.
    pub requests: u32,
}
