//! What has begun and is not finished, as JSON, and when it can be so.

use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::Value;

use super::{require, wrong};
use crate::game::{FormatError, clip};
use crate::games::cog::Cog;
use crate::games::cog::components::{Effect, GOALS, Icon};
use crate::games::cog::crossword::Play;
use crate::games::cog::notation::square_text;
use crate::games::cog::options::BumpTakes;
use crate::games::cog::pending::{Built, CardDue, Gaining, MOST_GAINS, Pending, Source};
use crate::games::cog::state::{State, Step, edge};
use crate::games::cog::table::Standing;
use crate::games::cog::types::{Side, members};
use crate::games::fields::{Fields, number};
use crate::grid::Cells;

const PENDING: &[&str] =
    &["converting", "spell", "card", "card_due", "die", "rolling", "gains", "bonuses", "word"];
const GAIN: &[&str] = &["from", "done", "emptied"];

#[derive(Serialize)]
pub(super) struct PendingText<'a, B> {
    converting: bool,
    spell: Option<Standing<'a>>,
    card: Option<&'a str>,
    card_due: Option<&'static str>,
    die: Option<&'a str>,
    rolling: bool,
    gains: Vec<GainText>,
    bonuses: B,
    word: Option<&'a str>,
}

#[derive(Serialize)]
struct GainText {
    from: String,
    done: u8,
    emptied: Vec<usize>,
}

impl Cog {
    /// What has begun, if anything has.
    pub(super) fn pending_text<'a>(&'a self, state: &State) -> Option<impl Serialize + use<'a>> {
        let pending = &state.pending;
        let gains = pending.gains.iter().map(|gain| GainText {
            from: self.source_text(gain.source),
            done: gain.done,
            emptied: members(gain.emptied.into()).collect(),
        });
        (!pending.is_empty()).then(|| PendingText {
            converting: pending.is_converting,
            spell: pending.spelling.map(|play| self.spelled(play)),
            card: pending.card.map(|card| self.card_id(card)),
            card_due: pending.card_due.map(|due| match due {
                CardDue::First => "first",
                CardDue::Second => "second",
            }),
            die: pending.die.map(|die| self.die_name(die)),
            rolling: pending.is_rolling,
            gains: gains.collect(),
            bonuses: self.bonus_places(pending.built.bonuses),
            word: pending.built.word.map(|word| self.word_text(word)),
        })
    }

    fn source_text(&self, source: Source) -> String {
        match source {
            Source::Start(card) => format!("start {}", card + 1),
            Source::Track(space) => format!("track {space}"),
            Source::Order(slot) => format!("order {}", slot + 1),
            Source::Card(kind) => format!("card {}", self.card_id(kind)),
            Source::Bonus(bonus) => {
                format!("bonus {}", square_text(self.bonuses[usize::from(bonus)].0))
            }
            Source::Goal(goal) => format!("goal {}", goal + 1),
        }
    }

    fn find_source(&self, text: &str) -> Option<Source> {
        let (what, which) = text.split_once(' ')?;
        let below = |most: u8| which.parse::<u8>().ok().filter(|&number| number < most);
        let counted = |most: u8| {
            let number = which.parse::<u8>().ok().filter(|number| (1..=most).contains(number))?;
            Some(number - 1)
        };
        match what {
            "start" => counted(self.players).map(Source::Start),
            "track" => below(self.face().track.len() as u8).map(Source::Track),
            "order" => counted(self.players).map(Source::Order),
            "card" => self.set.card_named(which).map(Source::Card),
            "bonus" => {
                let mut squares = self.bonuses.iter().map(|&(square, _)| square);
                let bonus = squares.position(|square| square_text(square) == which)?;
                Some(Source::Bonus(bonus as u8))
            }
            "goal" => counted(GOALS as u8).map(Source::Goal),
            _ => None,
        }
    }

    pub(super) fn read_pending(
        &self,
        value: &Value,
        state: &State,
    ) -> Result<Pending, FormatError> {
        const KEY: &str = "position.pending";
        if value.is_null() {
            return Ok(Pending::default());
        }
        let fields = Fields::new(KEY, value, PENDING)?;
        let named = |name: &str| match fields.get(name)? {
            Value::Null => Ok(None),
            _ => fields.text(name).map(Some),
        };
        let unknown = |name: &str, text: &str| {
            wrong(fields.path(name), format!("{:?} is unknown", clip(text)))
        };
        let spelling = match fields.get("spell")? {
            Value::Null => None,
            value => {
                let (word, place) = self.read_standing(&fields.path("spell"), value)?;
                Some(self.play(state.mat(), word, place))
            }
        };
        let card = named("card")?.map(|id| self.set.card_named(id).ok_or(("card", id)));
        let die = named("die")?.map(|name| {
            let die = self.set.die_named(name).filter(|&die| die < self.players);
            die.ok_or(("die", name))
        });
        let word = named("word")?.map(|word| self.set.word_named(word).ok_or(("word", word)));
        let unnamed = |(name, text)| unknown(name, text);
        let card_due = match named("card_due")? {
            None => None,
            Some("first") => Some(CardDue::First),
            Some("second") => Some(CardDue::Second),
            Some(text) => return Err(unknown("card_due", text)),
        };
        let mut pending = Pending {
            is_converting: fields.flag("converting")?,
            spelling,
            card: card.transpose().map_err(unnamed)?,
            card_due,
            die: die.transpose().map_err(unnamed)?,
            is_rolling: fields.flag("rolling")?,
            built: Built {
                bonuses: self.read_bonuses(&fields.path("bonuses"), fields.list("bonuses")?)?,
                word: word.transpose().map_err(unnamed)?,
            },
            ..Pending::default()
        };
        for (index, value) in fields.list("gains")?.iter().enumerate() {
            let key = format!("{}[{index}]", fields.path("gains"));
            if index == MOST_GAINS {
                return Err(FormatError::rule("C-164", key, "gains are at most two deep"));
            }
            pending.gains.push(self.read_gain(&key, value)?);
        }
        if pending.is_empty() {
            return Err(wrong(KEY, "nothing has begun: null is expected"));
        }
        Ok(pending)
    }

    fn read_gain(&self, key: &str, value: &Value) -> Result<Gaining, FormatError> {
        let fields = Fields::new(key, value, GAIN)?;
        let from = fields.text("from")?;
        let source = self.find_source(from).ok_or_else(|| {
            let message = format!(
                "{:?} gives nothing: start, track, order, card, bonus or goal and which one",
                clip(from)
            );
            wrong(fields.path("from"), message)
        })?;
        let icons = self.icons(source);
        let done = fields.number("done", 0, icons.len() as i64)? as u8;
        let mut emptied = 0_u16;
        for (index, value) in fields.list("emptied")?.iter().enumerate() {
            let key = format!("{}[{index}]", fields.path("emptied"));
            emptied |= 1 << number(&key, value, 0, i64::from(self.face().centre) - 1)?;
        }
        let taken = icons[..usize::from(done)].iter().filter(|&&icon| icon == Icon::Centre);
        require(
            emptied.count_ones() as usize <= taken.count(),
            "C-98",
            || fields.path("emptied"),
            || "a gain empties a square for each of its centre icons that is done".to_owned(),
        )?;
        Ok(Gaining { source, done, emptied })
    }

    /// What has begun belongs to the step.
    pub(super) fn check_pending(&self, state: &State) -> Result<(), FormatError> {
        let pending = &state.pending;
        let name = |name: &'static str| move || format!("position.pending.{name}");
        let message = |text: &'static str| move || text.to_owned();
        let is_turn = matches!(state.step, Step::After(_));
        let is_construct = matches!(state.step, Step::Construct(_));
        let edges = state.mat().edges;
        let is_corner = self.is_at_corner(state);
        if pending.is_converting {
            let is_open = matches!(
                state.step,
                Step::Place(_)
                    | Step::After(_)
                    | Step::Activate(_)
                    | Step::Construct(_)
                    | Step::Limits(_)
            ) && pending.spelling.is_none()
                && pending.card_due.is_none()
                && !pending.is_rolling
                && (pending.gains.is_empty() || pending.card.is_some());
            require(is_open, "C-220", name("converting"), message("nobody can convert here"))?;
        }
        if let Some(play) = pending.spelling {
            let alone = Pending { spelling: Some(play), ..Pending::default() };
            let is_open = is_construct && *pending == alone && self.can_play(state, play);
            require(
                is_open,
                "C-286",
                name("spell"),
                message("the word cannot be spelled here with a choice of wild tiles"),
            )?;
        }
        if pending.card.is_some() || pending.card_due.is_some() {
            let is_exchange = pending.card_due != Some(CardDue::First);
            let is_taken =
                is_turn && edges & edge::BOTTOM != 0 && pending.gains.is_empty() && is_exchange;
            let is_open = pending.card.is_none() || pending.card_due.is_none();
            let may_exchange =
                self.rules.grid_card_redraw || pending.card.is_none() && !is_exchange;
            require(
                is_open && (is_taken || is_corner && may_exchange),
                "C-65",
                name(if pending.card.is_some() { "card" } else { "card_due" }),
                message("a card was taken from the bottom edge, or comes with the grid's corner"),
            )?;
        }
        if let Some(die) = pending.die {
            let is_own = state.dice[usize::from(die)].holder == Some(state.seat);
            let is_open = is_turn
                && is_own
                && pending.gains.is_empty()
                && pending.card.is_none()
                && pending.card_due.is_none();
            require(is_open, "C-84", name("die"), message("the player has not just taken it"))?;
        }
        let rolls = !pending.is_rolling || pending.die.is_some();
        require(rolls, "C-86", name("rolling"), message("there is no die to roll"))?;
        for (depth, gain) in pending.gains.iter().enumerate() {
            let fits = self.can_gain(state, gain, depth);
            require(
                fits,
                "C-56",
                || format!("position.pending.gains[{depth}].from"),
                || format!("nothing is gained from {} here", self.source_text(gain.source)),
            )?;
            let mut squares = members(gain.emptied.into());
            require(
                squares.all(|square| state.centre[square].is_none()),
                "C-97",
                || format!("position.pending.gains[{depth}].emptied"),
                message("a letter lies on the square"),
            )?;
        }
        self.check_built(state)
    }

    /// Whether a word can be spelled so that the choice of tiles is left.
    fn can_play(&self, state: &State, play: Play) -> bool {
        let mat = state.mat();
        let permitted = self.permitted(state, mat) & 1 << play.word;
        let reserve = mat.reserve.tiles();
        let found = mat.grid.plays(&self.dictionary, permitted, reserve, |other| {
            if other == play { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.is_break() && self.dictionary.wilds(play, reserve).iter().nth(1).is_some()
    }

    /// Whether the card of the grid's corner has just been turned up (C-164).
    fn is_at_corner(&self, state: &State) -> bool {
        state.pending.gains.first().is_some_and(|gain| {
            let before = self.icons(gain.source)[..usize::from(gain.done)].last();
            matches!(state.step, Step::Construct(_)) && before == Some(&Icon::Card)
        })
    }

    /// Whether the player whose turn it is can gain from this here.
    fn can_gain(&self, state: &State, gain: &Gaining, depth: usize) -> bool {
        let mat = state.mat();
        let is_turn = matches!(state.step, Step::After(_));
        let is_construct = matches!(state.step, Step::Construct(_));
        let has = |bit: u8| is_turn && mat.edges & bit != 0;
        if depth > 0 && !(matches!(gain.source, Source::Card(_)) && self.is_at_corner(state)) {
            return false;
        }
        match gain.source {
            Source::Start(card) => state.step == Step::StartBonus(card + 1),
            Source::Track(space) => {
                has(edge::DICE) && mat.pawn == space && !self.is_taken(state, space)
            }
            Source::Order(slot) => {
                has(edge::ORDER)
                    && self.rules.bump_takes == BumpTakes::FullBonus
                    && state.slots[usize::from(slot)].cog == Some(state.seat)
            }
            Source::Card(kind) => match self.set.cards[usize::from(kind)].effect {
                Effect::Immediate(_) => {
                    let is_discarded = state.discard.count(kind) > 0;
                    is_discarded && (has(edge::BOTTOM) || depth > 0)
                }
                Effect::Round { .. } => {
                    matches!(state.step, Step::Activate(_)) && mat.hand.has(kind, Side::Used)
                }
                Effect::Item { .. } => {
                    is_construct && mat.hand.has(kind, Side::Completed) && depth == 0
                }
                Effect::Always(_) => false,
            },
            Source::Bonus(bonus) => {
                let square = self.bonuses[usize::from(bonus)].0;
                let word = state.pending.built.word;
                let word = word.map(|word| mat.grid.squares(&self.dictionary, word));
                is_construct && word.is_some_and(|squares| squares.has(square))
            }
            Source::Goal(goal) => is_construct && self.is_full(mat, goal),
        }
    }

    /// C-168: the word just put down stands on the grid, its cube is still to come, and so are some of
    /// its bonus spaces.
    fn check_built(&self, state: &State) -> Result<(), FormatError> {
        let Built { bonuses, word } = state.pending.built;
        let mat = state.mat();
        let squares = word.map_or(Cells::EMPTY, |word| mat.grid.squares(&self.dictionary, word));
        let paying = state.pending.gains.first().map(|gain| gain.source);
        let is_paying = word.is_none() || matches!(paying, Some(Source::Bonus(_)));
        let stands = word.is_none_or(|word| mat.grid.standing() >> word & 1 == 1);
        let has_cube = word.is_some_and(|word| mat.spelled_cubes >> word & 1 == 1);
        require(
            is_paying && stands && !has_cube,
            "C-168",
            || "position.pending.word".to_owned(),
            || "the word does not stand there while its bonus spaces pay".to_owned(),
        )?;
        let paid: u8 = match paying {
            Some(Source::Bonus(bonus)) => 1 << bonus,
            _ => 0,
        };
        let mut spaces = members(bonuses.into()).map(|bonus| self.bonuses[bonus].0);
        // They pay in reading order, each once.
        let is_later = bonuses & (paid | paid.wrapping_sub(1)) == 0 && (bonuses == 0 || paid != 0);
        let were_covered = self.rules.bonus_repeats || (bonuses | paid) & !mat.covered == 0;
        require(
            spaces.all(|square| squares.has(square)) && is_later && were_covered,
            "C-168",
            || "position.pending.bonuses".to_owned(),
            || "the word does not cover these spaces after the one that pays".to_owned(),
        )
    }
}
