//! `pairing = shuffled`: brick sides and pattern sides are paired anew, so they are hidden apart from
//! each other, but for the group of the card (K-118).

use super::sums::{Choice, LANES, Sums, Tally, factorial, pick_weighted, ways};
use super::{Known, Place, pick};
use crate::game::Seat;
use crate::games::cobogo::Cobogo;
use crate::games::cobogo::components::Group;
use crate::games::cobogo::state::State;
use crate::games::cobogo::types::{CardId, CardSet, NO_CARD, Source};
use crate::random::Random;

/// A number for each group, by [`Group::index`].
type Counts = [u32; Group::COUNT];

/// What brick sides are drawn from.
struct Sides {
    /// Cards of the unordered pile, with those that were drawn from it until they are named.
    loose: Counts,
    /// Brick sides that none of the cards named so far shows.
    free: Counts,
    used: CardSet,
}

impl Sides {
    /// Takes a card of a group out of the pile.
    fn take(&mut self, group: Group) {
        self.loose[group.index()] -= 1;
        self.free[group.index()] -= 1;
    }

    /// A group drawn by the number of its cards in the pile, one of which is taken.
    fn draw_group(&mut self, random: &mut Random) -> Group {
        let group = group_by_count(&self.loose, random);
        self.loose[group.index()] -= 1;
        group
    }
}

impl Cobogo {
    pub(super) fn redeal_sides(
        &self,
        state: &State,
        next: &mut State,
        seat: Seat,
        random: &mut Random,
    ) {
        if self.rules.physical {
            self.redeal_seen_backs(state, next, random);
        } else {
            self.redeal_hidden_backs(state, next, random);
        }
        self.redeal_bricks(state, next, seat, random);
    }

    /// Every settled pattern side is seen; which of two equal ones it is stays open.
    fn redeal_seen_backs(&self, state: &State, next: &mut State, random: &mut Random) {
        let mut used = CardSet::default();
        for (at, &card) in state.reserved.cards().iter().enumerate() {
            next.reserved.replace(at, pick(&self.like_reserved(card), &mut used, random));
        }
        let (joined, drawn) = (self.has_joined(state), Self::drawn_of_rejected(state));
        for (number, &card) in state.pile.rejected.iter().enumerate() {
            next.pile.rejected[number] = if joined && !drawn.contains(number as u8) {
                self.rejected_name(true, card)
            } else {
                pick(&self.like_back(card), &mut used, random)
            };
        }
        for (seat, hand) in state.hands.iter().enumerate() {
            for (slot, held) in hand.cards().iter().enumerate() {
                next.hands[seat].cards_mut()[slot].back = match held.source {
                    Source::Rejected(number) => next.pile.rejected[usize::from(number)],
                    _ if held.back == NO_CARD => NO_CARD,
                    _ => pick(&self.like_back(held.back), &mut used, random),
                };
            }
        }
        if state.pile.top != NO_CARD {
            next.pile.top = pick(&self.like_back(state.pile.top), &mut used, random);
        }
        // Class by class, so that the draws follow from what is seen.
        next.pile.backs = CardSet::default();
        for card in 0..self.set.cards.len() as CardId {
            let like = self.like_back(card);
            let first = like.nth(0) == card;
            for _ in 0..if first { like.and(&state.pile.backs).len() } else { 0 } {
                next.pile.backs.insert(pick(&like, &mut used, random));
            }
        }
    }

    /// Only the reserved pattern sides are seen; the rejected ones are drawn.
    fn redeal_hidden_backs(&self, state: &State, next: &mut State, random: &mut Random) {
        let mut reserved = CardSet::default();
        for (at, &card) in state.reserved.cards().iter().enumerate() {
            next.reserved.replace(at, pick(&self.like_reserved(card), &mut reserved, random));
        }
        next.pile.backs = self.all_sides().without(&reserved);
        let rejected = self.sample_rejected(state, &next.pile.backs, random);
        let (joined, drawn) = (self.has_joined(state), Self::drawn_of_rejected(state));
        for (number, &card) in rejected.iter().enumerate() {
            let has_moved = joined && !drawn.contains(number as u8);
            if !has_moved {
                next.pile.backs.remove(card);
            }
            next.pile.rejected[number] = self.rejected_name(has_moved, card);
        }
        for hand in &mut next.hands {
            for held in hand.cards_mut() {
                if let Source::Rejected(number) = held.source {
                    held.back = rejected[usize::from(number)];
                }
            }
        }
    }

    /// The cards whose sides are paired: base cards and those of the expansions in use.
    fn all_sides(&self) -> CardSet {
        let mut sides = self.deck.groups[Group::Base.index()];
        for group in self.expansion_groups() {
            self.deck.groups[group.index()].iter().for_each(|card| sides.insert(card));
        }
        sides
    }

    fn redeal_bricks(&self, state: &State, next: &mut State, seat: Seat, random: &mut Random) {
        let cards = self.pile_cards(state);
        let mut sides = self.sides(state, &cards);
        if state.starter != NO_CARD {
            let windows = &self.deck.groups[Group::Window.index()];
            let like = self.twins.with_brick(state.starter).and(windows);
            next.starter = pick(&like, &mut sides.used, random);
        }
        let mut open: Vec<(CardId, Place)> = Vec::new();
        for card in self.known(state, seat) {
            let like = self.twins.with_brick(card.brick).and(&cards);
            let Some(group) = self.group_of_known(&card, &like) else {
                open.push((self.twins.first_with_brick(card.brick), card.place));
                continue;
            };
            sides.take(group);
            let like = like.and(&self.deck.groups[group.index()]);
            name_brick(next, card.place, pick(&like, &mut sides.used, random));
        }
        // Others' cards of a known group are none of the open ones, but can have any brick side that
        // those leave.
        for group in self.others(state, seat).filter_map(|card| self.group_seen(&card)) {
            sides.loose[group.index()] -= 1;
        }
        if !open.is_empty() {
            self.redeal_open(next, &cards, &mut sides, open, random);
        }
        for card in self.others(state, seat) {
            let group = self.group_seen(&card).unwrap_or_else(|| sides.draw_group(random));
            let like = self.deck.groups[group.index()];
            name_brick(next, card.place, pick(&like, &mut sides.used, random));
        }
        // In a made-up position some cards may be out of the game; nobody knows which.
        for _ in state.pile.unordered()..sides.loose.iter().sum() {
            sides.draw_group(random);
        }
        next.pile.bricks = self.all_sides().without(&sides.used);
        next.pile.loose = sides.loose.map(|count| count as u8);
    }

    fn sides(&self, state: &State, cards: &CardSet) -> Sides {
        let free = self.deck.groups.map(|group| group.and(cards).len());
        let mut loose = free;
        // Their brick sides stay among those that are drawn from.
        let reserved = state.reserved.cards().iter().filter(|&&card| cards.contains(card));
        let known = reserved.chain(state.pile.undermost());
        for &card in known.chain(Some(&state.pile.top).filter(|&&card| card != NO_CARD)) {
            loose[self.group(card).index()] -= 1;
        }
        Sides { loose, free, used: CardSet::default() }
    }

    /// The group that a card is known to be of, by its back or by where it came from.
    fn group_seen(&self, card: &Known) -> Option<Group> {
        let by_back = (card.back != NO_CARD).then(|| self.group(card.back));
        by_back.or_else(|| self.is_base(card.source).then_some(Group::Base))
    }

    /// The group of a card whose brick side is one of these, if no other is possible.
    fn group_of_known(&self, card: &Known, like: &CardSet) -> Option<Group> {
        self.group_seen(card).or_else(|| {
            let group = self.group(like.nth(0));
            like.without(&self.deck.groups[group.index()]).is_empty().then_some(group)
        })
    }

    /// Names cards whose brick sides are found in several groups. Each was drawn by the number of
    /// unordered cards of its group, and shows one of the brick sides that the group had left.
    fn redeal_open(
        &self,
        next: &mut State,
        cards: &CardSet,
        sides: &mut Sides,
        mut open: Vec<(CardId, Place)>,
        random: &mut Random,
    ) {
        let part = |card: CardId, group: Group, used: &CardSet| {
            let group = self.deck.groups[group.index()].and(cards);
            self.twins.with_brick(card).and(&group).without(used)
        };
        open.sort_by_key(|card| card.0);
        let classes: Vec<&[(CardId, Place)]> =
            open.chunk_by(|one, other| one.0 == other.0).collect();
        let choices: Vec<Vec<Choice>> = classes
            .iter()
            .map(|class| {
                let free = Group::ALL.map(|group| part(class[0].0, group, &sides.used).len());
                group_choices(class.len() as u32, &free)
            })
            .collect();
        let all = open.len() as u32;
        let sums = Sums::new(&choices, tally(all, all));
        let ends: Vec<(Tally, f64)> = sums
            .ends()
            .map(|(end, weight)| {
                let taken =
                    counts(end, all).into_iter().zip(sides.loose.into_iter().zip(sides.free));
                let drawn = taken.filter(|&(taken, _)| taken > 0);
                let chances =
                    drawn.map(|(taken, (loose, free))| ways(loose, taken) / ways(free, taken));
                (end, weight * chances.product::<f64>())
            })
            .collect();
        let end = pick_weighted(ends.iter().map(|end| end.1), random);
        let mut chosen = vec![Tally::default(); classes.len()];
        sums.draw(ends[end].0, random, |class, choice| {
            chosen[class] = choices[class][choice].tally
        });
        for (class, chosen) in classes.into_iter().zip(chosen) {
            let mut left = counts(chosen, class.len() as u32);
            for &(card, place) in class {
                let group = group_by_count(&left, random);
                left[group.index()] -= 1;
                sides.take(group);
                let like = part(card, group, &sides.used);
                name_brick(next, place, pick(&like, &mut sides.used, random));
            }
        }
    }
}

/// A tally of glass cards and special cards; the others are base cards.
fn tally(glass: u32, special: u32) -> Tally {
    let mut counts = [0; LANES];
    (counts[Group::Glass.index()], counts[Group::Special.index()]) = (glass, special);
    Tally::new(counts)
}

/// What a tally of so many cards counts.
fn counts(tally: Tally, all: u32) -> Counts {
    let mut counts = Group::ALL.map(|group| tally.count(group.index()));
    counts[Group::Base.index()] = all - counts.iter().sum::<u32>();
    counts
}

/// Of which groups so many cards with one brick side can be.
fn group_choices(cards: u32, free: &Counts) -> Vec<Choice> {
    let mut choices = Vec::new();
    for glass in 0..=cards.min(free[Group::Glass.index()]) {
        for special in 0..=(cards - glass).min(free[Group::Special.index()]) {
            let tally = tally(glass, special);
            let sides = counts(tally, cards).into_iter().zip(free);
            let sides = sides.map(|(taken, &free)| ways(free, taken) / factorial(taken));
            let weight = factorial(cards) * sides.product::<f64>();
            if weight > 0.0 {
                choices.push(Choice { tally, weight });
            }
        }
    }
    choices
}

/// A group at random, by these numbers.
fn group_by_count(counts: &Counts, random: &mut Random) -> Group {
    let mut k = random.below(counts.iter().sum());
    let found = Group::ALL.into_iter().find(|group| {
        let count = counts[group.index()];
        let here = k < count;
        k = k.saturating_sub(count);
        here
    });
    found.unwrap_or(Group::Base)
}

fn name_brick(next: &mut State, place: Place, named: CardId) {
    match place {
        Place::Log(at) => next.log[at].brick = named,
        Place::Hand(seat, slot) => next.hands[seat].cards_mut()[slot].brick = named,
    }
}
