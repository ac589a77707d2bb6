//! Whole numbers that are arguments, refused by their names where they are out of range.

use std::ops::RangeInclusive;

use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// What an argument is read as: a number, or nothing where it may be left out.
pub trait Argument: Sized {
    /// Returns the number as it is; `None` if the type does not hold it.
    fn of(number: i128) -> Option<Self>;
    /// Returns what `None` means; `None` if it means nothing.
    fn absent() -> Option<Self> {
        None
    }
}

macro_rules! numbers {
    ($($kind:ty)*) => {$(
        impl Argument for $kind {
            fn of(number: i128) -> Option<$kind> {
                number.try_into().ok()
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 usize);

impl<T: Argument> Argument for Option<T> {
    fn of(number: i128) -> Option<Option<T>> {
        T::of(number).map(Some)
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }
}

macro_rules! arguments {
    ($($name:ident: $range:expr;)*) => {$(
        /// Reads the argument of this name.
        pub fn $name<T: Argument>(given: &Bound<'_, PyAny>) -> PyResult<T> {
            within(given, stringify!($name), $range)
        }
    )*};
}

/// More lanes are a mistake; it keeps sizes within memory that can be had, as a process ends where it cannot.
const MOST_LANES: i128 = 1 << 20;
/// More threads are a mistake.
const MOST_THREADS: i128 = 1024;
/// No table has more.
const MOST_SEATS: i128 = 64;
const MOST: i128 = u64::MAX as i128;

arguments! {
    lanes: 1..=MOST_LANES;
    first_lane: 0..=MOST;
    seed: 0..=MOST;
    threads: 1..=MOST_THREADS;
    deals: 1..=MOST;
    games: 0..=u32::MAX.into();
    decisions: 0..=MOST;
    target: 0..=u16::MAX.into();
    rounds: 0..=u16::MAX.into();
    every: 1..=u8::MAX.into();
    answers: 1..=u32::MAX.into();
    positions: 1..=MOST;
}

/// Reads the seat that a learner keeps.
pub fn kept_seat<T: Argument>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    within(given, "seat", 0..=MOST_SEATS - 1)
}

/// Reads the place of a lane; that there is one remains to be seen.
pub fn lane<T: Argument>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    place(given, "lane")
}

/// Reads the place of a seat; that there is one remains to be seen.
pub fn seat<T: Argument>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    place(given, "seat")
}

fn place<T: Argument>(given: &Bound<'_, PyAny>, name: &str) -> PyResult<T> {
    read(given, name, 0..=MOST, || PyIndexError::new_err(format!("there is no {name} {given}: the first is 0")))
}

fn within<T: Argument>(given: &Bound<'_, PyAny>, name: &str, range: RangeInclusive<i128>) -> PyResult<T> {
    let (least, most) = (*range.start(), *range.end());
    let refused = || PyValueError::new_err(format!("{name} is {given}: expected {least} to {most}"));
    read(given, name, range, refused)
}

fn read<T: Argument>(
    given: &Bound<'_, PyAny>,
    name: &str,
    range: RangeInclusive<i128>,
    refused: impl FnOnce() -> PyErr,
) -> PyResult<T> {
    if given.is_none()
        && let Some(absent) = T::absent()
    {
        return Ok(absent);
    }
    let number = match given.extract::<u64>().map(i128::from).or_else(|_| given.extract::<i128>()) {
        Ok(number) => Some(number).filter(|number| range.contains(number)),
        // Python has greater numbers.
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => None,
        Err(_) => {
            let kind = given.get_type().name()?;
            return Err(PyTypeError::new_err(format!("{name} is of the type {kind}: expected a whole number")));
        }
    };
    number.and_then(T::of).ok_or_else(refused)
}
