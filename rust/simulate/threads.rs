//! Work in parts, one a thread.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::instructions::with_best_instructions;

/// The calling thread and those that help it.
#[derive(Debug, Default)]
pub struct Threads {
    helpers: Option<ThreadPool>,
}

impl Threads {
    /// A part that takes less is not worth waking a thread for and moving memory between cores.
    const PART: Duration = Duration::from_nanos(if cfg!(test) { 1 } else { 200_000 });
    /// So long the calling thread waits for the others before it sleeps.
    const AWAKE: Duration = Duration::from_micros(100);

    /// So many threads, from 1.
    ///
    /// # Errors
    /// [`ThreadPoolBuildError`] if the system gives no more.
    pub fn new(count: usize) -> Result<Self, ThreadPoolBuildError> {
        let build = |helpers| ThreadPoolBuilder::new().num_threads(helpers).build();
        let helpers = count.checked_sub(1).filter(|&helpers| helpers > 0).map(build).transpose()?;
        Ok(Self { helpers })
    }

    /// How many of `count` things should be a part, if all take one thread about as long as `work`.
    #[must_use]
    pub fn share(&self, count: usize, work: Duration) -> usize {
        let threads = 1 + self.helpers.as_ref().map_or(0, ThreadPool::current_num_threads);
        let parts = work.as_nanos() / Self::PART.as_nanos();
        count.div_ceil(parts.clamp(1, threads as u128) as usize).max(1)
    }

    /// Does the work of each part. Returns how long all of it would take one thread, about.
    #[inline(always)]
    pub fn spread<T: Send>(
        &self,
        mut parts: impl Iterator<Item = T>,
        work: impl Fn(T) + Sync,
    ) -> Duration {
        let work = |part| {
            with_best_instructions(
                #[inline(always)]
                || work(part),
            );
        };
        let began = Instant::now();
        let own = parts.next();
        let others: Vec<_> = parts.collect();
        let Some(helpers) = self.helpers.as_ref().filter(|_| !others.is_empty()) else {
            own.into_iter().chain(others).for_each(work);
            return began.elapsed();
        };
        let count = 1 + others.len() as u32;
        let missing = AtomicUsize::new(others.len());
        let (work, missing) = (&work, &missing);
        helpers.in_place_scope(|scope| {
            for part in others {
                scope.spawn(move |_| {
                    work(part);
                    missing.fetch_sub(1, Ordering::Release);
                });
            }
            own.into_iter().for_each(work);
            let (own, waits) = (began.elapsed(), Instant::now());
            while missing.load(Ordering::Acquire) > 0 && waits.elapsed() < Self::AWAKE {
                spin_loop();
            }
            own * count
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_no_more_than_threads_and_worth_it() {
        for (count, work, parts) in [
            (1, 1_000_000, 1),
            (3, 1_000_000, 3),
            (3, 2, 2),
            (3, 1, 1),
            (8, 0, 1),
            (8, u64::MAX, 8),
        ] {
            let threads = Threads::new(count).unwrap();
            let share = threads.share(1_000, Duration::from_nanos(work));
            assert_eq!(1_000_usize.div_ceil(share), parts, "{count} threads, {work} parts");
        }
        assert_eq!(Threads::default().share(0, Duration::MAX), 1);
    }

    #[test]
    fn every_part_is_worked_on_once() {
        for count in 1..4 {
            let mut cells = vec![0; 10];
            let threads = Threads::new(count).unwrap();
            let share = threads.share(10, Duration::MAX);
            threads.spread(cells.chunks_mut(share), |part| {
                part.iter_mut().for_each(|cell| *cell += 1);
            });
            assert_eq!(cells, [1; 10]);
        }
    }

    #[test]
    #[should_panic(expected = "a part fails")]
    fn a_panic_reaches_the_caller() {
        let threads = Threads::new(2).unwrap();
        threads.spread(0..2, |part| assert_eq!(part, 0, "a part fails"));
    }
}
