//! Measuring a policy in training: it plays in the arena as an exported bot would.

use std::convert::Infallible;
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;

use elderhand_agents::network::Network;
use elderhand_agents::{Agent, Bot, Choice, DuelResult, Entrant, NetworkAgent, Plan, Question, duel_until};
use elderhand_env::{Game, ViewOf, Visitor, visit};
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
        let network = Arc::new(model.network()?);
        let table = Table { network, config, opponent: meeting.opponent, plan, question: &self.question };
        let options = config.options.iter().chain(meeting.setting);
        let options = options.map(|(name, value)| (name.clone(), value.clone())).collect();
        let tally = visit(&config.game, &options, table)??;
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

struct Table<'a> {
    network: Arc<Network>,
    config: &'a Config,
    opponent: &'a str,
    plan: Plan<'a>,
    question: &'a Question,
}

impl Visitor for Table<'_> {
    type Output = Result<DuelResult, Box<dyn Error + Send + Sync>>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let opponent = Bot::open(self.opponent);
        if let Some(crew) = self.plan.crew {
            crew.agree(opponent.as_ref().err().map(ToString::to_string))?;
        }
        let opponent = opponent?;
        let trained = || -> Result<Box<dyn Agent<ViewOf<G>>>, Infallible> {
            let Config { value_scale, network, .. } = self.config;
            let agent = NetworkAgent::new(NAME, Arc::clone(&self.network), *value_scale, choice(self.config));
            Ok(Box::new(agent.hints(network.hints)))
        };
        let a = Entrant::new(NAME, trained);
        let b = Entrant::new(self.opponent, || opponent.agent(&game));
        Ok(duel_until(&game, [&a, &b], &self.plan, self.question, None, |_| ControlFlow::Continue(()))?)
    }
}

/// How the bot of a config chooses.
pub fn choice(config: &Config) -> Choice {
    match config.temperature {
        0.0 => Choice::Argmax,
        temperature => Choice::Sample { temperature },
    }
}
