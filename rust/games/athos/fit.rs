//! How a block lies under its contract card: in which frames each of its tiles is correct, which frames
//! it refers to, and what is wrong in them (A-13, A-14, J-4 to J-6).
//!
//! A block and a frame that share a tile are at most two rows and columns apart: 25 frames, a bit each.
//! A tile fits the frames that put an equal one of the artwork on its cell.

use super::Athos;
use super::action::Cell;
use super::contract::{Art, Frame, SIDE};
use super::state::State;
use super::types::{Pattern, Tile};
use crate::grid::Cells;

/// Frames beside the first cell of a box: five by five, row by row, from two rows and columns before.
type Near = u32;

/// Frames in a row of [`Near`].
const ROW: u32 = 5;
/// The frame that begins where the box does.
const MIDDLE: u32 = 2 * ROW + 2;

/// Places of a box or of a card, three by three, row by row, a bit each.
pub type Places = u16;

/// The place that can have neighbours on all sides.
const CENTRE: Places = 1 << 4;
/// Its neighbours.
const CROSS: Places = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7;

/// For each tile the frames that put an equal one of an artwork on the first cell of a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Votes([Near; 256]);

impl Votes {
    /// The frames for an artwork.
    #[must_use]
    pub fn new(cells: &[[Tile; 3]; 3]) -> Self {
        let mut votes = [0; 256];
        for (row, tiles) in (0..).zip(cells) {
            for (column, tile) in (0..).zip(tiles) {
                votes[usize::from(tile.0)] |= 1 << (MIDDLE - (ROW * row + column));
            }
        }
        Self(votes)
    }
}

/// What restores of a block can ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    /// The faces, a bit each.
    pub faces: u64,
    /// For each tile by its place in the box, those of the card that can replace it: by the first cell
    /// that shows the same, a bit each (J-8).
    wanted: [Places; 9],
    /// Whether a tile lies outside a frame, and is replaced elsewhere (J-9).
    pub is_moved: bool,
    /// The first cell of the box.
    first: (u8, u8),
}

impl Asks {
    /// How many restores on the cell of the removed tile take one of these tiles of a card.
    #[inline(always)]
    #[must_use]
    pub fn count(&self, tiles: Places) -> usize {
        self.wanted.iter().map(|wanted| (wanted & tiles).count_ones() as usize).sum()
    }

    /// Calls `visit` with each of them: the cell, and the place of the tile on the card.
    #[inline(always)]
    pub fn each(&self, tiles: Places, mut visit: impl FnMut(Cell, usize)) {
        for (place, wanted) in (0..).zip(self.wanted) {
            for like in bits((wanted & tiles).into()) {
                visit(cell_at(self.first, place), like as usize);
            }
        }
    }
}

/// A block under its card. Blocks are never larger than a card where there are cards (O-10).
#[derive(Clone, Copy, Debug)]
pub struct Fit<'a> {
    art: &'a Art,
    /// The first cell of the box.
    first: (u8, u8),
    /// The tiles there are.
    tiles: Places,
    /// The frames in which each of them is correct.
    fits: [Near; 9],
    /// The tiles that are part of a correct square.
    sound: Places,
    /// The reference frames (J-5).
    frames: Near,
}

impl Athos {
    /// How the block of a pattern lies under its card.
    #[inline(always)]
    pub(super) fn fit(&self, state: &State, pattern: Pattern) -> Fit<'_> {
        self.fit_of(state, pattern, state.blocks.of(pattern))
    }

    /// The same of a part of the block.
    #[inline(always)]
    pub(super) fn fit_of(&self, state: &State, pattern: Pattern, block: Cells) -> Fit<'_> {
        let art = self.art(state, pattern);
        let (top, left, height, width) = block.bounds().unwrap_or((0, 0, SIDE, SIDE));
        let (mut tiles, mut fits) = (0, [0; 9]);
        for cell in block.iter() {
            let (row, column) = Cells::place(cell);
            let (row, column) = (u32::from(row - top), u32::from(column - left));
            let place = 3 * row + column;
            tiles |= 1 << place;
            let votes = art.votes.0[usize::from(state.tiles[usize::from(cell)].0)];
            fits[place as usize] = votes << (ROW * row + column);
        }
        let (mut frames, mut sound) = (0, 0);
        for place in [0, 1, 3, 4] {
            let all = fits[place] & fits[place + 1] & fits[place + 3] & fits[place + 4];
            frames |= all;
            sound |= if all == 0 { 0 } else { 0b11011 << place };
        }
        if frames == 0 {
            // Those around the whole box.
            let line = |size: u8, step: u32| {
                (u32::from(size) - 1..=2).fold(0, |set: Near, at| set | 1 << (step * at))
            };
            frames = line(height, ROW) * line(width, 1);
        }
        let frames = most(frames, &fits);
        Fit { art, first: (top, left), tiles, fits, sound, frames }
    }
}

/// Those of the frames in which most tiles fit.
#[inline(always)]
fn most(frames: Near, fits: &[Near; 9]) -> Near {
    // One digit of all counts in each word.
    let mut counts = [0; 4];
    for &fit in fits {
        let mut carry = fit;
        for digit in &mut counts {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    counts.iter().rev().fold(frames, |best, digit| match best & digit {
        0 => best,
        more => more,
    })
}

impl Fit<'_> {
    /// Whether a tile is on each cell of the card and is correct.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.fits.iter().all(|fit| fit >> MIDDLE & 1 == 1)
    }

    /// The reference frames (J-5).
    pub fn frames(&self) -> impl Iterator<Item = Frame> {
        bits(self.frames).map(|near| self.frame(near))
    }

    fn frame(&self, near: u32) -> Frame {
        let (row, column) = (near / ROW, near % ROW);
        Frame {
            row: self.first.0 as i8 + row as i8 - 2,
            column: self.first.1 as i8 + column as i8 - 2,
        }
    }

    fn near(&self, frame: Frame) -> u32 {
        let row = frame.row - self.first.0 as i8 + 2;
        let column = frame.column - self.first.1 as i8 + 2;
        ROW * row as u32 + column as u32
    }

    /// The tiles that fit one of the reference frames.
    #[must_use]
    pub fn fitting(&self, frame: Frame) -> Cells {
        self.cells(self.fitting_at(self.near(frame)))
    }

    /// The tiles that are part of a correct square.
    #[must_use]
    pub fn sound(&self) -> Cells {
        self.cells(self.sound)
    }

    /// The incorrect tiles for one of the reference frames (J-6).
    #[must_use]
    pub fn incorrect(&self, frame: Frame) -> Cells {
        self.cells(self.incorrect_at(self.near(frame)))
    }

    fn fitting_at(&self, near: u32) -> Places {
        (0..9).fold(0, |set, place| set | ((self.fits[place] >> near & 1) as Places) << place)
    }

    fn incorrect_at(&self, near: u32) -> Places {
        self.tiles & !self.sound & !self.fitting_at(near)
    }

    fn cells(&self, places: Places) -> Cells {
        bits(places.into()).map(|place| self.cell(place)).collect()
    }

    fn cell(&self, place: u32) -> Cell {
        cell_at(self.first, place)
    }

    /// The tiles with fewer than four neighbours in the block (J-4).
    #[must_use]
    pub fn border(&self) -> Cells {
        self.cells(self.border_places())
    }

    fn border_places(&self) -> Places {
        if self.tiles & CROSS == CROSS { self.tiles & !CENTRE } else { self.tiles }
    }

    /// Calls `visit` with every tile that may be removed in some reference frame: its cell, the frame,
    /// and the tile that belongs there; `None` outside the frame.
    #[inline]
    pub fn each_removable(&self, mut visit: impl FnMut(Cell, Frame, Option<Tile>)) {
        let border = self.border_places();
        for near in bits(self.frames) {
            let removable = self.incorrect_at(near) & border;
            if removable == 0 {
                continue;
            }
            let frame = self.frame(near);
            for place in bits(removable.into()) {
                let cell = self.cell(place);
                visit(cell, frame, self.art.at(frame, cell));
            }
        }
    }

    /// What a restore of the block can ask for.
    #[must_use]
    #[inline(always)]
    pub fn asks(&self) -> Asks {
        let mut asks = Asks { first: self.first, ..Asks::default() };
        let border = self.border_places();
        for near in bits(self.frames) {
            for place in bits((self.incorrect_at(near) & border).into()) {
                match self.art.first_like(self.frame(near), self.cell(place)) {
                    Some(like) => asks.wanted[place as usize] |= 1 << like,
                    None => asks.is_moved = true,
                }
            }
        }
        let wanted = asks.wanted.iter().fold(0, |all, wanted| all | wanted);
        for (place, tile) in self.art.tiles().enumerate() {
            // J-9: any cell of the frame may come into question.
            if wanted >> place & 1 == 1 || asks.is_moved {
                asks.faces |= 1 << tile.face().0;
            }
        }
        asks
    }
}

/// The cell of a place in the box that begins here.
fn cell_at(first: (u8, u8), place: u32) -> Cell {
    Cells::cell(first.0 + (place / 3) as u8, first.1 + (place % 3) as u8)
}

/// The places of the bits that are set.
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}
