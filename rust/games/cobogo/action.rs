//! Actions and chance events, their text forms, their packed form and their indices (K-119 to K-122).

use std::fmt::Write as _;

use super::types::{CardId, Spot};

/// One decision of a player, or one chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Places the card of a hand slot (K-21, K-119).
    Place {
        /// Slot of the hand.
        slot: u8,
        /// Where and how.
        at: Spot,
    },
    /// The first player is drawn (K-8).
    First(u8),
    /// The top card's pattern side becomes known (K-117).
    Top(CardId),
    /// The top card is turned up in reserving (K-10).
    Reveal(CardId),
    /// A glass card is reserved (K-78).
    Glass(CardId),
    /// A window card is reserved (K-85).
    Window(CardId),
    /// A window card starts the mosaic (K-86).
    Starter(CardId),
    /// A special card is reserved (K-95).
    Special(CardId),
    /// A card of the opening hand (K-14).
    Deal(u8, CardId),
    /// A card drawn after a placement (K-43).
    Draw(u8, CardId),
}

impl Action {
    /// Whether it is a chance event.
    #[must_use]
    pub fn is_chance(self) -> bool {
        !matches!(self, Self::Place { .. })
    }

    /// Packs it into a word.
    #[must_use]
    pub fn pack(self) -> u64 {
        let pair =
            |kind: u64, seat: u8, card: u8| kind | u64::from(seat) << 8 | u64::from(card) << 16;
        match self {
            Self::Place { slot, at } => {
                let cell = u64::from(at.row as u16) << 24 | u64::from(at.col as u16) << 40;
                pair(0, slot, at.rot) | cell
            }
            Self::First(seat) => pair(1, seat, 0),
            Self::Top(card) => pair(2, 0, card),
            Self::Reveal(card) => pair(3, 0, card),
            Self::Glass(card) => pair(4, 0, card),
            Self::Window(card) => pair(5, 0, card),
            Self::Starter(card) => pair(6, 0, card),
            Self::Special(card) => pair(7, 0, card),
            Self::Deal(seat, card) => pair(8, seat, card),
            Self::Draw(seat, card) => pair(9, seat, card),
        }
    }

    /// The inverse of [`Action::pack`].
    #[must_use]
    pub fn unpack(word: u64) -> Self {
        let (seat, card) = ((word >> 8) as u8, (word >> 16) as u8);
        match word as u8 {
            1 => Self::First(seat),
            2 => Self::Top(card),
            3 => Self::Reveal(card),
            4 => Self::Glass(card),
            5 => Self::Window(card),
            6 => Self::Starter(card),
            7 => Self::Special(card),
            8 => Self::Deal(seat, card),
            9 => Self::Draw(seat, card),
            _ => {
                let (row, col) = ((word >> 24) as u16 as i16, (word >> 40) as u16 as i16);
                Self::Place { slot: seat, at: Spot { rot: card, row, col } }
            }
        }
    }

    /// The text form; `id` names a card.
    #[must_use]
    pub fn text<'a>(self, id: impl Fn(CardId) -> &'a str) -> String {
        let mut text = String::new();
        self.write(&mut text, id);
        text
    }

    /// Appends the text form.
    pub fn write<'a>(self, text: &mut String, id: impl Fn(CardId) -> &'a str) {
        // Writing to a string can't fail.
        let _ = match self {
            Self::Place { slot, at: Spot { rot, row, col } } => {
                write!(text, "place {slot} rot {rot} at {row},{col}")
            }
            Self::First(seat) => write!(text, "first {seat}"),
            Self::Top(card) => write!(text, "top {}", id(card)),
            Self::Reveal(card) => write!(text, "reveal {}", id(card)),
            Self::Glass(card) => write!(text, "glass {}", id(card)),
            Self::Window(card) => write!(text, "window {}", id(card)),
            Self::Starter(card) => write!(text, "starter {}", id(card)),
            Self::Special(card) => write!(text, "special {}", id(card)),
            Self::Deal(seat, card) => write!(text, "deal {seat} {}", id(card)),
            Self::Draw(seat, card) => write!(text, "draw {seat} {}", id(card)),
        };
    }

    /// Reads the text form; `card` finds a card by its id.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    pub fn parse(text: &str, card: impl Fn(&str) -> Option<CardId>) -> Result<Self, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let find = |id: &str| card(id).ok_or_else(|| format!("the set has no card {id:?}"));
        let seat = |word: &str| {
            word.parse::<u8>()
                .map_err(|_| format!("{word:?} is no seat: a number from 0 is expected"))
        };
        match words[..] {
            ["place", slot, "rot", rot, "at", cell] => {
                let number = |what: &str, word: &str| {
                    word.parse::<i16>().map_err(|_| {
                        format!("{what} {word:?} is no whole number from -32768 to 32767")
                    })
                };
                let small = |what: &str, word: &str| {
                    word.parse::<u8>()
                        .map_err(|_| format!("{what} {word:?} is no whole number from 0 to 255"))
                };
                let (row, col) = cell
                    .split_once(',')
                    .ok_or_else(|| format!("{cell:?} is no cell: <row>,<column> is expected"))?;
                let at = Spot {
                    rot: small("rot", rot)?,
                    row: number("row", row)?,
                    col: number("column", col)?,
                };
                Ok(Self::Place { slot: small("slot", slot)?, at })
            }
            ["first", word] => Ok(Self::First(seat(word)?)),
            ["top", id] => Ok(Self::Top(find(id)?)),
            ["reveal", id] => Ok(Self::Reveal(find(id)?)),
            ["glass", id] => Ok(Self::Glass(find(id)?)),
            ["window", id] => Ok(Self::Window(find(id)?)),
            ["starter", id] => Ok(Self::Starter(find(id)?)),
            ["special", id] => Ok(Self::Special(find(id)?)),
            ["deal", word, id] => Ok(Self::Deal(seat(word)?, find(id)?)),
            ["draw", word, id] => Ok(Self::Draw(seat(word)?, find(id)?)),
            _ => Err("`place <slot> rot <0..3> at <row>,<column>` is expected, or a chance event \
                      such as `draw <seat> <card>`"
                .to_owned()),
        }
    }
}
