//! The course of a game: the deal, requests and what comes of them, draws, turns, the end (rules,
//! sections 4 to 9 but for laying).

use super::Bogoss;
use super::action::Action;
use super::hand::Hand;
use super::rules::{GiveChoice, HAND};
use super::state::{Phase, Request, Stage, State, Table};
use super::types::{Answer, Entry, Kind, Refill, SEATS, Sort, Status};
use crate::game::Seat;

impl Bogoss {
    /// Applies a legal action or a possible chance event.
    #[inline]
    pub(super) fn advance(&self, state: &mut State, action: Action) {
        match action {
            Action::Ask { target, kind } => self.ask(state, target, kind),
            Action::Stop => self.pass_turn(state),
            Action::Give(sort) | Action::Given(sort) => self.give(state, sort),
            Action::Take(status) => self.take(state, status),
            Action::Draw(sort) if state.now.phase == Phase::Draw => self.draw(state, sort),
            Action::Draw(sort) => self.refill(state, sort),
            Action::Deal(sort) => self.deal(state, sort),
            Action::First(seat) => {
                (state.now.first, state.now.turn_of) = (seat, seat);
                state.now.phase = Phase::Deal;
            }
            Action::Lay => {
                let stage = state.now.stage;
                let seat = state.now.seat_of(stage, self.players);
                if let Some(is_broken) = self.complete(state.now.hands[usize::from(seat)], true) {
                    self.lay(state, seat, is_broken);
                }
                if state.now.phase != Phase::Over {
                    self.lay_all(state, stage);
                }
            }
            Action::Hold => self.after_laying(state, state.now.stage),
        }
    }

    /// B-8, B-11: a card is dealt; after the last one complete skeletons are laid.
    pub(super) fn deal(&self, state: &mut State, sort: Sort) {
        let table = &mut state.now;
        table.pile.remove(sort);
        table.hands[usize::from(table.dealt_to(self.players))].add(sort);
        table.dealt += 1;
        if usize::from(table.dealt) == usize::from(HAND) * self.players {
            if self.has_long_steps {
                state.before = Some(*table);
            }
            self.lay_from_deal(state);
        }
    }

    /// B-11: the cards are dealt, and skeletons are laid in turn order.
    pub(super) fn lay_from_deal(&self, state: &mut State) {
        self.lay_all(state, Stage::Deal(0));
    }

    /// B-12 to B-21: a request, up to the choice of the card that is given.
    #[inline]
    pub(super) fn ask(&self, state: &mut State, target: Seat, kind: Kind) {
        if self.has_long_steps {
            state.before = Some(state.now);
        }
        let table = &mut state.now;
        table.request = Some(Request { target, kind, taken: None });
        let [whole, broken] = table.hands[usize::from(target)].has_kind(kind);
        if !(whole || broken) {
            return self.miss(state);
        }
        if whole && broken {
            table.phase = match self.rules.give_choice {
                GiveChoice::Donor => Phase::Give,
                GiveChoice::Asker => Phase::Take,
                GiveChoice::Random => Phase::Given,
            };
        } else if self.rules.is_sided {
            self.choose_side(state);
        } else {
            let status = if whole { Status::Whole } else { Status::Broken };
            self.give(state, Sort::new(status, kind, false));
        }
    }

    /// The asker picks between the statuses that are there (B-20, `give_choice = asker`).
    pub(super) fn take(&self, state: &mut State, status: Status) {
        if let Some(request) = &mut state.now.request {
            request.taken = Some(status);
        }
        self.choose_side(state);
    }

    /// The status is settled; where both sides are there, the giver or chance picks one (B-5).
    pub(super) fn choose_side(&self, state: &mut State) {
        let mut gifts = state.now.gifts();
        let (first, second) = (gifts.next(), gifts.next());
        if second.is_some() {
            let is_random = self.rules.give_choice == GiveChoice::Random;
            state.now.phase = if is_random { Phase::Given } else { Phase::Give };
        } else if let Some(sort) = first {
            self.give(state, sort);
        }
    }

    /// B-19, B-24: a card changes hands before everybody's eyes.
    #[inline]
    pub(super) fn give(&self, state: &mut State, sort: Sort) {
        let table = &mut state.now;
        let (Some(Request { target, kind, taken }), asker) = (table.request, table.turn_of) else {
            return;
        };
        let (to, from) = (usize::from(asker), usize::from(target));
        table.hands[from].remove(sort);
        table.hands[to].add(sort);
        let answer = Answer::Given(sort);
        self.note(state, Entry { asker, target, kind, answer, was_offered: taken.is_some() });
        self.settle(state);
    }

    /// B-31: the target has nothing to give.
    pub(super) fn miss(&self, state: &mut State) {
        let table = &mut state.now;
        let Some(Request { target, kind, .. }) = table.request else { return };
        if !table.pile.is_empty() {
            table.phase = Phase::Draw;
            return;
        }
        let (asker, answer) = (table.turn_of, Answer::PileEmpty);
        self.note(state, Entry { asker, target, kind, answer, was_offered: false });
        self.finish(state);
    }

    /// B-31 to B-35: the asker draws after a request in vain.
    pub(super) fn draw(&self, state: &mut State, sort: Sort) {
        let is_hit = self.is_hit(&state.now, sort);
        let table = &mut state.now;
        let Some(Request { target, kind, .. }) = table.request else { return };
        let asker = table.turn_of;
        table.pile.remove(sort);
        table.hands[usize::from(asker)].add(sort);
        let answer = if is_hit { Answer::Hit(sort) } else { Answer::NoHit };
        self.note(state, Entry { asker, target, kind, answer, was_offered: false });
        self.settle(state);
    }

    /// B-26, B-33: the asker lays, and the request is settled.
    #[inline]
    pub(super) fn settle(&self, state: &mut State) {
        let hand = state.now.hands[usize::from(state.now.turn_of)];
        if self.has_long_steps || self.complete(hand, true).is_some() {
            self.lay_all(state, Stage::Asker);
        } else {
            self.finish(state);
        }
    }

    /// B-32: whether a card drawn now would be a hit.
    pub(super) fn is_hit(&self, table: &Table, sort: Sort) -> bool {
        let Some((kind, status)) = sort.natural() else { return self.rules.joker_hit };
        if status == Status::Broken && self.rules.broken_draw_ends {
            return false;
        }
        if self.rules.has_useful_hits {
            return self.useful(table, table.turn_of) >> kind.index() & 1 == 1;
        }
        table.request.is_some_and(|request| request.kind == kind)
    }

    #[inline]
    pub(super) fn note(&self, state: &mut State, entry: Entry) {
        let table = &mut state.now;
        (table.goes_on, table.is_follow_up) = self.goes_on(entry.answer, table.is_follow_up);
        Self::show_cards(&mut table.known, &entry);
        self.show_lacks(&mut table.lacks, &entry);
        table.requests += 1;
        state.log.push(entry);
    }

    /// B-27, B-28, B-30, B-34, B-35: whether the turn goes on after an answer, and whether the next
    /// request then follows from a whole card received.
    #[inline]
    pub(super) fn goes_on(&self, answer: Answer, is_follow_up: bool) -> (bool, bool) {
        match answer {
            Answer::Given(sort) => {
                let goes_on = !(sort.is_broken() || self.rules.is_one_extra && is_follow_up);
                (goes_on, goes_on)
            }
            Answer::Hit(_) => (true, false),
            Answer::NoHit | Answer::PileEmpty => (false, false),
        }
    }

    /// B-24, B-34: the cards that everybody knows of after an answer.
    #[inline]
    pub(super) fn show_cards(known: &mut [Hand; SEATS], entry: &Entry) {
        let asker = usize::from(entry.asker);
        match entry.answer {
            Answer::Given(sort) => {
                known[usize::from(entry.target)].remove_one_of(sort);
                known[asker].add(sort);
            }
            Answer::Hit(sort) => known[asker].add(sort),
            Answer::NoHit | Answer::PileEmpty => {}
        }
    }

    /// B-57: the kinds that everybody knows to be lacking after an answer.
    #[inline]
    pub(super) fn show_lacks(&self, lacks: &mut [u8; SEATS], entry: &Entry) {
        let bit = 1 << entry.kind.index();
        if !matches!(entry.answer, Answer::Given(_)) {
            lacks[usize::from(entry.target)] |= bit;
        }
        let lacks = &mut lacks[usize::from(entry.asker)];
        match entry.answer {
            Answer::Given(_) => *lacks &= !bit,
            Answer::Hit(sort) => {
                if let Some((kind, _)) = sort.natural() {
                    *lacks &= !(1 << kind.index());
                }
            }
            Answer::PileEmpty => {}
            // A broken card of any kind can have come.
            Answer::NoHit if self.rules.broken_draw_ends => *lacks = 0,
            // A kind of which the asker had none passes B-16, so a card of it would have been a hit.
            Answer::NoHit if self.rules.has_useful_hits => {}
            Answer::NoHit => *lacks &= bit,
        }
    }

    /// B-25, B-47: a card drawn outside requests.
    pub(super) fn refill(&self, state: &mut State, card: Sort) {
        let table = &mut state.now;
        let (stage, seat) = (table.stage, table.seat_of(table.stage, self.players));
        let hand = usize::from(seat);
        table.pile.remove(card);
        table.hands[hand].add(card);
        table.lacks[hand] = 0;
        table.refills += 1;
        state.refills.push(Refill { seat, turn: table.turn, requests: table.requests });
        let goes_on = if stage == Stage::Start {
            table.to_draw -= 1;
            table.to_draw > 0
        } else {
            table.hands[hand].len() < u32::from(HAND)
        };
        if !goes_on || table.pile.is_empty() {
            table.to_draw = 0;
            self.lay_all(state, stage);
        }
    }

    /// B-25: a giver refills, and lays; otherwise the request is settled.
    pub(super) fn after_asker(&self, state: &mut State) {
        if self.has_long_steps
            && let Some(Entry { target, answer: Answer::Given(_), .. }) = state.log.last()
        {
            let size = state.now.hands[usize::from(target)].len();
            let draws = self.rules.donor_refill && !state.now.pile.is_empty();
            if draws && size < u32::from(HAND) {
                (state.now.phase, state.now.stage) = (Phase::Refill, Stage::Giver);
                return;
            }
            return self.lay_all(state, Stage::Giver);
        }
        self.finish(state);
    }

    /// The request is settled: the asker may go on, or the turn ends (B-27 to B-30, B-34, B-35).
    #[inline]
    pub(super) fn finish(&self, state: &mut State) {
        let table = &mut state.now;
        (table.request, table.stage) = (None, Stage::Idle);
        if !table.goes_on {
            return self.pass_turn(state);
        }
        (table.phase, table.goes_on, table.may_stop) = (Phase::Ask, false, true);
        state.before = None;
    }

    /// B-10, B-36, B-48, B-53: the next seat clockwise, or the end.
    #[inline]
    pub(super) fn pass_turn(&self, state: &mut State) {
        if state.now.turn >= self.rules.max_turns {
            return self.end(state);
        }
        let next = state.now.turn_of + 1;
        state.now.turn_of = if usize::from(next) == self.players { 0 } else { next };
        state.now.turn += 1;
        self.start_turn(state);
    }

    /// B-12, B-43, B-47: a turn begins.
    #[inline]
    pub(super) fn start_turn(&self, state: &mut State) {
        let table = &mut state.now;
        (table.phase, table.stage) = (Phase::Ask, Stage::Idle);
        (table.may_stop, table.is_follow_up) = (false, false);
        if !self.has_long_steps {
            return;
        }
        state.before = Some(*table);
        let is_empty = table.hands[usize::from(table.turn_of)].is_empty();
        if self.rules.refill_empty > 0 && is_empty && !table.pile.is_empty() {
            (table.phase, table.stage) = (Phase::Refill, Stage::Start);
            table.to_draw = self.rules.refill_empty;
        } else {
            self.lay_all(state, Stage::Start);
        }
    }

    /// B-51, B-53: the game is over.
    #[cold]
    pub(super) fn end(&self, state: &mut State) {
        let table = &mut state.now;
        (table.phase, table.stage, table.request) = (Phase::Over, Stage::Idle, None);
        (table.goes_on, table.may_stop, table.is_follow_up) = (false, false, false);
        table.to_draw = 0;
        state.before = None;
    }
}
