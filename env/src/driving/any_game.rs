//! A game without its type.

use std::any::Any;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use serde_json::Value;

use crate::driving::any_view::Shown;
use crate::driving::table::Seated;
use crate::driving::{AnyView, Driver, Record, ReplayError, Table, ViewError, read_view};
use crate::registry::{GameError, Variation, Visitor, vary, visit};
use crate::rules::{Game, Overrides, Spec, Stream, Terms, as_table, terms};

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
    game: Box<dyn Rules>,
    /// All options.
    options: Overrides,
    /// The options that make it again.
    making: Overrides,
    /// Those that are written into records.
    overrides: Overrides,
}

/// What a game does, whatever its type.
trait Rules: Any + Debug + Send + Sync {
    fn spec(&self) -> &Spec;
    fn family(&self) -> &'static str;
    fn start(&self, stream: Option<Stream>) -> Box<dyn Seated>;
    fn take_up(&self, record: &Record) -> Result<Box<dyn Seated>, ReplayError>;
    fn read_view(&self, json: Value) -> Result<Arc<dyn Shown>, ViewError>;
    fn vary(&self, variation: &Variation) -> Result<Vec<AnyGame>, GameError>;
}

impl<G: Game> Rules for G {
    fn spec(&self) -> &Spec {
        Game::spec(self)
    }

    fn family(&self) -> &'static str {
        G::FAMILY
    }

    fn start(&self, stream: Option<Stream>) -> Box<dyn Seated> {
        Box::new(Driver::new(self.clone(), stream))
    }

    fn take_up(&self, record: &Record) -> Result<Box<dyn Seated>, ReplayError> {
        Ok(Box::new(Driver::from_record(self.clone(), record)?))
    }

    fn read_view(&self, json: Value) -> Result<Arc<dyn Shown>, ViewError> {
        Ok(Arc::new(read_view(self, json)?))
    }

    fn vary(&self, variation: &Variation) -> Result<Vec<AnyGame>, GameError> {
        Ok(vary(self, variation)?.into_iter().map(AnyGame::of).collect())
    }
}

impl AnyGame {
    /// Hides the type of a game.
    pub fn of<G: Game>(game: G) -> AnyGame {
        let overrides = game.overrides();
        AnyGame::made_by(game, overrides)
    }

    /// Hides the type of a game, whose records say that these options made it.
    pub(crate) fn made_by<G: Game>(game: G, overrides: Overrides) -> AnyGame {
        let (options, making) = (as_table(game.options()), game.overrides());
        AnyGame(Arc::new(Made { game: Box::new(game), options, making, overrides }))
    }

    /// Its seats, action table, observation planes and bounds.
    pub fn spec(&self) -> &Spec {
        self.0.game.spec()
    }

    /// The name of the family, as [`Game::FAMILY`].
    pub fn family(&self) -> &'static str {
        self.0.game.family()
    }

    /// Returns `true` if its episodes are matches, made of rounds.
    pub fn is_match(&self) -> bool {
        terms(self.spec().id, self.options()).one == "match"
    }

    /// All its options.
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

    /// Takes up a recorded game where its record ends, as [`Driver::from_record`] does.
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

    /// Makes the games of a variation, as [`vary`](crate::vary) does.
    ///
    /// # Errors
    ///
    /// As [`vary`](crate::vary).
    pub fn vary(&self, variation: &Variation) -> Result<Vec<AnyGame>, GameError> {
        self.0.game.vary(variation)
    }

    /// Hands the registered variant of this id and these options to generic code.
    ///
    /// # Errors
    ///
    /// As [`visit`](crate::visit): where the game is not registered.
    pub fn visit<V: Visitor>(&self, visitor: V) -> Result<V::Output, GameError> {
        visit(self.spec().id, &self.0.making, visitor)
    }

    /// The game itself, if it is of this type.
    pub fn downcast_ref<G: Game>(&self) -> Option<&G> {
        let game: &dyn Any = &*self.0.game;
        game.downcast_ref()
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
