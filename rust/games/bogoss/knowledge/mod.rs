//! What a seat can infer.
mod joint;
mod pair;
pub mod seat;
pub mod table;

pub use joint::Joint;
