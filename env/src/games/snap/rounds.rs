//! What a game of Snap is in a match.

use super::rules::Rules;
use super::state::SnapState;
use super::view::SnapView;
use crate::format::Player;
use crate::matches::{Entering, Outcome, Rounds};

impl Rounds for SnapState {
    type Rules = Rules;
    type Carried = ();

    const SEATS: usize = Rules::SEATS;
    const VARIES: bool = true;

    fn rules(view: &SnapView) -> &Rules {
        &view.options
    }

    fn seats(rules: &Rules) -> usize {
        rules.seats.into()
    }

    fn with_seats(rules: Rules, seats: usize) -> Rules {
        Rules { seats: seats as u8, ..rules }
    }

    /// Players are as quick wherever they sit.
    fn seated(rules: Rules, players: impl Iterator<Item = Player>) -> Rules {
        let mut skill = [1; Rules::SEATS];
        for (own, player) in skill.iter_mut().zip(players) {
            *own = rules.skill.get(player).copied().unwrap_or(1);
        }
        Rules { skill, ..rules }
    }

    /// A game that is won is a point.
    fn range(_: &Rules) -> (i32, i32) {
        (0, 1)
    }

    fn open(rules: Rules, _: &[Entering<()>]) -> SnapState {
        SnapState::new(rules)
    }

    fn outcome(&self) -> Outcome<()> {
        Outcome::of((0..self.rules().seats.into()).map(|seat| self.table().wins(seat).into()))
    }
}
