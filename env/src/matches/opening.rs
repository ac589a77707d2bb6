//! How a round of a match is opened: who sits where, with what each comes, and who may choose that.

use super::rounds::{Entering, Next, Outcome, Rounds};
use super::settings::MatchOptions;
use super::standing::Standing;
use crate::format::{Contest, Player, Tally};

/// Returns who chooses the direction of play and who starts after a round that has been booked.
pub(super) fn chooser<C: Copy + Default>(standing: &Standing<C>, outcome: &Outcome<C>) -> Option<Player> {
    match outcome.next {
        Next::Chooses(seat) => Some(standing.still_in(standing.player(seat))),
        Next::BestChooses => {
            let stay = (0..standing.seats().len()).filter(|&seat| standing.tally.plays(standing.player(seat)));
            outcome.best(stay).map(|seat| standing.player(seat))
        }
        Next::Unsaid | Next::Elder(_) => None,
    }
}

/// Seats the players of the next table: elder hand first, then in the order of play.
pub(super) fn seat<S: Rounds>(
    options: &MatchOptions<S::Rules>,
    contest: &Contest,
    standing: &mut Standing<S::Carried>,
) {
    let (tally, seated) = (standing.tally, contest.seated(&standing.tally));
    standing.seated = seated as u8;
    standing.seats = [0; Tally::MOST];
    if options.settings.is_circle::<S>() {
        let mut player = usize::from(standing.elder);
        for seat in 0..seated {
            player = standing.still_in(player);
            standing.seats[seat] = player as u8;
            player = standing.on(player, 1);
        }
    } else {
        for seat in 0..seated {
            standing.seats[seat] = contest.at(&tally, standing.table.into(), seat) as u8;
        }
    }
}

/// The position of the round before its first card.
pub(super) fn open<S: Rounds>(
    options: &MatchOptions<S::Rules>,
    contest: &Contest,
    standing: &Standing<S::Carried>,
) -> S {
    let mut entering = [Entering::default(); Tally::MOST];
    for (entering, player) in entering.iter_mut().zip(standing.seats()) {
        *entering = enters::<S>(options, contest, standing, player);
    }
    S::open(rules::<S>(options, standing.seats()), &entering[..standing.seated.into()])
}

/// The rules of a round for those who sit at its table, in the order of its seats.
#[inline]
pub(super) fn rules<S: Rounds>(
    options: &MatchOptions<S::Rules>,
    players: impl ExactSizeIterator<Item = Player>,
) -> S::Rules {
    let seated = players.len();
    let alike = seated == S::seats(&options.rules);
    S::seated(if alike { options.rules } else { S::with_seats(options.rules, seated) }, players)
}

/// With what a player comes into a round.
#[inline]
fn enters<S: Rounds>(
    options: &MatchOptions<S::Rules>,
    contest: &Contest,
    standing: &Standing<S::Carried>,
    player: Player,
) -> Entering<S::Carried> {
    let target = contest.target.filter(|_| options.settings.growth() == 0);
    let lacks = target.map_or(Entering::<S::Carried>::NO_TARGET, |target| {
        i32::from(target) - standing.tally.points()[contest.side(player)]
    });
    Entering { carried: standing.carried[player], lacks }
}
