//! The truth of a position of gin, and what the moves do to it.

use serde::{Deserialize, Serialize};

use super::Pile;
use super::actions::Move;
use super::laying::Laying;
use super::rules::{Deal, LayoutBy, Rules, Settlement};
use super::showdown::Showdown;
use super::view::{GinView, Phase, Public, Score};
use crate::cards::{Card, CardSet, Cards};
use crate::format::ahead;
use crate::games::rummy::{Defence, Layout, value};
use crate::rules::{Action, Audience, Audit, Episode, Seat, State, Turn};

/// The stock that no one draws from: the hand is dead when it is reached (D2).
const DEAD_STOCK: usize = 2;

/// The truth of a position of gin.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GinState {
    rules: Rules,
    table: Public,
    hands: [CardSet; 2],
    stock: CardSet,
    /// The seat that knocked or went out, when the last hand of the episode was not a dead one.
    knocker: Option<Seat>,
    truncated: bool,
}

impl GinState {
    /// The position before the first card is dealt.
    #[inline]
    pub(super) fn new(rules: Rules) -> GinState {
        GinState {
            rules,
            table: undealt(&rules, 0, Score::default()),
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

    /// Gathers the cards for a new hand.
    #[inline]
    fn gather(&mut self, elder: Seat) {
        self.hands = [CardSet::EMPTY; 2];
        self.stock = CardSet::PACK;
        self.table = undealt(&self.rules, elder, self.table.score);
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
            self.knocker = None;
            self.finish([0, 0], None, true, capped && self.stock.len() > DEAD_STOCK);
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
    fn showdown(&self, knocker: Seat) -> Showdown {
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
        let Some(knocker) = self.knocker else { return };
        let showdown = self.showdown(knocker);
        self.table.known = self.hands;
        self.finish(showdown.points, showdown.winner, false, false);
    }

    /// Books a hand, then deals the next or ends the episode.
    fn finish(&mut self, points: [u16; 2], winner: Option<Seat>, dead: bool, truncated: bool) {
        let score = &mut self.table.score;
        for (total, won) in score.points.iter_mut().zip(points) {
            *total += won;
        }
        if let Some(winner) = winner {
            score.won[winner] += 1;
        }
        score.hands += 1;
        let round = self.rules.episode == Episode::Round;
        if round || self.victor().is_some() || self.table.score.hands >= self.rules.hand_cap {
            self.truncated = if round { truncated } else { self.victor().is_none() };
            self.table.phase = Phase::Over;
            return;
        }
        let elder = self.table.elder;
        let next = match (self.rules.deal, winner) {
            _ if dead => elder,
            (Deal::Loser, Some(winner)) => 1 - winner,
            (Deal::Alternate, _) | (Deal::AlternateIfScored, Some(_)) => 1 - elder,
            (Deal::Loser | Deal::AlternateIfScored, None) => elder,
        };
        self.gather(next);
    }

    /// The seat that has reached the target and is ahead; nobody while the totals are equal.
    fn victor(&self) -> Option<Seat> {
        ahead(self.table.score.points.into_iter().map(i32::from), self.rules.target.into())
    }

    /// What the match pays the winner: the difference of the settled scores (D8).
    fn gambled(&self, winner: Seat) -> f32 {
        let Score { points, won, .. } = self.table.score;
        let settled = |seat: Seat| f32::from(points[seat]) + 20.0 * f32::from(won[seat]);
        let game = if points[1 - winner] == 0 { 200.0 } else { 100.0 };
        settled(winner) + game - settled(1 - winner)
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

/// What both see before the first card of a hand is dealt.
#[inline]
fn undealt(rules: &Rules, elder: Seat, score: Score) -> Public {
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
        knock_limit: if rules.oklahoma { 0 } else { rules.knock_limit },
        score,
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
        let points = self.table.score.points.map(f32::from);
        let (winner, pay) = match (self.rules.episode, self.rules.settlement, self.victor()) {
            (Episode::Round, ..) => (0, points[0] - points[1]),
            (Episode::Match, _, None) => return 0.0,
            (Episode::Match, Settlement::Plain, Some(winner)) => (winner, 1.0),
            (Episode::Match, Settlement::Gambling, Some(winner)) => (winner, self.gambled(winner)),
        };
        if seat == winner { pay } else { -pay }
    }

    fn points(&self, seat: Seat) -> i32 {
        match (self.table.phase, self.rules.episode) {
            (Phase::Over, Episode::Round) => self.table.score.points[seat].into(),
            (Phase::Over, Episode::Match) => (self.victor() == Some(seat)).into(),
            _ => 0,
        }
    }

    #[inline]
    fn view(&self, seat: Seat) -> GinView {
        let showdown = match (self.table.phase, self.knocker) {
            (Phase::Over, Some(knocker)) => Some(self.showdown(knocker)),
            _ => None,
        };
        GinView { options: self.rules, seat, hand: self.hands[seat], table: self.table, showdown }
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
