//! Formats: how rounds make a match or an event, the same for both.
//!
//! A [`Contest`] says who meets whom in a round and when it is over; a [`Tally`] is how it stands. Players are numbered from
//! 0 and sit down at tables of `seats` seats; a player of a match is a seat of its game.

mod contest;
mod drawing;
mod gambling;
mod seating;
mod tally;

use std::cmp::Reverse;

pub use contest::{Contest, Format, FormatError};
pub use drawing::draw_places;
pub use tally::Tally;

/// The number of a player of a match or an event, from 0.
pub type Player = usize;

/// The one of some players or sides that is alone ahead, having at least so many points.
#[inline]
pub fn ahead(points: impl Iterator<Item = i32> + Clone, least: i32) -> Option<usize> {
    let most = points.clone().max()?;
    let mut best = points.enumerate().filter(|&(_, points)| points == most);
    let (first, alone) = (best.next()?.0, best.next().is_none());
    (alone && most >= least).then_some(first)
}

/// Who leaves an elimination: of those still in the one of least merit, of equals the one with the highest number.
pub fn lowest<M: Ord>(players: impl Iterator<Item = Player>, merit: impl Fn(Player) -> M) -> Option<Player> {
    players.min_by_key(|&player| (merit(player), Reverse(player)))
}

/// What a place in a match pays: 1 to the first, from the others in equal parts.
///
/// `better` and `equal` are the numbers of those who stand higher, and level, oneself included, of `players` in all; who
/// stand level share what their places pay.
pub fn winner_takes(better: usize, equal: usize, players: usize) -> f32 {
    let others = (players - 1) as f32;
    // Where all stand level this is exactly nothing.
    if better == 0 { (players - equal) as f32 / (others * equal as f32) } else { -1.0 / others }
}
