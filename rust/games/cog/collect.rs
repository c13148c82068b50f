//! Phase II (C-53 to C-64, C-84 to C-94, C-255 to C-259): turns, letters and stars, cards, dice and
//! pawns. The turn-order edge is in `bump.rs`.

use super::Cog;
use super::pending::Source;
use super::rules::{POWER_STARS, TURNS};
use super::state::{Node, State, Step, edge};
use super::types::Die;

impl Cog {
    /// The neutral pawns move (C-255).
    pub(super) fn move_neutral(&self, state: &mut State, pips: u8) {
        state.neutral_die = pips;
        state.neutral = state.neutral.map(|space| self.space_after(space, pips));
        state.step = Step::Place(0);
    }

    /// The space so many steps clockwise (C-89).
    pub(super) fn space_after(&self, space: u8, pips: u8) -> u8 {
        let spaces = self.face().track.len() as u16;
        ((u16::from(space) + u16::from(pips)) % spaces) as u8
    }

    /// C-54: the next turn, or the end of the phase.
    pub(super) fn next_turn(&self, state: &mut State, turn: u8) -> Option<Node> {
        if turn == TURNS * self.players {
            state.step = Step::ActivateOrder;
            return None;
        }
        state.seat = state.order[usize::from(turn % self.players)];
        Some(Node::Place)
    }

    /// A cog of the player whose turn it is comes to an edge (C-55).
    pub(super) fn place_cog(&self, state: &mut State, edge: u8) {
        state.mat_mut().edges |= edge;
        if let Step::Place(turn) = state.step {
            state.step = Step::After(turn);
        }
    }

    /// Conversions after the placement (C-220).
    pub(super) fn after_turn(&self, state: &mut State, turn: u8) -> Option<Node> {
        if self.has_extra(state) {
            return Some(Node::Convert);
        }
        state.step = Step::Place(turn + 1);
        None
    }

    /// C-60.
    pub(super) fn place_top(&self, state: &mut State, slot: u8) {
        self.place_cog(state, edge::TOP);
        state.taken[0] |= 1 << slot;
        let there = std::mem::take(&mut state.top[usize::from(slot)]);
        let mat = state.mat_mut();
        there.tiles.iter().for_each(|&tile| mat.receive(tile));
        mat.gain_stars(there.stars.into());
        mat.gain_vp(there.vp.into());
    }

    /// C-64.
    pub(super) fn place_bottom(&self, state: &mut State, slot: u8) {
        self.place_cog(state, edge::BOTTOM);
        state.taken[1] |= 1 << slot;
        state.pending.card = state.bottom[usize::from(slot)].take();
    }

    /// C-84.
    pub(super) fn place_die(&self, state: &mut State, die: Die) {
        self.place_cog(state, edge::DICE);
        state.dice[usize::from(die)].holder = Some(state.seat);
        state.pending.die = Some(die);
    }

    /// C-86: the choice to roll again, unless there is none.
    pub(super) fn offer_reroll(&self, state: &mut State, die: Die) -> Option<Node> {
        if state.pending.is_rolling {
            return Some(Node::Roll(die));
        }
        if state.mat().stars >= u32::from(POWER_STARS) || self.has_extra(state) {
            return Some(Node::Reroll);
        }
        self.move_pawn(state);
        None
    }

    /// C-86.
    pub(super) fn reroll(&self, state: &mut State) {
        self.pay(state, POWER_STARS);
        state.pending.is_rolling = true;
    }

    /// A die shows a number: in Phase I (C-48), or as it is rolled again (C-86).
    pub(super) fn roll(&self, state: &mut State, die: Die, pips: u8) {
        state.dice[usize::from(die)].pips = pips;
        if state.pending.is_rolling {
            state.pending.is_rolling = false;
            self.move_pawn(state);
        } else {
            state.step = Step::Dice(die + 1);
        }
    }

    /// C-84, C-90 to C-94: the pawn moves, and gains where no other pawn stands.
    pub(super) fn move_pawn(&self, state: &mut State) {
        let Some(die) = state.pending.die.take() else { return };
        let space = self.space_after(state.mat().pawn, state.dice[usize::from(die)].pips);
        if !self.is_taken(state, space) {
            state.pending.begin(Source::Track(space));
        }
        state.mat_mut().pawn = space;
    }

    /// Whether a pawn other than that of the player whose turn it is stands on a space (C-92, C-258).
    pub(super) fn is_taken(&self, state: &State, space: u8) -> bool {
        let mats = state.mats[..usize::from(self.players)].iter().zip(0..);
        let mut others = mats.filter(|&(_, seat)| seat != state.seat);
        others.any(|(mat, _)| mat.pawn == space)
            || (self.players == 2 && state.neutral.contains(&space))
    }
}
