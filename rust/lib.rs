//! ludoteca: fast, rule-checked simulation of modern tabletop games.
//!
//! The map of the house (arrows point one way: `python -> play -> simulate -> agents -> games -> grid`):
//!
//! * [`game`]: the trait that all games share.
//! * [`random`]: the named generator and its streams.
//! * [`grid`]: polyominoes, congruent groups, labels; no knowledge of any game.
//! * [`games`]: one folder a game, and the registry.
//! * [`agents`], [`simulate`]: players, batches over threads, environments that step together.
//! * [`play`]: a game in progress with its past: records, JSON, and the face without types.
//! * `python`: the binding, the only place that knows PyO3 (feature `python`).
#![warn(missing_docs)]

pub mod agents;
pub mod canvas;
pub mod game;
pub mod games;
pub mod grid;
mod instructions;
pub mod play;
#[cfg(feature = "python")]
mod python;
pub mod random;
pub mod simulate;
mod texts;
