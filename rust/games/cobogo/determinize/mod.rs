//! Determinization: a full position drawn from those that one seat can't tell from the true one.
//!
//! Every course of chance that shows the seat the same things is equally likely, so a position is
//! drawn with the number of such courses that lead to it. What a seat knows of others' cards: where
//! each came from (K-119 makes the slots public), that opening hands are base cards where the
//! expansions join later (K-75), and of rejected cards only their number and that their types were
//! among those reserved before them (K-10, K-11, K-117). Cards that look the same to the seat are
//! told apart by nothing, but for a pattern that the team chose by its name (K-85, K-95). The result
//! depends on what the seat knows and on the generator alone.
//!
//! * `hidden.rs`: no backs are seen, sides are paired as printed.
//! * `seen.rs`: backs are seen, sides are paired as printed (K-117).
//! * `sides.rs`: sides are paired anew (K-118).
//! * `rejected.rs`: which cards can have been rejected. `sums.rs`: choices that have to add up.
//! * `twins.rs`: which cards look alike.

mod hidden;
mod rejected;
mod seen;
mod sides;
mod sums;
mod twins;

pub use twins::Twins;

use super::Cobogo;
use super::components::Group;
use super::pile::sample;
use super::state::{State, Step};
use super::types::{CardId, CardSet, NO_CARD, Source};
use crate::game::Seat;
use crate::random::Random;

/// A card that is placed or held, where it came from, and what was seen of it.
#[derive(Clone, Copy)]
struct Known {
    place: Place,
    brick: CardId,
    /// The pattern side, where somebody has seen it or the brick side implies it, else [`NO_CARD`].
    back: CardId,
    source: Source,
}

#[derive(Clone, Copy)]
enum Place {
    Log(usize),
    Hand(usize, usize),
}

impl Cobogo {
    pub(super) fn redeal(&self, state: &State, seat: Seat, random: &mut Random) -> State {
        let mut next = state.clone();
        if !self.deck.shuffled {
            self.redeal_apart(state, &mut next, random);
        }
        match (self.deck.shuffled, self.rules.physical) {
            (false, false) => self.redeal_hidden(state, &mut next, seat, random),
            (false, true) => self.redeal_seen(state, &mut next, seat, random),
            (true, _) => self.redeal_sides(state, &mut next, seat, random),
        }
        next
    }

    /// Whether expansion cards have joined the pile, so that rejected cards lost their place (K-75).
    pub(super) fn has_joined(&self, state: &State) -> bool {
        let shuffle = self.steps.iter().position(|&step| step == Step::Shuffle);
        let joins = |used: bool, group: Group| used && self.deck.groups[group.index()].len() > 1;
        shuffle.is_some_and(|shuffle| usize::from(state.step) > shuffle)
            && (joins(self.rules.vidracaria, Group::Glass)
                || joins(self.rules.clientes, Group::Special))
    }

    /// Whether a group's cards are in the pile now: base cards, and expansion cards after K-75.
    pub(super) fn is_in_pile(&self, state: &State, group: Group) -> bool {
        let joins = group != Group::Window && self.expansion_groups().contains(&group);
        group == Group::Base || (joins && self.has_joined(state))
    }

    /// The cards of every group that is in the pile now, wherever they are.
    fn pile_cards(&self, state: &State) -> CardSet {
        let mut cards = self.deck.groups[Group::Base.index()];
        if self.has_joined(state) {
            for group in self.expansion_groups() {
                if group != Group::Window {
                    self.deck.groups[group.index()].iter().for_each(|card| cards.insert(card));
                }
            }
        }
        cards
    }

    /// Whether a card from `source` is known to be a base card.
    pub(super) fn is_base(&self, source: Source) -> bool {
        match source {
            Source::Deal => !self.rules.shuffle_before_deal,
            Source::Draw => false,
            Source::Rejected(_) => true,
        }
    }

    /// The cards on the table and in the seat's hand: their brick sides are known.
    fn known(&self, state: &State, seat: Seat) -> impl Iterator<Item = Known> {
        let log = state.log.iter().enumerate().map(|(at, placement)| Known {
            place: Place::Log(at),
            brick: placement.brick,
            // A placed card showed its back while it was held (K-117). It is of the group of its
            // brick side (K-118), which is all that is asked of it where sides are paired anew.
            back: if self.rules.physical { placement.brick } else { NO_CARD },
            source: placement.source,
        });
        log.chain(held(state, seat))
    }

    /// The cards in the other seats' hands.
    fn others(&self, state: &State, seat: Seat) -> impl Iterator<Item = Known> {
        let others = (0..self.players as Seat).filter(move |&other| other != seat);
        others.flat_map(move |other| held(state, other))
    }

    /// The cards that a reserved one can be: those that show the same pattern, or that one where the
    /// team chose it (K-85, K-95).
    fn like_reserved(&self, card: CardId) -> CardSet {
        let chosen = self.chosen(self.group(card));
        chosen.map_or_else(|| self.like_back(card), |card| CardSet::of([card]))
    }

    /// Cards of the same group with the same pattern side.
    fn like_back(&self, card: CardId) -> CardSet {
        let group = self.deck.groups[self.group(card).index()];
        self.twins.with_pattern(card).and(&group)
    }

    /// Reserved cards of groups that are not in the pile, and the starter: nothing else can be one of
    /// them. `pairing = fixed`.
    fn redeal_apart(&self, state: &State, next: &mut State, random: &mut Random) {
        let windows = self.deck.groups[Group::Window.index()];
        loop {
            for (at, &card) in state.reserved.cards().iter().enumerate() {
                if !self.is_in_pile(state, self.group(card)) {
                    next.reserved.replace(at, sample(&self.like_reserved(card), random));
                }
            }
            if state.starter == NO_CARD {
                return;
            }
            next.starter = sample(&self.twins.with_brick(state.starter).and(&windows), random);
            // Both window cards are drawn at once; no more than half of the pairs are a card twice.
            if !next.reserved.cards().contains(&next.starter) {
                return;
            }
        }
    }

    /// What no course accounts for is the pile. `pairing = fixed`.
    fn name_pile(&self, state: &State, next: &mut State, mut left: CardSet, random: &mut Random) {
        // In a made-up position some cards may be out of the game; nobody knows which.
        for _ in state.pile.unordered()..left.len() {
            left.remove(sample(&left, random));
        }
        (next.pile.bricks, next.pile.backs) = (left, left);
        for group in Group::ALL {
            let count = left.and(&self.deck.groups[group.index()]).len();
            next.pile.loose[group.index()] = count as u8;
        }
    }
}

/// The cards in a hand.
fn held(state: &State, seat: Seat) -> impl Iterator<Item = Known> {
    let seat = usize::from(seat);
    let cards = state.hands[seat].cards().iter().enumerate();
    cards.map(move |(slot, card)| Known {
        place: Place::Hand(seat, slot),
        brick: card.brick,
        back: card.back,
        source: card.source,
    })
}

/// One of the cards in `like` that are free, at random. What fewer cards can be is picked before what
/// more can be, so that every naming is equally likely.
fn pick(like: &CardSet, used: &mut CardSet, random: &mut Random) -> CardId {
    let card = sample(&like.without(used), random);
    used.insert(card);
    card
}

/// Names a card that is placed or held, from both sides. `pairing = fixed`.
fn name(next: &mut State, place: Place, card: CardId) {
    match place {
        Place::Log(at) => next.log[at].brick = card,
        Place::Hand(seat, slot) => {
            let held = &mut next.hands[seat].cards_mut()[slot];
            (held.brick, held.back) = (card, card);
        }
    }
}
