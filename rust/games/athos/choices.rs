//! What a player may do: every sort of legal action as a row of choices that can be counted and listed.

use std::cell::Cell as Remembered;
use std::ops::Deref;

use tinyvec::ArrayVec;

use super::Athos;
use super::action::{Action, Cell, Lay, Swap};
use super::atelier::{Atelier, Held, Place, SPACES, Tiles};
use super::contract::crossings;
use super::masters;
use super::mural::{Headings, Lays, Slides, Table, Ways};
use super::state::{Phase, State};
use super::tools::{LaySort, ToolAction};
use super::types::{Face, Pattern};
use crate::grid::Cells;

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
    pub(super) atelier: &'a Atelier,
    pub(super) own: Tiles,
    /// See [`Athos::usable`].
    pub(super) usable: Tiles,
    /// Where tiles can be laid whose pattern has no block: the same cells for all of them.
    anew: Remembered<Option<Ways>>,
}

/// Most sorts of legal actions: one for each tile to be laid, and one of each other sort.
pub(super) const SORTS: usize = 2 * SPACES + 2 + 8;

/// Every sort of legal action, in their order.
pub(super) struct Sorts {
    sorts: [Choices; SORTS],
    len: usize,
}

impl Default for Sorts {
    #[inline(always)]
    fn default() -> Self {
        Self { sorts: [Choices::Pass; SORTS], len: 0 }
    }
}

impl Sorts {
    #[inline(always)]
    pub(super) fn push(&mut self, choices: Choices) {
        self.sorts[self.len] = choices;
        self.len += 1;
    }
}

impl Deref for Sorts {
    type Target = [Choices];

    #[inline(always)]
    fn deref(&self) -> &[Choices] {
        &self.sorts[..self.len]
    }
}

impl Athos {
    /// The tiles of the side to act that can be laid, used in a restore, given or rolled: any (G-1, I-1),
    /// but none in Protected spaces in solo and duel (U-15, U-17, Y-23).
    #[inline(always)]
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
        let (own, usable) = (atelier.tiles(), self.usable(state));
        Scene { state, slides, side, atelier, own, usable, anew: Remembered::new(None) }
    }

    /// Every sort of legal action, in their order.
    #[inline(always)]
    pub(super) fn sorts(&self, scene: &Scene<'_>) -> Sorts {
        let state = scene.state;
        let mut sorts = Sorts::default();
        if let Some((series, _)) = state.masters.series {
            //
            self.add_series(scene, series, &mut sorts);
            sorts.push(Choices::Pass);
            return sorts;
        }
        let side = self.side(state);
        if state.actions_left > 0 {
            if self.has_room(state, side, Place::Free) {
                sorts.push(Choices::Takes);
            }
            sorts.push(Choices::Rotations);
            for &tile in scene.usable.iter() {
                sorts.push(Choices::Lays(tile, true));
            }
            if self.may_protect(state, side) {
                sorts.push(Choices::Protects);
            }
            sorts.push(Choices::Swaps);
            sorts.push(Choices::Restores);
        }
        if self.can_unprotect(state) {
            sorts.push(Choices::Unprotects);
        }
        if (self.has_masters() || self.has_tools()) && state.actions_left > 0 {
            sorts.push(Choices::Expansions);
        }
        sorts.push(Choices::Pass);
        sorts
    }

    /// The faces that the workshop shows, a bit each (E-1).
    #[inline(always)]
    pub(super) fn shown(&self, state: &State) -> u64 {
        let shown = state.workshop.iter().enumerate();
        shown.fold(0, |set, (face, &count)| set | u64::from(count > 0) << face)
    }

    /// The lays of a pattern (G-1 to G-10).
    #[inline(always)]
    pub(super) fn lays<'a>(&self, scene: &Scene<'a>, pattern: Pattern) -> Lays<'a> {
        let reach = match scene.state.kept.reach(pattern) {
            Some(reach) => reach,
            None => self.growth(scene.state, pattern),
        };
        scene.slides.lays(pattern, reach)
    }

    /// Where lays of a pattern are possible.
    #[inline(always)]
    pub(super) fn ways(&self, scene: &Scene<'_>, pattern: Pattern) -> Ways {
        let is_anew = !scene.state.blocks.has(pattern);
        if is_anew && let Some(ways) = scene.anew.get() {
            return ways;
        }
        let ways = self.lays(scene, pattern).ways();
        if is_anew {
            scene.anew.set(Some(ways));
        }
        ways
    }

    /// The cells on which the tool pays for a lay (Y-11).
    #[inline(always)]
    pub(super) fn paying(&self, scene: &Scene<'_>, tile: Held, with_tool: bool) -> Cells {
        if with_tool && self.has_tools() {
            self.bonus_cells(scene.state, self.pattern(tile.face), LaySort::Action)
        } else {
            Cells::EMPTY
        }
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
                let pattern = self.pattern(tile.face);
                let mut count = if state.blocks.has(pattern) {
                    self.lays(scene, pattern).count()
                } else {
                    self.ways(scene, pattern).count
                };
                let bonus = self.paying(scene, tile, with_tool);
                if !bonus.is_empty() {
                    self.lays(scene, pattern).each(|cell, _| count += usize::from(bonus.has(cell)));
                }
                let cards = self.orientations(state, pattern);
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
                let pattern = self.pattern(tile.face);
                let bonus = self.paying(scene, tile, with_tool);
                let cards = self.orientations(state, pattern);
                let looks = self.looks(tile.face);
                self.lays(scene, pattern).each(|cell, push| {
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
                for &choices in self.sorts(&scene).iter() {
                    self.each_of(&scene, choices, visit);
                }
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
