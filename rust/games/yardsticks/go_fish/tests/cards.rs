//! Cards in one word against plain counts, and what is picked without a list.

use serde_json::Map;

use super::super::GoFish;
use super::super::cards::Cards;
use super::super::rules::{INFO, RANKS};
use crate::game::{Actor, ComponentSource, Game, Setup};
use crate::play::options;
use crate::random::Random;

#[test]
fn a_word_counts_cards() {
    let mut random = Random::stream(2, 0);
    for _ in 0..5_000 {
        let plain: [u8; RANKS] =
            std::array::from_fn(|_| if random.below(2) == 0 { 0 } else { random.below(9) as u8 });
        let mut cards = Cards::default();
        for (rank, &count) in plain.iter().enumerate() {
            cards.add(rank as u8, count);
        }
        let ranks = (0..RANKS as u8).filter(|&rank| plain[usize::from(rank)] > 0);
        assert_eq!(cards.counts()[..RANKS], plain);
        assert_eq!(cards.has()[..RANKS], plain.map(|count| u8::from(count > 0)));
        assert!(cards.each().eq(ranks.clone().map(|rank| (rank, plain[usize::from(rank)]))));
        assert_eq!(cards.len(), plain.iter().map(|&count| u32::from(count)).sum::<u32>());
        assert_eq!(cards.is_empty(), plain == [0; RANKS]);
        assert!((0..cards.ranks()).map(|k| cards.nth_rank(k)).eq(ranks));
        let mut left = cards;
        (0..cards.len()).for_each(|k| left.remove(cards.nth(k), 1));
        assert!(left.is_empty());
    }
}

/// The game with the defaults of all options.
fn game(players: u8) -> GoFish {
    let options = options::resolve(&INFO, players, &Map::new()).expect("defaults");
    let text = INFO.default_components.to_owned();
    let components = ComponentSource { file: String::new(), text };
    GoFish::new(Setup { players, options, components }).expect("the defaults go together")
}

#[test]
fn a_request_picked_is_one_of_the_list() {
    for players in 2..=10 {
        let (game, mut random, mut actions) = (game(players), Random::stream(3, 0), Vec::new());
        let mut state = game.initial();
        loop {
            let action = match game.actor(&state) {
                Actor::Nobody => break,
                Actor::Chance => game.sample_chance(&state, &mut random),
                Actor::Player(_) => {
                    actions.clear();
                    game.legal_actions(&state, &mut actions);
                    let expected = actions[random.clone().below(actions.len() as u32) as usize];
                    let mut again = random.clone();
                    let index = game.random_index(&state, &mut Vec::new(), &mut again);
                    let picked = game.random_action(&state, &mut Vec::new(), &mut random);
                    assert_eq!(picked, expected);
                    assert_eq!(index, game.index(&state, expected));
                    picked
                }
            };
            game.apply(&mut state, action);
        }
    }
}
