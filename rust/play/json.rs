//! A game in progress as JSON: the position and its past, complete, for the owner of the table.

use std::io;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Origin, Past, Play, PlayError, Stream};
use crate::game::{Actor, FormatError, Game, clip};
use crate::random::Random;
use crate::texts::Texts;

const FORMAT: &str = "ludoteca-state";
const VERSION: u64 = 1;

/// Bytes that most games take as text.
const ROOM: usize = 4_096;

/// Every key, in order.
const KEYS: [&str; 12] = [
    "format",
    "version",
    "game",
    "rules",
    "players",
    "options",
    "components",
    "ply",
    "position",
    "generator",
    "origin",
    "events",
];

/// A game in progress, on its way to text.
#[derive(Serialize)]
struct Document<'a, P, O, E> {
    format: &'a str,
    version: u64,
    game: &'a str,
    rules: u32,
    players: usize,
    options: &'a Map<String, Value>,
    components: Components<'a>,
    ply: u32,
    position: P,
    generator: Option<String>,
    origin: O,
    events: E,
}

#[derive(Serialize)]
struct Components<'a> {
    name: &'a str,
    digest: &'a str,
}

/// Where a game began, on its way to text.
#[derive(Serialize)]
#[serde(untagged)]
enum Beginning<'a, P> {
    Stream(Stream),
    Explicit {},
    Position { position: P, past: &'a Past },
}

/// What is still to be written; anything else is refused.
struct Expected<'a>(&'a [u8]);

impl io::Write for Expected<'_> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.0 = self.0.strip_prefix(part).ok_or(io::ErrorKind::InvalidData)?;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<G: Game> Play<G> {
    /// The whole game as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = Vec::with_capacity(ROOM);
        // Only a map with keys that are no texts would be refused.
        let written = self.write_json(&mut text).ok();
        written.and_then(|()| String::from_utf8(text).ok()).unwrap_or_default()
    }

    fn write_json(&self, text: impl io::Write) -> serde_json::Result<()> {
        let game = &self.game;
        let components = game.components();
        // The generator's 128-bit numbers fit no JSON number, so it is a text within the text.
        let generator = self.random.as_ref().and_then(|random| serde_json::to_string(random).ok());
        let events = self.events.words();
        let document = Document {
            format: FORMAT,
            version: VERSION,
            game: G::INFO.name,
            rules: G::INFO.rules_version,
            players: game.players(),
            options: game.options(),
            components: Components { name: &components.name, digest: &components.digest },
            ply: self.ply(),
            position: game.position_to_json(&self.state),
            generator,
            origin: self.beginning(),
            events: Texts::new(&events, |&word, text| {
                game.write_action(G::unpack(word), text);
            }),
        };
        serde_json::to_writer(text, &document)
    }

    /// Where the game began, for JSON and records.
    pub(super) fn beginning(&self) -> impl Serialize {
        match (&self.origin, self.origin.position(&self.game)) {
            (Origin::Start(Some(stream)), _) => Beginning::Stream(*stream),
            (_, None) => Beginning::Explicit {},
            (_, Some((position, past))) => {
                Beginning::Position { position: self.game.position_to_json(position), past }
            }
        }
    }

    /// Reads a game back. The position is checked by itself and against the events.
    ///
    /// # Errors
    /// [`PlayError::Format`] with the key, or [`PlayError::Version`].
    pub fn from_json(game: Arc<G>, text: &str) -> Result<Self, PlayError> {
        match Self::from_own_json(&game, text) {
            Some(play) => Ok(play),
            None => Self::from_any_json(game, text),
        }
    }

    /// Reads the text of a game from its start if it is what [`Play::to_json`] writes: the events are
    /// played again, and if that gives the same text, nothing in it is wrong. Of other texts nothing is
    /// said; what is wrong with them is found key by key.
    fn from_own_json(game: &Arc<G>, text: &str) -> Option<Self> {
        let (head, events) = text.strip_suffix('}')?.rsplit_once(r#","events":"#)?;
        let (_, origin) = head.rsplit_once(r#","origin":"#)?;
        let stream = match origin {
            "{}" => None,
            origin => Some(serde_json::from_str(origin).ok()?),
        };
        let events: Vec<&str> = serde_json::from_str(events).ok()?;
        let mut play = Self::before_any_event(Arc::clone(game), stream);
        for event in events {
            let actor = play.actor();
            let action = match &mut play.random {
                Some(random) if actor == Actor::Chance => game.sample_chance(&play.state, random),
                _ => {
                    let action = game.parse_action(event).ok()?;
                    game.check(&play.state, action).ok()?;
                    action
                }
            };
            play.happen(action);
        }
        play.resolve_chance();
        let mut rest = Expected(text.as_bytes());
        (play.write_json(&mut rest).is_ok() && rest.0.is_empty()).then_some(play)
    }

    fn from_any_json(game: Arc<G>, text: &str) -> Result<Self, PlayError> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| FormatError::form("(text)", format!("this is no JSON: {error}")))?;
        let object = value.as_object();
        let object = object.ok_or_else(|| FormatError::form("(text)", "an object is expected"))?;
        check_identity(&*game, object)?;
        let position = game.position_from_json(get(object, "position")?)?;
        let events = get(object, "events")?;
        let origin = get(object, "origin")?;
        let mut play = match read_stream(origin)? {
            Some(stream) => {
                let play = Self::start(Arc::clone(&game), None);
                let play = play.with_events(events)?;
                match stream {
                    None => play,
                    Some(stream) => play
                        .seeded(stream, 0)
                        .map_err(|error| FormatError::form("events", error.to_string()))?,
                }
            }
            None => Self::from_start(Arc::clone(&game), origin, "origin")?.with_events(events)?,
        };
        if play.state != position {
            let message = "does not follow from the origin and the events";
            return Err(FormatError::form("position", message).into());
        }
        play.count_plies(get(object, "ply")?)?;
        let is_start = matches!(play.origin, Origin::Start(_));
        let generator = read_generator(get(object, "generator")?)?;
        if is_start && generator != play.random {
            let message = "it is not where the seed and the events lead";
            return Err(FormatError::form("generator", message).into());
        }
        play.random = generator;
        Ok(play)
    }

    /// Compares the plies, or takes them over where a made-up position has no past to count them.
    fn count_plies(&mut self, value: &Value) -> Result<(), FormatError> {
        let plies = value.as_u64().and_then(|plies| u32::try_from(plies).ok());
        let since = self.plies;
        if let Origin::Position { past, .. } = &mut self.origin
            && *past == Past::default()
            && let Some(before) = plies.and_then(|plies| plies.checked_sub(since))
        {
            past.plies = before;
        }
        if plies == Some(self.ply()) {
            return Ok(());
        }
        Err(FormatError::form(
            "ply",
            format!("{} is not the {} plies played", clip(&value.to_string()), self.ply()),
        ))
    }

    /// A game that begins with a position and what had been seen before it.
    pub(super) fn from_start(game: Arc<G>, value: &Value, key: &str) -> Result<Self, FormatError> {
        let object = value.as_object();
        let object = object.ok_or_else(|| FormatError::form(key, "an object is expected"))?;
        let past = match get(object, "past")? {
            // A position that somebody made up has no past.
            Value::Array(list) if list.is_empty() => Past::default(),
            past => serde_json::from_value(past.clone()).map_err(|_| {
                let message = format!(
                    "{} is neither [] nor an object with seat, plies, seen and public, as \
                     determinized states have it",
                    clip(&past.to_string())
                );
                FormatError::form(format!("{key}.past"), message)
            })?,
        };
        if past.seat.is_some_and(|seat| usize::from(seat) >= game.players()) {
            return Err(FormatError::form(format!("{key}.past.seat"), "there is no such seat"));
        }
        let position = game.position_from_json(get(object, "position")?)?;
        Ok(Self::from_position(game, position, past))
    }

    fn with_events(mut self, events: &Value) -> Result<Self, FormatError> {
        let list = events.as_array();
        let list = list.ok_or_else(|| FormatError::form("events", "a list is expected"))?;
        for (index, event) in list.iter().enumerate() {
            let key = || format!("events[{index}]");
            let text =
                event.as_str().ok_or_else(|| FormatError::form(key(), "a text is expected"))?;
            let action = self
                .game
                .parse_action(text)
                .map_err(|message| FormatError::form(key(), clip(&message)))?;
            self.game.check(&self.state, action).map_err(|refusal| {
                FormatError::form(key(), self.refusal(action, &refusal).to_string())
            })?;
            self.happen(action);
        }
        Ok(self)
    }
}

fn get<'a>(object: &'a Map<String, Value>, key: &str) -> Result<&'a Value, FormatError> {
    object.get(key).ok_or_else(|| FormatError::form(key, "is missing"))
}

/// Whether the text is of this format, game, rules, options and components.
fn check_identity<G: Game>(game: &G, object: &Map<String, Value>) -> Result<(), PlayError> {
    let version = |what, found: &Value, expected: Value| {
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Err(PlayError::Version { what, found: clip(&plain(found)), expected: plain(&expected) })
    };
    if get(object, "format")? != FORMAT {
        return Err(FormatError::form("format", format!("{FORMAT:?} is expected")).into());
    }
    if get(object, "version")? != VERSION {
        return version("the format's version", get(object, "version")?, json!(VERSION));
    }
    if let Some(key) = object.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(FormatError::form(clip(key), "unknown key").into());
    }
    if get(object, "game")? != G::INFO.name {
        let message =
            format!("a state of {}, not of {}", clip(&object["game"].to_string()), G::INFO.name);
        return Err(FormatError::form("game", message).into());
    }
    if get(object, "rules")? != G::INFO.rules_version {
        return version("the rules version", &object["rules"], json!(G::INFO.rules_version));
    }
    let digest = get(object, "components")?.get("digest").unwrap_or(&Value::Null);
    if digest != &game.components().digest {
        return version("the component set", digest, json!(game.components().digest));
    }
    if get(object, "players")?.as_u64() != Some(game.players() as u64) {
        let players = clip(&object["players"].to_string());
        let message = format!("{players} players, the game has {}", game.players());
        return Err(FormatError::form("players", message).into());
    }
    if get(object, "options")?.as_object() != Some(game.options()) {
        return Err(FormatError::form("options", "they differ from those of the game").into());
    }
    Ok(())
}

/// `Some` if the game began with its start, with the stream if there is one; `None` if it began with a
/// position.
fn read_stream(value: &Value) -> Result<Option<Option<Stream>>, FormatError> {
    let form = |message: &str| FormatError::form("origin", message);
    let object = value.as_object().ok_or_else(|| form("an object is expected"))?;
    let number = |key: &str| object.get(key).and_then(Value::as_u64);
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    keys.sort_unstable();
    match keys[..] {
        [] => Ok(Some(None)),
        ["index", "seed"] => match (number("seed"), number("index")) {
            (Some(seed), Some(index)) => Ok(Some(Some(Stream { seed, index }))),
            _ => Err(form("seed and index are whole numbers")),
        },
        ["past", "position"] => Ok(None),
        _ => Err(form("nothing, seed and index, or position and past are expected")),
    }
}

fn read_generator(value: &Value) -> Result<Option<Random>, FormatError> {
    let form = || FormatError::form("generator", "no state of a generator");
    match value {
        Value::Null => Ok(None),
        Value::String(text) => serde_json::from_str(text).map(Some).map_err(|_| form()),
        _ => Err(form()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{ComponentSource, Setup};
    use crate::games::bogoss::Bogoss;
    use crate::play::options;

    #[test]
    fn a_seeded_game_never_waits_for_chance() {
        let (info, players) = (Bogoss::INFO, 2);
        let text = info.default_components.to_owned();
        let components = ComponentSource { file: String::new(), text };
        let options = options::resolve(info, players, &Map::new()).unwrap();
        let game = Arc::new(Bogoss::new(Setup { players, options, components }).unwrap());
        let mut play =
            Play::before_any_event(Arc::clone(&game), Some(Stream { seed: 1, index: 0 }));
        assert!(Play::from_json(Arc::clone(&game), &play.to_json()).is_err());
        play.resolve_chance();
        assert!(Play::from_json(game, &play.to_json()).is_ok());
    }
}
