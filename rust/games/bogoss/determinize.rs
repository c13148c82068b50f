//! Positions that a seat can't tell apart. What can be where is `knowledge`'s affair; here the rest of
//! such a position is put together.

use super::Bogoss;
use super::action::Action;
use super::rules::HAND;
use super::state::{Phase, Stage, State, Table};
use super::types::Answer;
use crate::game::{Actor, Seat};
use crate::random::Random;

impl Bogoss {
    /// A position drawn from those that `seat` can't tell from this one, evenly over all deals that
    /// agree with what it has seen.
    pub(super) fn redeal(&self, state: &State, seat: Seat, random: &mut Random) -> State {
        let table = *self.seen(state, Some(seat));
        let mut drawn = State {
            now: table,
            before: None,
            log: state.log.iter().take(table.requests as usize).collect(),
            layings: state.layings,
            refills: state.refills[..table.refills as usize].to_vec(),
        };
        drawn.layings.truncate(table.layings.into());
        self.draw_hidden(state, &mut drawn, seat, random);
        if self.waits_for_others(&table) {
            let mut begun = drawn.clone();
            while !self.begins_laying(&mut begun, seat) {
                self.draw_hidden(state, &mut drawn, seat, random);
                begun.clone_from(&drawn);
            }
            return begun;
        }
        if let Some(before) = state.before.filter(|_| !self.sees_now(&drawn, None)) {
            drawn.before = Some(self.undone(&drawn, &before, seat));
        }
        drawn
    }

    /// Whether all cards are dealt, and somebody else is asked about a skeleton: or this seat would be
    /// shown more.
    pub(super) fn waits_for_others(&self, table: &Table) -> bool {
        let is_dealt = usize::from(table.dealt) == usize::from(HAND) * self.players;
        table.phase == Phase::Deal && is_dealt
    }

    /// Lays after the deal until somebody else is asked about a skeleton; false if nobody is.
    fn begins_laying(&self, drawn: &mut State, seat: Seat) -> bool {
        drawn.before = Some(drawn.now);
        self.lay_from_deal(drawn);
        while drawn.now.phase == Phase::Lay && drawn.now.actor(self.players) == Actor::Player(seat)
        {
            self.advance(drawn, Action::Hold);
        }
        drawn.now.phase == Phase::Lay && matches!(drawn.now.stage, Stage::Deal(_))
    }

    /// The position from before the step under way, with the hands that lead to those of now.
    ///
    /// Nobody but `seat` has drawn in it, or `seat` would not see that it is under way.
    fn undone(&self, state: &State, before: &Table, seat: Seat) -> Table {
        let mut table = *before;
        (table.hands, table.pile) = (state.now.hands, state.now.pile);
        for laying in &state.layings[usize::from(before.layings)..] {
            laying.cards.iter().for_each(|&card| table.hands[usize::from(laying.seat)].add(card));
        }
        for entry in state.log.iter().skip(before.requests as usize) {
            if let Answer::Given(sort) = entry.answer {
                table.hands[usize::from(entry.asker)].remove(sort);
                table.hands[usize::from(entry.target)].add(sort);
            }
        }
        let (own, held) = (usize::from(seat), before.hands[usize::from(seat)]);
        for sort in table.hands[own].sorts() {
            let drawn = held.count(sort)..table.hands[own].count(sort);
            drawn.for_each(|_| table.pile.add(sort));
        }
        table.hands[own] = held;
        table
    }
}
