//! A game without its type.

mod as_game;
mod rules;

use std::any::Any;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use rules::Rules;
use serde_json::Value;

use crate::driving::any_state::Truth;
use crate::driving::{AnyState, AnyView, Record, ReplayError, Table, ViewError};
#[cfg(feature = "batches")]
use crate::driving::{BatchOptions, VecEnv};
use crate::registry::{EPISODE, GameError, VARIANTS, Variant, Variation, Visitor, with_type};
use crate::rules::{
    Action, Episode, Game, Inconsistent, LayOutError, OpenHands, OptionError, Overrides, Seat, Spec, Stream, Terms,
    as_table, terms,
};

/// The rules of one variant under one set of options, whatever their type; copies share them.
///
/// [`game`](crate::game) makes a registered one, [`AnyGame::of`] any other. Two are equal if they have the same id and
/// options.
///
/// # Examples
///
/// ```
/// use elderhand_env::{Overrides, game};
///
/// let kuhn = game("kuhn", &Overrides::new())?;
/// let view = kuhn.read_view(serde_json::json!({"seat": 0, "card": "KS", "betting": "open"}))?;
/// assert_eq!(kuhn.spec().names(view.legal()), ["check", "bet"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct AnyGame(Arc<Made>);

struct Made {
    game: Arc<dyn Rules>,
    /// All options.
    options: Overrides,
    /// The options that make it again.
    making: Overrides,
    /// Those that are written into records.
    overrides: Overrides,
}

/// The variant of this crate that a game is, if it is one.
fn own_variant<G: Game>(game: &G) -> Option<&'static Variant> {
    VARIANTS.iter().find(|variant| variant.id == game.spec().id && variant.family == game.family())
}

/// Returns the options that positions and views with a type show, given those of a game without one, which may say that it is a round.
pub(super) fn shown(mut options: Value) -> Value {
    if let Some(options) =
        options.as_object_mut().filter(|options| options.get(EPISODE).is_some_and(|it| it == "round"))
    {
        options.remove(EPISODE);
    }
    options
}

impl AnyGame {
    /// Hides the type of a game.
    pub fn of<G: Game>(game: G) -> AnyGame {
        let overrides = Game::overrides(&game);
        AnyGame::made_by(game, overrides)
    }

    /// Hides the type of a game, whose records say that these options made it.
    pub(crate) fn made_by<G: Game>(game: G, overrides: Overrides) -> AnyGame {
        let any: &dyn Any = &game;
        if let Some(AnyGame(made)) = any.downcast_ref() {
            let Made { game, options, making, .. } = &**made;
            let (game, options, making) = (Arc::clone(game), options.clone(), making.clone());
            return AnyGame(Arc::new(Made { game, options, making, overrides }));
        }
        let (mut options, making) = (as_table(game.options()), Game::overrides(&game));
        if own_variant(&game).is_some_and(|variant| variant.episode == Episode::Match) {
            // The options of a match say that it is one; a round of a variant that is a match by itself must be asked for.
            options.entry(EPISODE).or_insert_with(|| "round".into());
        }
        AnyGame(Arc::new(Made { game: Arc::new(game), options, making, overrides }))
    }

    /// Its seats, action table, observation planes and bounds.
    pub fn spec(&self) -> &Spec {
        self.0.game.spec()
    }

    /// Returns the side of a seat, as [`Game::side`] does.
    pub fn side(&self, seat: Seat) -> usize {
        self.0.game.side(seat)
    }

    /// The name of the family, as [`Game::FAMILY`].
    pub fn family(&self) -> &'static str {
        self.0.game.family()
    }

    /// Returns `true` if its episodes are matches, made of rounds.
    pub fn is_match(&self) -> bool {
        terms(self.spec().id, self.options()).one == "match"
    }

    /// All its options, with which [`game`](crate::game) makes it again.
    pub fn options(&self) -> &Overrides {
        &self.0.options
    }

    /// The options by which records make it again.
    pub(super) fn overrides(&self) -> &Overrides {
        &self.0.overrides
    }

    /// What its episodes are called, and what is won in them.
    pub fn terms(&self) -> Terms {
        terms(self.spec().id, self.options())
    }

    /// Begins a game, whose cards and lots come from a stream, or are dealt and drawn by hand where there is none.
    pub fn table(&self, stream: impl Into<Option<Stream>>) -> Table {
        Table::driven_by(self.clone(), self.0.game.start(stream.into()))
    }

    /// Takes up a recorded game where its record ends, as [`Driver::from_record`](crate::Driver::from_record) does.
    ///
    /// # Errors
    ///
    /// Fails if the record is of another game, and at the first card, lot or action that the rules do not allow.
    pub fn take_up(&self, record: &Record) -> Result<Table, ReplayError> {
        Ok(Table::driven_by(self.clone(), self.0.game.take_up(record)?))
    }

    /// Reads a view that another program wrote, as [`read_view`](crate::read_view) does.
    ///
    /// # Errors
    ///
    /// Fails unless the view has the game's form and options and some position shows it.
    pub fn read_view(&self, json: Value) -> Result<AnyView, ViewError> {
        Ok(AnyView::new(self.clone(), self.0.game.read_view(json)?))
    }

    /// Lays out hands as the game does when a round is over, as [`Game::lay_out`] does.
    ///
    /// # Errors
    ///
    /// Fails if the game lays out none by itself, and if the hands cannot lie so.
    pub fn lay_out(&self, open: &OpenHands) -> Result<Value, LayOutError> {
        self.0.game.lay_out(open)
    }

    /// Makes the games of a variation, as [`vary`](crate::vary) does.
    ///
    /// # Errors
    ///
    /// As [`vary`](crate::vary).
    pub fn vary(&self, variation: &Variation) -> Result<Vec<AnyGame>, GameError> {
        self.0.game.vary(variation)
    }

    /// Makes a batch of it, whose lanes take the settings of a variation in turn, as [`Batch::mixed`](crate::Batch::mixed) does
    /// with its games.
    ///
    /// # Errors
    ///
    /// As [`vary`](crate::vary).
    #[cfg(feature = "batches")]
    pub fn batch(&self, variation: &Variation, options: impl Into<BatchOptions>) -> Result<Box<dyn VecEnv>, GameError> {
        self.0.game.batch(variation, options.into())
    }

    /// Hands a variant of this crate to generic code with its type, and any other game as it is.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        with_type(self, visitor)
    }

    /// The game with its type.
    pub(crate) fn typed(&self) -> &dyn Any {
        &*self.0.game
    }

    /// Makes the same game with options laid over its own, by which records make it again.
    pub(crate) fn overlaid(&self, overrides: &Overrides) -> Result<AnyGame, OptionError> {
        self.0.game.overlaid(overrides)
    }

    /// Reads a position as it is written, which only batches that are loaded do.
    #[cfg(feature = "batches")]
    pub(super) fn read_state(&self, json: Value) -> Result<Box<dyn Truth>, String> {
        self.0.game.read_state(json)
    }

    #[cfg(not(feature = "batches"))]
    pub(super) fn read_state(&self, _: Value) -> Result<Box<dyn Truth>, String> {
        Err("positions are read only with the feature `batches`".into())
    }

    /// Examines a view of this game, as [`Game::admits`] does.
    pub(super) fn admits_view(&self, view: &dyn Any) -> Result<(), Inconsistent> {
        self.0.game.admits(view)
    }

    /// Examines a view of this game, as [`Check::check`] does.
    pub(super) fn check(&self, view: &dyn Any) -> Result<(), Inconsistent> {
        self.0.game.check(view)
    }

    /// Deals again what a view of this game does not show.
    pub(super) fn redeal(&self, view: &dyn Any, chance: &mut Stream) -> AnyState {
        AnyState::new(self.clone(), self.0.game.redeal(view, chance))
    }

    /// Deals again some of what a view of this game does not show, as [`Redeal::disturb`](crate::Redeal::disturb) does.
    pub(super) fn disturb(&self, view: &dyn Any, world: &dyn Any, chance: &mut Stream) -> AnyState {
        AnyState::new(self.clone(), self.0.game.disturb(view, world, chance))
    }

    /// Weighs a position that a view of this game may be of, as [`Redeal::log_weight`](crate::Redeal::log_weight) does.
    pub(super) fn log_weight(
        &self,
        view: &dyn Any,
        world: &dyn Any,
        chance: &mut Stream,
        policy: &mut dyn FnMut(&AnyView, Action) -> f32,
    ) -> Option<f32> {
        let mut policy = |seen, action| policy(&AnyView::new(self.clone(), seen), action);
        self.0.game.log_weight(view, world, chance, &mut policy)
    }

    /// The game itself, if it is of this type.
    pub fn downcast_ref<G: Game>(&self) -> Option<&G> {
        let (this, game): (&dyn Any, &dyn Any) = (self, &*self.0.game);
        game.downcast_ref().or_else(|| this.downcast_ref())
    }
}

impl PartialEq for AnyGame {
    fn eq(&self, other: &AnyGame) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.spec().id == other.spec().id && self.options() == other.options())
    }
}

impl Debug for AnyGame {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyGame").field("id", &self.spec().id).field("options", self.options()).finish_non_exhaustive()
    }
}
