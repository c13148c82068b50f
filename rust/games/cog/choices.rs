//! Legal actions in their fixed order: the node's own ones, conversions, removals, the closing action.

use std::ops::ControlFlow;

use super::Cog;
use super::action::Action;
use super::rules::POWER_STARS;
use super::state::{Mat, Node, State, edge};
use super::types::{Place, Tile, members};
use crate::grid::Cells;

impl Cog {
    /// Appends every legal action.
    pub(super) fn list(&self, state: &State, actions: &mut Vec<Action>) {
        match state.node {
            Node::Place => self.list_placements(state, actions),
            Node::Redraw if state.mat().stars >= u32::from(POWER_STARS) => {
                actions.push(Action::Redraw);
            }
            Node::Reroll if state.mat().stars >= u32::from(POWER_STARS) => {
                actions.push(Action::Reroll);
            }
            Node::Take => {
                let letters = members(self.centre_letters(state).into());
                actions.extend(letters.map(|letter| Action::Take(letter as u8)));
            }
            Node::Activate => actions.extend(self.activatable(state).map(Action::Activate)),
            Node::Construct => self.list_constructions(state, actions),
            Node::Tiles => {
                if let Some(play) = state.pending.spelling {
                    let choices = self.dictionary.wilds(play, state.mat().reserve.tiles());
                    let len = self.dictionary.length(play.word);
                    actions.extend(choices.iter().map(|wild| Action::Tiles(wild, len)));
                }
            }
            Node::Discard => {
                let kinds = members(state.mat().reserve.kinds());
                actions.extend(kinds.map(|kind| Action::Discard(Tile::of_kind(kind))));
            }
            _ => {}
        }
        if state.node.has_conversions() {
            self.list_extras(state, actions);
        }
        actions.extend(closing(state.node));
    }

    /// Conversions (C-219), and removals where they are offered (C-202).
    fn list_extras(&self, state: &State, actions: &mut Vec<Action>) {
        if self.is_used_up(state) {
            return;
        }
        if self.can_convert_stars(state) {
            actions.push(Action::ConvertStars);
        }
        self.each_pair(state, |first, second| {
            actions.push(Action::ConvertLetters(first, second));
        });
        if state.node == Node::Construct || self.rules.removes_any_time {
            let words = members(self.removable(state));
            actions.extend(words.map(|word| Action::Remove(word as u8)));
        }
    }

    fn list_placements(&self, state: &State, actions: &mut Vec<Action>) {
        let [top, bottom, dice, order] = self.open_places(state);
        actions.extend(members(top.into()).map(|slot| Action::Top(slot as u8)));
        actions.extend(members(bottom.into()).map(|slot| Action::Bottom(slot as u8)));
        actions.extend(members(dice.into()).map(|die| Action::Die(die as u8)));
        for slot in members((order | order >> 4).into()).filter(|&slot| slot < 4) {
            for is_protected in [false, true] {
                if order >> (slot + 4 * usize::from(is_protected)) & 1 == 1 {
                    actions.push(Action::Order(slot as u8, is_protected));
                }
            }
        }
    }

    /// Where the player whose turn it is can place a cog: top slots, bottom slots, dice, turn-order
    /// slots without and, four bits higher, with protection (C-55 to C-58, C-70 to C-80).
    pub(super) fn open_places(&self, state: &State) -> [u8; 4] {
        let mat = state.mat();
        let mut places = [0; 4];
        for place in 0..usize::from(self.players) {
            if mat.edges & edge::TOP == 0 && state.taken[0] >> place & 1 == 0 {
                places[0] |= 1 << place;
            }
            if mat.edges & edge::BOTTOM == 0 && state.taken[1] >> place & 1 == 0 {
                places[1] |= 1 << place;
            }
            if mat.edges & edge::DICE == 0 && state.dice[place].holder.is_none() {
                places[2] |= 1 << place;
            }
            if mat.edges & edge::ORDER == 0 && self.bump(self.slots(state), place as u8).is_ok() {
                let cost = u32::from(self.order_cost(state, place as u8, false));
                let [plain, protected] =
                    [0, POWER_STARS].map(|more| u8::from(mat.stars >= cost + u32::from(more)));
                places[3] |= plain << place | protected << (place + 4);
            }
        }
        places
    }

    /// The letters in the centre, a bit each.
    pub(super) fn centre_letters(&self, state: &State) -> u32 {
        state.centre.iter().flatten().fold(0, |letters, &letter| letters | 1 << letter)
    }

    fn list_constructions(&self, state: &State, actions: &mut Vec<Action>) {
        let mat = state.mat();
        let start = actions.len();
        let permitted = self.permitted(state, mat);
        let _: ControlFlow<()> =
            mat.grid.plays(&self.dictionary, permitted, mat.reserve.tiles(), |play| {
                actions.push(Action::Spell(play.word, play.place));
                ControlFlow::Continue(())
            });
        actions[start..].sort_unstable_by_key(|action| match *action {
            Action::Spell(word, Place { square, is_across }) => (word, !is_across, square),
            _ => (0, false, 0),
        });
        if mat.stars >= u32::from(POWER_STARS) {
            let letters = members(mat.reserve.natural_letters().into());
            actions.extend(letters.map(|letter| Action::FlipReserve(letter as u8)));
            actions.extend(natural_squares(mat).iter().map(Action::FlipGrid));
        }
        for (card, word) in self.open_items(mat) {
            let patterns = self.patterns(mat, &self.missing[usize::from(card)]);
            let [cube, bonus] = self.ways(state, word);
            for for_cube in [true, false] {
                if if for_cube { cube } else { bonus } {
                    actions.extend(patterns.iter().map(|&wild| Action::Complete {
                        card,
                        for_cube,
                        wild,
                    }));
                }
            }
        }
    }
}

/// The squares of a grid with a natural tile.
pub(super) fn natural_squares(mat: &Mat) -> Cells {
    let is_natural = |square: &u8| mat.grid.tile(*square).is_some_and(|tile| !tile.is_wild);
    mat.grid.occupied().iter().filter(is_natural).collect()
}

/// The action that closes a node.
pub(super) const fn closing(node: Node) -> Option<Action> {
    match node {
        Node::Redraw => Some(Action::Keep),
        Node::Reroll => Some(Action::Move),
        Node::Convert | Node::Activate | Node::Construct => Some(Action::Done),
        _ => None,
    }
}
