//! Points: how they are pegged, and what is counted when a pitch is over.

use super::PerSeat;
use super::rules::Rules;
use crate::cards::CardSet;
use crate::format::ahead;
use crate::games::rummy::ACES;

/// The Fives, Tens and Kings.
pub const HONOURS: CardSet = CardSet::from_bits((1 << 4 | 1 << 9 | 1 << 12) * ACES);

/// The sides that score cards and honours, in this order; a tie scores for nobody.
pub(super) fn bonuses(rules: &Rules, piles: &PerSeat<CardSet>) -> [(Option<usize>, u16); 2] {
    let cards = ahead(piles.as_slice().iter().map(|pile| pile.len() as i32), 1);
    let mut honours = [0; Rules::SEATS];
    for (seat, &pile) in piles.as_slice().iter().enumerate() {
        honours[rules.side(seat)] += (pile & HONOURS).len() as i32;
    }
    let honours = ahead(honours.into_iter().take(rules.sides()), 1);
    // Partners score cards for what one of them has captured alone.
    [(cards.map(|seat| rules.side(seat)), Rules::CARDS), (honours, Rules::HONOURS)]
}

/// Returns `true` if a side that lacked so many points of the target has pegged them; it needs one at least.
#[inline]
pub(super) fn suffices(pegged: u16, lacked: i32) -> bool {
    i32::from(pegged) >= lacked.max(1)
}

/// Counts cards, and then honours, unless the target is reached by then. `lacks` are the points that a side lacked of it.
pub(super) fn count(rules: &Rules, piles: &PerSeat<CardSet>, pegged: &mut PerSeat<u16>, lacks: impl Fn(usize) -> i32) {
    for (side, points) in bonuses(rules, piles) {
        let Some(side) = side else { continue };
        pegged[side] += points;
        if suffices(pegged[side], lacks(side)) {
            return;
        }
    }
}
