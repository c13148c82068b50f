//! Environments that step together: batched stepping with auto-reset, for any game.
//!
//! Chance resolves itself from the stream of each game, and so do the agents of other seats, if there
//! are any; so every episode is the game that `start(seed, index)` gives. Games in which nobody gets
//! to act by an index are left out.

mod course;

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use self::course::{Course, Env, PATIENCE, Row};
use crate::agents::{Players, UnknownAgent};
use crate::canvas::Written;
use crate::game::{Actor, Game, Seat};
use crate::instructions::with_best_instructions;
use crate::random::Random;
use crate::simulate::NoMemory;
use crate::simulate::threads::Threads;

/// Which games environments play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// Environment *i* of *n* plays games `i`, `i + n`, `i + 2n`, ... under one seed.
    Shared(u64),
    /// Each plays games 0, 1, 2, ... under a seed of its own.
    Own(Vec<u64>),
}

/// What environments are to be.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// How many.
    pub envs: usize,
    /// The only seat that is acted for, and the agents of all seats by name; its own is never asked.
    /// Without it, every seat is acted for.
    pub seat: Option<(Seat, &'a [String])>,
    /// Whether the last position of a game is kept for [`AnyVectorEnv::observe_last`].
    pub keeps_last: bool,
}

/// Where a step writes its results: one row an environment. Always the same memory, 0 before the
/// first call: only what differs from the call before is written.
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
    /// What each seat got for the game that the step ended: environments by seats, 0 for others.
    pub final_returns: &'a mut [f32],
}

impl Arrays<'_> {
    /// The same arrays, lent.
    pub fn lend(&mut self) -> Arrays<'_> {
        Arrays {
            observation: &mut *self.observation,
            reward: &mut *self.reward,
            terminated: &mut *self.terminated,
            truncated: &mut *self.truncated,
            actor: &mut *self.actor,
            legal_mask: &mut *self.legal_mask,
            final_returns: &mut *self.final_returns,
        }
    }
}

/// In too many games in a row nobody got to act; the environments have to be reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTurn {
    /// The seat that is acted for, if it is one.
    pub seat: Option<Seat>,
    /// The games that were tried.
    pub games: u32,
}

/// Why a step failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// An index is not legal; no environment has moved.
    Refused(Refused),
    /// No next game was found.
    NoTurn(NoTurn),
}

/// An index that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
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

/// Why there are no environments.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PlanError {
    /// An agent has a name that is not known.
    #[error(transparent)]
    Agent(#[from] UnknownAgent),
    /// There are too many.
    #[error(transparent)]
    Memory(#[from] NoMemory),
}

/// Environments behind the face that knows no types.
pub trait AnyVectorEnv: Send + Sync {
    /// Starts every environment anew.
    ///
    /// # Errors
    /// [`NoTurn`].
    fn reset(&mut self, seeds: &Seeds, threads: &Threads, arrays: Arrays<'_>)
    -> Result<(), NoTurn>;
    /// Applies one index an environment; ended games start anew.
    ///
    /// # Errors
    /// [`StepError::Refused`] for the first row whose index is not legal: nothing has changed.
    /// [`StepError::NoTurn`].
    fn step(
        &mut self,
        indices: &[i32],
        threads: &Threads,
        arrays: Arrays<'_>,
    ) -> Result<(), StepError>;
    /// A uniformly random legal index an environment, from streams of `seed`; `legal_mask` as the last
    /// call left it.
    fn sample(&self, seed: u64, legal_mask: &[u8], indices: &mut [i32]);
    /// What the seat that is acted for, or else every seat, observes at the end of the games that ended
    /// last in `rows`: rows by seats by observation, 0 before. Nothing is written where last positions
    /// are not kept.
    fn observe_last(&self, rows: &[usize], threads: &Threads, observations: &mut [u8]);
}

/// Environments whose memory is asked for at the same time: it comes slowly.
const TOGETHER: usize = 16;

/// Environments that step together.
pub struct VectorEnv<G: Game> {
    game: Arc<G>,
    initial: G::State,
    envs: Vec<Env<G>>,
    /// How far apart the games of an environment are under its seed.
    stride: u64,
    others: Option<(Seat, Players<G>)>,
    /// How long the call before took, or would have on one thread.
    work: Duration,
}

impl<G: Game> VectorEnv<G> {
    /// Environments that are to be reset first.
    ///
    /// # Errors
    /// [`PlanError`].
    pub fn new(game: Arc<G>, plan: &Plan<'_>) -> Result<Self, PlanError> {
        let others = |(seat, names)| Players::named(names).map(|players| (seat, players));
        let others = plan.seat.map(others).transpose()?;
        let initial = game.initial();
        // They are of many small pieces: whether there is room for all is asked at once, and roughly.
        let cells = game.action_size() + game.observation_shape().iter().product::<usize>();
        let piece = size_of::<Env<G>>() + size_of::<G::State>() + cells / 256 + 512;
        let room = plan.envs.checked_mul(piece).ok_or(NoMemory)?;
        let mut asked = Vec::<u8>::new();
        asked.try_reserve_exact(room).map_err(|_| NoMemory)?;
        // Memory that nobody uses need not be taken.
        drop(black_box(asked));
        let envs = (0..plan.envs).map(|_| Env::new(&initial, plan.keeps_last)).collect();
        Ok(Self { envs, game, initial, stride: 1, others, work: Duration::MAX })
    }

    /// Calls `act` for each environment, with its number and its rows.
    #[inline(always)]
    fn for_each(
        &mut self,
        threads: &Threads,
        arrays: Arrays<'_>,
        act: impl Fn(&Course<'_, G>, usize, &mut Env<G>, Row<'_>) + Sync,
    ) -> Result<(), NoTurn> {
        let has_no_turn = AtomicBool::new(false);
        let course = Course {
            game: &*self.game,
            initial: &self.initial,
            stride: self.stride,
            others: self.others.as_ref(),
            has_no_turn: &has_no_turn,
        };
        let share = threads.share(self.envs.len(), self.work);
        let arrays = arrays.parts(course.game, share);
        self.work = threads.spread(
            (0..).step_by(share).zip(self.envs.chunks_mut(share)).zip(arrays),
            #[inline(always)]
            |((first, envs), arrays)| {
                for ((number, env), row) in (first..).zip(envs).zip(arrays.rows(course.game)) {
                    act(&course, number, env, row);
                }
            },
        );
        if has_no_turn.into_inner() {
            let seat = self.others.as_ref().map(|&(seat, _)| seat);
            return Err(NoTurn { seat, games: PATIENCE });
        }
        Ok(())
    }

    /// Refuses the first index that is not legal.
    fn check(&self, indices: &[i32], legal_mask: &[u8]) -> Result<(), Refused> {
        let masks = legal_mask.chunks(self.game.action_size());
        for (row, ((env, mask), &index)) in self.envs.iter().zip(masks).zip(indices).enumerate() {
            let place = usize::try_from(index).ok();
            if place.and_then(|place| mask.get(place)) != Some(&1) {
                check(&*self.game, env, row, index)?;
            }
        }
        Ok(())
    }

    /// A random legal index for each of at most [`TOGETHER`] environments.
    #[inline(always)]
    fn choose(
        &self,
        envs: &[Env<G>],
        masks: &[u8],
        indices: &mut [i32],
        scratch: &mut Vec<G::Action>,
        random: &mut Random,
    ) {
        let masks = masks.chunks(self.game.action_size());
        let mut chosen = [None; TOGETHER];
        envs.iter().for_each(|env| env.masked.fetch());
        let rows = masks.clone().zip(&mut *indices);
        for ((env, (mask, index)), told) in envs.iter().zip(rows).zip(&mut chosen) {
            *told = env.masked.choose(random);
            match told {
                Some(told) => told.fetch(mask),
                None => {
                    let picked = self.game.random_index(&env.state, scratch, random);
                    *index = picked.map_or(0, |picked| picked as i32);
                }
            }
        }
        for ((mask, index), told) in masks.zip(indices).zip(chosen) {
            if let Some(told) = told {
                *index = told.place(mask) as i32;
            }
        }
    }

    /// The seats that are acted for.
    fn seats(&self) -> std::ops::Range<Seat> {
        match self.others {
            Some((seat, _)) => seat..seat + 1,
            None => 0..self.game.players() as Seat,
        }
    }
}

impl<G: Game> AnyVectorEnv for VectorEnv<G> {
    fn reset(
        &mut self,
        seeds: &Seeds,
        threads: &Threads,
        arrays: Arrays<'_>,
    ) -> Result<(), NoTurn> {
        self.stride = match seeds {
            Seeds::Shared(_) => self.envs.len() as u64,
            Seeds::Own(_) => 1,
        };
        for (number, env) in self.envs.iter_mut().enumerate() {
            (env.seed, env.game_index) = match seeds {
                Seeds::Shared(seed) => (*seed, number as u64),
                Seeds::Own(seeds) => (seeds[number], 0),
            };
        }
        self.for_each(threads, arrays, |course, _, env, row| course.reset(env, row))
    }

    fn step(
        &mut self,
        indices: &[i32],
        threads: &Threads,
        arrays: Arrays<'_>,
    ) -> Result<(), StepError> {
        self.check(indices, arrays.legal_mask).map_err(StepError::Refused)?;
        self.for_each(
            threads,
            arrays,
            #[inline(always)]
            |course, number, env, row| course.step(env, indices[number], row),
        )
        .map_err(StepError::NoTurn)
    }

    fn sample(&self, seed: u64, legal_mask: &[u8], indices: &mut [i32]) {
        let (mut scratch, mut random) = (Vec::new(), Random::stream(seed, 0));
        let masks = legal_mask.chunks(TOGETHER * self.game.action_size());
        let groups = self.envs.chunks(TOGETHER).zip(masks).zip(indices.chunks_mut(TOGETHER));
        with_best_instructions(
            #[inline(always)]
            || {
                for ((envs, masks), indices) in groups {
                    self.choose(envs, masks, indices, &mut scratch, &mut random);
                }
            },
        );
    }

    fn observe_last(&self, rows: &[usize], threads: &Threads, observations: &mut [u8]) {
        let size = self.game.observation_shape().iter().product();
        let part = self.seats().len() * size;
        // To write one takes about a microsecond.
        let work = Duration::from_micros((rows.len() * self.seats().len()) as u64);
        let share = threads.share(rows.len(), work);
        threads.spread(
            rows.chunks(share).zip(observations.chunks_mut(share * part)),
            |(rows, observations)| {
                for (&row, observations) in rows.iter().zip(observations.chunks_mut(part)) {
                    let Some(state) = self.envs[row].last.as_deref() else { continue };
                    for (seat, observation) in self.seats().zip(observations.chunks_mut(size)) {
                        let mut written = Written::default();
                        self.game.observe(state, seat, &mut written.canvas(observation));
                    }
                }
            },
        );
    }
}

/// Whether the action behind an index is legal.
fn check<G: Game>(game: &G, env: &Env<G>, row: usize, index: i32) -> Result<(), Refused> {
    let player = match game.actor(&env.state) {
        Actor::Player(seat) => seat,
        Actor::Chance | Actor::Nobody => 0,
    };
    let refuse = |action: String, rule, reason: String| Refused {
        row,
        action,
        player,
        rule,
        reason,
        ply: env.plies,
        moment: game.moment(&env.state, env.plies),
    };
    let place = usize::try_from(index).ok();
    let action = place.and_then(|place| game.action_at(&env.state, place as u32));
    let action = action.ok_or_else(|| {
        let last = game.action_size() - 1;
        let reason = match place {
            Some(place) if place <= last => "it stands for no action here".to_owned(),
            _ => format!("no action: 0 to {last} are possible"),
        };
        refuse(format!("index {index}"), "", reason)
    })?;
    game.check(&env.state, action).map_err(|refusal| {
        use crate::game::Refusal;
        refuse(game.action_text(action), refusal.rule(), refusal.to_string())
    })
}

#[cfg(test)]
mod tests;
