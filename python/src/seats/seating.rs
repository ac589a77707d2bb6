//! Who holds which seat in which episode.

use std::sync::Arc;

use elderhand_env::{AnyGame, Seat, Stream};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::lane::seated;
use crate::callable::Caller;
use crate::errors::BotError;
use crate::opponent::{Opponent, Shown};

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The learner.
    Learner,
    /// An opponent, by its place in the list.
    Opponent(usize),
}

/// The learner's seat and its opponents.
pub struct Seating {
    /// The opponents, in the order in which they were given.
    pub opponents: Vec<Opponent>,
    /// How often each is drawn beside the others; empty if they take turns.
    weights: Vec<f64>,
    /// The learner's seat, if it keeps one.
    fixed: Option<Seat>,
}

impl Seating {
    /// Reads opponents, players or pairs of a player and a weight, of which each must be able to sit down at every table.
    pub fn read(
        opponents: &Bound<'_, PyAny>,
        shown: Shown,
        fixed: Option<Seat>,
        tables: &[AnyGame],
    ) -> PyResult<Seating> {
        let given = Opponent::read_each(opponents, |given| read(given, shown))?;
        let (opponents, weights): (Vec<_>, Vec<_>) = given.into_iter().unzip();
        let weights: Vec<f64> = weights.into_iter().flatten().collect();
        if !weights.is_empty() && weights.len() < opponents.len() {
            return Err(PyValueError::new_err("some opponents have a weight: expected one of each, or of none"));
        }
        let seating = Seating { opponents, weights, fixed };
        // Each sits down at every table once, so that none is found wanting in the middle of a step.
        for table in tables {
            for opponent in &seating.opponents {
                seated(opponent, table).map_err(|fault| BotError::new_err(fault.0))?;
            }
        }
        Ok(seating)
    }

    /// Returns an opponent that is a policy of Python, which is asked for many lanes at once; `None` if it is asked otherwise.
    pub fn policy(&self, opponent: usize) -> Option<&Arc<Caller>> {
        match &self.opponents[opponent] {
            Opponent::Python(caller) if caller.takes_rows() => Some(caller),
            _ => None,
        }
    }

    /// Writes who holds each seat.
    ///
    /// The learner moves on by a seat each turn, unless it keeps one. The seats after its own are held by the opponents in
    /// their order, beginning with the next of them each time that the learner has held every seat; where they have
    /// weights, each seat by one that is drawn.
    pub fn hold(&self, turn: u64, seats: usize, draws: &mut Stream, holders: &mut Vec<Holder>) {
        let (learner, first) = match self.fixed {
            Some(seat) => (seat, turn),
            None => ((turn % seats as u64) as usize, turn / seats as u64),
        };
        let count = self.opponents.len();
        let first = (first % count as u64) as usize;
        holders.clear();
        holders.extend((0..seats).map(|seat| match (seat + seats - learner) % seats {
            0 => Holder::Learner,
            after if self.weights.is_empty() => Holder::Opponent((first + after - 1) % count),
            _ => Holder::Opponent(self.draw(draws)),
        }));
    }

    /// Draws an opponent by the weights.
    fn draw(&self, draws: &mut Stream) -> usize {
        let mut left = f64::from(draws.unit()) * self.weights.iter().sum::<f64>();
        let under = self.weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        // Sums are rounded.
        under.unwrap_or(self.weights.len() - 1)
    }
}

/// Reads an opponent, with its weight if it has one.
fn read(given: &Bound<'_, PyAny>, shown: Shown) -> PyResult<(Opponent, Option<f64>)> {
    let Ok(pair) = given.cast::<PyTuple>() else { return Ok((Opponent::read(given, shown)?, None)) };
    let (player, weight) = pair
        .extract::<(Bound<'_, PyAny>, f64)>()
        .map_err(|_| PyTypeError::new_err(format!("{pair} is no opponent: expected a player and a weight")))?;
    let opponent = Opponent::read(&player, shown)?;
    if !(weight.is_finite() && weight > 0.0) {
        let text = format!("the weight of {} is {weight}: expected a number above 0", opponent.name());
        return Err(PyValueError::new_err(text));
    }
    Ok((opponent, Some(weight)))
}
