//! Sets of seats: one bit a seat.

use serde::{Deserialize, Serialize};

use crate::rules::Seat;

/// A set of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    /// The first so many seats.
    #[inline]
    pub const fn all(seats: usize) -> Seats {
        Seats((1 << seats) - 1)
    }

    /// The number of seats.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if a seat is among them.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat & 1 == 1
    }

    /// Puts a seat in.
    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat;
    }

    /// The seats that are not among others.
    #[inline]
    pub const fn without(self, others: Seats) -> Seats {
        Seats(self.0 & !others.0)
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        let mut set = Seats::NONE;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}
