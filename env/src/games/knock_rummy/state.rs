//! The truth of a position of Knock Rummy, and what the moves do to it.

use serde::{Deserialize, Serialize};

use super::PerSeat;
use super::actions::Move;
use super::rules::Rules;
use super::showdown::{Showdown, payments};
use super::table::{Phase, Public};
use super::view::KnockView;
use crate::cards::{Card, CardSet, Cards};
use crate::rules::{Action, Audience, Audit, Seat, State, Turn};

/// The stock that no one draws from: the hand is dead when it is reached, as in gin.
pub(super) const DEAD_STOCK: u8 = 2;

/// The truth of a position of Knock Rummy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KnockState {
    rules: Rules,
    table: Public,
    hands: PerSeat<CardSet>,
    stock: CardSet,
    /// The seat that knocked, once one has.
    knocker: Option<Seat>,
    /// What each seat was paid for it; nothing before.
    paid: PerSeat<i32>,
}

impl KnockState {
    /// The position before the first card is dealt.
    #[inline]
    pub(super) fn new(rules: Rules) -> KnockState {
        KnockState {
            table: Public::new(&rules),
            rules,
            hands: PerSeat::new(rules.seats),
            stock: CardSet::PACK,
            knocker: None,
            paid: PerSeat::new(rules.seats),
        }
    }

    /// A position that a view shows, with the hidden cards filled in.
    pub(super) fn resume(
        rules: Rules,
        table: Public,
        hands: PerSeat<CardSet>,
        stock: CardSet,
        knocker: Option<Seat>,
    ) -> KnockState {
        let mut state = KnockState { rules, table, hands, stock, knocker, paid: PerSeat::new(rules.seats) };
        if let Some(knocker) = knocker {
            state.paid = payments(&rules, knocker, &state.hands);
        }
        state
    }

    /// Takes a card into the hand of the seat to move, which must discard next.
    #[inline]
    fn receive(&mut self, card: Card) {
        self.hands[self.table.to_move].insert(card);
        self.table.phase = Phase::Discard;
    }

    /// Moves a card from the hand of the seat to move to the discard pile.
    #[inline]
    fn discard(&mut self, card: Card) {
        let table = &mut self.table;
        let seat = table.to_move;
        self.hands[seat].remove(card);
        table.returned |= table.known[seat] & CardSet::of(card);
        table.known[seat].remove(card);
        table.pile.push(card, Some(seat));
        table.taken = None;
        table.turns += 1;
    }

    /// Returns the seat to the left of the one to move.
    #[inline]
    fn next(&self) -> Seat {
        (self.table.to_move + 1) % usize::from(self.rules.seats)
    }

    /// Ends a turn without a knock.
    #[inline]
    fn pass_on(&mut self) {
        if self.table.stock <= DEAD_STOCK || self.table.turns >= Rules::TURN_CAP {
            self.table.phase = Phase::Over;
        } else {
            self.table.to_move = self.next();
            self.table.phase = Phase::Draw;
        }
    }

    /// Returns `true` if nobody has knocked.
    #[inline]
    pub(super) fn is_dead(&self) -> bool {
        self.knocker.is_none()
    }

    /// Returns what each seat was paid; nothing unless somebody has knocked.
    #[inline]
    pub(super) fn paid(&self) -> &[i32] {
        self.paid.as_slice()
    }

    /// Returns `true` if all have their cards, so that the next one is turned up.
    #[inline]
    fn dealt(&self) -> bool {
        self.hands[self.table.to_move].len() == Rules::dealt(self.rules.seats.into())
    }
}

impl State for KnockState {
    type View = KnockView;

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Deal | Phase::Stock => Turn::Chance,
            Phase::Over => Turn::Over { truncated: self.knocker.is_none() && self.table.stock > DEAD_STOCK },
            Phase::Draw | Phase::Discard => Turn::Seat(self.table.to_move),
        }
    }

    #[inline]
    fn deck(&self) -> Cards {
        if self.turn() == Turn::Chance { self.stock.into() } else { Cards::EMPTY }
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        self.stock.remove(card);
        self.table.stock -= 1;
        if self.table.phase == Phase::Stock {
            self.receive(card);
        } else if self.dealt() {
            self.table.pile.push(card, None);
            self.table.phase = Phase::Draw;
        } else {
            self.hands[self.table.to_move].insert(card);
            self.table.to_move = self.next();
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
            Some(Move::Discard(card)) => {
                self.discard(card);
                self.pass_on();
            }
            Some(Move::Knock(card)) => {
                self.discard(card);
                self.table.known = self.hands;
                self.knocker = Some(seat);
                self.paid = payments(&self.rules, seat, &self.hands);
                self.table.phase = Phase::Over;
            }
            None => (),
        }
    }

    fn returns(&self, seat: Seat) -> f32 {
        self.paid[seat] as f32
    }

    fn points(&self, seat: Seat) -> i32 {
        self.paid[seat]
    }

    fn stands(&self) -> bool {
        let (seats, hands) = (usize::from(self.rules.seats), self.hands.as_slice());
        let ended = match self.knocker {
            Some(seat) => seat < seats,
            None => self.paid == PerSeat::new(self.rules.seats),
        };
        // The best melds of more cards than a seat can have would take hours to find.
        let held = hands.len() == seats && hands.iter().all(|hand| hand.len() <= Rules::dealt(seats) + 1);
        ended && held && self.stock.len() == usize::from(self.table.stock)
    }

    #[inline]
    fn view(&self, seat: Seat) -> KnockView {
        let showdown = self.knocker.map(|knocker| Showdown::new(knocker, &self.hands, self.paid, &self.rules));
        KnockView { options: self.rules, seat, hand: self.hands[seat], table: self.table, showdown }
    }
}

impl Audit for KnockState {
    fn audience(&self) -> Audience {
        let upcard = self.table.phase == Phase::Deal && self.dealt();
        if upcard { Audience::Everyone } else { Audience::Seat(self.table.to_move) }
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        let names = ["hand 0", "hand 1", "hand 2", "hand 3", "hand 4", "hand 5"];
        let mut zones: Vec<_> = names.into_iter().zip(self.hands.as_slice().iter().map(|&hand| hand.into())).collect();
        zones.extend([("discard pile", self.table.pile.cards().into()), ("stock", self.stock.into())]);
        zones
    }
}
