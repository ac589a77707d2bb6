use super::*;
use crate::oracle::card::cards;
use crate::oracle::deck;

/// The kinds of which the cards are a combination.
fn kinds(text: &str) -> Vec<Kind> {
    Kind::ALL.into_iter().filter(|kind| kind.is(&cards(text))).collect()
}

#[test]
fn each_kind_has_its_size() {
    for (text, wanted) in [
        ("5C 5D", vec![]),
        ("5C 5D 5S", vec![Kind::Book]),
        ("5C 5D 5H 5S", vec![Kind::Book]),
        ("5C 6C 7C", vec![]),
        ("5C 6C 7C 8C", vec![Kind::Run]),
        ("5C 6C 7C 8C 9C", vec![Kind::Hand]),
        ("5C 5S 6C 6S", vec![Kind::Double]),
        ("5C 6S 7C 8C", vec![]),
        ("5C 6S 7C 8C 9S", vec![Kind::Hand]),
        ("5C 5S 6C 6S 7C 7S", vec![Kind::Triple]),
        ("5C 5S 6C 6S 7C 7S 8C 8S", vec![]),
        ("AC 3C 5C 7C 9C", vec![]),
        ("AC 3C 5C 7C 9C JC", vec![Kind::Flush]),
        ("5C 6C 7C 8C 9C TC", vec![Kind::Flush]),
        ("AC 3C 5C 7C 9C JC KC", vec![]),
        ("5C 6C 7C 8C 9C TC JC", vec![Kind::Straight]),
        ("5C 6D 7C 8H 9S TD", vec![]),
        ("5C 6D 7C 8H 9S TD JD", vec![Kind::Straight]),
        ("5C 6D 7C 8H 9S TD JD QD", vec![]),
    ] {
        assert_eq!(kinds(text), wanted, "{text}");
    }
}

#[test]
fn ranks_suits_and_colours_must_be_right() {
    for text in [
        "5C 5D 6S",
        "5C 6C 7D 8C",
        "5C 6C 8C 9C",
        "5C 5D 6C 6D",
        "5C 5S 6D 6H",
        "5C 5S 7C 7S",
        "5C 6S 7C 8D 9S",
        "5C 5S 6C 6S 7C 8D",
        "5C 5S 6C 6S 8C 8D",
        "5C 5S 5D 6C 6S 7D",
        "AC 3C 5C 7C 9C JS",
        "5C 6D 7C 8H 9S TD QD",
        "5C 6D 7C 7H 8H 9S TD",
    ] {
        assert_eq!(kinds(text), [], "{text}");
    }
}

#[test]
fn ranks_go_round() {
    for (text, kind) in [
        ("QC KC AC 2C", Kind::Run),
        ("KD KH AD AH", Kind::Double),
        ("TD JH QD KD AH", Kind::Hand),
        ("QC QD KC KD AC AD", Kind::Triple),
        ("QC KD AC 2H 3S 4D 5D", Kind::Straight),
    ] {
        assert_eq!(kinds(text), [kind], "{text}");
    }
}

#[test]
fn a_joker_stands_for_any_card() {
    for (text, wanted) in [
        ("5C X1 X2", vec![Kind::Book]),
        ("5C 5D X1 X2", vec![Kind::Book]),
        // A book, and a double of which both jokers make one pair.
        ("5C 5S X1 X2", vec![Kind::Book, Kind::Double]),
        ("5C 6S X1 X2", vec![Kind::Double]),
        // A run may go on with jokers at either end, and a double of a black four and a black five may be made of it.
        ("4C 5C X1 X2", vec![Kind::Run, Kind::Double]),
        ("4C 7C X1 X2", vec![Kind::Run]),
        ("4C 8C X1 X2", vec![]),
        ("5C 6S X1 8C X2", vec![Kind::Hand]),
        ("5C 5D 6H X1 7C X2", vec![Kind::Triple]),
        ("5C 5D 6H 6S X1 X2", vec![Kind::Triple]),
        ("5C 5D 7H 7S X1 X2", vec![Kind::Triple]),
        ("5C 5D 8H 8S X1 X2", vec![]),
        ("AC 3C 5C 7C X1 X2", vec![Kind::Flush]),
        ("JH QD KC AC 2D X1 4C", vec![Kind::Straight]),
        ("JH QD X1 AC 2D X2 4C", vec![Kind::Straight]),
        ("X1 X2", vec![]),
    ] {
        assert_eq!(kinds(text), wanted, "{text}");
    }
}

/// Puts each card of the pack that is not there yet in the place of a joker, and tries again.
fn by_trying(kind: Kind, cards: &[Card]) -> bool {
    match cards.iter().position(|card| card.is_joker()) {
        None => kind.is(cards),
        Some(place) => deck().into_iter().map(Card::Of).filter(|card| !cards.contains(card)).any(|card| {
            let mut cards = cards.to_vec();
            cards[place] = card;
            by_trying(kind, &cards)
        }),
    }
}

#[test]
fn a_combination_with_jokers_is_one_with_some_cards_in_their_place() {
    let mut seed = 1_u64;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let mut found = [0; 7];
    for number in 0..900 {
        // Cards of a few suits and of a few ranks that go round, beside one joker or two.
        let (jokers, size) = (1 + number % 2, 3 + below(5));
        let (low, ranks, suits) = (below(13) as u8, 1 + below(8) as u8, [1, 2, 4][below(3)]);
        let near = |c: &C| (c.rank + 12 - low) % 13 < ranks && [0, 3, 1, 2][..suits].contains(&c.suit);
        let mut near: Vec<Card> = deck().into_iter().filter(near).map(Card::Of).collect();
        let mut cards = cards("X1 X2")[..jokers].to_vec();
        while cards.len() < size && !near.is_empty() {
            cards.push(near.swap_remove(below(near.len())));
        }
        for kind in Kind::ALL {
            let wanted = by_trying(kind, &cards);
            assert_eq!(kind.is(&cards), wanted, "{kind:?} {cards:?}");
            found[kind as usize] += usize::from(wanted);
        }
    }
    assert!(found.iter().all(|&found| found > 10), "{found:?}");
}
