//! What the rules imply of a position from outside (Z-9).

use super::Athos;
use super::atelier::Place;
use super::components::MAX_KINDS;
use super::mural::{PATTERNS, SlideContact};
use super::rules::{MARKERS, Mode, Reason};
use super::state::{Phase, State};
use super::types::{Face, Master, Pattern};
use crate::game::FormatError;
use crate::grid::Cells;

type Checked = Result<(), FormatError>;

fn refuse(rule: &'static str, key: &str, message: impl Into<String>) -> Checked {
    Err(FormatError::rule(rule, format!("position.{key}"), message))
}

impl Athos {
    pub(super) fn check_position(&self, state: &State) -> Checked {
        self.check_cubes(state)?;
        self.check_mural(state)?;
        self.check_markers(state)?;
        self.check_points(state)?;
        self.check_setup(state)?;
        self.check_turn(state)?;
        self.check_masters(state)?;
        self.check_tools(state)?;
        self.check_pending(state)
    }

    /// Z-9: every cube is somewhere, and nowhere twice.
    fn check_cubes(&self, state: &State) -> Checked {
        let mut counts = [0_u32; MAX_KINDS];
        let mut add =
            |face: Face, count: u8| counts[usize::from(self.kind(face))] += u32::from(count);
        for (face, &count) in state.workshop.iter().enumerate().filter(|(_, count)| **count > 0) {
            add(Face(face as u8), count);
        }
        for (face, &count) in state.discarded.iter().enumerate().filter(|(_, count)| **count > 0) {
            add(Face(face as u8), count);
        }
        state.left.iter().for_each(|cell| add(state.fundathos[usize::from(cell)], 1));
        let mural = state.blocks.occupied();
        mural.iter().for_each(|cell| add(state.tiles[usize::from(cell)].face(), 1));
        for atelier in &state.ateliers {
            atelier.faces().for_each(|face| add(face, 1));
        }
        for (kind, info) in self.set.kinds.iter().enumerate() {
            let rolls =
                state.rolls.iter().filter(|&&roll| usize::from(roll) == kind).count() as u32;
            let total = counts[kind] + u32::from(state.bag[kind]) + rolls;
            if total != u32::from(info.count) {
                let message =
                    format!("there are {total} cubes of kind {}, not {}", info.name, info.count);
                return refuse("Z-9", "mural", message);
            }
        }
        Ok(())
    }

    /// N-1, O-10, W-5, W-7: what can stand on the mural.
    fn check_mural(&self, state: &State) -> Checked {
        if state.blocks.occupied().intersects(self.ground.columns) {
            return refuse("W-5", "mural", "a tile stands on a column");
        }
        for pattern in 0..self.set.cards.len() as Pattern {
            let block = state.blocks.of(pattern);
            let others = state.blocks.occupied() - block;
            let letter = self.letter(pattern);
            if self.rules.contact != SlideContact::Allow && block.beside().intersects(others) {
                let message = format!("{letter} touches another pattern");
                return refuse("N-1", "mural", message);
            }
            let most = if self.rules.mode == Mode::Challenging { 2 } else { 3 };
            let (_, _, height, width) = block.bounds().unwrap_or_default();
            // W-18 stretches a block that stands in a corner.
            let may_stretch = block.intersects(self.ground.padlocks) || self.rules.is_shapeless;
            if height.max(width) > most && !may_stretch {
                let message = format!("{letter} is larger than {most}x{most}");
                return refuse("O-10", "mural", message);
            }
            let card = &state.cards[usize::from(pattern)];
            if self.rules.mode.has_cards() && !block.is_empty() && !card.is_open {
                return refuse("G-3", "cards", format!("the card of {letter} has to be open"));
            }
            if !self.orientations[usize::from(pattern)].contains(&card.turns)
                || (card.turns > 0 && !self.rules.turns_cards)
            {
                return refuse(
                    "G-5",
                    "cards",
                    format!("the card of {letter} does not lie like that"),
                );
            }
            let was_laid = self
                .set
                .faces
                .iter()
                .zip(&state.discarded)
                .any(|(face, &count)| face.pattern == pattern && count > 0);
            if self.rules.mode.has_cards() && was_laid && !card.is_open {
                return refuse("G-4", "cards", format!("the card of {letter} stays open"));
            }
            let needs_open = self.rules.mode.is_tug() && !self.rules.turns_cards;
            if needs_open && !card.is_open {
                return refuse("U-5", "cards", "all cards are open");
            }
            let has_square = self.rules.mode != Mode::Challenging
                && self.correct_squares(state, pattern, block).next().is_some();
            let may_pass = self.rules.mode != Mode::Challenging && !block.is_empty();
            if (has_square && !card.has_passed) || (card.has_passed && !may_pass) {
                let message = format!("the tiles of {letter} say something else");
                return refuse("O-14", "gates", message);
            }
        }
        Ok(())
    }

    /// Z-9: markers in stock and placed are 8 a side; W-11, W-13: who has an immutable block.
    fn check_markers(&self, state: &State) -> Checked {
        for side in 0..self.sides {
            let cards: u8 = state.cards.iter().map(|card| card.marks_of(side as u8)).sum();
            let blocks = state.immutable.iter().filter(|&&owner| usize::from(owner) == side + 1);
            let extra = state.masters.extra.filter(|&(_, owner)| usize::from(owner) == side);
            let beside = u8::from(extra.is_some());
            let total = state.stock[side] + cards + beside + blocks.count() as u8;
            if total != MARKERS {
                let message = format!("side {side} has {total} markers in all, not {MARKERS}");
                return refuse("Z-9", "stock", message);
            }
        }
        for pattern in 0..PATTERNS {
            let block = state.blocks.of(pattern as Pattern);
            if state.immutable[pattern] == 0 {
                // Slides make no squares, unless a locked tile holds a part of the block back.
                let is_square = block.len() == 4 && !super::contract::squares(block).is_empty();
                if self.rules.mode == Mode::Challenging
                    && is_square
                    && !block.intersects(self.ground.padlocks)
                    && state.stock[..self.sides].iter().all(|&stock| stock > 0)
                {
                    return refuse("W-11", "immutable", "a square without a marker stands there");
                }
                continue;
            }
            if self.rules.mode != Mode::Challenging {
                return refuse("W-11", "immutable", "there are immutable blocks in W alone");
            }
            if block.len() != 4 || super::contract::squares(block).is_empty() {
                return refuse("W-11", "immutable", "an immutable block is a square");
            }
        }
        Ok(())
    }

    /// P-4, Q-10, U-23: what goes with the points.
    fn check_points(&self, state: &State) -> Checked {
        if self.rules.mode.is_tug() {
            if self.yellow_passed(state) & !state.yellow != 0 {
                return refuse("U-23", "yellow", "a marker was passed on the way to this score");
            }
        } else if state.scores.iter().any(|&score| score < 0) {
            return refuse("P-4", "scores", "no side loses points");
        }
        for (pattern, card) in state.cards.iter().enumerate() {
            // Its last lay completed a window, which is marked then, if it was not before.
            let is_due =
                usize::from(state.pending.pattern) == pattern && !state.pending.squares.is_empty();
            // X-11 moves markers away.
            let is_left = self.has_played(state, Master::Contracts);
            if card.is_paid && card.crossings == [0; 4] && !is_due && !is_left {
                let letter = self.letter(pattern as Pattern);
                return refuse("Q-10", "cards", format!("nobody has a marker on {letter}"));
            }
        }
        Ok(())
    }

    /// Whether some side has used a Master.
    fn has_played(&self, state: &State, master: Master) -> bool {
        let masters = &state.masters;
        (0..self.sides).any(|side| masters.held[side] == Some(master) && masters.has_used(side))
    }

    /// C-2 to C-6: the setup fills Fundathos, then ateliers, then the workshop.
    fn check_setup(&self, state: &State) -> Checked {
        let in_bag = self.in_bag(state);
        let is_setup = matches!(state.phase, Phase::First | Phase::Setup);
        // Y-2: the last cubes come before the first tools.
        let has_deals = state.phase == Phase::Setup && self.has_tools();
        if (in_bag > 0) != is_setup && !has_deals {
            return refuse("C-6", "bag", "cubes are left to place in the setup alone");
        }
        if (state.phase == Phase::First)
            && (self.rules.first_player.is_some() || in_bag < self.cubes)
        {
            return refuse("C-10", "phase", "the first player is known");
        }
        if !is_setup {
            return Ok(());
        }
        let placed = self.cubes - in_bag;
        let spaces = self.board.spaces.len();
        let filled: Cells = self.board.spaces.iter().take(placed).collect();
        let starts = usize::from(self.rules.start_tiles) * self.sides;
        let mut expected = self.fresh();
        expected.fundathos = state.fundathos;
        expected.left = state.left;
        expected.workshop = state.workshop;
        expected.bag = state.bag;
        expected.ateliers = state.ateliers;
        expected.phase = state.phase;
        expected.tools = state.tools;
        if state.phase == Phase::Setup {
            expected.seat = state.seat;
        }
        let is_right = state.left == filled
            && state.ateliers[..self.sides].iter().enumerate().all(|(side, atelier)| {
                let free = usize::from(side < starts && placed > spaces + side);
                atelier.shelf(Place::Protected).is_empty()
                    && usize::from(atelier.shelf(Place::Free).len()) == free
            })
            && *state == expected;
        if is_right { Ok(()) } else { refuse("C-2", "bag", "the setup places cubes in order") }
    }

    /// D-1, D-2, R-1 to R-4, Z-3 to Z-6: how far the game has come.
    fn check_turn(&self, state: &State) -> Checked {
        let is_over = matches!(state.phase, Phase::Over(_));
        let round = self.round();
        let seat = match self.rules.mode {
            Mode::Solo => Some(0),
            Mode::Duel | Mode::Teams => Some((state.turn - 1) % self.players as u32),
            _ => self
                .rules
                .first_player
                .map(|first| (u32::from(first) + (state.turn - 1)) % self.players as u32),
        };
        if seat.is_some_and(|seat| seat != u32::from(state.seat)) {
            return refuse(
                "D-1",
                "seat",
                format!("in turn {} it is another seat's turn", state.turn),
            );
        }
        let is_setup = matches!(state.phase, Phase::First | Phase::Setup);
        let is_empty = state.left.is_empty() && !is_setup;
        if is_empty != (state.emptied > 0) || state.emptied > state.turn {
            return refuse(
                "R-1",
                "emptied",
                "the turn in which Fundathos was emptied is expected, or 0",
            );
        }
        let most = self.most_actions(state);
        if state.actions_left > most {
            return refuse("D-2", "actions_left", format!("at most {most} are left"));
        }
        let has_left = state.has_acted || is_over || is_setup;
        let series = state.masters.series.is_some();
        let spends = if series { 0 } else { state.pending.spends };
        let left = state.actions_left.saturating_sub(spends);
        // a Master costs no action.
        let is_free = self.has_used_master(state);
        if left < most && !has_left || state.has_acted && left == most && !is_free {
            return refuse(
                "D-2",
                "has_acted",
                "actions taken and actions left contradict each other",
            );
        }
        let has_tiles =
            state.blocks.standing() != 0 || state.discarded.iter().any(|&count| count > 0);
        // X-16, Y-24, Y-27: tiles can leave the mural again.
        let has_tiles = has_tiles || self.has_masters() || self.has_tools();
        if state.has_laid && !(state.has_acted && has_tiles) {
            return refuse("Z-4", "has_laid", "who has laid has acted, and the tile is somewhere");
        }
        // A game that ends between two actions has counted no turn.
        let is_cut = matches!(state.phase, Phase::Over(Reason::BoardsEmpty | Reason::MuralFull));
        // Y-18: a tool can roll the last tile away.
        let is_rolled = state.phase == Phase::Over(Reason::BoardsEmpty) && self.has_tools();
        if is_over
            && (state.has_acted != is_cut
                || state.has_laid != is_cut && !is_rolled
                || is_cut && left == most && !is_free)
        {
            return refuse("R-8", "has_acted", "the game did not end like that");
        }
        if state.emptied == state.turn && !state.has_acted && !is_over {
            return refuse("R-1", "emptied", "taking the last tile was an action");
        }
        let limit = u32::from(is_over && !is_cut);
        // The turn in which Fundathos was emptied was not passed.
        let since =
            if state.emptied < state.turn { state.turn - state.emptied } else { state.turn };
        if state.passed >= round + limit || state.passed >= since + limit {
            return refuse("Z-3", "passed", "the game would be over");
        }
        if state.idle >= self.rules.no_progress_rounds * round + limit
            || state.idle >= state.turn + limit
            || state.idle < state.passed
        {
            return refuse("Z-4", "idle", "the game would be over");
        }
        if state.turn > self.rules.max_rounds * round {
            return refuse("Z-5", "turn", "the game would be over");
        }
        if state.emptied > 0 {
            let since = state.turn - state.emptied;
            let most = if self.rules.mode.is_tug() { self.rules.tail_turns } else { round };
            if since > most {
                return refuse("R-3", "emptied", "the game would be over");
            }
        }
        match state.phase {
            Phase::Over(reason) => self.check_reason(state, reason),
            Phase::Act if state.actions_left == 0 && !series && !self.can_unprotect(state) => {
                refuse("D-9", "actions_left", "the turn would be over")
            }
            Phase::Act if self.has_empty_boards(state) => {
                refuse("U-25", "ateliers", "the game would be over")
            }
            Phase::Act if self.rules.mode == Mode::Challenging && self.is_mural_full(state) => {
                refuse("W-32", "mural", "the game would be over")
            }
            _ => Ok(()),
        }
    }

    /// Which mode can end for which reason.
    fn check_reason(&self, state: &State, reason: Reason) -> Checked {
        // At the end of a turn the first one in this order counts.
        let mut at_turn = Reason::ALL.into_iter().filter(|other| other.is_at_turn());
        if reason.is_at_turn()
            && at_turn.find(|&other| self.is_possible_end(state, other)) != Some(reason)
            || !self.is_possible_end(state, reason)
        {
            return refuse("R-8", "reason", "the game does not end for this reason");
        }
        Ok(())
    }

    fn is_possible_end(&self, state: &State, reason: Reason) -> bool {
        let is_tug = self.rules.mode.is_tug();
        match reason {
            Reason::LastRound => {
                !is_tug && state.emptied > 0 && state.turn - state.emptied == self.round()
            }
            Reason::AllPassed => state.passed >= self.round(),
            Reason::NoProgress => state.idle >= self.rules.no_progress_rounds * self.round(),
            Reason::TooManyRounds => state.turn == self.rules.max_rounds * self.round(),
            Reason::BoardsEmpty => self.has_empty_boards(state),
            Reason::Tail => {
                is_tug && state.emptied > 0 && state.turn - state.emptied >= self.rules.tail_turns
            }
            Reason::MuralFull => self.rules.mode == Mode::Challenging && self.is_mural_full(state),
        }
    }
}
