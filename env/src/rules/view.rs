//! What one seat knows, and what it may do.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::action::ActionSet;
use super::state::Seat;

/// What one seat knows: everything that a careful player would remember, and nothing else.
///
/// Its JSON is the contract with front ends. It carries the options of its game, so that it needs nothing beside it.
pub trait View: Clone + Debug + Eq + Hash + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// Returns the seat whose view it is.
    fn seat(&self) -> Seat;
    /// Returns the actions of this seat; none when it is not to move.
    fn legal(&self) -> ActionSet;
    /// Returns the legal actions that no sensible player needs, whatever it does not see: such as to fold where it may check, or to
    /// undo what it has done in the same turn; none unless the game says otherwise, and never all.
    ///
    /// Trained players leave them out.
    fn folly(&self) -> ActionSet {
        ActionSet::EMPTY
    }
    /// Returns the legal actions by which this seat gets the most whatever the others do, where nothing is hidden any more and
    /// all that can follow can be reckoned, which may take milliseconds; `None` elsewhere, and unless the game says otherwise.
    ///
    /// Trained players choose among them.
    fn reckoned(&self) -> Option<ActionSet> {
        None
    }
}
