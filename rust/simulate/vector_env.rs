//! Environments that step together: batched stepping with auto-reset, for any game.
//!
//! Environment *i* plays game `i`, then `i + n`, `i + 2n`, ... under the seed, and chance resolves
//! itself from the stream of that game; so every episode is the game that `start(seed, index)` gives.
//! Games that chance alone ends are left out: nobody would act in them.

use std::sync::Arc;

use rayon::prelude::*;

use crate::canvas::Written;
use crate::game::{Actor, Game, Seat};
use crate::instructions::with_best_instructions;
use crate::random::Random;

/// Where a step writes its results: one row an environment. Always the same memory, 0 before the
/// first call: of observations and masks only what differs from 0 is written.
pub struct Arrays<'a> {
    /// What the actor observes: environments by observation.
    pub observation: &'a mut [u8],
    /// What each seat was paid by the step: environments by seats.
    pub reward: &'a mut [f32],
    /// Whether the step ended the game.
    pub terminated: &'a mut [u8],
    /// Whether the game was cut off: no legal action has an index.
    pub truncated: &'a mut [u8],
    /// The seat to act.
    pub actor: &'a mut [i32],
    /// 1 at the index of every legal action: environments by indices.
    pub legal_mask: &'a mut [u8],
}

/// A step that was refused; no environment has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepError {
    /// The environment.
    pub row: usize,
    /// The action as text, or the index if it stands for none.
    pub action: String,
    /// The seat to act.
    pub player: Seat,
    /// The rule that forbids it; empty if the index stands for nothing.
    pub rule: &'static str,
    /// The reason in words.
    pub reason: String,
    /// Plies played in that environment.
    pub ply: u32,
    /// The moment that messages name ([`Game::moment`]).
    pub moment: (&'static str, u32),
}

/// Environments behind the face that knows no types.
pub trait AnyVectorEnv: Send + Sync {
    /// Starts every environment anew under `seed`.
    fn reset(&mut self, seed: u64, threads: &Threads, arrays: Arrays<'_>);
    /// Applies one index an environment; ended games start anew.
    ///
    /// # Errors
    /// [`StepError`] for the first row whose index is not legal; nothing has changed.
    fn step(
        &mut self,
        indices: &[i32],
        threads: &Threads,
        arrays: Arrays<'_>,
    ) -> Result<(), StepError>;
    /// A uniformly random legal index an environment, from streams of `seed`; `legal_mask` as the last
    /// call left it.
    fn sample(&self, seed: u64, legal_mask: &[u8], indices: &mut [i32]);
}

/// The threads of an environment: none for one thread.
pub type Threads = Option<rayon::ThreadPool>;

/// Environments whose memory is asked for at the same time: it comes slowly.
const TOGETHER: usize = 16;

/// One environment.
struct Env<G: Game> {
    state: G::State,
    random: Random,
    game_index: u64,
    plies: u32,
    /// What the rows of this environment hold from the step before.
    observed: Written,
    masked: Written,
}

/// Environments that step together.
pub struct VectorEnv<G: Game> {
    game: Arc<G>,
    initial: G::State,
    envs: Vec<Env<G>>,
    seed: u64,
}

/// The rows of one environment in the arrays.
struct Row<'a> {
    observation: &'a mut [u8],
    reward: &'a mut [f32],
    terminated: &'a mut u8,
    truncated: &'a mut u8,
    actor: &'a mut i32,
    legal_mask: &'a mut [u8],
}

impl<'a> Arrays<'a> {
    fn rows(
        self,
        observation: usize,
        seats: usize,
        indices: usize,
    ) -> impl Iterator<Item = Row<'a>> {
        self.observation
            .chunks_mut(observation)
            .zip(self.reward.chunks_mut(seats))
            .zip(self.terminated)
            .zip(self.truncated)
            .zip(self.actor)
            .zip(self.legal_mask.chunks_mut(indices))
            .map(|(((((observation, reward), terminated), truncated), actor), legal_mask)| Row {
                observation,
                reward,
                terminated,
                truncated,
                actor,
                legal_mask,
            })
    }
}

impl<G: Game> VectorEnv<G> {
    /// `count` environments under `seed`.
    #[must_use]
    pub fn new(game: Arc<G>, count: usize, seed: u64) -> Self {
        let initial = game.initial();
        let envs = (0..count as u64).map(|index| Env {
            state: initial.clone(),
            random: Random::stream(seed, index),
            game_index: index,
            plies: 0,
            observed: Written::default(),
            masked: Written::default(),
        });
        Self { envs: envs.collect(), game, initial, seed }
    }

    /// Calls `act` for each environment, with its number and its rows.
    #[inline(always)]
    fn for_each(
        &mut self,
        threads: &Threads,
        arrays: Arrays<'_>,
        act: impl Fn(&Course<'_, G>, usize, &mut Env<G>, Row<'_>) + Sync,
    ) {
        let course = Course {
            game: &*self.game,
            initial: &self.initial,
            seed: self.seed,
            count: self.envs.len() as u64,
        };
        let observation = self.game.observation_shape().iter().product();
        let rows = arrays.rows(observation, self.game.players(), self.game.action_size());
        match threads {
            Some(pool) => {
                let rows: Vec<Row<'_>> = rows.collect();
                pool.install(|| {
                    let envs = self.envs.par_iter_mut().zip(rows).enumerate();
                    envs.for_each(|(number, (env, row))| {
                        with_best_instructions(
                            #[inline(always)]
                            || act(&course, number, env, row),
                        );
                    });
                });
            }
            None => with_best_instructions(
                #[inline(always)]
                || {
                    for (number, (env, row)) in self.envs.iter_mut().zip(rows).enumerate() {
                        act(&course, number, env, row);
                    }
                },
            ),
        }
    }
}

/// What every environment shares in a step.
struct Course<'a, G: Game> {
    game: &'a G,
    initial: &'a G::State,
    seed: u64,
    count: u64,
}

impl<G: Game> Course<'_, G> {
    /// Starts a game, or the next one that does not end before anybody acts.
    fn begin(&self, env: &mut Env<G>, game_index: u64) {
        env.game_index = game_index;
        env.plies = 0;
        env.observed.renew();
        loop {
            env.state.clone_from(self.initial);
            env.random = Random::stream(self.seed, env.game_index);
            self.resolve_chance(env);
            if self.game.actor(&env.state) != Actor::Nobody {
                return;
            }
            env.game_index += self.count;
        }
    }

    fn resolve_chance(&self, env: &mut Env<G>) {
        while self.game.actor(&env.state) == Actor::Chance {
            let event = self.game.sample_chance(&env.state, &mut env.random);
            self.game.apply(&mut env.state, event);
        }
    }

    /// Writes what the actor sees; true if it has a legal index.
    #[inline(always)]
    fn show(&self, env: &mut Env<G>, row: &mut Row<'_>) -> bool {
        let Actor::Player(seat) = self.game.actor(&env.state) else { return false };
        *row.actor = i32::from(seat);
        let mut observation = env.observed.canvas(row.observation);
        self.game.observe(&env.state, seat, &mut observation);
        let count = self.game.legal_mask(&env.state, &mut env.masked.canvas(row.legal_mask));
        if env.masked.told() != count {
            env.masked.forget();
        }
        count > 0
    }

    #[inline(always)]
    fn step(&self, env: &mut Env<G>, index: i32, mut row: Row<'_>) {
        let before: [f32; 8] = std::array::from_fn(|seat| self.paid(env, seat));
        if let Some(action) = self.game.action_at(&env.state, index as u32) {
            self.game.apply(&mut env.state, action);
            env.plies += 1;
            self.resolve_chance(env);
        }
        for (seat, reward) in row.reward.iter_mut().enumerate() {
            *reward = self.paid(env, seat) - before[seat];
        }
        let is_over = self.game.actor(&env.state) == Actor::Nobody;
        *row.terminated = is_over.into();
        *row.truncated = 0;
        if is_over || !self.show(env, &mut row) {
            *row.truncated = (!is_over).into();
            self.begin(env, env.game_index + self.count);
            self.show(env, &mut row);
        }
    }

    fn paid(&self, env: &Env<G>, seat: usize) -> f32 {
        if seat < self.game.players() { self.game.returns(&env.state, seat as Seat) } else { 0.0 }
    }
}

impl<G: Game> AnyVectorEnv for VectorEnv<G> {
    fn reset(&mut self, seed: u64, threads: &Threads, arrays: Arrays<'_>) {
        self.seed = seed;
        for (index, env) in self.envs.iter_mut().enumerate() {
            env.game_index = index as u64;
        }
        self.for_each(threads, arrays, |course, _, env, mut row| {
            course.begin(env, env.game_index);
            row.reward.fill(0.0);
            (*row.terminated, *row.truncated) = (0, 0);
            course.show(env, &mut row);
        });
    }

    fn step(
        &mut self,
        indices: &[i32],
        threads: &Threads,
        arrays: Arrays<'_>,
    ) -> Result<(), StepError> {
        let masks = arrays.legal_mask.chunks(self.game.action_size());
        for (row, ((env, mask), &index)) in self.envs.iter().zip(masks).zip(indices).enumerate() {
            let place = usize::try_from(index).ok();
            if place.and_then(|place| mask.get(place)) != Some(&1) {
                check(&*self.game, env, row, index)?;
            }
        }
        self.for_each(
            threads,
            arrays,
            #[inline(always)]
            |course, number, env, row| course.step(env, indices[number], row),
        );
        Ok(())
    }

    fn sample(&self, seed: u64, legal_mask: &[u8], indices: &mut [i32]) {
        let mut scratch = Vec::new();
        let mut random = Random::stream(seed, 0);
        let size = self.game.action_size();
        let masks = legal_mask.chunks(size * TOGETHER);
        let parts = self.envs.chunks(TOGETHER).zip(masks).zip(indices.chunks_mut(TOGETHER));
        with_best_instructions(
            #[inline(always)]
            || {
                for ((envs, masks), indices) in parts {
                    let mut chosen = [None; TOGETHER];
                    envs.iter().for_each(|env| env.masked.fetch());
                    let rows = masks.chunks(size).zip(&mut *indices);
                    for ((env, (mask, index)), told) in envs.iter().zip(rows).zip(&mut chosen) {
                        *told = env.masked.choose(&mut random);
                        match told {
                            Some(told) => told.fetch(mask),
                            None => {
                                let game = &*self.game;
                                let picked =
                                    game.random_index(&env.state, &mut scratch, &mut random);
                                *index = picked.map_or(0, |picked| picked as i32);
                            }
                        }
                    }
                    for ((mask, index), told) in masks.chunks(size).zip(indices).zip(chosen) {
                        if let Some(told) = told {
                            *index = told.place(mask) as i32;
                        }
                    }
                }
            },
        );
    }
}

/// Whether the action behind an index is legal.
fn check<G: Game>(game: &G, env: &Env<G>, row: usize, index: i32) -> Result<(), StepError> {
    let player = match game.actor(&env.state) {
        Actor::Player(seat) => seat,
        Actor::Chance | Actor::Nobody => 0,
    };
    let refuse = |action: String, rule, reason: String| StepError {
        row,
        action,
        player,
        rule,
        reason,
        ply: env.plies,
        moment: game.moment(&env.state, env.plies),
    };
    let action = u32::try_from(index).ok().and_then(|index| game.action_at(&env.state, index));
    let action = action.ok_or_else(|| {
        let reason = format!("no action: 0 to {} are possible", game.action_size() - 1);
        refuse(format!("index {index}"), "", reason)
    })?;
    game.check(&env.state, action).map_err(|refusal| {
        use crate::game::Refusal;
        refuse(game.action_text(action), refusal.rule(), refusal.to_string())
    })
}
