//! What may happen next: the legal actions of a player, the outcomes of chance.

use tinyvec::ArrayVec;

use super::Athos;
use super::action::{Action, Cell, Lay, Swap};
use super::atelier::{Held, Place};
use super::contract::crossings;
use super::mural::Headings;
use super::state::{Phase, State};
use super::types::{Face, Kind, Pattern};
use crate::random::Random;

impl Athos {
    /// The tiles of the side to act that can be laid, or used in a restore: any (G-1), but only those in
    /// Free spaces in solo and duel (U-15).
    pub(super) fn usable(&self, state: &State) -> impl Iterator<Item = Held> + use<> {
        let is_tug = self.rules.mode.is_tug();
        let tiles = state.ateliers[self.side(state)].distinct();
        tiles.filter(move |tile| !is_tug || tile.place == Place::Free)
    }

    /// Calls `visit` with the choices of every legal way to lay a tile of a pattern on a cell that its
    /// shape allows.
    pub(super) fn each_push(
        &self,
        state: &State,
        pattern: Pattern,
        cell: Cell,
        mut visit: impl FnMut(Headings),
    ) {
        state.blocks.pushes(&self.ground, pattern, cell, |push| visit(push.choices));
    }

    /// The quarter-turns with which a face can be laid (A-7, T-8, W-8).
    pub(super) fn looks(&self, face: Face) -> u8 {
        if self.rules.mode.has_cards() { self.set.faces[face.index()].order } else { 1 }
    }

    /// The orientations in which a lay of a pattern can open its card (G-5); nothing if there is none to
    /// choose.
    pub(super) fn orientations(&self, state: &State, pattern: Pattern) -> &[u8] {
        let index = usize::from(pattern);
        let opens = self.rules.mode.has_cards() && !state.cards[index].is_open;
        if opens && self.rules.turns_cards { &self.orientations[index] } else { &[] }
    }

    /// Calls `visit` with every legal action, in their order.
    pub(super) fn visit_legal(&self, state: &State, visit: &mut impl FnMut(Action)) {
        match state.phase {
            Phase::Mark => crossings(self.markable(state)).map(Action::Mark).for_each(visit),
            Phase::Act => {
                if state.actions_left > 0 {
                    self.visit_takes(state, visit);
                    self.visit_rotations(state, visit);
                    self.visit_lays(state, visit);
                    self.visit_protects(state, visit);
                    self.visit_swaps(state, visit);
                    for (cell, lay) in self.restores(state) {
                        visit(Action::Restore(cell, lay));
                    }
                }
                if self.can_unprotect(state) {
                    let shelf = state.ateliers[self.side(state)].shelf(Place::Protected);
                    shelf.distinct().map(Action::Unprotect).for_each(&mut *visit);
                }
                visit(Action::Pass);
            }
            _ => {}
        }
    }

    /// E-1, E-2.
    fn visit_takes(&self, state: &State, visit: &mut impl FnMut(Action)) {
        if self.has_room(state, self.side(state), Place::Free) {
            let shown = state.workshop.iter().enumerate().filter(|(_, count)| **count > 0);
            shown.for_each(|(face, _)| visit(Action::Take(Face(face as u8))));
            self.released(state).iter().for_each(|cell| visit(Action::TakeFrom(cell)));
        }
    }

    /// F-1, F-5.
    fn visit_rotations(&self, state: &State, visit: &mut impl FnMut(Action)) {
        for tile in state.ateliers[self.side(state)].distinct() {
            self.faces_of(self.kind(tile.face))
                .filter(|&face| face != tile.face)
                .for_each(|face| visit(Action::Rotate(tile, face)));
        }
    }

    /// The different faces of a kind: a face may be on several of its sides.
    fn faces_of(&self, kind: Kind) -> impl Iterator<Item = Face> + use<> {
        let faces = self.set.kinds[usize::from(kind)].faces;
        let is_new = move |&side: &usize| side == 0 || faces[side - 1] != faces[side];
        (0..faces.len()).filter(is_new).map(move |side| faces[side])
    }

    /// G-1 to G-10.
    fn visit_lays(&self, state: &State, visit: &mut impl FnMut(Action)) {
        for tile in self.usable(state) {
            let pattern = self.pattern(tile.face);
            let cards = self.orientations(state, pattern);
            for cell in self.growth(state, pattern).iter() {
                self.each_push(state, pattern, cell, |choices| {
                    let mut lay = |card| {
                        for turn in 0..self.looks(tile.face) {
                            visit(Action::Lay(Lay { tile, turn, cell, choices, card }));
                        }
                    };
                    if cards.is_empty() {
                        lay(None);
                    }
                    cards.iter().for_each(|&turns| lay(Some(turns)));
                });
            }
        }
    }

    /// H-1, H-2, U-14.
    fn visit_protects(&self, state: &State, visit: &mut impl FnMut(Action)) {
        let side = self.side(state);
        if self.may_protect(state, side) {
            let shelf = state.ateliers[side].shelf(Place::Free);
            shelf.distinct().for_each(|face| visit(Action::Protect(face)));
        }
    }

    /// Whether there is room to protect, and reason to (H-2, U-14).
    pub(super) fn may_protect(&self, state: &State, side: usize) -> bool {
        self.has_room(state, side, Place::Protected)
            && !(self.rules.mode.is_tug() && self.has_room(state, side, Place::Free))
    }

    /// I, U-17 to U-20.
    fn visit_swaps(&self, state: &State, visit: &mut impl FnMut(Action)) {
        let side = self.side(state);
        let own: ArrayVec<[Held; 16]> = self.swappable(state, side).collect();
        for &give in &own {
            for &roll in &own {
                if !self.may_give(state, side, give, roll) {
                    continue;
                }
                for from in (0..self.sides).filter(|&from| from != side) {
                    for take in state.ateliers[from].shelf(Place::Free).distinct() {
                        visit(Action::Swap(Swap { give, roll, take, from: from as u8 }));
                    }
                }
            }
        }
    }

    /// The tiles that a side can give or roll (I-1, U-17).
    fn swappable(&self, state: &State, side: usize) -> impl Iterator<Item = Held> + use<> {
        let is_tug = self.rules.mode.is_tug();
        let tiles = state.ateliers[side].distinct();
        tiles.filter(move |tile| !is_tug || tile.place == Place::Free)
    }

    /// Whether two tiles are there to give and to roll, and room for what comes (I-1, I-6, U-20).
    pub(super) fn may_give(&self, state: &State, side: usize, give: Held, roll: Held) -> bool {
        let mut atelier = state.ateliers[side];
        if !atelier.has(give) {
            return false;
        }
        atelier.remove(give);
        if !atelier.has(roll) {
            return false;
        }
        atelier.remove(roll);
        let place = if self.rules.mode.is_tug() { Place::Free } else { Place::Protected };
        atelier.shelf(place).len() < self.spaces[place as usize]
    }

    /// Whether no tile of any cube in play can be laid anywhere (W-32).
    pub(super) fn is_mural_full(&self, state: &State) -> bool {
        let can_lay = |pattern| {
            self.growth(state, pattern).iter().any(|cell| {
                let mut is_possible = false;
                self.each_push(state, pattern, cell, |_| is_possible = true);
                is_possible
            })
        };
        let mut kinds = 0_u32;
        let mut add = |face: Face| kinds |= 1 << self.kind(face);
        state.left.iter().for_each(|cell| add(state.fundathos[usize::from(cell)]));
        let workshop = state.workshop.iter().enumerate().filter(|(_, count)| **count > 0);
        workshop.for_each(|(face, _)| add(Face(face as u8)));
        for atelier in &state.ateliers {
            atelier
                .shelves
                .iter()
                .for_each(|shelf| shelf.faces().iter().for_each(|&face| add(face)));
        }
        let patterns = (0..self.set.kinds.len()).filter(|&kind| kinds >> kind & 1 == 1);
        let patterns = patterns.flat_map(|kind| self.set.kinds[kind].faces);
        let patterns = patterns.fold(0_u32, |set, face| set | 1 << self.pattern(face));
        !(0..self.set.cards.len() as Pattern)
            .filter(|&pattern| patterns >> pattern & 1 == 1)
            .any(can_lay)
    }

    /// Calls `visit` with every outcome of a chance node.
    pub(super) fn visit_chance(&self, state: &State, mut visit: impl FnMut(Action, f64)) {
        match state.phase {
            Phase::First => {
                let chance = 1.0 / self.players as f64;
                (0..self.players as u8).for_each(|seat| visit(Action::First(seat), chance));
            }
            Phase::Setup => {
                let total = 6.0 * self.in_bag(state) as f64;
                for face in (0..self.set.faces.len()).map(|face| Face(face as u8)) {
                    let left = state.bag[usize::from(self.kind(face))];
                    if left > 0 {
                        let sides = f64::from(left) * f64::from(self.set.sides(face));
                        visit(Action::Draw(face), sides / total);
                    }
                }
            }
            Phase::Roll => {
                for face in self.faces_of(state.rolls[0]) {
                    visit(Action::Roll(face), f64::from(self.set.sides(face)) / 6.0);
                }
            }
            _ => {}
        }
    }

    /// Draws one outcome of a chance node.
    pub(super) fn draw_chance(&self, state: &State, random: &mut Random) -> Action {
        match state.phase {
            Phase::First => Action::First(random.below(self.players as u32) as u8),
            Phase::Setup => {
                let drawn = random.below(6 * self.in_bag(state) as u32);
                let mut cube = (drawn / 6) as u8;
                let mut kind = 0;
                while cube >= state.bag[kind] {
                    cube -= state.bag[kind];
                    kind += 1;
                }
                Action::Draw(self.set.kinds[kind].faces[(drawn % 6) as usize])
            }
            _ => {
                let faces = self.set.kinds[usize::from(state.rolls[0])].faces;
                Action::Roll(faces[random.below(6) as usize])
            }
        }
    }
}
