//! What a player may do: every sort of legal action as a row of choices that can be counted, listed,
//! and found by number, so that a random one is picked without a list.

use tinyvec::ArrayVec;

use super::Athos;
use super::action::{Action, Cell, Lay, Swap};
use super::atelier::{Atelier, Held, Place, SPACES, Tiles};
use super::contract::crossings;
use super::masters;
use super::mural::{Headings, Lays, Slides, Table};
use super::state::{Phase, State};
use super::tools::{LaySort, ToolAction};
use super::types::{Face, Pattern};
use crate::grid::Cells;
use crate::instructions::with_best_instructions;
use crate::random::Random;

/// Most sorts of legal actions: one for each tile to be laid, and one of each other sort.
const SORTS: usize = 2 * SPACES + 2 + 8;

/// The legal actions of one sort.
#[derive(Clone, Copy)]
pub(super) enum Choices {
    /// E.
    Takes,
    /// F: each tile to each other face of its cube.
    Rotations,
    /// G: one tile on the mural; whether with the tool too, where it pays (Y-11).
    Lays(Held, bool),
    /// H, with the tool too where it pays (Y-30).
    Protects,
    /// I.
    Swaps,
    /// J.
    Restores,
    /// U-16.
    Unprotects,
    /// X, Y.
    Expansions,
    /// Z-2.
    Pass,
}

/// What legal actions come from: a position at which a player acts.
pub(super) struct Scene<'a> {
    pub(super) state: &'a State,
    slides: Slides<'a>,
    /// Which side is to act, its atelier, and the tiles there.
    pub(super) side: usize,
    atelier: &'a Atelier,
    pub(super) own: Tiles,
    /// See [`Athos::usable`].
    pub(super) usable: Tiles,
}

/// What can be given and rolled in a swap.
#[derive(Clone, Copy)]
pub(super) struct Swaps<'a> {
    own: &'a [Held],
    /// Tiles of which there are several, a bit each: one can be given and another one rolled.
    several: u32,
    /// The sort of space that one of both has to leave for what comes (I-6).
    to_leave: Option<Place>,
}

impl Swaps<'_> {
    /// Whether two tiles can be given and rolled.
    #[inline]
    fn allows(&self, give: usize, roll: usize) -> bool {
        let is_there = give != roll || self.several >> give & 1 == 1;
        let leaves = |tile: usize, place| self.own[tile].place == place;
        is_there && self.to_leave.is_none_or(|place| leaves(give, place) || leaves(roll, place))
    }

    /// The tiles that can be given or rolled.
    pub(super) fn own(&self) -> &[Held] {
        self.own
    }

    /// The pairs of tiles to give and to roll, in order: their places among [`Swaps::own`].
    #[inline]
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        let tiles = 0..self.own.len();
        let pairs = tiles.clone().flat_map(move |give| tiles.clone().map(move |roll| (give, roll)));
        pairs.filter(|&(give, roll)| self.allows(give, roll))
    }

    /// The same pairs as tiles.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Held, Held)> {
        self.places().map(|(give, roll)| (self.own[give], self.own[roll]))
    }

    /// How many pairs there are.
    #[inline]
    pub(super) fn count_pairs(&self) -> usize {
        let pairs = |of: u32| {
            let (tiles, several) = (of.count_ones(), (of & self.several).count_ones());
            (tiles * tiles.saturating_sub(1) + several) as usize
        };
        let all = (1 << self.own.len()) - 1;
        let Some(place) = self.to_leave else { return pairs(all) };
        let stays = |(index, tile): (usize, &Held)| u32::from(tile.place != place) << index;
        // Those of which neither leaves the place.
        pairs(all) - pairs(self.own.iter().enumerate().map(stays).sum())
    }
}

impl Athos {
    /// The tiles of the side to act that can be laid, used in a restore, given or rolled: any (G-1, I-1),
    /// but none in Protected spaces in solo and duel (U-15, U-17, Y-23).
    #[inline]
    pub(super) fn usable(&self, state: &State) -> Tiles {
        let tiles = state.ateliers[self.side(state)].tiles();
        if self.rules.mode.is_tug() { tiles.unprotected() } else { tiles }
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

    /// What legal actions come from.
    #[inline(always)]
    pub(super) fn scene<'a>(&'a self, state: &'a State, table: &'a Table) -> Scene<'a> {
        let side = self.side(state);
        let atelier = &state.ateliers[side];
        let slides = Slides::new(&self.ground, &state.blocks, table);
        Scene { state, slides, side, atelier, own: atelier.tiles(), usable: self.usable(state) }
    }

    /// Calls `visit` with every sort of legal action, in their order.
    #[inline(always)]
    pub(super) fn each_sort(&self, scene: &Scene<'_>, mut visit: impl FnMut(Choices)) {
        let state = scene.state;
        if let Some((series, _)) = state.masters.series {
            //
            self.each_in_series(state, series, &mut visit);
            return visit(Choices::Pass);
        }
        let side = self.side(state);
        if state.actions_left > 0 {
            if self.has_room(state, side, Place::Free) {
                visit(Choices::Takes);
            }
            visit(Choices::Rotations);
            for &tile in scene.usable.iter() {
                visit(Choices::Lays(tile, true));
            }
            if self.may_protect(state, side) {
                visit(Choices::Protects);
            }
            visit(Choices::Swaps);
            visit(Choices::Restores);
        }
        if self.can_unprotect(state) {
            visit(Choices::Unprotects);
        }
        if (self.has_masters() || self.has_tools()) && state.actions_left > 0 {
            visit(Choices::Expansions);
        }
        visit(Choices::Pass);
    }

    /// The faces that the workshop shows, a bit each (E-1).
    #[inline(always)]
    pub(super) fn shown(&self, state: &State) -> u64 {
        let shown = state.workshop.iter().enumerate();
        shown.fold(0, |set, (face, &count)| set | u64::from(count > 0) << face)
    }

    /// The lays of a tile, with the cells on which its tool pays (G-1 to G-10, Y-11).
    #[inline(always)]
    pub(super) fn lays<'a>(
        &self,
        scene: &Scene<'a>,
        tile: Held,
        with_tool: bool,
    ) -> (Lays<'a>, Cells) {
        let state = scene.state;
        let pattern = self.pattern(tile.face);
        let bonus = if with_tool && self.has_tools() {
            self.bonus_cells(state, pattern, LaySort::Action)
        } else {
            Cells::EMPTY
        };
        let reach = match state.kept.reach(pattern) {
            Some(reach) => reach,
            None => self.growth(state, pattern),
        };
        (scene.slides.lays(pattern, reach), bonus)
    }

    /// Whether a move to Protected can be made with the tool too (Y-30).
    #[inline(always)]
    fn protects_with_tool(&self, state: &State) -> bool {
        self.has_tools() && self.protect_bonus(state) > 0
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
    #[inline]
    pub(super) fn swaps<'a>(&self, scene: &'a Scene<'_>) -> Swaps<'a> {
        let (state, own) = (scene.state, &*scene.usable);
        let mut several = 0;
        for (index, &tile) in own.iter().enumerate() {
            several |= u32::from(scene.atelier.count(tile) > 1) << index;
        }
        let place = self.swapped_to();
        let has_room = self.has_room(state, self.side(state), place);
        Swaps { own, several, to_leave: (!has_room).then_some(place) }
    }

    /// Calls `visit` with what the other sides have that can be taken in a swap (I-1, Y-22).
    #[inline]
    fn each_offer(&self, state: &State, mut visit: impl FnMut(u8, Held)) {
        let side = self.side(state);
        for from in (0..self.sides).filter(|&from| from != side) {
            for &tile in state.ateliers[from].tiles().iter() {
                if self.can_be_taken(state, from, tile) {
                    visit(from as u8, tile);
                }
            }
        }
    }

    #[inline]
    fn count_offers(&self, state: &State) -> usize {
        let mut count = 0;
        if self.has_tools() {
            self.each_offer(state, |_, _| count += 1);
            return count;
        }
        let side = self.side(state);
        let others = (0..self.sides).filter(|&from| from != side);
        others.map(|from| state.ateliers[from].shelf(Place::Free).count_distinct()).sum()
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
    #[inline(always)]
    pub(super) fn count(&self, scene: &Scene<'_>, choices: Choices) -> usize {
        let state = scene.state;
        match choices {
            Choices::Takes => {
                let shown = state.workshop.iter().filter(|&&count| count > 0);
                shown.count() + self.released(state).len()
            }
            Choices::Rotations => scene.own.iter().map(|tile| self.turned(tile.face).len()).sum(),
            Choices::Lays(tile, with_tool) => {
                let (lays, bonus) = self.lays(scene, tile, with_tool);
                let mut count = lays.count();
                if !bonus.is_empty() {
                    lays.each(|cell, _| count += usize::from(bonus.has(cell)));
                }
                let cards = self.orientations(state, self.pattern(tile.face));
                count * usize::from(self.looks(tile.face)) * cards.len().max(1)
            }
            Choices::Protects => {
                let tiles = scene.atelier.shelf(Place::Free).count_distinct();
                tiles * (1 + usize::from(self.protects_with_tool(state)))
            }
            Choices::Swaps => match self.swaps(scene).count_pairs() {
                0 => 0,
                pairs => pairs * self.count_offers(state),
            },
            Choices::Restores => self.count_restores(state, &scene.usable),
            Choices::Unprotects => scene.atelier.shelf(Place::Protected).count_distinct(),
            Choices::Expansions => {
                let mut count = 0;
                self.each_expansion(state, &mut |_| count += 1);
                count
            }
            Choices::Pass => 1,
        }
    }

    /// The action of a sort after `index` others, in the order of [`Athos::each_of`].
    #[inline(always)]
    fn nth(&self, scene: &Scene<'_>, choices: Choices, mut index: usize) -> Action {
        match choices {
            Choices::Takes => {
                let mut shown = self.shown(scene.state);
                while shown != 0 && index > 0 {
                    shown &= shown - 1;
                    index -= 1;
                }
                if shown != 0 {
                    return Action::Take(Face(shown.trailing_zeros() as u8));
                }
                Action::TakeFrom(self.released(scene.state).nth(index).unwrap_or_default())
            }
            Choices::Rotations => {
                for &tile in scene.own.iter() {
                    let faces = self.turned(tile.face);
                    if let Some(&to) = faces.get(index) {
                        return Action::Rotate(tile, to);
                    }
                    index -= faces.len();
                }
                Action::Pass
            }
            Choices::Lays(tile, with_tool) => {
                let (lays, bonus) = self.lays(scene, tile, with_tool);
                if !bonus.is_empty() {
                    return self.nth_listed(index, |visit| self.each_of(scene, choices, visit));
                }
                let cards = self.orientations(scene.state, self.pattern(tile.face));
                let (index, turn) = split(index, usize::from(self.looks(tile.face)));
                let (index, card) = split(index, cards.len().max(1));
                let (cell, push) = lays.nth(index).unwrap_or_default();
                let (card, choices) = (cards.get(card).copied(), push.choices);
                Action::Lay(Lay { tile, turn: turn as u8, cell, choices, card, tool: false })
            }
            Choices::Swaps => {
                let (pair, offer) = split(index, self.count_offers(scene.state));
                let (give, roll) = self.swaps(scene).pairs().nth(pair).unwrap_or_default();
                let (mut taken, mut before) = (None, 0);
                self.each_offer(scene.state, |from, take| {
                    taken = if before == offer { Some((from, take)) } else { taken };
                    before += 1;
                });
                let (from, take) = taken.unwrap_or_default();
                Action::Swap(Swap { give, roll, take, from })
            }
            Choices::Pass => Action::Pass,
            _ => self.nth_listed(index, |visit| self.each_of(scene, choices, visit)),
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

    /// Calls `visit` with every action of a sort.
    pub(super) fn each_of(
        &self,
        scene: &Scene<'_>,
        choices: Choices,
        visit: &mut (impl FnMut(Action) + ?Sized),
    ) {
        let (state, atelier) = (scene.state, scene.atelier);
        match choices {
            Choices::Takes => {
                let mut shown = self.shown(state);
                while shown != 0 {
                    visit(Action::Take(Face(shown.trailing_zeros() as u8)));
                    shown &= shown - 1;
                }
                self.released(state).iter().for_each(|cell| visit(Action::TakeFrom(cell)));
            }
            Choices::Rotations => {
                for &tile in scene.own.iter() {
                    let faces = self.turned(tile.face).iter();
                    faces.for_each(|&to| visit(Action::Rotate(tile, to)));
                }
            }
            Choices::Lays(tile, with_tool) => {
                let (lays, bonus) = self.lays(scene, tile, with_tool);
                let cards = self.orientations(state, self.pattern(tile.face));
                let looks = self.looks(tile.face);
                lays.each(|cell, push| {
                    for card in 0..cards.len().max(1) {
                        let card = cards.get(card).copied();
                        for turn in 0..looks {
                            let choices = push.choices;
                            let lay = Lay { tile, turn, cell, choices, card, tool: false };
                            visit(Action::Lay(lay));
                            if bonus.has(cell) {
                                visit(Action::Lay(Lay { tool: true, ..lay }));
                            }
                        }
                    }
                });
            }
            Choices::Protects => {
                let with_tool = self.protects_with_tool(state);
                for face in atelier.shelf(Place::Free).distinct() {
                    visit(Action::Protect(face, false));
                    if with_tool {
                        visit(Action::Protect(face, true));
                    }
                }
            }
            Choices::Swaps => {
                let mut offers = ArrayVec::<[(u8, Held); 5 * (SPACES + 1)]>::new();
                self.each_offer(state, |from, take| offers.push((from, take)));
                for (give, roll) in self.swaps(scene).pairs() {
                    for &(from, take) in &offers {
                        visit(Action::Swap(Swap { give, roll, take, from }));
                    }
                }
            }
            Choices::Restores => {
                let restores = self.restores(state);
                restores.iter().for_each(|&(cell, lay)| visit(Action::Restore(cell, lay)));
            }
            Choices::Unprotects => {
                let faces = atelier.shelf(Place::Protected).distinct();
                faces.for_each(|face| visit(Action::Unprotect(face)));
            }
            Choices::Expansions => self.each_expansion(state, &mut |action| visit(action)),
            Choices::Pass => visit(Action::Pass),
        }
    }

    /// Calls `visit` with every legal action, in their order.
    pub(super) fn visit_legal(&self, state: &State, visit: &mut impl FnMut(Action)) {
        match state.phase {
            Phase::Mark => crossings(self.markable(state)).map(Action::Mark).for_each(visit),
            Phase::Act => {
                let table = self.table(state);
                let scene = self.scene(state, &table);
                self.each_sort(&scene, |choices| self.each_of(&scene, choices, visit));
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
        let table = self.table(state);
        with_best_instructions(
            #[inline(always)]
            || self.pick_from(&self.scene(state, &table), random),
        )
    }

    #[inline(always)]
    fn pick_from(&self, scene: &Scene<'_>, random: &mut Random) -> Action {
        let mut sorts = [Choices::Pass; SORTS];
        let mut ends = [0; SORTS];
        let (mut len, mut total) = (0, 0);
        self.each_sort(scene, |choices| {
            total += self.count(scene, choices);
            (sorts[len], ends[len]) = (choices, total);
            len += 1;
        });
        let index = random.below(total as u32) as usize;
        let sort = ends.iter().position(|&end| index < end).unwrap_or_default();
        let before = if sort == 0 { 0 } else { ends[sort - 1] };
        self.nth(scene, sorts[sort], index - before)
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
