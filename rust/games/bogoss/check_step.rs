//! What a position from outside owes to the one from before the step under way (B-56).

use super::Bogoss;
use super::check::{Checked, refuse};
use super::state::{Phase, Stage, State, Table};
use super::types::{Answer, SEATS};

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
        // that may not be there. Cards drawn unseen are left over in the hands of now.
        let (mut left, mut right) = (*before, state.now);
        let mut unseen = [0; SEATS];
        for laying in &state.layings[usize::from(before.layings)..] {
            laying.cards.iter().for_each(|&card| right.hands[usize::from(laying.seat)].add(card));
        }
        for refill in &state.refills[before.refills as usize..] {
            unseen[usize::from(refill.seat)] += 1;
        }
        for entry in state.log.iter().skip(before.requests as usize) {
            let asker = usize::from(entry.asker);
            match entry.answer {
                Answer::Given(sort) => {
                    left.hands[asker].add(sort);
                    right.hands[usize::from(entry.target)].add(sort);
                }
                Answer::Hit(sort) => {
                    left.hands[asker].add(sort);
                    right.pile.add(sort);
                }
                Answer::NoHit => unseen[asker] += 1,
                Answer::PileEmpty => {}
            }
        }
        for seat in self.seats().map(usize::from) {
            let (old, new) = (left.hands[seat], right.hands[seat]);
            let is_kept = old.sorts().all(|sort| old.count(sort) <= new.count(sort));
            if !is_kept || new.len() != old.len() + unseen[seat] {
                let message = "what happened since does not lead from it to the hand now";
                return refuse("B-56", format!("position.before.hands[{seat}]"), message);
            }
            right.pile.add_all(new.without(old));
        }
        if left.pile != right.pile {
            let message = "what happened since does not lead from it to the pile now";
            return refuse("B-56", "position.before.pile".to_owned(), message);
        }
        Ok(())
    }
}
