//! Six paths of the core, each so many times and nothing else: what `benches/instructions.py` counts
//! the instructions of.
//!
//! Without arguments it prints which instructions the machine offers, and the name of each path with its
//! repetitions and what each of them is; `PATH REPETITIONS` runs one.

#[path = "common/mats.rs"]
mod mats;
#[path = "common/murals.rs"]
mod murals;

use std::hint::black_box;
use std::sync::Arc;

use ludoteca::games;
use ludoteca::games::athos::mural::{Ground, Slides, Table};
use ludoteca::games::cog::crossword::Dictionary;
use ludoteca::grid::{Batch, Counter, Shape};
use ludoteca::play::AnyGame;
use ludoteca::random::Random;
use ludoteca::simulate::{Arrays, Control, Plan, Seeds, Threads};
use mats::{SIDE, WORDS, mats};
use murals::{NEW, candidates, murals};
use serde_json::Map;

const ENVS: usize = 64;
const GRIDS: usize = 64;

/// A path, how often it is run, and how many units of work that is.
struct Path {
    name: &'static str,
    repetitions: usize,
    units: usize,
    run: fn(usize),
}

/// Playouts go on with other games, the others do the same again and again; as often as makes the
/// mean of all games, and of what a processor never sees, what it is.
const PATHS: [Path; 6] = [
    Path {
        name: "cobogo playout",
        repetitions: 300,
        units: 1,
        run: |games| playouts("cobogo", 2, games),
    },
    Path {
        name: "bogoss playout",
        repetitions: 300,
        units: 1,
        run: |games| playouts("bogoss", 3, games),
    },
    Path { name: "athos all lays", repetitions: 20, units: murals::MURALS, run: all_lays },
    Path { name: "cog word plays", repetitions: 20, units: mats::MATS, run: word_plays },
    Path { name: "pattern_count 32x32", repetitions: 50, units: GRIDS, run: pattern_count },
    Path { name: "cobogo vector_env step", repetitions: 100, units: ENVS, run: steps },
];

fn game(name: &str, players: i64) -> Arc<dyn AnyGame> {
    let maker = games::find(name).expect("a registered game");
    maker.make(players, &Map::new(), None).expect("the defaults are right")
}

/// Whole games between random players, as `simulate` plays them on one thread.
fn playouts(name: &str, players: usize, games: usize) {
    let game = game(name, players as i64);
    let batch = game.batch(&vec!["random".to_owned(); players], 1).expect("every game has it");
    let played = batch.play(games, 1, &Control::default()).expect("a few games");
    black_box(played);
}

/// Where and how a tile of a standing or a new pattern may be laid, on mural after mural.
fn all_lays(passes: usize) {
    let front = Ground::front(9, 9);
    let murals = murals(&front);
    for _ in 0..passes {
        for blocks in black_box(&murals) {
            let table = Table::new(&front, blocks);
            let slides = Slides::new(&front, blocks, &table);
            for pattern in [0, 1, 2, 3, NEW] {
                let candidates = candidates(&front, blocks, pattern);
                black_box(slides.lays(pattern, candidates).count());
            }
        }
    }
}

/// The plays of a hand, on mat after mat.
fn word_plays(passes: usize) {
    let dictionary = Dictionary::new(SIDE, &WORDS).expect("words");
    let mats = mats(&dictionary);
    for _ in 0..passes {
        for (grid, hand) in black_box(&mats) {
            black_box(grid.count_plays(&dictionary, dictionary.all(), hand));
        }
    }
}

/// A T in grids of 32 x 32 cells and 6 codes, given as bytes.
fn pattern_count(passes: usize) {
    let mut random = Random::stream(1, 0);
    let cells: Vec<u8> = (0..GRIDS * 32 * 32).map(|_| 1 + random.below(6) as u8).collect();
    let counter = Counter::new(&Shape::from_drawing("XXX/.X.").expect("a shape"));
    let mut batch = Batch::new(&counter, 32, 32, 1);
    let mut counts = vec![0; GRIDS];
    for _ in 0..passes {
        batch.clear();
        batch.push(black_box(&cells));
        batch.count(&mut counts);
        black_box(&counts);
    }
}

/// Environments that step together on one thread, with random legal actions.
fn steps(steps: usize) {
    let game = game("cobogo", 2);
    let plan = Plan { envs: ENVS, seat: None, keeps_last: false };
    let mut env = game.vector_env(&plan).expect("no agents are named");
    let mut observation = vec![0; ENVS * game.observation_shape().iter().product::<usize>()];
    let mut legal_mask = vec![0; ENVS * game.action_size()];
    let mut reward = vec![0.0; ENVS * game.players()];
    let mut final_returns = reward.clone();
    let alone = Threads::default();
    let (mut terminated, mut truncated) = ([0; ENVS], [0; ENVS]);
    let (mut actor, mut indices) = ([0; ENVS], [0; ENVS]);
    for step in 0..=steps {
        let arrays = Arrays {
            observation: &mut observation,
            reward: &mut reward,
            terminated: &mut terminated,
            truncated: &mut truncated,
            actor: &mut actor,
            legal_mask: &mut legal_mask,
            final_returns: &mut final_returns,
        };
        if step == 0 {
            env.reset(&Seeds::Shared(1), &alone, arrays).expect("somebody acts");
        } else {
            env.step(&indices, &alone, arrays).expect("sampled actions are legal");
        }
        env.sample(step as u64, &legal_mask, &mut indices);
    }
    black_box(&observation);
}

/// The level of instructions that is chosen at run time.
fn offered() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
    {
        return "x86-64-v3";
    }
    std::env::consts::ARCH
}

fn main() {
    // `cargo bench` adds an argument of its own.
    let given: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [name, repetitions] = &given[..] else {
        println!("{}", offered());
        for path in &PATHS {
            println!("{}\t{}\t{}", path.name, path.repetitions, path.units);
        }
        return;
    };
    let path = PATHS.iter().find(|path| path.name == *name).expect("the name of a path");
    (path.run)(repetitions.parse().expect("a number"));
}
