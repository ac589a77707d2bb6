//! Who holds which seat in which episode.

use elderhand_env::Seat;

use crate::opponent::Opponent;

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The learner.
    Learner,
    /// An opponent, by its place in the list.
    Opponent(usize),
}

/// The learner's seat and its opponents.
pub struct Seating {
    /// The opponents, in the order in which they were given.
    pub opponents: Vec<Opponent>,
    /// The learner's seat, if it keeps one.
    pub fixed: Option<Seat>,
}

impl Seating {
    /// Whether an opponent is a policy of Python, which is asked for many lanes at once.
    pub fn is_policy(&self, opponent: usize) -> bool {
        matches!(&self.opponents[opponent], Opponent::Python(caller) if caller.takes_rows())
    }

    /// Writes who holds each seat.
    ///
    /// `turn` is the number of the lane plus that of the episode. The learner moves on by a seat each turn, unless it keeps
    /// one. The seats after its own are held by the opponents in their order, beginning with the next of them each time that
    /// the learner has held every seat.
    pub fn hold(&self, turn: u64, seats: usize, holders: &mut Vec<Holder>) {
        let (learner, first) = match self.fixed {
            Some(seat) => (seat, turn),
            None => ((turn % seats as u64) as usize, turn / seats as u64),
        };
        let count = self.opponents.len();
        let first = (first % count as u64) as usize;
        holders.clear();
        holders.extend((0..seats).map(|seat| match (seat + seats - learner) % seats {
            0 => Holder::Learner,
            after => Holder::Opponent((first + after - 1) % count),
        }));
    }
}
