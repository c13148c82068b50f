//! Hands in one word against counting card by card.

use super::super::hand::{Hand, Need};
use super::super::types::{Kind, PARTS, Sort, Status};
use crate::random::Random;

/// A random hand of up to 40 cards, with few or many sorts.
fn some_cards(random: &mut Random, is_sided: bool) -> Vec<Sort> {
    let sorts: Vec<Sort> = Sort::all(is_sided).collect();
    let kinds = 1 + random.below(sorts.len() as u32) as usize;
    (0..random.below(40)).map(|_| sorts[random.below(kinds as u32) as usize]).collect()
}

fn count(cards: &[Sort], status: Status, kind: Kind, is_right: bool) -> u32 {
    cards.iter().filter(|&&card| card == Sort::new(status, kind, is_right)).count() as u32
}

/// How many of each part are needed, and where: B-3, and B-5 with sides.
fn needs(kind: Kind, is_sided: bool) -> Vec<(bool, u32)> {
    match (kind.is_limb(), is_sided) {
        (true, true) => vec![(false, 1), (true, 1)],
        (true, false) => vec![(false, 2)],
        (false, _) => vec![(false, 1)],
    }
}

#[test]
fn one_word_counts_like_a_list() {
    let mut random = Random::stream(5, 0);
    for round in 0..20_000 {
        let is_sided = round % 2 == 1;
        let mut cards = some_cards(&mut random, is_sided);
        let hand: Hand = cards.iter().copied().collect();
        cards.sort();
        assert_eq!(hand.cards().collect::<Vec<_>>(), cards);
        assert_eq!(hand.len() as usize, cards.len());
        assert_eq!(hand.is_empty(), cards.is_empty());
        for (k, &card) in cards.iter().enumerate() {
            assert_eq!(hand.nth(k as u32), card);
        }
        let need = Need::new(is_sided);
        for times in 1..=2 {
            let is_wanted = |kind: Kind| {
                needs(kind, is_sided).into_iter().any(|(is_right, each)| {
                    count(&cards, Status::Whole, kind, is_right) < each * times
                        || count(&cards, Status::Broken, kind, is_right) < each
                })
            };
            let wanted = hand.wanted(need.times(times as u8), need);
            for kind in Kind::ALL {
                assert_eq!(wanted >> kind.index() & 1 == 1, is_wanted(kind), "{cards:?} {kind:?}");
            }
        }
        let parts: [u32; 2] = Status::ALL.map(|status| {
            let of = |kind: Kind| {
                let parts = needs(kind, is_sided).into_iter();
                let had = parts.map(|(side, each)| count(&cards, status, kind, side).min(each));
                had.sum::<u32>()
            };
            Kind::ALL.map(of).into_iter().sum()
        });
        assert_eq!(hand.parts(need), parts);
        assert_eq!(hand.has_broken(), cards.iter().any(|card| card.is_broken()));
        for kind in Kind::ALL {
            let of =
                |status| count(&cards, status, kind, false) + count(&cards, status, kind, true);
            // Skulls and ribcages have no right one: both counts are the same.
            let halves = if kind.is_limb() { 1 } else { 2 };
            assert_eq!(hand.of_kind(kind), Status::ALL.map(|status| of(status) / halves));
            assert_eq!(hand.has_kind(kind), hand.of_kind(kind).map(|cards| cards > 0));
            let bits = hand.sorts_of(kind);
            for index in 0..Sort::NATURAL {
                let sort = Sort::from_index(index);
                let is_there = PARTS[index % 6] == kind && cards.contains(&sort);
                assert_eq!(bits >> index & 1 == 1, is_there);
            }
        }
        let mended: Vec<Sort> = cards
            .iter()
            .map(|card| match card.natural() {
                Some((kind, _)) => Sort::new(Status::Whole, kind, card.is_right()),
                None => Sort::JOKER,
            })
            .collect();
        assert_eq!(hand.mended(), mended.into_iter().collect());
    }
}

#[test]
fn names_come_back() {
    for is_sided in [false, true] {
        let names: Vec<&str> = Sort::all(is_sided).map(|sort| sort.name(is_sided)).collect();
        let expected = if is_sided {
            "wLl wLr wAl wAr wS wR bLl bLr bAl bAr bS bR J"
        } else {
            "wL wA wS wR bL bA bS bR J"
        };
        assert_eq!(names.join(" "), expected);
        for sort in Sort::all(is_sided) {
            assert_eq!(Sort::of_name(sort.name(is_sided), is_sided), Some(sort));
        }
        for wrong in ["", "w", "L", "wX", "xL", "j", "JJ", "wLL", "wSl", "wLlr", "wé"] {
            assert_eq!(Sort::of_name(wrong, is_sided), None, "{wrong}");
        }
    }
    assert_eq!(Sort::of_name("wL", true), None);
    assert_eq!(Sort::of_name("wLl", false), None);
}
