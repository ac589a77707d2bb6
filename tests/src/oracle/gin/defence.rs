//! What the defender does after a knock: every order of laying off, and then every layout.

use std::collections::BTreeSet;

use super::deadwood::{Layout, best_layouts, is_run, least_deadwood};
use crate::oracle::{C, without};

/// One way for the defender to meet a knock.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reply {
    /// The cards laid off on the knocker's melds, in order of cards.
    pub laid_off: Vec<C>,
    /// His own melds and the deadwood he is left with.
    pub layout: Layout,
}

/// Whether the card may be laid off on the meld as it lies.
pub fn fits(meld: &[C], card: C) -> bool {
    let (first, last) = (meld[0], meld[meld.len() - 1]);
    if is_run(meld) {
        card.suit == first.suit && (card.rank + 1 == first.rank || card.rank == last.rank + 1)
    } else {
        card.rank == first.rank && !meld.contains(&card)
    }
}

/// The distinct cards of `unseen` that could be laid off on the melds, cards that chain on runs included.
pub fn open_layoffs(melds: &[Vec<C>], unseen: &[C]) -> BTreeSet<C> {
    let mut open = BTreeSet::new();
    for meld in melds {
        let mut meld = meld.clone();
        while let Some(&card) = unseen.iter().find(|&&card| fits(&meld, card)) {
            open.insert(card);
            meld.push(card);
            meld.sort();
        }
    }
    open
}

/// The defender's hand after every possible choice of layoffs, the choice of none included.
fn hands_left(table: &[Vec<C>], hand: &[C]) -> BTreeSet<Vec<C>> {
    let mut tables = BTreeSet::new();
    let mut hands = BTreeSet::new();
    lay_off(table.to_vec(), hand.to_vec(), &mut tables, &mut hands);
    hands
}

fn lay_off(table: Vec<Vec<C>>, hand: Vec<C>, tables: &mut BTreeSet<Vec<Vec<C>>>, hands: &mut BTreeSet<Vec<C>>) {
    if !tables.insert(table.clone()) {
        return;
    }
    for &card in &hand {
        for i in 0..table.len() {
            if fits(&table[i], card) {
                let mut grown = table.clone();
                grown[i].push(card);
                grown[i].sort();
                lay_off(grown, without(&hand, &[card]), tables, hands);
            }
        }
    }
    hands.insert(hand);
}

/// The least deadwood in points that melds and layoffs together leave the defender.
pub fn least_after_layoffs(table: &[Vec<C>], hand: &[C], sets: bool) -> u32 {
    hands_left(table, hand).iter().map(|left| least_deadwood(left, sets)).min().unwrap_or(0)
}

/// Every reply that leaves the defender the least deadwood.
pub fn best_replies(table: &[Vec<C>], hand: &[C], sets: bool) -> Vec<Reply> {
    let least = least_after_layoffs(table, hand, sets);
    let mut replies = Vec::new();
    for left in hands_left(table, hand) {
        if least_deadwood(&left, sets) > least {
            continue;
        }
        let mut laid_off = without(hand, &left);
        laid_off.sort();
        for layout in best_layouts(&left, sets) {
            replies.push(Reply { laid_off: laid_off.clone(), layout });
        }
    }
    replies.sort();
    replies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{cards, deck};

    #[test]
    fn runs_grow_at_both_ends_and_sets_by_one() {
        let run = cards("7H 8H 9H");
        let fitting = |meld: &[C]| -> Vec<C> { deck().into_iter().filter(|&card| fits(meld, card)).collect() };
        assert_eq!(fitting(&run), cards("6H TH"));
        assert_eq!(fitting(&cards("AS 2S 3S")), cards("4S"));
        assert_eq!(fitting(&cards("JS QS KS")), cards("TS"));
        assert_eq!(fitting(&cards("KC KD KH")), cards("KS"));
        assert!(fitting(&cards("KC KD KH KS")).is_empty());
    }

    #[test]
    fn open_layoffs_chain_until_a_card_is_seen() {
        let melds = [cards("7H 8H 9H"), cards("6C 6D 6S")];
        let open = |unseen| open_layoffs(&melds, &cards(unseen)).into_iter().collect();
        let all: Vec<C> = open("5H 6H TH JH KH 6C");
        assert_eq!(all, cards("5H 6H TH JH"));
        let chained: Vec<C> = open("5H TH QH");
        assert_eq!(chained, cards("TH"));
    }

    #[test]
    fn a_card_that_fits_two_melds_may_go_on_either() {
        // 7C on the set would strand 8C.
        let table = [cards("4C 5C 6C"), cards("7D 7H 7S")];
        assert_eq!(least_after_layoffs(&table, &cards("7C 8C KD"), true), 10);
    }

    #[test]
    fn melds_and_layoffs_are_chosen_together() {
        // The set of sevens leaves 6H 5H (11); laying off 7H 6H 5H leaves 7C 7D (14).
        let table = [cards("8H 9H TH")];
        let replies = best_replies(&table, &cards("7C 7D 7H 6H 5H"), true);
        assert_eq!(replies.len(), 1);
        assert!(replies[0].laid_off.is_empty());
        assert_eq!(replies[0].layout.count(), 11);
        // The set of fours spares its heart, so that 5H can follow it on the run.
        let table = [cards("AH 2H 3H")];
        let replies = best_replies(&table, &cards("4C 4D 4S 4H 5H"), true);
        assert_eq!(replies.len(), 1);
        assert_eq!(replies[0].laid_off, cards("4H 5H"));
        assert_eq!(replies[0].layout.count(), 0);
    }
}
