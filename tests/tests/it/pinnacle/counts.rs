//! The count of random hands that are rich in jokers, pairs and suits.

use elderhand_env::{Stream, pinnacle};
use elderhand_tests::oracle::card::{Card, jokers, pack};
use elderhand_tests::oracle::pinnacle::count::{Partings, points};
use elderhand_tests::oracle::{C, deck};

use crate::pinnacle::cards::{cards, set};

/// Which cards a draw prefers.
#[derive(Clone, Copy, Debug)]
enum Preference {
    /// None.
    Nothing,
    /// So many neighbouring ranks, which go round.
    Ranks(u8),
    /// So many suits.
    Suits(u8),
    /// So many neighbouring ranks, in two suits each.
    Pairs(u8),
}

use Preference::{Nothing, Pairs, Ranks, Suits};

impl Preference {
    const ALL: [Preference; 8] = [Nothing, Ranks(3), Ranks(5), Ranks(8), Suits(1), Suits(2), Pairs(4), Pairs(7)];

    /// Returns `true` if it likes a card, when chance has picked a rank and a suit to begin with.
    fn likes(self, card: C, low: u8, first: u8) -> bool {
        let (place, number) = ((card.rank + 13 - low) % 13, (card.suit + 4 - first) % 4);
        match self {
            Nothing => true,
            Ranks(width) => place < width,
            Suits(count) => number < count,
            Pairs(width) => place < width && (number + place) % 4 < 2,
        }
    }

    /// Draws a hand of so many cards with so many jokers; the others are such as it likes, but for a stray one in eight.
    fn hand(self, size: usize, jokers: usize, stream: &mut Stream) -> Vec<Card> {
        let (low, first) = (1 + stream.below(13) as u8, stream.below(4) as u8);
        let mut rest = deck();
        let mut hand = pack()[52..52 + jokers].to_vec();
        while hand.len() < size {
            let liked: Vec<usize> = (0..rest.len()).filter(|&place| self.likes(rest[place], low, first)).collect();
            let stray = liked.is_empty() || stream.below(8) == 0;
            let place = if stray { stream.below(rest.len()) } else { liked[stream.below(liked.len())] };
            hand.push(Card::Of(rest.swap_remove(place)));
        }
        hand
    }
}

/// Compares so many random hands of a size.
fn compare(size: usize, hands: usize) {
    let mut stream = Stream::new(size as u64);
    // Hands that count something, by the jokers in their best choice; and those that make more than one combination.
    let (mut counting, mut several) = ([0; 3], 0);
    for number in 0..hands {
        let preference = Preference::ALL[number / 3 % 8];
        let hand = preference.hand(size, number % 3, &mut stream);
        let partings = Partings::new(&hand);
        let (wanted, found) = (partings.count(), pinnacle::count(set(&hand)));
        let chosen = cards(found.cards);
        assert_eq!(i64::from(found.points), wanted, "{hand:?}: {found:?}");
        assert_eq!(points(&chosen), wanted, "{hand:?}: {found:?}");
        assert!(partings.allow(&chosen), "{hand:?}: {found:?}");
        counting[jokers(&chosen).len()] += usize::from(found.points > 0);
        several += usize::from(chosen.len() > 7);
    }
    println!("{counting:?} of {hands} with none, one and two jokers; {several} of more than seven cards");
    assert!(counting.iter().all(|&count| count > 200), "{counting:?}");
    assert!(several > 2_000 || size < 8, "{several}");
}

#[test]
fn counts_of_five_cards_agree() {
    compare(5, 10_000);
}

#[test]
fn counts_of_seven_cards_agree() {
    compare(7, 10_000);
}

#[test]
fn counts_of_nine_cards_agree() {
    compare(9, 12_000);
}

#[test]
fn counts_of_ten_cards_agree() {
    compare(10, 10_000);
}

#[test]
fn counts_of_eleven_cards_agree() {
    compare(11, 10_000);
}
