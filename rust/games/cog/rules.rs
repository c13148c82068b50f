//! Every number and option printed in the rules, once, under the rulebook's name. What belongs to a
//! component set is in `components.rs`.

pub use super::options::{BumpTakes, Leftover, Options, SimOrder};
use crate::game::{Info, OptionKind, OptionSpec};

/// Fewest and most players (C-2, C-38).
pub const PLAYERS: (u8, u8) = (2, 4);

/// Turns of a player in Phase II, one an edge (C-54).
pub const TURNS: u8 = 4;

/// Letters that each player draws in setup (C-29).
pub const START_LETTERS: u8 = 2;

/// Sides of a die (C-9).
pub const PIPS: u8 = 6;

/// Stars for a bump, a protection, a redraw, a re-roll (C-65, C-72, C-76, C-86) or a letter that
/// turns wild (C-148).
pub const POWER_STARS: u8 = 1;
/// Stars that are converted into a letter (C-217).
pub const LETTER_STARS: u8 = 2;
/// Points in place of a letter that nobody can draw (C-229).
pub const LETTER_VP: u8 = 2;

/// Points, and stars where they have no limit, of a player end here; only made-up positions come near.
pub const MOST_POINTS: u32 = 1_000_000;

/// Most completed items: points for being first, and for each card (C-240).
pub const FIRST_ITEMS: (u32, u32) = (3, 3);
/// Second most: points for being second, and for each card (C-241); with two players only the latter
/// (C-260).
pub const SECOND_ITEMS: (u32, u32) = (2, 2);
/// Everybody else: points for each card (C-242).
pub const OTHER_ITEMS: u32 = 1;
/// Letters of the reserve that make a point at the end (C-245).
pub const LETTERS_A_POINT: u32 = 2;

/// Why a game ended: places in [`INFO`]`.reasons`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Reason {
    /// C-235.
    LastRound,
    /// C-232.
    OutOfLetters,
}

/// What the registry tells of C.O.G.
pub const INFO: Info = Info {
    name: "cog",
    title: "C.O.G.",
    min_players: PLAYERS.0,
    max_players: PLAYERS.1,
    players_rule: "C-1",
    options: &OPTIONS,
    rules_version: 1,
    reasons: &["last round", "out of letters"],
    levels: &[],
    default_components: super::components::DEFAULT_V1,
    agents: &["speller", "builder", "greedy"],
};

const OPTIONS: [OptionSpec; 20] = [
    OptionSpec {
        name: "first_player",
        kind: OptionKind::SeatOrRandom,
        default: "0",
        rule: "C-27",
        help: "the seat that gets turn-order card #1",
    },
    OptionSpec {
        name: "vp_hidden",
        kind: OptionKind::Flag,
        default: "true",
        rule: "C-224",
        help: "whether players see only their own victory points",
    },
    OptionSpec {
        name: "star_limit",
        kind: OptionKind::Choice(&["supply", "none"]),
        default: "\"supply\"",
        rule: "C-13",
        help: "whether there are only as many stars as the set has",
    },
    OptionSpec {
        name: "removal_leaves_run",
        kind: OptionKind::Choice(&["illegal", "legal"]),
        default: "\"illegal\"",
        rule: "C-210a",
        help: "whether a removal may leave neighbouring tiles without a common word",
    },
    OptionSpec {
        name: "bump_over_protected",
        kind: OptionKind::Flag,
        default: "false",
        rule: "C-79",
        help: "whether bumped cogs jump over protected ones",
    },
    OptionSpec {
        name: "bump_pushout",
        kind: OptionKind::Choice(&["illegal", "wrap"]),
        default: "\"illegal\"",
        rule: "C-75",
        help: "what happens where no slot below takes the last bumped cog",
    },
    OptionSpec {
        name: "bump_takes",
        kind: OptionKind::Choice(&["what_lies_there", "nothing", "full_bonus"]),
        default: "\"what_lies_there\"",
        rule: "C-81",
        help: "what a bumping player takes from the slot",
    },
    OptionSpec {
        name: "order_leftover",
        kind: OptionKind::Choice(&["top_up", "replace", "add"]),
        default: "\"top_up\"",
        rule: "C-51",
        help: "what happens to a turn-order bonus that nobody took",
    },
    OptionSpec {
        name: "grid_card_redraw",
        kind: OptionKind::Flag,
        default: "false",
        rule: "C-165",
        help: "whether a card of the grid's corner can be exchanged for a star",
    },
    OptionSpec {
        name: "permit_completed",
        kind: OptionKind::Flag,
        default: "true",
        rule: "C-129",
        help: "whether words of goal cards stay permitted for who has completed them",
    },
    OptionSpec {
        name: "grid_after_item",
        kind: OptionKind::Flag,
        default: "true",
        rule: "C-171",
        help: "whether a word with the cube of an item card may be spelled",
    },
    OptionSpec {
        name: "inner_bonus_repeat",
        kind: OptionKind::Flag,
        default: "true",
        rule: "C-167",
        help: "whether a bonus space pays again when it is covered again",
    },
    OptionSpec {
        name: "deconstruct_any_time",
        kind: OptionKind::Flag,
        default: "false",
        rule: "C-202",
        help: "whether words can be removed wherever conversions are offered",
    },
    OptionSpec {
        name: "item_without_goal",
        kind: OptionKind::Choice(&["bonus_only", "not_completable"]),
        default: "\"bonus_only\"",
        rule: "C-182",
        help: "what can be done with an item card for whose word no cube can be placed",
    },
    OptionSpec {
        name: "remove_items_of_removed_goal",
        kind: OptionKind::Flag,
        default: "false",
        rule: "C-36",
        help: "whether item cards of the removed goal card leave the game",
    },
    OptionSpec {
        name: "item_rank_needs_card",
        kind: OptionKind::Flag,
        default: "true",
        rule: "C-244",
        help: "whether it takes a completed item card to be first or second",
    },
    OptionSpec {
        name: "out_of_letters_end",
        kind: OptionKind::Choice(&["first", "second"]),
        default: "\"first\"",
        rule: "C-232",
        help: "which time that the bag runs out makes the round the last one",
    },
    OptionSpec {
        name: "sim_order",
        kind: OptionKind::Choice(&["turn", "reverse", "random"]),
        default: "\"turn\"",
        rule: "C-272",
        help: "the order in which seats play Phases III and IV",
    },
    OptionSpec {
        name: "auto_activate",
        kind: OptionKind::Flag,
        default: "false",
        rule: "C-290",
        help: "whether all cards that can be activated are activated without asking",
    },
    OptionSpec {
        name: "microaction_cap",
        kind: OptionKind::Number(1, 10_000),
        default: "200",
        rule: "C-289",
        help: "actions of a player in one Phase IV, after which the player is done",
    },
];
