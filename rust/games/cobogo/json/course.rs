//! Whether a game can come to a position: the preparation played again, turn and end, room on the
//! table.

use super::FARTHEST;
use crate::game::{FormatError, Game};
use crate::games::cobogo::Cobogo;
use crate::games::cobogo::action::Action;
use crate::games::cobogo::components::{EMPTY, Group};
use crate::games::cobogo::state::{State, Step};
use crate::games::cobogo::types::{CardId, HAND, NO_CARD, Spot};

impl Cobogo {
    /// Before the play a position must be one that some course of the preparation leads to (K-9 to
    /// K-14, K-100): it is prepared again, event by event, and compared.
    pub(super) fn check_preparation(&self, state: &State) -> Result<(), FormatError> {
        let mut next = self.fresh();
        while next != *state {
            let event = self.next_event(&next, state);
            let Some(event) = event.filter(|&event| self.check(&next, event).is_ok()) else {
                let message = "no course of the preparation leads to this position";
                return Err(FormatError::rule("K-100", "position.step", message));
            };
            self.advance(&mut next, event);
        }
        Ok(())
    }

    /// The event that leads from an earlier position of the preparation towards a later one.
    fn next_event(&self, state: &State, later: &State) -> Option<Action> {
        let reserved = |group: Group| {
            later.reserved.cards().iter().copied().find(|&card| self.group(card) == group)
        };
        let seat = self.dealt_to(state);
        let hand = later.hands[usize::from(seat)].cards();
        let held = hand.get(state.hands[usize::from(seat)].cards().len());
        let event = match self.step(state) {
            Step::First => Some(Action::First(later.first)),
            Step::Reserve => self.next_revealed(state, later).map(Action::Reveal),
            Step::Deal => held.map(|card| Action::Deal(seat, card.brick)),
            Step::Glass => reserved(Group::Glass).map(Action::Glass),
            Step::Window => reserved(Group::Window).map(Action::Window),
            Step::Special => reserved(Group::Special).map(Action::Special),
            Step::Starter => (later.starter != NO_CARD).then_some(Action::Starter(later.starter)),
            Step::Shuffle | Step::Play => None,
        };
        if !self.top_is_due(state) {
            return event;
        }
        // The card that is turned up or dealt next, or the one that lies there still; before the
        // shuffle of K-75 it can have been any.
        let next = match event {
            Some(Action::Reveal(card)) => Some(card),
            _ => held.map(|card| card.back),
        };
        let mut any = None;
        self.visit_chance(state, |event, _| any = any.or(Some(event)));
        let seen = [next, Some(later.pile.top)].into_iter().flatten().map(Action::Top);
        seen.into_iter().find(|&top| self.check(state, top).is_ok()).or(any)
    }

    /// The next card to turn up: rejected ones as soon as their type is reserved (K-10, K-11).
    fn next_revealed(&self, state: &State, later: &State) -> Option<CardId> {
        let content = |card: CardId| self.judge.demand(card).content;
        let reserved = state.reserved.cards();
        let rejected = later.pile.rejected.get(state.pile.rejected.len()).copied();
        let is_rejected =
            |&card: &CardId| reserved.iter().any(|&other| content(other) == content(card));
        let next = later.reserved.cards().get(reserved.len()).copied();
        let next = next.filter(|&card| self.group(card) == Group::Base);
        let Some(rejected) = rejected.filter(is_rejected) else { return next };
        if !self.has_joined(later) {
            return Some(rejected);
        }
        // It is named like others that look so; the top card, once it is seen, is the one.
        if state.pile.top != NO_CARD {
            return Some(state.pile.top);
        }
        let like = self.twins.with_pattern(rejected).and(&state.pile.backs);
        like.iter().find(|card| !later.reserved.cards().contains(card))
    }

    /// Whose turn it can be, and whether the game can be over.
    pub(super) fn check_course(&self, state: &State) -> Result<(), FormatError> {
        let playing = self.step(state) == Step::Play;
        let any_card = state.hands.iter().any(|hand| !hand.cards().is_empty());
        let refuse = |rule, key, message: &str| Err(FormatError::rule(rule, key, message));
        if !playing {
            if state.won.is_some() || state.drawing || !state.log.is_empty() {
                return refuse("K-17", "position.step", "nothing is placed before the play");
            }
            return Ok(());
        }
        if usize::from(state.dealt) != HAND * self.players {
            return refuse("K-14", "position.dealt", "every seat has been dealt its cards");
        }
        if state.reserved.cards().is_empty() {
            return refuse("K-10", "position.reserved", "no pattern card is reserved");
        }
        if !any_card && !state.pile.is_empty() && !state.drawing && state.won.is_none() {
            return refuse("K-66", "position.hands", "cards in the pile but none in any hand");
        }
        if state.drawing && (state.pile.is_empty() || state.won.is_some()) {
            return refuse("K-44", "position.drawing", "there is nothing to draw");
        }
        let mover = state.hands[usize::from(state.to_move)].cards().len();
        if state.drawing && mover == HAND {
            return refuse("K-43", "position.drawing", "the hand is full, nothing was placed");
        }
        let has_won =
            !state.mosaic.bounds().is_empty() && self.judge.is_won(&state.mosaic, &state.reserved);
        match state.won {
            None if !any_card && !state.drawing => {
                refuse("K-66", "position.won", "no card is left: the game is over")
            }
            None if mover == 0 && !state.drawing => {
                refuse("K-23", "position.to_move", "this seat has no card")
            }
            Some(true) if !has_won => {
                refuse("K-63", "position.won", "not every reserved pattern is fulfilled")
            }
            Some(false) if any_card || !state.pile.is_empty() => {
                refuse("K-66", "position.won", "cards are left: the game is not lost")
            }
            Some(false) if has_won => {
                refuse("K-67", "position.won", "every reserved pattern is fulfilled")
            }
            _ => Ok(()),
        }
    }

    /// Whether the cards that are left fit on the table in any line (K-39).
    pub(super) fn check_room(&self, state: &State) -> Result<(), FormatError> {
        let bounds = state.mosaic.bounds();
        let hands: usize = state.hands.iter().map(|hand| hand.cards().len()).sum();
        let cards = hands as i64 + i64::from(state.pile.len());
        let reach = cards * self.set.rows.max(self.set.cols) as i64;
        let ends = [bounds.top, bounds.left, bounds.bottom, bounds.right].map(i64::from);
        if ends.iter().all(|end| end.abs() + reach <= FARTHEST) {
            return Ok(());
        }
        let message = format!("with {cards} cards left it could grow beyond {FARTHEST}");
        Err(FormatError::rule("K-39", "position.mosaic", message))
    }

    /// Every card that was placed lies there still (K-24): all its cells show something, if not what
    /// the card shows, since later ones may cover it (K-36).
    pub(super) fn check_placed(&self, state: &State) -> Result<(), FormatError> {
        for (index, placement) in state.log.iter().enumerate() {
            let Spot { rot, row, col } = placement.at;
            let face = self.bricks[usize::from(placement.brick)].face(rot);
            let rows = row..row + face.height as i16;
            let cols = col..col + face.width as i16;
            let mut cells = rows.flat_map(|row| cols.clone().map(move |col| (row, col)));
            let bare = cells.find(|&(row, col)| state.mosaic.content(row, col) == EMPTY);
            if let Some((row, col)) = bare {
                let key = format!("position.placed[{index}]");
                let message =
                    format!("the card covers cell {row},{col}, where the mosaic is empty");
                return Err(FormatError::rule("K-24", key, message));
            }
        }
        Ok(())
    }
}
