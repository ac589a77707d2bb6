//! What a hand of Skarney is in a match.

use super::rules::Rules;
use super::state::SkarneyState;
use super::view::SkarneyView;
use crate::matches::{Entering, Outcome, Rounds};

impl Rounds for SkarneyState {
    type Rules = Rules;
    type Carried = ();

    const SEATS: usize = 2;

    fn rules(view: &SkarneyView) -> &Rules {
        &view.options
    }

    fn seats(_: &Rules) -> usize {
        Self::SEATS
    }

    fn range(_: &Rules) -> (i32, i32) {
        (0, Rules::MOST_POINTS.into())
    }

    fn open(rules: Rules, _: &[Entering<()>]) -> SkarneyState {
        SkarneyState::new(rules)
    }

    fn outcome(&self) -> Outcome<()> {
        Outcome::of(self.table().points().map(i32::from))
    }
}
