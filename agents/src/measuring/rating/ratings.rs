//! Ratings of a pool, with what they leave open and what they cannot explain.

use std::collections::{BTreeMap, BTreeSet};

use elderhand_env::GameError;
use serde::{Deserialize, Serialize};

use super::cells::{Cell, Results};
use super::circles::{Circle, circles};
use super::countings::countings;
use super::fit::{expected, fit};
use super::met::{Met, reversed};
use super::seen::{Seen, pooled};
use crate::measuring::arena::Measure;
use crate::measuring::stats::ALPHA;

/// The points of Elo's scale in a natural unit of strength: 400 for ten to one.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// How strong the players of a pool are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Ratings {
    /// What counts.
    pub by: Measure,
    /// The players, best first.
    pub ratings: Vec<Rated>,
    /// Every pair that has met, in the order of the ratings.
    pub pairs: Vec<Duelled>,
    /// Where strength goes round.
    #[serde(default)]
    pub circles: Vec<Circle>,
    /// Groups of players of whom none has met one of another group: ratings do not compare them. One where all is well.
    #[serde(default)]
    pub groups: usize,
}

/// How strong a player is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Rated {
    /// The player.
    pub bot: String,
    /// Its rating, where the mean of the pool, or the anchor, is 0. By what is won: who is 400 ahead wins ten elevenths. By points:
    /// who is 3 ahead makes 3 points a round against the other.
    pub rating: f64,
    /// The 95 % interval of `rating`.
    pub rating_ci: (f64, f64),
    /// In how many of 100 countings it was ahead of the one behind it; `None` of the last.
    pub ahead: Option<f64>,
    /// The mean of what it won of each of those that it met, 0 to 1.
    pub win_rate: f64,
    /// The mean of the points a round that it made against each of them, as [`Duelled::points`].
    pub points: f64,
    /// The deals that it played.
    pub deals: usize,
}

/// How two players of a pool did against each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Duelled {
    /// The one that is rated higher.
    pub a: String,
    /// The other.
    pub b: String,
    /// What the first won, 0 to 1; each game counts the same.
    pub win_rate: f64,
    /// The mean points a round of the first above the mean of the two, as a [duel](crate::DuelResult) tells them; each game counts
    /// the same.
    pub points: f64,
    /// An interval of what counts that holds however the deals were chosen, and together with those of all other pairs with 95 %.
    pub ci: (f64, f64),
    /// What the ratings would have it make of what counts.
    pub expected: f64,
    /// `points` game by game in the order of the games; `None` where they have not met.
    #[serde(default)]
    pub points_by_game: Vec<Option<f64>>,
    /// The deals.
    pub deals: usize,
}

impl Ratings {
    /// Rates all players that have met at some of the games; `anchor` is who has the rating 0, else the mean has it.
    ///
    /// # Errors
    ///
    /// Fails if a game is not known that is rated by points: it says how many there can be.
    pub fn of(results: &Results, contests: &[usize], by: Measure, anchor: Option<usize>) -> Result<Ratings, GameError> {
        let mut played: Vec<_> = results.cells().collect();
        played.retain(|((game, ..), cell)| contests.contains(game) && !cell.deals.is_empty());
        // Games and players go by what they are called, so that it does not matter in which order files were read.
        played.sort_by_key(|((game, ..), _)| results.text(*game));
        let mut together: BTreeMap<(&str, &str), Vec<(usize, &Cell)>> = BTreeMap::new();
        for ((game, a, b), cell) in played {
            let [a, b] = [a, b].map(|bot| results.bots()[bot].as_str());
            together.entry((a, b)).or_default().push((game, cell));
        }
        let names: BTreeSet<&str> = together.keys().flat_map(|&(a, b)| [a, b]).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let place = |name: &str| names.partition_point(|known| *known < name);
        let seen = |games: &[(usize, &Cell)]| -> Vec<Seen> {
            games.iter().map(|(_, cell)| Seen::default().with(by, cell.deals.values().copied())).collect()
        };
        let seen: Vec<_> = together.iter().map(|(&(a, b), games)| ((place(a), place(b)), seen(games))).collect();
        let bounds: BTreeMap<usize, (f64, f64)> =
            contests.iter().map(|&game| Ok((game, results.bounds(game, by)?))).collect::<Result<_, _>>()?;
        // As much as anything may.
        let unvaried = bounds.values().map(|(least, most)| ((most - least) / 2.0).powi(2)).fold(0.0, f64::max);
        let pairs = pooled(by, unvaried, seen.iter().map(|(players, games)| (*players, &games[..])));
        let met = together.into_values().zip(pairs).map(|(games, pair)| Met { games, pair }).collect();
        let anchor = anchor.and_then(|anchor| names.binary_search(&results.bots().get(anchor)?.as_str()).ok());
        Ok(Fitted::new(results, names, met, by, anchor).told(contests, &bounds))
    }
}

/// Strengths, and those of all countings.
struct Fitted<'a> {
    by: Measure,
    /// The players; everywhere else each goes by its place here.
    names: Vec<&'a str>,
    met: Vec<Met<'a>>,
    strengths: Vec<f64>,
    countings: Vec<Vec<f64>>,
    /// The players, best first.
    best: Vec<usize>,
}

/// A pair, the one that is rated higher first.
struct Ranked {
    players: (usize, usize),
    duelled: Duelled,
}

impl<'a> Fitted<'a> {
    fn new(
        results: &Results,
        names: Vec<&'a str>,
        met: Vec<Met<'a>>,
        by: Measure,
        anchor: Option<usize>,
    ) -> Fitted<'a> {
        let players = names.len();
        let anchored = |strengths: Vec<f64>| match anchor {
            Some(anchor) => strengths.iter().map(|strength| strength - strengths[anchor]).collect(),
            None => strengths,
        };
        let free = fit(by, players, &met.iter().map(|met| met.pair).collect::<Vec<_>>(), None);
        let countings = countings(results, &met, by);
        let countings = countings.map(|pairs| anchored(fit(by, players, &pairs, Some(&free)))).collect();
        let strengths = anchored(free);
        let mut best: Vec<usize> = (0..players).collect();
        best.sort_by(|&a, &b| strengths[b].total_cmp(&strengths[a]));
        Fitted { by, names, met, strengths, countings, best }
    }

    fn told(&self, contests: &[usize], bounds: &BTreeMap<usize, (f64, f64)>) -> Ratings {
        let pairs = self.pairs(contests, bounds);
        Ratings {
            by: self.by,
            ratings: (0..self.best.len()).map(|rank| self.rated(rank, &pairs)).collect(),
            circles: self.circles(&pairs),
            groups: groups(self.names.len(), self.met.iter().map(|met| met.pair.players)),
            pairs: pairs.into_iter().map(|pair| pair.duelled).collect(),
        }
    }

    fn name(&self, player: usize) -> String {
        self.names[player].to_owned()
    }

    fn rank(&self, player: usize) -> Option<usize> {
        self.best.iter().position(|&known| known == player)
    }

    /// All pairs that have met, in the order of the ratings.
    fn pairs(&self, contests: &[usize], bounds: &BTreeMap<usize, (f64, f64)>) -> Vec<Ranked> {
        let intervals: usize = self.met.iter().map(|met| met.games.len()).sum();
        let alpha = ALPHA / intervals.max(1) as f64;
        let ranked = |met: &Met<'_>| self.ranked(met, contests, met.interval(self.by, alpha, bounds));
        let mut pairs: Vec<Ranked> = self.met.iter().map(ranked).collect();
        pairs.sort_by_key(|Ranked { players: (a, b), .. }| (self.rank(*a), self.rank(*b)));
        pairs
    }

    /// How a pair did from the side of who is rated higher, where what the first made lies in an interval.
    fn ranked(&self, met: &Met<'_>, contests: &[usize], (least, most): (f64, f64)) -> Ranked {
        let (a, b) = met.pair.players;
        let swapped = self.rank(a) > self.rank(b);
        let turn = |by: Measure, made: f64| if swapped { reversed(by, made) } else { made };
        let (high, low) = if swapped { (b, a) } else { (a, b) };
        let points = |game: &usize| {
            let cell = met.games.iter().find(|(played, _)| played == game)?.1;
            Some(turn(Measure::Points, cell.mean(Measure::Points)))
        };
        let (least, most) = (turn(self.by, least), turn(self.by, most));
        let duelled = Duelled {
            a: self.name(high),
            b: self.name(low),
            win_rate: turn(Measure::Won, met.mean(Measure::Won)),
            points: turn(Measure::Points, met.mean(Measure::Points)),
            ci: (least.min(most), least.max(most)),
            expected: expected(self.by, self.strengths[high] - self.strengths[low]),
            points_by_game: contests.iter().map(points).collect(),
            deals: met.deals(),
        };
        Ranked { players: (high, low), duelled }
    }

    /// Where strength surely goes round.
    fn circles(&self, pairs: &[Ranked]) -> Vec<Circle> {
        let even = self.by.even();
        let beats = |a: usize, b: usize| {
            pairs.iter().any(|Ranked { players, duelled: Duelled { ci: (least, most), .. } }| {
                (*players == (a, b) && *least > even) || (*players == (b, a) && *most < even)
            })
        };
        let circle = |three: [usize; 3]| Circle(three.map(|player| self.name(player)));
        circles(self.names.len(), beats).into_iter().map(circle).collect()
    }

    /// How strong the player of a rank is.
    fn rated(&self, rank: usize, pairs: &[Ranked]) -> Rated {
        let player = self.best[rank];
        let mine = || pairs.iter().filter(|pair| pair.players.0 == player || pair.players.1 == player);
        let mean = |by: Measure, made: fn(&Duelled) -> f64| {
            let of = |Ranked { players, duelled }: &Ranked| {
                if players.0 == player { made(duelled) } else { reversed(by, made(duelled)) }
            };
            mine().map(of).sum::<f64>() / mine().count().max(1) as f64
        };
        Rated {
            bot: self.name(player),
            rating: self.unit() * self.strengths[player],
            rating_ci: self.interval(player),
            ahead: self.best.get(rank + 1).map(|&next| self.ahead(player, next)),
            win_rate: mean(Measure::Won, |pair| pair.win_rate),
            points: mean(Measure::Points, |pair| pair.points),
            deals: mine().map(|pair| pair.duelled.deals).sum(),
        }
    }

    /// In how many of 100 countings a player is ahead of another.
    fn ahead(&self, player: usize, other: usize) -> f64 {
        let ahead = self.countings.iter().filter(|strengths| strengths[player] > strengths[other]).count();
        100.0 * ahead as f64 / self.countings.len() as f64
    }

    /// What a rating counts of a unit of strength.
    fn unit(&self) -> f64 {
        if self.by == Measure::Won { ELO } else { 1.0 }
    }

    /// The middle 95 % of all countings.
    fn interval(&self, player: usize) -> (f64, f64) {
        let mut ratings: Vec<f64> = self.countings.iter().map(|strengths| self.unit() * strengths[player]).collect();
        ratings.sort_by(f64::total_cmp);
        let out = (ratings.len() as f64 * ALPHA / 2.0) as usize;
        (ratings[out], ratings[ratings.len() - 1 - out])
    }
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
