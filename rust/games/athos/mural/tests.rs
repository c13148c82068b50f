//! The mural against a slow one, tile by tile, in random games of all options.

use std::collections::BTreeMap;

use super::*;
use crate::grid::{Cells, Direction};
use crate::random::Random;
use slow::{Place, Slow, Tile};

mod slow;

fn place(cell: u8) -> Place {
    let (row, column) = Cells::place(cell);
    (i32::from(row), i32::from(column))
}

fn cell((row, column): Place) -> u8 {
    Cells::cell(row as u8, column as u8)
}

fn pick(random: &mut Random, cells: Cells) -> Option<u8> {
    let count = cells.len() as u32;
    (count > 0).then(|| cells.nth(random.below(count) as usize).unwrap())
}

fn random_cells(random: &mut Random, of: Cells) -> Cells {
    of.iter().filter(|_| random.below(3) > 0).collect()
}

fn random_ground(random: &mut Random, is_challenging: bool) -> Ground {
    let (rows, columns) = (5 + random.below(5) as u8, 5 + random.below(5) as u8);
    let mut ground = Ground::front(rows.into(), columns.into());
    if is_challenging {
        for row in [0, rows - 1] {
            for column in [0, columns - 1] {
                ground.padlocks.insert(Cells::cell(row, column));
            }
        }
        for _ in 0..random.below(5) {
            ground.columns |= Cells::single(pick(random, ground.inside - ground.padlocks).unwrap());
        }
    }
    ground
}

/// The tiles of a mural, in the order of their cells.
fn tiles(ground: &Ground, blocks: &Blocks) -> Vec<Tile> {
    let tile = |at| {
        let is_fixed = blocks.immovable().has(at);
        blocks.pattern_at(at).map(|pattern| Tile { pattern, start: place(at), is_fixed })
    };
    ground.inside.iter().filter_map(tile).collect()
}

/// Compares all that is said about a pattern on every cell; returns the number of legal lays and of
/// those with a choice.
fn compare(
    ground: &Ground,
    blocks: &Blocks,
    pattern: Pattern,
    random: &mut Random,
) -> (usize, usize) {
    let slow = Slow::new(ground);
    let mural = tiles(ground, blocks);
    let mut pushes: BTreeMap<u8, Vec<Push>> = BTreeMap::new();
    let mut with_choice = 0;
    for at in Cells::rectangle(16, 16).iter() {
        let expected = slow.lays(&mural, pattern, place(at));
        let mut found = Vec::new();
        blocks.pushes(ground, pattern, at, |push| found.push(push));
        let chosen: Vec<slow::Choices> = found.iter().map(|push| choices(*push)).collect();
        let wanted: Vec<slow::Choices> = expected.iter().map(|lay| lay.choices.clone()).collect();
        assert_eq!(chosen, wanted, "{ground:?} {mural:?}: {pattern} on {:?}", place(at));
        if found.is_empty() {
            let obstacle = blocks.judge(ground, pattern, at, Headings::NONE).unwrap_err();
            assert!(
                slow.agrees(&mural, pattern, place(at), obstacle),
                "{obstacle:?} {:?}",
                place(at)
            );
        }
        for (&push, lay) in found.iter().zip(&expected) {
            assert_eq!(blocks.judge(ground, pattern, at, push.choices), Ok(push));
            check_carried(ground, blocks, (pattern, at), push, lay);
            with_choice += usize::from(!push.choices.is_empty());
        }
        if !found.is_empty() {
            pushes.insert(at, found);
        }
    }
    let table = Table::new(ground, blocks);
    let slides = Slides::new(ground, blocks, &table);
    let mut count = 0;
    for candidates in [
        Cells::rectangle(16, 16),
        random_cells(random, ground.inside),
        blocks.linked(ground, pattern) & blocks.boxed(pattern, 3),
    ] {
        let lays = slides.lays(pattern, candidates);
        let mut listed = Vec::new();
        lays.each(|at, push| listed.push((at, push)));
        let mut expected: Vec<(u8, Push)> = pushes
            .iter()
            .filter(|&(&at, _)| candidates.has(at))
            .flat_map(|(&at, pushes)| pushes.iter().map(move |&push| (at, push)))
            .collect();
        assert_eq!(lays.count(), listed.len());
        for (index, &pair) in listed.iter().enumerate() {
            assert_eq!(lays.nth(index), Some(pair));
        }
        assert_eq!(lays.nth(listed.len()), None);
        for (rank, cells) in lays.ways().ranks.into_iter().enumerate() {
            let ways = |at| listed.iter().filter(|pair| pair.0 == at).count();
            assert_eq!(cells, (0..=255).filter(|&at| ways(at) > rank).collect());
        }
        let key = |&(at, push): &(u8, Push)| (at, push.choices, push.moves);
        listed.sort_by_key(key);
        expected.sort_by_key(key);
        assert_eq!(listed, expected, "{ground:?} {mural:?}: {pattern}");
        count = count.max(listed.len());
    }
    (count, with_choice)
}

fn choices(push: Push) -> slow::Choices {
    push.choices
        .iter()
        .map(|(pattern, sides)| {
            assert_eq!(sides.len(), 1);
            (pattern, sides.iter().next().unwrap())
        })
        .collect()
}

fn check_carried(
    ground: &Ground,
    blocks: &Blocks,
    (pattern, at): (Pattern, u8),
    push: Push,
    lay: &slow::Lay,
) {
    let after = blocks.carried(ground, pattern, at, push);
    let mut expected = Blocks::default();
    for (tile, now) in &lay.tiles {
        if let Some(now) = *now {
            expected.insert(tile.pattern, cell(now));
            let is_locked = ground.padlocks.has(cell(now));
            if tile.is_fixed || is_locked {
                expected.fix(Cells::single(cell(now)));
            }
        }
    }
    assert_eq!(after, expected, "{blocks:?} {pattern} on {:?}: {push:?}", place(at));
    assert_eq!(after.occupied().len(), (0..16).map(|p| after.of(p).len()).sum::<usize>());

    // Each tile numbered by its place in the list, so that nothing can be mistaken.
    let mut bytes = [0; 256];
    for (index, (tile, _)) in lay.tiles.iter().enumerate() {
        bytes[usize::from(cell(tile.start))] = index as u8 + 1;
    }
    let mut lost = Vec::new();
    blocks
        .carry_tiles(ground, (pattern, at), push, &mut bytes, |from, tile| lost.push((from, tile)));
    let (mut moved, mut gone) = ([0; 256], Vec::new());
    for (index, (tile, now)) in lay.tiles.iter().enumerate() {
        match now {
            Some(now) => moved[usize::from(cell(*now))] = index as u8 + 1,
            None => gone.push((cell(tile.start), index as u8 + 1)),
        }
    }
    lost.sort_unstable();
    gone.sort_unstable();
    assert_eq!((bytes, lost), (moved, gone));
}

/// Games of random lays; each position is compared for one pattern.
fn play(ground: &Ground, random: &mut Random, plies: u32) -> (usize, usize) {
    let mut blocks = Blocks::default();
    let mut table = Table::new(ground, &blocks);
    let is_challenging = !ground.padlocks.is_empty();
    let (mut legal, mut with_choice) = (0, 0);
    let patterns = 3 + random.below(6);
    for _ in 0..plies {
        let pattern = random.below(patterns) as Pattern * 15 / (patterns as u8 - 1);
        let (count, choices) = compare(ground, &blocks, pattern, random);
        legal += count;
        with_choice += choices;
        let side = if is_challenging { 2 } else { 3 };
        let candidates = blocks.linked(ground, pattern) & blocks.boxed(pattern, side);
        assert_eq!(table, Table::new(ground, &blocks));
        let lays = Slides::new(ground, &blocks, &table).lays(pattern, candidates);
        let mut changed = 1 << pattern;
        if lays.count() > 0 {
            let (at, push) = lays.nth(random.below(lays.count() as u32) as usize).unwrap();
            blocks.carry(ground, pattern, at, push);
            changed |= push.moves.patterns();
        }
        // W-11: squares become immovable, some only later.
        let block = blocks.of(pattern);
        if is_challenging && block.len() == 4 && random.below(4) > 0 {
            blocks.fix(block);
        }
        if random.below(20) == 0
            && let Some(at) = pick(random, blocks.occupied() - blocks.immovable())
        {
            changed |= blocks.pattern_at(at).map_or(0, |pattern| 1 << pattern);
            blocks.remove(at);
        }
        table.update(ground, &blocks, changed);
    }
    (legal, with_choice)
}

/// M-1 to M-20, N-1, W-14 to W-28 and the options of M-13, M-15 and W-20, on both boards.
#[test]
fn random_games_of_all_options() {
    let contacts = [SlideContact::Illegal, SlideContact::Chain, SlideContact::Allow];
    let sides = [MultiSide::Choose, MultiSide::All, MultiSide::Illegal];
    let opposites = [OppositeSlide::OwnBlock, OppositeSlide::Illegal];
    let mut random = Random::stream(31, 1);
    for slide_contact in contacts {
        for multi_side in sides {
            for (opposite_slide, is_challenging) in
                [(opposites[0], false), (opposites[0], true), (opposites[1], true)]
            {
                let (mut legal, mut with_choice) = (0, 0);
                for _ in 0..6 {
                    let ground = random_ground(&mut random, is_challenging);
                    let ground = Ground { slide_contact, multi_side, opposite_slide, ..ground };
                    let (some, choices) = play(&ground, &mut random, 40);
                    legal += some;
                    with_choice += choices;
                }
                assert!(legal > 1000, "{legal}");
                assert_eq!(with_choice > 20, multi_side == MultiSide::Choose, "{with_choice}");
            }
        }
    }
}

/// The quick path alone, on many more murals and every size.
#[test]
fn random_games_of_the_base_game() {
    let mut random = Random::stream(31, 2);
    for game in 0..80 {
        let rows = if game % 4 == 0 { 5 + random.below(12) } else { 9 };
        let columns = if game % 4 == 0 { 5 + random.below(12) } else { 9 };
        let ground = Ground::front(rows as usize, columns as usize);
        assert!(ground.is_plain());
        play(&ground, &mut random, 40);
    }
}

/// Blocks of any shape, unlinked ones too: moving blocks can meet each other.
#[test]
fn scattered_blocks() {
    let mut random = Random::stream(31, 4);
    let (mut blocks, ground) = (Blocks::default(), Ground::front(9, 9));
    blocks.insert(0, cell((3, 4)));
    let around = [(4, 5), (4, 6), (3, 6), (2, 6), (1, 6), (1, 5), (1, 4), (1, 3), (2, 3)];
    for at in around {
        blocks.insert(1, cell(at));
    }
    compare(&ground, &blocks, 2, &mut random);
    assert_eq!(blocks.judge(&ground, 2, cell((4, 4)), Headings::NONE), Err(Obstacle::Shared));
    for _ in 0..300 {
        let ground = random_ground(&mut random, false);
        let mut blocks = Blocks::default();
        for _ in 0..60 {
            let pattern = random.below(3) as Pattern;
            let near = (blocks.occupied() - blocks.of(pattern)).beside();
            if let Some(at) = pick(&mut random, ground.inside - blocks.occupied() - near) {
                blocks.insert(pattern, at);
            }
        }
        compare(&ground, &blocks, random.below(4) as Pattern, &mut random);
    }
}

/// A-8, O-1, W-7.
#[test]
fn boxes() {
    let mut random = Random::stream(31, 3);
    for _ in 0..2000 {
        let mut blocks = Blocks::default();
        let (top, left) = (random.below(14) as u8, random.below(14) as u8);
        for _ in 0..random.below(5) {
            let at = Cells::cell(top + random.below(3) as u8, left + random.below(3) as u8);
            if !blocks.occupied().has(at) {
                blocks.insert(4, at);
            }
        }
        for side in 1..=3 {
            for at in 0..=255 {
                let (_, _, height, width) =
                    (blocks.of(4) | Cells::single(at)).bounds().expect("a cell");
                assert_eq!(blocks.boxed(4, side).has(at), height.max(width) <= side);
            }
        }
    }
}

/// M-15, EX-14 to EX-16: a direction is named wherever a block is touched on several sides.
#[test]
fn choices_are_named() {
    let ground = Ground::front(9, 9);
    let mut blocks = Blocks::default();
    for at in [(1, 1), (1, 2), (2, 1)] {
        blocks.insert(1, cell(at));
    }
    let at = cell((2, 2));
    let one = |direction| Headings::NONE.with(1, Sides::single(direction));
    let judge = |blocks: &Blocks, choices| blocks.judge(&ground, 0, at, choices);
    for direction in [Direction::North, Direction::West] {
        let push = Push { choices: one(direction), moves: one(direction) };
        assert_eq!(judge(&blocks, one(direction)), Ok(push));
    }
    for choices in [
        Headings::NONE,
        one(Direction::East),
        one(Direction::North).and(one(Direction::West)),
        one(Direction::North).with(3, Sides::single(Direction::North)),
    ] {
        assert_eq!(judge(&blocks, choices), Err(Obstacle::Choice), "{choices:?}");
    }
    blocks.insert(2, cell((0, 3)));
    assert_eq!(judge(&blocks, one(Direction::North)), Err(Obstacle::Contact));
    assert_eq!(judge(&blocks, Headings::NONE), Err(Obstacle::Choice));
    blocks.insert(3, cell((3, 0)));
    assert_eq!(judge(&blocks, Headings::NONE), Err(Obstacle::Contact));
    let quiet = blocks.judge(&ground, 0, cell((8, 8)), one(Direction::North));
    assert_eq!(quiet, Err(Obstacle::Choice));
}

/// G-7, M-14, M-15, W-5, W-20 to W-23, W-26: what is said of an illegal lay; 1 is immovable, 2 not.
#[test]
fn obstacles_by_rule() {
    let corners = [(0, 0), (0, 8), (8, 0), (8, 8)].map(cell);
    let back = Ground {
        columns: Cells::single(cell((3, 3))),
        padlocks: corners.into_iter().collect(),
        ..Ground::front(9, 9)
    };
    let [choose, illegal] =
        [MultiSide::Choose, MultiSide::Illegal].map(|multi_side| Ground { multi_side, ..back });
    let no_slide = Ground { opposite_slide: OppositeSlide::Illegal, ..back };
    type Case<'a> = (&'a Ground, &'a [Place], &'a [Place], Place, &'a str);
    let cases: [Case<'_>; 13] = [
        (&back, &[], &[], (9, 0), "G-7"),
        (&back, &[], &[(4, 4)], (4, 4), "G-7"),
        (&back, &[], &[], (3, 3), "W-5"),
        (&no_slide, &[(4, 4)], &[], (4, 5), "W-20"),
        (&back, &[(4, 4), (5, 5)], &[], (4, 5), "W-21"),
        (&back, &[(0, 1)], &[], (0, 0), "W-22"),
        (&back, &[(1, 7)], &[], (1, 8), "W-23"),
        (&back, &[(3, 4)], &[], (3, 5), ""),
        (&back, &[(3, 5)], &[], (3, 4), "W-23"),
        (&back, &[(1, 4)], &[(1, 2)], (1, 1), "W-26"),
        (&illegal, &[], &[(5, 5), (5, 6), (6, 5)], (6, 6), "M-15"),
        (&choose, &[], &[(5, 5), (5, 6), (6, 5)], (6, 6), "M-15"),
        (&back, &[(1, 1)], &[(1, 3)], (1, 2), "M-14"),
    ];
    for (ground, immovable, movable, at, rule) in cases {
        let mut blocks = Blocks::default();
        for &at in immovable {
            blocks.insert(1, cell(at));
        }
        blocks.fix(blocks.occupied());
        for &at in movable {
            blocks.insert(2, cell(at));
        }
        let said = blocks.judge(ground, 0, cell(at), Headings::NONE).err();
        assert_eq!(said.map_or("", Obstacle::rule), rule, "{immovable:?} {movable:?} {at:?}");
    }
}
