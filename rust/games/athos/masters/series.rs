//! The Mistress of Perfection: one sort of action three times.

use super::super::Athos;
use super::super::atelier::Place;
use super::super::choices::{Choices, Scene, Sorts};
use super::super::rules::ACTIONS;
use super::super::state::State;
use super::Series;

/// How often the action can be taken.
pub(super) const REPEATS: u8 = 3;

impl Athos {
    /// Adds the legal actions of a series: a lay and a move to Protected are one (D-3).
    pub(in super::super) fn add_series(
        &self,
        scene: &Scene<'_>,
        series: Series,
        sorts: &mut Sorts,
    ) {
        let (state, side) = (scene.state, scene.side);
        match series {
            Series::Lay => {
                for &tile in scene.usable.iter() {
                    sorts.push(Choices::Lays(tile, true));
                }
                if self.may_protect(state, side) {
                    sorts.push(Choices::Protects);
                }
            }
            Series::Take => {
                if self.has_room(state, side, Place::Free) {
                    sorts.push(Choices::Takes);
                }
            }
            Series::Rotate => sorts.push(Choices::Rotations),
            Series::Swap => sorts.push(Choices::Swaps),
            Series::Restore => sorts.push(Choices::Restores),
        }
    }

    /// Whether an action of the series is possible.
    pub(in super::super) fn can_go_on(&self, state: &State, series: Series) -> bool {
        let table = self.table(state);
        let scene = self.scene(state, &table);
        let mut sorts = Sorts::default();
        self.add_series(&scene, series, &mut sorts);
        sorts.iter().any(|&choices| self.count(&scene, choices) > 0)
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
