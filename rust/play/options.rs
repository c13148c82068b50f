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
        OptionKind::Choice(words) => words.join(" or "),
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
        let message = format!("{players} players; {} is for {low} to {high}", info.title);
        refuse("players", info.players_rule, message)
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
        if !info.options.iter().any(|spec| spec.name == name) {
            let names: Vec<&str> = info.options.iter().map(|spec| spec.name).collect();
            let message =
                format!("{} has no such option; known are {}", info.name, names.join(", "));
            return Err(refuse(&clip(name), "", message));
        }
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
        OptionKind::NumberByPlayers(_, _, each) => (each * i64::from(players)).into(),
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
        OptionKind::Choice(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        OptionKind::Subset(words) => return subset(spec, words, value),
        OptionKind::SeatOrRandom => {
            value == "random" || value.as_u64().is_some_and(|seat| seat < u64::from(players))
        }
        OptionKind::IdOrRandom => value.is_string(),
    };
    if fits {
        return Ok(value.clone());
    }
    let seats = if matches!(spec.kind, OptionKind::SeatOrRandom) {
        format!(", with {players} players")
    } else {
        String::new()
    };
    let value = clip(&value.to_string());
    let message = format!("{value} is not accepted: {}{seats}", accepted(spec.kind));
    Err(refuse(spec.name, spec.rule, message))
}

/// A subset in the order of the words, so that equal subsets are equal values.
fn subset(spec: &OptionSpec, words: &[&str], value: &Value) -> Result<Value, SetupError> {
    let expected = || {
        let value = clip(&value.to_string());
        let message = format!("{value} is not accepted: {}", accepted(spec.kind));
        refuse(spec.name, spec.rule, message)
    };
    let list = value.as_array().ok_or_else(expected)?;
    for (index, entry) in list.iter().enumerate() {
        let known = entry.as_str().is_some_and(|word| words.contains(&word));
        if !known || list[..index].contains(entry) {
            return Err(expected());
        }
    }
    Ok(words.iter().filter(|&&word| list.iter().any(|entry| entry == word)).copied().collect())
}
