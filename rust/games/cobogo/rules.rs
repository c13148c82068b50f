//! Every number, table and option printed in the rules, once, under the rulebook's name.

use serde_json::{Map, Value};

use crate::game::{Info, OptionKind, OptionSpec};
use crate::games::resolved::Resolved;

/// Fewest and most players (K-7).
pub const PLAYERS: (u8, u8) = (1, 4);

/// Cards dealt to each player (K-14).
pub const OPENING_HAND: usize = 2;

/// Base cards reserved without Janelão and Clientes Especiais (K-10).
pub const BASE_RESERVED: usize = 3;

/// Base cards reserved with Janelão or Clientes Especiais (K-84, K-94, K-101).
pub const BASE_RESERVED_WITH_THIRD: usize = 2;

/// Base cards reserved with both under `double_third = keep_three` (K-102).
pub const BASE_RESERVED_KEEP_THREE: usize = 1;

/// Titles by merits, English and Portuguese; the last one stands for 4 merits or more (K-72).
pub const TITLES: [(&str, &str); 5] = [
    ("Promising Interns", "Estagiários Promissores"),
    ("Competent Builders", "Construtores Competentes"),
    ("Great Construction Foremen", "Grandes Mestres de Obra"),
    ("Incredible Engineers", "Engenheiros Incríveis"),
    ("Exceptional Architects", "Arquitetos Excepcionais"),
];

/// Index into [`TITLES`] (K-72).
#[must_use]
pub fn title(merits: u32) -> usize {
    (merits as usize).min(TITLES.len() - 1)
}

/// What the registry tells of Cobogó.
pub const INFO: Info = Info {
    name: "cobogo",
    title: "Cobogó",
    min_players: PLAYERS.0,
    max_players: PLAYERS.1,
    players_rule: "K-7",
    options: &OPTIONS,
    rules_version: 1,
    reasons: &["all patterns fulfilled", "all cards placed"],
    levels: &[TITLES[0].0, TITLES[1].0, TITLES[2].0, TITLES[3].0, TITLES[4].0],
    default_components: super::components::DEFAULT_V1,
    agents: &["greedy"],
};

/// Smallest and largest index window.
pub const WINDOW: (i64, i64) = (8, 64);

const OPTIONS: [OptionSpec; 13] = [
    OptionSpec {
        name: "first_player",
        kind: OptionKind::SeatOrRandom,
        default: "0",
        rule: "K-8",
        help: "the seat that begins",
    },
    OptionSpec {
        name: "expansions",
        kind: OptionKind::Subset(&["vidracaria", "janelao", "clientes"]),
        default: "[]",
        rule: "K-100",
        help: "the mini expansions in use",
    },
    OptionSpec {
        name: "window_pattern",
        kind: OptionKind::IdOrRandom,
        default: "\"random\"",
        rule: "K-85",
        help: "the window card to reserve, with janelao",
    },
    OptionSpec {
        name: "special_pattern",
        kind: OptionKind::IdOrRandom,
        default: "\"random\"",
        rule: "K-95",
        help: "the special card to reserve, with clientes",
    },
    OptionSpec {
        name: "count_mode",
        kind: OptionKind::Choice(&["exact", "at_least"]),
        default: "\"exact\"",
        rule: "K-56",
        help: "whether surplus copies of a pattern spoil it",
    },
    OptionSpec {
        name: "merit_scope",
        kind: OptionKind::Choice(&["hands_and_pile", "hands"]),
        default: "\"hands_and_pile\"",
        rule: "K-70",
        help: "which unplaced cards are merits",
    },
    OptionSpec {
        name: "special_exclusive",
        kind: OptionKind::Flag,
        default: "false",
        rule: "K-99",
        help: "whether groups of the special pattern may serve no other pattern",
    },
    OptionSpec {
        name: "expansion_shuffle",
        kind: OptionKind::Choice(&["after_deal", "before_deal"]),
        default: "\"after_deal\"",
        rule: "K-75",
        help: "when unreserved expansion cards join the pile",
    },
    OptionSpec {
        name: "double_third",
        kind: OptionKind::Choice(&["each_adds", "keep_three"]),
        default: "\"each_adds\"",
        rule: "K-102",
        help: "base cards to reserve with janelao and clientes together",
    },
    OptionSpec {
        name: "back_visibility",
        kind: OptionKind::Choice(&["hidden", "physical"]),
        default: "\"hidden\"",
        rule: "K-117",
        help: "whether pattern sides in hands and on the pile are seen",
    },
    OptionSpec {
        name: "pairing",
        kind: OptionKind::Choice(&["fixed", "shuffled"]),
        default: "\"fixed\"",
        rule: "K-118",
        help: "whether brick sides and pattern sides are paired anew in each game",
    },
    OptionSpec {
        name: "communication",
        kind: OptionKind::Choice(&["none"]),
        default: "\"none\"",
        rule: "K-113",
        help: "messages between players",
    },
    OptionSpec {
        name: "window",
        kind: OptionKind::Number(WINDOW.0, WINDOW.1),
        default: "32",
        rule: "",
        help: "side of the square that action indices and observations cover",
    },
];

/// The options in a form that rules can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `None`: drawn at random (K-8).
    pub first_player: Option<u8>,
    /// Glass patterns (10.2).
    pub vidracaria: bool,
    /// Windows (10.3).
    pub janelao: bool,
    /// Special patterns (10.4).
    pub clientes: bool,
    /// `None`: drawn at random (K-85).
    pub window_pattern: Option<String>,
    /// `None`: drawn at random (K-95).
    pub special_pattern: Option<String>,
    /// Surplus copies spoil a pattern (K-56).
    pub exact: bool,
    /// Only cards in hands are merits (K-70).
    pub hands_only: bool,
    /// K-99.
    pub special_exclusive: bool,
    /// K-75.
    pub shuffle_before_deal: bool,
    /// K-102.
    pub keep_three: bool,
    /// K-117.
    pub physical: bool,
    /// K-118.
    pub shuffled_pairing: bool,
    /// Side of the index window.
    pub window: usize,
}

impl Options {
    /// Reads resolved options: every one present and of its kind.
    #[must_use]
    pub fn read(options: &Map<String, Value>) -> Self {
        let options = Resolved(options);
        Self {
            first_player: options.number("first_player").map(|seat| seat as u8),
            vidracaria: options.has("expansions", "vidracaria"),
            janelao: options.has("expansions", "janelao"),
            clientes: options.has("expansions", "clientes"),
            window_pattern: options.id("window_pattern"),
            special_pattern: options.id("special_pattern"),
            exact: options.is("count_mode", "exact"),
            hands_only: options.is("merit_scope", "hands"),
            special_exclusive: options.flag("special_exclusive"),
            shuffle_before_deal: options.is("expansion_shuffle", "before_deal"),
            keep_three: options.is("double_third", "keep_three"),
            physical: options.is("back_visibility", "physical"),
            shuffled_pairing: options.is("pairing", "shuffled"),
            window: options.number("window").unwrap_or(32) as usize,
        }
    }

    /// How many base cards are reserved (K-101, K-102).
    #[must_use]
    pub fn base_reserved(&self) -> usize {
        match (self.janelao, self.clientes) {
            (false, false) => BASE_RESERVED,
            (true, true) if self.keep_three => BASE_RESERVED_KEEP_THREE,
            _ => BASE_RESERVED_WITH_THIRD,
        }
    }
}
