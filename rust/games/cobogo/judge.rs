//! Judging patterns (rules, section 8) and the win (K-63, K-91, K-99, section 12).

use std::collections::HashMap;

use super::components::{ANY, CODES, Card, Code, FIRST_TYPE, Group};
use super::mosaic::{Mosaic, Target};
use super::rules::Options;
use super::types::CardId;

/// Most cards that lie reserved: two base cards and one of each expansion, or three base cards and a
/// glass card; custom positions keep to it.
pub const RESERVED: usize = 5;

/// The reserved cards, in the order in which they were reserved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reserved {
    cards: [CardId; RESERVED],
    len: u8,
}

impl Reserved {
    /// The cards.
    #[must_use]
    pub fn cards(&self) -> &[CardId] {
        &self.cards[..usize::from(self.len)]
    }

    /// Names another card in a place.
    pub fn replace(&mut self, at: usize, card: CardId) {
        self.cards[..usize::from(self.len)][at] = card;
    }

    /// Reserves one more.
    pub fn push(&mut self, card: CardId) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }
}

/// A pattern side made ready for judging.
#[derive(Clone, Debug)]
pub struct Demand {
    /// The content asked for, or [`ANY`] one brick type.
    pub content: Code,
    /// How many groups.
    pub number: u32,
    /// How many cells that takes.
    pub cells: u32,
    /// The shape.
    pub target: Target,
    /// Two demands have the same class when their shapes are congruent.
    pub class: usize,
    /// Its groups may serve no other pattern (K-91, K-99).
    pub exclusive: bool,
}

/// Judges positions: the pattern sides of a set under the options.
#[derive(Clone, Debug)]
pub struct Judge {
    demands: Vec<Demand>,
    types: usize,
    exact: bool,
}

/// State of one reserved pattern, as if it were the only one (K-114).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Matching groups.
    pub have: u32,
    /// Whether it is fulfilled (K-56).
    pub ok: bool,
}

impl Judge {
    /// Makes the pattern sides of a set ready.
    #[must_use]
    pub fn new(cards: &[Card], types: usize, options: &Options) -> Self {
        let mut classes = HashMap::new();
        let demands = cards.iter().map(|card| {
            let pattern = &card.pattern;
            let next_class = classes.len();
            Demand {
                content: pattern.content,
                number: u32::from(pattern.number),
                cells: u32::from(pattern.number) * pattern.shape.size() as u32,
                target: Target::new(pattern.shape.clone()),
                class: *classes.entry(pattern.shape.canonical()).or_insert(next_class),
                exclusive: match card.group {
                    Group::Window => true,
                    Group::Special => options.special_exclusive,
                    Group::Base | Group::Glass => false,
                },
            }
        });
        let demands = demands.collect();
        Self { demands, types, exact: options.exact }
    }

    /// The pattern side of a card.
    #[must_use]
    pub fn demand(&self, card: CardId) -> &Demand {
        &self.demands[usize::from(card)]
    }

    fn types(&self) -> impl Iterator<Item = Code> + use<> {
        FIRST_TYPE..FIRST_TYPE + self.types as Code
    }

    fn count(&self, mosaic: &Mosaic, code: Code, demand: &Demand) -> u32 {
        mosaic.count(code, &demand.target)
    }

    /// K-56 for one pattern alone.
    fn fulfils(&self, count: u32, number: u32) -> bool {
        if self.exact { count == number } else { count >= number }
    }

    /// `have` and `ok` of one reserved pattern (K-55, K-56, K-88, K-89).
    #[must_use]
    pub fn progress(&self, mosaic: &Mosaic, card: CardId) -> Progress {
        let demand = self.demand(card);
        if demand.content != ANY {
            let have = self.count(mosaic, demand.content, demand);
            return Progress { have, ok: self.fulfils(have, demand.number) };
        }
        let mut most = 0;
        for code in self.types() {
            let count = self.count(mosaic, code, demand);
            if self.fulfils(count, demand.number) {
                return Progress { have: demand.number, ok: true };
            }
            most = most.max(count);
        }
        Progress { have: most, ok: false }
    }

    /// Whether enough cells are visible for the pattern to be fulfilled at all: the cheap test that
    /// most positions fail.
    #[inline(always)]
    fn is_possible(&self, mosaic: &Mosaic, demand: &Demand) -> bool {
        let enough = |code: Code| u32::from(mosaic.visible(code)) >= demand.cells;
        if demand.content == ANY { self.types().any(enough) } else { enough(demand.content) }
    }

    /// Whether every reserved pattern is fulfilled in this one position (K-63).
    #[must_use]
    #[inline(always)]
    pub fn is_won(&self, mosaic: &Mosaic, reserved: &Reserved) -> bool {
        let cards = reserved.cards();
        for &card in cards {
            if !self.is_possible(mosaic, self.demand(card)) {
                return false;
            }
        }
        self.are_fulfilled(mosaic, cards)
    }

    /// The exact part of [`Judge::is_won`].
    fn are_fulfilled(&self, mosaic: &Mosaic, cards: &[CardId]) -> bool {
        let fixed = |&&card: &&CardId| self.demand(card).content != ANY;
        let open = cards.iter().filter(|&&card| self.demand(card).content == ANY);
        let alone =
            |demand: &Demand| open.clone().all(|&other| self.demand(other).class != demand.class);
        for &card in cards.iter().filter(fixed) {
            let demand = self.demand(card);
            if alone(demand)
                && !self.fulfils(self.count(mosaic, demand.content, demand), demand.number)
            {
                return false;
            }
        }
        if open.clone().next().is_none() {
            return true;
        }
        self.is_won_with_open(mosaic, cards)
    }

    /// The general procedure of section 12: some choice of one type for each any-type pattern
    /// satisfies every class of equal content and congruent shape (K-89 to K-92, K-99).
    fn is_won_with_open(&self, mosaic: &Mosaic, cards: &[CardId]) -> bool {
        let mut contents = [ANY; RESERVED];
        for (content, &card) in contents.iter_mut().zip(cards) {
            *content = self.demand(card).content;
        }
        let open: Vec<usize> = (0..cards.len()).filter(|&at| contents[at] == ANY).collect();
        let mut counts = [[None; CODES]; RESERVED];
        let choices = self.types.pow(open.len() as u32);
        (0..choices).any(|choice| {
            let mut rest = choice;
            for &at in &open {
                contents[at] = FIRST_TYPE + (rest % self.types) as Code;
                rest /= self.types;
            }
            (0..cards.len()).all(|at| self.class_holds(mosaic, cards, &contents, at, &mut counts))
        })
    }

    /// Whether the class of the pattern at `at` has the right number of groups in all.
    fn class_holds(
        &self,
        mosaic: &Mosaic,
        cards: &[CardId],
        contents: &[Code; RESERVED],
        at: usize,
        counts: &mut [[Option<u32>; CODES]; RESERVED],
    ) -> bool {
        let demand = self.demand(cards[at]);
        let content = contents[at];
        let total = *counts[at][usize::from(content)]
            .get_or_insert_with(|| self.count(mosaic, content, demand));
        let members = cards.iter().zip(contents).filter_map(|(&card, &theirs)| {
            let other = self.demand(card);
            (theirs == content && other.class == demand.class).then_some(other)
        });
        let used: u32 =
            members.clone().filter(|other| other.exclusive).map(|other| other.number).sum();
        let mut shared =
            members.filter(|other| !other.exclusive).map(|other| other.number).peekable();
        if self.exact {
            if shared.peek().is_none() {
                return total == used;
            }
            return shared.all(|number| total == used + number);
        }
        total >= used + shared.max().unwrap_or(0)
    }
}
