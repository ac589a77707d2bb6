//! The truth of a position of Skarney, and what the moves do to it.

use serde::{Deserialize, Serialize};

use super::actions::Move;
use super::laying::Laying;
use super::rules::Rules;
use super::table::{Phase, Public};
use super::view::SkarneyView;
use crate::cards::{Card, CardSet, Cards};
use crate::rules::{Action, Audience, Audit, Episode, Seat, State, Turn};

/// The truth of a position of Skarney.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SkarneyState {
    pub(super) rules: Rules,
    pub(super) table: Public,
    pub(super) hands: [CardSet; 2],
    pub(super) stock: CardSet,
    laying: Laying,
}

impl SkarneyState {
    /// The position before the first card is dealt.
    #[inline]
    pub(super) fn new(rules: Rules) -> SkarneyState {
        let table = Public::undealt(&rules, rules.contest().start(), 0, [0; Rules::PLAYERS]);
        SkarneyState::resume(rules, table, [CardSet::EMPTY; 2], CardSet::PACK, Laying::default())
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
    fn part(&mut self, chair: usize, cards: CardSet) {
        self.hands[chair] -= cards;
        self.table.taken[chair] -= cards;
        self.table.refused[chair] -= cards;
        self.table.sizes[chair] -= cards.len() as u8;
    }

    /// Puts a card to what is being laid, and lays a contract that is whole.
    #[inline]
    fn put(&mut self, card: Card) {
        let chair = self.table.mover();
        let contract = !self.table.contract(chair);
        self.laying.push(card, contract);
        if contract && self.laying.is_contract() {
            self.table.fresh = true;
            self.lay(chair);
        }
    }

    /// Lays what has been put together on the table.
    #[inline]
    fn lay(&mut self, chair: usize) {
        self.laying.melds().iter().for_each(|&meld| self.table.board.push(chair, meld));
        self.part(chair, self.laying.cards());
        self.laying = Laying::default();
        self.out(chair);
    }

    /// Lays a card off.
    #[inline]
    fn add(&mut self, meld: usize, card: Card) {
        let chair = self.table.mover();
        self.table.placing = None;
        self.table.board.add(meld, CardSet::of(card));
        self.part(chair, CardSet::of(card));
        self.out(chair);
    }

    /// Ends the hand if a hand is empty.
    #[inline]
    fn out(&mut self, chair: usize) {
        if self.hands[chair].is_empty() {
            self.finish();
        }
    }

    /// Ends the turn of a place at the table.
    #[inline]
    fn end_turn(&mut self, chair: usize) {
        self.table.turns += 1;
        self.table.fresh = false;
        self.table.board.end_turn();
        if self.table.exhausted() || self.table.turns >= Rules::TURN_CAP {
            return self.finish();
        }
        self.table.to_move = self.table.chairs[1 - chair];
        // Who has just taken an ace does not draw (D14).
        let skips = self.table.barred.is_some_and(|card| card.rank() == 1);
        self.table.phase = if skips { Phase::Turn } else { Phase::Stock };
    }

    /// The card on offer is taken, or goes back.
    #[inline]
    fn answer(&mut self, takes: bool) {
        let chair = self.table.mover();
        let Some(card) = self.table.offered.take() else { return };
        if takes {
            self.part(1 - chair, CardSet::of(card));
            self.hands[chair].insert(card);
            self.table.taken[chair].insert(card);
            self.table.sizes[chair] += 1;
            self.table.barred = Some(card);
        } else {
            self.table.refused[1 - chair].insert(card);
        }
        self.end_turn(1 - chair);
    }
}

impl State for SkarneyState {
    type View = SkarneyView;

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Deal | Phase::Stock => Turn::Chance,
            Phase::Over => Turn::Over { truncated: self.truncated() },
            _ => Turn::Seat(self.table.to_move),
        }
    }

    #[inline]
    fn deck(&self) -> Cards {
        if self.turn() == Turn::Chance { self.stock.into() } else { Cards::EMPTY }
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        let chair = self.table.mover();
        self.stock.remove(card);
        self.table.stock -= 1;
        self.hands[chair].insert(card);
        self.table.sizes[chair] += 1;
        if self.table.phase == Phase::Stock {
            self.table.phase = Phase::Turn;
            return;
        }
        self.table.to_move = self.table.chairs[1 - chair];
        if self.table.sizes == [Rules::DEALT; 2] {
            self.table.phase = Phase::Stock;
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        let chair = self.table.mover();
        match Move::of(action) {
            Some(Move::Meld(card)) => self.put(card),
            Some(Move::EndMeld) => self.lay(chair),
            Some(Move::LayOff(card)) => {
                let rank = 1 << (card.rank() - 1);
                let melds = self.table.board.taking(chair, rank, self.rules.corner);
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
                self.table.to_move = self.table.chairs[1 - chair];
            }
            Some(Move::EndTurn) => {
                self.table.barred = None;
                self.end_turn(chair);
            }
            Some(Move::Take) => self.answer(true),
            Some(Move::Refuse) => self.answer(false),
            None => (),
        }
    }

    fn returns(&self, seat: Seat) -> f32 {
        match (self.table.phase, self.rules.episode) {
            (Phase::Over, Episode::Round) => self.of_round(seat),
            (Phase::Over, Episode::Match) => self.rules.contest().pays(&self.table.contest, seat),
            _ => 0.0,
        }
    }

    fn points(&self, seat: Seat) -> i32 {
        match (self.table.phase, self.rules.episode) {
            (Phase::Over, Episode::Round) => self.table.scored[seat].into(),
            (Phase::Over, Episode::Match) => (self.returns(seat) > 0.0).into(),
            _ => 0,
        }
    }

    fn standing(&self, seat: Seat) -> f32 {
        match (self.table.phase, self.rules.episode) {
            (Phase::Over, Episode::Match) => self.rules.contest().merit(&self.table.contest, seat) as f32,
            _ => self.returns(seat),
        }
    }

    #[inline]
    fn view(&self, seat: Seat) -> SkarneyView {
        let hand = self.table.chair(seat).map_or(CardSet::EMPTY, |chair| self.hands[chair]);
        let laying = if self.table.to_move == seat { self.laying } else { Laying::default() };
        SkarneyView { options: self.rules, seat, hand, laying, table: self.table }
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
