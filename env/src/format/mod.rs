//! Formats: how rounds make a match or an event, the same for both.
//!
//! A [`Contest`] says who meets whom in a round and when it is over; a [`Tally`] is how it stands. Players are numbered from
//! 0 and sit down at tables of `seats` seats; a player of a match is a seat of its game.

mod contest;
mod encode;
mod seating;
mod tally;

pub use contest::{Contest, Format, FormatError};
pub use encode::{padded_planes, planes, write, write_padded};
pub use tally::Tally;

/// The number of a player of a match or an event, from 0.
pub type Player = usize;

/// What a place in a match pays: 1 to the first, from the others in equal parts.
///
/// `better` and `equal` are the numbers of those who stand higher, and level, oneself included, of `players` in all; who
/// stand level share what their places pay.
pub fn winner_takes(better: usize, equal: usize, players: usize) -> f32 {
    let place = |place: usize| if place == 0 { 1.0 } else { -1.0 / (players - 1) as f32 };
    (better..better + equal).map(place).sum::<f32>() / equal as f32
}
