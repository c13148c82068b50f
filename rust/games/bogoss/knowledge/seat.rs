//! What the log says of one other seat, and in how many ways its hidden cards can agree with it.
//!
//! The hidden cards of a seat are those it was dealt or drew unseen, in this order. For every
//! multiset of them (`Counts`) the number of orders is counted that agree with each event in its
//! turn: one step a hidden card, from the multisets of the cards before it.

use super::table::{Counts, SORTS, Table, count, fits, one, pack, unpack};
use super::super::rules::{J, Rules, Skeleton, is_broken, kind_of};

/// What happened to one seat, as far as it tells of hidden cards.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// Got this many cards unseen: deal and refills.
    Deal(u8),
    /// Asked for a kind.
    Ask(u8),
    /// Drew a card that was no hit, after asking for a kind.
    Draw(u8),
    /// Drew a hit, after asking for a kind; the card is public.
    Hit(u8, u8),
    /// Was given a card.
    Gain(u8),
    /// Gave a card away.
    Lose(u8),
    /// Held a card of this kind and status (true: broken), or held none, when asked.
    Offer(u8, bool, bool),
    /// Held no natural card of a kind.
    Miss(u8),
    /// Laid a skeleton.
    Lay(Skeleton),
    /// Laid nothing more.
    Settle,
}

/// The state of a seat's public side while its events are gone through.
#[derive(Clone, Copy, Default)]
struct Public {
    /// Cards that came in publicly, minus cards that went out, sort by sort, modulo 2^128.
    net: Counts,
    laid: u8,
}

/// One other seat.
#[derive(Clone, Debug, Default)]
pub struct Seat {
    /// Its events in order.
    pub events: Vec<Event>,
}

/// Until `slots` hidden cards are there, at least `least` of them must be.
struct Deadline {
    slots: u8,
    least: Counts,
}

/// Bounds on the hidden cards, from what is known later.
struct Bounds {
    deadlines: Vec<Deadline>,
    /// By number of hidden cards: the most of each sort.
    most: Vec<Counts>,
}

fn fields(kind: u8) -> &'static [usize] {
    const FIELDS: [&[usize]; 4] = [&[0, 1, 6, 7], &[2, 3, 8, 9], &[4, 10], &[5, 11]];
    FIELDS[usize::from(kind)]
}

fn naturals(kind: u8) -> Counts {
    fields(kind).iter().fold(0, |mask, &sort| mask | 0xff << (8 * sort))
}

fn max_each(a: Counts, b: Counts) -> Counts {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    Counts::from_le_bytes(std::array::from_fn(|sort| a[sort].max(b[sort])))
}

fn min_each(a: Counts, b: Counts) -> Counts {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    Counts::from_le_bytes(std::array::from_fn(|sort| a[sort].min(b[sort])))
}

impl Seat {
    /// Number of hidden cards.
    pub fn slots(&self) -> u8 {
        self.events
            .iter()
            .map(|event| match *event {
                Event::Deal(cards) => cards,
                Event::Draw(_) => 1,
                _ => 0,
            })
            .sum()
    }

    /// What has to be added to the hidden cards to get the hand of now, modulo 2^128.
    pub fn net(&self) -> Counts {
        let mut public = Public::default();
        self.events.iter().for_each(|event| public.pass(event));
        public.net
    }

    /// For each multiset of hidden cards from `pool` the number of orders that agree.
    pub fn count(&self, rules: &Rules, pool: Counts) -> Vec<(Counts, f64)> {
        let bounds = self.bounds(pool);
        let mut public = Public::default();
        let mut entries = vec![(0, 1.0)];
        let mut slots = 0;
        for event in &self.events {
            match *event {
                Event::Deal(cards) => {
                    slots += usize::from(cards);
                    entries = deal(&entries, cards, slots, &bounds);
                }
                Event::Draw(asked) => {
                    slots += 1;
                    entries = draw(rules, &entries, asked, slots, &bounds, public);
                }
                _ => entries.retain(|&(hidden, _)| public.agrees(rules, hidden, event)),
            }
            public.pass(event);
        }
        entries
    }

    fn bounds(&self, pool: Counts) -> Bounds {
        let mut public = Public::default();
        let mut slots = 0_u8;
        let mut most = vec![pool; usize::from(self.slots()) + 1];
        let mut deadlines: Vec<Deadline> = Vec::new();
        let mut least = 0;
        for event in &self.events {
            let needed = match *event {
                Event::Deal(cards) => {
                    slots += cards;
                    0
                }
                Event::Draw(_) => {
                    slots += 1;
                    0
                }
                Event::Lose(sort) => public.hidden_needed(one(sort.into())),
                Event::Lay(skeleton) => public.hidden_needed(pack(&skeleton.cards)),
                Event::Miss(kind) => {
                    let exact = public.hidden_needed(0) & naturals(kind);
                    for bound in &mut most[..=usize::from(slots)] {
                        *bound = min_each(*bound, exact | !naturals(kind));
                    }
                    0
                }
                _ => 0,
            };
            if !fits(needed, least) {
                least = max_each(least, needed);
                match deadlines.last_mut() {
                    Some(last) if last.slots == slots => last.least = least,
                    _ => deadlines.push(Deadline { slots, least }),
                }
            }
            public.pass(event);
        }
        Bounds { deadlines, most }
    }
}

impl Bounds {
    /// Whether hidden cards can still meet every deadline, `slots` of them being there.
    fn can_meet(&self, hidden: Counts, slots: usize) -> bool {
        let hidden = hidden.to_le_bytes();
        self.deadlines.iter().filter(|deadline| usize::from(deadline.slots) >= slots).all(|deadline| {
            let least = deadline.least.to_le_bytes();
            let missing: u8 =
                (0..SORTS).map(|sort| least[sort].saturating_sub(hidden[sort])).sum();
            usize::from(missing) + slots <= usize::from(deadline.slots)
        })
    }
}

impl Public {
    /// What of `wanted` cards in hand has to come from hidden cards.
    fn hidden_needed(&self, wanted: Counts) -> Counts {
        let (net, wanted) = (unpack_signed(self.net), unpack(wanted));
        let mut needed = [0; SORTS];
        for sort in 0..SORTS {
            needed[sort] = u8::try_from(i16::from(wanted[sort]) - net[sort]).unwrap_or(0);
        }
        pack(&needed)
    }

    fn pass(&mut self, event: &Event) {
        match *event {
            Event::Gain(sort) | Event::Hit(_, sort) => {
                self.net = self.net.wrapping_add(one(sort.into()));
            }
            Event::Lose(sort) => self.net = self.net.wrapping_sub(one(sort.into())),
            Event::Lay(skeleton) => {
                self.net = self.net.wrapping_sub(pack(&skeleton.cards));
                self.laid += u8::from(!skeleton.broken);
            }
            _ => {}
        }
    }

    /// Whether an event that shows no hidden card could happen with these hidden cards.
    fn agrees(&self, rules: &Rules, hidden: Counts, event: &Event) -> bool {
        let hand = hidden.wrapping_add(self.net);
        match *event {
            Event::Ask(kind) => rules.may_ask(&unpack(hand), self.laid, kind.into()),
            Event::Hit(asked, card) => {
                rules.is_hit(&unpack(hand), self.laid, asked.into(), card.into())
            }
            Event::Lose(sort) => count(hand, sort.into()) > 0,
            Event::Offer(kind, broken, held) => {
                let cards = fields(kind).iter().filter(|&&sort| is_broken(sort) == broken);
                cards.map(|&sort| count(hand, sort)).any(|cards| cards > 0) == held
            }
            Event::Miss(kind) => hand & naturals(kind) == 0,
            Event::Lay(skeleton) => rules.next_laying(&unpack(hand)) == Some(skeleton),
            Event::Settle => rules.forced_laying(&unpack(hand)).is_none(),
            Event::Deal(_) | Event::Draw(_) | Event::Gain(_) => true,
        }
    }
}

/// Differences per sort of a word that is a sum and difference of counts.
fn unpack_signed(net: Counts) -> [i16; SORTS] {
    // A bias of 64 in each byte keeps every byte of the sum within 0..=127: no more than 44 cards.
    const BIAS: Counts = u128::from_ne_bytes([64; 16]);
    let bytes = net.wrapping_add(BIAS).to_le_bytes();
    std::array::from_fn(|sort| i16::from(bytes[sort]) - 64)
}

/// Adds `cards` unseen cards at once: their order is counted by the multinomial coefficient.
fn deal(entries: &[(Counts, f64)], cards: u8, slots: usize, bounds: &Bounds) -> Vec<(Counts, f64)> {
    let orders: f64 = (1..=cards).map(f64::from).product();
    let most = unpack(bounds.most[slots]);
    let mut table = Table::new();
    for &(hidden, weight) in entries {
        spread(&mut table, bounds, &most, slots, 0, cards, hidden, weight * orders);
    }
    table.into_entries()
}

fn spread(
    table: &mut Table,
    bounds: &Bounds,
    most: &[u8; SORTS],
    slots: usize,
    sort: usize,
    cards: u8,
    hidden: Counts,
    weight: f64,
) {
    if cards == 0 {
        // Sorts not reached yet keep what they had.
        if bounds.can_meet(hidden, slots) {
            table.add(hidden, weight);
        }
        return;
    }
    if sort == SORTS {
        return;
    }
    let room = most[sort].saturating_sub(count(hidden, sort)).min(cards);
    let mut weight = weight;
    for more in 0..=room {
        if more > 0 {
            weight /= f64::from(more);
        }
        let hidden = hidden + Counts::from(more) * one(sort);
        spread(table, bounds, most, slots, sort + 1, cards - more, hidden, weight);
    }
}

/// Adds one unseen card that was no hit.
fn draw(
    rules: &Rules,
    entries: &[(Counts, f64)],
    asked: u8,
    slots: usize,
    bounds: &Bounds,
    public: Public,
) -> Vec<(Counts, f64)> {
    let most = bounds.most[slots];
    let mut table = Table::new();
    for &(hidden, weight) in entries {
        let hand = unpack(hidden.wrapping_add(public.net));
        for sort in 0..SORTS {
            let more = hidden + one(sort);
            if fits(more, most)
                && !rules.is_hit(&hand, public.laid, asked.into(), sort)
                && bounds.can_meet(more, slots)
            {
                table.add(more, weight);
            }
        }
    }
    table.into_entries()
}

const _: () = assert!(J + 1 == SORTS);
#[allow(unused_imports)]
use kind_of as _;
