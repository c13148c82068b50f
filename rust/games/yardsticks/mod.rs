//! Yardsticks: games that other libraries have too, by their rules, to compare speed on the same work
//! and to show how a game is added.

pub mod connect_four;
pub mod go_fish;
mod nameplate;
