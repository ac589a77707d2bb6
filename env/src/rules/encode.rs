//! Writing what a seat knows as bits.

use super::action::ActionSet;
use super::row::Row;
use super::view::View;

/// A view that can be written as an observation.
pub trait Encode: View {
    /// Writes the observation.
    fn encode(&self, row: &mut Row<'_>);

    /// Writes the observation and returns the legal actions; overridden where the two share work.
    #[inline(always)]
    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        self.encode(row);
        self.legal()
    }
}
