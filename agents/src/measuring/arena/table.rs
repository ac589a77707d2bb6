//! A table of players: who stands where, and who is better than whom.

use std::ops::ControlFlow;

use elderhand_env::{Game, ViewOf};
use serde::{Deserialize, Serialize};

use super::deal::{Fared, Seating};
use super::question::{Compared, Measure, Question, Ruling, Watch};
use super::work::{Fault, Played, play};
use super::{ArenaError, Entrant, Plan, points_bounds, speed};
use crate::measuring::stats::Verdict;

/// How the players of a table did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ArenaResult {
    /// Each player, in the order in which they were entered.
    pub bots: Vec<ArenaEntry>,
    /// The number of rounds played: the deals times the seats.
    pub rounds: usize,
    /// The number of deals finished from every seat; fewer than planned if the arena was stopped.
    pub deals: usize,
    /// The share of rounds that a cap ended, 0 to 1.
    pub truncated: f64,
    /// The mean number of decisions in a round.
    pub length: f64,
    /// The time it took, in seconds.
    pub seconds: f64,
}

/// How one player of a table did.
///
/// A deal's rounds are one sample, and so are the seats that a player holds at once; all intervals are over the deals,
/// and of 95 % where nothing else was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ArenaEntry {
    /// The player.
    pub bot: String,
    /// The number of seats that it holds in a round.
    pub seats: usize,
    /// The mean points a round, above the mean of the table: the return where the game is zero-sum.
    pub points: f64,
    /// The interval of `points`.
    pub points_ci: (f64, f64),
    /// The mean place, 1 for the best; seats that stand level share the mean of their places.
    pub place: f64,
    /// The interval of `place`.
    pub place_ci: (f64, f64),
    /// The share won a seat, 0 to 1: a round won counts 1, a tie of `k` seats 1/`k`, a round lost 0.
    pub win_rate: f64,
    /// The interval of `win_rate`.
    pub win_rate_ci: (f64, f64),
    /// How it compares with each of the others, in the order in which they were entered.
    #[serde(default)]
    pub against: Vec<Against>,
}

/// How a player compares with another one of its table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Against {
    /// The other player.
    pub bot: String,
    /// The mean points a round above the other's.
    pub points: f64,
    /// The interval of `points`, from the difference in each deal. The intervals of all pairs of the table hold together:
    /// with each of three pairs, an interval is of 98.3 %.
    pub points_ci: (f64, f64),
    /// What the interval says.
    pub verdict: Verdict,
    /// After how many deals a run that [stops when it is decided](super::Stop::Decided) might have told who is better, if all went
    /// like these; see [`to_settle`](crate::sequential::to_settle).
    pub to_settle: Option<u64>,
    /// As [`DuelResult::saved`](super::DuelResult::saved).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved: Option<f64>,
    /// How it was decided, where a run may stop for that. What is told stays told, also where more deals, which were played for
    /// the other pairs, leave the interval open again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling>,
}

impl ArenaResult {
    /// The rounds played in a second.
    pub fn rounds_per_second(&self) -> f64 {
        speed(self.rounds, self.seconds)
    }

    pub(super) fn of<G: Game>(seating: &Seating<'_, G>, question: &Question, played: &Played) -> ArenaResult {
        let (deals, seats) = (&played.deals, seating.chairs.len());
        let rounds = deals.len() * seats;
        let mean = |total: usize| if rounds == 0 { 0.0 } else { total as f64 / rounds as f64 };
        ArenaResult {
            bots: (0..seating.entrants.len())
                .map(|entrant| ArenaEntry::of(seating, question, played, entrant))
                .collect(),
            rounds,
            deals: deals.len(),
            truncated: mean(deals.iter().map(|deal| deal.truncated).sum()),
            length: mean(deals.iter().map(|deal| deal.decisions).sum()),
            seconds: played.seconds,
        }
    }
}

impl ArenaEntry {
    fn of<G: Game>(seating: &Seating<'_, G>, question: &Question, played: &Played, entrant: usize) -> ArenaEntry {
        let Seating { game, entrants, chairs, .. } = seating;
        let sample =
            |value: &dyn Fn(&[Fared]) -> f64| played.deals.iter().map(|deal| value(&deal.fared)).collect::<Vec<_>>();
        let [bounds, range] = points_bounds(game.spec());
        let points = question.estimate(&seating.points(&played.deals, |fared| fared[entrant]).0, bounds);
        let place = question.estimate(&sample(&|fared| fared[entrant].place), (1.0, chairs.len() as f64));
        let win_rate = question.estimate_share(&sample(&|fared| fared[entrant].win_rate));
        let shared = question.shared(pairs(entrants.len()).count());
        let against = |other: usize| {
            let (leads, saved) = seating.points(&played.deals, |fared| fared[entrant].less(fared[other]));
            let lead = shared.estimate(&leads, range);
            let points_ci = (lead.low, lead.high);
            let verdict = Verdict::of(points_ci);
            // Each pair was watched over once.
            let watched = pairs(entrants.len()).position(|pair| pair == (entrant.min(other), entrant.max(other)));
            let ruling = watched.and_then(|pair| played.rulings.get(pair)).copied();
            let compared = compared(seating.game, question.by, (entrant, other));
            Against {
                bot: entrants[other].name.clone(),
                points: lead.mean,
                points_ci,
                verdict,
                to_settle: compared.to_settle(&played.deals, &shared, verdict),
                saved,
                ruling: ruling.map(|ruling| if entrant < other { ruling } else { ruling.reversed() }),
            }
        };
        ArenaEntry {
            bot: entrants[entrant].name.clone(),
            seats: chairs.iter().filter(|held| **held == entrant).count(),
            points: points.mean,
            points_ci: (points.low, points.high),
            place: place.mean,
            place_ci: (place.low, place.high),
            win_rate: win_rate.mean,
            win_rate_ci: (win_rate.low, win_rate.high),
            against: (0..entrants.len()).filter(|other| *other != entrant).map(against).collect(),
        }
    }
}

/// Returns every two of so many players, in the order in which they meet.
pub fn pairs(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)))
}

/// What one player makes above the mean of itself and another, seat for seat; between two alone that is what it makes above
/// the mean of the table, as in a duel.
fn compared<G: Game>(game: &G, by: Measure, (a, b): (usize, usize)) -> Compared {
    let [_, (low, high)] = points_bounds(game.spec());
    match by {
        Measure::Points => Compared {
            value: Box::new(move |fared| (fared[a].points - fared[b].points) / 2.0),
            bounds: (low / 2.0, high / 2.0),
        },
        Measure::Won => Compared {
            value: Box::new(move |fared| (fared[a].win_rate - fared[b].win_rate) / 2.0),
            bounds: (-0.5, 0.5),
        },
    }
}

/// Plays the players of one table against each other on mirrored deals.
///
/// The players are seated in order, again and again from the first until every seat is taken. Every deal is played as
/// often as there are seats, with the same cards in the same order, and after each round everyone moves on by one seat;
/// so everyone holds every seat with the same cards, at least until a lot is drawn in one round that is not drawn in
/// another. From deal to deal the order round the table changes, but for two players at a game of partners, who play side
/// against side. Cards and order depend on (seed, deal), the players' own randomness on (seed, deal, round, seat), and nothing on the threads.
/// Each thread makes its own players. After every deal `progress` is told how many are done, from whichever thread did
/// it; if it breaks, the deals being played are finished and there are fewer than planned.
///
/// # Errors
///
/// Fails if there are fewer than two players or more than seats, if a player cannot be made or misbehaves, and if the
/// threads cannot be had.
///
/// # Examples
///
/// ```
/// use std::{convert::Infallible, ops::ControlFlow};
/// use elderhand_agents::{Agent, Entrant, Plan, Random, table};
/// use elderhand_env::{Game, kuhn};
///
/// let random = |name| Entrant::new(name, || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Random::default())));
/// let plan = Plan::new(100, 1);
/// let game = kuhn::Kuhn::new("kuhn", kuhn::Options {})?;
/// let result = table(&game, &[random("ann"), random("ben")], &plan, |_| ControlFlow::Continue(()))?;
/// assert_eq!((result.deals, result.rounds), (100, 200));
/// assert_eq!(result.bots[0].against[0].bot, "ben");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn table<G: Game>(
    game: &G,
    entrants: &[Entrant<'_, ViewOf<G>>],
    plan: &Plan<'_>,
    progress: impl Fn(usize) -> ControlFlow<()> + Sync,
) -> Result<ArenaResult, ArenaError<ArenaResult>> {
    table_until(game, entrants, plan, &Question::default(), None, progress)
}

/// Plays the players of one table as [`table`] does, until a question is answered for every pair of them.
///
/// All pairs share the rate of errors: with its probability at most, any answer errs. What decides, and what hypotheses speak
/// of, is what a seat of the one player makes above the mean of that seat and one of the other's.
///
/// # Errors
///
/// Fails as [`table`] does, and if what is asked has no answer.
pub fn table_until<G: Game>(
    game: &G,
    entrants: &[Entrant<'_, ViewOf<G>>],
    plan: &Plan<'_>,
    question: &Question,
    control: Option<&Entrant<'_, ViewOf<G>>>,
    progress: impl Fn(usize) -> ControlFlow<()> + Sync,
) -> Result<ArenaResult, ArenaError<ArenaResult>> {
    question.allow(control.is_some())?;
    let seats = game.spec().seats;
    if !(2..=seats).contains(&entrants.len()) {
        return Err(ArenaError::Entrants { entrants: entrants.len(), seats });
    }
    let chairs = (0..entrants.len()).cycle().take(seats).collect();
    let seating = Seating { game, entrants: entrants.iter().collect(), chairs, control };
    let compared: Vec<Compared> = pairs(entrants.len()).map(|pair| compared(game, question.by, pair)).collect();
    let watch = Watch::over(&question.shared(compared.len()), compared)?;
    let played = play(&seating, plan, 0, watch, progress);
    let result = ArenaResult::of(&seating, question, &played);
    Fault::settle(played.fault, result)
}
