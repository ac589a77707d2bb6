//! An amount that is put together by large chips first, none more than nine times.

use std::fmt::Display;

use super::betting::Range;
use crate::games::moves::Operand;

/// The chips of which an amount is put together, large ones first.
pub const UNITS: [u16; 5] = [10_000, 1_000, 100, 10, 1];

/// One of these chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit(u8);

impl Unit {
    /// Returns what it is worth, in the smallest chips.
    #[inline]
    pub fn chips(self) -> u16 {
        UNITS[usize::from(self.0)]
    }
}

impl Operand for Unit {
    #[inline]
    fn at(place: u16) -> Option<Unit> {
        (usize::from(place) < UNITS.len()).then_some(Unit(place as u8))
    }

    #[inline]
    fn place(self) -> u16 {
        self.0.into()
    }

    fn name(self) -> impl Display {
        self.chips()
    }
}

/// The chips, one bit each, that may be added to an amount so that one of a range can still come out.
pub(super) fn addable(amount: u16, range: Range) -> u64 {
    let fits = |unit: u16| {
        let unit = u32::from(unit);
        let next = u32::from(amount) + unit;
        // What has been added is told by its digits: none may stand below the unit, nor may nine stand at it.
        let descending = u32::from(amount) % unit == 0 && u32::from(amount) / unit % 10 < 9;
        let most = next / unit * unit + unit - 1;
        let most = most + (9 - next / unit % 10) * unit;
        descending && next <= range.most.into() && most >= range.least.into()
    };
    (0..).zip(UNITS).filter(|&(_, unit)| fits(unit)).fold(0, |bits, (place, _)| bits | 1 << place)
}
