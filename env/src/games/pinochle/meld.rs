//! The melds, and what they score.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::pack::{Suit, of_rank};
use crate::cards::{Card, CardSet};

/// A meld that the winner of a trick may lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meld {
    /// A T K Q J of trumps: class A, 150 points.
    Flush,
    /// King and queen of a suit: class A, 20 points, or 40 in trumps.
    Marriage(Suit),
    /// An ace of each suit: class B, 100 points.
    Aces,
    /// A king of each suit: class B, 80 points.
    Kings,
    /// A queen of each suit: class B, 60 points.
    Queens,
    /// A jack of each suit: class B, 40 points.
    Jacks,
    /// The queen of spades and the jack of diamonds: class C, 40 points.
    Pinochle,
}

/// What a card on the table has served in. A flush and a marriage are of one class, of which the flush scores more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Service {
    /// A flush.
    Flush,
    /// A marriage.
    Marriage,
    /// Four of its rank.
    Four,
    /// A pinochle.
    Pinochle,
}

impl Service {
    /// Each of them, the first being the one that orders equal cards first.
    pub const ALL: [Service; 4] = [Service::Flush, Service::Marriage, Service::Four, Service::Pinochle];
}

impl Meld {
    /// Every meld, in the order of the action table.
    pub const ALL: [Meld; 10] = [
        Meld::Flush,
        Meld::Marriage(Suit::C),
        Meld::Marriage(Suit::D),
        Meld::Marriage(Suit::H),
        Meld::Marriage(Suit::S),
        Meld::Aces,
        Meld::Kings,
        Meld::Queens,
        Meld::Jacks,
        Meld::Pinochle,
    ];

    /// Its place in [`Meld::ALL`].
    #[inline]
    pub fn index(self) -> usize {
        match self {
            Meld::Flush => 0,
            Meld::Marriage(suit) => 1 + suit as usize,
            Meld::Aces => 5,
            Meld::Kings => 6,
            Meld::Queens => 7,
            Meld::Jacks => 8,
            Meld::Pinochle => 9,
        }
    }

    /// Its cards, one of each.
    #[inline]
    pub const fn cards(self, trumps: Suit) -> CardSet {
        match self {
            Meld::Flush => CardSet::from_bits(trumps.cards().bits() & !CardSet::of(trumps.nine()).bits()),
            Meld::Marriage(suit) => CardSet::of(suit.card(13)).with(suit.card(12)),
            Meld::Aces => of_rank(1),
            Meld::Kings => of_rank(13),
            Meld::Queens => of_rank(12),
            Meld::Jacks => of_rank(11),
            Meld::Pinochle => CardSet::of(Meld::PINOCHLE[0]).with(Meld::PINOCHLE[1]),
        }
    }

    /// What it scores.
    #[inline]
    pub fn points(self, trumps: Suit) -> u16 {
        match self {
            Meld::Flush => 150,
            Meld::Marriage(suit) if suit != trumps => 20,
            Meld::Marriage(_) => 40,
            Meld::Aces => 100,
            Meld::Kings => 80,
            Meld::Queens => 60,
            Meld::Jacks => 40,
            Meld::Pinochle => 40,
        }
    }

    /// What its cards have served in when it is laid.
    #[inline]
    pub const fn service(self) -> Service {
        match self {
            Meld::Flush => Service::Flush,
            Meld::Marriage(_) => Service::Marriage,
            Meld::Aces | Meld::Kings | Meld::Queens | Meld::Jacks => Service::Four,
            Meld::Pinochle => Service::Pinochle,
        }
    }

    /// The jack of diamonds and the queen of spades.
    pub(super) const PINOCHLE: [Card; 2] = [Card::new(11, 1), Card::new(12, 3)];
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Meld::Flush => "flush",
            Meld::Marriage(suit) => return write!(f, "marriage {suit:?}"),
            Meld::Aces => "aces",
            Meld::Kings => "kings",
            Meld::Queens => "queens",
            Meld::Jacks => "jacks",
            Meld::Pinochle => "pinochle",
        })
    }
}

impl Serialize for Meld {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Meld {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Meld, D::Error> {
        let text = String::deserialize(deserializer)?;
        let known = Meld::ALL.into_iter().find(|meld| meld.to_string() == text);
        known.ok_or_else(|| {
            let all = Meld::ALL.map(|meld| meld.to_string()).join(", ");
            de::Error::custom(format_args!(
                "`{}` is no meld: expected one of {all}",
                text.chars().take(20).collect::<String>()
            ))
        })
    }
}
