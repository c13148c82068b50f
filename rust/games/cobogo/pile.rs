//! The draw pile: an unordered part with the rejected cards in known order below (K-9 to K-11,
//! K-75, K-117, K-118).
//!
//! Nothing is shuffled ahead: a card is settled by a chance event when it is turned up, dealt or
//! drawn. Under `pairing = fixed` that settles both its sides at once. Under `shuffled` pattern side
//! and brick side are settled apart, each uniformly from the unused sides of the card's group; brick
//! sides of reserved cards are never looked at and stay among the unused.

use tinyvec::TinyVec;

use super::components::Group;
use super::types::{CardId, CardSet, HandCard, NO_CARD, Source};
use crate::random::Random;

/// What a component set and the options imply for every pile.
#[derive(Clone, Debug)]
pub struct Deck {
    /// Whether the sides are paired anew (K-118).
    pub shuffled: bool,
    /// The cards of each group, by [`Group::index`].
    pub groups: [CardSet; Group::COUNT],
    /// The group of every card.
    pub group_of: Vec<Group>,
}

impl Deck {
    fn group(&self, card: CardId) -> &CardSet {
        &self.groups[self.group_of[usize::from(card)].index()]
    }
}

/// The pile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pile {
    /// Brick sides that a card yet to be settled may have.
    pub bricks: CardSet,
    /// Pattern sides that a card yet to be settled may have. Equal to `bricks` when paired fixedly.
    pub backs: CardSet,
    /// Cards of the unordered part, by group.
    pub loose: [u8; Group::COUNT],
    /// Pattern side of the top card where it is seen (K-117), else [`NO_CARD`].
    pub top: CardId,
    /// Pattern sides of the cards rejected in setup, in order (K-11).
    pub rejected: TinyVec<[CardId; 16]>,
    /// How many of them still lie undermost, the last ones of the list.
    pub rejected_left: u8,
}

/// From what a side is drawn.
enum Pool {
    /// Uniformly from these, so many.
    Uniform(CardSet, u32),
    /// First the group, by the unordered cards of each, then uniformly from its part of these.
    ByGroup(CardSet),
}

impl Pool {
    fn all(cards: CardSet) -> Self {
        Self::Uniform(cards, cards.len())
    }
}

impl Pile {
    /// The base deck, face down (K-9), and the sides of the expansions in use that may come later.
    #[must_use]
    pub fn new(deck: &Deck, expansions: &[Group]) -> Self {
        let base = deck.groups[Group::Base.index()];
        let mut pile = Self { bricks: base, backs: base, top: NO_CARD, ..Self::default() };
        pile.loose[Group::Base.index()] = base.len() as u8;
        if deck.shuffled {
            for group in expansions {
                for card in deck.groups[group.index()].iter() {
                    pile.bricks.insert(card);
                    pile.backs.insert(card);
                }
            }
        }
        pile
    }

    /// Number of cards in the unordered part, the seen top card not counted.
    #[must_use]
    pub fn unordered(&self) -> u32 {
        self.loose.iter().map(|&count| u32::from(count)).sum()
    }

    /// Number of cards (K-15, K-104).
    #[must_use]
    pub fn len(&self) -> u32 {
        self.unordered() + u32::from(self.top != NO_CARD) + u32::from(self.rejected_left)
    }

    /// Whether it is used up (K-44).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rejected cards that still lie undermost, the next one first.
    #[must_use]
    pub fn undermost(&self) -> &[CardId] {
        &self.rejected[self.rejected.len() - usize::from(self.rejected_left)..]
    }

    /// Whether the top card is one of the unordered part whose pattern side has not been seen.
    #[must_use]
    pub fn top_is_unknown(&self) -> bool {
        self.top == NO_CARD && self.unordered() > 0
    }

    /// Pattern side of the next card, where it is known: the seen top card, or a rejected one.
    #[must_use]
    pub fn next_back(&self) -> Option<CardId> {
        if self.top != NO_CARD {
            return Some(self.top);
        }
        if self.unordered() > 0 {
            return None;
        }
        self.undermost().first().copied()
    }

    #[inline(always)]
    fn brick_pool(&self, deck: &Deck) -> Pool {
        match self.next_back() {
            Some(back) if deck.shuffled => Pool::all(self.bricks.and(deck.group(back))),
            Some(back) => Pool::all(CardSet::of([back])),
            None if deck.shuffled => Pool::ByGroup(self.bricks),
            None => Pool::Uniform(self.bricks, self.unordered()),
        }
    }

    fn back_pool(&self, deck: &Deck) -> Pool {
        match self.next_back() {
            Some(back) => Pool::all(CardSet::of([back])),
            None if deck.shuffled => Pool::ByGroup(self.backs),
            None => Pool::Uniform(self.backs, self.unordered()),
        }
    }

    /// The brick sides that the next card may show to the hand that takes it, with probabilities.
    pub fn brick_outcomes(&self, deck: &Deck, visit: impl FnMut(CardId, f64)) {
        self.outcomes(deck, &self.brick_pool(deck), visit);
    }

    /// The pattern sides that the next card may have, with probabilities.
    pub fn back_outcomes(&self, deck: &Deck, visit: impl FnMut(CardId, f64)) {
        self.outcomes(deck, &self.back_pool(deck), visit);
    }

    fn outcomes(&self, deck: &Deck, pool: &Pool, mut visit: impl FnMut(CardId, f64)) {
        match pool {
            Pool::Uniform(cards, count) => {
                let chance = 1.0 / f64::from(*count);
                cards.iter().for_each(|card| visit(card, chance));
            }
            Pool::ByGroup(cards) => {
                let total = f64::from(self.unordered());
                for (group, &count) in deck.groups.iter().zip(&self.loose) {
                    let sides = cards.and(group);
                    let chance = f64::from(count) / (total * f64::from(sides.len()));
                    if count > 0 {
                        sides.iter().for_each(|card| visit(card, chance));
                    }
                }
            }
        }
    }

    /// Draws the brick side of the next card.
    #[inline(always)]
    pub fn sample_brick(&self, deck: &Deck, random: &mut Random) -> CardId {
        self.sample(deck, &self.brick_pool(deck), random)
    }

    /// Draws the pattern side of the next card.
    pub fn sample_back(&self, deck: &Deck, random: &mut Random) -> CardId {
        self.sample(deck, &self.back_pool(deck), random)
    }

    #[inline(always)]
    fn sample(&self, deck: &Deck, pool: &Pool, random: &mut Random) -> CardId {
        match pool {
            Pool::Uniform(cards, count) => cards.nth(random.below(*count)),
            Pool::ByGroup(cards) => {
                let mut k = random.below(self.unordered());
                for (group, &count) in deck.groups.iter().zip(&self.loose) {
                    if k < u32::from(count) {
                        return sample(&cards.and(group), random);
                    }
                    k -= u32::from(count);
                }
                unreachable!("the counts of the groups add up to the unordered part")
            }
        }
    }

    /// The top card's pattern side is seen (K-117).
    pub fn see_top(&mut self, deck: &Deck, back: CardId) {
        self.settle_loose_back(deck, back);
        self.top = back;
    }

    fn settle_loose_back(&mut self, deck: &Deck, back: CardId) {
        self.loose[deck.group_of[usize::from(back)].index()] -= 1;
        self.backs.remove(back);
        if !deck.shuffled {
            self.bricks.remove(back);
        }
    }

    /// Takes the top card, whose pattern is turned up (K-10).
    pub fn turn_up(&mut self, deck: &Deck, back: CardId) {
        if self.top == NO_CARD {
            self.settle_loose_back(deck, back);
        } else {
            self.top = NO_CARD;
        }
    }

    /// Puts a card that was turned up under the pile (K-11).
    pub fn reject(&mut self, back: CardId) {
        self.rejected.push(back);
        self.rejected_left += 1;
    }

    /// Takes the top card into a hand, where it shows `brick` (K-14, K-43).
    #[inline(always)]
    pub fn take(&mut self, deck: &Deck, brick: CardId, opening: bool) -> HandCard {
        let source = if opening { Source::Deal } else { Source::Draw };
        if self.top != NO_CARD {
            let back = std::mem::replace(&mut self.top, NO_CARD);
            self.bricks.remove(brick);
            return HandCard { brick, back, source };
        }
        if self.unordered() == 0 {
            let number = self.rejected.len() - usize::from(self.rejected_left);
            self.rejected_left -= 1;
            self.bricks.remove(brick);
            let back = self.rejected[number];
            return HandCard { brick, back, source: Source::Rejected(number as u8) };
        }
        self.loose[deck.group_of[usize::from(brick)].index()] -= 1;
        self.bricks.remove(brick);
        if deck.shuffled {
            return HandCard { brick, back: NO_CARD, source };
        }
        self.backs.remove(brick);
        HandCard { brick, back: brick, source }
    }

    /// Shuffles the cards of `joining` into the pile; rejected cards lose their place (K-75). From
    /// then on nobody can tell which of cards that look alike had been rejected: `alike` names them.
    pub fn join(
        &mut self,
        deck: &Deck,
        joining: &[(Group, CardSet)],
        alike: impl Fn(CardId) -> CardId,
    ) {
        if joining.iter().all(|(_, cards)| cards.is_empty()) {
            return;
        }
        let mut known: Vec<CardId> = self.undermost().to_vec();
        if self.top != NO_CARD {
            known.push(self.top);
        }
        let drawn = self.rejected.len() - usize::from(self.rejected_left);
        self.rejected[drawn..].iter_mut().for_each(|card| *card = alike(*card));
        self.rejected_left = 0;
        self.top = NO_CARD;
        for back in known {
            self.loose[deck.group_of[usize::from(back)].index()] += 1;
            self.backs.insert(back);
            if !deck.shuffled {
                self.bricks.insert(back);
            }
        }
        for (group, cards) in joining {
            self.loose[group.index()] += cards.len() as u8;
            if !deck.shuffled {
                for card in cards.iter() {
                    self.bricks.insert(card);
                    self.backs.insert(card);
                }
            }
        }
    }
}

/// A uniformly random card of a set that is not empty.
pub fn sample(cards: &CardSet, random: &mut Random) -> CardId {
    cards.nth(random.below(cards.len()))
}
