//! Measuring a policy in training: it plays in the arena as an exported bot would.

use std::convert::Infallible;
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;

use elderhand_agents::network::Network;
use elderhand_agents::{Agent, Bot, BotError, Choice, Entrant, NetworkAgent, Plan, Question, duel_until};
use elderhand_env::{AnyView, game};
use elderhand_train::{Config, Evaluate, Evaluation, Meeting, Model};

/// The name of the bot that is being trained, in tables.
pub const NAME: &str = "trained";

/// Plays mirrored deals, on as many threads as the run has.
#[derive(Default)]
pub struct Arena {
    /// What is asked of every meeting.
    pub question: Question,
}

impl Evaluate for Arena {
    fn evaluate(&mut self, model: &Model, meeting: &Meeting<'_>) -> Result<Evaluation, Box<dyn Error + Send + Sync>> {
        let config = &model.info.config;
        let plan = Plan::new(meeting.deals, meeting.seed).threads(config.threads()).crew(meeting.crew);
        let options = config.options.iter().chain(meeting.setting);
        // Without its type: the policy is what takes time, and the arena is compiled here once and not for each game.
        let game = game(&config.game, &options.map(|(name, value)| (name.clone(), value.clone())).collect())?;
        let opponent = Bot::open(meeting.opponent);
        if let Some(crew) = meeting.crew {
            crew.agree(opponent.as_ref().err().map(ToString::to_string))?;
        }
        let (network, opponent) = (Arc::new(model.network()?), opponent?);
        let trained = || -> Result<Box<dyn Agent<AnyView>>, Infallible> {
            Ok(Box::new(policy(config, &network, choice(config))))
        };
        let seated = || -> Result<Box<dyn Agent<AnyView>>, BotError> { Ok(Box::new(opponent.player(&game)?)) };
        let entrants = [&Entrant::new(NAME, trained), &Entrant::new(meeting.opponent, seated)];
        let tally = duel_until(&game, entrants, &plan, &self.question, None, |_| ControlFlow::Continue(()))?;
        Ok(Evaluation {
            iteration: model.info.iteration,
            opponent: meeting.opponent.into(),
            setting: meeting.setting.clone(),
            deals: tally.deals,
            score: tally.points,
            score_interval: tally.points_ci,
            win_rate: tally.win_rate,
            win_rate_interval: tally.win_rate_ci,
        })
    }
}

/// The player that a network of a run is, if it chooses so.
pub fn policy(config: &Config, network: &Arc<Network>, choice: Choice) -> NetworkAgent {
    NetworkAgent::new(NAME, Arc::clone(network), config.value_scale, choice).hints(config.network.hints)
}

/// How the bot of a config chooses.
pub fn choice(config: &Config) -> Choice {
    match config.temperature {
        0.0 => Choice::Argmax,
        temperature => Choice::Sample { temperature },
    }
}
