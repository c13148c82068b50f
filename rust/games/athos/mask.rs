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
use crate::grid::Cells;
use crate::instructions::with_best_instructions;
use crate::random::Random;

/// What is written of a plane at once.
const CHUNK: usize = 32;

/// Cells as they lie in a mask, once for each look of a tile.
struct Plane {
    cells: Cells,
    len: usize,
    flags: [u8; 256],
}

impl Plane {
    #[inline(always)]
    fn new() -> Self {
        Self { cells: Cells::EMPTY, len: 0, flags: [0; 256] }
    }

    #[inline(always)]
    fn draw(&mut self, cells: Cells, rows: usize, columns: usize) {
        if self.cells != cells {
            *self = Self { cells, len: rows * columns, flags: cells.flags(rows, columns) };
        }
    }

    /// Copies it as often as there is room.
    #[inline(always)]
    fn copy(&self, to: &mut [u8]) {
        let Some(last) = self.len.checked_sub(CHUNK) else {
            to.chunks_exact_mut(self.len)
                .for_each(|to| to.copy_from_slice(&self.flags[..to.len()]));
            return;
        };
        // In pieces of one size, the last one on top of the one before: any other is a call.
        for start in (0..last).step_by(CHUNK).chain([last]) {
            let mut place = start;
            while let Some(to) = to.get_mut(place..place + CHUNK) {
                to.copy_from_slice(&self.flags[start..start + CHUNK]);
                place += self.len;
            }
        }
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
                let sorts = self.sorts(&scene);
                // The small sorts lie side by side.
                let small = self.indices.starts[LAY];
                let cells = mask.part(0, small);
                cells.fill(0);
                let first = sorts.iter().filter(|&&choices| self.comes_first(choices));
                let few: usize =
                    first.map(|&choices| self.mark_small(&scene, choices, cells)).sum();
                let (mut total, mut plane) = (few, Plane::new());
                for &choices in sorts.iter().filter(|&&choices| !self.comes_first(choices)) {
                    total += self.mark_sort(&scene, choices, &mut plane, mask);
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

    /// Writes 1 at the indices of one of these sorts, which are 0; how many there are.
    #[inline(always)]
    fn mark_small(&self, scene: &Scene<'_>, choices: Choices, cells: &mut [u8]) -> usize {
        let (state, starts) = (scene.state, &self.indices.starts);
        let slot = |tile| self.slot(state, scene.side, tile);
        match choices {
            Choices::Takes => {
                let (shown, taken) =
                    cells[starts[TAKE]..starts[ROTATE]].split_at_mut(starts[TAKE_FROM]);
                // A byte holds the number of faces.
                let mut count = 0_u8;
                for (shown, &tiles) in shown.iter_mut().zip(&state.workshop) {
                    *shown = u8::from(tiles > 0);
                    count += *shown;
                }
                let (rows, columns) = self.fundathos_size();
                let released = self.released(state);
                let flags = released.flags(rows.into(), columns.into());
                taken.copy_from_slice(&flags[..taken.len()]);
                usize::from(count) + released.len()
            }
            Choices::Rotations => {
                let mut count = 0;
                for &tile in scene.own.iter() {
                    let Some(slot) = slot(tile) else { continue };
                    let at = starts[ROTATE] + slot * CUBE;
                    cells[at..at + CUBE].copy_from_slice(&self.turned_to[tile.face.index()]);
                    count += self.turned(tile.face).len();
                }
                count
            }
            Choices::Protects => {
                let free = scene.own.iter().filter(|tile| tile.place == Place::Free);
                free.map(|&tile| cells[starts[PROTECT] + slot(tile).unwrap_or_default()] = 1)
                    .count()
            }
            Choices::Pass => {
                cells[starts[PASS]] = 1;
                1
            }
            _ => {
                let mut count = 0;
                self.each_of(scene, choices, &mut |action| {
                    if let Some(index) = self.index_of(state, action) {
                        cells[index as usize] = 1;
                        count += 1;
                    }
                });
                count
            }
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
        plane: &mut Plane,
        mask: &mut Canvas<'_>,
    ) -> usize {
        let (state, indices) = (scene.state, &self.indices);
        match choices {
            Choices::Lays(tile, with_tool) => {
                if !self.paying(scene, tile, with_tool).is_empty() {
                    return self.mark_each(scene, choices, mask);
                }
                self.mark_lays(scene, tile, plane, mask)
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
            _ => self.mark_each(scene, choices, mask),
        }
    }

    /// Writes 1 at the indices of the lays of a tile without a tool.
    #[inline(always)]
    fn mark_lays(
        &self,
        scene: &Scene<'_>,
        tile: Held,
        plane: &mut Plane,
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
            plane.draw(cells, rows.into(), columns.into());
            let mut mark = |look, looks| {
                let at = indices.starts[LAY] + indices.lays_at(slot, rank, look);
                plane.copy(mask.part(at, indices.cells * looks));
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
