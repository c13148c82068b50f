//! Many games between agents. Game *i* depends on the seed and on *i* only, so results are the same
//! on any number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::agents::{Agent, Players, Uniform};
use crate::game::{Actor, Game, Outcome, Seat};
use crate::random::Random;

/// Games that a thread takes at a time.
const CHUNK: usize = 64;

/// Stands for "no level".
pub const NO_LEVEL: u8 = u8::MAX;

/// How a running batch is watched and stopped from another thread.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    done: AtomicUsize,
}

impl Control {
    /// Asks the batch to end after the games under way.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Games finished so far.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The results of a batch, in the order of the games; those that were not finished are left out.
#[derive(Debug, Default, PartialEq)]
pub struct Batch {
    /// Index of each game under the seed.
    pub index: Vec<u32>,
    /// What each seat is paid: games by seats.
    pub returns: Vec<f32>,
    /// What each seat scored: games by seats.
    pub scores: Vec<f32>,
    /// Plies of each game.
    pub plies: Vec<u32>,
    /// Winners of each game, one bit a seat.
    pub winners: Vec<u32>,
    /// Reason of the end of each game.
    pub reasons: Vec<u8>,
    /// Level reached in each game, or [`NO_LEVEL`].
    pub levels: Vec<u8>,
}

impl Batch {
    fn sized(games: usize, players: usize) -> Self {
        Self {
            index: (0..games as u32).collect(),
            returns: vec![0.0; games * players],
            scores: vec![0.0; games * players],
            plies: vec![UNFINISHED; games],
            winners: vec![0; games],
            reasons: vec![0; games],
            levels: vec![NO_LEVEL; games],
        }
    }

    /// Leaves out the games that were not finished.
    fn compact(mut self, players: usize) -> Self {
        if !self.plies.contains(&UNFINISHED) {
            return self;
        }
        let kept: Vec<usize> =
            (0..self.plies.len()).filter(|&game| self.plies[game] != UNFINISHED).collect();
        let seats = |values: &[f32]| {
            kept.iter().flat_map(|&game| &values[game * players..][..players]).copied().collect()
        };
        self.returns = seats(&self.returns);
        self.scores = seats(&self.scores);
        self.index = kept.iter().map(|&game| self.index[game]).collect();
        self.plies = kept.iter().map(|&game| self.plies[game]).collect();
        self.winners = kept.iter().map(|&game| self.winners[game]).collect();
        self.reasons = kept.iter().map(|&game| self.reasons[game]).collect();
        self.levels = kept.iter().map(|&game| self.levels[game]).collect();
        self
    }
}

/// No game is that long; it marks one that was not played.
const UNFINISHED: u32 = u32::MAX;

/// The part of the results that one thread fills.
struct Slice<'a> {
    first: usize,
    returns: &'a mut [f32],
    scores: &'a mut [f32],
    plies: &'a mut [u32],
    winners: &'a mut [u32],
    reasons: &'a mut [u8],
    levels: &'a mut [u8],
}

/// A batch ready to be played.
pub struct Batches<G: Game> {
    game: Arc<G>,
    initial: G::State,
    players: Players<G>,
    seed: u64,
}

impl<G: Game> Batches<G> {
    /// Games of `players` under `seed`.
    #[must_use]
    pub fn new(game: Arc<G>, players: Players<G>, seed: u64) -> Self {
        Self { initial: game.initial(), game, players, seed }
    }

    fn play_slice(&self, slice: &mut Slice<'_>, control: &Control) {
        match &self.players {
            Players::Uniform => self.play_all(slice, control, |_| &Uniform),
            Players::Seats(agents) => {
                self.play_all(slice, control, |seat| &*agents[usize::from(seat)]);
            }
        }
    }

    fn play_all<'a, A: Agent<G> + ?Sized + 'a>(
        &self,
        slice: &mut Slice<'_>,
        control: &Control,
        agent: impl Fn(Seat) -> &'a A,
    ) {
        let seats = self.game.players();
        let mut state = self.initial.clone();
        let mut scratch = Vec::new();
        for at in 0..slice.plies.len() {
            if control.is_stopped() {
                return;
            }
            state.clone_from(&self.initial);
            let mut random = Random::stream(self.seed, (slice.first + at) as u64);
            let plies = playout(&*self.game, &mut state, &agent, &mut scratch, &mut random);
            for seat in 0..seats {
                slice.returns[at * seats + seat] = self.game.returns(&state, seat as Seat);
                slice.scores[at * seats + seat] = self.game.score(&state, seat as Seat);
            }
            if let Some(Outcome { winners, reason, level }) = self.game.outcome(&state) {
                slice.winners[at] = winners;
                slice.reasons[at] = reason;
                slice.levels[at] = level.unwrap_or(NO_LEVEL);
            }
            slice.plies[at] = plies;
            control.done.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Plays one game to its end in place; returns the plies played.
#[inline]
pub fn playout<'a, G: Game, A: Agent<G> + ?Sized + 'a>(
    game: &G,
    state: &mut G::State,
    agent: impl Fn(Seat) -> &'a A,
    scratch: &mut Vec<G::Action>,
    random: &mut Random,
) -> u32 {
    let mut plies = 0;
    loop {
        let action = match game.actor(state) {
            Actor::Nobody => return plies,
            Actor::Chance => game.sample_chance(state, random),
            Actor::Player(seat) => {
                plies += 1;
                agent(seat).act(game, state, seat, scratch, random)
            }
        };
        game.apply(state, action);
    }
}

/// A batch of games ready to be played, behind the face that knows no types.
pub trait AnyBatch: Send + Sync {
    /// Plays games `0..games` on `threads` threads until done or stopped.
    fn play(&self, games: usize, threads: usize, control: &Control) -> Batch;
}

impl<G: Game> AnyBatch for Batches<G> {
    fn play(&self, games: usize, threads: usize, control: &Control) -> Batch {
        let seats = self.game.players();
        let mut batch = Batch::sized(games, seats);
        let slices = batch
            .returns
            .chunks_mut(CHUNK * seats)
            .zip(batch.scores.chunks_mut(CHUNK * seats))
            .zip(batch.plies.chunks_mut(CHUNK))
            .zip(batch.winners.chunks_mut(CHUNK))
            .zip(batch.reasons.chunks_mut(CHUNK))
            .zip(batch.levels.chunks_mut(CHUNK))
            .enumerate()
            .map(|(chunk, (((((returns, scores), plies), winners), reasons), levels))| Slice {
                first: chunk * CHUNK,
                returns,
                scores,
                plies,
                winners,
                reasons,
                levels,
            });
        let pool =
            (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        match pool {
            Some(Ok(pool)) => {
                let slices: Vec<Slice<'_>> = slices.collect();
                pool.install(|| {
                    slices
                        .into_par_iter()
                        .for_each(|mut slice| self.play_slice(&mut slice, control));
                });
            }
            // One thread was asked for, or no more can be had.
            _ => slices.into_iter().for_each(|mut slice| self.play_slice(&mut slice, control)),
        }
        batch.compact(seats)
    }
}
