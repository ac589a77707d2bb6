//! Players by name: a built-in one, a bundle's path, `checkpoint:NAME`, `cmd:PROGRAM`, `search:BOT`, or `easy:BOT`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use elderhand_env::options::nearest;
use elderhand_env::{AnyGame, Game, GameError, Overrides, ViewOf, Visitor, game, variant, variants};

use crate::carrying::bundle::{Bundle, BundleError, Problem};
use crate::carrying::lent::lent;
use crate::carrying::policy::NetworkAgent;
use crate::carrying::released::{NotReleased, RELEASED, Releases, bundle_path};
use crate::players::agent::{Agent, AgentError};
use crate::players::random::Random;
use crate::players::scripted::{SCRIPTED, scripted};
use crate::searching::{self, ITSELF, PREFIX as SEARCH, Search, SearchError, Searcher, Worker};
use crate::seating::familiarity::{self, Familiarity, Seated};
use crate::seating::level::Level;
use crate::seating::player::Player;
use crate::seating::rounds::OfRounds;
#[cfg(feature = "process")]
use crate::speaking::process::{Command, DEFAULT_TIMEOUT, Process};

/// The name of the player that plays every game at random.
const RANDOM: &str = "random";
/// What begins the name of a player that is another process.
const COMMAND: &str = "cmd:";
/// The environment variable that sets how long other processes may take, in seconds.
const TIMEOUT: &str = "ELDERHAND_BOT_TIMEOUT";

/// A player by its name, ready to be seated at any number of games.
///
/// # Examples
///
/// ```
/// use elderhand_agents::Bot;
/// use elderhand_env::{Overrides, Stream, Table};
///
/// let mut table = Table::new("kuhn", &Overrides::new(), Stream::new(1))?;
/// let mut player = Bot::open("random")?.player(table.game())?;
/// player.begin(0, 7)?;
/// table.play(player.act(&table.view(0)?)?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bot {
    name: String,
    kind: Kind,
    level: Level,
    any_options: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Random,
    /// The scripted players of this name: one a family at most.
    Scripted(&'static str),
    Bundle(Arc<Bundle>),
    /// Another player that searches, and who helps it.
    Search(Arc<Searching>),
    #[cfg(feature = "process")]
    Command(Command),
}

/// Who takes part in a search.
#[derive(Clone, Debug)]
struct Searching {
    search: Search,
    /// Who says what is worth a try.
    bot: Bot,
    /// Who plays out, if that is said.
    by: Option<Bot>,
    /// Who plays out in the seats of the others, if that is said.
    others: Option<Bot>,
    /// As whom the others are taken, if anybody.
    believe: Option<Bot>,
}

impl Searching {
    /// Returns everyone who takes part.
    fn all(&self) -> impl Iterator<Item = &Bot> {
        [Some(&self.bot), self.by.as_ref(), self.others.as_ref(), self.believe.as_ref()].into_iter().flatten()
    }
}

/// A player that cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BotError {
    /// Nothing has this name.
    #[error(
        "there is no bot `{name}`: a bot is {known}, the path of a bundle, {RELEASED}NAME, {SEARCH}BOT, easy:BOT, medium:BOT, or {COMMAND}PROGRAM{}",
        .nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
    )]
    Unknown {
        /// The name as it was given.
        name: String,
        /// The released bot of this name, or the most similar built-in one.
        nearest: Option<String>,
        /// The built-in names.
        known: String,
    },
    /// It is none of those that may sit down there.
    #[error("bot `{name}` may not sit down here: those that may are {known}")]
    NotInvited {
        /// The name as it was given.
        name: String,
        /// Those that may.
        known: String,
    },
    /// It is another program, and whoever named it may not start one.
    #[error("bot `{0}` is a program: one is started only where whoever runs Elderhand has named it")]
    Program(
        /// The name as it was given.
        String,
    ),
    /// The player does not play the game.
    #[error("bot `{bot}` does not play `{game}`: it plays {games}")]
    Game {
        /// The player.
        bot: String,
        /// The game at hand.
        game: &'static str,
        /// What it plays.
        games: String,
    },
    /// The player is a bundle that was made for other options of the game.
    #[error(
        "bot `{bot}`: {problem}; leave that as it is in the bundle, or let it play all the same (`any_options`, `--any-options`)"
    )]
    Options {
        /// The player.
        bot: String,
        /// Where they differ.
        problem: Box<Problem>,
    },
    /// The game cannot be made again by its id and options; [`Player::new`] seats an agent at any.
    #[error(transparent)]
    Unregistered(GameError),
    /// The text after `cmd:` is not a command line.
    #[error("bot `{0}`: expected a program and its arguments after cmd:, with every quote closed")]
    Command(String),
    /// It is another process, and this program was built without the feature `process`.
    #[error("bot `{0}`: this program was built without players that are other processes")]
    NoProcesses(String),
    /// The time allowed to other processes is not one.
    #[error("{TIMEOUT}: {0}")]
    Timeout(TimeoutError),
    /// There is no released bot of this name.
    #[error(transparent)]
    Released(#[from] NotReleased),
    /// The bundle cannot be read.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// The name of a player that searches does not say how.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The player cannot search, or cannot help in a search.
    #[error("`{0}` cannot be part of a search: expected a built-in bot or a bundle")]
    Searches(String),
    /// Only a network knows what else it might do.
    #[error("`{bot}` has no level {level}: expected a trained bot, such as {level}:{RELEASED}gin")]
    NoLevels {
        /// The player.
        bot: String,
        /// The level it was asked for.
        level: Level,
    },
    /// Worlds dealt anew do not tell what a bluff is worth.
    #[error(
        "bot `{bot}`: `{game}` is a game of betting, where a search of the cards finds no bluff; play `{plain}` itself"
    )]
    Bets {
        /// The player.
        bot: String,
        /// The game at hand.
        game: &'static str,
        /// The player that would have searched.
        plain: String,
    },
    /// The process did not start or did not introduce itself as it should.
    #[error(transparent)]
    Agent(#[from] AgentError),
}

/// A text that does not say how long a process may take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a time-out: expected seconds, more than 0 and at most 86400, such as 10 or 0.5")]
pub struct TimeoutError(
    /// The text as it was given.
    pub String,
);

impl Bot {
    /// Finds a player; a process is started only when it is seated.
    ///
    /// A process may take 10 seconds for each answer, or what the environment variable `ELDERHAND_BOT_TIMEOUT` says
    /// in seconds; [`Bot::with_timeout`] overrules both.
    ///
    /// # Errors
    ///
    /// Fails if the name is unknown, the bundle or the command line cannot be read, or the environment variable is not a
    /// number.
    pub fn open(name: &str) -> Result<Bot, BotError> {
        let name = unmarked(name);
        if let Some((level, bot)) = Level::of(name) {
            let bot = unmarked(bot);
            // Told before it is opened, since what is sent could be levels of levels without end.
            if Level::of(bot).is_some() || bot.starts_with(SEARCH) {
                return Err(BotError::NoLevels { bot: bot.into(), level });
            }
            return Bot::open(bot)?.at(level);
        }
        let kind = if name == RANDOM {
            Kind::Random
        } else if let Some(scripted) = SCRIPTED.iter().find(|scripted| scripted.name == name) {
            Kind::Scripted(scripted.name)
        } else if let Some(line) = name.strip_prefix(COMMAND) {
            command(name, line)?
        } else if let Some(search) = name.strip_prefix(SEARCH) {
            Kind::Search(Arc::new(searching(Search::parse(search)?)?))
        } else if let Some(bundle) = name.strip_prefix(RELEASED).and_then(lent) {
            Kind::Bundle(bundle)
        } else if name.starts_with(RELEASED) || Path::new(name).exists() {
            Kind::Bundle(Arc::new(Bundle::open(&bundle_path(Path::new(name))?)?))
        } else {
            let released = Releases::find().names().iter().any(|released| released == name);
            let released = released.then(|| format!("{RELEASED}{name}"));
            let nearest = released.or_else(|| nearest(name, Bot::built_in()).map(str::to_owned));
            let known = Bot::built_in().collect::<Vec<_>>().join(", ");
            return Err(BotError::Unknown { name: name.into(), nearest, known });
        };
        Ok(Bot { name: name.into(), kind, level: Level::Strong, any_options: false })
    }

    /// Lets a bot play at a level, under a name that says so; every bot is [`Level::Strong`].
    ///
    /// # Errors
    ///
    /// Fails if it is to be weaker, and is no bundle or has a level already.
    pub fn at(self, level: Level) -> Result<Bot, BotError> {
        if level == Level::Strong {
            return Ok(self);
        }
        if self.bundle().is_none() || self.level != Level::Strong {
            return Err(BotError::NoLevels { bot: self.name, level });
        }
        Ok(Bot { name: format!("{level}:{}", self.name), level, ..self })
    }

    /// Returns the level at which it plays.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Finds a released bot by its name without `checkpoint:`.
    ///
    /// # Errors
    ///
    /// Fails if there is none of this name, or its bundle cannot be read.
    pub fn released(name: &str) -> Result<Bot, BotError> {
        Bot::open(&format!("{RELEASED}{name}"))
    }

    /// The names of the built-in players, each once.
    pub fn built_in() -> impl Iterator<Item = &'static str> {
        let names = SCRIPTED.iter().map(|scripted| scripted.name).enumerate();
        let first = |&(place, name): &(usize, &str)| SCRIPTED[..place].iter().all(|earlier| earlier.name != name);
        [RANDOM].into_iter().chain(names.filter(first).map(|(_, name)| name))
    }

    /// The names of the built-in players of a game: `random`, then those that follow rules.
    pub fn playing(game: &str) -> impl Iterator<Item = &'static str> {
        let family = variant(game).map(|variant| variant.family);
        let scripted = SCRIPTED.iter().filter(move |scripted| Some(scripted.family) == family);
        [RANDOM].into_iter().chain(scripted.map(|scripted| scripted.name))
    }

    /// Sets how long another process may take for each answer; other players take the time they need.
    #[cfg(feature = "process")]
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Bot {
        if let Kind::Command(command) = &mut self.kind {
            command.timeout = timeout;
        }
        self
    }

    /// Gives it another name, under which it is known from now on.
    pub fn called(mut self, name: impl Into<String>) -> Bot {
        self.name = name.into();
        self
    }

    /// Lets a bundle sit down under options that it was not made for: it plays by what is the same in both, and
    /// [`Bot::familiarity`] says what is not.
    pub fn with_any_options(mut self, any_options: bool) -> Bot {
        self.any_options = any_options;
        if let Kind::Search(searching) = &mut self.kind {
            let searching = Arc::make_mut(searching);
            searching.bot.any_options = any_options;
            let Searching { by, others, believe, .. } = searching;
            by.iter_mut().chain(others).chain(believe).for_each(|bot| bot.any_options = any_options);
        }
        self
    }

    /// The name by which it was found.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is another program, which whoever seats it starts: not what a file or a stranger may name.
    pub fn is_program(&self) -> bool {
        match &self.kind {
            #[cfg(feature = "process")]
            Kind::Command(_) => true,
            _ => false,
        }
    }

    /// The bundle, if it is one.
    pub fn bundle(&self) -> Option<&Bundle> {
        match &self.kind {
            Kind::Bundle(bundle) => Some(bundle),
            _ => None,
        }
    }

    /// The ids of the variants it plays; another process is not asked and may play fewer.
    pub fn games(&self) -> Vec<&'static str> {
        let all = variants().into_iter();
        match &self.kind {
            #[cfg(feature = "process")]
            Kind::Command(_) => all.map(|variant| variant.id).collect(),
            Kind::Random => all.map(|variant| variant.id).collect(),
            Kind::Search(searching) => {
                let bets = |id: &&str| game(id, &Overrides::new()).is_ok_and(|game| game.bets());
                searching.bot.games().into_iter().filter(|id| !bets(id)).collect()
            }
            Kind::Bundle(bundle) => {
                all.filter(|variant| variant.id == bundle.manifest().contract.game).map(|variant| variant.id).collect()
            }
            Kind::Scripted(name) => {
                all.filter(|variant| scripted(name, variant.family).is_some()).map(|variant| variant.id).collect()
            }
        }
    }

    /// Says whether it plays a game as it is; another process is not asked, and may play fewer.
    pub fn plays(&self, game: &AnyGame) -> bool {
        struct Knows<'a>(&'a Bot);
        impl Visitor for Knows<'_> {
            type Output = bool;
            fn visit<G: Game>(self, game: G) -> bool {
                self.0.familiarity(&game).is_ok()
            }
        }
        match &self.kind {
            Kind::Bundle(_) => game.visit(Knows(self)).unwrap_or(false),
            Kind::Search(searching) => !game.bets() && searching.all().all(|bot| bot.plays(game)),
            _ => self.games().contains(&game.spec().id),
        }
    }

    /// The options of a variant as the player needs them: a bundle's own; none where it takes any.
    pub fn options(&self, game: &str) -> Overrides {
        if let Kind::Search(searching) = &self.kind {
            return searching.bot.options(game);
        }
        let contract = self.bundle().map(|bundle| &bundle.manifest().contract);
        contract.filter(|contract| contract.game == game).map(|contract| contract.options.clone()).unwrap_or_default()
    }

    /// Seats the player at a game, whatever its type.
    ///
    /// # Errors
    ///
    /// As [`Bot::agent`], and if the game cannot be made again.
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
        game.visit(Seat(self, game)).map_err(BotError::Unregistered)?
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

/// Reads how long a process may take for each answer, in seconds.
///
/// # Errors
///
/// Fails on what is not a number above 0 and at most 86400, a day.
pub fn parse_timeout(text: &str) -> Result<Duration, TimeoutError> {
    let seconds = text.trim().parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0);
    // What is less than a nanosecond would be no time at all.
    let timeout = seconds.map(Duration::from_secs_f64).filter(|timeout| !timeout.is_zero());
    timeout.ok_or_else(|| TimeoutError(text.into()))
}

/// Returns a name without the mark of the level at which every bot plays.
fn unmarked(mut name: &str) -> &str {
    while let Some((Level::Strong, bot)) = Level::of(name) {
        name = bot;
    }
    name
}

/// Finds who takes part in a search.
fn searching(search: Search) -> Result<Searching, BotError> {
    let open = |name: &str| {
        // Told before it is opened, since what is sent could be searches of searches without end.
        let opened = (!unmarked(name).starts_with(SEARCH)).then(|| Bot::open(name)).transpose()?;
        let fit = |bot: &Bot| matches!(bot.kind, Kind::Random | Kind::Scripted(_) | Kind::Bundle(_));
        opened.filter(fit).ok_or_else(|| BotError::Searches(name.into()))
    };
    let bot = open(&search.bot)?;
    let opened = |name: &Option<String>| match name.as_deref() {
        Some(ITSELF) => Ok(Some(bot.clone())),
        name => name.map(open).transpose(),
    };
    let (by, others, believe) = (opened(&search.by)?, opened(&search.others)?, opened(&search.believe)?);
    Ok(Searching { search, bot, by, others, believe })
}

/// The player that a command line starts.
#[cfg(feature = "process")]
fn command(name: &str, line: &str) -> Result<Kind, BotError> {
    Command::parse(line, timeout()?).map(Kind::Command).ok_or_else(|| BotError::Command(name.into()))
}

#[cfg(not(feature = "process"))]
fn command(name: &str, _line: &str) -> Result<Kind, BotError> {
    Err(BotError::NoProcesses(name.into()))
}

#[cfg(feature = "process")]
fn timeout() -> Result<Duration, BotError> {
    match std::env::var_os(TIMEOUT) {
        Some(text) => parse_timeout(&text.to_string_lossy()).map_err(BotError::Timeout),
        None => Ok(DEFAULT_TIMEOUT),
    }
}
