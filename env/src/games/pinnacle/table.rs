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
    /// The winner of the last pot chooses the direction of play.
    Direction,
    /// The winner of the last pot chooses who starts.
    Start,
    /// The seat with the button lets the next round begin, after a pot that was shared.
    GoOn,
    /// The episode is over.
    Over,
}

impl Phase {
    /// Says whether a round has been counted and lies as it ended.
    #[inline]
    pub fn is_after(self) -> bool {
        matches!(self, Phase::Direction | Phase::Start | Phase::GoOn | Phase::Over)
    }
}

/// What all seats see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Public {
    /// What is going on.
    pub phase: Phase,
    /// The chips and the betting.
    pub betting: Betting,
    /// The seat that had the button when the round began.
    pub starter: u8,
    /// The direction of play that the winner has chosen for the next round.
    pub next_clockwise: Option<bool>,
    /// The cards that were dealt to seats.
    pub dealt: u8,
    /// The cards of each seat that lie face up.
    pub open: [CardSet; Rules::SEATS],
    /// The community's cards that were dealt before each cycle.
    pub board: [CardSet; Rules::CYCLES],
    /// The hole cards of each seat that were shown at the end of the round.
    pub shown: [CardSet; Rules::SEATS],
    /// The rounds that are over.
    pub rounds: u16,
    /// For each seat, the round in which it went out, counted from 1; 0 if it has not.
    pub gone: [u16; Rules::SEATS],
}

impl Public {
    /// The table of a round before its first card is dealt.
    pub(super) fn new(betting: Betting, starter: Seat, rounds: u16, gone: [u16; Rules::SEATS]) -> Public {
        Public {
            phase: Phase::Deal,
            betting,
            starter: starter as u8,
            next_clockwise: None,
            dealt: 0,
            open: [CardSet::EMPTY; Rules::SEATS],
            board: [CardSet::EMPTY; Rules::CYCLES],
            shown: [CardSet::EMPTY; Rules::SEATS],
            rounds,
            gone,
        }
    }

    /// Plays the betting of the round again: `each` is told every deed and how the betting stood before it.
    ///
    /// Gives the betting as it stands now, or, if the pot has been paid out, as it stood before that.
    pub fn retell(&self, rules: &Rules, mut each: impl FnMut(&Betting, Deed)) -> Betting {
        let now = &self.betting;
        let mut betting = Betting::new(rules, now.before, self.starter.into(), now.clockwise);
        for _ in 0..MOST_ACTS {
            if !betting.open || betting == *now {
                break;
            }
            let deed = betting.recall(&now.history);
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

    /// The seat that is dealt the next card, and whether it lies face up; nothing if all seats have theirs.
    #[inline]
    pub(super) fn receiver(&self, rules: &Rules) -> Option<(Seat, bool)> {
        let (dealt, playing, seats) = (usize::from(self.dealt), self.betting.playing, usize::from(rules.seats));
        if dealt >= rules.dealt(playing.len()) {
            return None;
        }
        let clockwise = (0..seats).map(|on| (usize::from(self.starter) + on) % seats);
        let seat = clockwise.filter(|&seat| playing.contains(seat)).nth(dealt % playing.len())?;
        Some((seat, dealt >= Rules::HOLE_CARDS * playing.len()))
    }

    /// The hole cards that a seat has been dealt, and its cards that lie face up.
    #[inline]
    pub(super) fn dealt_to(&self, rules: &Rules, seat: Seat) -> (usize, usize) {
        let (playing, seats) = (self.betting.playing, usize::from(rules.seats));
        if !playing.contains(seat) {
            return (0, 0);
        }
        let place = |seat: Seat| (seat + seats - usize::from(self.starter)) % seats;
        let earlier = playing.iter().filter(|&other| place(other) < place(seat)).count();
        let cards = (usize::from(self.dealt) + playing.len() - 1 - earlier) / playing.len();
        (cards.min(Rules::HOLE_CARDS), cards.saturating_sub(Rules::HOLE_CARDS))
    }

    /// The cycle whose community cards are being dealt; nothing if none lacks.
    #[inline]
    pub(super) fn lacking(&self) -> Option<usize> {
        (0..=usize::from(self.betting.cycle)).find(|&cycle| self.board[cycle].len() < Rules::COMMUNITY[cycle])
    }

    /// Says whether chance deals a card now: one is to come, and the pot has not been won without it.
    #[inline]
    pub(super) fn card_is_due(&self, rules: &Rules) -> bool {
        self.betting.live().len() > 1 && (self.receiver(rules).is_some() || self.lacking().is_some())
    }

    /// Says whether the next round goes clockwise, as far as is chosen yet.
    #[inline]
    pub fn goes_clockwise(&self) -> bool {
        self.next_clockwise.unwrap_or(self.betting.clockwise)
    }

    /// The seat so many places on, fewer than there are seats, from the seat to move, in the direction that is chosen
    /// for the next round.
    #[inline]
    pub fn starts(&self, rules: &Rules, places: usize) -> Seat {
        rules.on(self.goes_clockwise(), self.betting.to_move.into(), places)
    }
}
