//! The network that gin trains is the network that its bundles carry.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::common::carried;
use elderhand_env::{Buffers, Overrides, Stream, vec_env};
use elderhand_train::{Config, Provenance, Trainer, export_tensors};

#[test]
fn libtorch_and_the_network_in_rust_agree_on_positions_of_gin() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/gin-quick.toml");
    let sets = ["budget.minutes=0", "budget.decisions=100000", "self_play.lanes=256", "evaluation.opponents=[]"];
    let config = Config::load(&path, &sets.map(String::from)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut trainer = Trainer::new(&config, folder.path(), &Provenance::default()).unwrap();
    let checkpoint = trainer.run(&mut (), &mut (), &AtomicBool::new(false)).unwrap().checkpoint;
    let model = export_tensors(&checkpoint, |_| ()).unwrap();
    let network = carried(&model);

    let mut env = vec_env("gin", &Overrides::new(), 64).unwrap();
    let (bits, words, actions) = (env.spec().bits(), env.spec().words(), env.spec().actions.len());
    let mut buffers = Buffers::new(env.spec(), 64);
    let (mut stream, mut scratch, mut widest) = (Stream::new(1), network.scratch(), 0.0f32);
    env.reset(1, &mut buffers.slices()).unwrap();
    for _ in 0..50 {
        let rows: Vec<&[u64]> = buffers.observations.chunks(words).collect();
        let outputs = model.forward(bits, actions, &rows).unwrap();
        for (row, expected) in rows.iter().zip(outputs.chunks(actions + 1)) {
            let (logits, value) = network.forward(row, &mut scratch);
            for (found, expected) in logits.iter().chain([&value]).zip(expected) {
                assert!((found - expected).abs() < 1e-4, "{found} {expected}");
                widest = widest.max(expected.abs());
            }
        }
        let chosen: Vec<_> = buffers.legal_sets().map(|legal| stream.pick(&legal)).collect();
        env.step(&chosen, &mut buffers.slices()).unwrap();
    }
    assert!(widest > 0.5, "the network has learnt something: its greatest output is {widest}");
}
