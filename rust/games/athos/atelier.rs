//! Ateliers: what a side holds, and where (A-20, B-6, CD-4).

use std::ops::Deref;

use super::types::Face;

/// Most spaces of one sort.
pub const SPACES: usize = 8;

/// 1 in each byte.
const LOW: u64 = u64::from_le_bytes([1; SPACES]);

/// A sort of space in an atelier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Place {
    /// From which others may take (I-1).
    #[default]
    Free,
    /// From which they may not (H-4).
    Protected,
    /// On a tool card, and protected there (Y-21, Y-22).
    Tool,
    /// On a tool card, and counting as Free (Y-22).
    ToolFree,
}

impl Place {
    /// All of them, in the order of actions.
    pub const ALL: [Self; 4] = [Self::Free, Self::Protected, Self::Tool, Self::ToolFree];
    /// The spaces of the atelier itself.
    pub const SPACES: [Self; 2] = [Self::Free, Self::Protected];

    /// What it is called in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Free", "Protected", "protected tool card", "free tool card"][self as usize]
    }

    /// What follows the face in texts.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        ["", "!", "+!", "+"][self as usize]
    }
}

/// A tile in an atelier: which face is up, and where it lies. Equal ones are one choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Held {
    /// Where it lies.
    pub place: Place,
    /// The face that is up.
    pub face: Face,
}

/// Tiles of an atelier, with its tool card, each once.
#[derive(Clone, Copy, Debug)]
pub struct Tiles {
    tiles: [Held; 2 * SPACES + 2],
    len: usize,
}

impl Tiles {
    const NONE: Self = {
        let tile = Held { place: Place::Free, face: Face(0) };
        Self { tiles: [tile; 2 * SPACES + 2], len: 0 }
    };

    #[inline(always)]
    fn push(&mut self, tile: Held) {
        self.tiles[self.len] = tile;
        self.len += 1;
    }

    /// Leaves those out that lie in a Protected space.
    #[inline]
    #[must_use]
    pub fn unprotected(&self) -> Self {
        let mut rest = Self::NONE;
        self.iter().filter(|tile| tile.place != Place::Protected).for_each(|&tile| rest.push(tile));
        rest
    }
}

impl Deref for Tiles {
    type Target = [Held];

    #[inline(always)]
    fn deref(&self) -> &[Held] {
        &self.tiles[..self.len]
    }
}

/// Tiles in no order, up to [`SPACES`] of them: kept sorted, so that equal ones are equal values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shelf {
    faces: [Face; SPACES],
    len: u8,
}

impl Shelf {
    /// The faces that are up, sorted.
    #[inline]
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.faces[..usize::from(self.len)]
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u8 {
        self.len
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether one shows this face.
    #[inline]
    #[must_use]
    pub fn has(&self, face: Face) -> bool {
        self.faces().contains(&face)
    }

    /// The place of the first tile that shows this face.
    #[inline(always)]
    #[must_use]
    pub fn place_of(&self, face: Face) -> Option<usize> {
        // A byte of 0 where they are the same; the lowest one borrows its highest bit.
        let other = u64::from_le_bytes(self.faces.map(|face| face.0)) ^ (u64::from(face.0) * LOW);
        let same = other.wrapping_sub(LOW) & !other & (LOW << 7);
        let place = same.trailing_zeros() / 8;
        (place < self.len.into()).then_some(place as usize)
    }

    /// How many different faces show.
    #[inline]
    #[must_use]
    pub fn count_distinct(&self) -> usize {
        let repeated = self.faces().windows(2).filter(|pair| pair[0] == pair[1]).count();
        usize::from(self.len) - repeated
    }

    /// Every face that shows, once, in order.
    pub fn distinct(&self) -> impl Iterator<Item = Face> + use<> {
        let shelf = *self;
        (0..usize::from(shelf.len))
            .filter(move |&place| place == 0 || shelf.faces[place - 1] != shelf.faces[place])
            .map(move |place| shelf.faces[place])
    }

    /// The faces as numbers from 1, sorted; then 0.
    #[inline(always)]
    #[must_use]
    pub fn numbers(&self) -> [u8; SPACES] {
        let ones = u64::MAX.checked_shr(64 - 8 * u32::from(self.len)).unwrap_or(0) & LOW;
        (u64::from_le_bytes(self.faces.map(|face| face.0)) + ones).to_le_bytes()
    }

    /// 1 for each tile whose face no tile before it shows.
    #[inline(always)]
    #[must_use]
    pub fn firsts(&self) -> [u8; SPACES] {
        let is_first = |tile: usize| tile == 0 || self.faces[tile - 1] != self.faces[tile];
        std::array::from_fn(|tile| u8::from(tile < usize::from(self.len) && is_first(tile)))
    }

    /// Adds a tile, for which there has to be room.
    #[inline]
    pub fn add(&mut self, face: Face) {
        let mut place = usize::from(self.len);
        self.len += 1;
        while place > 0 && self.faces[place - 1] > face {
            self.faces[place] = self.faces[place - 1];
            place -= 1;
        }
        self.faces[place] = face;
    }

    /// Takes a tile out, which has to be there.
    #[inline]
    pub fn remove(&mut self, face: Face) {
        let Some(place) = self.place_of(face) else { return };
        let len = usize::from(self.len);
        self.faces.copy_within(place + 1..len, place);
        self.faces[len - 1] = Face::default();
        self.len -= 1;
    }
}

/// An atelier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Atelier {
    /// Tiles by [`Place::SPACES`].
    pub shelves: [Shelf; 2],
    /// Tiles on the tool card, the protected one first (Y-22): 0 for none, else the face plus 1.
    tool: [u8; 2],
}

impl Atelier {
    /// The tiles in one sort of space of the atelier itself.
    #[inline]
    #[must_use]
    pub fn shelf(&self, place: Place) -> &Shelf {
        &self.shelves[place as usize]
    }

    /// The tiles on the tool card, the protected one first.
    #[inline]
    pub fn on_tool(&self) -> impl Iterator<Item = Held> + use<> {
        let places = [Place::Tool, Place::ToolFree].into_iter().zip(self.tool);
        let held = places.filter(|&(_, code)| code > 0);
        held.map(|(place, code)| Held { place, face: Face(code - 1) })
    }

    /// Whether there is such a tile.
    #[inline]
    #[must_use]
    pub fn has(&self, tile: Held) -> bool {
        match tile.place {
            Place::Free | Place::Protected => self.shelf(tile.place).has(tile.face),
            Place::Tool => self.tool[0] == tile.face.0 + 1,
            Place::ToolFree => self.tool[1] == tile.face.0 + 1,
        }
    }

    /// How many such tiles there are.
    #[must_use]
    pub fn count(&self, tile: Held) -> usize {
        if matches!(tile.place, Place::Tool | Place::ToolFree) {
            return self.has(tile).into();
        }
        self.shelf(tile.place).faces().iter().filter(|&&face| face == tile.face).count()
    }

    /// Whether there are these two tiles.
    #[must_use]
    pub fn has_both(&self, one: Held, other: Held) -> bool {
        self.has(one) && self.has(other) && (one != other || self.count(one) > 1)
    }

    /// Adds a tile, for which there has to be room; on a tool card it comes last, whatever place it
    /// names.
    #[inline]
    pub fn add(&mut self, tile: Held) {
        match tile.place {
            Place::Free | Place::Protected => {
                self.shelves[tile.place as usize].add(tile.face);
            }
            Place::Tool | Place::ToolFree => {
                self.tool[usize::from(self.tool[0] > 0)] = tile.face.0 + 1;
            }
        }
    }

    /// Takes a tile out, which has to be there; one that is left alone on a tool card is protected.
    #[inline]
    pub fn remove(&mut self, tile: Held) {
        match tile.place {
            Place::Free | Place::Protected => self.shelves[tile.place as usize].remove(tile.face),
            Place::Tool => self.tool = [self.tool[1], 0],
            Place::ToolFree => self.tool[1] = 0,
        }
    }

    /// Takes two tiles out at once.
    pub fn remove_both(&mut self, one: Held, other: Held) {
        // The second one on a tool card before the first.
        let (first, second) = if one.place == Place::Tool { (other, one) } else { (one, other) };
        self.remove(first);
        self.remove(second);
    }

    /// Turns another face of a tile up (F-3).
    pub fn turn(&mut self, tile: Held, to: Face) {
        match tile.place {
            Place::Free | Place::Protected => {
                self.remove(tile);
                self.add(Held { face: to, ..tile });
            }
            Place::Tool => self.tool[0] = to.0 + 1,
            Place::ToolFree => self.tool[1] = to.0 + 1,
        }
    }

    /// How many tiles there are.
    #[must_use]
    pub fn len(&self) -> u8 {
        self.shelves.iter().map(Shelf::len).sum::<u8>() + self.on_tool().count() as u8
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The face that is up of every tile.
    pub fn faces(&self) -> impl Iterator<Item = Face> + '_ {
        let spaces = self.shelves.iter().flat_map(|shelf| shelf.faces().iter().copied());
        spaces.chain(self.on_tool().map(|tile| tile.face))
    }

    /// Every tile once, by place and face.
    #[inline(always)]
    #[must_use]
    pub fn tiles(&self) -> Tiles {
        let mut tiles = Tiles::NONE;
        for place in Place::SPACES {
            let mut last = None;
            for &face in self.shelf(place).faces() {
                if last != Some(face) {
                    tiles.push(Held { place, face });
                    last = Some(face);
                }
            }
        }
        if self.tool[0] > 0 {
            self.on_tool().for_each(|tile| tiles.push(tile));
        }
        tiles
    }

    /// The same, one by one.
    pub fn distinct(&self) -> impl Iterator<Item = Held> + use<> {
        let tiles = self.tiles();
        (0..tiles.len).map(move |tile| tiles.tiles[tile])
    }
}
