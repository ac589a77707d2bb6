//! Whether a card can be laid at all, from hands too large to try every set of their cards.
//!
//! A combination that holds a card can be made smaller around it until it has the least size of its kind. So it is
//! enough to go through the least combinations, place by place. The tests compare this with trying every set.

use super::combination::{Combination, Kind, rank};
use crate::oracle::card::{Card, jokers};
use crate::oracle::{C, deck};

/// The least combination of a kind, as a list of places: how many cards each takes, and which.
struct Form {
    kind: Kind,
    places: Vec<(usize, Vec<C>)>,
}

/// Every least combination: every rank of a book, suit of a flush, and low end of a sequence in each suit or colour.
fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for kind in Kind::ALL {
        let (least, _) = kind.sizes();
        // The suits that the cards may have: one of them, those of one colour, or all.
        let suits: &[&[u8]] = match kind {
            Kind::Run | Kind::Flush => &[&[0], &[1], &[2], &[3]],
            Kind::Double | Kind::Hand => &[&[0, 3], &[1, 2]],
            Kind::Book | Kind::Triple | Kind::Straight => &[&[0, 1, 2, 3]],
        };
        for suits in suits {
            let of = |wanted: &dyn Fn(u8) -> bool| -> Vec<C> {
                deck().into_iter().filter(|card| suits.contains(&card.suit) && wanted(card.rank)).collect()
            };
            match kind.width() {
                None if kind == Kind::Flush => forms.push(Form { kind, places: vec![(least, of(&|_| true))] }),
                None => forms.extend((1..=13).map(|r| Form { kind, places: vec![(least, of(&|rank| rank == r))] })),
                Some(width) => forms.extend((1..=13).map(|low| {
                    let place = |number| (width, of(&|r| r == rank(low, number)));
                    Form { kind, places: (0..least / width).map(place).collect() }
                })),
            }
        }
    }
    forms
}

/// The least combinations, listed once.
pub struct Forms(Vec<Form>);

impl Default for Forms {
    fn default() -> Self {
        Forms(forms())
    }
}

impl Forms {
    /// Returns `true` if some combination of this kind may be laid from the hand beside the table.
    ///
    /// If `card` is given, it must be one that holds this card.
    pub fn can_lay(&self, kind: Kind, hand: &[Card], table: &[Combination], card: Option<Card>) -> bool {
        self.0.iter().any(|form| form.kind == kind && form.free(table) && form.fits(hand, card))
    }
}

impl Form {
    /// Returns `true` if it overlaps nothing on the table. The combination that its first cards make stands for them all.
    fn free(&self, table: &[Combination]) -> bool {
        let cards = self.places.iter().flat_map(|(size, cards)| cards[..*size].iter().copied().map(Card::Of)).collect();
        let sample = Combination { kind: self.kind, cards };
        table.iter().all(|other| !other.overlaps(&sample))
    }

    /// Returns `true` if the hand has the cards for it, and `card` can be one of them.
    fn fits(&self, hand: &[Card], card: Option<Card>) -> bool {
        let (mut plain, mut gaps, mut has_place) = (0, 0, card.is_none());
        for (size, cards) in &self.places {
            let there = cards.iter().filter(|&&c| hand.contains(&Card::Of(c))).count().min(*size);
            plain += there;
            gaps += size - there;
            has_place |= cards.iter().any(|&c| card == Some(Card::Of(c)));
        }
        // A joker that fills no gap can take the place of a card, as no form is so small that no card would be left.
        has_place |= card.is_some_and(Card::is_joker);
        has_place && plain > 0 && gaps <= jokers(hand).len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::laying::lays;
    use super::*;
    use crate::oracle::card::{cards, pack};

    #[test]
    fn there_are_so_many_forms() {
        let count = |kind| forms().iter().filter(|form| form.kind == kind).count();
        assert_eq!(Kind::ALL.map(count), [13, 52, 26, 26, 13, 4, 13]);
    }

    /// Compares with trying every set, for every card of random hands of few ranks beside a random table.
    #[test]
    fn the_least_combinations_tell_what_all_sets_tell() {
        let mut seed = 1_u64;
        let mut below = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        let forms = Forms::default();
        let tables =
            [vec![], vec!["hand KC AC 2C 3S 4S", "triple 9C 9D TC TD JC JD"], vec!["straight 3C 4C 5C 6C 7C 8C 9C"]];
        let tables = tables.map(|table| table.into_iter().map(Combination::read).collect::<Vec<_>>());
        let (mut can, mut cannot) = (0, 0);
        for number in 0..600 {
            let low = 1 + below(13) as u8;
            let near = |card: &Card| match card {
                Card::Of(c) => (0..4 + number % 4).any(|place| rank(low, place) == c.rank),
                Card::Joker(_) => true,
            };
            let mut near: Vec<Card> = pack().into_iter().filter(near).collect();
            let hand: Vec<Card> = (0..6 + number % 3).map(|_| near.swap_remove(below(near.len()))).collect();
            for table in &tables {
                let all = lays(&hand, table);
                for kind in Kind::ALL {
                    let of_kind: Vec<_> = all.iter().filter(|combination| combination.kind == kind).collect();
                    assert_eq!(
                        forms.can_lay(kind, &hand, table, None),
                        !of_kind.is_empty(),
                        "{kind:?} {hand:?} {table:?}"
                    );
                    for &card in &hand {
                        let wanted = of_kind.iter().any(|combination| combination.cards.contains(&card));
                        let found = forms.can_lay(kind, &hand, table, Some(card));
                        assert_eq!(found, wanted, "{kind:?} with {card}: {hand:?} {table:?}");
                        *(if wanted { &mut can } else { &mut cannot }) += 1;
                    }
                }
            }
        }
        assert!(can > 5_000 && cannot > 5_000, "{can}, {cannot}");
        assert!(forms.can_lay(Kind::Book, &cards("5C X1 X2"), &[], Some(Card::Joker(2))));
    }
}
