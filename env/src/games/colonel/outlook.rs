//! What a hand comes to when it is laid, and what one card more or less does to it.

use super::melds::{Melds, in_runs, value};
use super::view::{ColonelView, Phase};
use crate::cards::{Card, CardSet};
use crate::games::rummy::in_sets;

/// What a seat to move may think of its hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outlook {
    /// The points of the melds in the hand.
    pub melded: u32,
    /// The points left when all that can be laid is laid, after the best discard when it is to discard.
    pub left: u32,
    /// The cards that may be discarded and leave the fewest points.
    pub best: CardSet,
    /// The card to discard that goes with the fewest others.
    pub spare: Option<Card>,
    /// The cards whose place the seat does not know that would lie in a meld of the hand or fit on the table.
    pub wanted: CardSet,
    /// What becomes of the points of the melds, and of those left after the best discard, if it takes the upcard.
    pub upcard: Option<(u32, u32)>,
    /// The upcard is better taken than left.
    pub takes: bool,
}

impl Outlook {
    pub fn of(view: &ColonelView) -> Outlook {
        let (hand, fitting) = (view.hand, view.fitting());
        let left = |hand: CardSet| value(hand - Melds::best(hand).cards() - fitting);
        let would_lie = |&card: &Card| {
            let with = hand.with(card);
            (in_runs(with) | in_sets(with) | fitting).contains(card)
        };
        let outlook = Outlook {
            melded: value(Melds::best(hand).cards()),
            left: left(hand),
            wanted: view.unseen().iter().filter(would_lie).collect(),
            ..Outlook::default()
        };
        match view.table.phase {
            Phase::Play => {
                let (mut least, mut best) = (u32::MAX, CardSet::EMPTY);
                for card in view.allowed_discards() {
                    let points = left(hand.without(card));
                    if points < least {
                        (least, best) = (points, CardSet::EMPTY);
                    }
                    if points == least {
                        best.insert(card);
                    }
                }
                Outlook { left: outlook.left.min(least), best, spare: spare(view), ..outlook }
            }
            Phase::Draw => {
                let with = |card: Card| {
                    let with = hand.with(card);
                    let least = hand.iter().map(|other| left(with.without(other))).min();
                    (value(Melds::best(with).cards()), left(with).min(least.unwrap_or(u32::MAX)))
                };
                Outlook { upcard: view.table.pile.top().map(with), takes: wants_upcard(view), ..outlook }
            }
            _ => outlook,
        }
    }
}

/// Returns `true` if the upcard can be laid, and leaves no more points to be laid than there are.
pub fn wants_upcard(view: &ColonelView) -> bool {
    let Some(card) = view.table.pile.top() else { return false };
    let left = |hand: CardSet| value(hand - Melds::best(hand).cards());
    let with = view.hand.with(card);
    view.fitting().contains(card) || Melds::best(with).cards().contains(card) && left(with) <= left(view.hand)
}

/// The card that may be discarded and goes with the fewest others, of equal ones the highest. `None` if none may be.
pub fn spare(view: &ColonelView) -> Option<Card> {
    let hand = view.hand;
    let goes_with = |card: Card| hand.iter().filter(|&other| other != card && are_near(card, other)).count();
    view.allowed_discards().iter().min_by_key(|&card| {
        let points = i64::from(value(CardSet::of(card)));
        (goes_with(card), -points)
    })
}

/// Returns `true` if two cards may come to lie in one meld with a third.
fn are_near(one: Card, other: Card) -> bool {
    // The ace is above the king.
    let height = |card: Card| (i16::from(card.rank()) + 11) % 13;
    one.rank() == other.rank() || one.suit() == other.suit() && (height(one) - height(other)).abs() <= 2
}

impl ColonelView {
    /// The cards, wherever they are, that fit on the table.
    fn fitting(&self) -> CardSet {
        self.table.board.fits_run() | self.table.board.fits_set()
    }
}
