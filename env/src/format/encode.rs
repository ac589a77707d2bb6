//! How a match stands, as a seat observes it.

use super::{Contest, Format, Player, Tally};
use crate::Row;

const STEPS: usize = 20;
const POINTS: usize = 16;
const ROUNDS: usize = 10;
const PLAYER: usize = 4;

/// The planes of how a match stands; [`write()`] fills them in this order.
pub fn planes(contest: &Contest) -> Vec<(&'static str, usize)> {
    let mut planes = vec![
        ("match-score", contest.sides() * STEPS),
        ("match-points", contest.sides() * POINTS),
        ("match-rounds", ROUNDS),
    ];
    if contest.reorders() {
        planes.push(("match-order", contest.players * PLAYER));
    }
    if contest.format == Format::Elimination {
        planes.push(("match-playing", PLAYER + 1));
    }
    planes
}

/// Writes how a match stands before a player: sides and players come in the order of play from the player's own.
///
/// Points must fit 16 bits, as [`Contest::admits`] demands.
#[inline]
pub fn write(contest: &Contest, tally: &Tally, player: Player, row: &mut Row<'_>) {
    let (sides, own) = (contest.sides(), contest.side(player));
    let points = |offset: usize| tally.points[(own + offset) % sides];
    // Steps towards the target, or where there is none of ten points each.
    let whole = contest.target.map_or(10 * STEPS as i32, i32::from);
    for offset in 0..sides {
        let steps = points(offset).clamp(0, whole) * STEPS as i32 / whole;
        row.thermometer(steps as u32, STEPS as u32);
    }
    for offset in 0..sides {
        row.put(u64::from(points(offset) as u16), POINTS as u32);
    }
    row.put(tally.rounds.into(), ROUNDS as u32);
    if contest.reorders() {
        let relative = |other: Player| ((other + contest.players - player) % contest.players) as u64;
        tally.order().for_each(|other| row.put(relative(other), PLAYER as u32));
    }
    if contest.format == Format::Elimination {
        row.put(tally.playing.into(), PLAYER as u32 + 1);
    }
}

impl Contest {
    /// The order of the players changes.
    fn reorders(&self) -> bool {
        !matches!(self.format, Format::Series | Format::Rounds | Format::RotatingTeam)
    }
}
