//! Options by name, checked against what a game accepts.

use serde_json::{Map, Value};

use crate::game::{Info, OptionKind, OptionSpec, SetupError, clip};

fn refuse(option: &str, rule: &'static str, message: String) -> SetupError {
    SetupError::Option { option: option.to_owned(), message, rule }
}

/// What an option accepts, in words.
#[must_use]
pub fn accepted(kind: OptionKind) -> String {
    match kind {
        OptionKind::Flag => "true or false".to_owned(),
        OptionKind::Number(low, high) | OptionKind::NumberByPlayers(low, high, _) => {
            format!("a whole number from {low} to {high}")
        }
        OptionKind::Choice(words) | OptionKind::ChoiceByPlayers(words, _) => words.join(" or "),
        OptionKind::Subset(words) => format!("a list of any of {}", words.join(", ")),
        OptionKind::SeatOrRandom => "a seat from 0, or random".to_owned(),
        OptionKind::IdOrRandom => "a card's id, or random".to_owned(),
    }
}

/// The number of players, if the game accepts it.
///
/// # Errors
/// [`SetupError::Option`] otherwise.
pub fn players(info: &Info, players: i64) -> Result<u8, SetupError> {
    let (low, high) = (info.min_players, info.max_players);
    u8::try_from(players).ok().filter(|count| (low..=high).contains(count)).ok_or_else(|| {
        let range = if low == high { low.to_string() } else { format!("{low} to {high}") };
        let message = format!("{} is for {range} players, not {players}", info.title);
        refuse("players", info.players_rule, message)
    })
}

fn find<'a>(info: &'a Info, name: &str) -> Result<&'a OptionSpec, SetupError> {
    info.options.iter().find(|spec| spec.name == name).ok_or_else(|| {
        let names: Vec<&str> = info.options.iter().map(|spec| spec.name).collect();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let message = format!("{} has no such option; known are {known}", info.name);
        refuse(&clip(name), "", message)
    })
}

/// Every option of a game: what was given, checked and brought into one form, else the default.
///
/// # Errors
/// [`SetupError::Option`] for an unknown name or a value that is not accepted.
pub fn resolve(
    info: &Info,
    players: u8,
    given: &Map<String, Value>,
) -> Result<Map<String, Value>, SetupError> {
    for name in given.keys() {
        find(info, name)?;
    }
    let mut resolved = Map::new();
    for spec in info.options {
        let value = match given.get(spec.name) {
            Some(value) => check(spec, players, value)?,
            None => default_for(spec, players),
        };
        resolved.insert(spec.name.to_owned(), value);
    }
    Ok(resolved)
}

/// The default of an option with so many players.
fn default_for(spec: &OptionSpec, players: u8) -> Value {
    match spec.kind {
        OptionKind::NumberByPlayers(_, _, number) => number(players).into(),
        OptionKind::ChoiceByPlayers(words, which) => words[which(players)].into(),
        _ => default_of(spec),
    }
}

/// The default of an option, before the number of players is known.
#[must_use]
pub fn default_of(spec: &OptionSpec) -> Value {
    // The text is a constant of the crate; `null` would fail every test of the option.
    serde_json::from_str(spec.default).unwrap_or(Value::Null)
}

fn check(spec: &OptionSpec, players: u8, value: &Value) -> Result<Value, SetupError> {
    let fits = match spec.kind {
        OptionKind::Flag => value.is_boolean(),
        OptionKind::Number(low, high) | OptionKind::NumberByPlayers(low, high, _) => {
            value.as_i64().is_some_and(|number| (low..=high).contains(&number))
        }
        OptionKind::Choice(words) | OptionKind::ChoiceByPlayers(words, _) => {
            value.as_str().is_some_and(|word| words.contains(&word))
        }
        OptionKind::Subset(words) => return subset(spec, players, words, value),
        OptionKind::SeatOrRandom => {
            value == "random" || value.as_u64().is_some_and(|seat| seat < u64::from(players))
        }
        OptionKind::IdOrRandom => value.is_string(),
    };
    if fits {
        return Ok(value.clone());
    }
    Err(unaccepted(spec, players, &value.to_string()))
}

/// That an option does not accept a value, given as text, which may be of a kind that JSON lacks.
#[must_use]
pub fn refused(info: &Info, players: i64, name: &str, value: &str) -> SetupError {
    let checked = self::players(info, players).and_then(|players| Ok((find(info, name)?, players)));
    checked.map_or_else(|error| error, |(spec, players)| unaccepted(spec, players, value))
}

fn unaccepted(spec: &OptionSpec, players: u8, value: &str) -> SetupError {
    let seats = match (spec.kind, players) {
        (OptionKind::SeatOrRandom, 1) => ", with 1 player".to_owned(),
        (OptionKind::SeatOrRandom, _) => format!(", with {players} players"),
        _ => String::new(),
    };
    let message = format!("{} is not accepted: {}{seats}", clip(value), accepted(spec.kind));
    refuse(spec.name, spec.rule, message)
}

/// A subset in the order of the words, so that equal subsets are equal values. A single word is a
/// list of it.
fn subset(
    spec: &OptionSpec,
    players: u8,
    words: &[&str],
    value: &Value,
) -> Result<Value, SetupError> {
    let expected = || unaccepted(spec, players, &value.to_string());
    let list = match value {
        Value::Array(list) => list.as_slice(),
        Value::String(_) => std::slice::from_ref(value),
        _ => return Err(expected()),
    };
    for (index, entry) in list.iter().enumerate() {
        let known = entry.as_str().is_some_and(|word| words.contains(&word));
        if !known || list[..index].contains(entry) {
            return Err(expected());
        }
    }
    Ok(words.iter().filter(|&&word| list.iter().any(|entry| entry == word)).copied().collect())
}
