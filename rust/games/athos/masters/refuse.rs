//! Why an action that Masters bring is refused.

use super::super::Athos;
use super::super::action::{Action, Cell};
use super::super::atelier::Place;
use super::super::contract::Crossing;
use super::super::illegal::IllegalAction;
use super::super::refuse::Checked;
use super::super::restore::parts;
use super::super::state::State;
use super::super::types::Pattern;
use super::uses::owner;
use super::{MasterAction, Spot, Use};
use crate::grid::Cells;

fn wrong(message: &'static str, rule: &'static str) -> Checked {
    Err(IllegalAction::Expansion(message, rule))
}

impl Athos {
    pub(in super::super) fn refuse_keep(&self, state: &State, action: Action) -> Checked {
        match action {
            Action::Master(MasterAction::Keep(master)) => {
                let is_drawn = state.masters.drawn.iter().any(|card| card.master() == master);
                if is_drawn { Ok(()) } else { wrong("this Master was not drawn", "X-5") }
            }
            _ => wrong("one of the Masters drawn has to be kept first", "X-5"),
        }
    }

    pub(in super::super) fn refuse_master(&self, state: &State, action: MasterAction) -> Checked {
        if !self.has_masters() {
            return wrong("Masters of Works are not played", "B-14");
        }
        match action {
            MasterAction::Keep(_) => wrong("no Master was drawn", "X-5"),
            MasterAction::Get => self.refuse_getting(state),
            MasterAction::Use(action) => {
                let side = self.side(state);
                let Some(held) = state.masters.held[side] else {
                    return wrong("there is no Master to be used", "X-8");
                };
                if held != action.master() {
                    return wrong("another Master is held", "X-8");
                }
                if state.masters.has_used(side) {
                    return wrong("the Master has been used", "X-8");
                }
                if self.usable_master(state).is_none() {
                    return wrong("a Master is used as the first thing in a turn", "X-8");
                }
                self.refuse_use(state, side, action)
            }
        }
    }

    fn refuse_getting(&self, state: &State) -> Checked {
        let side = self.side(state);
        if state.masters.held[side].is_some() {
            return wrong("a player gets a Master once", "X-4");
        }
        if !self.can_give_up(state) {
            return wrong("both normal actions have to be given up for a Master", "X-2");
        }
        if state.masters.pairs >> side & 1 == 0 {
            return wrong("two tiles of one pattern have to be laid before", "X-3");
        }
        if self.can_get_master(state) { Ok(()) } else { wrong("the pile is empty", "X-6") }
    }

    fn refuse_use(&self, state: &State, side: usize, action: Use) -> Checked {
        let is_own = |spot| owner(state, spot) == Some(side as u8);
        match action {
            Use::Contracts(from, card, crossing) => {
                if !is_own(from) {
                    return wrong("no own marker lies there", "X-11");
                }
                if from.card == card {
                    return wrong("the marker moves to another card", "X-11");
                }
                self.refuse_crossing(state, card, crossing, "X-11")
            }
            Use::Precision(card) => {
                self.refuse_stock(state, side, "X-12")?;
                let takes_it = self.takes_extra(state, side, card);
                if takes_it { Ok(()) } else { wrong("the card is not finished", "X-12") }
            }
            Use::SetSquare(card, crossing) => {
                self.refuse_stock(state, side, "X-13")?;
                self.refuse_crossing(state, card, crossing, "X-13")
            }
            Use::Perfection(series) => {
                let can_begin = self.can_go_on(state, series);
                if can_begin { Ok(()) } else { wrong("no such action is possible", "X-14") }
            }
            Use::Versatility(tile, to) => self.refuse_rotation(state, side, tile, to),
            Use::Correction(one, other) => self.refuse_correction(state, one, other),
            Use::Restoration(cell, lay) => self.refuse_restore(state, side, cell, lay),
            Use::Laying(lay) => self.refuse_lay(state, side, lay, true),
            Use::Purchase(cell) => {
                self.need_room(state, side, Place::Free, "E-2")?;
                if state.left.has(cell) { Ok(()) } else { Err(IllegalAction::NotOnFundathos) }
            }
            Use::Adaptation(own, other, named) => {
                if !is_own(own) {
                    return wrong("no own marker lies there", "X-22");
                }
                let theirs = owner(state, other).filter(|&owner| usize::from(owner) != side);
                match (theirs, other) {
                    (Some(owner), Spot { crossing: None, .. }) if owner != named => {
                        wrong("that side has no marker there", "X-22")
                    }
                    (Some(_), _) => Ok(()),
                    (None, _) => wrong("no marker of another side lies there", "X-22"),
                }
            }
        }
    }

    fn refuse_stock(&self, state: &State, side: usize, rule: &'static str) -> Checked {
        if state.stock[side] > 0 { Ok(()) } else { wrong("no marker is in stock", rule) }
    }

    /// Whether a crossing can be marked without a square.
    fn refuse_crossing(
        &self,
        state: &State,
        card: Pattern,
        crossing: Crossing,
        rule: &'static str,
    ) -> Checked {
        let info = &state.cards[usize::from(card)];
        if !info.is_open {
            return wrong("the card is not open, or does not lie in any way yet", rule);
        }
        let is_unmarked = info.crossings[crossing as usize] == 0;
        if is_unmarked { Ok(()) } else { wrong("the crossing is marked", rule) }
    }

    fn refuse_correction(&self, state: &State, one: Cell, other: Option<Cell>) -> Checked {
        for cell in [Some(one), other].into_iter().flatten() {
            if state.blocks.pattern_at(cell).is_none() {
                return Err(IllegalAction::NothingThere(super::super::notation::cell_text(cell)));
            }
        }
        let single: Cells = [Some(one), other]
            .into_iter()
            .flatten()
            .filter(|&cell| self.can_correct(state, cell))
            .map(Cells::single)
            .fold(Cells::EMPTY, |set, cell| set | cell);
        let is_possible = match other {
            None => single.has(one),
            Some(other) => self.can_correct_both(state, single, one, other),
        };
        if is_possible {
            return Ok(());
        }
        let splits = |cell| {
            let pattern = state.blocks.pattern_at(cell)?;
            let block = state.blocks.of(pattern);
            Some(parts(block - Cells::single(cell)) > parts(block))
        };
        if other.is_none() && splits(one) == Some(true) {
            return wrong("the panel would have more unlinked parts than before", "N-6");
        }
        wrong("the tiles are in correct squares, or their panels have no incorrect tile", "X-16")
    }
}
