//! Lists of texts on their way to JSON.

use serde::ser::{Serialize, SerializeSeq, Serializer};

/// Something that writes itself as many texts, one after the other into the same room.
pub(crate) struct Texts<I, W> {
    items: I,
    write: W,
}

impl<I, W> Texts<I, W>
where
    I: Iterator + Clone,
    W: Fn(I::Item, &mut String),
{
    /// A text for each of `items`, which `write` appends.
    pub(crate) fn new(items: impl IntoIterator<IntoIter = I>, write: W) -> Self {
        Self { items: items.into_iter(), write }
    }
}

impl<I, W> Serialize for Texts<I, W>
where
    I: Iterator + Clone,
    W: Fn(I::Item, &mut String),
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut text = String::new();
        for item in self.items.clone() {
            text.clear();
            (self.write)(item, &mut text);
            list.serialize_element(&text)?;
        }
        list.end()
    }
}
