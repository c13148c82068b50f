//! Positions as JSON, complete, for the owner of the table; read back with the checks that the rules
//! imply.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::GoFish;
use super::action::{letter, rank_of};
use super::cards::Cards;
use super::state::{Phase, State};
use super::view::{letters, write_cards};
use crate::game::{FormatError, Seat, clip};
use crate::games::fields::Fields;
use crate::texts::Texts;

const KEYS: &[&str] = &["phase", "turn_of", "request", "asks", "hands", "known", "books", "pool"];

/// A position on its way to JSON.
pub(super) struct Written<'g, 'a> {
    pub(super) game: &'g GoFish,
    pub(super) state: &'a State,
}

impl<'a> Serialize for Written<'_, 'a> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { game, state } = *self;
        let cards = |cards: &'a [Cards]| {
            Texts::new(&cards[..game.players], |&cards, text| write_cards(cards, text))
        };
        let mut pool = String::new();
        write_cards(state.pool, &mut pool);
        let mut position = serializer.serialize_map(Some(KEYS.len()))?;
        position.serialize_entry("phase", state.phase.name())?;
        position.serialize_entry("turn_of", &state.seat)?;
        let request = state.request.map(|(target, rank)| format!("{target} {}", letter(rank)));
        position.serialize_entry("request", &request)?;
        position.serialize_entry("asks", &state.asks)?;
        position.serialize_entry("hands", &cards(&state.hands))?;
        position.serialize_entry("known", &cards(&state.known))?;
        let books = state.books[..game.players].iter().map(|&books| letters(books));
        position.serialize_entry("books", &books.collect::<Vec<_>>())?;
        position.serialize_entry("pool", &pool)?;
        position.end()
    }
}

/// A fault of content.
fn fault<T>(rule: &'static str, key: &str, message: impl Into<String>) -> Result<T, FormatError> {
    Err(FormatError::rule(rule, format!("position.{key}"), message))
}

impl GoFish {
    pub(super) fn read_json(&self, value: &Value) -> Result<State, FormatError> {
        let fields = Fields::new("position", value, KEYS)?;
        let name = fields.text("phase")?;
        let phase = Phase::NAMES.into_iter().find(|&(_, known)| known == name);
        let (phase, _) = phase.ok_or_else(|| {
            FormatError::form(fields.path("phase"), format!("{:?} is no phase", clip(name)))
        })?;
        let mut state = State {
            phase,
            seat: fields.number("turn_of", 0, self.players as i64 - 1)? as Seat,
            asks: fields.number("asks", 0, self.rules.max_asks.into())? as u32,
            request: self.read_request(&fields)?,
            pool: self.read_cards(&fields.path("pool"), fields.get("pool")?)?,
            ..self.fresh()
        };
        for (seat, key, value) in self.per_seat(&fields, "hands")? {
            state.hands[seat] = self.read_cards(&key, value)?;
            state.holders |= u16::from(!state.hands[seat].is_empty()) << seat;
        }
        for (seat, key, value) in self.per_seat(&fields, "known")? {
            state.known[seat] = self.read_cards(&key, value)?;
        }
        for (seat, key, value) in self.per_seat(&fields, "books")? {
            for letter in value.as_str().unwrap_or("?").chars() {
                let rank = self.read_rank(&key, letter.encode_utf8(&mut [0; 4]))?;
                if state.books.iter().any(|books| books >> rank & 1 == 1) {
                    return fault("GF-3", "books", format!("two books of the rank {letter}"));
                }
                state.books[seat] |= 1 << rank;
            }
            if value != &Value::from(letters(state.books[seat])) {
                return Err(FormatError::form(key, "letters of ranks in order are expected"));
            }
        }
        self.check_cards(&state)?;
        self.check_phase(&state)?;
        Ok(state)
    }

    /// A list with a value for each seat: the seat, the key and the value.
    fn per_seat<'a>(
        &self,
        fields: &Fields<'a>,
        name: &str,
    ) -> Result<Vec<(usize, String, &'a Value)>, FormatError> {
        let (list, path) = (fields.list(name)?, fields.path(name));
        if list.len() != self.players {
            let message = format!("{} entries for {} players", list.len(), self.players);
            return Err(FormatError::form(path, message));
        }
        let entries = list.iter().enumerate();
        Ok(entries.map(|(seat, value)| (seat, format!("{path}[{seat}]"), value)).collect())
    }

    fn read_rank(&self, key: &str, text: &str) -> Result<u8, FormatError> {
        let rank = rank_of(text).filter(|&rank| usize::from(rank) < self.rules.ranks);
        rank.ok_or_else(|| {
            let last = letter(self.rules.ranks as u8 - 1);
            FormatError::form(key, format!("{:?} is no rank: a to {last} are", clip(text)))
        })
    }

    fn read_cards(&self, key: &str, value: &Value) -> Result<Cards, FormatError> {
        let text = value.as_str();
        let text = text.ok_or_else(|| FormatError::form(key, "a text is expected"))?;
        let mut cards = Cards::default();
        for word in text.split_ascii_whitespace() {
            let rank = self.read_rank(key, word)?;
            if cards.count(rank) == self.rules.suits {
                let message = format!("there are {} cards of the rank {word}", self.rules.suits);
                return Err(FormatError::rule("GF-2", key, message));
            }
            cards.add(rank, 1);
        }
        Ok(cards)
    }

    fn read_request(&self, fields: &Fields<'_>) -> Result<Option<(Seat, u8)>, FormatError> {
        let (key, value) = (fields.path("request"), fields.get("request")?);
        if value.is_null() {
            return Ok(None);
        }
        let words = value.as_str().and_then(|text| text.split_once(' '));
        let target = words.and_then(|(target, _)| target.parse::<Seat>().ok());
        let target = target.filter(|&target| usize::from(target) < self.players);
        let (Some((_, rank)), Some(target)) = (words, target) else {
            let value = clip(&value.to_string());
            let message = format!("{value} is no request: null or \"<seat> <rank>\" is expected");
            return Err(FormatError::form(key, message));
        };
        Ok(Some((target, self.read_rank(&key, rank)?)))
    }

    /// GF-2, GF-3, GF-20: every card is somewhere, books are laid, what is known is there.
    fn check_cards(&self, state: &State) -> Result<(), FormatError> {
        for rank in 0..self.rules.ranks as u8 {
            let name = letter(rank);
            let hands = state.hands.iter().map(|hand| u32::from(hand.count(rank)));
            let cards = hands.clone().sum::<u32>() + u32::from(state.pool.count(rank));
            let is_book = state.books.iter().any(|books| books >> rank & 1 == 1);
            let expected = if is_book { 0 } else { u32::from(self.rules.suits) };
            if cards != expected {
                let message = format!("{cards} cards of the rank {name} in hands and pool");
                return fault("GF-2", "hands", format!("{message}; {expected} are expected"));
            }
            if hands.clone().any(|count| count == u32::from(self.rules.suits)) {
                return fault("GF-3", "hands", format!("all cards of the rank {name} are a book"));
            }
            let mut pairs = state.known.iter().zip(&state.hands);
            if pairs.any(|(known, hand)| known.count(rank) > hand.count(rank)) {
                let message = format!("more cards of the rank {name} than are in the hand");
                return fault("GF-20", "known", message);
            }
        }
        Ok(())
    }

    /// GF-4 to GF-16: what is due can be due.
    fn check_phase(&self, state: &State) -> Result<(), FormatError> {
        let (seat, is_over) = (usize::from(state.seat), state.phase == Phase::Over);
        let (has_cards, has_pool) = (!state.hands[seat].is_empty(), !state.pool.is_empty());
        if state.request.is_some() != (state.phase == Phase::Fish) {
            return fault("GF-10", "request", "a request waits for a card in the phase fish alone");
        }
        let all_booked = state.holders == 0 && !has_pool;
        if all_booked && !is_over {
            return fault("GF-15", "phase", "all books are made: the game is over");
        }
        match (state.phase, state.request) {
            (Phase::Deal, _) => return self.check_deal(state),
            (Phase::Ask | Phase::Fish, _) if !has_cards || state.targets() == 0 => {
                return fault(
                    "GF-12",
                    "turn_of",
                    "a player with cards, and another one, are needed",
                );
            }
            (Phase::Ask, _) if state.asks == self.rules.max_asks => {
                return fault("GF-16", "asks", "the game is over after so many requests");
            }
            (Phase::Fish, Some((target, rank))) => {
                let held = state.hands[usize::from(target)].count(rank);
                let is_target = state.targets() >> target & 1 == 1;
                let is_asked = state.known[seat].count(rank) > 0 && state.asks > 0;
                if held > 0 || !is_target || !is_asked || !has_pool {
                    return fault("GF-10", "request", "nothing is drawn after such a request");
                }
            }
            (Phase::Refill, _) if has_cards || !has_pool => {
                return fault("GF-12", "turn_of", "only a player without cards draws one");
            }
            (Phase::Over, _) => {
                let is_out = all_booked || self.rules.end_on_first_out;
                let is_limit = state.asks == self.rules.max_asks && state.targets() != 0;
                if if has_cards { !is_limit } else { !is_out || state.books[seat] == 0 } {
                    return fault("GF-15", "phase", "the game goes on");
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// GF-4: the seats are dealt to one after the other.
    fn check_deal(&self, state: &State) -> Result<(), FormatError> {
        let full = self.rules.initial_cards;
        for seat in self.seats() {
            let (size, books) = (state.hands[seat].len(), state.books[seat]);
            let fits = match seat.cmp(&usize::from(state.seat)) {
                std::cmp::Ordering::Less => size == full,
                std::cmp::Ordering::Equal => size < full,
                std::cmp::Ordering::Greater => size == 0 && books == 0,
            };
            if !fits || !state.known[seat].is_empty() || state.asks > 0 {
                return fault("GF-4", "hands", format!("the deal does not lead to {size} cards"));
            }
        }
        if state.pool.is_empty() {
            return fault("GF-5", "phase", "the deal is over when the pool is empty");
        }
        Ok(())
    }
}
