//! The truth of a position of pinochle, and what the moves do to it.

use serde::{Deserialize, Serialize};

use super::actions::{Move, Source};
use super::building::Building;
use super::count::Count;
use super::laid::Laid;
use super::pack::{PACK, Suit};
use super::rules::Rules;
use super::trick::beating;
use super::view::{Phase, PinochleView, Public};
use crate::cards::{Card, CardSet, Cards};
use crate::rules::{Action, Audience, Audit, Seat, State, Turn};

/// What the nine of trumps scores.
const DIX: u16 = 10;
/// The cards that are undealt when trumps are turned up.
const BEFORE_TRUMPS: u8 = 24;
/// The younger hand.
const DEALER: Seat = 1;

/// The truth of a position of pinochle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PinochleState {
    rules: Rules,
    table: Public,
    hands: [Cards; 2],
    stock: Cards,
    /// The meld for which the seat to move is choosing cards.
    building: Option<Building>,
}

impl PinochleState {
    /// The position before the first card is dealt.
    #[inline]
    pub(super) fn new(rules: Rules) -> PinochleState {
        PinochleState { rules, table: undealt(), hands: [Cards::EMPTY; 2], stock: PACK, building: None }
    }

    /// A position that a view shows, with the hidden cards filled in.
    pub(super) fn resume(
        rules: Rules,
        table: Public,
        hands: [Cards; 2],
        stock: Cards,
        building: Option<Building>,
    ) -> PinochleState {
        PinochleState { rules, table, hands, stock, building }
    }

    /// The suit of trumps; any before it is turned up.
    #[inline]
    fn trumps(&self) -> Suit {
        self.table.trumps.unwrap_or(Suit::C)
    }

    /// Takes cards that are played, laid or exchanged from the hand of the seat to move.
    ///
    /// Nobody can tell equal cards apart, so one less of each is known then.
    #[inline]
    fn part_with(&mut self, cards: CardSet) {
        let seat = self.table.to_move;
        self.hands[seat] -= cards.into();
        self.table.known[seat] -= cards.into();
    }

    /// Plays a card to the trick.
    #[inline]
    fn play_card(&mut self, source: Source, card: Card) {
        let seat = self.table.to_move;
        match source {
            Source::Hand => self.part_with(CardSet::of(card)),
            Source::Table => self.table.laid[seat].remove(card, false),
            Source::Second => self.table.laid[seat].remove(card, true),
        }
        match self.table.led.take() {
            None => {
                self.table.led = Some(card);
                self.table.to_move = 1 - seat;
                self.table.phase = Phase::Follow;
            }
            Some(led) => {
                let winner = if beating(led, self.trumps()).contains(card) { seat } else { 1 - seat };
                self.table.won[winner] += Cards::from(CardSet::of(led)) + Cards::from(CardSet::of(card));
                self.table.to_move = winner;
                if self.table.drawing() {
                    self.table.phase = Phase::Meld;
                } else if self.hands[winner].is_empty() {
                    self.finish();
                } else {
                    self.table.phase = Phase::Lead;
                }
            }
        }
    }

    /// Goes on with a meld, and lays it when nothing is left to choose.
    #[inline]
    fn build(&mut self, building: Building) {
        let (seat, trumps) = (self.table.to_move, self.trumps());
        if building.cards() != building.meld.cards(trumps) {
            self.building = Some(building);
            return;
        }
        self.building = None;
        self.part_with(building.hand);
        self.table.laid[seat].serve(building.meld.service(), building.hand, [building.table, building.second]);
        self.table.melds[seat] += building.meld.points(trumps);
        self.table.melded = true;
    }

    /// Gives the turned card to the loser of the twelfth trick and takes all melds back; both then know both hands, and the
    /// winner leads.
    #[inline]
    fn end_drawing(&mut self, winner: Seat) {
        if let Some(card) = self.table.turned.take() {
            self.hands[1 - winner].insert(card);
        }
        for (hand, laid) in self.hands.iter_mut().zip(&mut self.table.laid) {
            *hand += std::mem::take(laid).cards();
        }
        self.table.known = self.hands;
        self.table.phase = Phase::Lead;
    }

    /// Counts the hand.
    fn finish(&mut self) {
        self.table.count = Some(Count::new(self.table.melds, self.table.won, self.table.to_move));
        self.table.phase = Phase::Over;
    }

    /// The count of a hand that is over.
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
        trumps: None,
        turned: None,
        last: None,
        stock: PACK.len() as u8,
        led: None,
        laid: [Laid::default(); 2],
        melded: false,
        won: [Cards::EMPTY; 2],
        known: [Cards::EMPTY; 2],
        melds: [0; 2],
        count: None,
    }
}

impl State for PinochleState {
    type View = PinochleView;

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Deal | Phase::Stock => Turn::Chance,
            Phase::Lead | Phase::Follow | Phase::Meld => Turn::Seat(self.table.to_move),
            Phase::Over => Turn::Over { truncated: false },
        }
    }

    #[inline]
    fn deck(&self) -> Cards {
        match self.table.phase {
            Phase::Deal | Phase::Stock => self.stock,
            _ => Cards::EMPTY,
        }
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        let (seat, before) = (self.table.to_move, self.table.stock);
        self.stock.remove(card);
        if before == 1 && self.rules.turns_last() {
            self.table.last = Some(card);
            self.table.phase = Phase::Lead;
            return;
        }
        self.table.stock -= 1;
        match self.table.phase {
            Phase::Deal if before == BEFORE_TRUMPS => {
                let trumps = Suit::of(card);
                self.table.trumps = Some(trumps);
                self.table.turned = Some(card);
                if card == trumps.nine() {
                    self.table.melds[DEALER] += DIX;
                }
                self.table.phase = Phase::Lead;
            }
            Phase::Deal => {
                self.hands[seat].insert(card);
                if (PACK.len() as u8 - self.table.stock).is_multiple_of(Rules::DEALT) {
                    self.table.to_move = 1 - seat;
                }
            }
            _ => {
                self.hands[seat].insert(card);
                if before == 1 {
                    self.end_drawing(seat);
                    return;
                }
                // Of 23 cards the winner draws at odd numbers, the other at even ones.
                self.table.to_move = 1 - seat;
                if before.is_multiple_of(2) && !(before == 2 && self.rules.turns_last()) {
                    self.table.phase = Phase::Lead;
                }
            }
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        let (seat, trumps) = (self.table.to_move, self.trumps());
        match Move::of(action) {
            Some(Move::Play(source, card)) => self.play_card(source, card),
            Some(Move::Meld(meld)) => self.build(Building::new(meld, &self.table.laid[seat], trumps)),
            Some(Move::Use(source, card)) => {
                if let Some(mut building) = self.building {
                    match source {
                        Source::Hand => building.hand.insert(card),
                        Source::Table => building.table.insert(card),
                        Source::Second => building.second.insert(card),
                    }
                    self.build(building);
                }
            }
            Some(Move::Dix) => {
                self.part_with(CardSet::of(trumps.nine()));
                self.table.laid[seat].lay(trumps.nine());
                self.table.melds[seat] += DIX;
            }
            Some(Move::Exchange) => {
                if let Some(card) = self.table.turned.replace(trumps.nine()) {
                    self.part_with(CardSet::of(trumps.nine()));
                    self.hands[seat].insert(card);
                    self.table.known[seat].insert(card);
                    self.table.melds[seat] += DIX;
                }
            }
            Some(Move::Draw) => {
                self.table.melded = false;
                match self.table.last.take() {
                    Some(card) => {
                        self.table.stock = 0;
                        self.hands[seat].insert(card);
                        self.end_drawing(seat);
                    }
                    None => self.table.phase = Phase::Stock,
                }
            }
            None => (),
        }
    }

    fn returns(&self, seat: Seat) -> f32 {
        (self.points(seat) - self.points(1 - seat)) as f32
    }

    fn points(&self, seat: Seat) -> i32 {
        self.table.count.map_or(0, |count| count.points[seat].into())
    }

    #[inline]
    fn view(&self, seat: Seat) -> PinochleView {
        let building = self.building.filter(|_| seat == self.table.to_move);
        PinochleView { options: self.rules, seat, hand: self.hands[seat], building, table: self.table }
    }
}

impl Audit for PinochleState {
    fn audience(&self) -> Audience {
        // The turned card, and the last one of the stock.
        let shown = match self.table.phase {
            Phase::Deal => self.table.stock == BEFORE_TRUMPS,
            _ => self.table.stock == 1,
        };
        if shown { Audience::Everyone } else { Audience::Seat(self.table.to_move) }
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        let single = |card: Option<Card>| card.into_iter().collect();
        vec![
            ("hand 0", self.hands[0]),
            ("hand 1", self.hands[1]),
            ("table 0", self.table.laid[0].cards()),
            ("table 1", self.table.laid[1].cards()),
            ("trick", single(self.table.led)),
            ("turned card", single(self.table.turned)),
            ("last card", single(self.table.last)),
            ("won 0", self.table.won[0]),
            ("won 1", self.table.won[1]),
            ("stock", self.stock),
        ]
    }

    fn exposed(&self) -> Cards {
        // A meld shows cards that the action does not name; so does an exchange.
        let turned: CardSet = self.table.turned.into_iter().collect();
        self.table.laid[0].cards() + self.table.laid[1].cards() + turned.into()
    }
}
