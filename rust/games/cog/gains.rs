//! Gains, icon by icon (C-95 to C-103), and the refill of the centre (C-96 to C-100).

use super::Cog;
use super::components::Icon;
use super::pending::{CardDue, Gaining, Source};
use super::state::{Node, State};
use super::types::{Letter, Tile};

impl Cog {
    /// The next icon of the innermost gain; after the last one the refills; `None` once that is done.
    pub(super) fn gain(&self, state: &mut State) -> Option<Node> {
        let gain = state.pending.gains.last()?;
        let Some(&icon) = self.icons(gain.source).get(usize::from(gain.done)) else {
            return self.refill(state);
        };
        match icon {
            Icon::Bag => {
                if self.has_letter(state) {
                    return Some(Node::DrawLetter);
                }
                self.points_for_letter(state);
            }
            Icon::Centre if state.centre.iter().any(Option::is_some) => return Some(Node::Take),
            // C-100.
            Icon::Centre => self.points_for_letter(state),
            Icon::Star => {
                let stars = self.take_stars(state, 1);
                state.mat_mut().gain_stars(stars.into());
            }
            Icon::Vp(points) => state.mat_mut().gain_vp(points.into()),
            Icon::Card => state.pending.card_due = Some(CardDue::First),
        }
        self.icon_done(state);
        None
    }

    fn icon_done(&self, state: &mut State) {
        if let Some(gain) = state.pending.gains.last_mut() {
            gain.done += 1;
        }
    }

    /// C-97, C-98, C-100: the squares that the gain has emptied are filled from the bag, as long as it
    /// has letters; then the gain is over.
    fn refill(&self, state: &mut State) -> Option<Node> {
        while state.pending.gains.last().is_some_and(|gain| gain.emptied != 0) {
            if self.has_letter(state) {
                return Some(Node::DrawLetter);
            }
            let gain = state.pending.gains.last_mut()?;
            gain.emptied &= gain.emptied - 1;
        }
        if let Some(Gaining { source: Source::Goal(goal), .. }) = state.pending.gains.pop() {
            self.turn_goal(state, goal);
        }
        None
    }

    /// C-96: of squares with the same letter the first one is emptied.
    pub(super) fn take_centre(&self, state: &mut State, letter: Letter) {
        let square = state.centre.iter().position(|&other| other == Some(letter));
        let (Some(square), Some(gain)) = (square, state.pending.gains.last_mut()) else { return };
        gain.emptied |= 1 << square;
        state.centre[square] = None;
        state.mat_mut().receive(Tile::natural(letter));
        self.icon_done(state);
    }

    /// How many centre letters the innermost gain has still to take, this one included.
    pub(super) fn picks_left(&self, state: &State) -> usize {
        state.pending.gains.last().map_or(0, |gain| {
            let left = &self.icons(gain.source)[usize::from(gain.done)..];
            left.iter().filter(|&&icon| icon == Icon::Centre).count()
        })
    }
}
