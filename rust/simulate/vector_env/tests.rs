//! Environments beside a slow loop over single positions, agents in the other seats included.

use serde_json::Map;

use super::*;
use crate::agents::named;
use crate::game::{ComponentSource, Setup};
use crate::games::athos::Athos;
use crate::games::bogoss::Bogoss;
use crate::games::cobogo::Cobogo;
use crate::games::cog::Cog;
use crate::play::options;

fn made<G: Game>(players: u8, given: &Map<String, serde_json::Value>) -> Arc<G> {
    let text = G::INFO.default_components.to_owned();
    let components = ComponentSource { file: String::new(), text };
    let options = options::resolve(G::INFO, players, given).unwrap();
    Arc::new(G::new(Setup { players, options, components }).unwrap())
}

/// The memory of some environments.
struct Cells {
    observation: Vec<u8>,
    reward: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
    actor: Vec<i32>,
    legal_mask: Vec<u8>,
    final_returns: Vec<f32>,
}

impl Cells {
    fn new<G: Game>(game: &G, envs: usize) -> Self {
        let observation: usize = game.observation_shape().iter().product();
        Self {
            observation: vec![0; envs * observation],
            reward: vec![0.0; envs * game.players()],
            terminated: vec![0; envs],
            truncated: vec![0; envs],
            actor: vec![0; envs],
            legal_mask: vec![0; envs * game.action_size()],
            final_returns: vec![0.0; envs * game.players()],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observation: &mut self.observation,
            reward: &mut self.reward,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            actor: &mut self.actor,
            legal_mask: &mut self.legal_mask,
            final_returns: &mut self.final_returns,
        }
    }
}

/// One environment, the slow way.
struct Slow<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    others: &'a [String],
    seed: u64,
    index: u64,
    stride: u64,
    state: G::State,
    random: Random,
}

impl<G: Game> Slow<'_, G> {
    fn seen(&self, state: &G::State) -> Vec<u8> {
        let mut cells = vec![0; self.game.observation_shape().iter().product()];
        self.game.observe(state, self.seat, &mut Written::default().canvas(&mut cells));
        cells
    }

    fn mask(&self) -> Vec<u8> {
        let (mut actions, mut mask) = (Vec::new(), vec![0; self.game.action_size()]);
        self.game.legal_actions(&self.state, &mut actions);
        for index in actions.into_iter().filter_map(|action| self.game.index(&self.state, action)) {
            mask[index as usize] = 1;
        }
        mask
    }

    fn returns(&self) -> Vec<f32> {
        let seats = 0..self.game.players() as Seat;
        seats.map(|seat| self.game.returns(&self.state, seat)).collect()
    }

    fn go_on(&mut self) {
        loop {
            let action = match self.game.actor(&self.state) {
                Actor::Chance => self.game.sample_chance(&self.state, &mut self.random),
                Actor::Player(seat) if seat != self.seat => {
                    let agent = named::<G>(&self.others[usize::from(seat)]).unwrap();
                    let scratch = &mut Vec::new();
                    agent.act(self.game, &self.state, seat, scratch, &mut self.random)
                }
                _ => return,
            };
            self.game.apply(&mut self.state, action);
        }
    }

    fn begin(&mut self) {
        loop {
            self.state = self.game.initial();
            self.random = Random::stream(self.seed, self.index);
            self.go_on();
            if self.mask().contains(&1) {
                return;
            }
            self.index += self.stride;
        }
    }
}

/// Compares some steps of each environment, in one seat after the other.
fn compare<G: Game>(players: u8, others: &str, given: &[(&str, serde_json::Value)], steps: usize) {
    let given = given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let game = made::<G>(players, &given);
    let names = vec![others.to_owned(); usize::from(players)];
    let mut ends = 0;
    for seat in 0..players {
        let seeds = [Seeds::Shared(5), Seeds::Own(vec![9, 9, 1])];
        for (seeds, threads) in seeds.into_iter().zip([1, 2]) {
            let plan = Plan { envs: 3, seat: Some((seat, &names)), keeps_last: true };
            let mut env = VectorEnv::new(Arc::clone(&game), &plan).unwrap();
            let threads = Threads::new(threads).unwrap();
            let mut cells = Cells::new(&*game, 3);
            env.reset(&seeds, &threads, cells.arrays()).unwrap();
            let mut slow: Vec<_> = (0..3_usize)
                .map(|row| {
                    let (seed, index, stride) = match &seeds {
                        Seeds::Shared(seed) => (*seed, row as u64, 3),
                        Seeds::Own(seeds) => (seeds[row], 0, 1),
                    };
                    let (state, random) = (game.initial(), Random::stream(0, 0));
                    let others = &names;
                    Slow { game: &*game, seat, others, seed, index, stride, state, random }
                })
                .collect();
            slow.iter_mut().for_each(Slow::begin);
            let mut choice = Random::stream(1, u64::from(seat));
            for _ in 0..steps {
                let masks: Vec<Vec<u8>> = slow.iter().map(Slow::mask).collect();
                let observed: Vec<u8> =
                    slow.iter().flat_map(|slow| slow.seen(&slow.state)).collect();
                assert!(cells.observation == observed);
                assert!(cells.legal_mask == masks.concat());
                assert_eq!(cells.actor, [i32::from(seat); 3]);
                let picked = masks.iter().map(|mask| {
                    let legal: Vec<_> = (0..mask.len()).filter(|&at| mask[at] == 1).collect();
                    legal[choice.below(legal.len() as u32) as usize] as i32
                });
                let indices: Vec<i32> = picked.collect();
                env.step(&indices, &threads, cells.arrays()).unwrap();
                for (row, slow) in slow.iter_mut().enumerate() {
                    let before = slow.returns();
                    let action = game.action_at(&slow.state, indices[row] as u32).unwrap();
                    game.apply(&mut slow.state, action);
                    slow.go_on();
                    let after = slow.returns();
                    let paid = after.iter().zip(before).map(|(after, before)| after - before);
                    let seats = usize::from(players);
                    assert!(paid.eq(cells.reward[row * seats..][..seats].iter().copied()));
                    let is_over = game.actor(&slow.state) == Actor::Nobody;
                    let is_cut = !is_over && !slow.mask().contains(&1);
                    assert_eq!(cells.terminated[row], u8::from(is_over));
                    assert_eq!(cells.truncated[row], u8::from(is_cut));
                    let returns = &cells.final_returns[row * seats..][..seats];
                    if !is_over && !is_cut {
                        assert_eq!(returns, vec![0.0; seats]);
                    } else {
                        ends += 1;
                        assert_eq!(returns, after);
                        let mut last = vec![0; slow.seen(&slow.state).len()];
                        env.observe_last(&[row], &threads, &mut last);
                        assert!(last == slow.seen(&slow.state));
                        slow.index += slow.stride;
                        slow.begin();
                    }
                }
            }
        }
    }
    assert!(ends > 0, "no game has ended");
}

#[test]
fn random_agents_draw_from_the_stream_of_the_game() {
    compare::<Cobogo>(3, "random", &[], 20);
    compare::<Bogoss>(3, "random", &[], 60);
    compare::<Athos>(2, "random", &[], 250);
    compare::<Cog>(3, "random", &[], 100);
}

#[test]
fn other_agents_do_too() {
    compare::<Cobogo>(2, "greedy", &[("window", 12.into())], 20);
    compare::<Bogoss>(4, "greedy", &[], 40);
    compare::<Athos>(2, "greedy", &[], 60);
    compare::<Cog>(2, "speller", &[], 100);
}

#[test]
fn games_in_which_the_seat_is_stuck_or_has_no_turn_are_left_out() {
    compare::<Cobogo>(2, "random", &[("window", 8.into())], 60);
    compare::<Bogoss>(3, "random", &[("max_turns", 3.into())], 60);
}

#[test]
fn a_seat_that_never_acts_is_told() {
    let given = [("max_turns", 1.into()), ("give_choice", "asker".into())];
    let given = given.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let game = made::<Bogoss>(3, &given);
    let names = vec!["random".to_owned(); 3];
    for threads in [1, 2] {
        let threads = Threads::new(threads).unwrap();
        let plan = Plan { envs: 3, seat: Some((2, &names)), keeps_last: false };
        let mut env = VectorEnv::new(Arc::clone(&game), &plan).unwrap();
        let mut cells = Cells::new(&*game, 3);
        let told = env.reset(&Seeds::Shared(1), &threads, cells.arrays());
        assert_eq!(told, Err(NoTurn { seat: Some(2), games: PATIENCE }));
    }
    assert!(
        VectorEnv::new(game, &Plan { envs: 1, seat: Some((0, &["x".into()])), keeps_last: false })
            .is_err()
    );
}
