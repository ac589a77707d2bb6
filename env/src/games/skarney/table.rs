//! What everybody sees of a hand of Skarney.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::rules::Rules;
use crate::cards::{Card, CardSet};
use crate::games::rummy::Values;
use crate::rules::Seat;

/// What is going on in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The cards are being dealt.
    Deal,
    /// The seat to move is being dealt the top of the stock.
    Stock,
    /// The seat to move lays cards, offers one, or ends its turn.
    Turn,
    /// The seat to move takes the card that is offered, or refuses it.
    Answer,
    /// The hand is over.
    Over,
}

/// What everybody sees; lists have an entry a seat, of which the first is elder hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// What is going on.
    pub phase: Phase,
    /// The seat to move.
    pub to_move: Seat,
    /// The number of cards in the stock.
    pub stock: u8,
    /// The number of cards in each hand.
    pub sizes: [u8; 2],
    /// The melds on the table.
    #[serde(default)]
    pub board: Board,
    /// The cards that each has taken and still holds.
    #[serde(default)]
    pub taken: [CardSet; 2],
    /// The cards that each has offered in vain and still holds.
    #[serde(default)]
    pub refused: [CardSet; 2],
    /// The card that is offered.
    #[serde(default)]
    pub offered: Option<Card>,
    /// The card that the player whose turn it is has just taken, and may not offer.
    #[serde(default)]
    pub barred: Option<Card>,
    /// The card that the seat to move lays off, while it says on which meld.
    #[serde(default)]
    pub placing: Option<Card>,
    /// The seat to move has laid its contract in this turn.
    #[serde(default)]
    pub fresh: bool,
    /// The turns that have been completed.
    pub turns: u8,
    /// The hands as they lie open when the hand is over.
    #[serde(default)]
    pub shown: [CardSet; 2],
}

impl Public {
    /// What is seen before the first card is dealt.
    #[inline]
    pub(super) fn undealt() -> Public {
        Public {
            phase: Phase::Deal,
            to_move: 0,
            stock: Card::COUNT,
            sizes: [0; 2],
            board: Board::default(),
            taken: [CardSet::EMPTY; 2],
            refused: [CardSet::EMPTY; 2],
            offered: None,
            barred: None,
            placing: None,
            fresh: false,
            turns: 0,
            shown: [CardSet::EMPTY; 2],
        }
    }

    /// The cards that all know to be in a hand.
    #[inline]
    pub fn known(&self, seat: usize) -> CardSet {
        let named = match self.phase {
            Phase::Answer if seat != self.to_move => self.offered,
            Phase::Turn if seat == self.to_move => self.placing,
            _ => None,
        };
        self.taken[seat] | self.refused[seat] | named.into_iter().collect()
    }

    /// Returns `true` if a seat has laid its contract.
    #[inline]
    pub fn contract(&self, seat: usize) -> bool {
        self.board.of(seat) != 0
    }

    /// Returns `true` if the last card that is ever drawn has been drawn.
    #[inline]
    pub fn exhausted(&self) -> bool {
        self.stock <= Rules::UNDRAWN
    }

    /// Returns `true` if the hand ends because of its turns, and not of the stock too; who is out is so before the cap.
    #[inline]
    pub(super) fn at_turn_cap(&self) -> bool {
        self.turns >= Rules::TURN_CAP && !self.exhausted()
    }

    /// What each scores in a hand that is over.
    pub fn points(&self) -> [i16; 2] {
        let mut points = [0; 2];
        let counts = self.shown.map(|hand| count(hand) as i16);
        if let Some(out) = (0..2).find(|&seat| self.sizes[seat] == 0) {
            let other = 1 - out;
            points[out] = counts[other] + Rules::OUT[usize::from(!self.contract(other))];
        } else {
            points[0] = (counts[1] - counts[0]).max(0);
            points[1] = (counts[0] - counts[1]).max(0);
        }
        points
    }
}

/// What cards count in a hand: an ace 15, K Q J T 10, others their number.
#[inline]
pub fn count(cards: CardSet) -> u16 {
    const VALUES: Values = Values::with_ace(15);
    VALUES.of(cards) as u16
}
