//! The Mistress of Perfection: one sort of action three times.

use super::super::Athos;
use super::super::atelier::Place;
use super::super::choices::Choices;
use super::super::rules::ACTIONS;
use super::super::state::State;
use super::Series;

/// How often the action can be taken.
pub(super) const REPEATS: u8 = 3;

impl Athos {
    /// Calls `visit` with the legal actions of a series: a lay and a move to Protected are one (D-3).
    pub(in super::super) fn each_in_series(
        &self,
        state: &State,
        series: Series,
        visit: &mut dyn FnMut(Choices),
    ) {
        let side = self.side(state);
        match series {
            Series::Lay => {
                for &tile in self.usable(state).iter() {
                    visit(Choices::Lays(tile, true));
                }
                if self.may_protect(state, side) {
                    visit(Choices::Protects);
                }
            }
            Series::Take => {
                if self.has_room(state, side, Place::Free) {
                    visit(Choices::Takes);
                }
            }
            Series::Rotate => visit(Choices::Rotations),
            Series::Swap => visit(Choices::Swaps),
            Series::Restore => visit(Choices::Restores),
        }
    }

    /// Whether an action of the series is possible.
    pub(in super::super) fn can_go_on(&self, state: &State, series: Series) -> bool {
        let table = self.table(state);
        let scene = self.scene(state, &table);
        let mut is_possible = false;
        self.each_in_series(state, series, &mut |choices| {
            is_possible |= self.count(&scene, choices) > 0;
        });
        is_possible
    }

    /// The series begins, and replaces the normal actions.
    pub(super) fn begin_series(&self, state: &mut State, series: Series) {
        state.masters.series = Some((series, REPEATS));
        state.actions_left -= ACTIONS;
    }

    /// One action of the series was taken.
    pub(in super::super) fn count_down(&self, state: &mut State) {
        let series = state.masters.series;
        state.masters.series =
            series.filter(|&(_, left)| left > 1).map(|(series, left)| (series, left - 1));
    }

    /// The rest of a series lapses when no repetition is possible.
    pub(in super::super) fn lapse(&self, state: &mut State) {
        if state.masters.series.is_some_and(|(series, _)| !self.can_go_on(state, series)) {
            state.masters.series = None;
        }
    }
}
