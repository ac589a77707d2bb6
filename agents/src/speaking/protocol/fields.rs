//! The fields of a JSON object that another program wrote.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::shown::is_obeyed;

/// A JSON object whose fields are taken out one by one; what is left over is ignored.
///
/// A field is read when it is taken: as values a long line may take forty times the memory that it takes as text.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Fields(HashMap<String, Box<RawValue>>);

impl Fields {
    /// Reads a line; the error says what it is instead of an object.
    pub fn read(text: &str) -> Result<Fields, String> {
        serde_json::from_str(text).map_err(|error| {
            let found = excerpt(text);
            if error.is_data() {
                format!("expected a JSON object such as {{\"id\": 1, …}}, found `{found}`")
            } else {
                format!("expected one JSON object a line, found `{found}`: {error}")
            }
        })
    }

    /// Returns `true` if there is a field of this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Takes a field that may be missing or null; the error names it and says what is expected of it.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str, expected: &str) -> Result<Option<T>, String> {
        let Some(value) = self.0.remove(name) else { return Ok(None) };
        serde_json::from_str(value.get())
            .map_err(|_| format!("`{name}` is `{}`: expected {expected}", excerpt(value.get())))
    }

    /// Takes a field that must be there.
    pub fn need<T: DeserializeOwned>(&mut self, name: &str, expected: &str) -> Result<T, String> {
        self.take(name, expected)?.ok_or_else(|| format!("`{name}` is missing: expected {expected}"))
    }
}

/// Returns a field of an object as it is written, where a number may be longer than any that can be counted with; `None` if
/// the text is no object with this field.
pub(crate) fn as_written(text: &str, name: &str) -> Option<Box<RawValue>> {
    let fields: HashMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    fields.get(name).map(|&field| field.to_owned())
}

/// The beginning of a text that may be long, on one line.
pub(crate) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 80;
    let mut short: String = text.chars().take(LENGTH).map(|c| if is_obeyed(c) { ' ' } else { c }).collect();
    if text.chars().nth(LENGTH).is_some() {
        short.push('…');
    }
    short
}
