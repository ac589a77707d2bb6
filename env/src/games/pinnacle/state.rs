//! The truth of a position of Pinnacle, and what the moves do to it.

use serde::{Deserialize, Serialize};

use super::actions::Move;
use super::betting::{Betting, Deed};
use super::rules::Rules;
use super::settle::settle;
use super::table::{Phase, Public};
use super::view::PinnacleView;
use crate::cards::{Card, CardSet, Cards};
use crate::rules::{Action, Audience, Audit, Seat, State, Turn};

/// The truth of a position of Pinnacle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PinnacleState {
    pub(super) rules: Rules,
    pub(super) table: Public,
    pub(super) hole: [CardSet; Rules::SEATS],
    pub(super) stock: CardSet,
    /// What the seat to act has put together of an amount.
    pub(super) amount: Option<u16>,
}

impl PinnacleState {
    /// The position before the first card is dealt; each seat has so many chips before the ante.
    pub(super) fn new(rules: Rules, before: [u16; Rules::SEATS]) -> PinnacleState {
        let table = Public::new(Betting::new(&rules, before));
        PinnacleState { stock: rules.pack(), rules, table, hole: [CardSet::EMPTY; Rules::SEATS], amount: None }
    }

    /// The chips that a seat has more than before the round; less than 0 if it has fewer.
    #[inline]
    pub(super) fn won(&self, seat: Seat) -> i32 {
        let betting = &self.table.betting;
        i32::from(betting.chips[seat]) - i32::from(betting.before[seat])
    }

    #[inline]
    fn act(&mut self, deed: Deed) {
        self.amount = None;
        self.table.betting.act(&self.rules, deed);
        self.go_on();
    }

    /// Goes on after a deed or a deal: to the next card, the next deed, or the end of the round.
    #[inline]
    fn go_on(&mut self) {
        let table = &mut self.table;
        if table.card_is_due(&self.rules) {
            table.phase = Phase::Deal;
        } else if table.betting.open {
            table.phase = Phase::Bet;
        } else {
            let live = table.betting.live();
            if live.len() > 1 {
                live.iter().for_each(|seat| table.shown[seat] = self.hole[seat]);
            }
            settle(&self.rules, table);
        }
    }
}

impl State for PinnacleState {
    type View = PinnacleView;

    const SETTLES_EARLY: bool = true;

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Deal => Turn::Chance,
            Phase::Over => Turn::Over { truncated: false },
            Phase::Bet => Turn::Seat(self.table.betting.to_move.into()),
        }
    }

    #[inline]
    fn deck(&self) -> Cards {
        if self.table.phase == Phase::Deal { self.stock.into() } else { Cards::EMPTY }
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        self.stock.remove(card);
        match self.table.receiver(&self.rules) {
            Some((seat, open)) => {
                self.table.dealt += 1;
                if open { self.table.open[seat].insert(card) } else { self.hole[seat].insert(card) }
            }
            None => {
                if let Some(cycle) = self.table.lacking() {
                    self.table.board[cycle].insert(card);
                }
            }
        }
        self.go_on();
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        match Move::of(action) {
            Some(Move::Fold) => self.act(Deed::Fold),
            Some(Move::Check) => self.act(Deed::Check),
            Some(Move::Call) => self.act(Deed::Call),
            Some(Move::Bet(size)) => {
                if let Some(to) = self.table.betting.sizes(&self.rules)[size as usize] {
                    self.act(Deed::Bet(to));
                }
            }
            Some(Move::Amount) => self.amount = Some(0),
            Some(Move::Add(unit)) => self.amount = self.amount.map(|amount| amount + unit.chips()),
            Some(Move::Done) => {
                if let Some(to) = self.amount {
                    self.act(Deed::Bet(to));
                }
            }
            None => (),
        }
    }

    fn returns(&self, seat: Seat) -> f32 {
        if self.table.phase == Phase::Over { self.won(seat) as f32 } else { 0.0 }
    }

    /// Who has folded knows when nothing more can be handed back.
    #[inline]
    fn settled(&self, seat: Seat) -> Option<f32> {
        let certain = self.table.phase == Phase::Over || self.table.betting.has_paid(seat);
        certain.then(|| self.won(seat) as f32)
    }

    fn stands(&self) -> bool {
        self.hole[usize::from(self.rules.seats)..].iter().all(|hole| hole.is_empty())
    }

    #[inline]
    fn view(&self, seat: Seat) -> PinnacleView {
        let amount = self.amount.filter(|_| self.turn() == Turn::Seat(seat));
        PinnacleView { options: self.rules, seat, hole: self.hole[seat], amount, table: self.table }
    }
}

impl Audit for PinnacleState {
    fn audience(&self) -> Audience {
        match self.table.receiver(&self.rules) {
            Some((seat, false)) => Audience::Seat(seat),
            _ => Audience::Everyone,
        }
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        let hole = ["hole 0", "hole 1", "hole 2", "hole 3", "hole 4", "hole 5", "hole 6"];
        let open = ["open 0", "open 1", "open 2", "open 3", "open 4", "open 5", "open 6"];
        let mut zones: Vec<(&'static str, Cards)> = hole.into_iter().zip(self.hole.map(Cards::from)).collect();
        zones.extend(open.into_iter().zip(self.table.open.map(Cards::from)));
        zones.extend([("community", self.table.community().into()), ("deck", self.stock.into())]);
        zones
    }

    fn exposed(&self) -> Cards {
        self.table.shown.iter().fold(CardSet::EMPTY, |cards, &shown| cards | shown).into()
    }
}
