//! What is scored when the last card has been played.

use super::pitch::Scored;
use crate::oracle::C;

/// Cards, then honours; among partners a pair is named by one of its seats.
pub fn at_the_end(piles: &[Vec<C>], partners: bool) -> Vec<Scored> {
    let honours = |pile: &Vec<C>| pile.iter().filter(|card| matches!(card.rank, 5 | 10 | 13)).count();
    let cards: Vec<usize> = piles.iter().map(Vec::len).collect();
    let mut honours: Vec<usize> = piles.iter().map(honours).collect();
    if partners {
        honours = vec![honours[0] + honours[2], honours[1] + honours[3]];
    }
    let cards = most(&cards).map(|seat| (seat, 3));
    let honours = most(&honours).map(|seat| (seat, 5));
    cards.into_iter().chain(honours).collect()
}

/// Who has more than each of the others.
fn most(numbers: &[usize]) -> Option<usize> {
    (0..numbers.len()).find(|&one| (0..numbers.len()).all(|other| other == one || numbers[other] < numbers[one]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::cards;

    #[test]
    fn a_tie_scores_for_nobody() {
        let piles = ["5C TD 2C", "KC 3D 4D", "6D 6H"].map(cards);
        assert_eq!(at_the_end(&piles, false), [(0, 5)]);
        assert_eq!(at_the_end(&["5C", "5D"].map(cards), false), []);
    }

    #[test]
    fn a_pair_has_the_cards_of_one_and_the_honours_of_both() {
        let piles = ["5C 2C 3C", "KC 3D 4D 6D", "TD 6H 7H", "AC"].map(cards);
        assert_eq!(at_the_end(&piles, true), [(1, 3), (0, 5)]);
        let piles = ["5C 2C 3C", "KC 3D", "TD 6H 7H", "AC"].map(cards);
        assert_eq!(at_the_end(&piles, true), [(0, 5)]);
    }
}
