//! `back_visibility = physical`, `pairing = fixed`: every card but those of the unordered pile is
//! known by its pattern side, or by both sides (K-117).

use super::{name, pick};
use crate::game::Seat;
use crate::games::cobogo::Cobogo;
use crate::games::cobogo::state::State;
use crate::games::cobogo::types::{CardSet, NO_CARD, Source};
use crate::random::Random;

impl Cobogo {
    pub(super) fn redeal_seen(
        &self,
        state: &State,
        next: &mut State,
        seat: Seat,
        random: &mut Random,
    ) {
        let all = self.pile_cards(state);
        let mut used = CardSet::default();
        // Of two cards one is known by all that the other is known by, or they have nothing in
        // common: those known by more come first, the reserved card that was chosen before all.
        let in_pile = |at: &usize| all.contains(state.reserved.cards()[*at]);
        let mut reserved: Vec<usize> = (0..state.reserved.cards().len()).filter(in_pile).collect();
        reserved.retain(|&at| {
            let like = self.like_reserved(state.reserved.cards()[at]);
            let is_settled = like.len() == 1;
            if is_settled {
                next.reserved.replace(at, pick(&like, &mut used, random));
            }
            !is_settled
        });
        let mut rejected = state.pile.rejected.clone();
        let drawn = Self::drawn_of_rejected(state);
        for card in self.known(state, seat) {
            let like = self.twins.with_brick(card.brick).and(self.twins.with_pattern(card.back));
            let named = pick(&like.and(&all), &mut used, random);
            name(next, card.place, named);
            if let Source::Rejected(number) = card.source {
                rejected[usize::from(number)] = named;
            }
        }
        for card in self.others(state, seat) {
            let like = self.twins.with_pattern(card.back).and(&all);
            let named = pick(&like, &mut used, random);
            name(next, card.place, named);
            if let Source::Rejected(number) = card.source {
                rejected[usize::from(number)] = named;
            }
        }
        for at in reserved {
            let like = self.like_reserved(state.reserved.cards()[at]);
            next.reserved.replace(at, pick(&like, &mut used, random));
        }
        let joined = self.has_joined(state);
        for (number, card) in rejected.iter_mut().enumerate() {
            if drawn.contains(number as u8) {
                continue;
            }
            *card = if joined {
                self.rejected_name(true, *card)
            } else {
                pick(self.twins.with_pattern(*card), &mut used, random)
            };
        }
        next.pile.rejected = rejected;
        if state.pile.top != NO_CARD {
            let like = self.twins.with_pattern(state.pile.top).and(&all);
            next.pile.top = pick(&like, &mut used, random);
        }
        self.name_pile(state, next, all.without(&used), random);
    }
}
