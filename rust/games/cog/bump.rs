//! The turn-order edge of Phase II (C-70 to C-83): claims, bumps, protection.

use tinyvec::ArrayVec;

use super::Cog;
use super::pending::Source;
use super::rules::{BumpTakes, POWER_STARS};
use super::state::{OrderSlot, SEATS, State, edge};
use super::types::Letters;

/// Cogs that a bump moves: from which slot to which.
pub(super) type Moves = ArrayVec<[(u8, u8); SEATS]>;

/// Why a cog cannot be bumped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stuck {
    /// No slot below is free (C-75).
    NoSlot,
    /// The cog itself is protected (C-76).
    Protected,
    /// A protected cog would have to move, in this slot (C-79).
    Chain(u8),
}

impl Cog {
    /// What a bump at a slot moves (C-72 to C-79); nothing where the slot is free.
    pub(super) fn bump(&self, slots: &[OrderSlot], target: u8) -> Result<Moves, Stuck> {
        let slot = |place: u8| &slots[usize::from(place)];
        let is_free = |&place: &u8| slot(place).cog.is_none();
        let mut moves = Moves::default();
        if is_free(&target) {
            return Ok(moves);
        }
        let end = slots.len() as u8;
        let below = (target..end).find(is_free);
        let gap = below.or_else(|| {
            // `bump_pushout=wrap`: the nearest free slot above.
            if self.rules.bump_wraps { (0..target).rev().find(is_free) } else { None }
        });
        let gap = gap.ok_or(Stuck::NoSlot)?;
        if slot(target).is_protected {
            return Err(Stuck::Protected);
        }
        let mut from = target;
        for place in target + 1..below.unwrap_or(end) {
            if !slot(place).is_protected {
                moves.push((from, place));
                from = place;
            } else if !self.rules.bumps_over_protected {
                return Err(Stuck::Chain(place));
            }
        }
        moves.push((from, gap));
        Ok(moves)
    }

    /// The turn-order slots in use (C-50).
    pub(super) fn slots<'a>(&self, state: &'a State) -> &'a [OrderSlot] {
        &state.slots[..usize::from(self.players)]
    }

    /// Stars that a placement costs (C-72, C-76, C-80).
    pub(super) fn order_cost(&self, state: &State, slot: u8, is_protected: bool) -> u8 {
        let is_bump = state.slots[usize::from(slot)].cog.is_some();
        POWER_STARS * (u8::from(is_bump) + u8::from(is_protected))
    }

    /// C-70 to C-82: what is paid is paid before the bonus is received.
    pub(super) fn place_order(&self, state: &mut State, slot: u8, is_protected: bool) {
        self.place_cog(state, edge::ORDER);
        let target = usize::from(slot);
        let is_bump = state.slots[target].cog.is_some();
        if is_bump {
            self.pay(state, POWER_STARS);
            let moves = self.bump(self.slots(state), slot).unwrap_or_default();
            for &(from, to) in moves.iter().rev() {
                state.slots[usize::from(to)].cog = state.slots[usize::from(from)].cog.take();
            }
        }
        if is_protected {
            // The star lies under the cog (C-76).
            state.mat_mut().stars -= u32::from(POWER_STARS);
        }
        let there = &mut state.slots[target];
        (there.cog, there.is_protected) = (Some(state.seat), is_protected);
        if is_bump && self.rules.bump_takes == BumpTakes::Nothing {
            return;
        }
        let (letters, stars, vp) = (there.letters, there.stars, there.vp);
        if is_bump
            && self.rules.bump_takes == BumpTakes::FullBonus
            && letters.is_empty()
            && stars == 0
            && vp == 0
        {
            return state.pending.begin(Source::Order(slot));
        }
        (there.letters, there.stars, there.vp) = (Letters::default(), 0, 0);
        let mat = state.mat_mut();
        for (letter, count) in letters.iter() {
            (0..count).for_each(|_| mat.receive(super::types::Tile::natural(letter)));
        }
        mat.gain_stars(stars.into());
        mat.gain_vp(vp.into());
    }
}
