//! Indices of actions; where each sort begins is in `layout.rs`. `docs/games/cog.md` has the table.

use super::Cog;
use super::action::Action;
use super::layout::{
    ACTIVATE, BOTTOM, COMPLETE, CONVERT_LETTERS, CONVERT_STARS, DIE, DISCARD, DONE, FLIP_GRID,
    FLIP_RESERVE, KEEP, MOVE, ORDER, REDRAW, REMOVE, REROLL, SPELL, TAKE, TILES, TOP,
};
use super::types::{Place, Tile, WordId};
use crate::grid::Cells;

impl Cog {
    pub(super) fn indices(&self) -> usize {
        self.layout.total()
    }

    /// The index of an action; none for chance events, and for what can be done in no position.
    pub(super) fn index_of(&self, action: Action) -> Option<u32> {
        let layout = &self.layout;
        let within = |place: u8, most: u8| (place < most).then_some(usize::from(place));
        let players = self.players;
        let (sort, place) = match action {
            Action::Top(slot) => (TOP, within(slot, players)),
            Action::Bottom(slot) => (BOTTOM, within(slot, players)),
            Action::Die(die) => (DIE, within(die, players)),
            Action::Order(slot, is_protected) => {
                let before = if is_protected { usize::from(players) } else { 0 };
                (ORDER, within(slot, players).map(|slot| before + slot))
            }
            Action::Redraw => (REDRAW, Some(0)),
            Action::Keep => (KEEP, Some(0)),
            Action::Reroll => (REROLL, Some(0)),
            Action::Move => (MOVE, Some(0)),
            Action::Done => (DONE, Some(0)),
            Action::ConvertStars => (CONVERT_STARS, Some(0)),
            Action::Take(letter) => (TAKE, layout.letter(letter)),
            Action::Activate(card) => (ACTIVATE, layout.activation(card)),
            Action::Remove(word) => (REMOVE, within(word, self.dictionary.len() as u8)),
            Action::FlipReserve(letter) => (FLIP_RESERVE, layout.letter(letter)),
            Action::Discard(tile) => (DISCARD, layout.kind(tile.kind())),
            Action::Complete { card, for_cube, wild } => {
                let missing = self.missing.get(usize::from(card))?.len();
                let way = usize::from(!for_cube) << missing;
                let fits = usize::from(wild) < 1 << missing;
                let start = layout.completion(card).filter(|_| fits);
                (COMPLETE, start.map(|start| start + way + usize::from(wild)))
            }
            Action::FlipGrid(square) => (FLIP_GRID, self.square_number(square)),
            Action::Tiles(wild, len) => {
                // The mask behind a 1, so that no two lengths have a number in common.
                let size = layout.starts[TILES + 1] - layout.starts[TILES];
                let fits = 2_usize << len <= size && usize::from(wild) < 1 << len;
                (TILES, fits.then(|| 1 << len | usize::from(wild)))
            }
            Action::ConvertLetters(first, second) => {
                let (first, second) = (layout.kind(first.kind())?, layout.kind(second.kind())?);
                let place = second.checked_sub(first).map(|more| layout.pairs(first) + more);
                (CONVERT_LETTERS, place)
            }
            Action::Spell(word, place) => (SPELL, self.spell_place(word, place)),
            _ => return None,
        };
        Some((layout.starts[sort] + place?) as u32)
    }

    /// The number of a square of the grid, row by row.
    fn square_number(&self, square: u8) -> Option<usize> {
        let side = self.set.grid.side;
        let (row, column) = Cells::place(square);
        (row < side && column < side)
            .then(|| usize::from(row) * usize::from(side) + usize::from(column))
    }

    /// The place of a spelling among all of them.
    fn spell_place(&self, word: WordId, place: Place) -> Option<usize> {
        let start = *self.layout.words[..self.dictionary.len()].get(usize::from(word))?;
        let (rows, columns) = self.layout.rooms(word)[usize::from(!place.is_across)];
        let (row, column) = Cells::place(place.square);
        let (row, column) = (usize::from(row), usize::from(column));
        let before = if place.is_across { 0 } else { rows * columns };
        (row < rows && column < columns).then(|| start + before + row * columns + column)
    }

    /// The action of an index.
    pub(super) fn action_of(&self, index: u32) -> Option<Action> {
        let layout = &self.layout;
        let index = index as usize;
        if index >= layout.total() {
            return None;
        }
        let sort = layout.starts.partition_point(|&start| start <= index) - 1;
        let place = index - layout.starts[sort];
        let players = usize::from(self.players);
        let tile = |number: usize| Tile::of_kind(layout.kinds[number].into());
        let action = match sort {
            TOP => Action::Top(place as u8),
            BOTTOM => Action::Bottom(place as u8),
            DIE => Action::Die(place as u8),
            ORDER => Action::Order((place % players) as u8, place >= players),
            REDRAW => Action::Redraw,
            KEEP => Action::Keep,
            REROLL => Action::Reroll,
            MOVE => Action::Move,
            DONE => Action::Done,
            CONVERT_STARS => Action::ConvertStars,
            TAKE => Action::Take(tile(place).letter),
            ACTIVATE => Action::Activate(layout.rounds[place]),
            REMOVE => Action::Remove(place as u8),
            FLIP_RESERVE => Action::FlipReserve(tile(place).letter),
            DISCARD => Action::Discard(tile(place)),
            COMPLETE => {
                let item = layout.items.partition_point(|&(start, _)| start <= place) - 1;
                let (start, card) = layout.items[item];
                let (missing, rest) = (self.missing[usize::from(card)].len(), place - start);
                let wild = (rest & ((1 << missing) - 1)) as u16;
                Action::Complete { card, for_cube: rest >> missing == 0, wild }
            }
            FLIP_GRID => {
                let side = usize::from(self.set.grid.side);
                Action::FlipGrid(Cells::cell((place / side) as u8, (place % side) as u8))
            }
            TILES => {
                let len = place.checked_ilog2().filter(|&len| len > 0)?;
                Action::Tiles((place ^ 1 << len) as u16, len as u8)
            }
            CONVERT_LETTERS => {
                let mut first = 0;
                while layout.pairs(first + 1) <= place {
                    first += 1;
                }
                let second = first + place - layout.pairs(first);
                Action::ConvertLetters(tile(first), tile(second))
            }
            _ => {
                let word = layout.words.partition_point(|&start| start <= place) - 1;
                let rest = place - layout.words[word];
                let [(rows, columns), down] = layout.rooms(word as WordId);
                let (is_across, rest, columns) = match rest.checked_sub(rows * columns) {
                    None => (true, rest, columns),
                    Some(rest) => (false, rest, down.1),
                };
                let (row, column) = ((rest / columns) as u8, (rest % columns) as u8);
                Action::Spell(word as WordId, Place::new(row, column, is_across))
            }
        };
        Some(action)
    }
}
