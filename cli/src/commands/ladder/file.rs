//! The file of a ladder: what each bundle came to, kept beside the bundles.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use elderhand_agents::bundle::{Evaluation, Manifest};
use elderhand_agents::files::{read_bounded, would_replace, write_atomically};
use elderhand_agents::{Choice, Releases};
use serde::{Deserialize, Serialize};

use crate::output::say;

/// Its name beside released bots.
pub const NAME: &str = "ladder.json";
/// What it may take.
const MOST_BYTES: u64 = 4 << 20;

/// What bundles came to, by the names of their bots.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Ladder {
    bots: BTreeMap<String, Rung>,
}

/// What a bundle came to.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Rung {
    /// The SHA-256 of its weights: those of another bundle came to something else.
    pub sha256: String,
    /// How it chooses; `None` where that was not yet kept. With equal weights, who draws otherwise plays otherwise.
    #[serde(default)]
    pub decision: Option<Choice>,
    /// The seed of the deals.
    pub seed: u64,
    /// Whom it met, where, and how that ended.
    pub lines: Vec<Evaluation>,
}

/// Fails where a ladder could not be written, or what is there is none.
pub fn check(path: &Path) -> anyhow::Result<()> {
    would_replace(path).with_context(|| format!("{} cannot be written", path.display()))?;
    Ladder::read(path).map(drop)
}

impl Rung {
    /// Returns `true` if it is what this bundle came to.
    pub fn is_of(&self, manifest: &Manifest) -> bool {
        manifest.weights().is_some_and(|weights| self.is_as(weights, Some(manifest.decision)))
    }

    fn is_as(&self, sha256: &str, decision: Option<Choice>) -> bool {
        self.sha256 == sha256 && (decision.is_none() || self.decision.is_none_or(|own| Some(own) == decision))
    }
}

impl Ladder {
    /// Reads a ladder; one that is not there is empty.
    pub fn read(path: &Path) -> anyhow::Result<Ladder> {
        match fs::exists(path) {
            Ok(false) => Ok(Ladder::default()),
            _ => {
                let bytes = read_bounded(path, MOST_BYTES).with_context(|| path.display().to_string())?;
                serde_json::from_slice(&bytes).with_context(|| format!("{}: this is no ladder", path.display()))
            }
        }
    }

    /// Reads the ladder that lies beside the released bots; empty, with a warning, if it cannot be read.
    pub fn beside(releases: &Releases) -> Ladder {
        let path = releases.names().first().and_then(|name| Some(releases.path(name).ok()?.with_file_name(NAME)));
        let read = path.map_or_else(|| Ok(Ladder::default()), |path| Ladder::read(&path));
        read.unwrap_or_else(|error| {
            say(&format!("warning: {error:#}"));
            Ladder::default()
        })
    }

    /// Puts a bot on it, in place of what another bundle of that name came to before. Of this bundle, on the deals of this seed,
    /// what was played elsewhere is kept.
    pub fn put(&mut self, name: &str, mut rung: Rung) {
        let old = self.bots.remove(name).filter(|old| old.is_as(&rung.sha256, rung.decision) && old.seed == rung.seed);
        let again = |line: &Evaluation| rung.lines.iter().any(|new| new.setting == line.setting);
        let mut kept = old.map_or_else(Vec::new, |old| old.lines);
        kept.retain(|line| !again(line));
        rung.lines.extend(kept);
        // Where it learnt to play comes first.
        rung.lines.sort_by_key(|line| line.setting.len());
        self.bots.insert(name.into(), rung);
    }

    /// Returns what a bundle came to, as its card says unless it was just this one.
    pub fn of<'a>(&'a self, name: &str, manifest: &'a Manifest) -> &'a [Evaluation] {
        let rung = self.bots.get(name).filter(|rung| rung.is_of(manifest));
        rung.map_or(&manifest.evaluations, |rung| &rung.lines)
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        write_atomically(path, text.as_bytes()).with_context(|| path.display().to_string())
    }
}
