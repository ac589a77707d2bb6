//! Golden positions: views with what the network answered when the bundle was written.

use std::collections::{BTreeMap, HashSet};

use elderhand_env::options::{as_table, plain, read_json};
use elderhand_env::{Driver, Game, Stream, View, ViewOf, Visitor, read_view, vary, visit};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Bundle, Problem};
use crate::carrying::network::Network;
use crate::carrying::policy::observe;

/// The most by which a logit or a value may differ: far more than the order of additions changes, far less than a
/// decision.
pub const TOLERANCE: f32 = 1e-4;

/// The number of positions that a bundle holds, shared out among its games, unless they have fewer.
const POSITIONS: usize = 32;
/// One decision in so many is kept, so that the positions are of several games and of all their stages.
const STRIDE: usize = 5;
/// No more decisions are made in a game than this to find positions that differ.
const SEARCH: usize = 4096;

/// One line of the file.
#[derive(Serialize, Deserialize)]
struct Golden {
    view: Value,
    /// The logit of every legal action by name.
    logits: BTreeMap<String, f32>,
    /// The value before scaling.
    value: f32,
}

/// What verifying a bundle found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Verification {
    /// The number of positions, all of them equal within [`TOLERANCE`].
    pub positions: usize,
    /// The largest difference of a logit or a value.
    pub worst: f32,
}

/// Writes the lines for positions of random play, the same for every network of the same games.
pub(super) fn lines<G: Game>(games: &[G], network: &Network) -> String {
    let mut stream = Stream::new(0);
    let mut lines = String::new();
    for (number, game) in games.iter().enumerate() {
        let share = POSITIONS * (number + 1) / games.len() - POSITIONS * number / games.len();
        let (mut seen, mut decisions) = (HashSet::new(), 0);
        while seen.len() < share && decisions < SEARCH {
            let mut table = Driver::new(game.clone(), Stream::new(stream.bits()));
            while let Some(seat) = table.seat() {
                let view = table.view(seat);
                let action = stream.pick(&view.legal());
                if stream.below(STRIDE) == 0 && seen.len() < share && seen.insert(view.clone()) {
                    let golden = answer(game, network, &view);
                    lines += &serde_json::to_string(&golden).expect("views and numbers can be written");
                    lines.push('\n');
                }
                table.play(action).expect("the action is legal");
                decisions += 1;
            }
        }
    }
    lines
}

fn answer<G: Game>(game: &G, network: &Network, view: &ViewOf<G>) -> Golden {
    let mut row = vec![0; network.inputs().div_ceil(64)];
    let legal = observe(view, network.inputs() > game.spec().bits(), &mut row);
    let mut scratch = network.scratch();
    let (logits, value) = network.forward(&row, &mut scratch);
    let logit = |action| (game.spec().name(action).to_owned(), logits[action.0 as usize]);
    let view = serde_json::to_value(view).expect("views can be written");
    Golden { view, logits: legal.iter().map(logit).collect(), value }
}

pub(super) fn verify(bundle: &Bundle) -> Result<Verification, Problem> {
    struct Verify<'a>(&'a Bundle);
    impl Visitor for Verify<'_> {
        type Output = Result<Verification, Problem>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            let games = vary(&game, &self.0.manifest.contract.variable)?;
            let mut verification = Verification { positions: 0, worst: 0.0 };
            for (i, line) in self.0.golden.lines().enumerate() {
                let difference = replay(&games, &self.0.network, line);
                let difference = difference.map_err(|reason| Problem::Golden { line: i + 1, reason })?;
                verification.positions += 1;
                verification.worst = verification.worst.max(difference);
            }
            if verification.positions == 0 {
                return Err(Problem::Golden { line: 1, reason: "there are no positions to compare".into() });
            }
            Ok(verification)
        }
    }
    let contract = &bundle.manifest.contract;
    visit(&contract.game, &contract.options, Verify(bundle))?
}

/// Answers the view of one line again, in the game that it is of, and gives the largest difference.
fn replay<G: Game>(games: &[G], network: &Network, line: &str) -> Result<f32, String> {
    let json: Value = read_json(line.as_bytes())?;
    let expected: Golden = serde_json::from_value(json).map_err(|error| plain(&error.to_string()))?;
    // A view may leave out options that the game has come to have later.
    let of = |game: &&G| {
        let (options, given) = (as_table(game.options()), expected.view.get("options").and_then(Value::as_object));
        given.is_some_and(|given| given.iter().all(|(name, value)| options.get(name) == Some(value)))
    };
    let game = games.iter().find(of).unwrap_or(&games[0]);
    let view = read_view(game, expected.view).map_err(|error| error.to_string())?;
    let found = answer(game, network, &view);
    if !found.logits.keys().eq(expected.logits.keys()) {
        let names = |logits: BTreeMap<String, f32>| logits.into_keys().collect::<Vec<_>>().join(", ");
        return Err(format!("the legal actions are {}: expected {}", names(found.logits), names(expected.logits)));
    }
    let logits = found
        .logits
        .iter()
        .zip(expected.logits.values())
        .map(|((name, &found), &wanted)| (format!("the logit of `{name}`"), found, wanted));
    let mut worst: f32 = 0.0;
    for (what, found, wanted) in logits.chain([("the value".into(), found.value, expected.value)]) {
        let difference = (found - wanted).abs();
        if difference.is_nan() || difference > TOLERANCE {
            return Err(format!("{what} is {found}: expected {wanted}"));
        }
        worst = worst.max(difference);
    }
    Ok(worst)
}
