//! The betting of a round: chips, who may do what, and who acts next. It knows nothing of cards.

use serde::{Deserialize, Serialize};

use super::history::History;
use super::rules::{Limits, Rules};
use super::seats::Seats;
use crate::rules::Seat;

/// What a seat does in a cycle of betting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Gives up the pot.
    Fold,
    /// Stays in without a bet.
    Check,
    /// Equals the highest bet, or puts in all it has.
    Call,
    /// Makes its bet of the cycle so many chips, more than the highest.
    Bet(u16),
}

/// The amounts to which a seat may lift its bet of the cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub least: u16,
    /// The greatest.
    pub most: u16,
}

impl Range {
    /// Returns `true` if an amount may be bet.
    #[inline]
    pub fn contains(&self, to: u16) -> bool {
        (self.least..=self.most).contains(&to)
    }
}

/// The betting of a round as all see it; amounts are in chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Betting {
    /// The seats at the table.
    pub seats: Seats,
    /// Those of them that have folded.
    pub folded: Seats,
    /// The seats that have bet, raised or checked in this cycle.
    pub used: Seats,
    /// The seats that have acted since the last raise, or in this cycle if nobody has raised.
    pub acted: Seats,
    /// Somebody has put in his last chip, so that nobody may bet any more.
    pub all_in: bool,
    /// A seat is to act; if not, the betting of the round is over.
    pub open: bool,
    /// The seat with the button.
    pub button: u8,
    /// The seat to act.
    pub to_move: u8,
    /// The cycle, counted from 0.
    pub cycle: u8,
    /// What each seat paid before the first card.
    pub ante: u16,
    /// The highest bet of this cycle.
    pub bet: u16,
    /// A bet or raise lifts the highest bet by so much at least, in a limit game by so much exactly.
    pub lift: u16,
    /// The chips of each seat before the ante.
    pub before: [u16; Rules::SEATS],
    /// The chips that each seat has now.
    pub chips: [u16; Rules::SEATS],
    /// The bet of each seat in this cycle.
    pub bets: [u16; Rules::SEATS],
    /// What was bet so far.
    pub history: History,
}

impl Betting {
    /// Takes the antes of a round.
    pub(super) fn new(rules: &Rules, before: [u16; Rules::SEATS]) -> Betting {
        let seats = Seats::all(rules.seats.into());
        let chips = before.iter().map(|&chips| u32::from(chips)).sum();
        let poorest = seats.iter().map(|seat| before[seat]).min().unwrap_or_default();
        let ante = rules.ante(chips).min(poorest);
        let all_in = ante == poorest;
        let mut betting = Betting {
            seats,
            folded: Seats::NONE,
            used: Seats::NONE,
            acted: Seats::NONE,
            all_in,
            open: !all_in,
            button: 0,
            to_move: 0,
            cycle: if all_in { rules.cycles - 1 } else { 0 },
            ante,
            bet: 0,
            lift: 0,
            before,
            chips: before,
            bets: [0; Rules::SEATS],
            history: History::default(),
        };
        seats.iter().for_each(|seat| betting.chips[seat] -= ante);
        betting.lift = betting.first_lift(rules);
        betting
    }

    /// What [`Betting::lift`] is when a cycle opens; in a limit game it stays so.
    #[inline]
    fn first_lift(&self, rules: &Rules) -> u16 {
        match rules.betting {
            Limits::Limit if self.cycle >= 2 => self.ante.saturating_mul(2),
            _ => self.ante,
        }
    }

    /// The seats that are still in for the pot.
    #[inline]
    pub fn live(&self) -> Seats {
        self.seats.without(self.folded)
    }

    /// All chips in the middle, those of this cycle included; 0 once the pot is paid out.
    #[inline]
    pub fn pot(&self) -> u32 {
        let sum = |chips: &[u16; Rules::SEATS]| chips.iter().map(|&chips| u32::from(chips)).sum::<u32>();
        // A position that comes from outside may have more chips than there were, and is refused then.
        sum(&self.before).saturating_sub(sum(&self.chips))
    }

    /// Returns `true` if a seat has folded and nothing can be handed back to it any more: everyone who is still in could
    /// call its bet of the cycle, so that no last chip cuts that back.
    #[inline]
    pub(super) fn has_paid(&self, seat: Seat) -> bool {
        let bet = self.bets[seat];
        self.folded.contains(seat) && self.live().iter().all(|other| bet <= self.bets[other] + self.chips[other])
    }

    /// What a call would cost a seat.
    #[inline]
    pub fn price(&self, seat: Seat) -> u16 {
        self.bet.saturating_sub(self.bets[seat]).min(self.chips[seat])
    }

    /// All seats in the order of play, from one on.
    #[inline]
    pub(super) fn from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats.len();
        (0..seats).map(move |places| (first + places) % seats)
    }

    /// The first seat of some in the order of play, from a seat on and that seat included.
    #[inline]
    fn first_of(&self, among: Seats, from: Seat) -> Option<Seat> {
        self.from(from).find(|&seat| among.contains(seat))
    }

    /// Returns `true` if the seat to act may check.
    #[inline]
    pub fn may_check(&self) -> bool {
        self.bet == 0
    }

    /// Returns `true` if the seat to act may call.
    #[inline]
    pub fn may_call(&self) -> bool {
        self.bets[usize::from(self.to_move)] < self.bet
    }

    /// The amounts to which the seat to act may lift its bet; none if it may not bet.
    #[inline]
    pub fn range(&self, rules: &Rules) -> Option<Range> {
        let seat = usize::from(self.to_move);
        let most = self.bets[seat] + self.chips[seat];
        if self.all_in || self.used.contains(seat) || most <= self.bet {
            return None;
        }
        let least = most.min(self.bet.saturating_add(self.lift));
        Some(Range { least, most: if rules.betting == Limits::Limit { least } else { most } })
    }

    /// Returns `true` if the seat to act may do something.
    pub(super) fn allows(&self, rules: &Rules, deed: Deed) -> bool {
        self.open
            && match deed {
                Deed::Fold => true,
                Deed::Check => self.may_check(),
                Deed::Call => self.may_call(),
                Deed::Bet(to) => self.range(rules).is_some_and(|range| range.contains(to)),
            }
    }

    /// Does what the seat to act is allowed to do, and passes the turn on.
    #[inline]
    pub(super) fn act(&mut self, rules: &Rules, deed: Deed) {
        let seat = usize::from(self.to_move);
        match deed {
            Deed::Fold => {
                self.folded.insert(seat);
                self.history.folded(self.cycle.into(), seat);
            }
            Deed::Check => self.used.insert(seat),
            Deed::Call => self.put(seat, self.bet),
            Deed::Bet(to) => {
                self.used.insert(seat);
                self.acted = Seats::NONE;
                if rules.betting == Limits::NoLimit {
                    self.lift = self.lift.max(to - self.bet);
                }
                self.bet = to;
                self.history.raised(self.cycle.into(), seat, to);
                self.put(seat, to);
            }
        }
        self.acted.insert(seat);
        match self.first_of(self.waiting(), seat + 1) {
            Some(next) if self.live().len() > 1 => self.to_move = next as u8,
            _ => self.end_cycle(rules),
        }
    }

    /// The seats that are still to act in this cycle.
    #[inline]
    fn waiting(&self) -> Seats {
        let waiting = self.live().without(self.acted);
        if !self.all_in {
            return waiting;
        }
        waiting.iter().filter(|&seat| self.bets[seat] < self.bet).collect()
    }

    /// Lifts a seat's bet of the cycle, as far as its chips go; the last chip cuts all bets of the cycle back to its own.
    #[inline]
    fn put(&mut self, seat: Seat, to: u16) {
        let chips = (to - self.bets[seat]).min(self.chips[seat]);
        self.chips[seat] -= chips;
        self.bets[seat] += chips;
        if self.chips[seat] == 0 {
            self.all_in = true;
            self.bet = self.bets[seat];
            for seat in self.seats.iter() {
                let above = self.bets[seat].saturating_sub(self.bet);
                self.bets[seat] -= above;
                self.chips[seat] += above;
            }
        }
    }

    /// Ends the cycle: the highest bettor takes the button, and the next cycle opens if there is one.
    fn end_cycle(&mut self, rules: &Rules) {
        if let Some(raise) = self.history.raises(self.cycle.into()).last() {
            self.button = raise.seat;
        }
        let last = self.cycle + 1 == rules.cycles;
        self.open = !last && !self.all_in && self.live().len() > 1;
        (self.used, self.acted) = (Seats::NONE, Seats::NONE);
        (self.bet, self.bets) = (0, [0; Rules::SEATS]);
        if self.open {
            self.cycle += 1;
            self.lift = self.first_lift(rules);
            let first = self.first_of(self.live(), self.button.into());
            self.to_move = first.map_or(self.to_move, |seat| seat as u8);
        } else if self.live().len() > 1 {
            // The rest of the community's cards is dealt without betting.
            self.cycle = rules.cycles - 1;
        }
    }

    /// What the seat to act did next in a history of this round.
    pub(super) fn recall(&self, history: &History) -> Deed {
        let seat = usize::from(self.to_move);
        let cycle = usize::from(self.cycle);
        let raises = self.history.raises(cycle).len();
        let folded = history.fold(seat).is_some_and(|fold| (fold.cycle.into(), fold.raises.into()) == (cycle, raises));
        match history.raises(cycle).get(raises) {
            _ if folded => Deed::Fold,
            Some(raise) if usize::from(raise.seat) == seat => Deed::Bet(raise.to),
            _ if self.may_check() => Deed::Check,
            _ => Deed::Call,
        }
    }
}
