//! What is paid where a contest to a target is gambled on.

use super::{Contest, Format, Player, Tally};
use crate::rules::Seat;

/// What is added for the game, for a game between two in which the other never scored, and for each round won.
const GAME: i32 = 100;
const SHUT_OUT: i32 = 200;
const ROUND: i32 = 20;

impl Contest {
    /// Returns what gambling pays a player once a side has won, given the rounds that each side has won.
    ///
    /// The winner adds 100 to its points (between two sides, 200 if the other never scored) and each side 20 for every
    /// round won; then each other side pays the winner the difference. As many are at stake as the smaller of the two sides
    /// has members.
    pub fn gambled(&self, tally: &Tally, won: &[u16], winner: usize, player: Player) -> f32 {
        let own = self.side(player);
        let share = |other: usize| {
            let staked = self.members(winner).min(self.members(other));
            (difference(tally.points(), won, winner, other) * staked as i32) as f32 / self.members(own) as f32
        };
        if own != winner {
            return -share(own);
        }
        (0..self.sides()).filter(|&side| side != winner).map(share).sum()
    }

    /// Adds a table to those that each side has won, given who sat there, by seat, and the seat that won.
    ///
    /// Its partner has won too, also where both are sides by themselves.
    pub fn credit(&self, won: &mut [u16], players: impl Iterator<Item = Player>, winner: Seat) {
        let both = self.credited() == 2;
        for (seat, player) in players.enumerate() {
            if seat == winner || both && seat % 2 == winner % 2 {
                won[self.side(player)] += 1;
            }
        }
    }

    /// Returns the number of sides that win a table together: 2 where partners are sides by themselves.
    pub(crate) fn credited(&self) -> usize {
        let in_pairs = self.partners || self.format == Format::Hotfoot;
        if in_pairs && self.members(0) == 1 { 2 } else { 1 }
    }

    /// Returns the number of players of a side.
    pub(super) fn members(&self, side: usize) -> usize {
        (0..self.players).filter(|&player| self.side(player) == side).count()
    }
}

/// Returns what one side pays the winner.
fn difference(points: &[i32], won: &[u16], winner: usize, other: usize) -> i32 {
    let settled = |side: usize| points[side] + ROUND * i32::from(won[side]);
    let game = if points.len() == 2 && points[other] == 0 { SHUT_OUT } else { GAME };
    settled(winner) + game - settled(other)
}
