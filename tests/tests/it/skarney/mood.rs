//! How a game is dealt and played.

use elderhand_env::{Action, Card, Cards, Chance, Stream};
use elderhand_tests::play::weighed;

/// What the deal and the players like.
#[derive(Clone, Copy, Debug)]
pub struct Mood {
    /// So many neighbouring ranks, from one upwards, are dealt first.
    ranks: (u8, u8),
    meld: usize,
    lay_off: usize,
    offer_ace: usize,
    take_ace: usize,
    take: usize,
}

impl Mood {
    /// One for each game.
    pub fn new(stream: &mut Stream) -> Mood {
        // Aces go round until the cap.
        let aces = stream.below(25) == 0;
        let mut pick = |values: &[usize]| values[stream.below(values.len())];
        Mood {
            ranks: if aces { (0, 6) } else { (pick(&[0, 3, 7, 9, 11]) as u8, pick(&[4, 5, 6, 13]) as u8) },
            meld: if aces { 0 } else { pick(&[0, 1, 20, 40]) },
            lay_off: if aces { 0 } else { pick(&[1, 10, 40]) },
            offer_ace: if aces { 100_000 } else { pick(&[1, 5]) },
            take_ace: if aces { 100_000 } else { pick(&[1, 5]) },
            take: if aces { 0 } else { pick(&[0, 1, 2, 3]) },
        }
    }

    /// Deals a card that it likes, now and then another.
    pub fn deal(self, deck: Cards, stream: &mut Stream) -> Card {
        let (low, width) = self.ranks;
        let likes = |card: &Card| (card.rank() + 12 - low) % 13 < width;
        let liked: Cards = deck.iter().filter(likes).collect();
        let stray = stream.below(8) == 0;
        stream.deal(if liked.is_empty() || stray { deck } else { liked })
    }

    /// Chooses an action by its weight; `ace` says that an ace is offered.
    pub fn choose(self, legal: &[(Action, &str)], ace: bool, stream: &mut Stream) -> Action {
        let only = legal.len() == 1;
        let weight = |name: &str| match name.split(' ').next() {
            Some("meld") if !only => self.meld,
            Some("lay") => self.lay_off,
            Some("offer") if name.starts_with("offer A") => self.offer_ace,
            Some("take") if ace => self.take_ace,
            Some("take") => self.take,
            _ => 2,
        };
        // In the middle of a meld there may be nothing else.
        if legal.iter().all(|(_, name)| weight(name) == 0) {
            return legal[stream.below(legal.len())].0;
        }
        weighed(legal, weight, stream)
    }
}
