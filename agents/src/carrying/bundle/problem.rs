//! What can be wrong with a bundle.

use std::io;

use elderhand_env::GameError;
use zip::result::ZipError;

use crate::carrying::network::NetworkError;

/// A bundle that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{bundle}: {problem}")]
pub struct BundleError {
    /// The bundle as it was named.
    pub bundle: String,
    /// What is wrong with it.
    pub problem: Box<Problem>,
}

/// What is wrong with a bundle, naming the file or the key in it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The bundle, or a file of a folder, cannot be read.
    #[error("{file}cannot be read: {source}", file = .file.map(|name| format!("{name}: ")).unwrap_or_default())]
    Unreadable {
        /// The file in the folder, unless it is the bundle itself.
        file: Option<&'static str>,
        /// What the system says.
        source: io::Error,
    },
    /// It is no zip file, or a damaged one.
    #[error("not a whole zip file ({0}): copy or download the bundle again")]
    Zip(#[from] ZipError),
    /// Two entries of the zip file have the same name.
    #[error("two files in the zip file have the same name")]
    Twice,
    /// A file is missing.
    #[error("there is no {0} in it: a bundle holds {parts}", parts = super::read::part_names())]
    Missing(
        /// Its name.
        &'static str,
    ),
    /// A file is larger than any bundle needs.
    #[error("{file} is larger than {limit} bytes")]
    Large {
        /// Its name, or that of the whole.
        file: &'static str,
        /// The most it may have.
        limit: u64,
    },
    /// A text is not UTF-8.
    #[error("{0} is not UTF-8 text")]
    Text(
        /// Its name.
        &'static str,
    ),
    /// The manifest does not have the form of manifests.
    #[error("manifest.json: {0}")]
    Manifest(
        /// What is wrong, naming the key or the line.
        String,
    ),
    /// The manifest is of another version of the format.
    #[error(
        "manifest.json: `version` is {found}, but this program reads version {known}: use the program that wrote it"
    )]
    Version {
        /// The version of the manifest.
        found: String,
        /// The version that can be read.
        known: u64,
    },
    /// A value of the manifest is out of its range, or not what the files say.
    #[error("manifest.json: `{key}` is {found}: expected {expected}")]
    Key {
        /// The key.
        key: &'static str,
        /// Its value.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// A file is not as it was when the manifest was written.
    #[error("{0} was altered: its SHA-256 is not the one in manifest.json")]
    Altered(
        /// Its name.
        &'static str,
    ),
    /// The game cannot be made.
    #[error("manifest.json: {0}")]
    Game(#[from] GameError),
    /// The bundle was made for another version or other options of the game.
    #[error("`{key}` is {bundle} in the bundle, but {game} in the game")]
    Differ {
        /// The key of the manifest.
        key: String,
        /// What the bundle says.
        bundle: String,
        /// What the game says.
        game: String,
    },
    /// The weights do not make a network.
    #[error("weights.safetensors: {0}")]
    Network(#[from] NetworkError),
    /// The network has another shape than its game or its manifest.
    #[error("weights.safetensors: the network has {found} {what}: expected {expected}")]
    Shape {
        /// What is counted.
        what: &'static str,
        /// What the weights say.
        found: String,
        /// What the game or the manifest says.
        expected: String,
    },
    /// A golden position cannot be read, or comes out otherwise.
    #[error("golden.jsonl, line {line}: {reason}")]
    Golden {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong, and by how much.
        reason: String,
    },
}

impl Problem {
    pub(in crate::carrying) fn of(self, bundle: &str) -> BundleError {
        BundleError { bundle: bundle.into(), problem: Box::new(self) }
    }

    pub(super) fn key(key: &'static str, found: impl ToString, expected: impl ToString) -> Problem {
        Problem::Key { key, found: found.to_string(), expected: expected.to_string() }
    }
}
