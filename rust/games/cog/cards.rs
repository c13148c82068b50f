//! Cabinet cards: deck and discard pile (C-46), the exchange (C-65 to C-68), what a card does when it
//! is acquired (C-116 to C-120, C-164).

use super::Cog;
use super::components::Effect;
use super::pending::{CardDue, Source};
use super::rules::POWER_STARS;
use super::state::{Node, State, Step};
use super::types::{CardKind, Side, members};

impl Cog {
    /// A card is due: whether there is one, once the discard pile has become the deck if it must be
    /// (C-46).
    pub(super) fn has_card(&self, state: &mut State) -> bool {
        if state.deck.is_empty() {
            state.deck = std::mem::take(&mut state.discard);
        }
        !state.deck.is_empty()
    }

    /// A card is due after an exchange or for the grid's corner. Somewhere there always is one (C-47);
    /// without any nothing happens.
    pub(super) fn card_due(&self, state: &mut State) -> Option<Node> {
        if self.has_card(state) {
            return Some(Node::DealCard);
        }
        state.pending.card_due = None;
        None
    }

    /// The next card of the deck goes where it is due.
    pub(super) fn deal(&self, state: &mut State, card: CardKind) {
        state.deck.take(card);
        match state.pending.card_due.take() {
            Some(CardDue::First) if self.rules.grid_card_redraw => state.pending.card = Some(card),
            Some(_) => self.acquire(state, card),
            None => {
                if let Step::Bottom(slot) = state.step {
                    state.bottom[usize::from(slot)] = Some(card);
                    state.step = Step::Bottom(slot + 1);
                }
            }
        }
    }

    /// C-65: the choice to exchange the card, unless there is none.
    pub(super) fn offer_redraw(&self, state: &mut State) -> Option<Node> {
        if state.mat().stars >= u32::from(POWER_STARS) || self.has_extra(state) {
            return Some(Node::Redraw);
        }
        self.keep(state);
        None
    }

    /// C-65 to C-68.
    pub(super) fn redraw(&self, state: &mut State) {
        self.pay(state, POWER_STARS);
        if let Some(card) = state.pending.card.take() {
            state.discard.add(card, 1);
        }
        state.pending.card_due = Some(CardDue::Second);
    }

    /// C-64.
    pub(super) fn keep(&self, state: &mut State) {
        if let Some(card) = state.pending.card.take() {
            self.acquire(state, card);
        }
    }

    /// A card is acquired: an immediate one is discarded and acts (C-116), the others are kept; an
    /// always-in-effect card turns the owner's tiles over (C-118).
    fn acquire(&self, state: &mut State, card: CardKind) {
        match self.set.cards[usize::from(card)].effect {
            Effect::Immediate(_) => {
                state.discard.add(card, 1);
                state.pending.begin(Source::Card(card));
            }
            Effect::Always(_) => {
                let letters = self.always[usize::from(card)];
                let mat = state.mat_mut();
                mat.hand.add(card, Side::Up);
                mat.always |= letters;
                for letter in members(letters.into()) {
                    mat.reserve.turn_all(letter as u8);
                }
                mat.grid.flip_letters(letters);
            }
            Effect::Round { .. } | Effect::Item { .. } => {
                state.mat_mut().hand.add(card, Side::Up);
            }
        }
    }
}
