//! What a player may do: every sort of legal action as a row of choices that can be counted, listed,
//! and found by number, so that a random one is picked without a list.

use tinyvec::ArrayVec;

use super::Athos;
use super::action::{Action, Cell, Lay, Swap};
use super::atelier::{Held, Place, SPACES};
use super::contract::crossings;
use super::masters;
use super::mural::{Headings, Lays, Slides};
use super::restore::Restores;
use super::state::{Phase, State};
use super::tools::{LaySort, ToolAction};
use super::types::{Face, Pattern};
use crate::grid::Cells;
use crate::random::Random;

/// Tiles of an atelier, with its tool card, each once.
pub(super) type Tiles = ArrayVec<[Held; 2 * SPACES + 2]>;

/// The legal actions of one sort.
pub(super) enum Choices<'a> {
    /// E: faces of the workshop, a bit each, and spaces of Fundathos.
    Takes(u64, Cells),
    /// F: each tile to each other face of its cube.
    Rotations(Tiles),
    /// G: one tile on the mural; its quarter-turns, the orientations of the card it opens; the cells on
    /// which the tool can be used with it (Y-11).
    Lays(Held, Lays<'a>, u8, &'a [u8], Cells),
    /// H, and whether the tool can be used with it (Y-30).
    Protects(ArrayVec<[Face; SPACES]>, bool),
    /// I: what can be given and rolled, and what can be taken.
    Swaps(Tiles, Swaps),
    /// J.
    Restores(Restores),
    /// U-16.
    Unprotects(ArrayVec<[Face; SPACES]>),
    /// X, Y: how many there are.
    Expansions(usize),
    /// Z-2.
    Pass,
}

/// What limits a swap.
#[derive(Clone, Copy, Default)]
pub(super) struct Swaps {
    /// Tiles of which there are several, a bit each: one can be given and another one rolled.
    several: u32,
    /// The sort of space that one of both has to leave for what comes (I-6).
    to_leave: Option<Place>,
    /// What the other sides have in Free spaces, by side.
    offers: ArrayVec<[(u8, Held); 5 * (SPACES + 1)]>,
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
    fn pairs(&self, own: &Tiles) -> impl Iterator<Item = (Held, Held)> {
        let count = own.len();
        let pairs = (0..count * count).map(move |pair| (pair / count, pair % count));
        let allowed = pairs.filter(|&(give, roll)| self.allows(own, give, roll));
        allowed.map(|(give, roll)| (own[give], own[roll]))
    }
}

impl Athos {
    /// The tiles of the side to act that can be laid, used in a restore, given or rolled: any (G-1, I-1),
    /// but none in Protected spaces in solo and duel (U-15, U-17, Y-23).
    pub(super) fn usable(&self, state: &State) -> impl Iterator<Item = Held> + use<> {
        let is_tug = self.rules.mode.is_tug();
        let tiles = state.ateliers[self.side(state)].distinct();
        tiles.filter(move |tile| !is_tug || tile.place != Place::Protected)
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
        if let Some((series, _)) = state.masters.series {
            //
            self.each_in_series(state, slides, series, &mut visit);
            return visit(Choices::Pass);
        }
        let side = self.side(state);
        if state.actions_left > 0 {
            if self.has_room(state, side, Place::Free) {
                visit(self.takes(state));
            }
            visit(self.rotations(state, side));
            for tile in self.usable(state) {
                visit(self.lays_with(state, slides, tile));
            }
            if self.may_protect(state, side) {
                visit(self.protects(state, side));
            }
            let (own, swaps) = self.swaps(state, side);
            visit(Choices::Swaps(own, swaps));
            let restores = self.restores(state);
            if !restores.is_empty() {
                visit(Choices::Restores(restores));
            }
        }
        if self.can_unprotect(state) {
            let faces = state.ateliers[side].shelf(Place::Protected).distinct().collect();
            visit(Choices::Unprotects(faces));
        }
        if (self.has_masters() || self.has_tools()) && state.actions_left > 0 {
            let mut count = 0;
            self.each_expansion(state, &mut |_| count += 1);
            visit(Choices::Expansions(count));
        }
        visit(Choices::Pass);
    }

    /// E-1, E-2.
    #[inline(always)]
    pub(super) fn takes(&self, state: &State) -> Choices<'static> {
        let shown = state.workshop.iter().enumerate();
        let shown = shown.fold(0, |set, (face, &count)| set | u64::from(count > 0) << face);
        Choices::Takes(shown, self.released(state))
    }

    /// F.
    #[inline(always)]
    pub(super) fn rotations(&self, state: &State, side: usize) -> Choices<'static> {
        Choices::Rotations(state.ateliers[side].distinct().collect())
    }

    /// G-1 to G-10: the lays of a tile, with the tool too where it pays (Y-11).
    #[inline(always)]
    pub(super) fn lays_with<'a>(
        &'a self,
        state: &'a State,
        slides: &'a Slides<'a>,
        tile: Held,
    ) -> Choices<'a> {
        let bonus = if self.has_tools() {
            self.bonus_cells(state, self.pattern(tile.face), LaySort::Action)
        } else {
            Cells::EMPTY
        };
        self.lays_of(state, slides, tile, bonus)
    }

    /// The lays of a tile, with the tool too on some cells.
    #[inline(always)]
    pub(super) fn lays_of<'a>(
        &'a self,
        state: &'a State,
        slides: &'a Slides<'a>,
        tile: Held,
        bonus: Cells,
    ) -> Choices<'a> {
        let pattern = self.pattern(tile.face);
        let lays = slides.lays(pattern, self.growth(state, pattern));
        Choices::Lays(tile, lays, self.looks(tile.face), self.orientations(state, pattern), bonus)
    }

    /// H.
    pub(super) fn protects(&self, state: &State, side: usize) -> Choices<'static> {
        let faces = state.ateliers[side].shelf(Place::Free).distinct().collect();
        Choices::Protects(faces, self.has_tools() && self.protect_bonus(state) > 0)
    }

    /// Calls `visit` with what the expansions add, in their order.
    fn each_expansion(&self, state: &State, visit: &mut dyn FnMut(Action)) {
        if self.has_masters() {
            if self.can_get_master(state) {
                visit(Action::Master(masters::MasterAction::Get));
            }
            self.each_use(state, visit);
        }
        if self.has_tools() {
            self.each_tool_offer(state, visit);
            self.each_tool_action(state, visit);
        }
    }

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

    /// How many actions of a sort there are.
    #[inline]
    pub(super) fn count(&self, choices: &Choices<'_>) -> usize {
        match choices {
            Choices::Takes(shown, released) => shown.count_ones() as usize + released.len(),
            Choices::Rotations(tiles) => {
                tiles.iter().map(|tile| self.turned(tile.face).len()).sum()
            }
            Choices::Lays(_, lays, turns, cards, bonus) => {
                let mut count = lays.count();
                if !bonus.is_empty() {
                    lays.each(|cell, _| count += usize::from(bonus.has(cell)));
                }
                count * usize::from(*turns) * cards.len().max(1)
            }
            Choices::Protects(faces, with_tool) => faces.len() * (1 + usize::from(*with_tool)),
            Choices::Unprotects(faces) => faces.len(),
            Choices::Swaps(own, swaps) => match swaps.offers.len() {
                0 => 0,
                offers => swaps.pairs(own).count() * offers,
            },
            Choices::Restores(restores) => restores.len(),
            Choices::Expansions(count) => *count,
            Choices::Pass => 1,
        }
    }

    /// The action of a sort after `index` others.
    fn nth(&self, state: &State, choices: &Choices<'_>, index: usize) -> Action {
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
            Choices::Lays(.., bonus) if !bonus.is_empty() => {
                self.nth_listed(index, |visit| self.each_of(state, choices, visit))
            }
            Choices::Lays(tile, lays, turns, cards, _) => {
                let (index, turn) = split(index, usize::from(*turns));
                let (index, card) = split(index, cards.len().max(1));
                let (cell, push) = lays.nth(index).unwrap_or_default();
                let card = cards.get(card).copied();
                let turn = turn as u8;
                Action::Lay(Lay {
                    tile: *tile,
                    turn,
                    cell,
                    choices: push.choices,
                    card,
                    tool: false,
                })
            }
            Choices::Protects(faces, false) => Action::Protect(faces[index], false),
            Choices::Protects(faces, true) => Action::Protect(faces[index / 2], index % 2 == 1),
            Choices::Swaps(own, swaps) => {
                let (pair, offer) = split(index, swaps.offers.len());
                let (give, roll) = swaps.pairs(own).nth(pair).unwrap_or_default();
                let (from, take) = swaps.offers[offer];
                Action::Swap(Swap { give, roll, take, from })
            }
            Choices::Restores(restores) => Action::Restore(restores[index].0, restores[index].1),
            Choices::Unprotects(faces) => Action::Unprotect(faces[index]),
            Choices::Expansions(_) => {
                self.nth_listed(index, |visit| self.each_expansion(state, visit))
            }
            Choices::Pass => Action::Pass,
        }
    }

    /// The action after `index` others that a list visits.
    fn nth_listed(&self, mut index: usize, list: impl FnOnce(&mut dyn FnMut(Action))) -> Action {
        let mut found = None;
        list(&mut |action| {
            if index == 0 && found.is_none() {
                found = Some(action);
            }
            index = index.saturating_sub(1);
        });
        found.unwrap_or(Action::Pass)
    }

    /// Calls `visit` with every action of a sort, in the order of [`Athos::nth`].
    pub(super) fn each_of(
        &self,
        state: &State,
        choices: &Choices<'_>,
        visit: &mut (impl FnMut(Action) + ?Sized),
    ) {
        let (tile, lays, turns, cards, bonus) = match choices {
            Choices::Lays(tile, lays, turns, cards, bonus) => (tile, lays, turns, cards, bonus),
            Choices::Expansions(_) => {
                return self.each_expansion(state, &mut |action| visit(action));
            }
            _ => {
                let count = self.count(choices);
                return (0..count).for_each(|index| visit(self.nth(state, choices, index)));
            }
        };
        lays.each(|cell, push| {
            for card in 0..cards.len().max(1) {
                let card = cards.get(card).copied();
                for turn in 0..*turns {
                    let choices = push.choices;
                    let lay = Lay { tile: *tile, turn, cell, choices, card, tool: false };
                    visit(Action::Lay(lay));
                    if bonus.has(cell) {
                        visit(Action::Lay(Lay { tool: true, ..lay }));
                    }
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
                self.each_sort(state, &slides, |choices| self.each_of(state, &choices, visit));
            }
            Phase::Keep => {
                let drawn = state.masters.drawn.iter();
                drawn.for_each(|card| {
                    visit(Action::Master(masters::MasterAction::Keep(card.master())));
                });
            }
            Phase::Cut => {
                self.released(state).iter().for_each(|cell| visit(Action::TakeFrom(cell)));
                visit(Action::Tool(ToolAction::Stop));
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
        if state.phase != Phase::Act {
            let mut count = 0;
            self.visit_legal(state, &mut |_| count += 1);
            let index = random.below(count) as usize;
            return self.nth_listed(index, |visit| {
                self.visit_legal(state, &mut |action| visit(action));
            });
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
                return self.nth(state, choices, index);
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
        if !atelier.has_both(give, roll) {
            return false;
        }
        atelier.remove_both(give, roll);
        let place = self.swapped_to();
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
        state.ateliers.iter().for_each(|atelier| atelier.faces().for_each(&mut add));
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
