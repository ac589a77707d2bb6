//! The truth of a position of gin, and what the moves do to it.

use serde::{Deserialize, Serialize};

use super::Pile;
use super::actions::Move;
use super::draws::Draws;
use super::laying::Laying;
use super::rules::{LayoutBy, Rules};
use super::showdown::Showdown;
use super::view::{GinView, Phase, Public};
use crate::cards::{Card, CardSet, Cards};
use crate::games::rummy::{Defence, Layout, value};
use crate::rules::{Action, Audience, Audit, Seat, State, Turn};

/// The stock that no one draws from: the hand is dead when it is reached.
pub(super) const DEAD_STOCK: usize = 2;

/// The truth of a position of gin.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GinState {
    rules: Rules,
    table: Public,
    hands: [CardSet; 2],
    stock: CardSet,
    /// The seat that knocked or went out, once one has.
    knocker: Option<Seat>,
    truncated: bool,
}

impl GinState {
    /// The position before the first card is dealt.
    #[inline]
    pub(super) fn new(rules: Rules) -> GinState {
        GinState::led_by(0, rules)
    }

    /// The position before the first card is dealt to a seat as elder hand.
    #[inline]
    pub(super) fn led_by(elder: Seat, rules: Rules) -> GinState {
        GinState {
            rules,
            table: undealt(elder, &rules),
            hands: [CardSet::EMPTY; 2],
            stock: CardSet::PACK,
            knocker: None,
            truncated: false,
        }
    }

    /// A position that a view shows, with the hidden cards filled in.
    pub(super) fn resume(
        rules: Rules,
        table: Public,
        hands: [CardSet; 2],
        stock: CardSet,
        knocker: Option<Seat>,
    ) -> GinState {
        let truncated = table.phase == Phase::Over && knocker.is_none() && stock.len() > DEAD_STOCK;
        GinState { rules, table, hands, stock, knocker, truncated }
    }

    /// The hand of a seat.
    pub(super) fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat]
    }

    /// The turns that have been completed.
    pub(super) fn turns(&self) -> u8 {
        self.table.turns
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
        let seat = self.table.to_move;
        self.hands[seat].remove(card);
        self.table.returned |= self.table.known[seat] & CardSet::of(card);
        self.table.known[seat].remove(card);
        self.table.pile.push(card, Some(seat));
        self.table.taken = None;
        self.table.turns += 1;
    }

    /// Ends a turn that was not the last.
    #[inline]
    fn pass_on(&mut self) {
        let capped = self.table.turns >= Rules::TURN_CAP;
        if self.stock.len() <= DEAD_STOCK || capped {
            self.truncated = capped && self.stock.len() > DEAD_STOCK;
            self.table.phase = Phase::Over;
        } else {
            self.table.to_move = 1 - self.table.to_move;
            self.table.phase = Phase::Draw;
        }
    }

    /// Ends the play of a hand: the seat to move has knocked, gone gin or gone out.
    fn show(&mut self) {
        let knocker = self.table.to_move;
        self.knocker = Some(knocker);
        self.table.known[knocker] = self.hands[knocker];
        if self.rules.layout == LayoutBy::Chosen {
            self.table.laid[knocker] = Laying::new(self.hands[knocker]);
            self.table.phase = Phase::KnockerMelds;
        } else {
            self.count();
        }
    }

    /// The count of a hand whose layout is settled.
    pub(super) fn showdown(&self, knocker: Seat) -> Showdown {
        match self.rules.layout {
            LayoutBy::Best => Showdown::best(&self.rules, knocker, self.hands, self.table.pile.cards()),
            LayoutBy::Chosen => {
                let off = self.table.laid_off;
                let Layout { sets, runs, deadwood } = self.table.laid[knocker].layout;
                let table = Layout { sets: sets - off, runs: runs - off, deadwood };
                let defence = Defence { laid_off: off, layout: self.table.laid[1 - knocker].layout };
                Showdown::count(&self.rules, knocker, table, defence)
            }
        }
    }

    fn count(&mut self) {
        self.table.known = self.hands;
        self.table.phase = Phase::Over;
    }

    /// The count of a hand that is over; `None` if it is not, or was a dead one.
    #[inline]
    pub(super) fn counted(&self) -> Option<Showdown> {
        self.knocker.filter(|_| self.table.phase == Phase::Over).map(|knocker| self.showdown(knocker))
    }

    /// Lays a card or a meld, or ends a part of the laying out.
    fn lay(&mut self, action: Move) {
        let seat = self.table.to_move;
        match action {
            Move::Meld(card) => self.table.laid[seat].build(card),
            Move::EndMeld => self.table.laid[seat].end_meld(),
            Move::LayOff(card) => {
                self.table.laid[1 - seat].layout.add(card);
                self.table.laid[seat].layout.deadwood.remove(card);
                self.table.laid_off.insert(card);
            }
            _ => self.done(seat),
        }
    }

    fn done(&mut self, seat: Seat) {
        match self.table.phase {
            Phase::KnockerMelds => {
                self.table.to_move = 1 - seat;
                self.table.phase = Phase::DefenderMelds;
                self.table.known = self.hands;
                self.table.laid[1 - seat] = Laying::new(self.hands[1 - seat]);
            }
            Phase::DefenderMelds => {
                let gin = self.table.laid[1 - seat].layout.deadwood.is_empty();
                if gin { self.count() } else { self.table.phase = Phase::LayOff }
            }
            _ => self.count(),
        }
    }
}

/// What both see before the first card is dealt.
#[inline]
fn undealt(elder: Seat, rules: &Rules) -> Public {
    Public {
        phase: Phase::Deal,
        to_move: elder,
        elder,
        pile: Pile::default(),
        stock: Card::COUNT,
        known: [CardSet::EMPTY; 2],
        returned: CardSet::EMPTY,
        taken: None,
        turns: 0,
        draws: Draws::NONE,
        knock_limit: if rules.oklahoma { 0 } else { rules.knock_limit },
        laid: [Laying::default(); 2],
        laid_off: CardSet::EMPTY,
    }
}

impl State for GinState {
    type View = GinView;

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Deal | Phase::Stock => Turn::Chance,
            Phase::Over => Turn::Over { truncated: self.truncated },
            _ => Turn::Seat(self.table.to_move),
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
        let (seat, size) = (self.table.to_move, usize::from(self.rules.hand));
        if self.table.phase == Phase::Stock {
            self.table.draws.draw();
            self.receive(card);
        } else if self.hands[seat].len() < size {
            self.hands[seat].insert(card);
            self.table.to_move = 1 - seat;
        } else {
            self.table.pile.push(card, None);
            if self.rules.oklahoma {
                self.table.knock_limit = value(CardSet::of(card)) as u8;
            }
            self.table.phase = if self.rules.offer { Phase::Offer } else { Phase::Draw };
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
                    self.table.draws.take(card);
                    self.table.known[seat].insert(card);
                    self.receive(card);
                }
            }
            Some(Move::Pass) => {
                // After both have refused, elder hand has only the stock to draw from.
                self.table.phase = if seat == self.table.elder { Phase::Offer } else { Phase::Stock };
                self.table.to_move = 1 - seat;
            }
            Some(Move::Discard(card)) => {
                self.discard(card);
                self.pass_on();
            }
            Some(Move::Knock(card)) => {
                self.discard(card);
                self.show();
            }
            Some(Move::GoOut) => {
                self.table.taken = None;
                self.show();
            }
            Some(action) => self.lay(action),
            None => (),
        }
    }

    fn returns(&self, seat: Seat) -> f32 {
        if self.table.phase != Phase::Over {
            return 0.0;
        }
        let points = self.counted().map_or([0; 2], |showdown| showdown.points);
        let ahead = f32::from(points[0]) - f32::from(points[1]);
        if seat == 0 { ahead } else { -ahead }
    }

    fn points(&self, seat: Seat) -> i32 {
        self.counted().map_or(0, |showdown| showdown.points[seat].into())
    }

    fn stands(&self) -> bool {
        let mover = self.table.to_move;
        let ended = match self.table.phase {
            Phase::KnockerMelds => self.knocker == Some(mover),
            Phase::DefenderMelds | Phase::LayOff => self.knocker.is_some_and(|seat| seat + mover == 1),
            Phase::Over => self.knocker.is_none_or(|seat| seat < 2),
            _ => self.knocker.is_none() && !self.truncated,
        };
        // The best melds of more cards than a seat can have would take hours to find.
        mover < 2 && ended && self.hands.iter().all(|hand| hand.len() <= usize::from(self.rules.hand) + 1)
    }

    #[inline]
    fn view(&self, seat: Seat) -> GinView {
        GinView { options: self.rules, seat, hand: self.hands[seat], table: self.table, showdown: self.counted() }
    }
}

impl Audit for GinState {
    fn audience(&self) -> Audience {
        let dealt = self.hands[self.table.to_move].len() == usize::from(self.rules.hand);
        let upcard = self.table.phase == Phase::Deal && dealt;
        if upcard { Audience::Everyone } else { Audience::Seat(self.table.to_move) }
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        vec![
            ("hand 0", self.hands[0].into()),
            ("hand 1", self.hands[1].into()),
            ("discard pile", self.table.pile.cards().into()),
            ("stock", self.stock.into()),
        ]
    }

    fn exposed(&self) -> Cards {
        // The knocker's hand lies open while he lays it out, and then the defender's too.
        match self.table.phase {
            Phase::KnockerMelds | Phase::DefenderMelds | Phase::LayOff => {
                (self.table.known[0] | self.table.known[1]).into()
            }
            _ => Cards::EMPTY,
        }
    }
}
