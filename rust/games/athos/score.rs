//! Points: credited action by action, majorities at the end, and who has won (P, S, T-9, U-21 to
//! U-35, V-6, W-33 to W-36).

use super::Athos;
use super::rules::{
    BLOCK_POINTS, BLOCK_PRIZES, CARD_PRIZES, MOST_POINTS, Mode, Prizes, Reason, TRACK, TieRule,
    YELLOW,
};
use super::state::{Phase, SIDES, State};
use crate::game::{Outcome, Seat};

/// What a majority pays to each side, by their markers (S-1 to S-8).
fn majority(counts: [u32; SIDES], prizes: Prizes, rule: TieRule) -> [i32; SIDES] {
    counts.map(|count| {
        if count == 0 {
            return 0;
        }
        let place = counts.iter().filter(|&&other| other > count).count();
        let tied = counts.iter().filter(|&&other| other == count).count();
        let Some(&prize) = prizes.places.get(place) else { return 0 };
        let shared = match tied {
            1 => return prize,
            2 | 3 => prizes.ties[tied - 2],
            _ => 0,
        };
        match rule {
            TieRule::FirstOnly if place > 0 => prize,
            TieRule::Min => shared.min(prize),
            TieRule::Flat | TieRule::FirstOnly => shared,
        }
    })
}

impl Athos {
    /// Credits points to a side: a movement of its scoring marker (P-5, U-21 to U-24).
    pub(super) fn credit(&self, state: &mut State, side: usize, points: i32) {
        if self.rules.mode.is_tug() {
            self.move_marker(state, if side == 0 { -points } else { points }, true);
        } else {
            add(&mut state.scores[side], points);
        }
    }

    /// Moves the common scoring marker (U-22 to U-24).
    fn move_marker(&self, state: &mut State, points: i32, collects: bool) {
        let step = points.signum();
        for _ in 0..points.abs() {
            add(&mut state.scores[0], step);
            if collects {
                state.yellow |= self.yellow_at(state.scores[0]);
            }
        }
    }

    /// The yellow marker that a score reaches, as a bit (U-23).
    fn yellow_at(&self, score: i32) -> u8 {
        let place = if self.rules.yellow_by_amount { score.abs() } else { score.rem_euclid(TRACK) };
        let marker = YELLOW.iter().position(|&position| position == place);
        marker.map_or(0, |marker| 1 << marker)
    }

    /// The yellow markers that lie between 0 and the score, which have to be collected: those of the
    /// majorities at the end only with `end_collects` (U-29).
    pub(super) fn yellow_passed(&self, state: &State) -> u8 {
        let mut score = state.scores[0];
        if matches!(state.phase, Phase::Over(_)) && !self.rules.end_collects {
            score -= self.nets(state).sum::<i32>();
        }
        // One lap passes all of them.
        let reached = 1..=score.abs().min(TRACK);
        reached.fold(0, |set, step| set | self.yellow_at(step * score.signum()))
    }

    /// What the majority on each card adds to the common score (U-27).
    fn nets(&self, state: &State) -> impl Iterator<Item = i32> {
        self.prizes(state).map(|points| points[1] - points[0])
    }

    /// What the majority on each card pays to each side (S).
    fn prizes(&self, state: &State) -> impl Iterator<Item = [i32; SIDES]> {
        (0..self.set.cards.len())
            .map(|card| majority(self.marks(state, card), CARD_PRIZES, self.rules.tie_rule))
    }

    /// The markers of each side on a card (S-1, X-12).
    fn marks(&self, state: &State, card: usize) -> [u32; SIDES] {
        let mut marks = [0; SIDES];
        let owners = state.cards[card].crossings.iter().filter_map(|owner| owner.checked_sub(1));
        let extra = state.masters.extra.filter(|&(on, _)| usize::from(on) == card);
        for owner in owners.chain(extra.map(|(_, owner)| owner)) {
            marks[usize::from(owner)] += 1;
        }
        marks
    }

    /// The immutable blocks of each side (W-34).
    fn blocks_of(&self, state: &State) -> [u32; SIDES] {
        std::array::from_fn(|side| {
            state.immutable.iter().filter(|&&owner| usize::from(owner) == side + 1).count() as u32
        })
    }

    /// R-6, U-27, W-33: the game is over, and majorities are scored.
    pub(super) fn finish(&self, state: &mut State, reason: Reason) {
        state.phase = Phase::Over(reason);
        if self.rules.mode.is_tug() {
            let nets: Vec<i32> = self.nets(state).collect();
            if self.rules.end_collects {
                nets.into_iter().for_each(|net| self.move_marker(state, net, true));
            } else {
                // U-29: one net amount.
                self.move_marker(state, nets.into_iter().sum(), false);
            }
        } else if self.rules.mode == Mode::Challenging {
            let blocks = self.blocks_of(state);
            add_to(&mut state.scores, blocks.map(|blocks| blocks as i32 * BLOCK_POINTS));
            add_to(&mut state.scores, majority(blocks, BLOCK_PRIZES, self.rules.tie_rule));
        } else {
            let all: Vec<_> = self.prizes(state).collect();
            all.into_iter().for_each(|points| add_to(&mut state.scores, points));
        }
    }

    /// What decides between sides, best first (S-9 to S-11, W-36).
    fn rank(&self, state: &State, side: usize) -> [i32; 3] {
        let mut rank = [state.scores[side], 0, 0];
        match self.rules.mode {
            Mode::Base => {
                let size = |card: &usize| state.blocks.of(*card as u8).len();
                let cards = 0..self.set.cards.len();
                let largest = cards.clone().map(|card| size(&card)).max().unwrap_or(0);
                let of = |card: usize| self.marks(state, card)[side] as i32;
                // S-10: an empty mural has no largest panel.
                let panels = cards.clone().filter(|card| largest > 0 && size(card) == largest);
                rank[1] = panels.map(of).sum();
                rank[2] = cards.map(of).sum();
            }
            Mode::Challenging => {
                rank[1] = self.blocks_of(state)[side] as i32;
                let near = self.ground.columns.beside();
                let own = (0..self.set.cards.len()).filter(|&pattern| {
                    usize::from(state.immutable[pattern]) == side + 1
                        && !(state.blocks.of(pattern as u8) & near).is_empty()
                });
                rank[2] = own.count() as i32;
            }
            _ => {}
        }
        rank
    }

    /// How many yellow markers have been collected.
    pub(super) fn yellow(&self, state: &State) -> u32 {
        state.yellow.count_ones()
    }

    pub(super) fn result(&self, state: &State) -> Option<Outcome> {
        let Phase::Over(reason) = state.phase else { return None };
        let reason_index = reason as u8;
        let outcome = |winners, level| Outcome { winners, reason: reason_index, level };
        let score = state.scores[0];
        Some(match self.rules.mode {
            Mode::Solo => {
                // U-30 to U-34; Z-3 to Z-6: a game that a guard ends is lost.
                let yellow = self.yellow(state);
                let is_won =
                    reason == Reason::BoardsEmpty && yellow > 0 && score.unsigned_abs() <= yellow;
                let level = (is_won && score == 0).then(|| yellow as u8 - 1);
                outcome(is_won.into(), level)
            }
            Mode::Duel | Mode::Teams => {
                // V-6: sides by the seats of either.
                let wins = |seat: usize| {
                    (score <= 0 && seat.is_multiple_of(2)) || (score >= 0 && seat % 2 == 1)
                };
                let winners = (0..self.players).filter(|&seat| wins(seat));
                outcome(winners.fold(0, |set, seat| set | 1 << seat), None)
            }
            _ => {
                let ahead = |side: &usize| {
                    state.scores[..self.sides].iter().all(|&score| score <= state.scores[*side])
                };
                let leaders =
                    (0..self.sides).filter(ahead).fold(0_u32, |set, side| set | 1 << side);
                if leaders.is_power_of_two() {
                    return Some(outcome(leaders, None));
                }
                let ranks: [_; SIDES] = std::array::from_fn(|side| {
                    (leaders >> side & 1 == 1).then(|| self.rank(state, side))
                });
                let best = ranks.iter().max().copied().flatten();
                let winners = (0..self.sides).filter(|&side| ranks[side] == best);
                outcome(winners.fold(0, |set, side| set | 1 << side), None)
            }
        })
    }

    /// What a seat is paid: 1 for winning alone, or its share.
    #[inline(always)]
    pub(super) fn payment(&self, state: &State, seat: Seat) -> f32 {
        // Environments ask at every step.
        if matches!(state.phase, Phase::Over(_)) { self.share(state, seat) } else { 0.0 }
    }

    fn share(&self, state: &State, seat: Seat) -> f32 {
        let Some(outcome) = self.result(state).filter(|outcome| outcome.is_winner(seat)) else {
            return 0.0;
        };
        let winners = outcome.winners.count_ones();
        match self.rules.mode {
            Mode::Teams => {
                if winners > 2 {
                    0.5
                } else {
                    1.0
                }
            }
            _ => 1.0 / winners as f32,
        }
    }

    /// The points of a seat.
    pub(super) fn points(&self, state: &State, seat: Seat) -> f32 {
        let score = match self.rules.mode {
            Mode::Duel | Mode::Teams if seat.is_multiple_of(2) => -state.scores[0],
            Mode::Duel | Mode::Teams | Mode::Solo => state.scores[0],
            _ => state.scores[usize::from(seat)],
        };
        score as f32
    }
}

fn add_to(scores: &mut [i32; SIDES], points: [i32; SIDES]) {
    scores.iter_mut().zip(points).for_each(|(score, points)| add(score, points));
}

fn add(score: &mut i32, points: i32) {
    *score = (*score + points).clamp(-MOST_POINTS, MOST_POINTS);
}
