//! `back_visibility = hidden`, `pairing = fixed`: a card is known by its brick side, a reserved one by
//! its pattern side, and of the others only where they came from.
//!
//! A card can look like one card from the front and like another from the back, so what a card on the
//! table is decides what can be reserved, rejected or dealt. The cards are divided by their brick
//! sides into classes, those that no card in sight looks like being one class, and the choices of
//! each class are drawn such that every course is equally likely (`sums.rs`).

use tinyvec::TinyVec;

use super::rejected::{Allowed, Rejected};
use super::sums::{Choice, LANES, Sums, Tally, factorial, pick_weighted, ways};
use super::{Known, name, pick};
use crate::game::Seat;
use crate::games::cobogo::Cobogo;
use crate::games::cobogo::components::Group;
use crate::games::cobogo::pile::sample;
use crate::games::cobogo::state::State;
use crate::games::cobogo::types::{CardId, CardSet, NO_CARD, Source};
use crate::random::Random;

/// What is counted over all classes: cards that could have been rejected but are known not to be,
/// cards dealt to others before the shuffle of K-75, those of them that had been rejected, and
/// reserved cards.
const BARRED: usize = 0;
const DEALT: usize = 1;
const DRAWN: usize = 2;
const RESERVED: usize = 3;

/// How a card stands to those that were rejected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Past {
    /// It is none of them.
    Apart,
    /// It is the one of this number.
    Rejected(u8),
    /// It came after the shuffle of K-75, so it is one of them or not.
    Mixed,
}

/// Cards with the same brick side and those in sight that look so, as far as they are not settled; or
/// all cards that none in sight looks like.
struct Class {
    cards: CardSet,
    known: Vec<(Known, Past)>,
    options: Vec<Taken>,
}

/// What becomes of the cards of a class.
#[derive(Clone, Copy)]
struct Taken {
    /// Which of the open reserved cards are among them, as bits.
    reserved: u32,
    /// Cards in sight that could have been rejected but were not.
    barred: u32,
    /// Cards dealt to others that could have been rejected but were not.
    dealt_barred: u32,
    /// Cards dealt to others that could not have been.
    dealt: u32,
    /// Cards dealt to others that were.
    drawn: u32,
}

/// A reserved card that can be one of several.
#[derive(Clone, Copy, Default)]
struct Open {
    at: usize,
    like: CardSet,
}

/// All that is known before anything is drawn.
struct Plan {
    cards: CardSet,
    base: CardSet,
    joined: bool,
    allowed: Allowed,
    reserved: TinyVec<[Open; LANES - RESERVED]>,
    /// Cards dealt to others before the shuffle of K-75, and those of them that had been rejected.
    dealt: u32,
    drawn: u32,
    classes: Vec<Class>,
    choices: Vec<Vec<Choice>>,
    start: Draft,
}

/// A course in the making.
#[derive(Clone)]
struct Draft {
    /// Cards that are named.
    used: CardSet,
    /// Those of them that are none of the rejected cards yet to be named.
    barred: CardSet,
    /// Rejected cards, [`NO_CARD`] until they are named.
    rejected: Rejected,
    /// Cards dealt to others before the shuffle of K-75, and those of them that had been rejected.
    dealt: CardSet,
    drawn: CardSet,
}

impl Cobogo {
    pub(super) fn redeal_hidden(
        &self,
        state: &State,
        next: &mut State,
        seat: Seat,
        random: &mut Random,
    ) {
        let plan = self.plan(state, next, seat);
        let sums = plan.sums();
        let ends = sums.as_ref().map(|sums| plan.ends(sums)).unwrap_or_default();
        let mut chosen = vec![0; plan.classes.len()];
        let draft = loop {
            if let Some(sums) = &sums {
                let end = pick_weighted(ends.iter().map(|end| end.1), random);
                sums.draw(ends[end].0, random, |class, choice| chosen[class] = choice);
            }
            let mut draft = plan.start.clone();
            for (class, &choice) in plan.classes.iter().zip(&chosen) {
                plan.take(class, class.options[choice], &mut draft, next, random);
            }
            let others = self.others(state, seat).filter(|_| plan.joined);
            others.for_each(|card| {
                plan.name_dealt(self.past(true, card.source), card, &mut draft, next, random)
            });
            plan.reject(&mut draft, random);
            if plan.allowed.accepts(&draft.rejected, random) {
                break draft;
            }
        };
        self.name_rest(state, next, seat, &plan, draft, random);
    }

    fn past(&self, joined: bool, source: Source) -> Past {
        match source {
            Source::Rejected(number) => Past::Rejected(number),
            Source::Draw if joined => Past::Mixed,
            Source::Deal if joined && self.rules.shuffle_before_deal => Past::Mixed,
            Source::Deal | Source::Draw => Past::Apart,
        }
    }

    /// Names what can only be one card, and sorts the others.
    fn plan(&self, state: &State, next: &mut State, seat: Seat) -> Plan {
        let joined = self.has_joined(state);
        let mut plan = Plan {
            cards: self.pile_cards(state),
            base: self.deck.groups[Group::Base.index()],
            joined,
            allowed: self.allowed(state),
            reserved: TinyVec::default(),
            dealt: 0,
            drawn: 0,
            classes: Vec::new(),
            choices: Vec::new(),
            start: Draft {
                used: CardSet::default(),
                barred: CardSet::default(),
                rejected: state.pile.rejected.iter().map(|_| NO_CARD).collect(),
                dealt: CardSet::default(),
                drawn: CardSet::default(),
            },
        };
        for (at, &card) in state.reserved.cards().iter().enumerate() {
            if plan.cards.contains(card) {
                let like = self.like_reserved(card);
                plan.reserved.push(Open { at, like });
                if like.len() == 1 {
                    plan.reserved.pop();
                    next.reserved.replace(at, like.nth(0));
                    plan.start.bar(like.nth(0));
                }
            }
        }
        let mut open: Vec<(CardId, Known, Past)> = Vec::new();
        for card in self.known(state, seat) {
            let past = self.past(joined, card.source);
            let like = self.twins.with_brick(card.brick).and(&plan.cards).without(&plan.start.used);
            if like.len() == 1 {
                name(next, card.place, like.nth(0));
                plan.start.name(past, like.nth(0));
            } else {
                open.push((self.twins.first_with_brick(card.brick), card, past));
            }
        }
        for card in self.others(state, seat).filter(|_| joined) {
            match self.past(joined, card.source) {
                Past::Apart => plan.dealt += 1,
                Past::Rejected(_) => plan.drawn += 1,
                Past::Mixed => {}
            }
        }
        for reserved in &mut plan.reserved {
            reserved.like = reserved.like.without(&plan.start.used);
        }
        open.sort_by_key(|card| card.0);
        let mut rest = plan.cards.without(&plan.start.used);
        for known in open.chunk_by(|one, other| one.0 == other.0) {
            let cards = self.twins.with_brick(known[0].0).and(&rest);
            rest = rest.without(&cards);
            plan.add(cards, known.iter().map(|&(_, card, past)| (card, past)).collect());
        }
        if plan.dealt + plan.drawn > 0 || !plan.reserved.is_empty() {
            plan.add(rest, Vec::new());
        }
        plan
    }

    /// Names the cards of others that can be any, and the pile.
    fn name_rest(
        &self,
        state: &State,
        next: &mut State,
        seat: Seat,
        plan: &Plan,
        mut draft: Draft,
        random: &mut Random,
    ) {
        if !plan.joined {
            draft.rejected.iter().for_each(|&card| draft.used.insert(card));
        }
        for card in self.others(state, seat) {
            match self.past(plan.joined, card.source) {
                Past::Rejected(number) => {
                    name(next, card.place, draft.rejected[usize::from(number)]);
                }
                Past::Apart if plan.joined => {}
                Past::Apart | Past::Mixed => {
                    name(next, card.place, pick(&plan.cards, &mut draft.used, random));
                }
            }
        }
        let drawn = Self::drawn_of_rejected(state);
        for (number, card) in draft.rejected.iter().enumerate() {
            let has_moved = plan.joined && !drawn.contains(number as u8);
            next.pile.rejected[number] = self.rejected_name(has_moved, *card);
        }
        self.name_pile(state, next, plan.cards.without(&draft.used), random);
    }
}

impl Draft {
    /// Names a card that is none of the rejected ones yet to be named.
    fn bar(&mut self, card: CardId) {
        self.used.insert(card);
        self.barred.insert(card);
    }

    fn name(&mut self, past: Past, card: CardId) {
        match past {
            Past::Apart => self.bar(card),
            Past::Rejected(number) => {
                self.rejected[usize::from(number)] = card;
                self.bar(card);
            }
            Past::Mixed => self.used.insert(card),
        }
    }
}

impl Plan {
    /// Adds a class with all its choices.
    fn add(&mut self, cards: CardSet, known: Vec<(Known, Past)>) {
        let (mut options, mut choices) = (Vec::new(), Vec::new());
        for reserved in 0..1 << self.reserved.len() {
            self.visit_taken(&cards, &known, reserved, |taken, choice| {
                options.push(taken);
                choices.push(choice);
            });
        }
        self.classes.push(Class { cards, known, options });
        self.choices.push(choices);
    }

    /// Calls `visit` with every choice of a class that has these of the reserved cards.
    fn visit_taken(
        &self,
        cards: &CardSet,
        known: &[(Known, Past)],
        reserved: u32,
        mut visit: impl FnMut(Taken, Choice),
    ) {
        let mut counts = [0; LANES];
        let mut left = *cards;
        let mut weight = 1.0;
        for (bit, open) in self.reserved.iter().enumerate() {
            if reserved >> bit & 1 == 1 {
                counts[RESERVED + bit] = 1;
                let like = cards.and(&open.like);
                if like.is_empty() {
                    return;
                }
                weight *= f64::from(like.len());
                left.remove(like.nth(0));
            }
        }
        let apart = known.iter().filter(|card| card.1 == Past::Apart).count() as u32;
        let mixed = known.iter().filter(|card| card.1 == Past::Mixed).count() as u32;
        let rejected = known.len() as u32 - apart - mixed;
        let can = left.and(&self.allowed.any).len();
        let cannot = left.and(&self.base).len() - can;
        for barred in 0..=apart {
            for dealt_barred in 0..=self.dealt {
                for dealt in 0..=self.dealt - dealt_barred {
                    for drawn in 0..=self.drawn {
                        // Dealt cards are drawn as a set: whose they are comes later.
                        let orders = factorial(barred)
                            * factorial(apart - barred)
                            * factorial(dealt_barred)
                            * factorial(dealt)
                            * factorial(drawn);
                        let early = apart + rejected + dealt_barred + dealt + drawn;
                        let weight = weight * factorial(apart) / orders
                            * ways(can, barred + rejected + dealt_barred + drawn)
                            * ways(cannot, apart - barred + dealt)
                            * ways(left.len().saturating_sub(early), mixed);
                        counts[BARRED] = barred + dealt_barred;
                        counts[DEALT] = dealt_barred + dealt;
                        counts[DRAWN] = drawn;
                        if weight > 0.0 {
                            let choice = Choice { tally: Tally::new(counts), weight };
                            visit(Taken { reserved, barred, dealt_barred, dealt, drawn }, choice);
                        }
                    }
                }
            }
        }
    }

    /// The sums over all choices, if there is anything to choose.
    fn sums(&self) -> Option<Sums<'_>> {
        if self.choices.iter().all(|choices| choices.len() == 1) {
            return None;
        }
        let apart = |class: &Class| class.known.iter().filter(|card| card.1 == Past::Apart).count();
        let mut most = [0; LANES];
        most[BARRED] = self.dealt + self.classes.iter().map(apart).sum::<usize>() as u32;
        (most[DEALT], most[DRAWN]) = (self.dealt, self.drawn);
        most[RESERVED..][..self.reserved.len()].fill(1);
        Some(Sums::new(&self.choices, Tally::new(most)))
    }

    /// What the choices of all classes can add up to, by the number of courses.
    fn ends(&self, sums: &Sums<'_>) -> Vec<(Tally, f64)> {
        let named = self.start.rejected.iter().filter(|&&card| card != NO_CARD).count();
        let known = self.classes.iter().flat_map(|class| &class.known);
        let known = known.filter(|card| matches!(card.1, Past::Rejected(_))).count();
        let open = self.start.rejected.len() as u32 - (named + known) as u32 - self.drawn;
        // One card of each type is reserved.
        let settled = self.start.barred.and(&self.allowed.any);
        let reserved = |open: &&Open| !open.like.and(&self.allowed.any).is_empty();
        let reserved = self.reserved.iter().filter(reserved).count() as u32;
        let room = self.allowed.any.len() - settled.len() - reserved - known as u32 - self.drawn;
        let is_complete = |tally: Tally| {
            tally.count(DEALT) == self.dealt
                && tally.count(DRAWN) == self.drawn
                && (0..self.reserved.len()).all(|bit| tally.count(RESERVED + bit) == 1)
        };
        let ends = sums.ends().filter(|&(tally, _)| is_complete(tally));
        let ends = ends.map(|(tally, weight)| {
            let room = room.checked_sub(tally.count(BARRED));
            (tally, room.map_or(0.0, |room| weight * ways(room, open)))
        });
        ends.collect()
    }

    /// Names the cards of a class.
    fn take(
        &self,
        class: &Class,
        taken: Taken,
        draft: &mut Draft,
        next: &mut State,
        random: &mut Random,
    ) {
        let mut left = class.cards;
        let mut draw = |like: &CardSet, random: &mut Random| {
            let card = sample(&left.and(like), random);
            left.remove(card);
            card
        };
        for (bit, open) in self.reserved.iter().enumerate() {
            if taken.reserved >> bit & 1 == 1 {
                let card = draw(&open.like, random);
                next.reserved.replace(open.at, card);
                draft.bar(card);
            }
        }
        let cannot = self.base.without(&self.allowed.any);
        let is_apart = |card: &&(Known, Past)| card.1 == Past::Apart;
        let (mut apart, mut barred) = (class.known.iter().filter(is_apart).count(), taken.barred);
        for &(card, past) in class.known.iter().filter(|card| card.1 != Past::Mixed) {
            let can = past != Past::Apart || random.below(apart as u32) < barred;
            if past == Past::Apart {
                apart -= 1;
                barred -= u32::from(can);
            }
            let named = draw(if can { &self.allowed.any } else { &cannot }, random);
            name(next, card.place, named);
            draft.name(past, named);
        }
        for number in 0..taken.dealt_barred + taken.dealt {
            let can = number < taken.dealt_barred;
            let card = draw(if can { &self.allowed.any } else { &cannot }, random);
            draft.dealt.insert(card);
            draft.bar(card);
        }
        for _ in 0..taken.drawn {
            let card = draw(&self.allowed.any, random);
            draft.drawn.insert(card);
            draft.bar(card);
        }
        // These can be any of those that are left.
        for &(card, past) in class.known.iter().filter(|card| card.1 == Past::Mixed) {
            let named = draw(&class.cards, random);
            name(next, card.place, named);
            draft.name(past, named);
        }
    }

    /// Tells whose the cards dealt to others are.
    fn name_dealt(
        &self,
        past: Past,
        card: Known,
        draft: &mut Draft,
        next: &mut State,
        random: &mut Random,
    ) {
        let from = match past {
            Past::Apart => &mut draft.dealt,
            Past::Rejected(_) => &mut draft.drawn,
            Past::Mixed => return,
        };
        let named = sample(from, random);
        from.remove(named);
        name(next, card.place, named);
        if let Past::Rejected(number) = past {
            draft.rejected[usize::from(number)] = named;
        }
    }

    /// Names the rejected cards that nobody has drawn.
    fn reject(&self, draft: &mut Draft, random: &mut Random) {
        let mut free = self.allowed.any.without(&draft.barred);
        for card in draft.rejected.iter_mut().filter(|card| **card == NO_CARD) {
            *card = sample(&free, random);
            free.remove(*card);
        }
    }
}
