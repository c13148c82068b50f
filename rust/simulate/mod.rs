//! Playouts in batches over threads, and environments that step together; for any game.

mod batch;
mod threads;
mod vector_env;

pub use batch::{AnyBatch, Batch, Batches, Control, NO_LEVEL, playout};
pub use threads::Threads;
pub use vector_env::{AnyVectorEnv, Arrays, NoTurn, Plan, Refused, Seeds, StepError, VectorEnv};
