//! The end: final scoring, ties, the winner (C-236 to C-250, C-260, C-261).

use serde_json::{Map, Value, json};

use super::Cog;
use super::rules::{FIRST_ITEMS, LETTERS_A_POINT, OTHER_ITEMS, SECOND_ITEMS};
use super::state::{SEATS, State, Step};
use super::types::{Side, members};
use crate::game::{Outcome, Seat};

impl Cog {
    /// The seats by the position of their cogs on the turn-order edge (C-250); between rounds that is
    /// the turn order. Before all cogs are placed, the others follow in turn order.
    pub(super) fn positions(&self, state: &State) -> [Seat; SEATS] {
        let cogs = self.slots(state).iter().filter_map(|slot| slot.cog);
        let others = self.order(state).iter().copied();
        let others =
            others.filter(|seat| self.slots(state).iter().all(|slot| slot.cog != Some(*seat)));
        let mut positions = [0; SEATS];
        for (place, seat) in positions.iter_mut().zip(cogs.chain(others)) {
            *place = seat;
        }
        positions
    }

    /// Goal cards that are not completed: a point for each word with a cube and for each of its letters
    /// (C-237 to C-239).
    pub(super) fn goal_points(&self, state: &State, seat: Seat) -> u32 {
        let cubes = state.mats[usize::from(seat)].cubes();
        members(cubes).map(|word| 1 + u32::from(self.dictionary.length(word as u8))).sum()
    }

    /// C-245, C-246.
    pub(super) fn letter_points(&self, state: &State, seat: Seat) -> u32 {
        u32::from(state.mats[usize::from(seat)].reserve.len()) / LETTERS_A_POINT
    }

    /// Completed item cards (C-240 to C-244, C-260), by seat.
    pub(super) fn item_points(&self, state: &State) -> [u32; SEATS] {
        let mut counts = [0; SEATS];
        for (count, mat) in counts.iter_mut().zip(&state.mats) {
            *count = mat.hand.on(Side::Completed).count() as u32;
        }
        self.rank_items(counts, &self.positions(state))
    }

    /// The points of item cards for so many by seat, with cogs in these positions.
    pub(super) fn rank_items(&self, counts: [u32; SEATS], positions: &[Seat]) -> [u32; SEATS] {
        let mut ranked = [0; SEATS];
        ranked.copy_from_slice(positions);
        let ranked = &mut ranked[..usize::from(self.players)];
        // Equal counts keep the order of positions (C-243).
        ranked.sort_by_key(|&seat| std::cmp::Reverse(counts[usize::from(seat)]));
        let mut points = [0; SEATS];
        for (rank, &seat) in ranked.iter().enumerate() {
            let count = counts[usize::from(seat)];
            let (extra, each) = match rank {
                0 => FIRST_ITEMS,
                // C-260.
                1 if self.players == 2 => (0, SECOND_ITEMS.1),
                1 => SECOND_ITEMS,
                _ => (0, OTHER_ITEMS),
            };
            // C-244.
            let has_rank = count > 0 || !self.rules.rank_needs_card;
            points[usize::from(seat)] = each * count + if has_rank { extra } else { 0 };
        }
        points
    }

    /// What each seat would have if the game ended here.
    pub(super) fn totals(&self, state: &State) -> [u32; SEATS] {
        let mut totals = self.item_points(state);
        for (total, seat) in totals.iter_mut().zip(0..self.players) {
            *total += state.mats[usize::from(seat)].vp
                + self.goal_points(state, seat)
                + self.letter_points(state, seat);
        }
        totals
    }

    /// The result, once the game is over (C-248, C-249).
    pub(super) fn result(&self, state: &State) -> Option<Outcome> {
        let Step::Over(reason) = state.step else { return None };
        let totals = self.totals(state);
        let positions = self.positions(state);
        let mut best = positions[0];
        for &seat in &positions[1..usize::from(self.players)] {
            if totals[usize::from(seat)] > totals[usize::from(best)] {
                best = seat;
            }
        }
        Some(Outcome { winners: 1 << best, reason: reason as u8, level: None })
    }

    /// 1 for the winner.
    pub(super) fn payment(&self, state: &State, seat: Seat) -> f32 {
        let is_winner = self.result(state).is_some_and(|outcome| outcome.is_winner(seat));
        f32::from(u8::from(is_winner))
    }

    /// The final total; while the game runs, what was gained so far (C-236).
    pub(super) fn points(&self, state: &State, seat: Seat) -> f32 {
        let points = match state.step {
            Step::Over(_) => self.totals(state)[usize::from(seat)],
            _ => state.mats[usize::from(seat)].vp,
        };
        points as f32
    }

    /// What the totals are made of.
    pub(super) fn breakdown(&self, state: &State) -> Map<String, Value> {
        let seats = 0..self.players;
        let by_seat =
            |points: &dyn Fn(Seat) -> u32| -> Vec<u32> { seats.clone().map(points).collect() };
        let players = usize::from(self.players);
        let details = [
            ("vp", json!(by_seat(&|seat| state.mats[usize::from(seat)].vp))),
            ("goals", json!(by_seat(&|seat| self.goal_points(state, seat)))),
            ("items", json!(&self.item_points(state)[..players])),
            ("letters", json!(by_seat(&|seat| self.letter_points(state, seat)))),
            ("positions", json!(&self.positions(state)[..players])),
        ];
        details.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// An upper bound of plies.
    pub(super) fn longest(&self) -> u32 {
        // Each conversion takes a letter or star away (C-222), and no player has so many.
        let conversions = 1000;
        let construction = 2 * u32::from(self.rules.cap) + 1;
        let round = 4 * 3 + conversions + construction;
        u32::from(self.face().rounds) * u32::from(self.players) * round
    }
}
