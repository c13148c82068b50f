//! The one place where the instructions of the machine are chosen: wheels run on any x86-64, and what
//! is worth it is compiled a second time for x86-64-v3.

/// Runs code compiled for the best instructions this machine has (x86-64-v3 or the baseline). Only
/// what is inlined into `work` gains by it.
#[inline(always)]
pub(crate) fn with_best_instructions<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}
