//! Options that are resolved: every one present, every value of its kind.

use serde_json::{Map, Value};

/// Reads resolved options by name.
#[derive(Clone, Copy)]
pub(crate) struct Resolved<'a>(pub &'a Map<String, Value>);

impl Resolved<'_> {
    /// Whether a choice is this word.
    pub(crate) fn is(self, name: &str, word: &str) -> bool {
        self.0.get(name).is_some_and(|value| value == word)
    }

    /// What the word chosen stands for; `other` for every word that is not listed.
    pub(crate) fn choice<T: Copy>(self, name: &str, words: &[(&str, T)], other: T) -> T {
        let chosen = words.iter().find(|(word, _)| self.is(name, word));
        chosen.map_or(other, |&(_, meaning)| meaning)
    }

    /// Whether a subset has this word.
    pub(crate) fn has(self, name: &str, word: &str) -> bool {
        let list = self.0.get(name).and_then(Value::as_array);
        list.is_some_and(|list| list.iter().any(|value| value == word))
    }

    /// Whether a flag is set.
    pub(crate) fn flag(self, name: &str) -> bool {
        self.0.get(name) == Some(&Value::Bool(true))
    }

    /// A number; `None` for a word in its place, such as `random`.
    pub(crate) fn number(self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(Value::as_u64)
    }

    /// The id of a component; `None` for `random`.
    pub(crate) fn id(self, name: &str) -> Option<String> {
        let id = self.0.get(name).and_then(Value::as_str);
        id.filter(|&id| id != "random").map(str::to_owned)
    }
}
