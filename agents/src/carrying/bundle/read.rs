//! Reading a bundle: sizes first, then hashes, then what the files say.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use zip::ZipArchive;
use zip::read::ZipReadOptions;

use super::{Bundle, Contract, Manifest, Problem};
use crate::carrying::network::Network;

pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const WEIGHTS: &str = "weights.safetensors";
pub(super) const CARD: &str = "MODEL_CARD.md";
pub(super) const GOLDEN: &str = "golden.jsonl";

/// The files of a bundle and the most bytes each may have: sixteen million weights, and texts that a person could read.
const PARTS: [(&str, u64); 4] = [(MANIFEST, 1 << 20), (WEIGHTS, 1 << 25), (CARD, 1 << 20), (GOLDEN, 1 << 23)];
/// The most bytes a zip file may have: all its files uncompressed, and some room.
const MOST_BYTES: u64 = 1 << 26;

/// The bytes of the files by name.
pub(super) type Files = BTreeMap<&'static str, Vec<u8>>;

/// Lists the files of a bundle for a message.
pub(super) fn part_names() -> String {
    PARTS.map(|(name, _)| name).join(", ")
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn from_path(path: &Path) -> Result<Files, Problem> {
    let unreadable = |source| Problem::Unreadable { file: None, source };
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return from_folder(path);
    }
    if !metadata.is_file() {
        return Err(unreadable(io::Error::new(io::ErrorKind::InvalidInput, "neither a file nor a folder")));
    }
    from_zip(BufReader::new(File::open(path).map_err(unreadable)?))
}

pub(super) fn from_bytes(bytes: &[u8]) -> Result<Files, Problem> {
    from_zip(Cursor::new(bytes))
}

fn from_folder(folder: &Path) -> Result<Files, Problem> {
    let mut files = Files::new();
    for (name, limit) in PARTS {
        let path = folder.join(name);
        if !path.is_file() {
            return Err(Problem::Missing(name));
        }
        let file = File::open(path).map_err(|source| Problem::Unreadable { file: Some(name), source })?;
        files.insert(name, read_part(file, name, limit)?);
    }
    Ok(files)
}

fn from_zip(mut reader: impl Read + Seek) -> Result<Files, Problem> {
    // The directory of a zip file is held in memory while it is open, so it must not be of any size.
    let size = reader.seek(SeekFrom::End(0)).map_err(|source| Problem::Unreadable { file: None, source })?;
    if size > MOST_BYTES {
        return Err(Problem::Large { file: "the zip file", limit: MOST_BYTES });
    }
    let mut archive = ZipArchive::new(reader)?;
    if archive.has_duplicate_names() {
        return Err(Problem::Twice);
    }
    let mut files = Files::new();
    for (name, limit) in PARTS {
        let options = ZipReadOptions::new().enforce_header_consistency(true);
        let index = archive.index_for_name(name).ok_or(Problem::Missing(name))?;
        let entry = archive.by_index_with_options(index, options)?;
        files.insert(name, read_part(entry, name, limit)?);
    }
    Ok(files)
}

/// Reads to the end, but not beyond the limit: what a header says of the size is not believed.
fn read_part(reader: impl Read, name: &'static str, limit: u64) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let read = reader.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|source| Problem::Unreadable { file: Some(name), source })?;
    if bytes.len() as u64 > limit {
        return Err(Problem::Large { file: name, limit });
    }
    Ok(bytes)
}

/// Checks everything but the golden positions.
pub(super) fn check(name: &str, mut files: Files) -> Result<Bundle, Problem> {
    let mut manifest = Manifest::from_json(&files[MANIFEST])?;
    for (part, bytes) in files.iter().filter(|(part, _)| **part != MANIFEST) {
        match manifest.files.get(*part) {
            Some(hash) if *hash == sha256(bytes) => (),
            Some(_) => return Err(Problem::Altered(part)),
            None => return Err(Problem::key("files", "incomplete", format!("the SHA-256 of {part}"))),
        }
    }
    if let Some(other) = manifest.files.keys().find(|name| !files.contains_key(name.as_str()) || *name == MANIFEST) {
        let expected = format!("no more than the other files of a bundle, which holds {}", part_names());
        return Err(Problem::key("files", format!("one with `{other}`"), expected));
    }
    let Contract { game, options, variable, observation, .. } = &manifest.contract;
    let game = Contract::find(game, options, variable, observation.bits)?;
    manifest.contract.clone().completed(&game).check(&game)?;
    // Equal hashes make them equal, save for how a number was written.
    manifest.contract = game;

    let network = Network::from_safetensors(&files[WEIGHTS])?;
    check_shape(&network, &manifest)?;
    let mut text = |part| String::from_utf8(files.remove(part).unwrap_or_default()).map_err(|_| Problem::Text(part));
    Ok(Bundle { name: name.into(), manifest, network: Arc::new(network), card: text(CARD)?, golden: text(GOLDEN)? })
}

/// Compares a network with the game and the trunk of its manifest.
pub(super) fn check_shape(network: &Network, manifest: &Manifest) -> Result<(), Problem> {
    let same = |what, found: String, expected: String| {
        if found == expected { Ok(()) } else { Err(Problem::Shape { what, found, expected }) }
    };
    let Contract { observation, actions, .. } = &manifest.contract;
    same("inputs", network.inputs().to_string(), observation.bits.to_string())?;
    same("actions", network.actions().to_string(), actions.count.to_string())?;
    same("hidden layers", format!("{:?}", network.trunk()), format!("{:?}", manifest.network.trunk))
}
