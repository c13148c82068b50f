//! What a seat or a spectator may know: everything but what chance has still to decide, and the points
//! of others (C-224, C-275, C-276).

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

use super::Cog;
use super::state::{Node, SEATS, State};
use super::table::Standing;
use crate::game::{Actor, Seat};

impl Cog {
    pub(super) fn view_of(&self, state: &State, seat: Option<Seat>) -> Value {
        serde_json::to_value(Shown { game: self, state, seat }).unwrap_or_default()
    }

    /// The points of each seat: those gained so far, in the end all of them.
    pub(super) fn points_now(&self, state: &State) -> [u32; SEATS] {
        match state.node {
            Node::Over => self.totals(state),
            _ => state.mats.each_ref().map(|mat| mat.vp),
        }
    }

    /// The same as somebody sees it.
    pub(super) fn shown_points(&self, state: &State, viewer: Option<Seat>) -> [Option<u32>; SEATS] {
        let mut points = self.points_now(state).map(Some);
        if self.rules.hides_vp && state.node != Node::Over {
            // C-224.
            let others = (0..).zip(&mut points).filter(|(seat, _)| viewer != Some(*seat));
            others.for_each(|(_, points)| *points = None);
        }
        points
    }

    /// The name of what the game waits for.
    pub(super) fn node_name(&self, state: &State) -> Option<&'static str> {
        match state.node {
            Node::Place => Some("place"),
            Node::Redraw => Some("redraw"),
            Node::Reroll => Some("reroll"),
            Node::Take => Some("take"),
            Node::Convert => Some("convert"),
            Node::Activate => Some("activate"),
            Node::Construct => Some("construct"),
            Node::Tiles => Some("tiles"),
            Node::Discard => Some("discard"),
            Node::Over => None,
            _ => Some("chance"),
        }
    }
}

/// A position as somebody sees it.
struct Shown<'a> {
    game: &'a Cog,
    state: &'a State,
    seat: Option<Seat>,
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { game, state, seat } = *self;
        let info = &game.set.info;
        let set = json!({"name": info.name, "edition": info.edition, "digest": info.digest});
        let to_act = match game.to_act(state) {
            Actor::Player(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        };
        let winners = game.result(state).map(|outcome| {
            (0..game.players).filter(|&seat| outcome.is_winner(seat)).collect::<Vec<_>>()
        });
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("seat", &seat)?;
        map.serialize_entry("players", &game.players)?;
        map.serialize_entry("options", &game.options)?;
        map.serialize_entry("component_set", &set)?;
        map.serialize_entry("phase", game.phase_name(state))?;
        map.serialize_entry("node", &game.node_name(state))?;
        map.serialize_entry("to_act", &to_act)?;
        game.write_table(&mut map, state, game.shown_points(state, seat))?;
        map.serialize_entry("pending", &game.decided(state))?;
        map.serialize_entry("microactions", &state.microactions)?;
        map.serialize_entry("winners", &winners)?;
        map.serialize_entry("reason", &game.reason_name(state))?;
        map.end()
    }
}

/// What is being decided.
#[derive(serde::Serialize)]
#[serde(rename_all = "snake_case")]
enum Decided<'a> {
    Card(&'a str),
    Die(&'a str),
    Left(usize),
    Spell(Standing<'a>),
}

impl Cog {
    fn decided(&self, state: &State) -> Option<Decided<'_>> {
        let pending = &state.pending;
        match state.node {
            Node::Redraw => pending.card.map(|card| Decided::Card(self.card_id(card))),
            Node::Reroll => pending.die.map(|die| Decided::Die(self.die_name(die))),
            Node::Take => Some(Decided::Left(self.picks_left(state))),
            Node::Tiles => pending.spelling.map(|play| Decided::Spell(self.spelled(play))),
            _ => None,
        }
    }
}
