//! `search:BOT,setting=value,…`: how a search is called.

use std::time::Duration;

use elderhand_env::options::nearest;

/// What begins the name of a player that searches.
pub const PREFIX: &str = "search:";

/// How a setting names the bot that searches.
pub(crate) const ITSELF: &str = "itself";

/// The settings that may follow a bot's name, each with what it expects.
const SETTINGS: [(&str, &str); 7] = [
    ("rollouts", "a whole number from 1 to 1000000"),
    ("time", "seconds, more than 0 and at most 3600"),
    ("by", "the name of a bot, or itself"),
    ("others", "the name of a bot, or itself"),
    ("believe", "the name of a bot, or itself"),
    ("worlds", "a whole number from 2 to 100000"),
    ("prior", "a number from 0 to 100"),
];

/// How much a decision may cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// So many games played out. Equal seeds give equal decisions.
    Rollouts(usize),
    /// So much time.
    Time(Duration),
}

/// How a player searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The bot that says which actions are worth a try, and how much it thinks of each.
    pub bot: String,
    /// How much a decision may cost.
    pub budget: Budget,
    /// The bot that plays games out in the searching player's seat, `itself` for the bot that searches; by default the
    /// strongest that follows rules, or the searching bot where no rules are known.
    pub by: Option<String>,
    /// The bot that plays games out in the other seats; by default the same.
    pub others: Option<String>,
    /// The bot as which the others are taken, so that worlds are as likely as what they did makes them; by default all
    /// worlds are equally likely.
    pub believe: Option<String>,
    /// How many worlds are weighed for a decision, if any are; else every rollout has a world of its own.
    pub worlds: usize,
    /// How much the bot's own opinion counts: the logarithm of a probability is worth so many deviations of a return.
    pub prior: f32,
}

/// A name that does not say how to search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// No bot is named.
    #[error("`{0}` names no bot: expected {PREFIX}BOT, such as {PREFIX}checkpoint:gin")]
    NoBot(String),
    /// A setting that there is not.
    #[error("`{key}` is no setting of a search; did you mean `{nearest}`? There are {known}")]
    Unknown {
        /// The setting as it was given.
        key: String,
        /// The most similar one.
        nearest: String,
        /// All of them.
        known: String,
    },
    /// A value that a setting does not take.
    #[error("`{key}={value}`: expected {expected}")]
    Value {
        /// The setting.
        key: String,
        /// Its value as it was given.
        value: String,
        /// What it takes.
        expected: &'static str,
    },
    /// A setting that is given twice.
    #[error("`{0}` is given twice")]
    Twice(
        /// The setting.
        String,
    ),
    /// Worlds that nobody weighs.
    #[error("`worlds` is how many worlds `believe` weighs: add believe=BOT, or leave it out")]
    Unweighed,
    /// Two settings that exclude each other.
    #[error("`rollouts` and `time` are both given: a decision ends by one of them")]
    TwoBudgets,
    /// There is no clock.
    #[error("this machine has no clock: say `rollouts` instead of `time`")]
    NoClock,
}

impl Search {
    /// Searches for a bot as far as nothing else is said: 512 rollouts a decision.
    pub fn of(bot: impl Into<String>) -> Search {
        let budget = Budget::Rollouts(512);
        Search { bot: bot.into(), budget, by: None, others: None, believe: None, worlds: 64, prior: 0.01 }
    }

    /// Reads what follows `search:`.
    ///
    /// # Errors
    ///
    /// Fails if no bot is named, a setting is not known, or its value not one that it takes.
    pub fn parse(text: &str) -> Result<Search, SearchError> {
        let mut pieces: Vec<&str> = text.split(',').collect();
        // A path may hold commas: settings are what comes last.
        let named = pieces.iter().rposition(|piece| !is_setting(piece)).map_or(0, |last| last + 1);
        let settings = pieces.split_off(named);
        let mut search = Search::of(pieces.join(","));
        if search.bot.is_empty() {
            return Err(SearchError::NoBot(format!("{PREFIX}{text}")));
        }
        let mut given: Vec<&str> = Vec::new();
        for setting in settings {
            let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
            search.set(key, value)?;
            if given.contains(&key) {
                return Err(SearchError::Twice(key.into()));
            }
            given.push(key);
        }
        let clock = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        match search.budget {
            _ if given.contains(&"rollouts") && given.contains(&"time") => Err(SearchError::TwoBudgets),
            _ if given.contains(&"worlds") && search.believe.is_none() => Err(SearchError::Unweighed),
            Budget::Time(_) if !clock => Err(SearchError::NoClock),
            _ => Ok(search),
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SearchError> {
        let Some(&(_, expected)) = SETTINGS.iter().find(|(name, _)| *name == key) else {
            let names = || SETTINGS.iter().map(|(name, _)| *name);
            return Err(SearchError::Unknown {
                key: key.into(),
                nearest: nearest(key, names()).unwrap_or("rollouts").into(),
                known: names().collect::<Vec<_>>().join(", "),
            });
        };
        let number = |least: f64, most: f64| value.parse().ok().filter(|number| (least..=most).contains(number));
        let whole = |most: usize| value.parse().ok().filter(|number| (1..=most).contains(number));
        let bot = || Some(value.to_owned()).filter(|name| !name.is_empty());
        let set = match key {
            "rollouts" => whole(1_000_000).map(|rollouts| self.budget = Budget::Rollouts(rollouts)),
            "time" => number(1e-4, 3600.0).map(|time| self.budget = Budget::Time(Duration::from_secs_f64(time))),
            "by" => bot().map(|bot| self.by = Some(bot)),
            "others" => bot().map(|bot| self.others = Some(bot)),
            "believe" => bot().map(|bot| self.believe = Some(bot)),
            // One would not tell how far they differ.
            "worlds" => whole(100_000).filter(|worlds| *worlds > 1).map(|worlds| self.worlds = worlds),
            _ => number(0.0, 100.0).map(|prior| self.prior = prior as f32),
        };
        set.ok_or_else(|| SearchError::Value { key: key.into(), value: value.into(), expected })
    }
}

/// Returns `true` if a piece of a name has the form of a setting.
fn is_setting(piece: &str) -> bool {
    let key = piece.split_once('=').map(|(key, _)| key);
    key.is_some_and(|key| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// Returns the bots of a list whose names are separated by commas; the settings of a search stay with its bot.
///
/// # Examples
///
/// ```
/// use elderhand_agents::search_names;
///
/// assert_eq!(search_names("search:simple,time=0.2,greedy"), ["search:simple,time=0.2", "greedy"]);
/// assert_eq!(search_names("simple,greedy"), ["simple", "greedy"]);
/// ```
pub fn names(list: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in list.split(',') {
        match names.last_mut().filter(|name| name.starts_with(PREFIX) && is_setting(piece)) {
            Some(name) => *name += &format!(",{piece}"),
            None => names.push(piece.into()),
        }
    }
    names
}
