//! A seat's view without its type.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use serde_json::Value;

use crate::driving::AnyGame;
use crate::rules::{ActionSet, Encode, Row, Seat, View};

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
    fn json(&self) -> Value;
    fn observe(&self, row: &mut Row<'_>) -> ActionSet;
}

impl<V: Encode> Shown for V {
    fn seat(&self) -> Seat {
        View::seat(self)
    }

    fn legal(&self) -> ActionSet {
        View::legal(self)
    }

    fn json(&self) -> Value {
        serde_json::to_value(self).expect("a view is plain data with texts as keys")
    }

    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        Encode::observe(self, row)
    }
}

impl AnyView {
    pub(super) fn new(game: AnyGame, view: Arc<dyn Shown>) -> AnyView {
        AnyView { game, view }
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
        let view: &dyn Any = &*self.view;
        view.downcast_ref()
    }
}
