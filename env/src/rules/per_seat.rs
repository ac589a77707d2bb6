//! Something for each seat of a table of any size.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::rules::Seat;

/// Something for each seat; its JSON is a list with an entry a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PerSeat<T, const MOST: usize> {
    all: [T; MOST],
    seats: u8,
}

impl<T: Copy + Default, const MOST: usize> PerSeat<T, MOST> {
    /// Nothing yet for each of so many seats, at most `MOST`.
    #[inline]
    pub(crate) fn new(seats: u8) -> PerSeat<T, MOST> {
        PerSeat { all: [T::default(); MOST], seats }
    }
}

impl<T, const MOST: usize> PerSeat<T, MOST> {
    /// What each seat has, in their order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.all[..self.seats.into()]
    }
}

impl<T, const MOST: usize> Index<Seat> for PerSeat<T, MOST> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.all[seat]
    }
}

impl<T, const MOST: usize> IndexMut<Seat> for PerSeat<T, MOST> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.all[seat]
    }
}

impl<T: Serialize, const MOST: usize> Serialize for PerSeat<T, MOST> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const MOST: usize> Deserialize<'de> for PerSeat<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerSeat<T, MOST>, D::Error> {
        let list = Vec::deserialize(deserializer)?;
        if list.len() > MOST {
            return Err(de::Error::custom(format_args!("there are at most {MOST} seats")));
        }
        let mut each = PerSeat::new(list.len() as u8);
        each.all[..list.len()].copy_from_slice(&list);
        Ok(each)
    }
}
