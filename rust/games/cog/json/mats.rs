//! Mats: tiles that cards make wild, cards, cubes and goal cards, limits, points.

use super::step::Stage;
use super::{require, wrong};
use crate::game::{FormatError, Seat};
use crate::games::cog::Cog;
use crate::games::cog::components::{Effect, GOALS, Icon};
use crate::games::cog::pending::Source;
use crate::games::cog::rules::MOST_POINTS;
use crate::games::cog::state::{Mat, State, Step, edge};
use crate::games::cog::types::{Side, WordId, members};

impl Cog {
    pub(super) fn check_mats(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        for (seat, mat) in (0..self.players).zip(&state.mats) {
            let key = |name: &str| format!("position.mats[{seat}].{name}");
            // C-118, C-119.
            let is_turned = |letter: u8| mat.always >> letter & 1 == 0;
            require(
                mat.reserve.natural_letters() & mat.always == 0,
                "C-119",
                || key("reserve"),
                || "a card makes a letter wild that is not".to_owned(),
            )?;
            let mut tiles = mat.grid.occupied().iter().filter_map(|square| mat.grid.tile(square));
            require(
                tiles.all(|tile| tile.is_wild || is_turned(tile.letter)),
                "C-118",
                || key("grid"),
                || "a card makes a letter wild that is not".to_owned(),
            )?;
            self.check_blank(state, stage, mat, &key)?;
            self.check_hand(state, stage, seat, &key)?;
            self.check_cubes(state, seat, &key)?;
            self.check_covered(mat, &key)?;
            self.check_limits(state, stage, seat, &key)?;
            // Play stops there as well: what is read in can be read back.
            for (name, count) in [("vp", mat.vp), ("stars", mat.stars)] {
                if count > MOST_POINTS {
                    return Err(wrong(key(name), format!("{count} is more than {MOST_POINTS}")));
                }
            }
        }
        Ok(())
    }

    /// C-3, C-24: in setup mats are empty but for the starting bonuses.
    fn check_blank(
        &self,
        state: &State,
        stage: Stage,
        mat: &Mat,
        key: &dyn Fn(&str) -> String,
    ) -> Result<(), FormatError> {
        let is_blank = mat.grid.occupied().is_empty() && mat.hand.cards().is_empty();
        require(
            stage != Stage::Setup || is_blank,
            "C-24",
            || key("cards"),
            || "in setup nobody has cards or words".to_owned(),
        )?;
        let has_drawn = mat.vp > 0 || mat.stars > 0 || !mat.reserve.is_empty();
        let is_early = matches!(state.step, Step::Centre(_) | Step::Goal | Step::First);
        require(
            !is_early || !has_drawn,
            "C-29",
            || key("reserve"),
            || "starting letters and bonuses come after the goal die".to_owned(),
        )
    }

    /// C-47, C-111, C-116, C-180: which cards a player can keep, and how many.
    fn check_hand(
        &self,
        state: &State,
        stage: Stage,
        seat: Seat,
        key: &dyn Fn(&str) -> String,
    ) -> Result<(), FormatError> {
        let mat = &state.mats[usize::from(seat)];
        let has_come = match state.step {
            Step::Activate(place) => state.sequence[..=usize::from(place)].contains(&seat),
            _ => false,
        };
        for card in mat.hand.cards() {
            let effect = self.set.cards[usize::from(card.kind())].effect;
            let (fits, rule, name) = match card.side() {
                Side::Up => (!matches!(effect, Effect::Immediate(_)), "C-116", "cards"),
                Side::Used => (has_come && matches!(effect, Effect::Round { .. }), "C-111", "used"),
                Side::Completed => {
                    (matches!(effect, Effect::Item { .. }), "C-180", "completed_items")
                }
            };
            require(
                fits,
                rule,
                || key(name),
                || format!("{} cannot lie there at this step", self.card_id(card.kind())),
            )?;
        }
        let has_bottom = mat.edges & edge::BOTTOM != 0 || stage == Stage::Cleared;
        let corner = self.bonuses.iter().position(|(_, gain)| gain.count(Icon::Card) > 0);
        let corner = corner.filter(|&bonus| mat.grid.tile(self.bonuses[bonus].0).is_some());
        let is_due = seat == state.seat && self.owes_card(state, corner);
        let most =
            usize::from(state.round - 1) + usize::from(has_bottom) + usize::from(corner.is_some());
        let count = mat.hand.cards().len() + usize::from(is_due);
        require(
            count <= most,
            "C-47",
            || key("cards"),
            || {
                format!(
                    "at this step at most {most} cards can have come to the player, not {count}"
                )
            },
        )
    }

    /// Whether a card is on its way to the player whose turn it is.
    fn owes_card(&self, state: &State, corner: Option<usize>) -> bool {
        let pending = &state.pending;
        let pays = corner.is_some_and(|corner| {
            let is_paying = pending.gains.first().is_some_and(|gain| {
                let left = &self.icons(gain.source)[usize::from(gain.done)..];
                gain.source == Source::Bonus(corner as u8) && left.contains(&Icon::Card)
            });
            is_paying || pending.built.bonuses >> corner & 1 == 1
        });
        pays || pending.card.is_some() || pending.card_due.is_some()
    }

    /// C-169 to C-182.
    fn check_cubes(
        &self,
        state: &State,
        seat: Seat,
        key: &dyn Fn(&str) -> String,
    ) -> Result<(), FormatError> {
        let mat = &state.mats[usize::from(seat)];
        let standing = mat.grid.standing();
        let in_play = self.words_in_play(state);
        require(
            standing & !in_play == 0,
            "C-128",
            || key("words"),
            || "a word of the goal card that left the game stands there".to_owned(),
        )?;
        let is_left = state.removed_goal.is_some_and(|goal| mat.completed >> goal & 1 == 1);
        require(
            !is_left,
            "C-25",
            || key("completed_goals"),
            || "the goal card left the game".to_owned(),
        )?;
        let completed = self.words_of(mat.completed);
        let cubes = mat.cubes();
        require(
            cubes & (completed | !in_play) == 0,
            "C-173",
            || key("cubes"),
            || "cubes lie on goal cards that are in play and not completed".to_owned(),
        )?;
        // While its bonus is gained a goal card has all its cubes.
        let paying = state.pending.gains.first().filter(|_| seat == state.seat);
        let full = (0..GOALS as u8).find(|&goal| {
            let is_due = paying.is_some_and(|gain| gain.source == Source::Goal(goal));
            self.goal_words[usize::from(goal)] != 0 && self.is_full(mat, goal) && !is_due
        });
        require(
            full.is_none(),
            "C-173",
            || key("cubes"),
            || "with cubes on all its words a goal card is completed".to_owned(),
        )?;
        // The cube of a word that is being built is still to come.
        let own = seat == state.seat;
        let built = state.pending.built.word.filter(|_| own).map_or(0, |word| 1 << word);
        require(
            mat.spelled_cubes & !standing == 0,
            "C-207",
            || key("cubes"),
            || "a word with a cube from the grid does not stand there".to_owned(),
        )?;
        require(
            standing & !(cubes | completed | built) == 0,
            "C-169",
            || key("cubes"),
            || "a word stands on the grid without a cube".to_owned(),
        )?;
        let items = mat.hand.on(Side::Completed).fold(0, |items, card| {
            match self.set.cards[usize::from(card)].effect {
                Effect::Item { word, .. } => items | 1 << word,
                _ => items,
            }
        });
        require(
            mat.item_cubes & !items == 0,
            "C-179",
            || key("cubes"),
            || "a cube is from an item card that the player has not completed".to_owned(),
        )?;
        require(
            self.rules.grid_after_item || mat.item_cubes & standing == 0,
            "C-171",
            || key("cubes"),
            || "a word with the cube of an item card stands on the grid".to_owned(),
        )?;
        let missing = members(completed & !(standing | items)).next();
        require(
            missing.is_none(),
            "C-173",
            || key("completed_goals"),
            || {
                let word = missing.map_or("", |word| self.word_text(word as WordId));
                format!("{word} is neither on the grid nor on a completed item card")
            },
        )
    }

    /// C-167.
    fn check_covered(&self, mat: &Mat, key: &dyn Fn(&str) -> String) -> Result<(), FormatError> {
        let covers = |square: u8| mat.grid.tile(square).is_some();
        let spaces = self.bonuses.iter().enumerate();
        let tiles = spaces.filter(|(_, (square, _))| covers(*square));
        let tiles = tiles.fold(0_u8, |tiles, (bonus, _)| tiles | 1 << bonus);
        let fits =
            if self.rules.bonus_repeats { mat.covered == 0 } else { tiles & !mat.covered == 0 };
        require(
            fits,
            "C-167",
            || key("covered"),
            || {
                "spaces are noted only where they pay once, and then all that have a tile"
                    .to_owned()
            },
        )
    }

    /// C-198: the limits hold between rounds.
    fn check_limits(
        &self,
        state: &State,
        stage: Stage,
        seat: Seat,
        key: &dyn Fn(&str) -> String,
    ) -> Result<(), FormatError> {
        let mat = &state.mats[usize::from(seat)];
        let is_kept = match state.step {
            Step::Limits(place) | Step::Discard(place) => {
                self.order(state)[..usize::from(place)].contains(&seat)
            }
            Step::Over(_) => stage == Stage::Cleared,
            Step::Neutral => state.round > 1,
            _ => stage == Stage::Prepare && state.round > 1,
        };
        let limits = &self.set.limits;
        require(
            !is_kept || mat.reserve.len() <= limits.letters,
            "C-198",
            || key("reserve"),
            || format!("at most {} letters are kept", limits.letters),
        )?;
        require(
            !is_kept || mat.stars <= u32::from(limits.stars),
            "C-198",
            || key("stars"),
            || format!("at most {} stars are kept", limits.stars),
        )
    }
}
