//! Skeletons: when one is complete, when it is laid, and of which cards (B-38 to B-46).

use super::Bogoss;
use super::hand::Hand;
use super::rules::{GOAL, LayMode};
use super::state::{Phase, Stage, State};
use super::types::{Laying, PARTS, SKELETON, Sort, Status};
use crate::game::Seat;

impl Bogoss {
    /// Which skeleton is complete, the broken one first (B-41 to B-44): whether it is broken.
    #[inline]
    pub(super) fn complete(&self, hand: Hand, with_jokers: bool) -> Option<bool> {
        let jokers = if with_jokers { u32::from(hand.jokers()) } else { 0 };
        let [whole, broken] = hand.parts(self.need);
        let is_broken = if self.rules.is_any_broken {
            hand.has_broken() && hand.mended().parts(self.need)[0] + jokers >= SKELETON as u32
        } else {
            broken + jokers >= SKELETON as u32
        };
        if is_broken { Some(true) } else { (whole + jokers >= SKELETON as u32).then_some(false) }
    }

    /// Whether a hand of after the deal wins without being asked (B-43, B-51).
    pub(super) fn wins_after_deal(&self, hand: Hand) -> bool {
        self.forced(hand) == Some(true)
    }

    /// Which skeleton has to be laid (B-43): whether it is broken.
    pub(super) fn forced(&self, hand: Hand) -> Option<bool> {
        match self.rules.lay_mode {
            LayMode::Forced => self.complete(hand, true),
            LayMode::JokerChoice => self.complete(hand, false),
            LayMode::Free => None,
        }
    }

    /// B-43: a player lays what has to be laid, and is asked about what may be laid.
    pub(super) fn lay_all(&self, state: &mut State, stage: Stage) {
        let seat = state.now.seat_of(stage, self.players);
        while let Some(is_broken) = self.forced(state.now.hands[usize::from(seat)]) {
            self.lay(state, seat, is_broken);
            if state.now.phase == Phase::Over {
                return;
            }
        }
        if self.rules.lay_mode != LayMode::Forced
            && self.complete(state.now.hands[usize::from(seat)], true).is_some()
        {
            (state.now.phase, state.now.stage) = (Phase::Lay, stage);
            return;
        }
        self.after_laying(state, stage);
    }

    /// Lays one skeleton, natural cards first (B-44, B-45); two whole ones or a broken one win (B-51).
    #[cold]
    pub(super) fn lay(&self, state: &mut State, seat: Seat, is_broken: bool) {
        let table = &mut state.now;
        let place = usize::from(seat);
        let statuses: &[Status] = match (is_broken, self.rules.is_any_broken) {
            (false, _) => &[Status::Whole],
            (true, false) => &[Status::Broken],
            (true, true) => &[Status::Broken, Status::Whole],
        };
        let mut cards = [Sort::JOKER; SKELETON];
        for (part, card) in cards.iter_mut().enumerate() {
            let is_right = self.rules.is_sided && part % 2 == 1;
            for &status in statuses.iter().rev() {
                let sort = Sort::new(status, PARTS[part], is_right);
                if table.hands[place].has(sort) {
                    *card = sort;
                }
            }
            table.hands[place].remove(*card);
            table.known[place].remove_one_of(*card);
        }
        let turn = if matches!(table.phase, Phase::Deal) || matches!(table.stage, Stage::Deal(_)) {
            0
        } else {
            table.turn
        };
        table.layings += 1;
        table.laid[place] += u8::from(!is_broken);
        state.layings.push(Laying { seat, is_broken, cards, turn, requests: table.requests });
        if is_broken || table.laid[place] == GOAL {
            table.winner = Some(seat);
            self.end(state);
        }
    }

    /// What follows once a player has laid, or holds back, what is complete.
    pub(super) fn after_laying(&self, state: &mut State, stage: Stage) {
        match stage {
            Stage::Asker => self.after_asker(state),
            Stage::Giver | Stage::Idle => self.finish(state),
            Stage::Deal(place) if usize::from(place) + 1 < self.players => {
                // The phase says that this is still the deal.
                state.now.phase = Phase::Deal;
                self.lay_all(state, Stage::Deal(place + 1));
            }
            Stage::Deal(_) => self.start_turn(state),
            Stage::Start => {
                (state.now.phase, state.now.stage) = (Phase::Ask, Stage::Idle);
                state.before = None;
            }
        }
    }
}
