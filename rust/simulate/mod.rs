//! Playouts in batches over threads, and environments that step together; for any game.

mod batch;
mod threads;
mod vector_env;

/// There is not enough memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not enough memory")]
pub struct NoMemory;

pub use batch::{AnyBatch, Batch, Batches, Control, NO_LEVEL, playout};
pub use threads::Threads;
pub use vector_env::{
    AnyVectorEnv, Arrays, NoTurn, Plan, PlanError, Refused, Seeds, StepError, VectorEnv,
};
