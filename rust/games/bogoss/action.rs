//! Actions and chance events, their text forms, their packed form and their indices (B-62, B-63).

use super::types::{Kind, Sort, Status};
use crate::game::{Seat, clip};

/// One decision of a player, or one chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Asks another player for a kind (B-12).
    Ask {
        /// Who is asked.
        target: Seat,
        /// For what.
        kind: Kind,
    },
    /// Ends the turn (B-29).
    Stop,
    /// Gives a card of this sort (B-20).
    Give(Sort),
    /// The asker picks the status (`give_choice = asker`).
    Take(Status),
    /// Lays a complete skeleton (B-43).
    Lay,
    /// Holds it back (B-43).
    Hold,
    /// The first player is drawn (B-9).
    First(Seat),
    /// A card is dealt to the next seat (B-8).
    Deal(Sort),
    /// A card is drawn from the pile (B-31, B-25, B-47).
    Draw(Sort),
    /// A card given by chance (`give_choice = random`).
    Given(Sort),
}

impl Action {
    /// Whether it is a chance event.
    #[must_use]
    pub fn is_chance(self) -> bool {
        matches!(self, Self::First(_) | Self::Deal(_) | Self::Draw(_) | Self::Given(_))
    }

    /// Packs it into a word.
    #[must_use]
    pub fn pack(self) -> u64 {
        let word = |tag: u64, a: usize, b: usize| tag | (a as u64) << 8 | (b as u64) << 16;
        match self {
            Self::Ask { target, kind } => word(0, target.into(), kind.index()),
            Self::Stop => word(1, 0, 0),
            Self::Give(sort) => word(2, sort.index(), 0),
            Self::Take(status) => word(3, status as usize, 0),
            Self::Lay => word(4, 0, 0),
            Self::Hold => word(5, 0, 0),
            Self::First(seat) => word(6, seat.into(), 0),
            Self::Deal(sort) => word(7, sort.index(), 0),
            Self::Draw(sort) => word(8, sort.index(), 0),
            Self::Given(sort) => word(9, sort.index(), 0),
        }
    }

    /// The inverse of [`Action::pack`].
    #[must_use]
    pub fn unpack(word: u64) -> Self {
        let (a, b) = ((word >> 8) as u8, (word >> 16) as u8);
        let sort = Sort::from_index(usize::from(a).min(Sort::COUNT - 1));
        match word as u8 {
            1 => Self::Stop,
            2 => Self::Give(sort),
            3 => Self::Take(Status::ALL[usize::from(a & 1)]),
            4 => Self::Lay,
            5 => Self::Hold,
            6 => Self::First(a),
            7 => Self::Deal(sort),
            8 => Self::Draw(sort),
            9 => Self::Given(sort),
            _ => Self::Ask { target: a, kind: Kind::ALL[usize::from(b & 3)] },
        }
    }

    /// The text form; `name` names a sort.
    #[must_use]
    pub fn text(self, name: impl Fn(Sort) -> &'static str) -> String {
        let mut text = String::new();
        self.write(&mut text, name);
        text
    }

    /// Appends the text form.
    pub fn write(self, text: &mut String, name: impl Fn(Sort) -> &'static str) {
        let (word, what) = match self {
            Self::Ask { target, kind } => {
                text.push_str("ask ");
                text.push_str(&seat_text(target));
                text.push(' ');
                text.push(kind.letter());
                return;
            }
            Self::First(seat) => {
                text.push_str("first ");
                text.push_str(&seat_text(seat));
                return;
            }
            Self::Stop => ("stop", ""),
            Self::Lay => ("lay", ""),
            Self::Hold => ("hold", ""),
            Self::Give(sort) => ("give ", name(sort)),
            Self::Take(status) => ("take ", status.name()),
            Self::Deal(sort) => ("deal ", name(sort)),
            Self::Draw(sort) => ("draw ", name(sort)),
            Self::Given(sort) => ("given ", name(sort)),
        };
        text.push_str(word);
        text.push_str(what);
    }

    /// Reads the text form.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    pub fn parse(text: &str, is_sided: bool) -> Result<Self, String> {
        let mut split = text.split_ascii_whitespace();
        let words: [&str; 4] = std::array::from_fn(|_| split.next().unwrap_or_default());
        let sort = |name: &str| {
            Sort::of_name(name, is_sided).ok_or_else(|| {
                let names: Vec<&str> =
                    Sort::all(is_sided).map(|sort| sort.name(is_sided)).collect();
                format!("{:?} is no card: {} are expected", clip(name), names.join(" "))
            })
        };
        let seat = |word: &str| {
            word.parse::<u8>()
                .map_err(|_| format!("{:?} is no seat: a number from 0 is expected", clip(word)))
        };
        match words {
            ["ask", target, letter, ""] => {
                let kind = Kind::of_letter(letter).ok_or_else(|| {
                    // B-15: nothing but a kind can be named.
                    format!("{:?} is no kind: L, A, S or R is expected", clip(letter))
                })?;
                Ok(Self::Ask { target: seat(target)?, kind })
            }
            ["stop", "", "", ""] => Ok(Self::Stop),
            ["give", name, "", ""] => Ok(Self::Give(sort(name)?)),
            ["take", name, "", ""] => {
                let status = Status::ALL.into_iter().find(|status| status.name() == name);
                let message = || format!("{:?}: whole or broken is expected", clip(name));
                Ok(Self::Take(status.ok_or_else(message)?))
            }
            ["lay", "", "", ""] => Ok(Self::Lay),
            ["hold", "", "", ""] => Ok(Self::Hold),
            ["first", word, "", ""] => Ok(Self::First(seat(word)?)),
            ["deal", name, "", ""] => Ok(Self::Deal(sort(name)?)),
            ["draw", name, "", ""] => Ok(Self::Draw(sort(name)?)),
            ["given", name, "", ""] => Ok(Self::Given(sort(name)?)),
            _ => Err("`ask <seat> <kind>`, `stop`, `give <card>`, `take whole`, `take broken`, \
                      `lay` or `hold` is expected, or a chance event such as `draw <card>`"
                .to_owned()),
        }
    }

    /// Size of the index space: requests, `stop`, `give` by sort, `take` by status, `lay`, `hold`.
    #[must_use]
    pub const fn index_size(players: usize) -> usize {
        players * Kind::COUNT + 1 + Sort::NATURAL + 2 + 2
    }

    /// The index of a player's action; `None` for any other.
    #[must_use]
    pub fn index(self, players: usize) -> Option<u32> {
        let base = players * Kind::COUNT;
        let index = match self {
            Self::Ask { target, kind } if usize::from(target) < players => {
                usize::from(target) * Kind::COUNT + kind.index()
            }
            Self::Stop => base,
            Self::Give(sort) if sort != Sort::JOKER => base + 1 + sort.index(),
            Self::Take(status) => base + 1 + Sort::NATURAL + status as usize,
            Self::Lay => base + 3 + Sort::NATURAL,
            Self::Hold => base + 4 + Sort::NATURAL,
            _ => return None,
        };
        Some(index as u32)
    }

    /// The action of an index. Right limbs are given only where limbs have sides (B-5).
    #[must_use]
    pub fn of_index(index: u32, players: usize, is_sided: bool) -> Option<Self> {
        let (index, base) = (index as usize, players * Kind::COUNT);
        if index < base {
            let (target, kind) = (index / Kind::COUNT, index % Kind::COUNT);
            return Some(Self::Ask { target: target as Seat, kind: Kind::ALL[kind] });
        }
        Some(match index - base {
            0 => Self::Stop,
            place @ 1..=Sort::NATURAL => {
                let sort = Sort::from_index(place - 1);
                return (is_sided || !sort.is_right()).then_some(Self::Give(sort));
            }
            13 => Self::Take(Status::Whole),
            14 => Self::Take(Status::Broken),
            15 => Self::Lay,
            16 => Self::Hold,
            _ => return None,
        })
    }
}

/// A seat as text.
pub fn seat_text(seat: Seat) -> std::borrow::Cow<'static, str> {
    const SMALL: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];
    SMALL.get(usize::from(seat)).map_or_else(|| seat.to_string().into(), |&text| text.into())
}
