//! What a position from outside owes to its past: turns, answered requests, what was laid and drawn
//! between them, as far as everybody saw it.
//!
//! The log may begin late, with the first request of some turn, or be empty: a position that somebody
//! made up has no past.

use super::Bogoss;
use super::check::{Checked, refuse};
use super::hand::Hand;
use super::state::{Phase, Request, Stage, State, Table};
use super::types::{Answer, Entry, Kind, Laying, Refill, SEATS, SKELETON, Sort};
use crate::game::Seat;

/// The past, followed up to some request.
struct Walk<'a> {
    /// What is not yet accounted for.
    layings: &'a [Laying],
    refills: &'a [Refill],
    turn: u32,
    /// Whether the last request could have been left out (B-29).
    could_stop: bool,
    goes_on: bool,
    is_follow_up: bool,
    is_pile_empty: bool,
    /// How many cards each hand has.
    sizes: [i64; SEATS],
    /// What the log alone shows of each hand.
    known: [Hand; SEATS],
    lacks: [u8; SEATS],
    /// What hands can lack by it, with what may have been known before it began.
    may_lack: [u8; SEATS],
}

impl Bogoss {
    /// B-10, B-12, B-27 to B-36, B-57: the position is one to which its log can lead.
    pub(super) fn check_past(&self, state: &State, table: &Table, key: &str) -> Checked {
        let at = |name: &str| format!("{key}.{name}");
        let log = &state.log.first(table.requests);
        if matches!(table.stage, Stage::Deal(_)) {
            let is_new = (table.turn, table.turn_of) == (1, table.first);
            if !(is_new && log.is_empty() && table.refills == 0) {
                return refuse("B-11", at("stage"), "the first turn has begun");
            }
            return Ok(());
        }
        let seat = self.turn_of(table.first, table.turn);
        if table.turn_of != seat {
            return refuse("B-10", at("turn_of"), format!("turn {} is seat {seat}'s", table.turn));
        }
        let passed = log.windows(2).filter(|pair| pair[0].asker != pair[1].asker).count() as u32;
        let is_new = log.last().is_some_and(|last| last.asker != table.turn_of);
        let before = passed + u32::from(is_new);
        if table.turn <= before {
            let message = format!("the log has {before} turns before this one");
            return refuse("B-10", at("turn"), message);
        }
        let turn = table.turn - before;
        let sizes = sizes_before(state, table);
        let mut walk = Walk {
            layings: &state.layings[..usize::from(table.layings)],
            refills: &state.refills[..table.refills as usize],
            turn,
            could_stop: false,
            goes_on: true,
            is_follow_up: false,
            is_pile_empty: false,
            sizes,
            known: [Hand::default(); SEATS],
            lacks: [0; SEATS],
            may_lack: [if turn == 1 { 0 } else { 0xf }; SEATS],
        };
        self.check_unasked(&mut walk, table, log, 0)?;
        for index in 0..log.len() {
            self.check_answer(&mut walk, table, log, index)?;
            self.check_unasked(&mut walk, table, log, index + 1)?;
        }
        if let Some(laying) = walk.layings.first() {
            let index = usize::from(table.layings) - walk.layings.len();
            let message = format!("{} requests do not fit those before and after", laying.requests);
            return refuse("B-45", format!("position.laid[{index}].requests"), message);
        }
        if let Some(refill) = walk.refills.first() {
            let index = table.refills as usize - walk.refills.len();
            let message = format!("{} requests do not fit those before and after", refill.requests);
            return refuse("B-25", format!("position.refills[{index}].requests"), message);
        }
        if let Some(seat) = self.seats().find(|&seat| sizes[usize::from(seat)] < 0) {
            let message = "the log has more cards come to it than it has now";
            return refuse("B-56", format!("{key}.hands[{seat}]"), message);
        }
        if walk.is_pile_empty && !table.pile.is_empty() {
            return refuse("B-31", at("pile"), "the log says that it was empty before");
        }
        self.check_public(&walk, table, key, turn == 1)?;
        match table.phase {
            Phase::Over => self.check_end(&walk, state, table, key),
            _ => self.check_flags(&walk, log.last(), table, key),
        }
    }

    /// Whose a turn is (B-9, B-10, B-36, B-48).
    fn turn_of(&self, first: Seat, turn: u32) -> Seat {
        ((u64::from(first) + u64::from(turn) - 1) % self.players as u64) as Seat
    }

    /// A request of the log, and what came of it.
    fn check_answer(
        &self,
        walk: &mut Walk<'_>,
        table: &Table,
        log: &[Entry],
        index: usize,
    ) -> Checked {
        let entry = &log[index];
        let key = || format!("position.log[{index}]");
        let (asker, target) = (usize::from(entry.asker), usize::from(entry.target));
        let mut may_stop = index > 0;
        if entry.asker != self.turn_of(table.first, walk.turn) {
            let seat = self.turn_of(table.first, walk.turn + u32::from(index > 0));
            if index == 0 || entry.asker != seat {
                return refuse("B-10", key(), format!("it is the turn of seat {seat}"));
            }
            walk.turn += 1;
            (may_stop, walk.is_follow_up) = (false, false);
        } else if !walk.goes_on {
            let message = format!("the turn of seat {asker} is over with the request before");
            return refuse(ends_by(&log[index - 1]), key(), message);
        }
        walk.could_stop = may_stop;
        let has = walk.known[target].has_kind(entry.kind) != [false, false];
        let lacks = walk.lacks[target] >> entry.kind.index() & 1 == 1;
        match entry.answer {
            Answer::Given(_) if lacks => {
                return refuse("B-57", key(), format!("seat {target} had no such card"));
            }
            Answer::Given(_) if walk.sizes[target] == 0 => {
                return refuse("B-19", key(), format!("seat {target} had no card"));
            }
            Answer::Given(_) => {}
            _ if has => return refuse("B-19", key(), format!("seat {target} had such a card")),
            Answer::PileEmpty => walk.is_pile_empty = true,
            _ if walk.is_pile_empty => {
                return refuse("B-31", key(), "the pile was empty before");
            }
            _ => {}
        }
        if let Answer::Given(sort) | Answer::Hit(sort) = entry.answer
            && walk.known[asker].count(sort) == self.deck.count(sort)
        {
            let message = format!("the deck has {} {}", self.deck.count(sort), self.name(sort));
            return refuse("B-1", key(), message);
        }
        (walk.goes_on, walk.is_follow_up) = self.goes_on(entry.answer, walk.is_follow_up);
        let [came, went] = moved(entry);
        walk.sizes[asker] += came;
        walk.sizes[target] -= went;
        Self::show_cards(&mut walk.known, entry);
        self.show_lacks(&mut walk.lacks, entry);
        self.show_lacks(&mut walk.may_lack, entry);
        Ok(())
    }

    /// What was laid, and drawn outside requests, after so many requests (B-11, B-25, B-43, B-47).
    fn check_unasked(
        &self,
        walk: &mut Walk<'_>,
        table: &Table,
        log: &[Entry],
        requests: usize,
    ) -> Checked {
        let entry = requests.checked_sub(1).map(|last| &log[last]);
        // Whether the next turn begins before the next request.
        let passes = match (entry, log.get(requests)) {
            (Some(entry), Some(next)) => entry.asker != next.asker,
            (Some(_), None) => table.turn > walk.turn,
            (None, _) => false,
        };
        let begins = |turn: u32, seat: Seat| {
            let is_now = match entry {
                Some(_) => passes && turn == walk.turn + 1,
                None => (1..=walk.turn).contains(&turn),
            };
            is_now && seat == self.turn_of(table.first, turn)
        };
        let gives = |turn: u32, seat: Seat| {
            turn == walk.turn
                && entry.is_some_and(|entry| {
                    matches!(entry.answer, Answer::Given(_)) && entry.target == seat
                })
        };
        while let Some((refill, rest)) = walk.refills.split_first()
            && refill.requests as usize == requests
        {
            let (turn, seat) = (refill.turn, refill.seat);
            let fits = self.rules.donor_refill && gives(turn, seat)
                || self.rules.refill_empty > 0 && begins(turn, seat);
            if !fits || walk.is_pile_empty {
                let index = table.refills as usize - walk.refills.len();
                let (rule, message) = match (self.rules.donor_refill, self.rules.refill_empty) {
                    _ if walk.is_pile_empty => ("B-31", "the pile was empty before".to_owned()),
                    (false, 0) => {
                        ("B-25", "nobody draws so without donor_refill or refill_empty".to_owned())
                    }
                    _ => ("B-25", format!("seat {seat} does not draw then, in turn {turn}")),
                };
                return refuse(rule, format!("position.refills[{index}]"), message);
            }
            walk.sizes[usize::from(seat)] += 1;
            walk.lacks[usize::from(seat)] = 0;
            walk.may_lack[usize::from(seat)] = 0;
            walk.refills = rest;
        }
        while let Some((laying, rest)) = walk.layings.split_first()
            && laying.requests as usize == requests
        {
            let (turn, seat) = (laying.turn, laying.seat);
            let fits = match entry {
                // Those of a made-up position, and of the deal.
                None => turn <= walk.turn,
                Some(entry) => {
                    turn == walk.turn && seat == entry.asker
                        || self.has_long_steps && (gives(turn, seat) || begins(turn, seat))
                }
            };
            let size = &mut walk.sizes[usize::from(seat)];
            *size -= SKELETON as i64;
            if !fits || *size < 0 {
                let index = usize::from(table.layings) - walk.layings.len();
                let message = format!("seat {seat} does not lay then, in turn {turn}");
                return refuse("B-43", format!("position.laid[{index}]"), message);
            }
            for card in laying.cards {
                walk.known[usize::from(seat)].remove_one_of(card);
            }
            walk.layings = rest;
        }
        Ok(())
    }

    /// B-24, B-34, B-57: what everybody knows is what the log shows, and more only from before it.
    fn check_public(&self, walk: &Walk<'_>, table: &Table, key: &str, is_whole: bool) -> Checked {
        for seat in self.seats().map(usize::from) {
            let key = || format!("{key}.known[{seat}]");
            for sort in Sort::all(self.rules.is_sided) {
                let (said, shown) = (table.known[seat].count(sort), walk.known[seat].count(sort));
                if said < shown || is_whole && said > shown {
                    let message = format!("the log shows {shown} {}", self.name(sort));
                    return refuse("B-24", key(), message);
                }
            }
            for kind in Kind::ALL {
                let has = |lacks: [u8; SEATS]| lacks[seat] >> kind.index() & 1 == 1;
                let is_shown = has(walk.lacks);
                if is_shown && !has(table.lacks) || has(table.lacks) && !has(walk.may_lack) {
                    let says = if is_shown { "shows" } else { "does not show" };
                    let message = format!("the log {says} that it lacks {}", kind.letter());
                    return refuse("B-57", key(), message);
                }
            }
        }
        Ok(())
    }

    /// B-51, B-53: a game ends with a skeleton, or with the last request of the last turn.
    fn check_end(&self, walk: &Walk<'_>, state: &State, table: &Table, key: &str) -> Checked {
        if table.winner.is_none() {
            if table.requests == 0 || table.turn != walk.turn {
                let message = format!("nobody has asked in turn {}", table.turn);
                return refuse("B-12", format!("{key}.phase"), message);
            }
            return Ok(());
        }
        let last = state.layings.last();
        let is_last = last.is_some_and(|last| {
            last.requests == table.requests
                && (last.turn == table.turn || (last.turn, table.turn) == (0, 1))
        });
        if !is_last {
            let message = "the game ends at once with the skeleton that wins";
            return refuse("B-51", format!("{key}.laid"), message);
        }
        Ok(())
    }

    /// B-12, B-27 to B-30: what the last request lets the player do whose turn it is.
    fn check_flags(
        &self,
        walk: &Walk<'_>,
        last: Option<&Entry>,
        table: &Table,
        key: &str,
    ) -> Checked {
        let at = |name: &str| format!("{key}.{name}");
        let is_same_turn = last.is_some() && table.turn == walk.turn;
        let settles = matches!(table.stage, Stage::Asker | Stage::Giver);
        let expected = if settles {
            self.check_settled(last.filter(|_| is_same_turn), table, key)?;
            [walk.could_stop, walk.is_follow_up, walk.goes_on]
        } else if let Some(last) = last.filter(|_| is_same_turn) {
            if !walk.goes_on {
                let message = format!("turn {} is over with the last request", table.turn);
                return refuse(ends_by(last), at("turn"), message);
            }
            [true, walk.is_follow_up, false]
        } else {
            [false; 3]
        };
        let rules = [("B-29", "may_stop"), ("B-28", "follow_up"), ("B-27", "goes_on")];
        let found = [table.may_stop, table.is_follow_up, table.goes_on];
        for (((rule, name), expected), found) in rules.into_iter().zip(expected).zip(found) {
            if expected != found {
                let message = format!("{found} is not what the log leads to");
                return refuse(rule, at(name), message);
            }
        }
        Ok(())
    }

    /// The request that is being settled is the last one of the log.
    fn check_settled(&self, last: Option<&Entry>, table: &Table, key: &str) -> Checked {
        let at = |name: &str| format!("{key}.{name}");
        let (Some(last), Some(Request { target, kind, taken })) = (last, table.request) else {
            return refuse("B-12", at("request"), "is not answered in the log");
        };
        if (target, kind) != (last.target, last.kind) {
            return refuse("B-12", at("request"), "is not the last one of the log");
        }
        let given = match last.answer {
            Answer::Given(sort) => sort.natural().map(|(_, status)| status),
            _ if table.stage == Stage::Giver => {
                return refuse("B-25", at("stage"), "nobody has given a card");
            }
            _ => None,
        };
        if taken != given.filter(|_| last.was_offered) {
            return refuse("B-20", at("request.taken"), "is not what the log says");
        }
        Ok(())
    }
}

/// Cards that an answer brings to the asker, and takes from the target.
fn moved(entry: &Entry) -> [i64; 2] {
    match entry.answer {
        Answer::Given(_) => [1, 1],
        Answer::Hit(_) | Answer::NoHit => [1, 0],
        Answer::PileEmpty => [0, 0],
    }
}

/// How many cards each hand had before the log.
fn sizes_before(state: &State, table: &Table) -> [i64; SEATS] {
    let mut sizes = table.hands.map(|hand| i64::from(hand.len()));
    for entry in state.log.first(table.requests) {
        let [came, went] = moved(&entry);
        sizes[usize::from(entry.asker)] -= came;
        sizes[usize::from(entry.target)] += went;
    }
    for refill in &state.refills[..table.refills as usize] {
        sizes[usize::from(refill.seat)] -= 1;
    }
    for laying in &state.layings[..usize::from(table.layings)] {
        sizes[usize::from(laying.seat)] += SKELETON as i64;
    }
    sizes
}

/// The rule by which a turn ends after a request.
fn ends_by(entry: &Entry) -> &'static str {
    match entry.answer {
        Answer::Given(sort) if sort.is_broken() => "B-30",
        Answer::Given(_) => "B-28",
        Answer::PileEmpty => "B-31",
        Answer::NoHit | Answer::Hit(_) => "B-35",
    }
}
