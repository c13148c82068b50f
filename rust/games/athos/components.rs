//! The component set: boards, cubes and cards, their TOML form and their checks (rules, sections B
//! and CD).
//!
//! A set is read by [`ComponentSet::parse`], which reports every fault at once with its line,
//! column, key and rule. `docs/components.md` describes the file for its authors. The checks:
//!
//! | rule | what is refused |
//! | --- | --- |
//! | none | text that is not TOML, or longer than 2 MiB; unknown keys, Masters and tools; missing, blank or long texts |
//! | A-6 | a pattern that is not one letter A..Z; a face whose pattern has no card; a card whose pattern is on no face |
//! | A-7 | an order other than 1, 2 and 4; a turn that is not below the order of its face |
//! | A-11 | an artwork that is not 3x3 tiles, each a face and a turn |
//! | B-5 | an atelier without one of its sides |
//! | B-6 | Free or Protected spaces of a side that are no number from 0 to 8 |
//! | B-7 | a kind of no cube; more than 255 cubes in all |
//! | B-8 | no kind, or more than 10; a kind without a short name or without six faces; a face on two kinds |
//! | B-9 | no contract card, or more than 16 |
//! | C-5 | a side without a Free space; fewer cubes than fill Fundathos and give two players one each |
//! | CD-1 | a mural outside 5x5..16x16, or not a rectangle |
//! | CD-3 | a Fundathos board without a space, larger than 16x16, or not a rectangle of `#` and `.` |
//! | CD-13 | names of faces other than `Aa`..`Zz`, a face on no kind or not declared, more than 60 faces; a tile of another pattern in an artwork; an artwork that asks for more cubes of a kind than there are |
//! | I-6 | a side without a Protected space: nobody could swap |
//! | U-20 | a side 1-4 with a single Free space: the swap of solo, duel and teams needs two |
//! | W-4 | signs other than `.`, `*` and `+` on the back; corners other than padlocks, padlocks elsewhere; columns on the edge, or none |
//! | Y-1 | a tool that is not a table of two titles |
//!
//! Nothing else is refused. Faces may lie on two sides of a cube, a pattern may have a single face or
//! more than two, and windows of a card may be alike. Masters and tools may be fewer than printed.

use std::fmt::Write as _;

use super::types::{Artwork, Cell, Face, Kind, Master, Pattern, Tile, Tool};
use crate::game::{ComponentInfo, ComponentSource, SetupError};
use crate::games::document;

mod read;

/// The default set, `default-v1`, as TOML.
pub const DEFAULT_V1: &str = include_str!("data/default-v1.toml");

/// Fewest rows or columns of the mural.
pub const MIN_MURAL_SIDE: usize = 5;
/// Most rows or columns of the mural, and of the Fundathos board.
pub const MAX_BOARD_SIDE: usize = 16;
/// Most spaces of a sort on one side of an atelier.
pub const MAX_ATELIER: u16 = 8;
/// Most kinds of cube.
pub const MAX_KINDS: usize = 10;
/// Most contract cards, hence most patterns.
pub const MAX_CARDS: usize = 16;
/// Most cubes in all, so that their number fits a byte.
pub const MAX_CUBES: u16 = 255;
/// Fewest players that a set serves: every mode but solo has two sides at least.
pub const MIN_PLAYERS: u8 = 2;
/// Most players (B-15).
pub const MAX_PLAYERS: u8 = 6;
/// Sides of a cube.
pub const SIDES: usize = 6;

/// The Fundathos board (B-3).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fundathos {
    /// Rows of the drawing.
    pub rows: u8,
    /// Columns of the drawing.
    pub cols: u8,
    /// Whether each cell is a space, row by row.
    pub spaces: Vec<bool>,
}

impl Fundathos {
    /// How many spaces there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.spaces.iter().filter(|&&is_space| is_space).count()
    }
}

/// One side of an atelier (B-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Atelier {
    /// Free spaces.
    pub free: u8,
    /// Protected spaces.
    pub protected: u8,
}

/// A kind of cube (B-8).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KindInfo {
    /// The name in the set.
    pub name: String,
    /// How many cubes there are.
    pub count: u8,
    /// What the sides show, in ascending order; a face may be there more than once.
    pub faces: [Face; SIDES],
}

/// A face of a cube (A-5 to A-7).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FaceInfo {
    /// The name in the set, in action texts and views, such as `Aa`.
    pub name: String,
    /// The pattern that it belongs to.
    pub pattern: Pattern,
    /// How many looks it has under quarter-turns: 1, 2 or 4.
    pub order: u8,
    /// The kind of cube that it is on.
    pub kind: Kind,
}

/// A contract card (B-9).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// The letter of its pattern.
    pub letter: char,
    /// The name of the work, for people.
    pub title: String,
    /// The artwork by orientation: upright, then after one, two and three clockwise quarter-turns
    /// (G-6).
    pub artworks: [Artwork; 4],
}

impl Card {
    /// How many orientations look different: 1, 2 or 4. Orientation `q` looks like `q` modulo it.
    #[must_use]
    pub fn looks(&self) -> u8 {
        let looks = [1, 2].into_iter().find(|&q| self.artworks[q] == self.artworks[0]);
        looks.unwrap_or(4) as u8
    }
}

/// Boards, cubes and cards of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentSet {
    /// Name, edition, source and digest.
    pub info: ComponentInfo,
    /// Rows and columns of the mural, front and back (B-1).
    pub mural: (u8, u8),
    /// The columns on the back of the mural, row by row (W-4).
    pub columns: Vec<Cell>,
    /// The Fundathos board.
    pub fundathos: Fundathos,
    /// An atelier's side for 1 to 4 players, and that for 5 and 6 (B-5).
    pub ateliers: [Atelier; 2],
    /// The kinds of cube, by name.
    pub kinds: Vec<KindInfo>,
    /// The faces, by name.
    pub faces: Vec<FaceInfo>,
    /// The contract cards, by letter: one a pattern.
    pub cards: Vec<Card>,
    /// The Masters in the pile with their titles, in the order of [`Master::ALL`].
    pub masters: Vec<(Master, String)>,
    /// The tools with their titles at both levels, in the order of [`Tool::ALL`].
    pub tools: Vec<(Tool, [String; 2])>,
}

impl ComponentSet {
    /// Reads a set from TOML and checks all that the rules imply.
    ///
    /// # Errors
    /// [`SetupError::Components`] with every problem, at most 20, in the order of the file.
    ///
    /// ```
    /// use ludoteca::game::ComponentSource;
    /// use ludoteca::games::athos::components::{ComponentSet, DEFAULT_V1};
    ///
    /// let source = ComponentSource { file: String::new(), text: DEFAULT_V1.to_owned() };
    /// let set = ComponentSet::parse(&source)?;
    /// assert_eq!((set.mural, set.cubes(), set.most_players()), ((9, 9), 44, 6));
    /// assert_eq!(set.tile_text(set.cards[0].artworks[0][1][1]), "Ab2");
    /// # Ok::<(), ludoteca::game::SetupError>(())
    /// ```
    pub fn parse(source: &ComponentSource) -> Result<Self, SetupError> {
        let mut set = read::read(&source.text)
            .map_err(|problems| SetupError::Components { file: source.file.clone(), problems })?;
        set.info.digest = set.digest();
        Ok(set)
    }

    /// The padlock cells on the back of the mural: its corners, row by row (W-4).
    #[must_use]
    pub const fn padlocks(&self) -> [Cell; 4] {
        let (bottom, right) = (self.mural.0 - 1, self.mural.1 - 1);
        [(0, 0), (0, right), (bottom, 0), (bottom, right)]
    }

    /// The side on which the ateliers lie (C-4).
    #[must_use]
    pub const fn atelier(&self, players: u8) -> Atelier {
        self.ateliers[(players > 4) as usize]
    }

    /// How many cubes there are.
    #[must_use]
    pub fn cubes(&self) -> u8 {
        self.kinds.iter().map(|kind| kind.count).sum()
    }

    /// The most players whom the set serves: every one starts with a cube that Fundathos leaves over
    /// (C-2, C-5).
    #[must_use]
    pub fn most_players(&self) -> u8 {
        let left = usize::from(self.cubes()) - self.fundathos.count();
        left.min(MAX_PLAYERS.into()) as u8
    }

    /// What the set says of a face.
    ///
    /// # Panics
    /// If the set has no such face.
    #[must_use]
    pub fn face(&self, face: Face) -> &FaceInfo {
        &self.faces[face.index()]
    }

    /// On how many sides of its cube a face is: it comes up with this chance in six (K-2).
    #[must_use]
    pub fn sides(&self, face: Face) -> u8 {
        let kind = &self.kinds[usize::from(self.face(face).kind)];
        kind.faces.iter().filter(|&&side| side == face).count() as u8
    }

    /// The faces of a pattern, in ascending order.
    pub fn faces_of(&self, pattern: Pattern) -> impl Iterator<Item = Face> + '_ {
        let faces = (0..).map(Face).zip(&self.faces);
        faces.filter(move |(_, info)| info.pattern == pattern).map(|(face, _)| face)
    }

    /// The face of this name.
    #[must_use]
    pub fn face_named(&self, name: &str) -> Option<Face> {
        let index = self.faces.binary_search_by(|face| face.name.as_str().cmp(name)).ok()?;
        Some(Face(index as u8))
    }

    /// The pattern of a letter.
    #[must_use]
    pub fn pattern_of(&self, letter: char) -> Option<Pattern> {
        let index = self.cards.binary_search_by_key(&letter, |card| card.letter).ok()?;
        Some(index as Pattern)
    }

    /// A tile in texts, such as `Aa1`.
    ///
    /// # Panics
    /// If there is no tile, or the set has no such face.
    #[must_use]
    pub fn tile_text(&self, tile: Tile) -> String {
        format!("{}{}", self.face(tile.face()).name, tile.turn())
    }

    /// The tile of a text; the inverse of [`ComponentSet::tile_text`]. A turn is below the order of
    /// its face.
    #[must_use]
    pub fn tile_of(&self, text: &str) -> Option<Tile> {
        let (name, turn) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let face = self.face_named(name)?;
        let turn = (0..self.face(face).order).find(|of| turn == of.to_string())?;
        Some(Tile::new(face, turn))
    }

    /// What the set means as text, one fact a line: what the digest is taken of. Layout, comments,
    /// titles and the source have no part in it.
    fn canonical(&self) -> String {
        let ComponentInfo { name, edition, .. } = &self.info;
        let mut text = format!("athos component set 1\nname {name}\nedition {edition}\n");
        let [few, many] = self.ateliers.map(|side| format!("{}+{}", side.free, side.protected));
        // Writing to a string can't fail.
        let _ = writeln!(text, "mural {}", self.back_text());
        let _ = writeln!(text, "fundathos {}", self.fundathos_text());
        let _ = writeln!(text, "ateliers {few} {many}");
        for FaceInfo { name, pattern, order, .. } in &self.faces {
            let letter = self.cards[usize::from(*pattern)].letter;
            let _ = writeln!(text, "face {name} {letter} {order}");
        }
        for KindInfo { name, count, faces } in &self.kinds {
            let names = faces.map(|face| self.face(face).name.as_str()).join(" ");
            let _ = writeln!(text, "kind {name} {count} {names}");
        }
        for Card { letter, artworks, .. } in &self.cards {
            let rows = artworks[0].map(|row| row.map(|tile| self.tile_text(tile)).join(" "));
            let _ = writeln!(text, "card {letter} {}", rows.join("/"));
        }
        let masters: Vec<&str> = self.masters.iter().map(|(master, _)| master.key()).collect();
        let tools: Vec<&str> = self.tools.iter().map(|(tool, _)| tool.key()).collect();
        let _ = writeln!(text, "masters {}\ntools {}", masters.join(" "), tools.join(" "));
        text
    }

    /// The back of the mural on one line.
    fn back_text(&self) -> String {
        let (rows, cols) = self.mural;
        let sign = |cell: Cell| match cell {
            cell if self.padlocks().contains(&cell) => '+',
            cell if self.columns.contains(&cell) => '*',
            _ => '.',
        };
        let rows = (0..rows).map(|row| (0..cols).map(|col| sign((row, col))).collect());
        rows.collect::<Vec<String>>().join("/")
    }

    /// The Fundathos board on one line.
    fn fundathos_text(&self) -> String {
        let Fundathos { cols, spaces, .. } = &self.fundathos;
        let sign = |&is_space: &bool| if is_space { '#' } else { '.' };
        let rows = spaces.chunks((*cols).into()).map(|row| row.iter().map(sign).collect());
        rows.collect::<Vec<String>>().join("/")
    }

    /// SHA-256 of [`ComponentSet::canonical`] in hexadecimal.
    fn digest(&self) -> String {
        document::digest(&self.canonical())
    }
}

#[cfg(test)]
mod tests;
