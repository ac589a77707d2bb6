//! Cards to come whose order is fixed before anything is played.

use elderhand_env::{Card, Cards, Chance, Lots, Seat, Stream};

/// A source of chance that deals the cards of a deck in an order that a key has fixed, whoever draws them.
///
/// What is tried with equal keys meets the same cards as far as it can, so that differences between actions are not
/// hidden by the luck of the draw. When cards come back into the deck, an order is fixed anew.
pub(super) struct Order {
    key: [u64; 3],
    /// How often an order has been fixed.
    fixed: u64,
    /// What is to be dealt, the next card last.
    cards: Vec<(u64, Card)>,
    lots: Stream,
}

impl Order {
    /// Makes memory for any deck.
    pub(super) fn new() -> Order {
        Order {
            key: [0; 3],
            fixed: 0,
            cards: Vec::with_capacity(2 * Card::COUNT_WITH_JOKERS as usize),
            lots: Stream::new(0),
        }
    }

    /// Begins anew, with what a key brings.
    pub(super) fn begin(&mut self, key: [u64; 3]) {
        (self.key, self.fixed) = (key, 0);
        self.cards.clear();
        self.lots = Stream::keyed(key);
    }

    /// Gives every copy of every card a place of its own, whatever else is in the deck.
    fn fix(&mut self, deck: Cards) {
        let [seed, place, draw] = self.key;
        let mut places = Stream::keyed([seed, place, !draw ^ self.fixed << 32]);
        self.fixed += 1;
        self.cards.clear();
        for index in 0..Card::COUNT_WITH_JOKERS {
            let (first, second) = (places.bits(), places.bits());
            let Some(card) = Card::from_index(index) else { continue };
            self.cards.extend([first, second].into_iter().take(deck.count(card)).map(|place| (place, card)));
        }
        self.cards.sort_unstable_by_key(|&(place, card)| (place, card));
    }
}

impl Chance for Order {
    fn deal(&mut self, deck: Cards) -> Card {
        let fits = |next: Option<&(u64, Card)>| next.is_some_and(|&(_, card)| deck.contains(card));
        if self.cards.len() != deck.len() || !fits(self.cards.last()) {
            self.fix(deck);
        }
        self.cards.pop().expect("the deck is not empty").1
    }

    fn draw(&mut self, lots: Lots) -> Seat {
        self.lots.draw(lots)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn deck(text: &str) -> Cards {
        text.parse().expect("these are cards")
    }

    fn dealt(order: &mut Order, mut deck: Cards, cards: usize) -> Vec<Card> {
        let deal = |_| {
            let card = order.deal(deck);
            deck.remove(card);
            card
        };
        (0..cards).map(deal).collect()
    }

    #[test]
    fn every_order_of_a_deck_is_as_likely() {
        let (mut order, mut counts) = (Order::new(), HashMap::new());
        let draws = 40_000;
        for draw in 0..draws {
            order.begin([3, 5, draw]);
            *counts.entry(dealt(&mut order, deck("2C 2C 9H AS"), 4)).or_insert(0) += 1;
        }
        // Of 24 orders of four cards pairs look alike where two are equal.
        assert_eq!(counts.len(), 12);
        let expected = draws as f64 / 12.0;
        let chi: f64 = counts.values().map(|&count: &i32| (f64::from(count) - expected).powi(2) / expected).sum();
        assert!(chi < 31.3, "chi-squared {chi} of 11 degrees of freedom, above its 99.9 % quantile");
    }

    #[test]
    fn equal_keys_bring_equal_cards_whoever_has_drawn_them() {
        let (mut one, mut other) = (Order::new(), Order::new());
        for key in 0..100 {
            one.begin([1, 2, key]);
            other.begin([1, 2, key]);
            let all = dealt(&mut one, deck("2C 3C 4C 5C 6C 7C"), 6);
            // A card less changes nothing for the others.
            let fewer: Vec<Card> = all.iter().copied().filter(|card| !deck("4C").contains(*card)).collect();
            assert_eq!(dealt(&mut other, deck("2C 3C 5C 6C 7C"), 5), fewer);
        }
    }

    #[test]
    fn cards_that_come_back_are_shuffled_in() {
        let (mut order, mut first) = (Order::new(), HashMap::new());
        for key in 0..6_000 {
            order.begin([0, 0, key]);
            order.deal(deck("2C 3C 4C"));
            *first.entry(order.deal(deck("KS QS JS"))).or_insert(0) += 1;
        }
        assert!(first.len() == 3 && first.values().all(|count| (1_850..2_150).contains(count)), "{first:?}");
    }
}
