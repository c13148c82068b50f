//! Positions that a seat can't tell apart.

use super::Bogoss;
use super::action::Action;
use super::rules::{HAND, LayMode};
use super::state::{Phase, Request, Stage, State, Table};
use super::types::{Answer, Hand, Kind, Sort};
use crate::game::{Actor, Seat};
use crate::random::Random;

impl Bogoss {
    /// A position drawn from those that `seat` can't tell from this one.
    pub(super) fn redeal(&self, state: &State, seat: Seat, random: &mut Random) -> State {
        let table = self.seen(state, Some(seat));
        let mut base = State {
            now: table,
            before: None,
            log: state.log[..table.requests as usize].to_vec(),
            layings: state.layings,
            refills: state.refills[..table.refills as usize].to_vec(),
        };
        base.layings.truncate(table.layings.into());
        let is_dealt = usize::from(table.dealt) == usize::from(HAND) * self.players;
        loop {
            let mut drawn = base.clone();
            if !self.deal_hidden(&table, &mut drawn, seat, random) {
                continue;
            }
            self.draw_past(&mut drawn, seat, random);
            if table.phase == Phase::Deal && is_dealt {
                if self.begins_laying(&mut drawn, seat) {
                    return drawn;
                }
                continue;
            }
            if let Some(before) = state.before.filter(|_| !self.sees_now(&drawn, None)) {
                drawn.before = Some(self.undone(&drawn, &before));
            }
            return drawn;
        }
    }

    /// Deals what `seat` does not see anew; false if it can't be so.
    fn deal_hidden(
        &self,
        table: &Table,
        drawn: &mut State,
        seat: Seat,
        random: &mut Random,
    ) -> bool {
        let others = || self.seats().filter(|&other| other != seat).map(usize::from);
        let mut pool: Vec<Sort> = table.pile.cards().collect();
        for other in others() {
            pool.extend(table.hands[other].cards());
            drawn.now.hands[other] = table.known[other];
            for card in table.known[other].cards() {
                let at = pool.iter().rposition(|&sort| sort == card);
                at.map(|at| pool.swap_remove(at));
            }
        }
        for other in others() {
            for _ in table.known[other].len()..table.hands[other].len() {
                let lacks = |sort: Sort| {
                    sort.natural()
                        .is_some_and(|(kind, _)| table.lacks[other] >> kind.index() & 1 == 1)
                };
                let possible: Vec<usize> = (0..pool.len()).filter(|&at| !lacks(pool[at])).collect();
                if possible.is_empty() {
                    return false;
                }
                let at = possible[random.below(possible.len() as u32) as usize];
                drawn.now.hands[other].add(pool.swap_remove(at));
            }
        }
        drawn.now.pile = pool.into_iter().collect::<Hand>();
        self.is_possible(&drawn.now, seat)
    }

    /// Whether hands can be so: nothing complete is left to lay, and choices are choices.
    fn is_possible(&self, table: &Table, seat: Seat) -> bool {
        let others = || self.seats().filter(|&other| other != seat);
        if let (Phase::Take, Some(Request { target, kind, .. })) = (table.phase, table.request) {
            if table.hands[usize::from(target)].has_kind(kind) != [true, true] {
                return false;
            }
        }
        if let (Phase::Give, Some(request)) = (table.phase, table.request)
            && self.askable(table) >> request.kind.index() & 1 == 0
        {
            return false;
        }
        if matches!(table.phase, Phase::First | Phase::Deal | Phase::Over) {
            return true;
        }
        let with_jokers = self.rules.lay_mode == LayMode::Forced;
        self.rules.lay_mode == LayMode::Free
            || others().all(|other| {
                matches!(table.stage, Stage::Deal(_))
                    || self.complete(table.hands[usize::from(other)], with_jokers).is_none()
            })
    }

    /// Draws what others drew unseen.
    fn draw_past(&self, drawn: &mut State, seat: Seat, random: &mut Random) {
        let mut unseen = |kind: Option<Kind>| {
            let fits = |sort: &Sort| sort.natural().is_some_and(|(of, _)| Some(of) != kind);
            let cards: Vec<Sort> = self.deck.cards().filter(fits).collect();
            cards[random.below(cards.len() as u32) as usize]
        };
        for entry in drawn.log.iter_mut().filter(|entry| entry.asker != seat) {
            if let Answer::NoHit(_) = entry.answer {
                entry.answer = Answer::NoHit(unseen(Some(entry.kind)));
            }
        }
        for refill in drawn.refills.iter_mut().filter(|refill| refill.seat != seat) {
            refill.card = unseen(None);
        }
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
    fn undone(&self, state: &State, before: &Table) -> Table {
        let mut table = *before;
        (table.hands, table.pile) = (state.now.hands, state.now.pile);
        for laying in &state.layings[usize::from(before.layings)..] {
            laying.cards.iter().for_each(|&card| table.hands[usize::from(laying.seat)].add(card));
        }
        for refill in &state.refills[before.refills as usize..] {
            table.hands[usize::from(refill.seat)].remove(refill.card);
            table.pile.add(refill.card);
        }
        for entry in &state.log[before.requests as usize..] {
            let asker = &mut table.hands[usize::from(entry.asker)];
            match entry.answer {
                Answer::Given(sort) => {
                    asker.remove(sort);
                    table.hands[usize::from(entry.target)].add(sort);
                }
                Answer::NoHit(sort) | Answer::Hit(sort) => {
                    asker.remove(sort);
                    table.pile.add(sort);
                }
                Answer::PileEmpty => {}
            }
        }
        table
    }
}
