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

struct Round {
    returns: Vec<f32>,
    /// What the cards brought each seat; empty unless somebody tells.
    luck: Vec<f64>,
    /// What the places go by.
    standings: Vec<f32>,
    decisions: usize,
    truncated: bool,
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
        let key = |purpose| [seed, number as u64, purpose];
        let mut seeds = Stream::keyed(key(1));
        // The chair at each seat. Every deal has another order, so that nobody always follows the same neighbour, unless
        // two play side against side; the first may stay, since it is nothing where a circle begins.
        let seats = self.game.spec().seats;
        let first = number % (self.chairs.len() - seats + 1);
        let mut circle: Vec<usize> = (first..first + seats).collect();
        if !self.are_sides() {
            Stream::keyed(key(2)).shuffle(&mut circle[1..]);
        }
        let fared = vec![Fared::default(); self.entrants.len()];
        let mut deal = Deal { number, fared, decisions: 0, truncated: 0 };
        for _ in 0..seats {
            let mut chance = Stream::keyed(key(0));
            let round = match &mut control {
                None => {
                    self.play_round(&circle, players, |state: &mut G::State| state.settle(&mut chance), &mut seeds)?
                }
                Some(control) => {
                    let mut luck = Luck::<G>::new(*control, circle.len(), Stream::keyed(key(3)));
                    let settle = |state: &mut G::State| luck.settle(state, &mut chance);
                    let round = self.play_round(&circle, players, settle, &mut seeds)?;
                    Round { luck: luck.brought, ..round }
                }
            };
            self.add(&mut deal, &circle, &round);
            circle.rotate_right(1);
        }
        Ok(deal)
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
        circle: &[usize],
        players: &mut Players<G>,
        settle: impl FnMut(&mut G::State),
        seeds: &mut Stream,
    ) -> Result<Round, AgentError> {
        let name = |chair: usize| self.entrants[self.chairs[chair]].name();
        let mut decisions = 0;
        let playout = Playout { game: self.game, circle, name: &name };
        let (end, truncated) = playout.play(players, settle, seeds, |_| decisions += 1)?;
        let returns = (0..circle.len()).map(|seat| end.returns(seat)).collect();
        let standings = (0..circle.len()).map(|seat| end.standing(seat)).collect();
        Ok(Round { returns, luck: Vec::new(), standings, decisions, truncated })
    }

    /// Adds a round to its deal.
    fn add(&self, deal: &mut Deal, circle: &[usize], round: &Round) {
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
