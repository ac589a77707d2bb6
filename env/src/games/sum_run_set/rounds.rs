//! What a pitch of Sum-Run-Set is told of the match, and what it leaves to the next one.

use super::PerSeat;
use super::rules::Rules;
use super::state::SumRunSetState;
use super::view::SumRunSetView;
use crate::format::ahead;
use crate::matches::{Entering, Outcome, Rounds};
use crate::rules::Seat;

impl Rounds for SumRunSetState {
    type Rules = Rules;
    type Carried = ();

    const SEATS: usize = Rules::SEATS;
    const VARIES: bool = true;

    fn rules(view: &SumRunSetView) -> &Rules {
        &view.options
    }

    fn seats(rules: &Rules) -> usize {
        rules.seats.into()
    }

    /// Nobody can leave a table of partners.
    fn with_seats(rules: Rules, seats: usize) -> Rules {
        if rules.partners { rules } else { Rules { seats: seats as u8, ..rules } }
    }

    fn partners(rules: &Rules) -> bool {
        rules.partners
    }

    fn range(_: &Rules) -> (i32, i32) {
        (0, Rules::MOST_POINTS.into())
    }

    fn open(rules: Rules, entering: &[Entering<()>]) -> SumRunSetState {
        let told = entering.iter().any(|entering| entering.lacks != Entering::<()>::NO_TARGET);
        let lacks = told.then(|| {
            let mut lacks = PerSeat::new(rules.seats);
            entering.iter().enumerate().for_each(|(seat, entering)| lacks[seat] = entering.lacks);
            lacks
        });
        SumRunSetState::new(rules, lacks)
    }

    fn entered(view: &SumRunSetView, seat: Seat) -> Option<Entering<()>> {
        view.table.lacks.map(|lacks| Entering { carried: (), lacks: lacks[seat] })
    }

    fn outcome(&self) -> Outcome<()> {
        let (rules, pegged) = (self.rules(), self.pegged());
        let points = (0..rules.seats.into()).map(|seat| pegged[rules.side(seat)].into());
        // The first of a side stands for it.
        let winner = ahead(pegged.as_slice().iter().map(|&points| points.into()), i32::MIN);
        Outcome { winner, ..Outcome::of(points) }
    }
}
