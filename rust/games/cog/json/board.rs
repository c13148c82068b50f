//! The board: centre, slots, dice, cogs and pawns agree with the step.

use super::require;
use super::step::Stage;
use crate::game::FormatError;
use crate::games::cog::Cog;
use crate::games::cog::components::{Face, Icon, TopSlot};
use crate::games::cog::rules::{LETTER_VP, Leftover};
use crate::games::cog::state::{State, Step, edge};

/// What the board has to hold on one edge slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Laid {
    /// Nothing yet, or nothing any more.
    Nothing,
    /// So many letters, and no star yet.
    Part(u8),
    /// All that is printed.
    All,
}

impl Cog {
    pub(super) fn check_board(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        self.check_setup(state, stage)?;
        self.check_centre(state)?;
        self.check_cogs(state, stage)?;
        self.check_top(state, stage)?;
        self.check_bottom(state, stage)?;
        self.check_dice(state, stage)?;
        self.check_slots(state, stage)?;
        self.check_pawns(state, stage)
    }

    /// C-25, C-27.
    fn check_setup(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        let has_goal = matches!(state.step, Step::Centre(_) | Step::Goal);
        require(
            state.removed_goal.is_none() == has_goal,
            "C-25",
            || "position.removed_goal".to_owned(),
            || "a goal card leaves the game once the goal die is rolled".to_owned(),
        )?;
        let order = state.order;
        let is_first = self.rules.first_player.is_none_or(|first| first == order[0]);
        let is_clockwise = self.known_order(state).is_empty() || order == self.order_from(order[0]);
        require(
            state.round > 1 || stage == Stage::Cleared || (is_first && is_clockwise),
            "C-27",
            || "position.order".to_owned(),
            || "in the first round seats play clockwise from the first player".to_owned(),
        )
    }

    /// C-20, C-97, C-100.
    fn check_centre(&self, state: &State) -> Result<(), FormatError> {
        let emptied = state.pending.gains.iter().fold(0, |emptied, gain| emptied | gain.emptied);
        for (index, letter) in state.centre[..usize::from(self.face().centre)].iter().enumerate() {
            let is_later = matches!(state.step, Step::Centre(square) if index >= square.into());
            let may_be_empty = is_later || emptied >> index & 1 == 1 || state.spares_round > 0;
            let fits = if letter.is_some() { !is_later } else { may_be_empty };
            require(
                fits,
                "C-20",
                || format!("position.centre[{index}]"),
                || {
                    "a square is empty before the setup fills it, while it waits for a refill, or if \
                 letters have run out"
                    .to_owned()
                },
            )?;
        }
        Ok(())
    }

    /// C-54, C-57: a player has as many cogs on the board as the step implies.
    fn check_cogs(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        for (place, &seat) in (0..).zip(self.order(state)) {
            let cogs = state.mats[usize::from(seat)].edges.count_ones();
            let placed = u32::from(stage.placed(place, self.players));
            require(
                cogs == placed,
                "C-54",
                || format!("position.mats[{seat}].edges"),
                || format!("at this step {placed} cogs are placed, not {cogs}"),
            )?;
        }
        let count = |edge: u8| state.mats.iter().filter(|mat| mat.edges & edge != 0).count() as u32;
        for (slots, edge, name) in
            [(state.taken[0], edge::TOP, "top"), (state.taken[1], edge::BOTTOM, "bottom")]
        {
            require(
                slots.count_ones() == count(edge),
                "C-57",
                || format!("position.taken.{name}"),
                || format!("{} players have a cog there", count(edge)),
            )?;
        }
        Ok(())
    }

    /// How far an edge has been filled: `step` is that of the slot that is being filled now.
    fn laid(&self, state: &State, stage: Stage, slot: u8, taken: u8) -> Laid {
        let filled = |now: u8, part: u8| match slot.cmp(&now) {
            std::cmp::Ordering::Less => Laid::All,
            std::cmp::Ordering::Equal => Laid::Part(part),
            std::cmp::Ordering::Greater => Laid::Nothing,
        };
        match (stage, state.step) {
            (_, Step::Top(now, letters)) => filled(now, letters),
            (Stage::Prepare, _) => Laid::All,
            (Stage::Collect(_), _) if taken >> slot & 1 == 0 => Laid::All,
            _ => Laid::Nothing,
        }
    }

    /// C-42 to C-44, C-230.
    fn check_top(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        for (slot, printed) in (0..).zip(self.top()) {
            let there = &state.top[usize::from(slot)];
            let TopSlot { number, letters, stars, is_wild } = *printed;
            let (letters, most) = match self.laid(state, stage, slot, state.taken[0]) {
                Laid::Nothing => (0, 0),
                Laid::Part(letters) => (letters, 0),
                Laid::All => (letters, stars),
            };
            let lacking = letters.checked_sub(there.tiles.len() as u8);
            let key = || format!("position.top[{}]", number - 1);
            let is_full = lacking.is_some_and(|lacking| {
                there.vp == LETTER_VP * lacking && (lacking == 0 || state.spares_round > 0)
            });
            require(is_full, "C-42", key, || {
                format!(
                    "at this step the slot has {letters} letters, or 2 VP for each that ran out"
                )
            })?;
            // With a limited supply there may be fewer stars (C-13).
            let fits = there.stars == most || self.rules.has_star_limit && there.stars < most;
            require(
                fits,
                "C-42",
                || format!("{}.stars", key()),
                || format!("at this step the slot has {most} stars"),
            )?;
            let are_turned = there.tiles.iter().all(|tile| tile.is_wild == is_wild);
            require(
                are_turned,
                "C-44",
                || format!("{}.letters", key()),
                || {
                    let how = if is_wild { "is wild" } else { "is not wild" };
                    format!("a letter of this slot {how}")
                },
            )?;
        }
        Ok(())
    }

    /// C-45; there always is a card (C-47).
    fn check_bottom(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        for slot in 0..self.players {
            let laid = match state.step {
                Step::Top(..) => Laid::Nothing,
                Step::Bottom(now) if slot >= now => Laid::Nothing,
                _ => self.laid(state, stage, slot, state.taken[1]),
            };
            let has_card = state.bottom[usize::from(slot)].is_some();
            let fits = has_card == (laid == Laid::All);
            require(
                fits,
                "C-45",
                || format!("position.bottom[{slot}]"),
                || {
                    let what = if has_card { "no card lies" } else { "a card lies" };
                    format!("at this step {what} in the slot")
                },
            )?;
        }
        Ok(())
    }

    /// C-48, C-84, C-85, C-255.
    fn check_dice(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        for die in 0..self.players {
            let is_rolled = match state.step {
                Step::Top(..) | Step::Bottom(_) => false,
                Step::Dice(now) => die < now,
                _ => stage != Stage::Setup,
            };
            let shown = state.dice[usize::from(die)];
            let key = |name| format!("position.dice.{}.{name}", self.die_name(die));
            require(
                (shown.pips > 0) == is_rolled,
                "C-48",
                || key("pips"),
                || {
                    let how = if is_rolled { "is rolled" } else { "is not rolled yet" };
                    format!("at this step the die {how}")
                },
            )?;
            let is_own = shown.holder.is_none_or(|seat| {
                let mut dice = state.dice[..usize::from(die)].iter();
                state.mats[usize::from(seat)].edges & edge::DICE != 0
                    && dice.all(|other| other.holder != Some(seat))
            });
            require(
                is_own,
                "C-85",
                || key("holder"),
                || "a player with a cog at the dice, and no other, holds one die".to_owned(),
            )?;
        }
        let held = state.dice.iter().filter(|die| die.holder.is_some()).count();
        let cogs = state.mats.iter().filter(|mat| mat.edges & edge::DICE != 0).count();
        require(
            held == cogs,
            "C-85",
            || "position.dice".to_owned(),
            || format!("{cogs} players have a cog at the dice, and {held} hold one"),
        )?;
        let has_moved = self.players == 2 && stage > Stage::Prepare && state.step != Step::Neutral;
        require(
            (state.neutral_die > 0) == has_moved,
            "C-255",
            || "position.neutral_die".to_owned(),
            || "the neutral pawns of two players move as Phase II begins".to_owned(),
        )
    }

    /// C-49 to C-51, C-70, C-76.
    fn check_slots(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        let slots = self.slots(state);
        for (index, slot) in (0..).zip(slots) {
            let key = |name| format!("position.slots[{index}].{name}");
            let place = usize::from(index);
            let is_own = slot.cog.is_none_or(|seat| {
                state.mats[usize::from(seat)].edges & edge::ORDER != 0
                    && slots[..place].iter().all(|other| other.cog != Some(seat))
            });
            require(
                is_own,
                "C-70",
                || key("cog"),
                || "a player with a cog at the turn order, and no other, is there once".to_owned(),
            )?;
            require(
                !slot.is_protected || slot.cog.is_some(),
                "C-76",
                || key("protected"),
                || "there is no cog to protect".to_owned(),
            )?;
            // How often the slot has received its bonus.
            let times = match state.step {
                Step::Order(now, _) if index <= now => u16::from(state.round),
                _ if stage <= Stage::Prepare => u16::from(state.round) - 1,
                _ => u16::from(state.round),
            };
            let at_once = if self.rules.leftover == Leftover::Add { times } else { times.min(1) };
            let printed = &self.face().order[place];
            let letters = u16::from(printed.count(Icon::Bag));
            let points = printed.points() + letters * u16::from(LETTER_VP);
            let bounds = [
                ("letters", slot.letters.len().into(), letters * at_once),
                ("stars", slot.stars.into(), u16::from(printed.count(Icon::Star)) * at_once),
                ("vp", slot.vp, points * times),
            ];
            for (name, there, most) in bounds {
                require(
                    there <= most,
                    "C-49",
                    || key(name),
                    || format!("at most {most} can have come to the slot, not {there}"),
                )?;
            }
        }
        let cogs = state.mats.iter().filter(|mat| mat.edges & edge::ORDER != 0).count();
        let there = slots.iter().filter(|slot| slot.cog.is_some()).count();
        require(
            cogs == there,
            "C-70",
            || "position.slots".to_owned(),
            || format!("{cogs} players have a cog at the turn order, and {there} cogs are there"),
        )
    }

    /// C-17, C-253, C-256.
    fn check_pawns(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        for (seat, mat) in state.mats.iter().enumerate() {
            require(
                stage != Stage::Setup || mat.pawn == Face::START,
                "C-17",
                || format!("position.pawns[{seat}]"),
                || "pawns begin on the starting space".to_owned(),
            )?;
        }
        if self.players != 2 {
            return Ok(());
        }
        let [first, second] = state.neutral;
        let is_opposite = second == self.space_after(first, self.face().opposite());
        let has_moved = state.round > 1 || stage > Stage::Prepare && state.step != Step::Neutral;
        require(
            is_opposite && (has_moved || first == Face::START),
            "C-256",
            || "position.neutral".to_owned(),
            || "the neutral pawns begin at the start, and stay half the track apart".to_owned(),
        )
    }
}
