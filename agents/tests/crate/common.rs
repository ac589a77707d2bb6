//! Networks, drafts and meetings for the tests.

use std::ops::ControlFlow;

use elderhand_agents::bundle::{Draft, Evaluation, Training};
use elderhand_agents::network::Tensors;
use elderhand_agents::{Arena, Bot, Choice, Estimate, Network, Plan};
use elderhand_env::{AnyGame, GameError, Overrides, Spec, Stream, Variation};
use ndarray::{ArrayD, IxDyn};

/// Random tensors of a network with these widths, from the inputs over the hidden layers to the actions.
pub fn tensors(widths: &[usize], seed: u64) -> Tensors {
    let mut stream = Stream::new(seed);
    let mut tensors = Tensors::new();
    let mut put = |name: String, outputs: usize, inputs: usize| {
        let mut random = |shape: &[usize]| ArrayD::from_shape_fn(IxDyn(shape), |_| stream.unit() - 0.5);
        tensors.insert(format!("{name}.weight"), random(&[outputs, inputs]));
        tensors.insert(format!("{name}.bias"), random(&[outputs]));
    };
    let hidden = widths.len() - 2;
    for i in 0..hidden {
        put(format!("trunk.{i}"), widths[i + 1], widths[i]);
    }
    put("policy".into(), widths[hidden + 1], widths[hidden]);
    put("value".into(), 1, widths[hidden]);
    let shape = [widths[hidden + 1] + 1, widths[0]];
    tensors.insert("direct.weight".into(), ArrayD::from_shape_fn(IxDyn(&shape), |_| stream.unit() - 0.5));
    tensors
}

/// The description of a variant with its own options.
pub fn spec(game: &str) -> Result<Spec, GameError> {
    elderhand_env::game(game, &Overrides::new()).map(|game| game.spec().clone())
}

/// What the first of some bots wins a game, above the mean of a table of them all, in so many deals.
pub fn won_at_a_table(game: &AnyGame, bots: &[&str], deals: usize) -> f64 {
    let bots: Vec<Bot> = bots.iter().map(|bot| Bot::open(bot).expect("there is the bot")).collect();
    let table =
        Arena::new(game, Plan::new(deals, 1)).table(&bots.iter().collect::<Vec<_>>(), &|_| ControlFlow::Continue(()));
    table.expect("they play the game").bots[0].points
}

/// The least that `simple` is likely to win from `random` in so many deals.
pub fn won_from_random(game: &AnyGame, deals: usize) -> f64 {
    let [simple, random] = ["simple", "random"].map(|bot| Bot::open(bot).expect("there is the bot"));
    let duel = Arena::new(game, Plan::new(deals, 1)).duel([&simple, &random], &|_| ControlFlow::Continue(()));
    duel.expect("they play the game").points_ci.0
}

/// A network with random weights.
pub fn network(bits: usize, actions: usize) -> Network {
    Network::from_tensors(tensors(&[bits, 24, 16, actions], 7)).expect("the tensors fit together")
}

/// A draft for a variant, with random weights.
pub fn draft(game: &str) -> Draft {
    let spec = spec(game).expect("the game is registered");
    Draft {
        game: game.into(),
        options: Overrides::new(),
        variable: Variation::new(),
        network: network(spec.bits(), spec.actions.len()),
        value_scale: 2.0,
        decision: Choice::Sample { temperature: 1.0 },
        training: Training {
            run: "test-run".into(),
            date: Some("2026-02-28".into()),
            revision: Some("0123abc".into()),
            seed: u64::MAX,
            steps: 10,
            decisions: 20_480,
            config: "lanes = 64\n".into(),
            notes: Overrides::from_iter([("device".into(), "cpu".into())]),
        },
        evaluations: vec![Evaluation {
            opponent: "random".into(),
            setting: Overrides::new(),
            deals: 1000,
            score: Estimate { mean: 0.25, low: 0.125, high: 0.375 },
            win_share: Estimate { mean: 0.6, low: 0.55, high: 0.65 },
        }],
        card: None,
    }
}
