//! What everybody sees of a hand of Skarney.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::rules::Rules;
use crate::cards::{Card, CardSet};
use crate::format::Tally;
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
    /// The episode is over.
    Over,
}

/// What everybody sees.
///
/// Lists of two are for the two at the table, in the order of `chairs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// What is going on.
    pub phase: Phase,
    /// The seats of the two at the table, elder hand first.
    pub chairs: [Seat; 2],
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
    /// The turns that have been completed in this hand.
    pub turns: u8,
    /// How the match stands; in a single round as before its first one.
    #[serde(default = "start")]
    pub contest: Tally,
    /// The cap on turns has ended a hand of this single round.
    #[serde(default)]
    pub capped: bool,
    /// The number of the table of the round that is being played, from 0.
    #[serde(default)]
    pub table: u8,
    /// The points of each player in the hands of this round that are over; at the end of the episode, of its last round.
    #[serde(default)]
    pub scored: [i16; Rules::PLAYERS],
    /// The hands as they lie open when the episode is over.
    #[serde(default)]
    pub shown: [CardSet; 2],
}

/// How a match of two starts.
fn start() -> Tally {
    Rules::skarney().contest().start()
}

impl Public {
    /// What is seen before the first card of a hand is dealt.
    #[inline]
    pub(super) fn undealt(rules: &Rules, contest: Tally, table: u8, scored: [i16; Rules::PLAYERS]) -> Public {
        let at = |chair| rules.contest().at(&contest, table.into(), chair);
        let chairs = [at(0), at(1)];
        Public {
            phase: Phase::Deal,
            chairs,
            to_move: chairs[0],
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
            contest,
            capped: false,
            table,
            scored,
            shown: [CardSet::EMPTY; 2],
        }
    }

    /// The place of a seat at the table, if it does not sit out.
    #[inline]
    pub fn chair(&self, seat: Seat) -> Option<usize> {
        self.chairs.iter().position(|&other| other == seat)
    }

    /// The place at the table of the seat to move.
    #[inline]
    pub fn mover(&self) -> usize {
        usize::from(self.chairs[1] == self.to_move)
    }

    /// The cards that all know to be in a hand.
    #[inline]
    pub fn known(&self, chair: usize) -> CardSet {
        let named = match self.phase {
            Phase::Answer if chair != self.mover() => self.offered,
            Phase::Turn if chair == self.mover() => self.placing,
            _ => None,
        };
        self.taken[chair] | self.refused[chair] | named.into_iter().collect()
    }

    /// Says whether a place at the table has laid its contract.
    #[inline]
    pub fn contract(&self, chair: usize) -> bool {
        self.board.of(chair) != 0
    }

    /// Says whether the last card that is ever drawn has been drawn.
    #[inline]
    pub fn exhausted(&self) -> bool {
        self.stock <= Rules::UNDRAWN
    }

    /// Says whether the hand ends because of its turns, and not because of the stock too; who is out is so before the cap.
    #[inline]
    pub(super) fn at_turn_cap(&self) -> bool {
        self.turns >= Rules::TURN_CAP && !self.exhausted()
    }
}

/// What cards count in a hand: an ace 15, K Q J T 10, others their number.
#[inline]
pub fn count(cards: CardSet) -> u16 {
    const VALUES: Values = Values::with_ace(15);
    VALUES.of(cards) as u16
}
