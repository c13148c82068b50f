//! Where the cards of a position are: each in one place, of a group that can be there (K-1, K-75),
//! and the rejected ones in their order (K-11).

use crate::game::FormatError;
use crate::games::cobogo::Cobogo;
use crate::games::cobogo::components::Group;
use crate::games::cobogo::pile::Pile;
use crate::games::cobogo::state::{State, Step};
use crate::games::cobogo::types::{CardId, CardSet, NO_CARD, Source};
use crate::games::fields::Fields;

impl Cobogo {
    /// Every card of the pile has a side left that it can turn out to have (K-9, K-118).
    pub(super) fn check_sides(&self, pile: &Pile, fields: &Fields<'_>) -> Result<(), FormatError> {
        if !self.deck.shuffled && pile.bricks != pile.backs {
            let message = "with pairing = fixed both lists name the same cards";
            return Err(FormatError::rule("K-118", fields.path("backs"), message));
        }
        for group in Group::ALL {
            let cards = &self.deck.groups[group.index()];
            let loose = u32::from(pile.loose[group.index()]);
            let (bricks, backs) = (pile.bricks.and(cards).len(), pile.backs.and(cards).len());
            let mut settled = u32::from(pile.top != NO_CARD && cards.contains(pile.top));
            if group == Group::Base {
                settled += u32::from(pile.rejected_left);
            }
            let fits = if self.deck.shuffled {
                bricks >= loose + settled && backs >= loose
            } else {
                bricks == loose
            };
            if !fits {
                let message = format!(
                    "{loose} unordered {} cards with {bricks} brick sides and {backs} pattern sides",
                    group.name()
                );
                return Err(FormatError::rule("K-9", fields.path("loose"), message));
            }
        }
        Ok(())
    }

    /// Every card is in one place only (K-1, K-16); where sides are paired anew, every side.
    pub(super) fn check_cards(&self, state: &State) -> Result<(), FormatError> {
        if state.starter != NO_CARD
            && (self.group(state.starter) != Group::Window || !self.rules.janelao)
        {
            let message = format!("{} is no window card in use", self.id(state.starter));
            return Err(FormatError::rule("K-86", "position.starter", message));
        }
        let held = || state.hands.iter().flat_map(|hand| hand.cards());
        let known = |card: &CardId| *card != NO_CARD;
        let placed = state.log.iter().map(|placement| ("position.placed", placement.brick));
        let starter = Some(state.starter).filter(known);
        let bricks = placed
            .chain(held().map(|card| ("position.hands", card.brick)))
            .chain(starter.map(|card| ("position.starter", card)))
            .chain(state.pile.bricks.iter().map(|card| ("position.pile.bricks", card)));
        let reserved = state.reserved.cards().iter().map(|&card| ("position.reserved", card));
        let undermost = state.pile.undermost().iter().map(|&card| ("position.pile.rejected", card));
        let top = Some(state.pile.top).filter(known);
        let backs = reserved.chain(undermost).chain(top.map(|card| ("position.pile.top", card)));
        if !self.deck.shuffled {
            return self.check_once(bricks.chain(backs));
        }
        self.check_once(bricks)?;
        let in_hands = held().map(|card| ("position.hands", card.back));
        let backs = backs.chain(in_hands.filter(|(_, card)| known(card)));
        self.check_once(
            backs.chain(state.pile.backs.iter().map(|card| ("position.pile.backs", card))),
        )
    }

    fn check_once<'a>(
        &self,
        cards: impl Iterator<Item = (&'a str, CardId)>,
    ) -> Result<(), FormatError> {
        let mut seen = CardSet::default();
        for (key, card) in cards {
            if seen.contains(card) {
                let message = format!("{} is in two places", self.id(card));
                return Err(FormatError::rule("K-1", key, message));
            }
            seen.insert(card);
        }
        Ok(())
    }

    /// Cards in play are base cards, or of an expansion that has joined the pile; opening hands are
    /// base cards where it joins after the deal (K-75). Both sides of a card are of one group (K-118).
    pub(super) fn check_groups(&self, state: &State) -> Result<(), FormatError> {
        let refuse = |rule, key: &str, card: CardId, message: &str| {
            Err(FormatError::rule(rule, key, format!("{} {message}", self.id(card))))
        };
        let placed =
            state.log.iter().map(|placed| ("position.placed", placed.brick, placed.source));
        let held = state.hands.iter().flat_map(|hand| hand.cards());
        let in_hands = held.clone().map(|card| ("position.hands", card.brick, card.source));
        for (key, card, source) in placed.chain(in_hands) {
            let group = self.group(card);
            if !self.is_in_pile(state, group) || (self.is_base(source) && group != Group::Base) {
                return refuse("K-75", key, card, "cannot have come into play like this");
            }
        }
        for card in held.filter(|card| card.back != NO_CARD) {
            if self.group(card.back) != self.group(card.brick) {
                let message = "is the pattern side of a card of another group";
                return refuse("K-118", "position.hands", card.back, message);
            }
        }
        if state.pile.top != NO_CARD && !self.is_in_pile(state, self.group(state.pile.top)) {
            return refuse("K-75", "position.pile.top", state.pile.top, "is not in the pile");
        }
        for group in Group::ALL {
            if state.pile.loose[group.index()] > 0 && !self.is_in_pile(state, group) {
                let message = format!("{} cards are not in the pile", group.name());
                return Err(FormatError::rule("K-75", "position.pile.loose", message));
            }
        }
        self.check_counts(state)
    }

    /// No group has more cards in play than the set has (K-1).
    fn check_counts(&self, state: &State) -> Result<(), FormatError> {
        let placed = state.log.iter().map(|placement| placement.brick);
        let held = state.hands.iter().flat_map(|hand| hand.cards()).map(|card| card.brick);
        let named = placed.chain(held).chain(state.reserved.cards().iter().copied());
        let named = named.chain(state.pile.undermost().iter().copied());
        let mut counts = state.pile.loose.map(u32::from);
        for card in named.chain(Some(state.pile.top).filter(|&card| card != NO_CARD)) {
            counts[self.group(card).index()] += 1;
        }
        for group in Group::ALL.into_iter().filter(|&group| self.is_in_pile(state, group)) {
            let (count, most) = (counts[group.index()], self.deck.groups[group.index()].len());
            if count > most {
                let message = format!("{count} {} cards in play, the set has {most}", group.name());
                return Err(FormatError::rule("K-1", "position.pile.loose", message));
            }
        }
        Ok(())
    }

    /// Rejected cards are of types that were reserved before them, and those that were drawn since
    /// are where they are said to be (K-10, K-11).
    pub(super) fn check_rejected(&self, state: &State) -> Result<(), FormatError> {
        let reserved =
            state.reserved.cards().iter().filter(|&&card| self.group(card) == Group::Base);
        let contents: Vec<_> = reserved.map(|&card| self.judge.demand(card).content).collect();
        // Nothing is rejected after the last reservation.
        let last = usize::from(self.step(state) != Step::Reserve);
        let before = &contents[..contents.len().saturating_sub(last)];
        for (index, &card) in state.pile.rejected.iter().enumerate() {
            let is_base = self.group(card) == Group::Base;
            if !is_base || !before.contains(&self.judge.demand(card).content) {
                let key = format!("position.pile.rejected[{index}]");
                let message = format!("{} is of no type reserved before it", self.id(card));
                return Err(FormatError::rule("K-11", key, message));
            }
        }
        let placed = state.log.iter().map(|placement| (placement.source, placement.brick));
        let held = state.hands.iter().flat_map(|hand| hand.cards());
        let mut drawn = 0;
        for (source, card) in placed.chain(held.map(|card| (card.source, card.back))) {
            let Source::Rejected(number) = source else { continue };
            drawn += 1;
            let named = state.pile.rejected.get(usize::from(number));
            // Under shuffled pairing a placed card tells its brick side only.
            let fits = named.is_some_and(|&named| self.deck.shuffled || named == card);
            let lies = state.pile.rejected.len() - usize::from(state.pile.rejected_left);
            if !fits || (!self.has_joined(state) && usize::from(number) >= lies) {
                let message = format!("\"rejected {number}\" is not that rejected card");
                return Err(FormatError::rule("K-11", "position", message));
            }
        }
        let gone = state.pile.rejected.len() - usize::from(state.pile.rejected_left);
        if !self.has_joined(state) && gone != drawn {
            let message = format!("{gone} rejected cards are drawn, {drawn} are placed or held");
            return Err(FormatError::rule("K-11", "position.pile.rejected_left", message));
        }
        if self.has_joined(state) && state.pile.rejected_left > 0 {
            let message = "no rejected card lies undermost after the shuffle";
            return Err(FormatError::rule("K-75", "position.pile.rejected_left", message));
        }
        self.check_rejected_once(state)
    }

    /// A rejected card is nowhere else: not reserved, and in no hand that was dealt before the shuffle
    /// of K-75 could move it. One that has moved is named like any card that looks so.
    fn check_rejected_once(&self, state: &State) -> Result<(), FormatError> {
        let (joined, drawn) = (self.has_joined(state), Self::drawn_of_rejected(state));
        let mut taken = CardSet::of(state.reserved.cards().iter().copied());
        let mut elsewhere = CardSet::default();
        if self.deck.shuffled {
            elsewhere = state.pile.backs;
            if state.pile.top != NO_CARD {
                elsewhere.insert(state.pile.top);
            }
        }
        let placed = state.log.iter().map(|placed| (placed.source, placed.brick));
        let placed = placed.filter(|_| !self.deck.shuffled);
        let held = state.hands.iter().flat_map(|hand| hand.cards());
        let held = held.map(|card| (card.source, card.back)).filter(|card| card.1 != NO_CARD);
        for (source, card) in placed.chain(held) {
            match source {
                Source::Deal if self.is_base(source) => taken.insert(card),
                Source::Deal | Source::Draw => elsewhere.insert(card),
                Source::Rejected(_) => {}
            }
        }
        let rejected = state.pile.rejected.iter().enumerate();
        let (settled, moved): (Vec<_>, Vec<_>) =
            rejected.partition(|(number, _)| !joined || drawn.contains(*number as u8));
        for (number, &card) in settled.iter().chain(&moved).copied() {
            let is_settled = !joined || drawn.contains(number as u8);
            let free = if is_settled {
                CardSet::of([card]).without(&taken).without(&elsewhere)
            } else {
                self.twins.with_pattern(card).without(&taken)
            };
            let Some(free) = free.first() else {
                let key = format!("position.pile.rejected[{number}]");
                let message = format!("{} is in two places", self.id(card));
                return Err(FormatError::rule("K-11", key, message));
            };
            taken.insert(free);
        }
        Ok(())
    }
}
