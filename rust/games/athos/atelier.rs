//! Ateliers: what a side holds, and where (A-20, B-6, CD-4).

use super::types::Face;

/// Most spaces of one sort.
pub const SPACES: usize = 8;

/// A sort of space in an atelier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Place {
    /// From which others may take (I-1).
    #[default]
    Free,
    /// From which they may not (H-4).
    Protected,
}

impl Place {
    /// Both, in the order of actions.
    pub const ALL: [Self; 2] = [Self::Free, Self::Protected];

    /// What follows the face in texts.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        ["", "!"][self as usize]
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

    /// Every face that shows, once, in order.
    pub fn distinct(&self) -> impl Iterator<Item = Face> + use<> {
        let shelf = *self;
        (0..usize::from(shelf.len))
            .filter(move |&place| place == 0 || shelf.faces[place - 1] != shelf.faces[place])
            .map(move |place| shelf.faces[place])
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
        let Some(place) = self.faces().iter().position(|&other| other == face) else { return };
        let len = usize::from(self.len);
        self.faces.copy_within(place + 1..len, place);
        self.faces[len - 1] = Face::default();
        self.len -= 1;
    }
}

/// An atelier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Atelier {
    /// Tiles by [`Place`].
    pub shelves: [Shelf; 2],
}

impl Atelier {
    /// The tiles in one sort of space.
    #[inline]
    #[must_use]
    pub fn shelf(&self, place: Place) -> &Shelf {
        &self.shelves[place as usize]
    }

    /// Whether there is such a tile.
    #[must_use]
    pub fn has(&self, tile: Held) -> bool {
        self.shelf(tile.place).has(tile.face)
    }

    /// Adds a tile, for which there has to be room.
    #[inline]
    pub fn add(&mut self, tile: Held) {
        self.shelves[tile.place as usize].add(tile.face);
    }

    /// Takes a tile out, which has to be there.
    #[inline]
    pub fn remove(&mut self, tile: Held) {
        self.shelves[tile.place as usize].remove(tile.face);
    }

    /// How many tiles there are.
    #[must_use]
    pub fn len(&self) -> u8 {
        self.shelves.iter().map(Shelf::len).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every tile once, by place and face.
    pub fn distinct(&self) -> impl Iterator<Item = Held> + use<> {
        let shelves = self.shelves;
        Place::ALL.into_iter().flat_map(move |place| {
            shelves[place as usize].distinct().map(move |face| Held { place, face })
        })
    }
}
