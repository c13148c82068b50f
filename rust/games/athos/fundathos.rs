//! Which tiles of the Fundathos board can be taken (L).

use super::Athos;
use super::rules::Release;
use super::state::State;
use crate::grid::Cells;

/// The shape of the board, prepared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The spaces.
    pub spaces: Cells,
    /// Spaces with a side on the edge of the board.
    rim: Cells,
}

impl Board {
    /// The board with these spaces.
    #[must_use]
    pub fn new(spaces: Cells) -> Self {
        let inner = Cells::rectangle(14, 14).moved((1, 1));
        let outside = Cells::rectangle(16, 16) - spaces;
        Self { spaces, rim: spaces & ((spaces - inner) | outside.beside()) }
    }

    /// The released ones of the tiles that are left (L-1, L-3).
    #[must_use]
    pub fn released(&self, left: Cells, rule: Release) -> Cells {
        let emptied = self.spaces - left;
        match rule {
            Release::Connected => {
                left & (self.rim | emptied.connected(self.rim & emptied).beside())
            }
            Release::AnyGap => left & (self.rim | emptied.beside()),
            Release::Ring => {
                // Each ring is what is on the edge once the rings around it are gone.
                let mut rest = self.spaces;
                while !rest.is_empty() {
                    let ring = Self::new(rest).rim;
                    if !(ring & left).is_empty() {
                        return ring & left;
                    }
                    rest -= ring;
                }
                rest
            }
        }
    }
}

impl Athos {
    /// The tiles of Fundathos that can be taken now.
    #[inline]
    pub(super) fn released(&self, state: &State) -> Cells {
        let known = state.kept.released();
        known.unwrap_or_else(|| self.board.released(state.left, self.rules.release))
    }
}
