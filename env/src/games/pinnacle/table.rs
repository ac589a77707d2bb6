//! What all seats see.

use serde::{Deserialize, Serialize};

use super::betting::{Betting, Deed};
use super::rules::Rules;
use crate::cards::CardSet;
use crate::rules::Seat;

/// No round has more acts than this: between two bets of a cycle each seat acts once.
const MOST_ACTS: usize = Rules::CYCLES * Rules::SEATS * (Rules::SEATS + 1);

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// A card is dealt to a seat or to the middle.
    Deal,
    /// A seat bets, checks, calls or folds.
    Bet,
    /// The round is over.
    Over,
}

/// What all seats see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Public {
    /// What is going on.
    pub phase: Phase,
    /// The chips and the betting.
    pub betting: Betting,
    /// The cards that were dealt to seats.
    pub dealt: u8,
    /// The cards of each seat that lie face up.
    pub open: [CardSet; Rules::SEATS],
    /// The community's cards that were dealt before each cycle.
    pub board: [CardSet; Rules::CYCLES],
    /// The hole cards of each seat that were shown at the end of the round.
    pub shown: [CardSet; Rules::SEATS],
}

impl Public {
    /// The table of a round before its first card is dealt.
    pub(super) fn new(betting: Betting) -> Public {
        Public {
            phase: Phase::Deal,
            betting,
            dealt: 0,
            open: [CardSet::EMPTY; Rules::SEATS],
            board: [CardSet::EMPTY; Rules::CYCLES],
            shown: [CardSet::EMPTY; Rules::SEATS],
        }
    }

    /// Plays the betting of the round again: `each` is told every deed and how the betting stood before it.
    ///
    /// Gives the betting as it stands now, or, if the pot has been paid out, as it stood before that; of a table that was altered,
    /// as it stood before the first deed that the rules do not allow.
    pub fn retell(&self, rules: &Rules, mut each: impl FnMut(&Betting, Deed)) -> Betting {
        let now = &self.betting;
        let mut betting = Betting::new(rules, now.before);
        for _ in 0..MOST_ACTS {
            if !betting.open || betting == *now {
                break;
            }
            let deed = betting.recall(&now.history);
            if !betting.allows(rules, deed) {
                break;
            }
            each(&betting, deed);
            betting.act(rules, deed);
        }
        betting
    }

    /// All community cards.
    #[inline]
    pub fn community(&self) -> CardSet {
        self.board.iter().fold(CardSet::EMPTY, |cards, &part| cards | part)
    }

    /// All cards that everyone sees.
    #[inline]
    pub(super) fn visible(&self) -> CardSet {
        let cards = self.open.iter().chain(&self.shown);
        cards.fold(self.community(), |cards, &part| cards | part)
    }

    /// The seat that is dealt the next card, and whether it lies face up; `None` if all seats have theirs.
    #[inline]
    pub(super) fn receiver(&self, rules: &Rules) -> Option<(Seat, bool)> {
        let (dealt, seats) = (usize::from(self.dealt), usize::from(rules.seats));
        (dealt < rules.dealt()).then_some((dealt % seats, dealt >= Rules::HOLE_CARDS * seats))
    }

    /// The hole cards that a seat has been dealt, and its cards that lie face up.
    #[inline]
    pub(super) fn dealt_to(&self, rules: &Rules, seat: Seat) -> (usize, usize) {
        let seats = usize::from(rules.seats);
        if seat >= seats {
            return (0, 0);
        }
        let cards = (usize::from(self.dealt) + seats - 1 - seat) / seats;
        (cards.min(Rules::HOLE_CARDS), cards.saturating_sub(Rules::HOLE_CARDS))
    }

    /// The cycle whose community cards are being dealt; nothing if none lacks.
    #[inline]
    pub(super) fn lacking(&self) -> Option<usize> {
        (0..=usize::from(self.betting.cycle)).find(|&cycle| self.board[cycle].len() < Rules::COMMUNITY[cycle])
    }

    /// Returns `true` if chance deals a card now: one is to come, and the pot has not been won without it.
    #[inline]
    pub(super) fn card_is_due(&self, rules: &Rules) -> bool {
        self.betting.live().len() > 1 && (self.receiver(rules).is_some() || self.lacking().is_some())
    }
}
