//! The named sizes of a bet, and the amounts that they are.

use super::betting::Betting;
use super::rules::{Limits, Rules};
use crate::games::moves::listed;

/// A named size of a bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// As little as allowed.
    Least,
    /// Half the pot as it would be after a call.
    HalfPot,
    /// The pot as it would be after a call.
    Pot,
    /// Twice that.
    TwoPots,
    /// All chips of the seat.
    AllIn,
}

impl Size {
    /// Every size in order.
    pub const ALL: [Size; 5] = [Size::Least, Size::HalfPot, Size::Pot, Size::TwoPots, Size::AllIn];

    /// The name of the action that bets it.
    pub const fn name(self) -> &'static str {
        ["bet least", "bet half pot", "bet pot", "bet two pots", "bet all in"][self as usize]
    }
}

listed!(Size);

impl Betting {
    /// What the bet of the seat to act would be under each named size, in the order of [`Size`]; no amount is offered twice.
    #[inline]
    pub fn sizes(&self, rules: &Rules) -> [Option<u16>; Size::ALL.len()] {
        let mut sizes = [None; Size::ALL.len()];
        let Some(range) = self.range(rules) else { return sizes };
        let seat = usize::from(self.to_move);
        let all = self.bets[seat] + self.chips[seat];
        sizes[Size::Least as usize] = Some(range.least).filter(|&least| least < all);
        sizes[Size::AllIn as usize] = Some(all).filter(|&all| range.contains(all));
        if rules.betting == Limits::NoLimit {
            let (pot, bet) = (self.pot() + u32::from(self.price(seat)), u32::from(self.bet));
            for (size, lift) in [(Size::HalfPot, pot / 2), (Size::Pot, pot), (Size::TwoPots, 2 * pot)] {
                let offered = range.least.into()..u32::from(all);
                sizes[size as usize] =
                    Some(bet + lift).filter(|to| lift > self.lift.into() && offered.contains(to)).map(|to| to as u16);
            }
        }
        sizes
    }
}
