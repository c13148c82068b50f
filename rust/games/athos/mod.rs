//! Athos Bulcão | Master Pieces: the mural and what slides on it.

pub mod lay;
pub mod mural;
