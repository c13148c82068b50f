//! The course of a game: the setup, actions and what follows from them, turns, the end (C, D, E, F, H,
//! I, R, U, V, Z-3 to Z-6). Laying is in `laying.rs`.

use super::Athos;
use super::action::{Action, Cell, Lay, Swap};
use super::atelier::{Atelier, Held, Place};
use super::kept::FUNDATHOS;
use super::rules::{ACTIONS, Mode, Reason};
use super::state::{Pending, Phase, State};
use super::tools::LaySort;
use super::types::Face;

impl Athos {
    /// Applies a legal action or a possible chance event.
    pub(super) fn advance(&self, state: &mut State, action: Action) {
        state.kept.changes.count(action);
        self.carry_out(state, action);
        self.refresh(state);
    }

    fn carry_out(&self, state: &mut State, action: Action) {
        match action {
            Action::First(seat) => {
                state.seat = seat;
                state.phase = Phase::Setup;
                return;
            }
            Action::Draw(face) => return self.place_cube(state, face),
            Action::Roll(face) => {
                state.workshop[face.index()] += 1;
                state.rolls.remove(0);
                return self.settle(state);
            }
            Action::Mark(crossing) => {
                self.mark(state, crossing);
                return self.settle(state);
            }
            Action::DealMaster(master) => {
                self.draw_master(state, master);
                return self.settle(state);
            }
            Action::DealTool(tool) => {
                self.deal_tool(state, tool);
                if state.phase == Phase::Setup {
                    return self.begin(state);
                }
                return self.settle(state);
            }
            Action::Master(action) => {
                state.has_acted = true;
                self.do_master(state, action);
                return self.settle(state);
            }
            Action::Tool(action) => {
                state.has_acted = true;
                self.do_tool(state, action);
                return self.settle(state);
            }
            Action::Pass if state.masters.series.is_some() && state.actions_left > 0 => {
                // the extra action of the last round is left.
                state.masters.series = None;
                return;
            }
            Action::Pass => return self.end_turn(state),
            Action::Unprotect(face) => {
                // U-16: no action.
                state.masters.is_late = self.has_masters();
                self.shift(state, face, Place::Protected);
                return self.settle(state);
            }
            Action::Take(face) => {
                // E-1 to E-4.
                state.workshop[face.index()] -= 1;
                self.receive(state, face, Place::Free);
            }
            Action::TakeFrom(cell) => {
                self.take_from(state, cell);
                if state.phase == Phase::Cut {
                    // Y-10: the whole effect is one action.
                    state.tools.takes -= 1;
                    return self.settle(state);
                }
            }
            // F-1, F-3.
            Action::Rotate(tile, to) => state.ateliers[self.side(state)].turn(tile, to),
            Action::Protect(face, with_tool) => {
                self.shift(state, face, Place::Free);
                if self.has_tools() {
                    state.pending.points = self.note_protect(state, with_tool);
                }
            }
            Action::Swap(swap) => self.swap(state, swap),
            Action::Lay(lay) => self.lay_from_atelier(state, lay, false),
            Action::Restore(cell, lay) => self.restore(state, cell, lay, false),
        }
        state.has_acted = true;
        state.pending.spends = 1;
        self.settle(state);
    }

    /// Acquires a tile of Fundathos (E-3, E-4, E-6).
    pub(super) fn take_from(&self, state: &mut State, cell: Cell) {
        let face = state.fundathos[usize::from(cell)];
        state.fundathos[usize::from(cell)] = Face::default();
        state.left.remove(cell);
        state.kept.stale |= 1 << FUNDATHOS;
        if state.left.is_empty() {
            //
            state.emptied = state.turn;
        }
        self.receive(state, face, Place::Free);
    }

    /// Lays a tile of the atelier (G); `is_free` for no action.
    pub(super) fn lay_from_atelier(&self, state: &mut State, lay: Lay, is_free: bool) {
        let extra =
            if self.has_tools() { self.note_lay(state, lay, LaySort::Action, is_free) } else { 0 };
        state.ateliers[self.side(state)].remove(lay.tile);
        self.lay(state, lay);
        state.pending.points += extra;
    }

    /// Removes a tile of the mural and lays another one (J-1); `is_free` for no action.
    pub(super) fn restore(&self, state: &mut State, cell: Cell, lay: Lay, is_free: bool) {
        let extra = if self.has_tools() {
            self.note_lay(state, lay, LaySort::Restore(cell), is_free)
        } else {
            0
        };
        let removed = state.tiles[usize::from(cell)].face();
        state.take_off(cell);
        state.rolls.push(self.kind(removed));
        state.ateliers[self.side(state)].remove(lay.tile);
        if lay.cell == cell {
            self.replace(state, lay);
        } else {
            self.lay(state, lay);
        }
        state.pending.points += extra;
    }

    /// C-2 to C-6: the next cube of the setup.
    fn place_cube(&self, state: &mut State, face: Face) {
        let placed = self.cubes - self.in_bag(state);
        state.bag[usize::from(self.kind(face))] -= 1;
        let spaces = self.board.spaces.len();
        let starts = self.sides * usize::from(self.rules.start_tiles);
        if placed < spaces {
            let cell = self.board.spaces.nth(placed).unwrap_or_default();
            state.fundathos[usize::from(cell)] = face;
            state.left.insert(cell);
        } else if placed < spaces + starts {
            let side = placed - spaces;
            state.ateliers[side].add(Held { place: Place::Free, face });
        } else {
            state.workshop[face.index()] += 1;
        }
        if placed + 1 == self.cubes {
            self.begin(state);
        }
    }

    /// The first turn begins, once the tools on offer are seen (Y-2).
    fn begin(&self, state: &mut State) {
        if state.tools.to_deal().is_none() {
            (state.phase, state.actions_left) = (Phase::Act, ACTIONS);
            state.kept.stale |= 1 << FUNDATHOS;
        }
    }

    /// Cubes that the setup has still to place.
    pub(super) fn in_bag(&self, state: &State) -> usize {
        state.bag.iter().map(|&count| usize::from(count)).sum()
    }

    /// Puts a tile into the atelier of the side whose turn it is.
    fn receive(&self, state: &mut State, face: Face, place: Place) {
        state.ateliers[self.side(state)].add(Held { place, face });
    }

    /// Moves a tile from one sort of space to the other (H, U-13, U-16).
    fn shift(&self, state: &mut State, face: Face, from: Place) {
        let to = if from == Place::Free { Place::Protected } else { Place::Free };
        let atelier = &mut state.ateliers[self.side(state)];
        atelier.remove(Held { place: from, face });
        atelier.add(Held { place: to, face });
    }

    /// I-3 to I-5, U-17 to U-19.
    fn swap(&self, state: &mut State, Swap { give, roll, take, from }: Swap) {
        let own = self.side(state);
        state.ateliers[own].remove_both(give, roll);
        state.rolls.push(self.kind(roll.face));
        state.ateliers[own].add(Held { place: self.swapped_to(), face: take.face });
        let other = &mut state.ateliers[usize::from(from)];
        other.remove(take);
        other.add(Held { place: Place::Free, face: give.face });
    }

    /// What follows from an action: rolls, markers, points; then the turn goes on or ends.
    fn settle(&self, state: &mut State) {
        self.refresh(state);
        if !state.rolls.is_empty() {
            state.phase = Phase::Roll;
            return;
        }
        if let Some(phase) = self.expansions_due(state) {
            state.phase = phase;
            return;
        }
        if self.has_marks_to_choose(state) {
            state.phase = Phase::Mark;
            return;
        }
        let Pending { points, spends, .. } = std::mem::take(&mut state.pending);
        if spends > 0 && state.masters.series.is_some() {
            self.count_down(state);
        } else {
            state.actions_left -= spends;
        }
        if points > 0 {
            self.credit(state, self.side(state), points.into());
        }
        state.phase = Phase::Act;
        if self.has_empty_boards(state) {
            return self.finish(state, Reason::BoardsEmpty);
        }
        if self.rules.mode == Mode::Challenging && points > 0 && self.is_mural_full(state) {
            // W-32; what changes the mural here brings points.
            return self.finish(state, Reason::MuralFull);
        }
        if state.masters.series.is_some() {
            self.lapse(state);
        }
        let is_idle = state.actions_left == 0 && state.masters.series.is_none();
        if is_idle && !self.can_unprotect(state) {
            self.end_turn(state);
        }
    }

    /// What the expansions have still to do: tiles after a cut (Y-20), Masters to draw and to keep
    /// a tool that comes on offer (Y-2).
    fn expansions_due(&self, state: &mut State) -> Option<Phase> {
        if self.has_tools() {
            if self.can_take_after_cut(state) {
                return Some(Phase::Cut);
            }
            if state.tools.to_deal().is_some() {
                return Some(Phase::Deal);
            }
        }
        if self.has_masters() { self.draws_on(state) } else { None }
    }

    /// Whether Fundathos and both ateliers are empty, with which solo, duel and teams end (U-25).
    pub(super) fn has_empty_boards(&self, state: &State) -> bool {
        self.rules.mode.is_tug()
            && state.left.is_empty()
            && state.ateliers.iter().all(Atelier::is_empty)
    }

    /// Whether a move of U-16 is possible.
    pub(super) fn can_unprotect(&self, state: &State) -> bool {
        let atelier = &state.ateliers[self.side(state)];
        self.rules.mode.is_tug()
            && !atelier.shelf(Place::Protected).is_empty()
            && self.has_room(state, self.side(state), Place::Free)
    }

    /// Whether a space of this sort is vacant.
    pub(super) fn has_room(&self, state: &State, side: usize, place: Place) -> bool {
        state.ateliers[side].shelf(place).len() < self.spaces[place as usize]
    }

    /// D-9, R-2, R-3, Z-3 to Z-6: the next turn, or the end.
    fn end_turn(&self, state: &mut State) {
        state.passed = if state.has_acted { 0 } else { state.passed + 1 };
        state.idle = if state.has_laid { 0 } else { state.idle + 1 };
        (state.has_acted, state.has_laid) = (false, false);
        state.masters.is_late = false;
        state.tools.end_turn();
        let (round, rules) = (self.round(), &self.rules);
        let is_emptied = state.emptied > 0;
        let since = state.turn - state.emptied;
        let end = if is_emptied && !rules.mode.is_tug() && since == round {
            Some(Reason::LastRound)
        } else if state.passed >= round {
            Some(Reason::AllPassed)
        } else if state.idle >= rules.no_progress_rounds * round {
            Some(Reason::NoProgress)
        } else if state.turn >= rules.max_rounds * round {
            Some(Reason::TooManyRounds)
        } else if is_emptied && rules.mode.is_tug() && since >= rules.tail_turns {
            Some(Reason::Tail)
        } else {
            None
        };
        if let Some(reason) = end {
            return self.finish(state, reason);
        }
        state.masters.series = None;
        state.turn += 1;
        let next = usize::from(state.seat) + 1;
        state.seat = if next == self.players { 0 } else { next as u8 };
        //
        state.actions_left = self.most_actions(state);
        state.phase = Phase::Act;
    }
}
