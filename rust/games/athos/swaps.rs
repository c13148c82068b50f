//! Swaps: what can be given, rolled and taken (I, U-17 to U-20, Y-22).

use super::Athos;
use super::atelier::{Held, Place};
use super::choices::Scene;
use super::state::State;

/// What can be given and rolled in a swap.
#[derive(Clone, Copy)]
pub(super) struct Swaps<'a> {
    own: &'a [Held],
    /// Tiles of which there are several, a bit each: one can be given and another one rolled.
    several: u32,
    /// The sort of space that one of both has to leave for what comes (I-6).
    to_leave: Option<Place>,
}

impl Swaps<'_> {
    /// Whether two tiles can be given and rolled.
    #[inline]
    fn allows(&self, give: usize, roll: usize) -> bool {
        let is_there = give != roll || self.several >> give & 1 == 1;
        let leaves = |tile: usize, place| self.own[tile].place == place;
        is_there && self.to_leave.is_none_or(|place| leaves(give, place) || leaves(roll, place))
    }

    /// The tiles that can be given or rolled.
    pub(super) fn own(&self) -> &[Held] {
        self.own
    }

    /// The pairs of tiles to give and to roll, in order: their places among [`Swaps::own`].
    #[inline]
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        let tiles = 0..self.own.len();
        let pairs = tiles.clone().flat_map(move |give| tiles.clone().map(move |roll| (give, roll)));
        pairs.filter(|&(give, roll)| self.allows(give, roll))
    }

    /// The same pairs as tiles.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Held, Held)> {
        self.places().map(|(give, roll)| (self.own[give], self.own[roll]))
    }

    /// How many pairs there are.
    #[inline(always)]
    pub(super) fn count_pairs(&self) -> usize {
        let pairs = |of: u32| {
            let (tiles, several) = (of.count_ones(), (of & self.several).count_ones());
            (tiles * tiles.saturating_sub(1) + several) as usize
        };
        let all = (1 << self.own.len()) - 1;
        let Some(place) = self.to_leave else { return pairs(all) };
        let stays = |(index, tile): (usize, &Held)| u32::from(tile.place != place) << index;
        // Those of which neither leaves the place.
        pairs(all) - pairs(self.own.iter().enumerate().map(stays).sum())
    }
}

impl Athos {
    /// I-1 to I-6, U-17 to U-20.
    #[inline(always)]
    pub(super) fn swaps<'a>(&self, scene: &'a Scene<'_>) -> Swaps<'a> {
        let (state, own) = (scene.state, &*scene.usable);
        let mut several = 0;
        for (index, &tile) in own.iter().enumerate() {
            several |= u32::from(scene.atelier.count(tile) > 1) << index;
        }
        let place = self.swapped_to();
        let has_room = self.has_room(state, self.side(state), place);
        Swaps { own, several, to_leave: (!has_room).then_some(place) }
    }

    /// Calls `visit` with what the other sides have that can be taken in a swap (I-1, Y-22).
    #[inline]
    pub(super) fn each_offer(&self, state: &State, mut visit: impl FnMut(u8, Held)) {
        let side = self.side(state);
        for from in (0..self.sides).filter(|&from| from != side) {
            for &tile in state.ateliers[from].tiles().iter() {
                if self.can_be_taken(state, from, tile) {
                    visit(from as u8, tile);
                }
            }
        }
    }

    #[inline]
    pub(super) fn count_offers(&self, state: &State) -> usize {
        let mut count = 0;
        if self.has_tools() {
            self.each_offer(state, |_, _| count += 1);
            return count;
        }
        let side = self.side(state);
        let others = (0..self.sides).filter(|&from| from != side);
        others.map(|from| state.ateliers[from].shelf(Place::Free).count_distinct()).sum()
    }

    /// Where a tile that is taken in a swap goes (I-4, U-19).
    pub(super) fn swapped_to(&self) -> Place {
        if self.rules.mode.is_tug() { Place::Free } else { Place::Protected }
    }

    /// Whether a tile of another side can be taken in a swap: one in a Free space, or one that counts
    /// as such if what is given finds a Free space (I-1, I-5, Y-22).
    #[inline]
    pub(super) fn can_be_taken(&self, state: &State, from: usize, tile: Held) -> bool {
        match tile.place {
            Place::Free => true,
            Place::ToolFree => self.has_room(state, from, Place::Free),
            Place::Protected | Place::Tool => false,
        }
    }

    /// Whether two tiles are there to give and to roll, and room for what comes (I-1, I-6, U-20).
    pub(super) fn may_give(&self, state: &State, side: usize, give: Held, roll: Held) -> bool {
        let mut atelier = state.ateliers[side];
        if !atelier.has_both(give, roll) {
            return false;
        }
        atelier.remove_both(give, roll);
        let place = self.swapped_to();
        atelier.shelf(place).len() < self.spaces[place as usize]
    }
}
