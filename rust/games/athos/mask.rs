//! Which indices are legal: written into a mask, or one of them picked, without a list of the actions.

use super::Athos;
use super::action::Action;
use super::atelier::{Held, Place, SPACES};
use super::choices::{Choices, Scene};
use super::layout::{
    LAY, MOVE, PASS, PROTECT, RESTORE, ROTATE, SIDES as CUBE, SWAP, TAKE, TAKE_FROM,
};
use super::state::{Phase, SIDES, State};
use crate::canvas::Canvas;
use crate::game::Actor;
use crate::grid::{Cells, MAX_CELLS_SIDE};
use crate::instructions::with_best_instructions;
use crate::random::Random;

/// Turns of a tile.
const TURNS: usize = 4;
/// What is written of a plane at once.
const CHUNK: usize = 32;
/// Most cells of a plane.
const MOST: usize = MAX_CELLS_SIDE * MAX_CELLS_SIDE;

/// The same cells for each turn of a tile, as they follow each other in a mask: it is only written,
/// for what lies there comes slowly.
struct Planes {
    cells: Cells,
    /// Those of one plane.
    len: usize,
    bytes: [u8; TURNS * MOST + CHUNK],
}

impl Planes {
    #[inline(always)]
    fn new() -> Self {
        Self { cells: Cells::EMPTY, len: 0, bytes: [0; TURNS * MOST + CHUNK] }
    }

    /// Draws the planes of some cells.
    #[inline(always)]
    fn draw(&mut self, cells: Cells, rows: usize, columns: usize) {
        if self.cells == cells {
            return;
        }
        (self.cells, self.len) = (cells, rows * columns);
        let flags = cells.flags(rows, columns);
        for turn in 0..TURNS {
            let chunks = flags.as_chunks::<CHUNK>().0.iter().take(self.len.div_ceil(CHUNK));
            for (chunk, place) in chunks.zip((turn * self.len..).step_by(CHUNK)) {
                // The next plane comes on top of what lies beyond this one.
                self.bytes[place..place + CHUNK].copy_from_slice(chunk);
            }
        }
    }

    /// Copies as many of them as are asked for, over and over.
    #[inline(always)]
    fn copy(&self, to: &mut [u8]) {
        to.chunks_mut(TURNS * self.len).for_each(|to| to.copy_from_slice(&self.bytes[..to.len()]));
    }
}

impl Athos {
    /// Writes 1 at the index of every legal action.
    pub(super) fn mark_legal(&self, state: &State, mask: &mut Canvas<'_>) -> usize {
        if state.phase != Phase::Act {
            let mut total = 0;
            self.visit_legal(state, &mut |action| total += self.mark_one(state, action, mask));
            return total;
        }
        let table = self.table(state);
        with_best_instructions(
            #[inline(always)]
            || {
                let scene = self.scene(state, &table);
                // The small sorts lie side by side.
                let small = self.indices.starts[LAY];
                mask.part(0, small).fill(0);
                let (mut total, mut few) = (0, 0);
                let mut planes = Planes::new();
                for &choices in self.sorts(&scene).iter() {
                    let count = self.mark_sort(&scene, choices, &mut planes, mask);
                    total += count;
                    few += if self.comes_first(choices) { count } else { 0 };
                }
                mask.tell(0, small, 1, few);
                total
            },
        )
    }

    /// Whether all indices of a sort are among those before the lays.
    #[inline(always)]
    fn comes_first(&self, choices: Choices) -> bool {
        match choices {
            Choices::Takes | Choices::Rotations | Choices::Unprotects | Choices::Pass => true,
            Choices::Protects => !self.has_tools(),
            _ => false,
        }
    }

    fn mark_one(&self, state: &State, action: Action, mask: &mut Canvas<'_>) -> usize {
        let index = self.index_of(state, action);
        index.map_or(0, |index| {
            mask.one(index as usize);
            1
        })
    }

    /// Writes 1 at the indices of one sort of action; how many there are.
    #[inline(always)]
    fn mark_sort(
        &self,
        scene: &Scene<'_>,
        choices: Choices,
        planes: &mut Planes,
        mask: &mut Canvas<'_>,
    ) -> usize {
        let (state, indices) = (scene.state, &self.indices);
        match choices {
            Choices::Takes => {
                let (faces, start) = (self.set.faces.len(), indices.starts[TAKE]);
                let cells = mask.part(start, indices.starts[TAKE_FROM] + indices.spaces - start);
                let (shown, taken) = cells.split_at_mut(faces);
                let mut count = 0;
                for (shown, &tiles) in shown.iter_mut().zip(&state.workshop[..faces]) {
                    *shown = u8::from(tiles > 0);
                    count += usize::from(*shown);
                }
                let (rows, columns) = self.fundathos_size();
                let released = self.released(state);
                let flags = released.flags(rows.into(), columns.into());
                taken.copy_from_slice(&flags[..taken.len()]);
                count + released.len()
            }
            Choices::Lays(tile, with_tool) => {
                if !self.paying(scene, tile, with_tool).is_empty() {
                    return self.mark_each(scene, choices, mask);
                }
                self.mark_lays(scene, tile, planes, mask)
            }
            Choices::Rotations => {
                let mut count = 0;
                for &tile in scene.own.iter() {
                    let Some(slot) = self.slot(state, scene.side, tile) else { continue };
                    let at = indices.starts[ROTATE] + slot * CUBE;
                    mask.stamp(at, &self.turned_to[tile.face.index()]);
                    count += self.turned(tile.face).len();
                }
                count
            }
            Choices::Swaps if !self.has_tools() => {
                let swaps = self.swaps(scene);
                if swaps.count_pairs() == 0 {
                    return 0;
                }
                // The same for every pair: the Free tiles of each other side.
                let (mut offers, mut count) = ([0; SIDES * SPACES], 0);
                for from in (0..self.sides).filter(|&from| from != scene.side) {
                    let shelf = state.ateliers[from].shelf(Place::Free);
                    offers[from * SPACES..][..SPACES].copy_from_slice(&shelf.firsts());
                    count += shelf.count_distinct();
                }
                if count == 0 {
                    return 0;
                }
                let mut slots = [0; 2 * SPACES + 2];
                for (slot, &tile) in slots.iter_mut().zip(swaps.own()) {
                    *slot = self.slot(state, scene.side, tile).unwrap_or_default();
                }
                let (start, width) = (indices.starts[SWAP], indices.sides * SPACES);
                let mut total = 0;
                for (give, roll) in swaps.places() {
                    let pair = slots[give] * indices.slots + slots[roll];
                    mask.write(start + pair * width, &offers[..width]);
                    total += count;
                }
                mask.tell(start, indices.slots * indices.slots * width, 1, total);
                total
            }
            Choices::Pass => {
                mask.one(indices.starts[PASS]);
                1
            }
            Choices::Restores if !self.has_tools() => {
                let expected = self.count_restores(state, &scene.usable);
                if expected == 0 {
                    return 0;
                }
                let count = self
                    .mark_restores(scene, mask)
                    .unwrap_or_else(|| self.mark_each(scene, choices, mask));
                let start = indices.starts[RESTORE];
                mask.tell(start, indices.starts[MOVE + 1] - start, 1, count);
                count
            }
            Choices::Protects if !self.has_tools() => {
                let free = scene.own.iter().filter(|tile| tile.place == Place::Free);
                free.map(|&tile| {
                    let slot = self.slot(state, scene.side, tile).unwrap_or_default();
                    mask.one(indices.starts[PROTECT] + slot);
                })
                .count()
            }
            _ => self.mark_each(scene, choices, mask),
        }
    }

    /// Writes 1 at the indices of the lays of a tile without a tool.
    #[inline(always)]
    fn mark_lays(
        &self,
        scene: &Scene<'_>,
        tile: Held,
        planes: &mut Planes,
        mask: &mut Canvas<'_>,
    ) -> usize {
        let (state, indices) = (scene.state, &self.indices);
        let pattern = self.pattern(tile.face);
        let ways = self.ways(scene, pattern);
        let Some(slot) = self.slot(state, scene.side, tile) else { return 0 };
        let (cards, looks) =
            (self.orientations(state, pattern), usize::from(self.looks(tile.face)));
        let (rows, columns) = self.set.mural;
        let mut count = 0;
        for (rank, cells) in ways.ranks.into_iter().enumerate() {
            if cells.is_empty() {
                break;
            }
            planes.draw(cells, rows.into(), columns.into());
            let mut mark = |look, looks| {
                let at = indices.starts[LAY] + indices.lays_at(slot, rank, look);
                planes.copy(mask.part(at, indices.cells * looks));
                mask.tell(at, indices.cells, looks, cells.len());
            };
            match cards {
                [] => mark(0, looks),
                [0, 1, 2, 3] if looks == 4 => mark(0, 16),
                _ => cards.iter().for_each(|&card| mark(4 * usize::from(card), looks)),
            }
            count += cells.len();
        }
        count * looks * cards.len().max(1)
    }

    /// Writes 1 at the indices of the restores where all are on the cell of the removed tile.
    #[inline(always)]
    fn mark_restores(&self, scene: &Scene<'_>, mask: &mut Canvas<'_>) -> Option<usize> {
        let (state, indices) = (scene.state, &self.indices);
        let mut count = 0;
        for &tile in scene.usable.iter() {
            let pattern = self.pattern(tile.face);
            let asks = state.kept.asks(pattern)?;
            if asks.faces >> tile.face.0 & 1 == 0 {
                continue;
            }
            if asks.is_moved {
                return None;
            }
            let slot = self.slot(state, scene.side, tile)?;
            let art = self.art(state, pattern);
            asks.each(art.shows(tile.face), |cell, like| {
                let place = self.number(cell).unwrap_or_default() * indices.slots + slot;
                mask.one(indices.starts[RESTORE] + 4 * place + usize::from(art.tile(like).turn()));
                count += 1;
            });
        }
        Some(count)
    }

    fn mark_each(&self, scene: &Scene<'_>, choices: Choices, mask: &mut Canvas<'_>) -> usize {
        let mut total = 0;
        self.each_of(scene, choices, &mut |action| {
            total += self.mark_one(scene.state, action, mask);
        });
        total
    }

    /// A uniformly random legal action among those that have an index, as its index.
    pub(super) fn pick_index(&self, state: &State, random: &mut Random) -> Option<u32> {
        let Actor::Player(_) = self.to_act(state) else { return None };
        let picked = self.index_of(state, self.pick(state, random));
        picked.or_else(|| {
            // One of the few without an index: any of the others then.
            let mut indices = Vec::new();
            self.visit_legal(state, &mut |action| indices.extend(self.index_of(state, action)));
            let count = u32::try_from(indices.len()).ok().filter(|&count| count > 0)?;
            Some(indices[random.below(count) as usize])
        })
    }
}
