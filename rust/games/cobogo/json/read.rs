//! The form of a position: every part of it, as far as it can be judged by itself.

use serde_json::Value;

use super::FARTHEST;
use crate::game::{FormatError, clip};
use crate::games::cobogo::Cobogo;
use crate::games::cobogo::components::{EMPTY, Group};
use crate::games::cobogo::judge::{RESERVED, Reserved};
use crate::games::cobogo::mosaic::Mosaic;
use crate::games::cobogo::state::State;
use crate::games::cobogo::types::{
    Bounds, CardId, CardSet, HAND, Hand, HandCard, NO_CARD, Placement, SEATS, Source, Spot,
};
use crate::games::fields::{Fields, number};

impl Cobogo {
    fn read_card(&self, key: &str, value: &Value) -> Result<CardId, FormatError> {
        let id = value.as_str().and_then(|id| self.ids.get(id));
        id.copied().ok_or_else(|| {
            FormatError::form(key, format!("the set has no card {}", clip(&value.to_string())))
        })
    }

    pub(super) fn read_card_or_null(
        &self,
        key: &str,
        value: &Value,
    ) -> Result<CardId, FormatError> {
        if value.is_null() { Ok(NO_CARD) } else { self.read_card(key, value) }
    }

    fn read_cards(&self, key: &str, list: &[Value]) -> Result<Vec<CardId>, FormatError> {
        let cards = list.iter().enumerate();
        cards.map(|(index, value)| self.read_card(&format!("{key}[{index}]"), value)).collect()
    }

    pub(super) fn read_mosaic(&self, value: &Value) -> Result<Mosaic, FormatError> {
        let key = "position.mosaic";
        let fields = Fields::new(key, value, &["row0", "col0", "rows"])?;
        let row0 = fields.number("row0", -FARTHEST, FARTHEST)?;
        let col0 = fields.number("col0", -FARTHEST, FARTHEST)?;
        let rows = fields.list("rows")?;
        if rows.is_empty() {
            return Ok(Mosaic::default());
        }
        let mut cells = Vec::new();
        let mut width = 0;
        for (index, row) in rows.iter().enumerate() {
            let key = format!("{key}.rows[{index}]");
            let row = row.as_str().ok_or_else(|| FormatError::form(&*key, "a text is expected"))?;
            let start = cells.len();
            for letter in row.chars() {
                let code = self.set.code(letter).filter(|_| letter != '*').ok_or_else(|| {
                    FormatError::form(&*key, format!("{letter:?} is no brick type of the set"))
                })?;
                cells.push(code);
            }
            let length = cells.len() - start;
            if index > 0 && length != width {
                let message = format!("has {length} cells, the first row has {width}");
                return Err(FormatError::form(key, message));
            }
            width = length;
        }
        let height = rows.len();
        if width == 0 || height as i64 > FARTHEST || width as i64 > FARTHEST {
            let message = format!("{height} by {width} cells; 1 to {FARTHEST} are possible");
            return Err(FormatError::form(key, message));
        }
        let empty = |row: &[u8]| row.iter().all(|&code| code == EMPTY);
        let column_is_empty = |col: usize| cells.chunks(width).all(|row| row[col] == EMPTY);
        if empty(&cells[..width])
            || empty(&cells[cells.len() - width..])
            || column_is_empty(0)
            || column_is_empty(width - 1)
        {
            return Err(FormatError::form(key, "the first or last row or column is empty"));
        }
        let (top, left) = (row0 as i16, col0 as i16);
        let bounds = Bounds::EMPTY.with(top, left, height, width);
        let mosaic = Mosaic::from_cells(&self.outlines, bounds, &cells);
        if !self.is_connected(&mosaic) {
            return Err(FormatError::rule("K-40", key, "the mosaic is not connected by sides"));
        }
        Ok(mosaic)
    }

    pub(super) fn read_reserved(&self, list: &[Value]) -> Result<Reserved, FormatError> {
        let key = "position.reserved";
        let cards = self.read_cards(key, list)?;
        if cards.len() > RESERVED {
            let message = format!("{} cards; at most {RESERVED} are reserved", cards.len());
            return Err(FormatError::rule("K-104", key, message));
        }
        let mut reserved = Reserved::default();
        let expansions = self.expansion_groups();
        for (index, &card) in cards.iter().enumerate() {
            let (group, earlier) = (self.group(card), &cards[..index]);
            let content = self.judge.demand(card).content;
            let key = format!("{key}[{index}]");
            if group == Group::Base {
                let base = earlier.iter().filter(|&&other| self.group(other) == Group::Base);
                if base.clone().count() == self.rules.base_reserved() {
                    let message = format!("more than {} base cards", self.rules.base_reserved());
                    return Err(FormatError::rule("K-101", key, message));
                }
                if base.clone().any(|&other| self.judge.demand(other).content == content) {
                    let message = format!("the type of {} is reserved already", self.id(card));
                    return Err(FormatError::rule("K-10", key, message));
                }
            } else if !expansions.contains(&group) {
                let message = format!("{} belongs to an expansion not in use", self.id(card));
                return Err(FormatError::rule("K-100", key, message));
            } else if earlier.iter().any(|&other| self.group(other) == group) {
                let message = format!("a second {} card", group.name());
                return Err(FormatError::rule("K-76", key, message));
            } else if let Some(chosen) = self.chosen(group).filter(|&chosen| chosen != card) {
                let rule = if group == Group::Window { "K-85" } else { "K-95" };
                let message = format!(
                    "{} is reserved, {}_pattern is {}",
                    self.id(card),
                    group.name(),
                    self.id(chosen)
                );
                return Err(FormatError::rule(rule, key, message));
            }
            reserved.push(card);
        }
        Ok(reserved)
    }

    fn read_source(&self, key: &str, text: &str) -> Result<Source, FormatError> {
        let number = |text: &str| text.strip_prefix("rejected ").and_then(|n| n.parse().ok());
        match text {
            "deal" => Ok(Source::Deal),
            "draw" => Ok(Source::Draw),
            _ => number(text).map(Source::Rejected).ok_or_else(|| {
                FormatError::form(
                    key,
                    format!("{:?} is none of deal, draw, rejected <number>", clip(text)),
                )
            }),
        }
    }

    pub(super) fn read_hands(&self, state: &mut State, list: &[Value]) -> Result<(), FormatError> {
        let key = "position.hands";
        if list.len() != self.players {
            let message = format!("{} hands for {} players", list.len(), self.players);
            return Err(FormatError::form(key, message));
        }
        state.hands = [Hand::default(); SEATS];
        for (seat, cards) in list.iter().enumerate() {
            let key = format!("{key}[{seat}]");
            let cards =
                cards.as_array().ok_or_else(|| FormatError::form(&*key, "a list is expected"))?;
            if cards.len() > HAND {
                let message = format!("{} cards; a hand holds at most {HAND}", cards.len());
                return Err(FormatError::rule("K-46", key, message));
            }
            for (slot, card) in cards.iter().enumerate() {
                let key = format!("{key}[{slot}]");
                let fields = Fields::new(&key, card, &["brick", "back", "from"])?;
                let brick = self.read_card(&fields.path("brick"), fields.get("brick")?)?;
                let back = self.read_card_or_null(&fields.path("back"), fields.get("back")?)?;
                let source = self.read_source(&fields.path("from"), fields.text("from")?)?;
                if !self.deck.shuffled && back != brick {
                    let message = "brick side and pattern side are of different cards";
                    return Err(FormatError::rule("K-118", key, message));
                }
                state.hands[seat].push(HandCard { brick, back, source });
            }
        }
        Ok(())
    }

    pub(super) fn read_pile(&self, state: &mut State, value: &Value) -> Result<(), FormatError> {
        let key = "position.pile";
        let names = ["bricks", "backs", "loose", "top", "rejected", "rejected_left"];
        let fields = Fields::new(key, value, &names)?;
        let pile = &mut state.pile;
        let set = |name: &str| -> Result<CardSet, FormatError> {
            let cards = self.read_cards(&fields.path(name), fields.list(name)?)?;
            let set = CardSet::of(cards.iter().copied());
            if set.len() as usize != cards.len() {
                return Err(FormatError::rule("K-1", fields.path(name), "a card is listed twice"));
            }
            Ok(set)
        };
        (pile.bricks, pile.backs) = (set("bricks")?, set("backs")?);
        let loose = fields.list("loose")?;
        if loose.len() != Group::COUNT {
            let message = format!("{} numbers are expected, one a group", Group::COUNT);
            return Err(FormatError::form(fields.path("loose"), message));
        }
        for (index, count) in loose.iter().enumerate() {
            let most = self.deck.groups[index].len();
            let key = format!("{}[{index}]", fields.path("loose"));
            pile.loose[index] = number(&key, count, 0, most.into())? as u8;
        }
        pile.top = self.read_card_or_null(&fields.path("top"), fields.get("top")?)?;
        if pile.top != NO_CARD && !self.rules.physical {
            let message = "the top card is seen only with back_visibility = physical";
            return Err(FormatError::rule("K-117", fields.path("top"), message));
        }
        let rejected = self.read_cards(&fields.path("rejected"), fields.list("rejected")?)?;
        let most = rejected.len() as i64;
        pile.rejected = rejected.into_iter().collect();
        pile.rejected_left = fields.number("rejected_left", 0, most)? as u8;
        self.check_sides(&state.pile, &fields)
    }

    pub(super) fn read_placed(&self, state: &mut State, list: &[Value]) -> Result<(), FormatError> {
        state.log.clear();
        for (index, value) in list.iter().enumerate() {
            let key = format!("position.placed[{index}]");
            let names = ["seat", "brick", "rot", "row", "col", "from"];
            let fields = Fields::new(&key, value, &names)?;
            let at = Spot {
                rot: fields.number("rot", 0, 3)? as u8,
                row: fields.number("row", -FARTHEST, FARTHEST)? as i16,
                col: fields.number("col", -FARTHEST, FARTHEST)? as i16,
            };
            state.log.push(Placement {
                seat: fields.number("seat", 0, self.players as i64 - 1)? as u8,
                brick: self.read_card(&fields.path("brick"), fields.get("brick")?)?,
                at,
                source: self.read_source(&fields.path("from"), fields.text("from")?)?,
            });
        }
        Ok(())
    }
}
