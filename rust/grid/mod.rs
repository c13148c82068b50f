//! Grids without any game: rectangles and their turns, shapes and their images, congruent groups,
//! labels, sets of cells.

mod batch;
mod cells;
mod count;
mod labels;
mod pack;
mod rectangle;
mod shape;
mod tally;
mod word;

pub use batch::Batch;
pub use cells::{Cells, Direction, MAX_CELLS_SIDE};
pub use count::Counter;
pub use labels::{count_groups, label_groups};
pub(crate) use pack::push_rows as pack_rows;
pub use rectangle::Rectangle;
pub use shape::{MAX_SIDE, Shape, ShapeError};
