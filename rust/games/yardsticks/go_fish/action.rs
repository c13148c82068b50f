//! Actions and chance events: texts, packed form, indices.

use super::rules::RANKS;
use crate::game::{Seat, clip};

/// One decision of a player, or one chance event. Ranks count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Asks another player for all cards of a rank (GF-7).
    Ask {
        /// Who is asked.
        target: Seat,
        /// For what.
        rank: u8,
    },
    /// A card of this rank is dealt (GF-4).
    Deal(u8),
    /// A card of this rank is drawn from the pool (GF-10, GF-12).
    Draw(u8),
}

/// The letter that stands for a rank.
pub(super) fn letter(rank: u8) -> char {
    char::from(b'a' + rank)
}

/// The rank of a letter.
pub(super) fn rank_of(text: &str) -> Option<u8> {
    match text.as_bytes() {
        &[letter] => letter.checked_sub(b'a').filter(|&rank| usize::from(rank) < RANKS),
        _ => None,
    }
}

impl Action {
    /// Whether it is a chance event.
    #[inline]
    #[must_use]
    pub fn is_chance(self) -> bool {
        !matches!(self, Self::Ask { .. })
    }

    /// Packs it into a word.
    #[must_use]
    pub fn pack(self) -> u64 {
        let (tag, seat, rank) = match self {
            Self::Ask { target, rank } => (0, target, rank),
            Self::Deal(rank) => (1, 0, rank),
            Self::Draw(rank) => (2, 0, rank),
        };
        tag | u64::from(seat) << 8 | u64::from(rank) << 16
    }

    /// The inverse of [`Action::pack`].
    #[must_use]
    pub fn unpack(word: u64) -> Self {
        let (target, rank) = ((word >> 8) as u8, (word >> 16) as u8);
        match word as u8 {
            1 => Self::Deal(rank),
            2 => Self::Draw(rank),
            _ => Self::Ask { target, rank },
        }
    }

    /// Appends the text form.
    pub fn write(self, text: &mut String) {
        let rank = match self {
            Self::Ask { target, rank } => {
                text.push_str("ask ");
                text.push_str(&target.to_string());
                text.push(' ');
                rank
            }
            Self::Deal(rank) => {
                text.push_str("deal ");
                rank
            }
            Self::Draw(rank) => {
                text.push_str("draw ");
                rank
            }
        };
        text.push(letter(rank));
    }

    /// Reads the text form.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut split = text.split_ascii_whitespace();
        let words: [&str; 4] = std::array::from_fn(|_| split.next().unwrap_or_default());
        let rank = |word: &str| {
            let last = letter(RANKS as u8 - 1);
            rank_of(word)
                .ok_or_else(|| format!("{:?} is no rank: a to {last} are expected", clip(word)))
        };
        match words {
            ["ask", target, word, ""] => {
                let seat = target.parse();
                let target = seat.map_err(|_| {
                    format!("{:?} is no seat: a number from 0 is expected", clip(target))
                })?;
                Ok(Self::Ask { target, rank: rank(word)? })
            }
            ["deal", word, "", ""] => Ok(Self::Deal(rank(word)?)),
            ["draw", word, "", ""] => Ok(Self::Draw(rank(word)?)),
            _ => Err("`ask <seat> <rank>` is expected, or a chance event such as `draw <rank>`"
                .to_owned()),
        }
    }
}
