//! Drawings for people: the board edge by edge, the track with its pawns, then the mats, their grids
//! side by side. Points of others are left out as in views (C-224).

use std::fmt::Write as _;

use super::Cog;
use super::notation::tile_name;
use super::rules::INFO;
use super::state::{Mat, Node, State, Step};
use super::types::{Side, Tile, members};
use crate::game::{Seat, Viewer};
use crate::grid::Cells;

/// Spaces of the track on a line.
const SPACES: usize = 8;
/// Columns between two grids.
const GAP: usize = 3;

impl Cog {
    pub(super) fn drawing(&self, state: &State, viewer: Viewer) -> String {
        let points = match viewer {
            Viewer::Owner => self.points_now(state).map(Some),
            Viewer::Seat(seat) => self.shown_points(state, Some(seat)),
            Viewer::Spectator => self.shown_points(state, None),
        };
        let mut text = self.headline(state);
        text.push('\n');
        self.draw_piles(state, &mut text);
        self.draw_edges(state, &mut text);
        self.draw_track(state, &mut text);
        for (seat, points) in (0..self.players).zip(points) {
            self.draw_mat(state, seat, points, &mut text);
        }
        self.draw_grids(state, &mut text);
        text
    }

    fn headline(&self, state: &State) -> String {
        let (round, rounds, seat) = (state.round, self.face().rounds, state.seat);
        if let Step::Over(reason) = state.step {
            let winner = self.result(state).map_or(0, |outcome| outcome.winners.trailing_zeros());
            return format!(
                "seat {winner} won in round {round}: {}",
                INFO.reasons[reason as usize]
            );
        }
        let due = match state.node {
            Node::Place => "to place a cog",
            Node::Redraw => "to keep the card or to exchange it",
            Node::Reroll => "to move the pawn or to roll again",
            Node::Take => "to take a letter of the centre",
            Node::Convert => "to convert stars and letters",
            Node::Activate => "to activate cards",
            Node::Construct => "to spell words",
            Node::Tiles => "to say which letters are wild",
            Node::Discard => "to put a letter back",
            _ => return format!("round {round} of {rounds}, {}: chance", self.phase_name(state)),
        };
        let last = if state.is_last { ", the last one," } else { "" };
        let mut text = format!("round {round} of {rounds}{last} {}: ", self.phase_name(state));
        let _ = write!(text, "seat {seat} {due}");
        let pending = &state.pending;
        let of = match state.node {
            Node::Redraw => pending.card.map(|card| self.card_id(card).to_owned()),
            Node::Reroll => pending.die.map(|die| self.die_name(die).to_owned()),
            Node::Tiles => pending.spelling.map(|play| {
                let (word, row, column, way) = self.standing(play.word, play.place);
                format!("{word} {way} {row},{column}")
            }),
            _ => None,
        };
        if let Some(of) = of {
            let _ = write!(text, " ({of})");
        }
        text
    }

    fn draw_piles(&self, state: &State, text: &mut String) {
        let stars = if self.rules.has_star_limit {
            format!("{} stars, ", state.stars)
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "{stars}{} letters in the bag, {} cards in the deck, {} discarded",
            state.bag.len(),
            state.deck.len(),
            state.discard.len()
        );
        let order: Vec<String> = self.known_order(state).iter().map(Seat::to_string).collect();
        if !order.is_empty() {
            let _ = write!(text, "turn order {}", order.join(" "));
        }
        if let Some(goal) = state.removed_goal {
            let _ = write!(text, ", goal card {} removed", goal + 1);
        }
        if !order.is_empty() || state.removed_goal.is_some() {
            text.push('\n');
        }
    }

    fn draw_edges(&self, state: &State, text: &mut String) {
        let none = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let centre = state.centre[..usize::from(self.face().centre)].iter();
        let centre: Vec<String> = centre
            .map(|letter| letter.map_or('.', |letter| tile_name(Tile::natural(letter))).to_string())
            .collect();
        let _ = writeln!(text, "\ncentre  {}", centre.join(" "));
        let top = self.top().iter().zip(&state.top).map(|(printed, slot)| {
            let tiles: String = slot.tiles.iter().map(|&tile| tile_name(tile)).collect();
            let there = lying(tiles, slot.stars, slot.vp.into());
            format!("{} {}", printed.number, none(there))
        });
        line(text, "top", top);
        let bottom = (1..)
            .zip(&state.bottom[..usize::from(self.players)])
            .map(|(slot, card)| format!("{slot} {}", card.map_or("-", |card| self.card_id(card))));
        line(text, "bottom", bottom);
        let dice = self.set.dice(self.players).iter().zip(&state.dice).map(|(name, die)| {
            let pips = if die.pips > 0 { die.pips.to_string() } else { "-".to_owned() };
            let holder = die.holder.map_or(String::new(), |seat| format!(" (seat {seat})"));
            format!("{name} {pips}{holder}")
        });
        line(text, "dice", dice);
        let slots = (1..).zip(self.slots(state)).map(|(number, slot)| {
            let letters = slot.letters.iter();
            let letters = letters.flat_map(|(letter, count)| {
                std::iter::repeat_n(tile_name(Tile::natural(letter)), count.into())
            });
            let there = lying(letters.collect(), slot.stars, slot.vp);
            let star = if slot.is_protected { "!" } else { "" };
            let cog = slot.cog.map(|seat| format!("seat {seat}{star}"));
            let parts: Vec<String> =
                cog.into_iter().chain((!there.is_empty()).then_some(there)).collect();
            format!("#{number} {}", none(parts.join(" ")))
        });
        line(text, "order", slots);
    }

    /// The spaces with what they give, and in brackets the pawns there: seats, and N for a neutral one.
    fn draw_track(&self, state: &State, text: &mut String) {
        let spaces: Vec<String> = (0..)
            .zip(&self.face().track)
            .map(|(space, gain)| {
                let mats = (0..self.players).zip(&state.mats);
                let pawns = mats.filter(|(_, mat)| mat.pawn == space);
                let mut pawns: Vec<String> = pawns.map(|(seat, _)| seat.to_string()).collect();
                if self.players == 2 && state.neutral.contains(&space) {
                    pawns.push("N".to_owned());
                }
                let pawns =
                    if pawns.is_empty() { String::new() } else { format!("[{}]", pawns.join(" ")) };
                format!("{space}:{}{pawns}", gain)
            })
            .collect();
        for (index, spaces) in spaces.chunks(SPACES).enumerate() {
            let name = if index == 0 { "track" } else { "" };
            line(text, name, spaces.iter().cloned());
        }
    }

    fn draw_mat(&self, state: &State, seat: Seat, points: Option<u32>, text: &mut String) {
        let mat = &state.mats[usize::from(seat)];
        let points = points.map_or_else(|| "?".to_owned(), |points| points.to_string());
        let reserve: Vec<String> = mat
            .reserve
            .iter()
            .flat_map(|(tile, count)| {
                std::iter::repeat_n(tile_name(tile).to_string(), count.into())
            })
            .collect();
        let _ = write!(text, "\nseat {seat}  {points} VP  stars {}", mat.stars);
        let _ = writeln!(text, "  reserve {}", reserve.join(" "));
        let cards = mat.hand.cards().iter().map(|card| {
            let how = match card.side() {
                Side::Up => "",
                Side::Used => " (used)",
                Side::Completed => " (completed)",
            };
            format!("{}{how}", self.card_id(card.kind()))
        });
        if !mat.hand.cards().is_empty() {
            line(text, "  cards", cards);
        }
        let goals: Vec<String> = (0..self.set.goals.len())
            .filter(|&goal| {
                mat.completed >> goal & 1 == 1 || self.goal_words[goal] & mat.cubes() != 0
            })
            .map(|goal| self.goal_text(mat, goal))
            .collect();
        if !goals.is_empty() {
            line(text, "  goals", goals.into_iter());
        }
    }

    /// A goal card: its words, those with a cube marked, or that it is completed.
    fn goal_text(&self, mat: &Mat, goal: usize) -> String {
        if mat.completed >> goal & 1 == 1 {
            return format!("{} completed", goal + 1);
        }
        let words: Vec<String> = members(self.goal_words[goal])
            .map(|word| {
                let cube = if mat.cubes() >> word & 1 == 1 { "+" } else { "" };
                format!("{}{cube}", self.word_text(word as u8))
            })
            .collect();
        format!("{} {}", goal + 1, words.join(" "))
    }

    /// The grids that have tiles, side by side.
    fn draw_grids(&self, state: &State, text: &mut String) {
        let mats = (0..self.players).zip(&state.mats);
        let mats: Vec<(Seat, &Mat)> = mats.filter(|(_, mat)| mat.grid.standing() != 0).collect();
        if mats.is_empty() {
            return;
        }
        let side = self.set.grid.side;
        let width = usize::from(side).max("seat 0".len()) + GAP;
        let mut row_of = |first: &str, cell: &dyn Fn(Seat, &Mat) -> String| {
            let mut row = format!("{first:>2} ");
            for &(seat, mat) in &mats {
                let _ = write!(row, "{:width$}", cell(seat, mat));
            }
            text.push_str(row.trim_end());
            text.push('\n');
        };
        row_of("", &|_, _| String::new());
        row_of("", &|seat, _| format!("seat {seat}"));
        row_of("", &|_, _| (0..side).map(|column| char::from(b'0' + column % 10)).collect());
        for row in 0..side {
            row_of(&row.to_string(), &|_, mat| {
                let sign = |column| {
                    let square = Cells::cell(row, column);
                    let empty = if self.bonus_squares.has(square) { '*' } else { '.' };
                    mat.grid.tile(square).map_or(empty, tile_name)
                };
                (0..side).map(sign).collect()
            });
        }
    }
}

/// What lies in a slot.
fn lying(tiles: String, stars: u8, vp: u16) -> String {
    let points = if vp > 0 { format!("{vp}VP") } else { String::new() };
    tiles + &"*".repeat(stars.into()) + &points
}

/// A line with a name in front.
fn line(text: &mut String, name: &str, parts: impl Iterator<Item = String>) {
    let parts: Vec<String> = parts.collect();
    let _ = writeln!(text, "{name:<7} {}", parts.join("  "));
}
