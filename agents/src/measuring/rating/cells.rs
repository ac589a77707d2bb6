//! Deals that were played, by game, pair, seed and number.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::ops::Range;

use elderhand_env::{GameError, Overrides, game};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::schedule::Next;
use crate::measuring::arena::{Measure, points_bounds};

/// A game with all its options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contest {
    /// The variant's id.
    pub game: String,
    /// All its options.
    pub options: Overrides,
}

impl Contest {
    /// The same with the options that the game has come to have since it was written; as it is, if there is no such game.
    fn completed(&self) -> Contest {
        let mut options = self.options.clone();
        // A match says that it is one.
        options.entry("episode").or_insert_with(|| "round".into());
        let options = game(&self.game, &options).map_or_else(|_| self.options.clone(), |game| game.options().clone());
        Contest { game: self.game.clone(), options }
    }

    /// A text that is the same for equal games, whatever the order of their options.
    fn key(&self) -> String {
        let sorted: BTreeMap<&str, &Value> = self.options.iter().map(|(name, value)| (name.as_str(), value)).collect();
        format!("{} {}", self.game, serde_json::to_string(&sorted).unwrap_or_default())
    }
}

/// Deals in a row that two players played: a line of a file of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// What was played.
    #[serde(flatten)]
    pub contest: Contest,
    /// One player.
    pub a: String,
    /// The other.
    pub b: String,
    /// The seed of the deals.
    pub seed: u64,
    /// The number of the first deal.
    pub deal: u64,
    /// The part that the one won, 0 to 1, deal by deal.
    pub won: Vec<f64>,
    /// The points a round of the one above the other's, deal by deal.
    pub points: Vec<f64>,
}

/// Results that cannot be joined to others.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Conflict {
    /// A deal has been played twice, and ended otherwise.
    #[error(
        "deal {deal} of seed {seed}, {a} against {b}, came to {here} here and to {there} elsewhere: \
         has a player changed? give it another name, or another seed"
    )]
    Differs {
        /// One player.
        a: String,
        /// The other.
        b: String,
        /// The seed.
        seed: u64,
        /// The number of the deal.
        deal: u64,
        /// What came of it for the one.
        here: Score,
        /// What came of it as well.
        there: Score,
    },
    /// The numbers are no results.
    #[error("{0}")]
    Malformed(String),
}

/// What came of a deal for one of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The part that it won, 0 to 1.
    pub won: f64,
    /// Its points a round above the other's.
    pub points: f64,
}

impl Score {
    /// What counts of it, as the arena tells it: the part won, or the points a round above the mean of the two.
    pub(super) fn made(self, by: Measure) -> f64 {
        match by {
            Measure::Won => self.won,
            Measure::Points => self.points / 2.0,
        }
    }

    /// Returns the same for the other player, if it is turned.
    pub(super) fn turned(self, turned: bool) -> Score {
        if turned { Score { won: 1.0 - self.won, points: -self.points } } else { self }
    }

    /// Returns the lesser of two that are of one deal.
    fn least(self, other: Score) -> Score {
        Score { won: self.won.min(other.won), points: self.points.min(other.points) }
    }

    /// Returns `true` if two are of one deal, whatever was lost in writing them.
    fn is_near(self, other: Score) -> bool {
        let near = |one: f64, other: f64| (one - other).abs() <= 1e-6 * one.abs().max(1.0);
        near(self.won, other.won) && near(self.points, other.points)
    }
}

impl Display for Score {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} won, {:+} points", self.won, self.points)
    }
}

/// All deals of a pair at a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    /// By seed and number.
    pub deals: BTreeMap<(u64, u64), Score>,
}

impl Cell {
    /// The mean of what the first made.
    pub fn mean(&self, by: Measure) -> f64 {
        self.deals.values().map(|score| score.made(by)).sum::<f64>() / self.deals.len() as f64
    }
}

/// Deals of any number of players, each of which counts once.
#[derive(Clone, Debug, Default)]
pub struct Results {
    contests: Vec<Contest>,
    keys: Vec<String>,
    bots: Vec<String>,
    /// By game and pair, who comes first by name first: so it does not matter who was entered first.
    cells: BTreeMap<(usize, usize, usize), Cell>,
}

impl Results {
    /// Returns the number of a game, which is entered if it is new.
    pub fn contest(&mut self, contest: &Contest) -> usize {
        let contest = contest.completed();
        let key = contest.key();
        self.keys.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.keys.push(key);
            self.contests.push(contest);
            self.keys.len() - 1
        })
    }

    /// Returns the number of a player, who is entered if it is new.
    pub fn bot(&mut self, name: &str) -> usize {
        self.bots.iter().position(|known| known == name).unwrap_or_else(|| {
            self.bots.push(name.into());
            self.bots.len() - 1
        })
    }

    /// Returns the games.
    pub fn contests(&self) -> &[Contest] {
        &self.contests
    }

    /// Returns the players.
    pub fn bots(&self) -> &[String] {
        &self.bots
    }

    /// Returns the number of deals.
    pub fn deals(&self) -> usize {
        self.cells.values().map(|cell| cell.deals.len()).sum()
    }

    /// Adds deals, of which those that are there already count once, and returns how many were new.
    ///
    /// # Errors
    ///
    /// Fails if the numbers are no results, or a deal that is there ended otherwise; nothing is added then.
    pub fn add(&mut self, batch: &Batch) -> Result<usize, Conflict> {
        let Batch { contest, a, b, seed, deal, won, points } = batch;
        let malformed = |what: &str| Err(Conflict::Malformed(format!("`{a}` against `{b}`: {what}")));
        if a == b {
            return malformed("expected two players");
        }
        if won.len() != points.len() || deal.checked_add(won.len() as u64).is_none() {
            return malformed("expected as many `won` as `points`");
        }
        if !(won.iter().all(|won| (0.0..=1.0).contains(won)) && points.iter().all(|points| points.is_finite())) {
            return malformed("expected `won` from 0 to 1, and finite `points`");
        }
        let (game, pair) = (self.contest(contest), (self.bot(a), self.bot(b)));
        let (key, turned) = self.key(game, pair);
        let cell = self.cells.entry(key).or_default();
        let scores = won.iter().zip(points).map(|(&won, &points)| Score { won, points }.turned(turned));
        // Counted from 0, since a range that begins with the greatest number cannot go on.
        let deals: Vec<_> = (0..).zip(scores).map(|(number, score)| ((*seed, deal + number), score)).collect();
        for ((_, deal), score) in &deals {
            if let Some(known) = cell.deals.get(&(*seed, *deal)).filter(|known| !known.is_near(*score)) {
                let (a, b, here, there) = (a.clone(), b.clone(), score.turned(turned), known.turned(turned));
                return Err(Conflict::Differs { a, b, seed: *seed, deal: *deal, here, there });
            }
        }
        let before = cell.deals.len();
        for (key, score) in deals {
            // Whatever was lost in writing them, sums do not depend on who came first.
            cell.deals.entry(key).and_modify(|known| *known = known.least(score)).or_insert(score);
        }
        Ok(cell.deals.len() - before)
    }

    /// Returns the players who have met somebody at one of the games.
    pub fn players(&self, contests: &[usize]) -> Vec<&str> {
        let here = |bot: usize| {
            self.cells.keys().any(|&(contest, a, b)| contests.contains(&contest) && (a == bot || b == bot))
        };
        self.bots.iter().enumerate().filter(|(bot, _)| here(*bot)).map(|(_, name)| name.as_str()).collect()
    }

    /// Returns those of some deals that have not been played under a seed.
    pub fn missing(&self, next: &Next, seed: u64) -> Vec<Range<u64>> {
        let cell = self.cells.get(&self.key(next.contest, next.pair).0);
        let played = |deal: u64| cell.is_some_and(|cell| cell.deals.contains_key(&(seed, deal)));
        let mut missing: Vec<Range<u64>> = Vec::new();
        for deal in (next.first..next.first + next.deals).filter(|deal| !played(*deal)) {
            match missing.last_mut().filter(|row| row.end == deal) {
                Some(row) => row.end += 1,
                None => missing.push(deal..deal + 1),
            }
        }
        missing
    }

    /// Under what the deals of a pair at a game are kept, and whether they are so from the side of the second.
    fn key(&self, contest: usize, (a, b): (usize, usize)) -> ((usize, usize, usize), bool) {
        let turned = self.bots.get(a) > self.bots.get(b);
        (if turned { (contest, b, a) } else { (contest, a, b) }, turned)
    }

    /// All deals by game and pair; the one of each comes before the other by name, and need not have the smaller number.
    pub(super) fn cells(&self) -> impl Iterator<Item = ((usize, usize, usize), &Cell)> {
        self.cells.iter().map(|(key, cell)| (*key, cell))
    }

    /// The deals of a pair at a game, and whether they are from the side of the second.
    pub(super) fn cell(&self, contest: usize, pair: (usize, usize)) -> Option<(&Cell, bool)> {
        let (key, turned) = self.key(contest, pair);
        Some((self.cells.get(&key)?, turned))
    }

    /// Between what and what lies what a player can make of a deal, as [`Score::made`] has it.
    pub(super) fn bounds(&self, contest: usize, by: Measure) -> Result<(f64, f64), GameError> {
        if by == Measure::Won {
            return Ok((0.0, 1.0));
        }
        let Contest { game: id, options } = &self.contests[contest];
        let [_, (least, most)] = points_bounds(game(id, options)?.spec());
        Ok((least / 2.0, most / 2.0))
    }

    /// A text that stands for a game, whoever entered it first.
    pub(super) fn text(&self, contest: usize) -> &str {
        &self.keys[contest]
    }

    /// A number that does.
    pub(super) fn mark(&self, contest: usize) -> u64 {
        let hash = Sha256::digest(self.text(contest).as_bytes());
        u64::from_le_bytes(std::array::from_fn(|i| hash[i]))
    }
}
