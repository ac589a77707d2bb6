//! Points.

use crate::cards::CardSet;
use crate::games::kinds::points;

/// What an unlaid joker costs, in the hand or dropped.
const JOKER: i16 = 5;

/// What a seat scores in a round with so many points laid and these cards left in the hand and dropped.
#[inline]
pub fn scored(laid: u8, held: CardSet, dropped: CardSet) -> i16 {
    let jokers = ((held | dropped) & CardSet::JOKERS).len() as i16;
    i16::from(laid) - i16::from(points(held)) - 2 * i16::from(points(dropped)) - JOKER * jokers
}
