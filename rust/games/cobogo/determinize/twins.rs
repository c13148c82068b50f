//! Which cards of a set look the same from one side.

use std::collections::HashMap;
use std::hash::Hash;

use crate::games::cobogo::components::{CODES, ComponentSet, Group};
use crate::games::cobogo::types::{CardId, CardSet};

/// The cards of a set by what they show.
#[derive(Debug)]
pub struct Twins {
    by_brick: Vec<CardSet>,
    by_pattern: Vec<CardSet>,
    /// Base cards by the content of their pattern side.
    of_content: [CardSet; CODES],
}

impl Twins {
    /// Compares the cards of a set.
    #[must_use]
    pub fn new(set: &ComponentSet) -> Self {
        let mut of_content = [CardSet::default(); CODES];
        for index in set.range(Group::Base) {
            let content = set.cards[index].pattern.content;
            of_content[usize::from(content)].insert(index as CardId);
        }
        let by_brick = classes(set.cards.iter().map(|card| &card.brick));
        let by_pattern = classes(set.cards.iter().map(|card| &card.pattern));
        Self { by_brick, by_pattern, of_content }
    }

    /// The cards with the same brick side.
    #[must_use]
    pub fn with_brick(&self, card: CardId) -> &CardSet {
        &self.by_brick[usize::from(card)]
    }

    /// The cards with the same pattern side.
    #[must_use]
    pub fn with_pattern(&self, card: CardId) -> &CardSet {
        &self.by_pattern[usize::from(card)]
    }

    /// The base cards whose pattern side asks for this content.
    #[must_use]
    pub fn of_content(&self, content: u8) -> &CardSet {
        &self.of_content[usize::from(content)]
    }

    /// The first card with the same brick side.
    #[must_use]
    pub fn first_with_brick(&self, card: CardId) -> CardId {
        self.with_brick(card).first().unwrap_or(card)
    }

    /// The first card with the same pattern side.
    #[must_use]
    pub fn first_with_pattern(&self, card: CardId) -> CardId {
        self.with_pattern(card).first().unwrap_or(card)
    }
}

fn classes<K: Hash + Eq>(keys: impl Iterator<Item = K> + Clone) -> Vec<CardSet> {
    let mut classes: HashMap<K, CardSet> = HashMap::new();
    for (index, key) in keys.clone().enumerate() {
        classes.entry(key).or_default().insert(index as CardId);
    }
    keys.map(|key| classes[&key]).collect()
}
