//! Options in a form that rules can ask; `rules.rs` lists them with their defaults (Z).

use serde_json::{Map, Value};

use super::mural::{MultiSide, OppositeSlide, SlideContact};
use super::rules::MODES;
use crate::games::resolved::Resolved;

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Sections C to S.
    Base,
    /// T.
    Simplified,
    /// U.
    Solo,
    /// V, one player a side.
    Duel,
    /// V, two players a side.
    Teams,
    /// W.
    Challenging,
}

impl Mode {
    const ALL: [Self; 6] =
        [Self::Base, Self::Simplified, Self::Solo, Self::Duel, Self::Teams, Self::Challenging];

    /// Fewest and most players (B-15, T-3, V, W-1), with the rule.
    #[must_use]
    pub const fn players(self) -> (u8, u8, &'static str) {
        match self {
            Self::Base => (2, 6, "B-15"),
            Self::Simplified => (2, 6, "T-3"),
            Self::Solo => (1, 1, "U-1"),
            Self::Duel => (2, 2, "V-1"),
            Self::Teams => (4, 4, "V-3"),
            Self::Challenging => (2, 4, "W-1"),
        }
    }

    /// Whether two ateliers share one score (U, V).
    #[must_use]
    pub const fn is_tug(self) -> bool {
        matches!(self, Self::Solo | Self::Duel | Self::Teams)
    }

    /// Whether there are contract cards (T-3, W-2).
    #[must_use]
    pub const fn has_cards(self) -> bool {
        !matches!(self, Self::Simplified | Self::Challenging)
    }
}

/// Which tiles of Fundathos are released (L-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// Those beside the outside.
    Connected,
    /// Those of the outermost ring that is left.
    Ring,
    /// Those with any emptied neighbour, too.
    AnyGap,
}

/// What ties below first place pay (S-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieRule {
    /// The same as for first place.
    Flat,
    /// The prize of the place.
    FirstOnly,
    /// The smaller one of both.
    Min,
}

/// The options in a form that rules can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which game is played.
    pub mode: Mode,
    /// Whether Masters of Works are played (X).
    pub has_masters: bool,
    /// Whether Special Tools are played (Y).
    pub has_tools: bool,
    /// Tools pay by an action of their own (Y-11).
    pub is_bonus_separate: bool,
    /// `None`: drawn at random (C-10).
    pub first_player: Option<u8>,
    /// Whether who opens a card turns it (G-5, U-5).
    pub turns_cards: bool,
    /// M-13.
    pub contact: SlideContact,
    /// M-15.
    pub multi_side: MultiSide,
    /// L-1.
    pub release: Release,
    /// A wrong tile closes the panel (O-8).
    pub errors_close: bool,
    /// A panel grows within a frame of its card (O-9).
    pub grows_aligned: bool,
    /// A gate once passed stays open (O-14).
    pub is_gate_sticky: bool,
    /// The bonus of Q-10 is paid each time.
    pub pays_each: bool,
    /// S-8.
    pub tie_rule: TieRule,
    /// Panels have any shape (T-7).
    pub is_shapeless: bool,
    /// Tiles with which each atelier starts (C-5, U-6).
    pub start_tiles: u8,
    /// Yellow markers are collected by the amount of the score (U-23).
    pub yellow_by_amount: bool,
    /// U-29.
    pub end_collects: bool,
    /// W-20.
    pub opposite: OppositeSlide,
    /// Z-4.
    pub no_progress_rounds: u32,
    /// Z-5.
    pub max_rounds: u32,
    /// Z-6.
    pub tail_turns: u32,
}

impl Options {
    /// Reads options that are resolved and of their kinds.
    #[must_use]
    pub fn read(options: &Map<String, Value>) -> Self {
        let options = Resolved(options);
        let count = |name: &str| options.number(name).unwrap_or_default() as u32;
        let place = MODES.iter().position(|word| options.is("mode", word));
        let mode = Mode::ALL[place.unwrap_or_default()];
        let orientation = if mode.is_tug() { "solo_orientation" } else { "card_orientation" };
        Self {
            mode,
            has_masters: options.has("expansions", "masters"),
            has_tools: options.has("expansions", "tools"),
            is_bonus_separate: options.is("tool_bonus", "separate"),
            first_player: options.number("first_player").map(|seat| seat as u8),
            turns_cards: options.is(orientation, "choose"),
            contact: options.choice(
                "slide_contact",
                &[("chain", SlideContact::Chain), ("allow", SlideContact::Allow)],
                SlideContact::Illegal,
            ),
            multi_side: options.choice(
                "multi_side",
                &[("all", MultiSide::All), ("illegal", MultiSide::Illegal)],
                MultiSide::Choose,
            ),
            release: options.choice(
                "release",
                &[("ring", Release::Ring), ("any_gap", Release::AnyGap)],
                Release::Connected,
            ),
            errors_close: options.is("growth_error", "close"),
            grows_aligned: options.is("growth_frame", "aligned"),
            is_gate_sticky: options.is("gate", "sticky"),
            pays_each: options.is("bonus3", "each"),
            tie_rule: options.choice(
                "tie_rule",
                &[("first_only", TieRule::FirstOnly), ("min", TieRule::Min)],
                TieRule::Flat,
            ),
            is_shapeless: mode == Mode::Simplified && options.is("simple_shape", "none"),
            start_tiles: if mode.is_tug() { count("solo_start_tiles") as u8 } else { 1 },
            yellow_by_amount: options.is("yellow", "amount"),
            end_collects: options.flag("end_collects"),
            opposite: options.choice(
                "opposite_slide",
                &[("illegal", OppositeSlide::Illegal)],
                OppositeSlide::OwnBlock,
            ),
            no_progress_rounds: count("no_progress_rounds"),
            max_rounds: count("max_rounds"),
            tail_turns: count("tail_turns"),
        }
    }
}
