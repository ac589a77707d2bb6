//! How well a trained bot plays: `easy:BOT` and `medium:BOT` are weaker than the bot.

use std::fmt::{self, Display, Formatter};

use crate::carrying::policy::Haze;

/// How well a trained bot plays.
///
/// A weaker one does not play at random: it takes moves for better than they are, and the bot's opinion says which. So it errs
/// more often where decisions are close, as people do, and what the bot holds absurd it leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// For those who learn the game.
    Easy,
    /// Between the two.
    Medium,
    /// As well as it can.
    #[default]
    Strong,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Strong];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Strong => "strong",
        }
    }

    /// Returns the level of this name; `None` if there is none.
    pub fn named(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == word)
    }

    /// Returns the level and the bot that a name such as `easy:checkpoint:gin` tells; `None` if no level is named.
    pub(crate) fn of(name: &str) -> Option<(Level, &str)> {
        let (word, bot) = name.split_once(':')?;
        Level::named(word).map(|level| (level, bot))
    }

    /// How what the bot thinks is blurred; `None` if it is not.
    pub(super) fn haze(self) -> Option<Haze> {
        let floor = match self {
            Level::Easy => 1e-10,
            Level::Medium => 1e-5,
            Level::Strong => return None,
        };
        Some(Haze { temperature: 10.0, floor })
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
