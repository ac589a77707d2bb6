//! How a match stands, as a seat observes it.

use super::{Contest, Format, Player, Tally};
use crate::rules::Row;

const STEPS: usize = 20;
const POINTS: usize = 16;
const ROUNDS: usize = 10;
const PLAYER: usize = 4;

/// The planes of how a match stands; [`write()`] fills them in this order.
pub fn planes(contest: &Contest) -> Vec<(&'static str, usize)> {
    padded_planes(contest, contest.players)
}

/// As [`planes`], with room for so many players, so that contests of several sizes have one layout; [`write_padded`]
/// fills them. The number of players has to be shown beside them.
pub fn padded_planes(contest: &Contest, room: usize) -> Vec<(&'static str, usize)> {
    let sides = contest.sides_with_room(room);
    let mut planes = vec![("match-score", sides * STEPS), ("match-points", sides * POINTS), ("match-rounds", ROUNDS)];
    if contest.reorders() {
        planes.push(("match-order", room * PLAYER));
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
    write_padded(contest, tally, player, contest.players, row);
}

/// As [`write()`], with room for so many players: what is beyond those there are is 0.
#[inline]
pub fn write_padded(contest: &Contest, tally: &Tally, player: Player, room: usize, row: &mut Row<'_>) {
    let (sides, own) = (contest.sides(), contest.side(player));
    let points = |offset: usize| if offset < sides { tally.points[(own + offset) % sides] } else { 0 };
    let offsets = || 0..contest.sides_with_room(room);
    // Steps towards the target, or where there is none of ten points each.
    let whole = contest.target.map_or(10 * STEPS as i32, i32::from);
    for offset in offsets() {
        let steps = points(offset).clamp(0, whole) * STEPS as i32 / whole;
        row.thermometer(steps as u32, STEPS as u32);
    }
    for offset in offsets() {
        row.put(u64::from(points(offset) as u16), POINTS as u32);
    }
    row.put(tally.rounds.into(), ROUNDS as u32);
    if contest.reorders() {
        let relative = |other: Player| ((other + contest.players - player) % contest.players) as u64;
        tally.order().for_each(|other| row.put(relative(other), PLAYER as u32));
        (contest.players..room).for_each(|_| row.put(0, PLAYER as u32));
    }
    if contest.format == Format::Elimination {
        row.put(tally.playing.into(), PLAYER as u32 + 1);
    }
}

impl Contest {
    /// The number of sides if there are so many players.
    fn sides_with_room(&self, room: usize) -> usize {
        if self.sides() == self.players { room } else { self.sides() }
    }

    /// The order of the players changes.
    pub(crate) fn reorders(&self) -> bool {
        !matches!(self.format, Format::Series | Format::Rounds | Format::RotatingTeam)
    }
}
