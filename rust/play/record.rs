//! Records: a finished or running game as text, a header and one event a line.
//!
//! ```text
//! ludoteca-record 1
//! game cobogo
//! rules 1
//! players 2
//! components default-v1 8c1f...
//! options {"first_player":0, ...}
//! seed 7 0
//!
//! reveal C05
//! ...
//! place 0 rot 0 at 0,0
//! ```
//!
//! `seed` holds a seed and the game's index; without it chance was explicit. A game that began with a
//! position has a line `start {"position": ..., "past": ...}` instead.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Origin, Play, PlayError, Stream};
use crate::game::{Actor, Game, clip};

const FORMAT: &str = "ludoteca-record 1";

/// Most bytes of a record.
const LONGEST: usize = 16 << 20;

/// What a record says before its events.
#[derive(Clone, Debug)]
pub struct Header {
    /// The game's name.
    pub game: String,
    /// The rules version.
    pub rules: String,
    /// Number of players.
    pub players: i64,
    /// Name of the component set.
    pub components: String,
    /// Digest of the component set.
    pub digest: String,
    /// Every option.
    pub options: Map<String, Value>,
    seed: Option<Stream>,
    /// The position that the game began with, and its line.
    start: Option<(usize, Value)>,
    /// The line of the first event, from 1.
    first_event: usize,
}

fn fault(line: usize, message: impl Into<String>) -> PlayError {
    PlayError::Record { message: message.into(), line }
}

/// Reads the header of a record.
///
/// # Errors
/// [`PlayError::Record`] or [`PlayError::Version`].
pub fn read_header(text: &str) -> Result<Header, PlayError> {
    if text.len() > LONGEST {
        return Err(fault(0, format!("{} bytes; a record has at most {LONGEST}", text.len())));
    }
    let mut lines = (1..).zip(text.lines());
    let (_, format) = lines.next().ok_or_else(|| fault(1, "the record is empty"))?;
    if !format.starts_with("ludoteca-record ") {
        let found = clip(format);
        // A path, as it is given by mistake, is one line too.
        let hint = if text.lines().nth(1).is_none() {
            "; the text of a record is expected, not the name of a file"
        } else {
            ""
        };
        return Err(fault(1, format!("a record begins with {FORMAT:?}, not {found:?}{hint}")));
    }
    if format != FORMAT {
        let (found, expected) = (clip(format), FORMAT.to_owned());
        return Err(PlayError::Version { what: "the record's format", found, expected });
    }
    let mut line_of = |key: &str| {
        let (number, line) = lines.next().ok_or_else(|| fault(0, format!("no line {key:?}")))?;
        let rest = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
        let rest = rest.ok_or_else(|| fault(number, format!("a line `{key} ...` is expected")))?;
        Ok::<_, PlayError>((number, rest.to_owned()))
    };
    let (_, game) = line_of("game")?;
    let (_, rules) = line_of("rules")?;
    let (at, players) = line_of("players")?;
    let players =
        players.parse().map_err(|_| fault(at, format!("{:?} is no number", clip(&players))))?;
    let (at, set) = line_of("components")?;
    let (components, digest) =
        set.rsplit_once(' ').ok_or_else(|| fault(at, "a name and a digest are expected"))?;
    let (at, options) = line_of("options")?;
    let options = serde_json::from_str::<Map<String, Value>>(&options)
        .map_err(|error| fault(at, format!("the options are no JSON object: {error}")))?;
    let mut header = Header {
        game,
        rules,
        players,
        components: components.to_owned(),
        digest: digest.to_owned(),
        options,
        seed: None,
        start: None,
        first_event: 0,
    };
    for (number, line) in lines {
        if line.is_empty() {
            header.first_event = number + 1;
            return Ok(header);
        }
        if let Some(rest) = line.strip_prefix("seed ") {
            let numbers = rest.split_once(' ');
            let parsed = numbers.and_then(|(seed, index)| {
                Some(Stream { seed: seed.parse().ok()?, index: index.parse().ok()? })
            });
            let message = "a seed and a game's index are expected";
            header.seed = Some(parsed.ok_or_else(|| fault(number, message))?);
        } else if let Some(rest) = line.strip_prefix("start ") {
            let start = serde_json::from_str(rest);
            let message = |error| fault(number, format!("the start is no JSON: {error}"));
            header.start = Some((number, start.map_err(message)?));
        } else {
            return Err(fault(number, format!("unknown line {:?} in the header", clip(line))));
        }
    }
    Err(fault(0, "no empty line after the header"))
}

impl<G: Game> Play<G> {
    /// The game so far as a record.
    #[must_use]
    pub fn record(&self) -> String {
        let (game, info) = (&self.game, G::INFO);
        let components = game.components();
        let mut text = format!(
            "{FORMAT}\ngame {}\nrules {}\nplayers {}\ncomponents {} {}\noptions {}\n",
            info.name,
            info.rules_version,
            game.players(),
            components.name,
            components.digest,
            Value::Object(game.options().clone()),
        );
        // Writing to a string can't fail.
        let _ = match self.origin {
            Origin::Start(Some(stream)) => {
                writeln!(text, "seed {} {}", stream.seed, stream.index)
            }
            Origin::Start(None) => Ok(()),
            // Only a map with keys that are no texts would be refused.
            _ => serde_json::to_string(&self.beginning())
                .map_or(Ok(()), |start| writeln!(text, "start {start}")),
        };
        text.push('\n');
        for action in self.history() {
            game.write_action(action, &mut text);
            text.push('\n');
        }
        text
    }

    /// Plays a record again, checking every event.
    ///
    /// # Errors
    /// [`PlayError::Record`] with the line; [`PlayError::Version`] if it was made under other rules or
    /// components.
    pub fn replay(game: Arc<G>, text: &str) -> Result<Self, PlayError> {
        let header = read_header(text)?;
        Self::check_header(&game, &header)?;
        let mut play = match &header.start {
            Some((line, start)) => Self::from_start(Arc::clone(&game), start, "start")
                .map_err(|error| fault(*line, error.to_string()))?,
            None => Self::start(Arc::clone(&game), None),
        };
        for (number, line) in (1..).zip(text.lines()).skip(header.first_event - 1) {
            let action =
                game.parse_action(line).map_err(|message| fault(number, clip(&message)))?;
            game.check(&play.state, action)
                .map_err(|refusal| fault(number, play.refusal(action, &refusal).to_string()))?;
            play.happen(action);
        }
        match header.seed {
            None => Ok(play),
            Some(stream) => play.seeded(stream, header.first_event),
        }
    }

    /// The same game with chance from a stream, if the stream gives the events that happened.
    pub(super) fn seeded(&self, stream: Stream, first_event: usize) -> Result<Self, PlayError> {
        let mut again = Self::start(Arc::clone(&self.game), Some(stream));
        let events = self.history();
        for &action in events.iter().filter(|&&action| !G::is_chance(action)) {
            // Other chance events can make it illegal; the comparison below says which.
            if self.game.check(&again.state, action).is_err() {
                break;
            }
            again.happen(action);
            again.resolve_chance();
        }
        let given = again.history();
        let differs =
            (0..events.len().max(given.len())).find(|&at| events.get(at) != given.get(at));
        if let Some(number) = differs {
            let text = |events: &[G::Action]| {
                events
                    .get(number)
                    .map_or("the end".to_owned(), |&event| self.game.action_text(event))
            };
            let (here, there) = (text(&events), text(&given));
            let message = format!("{here} is not what seed {} gives: {there}", stream.seed);
            return Err(fault(first_event + number, message));
        }
        Ok(again)
    }

    fn check_header(game: &G, header: &Header) -> Result<(), PlayError> {
        let info = G::INFO;
        let version = |what, found: &str, expected: &str| {
            let (found, expected) = (clip(found), expected.to_owned());
            Err(PlayError::Version { what, found, expected })
        };
        if header.game != info.name {
            return Err(fault(
                2,
                format!("a record of {:?}, not of {}", clip(&header.game), info.name),
            ));
        }
        if header.rules != info.rules_version.to_string() {
            return version("the rules version", &header.rules, &info.rules_version.to_string());
        }
        if header.digest != game.components().digest {
            return version("the component set", &header.digest, &game.components().digest);
        }
        if header.players != game.players() as i64 {
            let message = format!("{} players, the game has {}", header.players, game.players());
            return Err(fault(4, message));
        }
        if &header.options != game.options() {
            return Err(fault(6, "the options differ from those of the game"));
        }
        if header.seed.is_some() && header.start.is_some() {
            return Err(fault(7, "seed and start exclude each other"));
        }
        Ok(())
    }

    /// Whether nothing more can happen.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.actor() == Actor::Nobody
    }
}
