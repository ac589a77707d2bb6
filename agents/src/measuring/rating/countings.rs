//! Deals counted anew with random weights, and with what a few of them do not show.

use std::collections::BTreeMap;

use elderhand_env::Stream;

use super::cells::Results;
use super::fit::Pair;
use super::met::Met;
use crate::measuring::arena::Measure;

/// How often deals are counted anew.
const ROUNDS: u64 = 1000;
/// The purposes of the streams by which they are; the first is mixed with that of a game.
const PURPOSE: u64 = 0x7261_7469_6e67;
const UNSEEN: u64 = 0x756e_7365_656e;
/// With more deals than this how much they vary is known.
const MANY: usize = 100;

/// Returns what the pairs made in each of many countings (the Bayesian bootstrap, Rubin 1981).
///
/// Every deal has a random weight, the same for all pairs that played it. Deals that all ended alike come to the same with any
/// weights, so each pair has something more: of what is won, parts of a deal won and of one lost, which are a tie on average; of
/// points, an error of the size that the deals of all pairs let expect, and all errors as much more as so few deals may hide (Student).
pub(super) fn countings(results: &Results, met: &[Met<'_>], by: Measure) -> impl Iterator<Item = Vec<Pair>> {
    let games = met.iter().flat_map(|met| met.games.iter().map(|(game, _)| *game));
    let marks: BTreeMap<usize, u64> = games.map(|game| (game, results.mark(game))).collect();
    let free: usize = met.iter().flat_map(|met| met.games.iter().map(|(_, cell)| cell.deals.len() - 1)).sum();
    (0..ROUNDS).map(move |round| {
        let mut spread = Stream::keyed([round, UNSEEN, u64::MAX]);
        let squares: f64 = (1..=free).take(MANY).map(|_| normal(&mut spread).powi(2)).sum();
        let more = if (1..MANY).contains(&free) { (free as f64 / squares).sqrt() } else { 1.0 };
        let weight = |game, seed: u64, deal| {
            let key = marks[&game] ^ seed.rotate_left(32) ^ PURPOSE;
            -(1.0 - f64::from(Stream::keyed([round, key, deal]).unit())).ln()
        };
        let counted = |(place, met): (usize, &Met<'_>)| {
            let pair = met.weighed(by, &weight);
            let mut stream = Stream::keyed([round, UNSEEN, place as u64]);
            match by {
                Measure::Won => {
                    // Gamma of ½: Jeffreys' prior.
                    let [won, lost] = [(); 2].map(|()| normal(&mut stream).powi(2) / 2.0);
                    pair.with((won, won + lost))
                }
                Measure::Points => {
                    let off = pair.mean - met.pair.mean + normal(&mut stream) * pair.unseen.sqrt();
                    Pair { mean: met.pair.mean + more * off, ..pair }
                }
            }
        };
        met.iter().enumerate().map(counted).collect()
    })
}

/// A normal number of mean 0 and variance 1 (Box and Muller 1958).
fn normal(stream: &mut Stream) -> f64 {
    let [length, turn] = [(); 2].map(|()| f64::from(stream.unit()));
    (-2.0 * (1.0 - length).ln()).sqrt() * (std::f64::consts::TAU * turn).cos()
}
