//! What is known later bounds the hidden cards of a seat: multisets that can't come out right are not
//! counted any further. Bounds only save work.

use super::super::types::{Kind, Sort, Status};
use super::seat::{Event, Seat, cards_of};
use super::table::{BIAS, Counts, fits, lacking, max_each, min_each, one, size};

/// Bounds by number of hidden cards.
pub struct Bounds {
    deadlines: Vec<Deadline>,
    most: Vec<Counts>,
}

/// When there are `hidden` cards, at least `least` of them are there.
struct Deadline {
    hidden: usize,
    least: Counts,
}

/// The places of a kind, all bits set.
fn places(kind: Kind) -> Counts {
    let sorts = Status::ALL
        .into_iter()
        .flat_map(|status| [false, true].map(|is_right| Sort::new(status, kind, is_right)));
    sorts.fold(0, |places, sort| places | (one(sort) * 0xff))
}

impl Bounds {
    /// The bounds that follow from what was seen of a seat, and from the pool.
    pub fn new(seat: &Seat, pool: Counts) -> Self {
        let mut bounds = Self { deadlines: Vec::new(), most: vec![pool; seat.hidden() + 1] };
        let (mut net, mut hidden, mut least) = (0, 0, 0);
        for event in &seat.events {
            hidden += event.hidden();
            let wanted = match *event {
                Event::Lose(sort) | Event::LoseByChance(sort) => one(sort),
                Event::Lay(laying) => cards_of(&laying).to_word(),
                Event::Hold(cards) => cards.to_word(),
                Event::Miss(kind) => {
                    let exact = from_hidden(0, net) & places(kind) | !places(kind) & pool;
                    for most in &mut bounds.most[..=hidden] {
                        *most = min_each(*most, exact);
                    }
                    0
                }
                _ => 0,
            };
            let wanted = from_hidden(wanted, net);
            if wanted != 0 && !fits(wanted, least) {
                least = max_each(least, wanted);
                match bounds.deadlines.last_mut() {
                    Some(last) if last.hidden == hidden => last.least = least,
                    _ => bounds.deadlines.push(Deadline { hidden, least }),
                }
            }
            net = event.moved(net);
        }
        bounds
    }

    /// The most cards in each place.
    pub fn most(&self, hidden: usize) -> Counts {
        self.most[hidden]
    }

    /// The fewest cards in each place.
    pub fn least(&self, hidden: usize) -> Counts {
        let later = self.deadlines.iter().filter(|deadline| deadline.hidden >= hidden);
        later.fold(0, |least, deadline| {
            let open = (deadline.hidden - hidden).min(127) as u8;
            max_each(least, lacking(deadline.least, Counts::from_ne_bytes([open; 16])))
        })
    }

    /// Whether it can come out right with these hidden cards: none too many, and at every deadline
    /// enough cards come before it.
    pub fn allow(&self, counts: Counts, hidden: usize) -> bool {
        fits(counts, self.most[hidden])
            && self.deadlines.iter().rev().take_while(|it| it.hidden >= hidden).all(|deadline| {
                size(lacking(deadline.least, counts)) as usize <= deadline.hidden - hidden
            })
    }
}

/// How many hidden cards a hand with these cards takes, `net` being public.
fn from_hidden(wanted: Counts, net: Counts) -> Counts {
    lacking(wanted + BIAS, net.wrapping_add(BIAS))
}
