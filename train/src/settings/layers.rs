//! Config files laid over one another, remembering where each setting comes from.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

use elderhand_agents::files::read_text;
use elderhand_env::options::{expected, nearest};
use elderhand_env::{GameError, OptionError};
use serde::Deserialize;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use crate::settings::config::Config;

/// The defaults, which also say which settings there are.
const BUILTIN: &str = include_str!("../../../configs/base.toml");

/// The table that says what varies; a layer that has one says all of it.
const VARY: &str = "self_play.vary";

/// The tables whose keys are the options of the game.
const FREE: [&str; 2] = ["options", VARY];

/// A config may stand on a chain of at most this many others.
const MAX_BASES: usize = 8;
/// No config is longer.
const MOST_BYTES: u64 = 1 << 20;

/// Where a setting comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// In the built-in defaults.
    Default,
    /// On a line of a file, counted from 1.
    File(PathBuf, usize),
    /// On the command line.
    Set,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("where no config says otherwise"),
            Origin::File(path, line) => write!(f, "{}, line {line}", path.display()),
            Origin::Set => f.write_str("--set"),
        }
    }
}

/// A config that cannot be used; the message says where, what and how to mend it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A file cannot be read.
    #[error("cannot read the config {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file is not TOML.
    #[error("{origin}: {message}")]
    Syntax {
        /// Where.
        origin: Origin,
        /// What the parser says.
        message: String,
    },
    /// Bases go in a circle, or on for too long.
    #[error("{}: `base` leads through more than {MAX_BASES} files: does one name itself?", .0.display())]
    Bases(PathBuf),
    /// There is no such setting.
    #[error("{origin}: there is no setting `{key}`{}", hint(.nearest))]
    Unknown {
        /// Where.
        origin: Origin,
        /// The key as it was given.
        key: String,
        /// The most similar key.
        nearest: Option<String>,
    },
    /// A value is of another type or out of its range.
    #[error("{origin}: `{key}` is {found}: expected {expected}")]
    Value {
        /// Where.
        origin: Origin,
        /// The key.
        key: String,
        /// The value as it was given.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// A text is not of the form `key=value`.
    #[error("--set: `{0}` is not a setting: expected key=value, such as learning.epochs=2")]
    Form(String),
    /// The game or its options are wrong.
    #[error("{origin}: {source}")]
    Game {
        /// Where.
        origin: Origin,
        /// What is wrong.
        source: GameError,
    },
}

impl ConfigError {
    /// Returns `true` if the fault lies in a setting of the command line, not in a file.
    #[must_use]
    pub fn on_the_command_line(&self) -> bool {
        match self {
            ConfigError::Form(_) => true,
            ConfigError::Syntax { origin, .. }
            | ConfigError::Unknown { origin, .. }
            | ConfigError::Value { origin, .. }
            | ConfigError::Game { origin, .. } => *origin == Origin::Set,
            _ => false,
        }
    }
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |key| format!("; did you mean `{key}`?"))
}

/// The settings laid so far, and where each comes from.
pub(crate) struct Layers {
    table: Table,
    /// The layer that set a key last, counted from 1 up, and its place; the defaults set the others.
    origins: BTreeMap<String, (usize, Origin)>,
    /// The number of layers on top of the defaults.
    height: usize,
}

impl Layers {
    /// Starts with the defaults.
    pub fn builtin() -> Result<Layers, ConfigError> {
        let table = parse(BUILTIN, Path::new("configs/base.toml"))?;
        Ok(Layers { table, origins: BTreeMap::new(), height: 0 })
    }

    /// Lays a file on top, its own bases first.
    pub fn file(&mut self, path: &Path) -> Result<(), ConfigError> {
        let mut chain = vec![read(path)?];
        while let Some(base) = chain.last().and_then(|(path, _, table)| base_of(path, table)) {
            if chain.len() > MAX_BASES {
                return Err(ConfigError::Bases(path.into()));
            }
            chain.push(read(&base)?);
        }
        for (path, text, mut table) in chain.into_iter().rev() {
            table.remove("base");
            let spans = DeTable::parse(&text).map_err(|error| syntax(&path, &text, &error))?;
            let origin = |span: Range<usize>| Origin::File(path.clone(), line_of(&text, span.start));
            self.height += 1;
            self.lay("", &table, &|key| span_of(spans.get_ref(), key).map_or(Origin::File(path.clone(), 1), origin))?;
        }
        Ok(())
    }

    /// Lays settings of the command line on top; keys are dotted, a value that is not TOML is a text.
    pub fn sets(&mut self, sets: &[String]) -> Result<(), ConfigError> {
        self.height += 1;
        for set in sets {
            let (key, value) = set.split_once('=').ok_or_else(|| ConfigError::Form(set.clone()))?;
            let key = key.trim();
            if key.is_empty() || key.split('.').any(str::is_empty) {
                return Err(ConfigError::Form(set.clone()));
            }
            let value = format!("value = {value}")
                .parse::<Table>()
                .ok()
                .filter(|table| table.len() == 1)
                .and_then(|mut table| table.remove("value"))
                .unwrap_or_else(|| Value::String(value.trim().into()));
            let (parent, name) = key.rsplit_once('.').unwrap_or(("", key));
            self.lay(parent, &Table::from_iter([(name.to_owned(), value)]), &|_| Origin::Set)?;
        }
        Ok(())
    }

    /// Returns the config that the layers make.
    pub fn config(&self) -> Result<Config, ConfigError> {
        Config::deserialize(self.table.clone())
            .map_err(|error| ConfigError::Syntax { origin: Origin::Default, message: error.message().into() })
    }

    /// Returns `true` if a key was set above the layer that set another one last.
    pub fn is_above(&self, key: &str, other: &str) -> bool {
        let layer = |key| self.origins.get(key).map_or(0, |(layer, _)| *layer);
        layer(key) > layer(other)
    }

    /// Returns the error of a setting whose value is out of range.
    pub fn wrong(&self, key: &str, expected: String) -> ConfigError {
        let found = get(&self.table, key).map_or_else(String::new, Value::to_string);
        ConfigError::Value { origin: self.origin(key), key: key.into(), found, expected }
    }

    /// Returns the error of a game that cannot be made; `table` holds the options that were tried.
    pub fn game(&self, source: GameError, table: &str) -> ConfigError {
        let key = match &source {
            GameError::Option {
                source:
                    OptionError::Unknown { name, .. } | OptionError::Value { name, .. } | OptionError::Fixed { name, .. },
                ..
            } => {
                format!("{table}.{name}")
            }
            _ => "game".into(),
        };
        ConfigError::Game { origin: self.origin(&key), source }
    }

    fn origin(&self, key: &str) -> Origin {
        self.origins.get(key).map_or(Origin::Default, |(_, origin)| origin.clone())
    }

    fn lay(&mut self, prefix: &str, table: &Table, origin: &dyn Fn(&str) -> Origin) -> Result<(), ConfigError> {
        for (name, value) in table {
            let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            match value {
                Value::Table(inner) if matches!(get(&self.table, &key), Some(Value::Table(_))) => {
                    if key == VARY
                        && let Some(before) = get_mut(&mut self.table, VARY)
                    {
                        before.clear();
                    }
                    self.lay(&key, inner, origin)?;
                }
                _ => self.put(&key, value.clone(), origin(&key))?,
            }
        }
        Ok(())
    }

    /// Puts one setting; trying the config after each lets the error name the one that is wrong.
    fn put(&mut self, key: &str, value: Value, origin: Origin) -> Result<(), ConfigError> {
        let (parent, name) = key.rsplit_once('.').unwrap_or(("", key));
        let free = FREE.contains(&parent);
        let unknown = |layers: &Layers, origin| {
            let known = keys("", &layers.table);
            let nearest = nearest(key, known.iter().map(String::as_str)).map(str::to_owned);
            ConfigError::Unknown { origin, key: key.into(), nearest }
        };
        let wrong = |origin, value: &Value, expected: &str| {
            let (key, found, expected) = (key.to_owned(), value.to_string(), expected.to_owned());
            ConfigError::Value { origin, key, found, expected }
        };
        match get(&self.table, key) {
            None if !free => return Err(unknown(self, origin)),
            Some(Value::Table(_)) if FREE.contains(&key) => return Err(wrong(origin, &value, "a table of options")),
            Some(Value::Table(inner)) => {
                return Err(wrong(origin, &value, &format!("a table of {}", keys("", inner).join(", "))));
            }
            _ => {}
        }
        let Some(table) = get_mut(&mut self.table, parent) else { return Err(unknown(self, origin)) };
        table.insert(name.into(), value.clone());
        if let Err(error) = Config::deserialize(self.table.clone()) {
            return Err(wrong(origin, &value, &expected(error.message())));
        }
        self.origins.insert(key.into(), (self.height, origin));
        Ok(())
    }
}

fn parse(text: &str, path: &Path) -> Result<Table, ConfigError> {
    text.parse().map_err(|error| syntax(path, text, &error))
}

fn read(path: &Path) -> Result<(PathBuf, String, Table), ConfigError> {
    let text = File::open(path).and_then(|file| read_text(file, MOST_BYTES));
    let text = text.map_err(|source| ConfigError::Read { path: path.into(), source })?;
    let table = parse(&text, path)?;
    match table.get("base") {
        None | Some(Value::String(_)) => Ok((path.into(), text, table)),
        Some(found) => {
            let line = text.lines().position(|line| line.trim_start().starts_with("base")).map_or(1, |line| line + 1);
            let (origin, found) = (Origin::File(path.into(), line), found.to_string());
            Err(ConfigError::Value {
                origin,
                key: "base".into(),
                found,
                expected: "the name of a file in quotes".into(),
            })
        }
    }
}

/// Returns the file that a config is laid over, named from the config's own folder; `None` if it names none.
fn base_of(path: &Path, table: &Table) -> Option<PathBuf> {
    let base = table.get("base")?.as_str()?;
    Some(path.parent().unwrap_or(Path::new("")).join(base))
}

fn syntax(path: &Path, text: &str, error: &toml::de::Error) -> ConfigError {
    let line = error.span().map_or(1, |span| line_of(text, span.start));
    ConfigError::Syntax { origin: Origin::File(path.into(), line), message: error.message().into() }
}

fn line_of(text: &str, byte: usize) -> usize {
    1 + text.as_bytes()[..byte.min(text.len())].iter().filter(|&&byte| byte == b'\n').count()
}

/// Returns where a dotted key stands in a parsed file; `None` if it is not there.
fn span_of(table: &DeTable<'_>, key: &str) -> Option<Range<usize>> {
    let (first, rest) = key.split_once('.').map_or((key, None), |(first, rest)| (first, Some(rest)));
    let (name, value) = table.iter().find(|(name, _)| name.get_ref() == first)?;
    match (rest, value.get_ref()) {
        (Some(rest), DeValue::Table(inner)) => span_of(inner, rest),
        _ => Some(name.span()),
    }
}

fn get<'a>(table: &'a Table, key: &str) -> Option<&'a Value> {
    match key.split_once('.') {
        Some((first, rest)) => get(table.get(first)?.as_table()?, rest),
        None => table.get(key),
    }
}

fn get_mut<'a>(table: &'a mut Table, key: &str) -> Option<&'a mut Table> {
    match key {
        "" => Some(table),
        _ => key.split('.').try_fold(table, |table, name| table.get_mut(name)?.as_table_mut()),
    }
}

/// Returns every dotted key of a table.
fn keys(prefix: &str, table: &Table) -> Vec<String> {
    table
        .iter()
        .flat_map(|(name, value)| {
            let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            match value {
                Value::Table(inner) if !inner.is_empty() => keys(&key, inner),
                _ => vec![key],
            }
        })
        .collect()
}
