//! Every number and option printed in the rules, once, under the rulebook's name.

use serde_json::{Map, Value};

use super::types::Kind;
use crate::game::{Info, OptionKind, OptionSpec};
use crate::games::resolved::Resolved;

/// Fewest and most players (B-7).
pub const PLAYERS: (u8, u8) = (2, 7);

/// Whole cards, broken cards and jokers of every deck (B-1).
pub const WHOLE: u16 = 30;
/// Broken cards of every deck (B-1).
pub const BROKEN: u16 = 12;
/// Jokers of every deck (B-1).
pub const JOKERS: u16 = 2;
/// All cards of every deck (B-1).
pub const CARDS: u16 = WHOLE + BROKEN + JOKERS;

/// Cards dealt to each player (B-8), up to which a giver draws under `donor_refill` (B-25).
pub const HAND: u8 = 6;

/// Whole skeletons that win (B-51).
pub const GOAL: u8 = 2;

/// Turns a player after which the game ends without a winner (B-53).
pub const TURNS_PER_PLAYER: i64 = 200;

/// Fewest cards of a kind in a deck, whole and broken: two whole skeletons for one player, or one
/// broken one, must be possible (B-51).
#[must_use]
pub const fn fewest(kind: Kind) -> [u16; 2] {
    let need = kind.need() as u16;
    [need * GOAL as u16, need]
}

/// What the registry tells of Bogoss.
pub const INFO: Info = Info {
    name: "bogoss",
    title: "Bogoss",
    min_players: PLAYERS.0,
    max_players: PLAYERS.1,
    players_rule: "B-7",
    options: &OPTIONS,
    rules_version: 1,
    reasons: &["two whole skeletons", "broken skeleton", "no winner"],
    levels: &[],
    default_components: super::components::DEFAULT_V1,
    agents: &["greedy"],
};

/// Most turns that `max_turns` can allow.
const MOST_TURNS: i64 = 10_000;

const OPTIONS: [OptionSpec; 13] = [
    OptionSpec {
        name: "first_player",
        kind: OptionKind::SeatOrRandom,
        default: "0",
        rule: "B-9",
        help: "the seat that begins",
    },
    OptionSpec {
        name: "need_rule",
        kind: OptionKind::Choice(&["useful", "any", "next_skeleton"]),
        default: "\"useful\"",
        rule: "B-16",
        help: "which kinds a player may ask for",
    },
    OptionSpec {
        name: "give_choice",
        kind: OptionKind::Choice(&["donor", "asker", "random"]),
        default: "\"donor\"",
        rule: "B-20",
        help: "who chooses where the target has whole and broken cards of the kind",
    },
    OptionSpec {
        name: "extra_requests",
        kind: OptionKind::Choice(&["unlimited", "one"]),
        default: "\"unlimited\"",
        rule: "B-28",
        help: "how many requests may follow after whole cards received",
    },
    OptionSpec {
        name: "draw_hit",
        kind: OptionKind::Choice(&["requested", "useful"]),
        default: "\"requested\"",
        rule: "B-32",
        help: "which drawn kinds let the asker go on",
    },
    OptionSpec {
        name: "broken_draw_ends",
        kind: OptionKind::Flag,
        default: "false",
        rule: "B-32",
        help: "whether a drawn broken card ends the turn",
    },
    OptionSpec {
        name: "joker_hit",
        kind: OptionKind::Flag,
        default: "false",
        rule: "B-32",
        help: "whether a drawn joker lets the asker go on",
    },
    OptionSpec {
        name: "broken_skeleton",
        kind: OptionKind::Choice(&["all_broken", "any_broken"]),
        default: "\"all_broken\"",
        rule: "B-41",
        help: "which skeletons count as broken",
    },
    OptionSpec {
        name: "lay_mode",
        kind: OptionKind::Choice(&["forced", "joker_choice", "free"]),
        default: "\"forced\"",
        rule: "B-43",
        help: "whether a complete skeleton may be held back",
    },
    OptionSpec {
        name: "donor_refill",
        kind: OptionKind::Flag,
        default: "false",
        rule: "B-25",
        help: "whether a giver draws up to 6 cards",
    },
    OptionSpec {
        name: "refill_empty",
        kind: OptionKind::Number(0, HAND as i64),
        default: "0",
        rule: "B-47",
        help: "cards that an empty hand draws when its turn begins",
    },
    OptionSpec {
        name: "sided_limbs",
        kind: OptionKind::Flag,
        default: "false",
        rule: "B-5",
        help: "whether a skeleton needs a left and a right one of each limb",
    },
    OptionSpec {
        name: "max_turns",
        kind: OptionKind::NumberByPlayers(1, MOST_TURNS, |players| {
            TURNS_PER_PLAYER * players as i64
        }),
        default: "\"200 * players\"",
        rule: "B-53",
        help: "turns after which the game ends without a winner",
    },
];

/// Which kinds may be asked for (B-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeedRule {
    /// Those that can serve any winning set.
    Useful,
    /// All.
    Any,
    /// Those that can serve the next skeleton.
    NextSkeleton,
}

/// Who chooses what is given (B-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiveChoice {
    /// The giver.
    Donor,
    /// The asker chooses the status, the giver the side.
    Asker,
    /// Nobody: uniform over the cards.
    Random,
}

/// Whether complete skeletons have to be laid (B-43).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayMode {
    /// At once.
    Forced,
    /// At once if no joker is needed.
    JokerChoice,
    /// Whenever the player likes.
    Free,
}

/// The options in a form that rules can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `None`: drawn at random (B-9).
    pub first_player: Option<u8>,
    /// B-16.
    pub need_rule: NeedRule,
    /// B-20.
    pub give_choice: GiveChoice,
    /// Only one follow-up request (B-28).
    pub is_one_extra: bool,
    /// Drawing any useful kind is a hit (B-32 a).
    pub has_useful_hits: bool,
    /// Drawing a broken card is no hit (B-32 b).
    pub broken_draw_ends: bool,
    /// Drawing a joker is a hit (B-32 c).
    pub joker_hit: bool,
    /// One broken card makes a skeleton broken (B-41).
    pub is_any_broken: bool,
    /// B-43.
    pub lay_mode: LayMode,
    /// The giver draws (B-25).
    pub donor_refill: bool,
    /// Cards that an empty hand draws (B-47).
    pub refill_empty: u8,
    /// Limbs are left and right ones (B-5).
    pub is_sided: bool,
    /// B-53.
    pub max_turns: u32,
}

impl Options {
    /// Reads options that are resolved and of their kinds.
    #[must_use]
    pub fn read(options: &Map<String, Value>) -> Self {
        let options = Resolved(options);
        Self {
            first_player: options.number("first_player").map(|seat| seat as u8),
            need_rule: options.choice(
                "need_rule",
                &[("any", NeedRule::Any), ("next_skeleton", NeedRule::NextSkeleton)],
                NeedRule::Useful,
            ),
            give_choice: options.choice(
                "give_choice",
                &[("asker", GiveChoice::Asker), ("random", GiveChoice::Random)],
                GiveChoice::Donor,
            ),
            is_one_extra: options.is("extra_requests", "one"),
            has_useful_hits: options.is("draw_hit", "useful"),
            broken_draw_ends: options.flag("broken_draw_ends"),
            joker_hit: options.flag("joker_hit"),
            is_any_broken: options.is("broken_skeleton", "any_broken"),
            lay_mode: options.choice(
                "lay_mode",
                &[("free", LayMode::Free), ("joker_choice", LayMode::JokerChoice)],
                LayMode::Forced,
            ),
            donor_refill: options.flag("donor_refill"),
            refill_empty: options.number("refill_empty").unwrap_or(0) as u8,
            is_sided: options.flag("sided_limbs"),
            max_turns: options.number("max_turns").unwrap_or(1) as u32,
        }
    }

    /// Whether more can follow from a request than its answer: choices to lay, refills. What others
    /// see until then has to be kept (B-56, B-58).
    #[must_use]
    pub fn has_long_steps(&self) -> bool {
        self.lay_mode != LayMode::Forced || self.donor_refill || self.refill_empty > 0
    }
}
