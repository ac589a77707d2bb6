//! Two players: how the first did against the second.

use std::ops::ControlFlow;

use elderhand_env::{Game, ViewOf};
use serde::{Deserialize, Serialize};

use super::deal::Seating;
use super::question::{Compared, Measure, Question, Ruling, Watch};
use super::table::ArenaResult;
use super::work::{Fault, play};
use super::{ArenaError, Entrant, Plan, points_bounds, speed};
use crate::measuring::stats::Verdict;

/// How the first player did against the second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DuelResult {
    /// The mean points a round of the first player, above the mean of the table: its return where the game is zero-sum.
    pub points: f64,
    /// The interval of `points`, over the deals; of 95 % where nothing else was asked.
    pub points_ci: (f64, f64),
    /// After how many deals a run that [stops when it is decided](super::Stop::Decided) might have told who is better, if all went
    /// like these; see [`to_settle`](crate::sequential::to_settle).
    pub to_settle: Option<u64>,
    /// The share won, 0 to 1: a round won counts 1, a tie of `k` seats 1/`k`, a round lost 0.
    pub win_rate: f64,
    /// The interval of `win_rate`, over the deals.
    pub win_rate_ci: (f64, f64),
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
    /// How many times as many deals would tell as much without the player that says what the cards brought; `None` without
    /// one, and where too few deals were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved: Option<f64>,
    /// How it was decided, where a run may stop for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling>,
}

impl DuelResult {
    /// The rounds played in a second.
    pub fn rounds_per_second(&self) -> f64 {
        speed(self.rounds, self.seconds)
    }
}

/// Plays two players against each other on mirrored deals.
///
/// The first player holds one seat, the second all others; at games of partners each holds the seats of one side. They move round as at a [`table`](crate::table): every
/// deal is played once from each seat with the same cards in the same order. After every deal `progress` is told how
/// many are done, from whichever thread did it; if it breaks, the deals being played are finished and the result has
/// fewer deals than planned.
///
/// # Errors
///
/// Fails if a player cannot be made or misbehaves, and if the threads cannot be had.
///
/// # Examples
///
/// ```
/// use std::{convert::Infallible, ops::ControlFlow};
/// use elderhand_agents::{Agent, Entrant, Plan, Random, duel};
/// use elderhand_env::{Game, kuhn};
///
/// let random = || Entrant::new("random", || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Random::default())));
/// let plan = Plan::new(100, 1);
/// let game = kuhn::Kuhn::new("kuhn", kuhn::Options {})?;
/// let result = duel(&game, &random(), &random(), &plan, |_| ControlFlow::Continue(()))?;
/// assert_eq!((result.deals, result.rounds), (100, 200));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn duel<G: Game>(
    game: &G,
    a: &Entrant<'_, ViewOf<G>>,
    b: &Entrant<'_, ViewOf<G>>,
    plan: &Plan<'_>,
    progress: impl Fn(usize) -> ControlFlow<()> + Sync,
) -> Result<DuelResult, ArenaError<DuelResult>> {
    duel_until(game, [a, b], plan, &Question::default(), None, progress)
}

/// Plays two players against each other as [`duel`] does, until a question is answered.
///
/// After every deal, in their order, what has been seen so far is judged; the deal that answers the question is the last
/// that counts, on any number of threads. Intervals then hold at every look.
///
/// # Errors
///
/// Fails as [`duel`] does, and if what is asked has no answer.
///
/// # Examples
///
/// ```
/// use std::{convert::Infallible, ops::ControlFlow};
/// use elderhand_agents::{Agent, Entrant, Plan, Question, Random, Stop, duel_until, sequential::Answer};
/// use elderhand_env::{Game, kuhn};
///
/// let random = || Entrant::new("random", || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Random::default())));
/// let plan = Plan::new(10_000, 1);
/// // Is it a tenth of a chip worse or a tenth better?
/// let stop = Stop::Hypotheses { low: -0.1, high: 0.1, beta: 0.05 };
/// let question = Question { stop, ..Question::default() };
/// let game = kuhn::Kuhn::new("kuhn", kuhn::Options {})?;
/// let result = duel_until(&game, [&random(), &random()], &plan, &question, None, |_| ControlFlow::Continue(()))?;
/// let ruling = result.ruling.expect("it was asked for");
/// assert!(ruling.answer != Answer::Open && ruling.deals == Some(result.deals));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn duel_until<G: Game>(
    game: &G,
    [a, b]: [&Entrant<'_, ViewOf<G>>; 2],
    plan: &Plan<'_>,
    question: &Question,
    control: Option<&Entrant<'_, ViewOf<G>>>,
    progress: impl Fn(usize) -> ControlFlow<()> + Sync,
) -> Result<DuelResult, ArenaError<DuelResult>> {
    question.allow(control.is_some())?;
    let seats = game.spec().seats;
    let second = |chair: usize| if game.has_partners() { chair % 2 } else { chair.min(1) };
    let seating = Seating { game, entrants: vec![a, b], chairs: (0..seats).map(second).collect(), control };
    let ([bounds, _], even) = (points_bounds(game.spec()), 1.0 / seats as f64);
    let compared = || match question.by {
        Measure::Points => Compared { value: Box::new(|fared| fared[0].points), bounds },
        Measure::Won => {
            Compared { value: Box::new(move |fared| fared[0].win_rate - even), bounds: (-even, 1.0 - even) }
        }
    };
    let watch = Watch::over(question, vec![compared()])?;
    let played = play(&seating, plan, 0, watch, progress);
    let result = ArenaResult::of(&seating, question, &played);
    let first = &result.bots[0];
    let (_, saved) = seating.points(&played.deals, |fared| fared[0]);
    let result = DuelResult {
        points: first.points,
        points_ci: first.points_ci,
        to_settle: compared().to_settle(&played.deals, question, Verdict::of(first.points_ci)),
        win_rate: first.win_rate,
        win_rate_ci: first.win_rate_ci,
        rounds: result.rounds,
        deals: result.deals,
        truncated: result.truncated,
        length: result.length,
        seconds: result.seconds,
        saved,
        ruling: played.rulings.first().copied(),
    };
    Fault::settle(played.fault, result)
}
