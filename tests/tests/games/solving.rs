//! The yardstick games have the values that are known for them.

use elderhand_env::{Action, Game, kuhn, leduc};
use elderhand_tests::cfr::solve;
use elderhand_tests::exploitability::{best_response, exploitability, policy, uniform, value};
use elderhand_tests::tree::{Tree, grow};
use serde_json::Value;

fn kuhn() -> (kuhn::Kuhn, Tree<kuhn::KuhnView>) {
    let game = kuhn::Kuhn::new("kuhn", kuhn::Options {}).unwrap();
    let tree = grow(&game);
    (game, tree)
}

/// The equilibrium of Kuhn (1950) whose elder hand bets a jack with probability `alpha`, at most 1/3.
fn equilibrium(game: &kuhn::Kuhn, alpha: f64, view: &kuhn::KuhnView) -> Vec<(Action, f64)> {
    let view = serde_json::to_value(view).unwrap();
    let text = |key: &str| view.get(key).and_then(Value::as_str).unwrap().to_owned();
    let card = &text("card")[..1];
    // How often the seat bets, where nobody has, and calls, where the other has.
    let (bold, tame, p) = match (text("betting").as_str(), card) {
        ("open", "J") => ("bet", "check", alpha),
        ("open", "Q") => ("bet", "check", 0.0),
        ("open", _) => ("bet", "check", 3.0 * alpha),
        ("check", "J") => ("bet", "check", 1.0 / 3.0),
        ("check", "Q") => ("bet", "check", 0.0),
        ("check", _) => ("bet", "check", 1.0),
        ("check-bet", "Q") => ("call", "fold", alpha + 1.0 / 3.0),
        (_, "J") => ("call", "fold", 0.0),
        (_, "Q") => ("call", "fold", 1.0 / 3.0),
        _ => ("call", "fold", 1.0),
    };
    let action = |name: &str| game.spec().action(name).unwrap();
    vec![(action(bold), p), (action(tame), 1.0 - p)]
}

#[test]
fn every_known_equilibrium_of_kuhn_loses_nothing() {
    let (game, tree) = kuhn();
    for alpha in [0.0, 0.1, 0.25, 1.0 / 3.0] {
        let policy = policy(&tree, |view| equilibrium(&game, alpha, view));
        assert!(exploitability(&tree, &policy).abs() < 1e-12);
        assert!((value(&tree, &policy, 0) + 1.0 / 18.0).abs() < 1e-12);
    }
}

#[test]
fn what_is_no_equilibrium_of_kuhn_is_exploited() {
    let (game, tree) = kuhn();
    // Who never bets and never calls loses his ante to any bet.
    let action = |name: &str| game.spec().action(name).unwrap();
    let timid = policy(&tree, |_| vec![(action("check"), 1.0), (action("fold"), 1.0)]);
    assert!((exploitability(&tree, &timid) - 1.0).abs() < 1e-12);
    // Equal chances for every action: worked out by hand, a perfect younger hand wins 5/12 and a perfect elder 1/2.
    let random = uniform(&tree);
    assert!((value(&tree, &random, 0) - 1.0 / 8.0).abs() < 1e-12);
    assert!((best_response(&tree, &random, 0) - 0.5).abs() < 1e-12);
    assert!((best_response(&tree, &random, 1) - 5.0 / 12.0).abs() < 1e-12);
}

#[test]
fn solving_kuhn_finds_its_value() {
    let (_, tree) = kuhn();
    let policy = solve(&tree, 2_000);
    assert!(exploitability(&tree, &policy) < 1e-3);
    assert!((value(&tree, &policy, 0) + 1.0 / 18.0).abs() < 1e-3);
}

#[test]
fn solving_leduc_finds_its_value() {
    let game = leduc::Leduc::new("leduc", leduc::Options {}).unwrap();
    let tree = grow(&game);
    let policy = solve(&tree, 1_000);
    // The value lies between what each seat is sure of against the policy.
    let (least, most) = (-best_response(&tree, &policy, 1), best_response(&tree, &policy, 0));
    assert!(least <= -0.0856 && -0.0856 <= most && most - least < 4e-3, "{least} to {most}");
    assert!((value(&tree, &policy, 0) + 0.085606).abs() < 5e-4);
}
