//! What a hand of pinochle is in a match.

use super::count::Count;
use super::rules::Rules;
use super::state::PinochleState;
use super::view::PinochleView;
use crate::matches::{Entering, Outcome, Rounds};

impl Rounds for PinochleState {
    type Rules = Rules;
    type Carried = ();

    const SEATS: usize = 2;

    fn rules(view: &PinochleView) -> &Rules {
        &view.options
    }

    fn seats(_: &Rules) -> usize {
        Self::SEATS
    }

    fn range(_: &Rules) -> (i32, i32) {
        (0, Rules::MOST_POINTS.into())
    }

    fn open(rules: Rules, _: &[Entering<()>]) -> PinochleState {
        PinochleState::new(rules)
    }

    fn outcome(&self) -> Outcome<()> {
        Outcome::of(self.counted().map_or([0; 2], |Count { points, .. }| points).map(i32::from))
    }
}
