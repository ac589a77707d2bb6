//! Writes a player of Kuhn poker and measures it: in the arena, and exactly.
//!
//! `cargo run --example write_an_agent [DEALS]`

use std::convert::Infallible;
use std::ops::ControlFlow;

use elderhand_agents::{Agent, AgentError, Decision, Effort, Entrant, Plan, Random, TabularPolicy, duel, nash_conv};
use elderhand_env::kuhn::{Kuhn, KuhnView, Options};
use elderhand_env::{Action, Game, Seat, Stream, View};

/// Bets and calls with the king, bluffs once in three with the jack, and never with the queen.
struct Careful {
    /// The actions that give chips, by their numbers: betting and calling.
    brave: [Action; 2],
    chance: Stream,
}

impl Careful {
    fn new(game: &Kuhn) -> Careful {
        let brave = ["bet", "call"].map(|name| game.spec().action(name).expect("Kuhn poker has this action"));
        Careful { brave, chance: Stream::new(0) }
    }

    /// How likely it is to bet or to call.
    fn courage(&self, view: &KuhnView) -> f32 {
        let calling = view.legal().contains(self.brave[1]);
        // The JSON of a view is what other programs are shown; `elderhand_env::Variant::views` describes its fields.
        let json = serde_json::to_value(view).unwrap_or_default();
        match (json["card"].as_str(), calling) {
            (Some("KS"), _) => 1.0,
            (Some("QS"), true) | (Some("JS"), false) => 1.0 / 3.0,
            _ => 0.0,
        }
    }
}

impl Agent<KuhnView> for Careful {
    fn begin(&mut self, _seat: Seat, seed: u64) -> Result<(), AgentError> {
        // The seed is the only randomness, so that equal games come out equal.
        self.chance = Stream::new(seed);
        Ok(())
    }

    fn act(&mut self, view: &KuhnView) -> Result<Action, AgentError> {
        Ok(self.decide(view)?.action)
    }

    /// Saying how it decides is what lets it be measured exactly.
    fn decide(&mut self, view: &KuhnView) -> Result<Decision, AgentError> {
        let brave = |action: &Action| self.brave.contains(action);
        let courage = self.courage(view);
        let weigh = |action: Action| (action, if brave(&action) { courage } else { 1.0 - courage });
        let mut probabilities: Vec<(Action, f32)> = view.legal().iter().map(weigh).collect();
        probabilities.sort_by(|a, b| b.1.total_cmp(&a.1));
        let other = self.chance.unit() >= probabilities[0].1;
        Ok(Decision::drawn(probabilities[usize::from(other)].0, probabilities))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deals = std::env::args().nth(1).map_or(Ok(2_000), |text| text.parse())?;
    let game = Kuhn::new("kuhn", Options {})?;

    let careful = Entrant::new("careful", || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Careful::new(&game))));
    let random = Entrant::new("random", || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Random::default())));
    let plan = Plan::new(deals, 1).threads(2);
    let tally = duel(&game, &careful, &random, &plan, |_| ControlFlow::Continue(()))?;
    let (low, high) = tally.points_ci;
    println!("against random: {:+.3} chips a round ({low:+.3} to {high:+.3}), {deals} deals", tally.points);

    let policy = TabularPolicy::stated("careful", Box::new(Careful::new(&game)));
    let measured = nash_conv(&game, policy, &Effort { positions: 1_000, threads: 1 }, |_| ())?;
    println!("against perfect opponents it loses {:.4} chips a round, both seats together", measured.nash_conv);
    Ok(())
}
