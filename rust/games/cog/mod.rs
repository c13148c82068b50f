//! C.O.G.

pub mod components;
