//! Every number of the rules, once, the options, and what the registry tells.

use serde_json::{Map, Value};

use crate::game::{Info, OptionKind, OptionSpec};
use crate::games::resolved::Resolved;

/// Most players (GF-1).
pub const SEATS: usize = 10;
/// Most ranks (GF-2).
pub const RANKS: usize = 15;

/// Cards dealt to each of so many players, unless an option says otherwise (GF-4).
const fn hand(players: u8) -> i64 {
    if players == 2 { 7 } else { 5 }
}

/// Requests after which a game ends, unless an option says otherwise (GF-16).
const fn most_asks(players: u8) -> i64 {
    1_000 * players as i64
}

/// What the registry tells of Go Fish.
pub const INFO: Info = Info {
    name: "go_fish",
    title: "Go Fish",
    min_players: 2,
    max_players: SEATS as u8,
    players_rule: "GF-1",
    options: &OPTIONS,
    rules_version: 1,
    reasons: &["all books made", "first out", "limit of requests"],
    levels: &[],
    default_components: include_str!("data/default-v1.toml"),
    agents: &[],
};

const OPTIONS: [OptionSpec; 7] = [
    OptionSpec {
        name: "ranks",
        kind: OptionKind::Number(4, RANKS as i64),
        default: "13",
        rule: "GF-2",
        help: "ranks of cards",
    },
    OptionSpec {
        name: "suits",
        kind: OptionKind::Number(2, 8),
        default: "4",
        rule: "GF-2",
        help: "cards of each rank, which make a book",
    },
    OptionSpec {
        name: "initial_cards",
        kind: OptionKind::NumberByPlayers(1, 26, hand),
        default: "\"7 for 2 players, else 5\"",
        rule: "GF-4",
        help: "cards dealt to each player",
    },
    OptionSpec {
        name: "most_books_wins",
        kind: OptionKind::Flag,
        default: "true",
        rule: "GF-17",
        help: "whether most books win, not who is out first",
    },
    OptionSpec {
        name: "end_on_first_out",
        kind: OptionKind::Flag,
        default: "false",
        rule: "GF-15",
        help: "whether the game ends when a book leaves its player without cards",
    },
    OptionSpec {
        name: "ask_after_empty_draw",
        kind: OptionKind::Flag,
        default: "true",
        rule: "GF-12",
        help: "whether a player who had no cards asks after drawing one",
    },
    OptionSpec {
        name: "max_asks",
        kind: OptionKind::NumberByPlayers(1, 100_000, most_asks),
        default: "\"1000 * players\"",
        rule: "GF-16",
        help: "requests after which the game ends",
    },
];

/// The options in a form that rules can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// GF-2.
    pub ranks: usize,
    /// GF-2.
    pub suits: u8,
    /// GF-4.
    pub initial_cards: u32,
    /// GF-17.
    pub most_books_wins: bool,
    /// GF-15.
    pub end_on_first_out: bool,
    /// GF-12.
    pub ask_after_empty_draw: bool,
    /// GF-16.
    pub max_asks: u32,
}

impl Options {
    /// Reads options that are resolved and of their kinds.
    #[must_use]
    pub fn read(options: &Map<String, Value>) -> Self {
        let options = Resolved(options);
        let number = |name| options.number(name).unwrap_or(1);
        Self {
            ranks: number("ranks") as usize,
            suits: number("suits") as u8,
            initial_cards: number("initial_cards") as u32,
            most_books_wins: options.flag("most_books_wins"),
            end_on_first_out: options.flag("end_on_first_out"),
            ask_after_empty_draw: options.flag("ask_after_empty_draw"),
            max_asks: number("max_asks") as u32,
        }
    }

    /// Cards of the game.
    #[must_use]
    pub fn cards(&self) -> u32 {
        self.ranks as u32 * u32::from(self.suits)
    }

    /// GF-5: the option to blame, and why, where there are too few cards for a deal: one that has not
    /// its default, for with all defaults there are enough.
    #[must_use]
    pub fn too_few(&self, players: u8) -> Option<(&'static str, String)> {
        let (cards, needed) = (self.cards(), self.initial_cards * u32::from(players));
        let option = if i64::from(self.initial_cards) != hand(players) {
            "initial_cards"
        } else if self.suits < 4 {
            "suits"
        } else {
            "ranks"
        };
        let message = format!("{cards} cards; the deal to {players} players takes {needed}");
        (needed > cards).then_some((option, message))
    }
}
