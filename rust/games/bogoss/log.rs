//! The log: what came of every request (B-56), a word each, laid out as observations show it.

use super::types::{Answer, Entry, Kind, Sort};

/// Every request that has been answered, oldest first.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Log(Vec<u64>);

/// The bytes of a word: asker, target and kind from 1, the answer, the card that everybody saw from 1 (0
/// for none); then, which is secret, whether the asker could choose.
const GIVEN: u8 = 1;
const PILE_EMPTY: u8 = 2;
const NO_HIT: u8 = 3;
const HIT: u8 = 4;

impl Clone for Log {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

impl Log {
    /// Adds a request.
    #[inline]
    pub fn push(&mut self, entry: Entry) {
        self.0.push(pack(entry));
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Says of a request whether the asker could choose.
    pub fn set_offered(&mut self, index: usize, was_offered: bool) {
        self.0[index] = pack(Entry { was_offered, ..unpack(self.0[index]) });
    }

    /// The newest one.
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<Entry> {
        self.0.last().copied().map(unpack)
    }

    /// Every request, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Entry> + ExactSizeIterator + Clone {
        self.0.iter().copied().map(unpack)
    }

    /// The first `requests` ones.
    #[must_use]
    pub fn first(&self, requests: u32) -> Vec<Entry> {
        self.iter().take(requests as usize).collect()
    }

    /// The newest of the first `requests` ones, the newest one first, as everybody saw them: eight
    /// numbers each.
    #[inline(always)]
    pub fn shown(&self, requests: u32) -> impl Iterator<Item = [u8; 8]> {
        let shown = |&word: &u64| (word & 0xff_ffff_ffff).to_le_bytes();
        self.0[..requests as usize].iter().rev().map(shown)
    }
}

impl FromIterator<Entry> for Log {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        Self(entries.into_iter().map(pack).collect())
    }
}

#[inline]
fn pack(entry: Entry) -> u64 {
    let card = |sort: Sort| sort.index() as u8 + 1;
    let (answer, card) = match entry.answer {
        Answer::Given(sort) => (GIVEN, card(sort)),
        Answer::PileEmpty => (PILE_EMPTY, 0),
        Answer::NoHit => (NO_HIT, 0),
        Answer::Hit(sort) => (HIT, card(sort)),
    };
    let (asker, target, kind) = (entry.asker + 1, entry.target + 1, entry.kind.index() as u8 + 1);
    u64::from_le_bytes([asker, target, kind, answer, card, entry.was_offered.into(), 0, 0])
}

#[inline]
fn unpack(word: u64) -> Entry {
    let [asker, target, kind, answer, card, was_offered, ..] = word.to_le_bytes();
    let sort = || Sort::from_index(usize::from(card) - 1);
    Entry {
        asker: asker - 1,
        target: target - 1,
        kind: Kind::ALL[usize::from(kind) - 1],
        answer: match answer {
            GIVEN => Answer::Given(sort()),
            PILE_EMPTY => Answer::PileEmpty,
            NO_HIT => Answer::NoHit,
            _ => Answer::Hit(sort()),
        },
        was_offered: was_offered != 0,
    }
}
