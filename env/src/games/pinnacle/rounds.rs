//! What a round of Pinnacle leaves to the next one: chips, and who has the button or gives it away.

use super::actions;
use super::rules::Rules;
use super::state::PinnacleState;
use super::view::PinnacleView;
use crate::format::Tally;
use crate::matches::{Entering, Next, Outcome, Rounds};
use crate::rules::Seat;

impl Rounds for PinnacleState {
    type Rules = Rules;
    /// The chips of a player.
    type Carried = u16;

    const SEATS: usize = Rules::SEATS;
    const VARIES: bool = true;
    const OWN_ELDER: bool = true;
    const CHOOSES: bool = true;
    const ZERO_SUM: bool = true;

    fn rules(view: &PinnacleView) -> &Rules {
        &view.options
    }

    fn seats(rules: &Rules) -> usize {
        rules.seats.into()
    }

    fn with_seats(rules: Rules, seats: usize) -> Rules {
        Rules { seats: seats as u8, ..rules }
    }

    fn actions(rules: &Rules) -> u16 {
        actions::count(rules)
    }

    fn range(rules: &Rules) -> (i32, i32) {
        let stack = i32::from(rules.stack);
        (-stack, stack * (i32::from(rules.seats) - 1))
    }

    fn first(rules: &Rules) -> u16 {
        rules.stack
    }

    fn stake(chips: &u16) -> Option<i32> {
        Some((*chips).into())
    }

    fn open(rules: Rules, entering: &[Entering<u16>]) -> PinnacleState {
        let mut before = [0; Rules::SEATS];
        for (before, entering) in before.iter_mut().zip(entering) {
            *before = entering.carried;
        }
        PinnacleState::new(rules, before)
    }

    fn entered(view: &PinnacleView, seat: Seat) -> Option<Entering<u16>> {
        Some(Entering { carried: view.table.betting.before[seat], ..Entering::default() })
    }

    fn outcome(&self) -> Outcome<u16> {
        let (betting, winners) = (&self.table.betting, self.table.winners(&self.rules));
        let mut carried = [0; Tally::MOST];
        carried[..Rules::SEATS].copy_from_slice(&betting.chips);
        let winner = winners.iter().next().filter(|_| winners.len() == 1);
        Outcome {
            carried,
            winner,
            // After a pot that was shared the button stays.
            next: winner.map_or(Next::Elder(betting.button.into()), Next::Chooses),
            ..Outcome::of(betting.seats.iter().map(|seat| self.won(seat)))
        }
    }
}
