//! Configs: texts, lines that are right or nearly so, and settings of the command line.

use std::sync::LazyLock;

use elderhand_tests::fuzz::{Source, explained};
use elderhand_train::Config;
use toml::{Table, Value};

use super::written::written;

/// The defaults, which say which settings there are.
const BASE: &str = include_str!("../../../configs/base.toml");

/// Values of every kind, as TOML writes them.
const VALUES: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "8",
    "64",
    "1e9",
    "0.5",
    "-0.0",
    "nan",
    "inf",
    "9223372036854775807",
    "true",
    "false",
    "\"\"",
    "\"gin\"",
    "\"kuhn\"",
    "\"snap\"",
    "\"cuda\"",
    "\"simple\"",
    "[]",
    "[1, 2]",
    "[[1]]",
    "[\"hand\"]",
    "{}",
    "{ from = 1, to = 0 }",
    "{ seats = [2, 3] }",
    "{ seats = [2, 2], x = [] }",
    "{ from = nan }",
    "1979-05-27",
    "0x10",
    "\"\\u0000\"",
    "'a.b'",
];

/// Every setting by its dotted key, and some that are none.
static KEYS: LazyLock<Vec<String>> = LazyLock::new(|| {
    fn keys(prefix: &str, table: &Table, found: &mut Vec<String>) {
        for (name, value) in table {
            let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            found.push(key.clone());
            if let Value::Table(inner) = value {
                keys(&key, inner, found);
            }
        }
    }
    let mut found = [
        "options.seats",
        "options.gin_bonus",
        "options.episode",
        "self_play.vary.seats",
        "base",
        "x",
        "'a.b'",
        "network.x",
    ]
    .map(str::to_owned)
    .to_vec();
    keys("", &BASE.parse().expect("the defaults are TOML"), &mut found);
    found
});

/// Loads a config; one that is right comes back from its own text.
pub fn configs(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut lines = Vec::new();
    let mut text = String::new();
    match source.below(4) {
        0 => text = String::from_utf8_lossy(source.rest()).into_owned(),
        _ => {
            lines.extend(["game = \"kuhn\"", "budget.minutes = 1.0"].map(str::to_owned));
            while !source.is_empty() && lines.len() < 8 {
                lines.push(format!("{} = {}", source.pick(&KEYS), source.pick(VALUES)));
            }
        }
    }
    // Files of this machine are none of ours.
    if text.contains("base") && text.contains('/') {
        return;
    }
    let sets: Vec<String> = lines.split_off(lines.len() / 2);
    if text.is_empty() {
        text = lines.join("\n");
    }
    match Config::load(&written("config.toml", text.as_bytes()), &sets) {
        Err(error) => explained(&error),
        Ok(config) => {
            let again = Config::load(&written("again.toml", config.to_toml().as_bytes()), &[]);
            let again = again.unwrap_or_else(|error| panic!("{error}: {text}\n{sets:?}"));
            assert_eq!(again, config, "another config comes back: {text}\n{sets:?}");
        }
    }
}
