//! The variants: one line each, from which everything that lists games is made.

use crate::driving::{Batch, BatchOptions, VecEnv};
use crate::games::{colonel, gin, knock_rummy, kuhn, leduc, pinnacle, pinochle, skarney, skirmish, snap, sum_run_set};
use crate::registry::{Variation, vary};
use crate::rules::{Game, OptionError, Overrides, hint, nearest, overlay};

macro_rules! variants {
    ($($id:literal $game:ty, $title:literal, $page:literal, $preset:expr;)*) => {
        /// Every registered variant, in the order in which they are listed everywhere.
        pub const VARIANTS: &[Variant] = &[$(
            Variant {
                id: $id,
                title: $title,
                family: <$game>::FAMILY,
                points: <$game>::POINTS,
                rules: include_str!(concat!("../../../docs/rules/", $page, ".md")),
            },
        )*];

        /// Makes a variant with options laid over its own, and hands it to a visitor.
        ///
        /// # Errors
        ///
        /// Fails if there is no such variant, and if an option is unknown or out of range.
        pub fn visit<V: Visitor>(id: &str, overrides: &Overrides, visitor: V) -> Result<V::Output, GameError> {
            match id {
                $($id => {
                    let game = overlay(&$preset, overrides).and_then(|options| <$game>::new($id, options));
                    Ok(visitor.visit(game.map_err(|source| GameError::Option { game: $id, source })?))
                })*
                _ => {
                    let nearest = nearest(id, VARIANTS.iter().map(|variant| variant.id)).map(str::to_owned);
                    Err(GameError::Unknown { id: id.into(), nearest })
                }
            }
        }
    };
}

variants! {
    "kuhn"                 kuhn::Kuhn,         "Kuhn poker",           "kuhn",                 kuhn::Options {};
    "leduc"                leduc::Leduc,       "Leduc poker",          "leduc",                leduc::Options {};
    "gin"                  gin::Gin,           "Gin rummy",            "gin",                  gin::Rules::gin();
    "gin-oklahoma"         gin::Gin,           "Oklahoma gin",         "gin",                  gin::Rules::oklahoma();
    "gin-sequence"         gin::Gin,           "Sequence gin",         "gin",                  gin::Rules::sequence();
    "gin-seven"            gin::Gin,           "Seven-card gin",       "gin",                  gin::Rules::seven();
    "colonel"              colonel::Colonel,   "Colonel",              "colonel",              colonel::Rules::colonel();
    "knock-rummy"          knock_rummy::KnockRummy, "Knock Rummy",     "knock-rummy",          knock_rummy::Rules::knock_rummy();
    "skarney"              skarney::Skarney,   "Skarney",              "skarney",              skarney::Rules::skarney();
    "skarney-corner"       skarney::Skarney,   "Corner Skarney",       "skarney",              skarney::Rules::corner();
    "skarney-three"        skarney::Skarney,   "Skarney for three",    "skarney",              skarney::Rules::three();
    "skarney-captains"     skarney::Skarney,   "Skarney captains",     "skarney",              skarney::Rules::captains();
    "skarney-partners"     skarney::Skarney,   "Skarney partners",     "skarney",              skarney::Rules::partners();
    "skirmish"             skirmish::Skirmish, "Seven Card Skirmish",  "skirmish",             skirmish::Rules::skirmish();
    "skirmish-elimination" skirmish::Skirmish, "Elimination Skirmish", "skirmish-elimination", skirmish::Rules::elimination();
    "melee"                skirmish::Skirmish, "Fourteen Card Melee",  "melee",                skirmish::Rules::melee();
    "gem-rum"              skirmish::Skirmish, "Gem Rum",              "gem-rum",              skirmish::Rules::gem_rum();
    "pinnacle-nine"        pinnacle::Pinnacle, "Nine Card Pinnacle",   "pinnacle",             pinnacle::Rules::nine();
    "pinnacle-ten"         pinnacle::Pinnacle, "Ten Card Pinnacle",    "pinnacle",             pinnacle::Rules::ten();
    "pinnacle-eleven"      pinnacle::Pinnacle, "Eleven Card Pinnacle", "pinnacle",             pinnacle::Rules::eleven();
    "pinnacle-split"       pinnacle::Pinnacle, "Split Pinnacle",       "pinnacle",             pinnacle::Rules::split();
    "pinochle"             pinochle::Pinochle, "Pinochle",             "pinochle",             pinochle::Rules::pinochle();
    "sum-run-set"          sum_run_set::SumRunSet, "Sum-Run-Set",      "sum-run-set",          sum_run_set::Rules::sum_run_set();
    "sum-run-set-partners" sum_run_set::SumRunSet, "Sum-Run-Set partners", "sum-run-set", sum_run_set::Rules::partners();
    "snap"                 snap::Snap,         "Snap",                 "snap",                 snap::Rules::snap();
}

/// A registered variant.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The id by which it is named everywhere.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The family, whose members share their rules.
    pub family: &'static str,
    /// What the returns of a round count, in the plural.
    pub points: &'static str,
    /// The rules page in Markdown.
    pub rules: &'static str,
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
pub enum GameError {
    /// No variant has this id.
    #[error("there is no game `{id}`{}", hint(.nearest))]
    Unknown {
        /// The id as it was given.
        id: String,
        /// The most similar id.
        nearest: Option<String>,
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

/// Makes a batch of a variant: of so many lanes, or as [`BatchOptions`] say.
///
/// # Errors
///
/// As [`visit`].
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
pub fn vec_env(
    id: &str,
    overrides: &Overrides,
    options: impl Into<BatchOptions>,
) -> Result<Box<dyn VecEnv>, GameError> {
    varied_env(id, overrides, &Variation::new(), options)
}

/// Makes a batch whose lanes take the settings of a variation in turn, as [`Batch::mixed`] does with its games.
///
/// # Errors
///
/// As [`visit`] and [`vary`].
pub fn varied_env(
    id: &str,
    overrides: &Overrides,
    variation: &Variation,
    options: impl Into<BatchOptions>,
) -> Result<Box<dyn VecEnv>, GameError> {
    make_env(id, overrides, variation, options.into())
}

/// As [`varied_env`], compiled here, beside the games, and not by everyone who calls that.
fn make_env(
    id: &str,
    overrides: &Overrides,
    variation: &Variation,
    options: BatchOptions,
) -> Result<Box<dyn VecEnv>, GameError> {
    struct Lanes<'a>(&'a Variation, BatchOptions);
    impl Visitor for Lanes<'_> {
        type Output = Result<Box<dyn VecEnv>, GameError>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            Ok(Box::new(Batch::mixed(vary(&game, self.0)?, self.1)))
        }
    }
    visit(id, overrides, Lanes(variation, options))?
}
