//! Every number and option printed in the rules, once, under the rulebook's name.

pub use super::options::{Mode, Options, Release, TieRule};
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
/// Where points end, up and down: out of reach of every game (P-7), but not of one that goes on from a
/// made-up position.
pub const MOST_POINTS: i32 = 1_000_000;

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
pub(super) const MODES: &[&str] = &["base", "simplified", "solo", "duel", "teams", "challenging"];

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
