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
use super::components::{CODES, ComponentSet, Group};
use super::pile::{Pile, sample};
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
    /// Whether any two cards look alike from a side.
    any: bool,
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
        let any = by_brick.iter().chain(&by_pattern).any(|class| class.len() > 1);
        Self { by_brick, by_pattern, of_content, any }
    }

    /// The first card with the same brick side.
    #[must_use]
    pub fn first_with_brick(&self, card: CardId) -> CardId {
        self.by_brick[usize::from(card)].first().unwrap_or(card)
    }

    /// The first card with the same pattern side.
    #[must_use]
    pub fn first_with_pattern(&self, card: CardId) -> CardId {
        self.by_pattern[usize::from(card)].first().unwrap_or(card)
    }
}

fn classes<K: Hash + Eq>(keys: impl Iterator<Item = K> + Clone) -> Vec<CardSet> {
    let mut classes: HashMap<K, CardSet> = HashMap::new();
    for (index, key) in keys.clone().enumerate() {
        classes.entry(key).or_default().insert(index as CardId);
    }
    keys.map(|key| classes[&key]).collect()
}

/// Most courses that are drawn until one agrees with all that the seat knows. Without cards that look
/// alike nearly every one does.
const TRIES: u32 = 1_000_000;

type Rejected = TinyVec<[CardId; 16]>;

/// A card that is placed or held, where it came from, and how the seat knows it.
#[derive(Clone, Copy)]
struct Known {
    place: Place,
    brick: CardId,
    back: CardId,
    source: Source,
}

#[derive(Clone, Copy)]
enum Place {
    Log(usize),
    Hand(usize, usize),
}

/// What a course of chance is drawn from, under `pairing = fixed`.
struct Course {
    /// Cards named so far.
    used: CardSet,
    /// Rejected cards that are named because they were placed or are held, else [`NO_CARD`].
    rejected: Rejected,
    /// Named cards of opening hands (K-14).
    opening: CardSet,
}

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
        // The true position agrees, so another answer would be found; this one would tell secrets.
        unreachable!("no course of chance agrees with what seat {seat} knows")
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
        let mut cards = CardSet::default();
        for group in Group::ALL.into_iter().filter(|&group| self.is_in_pile(state, group)) {
            self.deck.groups[group.index()].iter().for_each(|card| cards.insert(card));
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

    /// One of the cards in `like` that are free and fit the source, at random.
    fn pick(
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

    /// Cards on the table and in hands, those of base sources first: what fewer cards can be is named
    /// before what more can be, so that every naming is equally likely.
    fn placed_and_held(&self, state: &State) -> TinyVec<[Option<Known>; 32]> {
        let log = state.log.iter().enumerate().map(|(at, placement)| Known {
            place: Place::Log(at),
            brick: placement.brick,
            back: placement.brick,
            source: placement.source,
        });
        let hands = state.hands.iter().enumerate().flat_map(|(seat, hand)| {
            hand.cards().iter().enumerate().map(move |(slot, card)| Known {
                place: Place::Hand(seat, slot),
                brick: card.brick,
                back: card.back,
                source: card.source,
            })
        });
        let mut cards: TinyVec<[Option<Known>; 32]> = log.chain(hands).map(Some).collect();
        cards.sort_by_key(|card| card.is_none_or(|card| !self.is_base(card.source)));
        cards
    }

    /// `pairing = fixed`: a card is known by its brick side, by its pattern side, by both or not at
    /// all. `None` if the course drawn does not agree with what the seat knows.
    fn redeal_cards(&self, state: &State, seat: Seat, random: &mut Random) -> Option<State> {
        let mut next = state.clone();
        let physical = self.rules.physical;
        let cards = self.placed_and_held(state);
        let all = self.pile_cards(state);
        let mut course = Course {
            used: CardSet::default(),
            rejected: state.pile.rejected.iter().map(|_| NO_CARD).collect(),
            opening: CardSet::default(),
        };
        let mut hidden: TinyVec<[Option<Known>; 8]> = TinyVec::default();
        for card in cards.iter().flatten() {
            if matches!(card.place, Place::Hand(other, _) if other != usize::from(seat)) {
                hidden.push(Some(*card));
                continue;
            }
            let mut like = self.twins.by_brick[usize::from(card.brick)].and(&all);
            if physical {
                // A placed card showed its pattern side while it was held (K-117).
                like = like.and(&self.twins.by_pattern[usize::from(card.brick)]);
            }
            let named = self.pick(&like, card.source, &mut course.used, random)?;
            self.name(&mut next, &mut course, card, named);
        }
        // Cards known by less come after those known by more, so that every naming is as likely.
        for card in hidden.iter().flatten().filter(|_| physical) {
            let like = self.twins.by_pattern[usize::from(card.brick)].and(&all);
            let named = self.pick(&like, card.source, &mut course.used, random)?;
            self.name(&mut next, &mut course, card, named);
        }
        self.redeal_reserved(state, &mut next, &course, random)?;
        for &card in next.reserved.cards() {
            course.used.insert(card);
        }
        let in_play = all.without(&CardSet::of(next.reserved.cards().iter().copied()));
        if physical {
            self.name_seen_pile(state, &mut next, &mut course, &in_play, random)?;
        } else {
            self.name_hidden(&mut next, &mut course, &hidden, &in_play, random)?;
        }
        let mut left = in_play.without(&course.used);
        // In a made-up position some cards may be out of the game; nobody knows which.
        for _ in 0..left.len().checked_sub(state.pile.unordered())? {
            left.remove(sample(&left, random));
        }
        (next.pile.bricks, next.pile.backs) = (left, left);
        for group in Group::ALL {
            let count = left.and(&self.deck.groups[group.index()]).len();
            next.pile.loose[group.index()] = count as u8;
        }
        Some(next)
    }

    /// Names a card that is placed or held.
    fn name(&self, next: &mut State, course: &mut Course, card: &Known, named: CardId) {
        match card.place {
            Place::Log(at) => next.log[at].brick = named,
            Place::Hand(seat, slot) => {
                let held = &mut next.hands[seat].cards_mut()[slot];
                (held.brick, held.back) = (named, named);
            }
        }
        match card.source {
            Source::Rejected(number) => course.rejected[usize::from(number)] = named,
            Source::Deal => course.opening.insert(named),
            Source::Draw => {}
        }
    }

    /// Reserved cards are known by their pattern sides, the starter by its brick side. They are drawn
    /// apart from the cards known by brick sides; a clash refuses the course.
    fn redeal_reserved(
        &self,
        state: &State,
        next: &mut State,
        course: &Course,
        random: &mut Random,
    ) -> Option<()> {
        let windows = self.deck.groups[Group::Window.index()];
        let mut reserved = CardSet::default();
        for at in 0..state.reserved.cards().len() {
            let card = state.reserved.cards()[at];
            let like = self.like_back(card);
            let named = self.pick(&like, Source::Draw, &mut reserved, random)?;
            next.reserved.replace(at, named);
        }
        if state.starter != NO_CARD {
            let like = self.twins.by_brick[usize::from(state.starter)].and(&windows);
            let mut drawn = CardSet::default();
            next.starter = self.pick(&like, Source::Draw, &mut drawn, random)?;
            if reserved.contains(next.starter) {
                return None;
            }
        }
        reserved.and(&course.used).is_empty().then_some(())
    }

    /// `back_visibility = physical`: the top card and the rejected cards are known by pattern side.
    fn name_seen_pile(
        &self,
        state: &State,
        next: &mut State,
        course: &mut Course,
        in_play: &CardSet,
        random: &mut Random,
    ) -> Option<()> {
        let base = self.deck.groups[Group::Base.index()];
        let joined = self.has_joined(state);
        // After the shuffle of K-75 a rejected card is anywhere, but in no hand dealt before it.
        let mut elsewhere = CardSet::of(course.rejected.iter().copied().filter(|&c| c != NO_CARD));
        if !self.rules.shuffle_before_deal {
            course.opening.iter().for_each(|card| elsewhere.insert(card));
        }
        for number in 0..state.pile.rejected.len() {
            let card = state.pile.rejected[number];
            let like = self.twins.by_pattern[usize::from(card)].and(in_play).and(&base);
            next.pile.rejected[number] = match course.rejected[number] {
                NO_CARD if joined => self.pick(&like, Source::Draw, &mut elsewhere, random)?,
                NO_CARD => self.pick(&like, Source::Draw, &mut course.used, random)?,
                named => named,
            };
        }
        if state.pile.top != NO_CARD {
            let like = self.twins.by_pattern[usize::from(state.pile.top)].and(in_play);
            next.pile.top = self.pick(&like, Source::Draw, &mut course.used, random)?;
        }
        Some(())
    }

    /// `back_visibility = hidden`: of rejected cards only their number is known, of others' hands
    /// only where each card came from.
    fn name_hidden(
        &self,
        next: &mut State,
        course: &mut Course,
        hidden: &[Option<Known>],
        in_play: &CardSet,
        random: &mut Random,
    ) -> Option<()> {
        let base = self.deck.groups[Group::Base.index()].and(in_play);
        let joined = self.has_joined(next);
        // Opening hands were dealt before the shuffle of K-75, so no rejected card is in one.
        let was_dealt = joined && !self.rules.shuffle_before_deal;
        let candidates = match (joined, was_dealt) {
            (true, true) => base.without(&course.opening),
            (true, false) => base,
            _ => base.without(&course.used),
        };
        let rejected = self.sample_rejected(next, &course.rejected, &candidates, random)?;
        let elsewhere = CardSet::of(rejected.iter().copied());
        if !joined {
            elsewhere.iter().for_each(|card| course.used.insert(card));
        }
        for card in hidden.iter().flatten() {
            let named = match card.source {
                Source::Rejected(number) => {
                    let named = rejected[usize::from(number)];
                    if joined && course.used.contains(named) {
                        return None;
                    }
                    course.used.insert(named);
                    named
                }
                source => {
                    let is_base = self.is_base(source);
                    let free = base.without(&course.used).len();
                    if is_base && self.twins.any && random.below(base.len()) >= free {
                        // Fewer free base cards leave fewer courses.
                        return None;
                    }
                    let named = self.pick(in_play, source, &mut course.used, random)?;
                    if is_base && was_dealt && elsewhere.contains(named) {
                        return None;
                    }
                    named
                }
            };
            self.name(next, course, card, named);
        }
        next.pile.rejected = rejected;
        Some(())
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
        if self.twins.any {
            // How known cards were named decides how many courses are left: count them by refusing.
            let open = known.iter().filter(|&&card| card == NO_CARD).count();
            let widest = f64::from(so_far.len()).powi(open as i32) * splits.clone().count() as f64;
            if unit(random) * widest >= total {
                return None;
            }
        }
        let mut rest = unit(random) * total;
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

    /// `pairing = shuffled`: brick sides and pattern sides are hidden apart.
    fn redeal_sides(&self, state: &State, seat: Seat, random: &mut Random) -> Option<State> {
        let mut next = state.clone();
        if self.rules.physical {
            self.redeal_seen_backs(state, &mut next, random)?;
        } else {
            self.redeal_hidden_backs(state, &mut next, random)?;
        }
        self.redeal_bricks(state, &mut next, seat, random)?;
        Some(next)
    }

    /// Cards of the same group with the same pattern side.
    fn like_back(&self, card: CardId) -> CardSet {
        let group = self.deck.groups[self.group(card).index()];
        self.twins.by_pattern[usize::from(card)].and(&group)
    }

    /// Whether a rejected card was drawn before the shuffle of K-75 could move it.
    fn was_drawn(state: &State, number: usize) -> bool {
        let source = Source::Rejected(number as u8);
        let held = state.hands.iter().flat_map(|hand| hand.cards()).map(|card| card.source);
        held.chain(state.log.iter().map(|placement| placement.source)).any(|at| at == source)
    }

    /// Every settled pattern side is seen; which of two equal ones it is stays open.
    fn redeal_seen_backs(
        &self,
        state: &State,
        next: &mut State,
        random: &mut Random,
    ) -> Option<()> {
        let mut used = CardSet::default();
        let mut pick = |card: CardId, used: &mut CardSet| {
            self.pick(&self.like_back(card), Source::Draw, used, random)
        };
        for at in 0..state.reserved.cards().len() {
            next.reserved.replace(at, pick(state.reserved.cards()[at], &mut used)?);
        }
        let mut elsewhere = used;
        let joined = self.has_joined(state);
        for number in 0..state.pile.rejected.len() {
            let moved = joined && !Self::was_drawn(state, number);
            let used = if moved { &mut elsewhere } else { &mut used };
            next.pile.rejected[number] = pick(state.pile.rejected[number], used)?;
        }
        for seat in 0..self.players {
            for slot in 0..state.hands[seat].cards().len() {
                let held = state.hands[seat].cards()[slot];
                next.hands[seat].cards_mut()[slot].back = match held.source {
                    Source::Rejected(number) => next.pile.rejected[usize::from(number)],
                    _ if held.back == NO_CARD => NO_CARD,
                    _ => pick(held.back, &mut used)?,
                };
            }
        }
        if state.pile.top != NO_CARD {
            next.pile.top = pick(state.pile.top, &mut used)?;
        }
        // Class by class, so that the draws follow from what is seen.
        next.pile.backs = CardSet::default();
        for card in 0..self.set.cards.len() as CardId {
            let like = self.like_back(card);
            let first = like.nth(0) == card;
            for _ in 0..if first { like.and(&state.pile.backs).len() } else { 0 } {
                next.pile.backs.insert(pick(card, &mut used)?);
            }
        }
        Some(())
    }

    /// Only the reserved pattern sides are seen; the rejected ones are drawn.
    fn redeal_hidden_backs(
        &self,
        state: &State,
        next: &mut State,
        random: &mut Random,
    ) -> Option<()> {
        let mut reserved = CardSet::default();
        for at in 0..state.reserved.cards().len() {
            let like = self.like_back(state.reserved.cards()[at]);
            next.reserved.replace(at, self.pick(&like, Source::Draw, &mut reserved, random)?);
        }
        let free = self.deck.groups[Group::Base.index()].without(&reserved);
        let known: Rejected = state.pile.rejected.iter().map(|_| NO_CARD).collect();
        next.pile.rejected = self.sample_rejected(next, &known, &free, random)?;
        next.pile.backs = free;
        for group in self.expansion_groups() {
            let sides = self.deck.groups[group.index()].without(&reserved);
            sides.iter().for_each(|card| next.pile.backs.insert(card));
        }
        let joined = self.has_joined(state);
        for (number, &card) in next.pile.rejected.iter().enumerate() {
            if !joined || Self::was_drawn(state, number) {
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
        let own = usize::from(seat);
        let cards = self.placed_and_held(state);
        let sides = Pile::new(&self.deck, &self.expansion_groups()).bricks;
        // Unordered cards of each group, with those on the table and in hands until they are named.
        let in_pile = self.pile_cards(state);
        let mut loose = self.deck.groups.map(|group| group.and(&in_pile).len());
        let mut used = CardSet::default();
        let take = |group: Group, loose: &mut [u32; Group::COUNT]| {
            loose[group.index()] = loose[group.index()].checked_sub(1)?;
            Some(())
        };
        for &card in state.reserved.cards().iter().filter(|&&card| in_pile.contains(card)) {
            take(self.group(card), &mut loose)?;
        }
        for &card in state.pile.undermost().iter().chain([&state.pile.top]) {
            if card != NO_CARD {
                take(self.group(card), &mut loose)?;
            }
        }
        if state.starter != NO_CARD {
            let windows = &self.deck.groups[Group::Window.index()];
            let like = self.twins.by_brick[usize::from(state.starter)].and(windows);
            next.starter = self.pick(&like, Source::Draw, &mut used, random)?;
        }
        let mut hidden: TinyVec<[Option<Known>; 8]> = TinyVec::default();
        for card in cards.iter().flatten() {
            if matches!(card.place, Place::Hand(other, _) if other != own) {
                hidden.push(Some(*card));
                continue;
            }
            let mut like = self.twins.by_brick[usize::from(card.brick)].and(&sides);
            if matches!(card.place, Place::Hand(..)) && card.back != NO_CARD {
                like = like.and(&self.deck.groups[self.group(card.back).index()]);
            }
            let named = self.pick(&like, card.source, &mut used, random)?;
            take(self.group(named), &mut loose)?;
            Self::name_brick(next, card.place, named);
        }
        // Cards of a known group first, then the others from what is left of each group.
        let known_group = |card: &Known| {
            let by_back = (card.back != NO_CARD).then(|| self.group(card.back));
            by_back.or(self.is_base(card.source).then_some(Group::Base))
        };
        hidden.sort_by_key(|card| card.is_none_or(|card| known_group(&card).is_none()));
        for card in hidden.iter().flatten() {
            let group = match known_group(card) {
                Some(group) => group,
                None => group_by_count(&loose, random)?,
            };
            take(group, &mut loose)?;
            let like = self.deck.groups[group.index()].and(&sides);
            let named = self.pick(&like, Source::Draw, &mut used, random)?;
            Self::name_brick(next, card.place, named);
        }
        // In a made-up position some cards may be out of the game; nobody knows which.
        let left: u32 = loose.iter().sum();
        for _ in 0..left.checked_sub(state.pile.unordered())? {
            let group = group_by_count(&loose, random)?;
            take(group, &mut loose)?;
        }
        next.pile.bricks = sides.without(&used);
        next.pile.loose = loose.map(|count| count as u8);
        Some(())
    }

    fn name_brick(next: &mut State, place: Place, named: CardId) {
        match place {
            Place::Log(at) => next.log[at].brick = named,
            Place::Hand(seat, slot) => next.hands[seat].cards_mut()[slot].brick = named,
        }
    }
}

/// A uniform number from 0 to 1, 1 not included.
fn unit(random: &mut Random) -> f64 {
    (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
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
