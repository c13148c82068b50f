//! The ten cards: what each can be used for, and what that does.

use super::super::Athos;
use super::super::action::{Action, Cell};
use super::super::atelier::Place;
use super::super::choices::Choices;
use super::super::contract::{Crossing, crossings};
use super::super::restore::parts;
use super::super::state::State;
use super::super::types::{Master, Pattern};
use super::{MasterAction, Series, Spot, Use};
use crate::grid::Cells;

impl Athos {
    /// Calls `visit` with every use of the Master of the side to act.
    pub(in super::super) fn each_use(&self, state: &State, visit: &mut dyn FnMut(Action)) {
        let Some(master) = self.usable_master(state) else { return };
        let mut visit = |action| visit(Action::Master(MasterAction::Use(action)));
        let side = self.side(state);
        match master {
            Master::Contracts => self.each_spot(state, |from, owner| {
                if usize::from(owner) == side {
                    self.each_unmarked(state, |card, crossing| {
                        if card != from.card {
                            visit(Use::Contracts(from, card, crossing));
                        }
                    });
                }
            }),
            Master::Precision => {
                let cards = 0..self.set.cards.len() as Pattern;
                cards
                    .filter(|&card| self.takes_extra(state, side, card))
                    .for_each(|card| visit(Use::Precision(card)));
            }
            Master::SetSquare => {
                if state.stock[side] > 0 {
                    self.each_unmarked(state, |card, crossing| {
                        visit(Use::SetSquare(card, crossing));
                    });
                }
            }
            Master::Perfection => Series::ALL
                .into_iter()
                .filter(|&series| self.can_go_on(state, series))
                .for_each(|series| visit(Use::Perfection(series))),
            Master::Versatility => {
                let table = self.table(state);
                let scene = self.scene(state, &table);
                self.each_of(&scene, Choices::Rotations, &mut |action| {
                    if let Action::Rotate(tile, to) = action {
                        visit(Use::Versatility(tile, to));
                    }
                })
            }
            Master::Correction => self.each_correction(state, visit),
            Master::Restoration => self
                .plain_restores(state)
                .iter()
                .for_each(|&(cell, lay)| visit(Use::Restoration(cell, lay))),
            Master::Laying => {
                let table = self.table(state);
                let scene = self.scene(state, &table);
                // from any space.
                for tile in state.ateliers[side].distinct() {
                    let lays = Choices::Lays(tile, false);
                    self.each_of(&scene, lays, &mut |action| {
                        if let Action::Lay(lay) = action {
                            visit(Use::Laying(lay));
                        }
                    });
                }
            }
            Master::Purchase => {
                if self.has_room(state, side, Place::Free) {
                    state.left.iter().for_each(|cell| visit(Use::Purchase(cell)));
                }
            }
            Master::Adaptation => self.each_spot(state, |own, owner| {
                if usize::from(owner) == side {
                    self.each_spot(state, |other, owner| {
                        if usize::from(owner) != side {
                            let named = if other.crossing.is_none() { owner } else { 0 };
                            visit(Use::Adaptation(own, other, named));
                        }
                    });
                }
            }),
        }
    }

    /// Calls `visit` with every marker on cards: where it lies, and the side.
    fn each_spot(&self, state: &State, mut visit: impl FnMut(Spot, u8)) {
        for card in 0..self.set.cards.len() as Pattern {
            for number in 0..Spot::COUNT {
                let spot = Spot::numbered(card, number);
                if let Some(owner) = owner(state, spot) {
                    visit(spot, owner);
                }
            }
        }
    }

    /// Calls `visit` with the unmarked crossings of open cards.
    fn each_unmarked(&self, state: &State, mut visit: impl FnMut(Pattern, Crossing)) {
        for card in 0..self.set.cards.len() as Pattern {
            let info = &state.cards[usize::from(card)];
            if info.is_open {
                crossings(info.unmarked()).for_each(|crossing| visit(card, crossing));
            }
        }
    }

    /// Whether a side can put a marker beside the crossings of a card: it is finished.
    pub(super) fn takes_extra(&self, state: &State, side: usize, card: Pattern) -> bool {
        let info = &state.cards[usize::from(card)];
        let is_finished = state.masters.completed >> card & 1 == 1 || info.unmarked() == 0;
        state.stock[side] > 0 && is_finished
    }

    /// every tile that can be removed, then every two, one after the other in any order.
    fn each_correction(&self, state: &State, mut visit: impl FnMut(Use)) {
        let cells = state.blocks.occupied();
        let single: Cells = cells
            .iter()
            .filter(|&cell| self.can_correct(state, cell))
            .map(Cells::single)
            .fold(Cells::EMPTY, |set, cell| set | cell);
        single.iter().for_each(|cell| visit(Use::Correction(cell, None)));
        for one in cells.iter() {
            // What can't be removed now can be after another tile of its block alone.
            let later = cells.iter().filter(|&other| other > one);
            for other in later {
                if self.can_correct_both(state, single, one, other) {
                    visit(Use::Correction(one, Some(other)));
                }
            }
        }
    }

    /// Whether two tiles can be removed, of which `single` are those that can be alone.
    pub(super) fn can_correct_both(
        &self,
        state: &State,
        single: Cells,
        one: Cell,
        other: Cell,
    ) -> bool {
        if state.blocks.pattern_at(one) != state.blocks.pattern_at(other) {
            return single.has(one) && single.has(other);
        }
        let after = |first: Cell, second: Cell| {
            single.has(first) && {
                let mut without = state.clone();
                without.take_off(first);
                self.can_correct(&without, second)
            }
        };
        after(one, other) || after(other, one)
    }

    /// Whether a tile is in an incorrect block, outside its correct squares, and the block does not
    /// fall apart without it (X-16, N-6).
    pub(super) fn can_correct(&self, state: &State, cell: Cell) -> bool {
        let Some(pattern) = state.blocks.pattern_at(cell) else { return false };
        let block = state.blocks.of(pattern);
        let fit = self.fit(state, pattern);
        parts(block - Cells::single(cell)) <= parts(block)
            && !fit.sound().has(cell)
            && fit.frames().any(|frame| !fit.incorrect(frame).is_empty())
    }

    /// What a use does at once; a Master costs no action.
    pub(super) fn apply_use(&self, state: &mut State, action: Use) {
        let side = self.side(state);
        let owner = side as u8;
        match action {
            Use::Contracts(from, card, crossing) => {
                put(state, from, None);
                put(state, Spot { card, crossing: Some(crossing) }, Some(owner));
            }
            Use::Precision(card) => {
                state.stock[side] -= 1;
                state.masters.extra = Some((card, owner));
            }
            Use::SetSquare(card, crossing) => {
                state.stock[side] -= 1;
                put(state, Spot { card, crossing: Some(crossing) }, Some(owner));
            }
            Use::Perfection(series) => self.begin_series(state, series),
            Use::Versatility(tile, to) => state.ateliers[side].turn(tile, to),
            Use::Correction(one, other) => {
                self.send_off(state, one);
                if let Some(other) = other {
                    self.send_off(state, other);
                }
            }
            Use::Restoration(cell, lay) => self.restore(state, cell, lay, true),
            Use::Laying(lay) => self.lay_from_atelier(state, lay, true),
            Use::Purchase(cell) => self.take_from(state, cell),
            Use::Adaptation(own, other, _) => {
                let taken = self::owner(state, other);
                put(state, other, Some(owner));
                put(state, own, taken);
            }
        }
    }

    /// Removes a tile of the mural, which is rolled into the workshop (X-16, Y-29).
    pub(in super::super) fn send_off(&self, state: &mut State, cell: Cell) {
        let Some(pattern) = state.blocks.pattern_at(cell) else { return };
        state.rolls.push(self.kind(state.tiles[usize::from(cell)].face()));
        state.take_off(cell);
        if state.blocks.of(pattern).is_empty() {
            // M-19: it may be started afresh.
            state.cards[usize::from(pattern)].has_passed = false;
        }
    }
}

/// Whose marker lies there.
pub(super) fn owner(state: &State, spot: Spot) -> Option<u8> {
    match spot.crossing {
        Some(crossing) => {
            state.cards[usize::from(spot.card)].crossings[crossing as usize].checked_sub(1)
        }
        None => state.masters.extra.filter(|&(card, _)| card == spot.card).map(|(_, side)| side),
    }
}

/// Puts the marker of a side there, or takes away what lies there.
fn put(state: &mut State, spot: Spot, side: Option<u8>) {
    match spot.crossing {
        Some(crossing) => {
            state.cards[usize::from(spot.card)].crossings[crossing as usize] =
                side.map_or(0, |side| side + 1);
        }
        None => state.masters.extra = side.map(|side| (spot.card, side)),
    }
}
