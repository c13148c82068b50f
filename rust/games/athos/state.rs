//! One position of Athos; what happens in it is in `turn.rs` and `laying.rs`.

use tinyvec::ArrayVec;

use super::Athos;
use super::atelier::Atelier;
use super::components::MAX_KINDS;
use super::contract::{Card, Crossings};
use super::kept::Kept;
use super::masters::Masters;
use super::mural::Blocks;
use super::mural::PATTERNS;
use super::rules::{MARKERS, Reason};
use super::tools::{Tools, fresh_piles};
use super::types::{Face, Tile};
use crate::game::{Actor, Seat};
use crate::grid::Cells;

/// Most sides.
pub const SIDES: usize = 6;

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The first player is drawn (C-10).
    First,
    /// A cube is drawn and placed (C-2 to C-6).
    Setup,
    /// The player whose turn it is acts (D).
    Act,
    /// A cube is rolled into the workshop (K-2).
    Roll,
    /// The player whose turn it is places a marker.
    Mark,
    /// A Master is drawn, or a tool comes on offer (Y-2).
    Deal,
    /// The player whose turn it is keeps one of two Masters.
    Keep,
    /// The player whose turn it is acquires tiles after a cut (Y-20).
    Cut,
    /// Nothing: the game is over.
    Over(Reason),
}

/// What an action has brought and is not settled yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pending {
    /// Points to credit (P, Q-10).
    pub points: u8,
    /// Correct squares that can bring a marker, each with the windows that it equals.
    pub squares: ArrayVec<[Crossings; 4]>,
    /// The pattern laid.
    pub pattern: u8,
    /// Actions that it takes (D-2).
    pub spends: u8,
}

/// One position, with everything in it. What every decision asks for lies side by side, as far as it is
/// small.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct State {
    /// Ateliers by side.
    pub ateliers: [Atelier; SIDES],
    /// Pattern markers in stock, by side.
    pub stock: [u8; SIDES],
    /// Whose turn it is.
    pub seat: Seat,
    /// Actions that are left in the turn (D-2, R-4).
    pub actions_left: u8,
    /// What is due.
    pub phase: Phase,
    /// Whether an action was taken in this turn (Z-3).
    pub has_acted: bool,
    /// Whether a tile was laid in this turn (Z-4).
    pub has_laid: bool,
    /// Yellow markers that have been collected, a bit each (U-4).
    pub yellow: u8,
    /// Kinds of cubes that have to be rolled, in order.
    pub rolls: ArrayVec<[u8; 2]>,
    /// What the action under way has brought.
    pub pending: Pending,
    /// The turn, from 1.
    pub turn: u32,
    /// Turns passed in a row (Z-3).
    pub passed: u32,
    /// Turns in a row without a lay (Z-4).
    pub idle: u32,
    /// The turn in which Fundathos was emptied (R-1, Z-6); 0 before.
    pub emptied: u32,
    /// Points by side; one number for both sides in solo, duel and teams (V-1).
    pub scores: [i32; SIDES],
    /// How many tiles of the workshop show each face.
    pub workshop: [u8; Face::MOST],
    /// Contract cards by pattern.
    pub cards: [Card; PATTERNS],
    /// The blocks of the tiles on the mural.
    pub blocks: Blocks,
    /// What follows from the mural.
    pub kept: Kept,
    /// The tiles on the mural, by cell.
    pub tiles: [Tile; 256],
    /// Who has made the block of each pattern immutable: the side, from 1; 0 for nobody (W-11).
    pub immutable: [u8; PATTERNS],
    /// How many tiles in the box showed each face when they left the mural.
    pub discarded: [u8; Face::MOST],
    /// The spaces of Fundathos that hold a tile.
    pub left: Cells,
    /// The faces on the Fundathos board, by space; those of emptied spaces are forgotten.
    pub fundathos: [Face; 256],
    /// Masters of Works (X).
    pub masters: Masters,
    /// Special Tools (Y).
    pub tools: Tools,
    /// Cubes of each kind that the setup has still to place.
    pub bag: [u8; MAX_KINDS],
}

impl State {
    /// Puts a tile on the mural.
    pub fn put(&mut self, cell: u8, tile: Tile, pattern: u8) {
        self.tiles[usize::from(cell)] = tile;
        self.blocks.insert(pattern, cell);
        self.kept.stale |= 1 << pattern;
    }

    /// Takes a tile off the mural.
    pub fn take_off(&mut self, cell: u8) {
        self.tiles[usize::from(cell)] = Tile::default();
        let pattern = self.blocks.pattern_at(cell);
        self.kept.stale |= pattern.map_or(0, |pattern| 1 << pattern);
        self.blocks.remove(cell);
    }
}

impl Athos {
    pub(super) fn fresh(&self) -> State {
        let mut state = State {
            tiles: [Tile::default(); 256],
            blocks: Blocks::default(),
            fundathos: [Face::default(); 256],
            left: Cells::default(),
            workshop: [0; Face::MOST],
            discarded: [0; Face::MOST],
            bag: [0; MAX_KINDS],
            ateliers: [Atelier::default(); SIDES],
            cards: [Card::default(); PATTERNS],
            kept: Kept::new(&self.ground),
            immutable: [0; PATTERNS],
            stock: [0; SIDES],
            scores: [0; SIDES],
            yellow: 0,
            turn: 1,
            seat: self.rules.first_player.unwrap_or(0),
            actions_left: 0,
            has_acted: false,
            has_laid: false,
            passed: 0,
            idle: 0,
            emptied: 0,
            phase: if self.rules.first_player.is_some() { Phase::Setup } else { Phase::First },
            rolls: ArrayVec::default(),
            pending: Pending::default(),
            masters: Masters { unknown: self.masters.unwrap_or(0), ..Masters::default() },
            tools: Tools::default(),
        };
        if let Some(tools) = self.tools {
            (state.tools.unknown, state.tools.piles) = (tools, fresh_piles(tools));
        }
        for (bag, kind) in state.bag.iter_mut().zip(&self.set.kinds) {
            *bag = kind.count;
        }
        state.stock[..self.sides].fill(MARKERS);
        if self.rules.mode.is_tug() && !self.rules.turns_cards {
            // U-5.
            state.cards[..self.set.cards.len()].iter_mut().for_each(|card| card.is_open = true);
        }
        state
    }

    /// Who decides.
    #[inline]
    pub(super) fn to_act(&self, state: &State) -> Actor {
        match state.phase {
            Phase::Over(_) => Actor::Nobody,
            Phase::Act | Phase::Mark | Phase::Keep | Phase::Cut => Actor::Player(state.seat),
            Phase::First | Phase::Setup | Phase::Roll | Phase::Deal => Actor::Chance,
        }
    }

    /// The side whose turn it is (U-7, V-2, V-3).
    #[inline]
    pub(super) fn side(&self, state: &State) -> usize {
        if self.rules.mode.is_tug() { (state.turn as usize - 1) % 2 } else { state.seat.into() }
    }

    /// Turns in a round.
    pub(super) fn round(&self) -> u32 {
        self.players.max(2) as u32
    }

    /// Whether the last round is played.
    #[inline]
    pub(super) fn is_last_round(&self, state: &State) -> bool {
        !self.rules.mode.is_tug() && state.emptied > 0 && state.turn > state.emptied
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansions_take_little_of_a_state() {
        // Playouts and agents copy states.
        let expansions = size_of::<Masters>() + size_of::<Tools>();
        assert!(expansions <= 128, "{expansions}");
    }
}
