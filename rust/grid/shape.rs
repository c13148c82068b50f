//! Polyominoes: connected sets of cells, and their images under turns and mirroring.

/// Why a drawing is no shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// No cell at all.
    #[error("the shape has no cell")]
    Empty,
    /// The cells do not hang together by their sides.
    #[error("the shape is not connected by sides")]
    Disconnected,
    /// A first or last row or column is empty.
    #[error("the shape has an empty margin")]
    Margin,
    /// The box is larger than 64 by 64.
    #[error("the shape's box is {0} by {1}; at most 64 by 64")]
    TooLarge(usize, usize),
}

/// A polyomino in its own box, with no empty margin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    height: u8,
    width: u8,
    /// One word a row, bit `c` for column `c`.
    rows: Vec<u64>,
}
