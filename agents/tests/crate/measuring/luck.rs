//! Luck of the cards that is taken out of results, at Leduc poker: its mean is 0 whatever is expected of positions.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use elderhand_agents::{
    Agent, AgentError, ArenaError, ArenaResult, DuelResult, Entrant, Plan, Question, Random, Stop, duel, duel_until,
    table_until,
};
use elderhand_env::leduc::{self, Leduc};
use elderhand_env::{Action, Game, Seat, View, ViewOf};
use serde_json::{Value, to_value};

type LeducView = ViewOf<Leduc>;

fn leduc() -> Leduc {
    Leduc::new("leduc", leduc::Options {}).expect("leduc has no options")
}

/// Bets and raises as often as it may.
struct Bold;

impl Agent<LeducView> for Bold {
    fn begin(&mut self, _: Seat, _: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &LeducView) -> Result<Action, AgentError> {
        let legal = view.legal();
        Ok(legal.nth(legal.len() - 1).expect("some action is legal"))
    }
}

/// Says what is expected of a view, and plays nothing.
struct Expects(fn(&LeducView) -> f32);

impl Agent<LeducView> for Expects {
    fn begin(&mut self, _: Seat, _: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, _: &LeducView) -> Result<Action, AgentError> {
        unreachable!("it is asked what it expects, and nothing else")
    }

    fn expects(&mut self, view: &LeducView) -> Option<f32> {
        Some((self.0)(view))
    }
}

/// What a pair, or a high card, is worth.
fn sensible(view: &LeducView) -> f32 {
    let json = to_value(view).expect("views can be written");
    let rank = |card: &Value| card.as_str().and_then(|card| "JQK".find(&card[..1]));
    match (rank(&json["card"]), rank(&json["public"])) {
        (Some(own), Some(shared)) if own == shared => 6.0,
        (Some(own), _) => own as f32 - 1.0,
        _ => 0.0,
    }
}

/// Numbers that mean nothing.
fn senseless(view: &LeducView) -> f32 {
    let mut hasher = DefaultHasher::new();
    view.hash(&mut hasher);
    (hasher.finish() % 17) as f32 - 5.0
}

fn enter(make: impl Fn() -> Box<dyn Agent<LeducView>> + Send + Sync + 'static) -> Entrant<'static, LeducView> {
    Entrant::new("bot", move || Ok::<_, Infallible>(make()))
}

fn random() -> Entrant<'static, LeducView> {
    enter(|| Box::new(Random::default()))
}

fn bold() -> Entrant<'static, LeducView> {
    enter(|| Box::new(Bold))
}

fn play(a: &Entrant<'_, LeducView>, expects: fn(&LeducView) -> f32, deals: usize, seed: u64) -> DuelResult {
    let (plan, control) = (Plan::new(deals, seed), enter(move || Box::new(Expects(expects))));
    let go_on = |_| ControlFlow::Continue(());
    duel_until(&leduc(), [a, &random()], &plan, &Question::default(), Some(&control), go_on)
        .expect("all play by the rules")
}

#[test]
fn intervals_without_luck_hold_at_the_stated_rate_whatever_is_expected() {
    for expects in [sensible, senseless] {
        let covers = |seed: u64| {
            let (low, high) = play(&random(), expects, 40, seed).points_ci;
            low <= 0.0 && 0.0 <= high
        };
        let covered = (0..1_000).filter(|&seed| covers(seed)).count();
        // 950 of 1,000 are expected; the standard error is 6.9.
        assert!((925..=975).contains(&covered), "0 covered {covered} times");
    }
}

#[test]
fn the_mean_stays_and_the_spread_shrinks_with_what_is_known() {
    let plan = Plan::new(20_000, 3);
    let plain = duel(&leduc(), &bold(), &random(), &plan, |_| ControlFlow::Continue(())).expect("both play");
    assert_eq!(plain.saved, None);
    let (known, guessed) = (play(&bold(), sensible, 20_000, 3), play(&bold(), senseless, 20_000, 3));
    let width = |result: &DuelResult| result.points_ci.1 - result.points_ci.0;
    for result in [&known, &guessed] {
        // The same deals were played, and luck is worth half an interval at most.
        assert!((result.points - plain.points).abs() < width(&plain) / 2.0, "{result:?} {plain:?}");
        assert_eq!((result.win_rate, result.length), (plain.win_rate, plain.length));
        let saved = (width(&plain) / width(result)).powi(2);
        assert!((result.saved.expect("it was asked for") - saved).abs() < 0.01, "{result:?} saved {saved}");
    }
    assert!(known.saved > Some(1.1), "{known:?}");
    assert!(guessed.saved > Some(0.99), "what fits nothing is not taken away: {guessed:?}");
}

#[test]
fn a_run_that_may_settle_it_takes_no_luck_out_and_few_deals_neither() {
    let plain = |deals, seed| {
        let plan = Plan::new(deals, seed);
        duel(&leduc(), &random(), &random(), &plan, |_| ControlFlow::Continue(())).expect("both play")
    };
    let few = play(&random(), sensible, 12, 3);
    assert_eq!((few.points_ci, few.saved), (plain(12, 3).points_ci, None));
    let mut guessed = 0;
    for seed in 0..40 {
        let (result, plain) = (play(&random(), sensible, 60, seed), plain(60, seed));
        assert!(result.saved.is_some() && result.points_ci != plain.points_ci);
        if let (Some(guess), Some(expected)) = (result.to_settle, plain.to_settle) {
            assert_eq!(guess, expected);
            guessed += 1;
        }
    }
    assert!(guessed > 10, "{guessed}");
}

#[test]
fn what_is_seen_does_not_decide_when_to_stop() {
    let (plan, control) = (Plan::new(10, 1), enter(|| Box::new(Expects(sensible))));
    let question = Question { stop: Stop::Decided, ..Question::default() };
    let go_on = |_| ControlFlow::Continue(());
    let duel = duel_until(&leduc(), [&bold(), &random()], &plan, &question, Some(&control), go_on);
    assert!(matches!(duel, Err(ArenaError::Luck)), "{duel:?}");
    let table = table_until(&leduc(), &[bold(), random()], &plan, &question, Some(&control), go_on);
    assert!(matches!(table, Err(ArenaError::Luck)), "{table:?}");
}

#[test]
fn results_do_not_depend_on_the_threads() {
    let play = |threads| -> ArenaResult {
        let (plan, control) = (Plan::new(300, 5).threads(threads), enter(|| Box::new(Expects(sensible))));
        let (question, go_on) = (Question::default(), |_| ControlFlow::Continue(()));
        let result = table_until(&leduc(), &[bold(), random()], &plan, &question, Some(&control), go_on);
        let mut result = result.expect("all play by the rules");
        result.seconds = 0.0;
        result
    };
    assert_eq!(play(1), play(3));
    assert!(play(1).bots[0].against[0].saved > Some(1.0));
}
