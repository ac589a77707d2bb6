//! The truth of a position of Skarney, and what the moves do to it.

use serde::{Deserialize, Serialize};

use super::actions::Move;
use super::laying::Laying;
use super::rules::Rules;
use super::table::{Phase, Public};
use super::view::SkarneyView;
use crate::cards::{Card, CardSet, Cards};
use crate::rules::{Action, Audience, Audit, Seat, State, Turn};

/// The truth of a position of Skarney.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SkarneyState {
    rules: Rules,
    table: Public,
    hands: [CardSet; 2],
    stock: CardSet,
    laying: Laying,
}

impl SkarneyState {
    /// The position before the first card is dealt.
    #[inline]
    pub(super) fn new(rules: Rules) -> SkarneyState {
        SkarneyState::resume(rules, Public::undealt(), [CardSet::EMPTY; 2], CardSet::PACK, Laying::default())
    }

    /// A position that a view shows, with the hidden cards filled in.
    pub(super) fn resume(
        rules: Rules,
        table: Public,
        hands: [CardSet; 2],
        stock: CardSet,
        laying: Laying,
    ) -> SkarneyState {
        SkarneyState { rules, table, hands, stock, laying }
    }

    /// Takes cards out of the hand to move.
    #[inline]
    fn part(&mut self, seat: usize, cards: CardSet) {
        self.hands[seat] -= cards;
        self.table.taken[seat] -= cards;
        self.table.refused[seat] -= cards;
        self.table.sizes[seat] -= cards.len() as u8;
    }

    /// Puts a card to what is being laid, and lays a contract that is whole.
    #[inline]
    fn put(&mut self, card: Card) {
        let seat = self.table.to_move;
        let contract = !self.table.contract(seat);
        self.laying.push(card, contract);
        if contract && self.laying.is_contract() {
            self.table.fresh = true;
            self.lay(seat);
        }
    }

    /// Lays what has been put together on the table.
    #[inline]
    fn lay(&mut self, seat: usize) {
        self.laying.melds().iter().for_each(|&meld| self.table.board.push(seat, meld));
        self.part(seat, self.laying.cards());
        self.laying = Laying::default();
        self.out(seat);
    }

    /// Lays a card off.
    #[inline]
    fn add(&mut self, meld: usize, card: Card) {
        let seat = self.table.to_move;
        self.table.placing = None;
        self.table.board.add(meld, CardSet::of(card));
        self.part(seat, CardSet::of(card));
        self.out(seat);
    }

    /// Ends the hand if a hand is empty.
    #[inline]
    fn out(&mut self, seat: usize) {
        if self.hands[seat].is_empty() {
            self.finish();
        }
    }

    /// Ends the hand, and lays what is left open.
    #[inline]
    fn finish(&mut self) {
        self.table.phase = Phase::Over;
        self.table.shown = self.hands;
    }

    /// What everybody sees.
    pub(super) fn table(&self) -> &Public {
        &self.table
    }

    /// Ends the turn of a seat.
    #[inline]
    fn end_turn(&mut self, seat: usize) {
        self.table.turns += 1;
        self.table.fresh = false;
        self.table.board.end_turn();
        if self.table.exhausted() || self.table.turns >= Rules::TURN_CAP {
            return self.finish();
        }
        self.table.to_move = 1 - seat;
        // Who has just taken an ace does not draw.
        let skips = self.table.barred.is_some_and(|card| card.rank() == 1);
        self.table.phase = if skips { Phase::Turn } else { Phase::Stock };
    }

    /// The card on offer is taken, or goes back.
    #[inline]
    fn answer(&mut self, takes: bool) {
        let seat = self.table.to_move;
        let Some(card) = self.table.offered.take() else { return };
        if takes {
            self.part(1 - seat, CardSet::of(card));
            self.hands[seat].insert(card);
            self.table.taken[seat].insert(card);
            self.table.sizes[seat] += 1;
            self.table.barred = Some(card);
        } else {
            self.table.refused[1 - seat].insert(card);
        }
        self.end_turn(1 - seat);
    }
}

impl State for SkarneyState {
    type View = SkarneyView;

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Deal | Phase::Stock => Turn::Chance,
            Phase::Over => Turn::Over { truncated: self.table.at_turn_cap() },
            _ => Turn::Seat(self.table.to_move),
        }
    }

    #[inline]
    fn deck(&self) -> Cards {
        if self.turn() == Turn::Chance { self.stock.into() } else { Cards::EMPTY }
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        let seat = self.table.to_move;
        self.stock.remove(card);
        self.table.stock -= 1;
        self.hands[seat].insert(card);
        self.table.sizes[seat] += 1;
        if self.table.phase == Phase::Stock {
            self.table.phase = Phase::Turn;
            return;
        }
        self.table.to_move = 1 - seat;
        if self.table.sizes == [Rules::DEALT; 2] {
            self.table.phase = Phase::Stock;
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        let seat = self.table.to_move;
        match Move::of(action) {
            Some(Move::Meld(card)) => self.put(card),
            Some(Move::EndMeld) => self.lay(seat),
            Some(Move::LayOff(card)) => {
                let rank = 1 << (card.rank() - 1);
                let melds = self.table.board.taking(seat, rank, self.rules.corner);
                if melds.is_power_of_two() {
                    self.add(melds.trailing_zeros() as usize, card);
                } else {
                    self.table.placing = Some(card);
                }
            }
            Some(Move::On(meld)) => {
                if let Some(card) = self.table.placing {
                    self.add(meld.into(), card);
                }
            }
            Some(Move::Offer(card)) => {
                self.table.offered = Some(card);
                self.table.barred = None;
                self.table.fresh = false;
                self.table.board.end_turn();
                self.table.phase = Phase::Answer;
                self.table.to_move = 1 - seat;
            }
            Some(Move::EndTurn) => {
                self.table.barred = None;
                self.end_turn(seat);
            }
            Some(Move::Take) => self.answer(true),
            Some(Move::Refuse) => self.answer(false),
            None => (),
        }
    }

    fn returns(&self, seat: Seat) -> f32 {
        (self.points(seat) - self.points(1 - seat)) as f32
    }

    fn points(&self, seat: Seat) -> i32 {
        if self.table.phase == Phase::Over { self.table.points()[seat].into() } else { 0 }
    }

    #[inline]
    fn view(&self, seat: Seat) -> SkarneyView {
        let laying = if self.table.to_move == seat { self.laying } else { Laying::default() };
        SkarneyView { options: self.rules, seat, hand: self.hands[seat], laying, table: self.table }
    }
}

impl Audit for SkarneyState {
    fn audience(&self) -> Audience {
        Audience::Seat(self.table.to_move)
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        vec![
            ("elder hand", self.hands[0].into()),
            ("younger hand", self.hands[1].into()),
            ("table", self.table.board.cards().into()),
            ("stock", self.stock.into()),
        ]
    }
}
