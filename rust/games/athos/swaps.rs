//! Swaps: which tiles can be given, rolled and taken (I-1 to I-6, U-17 to U-20, Y-22, Y-23).

use tinyvec::ArrayVec;

use super::Athos;
use super::atelier::{Held, Place, SPACES};
use super::choices::Tiles;
use super::state::State;

/// What limits a swap.
#[derive(Clone, Copy, Default)]
pub(super) struct Swaps {
    /// Tiles of which there are several, a bit each: one can be given and another one rolled.
    several: u32,
    /// The sort of space that one of both has to leave for what comes (I-6).
    to_leave: Option<Place>,
    /// What the other sides have in Free spaces, by side.
    pub(super) offers: ArrayVec<[(u8, Held); 5 * (SPACES + 1)]>,
}

impl Swaps {
    /// Whether two tiles can be given and rolled.
    #[inline]
    fn allows(&self, own: &Tiles, give: usize, roll: usize) -> bool {
        let is_there = give != roll || self.several >> give & 1 == 1;
        let leaves = |tile: usize, place| own[tile].place == place;
        is_there && self.to_leave.is_none_or(|place| leaves(give, place) || leaves(roll, place))
    }

    /// The pairs of tiles to give and to roll, in order.
    pub(super) fn pairs(&self, own: &Tiles) -> impl Iterator<Item = (Held, Held)> {
        let count = own.len();
        let pairs = (0..count * count).map(move |pair| (pair / count, pair % count));
        let allowed = pairs.filter(|&(give, roll)| self.allows(own, give, roll));
        allowed.map(|(give, roll)| (own[give], own[roll]))
    }
}

impl Athos {
    /// I-1 to I-6, U-17 to U-20.
    pub(super) fn swaps(&self, state: &State, side: usize) -> (Tiles, Swaps) {
        let own: Tiles = self.usable(state).collect();
        let mut swaps = Swaps::default();
        if state.ateliers[side].len() < 2 {
            return (own, swaps);
        }
        for (index, tile) in own.iter().enumerate() {
            let copies = state.ateliers[side].count(*tile);
            swaps.several |= u32::from(copies > 1) << index;
        }
        let place = self.swapped_to();
        swaps.to_leave = (!self.has_room(state, side, place)).then_some(place);
        for from in (0..self.sides).filter(|&from| from != side) {
            for tile in state.ateliers[from].distinct() {
                if self.can_be_taken(state, from, tile) {
                    swaps.offers.push((from as u8, tile));
                }
            }
        }
        (own, swaps)
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
