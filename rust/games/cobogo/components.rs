//! The component set: what is printed on both sides of every card, its TOML form and its checks
//! (rules, sections 3, 10 and 13).
//!
//! A set is read by [`ComponentSet::parse`], which reports every fault at once with its line,
//! column, key and rule. `docs/components.md` describes the file for its authors. The checks:
//!
//! | rule | what is refused |
//! | --- | --- |
//! | none | text that is not TOML, or longer than 2 MiB; unknown keys; missing or blank labels |
//! | K-1, K-74 | a card without a brick side; more than 200 base cards, or 254 cards in all |
//! | K-2 | a card outside 1x1..8x8; a brick side that is not a full rectangle of that size; a blank |
//! | K-3 | type names other than A..Z; types that no card shows, or that cards show undeclared; a number outside 1..9999; a base pattern without exactly one type |
//! | K-4 | a shape without a cell, not connected, with an empty margin, not a full rectangle of `X` and `.`, or larger than 64x64 |
//! | K-6 | fewer than 3 types on base pattern sides, or none on two of them |
//! | K-14 | fewer than 5 base cards: 3 to reserve and 2 for the one player |
//! | K-77 | a glass pattern of another content than `#` |
//! | K-85 | ids that are not `[A-Za-z0-9_-]{1,16}`, not unique, or the option's word `random` |
//! | K-86 | a single window card: the other one starts the mosaic |
//! | K-88, K-98 | a window or special pattern of another content than `*` |
//!
//! Nothing else is refused. The rules allow equal cards, a deck without glass, and patterns that the
//! deck can't fulfil: such a game can be played, and is lost.

use std::fmt::Write as _;
use std::ops::Range;

use super::rules::{BASE_RESERVED, OPENING_HAND};
use crate::game::{ComponentInfo, ComponentSource, SetupError};
use crate::games::document;
use crate::grid::Shape;

mod read;
mod shape;

/// The default set, `default-v1`, as TOML.
pub const DEFAULT_V1: &str = include_str!("data/default-v1.toml");

/// What a cell shows, or what a pattern is made of.
pub type Code = u8;
/// No card lies in the cell.
pub const EMPTY: Code = 0;
/// A glass block, `#`.
pub const GLASS: Code = 1;
/// The first type of brick; type `k` of the set, by letter, is `FIRST_TYPE + k`.
pub const FIRST_TYPE: Code = 2;
/// Any one type of brick, `*`: the content of window and special patterns (K-88, K-98).
pub const ANY: Code = Code::MAX;

/// Codes that a cell can have: empty, glass and 26 types.
pub const CODES: usize = 28;
/// Most rows or columns of a card.
pub const MAX_CARD_SIDE: usize = 8;
/// Most base cards.
pub const MAX_BASE_CARDS: usize = 200;
/// Most cards in all, so that a card's index fits a byte.
pub const MAX_CARDS: usize = 254;
/// Fewest base cards: 3 to reserve (K-10) and the 2 of a single player (K-14).
pub const MIN_BASE_CARDS: usize = BASE_RESERVED + OPENING_HAND;
/// The greatest number on a pattern side.
pub const MAX_NUMBER: u16 = 9_999;

/// The deck that a card belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// The base game.
    Base,
    /// Vidraçaria (K-77).
    Glass,
    /// Janelão (K-84).
    Window,
    /// Clientes Especiais (K-94).
    Special,
}

impl Group {
    /// How many groups there are.
    pub const COUNT: usize = 4;
    /// Every group, in the order of the set.
    pub const ALL: [Self; Self::COUNT] = [Self::Base, Self::Glass, Self::Window, Self::Special];

    /// The place of the group in [`Group::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name of the group in files and views.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Glass => "glass",
            Self::Window => "window",
            Self::Special => "special",
        }
    }
}

/// A pattern side (K-3).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// What it is made of: a type, [`GLASS`] or [`ANY`].
    pub content: Code,
    /// How many copies are asked for.
    pub number: u16,
    /// The shape of a copy.
    pub shape: Shape,
}

/// A card with both its sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// The name in action texts, options and views.
    pub id: String,
    /// What people call it, if it has a name.
    pub name: Option<String>,
    /// The deck it belongs to.
    pub group: Group,
    /// The brick side, row by row: types and [`GLASS`] only (K-2).
    pub brick: Vec<Code>,
    /// The pattern side.
    pub pattern: Pattern,
}

/// A type of brick.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BrickType {
    /// The letter that stands for it.
    pub letter: char,
    /// Its name, for people.
    pub name: String,
    /// Its colour, for people and front ends.
    pub color: String,
}

/// All cards of a game and what is printed on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentSet {
    /// Name, edition, source and digest.
    pub info: ComponentInfo,
    /// Rows of bricks on a card.
    pub rows: usize,
    /// Columns of bricks on a card.
    pub cols: usize,
    /// The types of brick, by letter.
    pub types: Vec<BrickType>,
    /// Every card: base, glass, window, special, each group in the order of the file.
    pub cards: Vec<Card>,
}

impl ComponentSet {
    /// Reads a set from TOML and checks all that the rules imply.
    ///
    /// # Errors
    /// [`SetupError::Components`] with every problem, at most 20, in the order of the file.
    ///
    /// ```
    /// use ludoteca::game::ComponentSource;
    /// use ludoteca::games::cobogo::components::{ComponentSet, DEFAULT_V1, Group};
    ///
    /// let source = ComponentSource { file: String::new(), text: DEFAULT_V1.to_owned() };
    /// let set = ComponentSet::parse(&source)?;
    /// assert_eq!(set.cards_of(Group::Base).len(), 18);
    /// assert_eq!(set.brick_text(&set.cards[0]), "DCE/DDC");
    /// # Ok::<(), ludoteca::game::SetupError>(())
    /// ```
    pub fn parse(source: &ComponentSource) -> Result<Self, SetupError> {
        let mut set = read::read(&source.text)
            .map_err(|problems| SetupError::Components { file: source.file.clone(), problems })?;
        set.info.digest = set.digest();
        Ok(set)
    }

    /// The places of a group's cards in [`ComponentSet::cards`]; empty if the set has no such cards.
    #[must_use]
    pub fn range(&self, group: Group) -> Range<usize> {
        let start = self.cards.partition_point(|card| card.group.index() < group.index());
        let end = self.cards.partition_point(|card| card.group.index() <= group.index());
        start..end
    }

    /// The cards of a group.
    #[must_use]
    pub fn cards_of(&self, group: Group) -> &[Card] {
        &self.cards[self.range(group)]
    }

    /// The place of the card with this id in [`ComponentSet::cards`].
    #[must_use]
    pub fn card_index(&self, id: &str) -> Option<usize> {
        self.cards.iter().position(|card| card.id == id)
    }

    /// The letter of a code: `.` for [`EMPTY`], `#` for [`GLASS`], `*` for [`ANY`]; none for a code
    /// that the set doesn't have.
    #[must_use]
    pub fn letter(&self, code: Code) -> Option<char> {
        match code {
            EMPTY => Some('.'),
            GLASS => Some('#'),
            ANY => Some('*'),
            _ => self.types.get(usize::from(code - FIRST_TYPE)).map(|brick| brick.letter),
        }
    }

    /// The code of a letter; the inverse of [`ComponentSet::letter`].
    #[must_use]
    pub fn code(&self, letter: char) -> Option<Code> {
        match letter {
            '.' => Some(EMPTY),
            '#' => Some(GLASS),
            '*' => Some(ANY),
            _ => {
                let k = self.types.binary_search_by_key(&letter, |brick| brick.letter).ok()?;
                Code::try_from(k).ok().map(|k| FIRST_TYPE + k)
            }
        }
    }

    /// The brick side of a card on one line, such as `DCE/DDC`.
    #[must_use]
    pub fn brick_text(&self, card: &Card) -> String {
        let rows = card.brick.chunks(self.cols);
        let rows = rows.map(|row| row.iter().filter_map(|&code| self.letter(code)).collect());
        rows.collect::<Vec<String>>().join("/")
    }

    /// What the set means as text, one fact a line: what the digest is taken of. Layout, comments,
    /// names of cards and types, colours and the source have no part in it.
    fn canonical(&self) -> String {
        let letters: String = self.types.iter().map(|brick| brick.letter).collect();
        let ComponentInfo { name, edition, .. } = &self.info;
        let (rows, cols) = (self.rows, self.cols);
        let mut text = format!(
            "cobogo component set 1\nname {name}\nedition {edition}\ncard {rows}x{cols}\ntypes {letters}\n"
        );
        for card in &self.cards {
            let Pattern { content, number, shape } = &card.pattern;
            let (group, id, brick) = (card.group.name(), &card.id, self.brick_text(card));
            let content = self.letter(*content).unwrap_or('?');
            // Writing to a string can't fail.
            let _ = writeln!(text, "{group} {id} {brick} {content} {number} {shape}");
        }
        text
    }

    /// SHA-256 of [`ComponentSet::canonical`] in hexadecimal.
    fn digest(&self) -> String {
        document::digest(&self.canonical())
    }
}

#[cfg(test)]
mod tests;
