//! Every number and option printed in the rules, once, under the rulebook's name.

use serde_json::{Map, Value};

use super::mural::{MultiSide, OppositeSlide, SlideContact};
use crate::game::{Info, OptionKind, OptionSpec};

/// Fewest and most players (B-15).
pub const PLAYERS: (u8, u8) = (1, 6);

/// Actions of a turn (D-2), and of a turn in the last round.
pub const ACTIONS: u8 = 2;
/// Actions of a turn in the last round.
pub const LAST_ACTIONS: u8 = 3;

/// Pattern markers of each colour (B-10).
pub const MARKERS: u8 = 8;

/// Points for a marker, for a full panel, and for an immutable block at the end (W-33).
pub const MARKER_POINTS: i32 = 4;
/// Points for a full panel.
pub const PANEL_POINTS: i32 = 4;
/// Points for an immutable block at the end of the game (W-33).
pub const BLOCK_POINTS: i32 = 4;

/// Places of a majority, and what two, three and more tied players get (S-2 to S-6).
pub const CARD_PRIZES: Prizes = Prizes { places: [10, 4, 2], ties: [4, 2] };
/// The same for immutable blocks (W-34, W-35).
pub const BLOCK_PRIZES: Prizes = Prizes { places: [5, 3, 1], ties: [3, 1] };

/// Positions of the score track (B-2), and where yellow markers lie (U-4).
pub const TRACK: i32 = 40;
/// Where yellow markers lie (U-4).
pub const YELLOW: [i32; 3] = [10, 20, 30];

/// Levels of a solo game won with exactly 0, by yellow markers collected (U-33).
pub const LEVELS: [&str; 3] = ["Experienced Master", "Renowned Architect", "Master Tiler"];

/// Players who use the other side of the ateliers (C-4).
pub const CROWD: usize = 5;

/// What a majority pays.
#[derive(Clone, Copy, Debug)]
pub struct Prizes {
    /// First, second, third place.
    pub places: [i32; 3],
    /// Each of two, and of three tied players.
    pub ties: [i32; 2],
}

/// Why a game ended: places in [`INFO`]`.reasons`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Reason {
    ///
    LastRound,
    /// Z-3.
    AllPassed,
    /// Z-4.
    NoProgress,
    /// Z-5.
    TooManyRounds,
    /// U-25.
    BoardsEmpty,
    /// Z-6.
    Tail,
    /// W-32.
    MuralFull,
}

impl Reason {
    /// Every reason, in the order of their names.
    pub const ALL: [Self; 7] = [
        Self::LastRound,
        Self::AllPassed,
        Self::NoProgress,
        Self::TooManyRounds,
        Self::BoardsEmpty,
        Self::Tail,
        Self::MuralFull,
    ];

    /// Whether it is looked at when a turn ends, in the order of all reasons.
    #[must_use]
    pub const fn is_at_turn(self) -> bool {
        !matches!(self, Self::BoardsEmpty | Self::MuralFull)
    }
}

/// What the registry tells of Athos Bulcão: Master Pieces.
pub const INFO: Info = Info {
    name: "athos",
    title: "Athos Bulcão: Master Pieces",
    min_players: PLAYERS.0,
    max_players: PLAYERS.1,
    players_rule: "B-15",
    options: &OPTIONS,
    rules_version: 1,
    reasons: &[
        "last round",
        "all passed",
        "no progress",
        "too many rounds",
        "boards empty",
        "tail",
        "mural full",
    ],
    levels: &LEVELS,
    default_components: super::components::DEFAULT_V1,
    agents: &["greedy"],
};

/// The words of `mode`, in the order of [`Mode`].
const MODES: &[&str] = &["base", "simplified", "solo", "duel", "teams", "challenging"];

/// The words of `expansions`.
const EXPANSIONS: &[&str] = &["masters", "tools"];

const OPTIONS: [OptionSpec; 22] = [
    OptionSpec {
        name: "mode",
        kind: OptionKind::ChoiceByPlayers(MODES, |players| if players == 1 { 2 } else { 0 }),
        default: "\"solo with 1 player, else base\"",
        rule: "B-15",
        help: "which game is played",
    },
    OptionSpec {
        name: "expansions",
        kind: OptionKind::Subset(EXPANSIONS),
        default: "[]",
        rule: "B-14",
        help: "which of Masters of Works and Special Tools are played",
    },
    OptionSpec {
        name: "first_player",
        kind: OptionKind::SeatOrRandom,
        default: "0",
        rule: "C-10",
        help: "the seat that begins; always 0 in solo, duel and teams",
    },
    OptionSpec {
        name: "card_orientation",
        kind: OptionKind::Choice(&["choose", "upright"]),
        default: "\"choose\"",
        rule: "G-5",
        help: "whether who opens a card turns it",
    },
    OptionSpec {
        name: "slide_contact",
        kind: OptionKind::Choice(&["illegal", "chain", "allow"]),
        default: "\"illegal\"",
        rule: "M-13",
        help: "what happens where a pushed block comes to touch another",
    },
    OptionSpec {
        name: "multi_side",
        kind: OptionKind::Choice(&["choose", "all", "illegal"]),
        default: "\"choose\"",
        rule: "M-15",
        help: "how a block slides that is touched on several sides",
    },
    OptionSpec {
        name: "release",
        kind: OptionKind::Choice(&["connected", "ring", "any_gap"]),
        default: "\"connected\"",
        rule: "L-1",
        help: "which tiles of Fundathos can be taken",
    },
    OptionSpec {
        name: "growth_error",
        kind: OptionKind::Choice(&["continue", "close"]),
        default: "\"continue\"",
        rule: "O-8",
        help: "whether a wrong tile after the square closes the panel",
    },
    OptionSpec {
        name: "growth_frame",
        kind: OptionKind::Choice(&["box", "aligned"]),
        default: "\"box\"",
        rule: "O-9",
        help: "whether a panel may grow outside the frame of its card",
    },
    OptionSpec {
        name: "gate",
        kind: OptionKind::Choice(&["current", "sticky"]),
        default: "\"current\"",
        rule: "O-14",
        help: "whether a panel that has lost its square may still grow",
    },
    OptionSpec {
        name: "bonus3",
        kind: OptionKind::Choice(&["once", "each"]),
        default: "\"once\"",
        rule: "Q-11",
        help: "how often the bonus for a full panel is paid",
    },
    OptionSpec {
        name: "tie_rule",
        kind: OptionKind::Choice(&["flat", "first_only", "min"]),
        default: "\"flat\"",
        rule: "S-8",
        help: "what tied players get below first place",
    },
    OptionSpec {
        name: "simple_shape",
        kind: OptionKind::Choice(&["box", "none"]),
        default: "\"box\"",
        rule: "T-7",
        help: "whether panels keep their shape rule in the simplified variant",
    },
    OptionSpec {
        name: "solo_orientation",
        kind: OptionKind::Choice(&["upright", "choose"]),
        default: "\"upright\"",
        rule: "U-5",
        help: "whether cards are turned in solo, duel and teams",
    },
    OptionSpec {
        name: "solo_start_tiles",
        kind: OptionKind::Number(0, 1),
        default: "0",
        rule: "U-6",
        help: "tiles with which each atelier starts in solo, duel and teams",
    },
    OptionSpec {
        name: "yellow",
        kind: OptionKind::Choice(&["position", "amount"]),
        default: "\"position\"",
        rule: "U-23",
        help: "which yellow markers a negative score collects",
    },
    OptionSpec {
        name: "end_collects",
        kind: OptionKind::Flag,
        default: "false",
        rule: "U-29",
        help: "whether the majorities at the end collect yellow markers",
    },
    OptionSpec {
        name: "opposite_slide",
        kind: OptionKind::Choice(&["own_block", "illegal"]),
        default: "\"own_block\"",
        rule: "W-20",
        help: "what happens where a tile is laid beside an immovable one",
    },
    OptionSpec {
        name: "tool_bonus",
        kind: OptionKind::Choice(&["with_lay", "separate"]),
        default: "\"with_lay\"",
        rule: "Y-11",
        help: "whether tools pay together with a lay, or by an action of their own",
    },
    OptionSpec {
        name: "no_progress_rounds",
        kind: OptionKind::Number(1, 1000),
        default: "8",
        rule: "Z-4",
        help: "rounds without a lay after which the game ends",
    },
    OptionSpec {
        name: "max_rounds",
        kind: OptionKind::Number(1, 1000),
        default: "100",
        rule: "Z-5",
        help: "rounds after which the game ends",
    },
    OptionSpec {
        name: "tail_turns",
        kind: OptionKind::Number(0, 1000),
        default: "20",
        rule: "Z-6",
        help: "turns that are left in solo, duel and teams once Fundathos is empty",
    },
];

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
        let is = |name: &str, word: &str| options.get(name).is_some_and(|value| value == word);
        let number = |name: &str| options.get(name).and_then(Value::as_u64);
        let count = |name: &str| number(name).unwrap_or_default() as u32;
        let place = MODES.iter().position(|word| is("mode", word));
        let mode = Mode::ALL[place.unwrap_or_default()];
        let orientation = if mode.is_tug() { "solo_orientation" } else { "card_orientation" };
        let expansions = options.get("expansions").and_then(Value::as_array);
        let plays = |name: &str| {
            expansions.is_some_and(|list| list.iter().any(|expansion| expansion == name))
        };
        Self {
            mode,
            has_masters: plays("masters"),
            has_tools: plays("tools"),
            is_bonus_separate: is("tool_bonus", "separate"),
            first_player: number("first_player").map(|seat| seat as u8),
            turns_cards: is(orientation, "choose"),
            contact: if is("slide_contact", "chain") {
                SlideContact::Chain
            } else if is("slide_contact", "allow") {
                SlideContact::Allow
            } else {
                SlideContact::Illegal
            },
            multi_side: if is("multi_side", "all") {
                MultiSide::All
            } else if is("multi_side", "illegal") {
                MultiSide::Illegal
            } else {
                MultiSide::Choose
            },
            release: if is("release", "ring") {
                Release::Ring
            } else if is("release", "any_gap") {
                Release::AnyGap
            } else {
                Release::Connected
            },
            errors_close: is("growth_error", "close"),
            grows_aligned: is("growth_frame", "aligned"),
            is_gate_sticky: is("gate", "sticky"),
            pays_each: is("bonus3", "each"),
            tie_rule: if is("tie_rule", "first_only") {
                TieRule::FirstOnly
            } else if is("tie_rule", "min") {
                TieRule::Min
            } else {
                TieRule::Flat
            },
            is_shapeless: mode == Mode::Simplified && is("simple_shape", "none"),
            start_tiles: if mode.is_tug() { count("solo_start_tiles") as u8 } else { 1 },
            yellow_by_amount: is("yellow", "amount"),
            end_collects: options.get("end_collects") == Some(&Value::Bool(true)),
            opposite: if is("opposite_slide", "illegal") {
                OppositeSlide::Illegal
            } else {
                OppositeSlide::OwnBlock
            },
            no_progress_rounds: count("no_progress_rounds"),
            max_rounds: count("max_rounds"),
            tail_turns: count("tail_turns"),
        }
    }
}
