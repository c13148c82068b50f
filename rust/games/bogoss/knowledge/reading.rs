//! In which order automata read the sorts. It decides how many states they have: two or three times
//! fewer in a good order, which depends on what was seen.

use super::super::types::{Kind, Sort};
use super::automaton::Automaton;
use super::pair::Share;
use super::sweep::Sweep;
use super::table::{Entries, place_of};

/// The order in which sorts are read, as places in a word of counts, kind by kind.
pub struct Order {
    /// The places.
    pub places: Vec<usize>,
    /// For each kind its first place in the order, and the one after its last.
    pub kinds: [(usize, usize); Kind::COUNT],
}

/// Orders of which one is usually good: whether broken cards come first in their kind, and the kinds;
/// jokers come after so many of them. What a seat's skeletons lack is known early in each.
pub const ORDERS: [(bool, [Kind; 4], usize); 5] = [
    (false, [Kind::Skull, Kind::Ribs, Kind::Leg, Kind::Arm], 2),
    (false, [Kind::Leg, Kind::Skull, Kind::Arm, Kind::Ribs], 2),
    (true, [Kind::Leg, Kind::Skull, Kind::Arm, Kind::Ribs], 2),
    (true, [Kind::Ribs, Kind::Arm, Kind::Skull, Kind::Leg], 2),
    (true, [Kind::Arm, Kind::Leg, Kind::Ribs, Kind::Skull], 2),
];

impl Order {
    /// An order in which the automata of some seats have no more than `few` states together, or the
    /// fewest of all that are tried; these automata, and before them how many states they have.
    pub fn best(tables: &[&Entries], share: &Share, few: usize) -> (usize, Self, Vec<Automaton>) {
        let mut best: Option<(usize, Self, Vec<Automaton>)> = None;
        for (is_broken_first, kinds, jokers) in ORDERS {
            let order = Self::of(is_broken_first, kinds, jokers);
            let seats: Vec<_> = tables.iter().map(|table| Automaton::new(table, &order)).collect();
            let states = Sweep::states(&seats, &order, share);
            if best.as_ref().is_none_or(|best| states < best.0) {
                best = Some((states, order, seats));
            }
            if states <= few {
                break;
            }
        }
        best.expect("there are some orders")
    }

    /// An order as [`ORDERS`] describes it.
    pub fn of(is_broken_first: bool, kinds: [Kind; 4], jokers: usize) -> Self {
        let mut order = Self { places: Vec::new(), kinds: [(0, 0); Kind::COUNT] };
        for (number, kind) in kinds.into_iter().enumerate() {
            if number == jokers {
                order.places.push(place_of(Sort::JOKER));
            }
            let start = order.places.len();
            let sorts = (0..Sort::COUNT).map(Sort::from_index);
            let own = sorts.filter(|sort| sort.natural().is_some_and(|it| it.0 == kind));
            order.places.extend(own.map(place_of));
            if is_broken_first {
                order.places[start..].reverse();
            }
            order.kinds[kind.index()] = (start, order.places.len());
        }
        order
    }
}
