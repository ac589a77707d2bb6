//! The variants: one line each, from which everything that lists games is made.

use crate::driving::AnyGame;
#[cfg(feature = "batches")]
use crate::driving::{BatchOptions, VecEnv};
use crate::format::Format;
use crate::games::{colonel, gin, knock_rummy, kuhn, leduc, pinnacle, pinochle, skarney, skirmish, snap, sum_run_set};
use crate::matches::{Deal, Match, MatchOptions, Settings, Settlement};
#[cfg(feature = "batches")]
use crate::registry::Variation;
use crate::registry::further::further;
use crate::registry::variants;
use crate::rules::{Episode, Game, OptionError, Overrides, as_table, hint, nearest, with_overrides};
use serde::{Deserialize, Serialize};

/// The option that says what an episode is.
pub(crate) const EPISODE: &str = "episode";

macro_rules! variants {
    ($($id:literal $game:ty, $title:literal, $page:literal, $preset:expr $(, $match:ident $settings:expr)?;)*) => {
        /// The variants of this crate, in the order in which they are listed everywhere.
        ///
        /// [`variants`] lists the games of other crates too.
        pub const VARIANTS: &[Variant] = &[$(
            Variant {
                id: $id,
                title: $title,
                family: <$game>::FAMILY,
                points: <$game>::POINTS,
                episode: [$($settings.episode,)? Episode::Round][0],
                deal: [$($settings.deal,)? Deal::Turns][0],
                rules: include_str!(concat!("../../rules/", $page, ".md")),
                views: <$game>::VIEWS,
            },
        )*];

        /// Makes a variant with options laid over its own, without its type.
        ///
        /// # Errors
        ///
        /// Fails if there is no such variant, and if an option is unknown or out of range.
        ///
        /// # Examples
        ///
        /// ```
        /// use elderhand_env::{Overrides, game};
        ///
        /// let gin = game("gin", &Overrides::from_iter([("gin_bonus".into(), 20.into())]))?;
        /// assert_eq!((gin.spec().seats, &gin.options()["gin_bonus"]), (2, &20.into()));
        /// # Ok::<(), elderhand_env::GameError>(())
        /// ```
        pub fn game(id: &str, overrides: &Overrides) -> Result<AnyGame, GameError> {
            match id {
                $($id => {
                    let wrong = |source| GameError::Option { game: $id, source };
                    $(
                        if episode(&$settings, overrides).map_err(wrong)? == Episode::Match {
                            let settings = Settings { episode: Episode::Match, ..$settings };
                            let preset = MatchOptions { rules: $preset, settings };
                            let make = |options| $match::<$game>::new($id, options);
                            let game = with_overrides(&preset, overrides, &make).map_err(wrong)?;
                            return Ok(AnyGame::made_by(game, overrides.clone()));
                        }
                        of_round(&$settings, overrides).map_err(wrong)?;
                    )?
                    let own = without_episode(&$preset, overrides);
                    let game = with_overrides(&$preset, &own, &|options| <$game>::new($id, options)).map_err(wrong)?;
                    Ok(AnyGame::made_by(game, overrides.clone()))
                })*
                _ => match further(id, overrides) {
                    Some(game) => Ok(AnyGame::made_by(game?, overrides.clone())),
                    None => {
                        let nearest = nearest(id, variants().iter().map(|variant| variant.id)).map(str::to_owned);
                        Err(GameError::Unknown { id: id.into(), nearest })
                    }
                },
            }
        }

        /// Hands a game to a visitor: a variant of this crate with its type, any other as it is.
        ///
        /// This is compiled anew for every visitor, so it does no more than to find the type.
        pub(crate) fn with_type<V: Visitor>(game: &AnyGame, visitor: V) -> V::Output {
            let typed = game.typed();
            match game.spec().id {
                $($id => {
                    $(if let Some(game) = typed.downcast_ref::<$match<$game>>() {
                        return visitor.visit(game.clone());
                    })?
                    if let Some(game) = typed.downcast_ref::<$game>() {
                        return visitor.visit(game.clone());
                    }
                })*
                _ => (),
            }
            visitor.visit(game.clone())
        }
    };
}

variants! {
    "kuhn"                 kuhn::Kuhn,         "Kuhn poker",           "kuhn",                 kuhn::Options {};
    "leduc"                leduc::Leduc,       "Leduc poker",          "leduc",                leduc::Options {};
    "gin"                  gin::Gin,           "Gin rummy",            "gin",                  gin::Rules::gin(), Match Settings { deal: Deal::Loser, ..Settings::series(100, 200) };
    "gin-oklahoma"         gin::Gin,           "Oklahoma gin",         "gin",                  gin::Rules::oklahoma(), Match Settings { deal: Deal::Alternate, ..Settings::series(100, 200) };
    "gin-sequence"         gin::Gin,           "Sequence gin",         "gin",                  gin::Rules::sequence(), Match Settings { deal: Deal::Alternate, ..Settings::series(100, 200) };
    "gin-seven"            gin::Gin,           "Seven-card gin",       "gin",                  gin::Rules::seven(), Match Settings { deal: Deal::Alternate, ..Settings::series(100, 200) };
    "colonel"              colonel::Colonel,   "Colonel",              "colonel",              colonel::Rules::colonel(), Match Settings::series(100, 200);
    "knock-rummy"          knock_rummy::KnockRummy, "Knock Rummy",     "knock-rummy",          knock_rummy::Rules::knock_rummy(), Match Settings::series(100, 75);
    "skarney"              skarney::Skarney,   "Skarney",              "skarney",              skarney::Rules::skarney(), Match Settings::series(200, 200);
    "skarney-corner"       skarney::Skarney,   "Corner Skarney",       "skarney",              skarney::Rules::corner(), Match Settings::series(200, 200);
    "skarney-three"        skarney::Skarney,   "Skarney for three",    "skarney",              skarney::Rules::skarney(), Match Settings { episode: Episode::Match, format: Format::WinnerStaysOn, players: 3, ..Settings::series(200, 200) };
    "skarney-captains"     skarney::Skarney,   "Skarney captains",     "skarney",              skarney::Rules::skarney(), Match Settings { episode: Episode::Match, format: Format::Captains, players: 3, ..Settings::series(200, 200) };
    "skarney-partners"     skarney::Skarney,   "Skarney partners",     "skarney",              skarney::Rules::skarney(), Match Settings { episode: Episode::Match, format: Format::RotatingTeam, players: 4, ..Settings::series(300, 200) };
    "skirmish"             skirmish::Skirmish, "Seven Card Skirmish",  "skirmish",             skirmish::Rules::skirmish(), Match Settings { format: Format::Rounds, ..Settings::series(0, 6) };
    "skirmish-elimination" skirmish::Skirmish, "Elimination Skirmish", "skirmish-elimination", skirmish::Rules::elimination(), Match Settings { episode: Episode::Match, format: Format::Elimination, ..Settings::series(0, 6) };
    "melee"                skirmish::Skirmish, "Fourteen Card Melee",  "melee",                skirmish::Rules::melee(), Match Settings { format: Format::Rounds, ..Settings::series(0, 6) };
    "gem-rum"              skirmish::Skirmish, "Gem Rum",              "gem-rum",              skirmish::Rules::gem_rum(), Match Settings { episode: Episode::Match, cap_pays: true, ..Settings::series(0, 100) };
    "pinnacle-nine"        pinnacle::Pinnacle, "Nine Card Pinnacle",   "pinnacle",             pinnacle::Rules::nine(), Match Settings { format: Format::FreezeOut, cap_pays: true, ..Settings::series(0, 500) };
    "pinnacle-ten"         pinnacle::Pinnacle, "Ten Card Pinnacle",    "pinnacle",             pinnacle::Rules::ten(), Match Settings { format: Format::FreezeOut, cap_pays: true, ..Settings::series(0, 500) };
    "pinnacle-eleven"      pinnacle::Pinnacle, "Eleven Card Pinnacle", "pinnacle",             pinnacle::Rules::eleven(), Match Settings { format: Format::FreezeOut, cap_pays: true, ..Settings::series(0, 500) };
    "pinnacle-split"       pinnacle::Pinnacle, "Split Pinnacle",       "pinnacle",             pinnacle::Rules::split(), Match Settings { format: Format::FreezeOut, cap_pays: true, ..Settings::series(0, 500) };
    "pinochle"             pinochle::Pinochle, "Pinochle",             "pinochle",             pinochle::Rules::pinochle(), Match Settings { growth: 250, ..Settings::series(1000, 50) };
    "sum-run-set"          sum_run_set::SumRunSet, "Sum-Run-Set",      "sum-run-set",          sum_run_set::Rules::sum_run_set(), Match Settings { settlement: Settlement::Lurch, ..Settings::series(91, 50) };
    "sum-run-set-partners" sum_run_set::SumRunSet, "Sum-Run-Set partners", "sum-run-set", sum_run_set::Rules::partners(), Match Settings { settlement: Settlement::Lurch, ..Settings::series(91, 50) };
    "snap"                 snap::Snap,         "Snap",                 "snap",                 snap::Rules::snap(), Match Settings::series(3, 50);
}

/// What an episode of a variant is under these options.
fn episode(preset: &Settings, overrides: &Overrides) -> Result<Episode, OptionError> {
    let Some(value) = overrides.get(EPISODE) else { return Ok(preset.episode) };
    let episode = Episode::deserialize(value);
    episode.map_err(|_| OptionError::range(EPISODE, value, "\"round\" or \"match\""))
}

/// Refuses options of matches for a round.
fn of_round(preset: &Settings, overrides: &Overrides) -> Result<(), OptionError> {
    let settings = as_table(preset);
    match overrides.keys().find(|&name| name != EPISODE && settings.contains_key(name)) {
        Some(name) => Err(OptionError::OfMatch { name: name.clone() }),
        None => Ok(()),
    }
}

/// The options without the one that says that an episode is a round, which it is anyway.
pub(crate) fn without_episode<O: Serialize>(preset: &O, overrides: &Overrides) -> Overrides {
    let mut overrides = overrides.clone();
    if !as_table(preset).contains_key(EPISODE) && overrides.get(EPISODE).is_some_and(|episode| episode == "round") {
        overrides.remove(EPISODE);
    }
    overrides
}

/// A registered variant.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Variant {
    /// The id by which it is named everywhere.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The family, whose members share their rules.
    pub family: &'static str,
    /// What the returns of a round count, in the plural.
    pub points: &'static str,
    /// What an episode is, unless the option `episode` says otherwise.
    pub episode: Episode,
    /// Who is elder hand after each round, where rounds are joined and the game does not say so itself.
    pub deal: Deal,
    /// The rules page in Markdown.
    pub rules: &'static str,
    /// The page in Markdown for programs: the fields of a view of a round, the actions and the options of the family.
    pub views: &'static str,
}

/// Work to be done with a game whose type is known only when it runs.
pub trait Visitor {
    /// What the work gives.
    type Output;
    /// Does the work.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// A game that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// No variant has this id.
    #[error("there is no game `{id}`{}", hint(.nearest))]
    Unknown {
        /// The id as it was given.
        id: String,
        /// The most similar id.
        nearest: Option<String>,
    },
    /// There is a game of this id already.
    #[error("there is a game `{id}` already: register this one under another id")]
    Taken {
        /// The id.
        id: &'static str,
    },
    /// An option of the game is wrong.
    #[error("game `{game}`: {source}")]
    Option {
        /// The variant.
        game: &'static str,
        /// The option and what is wrong with it.
        source: OptionError,
    },
}

/// Makes a variant with options laid over its own, and hands it to a visitor, as [`AnyGame::visit`] does.
///
/// # Errors
///
/// As [`game`].
pub fn visit<V: Visitor>(id: &str, overrides: &Overrides, visitor: V) -> Result<V::Output, GameError> {
    Ok(game(id, overrides)?.visit(visitor))
}

/// Returns those of some options that a variant does not have by itself; beside those of a match, if it is one, of its matches.
/// All of them if there is no such variant.
///
/// # Examples
///
/// ```
/// use elderhand_env::{Overrides, game, options::changed};
///
/// let gin = game("gin", &Overrides::from_iter([("gin_bonus".into(), 25.into())]))?;
/// assert_eq!(changed("gin", gin.options()), Overrides::from_iter([("gin_bonus".into(), 25.into())]));
/// # Ok::<(), elderhand_env::GameError>(())
/// ```
pub fn changed(id: &str, options: &Overrides) -> Overrides {
    let own = |overrides| game(id, &overrides).map(|game| Game::overrides(&game)).unwrap_or_default();
    let episode = options.get_key_value(EPISODE).map(|(name, value)| (name.clone(), value.clone()));
    // Beside the options of a match those of a round would all be others.
    let (usual, here) = (own(Overrides::new()), own(Overrides::from_iter(episode)));
    let own = |name: &str| if name == EPISODE { usual.get(name) } else { here.get(name) };
    let other = options.iter().filter(|&(name, value)| own(name) != Some(value));
    other.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Makes a batch of a variant: of so many lanes, or as [`BatchOptions`] say.
///
/// # Errors
///
/// As [`game`].
///
/// # Examples
///
/// ```
/// use elderhand_env::{Buffers, Stream, Overrides, vec_env};
///
/// let mut env = vec_env("kuhn", &Overrides::new(), 8)?;
/// let mut buffers = Buffers::new(env.spec(), env.lanes());
/// env.reset(1, &mut buffers.slices())?;
/// let mut stream = Stream::new(2);
/// for _ in 0..100 {
///     let actions: Vec<_> = buffers.legal_sets().map(|legal| stream.pick(&legal)).collect();
///     env.step(&actions, &mut buffers.slices())?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "batches")]
pub fn vec_env(
    id: &str,
    overrides: &Overrides,
    options: impl Into<BatchOptions>,
) -> Result<Box<dyn VecEnv>, GameError> {
    varied_env(id, overrides, &Variation::new(), options)
}

/// Makes a batch whose lanes take the settings of a variation in turn, as [`Batch::mixed`](crate::Batch::mixed) does with
/// its games.
///
/// # Errors
///
/// As [`game`] and [`vary`](crate::vary).
#[cfg(feature = "batches")]
pub fn varied_env(
    id: &str,
    overrides: &Overrides,
    variation: &Variation,
    options: impl Into<BatchOptions>,
) -> Result<Box<dyn VecEnv>, GameError> {
    game(id, overrides)?.batch(variation, options)
}
