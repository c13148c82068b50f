//! What a player may do: every sort of legal action as a row of choices that can be counted, listed,
//! and found by number, so that a random one is picked without a list.

use tinyvec::ArrayVec;

use super::Athos;
use super::action::{Action, Cell, Lay, Swap};
use super::atelier::{Held, Place, SPACES};
use super::contract::crossings;
use super::mural::{Headings, Lays, Slides};
use super::restore::Restores;
use super::state::{Phase, State};
use super::types::{Face, Pattern};
use crate::grid::Cells;
use crate::random::Random;

/// Tiles of an atelier, each once.
type Tiles = ArrayVec<[Held; 2 * SPACES]>;

/// The legal actions of one sort.
enum Choices<'a> {
    /// E: faces of the workshop, a bit each, and spaces of Fundathos.
    Takes(u64, Cells),
    /// F: each tile to each other face of its cube.
    Rotations(Tiles),
    /// G: one tile on the mural; its quarter-turns, the orientations of the card it opens.
    Lays(Held, Lays<'a>, u8, &'a [u8]),
    /// H.
    Protects(ArrayVec<[Face; SPACES]>),
    /// I: what can be given and rolled, and what can be taken.
    Swaps(Tiles, Swaps),
    /// J.
    Restores(Restores),
    /// U-16.
    Unprotects(ArrayVec<[Face; SPACES]>),
    /// Z-2.
    Pass,
}

/// What limits a swap.
#[derive(Clone, Copy, Default)]
struct Swaps {
    /// Tiles of which there are several, a bit each: one can be given and another one rolled.
    several: u16,
    /// Whether one of both has to leave a Protected space for what comes (I-6).
    needs_room: bool,
    /// Faces in the Free spaces of the other sides, by side.
    offers: ArrayVec<[(u8, Face); 5 * SPACES]>,
}

impl Swaps {
    /// Whether two tiles can be given and rolled.
    #[inline]
    fn allows(&self, own: &Tiles, give: usize, roll: usize) -> bool {
        let is_there = give != roll || self.several >> give & 1 == 1;
        let is_protected = |tile: usize| own[tile].place == Place::Protected;
        is_there && (!self.needs_room || is_protected(give) || is_protected(roll))
    }

    /// The pairs of tiles to give and to roll, in order.
    fn pairs(&self, own: &Tiles) -> impl Iterator<Item = (Held, Held)> {
        let count = own.len();
        let pairs = (0..count * count).map(move |pair| (pair / count, pair % count));
        let allowed = pairs.filter(|&(give, roll)| self.allows(own, give, roll));
        allowed.map(|(give, roll)| (own[give], own[roll]))
    }
}

impl Athos {
    /// The tiles of the side to act that can be laid, used in a restore, given or rolled: any (G-1, I-1),
    /// but only those in Free spaces in solo and duel (U-15, U-17).
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

    /// Calls `visit` with every sort of legal action, in their order.
    #[inline(always)]
    fn each_sort<'a>(
        &'a self,
        state: &'a State,
        slides: &'a Slides<'a>,
        mut visit: impl FnMut(Choices<'a>),
    ) {
        let side = self.side(state);
        let atelier = &state.ateliers[side];
        let faces = |place| atelier.shelf(place).distinct().collect();
        if state.actions_left > 0 {
            if self.has_room(state, side, Place::Free) {
                // E-1, E-2.
                let shown = state.workshop.iter().enumerate();
                let shown = shown.fold(0, |set, (face, &count)| set | u64::from(count > 0) << face);
                visit(Choices::Takes(shown, self.released(state)));
            }
            visit(Choices::Rotations(atelier.distinct().collect()));
            for tile in self.usable(state) {
                // G-1 to G-10.
                let pattern = self.pattern(tile.face);
                let lays = slides.lays(pattern, self.growth(state, pattern));
                let cards = self.orientations(state, pattern);
                visit(Choices::Lays(tile, lays, self.looks(tile.face), cards));
            }
            if self.may_protect(state, side) {
                visit(Choices::Protects(faces(Place::Free)));
            }
            let (own, swaps) = self.swaps(state, side);
            visit(Choices::Swaps(own, swaps));
            let restores = self.restores(state);
            if !restores.is_empty() {
                visit(Choices::Restores(restores));
            }
        }
        if self.can_unprotect(state) {
            visit(Choices::Unprotects(faces(Place::Protected)));
        }
        visit(Choices::Pass);
    }

    /// I-1 to I-6, U-17 to U-20.
    fn swaps(&self, state: &State, side: usize) -> (Tiles, Swaps) {
        let own: Tiles = self.usable(state).collect();
        let mut swaps = Swaps::default();
        if state.ateliers[side].len() < 2 {
            return (own, swaps);
        }
        for (index, tile) in own.iter().enumerate() {
            let shelf = state.ateliers[side].shelf(tile.place);
            let copies = shelf.faces().iter().filter(|&&face| face == tile.face).count();
            swaps.several |= u16::from(copies > 1) << index;
        }
        swaps.needs_room =
            !self.rules.mode.is_tug() && !self.has_room(state, side, Place::Protected);
        for from in (0..self.sides).filter(|&from| from != side) {
            for face in state.ateliers[from].shelf(Place::Free).distinct() {
                swaps.offers.push((from as u8, face));
            }
        }
        (own, swaps)
    }

    /// How many actions of a sort there are.
    #[inline]
    fn count(&self, choices: &Choices<'_>) -> usize {
        match choices {
            Choices::Takes(shown, released) => shown.count_ones() as usize + released.len(),
            Choices::Rotations(tiles) => {
                tiles.iter().map(|tile| self.turned(tile.face).len()).sum()
            }
            Choices::Lays(_, lays, turns, cards) => {
                lays.count() * usize::from(*turns) * cards.len().max(1)
            }
            Choices::Protects(faces) | Choices::Unprotects(faces) => faces.len(),
            Choices::Swaps(own, swaps) => match swaps.offers.len() {
                0 => 0,
                offers => swaps.pairs(own).count() * offers,
            },
            Choices::Restores(restores) => restores.len(),
            Choices::Pass => 1,
        }
    }

    /// The action of a sort after `index` others.
    fn nth(&self, choices: &Choices<'_>, index: usize) -> Action {
        match choices {
            Choices::Takes(shown, released) => {
                let faces = shown.count_ones() as usize;
                if index < faces {
                    let rest = (0..index).fold(*shown, |shown, _| shown & (shown - 1));
                    Action::Take(Face(rest.trailing_zeros() as u8))
                } else {
                    Action::TakeFrom(released.nth(index - faces).unwrap_or_default())
                }
            }
            Choices::Rotations(tiles) => {
                let mut index = index;
                for &tile in tiles {
                    let faces = self.turned(tile.face);
                    if let Some(&face) = faces.get(index) {
                        return Action::Rotate(tile, face);
                    }
                    index -= faces.len();
                }
                Action::Pass
            }
            Choices::Lays(tile, lays, turns, cards) => {
                let (index, turn) = split(index, usize::from(*turns));
                let (index, card) = split(index, cards.len().max(1));
                let (cell, push) = lays.nth(index).unwrap_or_default();
                let card = cards.get(card).copied();
                let turn = turn as u8;
                Action::Lay(Lay { tile: *tile, turn, cell, choices: push.choices, card })
            }
            Choices::Protects(faces) => Action::Protect(faces[index]),
            Choices::Swaps(own, swaps) => {
                let (pair, offer) = split(index, swaps.offers.len());
                let (give, roll) = swaps.pairs(own).nth(pair).unwrap_or_default();
                let (from, take) = swaps.offers[offer];
                Action::Swap(Swap { give, roll, take, from })
            }
            Choices::Restores(restores) => Action::Restore(restores[index].0, restores[index].1),
            Choices::Unprotects(faces) => Action::Unprotect(faces[index]),
            Choices::Pass => Action::Pass,
        }
    }

    /// Calls `visit` with every action of a sort, in the order of [`Athos::nth`].
    fn each_of(&self, choices: &Choices<'_>, visit: &mut impl FnMut(Action)) {
        let Choices::Lays(tile, lays, turns, cards) = choices else {
            return (0..self.count(choices)).for_each(|index| visit(self.nth(choices, index)));
        };
        lays.each(|cell, push| {
            for card in 0..cards.len().max(1) {
                let card = cards.get(card).copied();
                for turn in 0..*turns {
                    let choices = push.choices;
                    visit(Action::Lay(Lay { tile: *tile, turn, cell, choices, card }));
                }
            }
        });
    }

    /// Calls `visit` with every legal action, in their order.
    pub(super) fn visit_legal(&self, state: &State, visit: &mut impl FnMut(Action)) {
        match state.phase {
            Phase::Mark => crossings(self.markable(state)).map(Action::Mark).for_each(visit),
            Phase::Act => {
                let slides = Slides::new(&self.ground, &state.blocks);
                self.each_sort(state, &slides, |choices| self.each_of(&choices, visit));
            }
            _ => {}
        }
    }

    /// A uniformly random legal action: the one at `random.below(count)` in the order of
    /// [`Athos::visit_legal`].
    pub(super) fn pick(&self, state: &State, random: &mut Random) -> Action {
        if state.phase == Phase::Mark {
            let windows = self.markable(state);
            let index = random.below(windows.count_ones()) as usize;
            return crossings(windows).nth(index).map_or(Action::Pass, Action::Mark);
        }
        let slides = Slides::new(&self.ground, &state.blocks);
        let mut sorts: ArrayVec<[Option<(usize, Choices<'_>)>; 24]> = ArrayVec::new();
        let mut total = 0;
        self.each_sort(state, &slides, |choices| {
            let count = self.count(&choices);
            if count > 0 {
                total += count;
                sorts.push(Some((count, choices)));
            }
        });
        let mut index = random.below(total as u32) as usize;
        for (count, choices) in sorts.iter().flatten() {
            if index < *count {
                return self.nth(choices, index);
            }
            index -= count;
        }
        Action::Pass
    }

    /// The other faces of the cube that shows a face (F-1, F-5).
    #[inline]
    pub(super) fn turned(&self, face: Face) -> &[Face] {
        &self.turned[face.index()]
    }

    /// Whether there is room to protect, and reason to (H-2, U-14).
    pub(super) fn may_protect(&self, state: &State, side: usize) -> bool {
        self.has_room(state, side, Place::Protected)
            && !(self.rules.mode.is_tug() && self.has_room(state, side, Place::Free))
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
}

/// Quotient and remainder.
fn split(index: usize, by: usize) -> (usize, usize) {
    (index / by, index % by)
}
