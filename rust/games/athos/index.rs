//! Indices of actions. They belong to a position: tiles are named by their slot in the atelier, slides and
//! restores onto another cell by their place among the legal ones. `docs/games/athos.md` has the table.

use super::Athos;
use super::action::{Action, Cell, Lay, Swap};
use super::atelier::{Held, Place, SPACES};
use super::contract::Crossing;
use super::layout::{
    EFFECT, Indices, LAY, MARK, MASTER, MOVE, MOVED, PASS, PROTECT, RESTORE, ROTATE, SIDES, SWAP,
    TAKE, TAKE_FROM, TOOL, UNPROTECT, USE, WITH_TOOL,
};
use super::masters::{MasterAction, master_at, master_place};
use super::mural::{Headings, PATTERNS, RANKS as PUSHES, Slides};
use super::rules::Mode;
use super::state::State;
use super::tools::{tool_at, tool_place};
use super::types::Face;
use crate::grid::Cells;

impl Athos {
    pub(super) fn indices(&self) -> &Indices {
        &self.indices
    }

    /// The slot of a tile: Free ones first, each sort by face.
    #[inline(always)]
    pub(super) fn slot(&self, state: &State, side: usize, tile: Held) -> Option<usize> {
        if matches!(tile.place, Place::Tool | Place::ToolFree) {
            // Behind all spaces.
            let spaces = usize::from(self.spaces[0] + self.spaces[1]);
            let place = state.ateliers[side].on_tool().position(|other| other == tile)?;
            return Some(spaces + place);
        }
        let place = state.ateliers[side].shelf(tile.place).place_of(tile.face)?;
        Some(place + if tile.place == Place::Free { 0 } else { usize::from(self.spaces[0]) })
    }

    pub(super) fn in_slot(&self, state: &State, side: usize, slot: usize) -> Option<Held> {
        let free = usize::from(self.spaces[0]);
        if let Some(place) = slot.checked_sub(free + usize::from(self.spaces[1])) {
            return state.ateliers[side].on_tool().nth(place);
        }
        let (place, index) =
            if slot < free { (Place::Free, slot) } else { (Place::Protected, slot - free) };
        let face = *state.ateliers[side].shelf(place).faces().get(index)?;
        let tile = Held { place, face };
        // Equal tiles go by the first slot.
        (self.slot(state, side, tile) == Some(slot)).then_some(tile)
    }

    /// The number of a cell of the mural, row by row.
    pub(super) fn number(&self, cell: Cell) -> Option<usize> {
        let columns = usize::from(self.set.mural.1);
        self.ground
            .inside
            .has(cell)
            .then(|| usize::from(cell >> 4) * columns + usize::from(cell & 15))
    }

    pub(super) fn numbered(&self, number: usize) -> Cell {
        let columns = usize::from(self.set.mural.1);
        Cells::cell((number / columns) as u8, (number % columns) as u8)
    }

    /// The number of a space of Fundathos, row by row, gaps included.
    pub(super) fn space(&self, cell: Cell) -> Option<usize> {
        let columns = usize::from(self.set.fundathos.cols);
        let number = usize::from(cell >> 4) * columns + usize::from(cell & 15);
        self.board.spaces.has(cell).then_some(number)
    }

    pub(super) fn space_at(&self, number: usize) -> Option<Cell> {
        let columns = usize::from(self.set.fundathos.cols);
        let cell = Cells::cell((number / columns) as u8, (number % columns) as u8);
        self.board.spaces.has(cell).then_some(cell)
    }

    /// The way of this rank in which a lay can slide.
    fn push_at(&self, state: &State, tile: Held, cell: Cell, rank: usize) -> Option<Headings> {
        let table = self.table(state);
        let slides = Slides::new(&self.ground, &state.blocks, &table);
        let lays = slides.lays(self.pattern(tile.face), Cells::single(cell));
        lays.nth(rank).map(|(_, push)| push.choices)
    }

    /// The rank of the way in which a lay slides, if it has an index.
    pub(super) fn push_rank(&self, state: &State, lay: Lay) -> Option<usize> {
        let table = self.table(state);
        let slides = Slides::new(&self.ground, &state.blocks, &table);
        let (mut found, mut rank) = (None, 0);
        let lays = slides.lays(self.pattern(lay.tile.face), Cells::single(lay.cell));
        lays.each(|_, push| {
            found = if push.choices == lay.choices { Some(rank) } else { found };
            rank += 1;
        });
        found.filter(|&rank| rank < PUSHES)
    }

    /// The place of a lay of the tile in a slot among all lays.
    pub(super) fn lay_place(&self, state: &State, slot: usize, lay: Lay) -> Option<usize> {
        let indices = self.indices();
        let look = usize::from(lay.card.unwrap_or(0)) * 4 + usize::from(lay.turn);
        let place = indices.lays_at(slot, self.push_rank(state, lay)?, look);
        (look < indices.looks).then_some(place + self.number(lay.cell)?)
    }

    /// The lay at a place among all lays; `in_slot` tells the tile of a slot.
    pub(super) fn lay_at(
        &self,
        state: &State,
        mut place: usize,
        in_slot: impl Fn(usize) -> Option<Held>,
    ) -> Option<Lay> {
        let indices = self.indices();
        let mut split = |by: usize| {
            let rest = place % by;
            place /= by;
            rest
        };
        let (cell, look) = (self.numbered(split(indices.cells)), split(indices.looks));
        let push = split(PUSHES);
        let tile = in_slot(place)?;
        let opens = !self.orientations(state, self.pattern(tile.face)).is_empty();
        let card = opens.then_some((look / 4) as u8);
        (opens || look < 4).then_some(())?;
        let choices = self.push_at(state, tile, cell, push)?;
        Some(Lay { tile, turn: (look % 4) as u8, cell, choices, card, tool: false })
    }

    /// The place of a restore among those on the same cell, or onto others, which come behind.
    pub(super) fn restore_place(&self, state: &State, cell: Cell, lay: Lay) -> Option<usize> {
        let (indices, number) = (self.indices(), self.number(cell)?);
        if lay.cell == cell {
            let place = number * indices.slots + self.slot(state, self.side(state), lay.tile)?;
            return Some(place * 4 + usize::from(lay.turn));
        }
        let restores = self.restores(state);
        let moved = restores.iter().filter(|other| other.0 == cell && other.1.cell != cell);
        let place = moved.take(MOVED).position(|other| other.1 == lay)?;
        Some(indices.restores()[0] + number * MOVED + place)
    }

    /// The restore at a place.
    pub(super) fn restore_at(&self, state: &State, place: usize) -> Option<(Cell, Lay)> {
        let indices = self.indices();
        if let Some(place) = place.checked_sub(indices.restores()[0]) {
            let cell = self.numbered(place / MOVED);
            let restores = self.restores(state);
            let mut moved = restores.iter().filter(|other| other.0 == cell && other.1.cell != cell);
            return Some((cell, moved.nth(place % MOVED)?.1));
        }
        let (rest, turn) = (place / 4, (place % 4) as u8);
        let tile = self.in_slot(state, self.side(state), rest % indices.slots)?;
        let cell = self.numbered(rest / indices.slots);
        let choices = Headings::NONE;
        Some((cell, Lay { tile, turn, cell, choices, card: None, tool: false }))
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
            Action::Lay(Lay { tool: true, .. })
            | Action::Protect(_, true)
            | Action::Restore(_, Lay { tool: true, .. }) => {
                (WITH_TOOL, self.with_tool_place(state, indices, action))
            }
            Action::Lay(lay) => (LAY, self.lay_place(state, slot(lay.tile)?, lay)),
            Action::Protect(face, false) => (PROTECT, slot(Held { place: Place::Free, face })),
            Action::Unprotect(face) => (UNPROTECT, slot(Held { place: Place::Protected, face })),
            Action::Swap(Swap { give, roll, take, from }) => {
                let other = state.ateliers.get(usize::from(from))?;
                let taken = match take.place {
                    Place::Free => {
                        let mut faces = other.shelf(Place::Free).faces().iter();
                        faces.position(|&face| face == take.face)?
                    }
                    _ => other.has(take).then_some(SPACES)?,
                };
                let pair = slot(give)? * indices.slots + slot(roll)?;
                let place = pair * indices.sides + usize::from(from);
                (SWAP, Some(place * indices.offers + taken))
            }
            Action::Restore(cell, lay) => (RESTORE, self.restore_place(state, cell, lay)),
            Action::Mark(crossing) => (MARK, Some(crossing as usize)),
            Action::Pass => (PASS, Some(0)),
            Action::Master(MasterAction::Use(action)) => {
                (USE, self.use_place(state, indices, action))
            }
            Action::Master(action) => (MASTER, master_place(action)),
            Action::Tool(action) => match tool_place(action) {
                Some(place) => (TOOL, Some(place)),
                None => (EFFECT, self.effect_place(state, indices, action)),
            },
            Action::First(_)
            | Action::Draw(_)
            | Action::Roll(_)
            | Action::DealMaster(_)
            | Action::DealTool(_) => return None,
        };
        Some((indices.starts[sort] + place?) as u32)
    }

    /// The action of an index in this position.
    pub(super) fn action_of(&self, state: &State, index: u32) -> Option<Action> {
        let (indices, side) = (self.indices(), self.side(state));
        let index = index as usize;
        let sort = indices.starts[1..].iter().position(|&end| index < end)?;
        let mut place = index - indices.starts[sort];
        let mut split = |by: usize| {
            let rest = place % by;
            place /= by;
            rest
        };
        let in_slot = |slot| self.in_slot(state, side, slot);
        Some(match sort {
            TAKE => Action::Take(Face(place as u8)),
            TAKE_FROM => Action::TakeFrom(self.space_at(place)?),
            ROTATE => {
                let face = split(SIDES);
                let tile = in_slot(place)?;
                let faces = self.set.kinds[usize::from(self.kind(tile.face))].faces;
                // A face that a cube shows twice goes by its first side.
                let to = faces[face];
                (faces.iter().position(|&other| other == to) == Some(face)).then_some(())?;
                Action::Rotate(tile, to)
            }
            LAY => Action::Lay(self.lay_at(state, place, in_slot)?),
            PROTECT => {
                let tile = in_slot(place).filter(|tile| tile.place == Place::Free)?;
                Action::Protect(tile.face, false)
            }
            UNPROTECT => Action::Unprotect(
                in_slot(place).filter(|tile| tile.place == Place::Protected)?.face,
            ),
            SWAP => {
                let taken = split(indices.offers);
                let from = split(indices.sides);
                let roll = in_slot(split(indices.slots))?;
                let give = in_slot(place)?;
                let other = &state.ateliers[from];
                let take = if taken == SPACES {
                    other.on_tool().find(|tile| tile.place == Place::ToolFree)?
                } else {
                    let faces = other.shelf(Place::Free).faces();
                    let face = *faces.get(taken)?;
                    let first = faces.iter().position(|&other| other == face);
                    (first == Some(taken)).then_some(())?;
                    Held { place: Place::Free, face }
                };
                Action::Swap(Swap { give, roll, take, from: from as u8 })
            }
            RESTORE | MOVE => {
                let behind = if sort == MOVE { indices.restores()[0] } else { 0 };
                let (cell, lay) = self.restore_at(state, behind + place)?;
                Action::Restore(cell, lay)
            }
            MARK => Action::Mark(Crossing::ALL[place]),
            PASS => Action::Pass,
            MASTER => Action::Master(master_at(place)?),
            USE => Action::Master(MasterAction::Use(self.use_at(state, indices, place)?)),
            TOOL => Action::Tool(tool_at(place)?),
            EFFECT => Action::Tool(self.effect_at(state, indices, place)?),
            _ => self.with_tool_at(state, indices, place)?,
        })
    }

    /// An upper bound of the decisions in a game (Z-5).
    pub(super) fn longest(&self) -> u32 {
        // In a turn up to three actions, each followed by up to four markers, the moves of U-16 and a pass.
        let moves =
            if self.rules.mode.is_tug() { u32::from(self.spaces[0] + self.spaces[1]) } else { 0 };
        // Expansions add a Master, two actions of a series, and up to four decisions after a cut.
        let has_more = self.has_masters() || self.has_tools();
        let (actions, after) = if has_more { (6, 4) } else { (3, 0) };
        let turn = actions * (1 + Crossing::COUNT as u32 + after + moves) + moves + 1;
        let tail = if self.rules.mode == Mode::Base { PATTERNS as u32 } else { 0 };
        self.rules.max_rounds * self.round() * turn + tail
    }
}
