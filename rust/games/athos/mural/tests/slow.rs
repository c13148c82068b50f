//! Sliding once more, tile by tile and pair by pair, from the rules alone.

use std::collections::{BTreeMap, BTreeSet};

use crate::games::athos::mural::{
    Ground, MultiSide, Obstacle, OppositeSlide, Pattern, SlideContact,
};
use crate::grid::{Cells, Direction};

/// Row and column.
pub type Place = (i32, i32);
/// The direction chosen for each block that is touched on several sides, in the order they are
/// asked for.
pub type Choices = BTreeMap<Pattern, Direction>;

#[derive(Clone, Debug)]
pub struct Tile {
    pub pattern: Pattern,
    pub start: Place,
    pub is_fixed: bool,
}

/// A legal lay: every tile, the laid one last, and where it is afterwards.
pub struct Lay {
    pub choices: Choices,
    pub tiles: Vec<(Tile, Option<Place>)>,
}

pub struct Slow {
    ground: Ground,
    inside: BTreeSet<Place>,
    columns: BTreeSet<Place>,
    padlocks: BTreeSet<Place>,
}

#[derive(Clone)]
struct Course {
    now: Vec<Option<Place>>,
    moved: BTreeSet<Pattern>,
    choices: Choices,
}

type Touched = BTreeMap<Pattern, BTreeSet<Direction>>;

fn next(place: Place, direction: Direction) -> Place {
    let (rows, columns) = direction.step();
    (place.0 + i32::from(rows), place.1 + i32::from(columns))
}

fn touch(one: Place, other: Place) -> bool {
    Direction::ALL.into_iter().any(|direction| next(one, direction) == other)
}

fn places(cells: Cells) -> BTreeSet<Place> {
    (0..16)
        .flat_map(|row| (0..16).map(move |column| (row, column)))
        .filter(|&(row, column)| cells.has(Cells::cell(row as u8, column as u8)))
        .collect()
}

impl Slow {
    pub fn new(ground: &Ground) -> Self {
        Self {
            ground: *ground,
            inside: places(ground.inside),
            columns: places(ground.columns),
            padlocks: places(ground.padlocks),
        }
    }

    /// All legal ways to lay the pattern on the place, in order of the choices.
    pub fn lays(&self, mural: &[Tile], pattern: Pattern, place: Place) -> Vec<Lay> {
        let mut found = Vec::new();
        if !self.is_free(mural, place) {
            return found;
        }
        let (touched, fixed) = self.contact(mural, pattern, place);
        // Z-10: at most one; W-20; W-22.
        if fixed.len() > 1
            || !fixed.is_empty()
                && (self.ground.opposite_slide == OppositeSlide::Illegal
                    || self.padlocks.contains(&place))
        {
            return found;
        }
        let mut tiles = mural.to_vec();
        tiles.push(Tile { pattern, start: place, is_fixed: false });
        let course = Course {
            now: tiles.iter().map(|tile| Some(tile.start)).collect(),
            moved: BTreeSet::new(),
            choices: Choices::new(),
        };
        let away = fixed.first().map(|direction| direction.opposite());
        self.wave(&tiles, course, &touched, away, &mut found);
        found
    }

    /// Whether an obstacle tells the truth about an illegal lay.
    pub fn agrees(
        &self,
        mural: &[Tile],
        pattern: Pattern,
        place: Place,
        obstacle: Obstacle,
    ) -> bool {
        let (touched, fixed) = self.contact(mural, pattern, place);
        let is_taken = mural.iter().any(|tile| tile.start == place);
        let is_several = touched.values().any(|sides| sides.len() > 1);
        let is_chain = self.ground.slide_contact == SlideContact::Chain;
        match obstacle {
            Obstacle::Outside => !self.inside.contains(&place),
            Obstacle::Column => self.columns.contains(&place),
            Obstacle::Taken => is_taken,
            Obstacle::Immovable => {
                !fixed.is_empty() && self.ground.opposite_slide == OppositeSlide::Illegal
            }
            Obstacle::Hemmed => fixed.len() > 1,
            Obstacle::Locked => fixed.len() == 1 && self.padlocks.contains(&place),
            Obstacle::SeveralSides => {
                self.ground.multi_side == MultiSide::Illegal && (is_several || is_chain)
            }
            Obstacle::NoDirection => {
                self.ground.multi_side == MultiSide::Choose && (is_several || is_chain)
            }
            Obstacle::CarriedOff => fixed.len() == 1,
            Obstacle::Shared => !touched.is_empty() || fixed.len() == 1,
            Obstacle::Contact => {
                self.ground.slide_contact != SlideContact::Allow
                    && (!touched.is_empty() || fixed.len() == 1)
            }
            Obstacle::ImmovableContact => {
                self.ground.slide_contact != SlideContact::Allow
                    && mural.iter().any(|tile| tile.is_fixed)
            }
            // Nothing legal, so nothing was left to choose.
            Obstacle::Choice => false,
        }
    }

    fn is_free(&self, mural: &[Tile], place: Place) -> bool {
        self.inside.contains(&place)
            && !self.columns.contains(&place)
            && mural.iter().all(|tile| tile.start != place)
    }

    /// The directions to movable tiles by pattern, and to immovable ones.
    fn contact(
        &self,
        mural: &[Tile],
        pattern: Pattern,
        place: Place,
    ) -> (Touched, BTreeSet<Direction>) {
        let (mut touched, mut fixed) = (Touched::new(), BTreeSet::new());
        for direction in Direction::ALL {
            for tile in mural {
                if tile.pattern != pattern && tile.start == next(place, direction) {
                    if tile.is_fixed {
                        fixed.insert(direction);
                    } else {
                        touched.entry(tile.pattern).or_default().insert(direction);
                    }
                }
            }
        }
        (touched, fixed)
    }

    fn wave(
        &self,
        tiles: &[Tile],
        course: Course,
        touched: &Touched,
        own: Option<Direction>,
        found: &mut Vec<Lay>,
    ) {
        let is_several = touched.values().any(|sides| sides.len() > 1);
        if is_several && self.ground.multi_side == MultiSide::Illegal {
            return;
        }
        // All ways to move the touched blocks, as lists of (pattern, directions).
        let mut ways: Vec<Vec<(Pattern, Vec<Direction>)>> = vec![Vec::new()];
        for (&pattern, sides) in touched {
            let options: Vec<Vec<Direction>> = match self.ground.multi_side {
                MultiSide::All => vec![sides.iter().copied().collect()],
                _ => sides.iter().map(|&side| vec![side]).collect(),
            };
            ways = ways
                .into_iter()
                .flat_map(|way| {
                    options.iter().map(move |option| {
                        let mut way = way.clone();
                        way.push((pattern, option.clone()));
                        way
                    })
                })
                .collect();
        }
        for way in ways {
            let mut course = course.clone();
            for (pattern, sides) in &way {
                if touched[pattern].len() > 1 && self.ground.multi_side == MultiSide::Choose {
                    course.choices.insert(*pattern, sides[0]);
                }
                self.slide(tiles, &mut course, *pattern, sides);
            }
            let mut last: BTreeSet<Pattern> = way.iter().map(|(pattern, _)| *pattern).collect();
            let laid = tiles.last().expect("the laid tile");
            if let Some(direction) = own {
                self.slide(tiles, &mut course, laid.pattern, &[direction]);
                last.insert(laid.pattern);
            }
            if self.ground.slide_contact == SlideContact::Chain {
                let next = self.reached(tiles, &course, &last);
                if !next.is_empty() {
                    self.wave(tiles, course, &next, None, found);
                    continue;
                }
            }
            if self.is_legal(tiles, &course) {
                let choices = course.choices.clone();
                let tiles = tiles.iter().cloned().zip(course.now).collect();
                found.push(Lay { choices, tiles });
            }
        }
    }

    fn slide(&self, tiles: &[Tile], course: &mut Course, pattern: Pattern, sides: &[Direction]) {
        course.moved.insert(pattern);
        let locked: BTreeSet<Place> = tiles
            .iter()
            .filter(|tile| tile.pattern == pattern && tile.is_fixed)
            .map(|tile| tile.start)
            .collect();
        for (tile, now) in tiles.iter().zip(&mut course.now) {
            if tile.pattern != pattern || tile.is_fixed {
                continue;
            }
            let jump = |place| sides.iter().fold(place, |place, &side| next(place, side));
            let mut to = jump(tile.start);
            while locked.contains(&to) {
                to = jump(to);
            }
            *now = (self.inside.contains(&to) && !self.columns.contains(&to)).then_some(to);
        }
    }

    /// Movable tiles of blocks that have not moved, beside tiles that moved last.
    fn reached(&self, tiles: &[Tile], course: &Course, last: &BTreeSet<Pattern>) -> Touched {
        let mut touched = Touched::new();
        let laid = tiles.last().expect("the laid tile");
        for (pushing, at) in tiles.iter().zip(&course.now) {
            let Some(at) = *at else { continue };
            if !last.contains(&pushing.pattern) {
                continue;
            }
            for (tile, now) in tiles.iter().zip(&course.now) {
                if tile.is_fixed
                    || tile.pattern == laid.pattern
                    || course.moved.contains(&tile.pattern)
                {
                    continue;
                }
                for direction in Direction::ALL {
                    if *now == Some(next(at, direction)) {
                        touched.entry(tile.pattern).or_default().insert(direction);
                    }
                }
            }
        }
        touched
    }

    /// M-14, and W-23.
    fn is_legal(&self, tiles: &[Tile], course: &Course) -> bool {
        if course.now.last().is_none_or(|laid| laid.is_none()) {
            return false;
        }
        let standing: Vec<(Pattern, Place)> = tiles
            .iter()
            .zip(&course.now)
            .filter_map(|(tile, now)| now.map(|now| (tile.pattern, now)))
            .collect();
        standing.iter().enumerate().all(|(index, &(pattern, place))| {
            standing[index + 1..].iter().all(|&(other, at)| {
                place != at
                    && (other == pattern
                        || self.ground.slide_contact == SlideContact::Allow
                        || !touch(place, at))
            })
        })
    }
}
