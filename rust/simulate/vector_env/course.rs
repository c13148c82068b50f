//! The course of one environment: its games one after the other, and what it writes of them.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Arrays;
use crate::agents::{Agent, Players, Uniform};
use crate::canvas::Written;
use crate::game::{Actor, Game, Seat};
use crate::instructions::with_best_instructions;
use crate::random::Random;

/// So many games in a row may end before anybody acts in them.
pub const PATIENCE: u32 = 1_000;

/// One environment.
pub struct Env<G: Game> {
    pub state: G::State,
    pub random: Random,
    /// The seed of its games, and the number of the present one under it.
    pub seed: u64,
    pub game_index: u64,
    pub plies: u32,
    /// What the rows of this environment hold from the step before.
    pub observed: Written,
    pub masked: Written,
    /// The position in which the game before ended, if it is to be kept.
    pub last: Option<Box<G::State>>,
    scratch: Vec<G::Action>,
}

impl<G: Game> Env<G> {
    pub fn new(initial: &G::State, keeps_last: bool) -> Self {
        Self {
            state: initial.clone(),
            random: Random::stream(0, 0),
            seed: 0,
            game_index: 0,
            plies: 0,
            observed: Written::default(),
            masked: Written::default(),
            last: keeps_last.then(|| Box::new(initial.clone())),
            scratch: Vec::new(),
        }
    }
}

/// The rows of one environment in the arrays.
pub struct Row<'a> {
    observation: &'a mut [u8],
    reward: &'a mut [f32],
    terminated: &'a mut u8,
    truncated: &'a mut u8,
    actor: &'a mut i32,
    legal_mask: &'a mut [u8],
    final_returns: &'a mut [f32],
}

impl<'a> Arrays<'a> {
    /// So many environments a part.
    pub fn parts<G: Game>(self, game: &G, envs: usize) -> impl Iterator<Item = Self> {
        let observation: usize = game.observation_shape().iter().product();
        let mut observation = self.observation.chunks_mut(envs * observation);
        let mut reward = self.reward.chunks_mut(envs * game.players());
        let mut terminated = self.terminated.chunks_mut(envs);
        let mut truncated = self.truncated.chunks_mut(envs);
        let mut actor = self.actor.chunks_mut(envs);
        let mut legal_mask = self.legal_mask.chunks_mut(envs * game.action_size());
        let mut final_returns = self.final_returns.chunks_mut(envs * game.players());
        std::iter::from_fn(move || {
            Some(Arrays {
                observation: observation.next()?,
                reward: reward.next()?,
                terminated: terminated.next()?,
                truncated: truncated.next()?,
                actor: actor.next()?,
                legal_mask: legal_mask.next()?,
                final_returns: final_returns.next()?,
            })
        })
    }

    /// The rows one by one.
    pub fn rows<G: Game>(self, game: &G) -> impl Iterator<Item = Row<'a>> {
        let (observation, seats) = (game.observation_shape().iter().product(), game.players());
        let flags = self.terminated.iter_mut().zip(self.truncated);
        let paid = self.reward.chunks_mut(seats).zip(self.final_returns.chunks_mut(seats));
        let seen = self.observation.chunks_mut(observation).zip(self.actor);
        let masks = self.legal_mask.chunks_mut(game.action_size());
        seen.zip(masks).zip(paid).zip(flags).map(
            |((((observation, actor), legal_mask), (reward, final_returns)), flags)| Row {
                observation,
                reward,
                terminated: flags.0,
                truncated: flags.1,
                actor,
                legal_mask,
                final_returns,
            },
        )
    }
}

/// What every environment shares in a step.
pub struct Course<'a, G: Game> {
    pub game: &'a G,
    pub initial: &'a G::State,
    /// How far apart the games of an environment are under its seed.
    pub stride: u64,
    /// The only seat to stop at, and who plays the others.
    pub others: Option<&'a (Seat, Players<G>)>,
    /// Set where too many games went by without a turn.
    pub has_no_turn: &'a AtomicBool,
}

impl<G: Game> Course<'_, G> {
    /// Starts an environment anew.
    pub fn reset(&self, env: &mut Env<G>, mut row: Row<'_>) {
        row.reward.fill(0.0);
        row.final_returns.fill(0.0);
        (*row.terminated, *row.truncated) = (0, 0);
        self.begin(env, &mut row);
    }

    /// One action of the seat to act, up to the next that is to come from outside.
    #[inline(always)]
    pub fn step(&self, env: &mut Env<G>, index: i32, mut row: Row<'_>) {
        if *row.terminated | *row.truncated != 0 {
            row.final_returns.fill(0.0);
        }
        for (seat, reward) in (0..).zip(&mut *row.reward) {
            *reward = -self.game.returns(&env.state, seat);
        }
        if let Some(action) = self.game.action_at(&env.state, index as u32) {
            self.game.apply(&mut env.state, action);
            env.plies += 1;
            self.go_on(env);
        }
        for (seat, reward) in (0..).zip(&mut *row.reward) {
            *reward += self.game.returns(&env.state, seat);
        }
        let is_over = self.game.actor(&env.state) == Actor::Nobody;
        *row.terminated = is_over.into();
        *row.truncated = 0;
        if is_over || !self.show(env, &mut row) {
            *row.truncated = (!is_over).into();
            self.conclude(env, row.final_returns);
            self.begin(env, &mut row);
        }
    }

    /// Keeps what is to be told of a game that ended; the next one is up.
    #[inline(never)]
    fn conclude(&self, env: &mut Env<G>, final_returns: &mut [f32]) {
        for (seat, paid) in (0..).zip(final_returns) {
            *paid = self.game.returns(&env.state, seat);
        }
        if let Some(last) = &mut env.last {
            std::mem::swap(&mut env.state, last);
        }
        env.game_index = env.game_index.wrapping_add(self.stride);
    }

    /// Starts the game at hand, or the next one in which there is something to decide.
    #[inline(always)]
    fn begin(&self, env: &mut Env<G>, row: &mut Row<'_>) {
        for _ in 0..PATIENCE {
            env.state.clone_from(self.initial);
            env.random = Random::stream(env.seed, env.game_index);
            env.plies = 0;
            env.observed.renew();
            self.go_on(env);
            if self.show(env, row) {
                return;
            }
            env.game_index = env.game_index.wrapping_add(self.stride);
        }
        self.has_no_turn.store(true, Ordering::Relaxed);
    }

    /// Goes on to where an action is to come from outside, or the end.
    #[inline(always)]
    fn go_on(&self, env: &mut Env<G>) {
        match self.others {
            None => {
                while self.game.actor(&env.state) == Actor::Chance {
                    let event = self.game.sample_chance(&env.state, &mut env.random);
                    self.game.apply(&mut env.state, event);
                }
            }
            Some((seat, players)) => self.let_others_play(env, *seat, players),
        }
    }

    /// The same with agents in all seats but one.
    #[cold]
    fn let_others_play(&self, env: &mut Env<G>, seat: Seat, players: &Players<G>) {
        match players {
            Players::Uniform => with_best_instructions(
                #[inline(always)]
                || self.play_to(env, seat, |_| &Uniform),
            ),
            Players::Seats(agents) => {
                self.play_to(env, seat, |other| &*agents[usize::from(other)]);
            }
        }
    }

    #[inline(always)]
    fn play_to<'a, A: Agent<G> + ?Sized + 'a>(
        &self,
        env: &mut Env<G>,
        seat: Seat,
        agent: impl Fn(Seat) -> &'a A,
    ) {
        let Env { state, random, scratch, plies, .. } = env;
        loop {
            let action = match self.game.actor(state) {
                Actor::Nobody => return,
                Actor::Chance => self.game.sample_chance(state, random),
                Actor::Player(own) if own == seat => return,
                Actor::Player(other) => {
                    *plies += 1;
                    agent(other).act(self.game, state, other, scratch, random)
                }
            };
            self.game.apply(state, action);
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
}
