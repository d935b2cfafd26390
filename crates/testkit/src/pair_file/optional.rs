//! Fields that a file may leave out, or fill with what is not needed.

use serde::{Deserialize, Deserializer};

/// A null counts as a field that is absent.
pub(crate) fn null_as_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}

/// A text, or anything else as its JSON.
pub(crate) fn any_as_text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(from).map(|note| {
        note.map(|note| match note {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        })
    })
}
