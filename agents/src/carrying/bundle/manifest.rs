//! What a bundle says of itself.

use std::collections::BTreeMap;

use elderhand_env::Overrides;
use elderhand_env::options::{plain, read_json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::read::WEIGHTS;
use super::{Contract, Problem};
use crate::carrying::policy::Choice;
use crate::measuring::stats::{Estimate, Verdict};

/// The `format` of every manifest.
const FORMAT: &str = "elderhand-bundle";
/// The version of the format; it changes whenever an older reader would misread a newer bundle.
const VERSION: u64 = 1;

/// The manifest of a bundle; in its file `format` and `version` stand before these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The game that it plays.
    #[serde(flatten)]
    pub contract: Contract,
    /// The shape of the network.
    pub network: NetworkShape,
    /// Points a unit of the value output.
    pub value_scale: f32,
    /// How it chooses.
    pub decision: Choice,
    /// Where it comes from.
    pub training: Training,
    /// How it has played, one entry an opponent and setting.
    pub evaluations: Vec<Evaluation>,
    /// The SHA-256 of every other file by its name.
    pub files: BTreeMap<String, String>,
}

/// The shape of a network; its inputs and outputs are those of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkShape {
    /// The widths of the hidden layers.
    pub trunk: Vec<usize>,
}

/// Where a network comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Training {
    /// The name of the run.
    pub run: String,
    /// The day in UTC on which the bundle was made, as YYYY-MM-DD, if it is known.
    #[serde(default)]
    pub date: Option<String>,
    /// The git revision of the program that trained it, if it is known.
    pub revision: Option<String>,
    /// The seed of the run.
    pub seed: u64,
    /// The number of optimiser steps.
    pub steps: u64,
    /// The number of decisions it learned from.
    pub decisions: u64,
    /// The resolved config, as a text.
    pub config: String,
    /// Whatever else is worth keeping.
    #[serde(default)]
    pub notes: Map<String, Value>,
}

/// A match against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The opponent as it is named on the command line.
    pub opponent: String,
    /// The values of the options that vary, such as the number of seats; empty if none does.
    #[serde(default)]
    pub setting: Overrides,
    /// The number of deals, each played from every seat.
    pub deals: u64,
    /// Points a round.
    pub score: Estimate,
    /// The share of rounds won, from 0 to 1.
    pub win_share: Estimate,
}

impl Evaluation {
    /// The names of those who were met, each once, after some that are named first.
    pub fn opponents(first: impl IntoIterator<Item = &'static str>, all: &[Evaluation]) -> Vec<&str> {
        let mut opponents: Vec<&str> = Vec::from_iter(first);
        for evaluation in all {
            if !opponents.contains(&evaluation.opponent.as_str()) {
                opponents.push(&evaluation.opponent);
            }
        }
        opponents
    }

    /// What the interval of the score says.
    pub fn verdict(&self) -> Verdict {
        Verdict::of((self.score.low, self.score.high))
    }
}

/// The file's form.
#[derive(Serialize)]
struct Envelope<'a> {
    format: &'static str,
    version: u64,
    #[serde(flatten)]
    manifest: &'a Manifest,
}

impl Manifest {
    /// Returns the SHA-256 of the weights, which tells bundles apart whatever their cards say.
    pub fn weights(&self) -> Option<&str> {
        self.files.get(WEIGHTS).map(String::as_str)
    }

    /// The text of the file.
    pub(super) fn to_json(&self) -> String {
        let envelope = Envelope { format: FORMAT, version: VERSION, manifest: self };
        serde_json::to_string_pretty(&envelope).expect("names and numbers can be written") + "\n"
    }

    /// Reads the file and checks what can be checked without the others.
    pub(super) fn from_json(bytes: &[u8]) -> Result<Manifest, Problem> {
        let json: Value = read_json(bytes).map_err(Problem::Manifest)?;
        // First the version, because what another version writes need not have this one's fields.
        if json["format"] != FORMAT {
            return Err(Problem::key("format", &json["format"], format!("\"{FORMAT}\"")));
        }
        if json["version"] != VERSION {
            return Err(Problem::Version { found: json["version"].to_string(), known: VERSION });
        }
        let manifest: Manifest =
            serde_json::from_value(json).map_err(|error| Problem::Manifest(plain(&error.to_string())))?;
        if !(manifest.value_scale.is_finite() && manifest.value_scale > 0.0) {
            return Err(Problem::key("value_scale", manifest.value_scale, "a number above 0"));
        }
        if let Choice::Sample { temperature } = manifest.decision
            && !(temperature.is_finite() && temperature > 0.0)
        {
            return Err(Problem::key("decision.temperature", temperature, "a number above 0"));
        }
        Ok(manifest)
    }
}
