//! Many games between agents. Game *i* depends on the seed and on *i* only, so results are the same
//! on any number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_vec;
use rayon::prelude::*;

use super::NoMemory;
use crate::agents::{Agent, Players, Uniform};
use crate::game::{Actor, Game, Outcome, Seat};
use crate::instructions::with_best_instructions;
use crate::random::Random;

/// Parts for each thread: so many that they end at about the same time.
const PARTS: usize = 256;

/// Fewest and most games that a thread takes at a time.
const SMALLEST_PART: usize = 16;
const LARGEST_PART: usize = 4_096;

/// Games for whose results there is room at a time: of more it is made as they come.
const BLOCK: usize = 1 << 20;

/// Games after which a thread says how far it is: rarely, for they all write the same number.
const REPORTED_TOGETHER: usize = 16;

/// Stands for "no level".
pub const NO_LEVEL: u8 = u8::MAX;

/// How a running batch is watched and stopped from another thread.
#[derive(Debug, Default)]
pub struct Control {
    stop: Apart<AtomicBool>,
    done: Apart<AtomicUsize>,
}

/// Alone in its cache lines: every thread reads `stop` at every ply, while others write `done`.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Apart<T>(T);

impl Control {
    /// Asks the batch to end after the games under way.
    pub fn stop(&self) {
        self.stop.0.store(true, Ordering::Relaxed);
    }

    /// Games finished so far.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done.0.load(Ordering::Relaxed)
    }

    fn is_stopped(&self) -> bool {
        self.stop.0.load(Ordering::Relaxed)
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
    /// Whether each seat is among the winners: games by seats.
    pub winners: Vec<bool>,
    /// Reason of the end of each game.
    pub reasons: Vec<u8>,
    /// Level reached in each game, or [`NO_LEVEL`].
    pub levels: Vec<u8>,
}

impl Batch {
    /// Room for the results of games: memory that the threads are the first to touch.
    fn with_room(games: usize, players: usize) -> Result<Self, NoMemory> {
        fn rows<T: Zeroable>(count: usize) -> Result<Vec<T>, NoMemory> {
            try_zeroed_vec(count).map_err(|()| NoMemory)
        }
        Ok(Self {
            index: rows(games)?,
            returns: rows(games * players)?,
            scores: rows(games * players)?,
            plies: rows(games)?,
            winners: rows(games * players)?,
            reasons: rows(games)?,
            levels: rows(games)?,
        })
    }

    /// The rows of `size` games at a time.
    fn parts(&mut self, size: usize, players: usize) -> impl Iterator<Item = Part<'_>> {
        let by_seat = size * players;
        let seats = self.returns.chunks_mut(by_seat).zip(self.scores.chunks_mut(by_seat));
        let seats = seats.zip(self.winners.chunks_mut(by_seat));
        let ends = self.reasons.chunks_mut(size).zip(self.levels.chunks_mut(size));
        let games = self.index.chunks_mut(size).zip(self.plies.chunks_mut(size));
        games.zip(seats).zip(ends).map(|(((index, plies), seats), (reasons, levels))| {
            let ((returns, scores), winners) = seats;
            Part { index, returns, scores, plies, winners, reasons, levels }
        })
    }

    /// Of parts of `size` games keeps the first ones, so many of each.
    fn keep(&mut self, finished: &[usize], size: usize, players: usize) {
        fn keep<T: Copy>(rows: &mut Vec<T>, finished: &[usize], size: usize) {
            let mut end = 0;
            for (part, &count) in finished.iter().enumerate() {
                rows.copy_within(part * size..part * size + count, end);
                end += count;
            }
            rows.truncate(end);
        }
        let by_seat: Vec<usize> = finished.iter().map(|count| count * players).collect();
        keep(&mut self.index, finished, size);
        keep(&mut self.returns, &by_seat, size * players);
        keep(&mut self.scores, &by_seat, size * players);
        keep(&mut self.plies, finished, size);
        keep(&mut self.winners, &by_seat, size * players);
        keep(&mut self.reasons, finished, size);
        keep(&mut self.levels, finished, size);
    }

    /// Adds the games of another block.
    fn append(&mut self, block: Self) -> Result<(), NoMemory> {
        fn append<T>(rows: &mut Vec<T>, mut more: Vec<T>) -> Result<(), NoMemory> {
            rows.try_reserve(more.len()).map_err(|_| NoMemory)?;
            rows.append(&mut more);
            Ok(())
        }
        append(&mut self.index, block.index)?;
        append(&mut self.returns, block.returns)?;
        append(&mut self.scores, block.scores)?;
        append(&mut self.plies, block.plies)?;
        append(&mut self.winners, block.winners)?;
        append(&mut self.reasons, block.reasons)?;
        append(&mut self.levels, block.levels)
    }
}

/// Where a thread writes the results of the games that it takes at a time.
struct Part<'a> {
    index: &'a mut [u32],
    returns: &'a mut [f32],
    scores: &'a mut [f32],
    plies: &'a mut [u32],
    winners: &'a mut [bool],
    reasons: &'a mut [u8],
    levels: &'a mut [u8],
}

impl Part<'_> {
    /// Writes a finished game to a row.
    fn put<G: Game>(&mut self, row: usize, game: &G, state: &G::State, index: usize, plies: u32) {
        let outcome = game.outcome(state);
        let first = row * game.players();
        for seat in 0..game.players() {
            let is_winner = |outcome: Outcome| outcome.is_winner(seat as Seat);
            self.returns[first + seat] = game.returns(state, seat as Seat);
            self.scores[first + seat] = game.score(state, seat as Seat);
            self.winners[first + seat] = outcome.is_some_and(is_winner);
        }
        self.index[row] = index as u32;
        self.plies[row] = plies;
        self.reasons[row] = outcome.map_or(0, |outcome| outcome.reason);
        self.levels[row] = outcome.and_then(|outcome| outcome.level).unwrap_or(NO_LEVEL);
    }
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

    /// Plays the games from `first` on; returns how many were finished.
    fn play_part(&self, first: usize, part: Part<'_>, control: &Control) -> usize {
        if control.is_stopped() {
            return 0;
        }
        match &self.players {
            Players::Uniform => with_best_instructions(
                #[inline(always)]
                || self.play_all(first, part, control, |_| &Uniform),
            ),
            Players::Seats(agents) => {
                self.play_all(first, part, control, |seat| &*agents[usize::from(seat)])
            }
        }
    }

    #[inline(always)]
    fn play_all<'a, A: Agent<G> + ?Sized + 'a>(
        &self,
        first: usize,
        mut part: Part<'_>,
        control: &Control,
        agent: impl Fn(Seat) -> &'a A,
    ) -> usize {
        let (mut finished, mut unreported) = (0, 0);
        let mut state = self.initial.clone();
        let mut scratch = Vec::new();
        while finished < part.index.len() {
            let index = first + finished;
            state.clone_from(&self.initial);
            let mut random = Random::stream(self.seed, index as u64);
            let played =
                playout(&*self.game, &mut state, &agent, &mut scratch, &mut random, control);
            let Some(plies) = played else { break };
            part.put(finished, &*self.game, &state, index, plies);
            finished += 1;
            unreported += 1;
            if unreported == REPORTED_TOGETHER {
                control.done.0.fetch_add(std::mem::take(&mut unreported), Ordering::Relaxed);
            }
        }
        control.done.0.fetch_add(unreported, Ordering::Relaxed);
        finished
    }
}

/// Plays one game to its end in place; returns the plies played, or `None` if it was stopped.
#[inline(always)]
pub fn playout<'a, G: Game, A: Agent<G> + ?Sized + 'a>(
    game: &G,
    state: &mut G::State,
    agent: impl Fn(Seat) -> &'a A,
    scratch: &mut Vec<G::Action>,
    random: &mut Random,
    control: &Control,
) -> Option<u32> {
    let mut plies = 0;
    loop {
        let action = match game.actor(state) {
            Actor::Nobody => return Some(plies),
            Actor::Chance => game.sample_chance(state, random),
            Actor::Player(_) if control.is_stopped() => return None,
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
    ///
    /// # Errors
    /// [`NoMemory`] for the results.
    fn play(&self, games: usize, threads: usize, control: &Control) -> Result<Batch, NoMemory>;
}

impl<G: Game> AnyBatch for Batches<G> {
    fn play(&self, games: usize, threads: usize, control: &Control) -> Result<Batch, NoMemory> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        // One thread was asked for, or no more can be had.
        let pool = (threads > 1).then(|| pool.build().ok()).flatten();
        let players = self.game.players();
        let mut batch = Batch::default();
        for first in (0..games).step_by(BLOCK) {
            let count = BLOCK.min(games - first);
            let size = (count / (threads * PARTS)).clamp(SMALLEST_PART, LARGEST_PART);
            let mut block = Batch::with_room(count, players)?;
            let parts: Vec<Part<'_>> = block.parts(size, players).collect();
            let play = |(number, part)| self.play_part(first + number * size, part, control);
            let finished: Vec<usize> = match &pool {
                // Parts are taken one by one, so that no thread waits for a slower one's share.
                Some(pool) => pool.install(|| {
                    parts.into_par_iter().enumerate().with_max_len(1).map(play).collect()
                }),
                None => parts.into_iter().enumerate().map(play).collect(),
            };
            if finished.iter().sum::<usize>() < count {
                block.keep(&finished, size, players);
            }
            if first == 0 {
                batch = block;
            } else {
                batch.append(block)?;
            }
            if control.is_stopped() {
                break;
            }
        }
        Ok(batch)
    }
}
