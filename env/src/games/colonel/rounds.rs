//! What a hand of Colonel leaves to the next one.

use super::count::End;
use super::rules::Rules;
use super::state::ColonelState;
use super::view::ColonelView;
use crate::matches::{Entering, Outcome, Rounds};

impl Rounds for ColonelState {
    type Rules = Rules;
    type Carried = ();

    const SEATS: usize = 2;

    fn rules(view: &ColonelView) -> &Rules {
        &view.options
    }

    fn seats(_: &Rules) -> usize {
        Self::SEATS
    }

    fn range(_: &Rules) -> (i32, i32) {
        (0, Rules::MOST_POINTS.into())
    }

    fn open(rules: Rules, _: &[Entering<()>]) -> ColonelState {
        ColonelState::new(rules)
    }

    fn outcome(&self) -> Outcome<()> {
        let count = self.counted();
        let points = count.map_or([0; 2], |count| count.points);
        Outcome { dead: count.is_some_and(|count| count.end == End::TurnCap), ..Outcome::of(points.map(i32::from)) }
    }
}
