//! Determinization: a full position drawn from those that one seat can't tell from the true one.
//!
//! Every course of chance that shows the seat the same things is equally likely, so a position is
//! drawn with the number of such courses that lead to it. What a seat knows of others' cards: where
//! each came from (K-119 makes the slots public), that opening hands are base cards where the
//! expansions join later (K-75), and of rejected cards only their number and that their types were
//! among those reserved before them (K-10, K-11, K-117). Cards that look the same to the seat are
//! told apart by nothing. The result depends on what the seat knows and on the generator alone.

use std::collections::HashMap;
use std::hash::Hash;

use tinyvec::TinyVec;

use super::Cobogo;
use super::components::{ComponentSet, Group};
use super::mosaic::CODES;
use super::pile::sample;
use super::state::{State, Step};
use super::types::{CardId, CardSet, NO_CARD, Source};
use crate::game::Seat;
use crate::random::Random;

/// Which cards of a set look the same from one side.
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
        Self {
            by_brick: classes(set.cards.iter().map(|card| &card.brick)),
            by_pattern: classes(set.cards.iter().map(|card| &card.pattern)),
            of_content,
        }
    }

    /// The first card with the same brick side.
    #[must_use]
    pub fn first_with_brick(&self, card: CardId) -> CardId {
        self.by_brick[usize::from(card)].nth(0)
    }

    /// The first card with the same pattern side.
    #[must_use]
    pub fn first_with_pattern(&self, card: CardId) -> CardId {
        self.by_pattern[usize::from(card)].nth(0)
    }
}

fn classes<K: Hash + Eq>(keys: impl Iterator<Item = K> + Clone) -> Vec<CardSet> {
    let mut classes: HashMap<K, CardSet> = HashMap::new();
    for (index, key) in keys.clone().enumerate() {
        classes.entry(key).or_default().insert(index as CardId);
    }
    keys.map(|key| classes[&key]).collect()
}

/// Tries before cards that look the same keep their true places. They clash only if cards of a set
/// are twins by both sides in different ways.
const TRIES: u32 = 1_000;

type Rejected = TinyVec<[CardId; 16]>;

impl Cobogo {
    pub(super) fn redeal(&self, state: &State, seat: Seat, random: &mut Random) -> State {
        for _ in 0..TRIES {
            let redealt = if self.deck.shuffled {
                self.redeal_sides(state, seat, random)
            } else {
                self.redeal_cards(state, seat, random)
            };
            if let Some(redealt) = redealt {
                return redealt;
            }
        }
        state.clone()
    }

    /// Whether expansion cards have joined the pile, so that rejected cards lost their place (K-75).
    fn has_joined(&self, state: &State) -> bool {
        let past = self.step(state) == Step::Play
            || (self.rules.shuffle_before_deal && self.step(state) == Step::Deal);
        let joins = |used: bool, group: Group| used && self.deck.groups[group.index()].len() > 1;
        past && (joins(self.rules.vidracaria, Group::Glass)
            || joins(self.rules.clientes, Group::Special))
    }

    /// Cards that can be in hands and pile now, by group.
    fn in_play(&self, state: &State) -> CardSet {
        let mut cards = self.deck.groups[Group::Base.index()];
        if self.has_joined(state) {
            for (used, group) in
                [(self.rules.vidracaria, Group::Glass), (self.rules.clientes, Group::Special)]
            {
                if used {
                    self.deck.groups[group.index()].iter().for_each(|card| cards.insert(card));
                }
            }
        }
        cards
    }

    /// Which groups a card from `source` can be of.
    fn is_base(&self, source: Source) -> bool {
        match source {
            Source::Deal => !self.rules.shuffle_before_deal,
            Source::Draw => false,
            Source::Rejected(_) => true,
        }
    }

    /// Cards of `like` that are free and fit the source; one of them at random.
    fn pick_twin(
        &self,
        like: &CardSet,
        source: Source,
        used: &mut CardSet,
        random: &mut Random,
    ) -> Option<CardId> {
        let mut free = like.without(used);
        if self.is_base(source) {
            free = free.and(&self.deck.groups[Group::Base.index()]);
        }
        if free.is_empty() {
            return None;
        }
        let card = sample(&free, random);
        used.insert(card);
        Some(card)
    }

    /// `pairing = fixed`: a card is known by its brick side, by its pattern side, or not at all.
    fn redeal_cards(&self, state: &State, seat: Seat, random: &mut Random) -> Option<State> {
        let mut next = state.clone();
        let mut used = CardSet::default();
        let physical = self.rules.physical;
        let joined = self.has_joined(state);
        let base = self.deck.groups[Group::Base.index()];
        let like_brick = |card: CardId| {
            let twins = self.twins.by_brick[usize::from(card)];
            if physical { twins.and(&self.twins.by_pattern[usize::from(card)]) } else { twins }
        };
        let like_back = |card: CardId| {
            let own_group = &self.deck.groups[self.group(card).index()];
            self.twins.by_pattern[usize::from(card)].and(own_group)
        };
        for at in 0..state.reserved.cards().len() {
            let card = state.reserved.cards()[at];
            let twin = self.pick_twin(&like_back(card), Source::Draw, &mut used, random)?;
            next.reserved.replace(at, twin);
        }
        if state.starter != NO_CARD {
            let windows = &self.deck.groups[Group::Window.index()];
            let like = like_brick(state.starter).and(windows);
            next.starter = self.pick_twin(&like, Source::Draw, &mut used, random)?;
        }
        let in_play = self.in_play(state);
        let mut known: Rejected = state.pile.rejected.iter().map(|_| NO_CARD).collect();
        let note = |source: Source, card: CardId, known: &mut Rejected| {
            if let Source::Rejected(number) = source {
                known[usize::from(number)] = card;
            }
        };
        let mut opening = CardSet::default();
        for at in 0..state.log.len() {
            let placement = state.log[at];
            let like = like_brick(placement.brick).and(&in_play);
            let card = self.pick_twin(&like, placement.source, &mut used, random)?;
            next.log[at].brick = card;
            note(placement.source, card, &mut known);
            if placement.source == Source::Deal {
                opening.insert(card);
            }
        }
        for other in 0..self.players {
            for slot in 0..state.hands[other].cards().len() {
                let held = state.hands[other].cards()[slot];
                let like = if other == usize::from(seat) {
                    like_brick(held.brick)
                } else if physical {
                    like_back(held.back)
                } else {
                    continue;
                };
                let like = like.and(&in_play);
                let card = self.pick_twin(&like, held.source, &mut used, random)?;
                let place = &mut next.hands[other].cards_mut()[slot];
                (place.brick, place.back) = (card, card);
                note(held.source, card, &mut known);
                if held.source == Source::Deal {
                    opening.insert(card);
                }
            }
        }
        let hidden = |other: usize| other != usize::from(seat) && !physical;
        if physical {
            for number in 0..state.pile.rejected.len() {
                let like = like_back(state.pile.rejected[number]);
                next.pile.rejected[number] = match known[number] {
                    // After the shuffle of K-75 a rejected card can be any card like it.
                    NO_CARD if joined => sample(&like, random),
                    NO_CARD => self.pick_twin(&like, Source::Rejected(0), &mut used, random)?,
                    card => card,
                };
            }
            if state.pile.top != NO_CARD {
                let like = like_back(state.pile.top).and(&in_play);
                next.pile.top = self.pick_twin(&like, Source::Draw, &mut used, random)?;
            }
        } else {
            let waiting = (0..self.players).filter(|&other| hidden(other));
            let waiting: u32 = waiting
                .flat_map(|other| state.hands[other].cards())
                .map(|card| u32::from(card.source == Source::Deal))
                .sum();
            let free = base.without(&used);
            let rejected = if joined {
                let reserved = CardSet::of(next.reserved.cards().iter().copied());
                let opening_is_base = !self.rules.shuffle_before_deal;
                let candidates = base.without(&reserved);
                let candidates =
                    if opening_is_base { candidates.without(&opening) } else { candidates };
                let waiting = if opening_is_base { waiting } else { 0 };
                self.rejected_elsewhere(&next, &known, &candidates, &free, waiting, random)?
            } else {
                let rejected = self.sample_rejected(&next, &known, &free, random)?;
                rejected.iter().for_each(|&card| used.insert(card));
                rejected
            };
            next.pile.rejected = rejected;
        }
        // Opening cards first: they may only be base cards, the others anything that is left.
        let banned = if joined && !self.rules.shuffle_before_deal && !physical {
            CardSet::of(next.pile.rejected.iter().copied())
        } else {
            CardSet::default()
        };
        for sources in [[true, false], [false, true]] {
            for other in (0..self.players).filter(|&other| hidden(other)) {
                for slot in 0..state.hands[other].cards().len() {
                    let source = state.hands[other].cards()[slot].source;
                    let (is_opening, is_draw) = (source == Source::Deal, source == Source::Draw);
                    let card = match source {
                        Source::Rejected(number) => {
                            let card = next.pile.rejected[usize::from(number)];
                            if sources[0] && joined {
                                // Named elsewhere already: this course is impossible, draw anew.
                                self.pick_twin(&CardSet::of([card]), source, &mut used, random)?;
                            }
                            card
                        }
                        _ if [is_opening, is_draw] == sources => {
                            let allowed =
                                if is_opening { in_play.without(&banned) } else { in_play };
                            self.pick_twin(&allowed, source, &mut used, random)?
                        }
                        _ => continue,
                    };
                    let place = &mut next.hands[other].cards_mut()[slot];
                    (place.brick, place.back) = (card, card);
                }
            }
        }
        let left = in_play.without(&used);
        next.pile.bricks = left;
        next.pile.backs = left;
        for group in Group::ALL {
            let count = left.and(&self.deck.groups[group.index()]).len();
            next.pile.loose[group.index()] = count as u8;
        }
        Some(next)
    }

    /// Rejected cards after the shuffle of K-75: they are anywhere, but in no opening hand that was
    /// dealt before it. `waiting` cards of the `free` ones are yet to be named as opening cards.
    fn rejected_elsewhere(
        &self,
        state: &State,
        known: &Rejected,
        candidates: &CardSet,
        free: &CardSet,
        waiting: u32,
        random: &mut Random,
    ) -> Option<Rejected> {
        loop {
            let rejected = self.sample_rejected(state, known, candidates, random)?;
            let taken = free.and(&CardSet::of(rejected.iter().copied())).len();
            // Ways to name the opening cards with these rejected, over the ways without any.
            let kept = (0..waiting).all(|drawn| {
                let all = free.len() - drawn;
                random.below(all.max(1)) < all.saturating_sub(taken)
            });
            if kept {
                return Some(rejected);
            }
        }
    }

    /// A sequence of rejected cards, uniform over the courses of reserving that reject so many:
    /// each card's type is among those reserved before it. `known` entries stay ([`NO_CARD`]: open).
    fn sample_rejected(
        &self,
        state: &State,
        known: &Rejected,
        candidates: &CardSet,
        random: &mut Random,
    ) -> Option<Rejected> {
        if known.is_empty() {
            return Some(Rejected::default());
        }
        let reserved =
            state.reserved.cards().iter().filter(|&&card| self.group(card) == Group::Base);
        let contents: TinyVec<[u8; 8]> =
            reserved.map(|&card| self.judge.demand(card).content).collect();
        // Cards were rejected after each reservation, but not after the last one of the setup.
        let last = usize::from(self.step(state) != Step::Reserve);
        let levels = contents.len().saturating_sub(last);
        let mut allowed: TinyVec<[CardSet; 8]> = TinyVec::default();
        let mut so_far = CardSet::default();
        for &content in &contents[..levels] {
            self.twins.of_content[usize::from(content)].iter().for_each(|card| so_far.insert(card));
            allowed.push(so_far);
        }
        // The first `split` cards were rejected at the first level, the others at the last: with at
        // most three base cards to reserve there are no more than two levels.
        let level = |split: usize, number: usize| if number < split { 0 } else { levels - 1 };
        if levels == 0 {
            return None;
        }
        let named = CardSet::of(known.iter().copied().filter(|&card| card != NO_CARD));
        let candidates = candidates.without(&named);
        let splits = if levels == 1 { known.len()..=known.len() } else { 0..=known.len() };
        let ways = |split: usize| {
            let mut open = 0;
            known
                .iter()
                .enumerate()
                .map(|(number, &card)| {
                    let allowed = &allowed[level(split, number)];
                    if card != NO_CARD {
                        return f64::from(u8::from(allowed.contains(card)));
                    }
                    open += 1;
                    f64::from((candidates.and(allowed).len() + 1).saturating_sub(open))
                })
                .product::<f64>()
        };
        let total: f64 = splits.clone().map(ways).sum();
        if total <= 0.0 {
            return None;
        }
        let unit = (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut rest = unit * total;
        let mut chosen = *splits.end();
        for split in splits {
            let ways = ways(split);
            if rest < ways {
                chosen = split;
                break;
            }
            rest -= ways;
        }
        let mut used = named;
        let mut rejected = known.clone();
        for (number, card) in rejected.iter_mut().enumerate() {
            if *card == NO_CARD {
                let free = candidates.and(&allowed[level(chosen, number)]).without(&used);
                if free.is_empty() {
                    return None;
                }
                *card = sample(&free, random);
                used.insert(*card);
            }
        }
        Some(rejected)
    }

    /// `pairing = shuffled`: brick sides and pattern sides are hidden apart. Which of two equal
    /// pattern sides lies where tells nothing, so settled ones stay as they are.
    fn redeal_sides(&self, state: &State, seat: Seat, random: &mut Random) -> Option<State> {
        let mut next = state.clone();
        if !self.rules.physical {
            self.redeal_rejected_backs(state, &mut next, random)?;
        }
        self.redeal_bricks(state, &mut next, seat, random)?;
        Some(next)
    }

    fn redeal_rejected_backs(
        &self,
        state: &State,
        next: &mut State,
        random: &mut Random,
    ) -> Option<()> {
        let base = self.deck.groups[Group::Base.index()];
        let free = base.without(&CardSet::of(state.reserved.cards().iter().copied()));
        let known: Rejected = state.pile.rejected.iter().map(|_| NO_CARD).collect();
        next.pile.rejected = self.sample_rejected(state, &known, &free, random)?;
        let expansions = state.pile.backs.without(&base);
        next.pile.backs = free;
        expansions.iter().for_each(|card| next.pile.backs.insert(card));
        let joined = self.has_joined(state);
        let drawn = |number: usize| {
            let source = Source::Rejected(number as u8);
            let held = state.hands.iter().flat_map(|hand| hand.cards()).map(|card| card.source);
            held.chain(state.log.iter().map(|placement| placement.source)).any(|at| at == source)
        };
        for (number, &card) in next.pile.rejected.iter().enumerate() {
            if !joined || drawn(number) {
                next.pile.backs.remove(card);
            }
        }
        for hand in &mut next.hands {
            for held in hand.cards_mut() {
                if let Source::Rejected(number) = held.source {
                    held.back = next.pile.rejected[usize::from(number)];
                }
            }
        }
        Some(())
    }

    fn redeal_bricks(
        &self,
        state: &State,
        next: &mut State,
        seat: Seat,
        random: &mut Random,
    ) -> Option<()> {
        let in_play = self.in_play(state);
        let mut used = CardSet::default();
        // Unordered cards of each group, hands and table included until they are taken off.
        let mut loose = self.deck.groups.map(|group| in_play.and(&group).len());
        let take = |group: Group, loose: &mut [u32; Group::COUNT]| {
            loose[group.index()] = loose[group.index()].checked_sub(1)?;
            Some(())
        };
        for &card in state.reserved.cards() {
            if in_play.contains(card) {
                take(self.group(card), &mut loose)?;
            }
        }
        for _ in 0..state.pile.rejected_left {
            take(Group::Base, &mut loose)?;
        }
        if state.pile.top != NO_CARD {
            take(self.group(state.pile.top), &mut loose)?;
        }
        if state.starter != NO_CARD {
            let windows = &self.deck.groups[Group::Window.index()];
            let like = self.twins.by_brick[usize::from(state.starter)].and(windows);
            next.starter = self.pick_twin(&like, Source::Draw, &mut used, random)?;
        }
        for at in 0..state.log.len() {
            let placement = state.log[at];
            let like = self.twins.by_brick[usize::from(placement.brick)].and(&in_play);
            let card = self.pick_twin(&like, placement.source, &mut used, random)?;
            take(self.group(card), &mut loose)?;
            next.log[at].brick = card;
        }
        let own = usize::from(seat);
        for slot in 0..state.hands[own].cards().len() {
            let held = state.hands[own].cards()[slot];
            let like = self.twins.by_brick[usize::from(held.brick)].and(&in_play);
            let card = self.pick_twin(&like, held.source, &mut used, random)?;
            take(self.group(card), &mut loose)?;
            next.hands[own].cards_mut()[slot].brick = card;
        }
        // Cards of a known group first, then the others from what is left of each group.
        for of_known_group in [true, false] {
            for other in (0..self.players).filter(|&other| other != own) {
                for slot in 0..state.hands[other].cards().len() {
                    let held = state.hands[other].cards()[slot];
                    let known = if held.back != NO_CARD {
                        Some(self.group(held.back))
                    } else {
                        self.is_base(held.source).then_some(Group::Base)
                    };
                    if known.is_some() != of_known_group {
                        continue;
                    }
                    let group = match known {
                        Some(group) => group,
                        None => group_by_count(&loose, random)?,
                    };
                    take(group, &mut loose)?;
                    let sides = self.deck.groups[group.index()];
                    let card = self.pick_twin(&sides, Source::Draw, &mut used, random)?;
                    next.hands[other].cards_mut()[slot].brick = card;
                }
            }
        }
        let mut sides = self.deck.groups[Group::Base.index()];
        for group in self.expansion_groups() {
            self.deck.groups[group.index()].iter().for_each(|card| sides.insert(card));
        }
        next.pile.bricks = sides.without(&used);
        next.pile.loose = loose.map(|count| count as u8);
        Some(())
    }
}

/// A group drawn by the number of its unordered cards.
fn group_by_count(loose: &[u32; Group::COUNT], random: &mut Random) -> Option<Group> {
    let total: u32 = loose.iter().sum();
    if total == 0 {
        return None;
    }
    let mut k = random.below(total);
    Group::ALL.into_iter().find(|group| {
        let count = loose[group.index()];
        let here = k < count;
        k = k.saturating_sub(count);
        here
    })
}
