//! Golden games: short texts that play one rule each and read beside the rules page.
//!
//! They lie in `golden/<family>/<rule>.txt`. A text is read from top to bottom; `#` begins a comment.
//!
//! ```text
//! # A pair beats any high card.
//! game: leduc
//! set: key=value                 options, if they differ from the variant's own
//! players: Anna Bert             names of the seats in order; two seats are `elder` and `younger` if it is left out
//! deal elder: JH                 the cards that chance deals to a seat, in order; `deal all` for those that all see
//! deal younger: KH
//! lot: younger                   the seats that are drawn by lot, in order
//! may only: check, bet           exactly the legal actions of the seat to move
//! may: bet                       some of them
//! may not: call                  actions that are not legal now
//! elder: check                   a decision
//! younger: check -> JS           a decision, and the cards that are dealt next
//! repeat: 2 lines 3 times        the two lines before this one are played three times more
//! elder: bet, call               decisions in a row; each may have its own cards
//! in turn: bet, call             decisions in a row, each of whoever is to move then
//! elder sees: public = "JS"      a part of a seat's view, named by its path in the JSON, and its value
//! returns: 5 -5                  the game is over, and this is what each seat gets
//! truncated: no                  whether a cap ended it
//! ```

mod script;

use std::fs;
use std::path::{Path, PathBuf};

use elderhand_env::options::parse_options;
use elderhand_env::{Overrides, VARIANTS, game};

use crate::setting::Setting;

/// A golden game: its setting, the names of its seats and its script.
#[derive(Clone, Debug)]
pub struct Golden {
    /// The file, for messages.
    pub name: String,
    /// The game and its options.
    pub setting: Setting,
    players: Vec<String>,
    /// The number of each line in the file, its key and the rest.
    script: Vec<(usize, String, String)>,
}

/// Every golden game, sorted by path.
///
/// # Panics
///
/// Panics if the folders cannot be listed.
pub fn files() -> Vec<PathBuf> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        entries.map(|entry| entry.expect("the folder can be read").path()).collect()
    };
    let folders = list(&Path::new(env!("CARGO_MANIFEST_DIR")).join("golden"));
    let mut files: Vec<PathBuf> = folders.iter().flat_map(|folder| list(folder)).collect();
    files.sort();
    files
}

/// Reads a golden game from its file.
///
/// # Errors
///
/// Gives the file, the line and what is wrong.
pub fn read(path: &Path) -> Result<Golden, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let file = path.file_name().unwrap_or_default();
    parse(&format!("{}/{}", folder.display(), file.display()), &text)
}

/// Reads a golden game from a text; `name` is for messages.
///
/// # Errors
///
/// Gives the line and what is wrong.
pub fn parse(name: &str, text: &str) -> Result<Golden, String> {
    let mut golden = Golden {
        name: name.into(),
        setting: Setting { id: "", overrides: Overrides::new() },
        players: vec!["elder".into(), "younger".into()],
        script: Vec::new(),
    };
    for (place, line) in text.lines().enumerate() {
        let wrong = |problem: String| format!("{name}, line {}: {problem}", place + 1);
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let (key, rest) = line.split_once(':').ok_or_else(|| wrong("expected `key: text`".into()))?;
        let (key, rest) = (key.trim(), rest.trim());
        match key {
            "game" => {
                let variant = VARIANTS.iter().find(|variant| variant.id == rest);
                golden.setting.id = variant.ok_or_else(|| wrong(format!("there is no game `{rest}`")))?.id;
            }
            "set" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                golden.setting.overrides.extend(parse_options(&words).map_err(|error| wrong(error.to_string()))?);
            }
            "repeat" => {
                repeat(&mut golden.script, rest).ok_or_else(|| wrong("expected `repeat: N lines M times`".into()))?
            }
            "players" => golden.players = rest.split_whitespace().map(str::to_owned).collect(),
            _ => golden.script.push((place + 1, key.into(), rest.into())),
        }
    }
    if golden.setting.id.is_empty() {
        return Err(format!("{name}: `game: ID` is missing"));
    }
    Ok(golden)
}

/// Plays the last lines so many times more, as `6 lines 32 times` says.
fn repeat(script: &mut Vec<(usize, String, String)>, text: &str) -> Option<()> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [lines, "lines", times, "times"] = words[..] else { return None };
    let (lines, times): (usize, usize) = (lines.parse().ok()?, times.parse().ok()?);
    let block = script[script.len().checked_sub(lines)?..].to_vec();
    (0..times).for_each(|_| script.extend_from_slice(&block));
    Some(())
}

/// Plays a golden game.
///
/// # Errors
///
/// Gives the line and what is not as the text says.
pub fn run(golden: &Golden) -> Result<(), String> {
    let game =
        game(golden.setting.id, &golden.setting.overrides).map_err(|error| format!("{}: {error}", golden.name))?;
    script::run(&game, &golden.players, &golden.script).map_err(|problem| format!("{}{problem}", golden.name))
}
