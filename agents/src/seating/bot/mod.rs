//! Players by name: a built-in one, a bundle's path, `checkpoint:NAME`, `cmd:PROGRAM`, `search:BOT`, or `easy:BOT`.

mod error;
mod open;
mod seat;

use std::sync::Arc;
#[cfg(feature = "process")]
use std::time::Duration;

use elderhand_env::{AnyGame, Game, Overrides, Visitor, game, variant, variants};

use crate::carrying::bundle::Bundle;
use crate::players::scripted::{SCRIPTED, scripted};
use crate::searching::Search;
use crate::seating::level::Level;
#[cfg(feature = "process")]
use crate::speaking::process::Command;
pub use error::{BotError, TimeoutError};
pub use open::parse_timeout;
pub use seat::load;

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
#[derive(Clone, Debug, PartialEq)]
pub struct Bot {
    name: String,
    kind: Kind,
    level: Level,
    any_options: bool,
}

#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
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

impl Bot {
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

    /// Returns `true` if it plays a game as it is; another process is not asked, and may play fewer.
    pub fn plays(&self, game: &AnyGame) -> bool {
        struct Knows<'a>(&'a Bot);
        impl Visitor for Knows<'_> {
            type Output = bool;
            fn visit<G: Game>(self, game: G) -> bool {
                self.0.familiarity(&game).is_ok()
            }
        }
        match &self.kind {
            Kind::Bundle(_) => game.visit(Knows(self)),
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
}
