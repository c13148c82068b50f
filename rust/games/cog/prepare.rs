//! Phase I (C-41 to C-52): letters and stars, cards, dice, turn-order bonuses.

use super::Cog;
use super::components::Icon;
use super::rules::{LETTER_VP, Leftover};
use super::state::{DieState, Node, State, Step};
use super::types::{Die, Letter, Letters, Tile};

impl Cog {
    /// A round begins.
    pub(super) fn begin_round(&self, state: &mut State) {
        state.seat = 0;
        state.dice = [DieState::default(); super::state::SEATS];
        state.neutral_die = 0;
        state.step = Step::Top(0, 0);
    }

    /// Task 1 (C-42): the letters of a slot one by one, then its stars.
    pub(super) fn lay_top(&self, state: &mut State, slot: u8, letter: u8) -> Option<Node> {
        let Some(printed) = self.top().get(usize::from(slot)) else {
            state.step = Step::Bottom(0);
            return None;
        };
        if letter < printed.letters {
            if self.has_letter(state) {
                return Some(Node::DrawLetter);
            }
            // C-230.
            state.top[usize::from(slot)].vp += LETTER_VP;
            state.step = Step::Top(slot, letter + 1);
            return None;
        }
        state.top[usize::from(slot)].stars += self.take_stars(state, printed.stars);
        state.step = Step::Top(slot + 1, 0);
        None
    }

    /// A letter comes to a top slot; in the wild slot it is turned over (C-44).
    pub(super) fn put_on_top(&self, state: &mut State, slot: u8, letter: Letter) {
        let is_wild = self.top()[usize::from(slot)].is_wild;
        let tiles = &mut state.top[usize::from(slot)].tiles;
        let tile = Tile { letter, is_wild };
        let place = tiles.iter().take_while(|other| other.kind() <= tile.kind()).count();
        tiles.insert(place, tile);
    }

    /// Task 2 (C-45).
    pub(super) fn lay_card(&self, state: &mut State, slot: u8) -> Option<Node> {
        if slot < self.players && self.has_card(state) {
            return Some(Node::DealCard);
        }
        state.step = Step::Dice(0);
        None
    }

    /// Task 3 (C-48).
    pub(super) fn roll_next(&self, state: &mut State, die: Die) -> Option<Node> {
        if die < self.players {
            return Some(Node::Roll(die));
        }
        state.step = Step::Order(0, 0);
        None
    }

    /// Task 4 (C-49), icon by icon; what nobody took is dealt with first (C-51).
    pub(super) fn lay_order(&self, state: &mut State, slot: u8, icon: u8) -> Option<Node> {
        let place = usize::from(slot);
        if slot == self.players {
            state.step = if self.players == 2 { Step::Neutral } else { Step::Place(0) };
            return None;
        }
        if icon == 0 && self.rules.leftover == Leftover::Replace {
            self.clear_slot(state, slot);
        }
        let icons = self.face().order[place].icons();
        let Some(&printed) = icons.get(usize::from(icon)) else {
            state.step = Step::Order(slot + 1, 0);
            return None;
        };
        let is_full = self.rules.leftover != Leftover::Add && {
            let there = &state.slots[place];
            let before = &icons[..usize::from(icon)];
            let same = before.iter().filter(|&&other| other == printed).count();
            match printed {
                Icon::Bag => usize::from(there.letters.len()) > same,
                Icon::Star => usize::from(there.stars) > same,
                _ => false,
            }
        };
        state.step = Step::Order(slot, icon + 1);
        match printed {
            _ if is_full => {}
            Icon::Bag => {
                if self.has_letter(state) {
                    state.step = Step::Order(slot, icon);
                    return Some(Node::DrawLetter);
                }
                // C-230.
                state.slots[place].vp += u16::from(LETTER_VP);
            }
            Icon::Star => state.slots[place].stars += self.take_stars(state, 1),
            Icon::Vp(points) => {
                let there = &mut state.slots[place].vp;
                let before = icons[..usize::from(icon)].iter().map(|icon| match icon {
                    Icon::Vp(points) => u16::from(*points),
                    _ => 0,
                });
                let wanted = before.sum::<u16>() + u16::from(points);
                *there = match self.rules.leftover {
                    Leftover::Add => *there + u16::from(points),
                    _ => wanted.max(*there),
                };
            }
            Icon::Centre | Icon::Card => {}
        }
        None
    }

    /// What lies in a turn-order slot goes back.
    fn clear_slot(&self, state: &mut State, slot: u8) {
        let there = &mut state.slots[usize::from(slot)];
        let (letters, stars) = (there.letters, there.stars);
        (there.letters, there.stars, there.vp) = (Letters::default(), 0, 0);
        letters.iter().for_each(|(letter, count)| state.bag.add(letter, count));
        self.return_stars(state, stars.into());
    }
}
