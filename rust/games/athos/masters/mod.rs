//! Masters of Works: the pile, who gets a card, and when it is used.
//!
//! * `action.rs`, `text.rs`, `index.rs`: what a player may do with them, its texts and indices.
//! * `uses.rs`: the ten cards. `series.rs`: one action three times.
//! * `refuse.rs`: why not. `show.rs`: what is shown of them. `json.rs`: positions.
//!
//! Which cards of the pile lie where is open until somebody sees them; only those that were put under
//! it have a place, which the side that put them there knows.

mod action;
mod index;
mod json;
mod refuse;
mod series;
mod show;
mod text;
mod uses;

use tinyvec::ArrayVec;

pub use action::{MasterAction, Series, Spot, Use};
pub(super) use index::{master_at, master_place};
pub(super) use text::read_crossing;

use super::Athos;
use super::components::ComponentSet;
use super::rules::{ACTIONS, LAST_ACTIONS, Mode};
use super::state::{Phase, SIDES, State};
use super::types::{Master, Pattern};
use crate::game::Seat;
use crate::random::Random;

/// Cards drawn, of which one is kept.
const DRAWN: u8 = 2;

/// A card that lies face down, or in the hand of who chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hidden {
    /// The place of the Master in [`Master::ALL`].
    pub card: u8,
    /// The side that put it under the pile.
    pub by: u8,
    /// The sides that know which card it is, a bit each.
    pub known: u8,
}

impl Hidden {
    /// The card.
    #[must_use]
    pub fn master(self) -> Master {
        Master::ALL[usize::from(self.card)]
    }
}

/// The Masters in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Masters {
    /// The cards of the pile whose place nobody knows, a bit each.
    pub unknown: u16,
    /// Those that were put under it, from top to bottom.
    pub bottom: ArrayVec<[Hidden; 8]>,
    /// Those that were drawn, by the order of the rules, while one is chosen.
    pub drawn: ArrayVec<[Hidden; 2]>,
    /// Cards that are still to be drawn.
    pub draws: u8,
    /// Who holds which.
    pub held: [Option<Master>; SIDES],
    /// Which sides have used theirs, a bit each.
    pub used: u8,
    /// The patterns of which each side has laid a tile, a bit each.
    pub laid: [u16; SIDES],
    /// The sides that have laid two of one pattern, a bit each.
    pub pairs: u8,
    /// The panels that were once full, a bit each.
    pub completed: u16,
    /// A marker beside the crossings of a card: the card, and the side.
    pub extra: Option<(Pattern, u8)>,
    /// The action that is repeated, and how often it still can be.
    pub series: Option<(Series, u8)>,
    /// Whether a move of U-16 was made in this turn, so that a Master comes too late.
    pub is_late: bool,
}

impl Masters {
    /// How many cards the pile has.
    #[must_use]
    pub fn pile(&self) -> usize {
        self.unknown.count_ones() as usize + self.bottom.len()
    }

    /// Actions of a series that are left.
    #[must_use]
    pub fn repeats(&self) -> u8 {
        self.series.map_or(0, |(_, left)| left)
    }

    /// Whether a side has used its Master.
    #[must_use]
    pub fn has_used(&self, side: usize) -> bool {
        self.used >> side & 1 == 1
    }

    /// a side has laid a tile of a pattern, wherever it is then.
    pub(super) fn note_laid(&mut self, side: usize, pattern: Pattern) {
        let bit = 1 << pattern;
        self.pairs |= u8::from(self.laid[side] & bit != 0) << side;
        self.laid[side] |= bit;
    }
}

/// The Masters of a set that are in play, a bit each.
pub(super) fn in_play(set: &ComponentSet, mode: Mode) -> u16 {
    let played = set.masters.iter().map(|&(master, _)| master);
    let played = played.filter(|master| mode.has_cards() || !master.needs_contracts());
    played.fold(0, |set, master| set | 1 << master.index())
}

/// The Masters of a set of bits, in order.
pub(super) fn members(set: u16) -> impl Iterator<Item = Master> {
    Master::ALL.into_iter().filter(move |master| set >> master.index() & 1 == 1)
}

impl Athos {
    /// Whether the expansion is played.
    #[inline]
    pub(super) fn has_masters(&self) -> bool {
        self.masters.is_some()
    }

    /// Actions with which a turn begins (D-2, R-4).
    pub(super) fn most_actions(&self, state: &State) -> u8 {
        if self.is_last_round(state) { LAST_ACTIONS } else { ACTIONS }
    }

    /// Whether no normal action was taken in this turn, so that both can be given up (X-2, X-10, Y-3,
    /// Y-14).
    pub(super) fn can_give_up(&self, state: &State) -> bool {
        state.masters.series.is_none() && state.actions_left == self.most_actions(state)
    }

    /// Whether the side to act may draw a Master.
    pub(super) fn can_get_master(&self, state: &State) -> bool {
        let (side, masters) = (self.side(state), &state.masters);
        self.has_masters()
            && self.can_give_up(state)
            && masters.held[side].is_none()
            && masters.pairs >> side & 1 == 1
            && masters.pile() > 0
    }

    /// Whether the side to act may use its Master: first of all.
    pub(super) fn usable_master(&self, state: &State) -> Option<Master> {
        let side = self.side(state);
        let is_first = !state.has_acted && !state.masters.is_late;
        let is_free = is_first && !state.masters.has_used(side);
        state.masters.held[side].filter(|_| is_free)
    }

    /// What an action of the expansion does at once.
    pub(super) fn do_master(&self, state: &mut State, action: MasterAction) {
        match action {
            MasterAction::Get => {
                state.masters.draws = DRAWN;
                state.pending.spends = ACTIONS;
            }
            MasterAction::Keep(master) => self.keep(state, master),
            MasterAction::Use(action) => {
                state.masters.used |= 1 << self.side(state);
                self.apply_use(state, action);
            }
        }
    }

    /// A card was drawn.
    pub(super) fn draw_master(&self, state: &mut State, master: Master) {
        state.masters.unknown &= !(1 << master.index());
        self.take_up(state, Hidden { card: master as u8, by: 0, known: 0 });
    }

    fn take_up(&self, state: &mut State, card: Hidden) {
        let known = card.known | 1 << self.side(state);
        let masters = &mut state.masters;
        masters.draws -= 1;
        masters.drawn.push(Hidden { by: 0, known, ..card });
        masters.drawn.sort_unstable_by_key(|drawn| drawn.card);
    }

    /// one is kept, the other goes under the pile.
    fn keep(&self, state: &mut State, master: Master) {
        let side = self.side(state);
        let masters = &mut state.masters;
        masters.held[side] = Some(master);
        for card in std::mem::take(&mut masters.drawn) {
            if card.master() != master {
                masters.bottom.push(Hidden { by: side as u8, ..card });
            }
        }
    }

    /// Draws cards whose place is known, and keeps a single one; what is due then, if anything.
    pub(super) fn draws_on(&self, state: &mut State) -> Option<Phase> {
        while state.masters.draws > 0 {
            if state.masters.unknown != 0 {
                return Some(Phase::Deal);
            }
            if state.masters.bottom.is_empty() {
                state.masters.draws = 0;
            } else {
                let card = state.masters.bottom.remove(0);
                self.take_up(state, card);
            }
        }
        match state.masters.drawn.len() {
            0 => None,
            1 => {
                self.keep(state, state.masters.drawn[0].master());
                None
            }
            _ => Some(Phase::Keep),
        }
    }

    /// The side of a seat that looks on; none where a player has both (U-1).
    pub(super) fn side_of(&self, seat: Seat) -> Option<usize> {
        match self.rules.mode {
            Mode::Solo => None,
            Mode::Duel | Mode::Teams => Some(usize::from(seat) % 2),
            _ => Some(seat.into()),
        }
    }

    /// Whether somebody is of a side.
    pub(super) fn is_of(&self, seat: Option<Seat>, side: usize) -> bool {
        seat.is_some_and(|seat| self.side_of(seat).is_none_or(|own| own == side))
    }

    /// cards that a seat can't know are drawn anew, uniformly.
    pub(super) fn redeal_masters(&self, state: &mut State, seat: Seat, random: &mut Random) {
        let Some(side) = self.side_of(seat) else { return };
        let masters = &mut state.masters;
        let is_hidden = |card: &Hidden| card.known >> side & 1 == 0;
        let drawn = masters.drawn.iter().filter(|card| is_hidden(card)).count();
        let places = masters.bottom.iter().filter(|card| is_hidden(card)).count() + drawn;
        if places == 0 {
            return;
        }
        let face_down = masters.drawn.iter().chain(&masters.bottom);
        let mut hidden = masters.unknown;
        face_down.filter(|card| is_hidden(card)).for_each(|card| hidden |= 1 << card.card);
        let mut draw = || {
            let place = random.below(hidden.count_ones()) as usize;
            let master = members(hidden).nth(place).map_or(0, |master| master as u8);
            hidden &= !(1 << master);
            master
        };
        for card in masters.drawn.iter_mut().chain(&mut masters.bottom) {
            if card.known >> side & 1 == 0 {
                card.card = draw();
            }
        }
        masters.drawn.sort_unstable_by_key(|card| card.card);
        masters.unknown = hidden;
    }

    /// What a seat sees of an event: others draw face down.
    pub(super) fn deal_text(&self, state: &State, master: Master, seat: Option<Seat>) -> String {
        let is_shown = self.is_of(seat, self.side(state));
        format!("deal {}", if is_shown { master.key() } else { "?" })
    }
}
