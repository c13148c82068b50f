//! Positions as JSON, complete, for the owner of the table; read back with every check that the
//! rules imply: `read.rs` the form, `cards.rs` where the cards are, `course.rs` whether a game can
//! come there.

mod cards;
mod course;
mod read;

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use super::Cobogo;
use super::components::Group;
use super::state::{State, Step};
use super::types::{CardId, CardSet, HAND, NO_CARD, Source};
use super::view::MosaicText;
use crate::game::{FormatError, Seat, clip};
use crate::games::fields::Fields;

/// Farthest row or column that a mosaic may ever reach. The table has no edge (K-39); this one is far
/// beyond what 254 cards of 8 cells can reach from the first, and keeps made-up positions within what
/// the engine counts with.
const FARTHEST: i64 = 16_000;

impl Step {
    const ALL: [Self; 9] = [
        Self::First,
        Self::Reserve,
        Self::Deal,
        Self::Glass,
        Self::Window,
        Self::Starter,
        Self::Special,
        Self::Shuffle,
        Self::Play,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Reserve => "reserve",
            Self::Deal => "deal",
            Self::Glass => "glass",
            Self::Window => "window",
            Self::Starter => "starter",
            Self::Special => "special",
            Self::Shuffle => "shuffle",
            Self::Play => "play",
        }
    }
}

fn source_text(source: Source) -> Cow<'static, str> {
    match source {
        Source::Deal => "deal".into(),
        Source::Draw => "draw".into(),
        Source::Rejected(number) => format!("rejected {number}").into(),
    }
}

const POSITION: &[&str] = &[
    "step", "dealt", "first", "to_move", "drawing", "won", "mosaic", "starter", "reserved",
    "hands", "pile", "placed",
];

/// A position on its way to JSON.
#[derive(Serialize)]
pub(super) struct Written<'a> {
    step: &'a str,
    dealt: u8,
    first: Seat,
    to_move: Seat,
    drawing: bool,
    won: Option<bool>,
    mosaic: MosaicText,
    starter: Option<&'a str>,
    reserved: Vec<&'a str>,
    hands: Vec<Vec<CardText<'a>>>,
    pile: PileText<'a>,
    placed: Vec<PlacedText<'a>>,
}

#[derive(Serialize)]
struct CardText<'a> {
    brick: &'a str,
    back: Option<&'a str>,
    from: Cow<'static, str>,
}

#[derive(Serialize)]
struct PileText<'a> {
    bricks: Vec<&'a str>,
    backs: Vec<&'a str>,
    loose: [u8; Group::COUNT],
    top: Option<&'a str>,
    rejected: Vec<&'a str>,
    rejected_left: u8,
}

#[derive(Serialize)]
struct PlacedText<'a> {
    seat: Seat,
    brick: &'a str,
    rot: u8,
    row: i16,
    col: i16,
    from: Cow<'static, str>,
}

impl Cobogo {
    pub(super) fn write_json(&self, state: &State) -> Written<'_> {
        let id = |card: CardId| (card != NO_CARD).then(|| self.id(card));
        let ids = |cards: &CardSet| cards.iter().map(|card| self.id(card)).collect();
        let list = |cards: &[CardId]| cards.iter().map(|&card| self.id(card)).collect();
        let hands = state.hands[..self.players].iter().map(|hand| {
            let cards = hand.cards().iter().map(|card| CardText {
                brick: self.id(card.brick),
                back: id(card.back),
                from: source_text(card.source),
            });
            cards.collect()
        });
        let pile = &state.pile;
        let placed = state.log.iter().map(|placement| PlacedText {
            seat: placement.seat,
            brick: self.id(placement.brick),
            rot: placement.at.rot,
            row: placement.at.row,
            col: placement.at.col,
            from: source_text(placement.source),
        });
        Written {
            step: self.step(state).name(),
            dealt: state.dealt,
            first: state.first,
            to_move: state.to_move,
            drawing: state.drawing,
            won: state.won,
            mosaic: self.mosaic_text(state),
            starter: id(state.starter),
            reserved: list(state.reserved.cards()),
            hands: hands.collect(),
            pile: PileText {
                bricks: ids(&pile.bricks),
                backs: ids(&pile.backs),
                loose: pile.loose,
                top: id(pile.top),
                rejected: list(&pile.rejected),
                rejected_left: pile.rejected_left,
            },
            placed: placed.collect(),
        }
    }

    pub(super) fn read_json(&self, value: &Value) -> Result<State, FormatError> {
        let fields = Fields::new("position", value, POSITION)?;
        let mut state = self.fresh();
        let name = fields.text("step")?;
        let step = Step::ALL.iter().find(|step| step.name() == name);
        let step = step.and_then(|step| self.steps.iter().position(|here| here == step));
        state.step = step.ok_or_else(|| {
            let names: Vec<&str> = self.steps.iter().map(|step| step.name()).collect();
            FormatError::form(
                "position.step",
                format!("{:?} is none of {}", clip(name), names.join(", ")),
            )
        })? as u8;
        let last_seat = self.players as i64 - 1;
        state.dealt = fields.number("dealt", 0, (HAND * self.players) as i64)? as u8;
        state.first = fields.number("first", 0, last_seat)? as u8;
        state.to_move = fields.number("to_move", 0, last_seat)? as u8;
        state.drawing = fields.flag("drawing")?;
        state.won = match fields.get("won")? {
            Value::Null => None,
            Value::Bool(won) => Some(*won),
            _ => return Err(FormatError::form("position.won", "true, false or null is expected")),
        };
        state.mosaic = self.read_mosaic(fields.get("mosaic")?)?;
        state.starter = self.read_card_or_null("position.starter", fields.get("starter")?)?;
        state.reserved = self.read_reserved(fields.list("reserved")?)?;
        self.read_hands(&mut state, fields.list("hands")?)?;
        self.read_pile(&mut state, fields.get("pile")?)?;
        self.read_placed(&mut state, fields.list("placed")?)?;
        self.check_cards(&state)?;
        self.check_groups(&state)?;
        self.check_room(&state)?;
        self.check_rejected(&state)?;
        self.check_placed(&state)?;
        if self.step(&state) != Step::Play {
            self.check_preparation(&state)?;
        }
        self.check_course(&state)?;
        Ok(state)
    }
}
