//! What a position from outside owes to the one from before the step under way (B-56).

use super::Bogoss;
use super::check::{Checked, refuse};
use super::state::{Phase, Stage, State, Table};
use super::types::Answer;

impl Bogoss {
    /// The position from before a step is one at which others may look.
    pub(super) fn check_before(&self, state: &State, before: &Table) -> Checked {
        let key = || "position.before".to_owned();
        self.check_table(state, before, "position.before")?;
        let now = &state.now;
        let is_deal = matches!(now.stage, Stage::Deal(_));
        let expected = if is_deal { Phase::Deal } else { Phase::Ask };
        if before.phase != expected {
            return refuse(
                "B-56",
                key(),
                "a step begins where somebody may ask, or after the deal",
            );
        }
        let is_same_turn = (before.turn, before.turn_of, before.first, before.dealt)
            == (now.turn, now.turn_of, now.first, now.dealt);
        if !is_same_turn {
            return refuse("B-56", key(), "a step stays within a turn");
        }
        let answered = now.requests - before.requests;
        let may_answer = matches!(now.stage, Stage::Asker | Stage::Giver);
        if answered != u32::from(may_answer) {
            return refuse("B-56", key(), format!("{answered} requests were answered since"));
        }
        let may_refill = matches!(now.stage, Stage::Start | Stage::Giver);
        if now.refills > before.refills && !may_refill {
            return refuse("B-25", format!("{}.refills", key()), "nobody has drawn since");
        }
        self.check_moved(state, before)
    }

    /// What moved within the step leads from the hands and the pile before it to those of now.
    fn check_moved(&self, state: &State, before: &Table) -> Checked {
        // What came is added to what was before, and what went to what is now: nothing is taken out
        // that may not be there.
        let (mut left, mut right) = (*before, state.now);
        for laying in &state.layings[usize::from(before.layings)..] {
            laying.cards.iter().for_each(|&card| right.hands[usize::from(laying.seat)].add(card));
        }
        for refill in &state.refills[before.refills as usize..] {
            left.hands[usize::from(refill.seat)].add(refill.card);
            right.pile.add(refill.card);
        }
        for entry in state.log.iter().skip(before.requests as usize) {
            match entry.answer {
                Answer::Given(sort) => {
                    left.hands[usize::from(entry.asker)].add(sort);
                    right.hands[usize::from(entry.target)].add(sort);
                }
                Answer::NoHit(sort) | Answer::Hit(sort) => {
                    left.hands[usize::from(entry.asker)].add(sort);
                    right.pile.add(sort);
                }
                Answer::PileEmpty => {}
            }
        }
        for seat in self.seats().map(usize::from) {
            if left.hands[seat] != right.hands[seat] {
                let message = "what happened since does not lead from it to the hand now";
                return refuse("B-56", format!("position.before.hands[{seat}]"), message);
            }
        }
        if left.pile != right.pile {
            let message = "what happened since does not lead from it to the pile now";
            return refuse("B-56", "position.before.pile".to_owned(), message);
        }
        Ok(())
    }
}
