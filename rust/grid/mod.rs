//! Grids without any game: shapes and their symmetries, congruent groups, labels.

mod shape;

pub use shape::{Shape, ShapeError};
