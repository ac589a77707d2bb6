//! Checkpoints: everything that a run needs to go on, in one safetensors file with a digest.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::ops::Not;
use std::path::{Path, PathBuf};

use elderhand_agents::files::read_bounded;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{CheckpointError, TrainError};
use crate::learning::network::parameters::NamedTensor;
use crate::record::evaluation::Evaluation;
use crate::record::files::write_whole;
use crate::settings::config::Config;

/// The version of the checkpoint format that this program reads and writes.
const CHECKPOINT_FORMAT: u32 = 5;
/// No checkpoint is longer.
const MOST_BYTES: u64 = 8 << 30;
/// How often a folder is looked at for its newest checkpoint, which a run that goes on may replace meanwhile.
const LOOKS: usize = 10;

/// The one entry of the file's metadata, so that equal runs write equal bytes.
const METADATA: &str = "elderhand";

/// The prefix of the tensors of the best average, in a run that compares its averages.
pub(crate) const BEST: &str = "best";

/// The tensor that holds the lanes as text.
const LANES: &str = "lanes";

/// The tensor that holds the open decisions as text.
const OPEN: &str = "open";

/// What a checkpoint says about itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CheckpointInfo {
    /// The resolved config of the run.
    pub config: Config,
    /// The SHA-256 of the game's action table.
    pub actions_hash: String,
    /// The SHA-256 of the game's observation layout.
    pub layout_hash: String,
    /// Iterations done.
    pub iteration: u64,
    /// Decisions made in self-play.
    pub decisions: u64,
    /// Decisions made in each lane.
    pub steps: u64,
    /// Steps of the optimiser.
    pub optimiser_steps: u64,
    /// Seconds of training under a limit of time; 0 without one, so that equal runs write equal files.
    pub seconds: f64,
    /// Iterations between two policies that the pool keeps.
    pub pool_interval: u64,
    /// How the network that is exported plays, against each opponent in each setting.
    pub evaluations: Vec<Evaluation>,
    /// The score of the best average so far against its hardest opponent; `None` before the first comparison, and where the
    /// best was chosen by another test.
    pub best: Option<f64>,
    /// Whether a comparison of the averages was due by then: it is made when the run goes on.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub due: bool,
    /// The processes that trained the run.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub ranks: usize,
}

fn one() -> usize {
    1
}

fn is_one(ranks: &usize) -> bool {
    *ranks == 1
}

/// A checkpoint in memory.
pub(crate) struct Checkpoint {
    pub info: CheckpointInfo,
    /// Tensors by prefix: `model`, `average`, `moment1`, `moment2`, `best` and `magnet` if there are any, and `pool/K`
    /// from the oldest to the newest.
    pub groups: Vec<(String, Vec<NamedTensor>)>,
    /// The lanes as text.
    pub lanes: String,
    /// The decisions whose outcome is not known yet, as text.
    pub open: String,
}

#[derive(Serialize, Deserialize)]
struct Metadata {
    format: u32,
    sha256: String,
    info: CheckpointInfo,
}

impl Checkpoint {
    /// Returns the tensors under a prefix; `None` if there are none.
    pub fn group(&self, prefix: &str) -> Option<&[NamedTensor]> {
        self.groups.iter().find(|(name, _)| name == prefix).map(|(_, tensors)| tensors.as_slice())
    }

    /// Writes the checkpoint, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), TrainError> {
        write_whole(path, &self.to_bytes())
    }

    /// Returns the checkpoint as a file has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = |(name, text): (&str, &String)| (name.into(), Dtype::U8, vec![text.len()], text.as_bytes().to_vec());
        let mut tensors: Vec<(String, Dtype, Vec<usize>, Vec<u8>)> =
            [(LANES, &self.lanes), (OPEN, &self.open)].map(text).into();
        for (prefix, group) in &self.groups {
            for NamedTensor { name, shape, data } in group {
                let bytes = data.iter().flat_map(|number| number.to_le_bytes()).collect();
                tensors.push((format!("{prefix}/{name}"), Dtype::F32, shape.clone(), bytes));
            }
        }
        tensors.sort_by(|a, b| a.0.cmp(&b.0));
        let sha256 = digest(&self.info, tensors.iter().map(|(name, _, _, bytes)| (name.as_str(), bytes.as_slice())));
        let metadata = Metadata { format: CHECKPOINT_FORMAT, sha256, info: self.info.clone() };
        let metadata = serde_json::to_string(&metadata).expect("the metadata is plain data");
        let views = tensors.iter().map(|(name, dtype, shape, bytes)| {
            (name.as_str(), TensorView::new(*dtype, shape.clone(), bytes).expect("the bytes are those of the shape"))
        });
        safetensors::serialize(views, Some(HashMap::from([(METADATA.to_owned(), metadata)])))
            .expect("the tensors are well formed")
    }

    /// Reads a checkpoint and checks its digest.
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let bytes =
            read_bounded(path, MOST_BYTES).map_err(|source| CheckpointError::Read { path: path.into(), source })?;
        Checkpoint::from_bytes(&bytes, path)
    }

    /// Reads a checkpoint from the bytes of a file, whose path errors name.
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Checkpoint, CheckpointError> {
        let damaged = |reason: String| CheckpointError::Damaged { path: path.into(), reason };
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| damaged(error.to_string()))?;
        let metadata = header.metadata().as_ref().and_then(|metadata| metadata.get(METADATA));
        let metadata = metadata.ok_or_else(|| damaged(format!("its metadata has no `{METADATA}`")))?;
        let metadata: serde_json::Value = serde_json::from_str(metadata).map_err(|error| damaged(error.to_string()))?;
        match metadata["format"].as_u64() {
            Some(format) if format == u64::from(CHECKPOINT_FORMAT) => {}
            Some(found) => {
                return Err(CheckpointError::Format { path: path.into(), found, expected: CHECKPOINT_FORMAT });
            }
            None => return Err(damaged("its metadata has no `format`".into())),
        }
        let metadata: Metadata = serde_json::from_value(metadata).map_err(|error| damaged(error.to_string()))?;
        let file = SafeTensors::deserialize(bytes).map_err(|error| damaged(error.to_string()))?;
        let mut tensors = file.tensors();
        tensors.sort_by(|a, b| a.0.cmp(&b.0));
        let sha256 = digest(&metadata.info, tensors.iter().map(|(name, view)| (name.as_str(), view.data())));
        if sha256 != metadata.sha256 {
            return Err(damaged("its SHA-256 is not the one it was written with".into()));
        }
        let text = |view: &TensorView<'_>| String::from_utf8_lossy(view.data()).into_owned();
        let (info, groups) = (metadata.info, Vec::new());
        let mut checkpoint = Checkpoint { info, groups, lanes: String::new(), open: String::new() };
        for (name, view) in tensors {
            match name.rsplit_once('/') {
                Some((prefix, name)) if view.dtype() == Dtype::F32 => checkpoint.put(prefix, name, &view),
                _ if name == LANES => checkpoint.lanes = text(&view),
                _ if name == OPEN => checkpoint.open = text(&view),
                _ => return Err(damaged(format!("`{name}` does not belong in a checkpoint"))),
            }
        }
        Ok(checkpoint)
    }

    fn put(&mut self, prefix: &str, name: &str, view: &TensorView<'_>) {
        let bytes = view.data().chunks_exact(4);
        let data = bytes.map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect();
        let tensor = NamedTensor { name: name.into(), shape: view.shape().to_vec(), data };
        match self.groups.iter_mut().find(|(known, _)| known == prefix) {
            Some((_, group)) => group.push(tensor),
            None => self.groups.push((prefix.into(), vec![tensor])),
        }
    }

    /// Reads the newest intact checkpoint of a folder; `skipped` is called with the errors of damaged ones.
    pub fn newest(
        folder: &Path,
        mut skipped: impl FnMut(CheckpointError),
    ) -> Result<(PathBuf, Checkpoint), CheckpointError> {
        let mut looks = 1;
        let mut left = list(folder)?;
        while let Some(path) = left.pop() {
            match Checkpoint::read(&path) {
                Ok(checkpoint) => return Ok((path, checkpoint)),
                Err(error @ CheckpointError::Damaged { .. }) => skipped(error),
                // Whoever removed it has written a newer one before.
                Err(CheckpointError::Read { source, .. }) if source.kind() == ErrorKind::NotFound && looks < LOOKS => {
                    looks += 1;
                    left = list(folder)?;
                }
                Err(error) => return Err(error),
            }
        }
        Err(CheckpointError::None(folder.into()))
    }
}

/// Returns the checkpoints of a folder, the oldest first.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>, CheckpointError> {
    let read = |source| CheckpointError::Read { path: folder.into(), source };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        let number = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        let numbered = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
        // A copy under another name is whoever made it's.
        if numbered && path.extension().is_some_and(|extension| extension == "safetensors") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Returns the SHA-256 over the information and the names and bytes of the tensors, in hexadecimal.
fn digest<'a>(info: &CheckpointInfo, tensors: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut hasher = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hasher.update((bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    part(&serde_json::to_vec(info).expect("the information is plain data"));
    for (name, bytes) in tensors {
        part(name.as_bytes());
        part(bytes);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
