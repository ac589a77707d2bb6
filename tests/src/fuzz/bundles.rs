//! Bundles: the file byte for byte, and what lies behind its hashes.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::sync::LazyLock;

use elderhand_agents::{Agent, Bundle};
use elderhand_env::{Stream, game};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::alter::alter;
use super::source::Source;

/// The smallest of the released bots.
pub const SMALL: &[u8] = include_bytes!("../../../checkpoints/kuhn.elderhand");

/// The files of a bundle by name.
type Files = BTreeMap<String, Vec<u8>>;

static PARTS: LazyLock<Files> = LazyLock::new(|| {
    let mut archive = ZipArchive::new(Cursor::new(SMALL)).expect("a bundle is a zip file");
    let mut read = |place| {
        let (mut bytes, mut file) = (Vec::new(), archive.by_index(place).expect("there are so many"));
        file.read_to_end(&mut bytes).expect("it can be read");
        (file.name().expect("it is UTF-8").into_owned(), bytes)
    };
    (0..4).map(&mut read).collect()
});

/// Alters the bytes of a real bundle in a few places, or takes the input for one.
pub fn bundles(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    if source.below(4) == 0 {
        return open(source.rest());
    }
    let mut bundle = SMALL.to_vec();
    if source.below(4) == 0 {
        bundle.truncate(source.below(bundle.len() + 1));
    }
    while !source.is_empty() && !bundle.is_empty() {
        // The directory at the end is where most of what can go wrong is.
        let place = match source.coin() {
            true => bundle.len() - 1 - source.below(bundle.len().min(512)),
            false => source.below(bundle.len()),
        };
        bundle[place] = source.byte();
    }
    open(&bundle);
}

/// Alters the files of a real bundle and sets their hashes right, so that what stands in them is read.
pub fn manifests(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut files = PARTS.clone();
    let mut manifest: Value = serde_json::from_slice(&files["manifest.json"]).expect("a manifest is JSON");
    let donor = json!({
        "variable": {"seats": [2, 3]}, "decision": {"mode": "argmax"}, "options": {"gin_bonus": 25},
        "evaluations": [{"opponent": "x", "deals": 1, "score": {"mean": 1, "low": 0, "high": 2}}], "game": "leduc",
    });
    match source.below(4) {
        0 => alter_bytes(files.get_mut("weights.safetensors").expect("it is there"), &mut source),
        1 => alter_bytes(files.get_mut("golden.jsonl").expect("it is there"), &mut source),
        2 => alter_golden(&mut files, &mut source),
        _ => (),
    }
    let right: BTreeMap<&str, String> = files
        .iter()
        .filter(|(name, _)| *name != "manifest.json")
        .map(|(name, bytes)| (name.as_str(), sha256(bytes)))
        .collect();
    manifest["files"] = json!(right);
    if !source.is_empty() {
        alter(&mut manifest, &donor, &mut source);
    }
    files.insert("manifest.json".into(), manifest.to_string().into_bytes());
    open(&zip_up(&files));
}

fn alter_bytes(bytes: &mut [u8], source: &mut Source<'_>) {
    for _ in 0..=source.below(4) {
        let place = source.below(bytes.len());
        bytes[place] = source.byte();
    }
}

fn alter_golden(files: &mut Files, source: &mut Source<'_>) {
    let text = String::from_utf8_lossy(&files["golden.jsonl"]).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let place = source.below(lines.len());
    let mut golden: Value = serde_json::from_str(&lines[place]).expect("a golden position is JSON");
    alter(&mut golden, &json!({"logits": {"fold": 1e30}}), source);
    lines[place] = golden.to_string();
    files.insert("golden.jsonl".into(), lines.join("\n").into_bytes());
}

/// Opens a bundle; one that can be read says what it is, is verified or not, and plays.
fn open(bytes: &[u8]) {
    let bundle = match Bundle::from_bytes("the bundle", bytes) {
        Ok(bundle) => bundle,
        Err(error) => return assert!(error.to_string().starts_with("the bundle"), "{error}"),
    };
    let manifest = bundle.manifest();
    if let Err(error) = bundle.verify() {
        assert!(error.to_string().contains("golden.jsonl"), "{error}");
    }
    assert!(elderhand_agents::bundle::model_card(manifest).starts_with("# "), "a card has a heading");
    let game = game(&manifest.contract.game, &manifest.contract.options).expect("the bundle was checked against it");
    let mut agent = bundle.agent(&game).unwrap_or_else(|error| panic!("{error}"));
    let table = game.table(Stream::new(1));
    let seat = table.seat().expect("somebody is to move");
    let view = table.view(seat).expect("there is this seat");
    // Weights beyond all bounds are an error of the bot, not of the program.
    if let Ok(decision) = agent.decide(&view) {
        assert!(table.legal().contains(decision.action), "a bot plays what is legal");
        let sum: f32 = decision.probabilities.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-3, "probabilities add up to 1, not {sum}");
    }
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn zip_up(files: &Files) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name.as_str(), options).expect("memory takes it");
        zip.write_all(bytes).expect("memory takes it");
    }
    zip.finish().expect("memory takes it").into_inner()
}
