//! Which bots may sit down.

use elderhand_env::{Overrides, variant};

use crate::carrying::lent;
use crate::carrying::released::{RELEASED, Releases};
use crate::seating::bot::{Bot, BotError};
use crate::seating::level::Level;

/// The bots that may sit down in a house.
#[derive(Clone, Debug)]
pub enum Guests {
    /// Any but other programs, by the name under which [`Bot::open`] finds it: who asks need not be who runs this.
    Any,
    /// Those of `Any`, and this one, which may be a program.
    AnyAnd(Bot),
    /// These, by their names.
    Only(Vec<Bot>),
}

impl Guests {
    /// Finds a bot.
    ///
    /// # Errors
    ///
    /// Fails if there is none of this name, or it may not sit down.
    pub fn find(&self, name: &str) -> Result<Bot, BotError> {
        match self {
            Guests::AnyAnd(bot) if bot.name() == name => Ok(bot.clone()),
            Guests::Any | Guests::AnyAnd(_) => match Bot::open(name)? {
                bot if bot.is_program() => Err(BotError::Program(name.into())),
                bot => Ok(bot),
            },
            Guests::Only(bots) => {
                let (level, plain) = Level::of(name).unwrap_or((Level::Strong, name));
                let guest = |name: &str| bots.iter().find(|bot| bot.name() == name).cloned();
                // Who may sit down may play worse than they can.
                guest(name).map(Ok).or_else(|| Some(guest(plain)?.at(level))).unwrap_or_else(|| {
                    let known = bots.iter().map(Bot::name).collect::<Vec<_>>().join(", ");
                    Err(BotError::NotInvited { name: name.into(), known })
                })
            }
        }
    }

    /// The game of this name: a variant's id with options laid over its own, or the name of a released bot, with or without
    /// `checkpoint:`, whose game it is with options laid over the bot's.
    pub fn game(&self, name: &str, options: &Overrides) -> (String, Overrides) {
        let as_given = || (name.to_owned(), options.clone());
        if variant(name).is_some() {
            return as_given();
        }
        let bot = self.find(&format!("{RELEASED}{}", name.strip_prefix(RELEASED).unwrap_or(name)));
        let Some(contract) = bot.as_ref().ok().and_then(Bot::bundle).map(|bundle| &bundle.manifest().contract) else {
            return as_given();
        };
        let mut all = contract.options.clone();
        all.extend(options.clone());
        (contract.game.clone(), all)
    }

    /// The names of those who are known; where any may sit down, the built-in and the released ones.
    pub fn names(&self) -> Vec<String> {
        match self {
            Guests::Any | Guests::AnyAnd(_) => {
                let mut released = lent::names();
                released.extend_from_slice(Releases::find().names());
                released.sort();
                released.dedup();
                let released = released.iter().map(|name| format!("{RELEASED}{name}"));
                Bot::built_in().map(str::to_owned).chain(released).collect()
            }
            Guests::Only(bots) => bots.iter().map(|bot| bot.name().to_owned()).collect(),
        }
    }
}
