//! The player that asks a network, on Kuhn poker.

use std::sync::Arc;

use elderhand_agents::{Agent, Choice, Network, NetworkAgent};
use elderhand_env::{Action, Driver, Game, State, Stream, kuhn};
use ndarray::{ArrayD, IxDyn, arr1};

use crate::common;

fn table() -> Driver<kuhn::Kuhn> {
    Driver::new(kuhn::Kuhn::new("kuhn", kuhn::Options {}).unwrap(), Stream::new(1))
}

/// A network for Kuhn poker whose outputs are these wherever it is asked.
fn constant(logits: [f32; 4], value: f32) -> Arc<Network> {
    let mut tensors = common::tensors(&[7, 3, 4], 1);
    for name in ["policy.weight", "value.weight", "direct.weight"] {
        tensors.get_mut(name).unwrap().fill(0.0);
    }
    tensors.insert("policy.bias".into(), arr1(&logits).into_dyn());
    tensors.insert("value.bias".into(), ArrayD::from_elem(IxDyn(&[1]), value));
    Arc::new(Network::from_tensors(tensors).unwrap())
}

#[test]
fn argmax_plays_the_likeliest_legal_action() {
    // The first seat may check or bet; folding and calling weigh more, but are not legal.
    let mut agent = NetworkAgent::new("test", constant([1.0, 2.0, 9.0, 9.0], 0.5), 4.0, Choice::Argmax);
    let decision = agent.decide(&table().view(0)).unwrap();
    let bet = 1.0f32.exp() / (1.0 + 1.0f32.exp());
    let names: Vec<u16> = decision.probabilities.iter().map(|(action, _)| action.0).collect();
    assert_eq!((decision.action.0, names.as_slice()), (1, [1, 0].as_slice()));
    assert!((decision.probabilities[0].1 - bet).abs() < 1e-6);
    assert!((decision.probabilities[1].1 - (1.0 - bet)).abs() < 1e-6);
    assert_eq!(decision.value, Some(2.0));
    assert_eq!(agent.policy(&table().view(0)).unwrap(), [(decision.action, 1.0)]);

    let mut equal = NetworkAgent::new("test", constant([0.0; 4], 0.0), 1.0, Choice::Argmax);
    assert_eq!(equal.act(&table().view(0)).unwrap().0, 0);
}

#[test]
fn sampling_follows_the_probabilities_at_its_temperature() {
    let share = |temperature: f32| {
        let network = constant([0.0, 1.0, 0.0, 0.0], 0.0);
        let mut agent = NetworkAgent::new("test", network, 1.0, Choice::Sample { temperature });
        let view = table().view(0);
        let bets = (0..20_000).filter(|_| agent.act(&view).unwrap().0 == 1).count();
        let stated = agent.decide(&view).unwrap().probabilities.iter().find(|(action, _)| action.0 == 1).unwrap().1;
        assert!(agent.policy(&view).unwrap().contains(&(Action(1), stated)));
        let expected = 1.0 / (1.0 + (-1.0 / temperature).exp());
        assert!((stated - expected).abs() < 1e-6);
        (bets as f32 / 20_000.0 - expected).abs()
    };
    // Five standard errors of a share from 20,000 draws.
    assert!(share(1.0) < 0.018 && share(0.5) < 0.018 && share(3.0) < 0.018);
    assert!(share(1e-30) < 1e-6);
}

#[test]
fn the_seed_alone_decides() {
    let moves = |seed: u64, explain: bool| {
        let network = constant([0.3, 0.1, 0.0, 0.0], 0.0);
        let mut agent = NetworkAgent::new("test", network, 1.0, Choice::Sample { temperature: 1.0 });
        let view = table().view(0);
        Agent::<<kuhn::KuhnState as State>::View>::begin(&mut agent, 0, seed).unwrap();
        let mut play = || if explain { agent.decide(&view).unwrap().action } else { agent.act(&view).unwrap() };
        (0..64).map(|_| play()).collect::<Vec<_>>()
    };
    assert_eq!(moves(1, false), moves(1, true));
    assert_ne!(moves(1, false), moves(2, false));
}

#[test]
fn what_cannot_be_decided_is_an_error() {
    let mut agent = NetworkAgent::new("my bot", constant([0.0; 4], 0.0), 1.0, Choice::Argmax);
    let error = agent.act(&table().view(1)).unwrap_err().to_string();
    assert!(error.starts_with("my bot: the seat of the view is not to move"), "{error}");

    let mut tensors = constant([0.0; 4], 0.0).to_tensors();
    for weights in tensors.values_mut() {
        weights.fill(f32::MAX);
    }
    let network = Arc::new(Network::from_tensors(tensors).unwrap());
    let mut agent = NetworkAgent::new("my bot", network, 1.0, Choice::Argmax);
    let error = agent.decide(&table().view(0)).unwrap_err().to_string();
    assert!(error.contains("not finite"), "{error}");
}
