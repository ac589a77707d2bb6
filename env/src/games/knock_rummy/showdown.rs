//! The count at the end of a hand, and what is paid.

use serde::{Deserialize, Serialize};

use super::rules::Rules;
use super::{PerSeat, least_deadwood};
use crate::cards::CardSet;
use crate::games::rummy::Layout;
use crate::rules::Seat;

/// How a hand ended after a knock: what every seat laid out, and what it was paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Showdown {
    /// The seat that knocked.
    pub knocker: Seat,
    /// How each seat lays out its hand.
    pub layouts: PerSeat<Layout>,
    /// The points that each seat is paid, below 0 where it pays.
    pub paid: PerSeat<i32>,
}

impl Showdown {
    /// Shows the hands as they lie with the least deadwood.
    pub(super) fn new(knocker: Seat, hands: &PerSeat<CardSet>, paid: PerSeat<i32>, rules: &Rules) -> Showdown {
        let mut layouts = PerSeat::new(rules.seats);
        for (seat, &hand) in hands.as_slice().iter().enumerate() {
            // Nobody lays off, so no card is feared.
            layouts[seat] = Layout::best(hand, CardSet::EMPTY, true);
        }
        Showdown { knocker, layouts, paid }
    }
}

/// What each seat is paid after a knock.
#[inline]
pub(super) fn payments(rules: &Rules, knocker: Seat, hands: &PerSeat<CardSet>) -> PerSeat<i32> {
    let mut deadwood = PerSeat::<i32>::new(rules.seats);
    for (seat, &hand) in hands.as_slice().iter().enumerate() {
        deadwood[seat] = least_deadwood(hand, true) as i32;
    }
    let mut paid = PerSeat::new(rules.seats);
    // In order of play from the knocker's left.
    let seats = usize::from(rules.seats);
    let others = (1..seats).map(|offset| (knocker + offset) % seats);
    let own = deadwood[knocker];
    let least = others.clone().map(|seat| deadwood[seat]).min().unwrap_or(i32::MAX);
    if own < least {
        let bonus = if own == 0 { Rules::NO_DEADWOOD } else { 0 };
        for seat in others {
            paid[seat] = own - deadwood[seat] - bonus;
            paid[knocker] -= paid[seat];
        }
        return paid;
    }
    paid[knocker] = least - own - Rules::BEATEN;
    let (mut pot, mut winners) = (-paid[knocker], 0);
    for seat in others.clone() {
        paid[seat] = least - deadwood[seat];
        pot -= paid[seat];
        winners += i32::from(paid[seat] == 0);
    }
    let share = |place: i32| pot / winners + i32::from(place < pot % winners);
    others.filter(|&seat| deadwood[seat] == least).zip(0..).for_each(|(seat, place)| paid[seat] = share(place));
    paid
}
