//! Indices of actions. They belong to a position: tiles are named by their slot in the atelier, slides and
//! restores onto another cell by their place among the legal ones. `docs/games/athos.md` has the table.

use super::Athos;
use super::action::{Action, Cell, Lay, Swap};
use super::atelier::{Held, Place};
use super::contract::Crossing;
use super::mural::{Headings, PATTERNS};
use super::rules::Mode;
use super::state::State;
use super::types::Face;
use crate::canvas::Canvas;
use crate::grid::Cells;

/// Ways in which a lay can slide, and restores onto another cell, that have an index.
const PUSHES: usize = 4;
const MOVED: usize = 16;
/// Sides of a cube.
const SIDES: usize = 6;

/// Where each sort of action begins.
#[derive(Clone, Copy, Debug)]
pub struct Indices {
    slots: usize,
    cells: usize,
    spaces: usize,
    faces: usize,
    /// Quarter-turns and orientations of a lay.
    looks: usize,
    sides: usize,
    has_cards: bool,
}

/// The sorts of action, in the order of their indices.
const TAKE: usize = 0;
const TAKE_FROM: usize = 1;
const ROTATE: usize = 2;
const LAY: usize = 3;
const PROTECT: usize = 4;
const UNPROTECT: usize = 5;
const SWAP: usize = 6;
const RESTORE: usize = 7;
const MOVE: usize = 8;
const MARK: usize = 9;
const PASS: usize = 10;
const SORTS: usize = 11;

impl Indices {
    fn sizes(&self) -> [usize; SORTS] {
        let restores = usize::from(self.has_cards) * self.cells;
        [
            self.faces,
            self.spaces,
            self.slots * SIDES,
            self.slots * self.cells * PUSHES * self.looks,
            self.slots,
            self.slots,
            self.slots * self.slots * self.sides * super::atelier::SPACES,
            restores * self.slots * 4,
            restores * MOVED,
            Crossing::COUNT,
            1,
        ]
    }

    /// How many indices there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.sizes().iter().sum()
    }

    fn start(&self, sort: usize) -> usize {
        self.sizes()[..sort].iter().sum()
    }
}

impl Athos {
    pub(super) fn indices(&self) -> Indices {
        let (rows, columns) = self.set.mural;
        let has_cards = self.rules.mode.has_cards();
        Indices {
            slots: usize::from(self.spaces[0] + self.spaces[1]),
            cells: usize::from(rows) * usize::from(columns),
            spaces: self.board.spaces.len(),
            faces: self.set.faces.len(),
            looks: if !has_cards {
                1
            } else if self.rules.turns_cards {
                16
            } else {
                4
            },
            sides: self.sides,
            has_cards,
        }
    }

    /// The slot of a tile: Free ones first, each sort by face.
    fn slot(&self, state: &State, side: usize, tile: Held) -> Option<usize> {
        let shelf = state.ateliers[side].shelf(tile.place);
        let place = shelf.faces().iter().position(|&face| face == tile.face)?;
        Some(place + if tile.place == Place::Free { 0 } else { usize::from(self.spaces[0]) })
    }

    fn in_slot(&self, state: &State, side: usize, slot: usize) -> Option<Held> {
        let free = usize::from(self.spaces[0]);
        let (place, index) =
            if slot < free { (Place::Free, slot) } else { (Place::Protected, slot - free) };
        let face = *state.ateliers[side].shelf(place).faces().get(index)?;
        let tile = Held { place, face };
        // Equal tiles go by the first slot.
        (self.slot(state, side, tile) == Some(slot)).then_some(tile)
    }

    /// The number of a cell of the mural, row by row.
    fn number(&self, cell: Cell) -> Option<usize> {
        let columns = usize::from(self.set.mural.1);
        self.ground
            .inside
            .has(cell)
            .then(|| usize::from(cell >> 4) * columns + usize::from(cell & 15))
    }

    fn numbered(&self, number: usize) -> Cell {
        let columns = usize::from(self.set.mural.1);
        Cells::cell((number / columns) as u8, (number % columns) as u8)
    }

    /// The number of a space of Fundathos, row by row.
    fn space(&self, cell: Cell) -> Option<usize> {
        self.board.spaces.iter().position(|space| space == cell)
    }

    /// The ways in which a lay can slide, in order.
    fn push_at(&self, state: &State, tile: Held, cell: Cell, place: usize) -> Option<Headings> {
        let mut found = None;
        let mut count = 0;
        self.each_push(state, self.pattern(tile.face), cell, |choices| {
            if count == place {
                found = Some(choices);
            }
            count += 1;
        });
        found
    }

    fn push_place(&self, state: &State, lay: Lay) -> Option<usize> {
        let mut found = None;
        let mut count = 0;
        self.each_push(state, self.pattern(lay.tile.face), lay.cell, |choices| {
            if choices == lay.choices {
                found = Some(count);
            }
            count += 1;
        });
        found.filter(|&place| place < PUSHES)
    }

    /// The index of an action in this position.
    pub(super) fn index_of(&self, state: &State, action: Action) -> Option<u32> {
        let (indices, side) = (self.indices(), self.side(state));
        let slot = |tile| self.slot(state, side, tile);
        let (sort, place) = match action {
            Action::Take(face) => (TAKE, Some(face.index())),
            Action::TakeFrom(cell) => (TAKE_FROM, self.space(cell)),
            Action::Rotate(tile, to) => {
                let faces = self.set.kinds[usize::from(self.kind(tile.face))].faces;
                let face = faces.iter().position(|&face| face == to)?;
                (ROTATE, slot(tile).map(|slot| slot * SIDES + face))
            }
            Action::Lay(lay) => {
                let place = slot(lay.tile)? * indices.cells + self.number(lay.cell)?;
                let place = place * PUSHES + self.push_place(state, lay)?;
                let look = usize::from(lay.card.unwrap_or(0)) * 4 + usize::from(lay.turn);
                (LAY, (look < indices.looks).then_some(place * indices.looks + look))
            }
            Action::Protect(face) => (PROTECT, slot(Held { place: Place::Free, face })),
            Action::Unprotect(face) => (UNPROTECT, slot(Held { place: Place::Protected, face })),
            Action::Swap(Swap { give, roll, take, from }) => {
                let other = state.ateliers.get(usize::from(from))?.shelf(Place::Free);
                let taken = other.faces().iter().position(|&face| face == take)?;
                let pair = slot(give)? * indices.slots + slot(roll)?;
                let place = pair * indices.sides + usize::from(from);
                (SWAP, Some(place * super::atelier::SPACES + taken))
            }
            Action::Restore(cell, lay) if lay.cell == cell => {
                let place = self.number(cell)? * indices.slots + slot(lay.tile)?;
                (RESTORE, Some(place * 4 + usize::from(lay.turn)))
            }
            Action::Restore(cell, lay) => {
                let restores = self.restores(state);
                let moved = restores.iter().filter(|other| other.0 == cell && other.1.cell != cell);
                let place = moved.take(MOVED).position(|other| other.1 == lay)?;
                (MOVE, Some(self.number(cell)? * MOVED + place))
            }
            Action::Mark(crossing) => (MARK, Some(crossing as usize)),
            Action::Pass => (PASS, Some(0)),
            Action::First(_) | Action::Draw(_) | Action::Roll(_) => return None,
        };
        Some((indices.start(sort) + place?) as u32)
    }

    /// The action of an index in this position.
    pub(super) fn action_of(&self, state: &State, index: u32) -> Option<Action> {
        let (indices, side) = (self.indices(), self.side(state));
        let mut place = index as usize;
        let sizes = indices.sizes();
        let sort = sizes.iter().position(|&size| {
            let is_here = place < size;
            place -= if is_here { 0 } else { size };
            is_here
        })?;
        let mut split = |by: usize| {
            let rest = place % by;
            place /= by;
            rest
        };
        let in_slot = |slot| self.in_slot(state, side, slot);
        Some(match sort {
            TAKE => Action::Take(Face(place as u8)),
            TAKE_FROM => Action::TakeFrom(self.board.spaces.nth(place)?),
            ROTATE => {
                let face = split(SIDES);
                let tile = in_slot(place)?;
                let faces = self.set.kinds[usize::from(self.kind(tile.face))].faces;
                // A face that a cube shows twice goes by its first side.
                let to = faces[face];
                (faces.iter().position(|&other| other == to) == Some(face)).then_some(())?;
                Action::Rotate(tile, to)
            }
            LAY => {
                let (look, push) = (split(indices.looks), split(PUSHES));
                let cell = self.numbered(split(indices.cells));
                let tile = in_slot(place)?;
                let opens = !self.orientations(state, self.pattern(tile.face)).is_empty();
                let card = opens.then_some((look / 4) as u8);
                (opens || look < 4).then_some(())?;
                let choices = self.push_at(state, tile, cell, push)?;
                Action::Lay(Lay { tile, turn: (look % 4) as u8, cell, choices, card })
            }
            PROTECT => {
                Action::Protect(in_slot(place).filter(|tile| tile.place == Place::Free)?.face)
            }
            UNPROTECT => Action::Unprotect(
                in_slot(place).filter(|tile| tile.place == Place::Protected)?.face,
            ),
            SWAP => {
                let taken = split(super::atelier::SPACES);
                let from = split(indices.sides);
                let roll = in_slot(split(indices.slots))?;
                let give = in_slot(place)?;
                let shelf = state.ateliers[from].shelf(Place::Free);
                let take = *shelf.faces().get(taken)?;
                let first = shelf.faces().iter().position(|&face| face == take);
                (first == Some(taken)).then_some(())?;
                Action::Swap(Swap { give, roll, take, from: from as u8 })
            }
            RESTORE => {
                let turn = split(4) as u8;
                let tile = in_slot(split(indices.slots))?;
                let cell = self.numbered(place);
                let choices = Headings::NONE;
                Action::Restore(cell, Lay { tile, turn, cell, choices, card: None })
            }
            MOVE => {
                let rank = split(MOVED);
                let cell = self.numbered(place);
                let restores = self.restores(state);
                let mut moved =
                    restores.iter().filter(|other| other.0 == cell && other.1.cell != cell);
                Action::Restore(cell, moved.nth(rank)?.1)
            }
            MARK => Action::Mark(Crossing::ALL[place]),
            _ => Action::Pass,
        })
    }

    /// Writes 1 at the index of every legal action.
    pub(super) fn mark_legal(&self, state: &State, mask: &mut Canvas<'_>) -> usize {
        let mut total = 0;
        self.visit_legal(state, &mut |action| {
            if let Some(index) = self.index_of(state, action) {
                mask.set(index as usize);
                total += 1;
            }
        });
        total
    }

    /// An upper bound of the decisions in a game (Z-5).
    pub(super) fn longest(&self) -> u32 {
        // In a turn up to three actions, each followed by up to four markers, the moves of U-16 and a pass.
        let moves =
            if self.rules.mode.is_tug() { u32::from(self.spaces[0] + self.spaces[1]) } else { 0 };
        let turn = 3 * (1 + Crossing::COUNT as u32 + moves) + moves + 1;
        let tail = if self.rules.mode == Mode::Base { PATTERNS as u32 } else { 0 };
        self.rules.max_rounds * self.round() * turn + tail
    }
}
