//! One deal, played from every seat.

use elderhand_env::{Game, State, Stream, ViewOf};
use serde::{Deserialize, Serialize};

use super::Entrant;
use super::luck::{Luck, without};
use crate::measuring::playout::{Players, Playout};
use crate::players::agent::{Agent, AgentError};

/// Who is compared, and who plays where.
pub(super) struct Seating<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The players that are compared.
    pub entrants: Vec<&'a Entrant<'a, ViewOf<G>>>,
    /// The entrant of each chair. There is a chair a seat, and they are moved round the table; where there is one more, deals
    /// leave out the last and the first in turn.
    pub chairs: Vec<usize>,
    /// Who tells what the cards brought.
    pub control: Option<&'a Entrant<'a, ViewOf<G>>>,
}

/// One deal from every seat.
#[derive(Serialize, Deserialize)]
pub(super) struct Deal {
    /// Its number, counted from 0.
    pub number: usize,
    /// How each entrant fared: the mean over its chairs and all seats.
    pub fared: Vec<Fared>,
    /// The decisions in all its rounds together.
    pub decisions: usize,
    /// The number of its rounds that a cap ended.
    pub truncated: usize,
}

/// How an entrant fared.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Fared {
    /// The points above the mean of the table.
    pub points: f64,
    /// What somebody holds the cards to have brought of them; 0 if nobody says.
    pub luck: f64,
    /// The place, 1 for the best; seats that stand level share the mean of their places.
    pub place: f64,
    /// The part of the round won: all of it, an equal part of a tie for the best, or nothing.
    pub win_rate: f64,
}

impl Fared {
    /// How much better the one fared than the other.
    pub fn less(self, other: Fared) -> Fared {
        Fared {
            points: self.points - other.points,
            luck: self.luck - other.luck,
            place: self.place - other.place,
            win_rate: self.win_rate - other.win_rate,
        }
    }
}

/// Who sits where in the rounds of a deal, and what its players draw from.
pub(super) struct Order {
    /// The chair at each seat in the next round; they move on by one after each.
    pub circle: Vec<usize>,
    /// Gives each player its seed, round after round in the order of the seats.
    pub seeds: Stream,
}

/// What came of a round.
pub(super) struct Round {
    returns: Vec<f32>,
    /// What the cards brought each seat; empty unless somebody tells.
    luck: Vec<f64>,
    /// What the places go by.
    standings: Vec<f32>,
    decisions: usize,
    truncated: bool,
}

impl Round {
    /// Reads it from the position at its end.
    pub fn of<G: Game>(end: &G::State, seats: usize, decisions: usize, truncated: bool) -> Round {
        Round {
            returns: (0..seats).map(|seat| end.returns(seat)).collect(),
            luck: Vec::new(),
            standings: (0..seats).map(|seat| end.standing(seat)).collect(),
            decisions,
            truncated,
        }
    }
}

/// What is drawn from in a deal for one purpose: 0 the cards, 1 the players' seeds, 2 the order of the chairs, 3 the cards in
/// thought.
fn stream(seed: u64, number: usize, purpose: u64) -> Stream {
    Stream::keyed([seed, number as u64, purpose])
}

impl<G: Game> Seating<'_, G> {
    /// Plays a deal as often as there are seats, with every chair at each of them once.
    pub fn play(
        &self,
        seed: u64,
        number: usize,
        players: &mut Players<G>,
        mut control: Option<&mut dyn Agent<ViewOf<G>>>,
    ) -> Result<Deal, AgentError> {
        let (mut deal, mut order) = (self.blank(number), self.order(seed, number));
        for _ in 0..order.circle.len() {
            let mut chance = Self::cards(seed, number);
            let round = match &mut control {
                None => self.play_round(&mut order, players, |state: &mut G::State| state.settle(&mut chance))?,
                Some(control) => {
                    let mut luck = Luck::<G>::new(*control, order.circle.len(), stream(seed, number, 3));
                    let round = self.play_round(&mut order, players, |state| luck.settle(state, &mut chance))?;
                    Round { luck: luck.brought, ..round }
                }
            };
            self.add(&mut deal, &order.circle, &round);
            order.circle.rotate_right(1);
        }
        Ok(deal)
    }

    /// A deal of which no round is over.
    pub fn blank(&self, number: usize) -> Deal {
        Deal { number, fared: vec![Fared::default(); self.entrants.len()], decisions: 0, truncated: 0 }
    }

    /// Where the cards of a deal come from, in each of its rounds.
    pub fn cards(seed: u64, number: usize) -> Stream {
        stream(seed, number, 0)
    }

    /// Who sits where in the first round of a deal.
    pub fn order(&self, seed: u64, number: usize) -> Order {
        // Every deal has another order, so that nobody always follows the same neighbour, unless two play side against
        // side; the first may stay, since it is nothing where a circle begins.
        let seats = self.game.spec().seats;
        let first = number % (self.chairs.len() - seats + 1);
        let mut circle: Vec<usize> = (first..first + seats).collect();
        if !self.are_sides() {
            stream(seed, number, 2).shuffle(&mut circle[1..]);
        }
        Order { circle, seeds: stream(seed, number, 1) }
    }

    /// The entrant in a chair.
    pub fn entrant(&self, chair: usize) -> &Entrant<'_, ViewOf<G>> {
        self.entrants[self.chairs[chair]]
    }

    /// Does something in an episode for which the chairs stand so.
    pub fn at<T>(&self, circle: &[usize], work: impl FnOnce(Playout<'_, G>) -> T) -> T {
        work(Playout { game: self.game, circle, name: &|chair| self.entrant(chair).name() })
    }

    /// Returns `true` if partners are of one player each, side against side.
    fn are_sides(&self) -> bool {
        let player = |chair: usize| self.chairs[chair];
        self.game.has_partners() && (2..self.chairs.len()).all(|chair| player(chair) == player(chair - 2))
    }

    /// Returns the points of someone in each deal, and what [`without`] says if luck is taken out of them.
    pub fn points(&self, deals: &[Deal], whose: impl Fn(&[Fared]) -> Fared) -> (Vec<f64>, Option<f64>) {
        match self.control {
            Some(_) => without(deals, whose),
            None => (deals.iter().map(|deal| whose(&deal.fared).points).collect(), None),
        }
    }

    fn play_round(
        &self,
        Order { circle, seeds }: &mut Order,
        players: &mut Players<G>,
        settle: impl FnMut(&mut G::State),
    ) -> Result<Round, AgentError> {
        let mut decisions = 0;
        let (end, truncated) = self.at(circle, |playout| playout.play(players, settle, seeds, |_| decisions += 1))?;
        Ok(Round::of::<G>(&end, circle.len(), decisions, truncated))
    }

    /// Adds a round to its deal.
    pub fn add(&self, deal: &mut Deal, circle: &[usize], round: &Round) {
        let seats = circle.len() as f64;
        let mean = round.returns.iter().map(|&points| f64::from(points)).sum::<f64>() / seats;
        for (seat, (points, &chair)) in round.returns.iter().zip(circle).enumerate() {
            let entrant = self.chairs[chair];
            // Every chair of the entrant counts as many rounds as there are seats.
            let count = seats * circle.iter().filter(|chair| self.chairs[**chair] == entrant).count() as f64;
            let (better, equal) = beside(&round.returns, seat);
            let (ahead, level) = beside(&round.standings, seat);
            let fared = &mut deal.fared[entrant];
            fared.points += (f64::from(*points) - mean) / count;
            fared.luck += round.luck.get(seat).map_or(0.0, |luck| luck / count);
            fared.place += (ahead + (level + 1.0) / 2.0) / count;
            fared.win_rate += if better == 0.0 { 1.0 / equal / count } else { 0.0 };
        }
        deal.decisions += round.decisions;
        deal.truncated += usize::from(round.truncated);
    }
}

/// The numbers of seats that have more than a seat, and as much, itself included.
fn beside(of: &[f32], seat: usize) -> (f64, f64) {
    let count = |fits: &dyn Fn(f32) -> bool| of.iter().filter(|&&other| fits(other)).count() as f64;
    (count(&|other| other > of[seat]), count(&|other| other == of[seat]))
}
