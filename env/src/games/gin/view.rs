//! What one seat of a game of gin knows.

use serde::{Deserialize, Serialize};

use super::Pile;
use super::actions::{DISCARD, DONE, DRAW, END_MELD, GO_OUT, KNOCK, LAY_OFF, MELD, PASS, TAKE};
use super::draws::Draws;
use super::laying::Laying;
use super::rules::Rules;
use super::showdown::Showdown;
use crate::cards::{Card, CardSet};
use crate::games::rummy::{Discards, Look, value};
use crate::rules::{ActionSet, Seat, View};

/// What is going on in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The cards are being dealt.
    Deal,
    /// The first upcard is offered to the seat to move: `take` or `pass`.
    Offer,
    /// The seat to move draws from the stock or takes the upcard.
    Draw,
    /// The seat to move is being dealt the top of the stock.
    Stock,
    /// The seat to move discards, knocks or goes out.
    Discard,
    /// The knocker, who is to move, lays out his hand.
    KnockerMelds,
    /// The defender, who is to move, lays out his hand.
    DefenderMelds,
    /// The defender, who is to move, lays cards off.
    LayOff,
    /// The hand is over.
    Over,
}

/// What both seats see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// What is going on.
    pub phase: Phase,
    /// The seat to move.
    pub to_move: Seat,
    /// The elder hand of this hand, who was offered the upcard first or drew first.
    pub elder: Seat,
    /// The discard pile from bottom to top.
    pub pile: Pile,
    /// The number of cards in the stock.
    pub stock: u8,
    /// For each seat, the cards of its hand that both know: those it took from the discard pile and still holds.
    #[serde(default)]
    pub known: [CardSet; 2],
    /// The cards that someone took from the discard pile and later discarded again.
    #[serde(default)]
    pub returned: CardSet,
    /// The card that the seat to move took from the discard pile in this turn.
    #[serde(default)]
    pub taken: Option<Card>,
    /// The turns that have been completed in this hand.
    pub turns: u8,
    /// What was drawn in each turn, that of the seat to move included; equal to any other, see [`Draws`].
    #[serde(default, skip_serializing_if = "Draws::are_unknown")]
    pub draws: Draws,
    /// The most deadwood that one may knock with.
    pub knock_limit: u8,
    /// For each seat, what it has laid out so far; empty unless players lay out themselves.
    #[serde(default)]
    pub laid: [Laying; 2],
    /// The cards that have been laid off so far.
    #[serde(default)]
    pub laid_off: CardSet,
}

/// What one seat of a game of gin knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GinView {
    /// The rules.
    pub options: Rules,
    /// The seat whose view it is.
    pub seat: Seat,
    /// Its hand.
    pub hand: CardSet,
    /// What both see.
    pub table: Public,
    /// How the hand ended, when it is over and was not a dead one.
    #[serde(default)]
    pub showdown: Option<Showdown>,
}

impl GinView {
    /// Examines the hand for the seat's decision.
    #[inline(always)]
    pub(super) fn look(&self) -> Look {
        let (table, sets) = (&self.table, self.options.sets());
        let mut legal = ActionSet::EMPTY;
        if table.to_move == self.seat {
            match table.phase {
                Phase::Discard => return self.look_to_discard(),
                Phase::Offer => legal.insert_bits(0, 1 << TAKE | 1 << PASS),
                Phase::Draw => legal.insert_bits(0, 1 << DRAW | 1 << TAKE),
                Phase::KnockerMelds | Phase::DefenderMelds => legal = self.melding(),
                Phase::LayOff => {
                    legal.insert_bits(DONE, 1);
                    let fitting = table.laid[1 - self.seat].layout.fitting() & table.laid[self.seat].layout.deadwood;
                    legal.insert_bits(LAY_OFF, fitting.bits());
                }
                Phase::Deal | Phase::Stock | Phase::Over => (),
            }
        }
        let takes = matches!(table.phase, Phase::Offer | Phase::Draw);
        Look::at(self.hand, legal, table.pile.top().filter(|_| takes), sets)
    }

    #[inline]
    fn look_to_discard(&self) -> Look {
        let mut legal = ActionSet::EMPTY;
        let allowed = self.allowed_discards();
        let discards = Discards::new(self.hand, allowed, self.table.knock_limit.into(), self.options.sets());
        legal.insert_bits(DISCARD, allowed.bits());
        legal.insert_bits(KNOCK, discards.knocks.bits());
        let whole = || value(self.hand - discards.melded) <= self.table.knock_limit.into();
        if self.options.out_without_discard && whole() {
            legal.insert_bits(GO_OUT, 1);
        }
        Look::at_discards(&discards, legal)
    }

    /// The cards that may be discarded: all but the one just taken from the discard pile.
    #[inline]
    pub fn allowed_discards(&self) -> CardSet {
        match self.table.taken {
            Some(card) if !self.options.return_taken => self.hand.without(card),
            _ => self.hand,
        }
    }

    fn melding(&self) -> ActionSet {
        let laying = &self.table.laid[self.seat];
        // The knocker must keep to what he knocked with.
        let limit = match self.table.phase {
            Phase::DefenderMelds => u32::MAX,
            _ => self.table.knock_limit.into(),
        };
        let (next, end) = laying.choices(limit, self.options.sets());
        let mut legal = ActionSet::EMPTY;
        legal.insert_bits(MELD, next.bits());
        legal.insert_bits(END_MELD, end.into());
        legal.insert_bits(DONE, laying.complete(limit).into());
        legal
    }
}

impl View for GinView {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        self.look().legal
    }
}

impl GinView {
    /// The seat that has knocked or gone out.
    pub(super) fn ended_by(&self) -> Option<Seat> {
        match self.table.phase {
            Phase::KnockerMelds => Some(self.table.to_move),
            Phase::DefenderMelds | Phase::LayOff => Some(1 - self.table.to_move),
            _ => self.showdown.map(|showdown| showdown.knocker),
        }
    }

    /// The cards whose place this seat does not know: in the stock or in the other hand.
    pub fn unseen(&self) -> CardSet {
        CardSet::PACK - self.hand - self.table.pile.cards() - self.table.known[1 - self.seat]
    }
}
