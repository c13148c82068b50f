//! The default set is that of the rules (section 14).

use std::collections::BTreeSet;

use super::{ComponentSet, Cost, DEFAULT_V1, Effect, Gain, Icon, parse};

fn default_set() -> ComponentSet {
    parse(DEFAULT_V1).expect("the default set is right")
}

// Rule 14.13: the text beside this file was made from the rules' own listing of the set.
#[test]
fn it_is_the_set_of_the_rules() {
    let set = default_set();
    assert_eq!(set.canonical(), include_str!("default_v1.txt"));
    assert_eq!(set.info.source, "reconstruction");
}

// Rules C-4, C-5, C-22, C-265.
#[test]
fn it_has_as_many_components_as_the_rulebook_says() {
    let set = default_set();
    assert_eq!([2, 3, 4].map(|players| set.deck(players)), [36, 39, 42]);
    assert_eq!((set.tiles(), set.spares(), set.words.len()), (120, 16, 18));
    for die in 0..4 {
        let is_of = |effect: &Effect| matches!(effect, Effect::Round { cost: Cost::Die(of), .. } if *of == die);
        let count: u8 = set.cards.iter().filter(|card| is_of(&card.effect)).map(|c| c.copies).sum();
        assert_eq!(count, 3);
    }
}

// Rules C-159, C-164, 14.2.
#[test]
fn its_grid_is_symmetric_under_quarter_turns() {
    let grid = default_set().grid;
    let is_bonus = |cell| !grid.bonus(cell).is_empty();
    for row in 0..grid.side {
        for col in 0..grid.side {
            assert_eq!(is_bonus((row, col)), is_bonus((col, grid.side - 1 - row)));
        }
    }
    assert!(grid.corners().into_iter().all(is_bonus));
    assert_eq!(grid.centre(), [(4, 4), (4, 5), (5, 4), (5, 5)]);
}

// Rules C-174, 14.3: the bonus is worth 5 VP more than the words left incomplete.
#[test]
fn its_goal_cards_pay_alike() {
    let set = default_set();
    for goal in &set.goals {
        let words = goal.words.iter().map(|&word| &set.words[usize::from(word)]);
        let left: usize = words.map(|word| 1 + word.letters.len()).sum();
        assert_eq!(usize::from(goal.gain.value()), left + 5);
        assert_eq!(goal.words.len(), 3);
    }
}

// Rule 14.4: each card that is always in effect covers as many tiles.
#[test]
fn its_wild_letters_are_as_many() {
    let set = default_set();
    for id in ["AL1", "AL2", "AL3"] {
        let kind = set.card_named(id).expect("a card");
        let Effect::Always(mask) = set.cards[usize::from(kind)].effect else { panic!("{id}") };
        let letters = (0..).zip(&set.letters).filter(|(letter, _)| mask >> letter & 1 == 1);
        assert_eq!(letters.map(|(_, info)| info.tiles).sum::<u8>(), 14);
    }
}

// Rules 14.9, 14.10.
#[test]
fn its_pips_and_its_track_add_up() {
    let set = default_set();
    let pips = set.cards.iter().filter_map(|card| match card.effect {
        Effect::Round { cost: Cost::Pips(mask), .. } => Some(mask),
        _ => None,
    });
    let pips: BTreeSet<u8> = pips.collect();
    assert_eq!(pips, BTreeSet::from([0b1010, 0b10_0100, 0b101_0000]));
    for face in &set.faces {
        let count = |icon| face.track.iter().map(|gain| gain.count(icon)).sum::<u8>();
        assert_eq!([Icon::Bag, Icon::Centre, Icon::Star].map(count), [4, 5, 3]);
        assert_eq!(face.track.iter().map(Gain::points).sum::<u16>(), 15);
        assert_eq!((face.track.len(), face.opposite()), (16, 8));
    }
}
