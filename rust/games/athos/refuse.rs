//! Why an action is refused, by the first rule that forbids it.

use super::Athos;
use super::action::{Action, Cell, Lay, Swap};
use super::atelier::{Held, Place};
use super::contract::crossings;
use super::illegal::IllegalAction;
use super::masters::Series;
use super::mural::Obstacle;
use super::restore::parts;
use super::rules::Mode;
use super::state::{Phase, State};
use super::tools::LaySort;
use super::types::{Face, Pattern, Tile};
use crate::game::WrongNode;
use crate::grid::Cells;

pub(super) type Checked = Result<(), IllegalAction>;

impl Athos {
    /// Whether the player to act may do this.
    pub(super) fn refuse(&self, state: &State, action: Action) -> Checked {
        match state.phase {
            Phase::Mark => return self.refuse_mark(state, action),
            Phase::Keep => return self.refuse_keep(state, action),
            Phase::Cut => return self.refuse_after_cut(state, action),
            _ => {}
        }
        let is_free = matches!(action, Action::Pass | Action::Unprotect(_) | Action::Mark(_));
        if let Some((series, _)) = state.masters.series {
            refuse_in_series(series, action)?;
        } else if state.actions_left == 0 && !is_free {
            return Err(IllegalAction::NoAction);
        }
        let side = self.side(state);
        match action {
            Action::Pass => Ok(()),
            Action::Mark(crossing) => Err(IllegalAction::NothingToMark(crossing.name())),
            Action::Take(face) => {
                self.need_room(state, side, Place::Free, "E-2")?;
                if state.workshop.get(face.index()).is_none_or(|&count| count == 0) {
                    return Err(IllegalAction::NotInWorkshop(self.face_name(face).to_owned()));
                }
                Ok(())
            }
            Action::TakeFrom(cell) => self.refuse_take(state, side, cell),
            Action::Rotate(tile, to) => self.refuse_rotation(state, side, tile, to),
            Action::Lay(lay) => {
                self.refuse_lay(state, side, lay, false)?;
                self.refuse_tool(state, lay, LaySort::Action)
            }
            Action::Protect(face, with_tool) => {
                self.need_tile(state, side, Held { place: Place::Free, face }, "H-1")?;
                self.need_room(state, side, Place::Protected, "H-2")?;
                if !self.may_protect(state, side) {
                    return Err(IllegalAction::RoomLeft);
                }
                if with_tool { self.refuse_protect_tool(state) } else { Ok(()) }
            }
            Action::Unprotect(face) => {
                if !self.rules.mode.is_tug() {
                    return Err(IllegalAction::StaysProtected);
                }
                self.need_tile(state, side, Held { place: Place::Protected, face }, "U-16")?;
                self.need_room(state, side, Place::Free, "U-16")
            }
            Action::Swap(swap) => self.refuse_swap(state, side, swap),
            Action::Restore(cell, lay) => {
                let plain = Lay { tool: false, ..lay };
                self.refuse_restore(state, side, cell, plain)?;
                self.refuse_tool(state, lay, LaySort::Restore(cell))
            }
            Action::Master(action) => self.refuse_master(state, action),
            Action::Tool(action) => self.refuse_tool_action(state, action),
            // Chance events never come here.
            Action::First(_)
            | Action::Draw(_)
            | Action::Roll(_)
            | Action::DealMaster(_)
            | Action::DealTool(_) => Err(WrongNode::NotChance(state.seat).into()),
        }
    }

    /// E, L: whether a tile of Fundathos can be acquired.
    pub(super) fn refuse_take(&self, state: &State, side: usize, cell: Cell) -> Checked {
        self.need_room(state, side, Place::Free, "E-2")?;
        if !state.left.has(cell) {
            return Err(IllegalAction::NotOnFundathos);
        }
        if self.released(state).has(cell) { Ok(()) } else { Err(IllegalAction::NotReleased) }
    }

    /// F: whether a tile can be turned to a face.
    pub(super) fn refuse_rotation(
        &self,
        state: &State,
        side: usize,
        tile: Held,
        to: Face,
    ) -> Checked {
        self.need_tile(state, side, tile, "F-1")?;
        let name = || self.face_name(to).to_owned();
        if tile.face == to {
            return Err(IllegalAction::Rotation(name(), "F-5"));
        }
        let faces = self.set.kinds[usize::from(self.kind(tile.face))].faces;
        if faces.contains(&to) { Ok(()) } else { Err(IllegalAction::Rotation(name(), "F-1")) }
    }

    fn refuse_mark(&self, state: &State, action: Action) -> Checked {
        let windows = self.markable(state);
        match action {
            Action::Mark(crossing) if windows >> crossing as u8 & 1 == 1 => Ok(()),
            Action::Mark(crossing) => Err(IllegalAction::NothingToMark(crossing.name())),
            _ => {
                let names: Vec<&str> = crossings(windows).map(|crossing| crossing.name()).collect();
                Err(IllegalAction::MarkFirst(names.join(" or ")))
            }
        }
    }

    pub(super) fn need_room(
        &self,
        state: &State,
        side: usize,
        place: Place,
        rule: &'static str,
    ) -> Checked {
        if self.has_room(state, side, place) {
            Ok(())
        } else {
            Err(IllegalAction::Full(place, rule))
        }
    }

    pub(super) fn need_tile(
        &self,
        state: &State,
        side: usize,
        tile: Held,
        rule: &'static str,
    ) -> Checked {
        if state.ateliers[side].has(tile) {
            return Ok(());
        }
        let place = tile.place;
        Err(IllegalAction::NotHeld { tile: self.face_name(tile.face).to_owned(), place, rule })
    }

    /// G-1, U-15: whether the tile of a lay is there, and may be laid.
    fn refuse_tile(&self, state: &State, side: usize, lay: Lay, rule: &'static str) -> Checked {
        self.need_tile(state, side, lay.tile, rule)?;
        if self.rules.mode.is_tug() && lay.tile.place == Place::Protected {
            return Err(IllegalAction::ProtectedTile);
        }
        self.refuse_turn(lay)
    }

    /// G-7: whether a tile is turned as it may be.
    fn refuse_turn(&self, lay: Lay) -> Checked {
        let looks = self.looks(lay.tile.face);
        let rule = if self.rules.mode.has_cards() { "A-7" } else { "T-8" };
        if lay.turn < looks { Ok(()) } else { Err(IllegalAction::Turn(looks - 1, rule)) }
    }

    /// G; `is_free` for a lay from any space.
    pub(super) fn refuse_lay(
        &self,
        state: &State,
        side: usize,
        lay: Lay,
        is_free: bool,
    ) -> Checked {
        if is_free {
            self.need_tile(state, side, lay.tile, "G-1")?;
        } else {
            self.refuse_tile(state, side, lay, "G-1")?;
        }
        self.refuse_on_mural(state, lay)
    }

    /// Whether a tile can lie there, turned like that.
    pub(super) fn refuse_on_mural(&self, state: &State, lay: Lay) -> Checked {
        self.refuse_turn(lay)?;
        let pattern = self.pattern(lay.tile.face);
        self.refuse_cell(state, pattern, lay)?;
        match (lay.card, self.orientations(state, pattern)) {
            (None, []) => Ok(()),
            (None, _) => Err(IllegalAction::Card(
                "the lay opens a card: `card <0 to 3>` has to say how it lies",
            )),
            (Some(_), []) => Err(IllegalAction::Card("no card is turned by this lay")),
            (Some(turns), known) if known.contains(&turns) => Ok(()),
            (Some(_), _) => {
                Err(IllegalAction::Card("the card looks the same after fewer quarter-turns"))
            }
        }
    }

    /// Whether the shape of the panel and what is around it allow a tile on the cell.
    fn refuse_cell(&self, state: &State, pattern: Pattern, lay: Lay) -> Checked {
        if state.kept.reach(pattern).is_some_and(|reach| reach.has(lay.cell))
            && self.push_rank(state, lay).is_some()
        {
            return Ok(());
        }
        let slides = state.blocks.judge(&self.ground, pattern, lay.cell, lay.choices).err();
        let is_on_it = !self.empty(state).has(lay.cell);
        if let Some(obstacle) = slides
            && is_on_it
        {
            return Err(obstacle.into());
        }
        if !self.growth(state, pattern).has(lay.cell) {
            return Err(self.wrong_shape(state, pattern, lay.cell));
        }
        slides.map_or(Ok(()), |obstacle| Err(obstacle.into()))
    }

    /// Why the shape rule forbids a cell.
    fn wrong_shape(&self, state: &State, pattern: Pattern, cell: Cell) -> IllegalAction {
        let block = state.blocks.of(pattern);
        if state.immutable[usize::from(pattern)] != 0 {
            return IllegalAction::Closed("the block of this pattern is finished", "W-29");
        }
        if !block.beside().has(cell) {
            return IllegalAction::NotLinked;
        }
        if self.rules.mode == Mode::Challenging {
            return IllegalAction::Shape(2, "", "W-7");
        }
        let (_, _, height, width) = (block | Cells::single(cell)).bounds().unwrap_or_default();
        if height.max(width) > 3 {
            return IllegalAction::Shape(3, "", "O-10");
        }
        if self.passes_gate(state, pattern, block) {
            return if self.rules.grows_aligned {
                IllegalAction::Closed("the cell lies outside the frame of the card", "O-9")
            } else {
                IllegalAction::Closed("a wrong tile has closed the panel", "O-8")
            };
        }
        if block.len() == 4 && !super::contract::squares(block).is_empty() {
            return IllegalAction::Closed("a wrong square has closed the panel", "O-11");
        }
        IllegalAction::Shape(2, " before it has a correct square", "O-1")
    }

    fn refuse_swap(&self, state: &State, side: usize, swap: Swap) -> Checked {
        let is_tug = self.rules.mode.is_tug();
        let Swap { give, roll, take, from } = swap;
        if usize::from(from) >= self.sides || usize::from(from) == side {
            return Err(IllegalAction::Side(from));
        }
        let rule = if is_tug { "U-17" } else { "I-1" };
        self.need_tile(state, side, give, rule)?;
        self.need_tile(state, side, roll, rule)?;
        if is_tug && (give.place == Place::Protected || roll.place == Place::Protected) {
            return Err(IllegalAction::ProtectedTile);
        }
        if !state.ateliers[side].has_both(give, roll) {
            return Err(IllegalAction::OneTile(if is_tug { "U-20" } else { "I-2" }));
        }
        let is_free = matches!(take.place, Place::Free | Place::ToolFree);
        if !is_free || !state.ateliers[usize::from(from)].has(take) {
            return Err(IllegalAction::NotOffered(from, self.face_name(take.face).to_owned()));
        }
        if !self.can_be_taken(state, from.into(), take) {
            return Err(IllegalAction::Full(Place::Free, "I-5"));
        }
        if self.may_give(state, side, give, roll) {
            Ok(())
        } else {
            Err(IllegalAction::Full(self.swapped_to(), if is_tug { "U-19" } else { "I-6" }))
        }
    }

    pub(super) fn refuse_restore(
        &self,
        state: &State,
        side: usize,
        cell: Cell,
        lay: Lay,
    ) -> Checked {
        if !self.rules.mode.has_cards() {
            let rule = if self.rules.mode == Mode::Simplified { "T-5" } else { "W-9" };
            return Err(IllegalAction::Mode(rule));
        }
        let there = state.tiles[usize::from(cell)];
        if there.is_none() {
            return Err(IllegalAction::NothingThere(super::notation::cell_text(cell)));
        }
        self.refuse_tile(state, side, lay, "J-2")?;
        let pattern = self.pattern(there.face());
        if self.pattern(lay.tile.face) != pattern {
            return Err(IllegalAction::OtherPattern);
        }
        if self.plain_restores(state).contains(&(cell, lay)) {
            return Ok(());
        }
        let fit = self.fit(state, pattern);
        let is_wrong = |frame: &_| fit.incorrect(*frame).has(cell);
        if !fit.frames().any(|frame| is_wrong(&frame)) {
            return Err(IllegalAction::Correct);
        }
        if !fit.border().has(cell) {
            return Err(IllegalAction::Inner);
        }
        // J-8, J-9: what a frame asks for on the new cell.
        let is_moved = lay.cell != cell;
        let art = self.art(state, pattern);
        let wanted = Some(Tile::new(lay.tile.face, lay.turn));
        let asks = |frame: &_| {
            is_wrong(frame)
                && art.at(*frame, cell).is_none() == is_moved
                && art.at(*frame, lay.cell) == wanted
        };
        if !fit.frames().any(|frame| asks(&frame)) {
            return Err(IllegalAction::NotAsked(if is_moved { "J-9" } else { "J-8" }));
        }
        let block = state.blocks.of(pattern);
        if parts((block - Cells::single(cell)) | Cells::single(lay.cell)) > parts(block) {
            return Err(IllegalAction::Split);
        }
        if is_moved {
            let mut without = state.clone();
            without.take_off(cell);
            self.refuse_cell(&without, pattern, lay)?;
        }
        Err(if lay.card.is_some() {
            IllegalAction::Card("no card is turned by a restore")
        } else {
            Obstacle::Choice.into()
        })
    }
}

/// nothing comes between the actions of a series; a lay and a move to Protected are one sort.
fn refuse_in_series(series: Series, action: Action) -> Checked {
    let sort = match action {
        Action::Pass => return Ok(()),
        Action::Lay(_) | Action::Protect(..) => Some(Series::Lay),
        Action::Take(_) | Action::TakeFrom(_) => Some(Series::Take),
        Action::Rotate(..) => Some(Series::Rotate),
        Action::Swap(_) => Some(Series::Swap),
        Action::Restore(..) => Some(Series::Restore),
        _ => None,
    };
    if sort == Some(series) {
        return Ok(());
    }
    Err(IllegalAction::Expansion("nothing else comes between the repetitions of an action", "X-14"))
}
