//! In how many ways the hidden cards of one other seat agree with what was seen of it.
//!
//! The hidden cards of a seat are those that it was dealt or drew unseen, in this order. For every
//! number of them, event by event, each multiset has a weight: the number of its orders that agree
//! with all events so far. The hand at that time is the multiset plus what came in publicly, minus
//! what went out, so every event can be judged on the multiset alone.

use super::super::Bogoss;
use super::super::hand::Hand;
use super::super::rules::LayMode;
use super::super::state::{Request, Table as Position};
use super::super::types::{Kind, Laying, PARTS, Sort, Status};
use super::bounds::Bounds;
use super::order::orders;
use super::table::{Counts, Entries, PLACES, Table, count, fits, one};

/// What was seen of a seat, as far as it tells of hidden cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// Got this many cards unseen: the deal (B-8), refills (B-25, B-47).
    Deal(u8),
    /// Asked for a kind (B-16).
    Ask(Kind),
    /// Drew a card unseen after asking for a kind: no hit (B-35).
    Draw(Kind),
    /// Drew a hit after asking for a kind (B-34).
    Hit(Kind, Sort),
    /// Was given a card.
    Gain(Sort),
    /// Gave a card away (B-19).
    Lose(Sort),
    /// Gave a card away that chance picked (`give_choice = random`).
    LoseByChance(Sort),
    /// Had a card of this kind and status when asked, or had none (`give_choice = asker`).
    Offer(Kind, Status, bool),
    /// Had no natural card of a kind (B-57).
    Miss(Kind),
    /// Has all these cards.
    Hold(Hand),
    /// Laid a skeleton (B-44).
    Lay(Laying),
    /// Laid no more, though the hand had changed (B-43).
    Settle,
    /// Was asked about a skeleton after the deal, or had nothing to be asked about nor won (B-11).
    Consider(bool),
}

/// What was seen of one other seat, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seat {
    /// The seat.
    pub seat: crate::game::Seat,
    /// Whole skeletons that it had laid before all events.
    pub laid_before: u8,
    /// What was seen of it.
    pub events: Vec<Event>,
    /// What makes its hidden cards its hand of now: a difference of counts, modulo 2^128.
    pub net: Counts,
}

/// What is public about a seat while its events are gone through.
#[derive(Clone)]
pub struct Public {
    /// Cards that came in publicly, minus cards that went out: a difference of counts, modulo 2^128.
    pub net: Counts,
    /// A table on which seat 0 stands for this seat, to ask the rules.
    table: Position,
}

impl Seat {
    /// Number of hidden cards.
    pub fn hidden(&self) -> usize {
        self.events.iter().map(Event::hidden).sum()
    }

    /// For each multiset of hidden cards from `pool` the number of its orders that agree; weighed
    /// with the chance of cards that chance picked.
    pub fn count(&self, game: &Bogoss, pool: Counts) -> Entries {
        self.follow(game, pool, |_, _, _| {})
    }

    /// Counts event by event, and shows the weights before each of them.
    pub fn follow<'a>(
        &'a self,
        game: &Bogoss,
        pool: Counts,
        mut show: impl FnMut(&'a Event, &Public, &Entries),
    ) -> Entries {
        let bounds = Bounds::new(self, pool);
        let mut public = Public::new(game, self.laid_before);
        let mut entries = vec![(0, 1.0)];
        let mut hidden = 0;
        for event in &self.events {
            show(event, &public, &entries);
            hidden += event.hidden();
            match *event {
                Event::Deal(cards) => entries = deal(&entries, cards, hidden, &bounds),
                Event::Draw(asked) => {
                    entries = public.draw(game, &entries, asked, hidden, &bounds);
                }
                Event::Gain(_) => {}
                _ => entries.retain_mut(|(hidden, weight)| {
                    *weight *= public.chance(game, *hidden, event);
                    *weight > 0.0
                }),
            }
            public.pass(event);
        }
        entries
    }
}

impl Event {
    /// How many hidden cards it brings.
    pub fn hidden(&self) -> usize {
        match *self {
            Self::Deal(cards) => cards.into(),
            Self::Draw(_) => 1,
            _ => 0,
        }
    }

    /// The public difference after it.
    pub fn moved(&self, net: Counts) -> Counts {
        match *self {
            Self::Gain(sort) | Self::Hit(_, sort) => net.wrapping_add(one(sort)),
            Self::Lose(sort) | Self::LoseByChance(sort) => net.wrapping_sub(one(sort)),
            Self::Lay(laying) => net.wrapping_sub(cards_of(&laying).to_word()),
            _ => net,
        }
    }
}

/// The cards of a skeleton.
pub fn cards_of(laying: &Laying) -> Hand {
    laying.cards.into_iter().collect()
}

impl Public {
    /// Nothing has happened, but so many whole skeletons are laid.
    pub fn new(game: &Bogoss, laid_before: u8) -> Self {
        let mut table = game.fresh().now;
        table.turn_of = 0;
        table.laid[0] = laid_before;
        Self { net: 0, table }
    }

    /// Goes on past an event.
    pub fn pass(&mut self, event: &Event) {
        self.net = event.moved(self.net);
        if let Event::Lay(laying) = event {
            self.table.laid[0] += u8::from(!laying.is_broken);
        }
    }

    fn hand(&self, hidden: Counts) -> Hand {
        Hand::of_word(hidden.wrapping_add(self.net))
    }

    /// The chance of an event with these hidden cards, as far as it is not a player's decision.
    pub fn chance(&mut self, game: &Bogoss, hidden: Counts, event: &Event) -> f64 {
        let hand = self.hand(hidden);
        let is_possible = match *event {
            Event::Ask(kind) => {
                self.table.hands[0] = hand;
                game.askable(&self.table) >> kind.index() & 1 == 1
            }
            Event::Hit(asked, card) => self.is_hit(game, hidden, asked, card),
            Event::Lose(sort) => hand.count(sort) > 0,
            Event::LoseByChance(sort) => {
                let Some((kind, _)) = sort.natural() else { return 0.0 };
                let [whole, broken] = hand.of_kind(kind);
                return f64::from(hand.count(sort)) / f64::from((whole + broken).max(1));
            }
            Event::Offer(kind, status, is_held) => hand.has_kind(kind)[status as usize] == is_held,
            Event::Miss(kind) => hand.has_kind(kind) == [false; 2],
            Event::Hold(cards) => fits(cards.to_word(), hand.to_word()),
            Event::Lay(laying) => lays(game, hand, &laying),
            Event::Settle => game.forced(hand).is_none(),
            Event::Consider(is_asked) => {
                let may_lay = game.forced(hand).is_none() && game.complete(hand, true).is_some();
                may_lay == is_asked && !game.wins_after_deal(hand)
            }
            Event::Deal(_) | Event::Draw(_) | Event::Gain(_) => true,
        };
        f64::from(u8::from(is_possible))
    }

    fn ask(&mut self, kind: Kind) {
        self.table.request = Some(Request { target: 1, kind, taken: None });
    }

    /// Whether a card drawn after a request is a hit (B-32).
    pub fn is_hit(&mut self, game: &Bogoss, hidden: Counts, asked: Kind, card: Sort) -> bool {
        self.ask(asked);
        self.table.hands[0] = self.hand(hidden);
        game.is_hit(&self.table, card)
    }

    /// In how many orders an event can bring the hidden cards that came with it.
    pub fn ways(&mut self, game: &Bogoss, before: Counts, after: Counts, event: &Event) -> f64 {
        let cards = Hand::of_word(after - before);
        match *event {
            Event::Draw(asked) if cards.cards().any(|it| self.is_hit(game, before, asked, it)) => {
                0.0
            }
            _ => orders(after - before),
        }
    }

    /// Adds one unseen card that was no hit.
    fn draw(
        &mut self,
        game: &Bogoss,
        entries: &Entries,
        asked: Kind,
        hidden: usize,
        bounds: &Bounds,
    ) -> Entries {
        self.ask(asked);
        let sorts: [(Sort, Counts); Sort::COUNT] = std::array::from_fn(|index| {
            let sort = Sort::from_index(index);
            (sort, one(sort))
        });
        let is_fixed = !game.rules().has_useful_hits;
        let hits = |table: &Position| sorts.map(|(sort, _)| game.is_hit(table, sort));
        let mut are_hits = hits(&self.table);
        let mut table = Table::new();
        for &(before, weight) in entries {
            if !is_fixed {
                self.table.hands[0] = self.hand(before);
                are_hits = hits(&self.table);
            }
            for (&(_, card), is_hit) in sorts.iter().zip(are_hits) {
                if !is_hit && bounds.allow(before + card, hidden) {
                    table.add(before + card, weight);
                }
            }
        }
        table.into_entries()
    }
}

/// Whether these are the cards that this hand lays next (B-44): there was no better one left for any
/// part, natural before joker and, in a broken skeleton, broken before whole.
fn lays(game: &Bogoss, hand: Hand, laying: &Laying) -> bool {
    let cards = cards_of(laying);
    if !fits(cards.to_word(), hand.to_word()) {
        return false;
    }
    // B-43: what needs no joker comes first under `joker_choice`.
    let plain = match game.rules().lay_mode {
        LayMode::JokerChoice => game.complete(hand, false),
        LayMode::Forced | LayMode::Free => None,
    };
    if plain.or_else(|| game.complete(hand, true)) != Some(laying.is_broken) {
        return false;
    }
    let rest = hand.without(cards);
    laying.cards.iter().zip(PARTS).enumerate().all(|(part, (&card, kind))| {
        let is_right = game.rules().is_sided && part % 2 == 1;
        let left = |status| rest.count(Sort::new(status, kind, is_right)) > 0;
        let is_joker = card == Sort::JOKER;
        let whole_left = left(Status::Whole) && is_joker;
        let broken_left = left(Status::Broken) && !card.is_broken();
        match (laying.is_broken, game.rules().is_any_broken) {
            (false, _) => !whole_left,
            (true, false) => !broken_left,
            (true, true) => !broken_left && !whole_left,
        }
    })
}

/// Adds some unseen cards at once: the multinomial coefficient counts their orders.
fn deal(entries: &Entries, cards: u8, hidden: usize, bounds: &Bounds) -> Entries {
    let orders: f64 = (1..=cards).map(f64::from).product();
    let mut hands = Hands { table: Table::new(), bounds, hidden, least: bounds.least(hidden) };
    for &(before, weight) in entries {
        hands.spread(0, u32::from(cards), before, weight * orders);
    }
    hands.table.into_entries()
}

/// All ways to deal some cards, place by place.
struct Hands<'a> {
    table: Table,
    bounds: &'a Bounds,
    /// Hidden cards after the deal.
    hidden: usize,
    /// The fewest cards in each place after the deal.
    least: Counts,
}

impl Hands<'_> {
    fn spread(&mut self, place: usize, cards: u32, counts: Counts, weight: f64) {
        if place == PLACES {
            if cards == 0 && self.bounds.allow(counts, self.hidden) {
                self.table.add(counts, weight);
            }
            return;
        }
        let most = count(self.bounds.most(self.hidden), place);
        let held = count(counts, place);
        let fewest = u32::from(count(self.least, place).saturating_sub(held));
        let room = u32::from(most.saturating_sub(held)).min(cards);
        let mut weight = weight;
        for more in 0..=room {
            weight /= f64::from(more.max(1));
            if more >= fewest {
                let counts = counts + (Counts::from(more) << (8 * place));
                self.spread(place + 1, cards - more, counts, weight);
            }
        }
    }
}
