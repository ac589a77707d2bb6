//! Writing what a seat knows as bits.

use super::action::ActionSet;
use super::row::Row;
use super::view::View;

/// A view that can be written as an observation.
pub trait Encode: View {
    /// Writes the observation.
    fn encode(&self, row: &mut Row<'_>);

    /// Writes the planes of [`Spec::hints`](super::Spec::hints) after those of the observation: facts that follow from the
    /// view, but take far longer to work out than a step, so that only who asks for them has them.
    ///
    /// The row is empty there before. Nothing is written, and all bits are 0, where the seat is not to move.
    fn hint(&self, _row: &mut Row<'_>) {}

    /// Writes the observation and returns the legal actions; overridden where the two share work.
    #[inline(always)]
    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        self.encode(row);
        self.legal()
    }
}
