//! Which indices are legal: written into a mask, or one of them picked, without a list of the actions.

use super::Athos;
use super::action::Action;
use super::atelier::{Place, SPACES};
use super::choices::{Choices, Scene};
use super::layout::{LAY, PASS, ROTATE, SIDES as CUBE, SWAP, TAKE, TAKE_FROM};
use super::state::{Phase, SIDES, State};
use crate::canvas::Canvas;
use crate::game::Actor;
use crate::instructions::with_best_instructions;
use crate::random::Random;

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
                let mut total = 0;
                self.each_sort(&scene, |choices| total += self.mark_sort(&scene, choices, mask));
                total
            },
        )
    }

    fn mark_one(&self, state: &State, action: Action, mask: &mut Canvas<'_>) -> usize {
        let index = self.index_of(state, action);
        index.map_or(0, |index| {
            mask.ones(index as usize, 1);
            1
        })
    }

    /// Writes 1 at the indices of one sort of action; how many there are.
    #[inline(always)]
    fn mark_sort(&self, scene: &Scene<'_>, choices: Choices, mask: &mut Canvas<'_>) -> usize {
        let (state, indices) = (scene.state, &self.indices);
        match choices {
            Choices::Takes => {
                // The spaces come behind the faces.
                let (faces, start) = (self.set.faces.len(), indices.starts[TAKE]);
                let cells = mask.part(start, indices.starts[TAKE_FROM] + indices.spaces - start);
                let (shown, taken) = cells.split_at_mut(faces);
                for (shown, &count) in shown.iter_mut().zip(&state.workshop[..faces]) {
                    *shown = u8::from(count > 0);
                }
                taken.fill(0);
                let released = self.released(state);
                for cell in released.iter() {
                    taken[self.board.spaces.rank(cell)] = 1;
                }
                shown.iter().map(|&shown| usize::from(shown)).sum::<usize>() + released.len()
            }
            Choices::Lays(tile, with_tool) => {
                let (lays, bonus) = self.lays(scene, tile, with_tool);
                if !bonus.is_empty() {
                    return self.mark_each(scene, choices, mask);
                }
                let Some(slot) = self.slot(state, scene.side, tile) else { return 0 };
                let cards = self.orientations(state, self.pattern(tile.face));
                let looks = usize::from(self.looks(tile.face));
                let mut count = 0;
                for (rank, cells) in lays.ranks().into_iter().enumerate() {
                    let start = indices.starts[LAY] + indices.lays_at(slot, rank, 0);
                    for cell in cells.iter() {
                        let number = self.number(cell).unwrap_or_default();
                        let at = start + number * indices.looks;
                        match cards {
                            [] => mask.ones(at, looks),
                            [0, 1, 2, 3] if looks == 4 => mask.ones(at, 16),
                            _ => cards.iter().for_each(|&card| {
                                mask.ones(at + 4 * usize::from(card), looks);
                            }),
                        }
                    }
                    count += cells.len();
                }
                count * looks * cards.len().max(1)
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
                let (mut offers, mut count) = ([[0; SPACES]; SIDES], 0);
                for from in (0..self.sides).filter(|&from| from != scene.side) {
                    let faces = state.ateliers[from].shelf(Place::Free).faces();
                    for taken in 0..faces.len() {
                        let is_first = taken == 0 || faces[taken - 1] != faces[taken];
                        offers[from][taken] = is_first.into();
                        count += usize::from(is_first);
                    }
                }
                if count == 0 {
                    return 0;
                }
                let mut slots = [0; 2 * SPACES + 2];
                for (slot, &tile) in slots.iter_mut().zip(swaps.own()) {
                    *slot = self.slot(state, scene.side, tile).unwrap_or_default();
                }
                let mut total = 0;
                for (give, roll) in swaps.places() {
                    let pair = slots[give] * indices.slots + slots[roll];
                    let at = indices.starts[SWAP] + pair * indices.sides * SPACES;
                    for (from, offers) in offers[..indices.sides].iter().enumerate() {
                        mask.stamp(at + from * SPACES, offers);
                    }
                    total += count;
                }
                total
            }
            Choices::Pass => {
                mask.ones(indices.starts[PASS], 1);
                1
            }
            Choices::Restores if self.count_restores(state, &scene.usable) == 0 => 0,
            _ => self.mark_each(scene, choices, mask),
        }
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
