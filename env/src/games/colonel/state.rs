//! The truth of a position of Colonel, and what the moves do to it.

use serde::{Deserialize, Serialize};

use super::Pile;
use super::actions::Move;
use super::board::Board;
use super::building::is_set;
use super::count::{Count, End};
use super::rules::Rules;
use super::view::{ColonelView, Phase, Public};
use crate::cards::{Card, CardSet, Cards};
use crate::rules::{Action, Audience, Audit, Seat, State, Turn};

/// The truth of a position of Colonel.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ColonelState {
    rules: Rules,
    table: Public,
    hands: [CardSet; 2],
    stock: CardSet,
    /// The meld that the seat to move is building; its cards are still in the hand.
    meld: CardSet,
}

impl ColonelState {
    /// The position before the first card is dealt.
    #[inline]
    pub(super) fn new(rules: Rules) -> ColonelState {
        let (hands, meld) = ([CardSet::EMPTY; 2], CardSet::EMPTY);
        ColonelState { rules, table: undealt(), hands, stock: CardSet::PACK, meld }
    }

    /// A position that a view shows, with the hidden cards filled in.
    pub(super) fn resume(
        rules: Rules,
        table: Public,
        hands: [CardSet; 2],
        stock: CardSet,
        meld: CardSet,
    ) -> ColonelState {
        ColonelState { rules, table, hands, stock, meld }
    }

    /// Takes a card into the hand of the seat to move.
    #[inline]
    fn receive(&mut self, card: Card) {
        self.hands[self.table.to_move].insert(card);
        self.table.phase = Phase::Play;
    }

    /// Takes cards that are laid or discarded from the hand of the seat to move.
    #[inline]
    fn part_with(&mut self, cards: CardSet) {
        let seat = self.table.to_move;
        self.hands[seat] -= cards;
        self.table.known[seat] -= cards;
        self.table.taken = self.table.taken.filter(|&card| !cards.contains(card));
    }

    /// Lays cards of the hand on the table; whose hand is empty is out.
    #[inline]
    fn lay(&mut self, cards: CardSet, lay: impl FnOnce(&mut Board, CardSet, Seat)) {
        let seat = self.table.to_move;
        self.part_with(cards);
        lay(&mut self.table.board, cards, seat);
        if self.hands[seat].is_empty() {
            self.finish(End::Out);
        }
    }

    /// Discards a card and ends the turn.
    #[inline]
    fn discard(&mut self, card: Card) {
        let (seat, table) = (self.table.to_move, &mut self.table);
        table.returned |= table.known[seat] & CardSet::of(card);
        table.pile.push(card, Some(seat));
        table.turns += 1;
        self.part_with(CardSet::of(card));
        self.table.taken = None;
        if self.hands[seat].is_empty() {
            self.finish(End::Out);
        } else if self.stock.is_empty() {
            self.finish(End::Stock);
        } else if self.table.turns >= Rules::TURN_CAP {
            self.finish(End::TurnCap);
        } else {
            self.table.to_move = 1 - seat;
            self.table.phase = Phase::Draw;
        }
    }

    /// Counts the hand.
    fn finish(&mut self, end: End) {
        self.table.count = Some(Count::new(end, self.hands));
        self.table.known = self.hands;
        self.table.phase = Phase::Over;
    }

    /// The count of a hand that is over; `None` if it is not.
    #[inline]
    pub(super) fn counted(&self) -> Option<Count> {
        self.table.count
    }
}

/// What both see before the first card is dealt.
#[inline]
fn undealt() -> Public {
    Public {
        phase: Phase::Deal,
        to_move: 0,
        elder: 0,
        pile: Pile::default(),
        stock: Card::COUNT,
        board: Board::default(),
        known: [CardSet::EMPTY; 2],
        returned: CardSet::EMPTY,
        taken: None,
        turns: 0,
        challenged: [None; 2],
        count: None,
    }
}

impl State for ColonelState {
    type View = ColonelView;

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Deal | Phase::Stock => Turn::Chance,
            Phase::Draw | Phase::Play | Phase::Answer => Turn::Seat(self.table.to_move),
            Phase::Over => Turn::Over { truncated: self.table.count.is_some_and(|count| count.end == End::TurnCap) },
        }
    }

    #[inline]
    fn deck(&self) -> Cards {
        match self.table.phase {
            Phase::Deal | Phase::Stock => self.stock.into(),
            _ => Cards::EMPTY,
        }
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        self.stock.remove(card);
        self.table.stock -= 1;
        let seat = self.table.to_move;
        if self.table.phase == Phase::Stock {
            self.receive(card);
        } else if self.hands[seat].len() < Rules::HAND {
            self.hands[seat].insert(card);
            self.table.to_move = 1 - seat;
        } else {
            self.table.pile.push(card, None);
            self.table.phase = Phase::Draw;
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        let seat = self.table.to_move;
        match Move::of(action) {
            Some(Move::Draw) => self.table.phase = Phase::Stock,
            Some(Move::Take) => {
                if let Some(card) = self.table.pile.pop() {
                    self.table.taken = Some(card);
                    self.table.known[seat].insert(card);
                    self.receive(card);
                }
            }
            Some(Move::Meld(card)) => self.meld.insert(card),
            Some(Move::EndMeld) => {
                let meld = std::mem::take(&mut self.meld);
                self.lay(meld, if is_set(meld) { Board::lay_set } else { Board::lay_run });
            }
            Some(Move::LayOff(card)) => self.lay(CardSet::of(card), Board::lay_run),
            Some(Move::Add(card)) => self.lay(CardSet::of(card), Board::lay_set),
            Some(Move::Discard(card)) => self.discard(card),
            Some(Move::Challenge) => {
                self.table.challenged[seat] = Some(self.table.turns);
                self.table.to_move = 1 - seat;
                self.table.phase = Phase::Answer;
            }
            Some(Move::Accept) => self.finish(End::Challenge),
            Some(Move::Refuse) => {
                self.table.to_move = 1 - seat;
                self.table.phase = Phase::Draw;
            }
            None => (),
        }
    }

    fn returns(&self, seat: Seat) -> f32 {
        self.table.count.map_or(0.0, |Count { points, .. }| f32::from(points[seat]) - f32::from(points[1 - seat]))
    }

    fn points(&self, seat: Seat) -> i32 {
        self.table.count.map_or(0, |count| count.points[seat].into())
    }

    #[inline]
    fn view(&self, seat: Seat) -> ColonelView {
        let meld = if seat == self.table.to_move { self.meld } else { CardSet::EMPTY };
        ColonelView { options: self.rules, seat, hand: self.hands[seat], meld, table: self.table }
    }
}

impl Audit for ColonelState {
    fn audience(&self) -> Audience {
        let dealt = self.hands[self.table.to_move].len() == Rules::HAND;
        let upcard = self.table.phase == Phase::Deal && dealt;
        if upcard { Audience::Everyone } else { Audience::Seat(self.table.to_move) }
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        vec![
            ("hand 0", self.hands[0].into()),
            ("hand 1", self.hands[1].into()),
            ("discard pile", self.table.pile.cards().into()),
            ("table", self.table.board.cards().into()),
            ("stock", self.stock.into()),
        ]
    }
}
