//! Contracts: three melds of three cards, by trying every triple of melds, or one meld after another.

use std::collections::BTreeSet;

use super::meld::{self, triples};
use crate::oracle::{C, without};

/// Three melds that have no card in common.
pub type Contract = [[C; 3]; 3];

/// All contracts that a hand has.
pub fn contracts(hand: &[C], corner: bool) -> impl Iterator<Item = Contract> {
    let melds: Vec<[C; 3]> = triples(hand, corner).collect();
    let places: Vec<u64> = melds.iter().map(|meld| places(hand, meld)).collect();
    let apart = move |i: usize, j: usize| places[i] & places[j] == 0;
    let pairs: Vec<(usize, usize)> = (0..melds.len())
        .flat_map(|i| (i + 1..melds.len()).map(move |j| (i, j)))
        .filter(|&(i, j)| apart(i, j))
        .collect();
    pairs.into_iter().flat_map(move |(i, j)| {
        let third = (j + 1..melds.len()).filter(|&k| apart(i, k) && apart(j, k));
        third.map(|k| [melds[i], melds[j], melds[k]]).collect::<Vec<_>>()
    })
}

/// The places of cards in a hand, a bit each.
fn places(hand: &[C], cards: &[C]) -> u64 {
    (0..hand.len()).filter(|&place| cards.contains(&hand[place])).map(|place| 1 << place).sum()
}

/// The cards that a contract may be laid on with after a beginning, if it can begin so; its melds come in any order.
pub fn continued(contract: &Contract, begun: &[C]) -> Vec<C> {
    let (whole, part) = begun.as_chunks::<3>();
    // A set may have been laid in any order.
    let laid = |meld: &[C; 3]| whole.iter().any(|cards| meld::continued(meld, &cards[..2]) == cards[2..]);
    if contract.iter().filter(|meld| laid(meld)).count() < whole.len() {
        return Vec::new();
    }
    contract.iter().filter(|meld| !laid(meld)).flat_map(|meld| meld::continued(meld, part)).collect()
}

/// The cards of a hand that may be laid next when a contract has been begun with others.
pub fn next(begun: &[C], hand: &[C], corner: bool) -> BTreeSet<C> {
    let (whole, part) = begun.as_chunks::<3>();
    let rest = [part, hand].concat();
    let mut found = BTreeSet::new();
    for meld in triples(&rest, corner) {
        let cards = meld::continued(&meld, part);
        if !cards.iter().all(|card| found.contains(card)) && has(&without(&rest, &meld), 2 - whole.len(), corner) {
            found.extend(cards);
        }
    }
    found
}

/// Returns `true` if a hand has so many melds of three cards that have no card in common.
fn has(hand: &[C], melds: usize, corner: bool) -> bool {
    melds == 0 || triples(hand, corner).any(|meld| has(&without(hand, &meld), melds - 1, corner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{cards, deck};

    fn after(begun: &str, hand: &str) -> Vec<C> {
        let (begun, hand) = (cards(begun), cards(hand));
        let next = next(&begun, &hand, false);
        let all = [&begun[..], &hand].concat();
        let all = contracts(&all, false);
        assert_eq!(next, all.flat_map(|contract| continued(&contract, &begun)).collect());
        next.into_iter().collect()
    }

    #[test]
    fn only_what_leads_to_three_melds_may_be_laid() {
        // The set of sevens would leave the sequences short of one.
        let hand = "5C 6C 7C 7D 8D 9D 7H 8S 9H";
        assert_eq!(contracts(&cards(hand), false).count(), 12);
        assert_eq!(after("", hand), cards("5C 7C 7D 7H"));
        assert_eq!(after("5C 6C", "7C 7D 8D 9D 7H 8S 9H"), cards("7C 7D 7H"));
        assert_eq!(after("5C 6C 7C 7D 8S", "8D 9D 7H 9H"), cards("9D 9H"));
        assert_eq!(after("", "5C 6C 7C 7D 8D 9D 7H 8S KH KC"), []);
    }

    #[test]
    fn three_equal_sequences_are_three_sets() {
        let hand = "7C 7D 7H 8C 8D 8H 9C 9D 9H";
        // The sets, and 3! × 3! ways of putting the sequences together.
        assert_eq!(contracts(&cards(hand), false).count(), 1 + 36);
        assert_eq!(after("", hand), cards("7C 7D 7H 8C 8D 8H 9C 9D 9H"));
        assert_eq!(after("7C", "7D 7H 8C 8D 8H 9C 9D 9H"), cards("7D 7H 8C 8D 8H"));
        assert_eq!(after("8D 8C", "7C 7D 7H 8H 9C 9D 9H"), cards("8H"));
        assert_eq!(after("9C 9H 9D", "7C 7D 7H 8C 8D 8H"), cards("7C 7D 7H 8C 8D 8H"));
    }

    #[test]
    fn no_contract_is_found_twice() {
        let hand = &deck()[8..22];
        let all: Vec<Contract> = contracts(hand, false).collect();
        let sorted = |contract: &Contract| {
            let mut melds = contract.to_vec();
            melds.sort();
            melds
        };
        let distinct: BTreeSet<_> = all.iter().map(sorted).collect();
        assert!(all.len() > 1_000 && all.len() == distinct.len(), "{}", all.len());
    }
}
