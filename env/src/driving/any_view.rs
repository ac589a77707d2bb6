//! A seat's view without its type.

use std::any::Any;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::driving::{AnyGame, AnyState};
use crate::rules::{Action, ActionSet, Check, Encode, Inconsistent, Redeal, Row, Seat, Stream, View};

/// What one seat knows, of any game.
///
/// # Examples
///
/// ```
/// use elderhand_env::{Overrides, Stream, Table, View, kuhn::KuhnView};
///
/// let table = Table::new("kuhn", &Overrides::new(), Stream::new(1))?;
/// let view = table.view(0)?;
/// assert_eq!(view.json()["seat"], 0);
/// assert_eq!(view.downcast_ref::<KuhnView>().map(View::seat), Some(0));
/// let mut row = vec![0; view.game().spec().words()];
/// assert_eq!(view.observe(&mut row)?, table.legal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnyView {
    game: AnyGame,
    view: Arc<dyn Shown>,
}

/// A row of another length than an observation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the row has {found} words: expected {expected}")]
pub struct RowError {
    /// The words of the row.
    pub found: usize,
    /// The words of an observation, [`Spec::words`](crate::Spec::words).
    pub expected: usize,
}

/// What a view does, whatever its type.
pub(super) trait Shown: Any + Debug + Send + Sync {
    fn seat(&self) -> Seat;
    fn legal(&self) -> ActionSet;
    fn folly(&self) -> ActionSet;
    fn reckoned(&self) -> Option<ActionSet>;
    fn json(&self) -> Value;
    fn observe(&self, row: &mut Row<'_>) -> ActionSet;
    fn hint(&self, row: &mut Row<'_>);
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash(&self, hasher: &mut dyn Hasher);
}

impl<V: Encode> Shown for V {
    fn seat(&self) -> Seat {
        View::seat(self)
    }

    fn legal(&self) -> ActionSet {
        View::legal(self)
    }

    fn folly(&self) -> ActionSet {
        View::folly(self)
    }

    fn reckoned(&self) -> Option<ActionSet> {
        View::reckoned(self)
    }

    fn json(&self) -> Value {
        serde_json::to_value(self).expect("a view is plain data with texts as keys")
    }

    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        Encode::observe(self, row)
    }

    fn hint(&self, row: &mut Row<'_>) {
        Encode::hint(self, row);
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn hash(&self, mut hasher: &mut dyn Hasher) {
        Hash::hash(self, &mut hasher);
    }
}

impl AnyView {
    pub(super) fn admitted(&self) -> Result<(), Inconsistent> {
        self.game.admits_view(self.inner())
    }

    pub(super) fn new(game: AnyGame, view: Arc<dyn Shown>) -> AnyView {
        AnyView { game, view }
    }

    /// Hides the type of a view, unless it is hidden already.
    #[cfg(feature = "batches")]
    pub(super) fn of<V: Encode>(game: &AnyGame, view: V) -> AnyView {
        let any: &dyn Any = &view;
        match any.downcast_ref::<AnyView>() {
            Some(view) => view.clone(),
            None => AnyView::new(game.clone(), Arc::new(view)),
        }
    }

    /// The game of which it is a view.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The seat whose view it is.
    pub fn seat(&self) -> Seat {
        self.view.seat()
    }

    /// The actions of this seat; none when it is not to move.
    pub fn legal(&self) -> ActionSet {
        self.view.legal()
    }

    /// The view as front ends read it; [`AnyGame::read_view`] reads it back.
    pub fn json(&self) -> Value {
        self.view.json()
    }

    /// Writes the observation and gives the legal actions.
    ///
    /// # Errors
    ///
    /// Fails unless the row has [`Spec::words`](crate::Spec::words) words.
    pub fn observe(&self, row: &mut [u64]) -> Result<ActionSet, RowError> {
        let expected = self.game.spec().words();
        if row.len() != expected {
            return Err(RowError { found: row.len(), expected });
        }
        let mut row = Row::new(row);
        let legal = self.view.observe(&mut row);
        row.finish();
        Ok(legal)
    }

    /// The view itself, if it is of this type.
    pub fn downcast_ref<V: View>(&self) -> Option<&V> {
        let (this, view): (&dyn Any, &dyn Any) = (self, &*self.view);
        view.downcast_ref().or_else(|| this.downcast_ref())
    }

    /// The view itself, of whatever type.
    fn inner(&self) -> &dyn Any {
        &*self.view
    }
}

impl PartialEq for AnyView {
    fn eq(&self, other: &AnyView) -> bool {
        self.view.equals(other.inner())
    }
}

impl Eq for AnyView {}

impl Hash for AnyView {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.view.hash(hasher);
    }
}

/// Writes the view as its own type does.
impl Serialize for AnyView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

/// Fails always: a view does not say of which game it is, so only [`AnyGame::read_view`] can read it.
impl<'de> Deserialize<'de> for AnyView {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<AnyView, D::Error> {
        Err(D::Error::custom("a view is read by its game"))
    }
}

impl View for AnyView {
    fn seat(&self) -> Seat {
        self.view.seat()
    }

    fn legal(&self) -> ActionSet {
        self.view.legal()
    }

    fn folly(&self) -> ActionSet {
        self.view.folly()
    }

    fn reckoned(&self) -> Option<ActionSet> {
        self.view.reckoned()
    }
}

impl Encode for AnyView {
    fn encode(&self, row: &mut Row<'_>) {
        self.view.observe(row);
    }

    fn hint(&self, row: &mut Row<'_>) {
        self.view.hint(row);
    }

    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        self.view.observe(row)
    }
}

impl Check for AnyView {
    fn check(&self) -> Result<(), Inconsistent> {
        self.game.check(self.inner())
    }
}

impl Redeal<AnyState> for AnyView {
    fn redeal(&self, chance: &mut Stream) -> AnyState {
        self.game.redeal(self.inner(), chance)
    }

    fn disturb(&self, world: &AnyState, chance: &mut Stream) -> AnyState {
        self.game.disturb(self.inner(), world.truth(), chance)
    }

    fn log_weight(
        &self,
        world: &AnyState,
        chance: &mut Stream,
        policy: &mut dyn FnMut(&AnyView, Action) -> f32,
    ) -> Option<f32> {
        self.game.log_weight(self.inner(), world.truth(), chance, policy)
    }
}
