//! Cards of a doubled pack, against counts in a plain list.

use elderhand_env::{Card, CardSet, Cards, Chance, NotCards, Stream};

/// How often each card is there.
type Counts = Vec<usize>;

fn card(index: usize) -> Card {
    Card::from_index(index as u8).unwrap()
}

/// Random counts, and the same as cards.
fn random(stream: &mut Stream) -> (Counts, Cards) {
    let counts: Counts = (0..54).map(|_| stream.below(3)).collect();
    let cards = listed(&counts).into_iter().collect();
    (counts, cards)
}

/// The cards in order.
fn listed(counts: &Counts) -> Vec<Card> {
    (0..54).flat_map(|index| vec![card(index); counts[index]]).collect()
}

fn counts(cards: Cards) -> Counts {
    (0..54).map(|index| cards.count(card(index))).collect()
}

#[test]
fn cards_are_counted() {
    let mut stream = Stream::new(1);
    for _ in 0..500 {
        let (numbers, cards) = random(&mut stream);
        let list = listed(&numbers);
        assert_eq!(counts(cards), numbers);
        assert_eq!(
            (cards.len(), cards.is_empty(), cards.first()),
            (list.len(), list.is_empty(), list.first().copied())
        );
        assert_eq!((cards.iter().collect::<Vec<_>>(), cards.iter().len()), (list.clone(), list.len()));
        assert_eq!(cards.kinds(), list.iter().copied().collect());
        for (index, &number) in numbers.iter().enumerate() {
            let card = card(index);
            assert_eq!((cards.contains(card), cards.pairs().contains(card)), (number > 0, number > 1));
            assert_eq!(cards.without(card).count(card), number.saturating_sub(1));
            if number < 2 {
                assert_eq!(cards.with(card).count(card), number + 1);
                assert_eq!(cards.with(card).without(card), cards);
            }
        }
        let text = serde_json::to_string(&cards).unwrap();
        assert_eq!(text, serde_json::to_string(&list).unwrap());
        assert_eq!(serde_json::from_str::<Cards>(&text).unwrap(), cards);
        assert_eq!(cards.to_string().parse(), Ok(cards));
        // The order in which cards come in leaves no trace.
        let mut shuffled = list;
        stream.shuffle(&mut shuffled);
        assert_eq!(shuffled.into_iter().collect::<Cards>(), cards);
    }
}

#[test]
fn sums_and_differences_count() {
    let mut stream = Stream::new(2);
    for _ in 0..2_000 {
        let ((a, left), (b, right)) = (random(&mut stream), random(&mut stream));
        let each = |of: fn(usize, usize) -> usize| -> Counts { a.iter().zip(&b).map(|(&a, &b)| of(a, b)).collect() };
        let mut rest = left;
        rest -= right;
        assert_eq!(counts(rest), each(usize::saturating_sub));
        assert_eq!(left.contains_all(right), a.iter().zip(&b).all(|(a, b)| a >= b));
        assert!(left.contains_all(rest));
        // What was taken out can be put back.
        rest += left - rest;
        assert_eq!(rest, left);
    }
}

#[test]
fn a_third_copy_is_refused() {
    let pack = Cards::twice(CardSet::PACK_WITH_JOKERS);
    assert_eq!((pack.len(), pack.pairs()), (108, CardSet::PACK_WITH_JOKERS));
    assert_eq!("7C 7C 7C".parse::<Cards>(), Err(NotCards::Thrice("7C".parse().unwrap())));
    let error = serde_json::from_str::<Cards>(r#"["7C", "X1", "7C", "7C"]"#).unwrap_err().to_string();
    assert!(error.starts_with("the card 7C is given three times"), "{error}");
}

#[test]
fn a_single_pack_is_dealt_as_a_set() {
    let (mut stream, mut other) = (Stream::new(3), Stream::new(3));
    for _ in 0..1_000 {
        let deck = CardSet::from_bits(stream.bits());
        assert_eq!(deck.bits(), CardSet::from_bits(other.bits()).bits());
        if !deck.is_empty() {
            assert_eq!(stream.deal(deck.into()), deck.nth(other.below(deck.len())).unwrap());
        }
    }
    assert_eq!(stream, other);
}

#[test]
fn every_copy_is_dealt_equally_often() {
    let deck: Cards = "7C 8D 8D KS".parse().unwrap();
    let (mut stream, mut dealt) = (Stream::new(4), [0.0; 54]);
    for _ in 0..40_000 {
        dealt[usize::from(stream.deal(deck).index())] += 1.0 / 40_000.0;
    }
    for card in deck {
        let share: f64 = dealt[usize::from(card.index())];
        assert!((share - deck.count(card) as f64 / 4.0).abs() < 0.01, "{card}: {share}");
    }
}

#[test]
fn a_hand_is_filled_from_a_deck() {
    let mut stream = Stream::new(5);
    let (mut hand, mut deck): (Cards, Cards) = ("7C".parse().unwrap(), "7C 8D 8D KS".parse().unwrap());
    let all = hand + deck;
    stream.fill(&mut hand, 4, &mut deck);
    assert_eq!((hand.len(), deck.len(), hand + deck), (4, 1, all));
    let (mut hand, mut deck) = (CardSet::EMPTY, CardSet::PACK);
    stream.fill(&mut hand, 13, &mut deck);
    assert_eq!((hand.len(), deck.len(), hand | deck), (13, 39, CardSet::PACK));
}
