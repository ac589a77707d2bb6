//! What a hand of gin leaves to the next one.

use super::rules::Rules;
use super::state::GinState;
use super::view::GinView;
use crate::matches::{Entering, Outcome, Rounds};

impl Rounds for GinState {
    type Rules = Rules;
    type Carried = ();

    const SEATS: usize = 2;

    fn rules(view: &GinView) -> &Rules {
        &view.options
    }

    fn seats(_: &Rules) -> usize {
        Self::SEATS
    }

    fn range(rules: &Rules) -> (i32, i32) {
        (0, rules.most_points().into())
    }

    fn open(rules: Rules, _: &[Entering<()>]) -> GinState {
        GinState::new(rules)
    }

    fn outcome(&self) -> Outcome<()> {
        let showdown = self.counted();
        let points = showdown.map_or([0; 2], |showdown| showdown.points);
        Outcome {
            // Bonuses for sequences count for nobody's win.
            winner: showdown.and_then(|showdown| showdown.winner),
            dead: showdown.is_none(),
            ..Outcome::of(points.map(i32::from))
        }
    }
}
