//! What a hand of Knock Rummy leaves to the next one.

use super::rules::Rules;
use super::state::KnockState;
use super::view::KnockView;
use crate::matches::{Entering, Outcome, Rounds};

impl Rounds for KnockState {
    type Rules = Rules;
    type Carried = ();

    const SEATS: usize = Rules::SEATS;
    const VARIES: bool = true;
    const ZERO_SUM: bool = true;

    fn rules(view: &KnockView) -> &Rules {
        &view.options
    }

    fn seats(rules: &Rules) -> usize {
        rules.seats.into()
    }

    fn with_seats(rules: Rules, seats: usize) -> Rules {
        Rules { seats: seats as u8, ..rules }
    }

    fn range(rules: &Rules) -> (i32, i32) {
        (-rules.most_points(), rules.most_points())
    }

    fn open(rules: Rules, _: &[Entering<()>]) -> KnockState {
        KnockState::new(rules)
    }

    fn outcome(&self) -> Outcome<()> {
        let paid = self.paid().iter().copied();
        // Of several winners one may be paid a point more, but none has won alone.
        let mut winners = paid.clone().enumerate().filter(|&(_, paid)| paid > 0);
        let winner = winners.next().filter(|_| winners.next().is_none()).map(|(seat, _)| seat);
        Outcome { winner, dead: self.is_dead(), ..Outcome::of(paid) }
    }
}
