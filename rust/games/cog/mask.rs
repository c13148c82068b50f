//! Masks of legal actions, without a list.

use std::ops::ControlFlow;

use super::Cog;
use super::action::Action;
use super::choices::{closing, natural_squares};
use super::layout::{
    ACTIVATE, BOTTOM, COMPLETE, CONVERT_LETTERS, CONVERT_STARS, DIE, DISCARD, DONE, FLIP_GRID,
    FLIP_RESERVE, KEEP, MOVE, ORDER, REDRAW, REMOVE, REROLL, SPELL, TAKE, TILES, TOP,
};
use super::rules::POWER_STARS;
use super::state::{Node, State};
use super::types::members;
use crate::canvas::Canvas;
use crate::grid::Cells;

/// A mask under way.
struct Marks<'m, 'c, 'g> {
    mask: &'m mut Canvas<'c>,
    starts: &'g [usize],
    count: usize,
}

impl Marks<'_, '_, '_> {
    /// Marks the action at a place of its sort.
    #[inline(always)]
    fn mark(&mut self, sort: usize, place: usize) {
        self.mask.one(self.starts[sort] + place);
        self.count += 1;
    }

    /// Marks those at the places that are set.
    #[inline(always)]
    fn mark_all(&mut self, sort: usize, places: impl Into<u64>) {
        members(places.into()).for_each(|place| self.mark(sort, place));
    }
}

impl Cog {
    /// Writes 1 at the index of every legal action; says how many there are.
    pub(super) fn mark_legal(&self, state: &State, mask: &mut Canvas<'_>) -> usize {
        let marks = &mut Marks { mask, starts: &self.layout.starts, count: 0 };
        let mat = state.mat();
        let has_star = mat.stars >= u32::from(POWER_STARS);
        match state.node {
            Node::Place => {
                let [top, bottom, dice, order] = self.open_places(state);
                marks.mark_all(TOP, top);
                marks.mark_all(BOTTOM, bottom);
                marks.mark_all(DIE, dice);
                // Protected ones are four bits higher there, and as many as there are players here.
                let protected = u64::from(order >> 4) << self.players;
                marks.mark_all(ORDER, u64::from(order & 15) | protected);
            }
            Node::Redraw if has_star => marks.mark(REDRAW, 0),
            Node::Reroll if has_star => marks.mark(REROLL, 0),
            Node::Take => self.mark_letters(marks, TAKE, self.centre_letters(state)),
            Node::Activate => {
                let places =
                    self.activatable(state).filter_map(|card| self.layout.activation(card));
                places.for_each(|place| marks.mark(ACTIVATE, place));
            }
            Node::Construct => self.mark_constructions(state, marks),
            Node::Tiles => {
                if let Some(play) = state.pending.spelling {
                    let first = 1 << self.dictionary.length(play.word);
                    let choices = self.dictionary.wilds(play, mat.reserve.tiles()).iter();
                    choices.for_each(|wild| marks.mark(TILES, first | usize::from(wild)));
                }
            }
            Node::Discard => {
                let kinds = members(mat.reserve.kinds()).filter_map(|kind| self.layout.kind(kind));
                kinds.for_each(|kind| marks.mark(DISCARD, kind));
            }
            _ => {}
        }
        if state.node.has_conversions() && !self.is_used_up(state) {
            self.mark_extras(state, marks);
        }
        match closing(state.node) {
            Some(Action::Keep) => marks.mark(KEEP, 0),
            Some(Action::Move) => marks.mark(MOVE, 0),
            Some(_) => marks.mark(DONE, 0),
            None => {}
        }
        marks.count
    }

    fn mark_letters(&self, marks: &mut Marks<'_, '_, '_>, sort: usize, letters: u32) {
        let letters = members(letters.into()).filter_map(|letter| self.layout.letter(letter as u8));
        letters.for_each(|letter| marks.mark(sort, letter));
    }

    fn mark_extras(&self, state: &State, marks: &mut Marks<'_, '_, '_>) {
        if self.can_convert_stars(state) {
            marks.mark(CONVERT_STARS, 0);
        }
        if self.can_convert_letters(state) {
            let reserve = &state.mat().reserve;
            let numbers = members(reserve.kinds()).filter_map(|kind| self.layout.kind(kind));
            let numbers = numbers.fold(0_u64, |numbers, number| numbers | 1 << number);
            let doubles = members(reserve.doubles()).filter_map(|kind| self.layout.kind(kind));
            let doubles = doubles.fold(0_u64, |doubles, number| doubles | 1 << number);
            for first in members(numbers) {
                let start = self.layout.pairs(first);
                let seconds = (numbers >> first & !1) | (doubles >> first & 1);
                members(seconds).for_each(|more| marks.mark(CONVERT_LETTERS, start + more));
            }
        }
        if state.node == Node::Construct || self.rules.removes_any_time {
            marks.mark_all(REMOVE, self.removable(state));
        }
    }

    fn mark_constructions(&self, state: &State, marks: &mut Marks<'_, '_, '_>) {
        let mat = state.mat();
        let permitted = self.permitted(state, mat);
        let layout = &self.layout;
        let _: ControlFlow<()> =
            mat.grid.plays(&self.dictionary, permitted, mat.reserve.tiles(), |play| {
                let (row, column) = Cells::place(play.place.square);
                let [across, down] = layout.rooms(play.word);
                let (before, columns) = if play.place.is_across {
                    (0, across.1)
                } else {
                    (across.0 * across.1, down.1)
                };
                let start = layout.words[usize::from(play.word)] + before;
                marks.mark(SPELL, start + usize::from(row) * columns + usize::from(column));
                ControlFlow::Continue(())
            });
        if mat.stars >= u32::from(POWER_STARS) {
            self.mark_letters(marks, FLIP_RESERVE, mat.reserve.natural_letters());
            let side = usize::from(self.set.grid.side);
            for square in natural_squares(mat).iter() {
                let (row, column) = Cells::place(square);
                marks.mark(FLIP_GRID, usize::from(row) * side + usize::from(column));
            }
        }
        for (card, word) in self.open_items(mat) {
            let missing = &self.missing[usize::from(card)];
            let patterns = self.patterns(mat, missing);
            let Some(start) = layout.completion(card) else { continue };
            for (way, is_open) in self.ways(state, word).into_iter().enumerate() {
                if is_open {
                    for &wild in &patterns {
                        marks.mark(COMPLETE, start + (way << missing.len()) + usize::from(wild));
                    }
                }
            }
        }
    }
}
