//! What may happen next: the legal actions of a player (B-12 to B-21, B-62), the outcomes of chance
//! (B-63), and how one of either is picked without a list.

use super::Bogoss;
use super::action::Action;
use super::hand::Hand;
use super::rules::{GOAL, NeedRule};
use super::state::{Phase, Table};
use super::types::{Kind, Sort, Status};
use crate::game::Seat;
use crate::random::Random;

/// The kinds of a set, in order, and how many they are.
const NTH: [([Kind; Kind::COUNT], u32); 16] = {
    let mut sets = [([Kind::Leg; Kind::COUNT], 0); 16];
    let mut set = 0;
    while set < 16 {
        let mut kind = 0;
        while kind < Kind::COUNT {
            if set >> kind & 1 == 1 {
                sets[set].0[sets[set].1 as usize] = Kind::ALL[kind];
                sets[set].1 += 1;
            }
            kind += 1;
        }
        set += 1;
    }
    sets
};

/// `2^16 / n`, rounded up, for the counts of kinds.
const RECIPROCALS: [u32; 8] = [0, 0x1_0000, 0x8000, 0x5556, 0x4000, 0, 0, 0];

impl Bogoss {
    /// The kinds, a bit each, that a seat can use a card of (B-16).
    #[inline]
    pub(super) fn useful(&self, table: &Table, seat: Seat) -> u8 {
        let hand = table.hands[usize::from(seat)];
        let times = match self.rules.need_rule {
            NeedRule::Any => return 0xf,
            NeedRule::Useful => GOAL - table.laid[usize::from(seat)],
            NeedRule::NextSkeleton => 1,
        };
        hand.wanted(self.need.times(times), self.need)
    }

    /// The kinds, a bit each, that the player whose turn it is may ask for (B-16).
    #[inline]
    pub(super) fn askable(&self, table: &Table) -> u8 {
        match self.useful(table, table.turn_of) {
            0 => 0xf,
            kinds => kinds,
        }
    }

    /// Calls `visit` with every legal action: by target and kind, then to stop; what to give, whole
    /// before broken, left before right; to lay, to hold.
    pub(super) fn visit_legal(&self, table: &Table, mut visit: impl FnMut(Action)) {
        match table.phase {
            Phase::Ask => {
                let kinds = self.askable(table);
                for target in (0..self.players as Seat).filter(|&seat| seat != table.turn_of) {
                    for kind in Kind::ALL {
                        if kinds >> kind.index() & 1 == 1 {
                            visit(Action::Ask { target, kind });
                        }
                    }
                }
                if table.may_stop {
                    visit(Action::Stop);
                }
            }
            Phase::Give => table.gifts().for_each(|sort| visit(Action::Give(sort))),
            Phase::Take => Status::ALL.into_iter().for_each(|status| visit(Action::Take(status))),
            Phase::Lay => [Action::Lay, Action::Hold].into_iter().for_each(visit),
            _ => {}
        }
    }

    /// Writes 1 at the index of every legal action and 0 elsewhere; how many there are.
    #[inline(always)]
    pub(super) fn mark_legal(&self, table: &Table, mask: &mut [u8]) -> usize {
        if table.phase == Phase::Ask {
            // As `visit_legal`, a target at once: almost every decision is a request.
            let (requests, rest) = mask.split_at_mut(self.players * Kind::COUNT);
            let kinds = self.askable(table) & 0xf;
            let marks = std::array::from_fn(|kind| kinds >> kind & 1);
            for (target, cells) in requests.as_chunks_mut().0.iter_mut().enumerate() {
                let is_other = target != usize::from(table.turn_of);
                *cells = if is_other { marks } else { [0; Kind::COUNT] };
            }
            rest.fill(0);
            rest[0] = table.may_stop.into();
            return kinds.count_ones() as usize * (self.players - 1) + usize::from(table.may_stop);
        }
        mask.fill(0);
        let mut total = 0;
        self.visit_legal(table, |action| {
            if let Some(index) = action.index(self.players) {
                mask[index as usize] = 1;
                total += 1;
            }
        });
        total
    }

    /// A uniformly random legal action: the one at `random.below(count)` in the order of
    /// [`Bogoss::visit_legal`].
    #[inline]
    pub(super) fn pick(&self, table: &Table, random: &mut Random) -> Action {
        match table.phase {
            Phase::Ask => {
                let kinds = &NTH[usize::from(self.askable(table) & 0xf)];
                let each = kinds.1;
                let requests = each * (self.players as u32 - 1);
                let k = random.below(requests + u32::from(table.may_stop));
                if k == requests {
                    return Action::Stop;
                }
                // `k / each` for the few values that there are.
                let target = (k * RECIPROCALS[each as usize & 7]) >> 16;
                Action::Ask {
                    target: (target + u32::from(target >= u32::from(table.turn_of))) as Seat,
                    kind: kinds.0[(k - target * each) as usize & 3],
                }
            }
            Phase::Give => {
                let mut bits = table.gift_bits();
                for _ in 0..random.below(bits.count_ones()) {
                    bits &= bits - 1;
                }
                Action::Give(Sort::from_index(bits.trailing_zeros() as usize))
            }
            Phase::Take => Action::Take(Status::ALL[random.below(2) as usize]),
            _ => [Action::Lay, Action::Hold][random.below(2) as usize],
        }
    }

    /// Calls `visit` with every outcome of a chance node (B-63).
    pub(super) fn visit_chance(&self, table: &Table, mut visit: impl FnMut(Action, f64)) {
        let mut over = |hand: Hand, event: fn(Sort) -> Action| {
            let total = f64::from(hand.len());
            hand.sorts().for_each(|sort| visit(event(sort), f64::from(hand.count(sort)) / total));
        };
        match table.phase {
            Phase::Deal => over(table.pile, Action::Deal),
            Phase::Draw | Phase::Refill => over(table.pile, Action::Draw),
            Phase::Given => over(self.gift_cards(table), Action::Given),
            Phase::First => {
                let chance = 1.0 / self.players as f64;
                (0..self.players as Seat).for_each(|seat| visit(Action::First(seat), chance));
            }
            _ => {}
        }
    }

    /// The cards, not sorts, that chance gives from (B-20, `give_choice = random`).
    pub(super) fn gift_cards(&self, table: &Table) -> Hand {
        let Some(request) = table.request else { return Hand::default() };
        let hand = table.hands[usize::from(request.target)];
        table.gifts().flat_map(|sort| (0..hand.count(sort)).map(move |_| sort)).collect()
    }

    /// Draws one outcome of a chance node.
    #[inline]
    pub(super) fn draw_chance(&self, table: &Table, random: &mut Random) -> Action {
        match table.phase {
            Phase::First => Action::First(random.below(self.players as u32) as Seat),
            Phase::Given => {
                let cards = self.gift_cards(table);
                Action::Given(cards.nth(random.below(cards.len())))
            }
            phase => {
                let sort = table.pile.nth(random.below(table.pile.len()));
                if phase == Phase::Deal { Action::Deal(sort) } else { Action::Draw(sort) }
            }
        }
    }
}
