//! Checkpoints: the file byte for byte, and what lies behind its digest, exported and taken up.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use elderhand_tests::fuzz::{Source, alter, explained};
use elderhand_train::{CheckpointInfo, Config, Provenance, Trainer, export_tensors};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// A run of few weights and lanes.
struct Run {
    folder: TempDir,
    /// The newest checkpoint.
    checkpoint: PathBuf,
    bytes: Vec<u8>,
}

static RUN: LazyLock<Run> = LazyLock::new(|| {
    let sets = [
        "game=kuhn",
        "threads=1",
        "network.trunk=[2]",
        "self_play.lanes=4",
        "self_play.horizon=4",
        "learning.minibatch=16",
        "pool.every=1",
        "pool.size=1",
        "evaluation.every=0",
        "evaluation.opponents=[]",
        "budget.decisions=32",
    ];
    let config = Config::from_sets(&sets.map(str::to_owned)).unwrap_or_else(|error| panic!("{error}"));
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut trainer =
        Trainer::new(&config, folder.path(), &Provenance::default()).unwrap_or_else(|error| panic!("{error}"));
    trainer.run(&mut (), &mut (), &AtomicBool::new(false)).unwrap_or_else(|error| panic!("{error}"));
    let files = fs::read_dir(folder.path().join("checkpoints")).expect("a run has checkpoints");
    let checkpoint =
        files.map(|file| file.expect("the folder can be read").path()).max().expect("there is one at the end");
    let bytes = fs::read(&checkpoint).expect("it can be read");
    Run { folder, checkpoint, bytes }
});

/// Alters a checkpoint, and exports it and takes it up if it can still be read.
pub fn checkpoints(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let file = match source.below(4) {
        0 => source.rest().to_vec(),
        1 => {
            let mut file = RUN.bytes.clone();
            while !source.is_empty() {
                let place = source.below(file.len());
                file[place] = source.byte();
            }
            file
        }
        _ => behind_its_digest(&mut source),
    };
    fs::write(&RUN.checkpoint, &file).expect("it can be written");
    match export_tensors(&RUN.checkpoint, |_| ()) {
        Err(error) => explained(&error),
        Ok(model) => {
            if let Err(error) = model.network() {
                explained(&error);
            }
        }
    }
    let longer = ["budget.decisions=48".to_owned()];
    let resumed = Trainer::resume(RUN.folder.path(), &longer, &Provenance::default(), &mut ());
    match resumed.map(|mut trainer| trainer.run(&mut (), &mut (), &AtomicBool::new(false))) {
        Ok(Ok(_)) => (),
        Ok(Err(error)) => explained(&error),
        Err(error) => explained(&error),
    }
    // Whatever was written beside the altered one would be taken up in its place.
    for file in fs::read_dir(RUN.folder.path().join("checkpoints")).expect("the folder is there") {
        let path = file.expect("the folder can be read").path();
        if path != RUN.checkpoint {
            fs::remove_file(path).expect("it can be removed");
        }
    }
}

/// Alters what a checkpoint says of itself, its tensors or its lanes, and sets its digest right.
fn behind_its_digest(source: &mut Source<'_>) -> Vec<u8> {
    let length = u64::from_le_bytes(*RUN.bytes.first_chunk().expect("a header has a length")) as usize;
    let (header, data) = RUN.bytes[8..].split_at(length);
    let mut header: Value = serde_json::from_slice(header).expect("a header is JSON");
    let mut data = data.to_vec();
    let mut metadata: Value =
        serde_json::from_str(header["__metadata__"]["elderhand"].as_str().expect("it is there")).expect("it is JSON");
    match source.below(4) {
        0 => alter(&mut metadata["info"], &json!({"best": 1.5, "ranks": 0, "pool_interval": 0}), source),
        1 => alter(&mut header, &json!({"best/policy.weight": {"dtype": "F32"}}), source),
        2 => alter_text(&header, &mut data, source),
        _ => {
            for _ in 0..=source.below(8) {
                let place = source.below(data.len());
                data[place] = source.byte();
            }
        }
    }
    metadata["sha256"] = digest(&metadata["info"], &header, &data).into();
    if header["__metadata__"].is_object() {
        header["__metadata__"]["elderhand"] = metadata.to_string().into();
    }
    let header = header.to_string();
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &data].concat()
}

/// Alters the lanes or the open decisions, which are JSON, within the room that they have.
fn alter_text(header: &Value, data: &mut [u8], source: &mut Source<'_>) {
    let name = *source.pick(&["lanes", "open"]);
    let Some(place) = place(&header[name], data.len()) else { return };
    let text = &mut data[place];
    let mut json: Value = serde_json::from_slice(text).expect("it is JSON");
    alter(&mut json, &json!([{"lane": 99}]), source);
    let altered = json.to_string();
    if altered.len() <= text.len() {
        text.fill(b' ');
        text[..altered.len()].copy_from_slice(altered.as_bytes());
    }
}

/// Where the bytes of a tensor lie.
fn place(tensor: &Value, length: usize) -> Option<std::ops::Range<usize>> {
    let offset = |number: usize| tensor["data_offsets"][number].as_u64().map(|offset| offset as usize);
    let (start, end) = (offset(0)?, offset(1)?);
    (start <= end && end <= length).then_some(start..end)
}

/// The digest as a checkpoint has it: over what it says of itself, and the names and bytes of its tensors.
fn digest(info: &Value, header: &Value, data: &[u8]) -> String {
    let mut hasher = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hasher.update((bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    // As it is written after it was read; what cannot be read is refused before.
    match serde_json::from_value::<CheckpointInfo>(info.clone()) {
        Ok(info) => part(&serde_json::to_vec(&info).expect("it is plain data")),
        Err(_) => part(b""),
    }
    let mut tensors: Vec<(&String, &Value)> = header.as_object().into_iter().flatten().collect();
    tensors.sort_by_key(|(name, _)| name.as_str());
    for (name, tensor) in tensors.into_iter().filter(|(name, _)| *name != "__metadata__") {
        part(name.as_bytes());
        part(place(tensor, data.len()).map_or(&[], |place| &data[place]));
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
