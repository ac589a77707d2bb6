//! What a round of Skirmish leaves to the next one.

use super::actions;
use super::rules::Rules;
use super::state::SkirmishState;
use super::view::SkirmishView;
use crate::games::kinds::Kinds;
use crate::matches::{Entering, Next, Outcome, Rounds};
use crate::rules::Seat;

impl Rounds for SkirmishState {
    type Rules = Rules;
    /// The chart, where one is kept.
    type Carried = Kinds;

    const SEATS: usize = Rules::HANDS;
    const VARIES: bool = true;
    const OWN_ELDER: bool = true;
    const CHOOSES: bool = true;
    /// The points laid.
    const TIEBREAK: bool = true;

    fn rules(view: &SkirmishView) -> &Rules {
        &view.options
    }

    fn seats(rules: &Rules) -> usize {
        rules.seats.into()
    }

    fn with_seats(rules: Rules, seats: usize) -> Rules {
        Rules { seats: seats as u8, ..rules }
    }

    fn actions(_: &Rules) -> u16 {
        actions::END
    }

    fn range(_: &Rules) -> (i32, i32) {
        (-Rules::MOST_COST, Rules::MOST_LAID)
    }

    fn open(rules: Rules, entering: &[Entering<Kinds>]) -> SkirmishState {
        SkirmishState::new(rules, entering.iter().map(|entering| entering.carried))
    }

    fn entered(view: &SkirmishView, seat: Seat) -> Option<Entering<Kinds>> {
        let charts = view.table.charts.as_slice();
        charts.get(seat).map(|chart| Entering { carried: chart.laid, ..Entering::default() })
    }

    fn outcome(&self) -> Outcome<Kinds> {
        let seats = 0..self.seats();
        let mut outcome = Outcome::of(seats.clone().map(|seat| self.scores(seat).into()));
        for seat in seats {
            outcome.tiebreak[seat] = self.laid_by(seat).into();
            outcome.carried[seat] = self.chart(seat);
        }
        // In Melee the two take turns.
        outcome.next = if self.rules.open_hands { Next::Unsaid } else { Next::BestChooses };
        outcome
    }

    fn may_win(rules: &Rules, chart: &Kinds) -> bool {
        !rules.charts || *chart == Kinds::ALL
    }
}
