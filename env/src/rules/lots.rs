//! By what weights a lot is drawn among the seats.

use crate::format::Tally;
use crate::rules::Seat;

/// The weight of each seat in a lot: one of weight 2 is drawn twice as often as one of weight 1, and one of weight 0
/// never.
///
/// # Examples
///
/// ```
/// use elderhand_env::Lots;
///
/// let lots = Lots::NONE.with(0, 1).with(3, 2);
/// assert_eq!((lots.weight(3), lots.total()), (2, 3));
/// assert_eq!(lots.seats().collect::<Vec<_>>(), [0, 3]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Lots([u8; Lots::MOST]);

impl Lots {
    /// No lot is drawn among more seats.
    pub const MOST: usize = Tally::MOST;
    /// Nobody can be drawn.
    pub const NONE: Lots = Lots([0; Lots::MOST]);

    /// The lots with another weight for a seat, which must be below [`Lots::MOST`].
    #[inline]
    pub const fn with(mut self, seat: Seat, weight: u8) -> Lots {
        self.0[seat] = weight;
        self
    }

    /// The weight of a seat.
    #[inline]
    pub const fn weight(self, seat: Seat) -> u8 {
        if seat < Lots::MOST { self.0[seat] } else { 0 }
    }

    /// All weights together.
    #[inline]
    pub fn total(self) -> usize {
        self.0.iter().map(|&weight| usize::from(weight)).sum()
    }

    /// Returns `true` if nobody can be drawn.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Lots::NONE
    }

    /// The seats that can be drawn, in order.
    #[inline]
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        (0..Lots::MOST).filter(move |&seat| self.0[seat] > 0)
    }
}
