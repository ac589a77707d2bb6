//! Dealing again what a seat does not know.

use super::action::Action;
use super::chance::Stream;
use super::view::View;

/// A view from which the hidden cards can be dealt again, as a truth of the type `S`.
pub trait Redeal<S>: View {
    /// Returns one of the positions that show this seat this view.
    fn redeal(&self, chance: &mut Stream) -> S;

    /// Returns another of these positions, in a game that can do so one near `world`, which is one of them too: from
    /// either to the other is as likely. What begins at any of them and is disturbed again and again comes to all.
    fn disturb(&self, _world: &S, chance: &mut Stream) -> S {
        self.redeal(chance)
    }

    /// Returns the logarithm of how likely the others were to decide as this seat saw them decide, had the hidden cards
    /// lain as in `world`; `None` if the view does not hold enough history for that, or `world` does not show it.
    ///
    /// `policy` gives the probability of an action in a view; it is asked about every decision that the others made
    /// since the cards were dealt, in order, with the views that they would then have had, and never about an action
    /// that is not legal there: that has probability 0, as has what the policy never does, and the logarithm is -∞.
    ///
    /// Where a world leaves open when a card reached another hand, one of the ways that fit what this seat saw is drawn
    /// from `chance`, each equally likely; the result is exact for this way. So it is the exponential, not the
    /// logarithm, that is without bias: its mean over `chance` is, up to a factor that all worlds of a view share, how
    /// likely the world is after what was seen, if all were equally likely before. Weights of worlds of one view may
    /// therefore be compared and levelled to the sum 1, each of them drawn once; weights of different views may not.
    fn log_weight(
        &self,
        _world: &S,
        _chance: &mut Stream,
        _policy: &mut dyn FnMut(&Self, Action) -> f32,
    ) -> Option<f32> {
        None
    }
}
