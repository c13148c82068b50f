//! The mural as an array.
