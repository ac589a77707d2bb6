//! Melds and their classes.

use super::trick::placed;
use crate::oracle::C;

/// The melds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meld {
    /// A T K Q J of trumps.
    Flush,
    /// King and Queen of a suit.
    Marriage(u8),
    /// Four Aces.
    Aces,
    /// Four Kings.
    Kings,
    /// Four Queens.
    Queens,
    /// Four Jacks.
    Jacks,
    /// The Queen of spades and the Jack of diamonds.
    Pinochle,
}

use Meld::{Aces, Flush, Jacks, Kings, Marriage, Pinochle, Queens};

/// All of them.
pub const MELDS: [Meld; 10] =
    [Flush, Marriage(0), Marriage(1), Marriage(2), Marriage(3), Aces, Kings, Queens, Jacks, Pinochle];

impl Meld {
    /// Its name.
    pub fn name(self) -> String {
        match self {
            Flush => "flush".into(),
            Marriage(suit) => format!("marriage {}", ["C", "D", "H", "S"][usize::from(suit)]),
            Aces => "aces".into(),
            Kings => "kings".into(),
            Queens => "queens".into(),
            Jacks => "jacks".into(),
            Pinochle => "pinochle".into(),
        }
    }

    /// Its class.
    pub fn class(self) -> char {
        match self {
            Flush | Marriage(_) => 'A',
            Aces | Kings | Queens | Jacks => 'B',
            Pinochle => 'C',
        }
    }

    /// Its points.
    pub fn points(self, trumps: u8) -> i64 {
        match self {
            Flush => 150,
            Marriage(suit) => 20 + 20 * i64::from(suit == trumps),
            Aces => 100,
            Kings => 80,
            Queens => 60,
            Jacks | Pinochle => 40,
        }
    }

    /// Its cards, in the order of the pack.
    pub fn cards(self, trumps: u8) -> Vec<C> {
        let all = |rank| (0..4).map(|suit| C { rank, suit }).collect();
        let mut cards: Vec<C> = match self {
            Flush => [1, 10, 13, 12, 11].map(|rank| C { rank, suit: trumps }).into(),
            Marriage(suit) => [13, 12].map(|rank| C { rank, suit }).into(),
            Aces => all(1),
            Kings => all(13),
            Queens => all(12),
            Jacks => all(11),
            Pinochle => vec![C { rank: 12, suit: 3 }, C { rank: 11, suit: 1 }],
        };
        cards.sort_by_key(placed);
        cards
    }

    /// Returns `true` if a card that has served in some melds may serve in this one.
    pub fn may_use(self, served: &[Meld], trumps: u8) -> bool {
        let same = served.iter().filter(|meld| meld.class() == self.class());
        same.into_iter().all(|meld| meld.points(trumps) < self.points(trumps))
    }
}

/// A card that lies on the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Laid {
    /// The card.
    pub card: C,
    /// The melds that it has served in, in the order of [`MELDS`].
    pub served: Vec<Meld>,
}

impl Laid {
    /// What it has served in, as views write it.
    pub fn kinds(&self) -> Vec<&'static str> {
        let kind = |meld: &Meld| match meld {
            Flush => "flush",
            Marriage(_) => "marriage",
            Pinochle => "pinochle",
            _ => "four",
        };
        self.served.iter().map(kind).collect()
    }

    /// The key of the order of equal cards: first comes what has served in a flush, or if that does not decide in a
    /// marriage, in four of its rank, in a pinochle.
    pub fn listed(&self) -> [bool; 4] {
        ["flush", "marriage", "four", "pinochle"].map(|kind| !self.kinds().contains(&kind))
    }
}
