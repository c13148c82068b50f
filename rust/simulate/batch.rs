//! Many games between agents. Game *i* depends on the seed and on *i* only, so results are the same
//! on any number of threads.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::agents::{Agent, Players, Uniform};
use crate::game::{Actor, Game, Seat};
use crate::instructions::with_best_instructions;
use crate::random::Random;

/// Fewest and most games that a thread takes at a time.
const SMALLEST_PART: usize = 16;
const LARGEST_PART: usize = 4_096;

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
    /// Winners of each game, one bit a seat.
    pub winners: Vec<u32>,
    /// Reason of the end of each game.
    pub reasons: Vec<u8>,
    /// Level reached in each game, or [`NO_LEVEL`].
    pub levels: Vec<u8>,
}

impl Batch {
    /// Room for the results of `games` games; of very many it grows as they come.
    fn with_capacity(games: usize, players: usize) -> Self {
        let games = games.min(1 << 20);
        Self {
            index: Vec::with_capacity(games),
            returns: Vec::with_capacity(games * players),
            scores: Vec::with_capacity(games * players),
            plies: Vec::with_capacity(games),
            winners: Vec::with_capacity(games),
            reasons: Vec::with_capacity(games),
            levels: Vec::with_capacity(games),
        }
    }

    /// Adds a finished game.
    fn push<G: Game>(&mut self, game: &G, state: &G::State, index: u32, plies: u32) {
        for seat in 0..game.players() as Seat {
            self.returns.push(game.returns(state, seat));
            self.scores.push(game.score(state, seat));
        }
        let outcome = game.outcome(state);
        self.index.push(index);
        self.plies.push(plies);
        self.winners.push(outcome.map_or(0, |outcome| outcome.winners));
        self.reasons.push(outcome.map_or(0, |outcome| outcome.reason));
        self.levels.push(outcome.and_then(|outcome| outcome.level).unwrap_or(NO_LEVEL));
    }

    /// Adds the games of another part.
    fn append(&mut self, mut part: Self) {
        self.index.append(&mut part.index);
        self.returns.append(&mut part.returns);
        self.scores.append(&mut part.scores);
        self.plies.append(&mut part.plies);
        self.winners.append(&mut part.winners);
        self.reasons.append(&mut part.reasons);
        self.levels.append(&mut part.levels);
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

    fn play_part(&self, games: Range<usize>, control: &Control) -> Batch {
        if control.is_stopped() {
            return Batch::default();
        }
        match &self.players {
            Players::Uniform => with_best_instructions(
                #[inline(always)]
                || self.play_all(games, control, |_| &Uniform),
            ),
            Players::Seats(agents) => {
                self.play_all(games, control, |seat| &*agents[usize::from(seat)])
            }
        }
    }

    #[inline(always)]
    fn play_all<'a, A: Agent<G> + ?Sized + 'a>(
        &self,
        games: Range<usize>,
        control: &Control,
        agent: impl Fn(Seat) -> &'a A,
    ) -> Batch {
        let mut batch = Batch::with_capacity(games.len(), self.game.players());
        let mut unreported = 0;
        let mut state = self.initial.clone();
        let mut scratch = Vec::new();
        for index in games {
            state.clone_from(&self.initial);
            let mut random = Random::stream(self.seed, index as u64);
            let played =
                playout(&*self.game, &mut state, &agent, &mut scratch, &mut random, control);
            let Some(plies) = played else { break };
            batch.push(&*self.game, &state, index as u32, plies);
            unreported += 1;
            if unreported == REPORTED_TOGETHER {
                control.done.0.fetch_add(std::mem::take(&mut unreported), Ordering::Relaxed);
            }
        }
        control.done.0.fetch_add(unreported, Ordering::Relaxed);
        batch
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
    fn play(&self, games: usize, threads: usize, control: &Control) -> Batch;
}

impl<G: Game> AnyBatch for Batches<G> {
    fn play(&self, games: usize, threads: usize, control: &Control) -> Batch {
        let size = (games / (threads * 64)).clamp(SMALLEST_PART, LARGEST_PART);
        let part = |number: usize| number * size..games.min((number + 1) * size);
        let parts = games.div_ceil(size);
        let pool =
            (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        match pool {
            Some(Ok(pool)) => {
                let play = |number| self.play_part(part(number), control);
                // Parts are taken one by one, so that no thread waits for a slower one's share.
                let parts = (0..parts).into_par_iter().with_max_len(1);
                let played: Vec<Batch> = pool.install(|| parts.map(play).collect());
                let mut batch = Batch::with_capacity(games, self.game.players());
                played.into_iter().for_each(|part| batch.append(part));
                batch
            }
            // One thread was asked for, or no more can be had.
            _ => self.play_part(0..games, control),
        }
    }
}
