//! Something for each seat of a table of any size.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::rules::Rules;
use crate::Seat;

/// Something for each seat; its JSON is a list with an entry a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PerSeat<T> {
    all: [T; Rules::SEATS],
    seats: u8,
}

impl<T: Copy + Default> PerSeat<T> {
    /// Nothing yet for each of so many seats, at most [`Rules::SEATS`].
    #[inline]
    pub(super) fn new(seats: u8) -> PerSeat<T> {
        PerSeat { all: [T::default(); Rules::SEATS], seats }
    }
}

impl<T> PerSeat<T> {
    /// What each seat has, in their order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.all[..self.seats.into()]
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.all[seat]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.all[seat]
    }
}

impl<T: Serialize> Serialize for PerSeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default> Deserialize<'de> for PerSeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerSeat<T>, D::Error> {
        let list = Vec::deserialize(deserializer)?;
        if list.len() > Rules::SEATS {
            return Err(de::Error::custom(format_args!("there are at most {} seats", Rules::SEATS)));
        }
        let mut each = PerSeat::new(list.len() as u8);
        each.all[..list.len()].copy_from_slice(&list);
        Ok(each)
    }
}
