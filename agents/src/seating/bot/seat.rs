//! Seats players at games.

use elderhand_env::{AnyGame, Game, State, Stream, ViewOf, Visitor};

use super::{Bot, BotError, Kind, Searching};
use crate::carrying::bundle::{Bundle, Problem};
use crate::carrying::policy::NetworkAgent;
use crate::players::agent::Agent;
use crate::players::random::Random;
use crate::players::scripted::{SCRIPTED, scripted};
use crate::searching::{self, Searcher, Worker};
use crate::seating::familiarity::{self, Familiarity, Seated};
use crate::seating::player::Player;
use crate::seating::rounds::OfRounds;
#[cfg(feature = "process")]
use crate::speaking::process::Process;

impl Bot {
    /// Seats the player at a game, whatever its type.
    ///
    /// # Errors
    ///
    /// As [`Bot::agent`].
    pub fn player(&self, game: &AnyGame) -> Result<Player, BotError> {
        struct Seat<'a>(&'a Bot, &'a AnyGame);
        impl Visitor for Seat<'_> {
            type Output = Result<Player, BotError>;
            fn visit<G: Game>(self, game: G) -> Self::Output {
                let Seat(bot, seated_at) = self;
                let familiarity = bot.familiarity(&game)?;
                Ok(Player::new(bot.name(), seated_at, bot.agent(&game)?).knowing(familiarity))
            }
        }
        game.visit(Seat(self, game))
    }

    /// Returns how well the player would know a game: only a bundle can know it less than wholly.
    ///
    /// # Errors
    ///
    /// Fails if it is a bundle that cannot sit down there.
    pub fn familiarity<G: Game>(&self, game: &G) -> Result<Familiarity, BotError> {
        match &self.kind {
            Kind::Bundle(bundle) => Ok(self.seat(bundle, game, |agent| agent)?.1),
            Kind::Search(searching) => searching.bot.familiarity(game),
            _ => Ok(Familiarity::Game),
        }
    }

    /// Returns `true` if the player says what a seat may expect at a game, as one must by which luck is taken out of points.
    ///
    /// # Errors
    ///
    /// As [`Bot::player`].
    pub fn expects(&self, game: &AnyGame) -> Result<bool, BotError> {
        struct Expects<'a>(&'a Bot);
        impl Visitor for Expects<'_> {
            type Output = Result<bool, BotError>;
            fn visit<G: Game>(self, game: G) -> Self::Output {
                let mut agent = self.0.agent(&game)?;
                let mut state = game.start();
                state.settle(&mut Stream::new(0));
                Ok(agent.expects(&state.view(0)).is_some())
            }
        }
        game.visit(Expects(self))
    }

    fn seat<G: Game>(
        &self,
        bundle: &Bundle,
        game: &G,
        with: impl Fn(NetworkAgent) -> NetworkAgent,
    ) -> Result<Seated<G>, BotError> {
        let haze = self.level.haze();
        familiarity::seat(bundle, game, self.any_options, |agent| with(agent.hazy(haze))).map_err(|error| match *error
            .problem
        {
            Problem::Differ { ref key, .. } if key != "game" => {
                BotError::Options { bot: self.name.clone(), problem: error.problem }
            }
            _ => self.misfit(game),
        })
    }

    /// Seats the player for games that are played on from one decision to the next, which a network can do faster.
    fn for_playing_out<G: Game>(&self, game: &G) -> Result<Box<dyn Agent<ViewOf<G>>>, BotError> {
        match &self.kind {
            Kind::Bundle(bundle) => Ok(self.seat(bundle, game, NetworkAgent::incremental)?.0),
            _ => self.agent(game),
        }
    }

    /// Seats a player that searches, with all that each thread needs.
    fn searcher<G: Game>(&self, who: &Searching, game: &G) -> Result<Box<dyn Agent<ViewOf<G>>>, BotError> {
        let Searching { search, bot, by, others, believe } = who;
        if game.bets() {
            let (bot, plain) = (self.name.clone(), bot.name.clone());
            return Err(BotError::Bets { bot, game: game.spec().id, plain });
        }
        let policy = bot.agent(game)?;
        // Players that follow rules are the fastest by far; the last of several is the best for this.
        let last = || SCRIPTED.iter().rfind(|scripted| scripted.family == game.family());
        let rules = match by {
            Some(_) => None,
            None => last().map(|scripted| Bot::open(scripted.name)).transpose()?,
        };
        let by = by.as_ref().or(rules.as_ref()).unwrap_or(bot);
        let others = others.as_ref().unwrap_or(by);
        let values = bot.bundle().is_some() && bot.familiarity(game)? == Familiarity::Game;
        let workers = (0..searching::threads()).map(|_| {
            let all = |bot: &Bot| (0..game.spec().seats).map(|_| bot.for_playing_out(game)).collect::<Result<_, _>>();
            let (own, others) = (all(by)?, all(others)?);
            let believing = believe.as_ref().map(|bot| bot.for_playing_out(game)).transpose()?;
            let valuing = values.then(|| bot.agent(game)).transpose()?;
            Ok(Worker::new(game, own, others, believing, valuing))
        });
        let workers = workers.collect::<Result<_, BotError>>()?;
        Ok(Box::new(Searcher::new(game, search.clone(), policy, workers)))
    }

    fn misfit<G: Game>(&self, game: &G) -> BotError {
        BotError::Game { bot: self.name.clone(), game: game.spec().id, games: self.games().join(", ") }
    }

    /// Seats the player at a game.
    ///
    /// A player of rounds plays a match by what it knows of these.
    ///
    /// # Errors
    ///
    /// Fails if it does not play the game, or is a process that does not start.
    pub fn agent<G: Game>(&self, game: &G) -> Result<Box<dyn Agent<ViewOf<G>>>, BotError> {
        match &self.kind {
            Kind::Random => Ok(Box::new(Random::default())),
            Kind::Scripted(name) => {
                let scripted = scripted(name, game.family());
                // Most play rounds, also those of a match.
                let agent = scripted.and_then(|scripted| scripted.agent(game)).or_else(|| {
                    let player = scripted?.agent(game.round())?;
                    Some(Box::new(OfRounds::<G>::new(player)))
                });
                agent.ok_or_else(|| self.misfit(game))
            }
            Kind::Bundle(bundle) => Ok(self.seat(bundle, game, |agent| agent)?.0),
            Kind::Search(searching) => self.searcher(searching, game),
            #[cfg(feature = "process")]
            Kind::Command(command) => Ok(Box::new(Process::start(&self.name, command, game)?)),
        }
    }
}

/// Seats a player at a game by its name.
///
/// # Errors
///
/// As [`Bot::open`] and [`Bot::agent`].
pub fn load<G: Game>(game: &G, name: &str) -> Result<Box<dyn Agent<ViewOf<G>>>, BotError> {
    Bot::open(name)?.agent(game)
}
