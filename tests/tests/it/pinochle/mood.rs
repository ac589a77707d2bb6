//! How a hand is dealt and played.

use elderhand_env::{Action, Audience, Card, Cards, Chance, Stream};
use elderhand_tests::play::weighed;

/// What the deal and the players like.
#[derive(Clone, Copy, Debug)]
pub struct Mood {
    /// Of ranks these are dealt first.
    ranks: &'static [u8],
    /// Of suits this one is dealt first, if one is.
    suit: Option<u8>,
    /// To this seat; the other gets what is left over.
    favoured: Option<usize>,
    meld: usize,
    draw: usize,
    dix: usize,
    table: usize,
}

/// Ranks that make flushes, marriages and pinochles, fours of a rank, or anything.
const RANKS: [&[u8]; 5] = [&[10, 11, 12, 13, 1], &[12, 13], &[11, 12], &[1, 13, 12, 9], &[1, 9, 10, 11, 12, 13]];

impl Mood {
    /// One for each hand.
    pub fn new(stream: &mut Stream) -> Mood {
        let ranks = RANKS[stream.below(RANKS.len())];
        let suit = [None, None, Some(3), Some(stream.below(4) as u8)][stream.below(4)];
        let favoured = [None, Some(0), Some(1)][stream.below(3)];
        let mut pick = |values: &[usize]| values[stream.below(values.len())];
        Mood {
            ranks,
            suit,
            favoured,
            meld: pick(&[0, 10, 50, 50]),
            draw: pick(&[1, 1, 5]),
            dix: pick(&[1, 5, 20]),
            table: pick(&[0, 1, 1, 5]),
        }
    }

    /// Deals a card that it likes, now and then another.
    pub fn deal(self, deck: Cards, audience: Audience, stream: &mut Stream) -> Card {
        let likes = |card: &Card| self.ranks.contains(&card.rank()) && self.suit.is_none_or(|suit| suit == card.suit());
        let unlucky = self.favoured.is_some_and(|seat| audience == Audience::Seat(1 - seat));
        let liked: Cards = deck.iter().filter(|card| likes(card) != unlucky).collect();
        let stray = stream.below(6) == 0;
        stream.deal(if liked.is_empty() || stray { deck } else { liked })
    }

    /// Chooses an action by its weight.
    pub fn choose(self, legal: &[(Action, &str)], stream: &mut Stream) -> Action {
        let weight = |name: &str| match name.split(' ').next() {
            Some("meld") => self.meld,
            Some("draw") => self.draw,
            Some("dix" | "exchange") => self.dix,
            Some("play-table" | "play-second") => self.table,
            // Melds are kept together.
            Some("play") if !["9", "T"].iter().any(|rank| name[5..].starts_with(rank)) => 2,
            _ => 6,
        };
        if legal.iter().all(|(_, name)| weight(name) == 0) {
            return legal[stream.below(legal.len())].0;
        }
        weighed(legal, weight, stream)
    }
}
