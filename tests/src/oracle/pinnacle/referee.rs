//! A referee of whole games: it is told the cards and the actions, and says what may come next.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::amount;
use super::round::{Act, Next, Round, places};
use super::rules::Rules;
use crate::oracle::card::Card;

/// What goes on at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A round is played.
    Round,
    /// The winner of a round chooses the direction of play.
    Direction,
    /// The winner of a round chooses who begins the next.
    Start,
    /// After a pot that was shared, the next round waits for its first card.
    Counted,
    /// The game is over.
    Over {
        /// The cap of rounds stopped it.
        truncated: bool,
    },
}

/// A game from its beginning to its end.
#[derive(Clone, Debug)]
pub struct Referee {
    /// The round that is played, or that was the last one.
    pub round: Round,
    /// The number of rounds that are over.
    pub rounds: usize,
    /// The seats that have lost their last chips, in the order in which they went out.
    pub gone: Vec<usize>,
    /// Who began the round; after it who chooses, or after a pot that was shared who begins the next.
    pub elder: usize,
    /// What goes on.
    pub phase: Phase,
    /// The direction of play of this round and, once it has been chosen, of the next.
    pub clockwise: bool,
    /// What each seat won of the pot of the last round; nothing while a round is played.
    pub won: Vec<i64>,
    /// The steps of an amount that is being put together.
    pub steps: Option<Vec<String>>,
}

impl Referee {
    /// A game before its first card.
    pub fn new(rules: &Rules) -> Referee {
        Referee {
            round: Round::new(rules, &vec![rules.stack; rules.seats], 0, true),
            rounds: 0,
            gone: Vec::new(),
            elder: 0,
            phase: Phase::Round,
            clockwise: true,
            won: vec![0; rules.seats],
            steps: None,
        }
    }

    /// The options of the game.
    fn rules(&self) -> &Rules {
        &self.round.rules
    }

    /// The seat that is to act, if there is one.
    pub fn mover(&self) -> Option<usize> {
        match (self.phase, self.round.next()) {
            (Phase::Round, Next::Act(seat)) => Some(seat),
            (Phase::Direction | Phase::Start, _) => Some(self.elder),
            _ => None,
        }
    }

    /// What it waits for if nobody chooses.
    pub fn next(&self) -> Next {
        if self.phase == Phase::Counted { Next::Hole(self.elder) } else { self.round.next() }
    }

    /// The cards of which any may be dealt next.
    pub fn deck(&self) -> Vec<Card> {
        let round = &self.round;
        if self.phase == Phase::Counted {
            return self.rules().pack();
        }
        let dealt = [round.hole.concat(), round.up.concat(), round.board.concat()].concat();
        self.rules().pack().into_iter().filter(|card| !dealt.contains(card)).collect()
    }

    /// The names of the actions that the seat to move may choose.
    pub fn legal(&self) -> BTreeSet<String> {
        let Some(mover) = self.mover() else { return BTreeSet::new() };
        match (self.phase, &self.steps) {
            (Phase::Round, None) => {
                let acts = self.round.acts(mover).into_iter().map(|(name, _)| name.to_string());
                let amount = self.paths(mover).next().map(|_| "bet amount".to_string());
                acts.chain(amount).collect()
            }
            // The next step on the way to any amount that may be bet.
            (Phase::Round, Some(steps)) => {
                let paths =
                    self.paths(mover).filter(|path| path.len() > steps.len() && path[..steps.len()] == steps[..]);
                paths.map(|path| path[steps.len()].into()).collect()
            }
            (Phase::Direction, _) => ["clockwise", "counterclockwise"].map(String::from).into(),
            (Phase::Start, _) => {
                let places = self.places(mover).into_iter().enumerate();
                let playing = places.filter(|&(_, seat)| self.round.chips[seat] > 0);
                playing.map(|(place, _)| format!("start +{place}")).collect()
            }
            (Phase::Counted | Phase::Over { .. }, _) => BTreeSet::new(),
        }
    }

    /// All seats in the direction of play of the next round, from one of them on.
    fn places(&self, seat: usize) -> Vec<usize> {
        places(self.rules().seats, seat, self.clockwise)
    }

    /// The steps to each amount that a seat may bet.
    fn paths(&self, seat: usize) -> impl Iterator<Item = Vec<&'static str>> + use<> {
        self.round.amounts(seat).into_iter().filter_map(amount::steps)
    }

    /// Takes a card that was dealt to where one was due.
    pub fn deal(&mut self, card: Card) {
        if self.phase == Phase::Counted {
            self.begin(self.elder);
        }
        self.round.deal(card);
        self.go_on();
    }

    /// Takes a legal action of the seat to move.
    ///
    /// # Panics
    ///
    /// If nobody is to move, or the action has no such name.
    pub fn act(&mut self, name: &str) {
        let mover = self.mover().expect("a seat is to move");
        match (self.phase, &mut self.steps) {
            (Phase::Round, None) if name == "bet amount" => self.steps = Some(Vec::new()),
            (Phase::Round, None) => {
                let acts = self.round.acts(mover);
                self.round.act(mover, acts.iter().find(|act| act.0 == name).expect("a legal action").1);
            }
            (Phase::Round, Some(steps)) if name == "done" => {
                self.round.act(mover, Act::Bet(amount::total(steps)));
                self.steps = None;
            }
            (Phase::Round, Some(steps)) => steps.push(name.into()),
            (Phase::Direction, _) => {
                self.clockwise = name == "clockwise";
                self.phase = Phase::Start;
            }
            (Phase::Start, _) => {
                let place: usize = name.strip_prefix("start +").and_then(|place| place.parse().ok()).expect("a place");
                self.begin(self.places(mover)[place]);
            }
            (Phase::Counted | Phase::Over { .. }, _) => panic!("nobody is to act"),
        }
        self.go_on();
    }

    /// Begins a round in which a seat has the button.
    fn begin(&mut self, starter: usize) {
        self.round = Round::new(&self.round.rules, &self.round.chips, starter, self.clockwise);
        self.won.fill(0);
        self.elder = starter;
        self.phase = Phase::Round;
    }

    /// Settles the round if nothing else is left to do in it, and sees what comes then.
    fn go_on(&mut self) {
        if self.phase != Phase::Round || self.round.next() != Next::Settle {
            return;
        }
        self.won = self.round.settle();
        self.rounds += 1;
        // Who had less goes out first, of equals the seat with the highest number.
        let before = |seat: &usize| (self.round.before[*seat], Reverse(*seat));
        let out = (0..self.rules().seats).filter(|&seat| self.round.plays(seat) && self.round.chips[seat] == 0);
        let mut out: Vec<usize> = out.collect();
        out.sort_by_key(before);
        self.gone.extend(out);
        let playing = self.round.chips.iter().filter(|&&chips| chips > 0).count();
        self.phase = match self.rules().rounds {
            None => Phase::Over { truncated: false },
            Some(_) if playing == 1 => Phase::Over { truncated: false },
            Some(most) if self.rounds == most => Phase::Over { truncated: true },
            Some(_) if self.winners().len() == 1 => {
                self.elder = self.winners()[0];
                Phase::Direction
            }
            Some(_) => {
                // Who has lost its last chip hands the button on.
                let mut places = self.places(self.round.button).into_iter();
                self.elder = places.find(|&seat| self.round.chips[seat] > 0).expect("somebody has chips");
                Phase::Counted
            }
        };
    }

    /// Those who won or shared the pot of the last round; nobody while a round is played.
    pub fn winners(&self) -> Vec<usize> {
        (0..self.won.len()).filter(|&seat| self.won[seat] > 0).collect()
    }

    /// What each seat gets at the end of the game: the chips won or lost in a round, or what a match pays.
    pub fn returns(&self) -> Vec<f64> {
        let chips = &self.round.chips;
        if self.rules().rounds.is_none() {
            return chips.iter().map(|chips| (chips - self.rules().stack) as f64).collect();
        }
        let most = chips.iter().max().expect("there are seats");
        let winners = chips.iter().filter(|chips| *chips == most).count() as f64;
        // One of those who have most is paid 1, the others pay as everyone does; then they share.
        let lost = -1.0 / (chips.len() - 1) as f64;
        let won = (1.0 + (winners - 1.0) * lost) / winners;
        chips.iter().map(|chips| if chips == most { won } else { lost }).collect()
    }
}

#[cfg(test)]
#[path = "referee_tests.rs"]
mod tests;
