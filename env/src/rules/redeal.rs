//! Dealing again what a seat does not know.

use super::chance::Stream;
use super::view::View;

/// A view from which the hidden cards can be dealt again, as a truth of the type `S`.
pub trait Redeal<S>: View {
    /// Returns one of the positions that show this seat this view.
    fn redeal(&self, chance: &mut Stream) -> S;
}
