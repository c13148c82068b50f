//! The component set: boards, grid, words, letter tiles and cabinet cards, their TOML form and their
//! checks (rules, sections 1, 2 and 14).
//!
//! A set is read by [`ComponentSet::parse`], which reports every fault at once with its line,
//! column, key and rule. `docs/components.md` describes the file for its authors. The checks:
//!
//! | rule | what is refused |
//! | --- | --- |
//! | none | text that is not TOML, or longer than 2 MiB; keys that do not exist; a missing, blank, long or many-lined text |
//! | C-1 | a board without one of its faces |
//! | C-3 | a grid that is not a square of an even side from 6 to 16 |
//! | C-4 | a card without a name of 1 to 16 of the characters `A`-`Z` `a`-`z` `0`-`9` `_` `-`; copies outside 1 to 16; more than 64 kinds, or 255 cards |
//! | C-5 | a letter other than `A`-`Z`; no tile of a letter, or more than 255 tiles and spares in all; a word with a letter that has no tile |
//! | C-9 | dice that are not four different names, made up like those of cards; the name `neutral` |
//! | C-11 | cubes outside 1 to 99 |
//! | C-12 | goal cards other than 1 to 6; one without a word; more than 64 words |
//! | C-13 | star tokens outside 1 to 99 |
//! | C-19 | fewer tiles than setup and the letters of the first round take |
//! | C-20 | fewer than 2 squares in the centre, or more than 16 |
//! | C-30 | starting bonuses other than four, #1 none; other icons than `?`, `*` and points; more than 4 letters in one |
//! | C-38 | rounds outside 1 to 12 |
//! | C-42 | a top slot with other icons than `?` and `*`, with none, or with more than 4 of a sort |
//! | C-43 | top slots other than four on the face for four players, three on the other |
//! | C-44 | a slot of a wild letter without exactly one letter |
//! | C-47 | fewer cards than the players can take: one a round and one from the grid, all kept; the item cards of one goal card may be out of the game (C-36) |
//! | C-49 | turn-order bonuses other than four, or three, with the faults of C-30 |
//! | C-102 | an icon that does not exist; points outside 1 to 99; more than 6 icons, or 2 centre letters; a card without a gain |
//! | C-104 | a card with two of the keys `die`, `pips`, `wild` and `item` |
//! | C-108 | a colour that no die has |
//! | C-109 | pips that are not two different values of a die |
//! | C-118 | wild letters that are none, twice there, or without tiles |
//! | C-128 | a word that is not 2 to 12 letters `A`-`Z` |
//! | C-135 | a word longer than the grid |
//! | C-159 | a corner without a bonus; more or fewer than 8 bonus spaces |
//! | C-164 | a lower right corner with other icons than one `card`; a `card` elsewhere |
//! | C-170 | a word that is there twice |
//! | C-172 | fewer cubes than the words of five goal cards can take before one is completed |
//! | C-173 | a goal card without a bonus |
//! | C-174 | a bonus that is not worth more than a point for each word and letter of its goal card, a star or letter counted as 2 |
//! | C-176 | missing letters that are not one or two of the item's, or all of them |
//! | C-179 | an item that is on no goal card |
//! | C-195 | a limit of the letter aid outside 0 to 99 |
//! | C-198 | limits of letters outside 1 to 99, or of stars outside 0 to 99 |
//! | C-254 | a track that is not the border of a rectangle of 2 to 16 rows and columns |
//! | C-265 | dice with different numbers of cards that ask for their colour |
//!
//! Nothing else is refused, though the default set is stricter: an owner's printing may differ.

use crate::game::{ComponentInfo, ComponentSource, SetupError};

mod digest;
mod gain;
mod read;

pub use gain::{Gain, Icon, MAX_CENTRE_PICKS, MAX_ICONS, MAX_VP};

/// The default set, `default-v1`, as TOML.
pub const DEFAULT_V1: &str = include_str!("data/default-v1.toml");

/// Fewest players (C-38).
pub const MIN_PLAYERS: u8 = 2;
/// What the die of the neutral pawns is called (C-255); no other die has this name.
pub const NEUTRAL: &str = "neutral";
/// Most players (C-2).
pub const MAX_PLAYERS: u8 = 4;
/// Shortest side of a grid.
pub const MIN_SIDE: u8 = 6;
/// Longest side of a grid.
pub const MAX_SIDE: u8 = 16;
/// Bonus spaces of a grid, its corners among them (C-159).
pub const BONUS_SPACES: usize = 8;
/// Goal cards, one a side of a die (C-12, C-25).
pub const GOALS: usize = 6;
/// Most words on all goal cards.
pub const MAX_WORDS: usize = 64;
/// Fewest letters of a word.
pub const MIN_WORD: usize = 2;
/// Most letters of a word.
pub const MAX_WORD: usize = 12;
/// Most tiles in all, spares among them, so that their number fits a byte.
pub const MAX_TILES: u16 = 255;
/// Fewest squares in the centre (C-20).
pub const MIN_CENTRE: u8 = 2;
/// Most squares in the centre.
pub const MAX_CENTRE: u8 = 16;
/// Most spaces on a side of the track, its corners among them.
pub const MAX_TRACK_SIDE: usize = 16;
/// Most letters, and most stars, of a top slot; most letters of a turn-order slot.
pub const MAX_SLOT: u8 = 4;
/// Most rounds.
pub const MAX_ROUNDS: u8 = 12;
/// Most kinds of cabinet card.
pub const MAX_KINDS: usize = 64;
/// Most cabinet cards of one kind.
pub const MAX_COPIES: u8 = 16;
/// Most cabinet cards in all, so that their number fits a byte.
pub const MAX_CARDS: u16 = 255;
/// Most letters or stars that a player keeps, star tokens, and cubes of a player.
pub const MAX_LIMIT: u16 = 99;
/// Letters that a player draws in setup (C-29).
pub const START_LETTERS: u8 = 2;

/// A letter: its index in [`ComponentSet::letters`].
pub type Letter = u8;
/// A word: its index in [`ComponentSet::words`].
pub type WordId = u8;
/// A kind of cabinet card: its index in [`ComponentSet::cards`].
pub type CardKind = u8;
/// A die: its index in [`ComponentSet::dice`].
pub type Die = u8;
/// A square: row and column from 0 at the top left.
pub type Cell = (u8, u8);

/// The letter grid of a mat (C-3).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Rows, and columns: even.
    pub side: u8,
    /// What each square gives when it is covered, row by row: [`Gain::NONE`] but for bonus spaces.
    pub bonuses: Vec<Gain>,
}

impl Grid {
    /// The index of a square.
    #[must_use]
    pub const fn index(&self, (row, col): Cell) -> usize {
        row as usize * self.side as usize + col as usize
    }

    /// What a square gives when it is covered.
    ///
    /// # Panics
    /// If the square is not on the grid.
    #[must_use]
    pub fn bonus(&self, cell: Cell) -> Gain {
        self.bonuses[self.index(cell)]
    }

    /// The four squares in the middle, row by row (C-130).
    #[must_use]
    pub const fn centre(&self) -> [Cell; 4] {
        let (low, high) = (self.side / 2 - 1, self.side / 2);
        [(low, low), (low, high), (high, low), (high, high)]
    }

    /// The corners, row by row; the last one has the icon [`Icon::Card`] (C-164).
    #[must_use]
    pub const fn corners(&self) -> [Cell; 4] {
        let last = self.side - 1;
        [(0, 0), (0, last), (last, 0), (last, last)]
    }
}

/// A letter that has tiles (C-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LetterInfo {
    /// The capital letter.
    pub letter: char,
    /// Tiles in the bag at the start.
    pub tiles: u8,
    /// Spare tiles, set aside at the start (C-19).
    pub spares: u8,
}

/// A word of a goal card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    /// The word in capitals.
    pub text: String,
    /// Its letters.
    pub letters: Vec<Letter>,
    /// The goal card that it is on: its index in [`ComponentSet::goals`].
    pub goal: u8,
}

/// A goal card (C-12); its number is its index and one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// Its words in printed order.
    pub words: Vec<WordId>,
    /// What it gives once all its words have cubes (C-173).
    pub gain: Gain,
}

/// A slot on the top edge of the board (C-42).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TopSlot {
    /// Its place on the edge, from 1 at the left (C-43).
    pub number: u8,
    /// Letters that it receives in every round.
    pub letters: u8,
    /// Stars that it receives in every round.
    pub stars: u8,
    /// Whether its letter, the only one, is turned over (C-44).
    pub is_wild: bool,
}

/// A face of the board (C-1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Face {
    /// Rounds: the spaces of the clock track (C-189).
    pub rounds: u8,
    /// Squares in the centre, each with a letter (C-20).
    pub centre: u8,
    /// The slots on the top edge, from the left (C-43). Two players use the first two of theirs.
    pub top: Vec<TopSlot>,
    /// What the turn-order slots receive, from #1 (C-49): letters from the bag, stars and points.
    pub order: Vec<Gain>,
    /// The spaces of the track clockwise from the start, which is a corner: an even number (C-254).
    pub track: Vec<Gain>,
}

impl Face {
    /// The space where pawns begin (C-17).
    pub const START: u8 = 0;

    /// The space diagonally opposite to the start: half the track away (C-253).
    #[must_use]
    pub fn opposite(&self) -> u8 {
        (self.track.len() / 2) as u8
    }
}

/// Which die a once-per-round card asks for (C-104).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cost {
    /// The die of this colour (C-108).
    Die(Die),
    /// A die that shows one of these values (C-109): bit `1 << value` for each.
    Pips(u8),
}

/// What a cabinet card does (C-101, C-105).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Gives this when it is acquired and is then discarded (C-116).
    Immediate(Gain),
    /// Gives this once a round for a die (C-107).
    Round {
        /// The die that it asks for.
        cost: Cost,
        /// What it gives.
        gain: Gain,
    },
    /// Makes the owner's tiles with these letters wild (C-118): bit `1 << letter` for each.
    Always(u32),
    /// An item card (C-176).
    Item {
        /// Its word.
        word: WordId,
        /// The letters that are missing: one or two.
        missing: (Letter, Option<Letter>),
        /// What it gives on completion, if no cube is taken (C-179).
        gain: Gain,
    },
}

/// A kind of cabinet card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CardInfo {
    /// Its name in texts: a word.
    pub id: String,
    /// How many of it there are.
    pub copies: u8,
    /// What it does.
    pub effect: Effect,
}

impl CardInfo {
    /// How many of it are in the game: none if it asks for a die out of use (C-22).
    #[must_use]
    pub const fn copies_for(&self, players: u8) -> u8 {
        match self.effect {
            Effect::Round { cost: Cost::Die(die), .. } if die >= players => 0,
            _ => self.copies,
        }
    }
}

/// Numbers of the rulebook that belong to the components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Letters that a player keeps at the end of a round (C-198).
    pub letters: u8,
    /// Stars that a player keeps at the end of a round (C-198).
    pub stars: u8,
    /// With this many letters or fewer a player draws one at the end of a round (C-195).
    pub aid_at_most: u8,
    /// Star tokens (C-13).
    pub star_supply: u8,
    /// Item cubes of a player (C-11).
    pub cubes: u8,
}

/// Boards, grid, words, letter tiles and cabinet cards of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentSet {
    /// Name, edition, source and digest.
    pub info: ComponentInfo,
    /// The grid of a mat.
    pub grid: Grid,
    /// The words of all goal cards, by goal card and in printed order.
    pub words: Vec<Word>,
    /// The goal cards by number.
    pub goals: [Goal; GOALS],
    /// The letters that have tiles, in ascending order.
    pub letters: Vec<LetterInfo>,
    /// Both faces of the board: for two and three players, and for four (C-16).
    pub faces: [Face; 2],
    /// The starting bonuses of turn-order cards #1 to #4 (C-30 to C-33): letters from the bag, stars
    /// and points.
    pub start: [Gain; MAX_PLAYERS as usize],
    /// The names of the dice. The last ones leave a game of fewer players (C-21).
    pub dice: [String; MAX_PLAYERS as usize],
    /// The kinds of cabinet card, by id.
    pub cards: Vec<CardInfo>,
    /// Limits of players and supplies.
    pub limits: Limits,
}

impl ComponentSet {
    /// Reads a set from TOML and checks all that the rules imply.
    ///
    /// # Errors
    /// [`SetupError::Components`] with every problem, at most 20, in the order of the file.
    ///
    /// ```
    /// use ludoteca::game::ComponentSource;
    /// use ludoteca::games::cog::components::{ComponentSet, DEFAULT_V1};
    ///
    /// let source = ComponentSource { file: String::new(), text: DEFAULT_V1.to_owned() };
    /// let set = ComponentSet::parse(&source)?;
    /// assert_eq!((set.grid.side, set.tiles(), set.deck(3)), (10, 120, 39));
    /// assert_eq!(set.grid.bonus((9, 0)).to_string(), "??");
    /// # Ok::<(), ludoteca::game::SetupError>(())
    /// ```
    pub fn parse(source: &ComponentSource) -> Result<Self, SetupError> {
        let mut set = read::read(&source.text)
            .map_err(|problems| SetupError::Components { file: source.file.clone(), problems })?;
        set.info.digest = set.digest();
        Ok(set)
    }

    /// The face of the board for a number of players (C-16).
    #[must_use]
    pub const fn face(&self, players: u8) -> &Face {
        face_of(&self.faces, players)
    }

    /// The top slots in use, from the left (C-43).
    #[must_use]
    pub fn top(&self, players: u8) -> &[TopSlot] {
        &self.face(players).top[..players.into()]
    }

    /// What the turn-order slots in use receive, from #1 (C-50).
    #[must_use]
    pub fn order(&self, players: u8) -> &[Gain] {
        &self.face(players).order[..players.into()]
    }

    /// The names of the dice in use (C-21).
    #[must_use]
    pub fn dice(&self, players: u8) -> &[String] {
        &self.dice[..players.into()]
    }

    /// How many cards of a kind are in the game: none that ask for a die out of use (C-22).
    ///
    /// # Panics
    /// If the set has no such kind.
    #[must_use]
    pub fn copies(&self, kind: CardKind, players: u8) -> u8 {
        self.cards[usize::from(kind)].copies_for(players)
    }

    /// How many cabinet cards are in the game (C-22).
    #[must_use]
    pub fn deck(&self, players: u8) -> u8 {
        self.cards.iter().map(|card| card.copies_for(players)).sum()
    }

    /// How many tiles are in the bag at the start (C-19).
    #[must_use]
    pub fn tiles(&self) -> u8 {
        self.letters.iter().map(|letter| letter.tiles).sum()
    }

    /// How many spare tiles there are (C-5).
    #[must_use]
    pub fn spares(&self) -> u8 {
        self.letters.iter().map(|letter| letter.spares).sum()
    }

    /// The letter of a capital; none if it has no tile.
    #[must_use]
    pub fn letter_of(&self, capital: char) -> Option<Letter> {
        let index = self.letters.binary_search_by_key(&capital, |info| info.letter).ok()?;
        Some(index as Letter)
    }

    /// The word of this text.
    #[must_use]
    pub fn word_named(&self, text: &str) -> Option<WordId> {
        let index = self.words.iter().position(|word| word.text == text)?;
        Some(index as WordId)
    }

    /// The kind of card of this id.
    #[must_use]
    pub fn card_named(&self, id: &str) -> Option<CardKind> {
        let index = self.cards.binary_search_by(|card| card.id.as_str().cmp(id)).ok()?;
        Some(index as CardKind)
    }

    /// The die of this name.
    #[must_use]
    pub fn die_named(&self, name: &str) -> Option<Die> {
        let index = self.dice.iter().position(|die| die == name)?;
        Some(index as Die)
    }
}

/// The face for a number of players (C-16).
const fn face_of(faces: &[Face; 2], players: u8) -> &Face {
    &faces[(players == MAX_PLAYERS) as usize]
}

#[cfg(test)]
mod tests;
