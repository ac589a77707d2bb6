//! Points: how they are pegged, and what is counted when a pitch is over.

use super::PerSeat;
use super::rules::Rules;
use crate::cards::CardSet;
use crate::format::ahead;
use crate::games::rummy::ACES;

/// The Fives, Tens and Kings.
pub const HONOURS: CardSet = CardSet::from_bits((1 << 4 | 1 << 9 | 1 << 12) * ACES);

/// The sides that score cards and honours, in this order; a tie scores for nobody (D34).
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

/// Pegs points; says whether a match is won by them. `before` are the points of a side before this pitch.
#[inline]
pub(super) fn peg(
    rules: &Rules,
    pegged: &mut PerSeat<u16>,
    side: usize,
    points: u16,
    before: impl Fn(usize) -> i32,
) -> bool {
    pegged[side] += points;
    rules.is_match() && before(side) + i32::from(pegged[side]) >= rules.target.into()
}

/// Counts cards, and then honours, if a match has not been won by then.
pub(super) fn count(rules: &Rules, piles: &PerSeat<CardSet>, pegged: &mut PerSeat<u16>, before: impl Fn(usize) -> i32) {
    for (side, points) in bonuses(rules, piles) {
        if side.is_some_and(|side| peg(rules, pegged, side, points, &before)) {
            return;
        }
    }
}
