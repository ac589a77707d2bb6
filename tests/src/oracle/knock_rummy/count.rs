//! Who pays whom after a knock.

use crate::oracle::C;
use crate::oracle::gin::deadwood::least_deadwood;

/// What each player wins or pays; they are given in the order of play, and one of them has knocked.
pub fn payments(hands: &[Vec<C>], knocker: usize) -> Vec<i64> {
    let deadwood: Vec<i64> = hands.iter().map(|hand| i64::from(least_deadwood(hand, true))).collect();
    settle(&deadwood, knocker)
}

/// The payments for such deadwood.
pub fn settle(deadwood: &[i64], knocker: usize) -> Vec<i64> {
    let players = deadwood.len();
    let least = *deadwood.iter().min().expect("there are players");
    let mut winners: Vec<usize> =
        (1..players).map(|place| (knocker + place) % players).filter(|&player| deadwood[player] == least).collect();
    let beaten = !winners.is_empty();
    if !beaten {
        winners.push(knocker);
    }
    let mut paid = vec![0; players];
    for player in (0..players).filter(|player| !winners.contains(player)) {
        paid[player] = least - deadwood[player];
        if player == knocker {
            paid[player] -= 10;
        } else if !beaten && least == 0 {
            paid[player] -= 25;
        }
    }
    // Shared out point by point, from the knocker's left on.
    let all = -paid.iter().sum::<i64>();
    for (_, &winner) in (0..all).zip(winners.iter().cycle()) {
        paid[winner] += 1;
    }
    paid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::cards;

    #[test]
    fn the_lowest_collects_the_differences() {
        assert_eq!(settle(&[7, 12, 30], 0), [28, -5, -23]);
        assert_eq!(settle(&[0, 12, 30], 0), [92, -37, -55]);
        assert_eq!(settle(&[7, 7], 0), [-10, 10]);
        assert_eq!(settle(&[0, 0, 9], 0), [-10, 19, -9]);
        assert_eq!(settle(&[0, 4, 9], 1), [23, -14, -9]);
    }

    #[test]
    fn equal_winners_share_from_the_knockers_left() {
        assert_eq!(settle(&[7, 3, 3, 20], 0), [-14, 16, 15, -17]);
        assert_eq!(settle(&[3, 20, 7, 3], 2), [15, -17, -14, 16]);
        assert_eq!(settle(&[3, 3, 3], 1), [5, -10, 5]);
        assert_eq!(settle(&[5, 5, 5, 5, 5], 4), [3, 3, 2, 2, -10]);
    }

    #[test]
    fn hands_are_laid_out_with_the_least_deadwood() {
        let hands = [cards("4C 5C 6C 6D 6H 7C KS"), cards("AC 2C 3C 9D 9H 9S 4D")];
        assert_eq!(payments(&hands, 0), [-10 - (22 - 4), 28]);
    }
}
