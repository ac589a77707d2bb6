//! A round: who has paid, what has been dealt, what has been done, and who is next.

use super::rules::Rules;
use crate::oracle::card::Card;

/// What a seat does in a cycle of betting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Gives up the pot.
    Fold,
    /// Stays in while nobody has bet.
    Check,
    /// Makes its bet equal to the highest one, or as high as its chips go.
    Call,
    /// Bets, or raises, to so many chips in this cycle.
    Bet(i64),
}

/// What a round waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A card for a seat that nobody else sees.
    Hole(usize),
    /// A card for a seat, face up.
    Up(usize),
    /// A card for all.
    Board,
    /// An act of a seat.
    Act(usize),
    /// The settling of the pot.
    Settle,
}

/// A round.
#[derive(Clone, Debug)]
pub struct Round {
    /// The options of the game.
    pub rules: Rules,
    /// The chips of each seat before the ante.
    pub before: Vec<i64>,
    /// The chips of each seat now.
    pub chips: Vec<i64>,
    /// The bet of each seat in this cycle.
    pub bets: Vec<i64>,
    /// All chips in the middle, those bet in this cycle included.
    pub pot: i64,
    /// What each seat has paid before the first card.
    pub ante: i64,
    /// Nobody may bet or raise any more.
    pub all_in: bool,
    /// The seat that held the button when the round began.
    pub starter: usize,
    /// The seat that holds the button now.
    pub button: usize,
    /// The direction of play.
    pub clockwise: bool,
    /// The hole cards of each seat.
    pub hole: Vec<Vec<Card>>,
    /// The cards face up of each seat.
    pub up: Vec<Vec<Card>>,
    /// The community cards that lie before each cycle.
    pub board: Vec<Vec<Card>>,
    /// What has been done in each cycle, in order.
    pub acts: Vec<Vec<(usize, Act)>>,
}

impl Round {
    /// A round in which the antes are paid and nothing is dealt.
    pub fn new(rules: &Rules, chips: &[i64], starter: usize, clockwise: bool) -> Round {
        let paying: Vec<usize> = (0..rules.seats).filter(|&seat| chips[seat] > 0).collect();
        let poorest = paying.iter().map(|&seat| chips[seat]).min().expect("somebody has chips");
        let ante = rules.ante(paying.len()).min(poorest);
        let mut round = Round {
            rules: rules.clone(),
            before: chips.to_vec(),
            chips: chips.to_vec(),
            bets: vec![0; rules.seats],
            pot: 0,
            ante,
            all_in: false,
            starter,
            button: starter,
            clockwise,
            hole: vec![Vec::new(); rules.seats],
            up: vec![Vec::new(); rules.seats],
            board: vec![Vec::new(); rules.cycles],
            acts: vec![Vec::new(); rules.cycles],
        };
        for seat in paying {
            round.chips[seat] -= ante;
            round.pot += ante;
            round.all_in |= round.chips[seat] == 0;
        }
        round
    }

    /// All seats in the direction of play, from one of them on.
    pub fn from(&self, seat: usize) -> Vec<usize> {
        places(self.rules.seats, seat, self.clockwise)
    }

    /// The seats that were dealt in, from the one that held the button when the round began, in the direction of play.
    pub fn order(&self) -> Vec<usize> {
        self.from(self.starter).into_iter().filter(|&seat| self.plays(seat)).collect()
    }

    /// Returns `true` if a seat was dealt in.
    pub fn plays(&self, seat: usize) -> bool {
        self.before[seat] > 0
    }

    /// Returns `true` if a seat has folded.
    pub fn has_folded(&self, seat: usize) -> bool {
        self.acts.iter().flatten().any(|&act| act == (seat, Act::Fold))
    }

    /// The seats that can still win the pot.
    pub fn left(&self) -> Vec<usize> {
        (0..self.rules.seats).filter(|&seat| self.plays(seat) && !self.has_folded(seat)).collect()
    }

    /// The highest bet of this cycle.
    pub fn highest(&self) -> i64 {
        self.bets.iter().copied().max().expect("there are seats")
    }

    /// What it waits for.
    pub fn next(&self) -> Next {
        let dealt = self.order();
        for number in 0..2 {
            if let Some(&seat) = dealt.iter().find(|&&seat| self.hole[seat].len() == number) {
                return Next::Hole(seat);
            }
        }
        for number in 0..self.rules.up {
            if let Some(&seat) = dealt.iter().find(|&&seat| self.up[seat].len() == number) {
                return Next::Up(seat);
            }
        }
        if self.left().len() == 1 {
            return Next::Settle;
        }
        // The cycle that is on comes to its end before any more cards are laid.
        match (self.to_act(), (0..self.rules.cycles).find(|&cycle| self.is_short(cycle))) {
            (_, Some(cycle)) if cycle <= self.cycle() => Next::Board,
            (Some(seat), _) => Next::Act(seat),
            (None, Some(_)) => Next::Board,
            (None, None) => Next::Settle,
        }
    }

    /// The seat that is to act in the cycle that is on, if there is one.
    pub fn to_act(&self) -> Option<usize> {
        let acts = &self.acts[self.cycle()];
        let mut order = self.from(acts.last().map_or(self.button, |last| last.0));
        if !acts.is_empty() {
            order.rotate_left(1);
        }
        let raise = acts.iter().rposition(|act| matches!(act.1, Act::Bet(_))).unwrap_or(0);
        let must_act = |seat: usize| {
            if self.all_in { self.bets[seat] < self.highest() } else { !acts[raise..].iter().any(|act| act.0 == seat) }
        };
        let left = self.left();
        order.into_iter().find(|&seat| left.len() > 1 && left.contains(&seat) && must_act(seat))
    }

    /// Returns `true` if community cards that lie before a cycle are still to come.
    fn is_short(&self, cycle: usize) -> bool {
        self.board[cycle].len() < self.rules.laid()[cycle]
    }

    /// The cycle that is on: the last one before which community cards lie.
    pub fn cycle(&self) -> usize {
        self.board.iter().rposition(|cards| !cards.is_empty()).unwrap_or(0)
    }

    /// Deals a card to where one is due.
    ///
    /// # Panics
    ///
    /// If it waits for no card.
    pub fn deal(&mut self, card: Card) {
        match self.next() {
            Next::Hole(seat) => self.hole[seat].push(card),
            Next::Up(seat) => self.up[seat].push(card),
            Next::Board => {
                let cycle = (0..self.rules.cycles).find(|&cycle| self.is_short(cycle));
                self.board[cycle.expect("a card is due")].push(card);
            }
            next => panic!("no card is due: {next:?}"),
        }
    }
}

/// So many seats in a direction, from one of them on.
pub fn places(count: usize, first: usize, clockwise: bool) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..count).collect();
    if !clockwise {
        seats.reverse();
    }
    while seats[0] != first {
        seats.rotate_left(1);
    }
    seats
}
