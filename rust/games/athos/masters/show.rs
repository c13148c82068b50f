//! What is shown of Masters: views, observations, drawings.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::super::Athos;
use super::super::observe::WIDTH;
use super::super::state::State;
use super::super::types::Master;
use super::Hidden;
use crate::game::{Seat, Viewer};

/// The number of a card that a seat can't see, in observations.
const FACE_DOWN: u8 = Master::COUNT as u8 + 1;

impl Athos {
    /// Whether a seat sees which card was put under the pile by a side.
    fn sees(&self, seat: Option<Seat>, card: &Hidden) -> bool {
        self.is_of(seat, card.by.into())
    }

    /// Whether a seat sees the cards that were drawn.
    fn sees_drawn(&self, state: &State, seat: Option<Seat>) -> bool {
        self.is_of(seat, self.side(state))
    }

    pub(in super::super) fn masters_view(&self, state: &State, seat: Option<Seat>) -> Value {
        let masters = &state.masters;
        let held = masters.held[..self.sides].iter().map(|held| held.map(Master::key));
        let used = (0..self.sides).map(|side| masters.has_used(side));
        let sees_drawn = self.sees_drawn(state, seat);
        let key = |card: &Hidden, is_seen: bool| is_seen.then(|| card.master().key());
        let bottom = masters.bottom.iter().map(|card| key(card, self.sees(seat, card)));
        let drawn = masters.drawn.iter().map(|card| key(card, sees_drawn));
        json!({
            "held": held.collect::<Vec<_>>(),
            "used": used.collect::<Vec<_>>(),
            "pile": masters.pile(),
            "known_bottom": bottom.collect::<Vec<_>>(),
            "drawn": drawn.collect::<Vec<_>>(),
        })
    }

    /// Two rows: the pile, the cards drawn, the marker of X-12, cards under the pile; then for each
    /// side the card that it holds, and whether it has used it.
    pub(in super::super) fn write_masters(
        &self,
        state: &State,
        seat: Seat,
        rows: &mut [[u8; WIDTH]],
    ) {
        let [pile, sides, ..] = rows else { return };
        let (masters, seat) = (&state.masters, Some(seat));
        let code = |card: &Hidden, is_seen: bool| if is_seen { card.card + 1 } else { FACE_DOWN };
        pile[0] = masters.pile() as u8;
        let sees_drawn = self.sees_drawn(state, seat);
        for (number, card) in pile[1..3].iter_mut().zip(&masters.drawn) {
            *number = code(card, sees_drawn);
        }
        if let Some((card, side)) = masters.extra {
            (pile[3], pile[4]) = (card + 1, side + 1);
        }
        for (number, card) in pile[8..].iter_mut().zip(&masters.bottom) {
            *number = code(card, self.sees(seat, card));
        }
        for (side, pair) in sides.as_chunks_mut::<2>().0.iter_mut().take(self.sides).enumerate() {
            let held = masters.held[side].map_or(0, |master| master as u8 + 1);
            *pair = [held, masters.has_used(side).into()];
        }
    }

    /// The Masters on a line, and the marker of X-12 on another.
    pub(in super::super) fn draw_masters(&self, state: &State, viewer: Viewer, text: &mut String) {
        let masters = &state.masters;
        let is_seen = |card: &Hidden| match viewer {
            Viewer::Owner => true,
            Viewer::Seat(seat) => self.sees(Some(seat), card),
            Viewer::Spectator => false,
        };
        let sees_drawn = match viewer {
            Viewer::Owner => true,
            Viewer::Seat(seat) => self.sees_drawn(state, Some(seat)),
            Viewer::Spectator => false,
        };
        let names = |cards: &[Hidden], is_seen: &dyn Fn(&Hidden) -> bool| {
            let keys =
                cards.iter().map(|card| if is_seen(card) { card.master().key() } else { "?" });
            keys.collect::<Vec<_>>().join(" ")
        };
        let _ = write!(text, "Masters: pile {}", masters.pile());
        if !masters.bottom.is_empty() {
            let _ = write!(text, ", under it {}", names(&masters.bottom, &is_seen));
        }
        if !masters.drawn.is_empty() {
            let _ = write!(text, "; drawn {}", names(&masters.drawn, &|_| sees_drawn));
        }
        for side in 0..self.sides {
            if let Some(master) = masters.held[side] {
                let used = if masters.has_used(side) { " (used)" } else { "" };
                let _ = write!(text, "; side {side} {}{used}", master.key());
            }
        }
        text.push('\n');
        if let Some((card, side)) = masters.extra {
            let _ = writeln!(text, "card {}: one more marker of side {side}", self.letter(card));
        }
        if let Some((series, left)) = masters.series {
            let _ = writeln!(text, "series: {}, {left} left", series.word());
        }
    }
}
