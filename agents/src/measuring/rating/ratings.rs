//! Ratings of a pool, with what they leave open and what they cannot explain.

use std::collections::BTreeMap;

use elderhand_env::Stream;
use serde::Serialize;

use super::cells::{Cell, Results};
use super::circles::{Circle, circles};
use super::fit::{Pair, expected, fit};
use super::schedule::effective;
use crate::measuring::sequential::anytime;
use crate::measuring::stats::ALPHA;

/// How often deals are counted anew.
const ROUNDS: u64 = 1000;
/// The purpose of the stream by which they are; it is mixed with that of a game.
const PURPOSE: u64 = 0x7261_7469_6e67;
/// The points of a rating in a natural unit of strength: 400 for ten to one.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// How strong the players of a pool are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Ratings {
    /// The players, best first.
    pub ratings: Vec<Rated>,
    /// Every pair that has met, in the order of the ratings.
    pub pairs: Vec<Duelled>,
    /// Where strength goes round.
    pub circles: Vec<Circle>,
    /// Groups of players of whom none has met one of another group: ratings do not compare them. One where all is well.
    pub groups: usize,
}

/// How strong a player is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Rated {
    /// The player.
    pub bot: String,
    /// Its rating: who is 400 ahead wins ten elevenths; the mean of the pool, or the anchor, is 0.
    pub rating: f64,
    /// The 95 % interval of `rating`.
    pub rating_ci: (f64, f64),
    /// In how many of 100 countings it was ahead of the one behind it; `None` of the last.
    pub ahead: Option<f64>,
    /// The mean of what it won of each of those that it met, 0 to 1.
    pub won: f64,
    /// The deals that it played.
    pub deals: usize,
}

/// How two players of a pool did against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Duelled {
    /// The one that is rated higher.
    pub a: String,
    /// The other.
    pub b: String,
    /// What the first won, 0 to 1; each game counts the same.
    pub won: f64,
    /// An interval of `won` that holds however the deals were chosen, and together with those of all other pairs with 95 %.
    pub won_ci: (f64, f64),
    /// What the ratings would have it win.
    pub expected: f64,
    /// The mean points a round above the other, game by game in the order of the games; `None` where they have not met.
    pub points: Vec<Option<f64>>,
    /// The deals.
    pub deals: usize,
}

/// A pair with its deals at each game.
struct Met<'a> {
    players: (usize, usize),
    games: Vec<(usize, &'a Cell)>,
}

impl Ratings {
    /// Rates all players that have met at some of the games; `anchor` is who has the rating 0, else the mean has it.
    pub fn of(results: &Results, contests: &[usize], anchor: Option<usize>) -> Ratings {
        let players = results.bots().len();
        let mut together: BTreeMap<(usize, usize), Vec<(usize, &Cell)>> = BTreeMap::new();
        for ((game, a, b), cell) in
            results.cells().filter(|(key, cell)| contests.contains(&key.0) && !cell.deals.is_empty())
        {
            together.entry((a, b)).or_default().push((game, cell));
        }
        // By name, so that it does not matter in which order files were read.
        let mut order: Vec<usize> =
            (0..players).filter(|&bot| together.keys().any(|&(a, b)| a == bot || b == bot)).collect();
        order.sort_by_key(|&bot| &results.bots()[bot]);
        let place = |bot: usize| order.iter().position(|&known| known == bot);
        let met: Vec<Met<'_>> = together
            .into_iter()
            .filter_map(|((a, b), games)| Some(Met { players: (place(a)?, place(b)?), games }))
            .collect();
        let anchor = anchor.and_then(place);
        let fitted = Fitted::new(results, order.len(), &met, anchor);
        fitted.told(results, contests, &order, &met)
    }
}

/// Strengths, and those of all countings.
struct Fitted {
    strengths: Vec<f64>,
    countings: Vec<Vec<f64>>,
}

impl Fitted {
    fn new(results: &Results, players: usize, met: &[Met<'_>], anchor: Option<usize>) -> Fitted {
        let anchored = |strengths: Vec<f64>| match anchor {
            Some(anchor) => strengths.iter().map(|strength| strength - strengths[anchor]).collect(),
            None => strengths,
        };
        let weigh =
            |weight: &dyn Fn(usize, u64, u64) -> f64| met.iter().map(|met| met.pair(weight)).collect::<Vec<_>>();
        let free = fit(players, &weigh(&|_, _, _| 1.0), None);
        let marks: BTreeMap<usize, u64> =
            met.iter().flat_map(|met| met.games.iter().map(|(game, _)| (*game, results.mark(*game)))).collect();
        let countings = (0..ROUNDS).map(|round| {
            let pairs = weigh(&|game, seed, deal| {
                let key = marks[&game] ^ seed.rotate_left(32) ^ PURPOSE;
                poisson(&mut Stream::keyed([round, key, deal]))
            });
            anchored(fit(players, &pairs, Some(&free)))
        });
        let countings = countings.collect();
        Fitted { strengths: anchored(free), countings }
    }

    fn told(&self, results: &Results, contests: &[usize], order: &[usize], met: &[Met<'_>]) -> Ratings {
        let name = |player: usize| results.bots()[order[player]].clone();
        let mut best: Vec<usize> = (0..order.len()).collect();
        best.sort_by(|&a, &b| self.strengths[b].total_cmp(&self.strengths[a]));
        let intervals: usize = met.iter().map(|met| met.games.len()).sum();
        let alpha = ALPHA / intervals.max(1) as f64;

        let mut pairs: Vec<(usize, usize, Duelled)> = Vec::new();
        for met in met {
            let rank = |player: usize| best.iter().position(|&known| known == player);
            let (a, b) = met.players;
            let swapped = rank(a) > rank(b);
            let won = met.won(alpha);
            let turn = |share: f64| if swapped { 1.0 - share } else { share };
            let (high, low) = if swapped { (b, a) } else { (a, b) };
            let points = |game: &usize| {
                let cell = met.games.iter().find(|(played, _)| played == game)?.1;
                let mean = cell.deals.values().map(|score| score.points).sum::<f64>() / cell.deals.len() as f64;
                Some(if swapped { -mean } else { mean })
            };
            pairs.push((
                high,
                low,
                Duelled {
                    a: name(high),
                    b: name(low),
                    won: turn(won.0),
                    won_ci: if swapped { (1.0 - won.2, 1.0 - won.1) } else { (won.1, won.2) },
                    expected: expected(self.strengths[high] - self.strengths[low]),
                    points: contests.iter().map(points).collect(),
                    deals: met.deals(),
                },
            ));
        }
        let rank = |player: usize| best.iter().position(|&known| known == player);
        pairs.sort_by_key(|(a, b, _)| (rank(*a), rank(*b)));
        let beats = |a: usize, b: usize| {
            pairs.iter().any(|(high, low, pair)| {
                ((*high, *low) == (a, b) && pair.won_ci.0 > 0.5) || ((*high, *low) == (b, a) && pair.won_ci.1 < 0.5)
            })
        };
        let circle = |three: [usize; 3]| Circle(three.map(name));
        let circles = circles(order.len(), beats).into_iter().map(circle).collect();
        let rated = |(rank, &player): (usize, &usize)| {
            let mine = || pairs.iter().filter(|(a, b, _)| *a == player || *b == player);
            let won = mine().map(|(a, _, pair)| if *a == player { pair.won } else { 1.0 - pair.won });
            let ahead = best.get(rank + 1).map(|&next| {
                let ahead = self.countings.iter().filter(|strengths| strengths[player] > strengths[next]).count();
                100.0 * ahead as f64 / self.countings.len() as f64
            });
            Rated {
                bot: name(player),
                rating: POINTS * self.strengths[player],
                rating_ci: self.interval(player),
                ahead,
                won: won.sum::<f64>() / mine().count().max(1) as f64,
                deals: mine().map(|(_, _, pair)| pair.deals).sum(),
            }
        };
        Ratings {
            ratings: best.iter().enumerate().map(rated).collect(),
            groups: groups(order.len(), met.iter().map(|met| met.players)),
            pairs: pairs.iter().map(|(_, _, pair)| pair.clone()).collect(),
            circles,
        }
    }

    /// The middle 95 % of all countings.
    fn interval(&self, player: usize) -> (f64, f64) {
        let mut ratings: Vec<f64> = self.countings.iter().map(|strengths| POINTS * strengths[player]).collect();
        ratings.sort_by(f64::total_cmp);
        let out = (ratings.len() as f64 * ALPHA / 2.0) as usize;
        (ratings[out], ratings[ratings.len() - 1 - out])
    }
}

impl Met<'_> {
    fn deals(&self) -> usize {
        self.games.iter().map(|(_, cell)| cell.deals.len()).sum()
    }

    /// What the first won where each deal has a weight; each game counts the same.
    fn pair(&self, weight: &dyn Fn(usize, u64, u64) -> f64) -> Pair {
        let games = self.games.iter().map(|(game, cell)| {
            cell.deals.iter().fold((0.0, 0.0), |(count, sum), (&(seed, deal), score)| {
                let weight = weight(*game, seed, deal);
                (count + weight, sum + weight * score.won)
            })
        });
        let games: Vec<(f64, f64)> = games.filter(|(count, _)| *count > 0.0).collect();
        let won = games.iter().map(|(count, sum)| sum / count).sum::<f64>() / games.len().max(1) as f64;
        Pair { players: self.players, won, weight: effective(games.iter().map(|(count, _)| *count)) }
    }

    /// What the first won, and between what and what that lies.
    fn won(&self, alpha: f64) -> (f64, f64, f64) {
        let games = self.games.len() as f64;
        self.games.iter().fold((0.0, 0.0, 0.0), |(mean, low, high), (_, cell)| {
            let values: Vec<f64> = cell.deals.values().map(|score| score.won).collect();
            let found = anytime(&values, (0.0, 1.0), alpha);
            (mean + found.mean / games, low + found.low / games, high + found.high / games)
        })
    }
}

/// A Poisson number of mean 1: the weight of a value that is drawn anew with all others.
fn poisson(stream: &mut Stream) -> f64 {
    let (mut left, mut chance, mut count) = (f64::from(stream.unit()), (-1.0f64).exp(), 0.0);
    while left >= chance && count < 12.0 {
        left -= chance;
        count += 1.0;
        chance /= count;
    }
    count
}

/// The number of groups of players that have met, one directly or by others.
fn groups(players: usize, met: impl Iterator<Item = (usize, usize)>) -> usize {
    let mut group: Vec<usize> = (0..players).collect();
    for (a, b) in met {
        let (from, to) = (group[a], group[b]);
        group.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
    }
    group.sort_unstable();
    group.dedup();
    group.len()
}
