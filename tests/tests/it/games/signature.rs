//! The signatures of `signatures.txt`: one hash a variant over seeded play, which changes only when behaviour does.

use elderhand_agents::signature;
use elderhand_env::{Overrides, VARIANTS};
use elderhand_tests::checked_in;

#[test]
fn every_variant_behaves_as_it_is_signed() {
    checked_in("signatures.txt", |line| {
        let id = line.split_whitespace().next().expect("a line begins with a game");
        format!("{id} {}", signature(id, &Overrides::new()).unwrap())
    });
}

#[test]
fn every_variant_is_signed() {
    let text = include_str!("../../../signatures.txt");
    for variant in VARIANTS {
        let signed = text.lines().any(|line| line.split(' ').next() == Some(variant.id));
        assert!(signed, "add a line `{}` to tests/signatures.txt", variant.id);
    }
}
