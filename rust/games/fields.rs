//! Positions in JSON: objects in which every key must be there, and no other.

use serde_json::{Map, Value};

use crate::game::{FormatError, clip};

/// A JSON object being read: every key must be there, and no other.
pub(crate) struct Fields<'a> {
    key: String,
    object: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    /// The object at `key`, which has these keys at most.
    pub(crate) fn new(key: &str, value: &'a Value, names: &[&str]) -> Result<Self, FormatError> {
        let object =
            value.as_object().ok_or_else(|| FormatError::form(key, "an object is expected"))?;
        if let Some(extra) = object.keys().find(|name| !names.contains(&name.as_str())) {
            let message = format!("unknown key {:?}; known are {}", clip(extra), names.join(", "));
            return Err(FormatError::form(key, message));
        }
        Ok(Self { key: key.to_owned(), object })
    }

    /// The name of a key in full.
    pub(crate) fn path(&self, name: &str) -> String {
        format!("{}.{name}", self.key)
    }

    /// The value of a key.
    pub(crate) fn get(&self, name: &str) -> Result<&'a Value, FormatError> {
        self.object.get(name).ok_or_else(|| FormatError::form(self.path(name), "is missing"))
    }

    /// A whole number within limits.
    pub(crate) fn number(&self, name: &str, low: i64, high: i64) -> Result<i64, FormatError> {
        number(&self.path(name), self.get(name)?, low, high)
    }

    /// True or false.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, FormatError> {
        let flag = self.get(name)?.as_bool();
        flag.ok_or_else(|| FormatError::form(self.path(name), "true or false is expected"))
    }

    /// A text.
    pub(crate) fn text(&self, name: &str) -> Result<&'a str, FormatError> {
        let text = self.get(name)?.as_str();
        text.ok_or_else(|| FormatError::form(self.path(name), "a text is expected"))
    }

    /// A list.
    pub(crate) fn list(&self, name: &str) -> Result<&'a [Value], FormatError> {
        let list = self.get(name)?.as_array().map(Vec::as_slice);
        list.ok_or_else(|| FormatError::form(self.path(name), "a list is expected"))
    }
}

/// A whole number within limits.
///
/// # Errors
/// [`FormatError`] at `key`.
pub(crate) fn number(key: &str, value: &Value, low: i64, high: i64) -> Result<i64, FormatError> {
    value.as_i64().filter(|number| (low..=high).contains(number)).ok_or_else(|| {
        FormatError::form(
            key,
            format!("{} is no whole number from {low} to {high}", clip(&value.to_string())),
        )
    })
}
