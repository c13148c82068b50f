//! Every number of the rules, once, and what the registry tells.

use crate::game::Info;

/// Players (CF-1).
pub const PLAYERS: u8 = 2;
/// Columns of the board (CF-1).
pub const COLUMNS: usize = 7;
/// Rows of the board (CF-1).
pub const ROWS: usize = 6;
/// Stones in a row that win (CF-5).
pub const LINE: usize = 4;

/// What the registry tells of Connect Four.
pub const INFO: Info = Info {
    name: "connect_four",
    title: "Connect Four",
    min_players: PLAYERS,
    max_players: PLAYERS,
    players_rule: "CF-1",
    options: &[],
    rules_version: 1,
    reasons: &["four in a row", "full board"],
    levels: &[],
    default_components: include_str!("data/default-v1.toml"),
    agents: &[],
};
