//! ludoteca: fast, rule-checked simulation of modern tabletop games.
//!
//! The map of the house (arrows point one way: `python -> simulate, agents -> play -> games -> grid`):
//!
//! * [`game`]: the trait that all games share.
//! * [`random`]: the named generator and its streams.
//! * [`grid`]: polyominoes, congruent groups, labels; no knowledge of any game.
//! * [`games`]: one folder a game, and the registry.
//! * [`play`]: a game in progress with its history: records, JSON, and the face without types.
//! * [`agents`], [`simulate`]: players, batches over threads, vector environments.
//! * `python`: the binding, the only place that knows PyO3 (feature `python`).
#![warn(missing_docs)]

pub mod game;
pub mod grid;
pub mod random;
