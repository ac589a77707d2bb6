//! Options given from outside: names, values, and what to say when they are wrong.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_path_to_error::Path;

/// Options by name, to be laid over a variant's own.
pub type Overrides = Map<String, Value>;

/// An option that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The game has no such option.
    #[error("there is no option `{name}`{}", hint(.nearest))]
    Unknown {
        /// The name as it was given.
        name: String,
        /// The most similar known name.
        nearest: Option<String>,
    },
    /// The value is of another type, or out of range.
    #[error("option `{name}`: {found} is not allowed: expected {expected}")]
    Value {
        /// The option.
        name: String,
        /// The value as it was given.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// The option is of matches, and the episode is a round.
    #[error("option `{name}` is of matches: add episode=match, or leave it out")]
    OfMatch {
        /// The option.
        name: String,
    },
    /// The option cannot take several values under one network.
    #[error("option `{name}` cannot vary: {}", can_vary(.variable))]
    Fixed {
        /// The option.
        name: String,
        /// The options that can.
        variable: &'static [&'static str],
    },
    /// A text is not of the form `key=value`.
    #[error("`{0}` is not an option: expected key=value, such as gin_bonus=25")]
    Form(String),
}

impl OptionError {
    /// An option out of its range.
    pub fn range(name: &str, found: impl Serialize, expected: &str) -> OptionError {
        let found = serde_json::to_string(&found).unwrap_or_default();
        OptionError::Value { name: name.into(), found, expected: expected.into() }
    }
}

/// Reads options of the form `key=value`; a value that is not JSON is a text.
///
/// # Errors
///
/// Fails on a text without `=` or without a key.
pub fn parse_options<T: AsRef<str>>(texts: &[T]) -> Result<Overrides, OptionError> {
    texts
        .iter()
        .map(|text| {
            let text = text.as_ref();
            let (key, value) = text.split_once('=').ok_or_else(|| OptionError::Form(text.into()))?;
            if key.trim().is_empty() {
                return Err(OptionError::Form(text.into()));
            }
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value.trim()));
            Ok((key.trim().to_owned(), value))
        })
        .collect()
}

/// Writes options as `key=value`, the form that [`parse_options`] reads.
///
/// # Examples
///
/// ```
/// use elderhand_env::options::{parse_options, write_options};
///
/// let texts = ["gin_bonus=25", "settlement=gambling"];
/// assert_eq!(write_options(&parse_options(&texts)?), texts);
/// # Ok::<(), elderhand_env::OptionError>(())
/// ```
pub fn write_options<'a>(options: impl IntoIterator<Item = (&'a String, &'a Value)>) -> Vec<String> {
    let written = |(key, value): (_, &Value)| match value {
        Value::String(text) => format!("{key}={text}"),
        other => format!("{key}={other}"),
    };
    options.into_iter().map(written).collect()
}

/// Lays options over a preset.
///
/// # Errors
///
/// Fails on a name that the preset does not have, and on a value that its type does not take.
pub fn overlay<O: Serialize + DeserializeOwned>(preset: &O, overrides: &Overrides) -> Result<O, OptionError> {
    let mut table = as_table(preset);
    for (name, value) in overrides {
        if !table.contains_key(name) {
            let nearest = nearest(name, table.keys().map(String::as_str)).map(str::to_owned);
            return Err(OptionError::Unknown { name: name.clone(), nearest });
        }
        // What is no text is said to be none of the words of an option that takes words.
        let words = table[name].is_string() && !value.is_string();
        // One option at a time, so that the error can name the one that is wrong.
        let mut refusal = |value: &Value| {
            table.insert(name.clone(), value.clone());
            tracked::<O>(Value::Object(table.clone())).err().map(|error| expected(&error.inner().to_string()))
        };
        if let Some(expected) = refusal(value) {
            let expected = words.then(|| refusal(&Value::from(""))).flatten().unwrap_or(expected);
            return Err(OptionError::Value { name: name.clone(), found: value.to_string(), expected });
        }
    }
    Ok(tracked(Value::Object(table)).expect("every option was checked"))
}

/// Lays options over a preset and makes a game with them; what a number may be is then said in the words of the game, and
/// not as what its type can hold.
pub(crate) fn with_overrides<O: Serialize + DeserializeOwned, G>(
    preset: &O,
    overrides: &Overrides,
    make: &dyn Fn(O) -> Result<G, OptionError>,
) -> Result<G, OptionError> {
    let wrong = match overlay(preset, overrides) {
        Ok(options) => return make(options),
        Err(wrong) => wrong,
    };
    let OptionError::Value { name, found, expected } = wrong else { return Err(wrong) };
    // The game says what it takes when it is given more, or less.
    let refusal = |value: u16| {
        let tried = overlay(preset, &Overrides::from_iter([(name.clone(), value.into())])).and_then(make).err()?;
        match tried {
            OptionError::Value { name: refused, expected, .. } if refused == name => Some(expected),
            _ => None,
        }
    };
    let ranges = || [u8::MAX.into(), 10_001, u16::MAX, 0].into_iter().filter_map(refusal);
    let range =
        expected.starts_with("a whole number").then(|| ranges().find(|range| !range.starts_with("a whole"))).flatten();
    let expected = range.map_or(expected, |range| format!("a whole number, {range}"));
    Err(OptionError::Value { name, found, expected })
}

/// Puts the options that are missing into a table from outside that names some of them.
pub fn complete(given: &mut Value, options: &Overrides) {
    if let Value::Object(given) = given {
        for (name, value) in options {
            given.entry(name.clone()).or_insert_with(|| value.clone());
        }
    }
}

/// The options as a table of names and values.
pub fn as_table<O: Serialize>(options: &O) -> Overrides {
    match serde_json::to_value(options) {
        Ok(Value::Object(table)) => table,
        _ => Map::new(),
    }
}

/// Reads a JSON text; what is wrong with it is said with its place, in the words of people who do not write Rust.
///
/// # Errors
///
/// Fails on what is not JSON, and on a value of another form.
pub fn read_json<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let read = serde_path_to_error::deserialize(&mut reader).map_err(|error: serde_path_to_error::Error<_>| {
        let (path, error) = (error.path(), error.inner());
        if error.is_syntax() || error.is_eof() { plain(&error.to_string()) } else { at_its_place(path, error) }
    })?;
    reader.end().map_err(|error| plain(&error.to_string()))?;
    Ok(read)
}

/// Reads a JSON value; what is wrong with it is said with its place.
///
/// # Errors
///
/// Fails on a value of another form.
pub(crate) fn read_value<T: DeserializeOwned>(json: Value) -> Result<T, String> {
    tracked(json).map_err(|error| at_its_place(error.path(), error.inner()))
}

/// The one way in which a type is read from a value: each further way would be compiled once more for every game.
fn tracked<T: DeserializeOwned>(json: Value) -> Result<T, serde_path_to_error::Error<serde_json::Error>> {
    serde_path_to_error::deserialize(json)
}

/// What is wrong with a JSON value, and where, unless the text names the field itself.
fn at_its_place(path: &Path, error: &impl std::fmt::Display) -> String {
    let (path, text) = (path.to_string(), plain(&error.to_string()));
    if path == "." || text.starts_with('`') { text } else { format!("`{path}`: {text}") }
}

/// What serde says, in the words of people who do not write Rust.
///
/// # Examples
///
/// ```
/// use elderhand_env::options::plain;
///
/// assert_eq!(plain("invalid type: null, expected u8"), "null: expected a whole number, 0 to 255");
/// let message = "invalid type: map, expected a sequence at line 2 column 7";
/// assert_eq!(plain(message), "an object: expected a list in brackets (line 2, column 7)");
/// ```
pub fn plain(message: &str) -> String {
    let place = message.rsplit_once(" at line ").and_then(|(rest, place)| Some((rest, place.split_once(" column ")?)));
    let (message, place) = match place {
        // Where no text was read, but a value, there are no lines.
        Some((rest, ("0", _))) => (rest, String::new()),
        Some((rest, (line, column))) => (rest, format!(" (line {line}, column {column})")),
        None => (message, String::new()),
    };
    let message = message.trim_start_matches("invalid type: ").trim_start_matches("invalid value: ");
    let Some((found, expected)) = message.split_once(", expected ") else { return format!("{message}{place}") };
    let value = |kind| found.strip_prefix(kind).map(|value: &str| value.trim_matches('`'));
    let found = match found {
        "map" => "an object".into(),
        "sequence" => "a list".into(),
        "unit" => "null".into(),
        _ => match value("unknown variant ") {
            Some(word) => format!("\"{word}\""),
            None => ["integer ", "floating point ", "boolean ", "string "]
                .into_iter()
                .find_map(value)
                .unwrap_or(found)
                .into(),
        },
    };
    let expected = match expected {
        "u8" => "a whole number, 0 to 255",
        "u16" => "a whole number, 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "i8" => "a whole number, -128 to 127",
        "i16" => "a whole number, -32768 to 32767",
        "i32" | "i64" => "a whole number",
        "fewer elements in array" => "a shorter list",
        "f32" | "f64" => "a number",
        "a string" | "string or map" | "unit variant" | "variant identifier" => "a text in quotes",
        "a sequence" => "a list in brackets",
        "a boolean" => "true or false",
        "a map" | "map" => "an object",
        "map with a single key" => "an object with one key",
        "unit" => "null",
        text if text.starts_with("struct ") => "an object",
        text if text.starts_with("an array of length ") || text.starts_with("a tuple of size ") => {
            let length = text.rsplit(' ').next().unwrap_or_default();
            return format!("{found}: expected a list of {length}{place}");
        }
        text => text,
    };
    format!("{found}: expected {expected}{place}")
}

/// As [`plain`], but only what is said to be expected.
pub fn expected(message: &str) -> String {
    let message = plain(message);
    message.split_once("expected ").map_or(message.as_str(), |(_, rest)| rest).to_owned()
}

/// The known name that is most similar to a given one, if any is similar at all; a very long name is like none.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// To compare names takes as long as the product of their lengths.
    const LONGEST: usize = 100;
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    known
        .map(|candidate| (strsim::jaro_winkler(&name, &candidate.to_lowercase()), candidate))
        .filter(|&(similarity, _)| similarity > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// Lists the options that can vary for the end of an error message.
fn can_vary(variable: &[&str]) -> String {
    if variable.is_empty() {
        "no option of this game can".into()
    } else {
        format!("only `{}` can", variable.join("`, `"))
    }
}

/// Words a suggestion for the end of an error message.
pub(crate) fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
