//! Contracts: three melds of three cards, by trying every triple of melds.

use std::collections::BTreeSet;

use super::meld::triples;
use crate::oracle::C;

/// Three melds that have no card in common.
pub type Contract = [[C; 3]; 3];

/// All contracts that a hand has.
pub fn contracts(hand: &[C], corner: bool) -> impl Iterator<Item = Contract> {
    let melds = triples(hand, corner);
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

/// The cards that a contract may be laid on with after a beginning, if it begins so; its melds come in any order.
pub fn continued(contract: &Contract, begun: &[C]) -> Vec<C> {
    let (whole, part) = begun.as_chunks::<3>();
    let rest = contract.iter().filter(|meld| !whole.contains(meld));
    if whole.iter().all(|meld| contract.contains(meld)) {
        rest.filter(|meld| meld.starts_with(part)).map(|meld| meld[part.len()]).collect()
    } else {
        Vec::new()
    }
}

/// The cards of a hand that may be laid next when a contract has been begun with others.
pub fn next(begun: &[C], hand: &[C], corner: bool) -> BTreeSet<C> {
    contracts(&[begun, hand].concat(), corner).flat_map(|contract| continued(&contract, begun)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{cards, deck};

    fn after(begun: &str, hand: &str) -> Vec<C> {
        next(&cards(begun), &cards(hand), false).into_iter().collect()
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
        assert_eq!(after("", hand), cards("7C 7D 7H 8C 9C"));
        assert_eq!(after("7C", "7D 7H 8C 8D 8H 9C 9D 9H"), cards("7D 8C 8D 8H"));
        assert_eq!(after("8C 8D", "7C 7D 7H 8H 9C 9D 9H"), cards("8H"));
        assert_eq!(after("9C 9D 9H", "7C 7D 7H 8C 8D 8H"), cards("7C 8C"));
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
