//! Observations: the knowledge of `view` as small whole numbers in planes of the window's size.
//!
//! Plane 0 shows glass, planes 1 to T the brick types, one cell a cell of the window. Then come
//! planes of cards: the brick sides of the own hand and the reserved shapes, drawn side by side with
//! their content codes. Last come planes of facts, read row by row; see [`FACTS`].

use super::Cobogo;
use super::components::{ComponentSet, GLASS, Group};
use super::judge::RESERVED;
use super::rules::Options;
use super::state::State;
use super::types::{CardId, HAND, NO_CARD, SEATS};
use super::window::{corner, spread};
use crate::canvas::Canvas;
use crate::game::{Seat, SetupError};

/// The facts in their order, with how many numbers each takes. Greater numbers than 255 read 255; ids
/// and seats count from 1, 0 means none. After them come five numbers a placement: seat, brick side,
/// turn, row and column counted from the mosaic's first row and column.
pub const FACTS: &[(&str, usize)] = &[
    ("seat", 1),
    ("players", 1),
    ("to_move", 1),
    ("turn", 1),
    ("placed", 1),
    ("pile_size", 1),
    ("rejected", 1),
    ("hand_sizes", SEATS),
    ("won (1 lost, 2 won)", 1),
    ("starter", 1),
    ("reserved: kind, content code, n, have, ok", 5 * RESERVED),
    ("backs (physical): hands, top", SEATS * HAND + 1),
];

/// Numbers that a placement takes.
const PLACEMENT: usize = 5;

/// Where everything stands in an observation.
#[derive(Clone, Debug)]
pub struct Layout {
    side: usize,
    /// First cell of the picture of each hand slot and each reserved card, from the first plane on.
    places: [usize; HAND + RESERVED],
    /// The picture of every pattern side, row by row, and its width.
    patterns: Vec<(Vec<u8>, usize)>,
    /// First cell of the facts.
    facts: usize,
    /// How many of them come before the placements.
    numbers_before_log: usize,
    planes: usize,
}

impl Layout {
    /// Lays the planes out for a set.
    ///
    /// # Errors
    /// [`SetupError::Option`] if a shape is larger than the window.
    pub fn new(set: &ComponentSet, options: &Options) -> Result<Self, SetupError> {
        let side = options.window;
        let contents = set.types.len() + 1;
        let shapes = || set.cards.iter().map(|card| &card.pattern.shape);
        let height = shapes().map(|shape| shape.height()).max().unwrap_or(1);
        let width = shapes().map(|shape| shape.width()).max().unwrap_or(1);
        if height.max(width) > side {
            return Err(SetupError::Option {
                option: "window".to_owned(),
                message: format!("{side} is too small for a shape of {height} by {width} cells"),
                rule: "",
            });
        }
        let mut shelf = Shelf { side, plane: contents, row: 0, col: 0, tallest: 0 };
        let patterns = set.cards.iter().map(|card| {
            let (shape, content) = (&card.pattern.shape, card.pattern.content);
            let cells = shape.rows().iter().flat_map(|&row| {
                (0..shape.width()).map(move |col| content * (row >> col & 1) as u8)
            });
            (cells.collect(), shape.width())
        });
        let patterns = patterns.collect();
        let mut places = [0; HAND + RESERVED];
        for (index, place) in places.iter_mut().enumerate() {
            let size = if index < HAND { (set.rows, set.cols) } else { (height, width) };
            *place = shelf.put(size);
        }
        let facts = (shelf.plane + 1) * side * side;
        let playable: usize = Group::ALL.iter().map(|&group| set.cards_of(group).len()).sum();
        let rejected = if options.physical { set.cards_of(Group::Base).len() } else { 0 };
        let numbers: usize = FACTS.iter().map(|&(_, count)| count).sum();
        let numbers_before_log = numbers + rejected;
        let numbers = numbers_before_log + PLACEMENT * playable;
        let planes = shelf.plane + 1 + numbers.div_ceil(side * side);
        Ok(Self { side, places, patterns, facts, numbers_before_log, planes })
    }

    /// Planes, rows, columns.
    #[must_use]
    pub fn shape(&self) -> [usize; 3] {
        [self.planes, self.side, self.side]
    }
}

/// Places pictures side by side, then on the next shelf, then in the next plane.
struct Shelf {
    side: usize,
    plane: usize,
    row: usize,
    col: usize,
    tallest: usize,
}

impl Shelf {
    fn put(&mut self, (height, width): (usize, usize)) -> usize {
        if self.col + width > self.side {
            (self.row, self.col, self.tallest) = (self.row + self.tallest + 1, 0, 0);
        }
        if self.row + height > self.side {
            (self.plane, self.row, self.col, self.tallest) = (self.plane + 1, 0, 0, 0);
        }
        let cell = (self.plane * self.side + self.row) * self.side + self.col;
        self.col += width + 1;
        self.tallest = self.tallest.max(height);
        cell
    }
}

/// A number as it is shown.
#[inline(always)]
fn short(number: usize) -> u8 {
    number.min(255) as u8
}

/// Writes numbers one after the other.
struct Facts<'a> {
    cells: &'a mut [u8],
    at: usize,
}

impl Facts<'_> {
    #[inline(always)]
    fn put(&mut self, number: usize) {
        self.cells[self.at] = short(number);
        self.at += 1;
    }

    fn put_all(&mut self, numbers: impl IntoIterator<Item = usize>) {
        numbers.into_iter().for_each(|number| self.put(number));
    }
}

impl Cobogo {
    #[inline(always)]
    pub(super) fn write_observation(&self, state: &State, seat: Seat, canvas: &mut Canvas<'_>) {
        self.write_contents(state, canvas);
        self.write_pictures(state, seat, canvas);
        let numbers = self.layout.numbers_before_log + PLACEMENT * state.log.len();
        let cells = canvas.part(self.layout.facts, numbers);
        cells.fill(0);
        self.write_facts(state, seat, &mut Facts { cells, at: 0 });
    }

    #[inline(always)]
    fn write_contents(&self, state: &State, canvas: &mut Canvas<'_>) {
        let bounds = state.mosaic.bounds();
        if bounds.is_empty() {
            return;
        }
        let side = self.layout.side;
        let (row0, col0) = corner(bounds, side);
        let first = bounds.top.max(row0);
        let last = bounds.bottom.min(row0 + side as i16 - 1);
        let height = (last + 1 - first) as usize;
        state.mosaic.for_each_content(
            &self.outlines,
            (first, col0),
            height,
            #[inline(always)]
            |code, rows| {
                let plane = usize::from(code - GLASS);
                let at = (plane * side + (first - row0) as usize) * side;
                spread(rows, side, canvas.part(at, height * side));
            },
        );
    }

    #[inline(always)]
    fn write_pictures(&self, state: &State, seat: Seat, canvas: &mut Canvas<'_>) {
        let Layout { side, places, patterns, .. } = &self.layout;
        let hand = state.hands[usize::from(seat)].cards();
        let hand = hand.iter().map(|card| &*self.set.cards[usize::from(card.brick)].brick);
        let shown = hand.zip(places).map(|(cells, place)| (cells, self.set.cols, place));
        let reserved = state.reserved.cards().iter().map(|&card| &patterns[usize::from(card)]);
        let reserved = reserved.zip(&places[HAND..]);
        let reserved = reserved.map(|((cells, width), place)| (&**cells, *width, place));
        for (cells, width, place) in shown.chain(reserved) {
            for (row, line) in cells.chunks_exact(width).enumerate() {
                canvas.write(place + row * side, line);
            }
        }
    }

    #[inline(always)]
    fn write_facts(&self, state: &State, seat: Seat, facts: &mut Facts<'_>) {
        let id = |card: CardId| if card == NO_CARD { 0 } else { usize::from(card) + 1 };
        let brick = |card: CardId| match card {
            NO_CARD => 0,
            card => id(self.twins.first_with_brick(card)),
        };
        facts.put(usize::from(seat) + 1);
        facts.put(self.players);
        facts.put(self.seat_to_move(state).map_or(0, |seat| usize::from(seat) + 1));
        facts.put(self.turn(state));
        facts.put(state.log.len());
        facts.put(state.pile.len() as usize);
        facts.put(state.pile.rejected.len());
        facts.put_all(state.hands.iter().map(|hand| hand.cards().len()));
        facts.put(state.won.map_or(0, |won| 1 + usize::from(won)));
        facts.put(brick(state.starter));
        let start = facts.at;
        for &card in state.reserved.cards() {
            let demand = self.judge.demand(card);
            let progress = self.judge.progress(&state.mosaic, card);
            let kind = self.group(card).index() + 1;
            let (content, number) = (usize::from(demand.content), demand.number as usize);
            facts.put_all([kind, content, number, progress.have as usize, progress.ok.into()]);
        }
        facts.at = start + 5 * RESERVED;
        let start = facts.at;
        if self.rules.physical {
            self.write_backs(state, facts);
        }
        let rejected = if self.rules.physical { self.set.cards_of(Group::Base).len() } else { 0 };
        facts.at = start + SEATS * HAND + 1 + rejected;
        let bounds = state.mosaic.bounds();
        let numbers = facts.cells[facts.at..].as_chunks_mut::<PLACEMENT>().0;
        for (numbers, placement) in numbers.iter_mut().zip(&state.log) {
            let (row, col) = (placement.at.row - bounds.top, placement.at.col - bounds.left);
            let (seat, rot) = (usize::from(placement.seat) + 1, usize::from(placement.at.rot));
            *numbers = [seat, brick(placement.brick), rot, row as usize, col as usize].map(short);
        }
    }

    /// K-117: hands, the top card, then the rejected cards.
    fn write_backs(&self, state: &State, facts: &mut Facts<'_>) {
        let name = |card: CardId| match card {
            NO_CARD => 0,
            card => usize::from(self.twins.first_with_pattern(card)) + 1,
        };
        for hand in &state.hands {
            let backs = hand.cards().iter().map(|card| name(card.back));
            facts.put_all(backs.chain(std::iter::repeat(0)).take(HAND));
        }
        facts.put(state.pile.next_back().map_or(0, name));
        facts.put_all(state.pile.rejected.iter().map(|&card| name(card)));
    }
}
