//! The luck of the cards, taken out of results by what a player expects.

use elderhand_env::{Chance, Game, State, Stream, Turn, ViewOf};

use super::deal::{Deal, Fared};
use crate::measuring::stats::{covariance, variance};
use crate::players::agent::Agent;

/// How often cards are dealt in thought for each time that they are dealt.
const IMAGINED: usize = 8;

/// In fewer deals the fitted shares follow the few points that there are, and intervals would miss more often than they say.
const FEWEST: usize = 20;

/// Reckons what the cards of a round have brought each seat, by what a player expects of positions.
///
/// Whenever cards or lots come between two decisions, they are drawn in thought as well, from the same position and by the same
/// rules. What the player expects after those that came, less the mean of what it expects after the others, is luck: it is 0
/// in the mean, whatever the player holds of positions and whoever plays. So a result less its luck has the mean of the
/// result, and the less spread the better the player reckons (AIVAT; Burch, Schmid, Moravčík, Morrill and Bowling, AAAI 2018,
/// whose terms for the players' own chances are left out, since most players play what they hold best). The same deal has the
/// same cards in thought in all its rounds, so that what mirroring takes out already is not brought in again.
pub(super) struct Luck<'a, G: Game> {
    expecting: &'a mut dyn Agent<ViewOf<G>>,
    /// What the cards in thought are drawn with.
    stream: Stream,
    /// What the cards have brought each seat so far.
    pub brought: Vec<f64>,
    expected: Vec<f64>,
}

impl<'a, G: Game> Luck<'a, G> {
    /// Begins a round; the stream must not be that of its cards.
    pub fn new(expecting: &'a mut dyn Agent<ViewOf<G>>, seats: usize, stream: Stream) -> Luck<'a, G> {
        Luck { expecting, stream, brought: vec![0.0; seats], expected: vec![0.0; seats] }
    }

    /// Deals and draws until a seat decides or the round is over.
    pub fn settle(&mut self, state: &mut G::State, chance: &mut impl Chance) {
        if !matches!(state.turn(), Turn::Chance | Turn::Lot) {
            return;
        }
        let before = state.clone();
        state.settle(chance);
        self.add(state, 1.0);
        for _ in 0..IMAGINED {
            let mut imagined = before.clone();
            imagined.settle(&mut self.stream);
            self.add(&imagined, -1.0 / IMAGINED as f64);
        }
    }

    /// Adds what is expected in a position, above the mean of the table, a number of times.
    fn add(&mut self, state: &G::State, times: f64) {
        let over = matches!(state.turn(), Turn::Over { .. });
        for (seat, expected) in self.expected.iter_mut().enumerate() {
            *expected = match over {
                true => f64::from(state.returns(seat)),
                false => self.expecting.expects(&state.view(seat)).map_or(0.0, f64::from),
            };
        }
        let mean = self.expected.iter().sum::<f64>() / self.expected.len() as f64;
        for (brought, expected) in self.brought.iter_mut().zip(&self.expected) {
            *brought += times * (expected - mean);
        }
    }
}

/// Returns the points of someone in each deal, without what luck explains of them, and how many times as many deals would tell as
/// much with it; nothing is taken away where there are few deals.
///
/// The expectations of a seat that sees its own cards alone say how the luck of deals differs, and hardly how large it is. So as
/// much of it is taken away as fits best; in the even deals what fits the odd ones, and the other way about, so that no deal
/// has a say in what is taken from it, and the mean stays what it is.
pub(super) fn without(deals: &[Deal], whose: impl Fn(&[Fared]) -> Fared) -> (Vec<f64>, Option<f64>) {
    let fared: Vec<Fared> = deals.iter().map(|deal| whose(&deal.fared)).collect();
    let points = |fared: &Fared| fared.points;
    let all: Vec<f64> = fared.iter().map(points).collect();
    if all.len() < FEWEST {
        return (all, None);
    }
    let share = |odd: usize| {
        let half = || fared.iter().skip(odd).step_by(2);
        let (points, luck): (Vec<f64>, Vec<f64>) =
            (half().map(points).collect(), half().map(|fared| fared.luck).collect());
        let spread = variance(&luck);
        if spread > 1e-9 * variance(&points) { covariance(&points, &luck) / spread } else { 0.0 }
    };
    let shares = [share(1), share(0)];
    let left: Vec<f64> =
        fared.iter().enumerate().map(|(number, fared)| fared.points - shares[number % 2] * fared.luck).collect();
    let saved = variance(&all) / variance(&left);
    (left, saved.is_finite().then_some(saved))
}
