//! Letters: the bag, the spares, and running out of both (C-226 to C-234).

use super::Cog;
use super::pending::Source;
use super::rules::LETTER_VP;
use super::state::{Node, State, Step};
use super::types::{Letter, Tile};

impl Cog {
    /// A letter is due: whether the bag has one, once the spares are in if it must be (C-226, C-227).
    pub(super) fn has_letter(&self, state: &mut State) -> bool {
        if !state.bag.is_empty() {
            return true;
        }
        if state.spares_round == 0 {
            state.spares_round = state.round;
            self.spares.iter().for_each(|(letter, count)| state.bag.add(letter, count));
            // C-232.
            state.is_last |= !self.rules.ends_at_second;
        }
        state.is_last |= state.bag.is_empty();
        !state.bag.is_empty()
    }

    /// Whether letters ran short in this round, so that Phase IV is played in turn order (C-228).
    pub(super) fn is_short(&self, state: &State) -> bool {
        state.spares_round == state.round
    }

    /// A letter for the player whose turn it is, or points in its place (C-229), after which `next`
    /// follows.
    pub(super) fn letter_or_points(&self, state: &mut State, next: Step) -> Option<Node> {
        if self.has_letter(state) {
            return Some(Node::DrawLetter);
        }
        self.points_for_letter(state);
        state.step = next;
        None
    }

    /// C-229.
    pub(super) fn points_for_letter(&self, state: &mut State) {
        state.mat_mut().gain_vp(LETTER_VP.into());
    }

    /// The next tile of the bag goes where it is due.
    pub(super) fn draw(&self, state: &mut State, letter: Letter) {
        state.bag.take(letter);
        let tile = Tile::natural(letter);
        if state.pending.is_converting {
            state.pending.is_converting = false;
            return state.mat_mut().receive(tile);
        }
        if let Some(gain) = state.pending.gains.last_mut() {
            let icons = self.icons(gain.source);
            if usize::from(gain.done) < icons.len() {
                gain.done += 1;
                return state.mat_mut().receive(tile);
            }
            let square = gain.emptied.trailing_zeros() as usize;
            gain.emptied &= gain.emptied - 1;
            state.centre[square] = Some(letter);
            return;
        }
        state.step = match state.step {
            Step::Centre(square) => {
                state.centre[usize::from(square)] = Some(letter);
                Step::Centre(square + 1)
            }
            Step::StartLetter(count) => {
                state.mat_mut().receive(tile);
                Step::StartLetter(count + 1)
            }
            Step::Top(slot, count) => {
                self.put_on_top(state, slot, letter);
                Step::Top(slot, count + 1)
            }
            Step::Order(slot, icon) => {
                state.slots[usize::from(slot)].letters.add(letter, 1);
                Step::Order(slot, icon + 1)
            }
            Step::Aid(place) => {
                state.mat_mut().receive(tile);
                Step::Aid(place + 1)
            }
            step => step,
        };
    }

    /// The icons of a gain in printed order.
    pub(super) fn icons(&self, source: Source) -> &[super::components::Icon] {
        let gain = match source {
            Source::Start(card) => &self.set.start[usize::from(card)],
            Source::Track(space) => &self.face().track[usize::from(space)],
            Source::Order(slot) => &self.face().order[usize::from(slot)],
            Source::Card(kind) => &self.card_gains[usize::from(kind)],
            Source::Bonus(bonus) => &self.bonuses[usize::from(bonus)].1,
            Source::Goal(goal) => &self.set.goals[usize::from(goal)].gain,
        };
        gain.icons()
    }
}
