//! Athos Bulcão: Master Pieces.
//!
//! * `components.rs`: what a component set must satisfy (sections B and CD).
//! * `types.rs`: faces, tiles, Masters, tools.

pub mod components;
pub mod types;
