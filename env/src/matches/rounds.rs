//! What a game says of its rounds, so that they can be joined to matches.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::format::{Player, Tally};
use crate::rules::{Seat, Sequel, State};

/// The truth of a round that can be part of a match.
pub trait Rounds: State {
    /// The options of a round, all of them plain values.
    type Rules: Copy + Debug + Eq + Hash + Send + Sync + Serialize + DeserializeOwned + 'static;
    /// What a player takes from a round into the next one: chips, a chart; `()` for nothing.
    type Carried: Copy + Debug + Default + Eq + Hash + Send + Sync + Serialize + DeserializeOwned + 'static;

    /// The most seats at a table.
    const SEATS: usize;
    /// The number of seats at a table may vary under one network.
    const VARIES: bool = false;
    /// The game itself says who is elder hand in the next round, as [`Outcome::next`] does.
    const OWN_ELDER: bool = false;
    /// Whoever wins a round may choose the direction of play and who starts.
    const CHOOSES: bool = false;
    /// What seats score in a round always adds up to nothing.
    const ZERO_SUM: bool = false;
    /// A second measure decides between equal totals, as [`Outcome::tiebreak`] says; if not, it is the last round.
    const TIEBREAK: bool = false;

    /// Returns the rules of the round that a view is of.
    fn rules(view: &Self::View) -> &Self::Rules;

    /// Returns the number of seats at a table.
    fn seats(rules: &Self::Rules) -> usize;

    /// Returns the rules for a table of so many seats, from which others have left; games of a fixed size have no others.
    fn with_seats(rules: Self::Rules, _seats: usize) -> Self::Rules {
        rules
    }

    /// Returns the rules as they are for these players, in the order of their seats: for options that say something of each.
    fn seated(rules: Self::Rules, _players: impl Iterator<Item = Player>) -> Self::Rules {
        rules
    }

    /// Returns `true` if those who sit across are partners and score together.
    fn partners(_rules: &Self::Rules) -> bool {
        false
    }

    /// Returns the number of actions of a round, from which on a match numbers the choices between rounds; asked only if
    /// there are such choices.
    fn actions(_rules: &Self::Rules) -> u16 {
        0
    }

    /// Returns the least and the most points that a seat can score in a round.
    fn range(rules: &Self::Rules) -> (i32, i32);

    /// Returns what a player brings to the first round.
    fn first(_rules: &Self::Rules) -> Self::Carried {
        Self::Carried::default()
    }

    /// Returns the position of a round before its first card is dealt; seat 0 is elder hand, and play goes on with seat 1.
    ///
    /// There is one entry a seat.
    fn open(rules: Self::Rules, entering: &[Entering<Self::Carried>]) -> Self;

    /// Returns with what a seat came into the round that a view shows; `None` if nothing in it tells.
    fn entered(_view: &Self::View, _seat: Seat) -> Option<Entering<Self::Carried>> {
        None
    }

    /// Returns what came of a round that is over.
    fn outcome(&self) -> Outcome<Self::Carried>;

    /// Returns `true` if a player with this can win a match by points.
    fn may_win(_rules: &Self::Rules, _carried: &Self::Carried) -> bool {
        true
    }

    /// Returns the points that a player with this can still lose, in games for stakes that run out, such as chips; `None`
    /// in all others.
    ///
    /// What one loses others win. Only a freeze-out carries stakes on, and whoever has none left leaves it; elsewhere every
    /// round begins with [`Rounds::first`].
    fn stake(_carried: &Self::Carried) -> Option<i32> {
        None
    }
}

/// With what a seat comes into a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entering<C> {
    /// What it took from the last round.
    pub carried: C,
    /// The points that its side lacks of the target of the match; [`Entering::NO_TARGET`] if there is none.
    pub lacks: i32,
}

impl<C> Entering<C> {
    /// No round brings so many points.
    pub const NO_TARGET: i32 = i32::MAX;
}

impl<C: Default> Default for Entering<C> {
    fn default() -> Entering<C> {
        Entering { carried: C::default(), lacks: Self::NO_TARGET }
    }
}

/// What came of a round; lists have an entry for each seat that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<C> {
    /// The points that each seat scored; partners have the same.
    pub points: [i32; Tally::MOST],
    /// What decides between equal totals, more being better; summed over the rounds if [`Rounds::TIEBREAK`] says so.
    pub tiebreak: [i32; Tally::MOST],
    /// What each seat takes along.
    pub carried: [C; Tally::MOST],
    /// The seat that won it; `None` in a tie.
    pub winner: Option<Seat>,
    /// Nobody could win it any more, so it is dealt again by the same dealer.
    pub dead: bool,
    /// Who is elder hand in the next round.
    pub next: Next,
}

/// Who is elder hand in the next round, as the game says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It does not say; the settings of the match do.
    Unsaid,
    /// This seat, or if its player leaves the next one.
    Elder(Seat),
    /// This seat chooses the direction of play, and then who starts.
    Chooses(Seat),
    /// So does who did best, by points and then by [`Outcome::tiebreak`], of those who have not left by then; if several
    /// did, it is seat 0 again.
    BestChooses,
}

impl<C: Copy + Default> Outcome<C> {
    /// Returns the outcome of a round in which each seat scored so; whoever is alone ahead has won it.
    pub fn of(points: impl IntoIterator<Item = i32>) -> Outcome<C> {
        let mut outcome = Outcome {
            points: [0; Tally::MOST],
            tiebreak: [0; Tally::MOST],
            carried: [C::default(); Tally::MOST],
            winner: None,
            dead: false,
            next: Next::Unsaid,
        };
        let mut seats = 0;
        for (place, points) in outcome.points.iter_mut().zip(points) {
            *place = points;
            seats += 1;
        }
        outcome.tiebreak = outcome.points;
        outcome.winner = crate::format::ahead(outcome.points[..seats].iter().copied(), i32::MIN);
        outcome
    }

    /// Returns the same as those see it who join rounds at a table of so many seats, of whom nobody leaves.
    pub fn sequel(&self, seats: usize) -> Sequel {
        let elder = match self.next {
            Next::Unsaid => None,
            Next::Elder(seat) | Next::Chooses(seat) => Some(seat),
            Next::BestChooses => Some(self.best(0..seats).unwrap_or(0)),
        };
        Sequel { winner: self.winner, dead: self.dead, elder }
    }

    /// Returns which of some seats did best; `None` if several did.
    pub(super) fn best(&self, seats: impl Iterator<Item = Seat> + Clone) -> Option<Seat> {
        let merit = |seat: Seat| (self.points[seat], self.tiebreak[seat]);
        let best = seats.clone().map(merit).max()?;
        let mut seats = seats.filter(|&seat| merit(seat) == best);
        seats.next().filter(|_| seats.next().is_none())
    }
}
