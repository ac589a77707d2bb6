//! Random tables full of long combinations, and hands that fit them and hold jokers.

use elderhand_env::Stream;
use elderhand_tests::oracle::card::{Card, jokers, pack, plain};
use elderhand_tests::oracle::skirmish::combination::{Combination, Kind, rank};

/// The cards of a position, by where they lie; all others are in the deck.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The combinations in the order in which they were laid.
    pub table: Vec<Combination>,
    /// The hand to move.
    pub hand: Vec<Card>,
    /// The other hand.
    pub other: Vec<Card>,
    /// The discard stack from the bottom to the top.
    pub discards: Vec<Card>,
    /// The stack of the hand to move, from the bottom to the top.
    pub dropped: Vec<Card>,
}

impl Layout {
    /// A random one, with up to `size` cards in the hand that is to move.
    pub fn new(size: usize, stream: &mut Stream) -> Layout {
        let mut rest = pack();
        stream.shuffle(&mut rest);
        let mut table: Vec<Combination> = Vec::new();
        for _ in 0..stream.below(7) {
            let laid = combination(Kind::ALL[stream.below(7)], &rest, stream);
            // The other zones want cards too.
            let few = rest.len() < laid.cards.len() + size + 12;
            if !few && laid.is_valid() && !table.iter().any(|other| other.overlaps(&laid)) {
                rest.retain(|card| !laid.cards.contains(card));
                table.push(laid.turned());
            }
        }
        let hand = deal(size, &table, &mut rest, stream);
        let discards = deal(stream.below(9), &table, &mut rest, stream);
        let (other, dropped) = (1 + stream.below(8), stream.below(4));
        let mut last = |count: usize| rest.split_off(rest.len().saturating_sub(count));
        Layout { table, hand, other: last(other), discards, dropped: last(dropped) }
    }
}

/// Something like a combination of a kind: as long as the cards and a whim allow.
fn combination(kind: Kind, rest: &[Card], stream: &mut Stream) -> Combination {
    let plain_cards = plain(rest);
    let first = plain_cards[stream.below(plain_cards.len())];
    let fitting: Vec<Card> =
        rest.iter().copied().filter(|card| kind.unites(&[&[first], &plain(&[*card])[..]].concat())).collect();
    let (least, most) = kind.sizes();
    // Now and then a full circle, or one place less.
    let long = most - stream.below(2) * kind.width().unwrap_or(1);
    let length = if stream.below(3) == 0 { long } else { least + stream.below(most - least + 1) / 2 };
    let mut jokers = jokers(rest);
    jokers.truncate(stream.below(3));
    let mut cards = Vec::new();
    match kind.width() {
        None => {
            cards.extend(fitting.into_iter().filter(|card| !card.is_joker()).take(length - jokers.len()));
            cards.extend(jokers);
            cards.sort();
        }
        Some(width) => {
            for place in 0..length / width {
                let there = plain(&fitting).into_iter().filter(|card| card.rank == rank(first.rank, place));
                let mut there: Vec<Card> = there.map(Card::Of).take(width).collect();
                if there.len() == width && stream.below(5) == 0 && !jokers.is_empty() {
                    there.pop();
                }
                there.extend(jokers.split_off(jokers.len().saturating_sub(width - there.len())));
                if there.len() < width {
                    break;
                }
                there.sort();
                cards.extend(there);
            }
        }
    }
    Combination { kind, cards }
}

/// Takes so many cards out of the rest: most are jokers, cards of a few ranks or of a suit, or such as go on sequences.
fn deal(count: usize, table: &[Combination], rest: &mut Vec<Card>, stream: &mut Stream) -> Vec<Card> {
    let (low, width, suit) = (1 + stream.below(13) as u8, 2 + stream.below(7), stream.below(4) as u8);
    let near: Vec<u8> = (0..width).map(|place| rank(low, place)).collect();
    let ranks: Vec<Vec<u8>> = table.iter().map(Combination::ranks).filter(|ranks| !ranks.is_empty()).collect();
    let ends: Vec<u8> = ranks.iter().flat_map(|ranks| [rank(ranks[0], 12), rank(ranks[ranks.len() - 1], 1)]).collect();
    let way = stream.below(3);
    let liked = |card: &Card| match card {
        Card::Joker(_) => true,
        Card::Of(card) if way == 0 => card.suit == suit,
        Card::Of(card) if way == 1 => near.contains(&card.rank),
        Card::Of(card) => ends.contains(&card.rank),
    };
    let mut dealt = Vec::new();
    while dealt.len() < count && !rest.is_empty() {
        let wanted: Vec<usize> = (0..rest.len()).filter(|&place| liked(&rest[place])).collect();
        let stray = wanted.is_empty() || stream.below(4) == 0;
        let place = if stray { stream.below(rest.len()) } else { wanted[stream.below(wanted.len())] };
        dealt.push(rest.swap_remove(place));
    }
    dealt
}
