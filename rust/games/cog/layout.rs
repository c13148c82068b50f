//! Where the indices of each sort of action lie. An index means the same action in every position of
//! games with one set and number of players.

use super::components::{ComponentSet, Effect, MAX_KINDS, MAX_WORDS};
use super::types::{CardKind, Letter, TILE_KINDS, Tile, WordId};

/// The sorts of action, in the order of their indices: the small ones first, so that a mask has them
/// side by side.
pub(super) const TOP: usize = 0;
pub(super) const BOTTOM: usize = 1;
pub(super) const DIE: usize = 2;
/// Slots without protection, then with it.
pub(super) const ORDER: usize = 3;
pub(super) const REDRAW: usize = 4;
pub(super) const KEEP: usize = 5;
pub(super) const REROLL: usize = 6;
pub(super) const MOVE: usize = 7;
pub(super) const DONE: usize = 8;
pub(super) const CONVERT_STARS: usize = 9;
pub(super) const TAKE: usize = 10;
pub(super) const ACTIVATE: usize = 11;
pub(super) const REMOVE: usize = 12;
pub(super) const FLIP_RESERVE: usize = 13;
pub(super) const DISCARD: usize = 14;
pub(super) const COMPLETE: usize = 15;
pub(super) const FLIP_GRID: usize = 16;
pub(super) const TILES: usize = 17;
pub(super) const CONVERT_LETTERS: usize = 18;
pub(super) const SPELL: usize = 19;
const SORTS: usize = 20;

/// The number of a kind of tile that the set does not have.
const NONE: u8 = u8::MAX;

/// Where each sort of action begins.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Where each sort begins, and where the last one ends.
    pub(super) starts: [usize; SORTS + 1],
    /// The kinds of tiles that the set has, in order.
    pub(super) kinds: Vec<u8>,
    /// The number of each kind among them.
    numbers: [u8; TILE_KINDS],
    /// Cards that are activated, in order.
    pub(super) rounds: Vec<CardKind>,
    /// Where the completions of each item card begin, and by kind how many patterns it has.
    pub(super) items: Vec<(usize, CardKind)>,
    completions: [usize; MAX_KINDS],
    activations: [u8; MAX_KINDS],
    /// Where the places of each word begin, and where the last ones end.
    pub(super) words: Vec<usize>,
    lengths: [u8; MAX_WORDS],
    side: usize,
}

/// A place among the indices of a sort that does not exist.
const NOWHERE: usize = usize::MAX;

impl Layout {
    pub(super) fn new(set: &ComponentSet, players: u8) -> Self {
        let (players, side) = (usize::from(players), usize::from(set.grid.side));
        let letters = set.letters.iter().map(|info| info.letter as u8 - b'A');
        let natural = letters.clone().map(Tile::natural);
        let kinds: Vec<u8> =
            natural.chain(letters.map(Tile::wild)).map(|tile| tile.kind() as u8).collect();
        let mut numbers = [NONE; TILE_KINDS];
        for (number, &kind) in (0..).zip(&kinds) {
            numbers[usize::from(kind)] = number;
        }
        let (mut rounds, mut items, mut patterns) = (Vec::new(), Vec::new(), 0);
        let (mut completions, mut activations) = ([NOWHERE; MAX_KINDS], [NONE; MAX_KINDS]);
        for (kind, card) in (0..).zip(&set.cards) {
            match card.effect {
                Effect::Round { .. } => {
                    activations[usize::from(kind)] = rounds.len() as u8;
                    rounds.push(kind);
                }
                Effect::Item { missing: (_, second), .. } => {
                    completions[usize::from(kind)] = patterns;
                    items.push((patterns, kind));
                    // For a cube and for the bonus.
                    patterns += 2 << (1 + usize::from(second.is_some()));
                }
                Effect::Immediate(_) | Effect::Always(_) => {}
            }
        }
        let (mut words, mut spells) = (Vec::new(), 0);
        let mut lengths = [0; MAX_WORDS];
        for (word, info) in set.words.iter().enumerate() {
            words.push(spells);
            lengths[word] = info.letters.len() as u8;
            spells += 2 * side * (side + 1).saturating_sub(info.letters.len());
        }
        words.push(spells);
        let longest = lengths.iter().copied().max().unwrap_or_default();
        let sizes = [
            players,
            players,
            players,
            2 * players,
            1,
            1,
            1,
            1,
            1,
            1,
            set.letters.len(),
            rounds.len(),
            set.words.len(),
            set.letters.len(),
            kinds.len(),
            patterns,
            side * side,
            2 << longest,
            kinds.len() * (kinds.len() + 1) / 2,
            spells,
        ];
        let mut starts = [0; SORTS + 1];
        for (sort, size) in sizes.into_iter().enumerate() {
            starts[sort + 1] = starts[sort] + size;
        }
        Self {
            starts,
            kinds,
            numbers,
            rounds,
            items,
            completions,
            activations,
            words,
            lengths,
            side,
        }
    }

    /// How many indices there are.
    pub(super) const fn total(&self) -> usize {
        self.starts[SORTS]
    }

    /// The number of a kind of tile among those that the set has.
    #[inline(always)]
    pub(super) fn kind(&self, kind: usize) -> Option<usize> {
        let number = self.numbers[kind];
        (number != NONE).then_some(number.into())
    }

    /// The number of a letter among those that have tiles: natural tiles come first.
    #[inline(always)]
    pub(super) fn letter(&self, letter: Letter) -> Option<usize> {
        self.kind(Tile::natural(letter).kind())
    }

    /// Where the pairs begin of which the first kind has this number; the seconds follow, from the
    /// same kind on.
    #[inline(always)]
    pub(super) fn pairs(&self, first: usize) -> usize {
        first * self.kinds.len() - first * (first.max(1) - 1) / 2
    }

    /// The place of an activation.
    pub(super) fn activation(&self, card: CardKind) -> Option<usize> {
        let &place = self.activations.get(usize::from(card))?;
        (place != NONE).then_some(place.into())
    }

    /// Where the completions of an item card begin.
    pub(super) fn completion(&self, card: CardKind) -> Option<usize> {
        let &place = self.completions.get(usize::from(card))?;
        (place != NOWHERE).then_some(place)
    }

    /// The places of a word's first letter: rows and columns across, then down.
    #[inline(always)]
    pub(super) fn rooms(&self, word: WordId) -> [(usize, usize); 2] {
        let room = (self.side + 1).saturating_sub(self.lengths[usize::from(word)].into());
        [(self.side, room), (room, self.side)]
    }
}
