//! Tricks: what beats what, what must follow, and what is counted.

use crate::oracle::C;

/// The ranks from the highest to the lowest: the ten is above the king.
const RANKS: [u8; 6] = [1, 10, 13, 12, 11, 9];

/// The doubled pack, in its order: clubs, diamonds, hearts, spades, in a suit A 9 T J Q K, equal cards side by side.
pub fn pack() -> Vec<C> {
    let suit = |suit| [1, 9, 10, 11, 12, 13].map(|rank| C { rank, suit });
    (0..4).flat_map(suit).flat_map(|card| [card, card]).collect()
}

/// The key of that order.
pub fn placed(card: &C) -> (u8, u8) {
    (card.suit, card.rank)
}

/// How high a card is in its suit.
fn height(card: C) -> usize {
    RANKS.len() - RANKS.iter().position(|&rank| rank == card.rank).expect("a rank of the pack")
}

/// Returns `true` if the card that follows wins the trick.
pub fn follower_wins(led: C, followed: C, trumps: u8) -> bool {
    if followed.suit == led.suit { height(followed) > height(led) } else { followed.suit == trumps }
}

/// The cards of a hand with which the second player may follow in phase two.
pub fn may_follow(hand: &[C], led: C, trumps: u8) -> Vec<C> {
    let of = |suit: u8| -> Vec<C> { hand.iter().copied().filter(|card| card.suit == suit).collect() };
    let suit = of(led.suit);
    if led.suit == trumps {
        let higher: Vec<C> = suit.iter().copied().filter(|&card| height(card) > height(led)).collect();
        if !higher.is_empty() {
            return higher;
        }
    }
    [suit, of(trumps), hand.to_vec()].into_iter().find(|cards| !cards.is_empty()).expect("a hand has cards")
}

/// What the cards of tricks count.
pub fn count(cards: &[C]) -> i64 {
    let each = |card: &C| match card.rank {
        1 => 11,
        10 => 10,
        13 => 4,
        12 => 3,
        11 => 2,
        _ => 0,
    };
    cards.iter().map(each).sum()
}

/// A count as it is added: to the next ten from 7 up, to the one before from 6 down.
pub fn rounded(count: i64) -> i64 {
    let tens = count / 10 * 10;
    if count - tens >= 7 { tens + 10 } else { tens }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::cards;

    fn wins(led: &str, followed: &str) -> bool {
        follower_wins(led.parse().unwrap(), followed.parse().unwrap(), 3)
    }

    #[test]
    fn the_ten_is_above_the_king_and_of_equal_cards_the_first_wins() {
        assert!(wins("KC", "TC") && wins("TC", "AC") && wins("9C", "JC") && wins("JC", "QC") && wins("QC", "KC"));
        assert!(!wins("TC", "TC") && !wins("TC", "KC") && !wins("9S", "9S") && !wins("9S", "AC"));
        assert!(wins("AC", "9S") && !wins("9C", "AD"));
    }

    #[test]
    fn who_follows_has_few_rights() {
        let may = |hand, led: &str| may_follow(&cards(hand), led.parse().unwrap(), 3);
        assert_eq!(may("9C AC 9S", "TC"), cards("9C AC"));
        assert_eq!(may("9D AC 9S", "TH"), cards("9S"));
        assert_eq!(may("9D AC 9H", "TS"), cards("9D AC 9H"));
        assert_eq!(may("9S TS AS AC", "KS"), cards("TS AS"));
        assert_eq!(may("9S KS AC", "KS"), cards("9S KS"));
    }

    #[test]
    fn the_pack_counts_240_and_counts_are_rounded() {
        assert_eq!((pack().len(), count(&pack())), (48, 240));
        assert_eq!([0, 6, 7, 16, 17, 120, 126, 127].map(rounded), [0, 0, 10, 10, 20, 120, 120, 130]);
    }
}
