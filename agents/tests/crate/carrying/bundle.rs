//! Bundles: written, read back, and refused wherever something is wrong with them.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;

use elderhand_agents::bundle::{Draft, DraftError, Evaluation, Problem};
use elderhand_agents::{Agent, Bundle, BundleError, Choice, Estimate};
use elderhand_env::{Driver, Game, Overrides, Stream, Variation, game, kuhn, skirmish};
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::common;

type Parts = Vec<(String, Vec<u8>)>;

/// The bytes of the bundle of a draft for Kuhn poker.
fn bytes() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kuhn.elderhand");
    common::draft("kuhn").write(&path).unwrap();
    fs::read(path).unwrap()
}

fn unzip(bytes: &[u8]) -> Parts {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let read = |i| {
        let mut entry = archive.by_index(i).unwrap();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        (entry.name().unwrap().into_owned(), content)
    };
    (0..ZipArchive::new(Cursor::new(bytes)).unwrap().len()).map(read).collect()
}

fn zip_up(parts: &Parts) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn part<'a>(parts: &'a mut Parts, name: &str) -> &'a mut Vec<u8> {
    &mut parts.iter_mut().find(|(known, _)| known == name).unwrap().1
}

/// Puts another content in for a file, with its right hash in the manifest.
fn replace(parts: &mut Parts, name: &str, content: &[u8]) {
    *part(parts, name) = content.to_vec();
    edit(parts, |manifest| manifest["files"][name] = sha256(content).into());
}

fn sha256(content: &[u8]) -> String {
    let hash = <sha2::Sha256 as sha2::Digest>::digest(content);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn edit(parts: &mut Parts, change: impl FnOnce(&mut Value)) {
    let manifest = part(parts, "manifest.json");
    let mut json: Value = serde_json::from_slice(manifest).unwrap();
    change(&mut json);
    *manifest = serde_json::to_vec(&json).unwrap();
}

fn open(parts: &Parts) -> Result<Bundle, BundleError> {
    Bundle::from_bytes("test", &zip_up(parts))
}

/// Changes the files of a good bundle and expects a refusal that says this.
fn refused(change: impl FnOnce(&mut Parts), message: &str) {
    let mut parts = unzip(&bytes());
    change(&mut parts);
    let error = open(&parts).expect_err(message).to_string();
    assert!(error.contains(message), "{error}\nlacks: {message}");
}

#[test]
fn what_is_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kuhn.elderhand");
    let draft = common::draft("kuhn");
    let written = draft.clone().write(&path).unwrap();
    let bundle = Bundle::open(&path).unwrap();
    assert_eq!(bundle.manifest(), written.manifest());
    assert_eq!(**bundle.network(), draft.network.rounded());
    assert_eq!(bundle.manifest().training, draft.training);
    assert_eq!(bundle.manifest().evaluations, draft.evaluations);
    assert_eq!(bundle.manifest().decision, draft.decision);
    let verification = bundle.verify().unwrap();
    assert_eq!((verification.positions, verification.worst), (12, 0.0), "Kuhn poker has twelve views to decide in");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");

    draft.write(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes(), "equal drafts give equal bytes");
}

#[test]
fn the_bot_plays() {
    let bundle = Bundle::from_bytes("test", &bytes()).unwrap();
    let game = kuhn::Kuhn::new("kuhn", kuhn::Options {}).unwrap();
    let mut bot = bundle.agent(&game).unwrap();
    for seed in 0..20 {
        let mut table = Driver::new(game.clone(), Stream::new(seed));
        while let Some(seat) = table.seat() {
            let action = bot.act(&table.view(seat)).unwrap();
            table.play(action).unwrap();
        }
    }
}

/// The bytes of a bundle of Skirmish, trained with two and five seats.
fn two_tables() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("skirmish.elderhand");
    let mut draft = common::draft("skirmish");
    draft.variable = Variation::from([("seats".into(), vec![json!(2), json!(5)])]);
    draft.evaluations[0].setting = Overrides::from_iter([("seats".into(), json!(5))]);
    draft.write(&path).unwrap();
    fs::read(path).unwrap()
}

#[test]
fn a_bundle_sits_down_at_every_table_and_says_which_it_was_trained_at() {
    let bundle = Bundle::from_bytes("test", &two_tables()).unwrap();
    let contract = &bundle.manifest().contract;
    assert_eq!(contract.variable["seats"], [2, 5]);
    assert_eq!(contract.options["seats"], 2, "the table at which it sits down by itself is one of those");
    let game = |rules: skirmish::Rules| skirmish::Skirmish::new("skirmish", rules).unwrap();
    for seats in 2..=7 {
        let rules = skirmish::Rules { seats, ..skirmish::Rules::skirmish() };
        let mut table = Driver::new(game(rules), Stream::new(1));
        let mut bot = bundle.agent(table.game()).unwrap();
        for _ in 0..100 {
            let Some(seat) = table.seat() else { break };
            let action = bot.act(&table.view(seat)).unwrap();
            table.play(action).unwrap();
        }
    }
    let rules = skirmish::Rules { seats: 3, charts: true, ..skirmish::Rules::skirmish() };
    let error = bundle.agent(&game(rules)).unwrap_err().to_string();
    assert!(error.contains("`options.charts` is false in the bundle, but true in the game"), "{error}");
    for text in [
        "| `seats` | 2, 5 |",
        "--set seats=2",
        "| random, seats 5 | 1000 |",
        "Any `seats` of the game will do, but it was trained with the values above alone.",
    ] {
        assert!(bundle.card().contains(text), "{}\nlacks: {text}", bundle.card());
    }
}

#[test]
fn golden_positions_are_of_every_table_that_a_bundle_was_trained_at() {
    let mut parts = unzip(&two_tables());
    assert_eq!(open(&parts).unwrap().verify().unwrap().positions, 32);
    let text = String::from_utf8(part(&mut parts, "golden.jsonl").clone()).unwrap();
    let of = |seats: u8| text.lines().filter(|line| line.contains(&format!("\"seats\":{seats}"))).count();
    assert_eq!([of(2), of(5)], [16, 16]);

    // What it says it was trained at must be tables of the game, and positions of other tables are none of its own.
    for (seats, message) in [
        (json!([2, 8]), "option `seats`: 8 is not allowed"),
        (json!([2, 2]), "option `seats`: [2,2] is not allowed"),
        (json!([]), "option `seats`: [] is not allowed"),
    ] {
        let mut parts = parts.clone();
        edit(&mut parts, |manifest| manifest["variable"]["seats"] = seats);
        assert!(open(&parts).unwrap_err().to_string().contains(message));
    }
    edit(&mut parts, |manifest| manifest["variable"]["seats"] = json!([5]));
    assert!(open(&parts).unwrap().verify().unwrap_err().to_string().contains("`options` of the view differ"));
    edit(&mut parts, |manifest| manifest["variable"] = json!({"rounds": [6]}));
    assert!(open(&parts).unwrap_err().to_string().contains("option `rounds` cannot vary: only `seats` can"));
    // An older manifest does not say it: then it is the one of its options.
    edit(&mut parts, |manifest| drop(manifest.as_object_mut().unwrap().remove("variable")));
    assert_eq!(open(&parts).unwrap().manifest().contract.variable["seats"], [2]);
}

#[test]
fn a_bundle_from_before_an_option_was_there_takes_that_of_the_variant() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("snap.elderhand");
    common::draft("snap").write(&path).unwrap();
    let whole = Bundle::open(&path).unwrap();
    let mut parts = unzip(&fs::read(path).unwrap());
    let older = |options: &mut Value| {
        let options = options.as_object_mut().unwrap();
        for name in ["end", "cap"] {
            options.remove(name).unwrap();
        }
        let mut lines: Vec<String> = options.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
        lines.retain(|line| !line.starts_with("seats "));
        lines.sort();
        sha256(lines.concat().as_bytes())
    };
    let golden = String::from_utf8(part(&mut parts, "golden.jsonl").clone()).unwrap();
    let views = golden.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        older(&mut line["view"]["options"]);
        format!("{line}\n")
    });
    let views: String = views.collect();
    replace(&mut parts, "golden.jsonl", views.as_bytes());
    edit(&mut parts, |manifest| manifest["options_hash"] = older(&mut manifest["options"]).into());
    let bundle = open(&parts).unwrap();
    assert_eq!(bundle.manifest().contract, whole.manifest().contract);
    assert_eq!(bundle.verify().unwrap().worst, 0.0);
    // What was altered is refused all the same.
    edit(&mut parts, |manifest| manifest["options"]["penalty"] = "card".into());
    assert!(open(&parts).unwrap_err().to_string().contains("options"));
}

#[test]
fn a_folder_is_a_bundle() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in unzip(&bytes()) {
        fs::write(folder.path().join(name), content).unwrap();
    }
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    Bundle::open(folder.path()).unwrap().verify().unwrap();
    fs::write(folder.path().join("MODEL_CARD.md"), "another card").unwrap();
    let error = Bundle::open(folder.path()).unwrap_err();
    assert!(matches!(*error.problem, Problem::Altered("MODEL_CARD.md")), "{error}");
    fs::remove_file(folder.path().join("golden.jsonl")).unwrap();
    let error = Bundle::open(folder.path()).unwrap_err();
    assert!(matches!(*error.problem, Problem::Missing("golden.jsonl")), "{error}");
}

#[test]
fn an_altered_byte_is_refused_or_changes_nothing() {
    let bytes = bytes();
    let good = Bundle::from_bytes("test", &bytes).unwrap();
    let mut stream = Stream::new(3);
    let mut harmless = 0;
    let samples = bytes.len().div_ceil(3);
    for _ in 0..samples {
        let (place, mask) = (stream.below(bytes.len()), 1 + stream.below(255) as u8);
        let mut altered = bytes.clone();
        altered[place] ^= mask;
        // The zip format has bytes that mean nothing here, such as dates and permissions.
        if let Ok(bundle) = Bundle::from_bytes("test", &altered) {
            harmless += 1;
            assert_eq!(bundle.manifest(), good.manifest(), "byte {place}");
            assert_eq!(bundle.network(), good.network(), "byte {place}");
            assert_eq!(bundle.card(), good.card(), "byte {place}");
            bundle.verify().unwrap();
        }
    }
    assert!(harmless < samples / 20, "{harmless} of {samples} passed");
}

#[test]
fn a_truncated_bundle_is_refused() {
    let bytes = bytes();
    for length in (0..bytes.len()).step_by(13).chain(bytes.len() - 64..bytes.len()) {
        let error = Bundle::from_bytes("test", &bytes[..length]).expect_err("it is not whole").to_string();
        assert!(error.starts_with("test: not a whole zip file"), "{error}");
    }
}

#[test]
fn damage_inside_a_file_never_panics() {
    // The hash is made right again, so that what reads the file is reached.
    let good = unzip(&bytes());
    let mut stream = Stream::new(4);
    for name in ["manifest.json", "weights.safetensors", "golden.jsonl"] {
        for _ in 0..400 {
            let mut parts = good.clone();
            let mut content = part(&mut parts, name).clone();
            let place = stream.below(content.len().min(1500));
            match stream.below(3) {
                0 => content[place] = b" \"{}[]:,0-9eE.xN\xff"[stream.below(17)],
                1 => content.truncate(place),
                _ => drop(content.remove(place)),
            }
            if name == "manifest.json" {
                *part(&mut parts, name) = content;
            } else {
                replace(&mut parts, name, &content);
            }
            let _ = open(&parts).and_then(|bundle| bundle.verify());
        }
    }
}

#[test]
fn every_mismatch_is_refused_by_name() {
    fn with(change: fn(&mut Value)) -> impl FnOnce(&mut Parts) {
        move |parts| edit(parts, change)
    }
    refused(with(|m| m["format"] = json!("zip")), "`format` is \"zip\": expected \"elderhand-bundle\"");
    refused(with(|m| m["version"] = json!(2)), "`version` is 2, but this program reads version 1");
    refused(with(|m| drop(m.as_object_mut().unwrap().remove("version"))), "`version` is null");
    refused(with(|m| *m = json!([])), "`format` is null");
    refused(with(|m| drop(m.as_object_mut().unwrap().remove("training"))), "missing field `training`");
    refused(with(|m| m["game"] = json!("khun")), "there is no game `khun`; did you mean `kuhn`?");
    refused(with(|m| m["options"]["pot"] = json!(1)), "game `kuhn`: there is no option `pot`");
    refused(with(|m| m["options_hash"] = json!("00")), "`options_hash` is 00 in the bundle");
    refused(with(|m| m["observation"]["bits"] = json!(8)), "`observation.bits` is 8 in the bundle, but 7 in the game");
    refused(with(|m| m["observation"]["hash"] = json!("00")), "`observation.hash` is 00 in the bundle");
    refused(with(|m| m["actions"]["count"] = json!(5)), "`actions.count` is 5 in the bundle, but 4 in the game");
    refused(with(|m| m["actions"]["hash"] = json!("00")), "`actions.hash` is 00 in the bundle");
    refused(with(|m| m["network"]["trunk"] = json!([24])), "[24, 16] hidden layers: expected [24]");
    refused(with(|m| m["value_scale"] = json!(0)), "`value_scale` is 0: expected a number above 0");
    refused(with(|m| m["value_scale"] = json!(1e300)), "`value_scale` is inf");
    refused(with(|m| m["decision"]["temperature"] = json!(-1)), "`decision.temperature` is -1");
    refused(with(|m| m["decision"]["mode"] = json!("guess")), "\"guess\": expected");
    refused(with(|m| m["files"] = json!({})), "`files` is incomplete: expected the SHA-256 of MODEL_CARD.md");
    let more = "`files` is one with `more.bin`: expected no more than the other files";
    refused(with(|m| m["files"]["more.bin"] = json!("00")), more);
    refused(with(|m| m["evaluations"] = json!({})), "manifest.json: an object: expected a list in brackets");
    refused(|parts| part(parts, "golden.jsonl").push(b'\n'), "golden.jsonl was altered");
    refused(|parts| drop(parts.remove(0)), "there is no MODEL_CARD.md in it: a bundle holds manifest.json");
    refused(|parts| replace(parts, "MODEL_CARD.md", b"\xff\xfe"), "MODEL_CARD.md is not UTF-8 text");
    refused(|parts| replace(parts, "weights.safetensors", b"weights"), "weights.safetensors: not a safetensors file");
    // A folder of nothing but a name, and a text that is no zip file.
    let error = Bundle::open(Path::new("no/such.elderhand")).unwrap_err().to_string();
    assert!(error.starts_with("no/such.elderhand: cannot be read: "), "{error}");
    let error = Bundle::from_bytes("test", b"# a text").unwrap_err().to_string();
    assert!(error.starts_with("test: not a whole zip file"), "{error}");
}

#[test]
fn a_zip_bomb_is_refused() {
    let zeros = |length: usize| vec![0u8; length];
    refused(|parts| *part(parts, "weights.safetensors") = zeros((1 << 25) + 1), "weights.safetensors is larger than");
    refused(|parts| *part(parts, "manifest.json") = zeros((1 << 20) + 1), "manifest.json is larger than 1048576 bytes");
}

#[test]
fn absurd_weights_are_refused() {
    let header = |shape: &str| {
        let json = format!(r#"{{"trunk.0.weight":{{"dtype":"F32","shape":{shape},"data_offsets":[0,16]}}}}"#);
        [&(json.len() as u64).to_le_bytes()[..], json.as_bytes(), &[0; 16]].concat()
    };
    for shape in ["[18446744073709551615,2]", "[4294967296,4294967296]", "[2,2,1]", "[4]", "[]", "[-2,2]"] {
        refused(|parts| replace(parts, "weights.safetensors", &header(shape)), "test: weights.safetensors: ");
    }
    let mut other = common::draft("kuhn");
    other.network = elderhand_agents::Network::from_tensors(common::tensors(&[8, 24, 16, 4], 1)).unwrap();
    let weights = other.network.to_safetensors();
    refused(|parts| replace(parts, "weights.safetensors", &weights), "the network has 8 inputs: expected 7");
}

#[test]
fn a_golden_position_that_comes_out_otherwise_is_found() {
    let mismatch = |change: &dyn Fn(&mut Value), message: &str| {
        let mut parts = unzip(&bytes());
        let text = String::from_utf8(part(&mut parts, "golden.jsonl").clone()).unwrap();
        let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        change(&mut lines[3]);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        replace(&mut parts, "golden.jsonl", text.as_bytes());
        let bundle = open(&parts).unwrap();
        let error = bundle.verify().expect_err(message).to_string();
        assert!(error.starts_with("test: golden.jsonl, line 4: ") && error.contains(message), "{error}");
    };
    mismatch(&|line| line["value"] = json!(line["value"].as_f64().unwrap() + 2e-4), "the value is");
    mismatch(&|line| line["logits"] = json!({}), "the legal actions are");
    mismatch(&|line| line["logits"].as_object_mut().unwrap().values_mut().for_each(|x| *x = json!(9)), "the logit of");
    mismatch(&|line| line["view"]["card"] = json!("2C"), "no position shows this view");
    mismatch(&|line| *line = json!(3), "3: expected an object");

    // Other weights under their right hash are another bot: the golden positions tell.
    let mut parts = unzip(&bytes());
    let weights = elderhand_agents::Network::from_tensors(common::tensors(&[7, 24, 16, 4], 8)).unwrap();
    replace(&mut parts, "weights.safetensors", &weights.to_safetensors());
    assert!(open(&parts).unwrap().verify().is_err());

    let mut parts = unzip(&bytes());
    replace(&mut parts, "golden.jsonl", b"");
    assert!(open(&parts).unwrap().verify().unwrap_err().to_string().contains("no positions"));
}

#[test]
fn a_draft_that_could_not_be_read_again_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot");
    fs::write(&path, "what was there before").unwrap();
    let refuse = |draft: Draft, message: &str| {
        let error = draft.write(&path).expect_err(message).to_string();
        assert!(error.contains(message), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "what was there before");
    };
    let mut draft = common::draft("kuhn");
    draft.value_scale = f32::NAN;
    refuse(draft, "manifest.json: ");
    let mut draft = common::draft("kuhn");
    draft.decision = Choice::Sample { temperature: 0.0 };
    refuse(draft, "`decision.temperature` is 0");
    let mut draft = common::draft("kuhn");
    draft.game = "khun".into();
    refuse(draft, "did you mean `kuhn`?");
    let mut draft = common::draft("kuhn");
    draft.network = elderhand_agents::Network::from_tensors(common::tensors(&[7, 4, 5], 1)).unwrap();
    refuse(draft, "the network has 5 actions: expected 4");

    let error = common::draft("kuhn").write(&folder.path().join("no/such/folder")).unwrap_err();
    assert!(matches!(error, DraftError::Write { .. }), "{error}");
}

#[test]
fn the_card_is_filled_from_the_manifest() {
    let bundle = Bundle::from_bytes("test", &bytes()).unwrap();
    for text in [
        "# A player of Kuhn poker",
        "elderhand arena --game kuhn --bots kuhn.elderhand,random",
        "elderhand play kuhn --bot kuhn.elderhand",
        "elderhand bot kuhn.elderhand",
        "run `test-run`",
        "revision `0123abc`",
        "This file was made on 2026-02-28.",
        "- device: \"cpu\"",
        "lanes = 64",
        "| random | 1000 | +0.25 (+0.12 to +0.38) | 60.0 % (55.0 to 65.0) |",
        "- It beats `random`.\n",
    ] {
        assert!(bundle.card().contains(text), "{}\nlacks: {text}", bundle.card());
    }
    let folder = tempfile::tempdir().unwrap();
    let mut draft = common::draft("kuhn");
    draft.card = Some("# My bot\n".into());
    assert_eq!(draft.write(&folder.path().join("bot")).unwrap().card(), "# My bot\n");
}

#[test]
fn the_card_says_whom_the_bot_beats() {
    let folder = tempfile::tempdir().unwrap();
    let card = |game: &str, met: &[(&str, Value, f64, f64)]| {
        let mut draft = common::draft(game);
        let like = draft.evaluations.remove(0);
        draft.evaluations.extend(met.iter().map(|(opponent, setting, low, high)| Evaluation {
            opponent: (*opponent).into(),
            setting: setting.as_object().cloned().unwrap_or_default(),
            score: Estimate { mean: (low + high) / 2.0, low: *low, high: *high },
            ..like.clone()
        }));
        draft.write(&folder.path().join(game)).unwrap().card().to_owned()
    };
    let says = |card: &str, lines: &[&str]| {
        for line in lines {
            assert!(card.contains(&format!("\n- {line}\n")), "{card}\nlacks: {line}");
        }
    };
    let none = json!({});
    let met =
        [("simple", none.clone(), 0.1, 0.5), ("greedy", none.clone(), -0.1, 0.1), ("checkpoint:gin", none, -2.0, -1.0)];
    says(
        &card("gin", &met),
        &[
            "It has not been measured against `random`.",
            "It beats `simple`.",
            "It comes out even with `greedy`.",
            "It does not beat `checkpoint:gin`.",
        ],
    );
    let table = |seats: u8, low, high| ("simple", json!({ "seats": seats }), low, high);
    let met = [table(2, 1.0, 2.0), table(3, -1.0, 0.5), table(4, 0.5, 1.0), table(5, 0.1, 0.2), table(6, -3.0, -1.0)];
    let several = "It beats `simple` with seats 2, 4 and 5, comes out even with `simple` with seats 3 and does not \
                   beat `simple` with seats 6.";
    says(&card("skirmish", &met), &[several]);
    let other = ("simple", json!({"seats": 2, "rounds": 7}), 1.0, 2.0);
    says(&card("skirmish", &[table(2, 1.0, 2.0), other]), &["It beats `simple` with seats 2; with seats 2, rounds 7."]);
}

#[test]
fn a_network_that_sees_hints_plays_by_them() {
    let game = game("pinnacle-nine", &Overrides::new()).unwrap();
    let (plain, hinted) = (game.spec(), game.spec().with_hints());
    assert!(hinted.bits() > plain.bits());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hinted.elderhand");
    let network = common::network(hinted.bits(), hinted.actions.len());
    let bundle = Draft { network, ..common::draft("pinnacle-nine") }.write(&path).unwrap();
    assert_eq!(bundle.manifest().contract.observation.bits, hinted.bits());
    assert_eq!(bundle.verify().unwrap().worst, 0.0);

    // The same weights without those of the hints answer otherwise, at a table as in a match.
    let blind = Draft { network: bundle.network().adapted(&hinted, plain, 0.0), ..common::draft("pinnacle-nine") };
    let blind = blind.write(&folder.path().join("blind.elderhand")).unwrap();
    let mut bots = [&bundle, &blind].map(|bundle| bundle.agent(&game).unwrap());
    let (mut table, mut chance, mut others) = (Driver::new(game, Stream::new(1)), Stream::new(2), 0);
    while let Some(seat) = table.seat() {
        let view = table.view(seat);
        let [with, without] = bots.each_mut().map(|bot| bot.decide(&view).unwrap());
        others += u32::from(with.value != without.value);
        table.play(chance.pick(&table.legal())).unwrap();
    }
    assert_eq!(others as usize, table.length());
}
