//! Which cards can have been rejected in setup: of rejected cards that nobody saw only their number
//! is known, and that their types were among those reserved before them (K-10, K-11, K-117).

use tinyvec::TinyVec;

use crate::games::cobogo::Cobogo;
use crate::games::cobogo::components::Group;
use crate::games::cobogo::pile::sample;
use crate::games::cobogo::state::{State, Step};
use crate::games::cobogo::types::{CardId, CardSet, Source};
use crate::random::Random;

/// The cards rejected in setup, in their order.
pub(super) type Rejected = TinyVec<[CardId; 16]>;

/// The cards that can have been rejected; none if none was.
#[derive(Clone, Default)]
pub(super) struct Allowed {
    /// Those of the type reserved first.
    first: CardSet,
    /// Those of any type that was reserved before a rejection.
    pub any: CardSet,
    /// How many types that are. With at most three base cards to reserve there are no more than two.
    pub types: u32,
}

impl Allowed {
    /// Whether a sequence of allowed cards is drawn as often as there are courses with it: after
    /// some number of cards of the first type the second one was reserved. Cards of allowed types are
    /// drawn as if it had been before all of them, which agrees with every sequence.
    pub fn accepts(&self, rejected: &[CardId], random: &mut Random) -> bool {
        if self.types < 2 {
            return true;
        }
        let leading = rejected.iter().take_while(|&&card| self.first.contains(card)).count();
        random.below(rejected.len() as u32 + 1) <= leading as u32
    }
}

impl Cobogo {
    pub(super) fn allowed(&self, state: &State) -> Allowed {
        let mut allowed = Allowed::default();
        if state.pile.rejected.is_empty() {
            return allowed;
        }
        // Cards were rejected after each reservation, but not after the last one of the setup.
        let last = usize::from(self.step(state) != Step::Reserve);
        let reserved = || {
            let cards = state.reserved.cards().iter();
            cards.filter(|&&card| self.group(card) == Group::Base)
        };
        for &card in reserved().take(reserved().count().saturating_sub(last)) {
            let cards = self.twins.of_content(self.judge.demand(card).content);
            cards.iter().for_each(|card| allowed.any.insert(card));
            if allowed.types == 0 {
                allowed.first = allowed.any;
            }
            allowed.types += 1;
        }
        allowed
    }

    /// The numbers of the rejected cards that somebody has drawn since.
    pub(in crate::games::cobogo) fn drawn_of_rejected(state: &State) -> CardSet {
        let held = state.hands.iter().flat_map(|hand| hand.cards()).map(|card| card.source);
        let sources = held.chain(state.log.iter().map(|placement| placement.source));
        CardSet::of(sources.filter_map(|source| match source {
            Source::Rejected(number) => Some(number),
            Source::Deal | Source::Draw => None,
        }))
    }

    /// After the shuffle of K-75 nobody can tell which one of cards that look alike had been
    /// rejected: those that moved are named alike, as [`Pile::join`](super::super::pile::Pile::join)
    /// does.
    pub(super) fn rejected_name(&self, has_moved: bool, card: CardId) -> CardId {
        if has_moved { self.twins.first_with_pattern(card) } else { card }
    }

    /// Names every rejected card anew, each one of `free`.
    pub(super) fn sample_rejected(
        &self,
        state: &State,
        free: &CardSet,
        random: &mut Random,
    ) -> Rejected {
        let allowed = self.allowed(state);
        loop {
            let mut free = free.and(&allowed.any);
            let cards = state.pile.rejected.iter();
            let rejected: Rejected = cards
                .map(|_| {
                    let card = sample(&free, random);
                    free.remove(card);
                    card
                })
                .collect();
            if allowed.accepts(&rejected, random) {
                return rejected;
            }
        }
    }
}
