//! The arena on Kuhn poker: fair, repeatable, and plain about players that misbehave.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use elderhand_agents::{Agent, AgentError, ArenaError, DuelResult, Entrant, Plan, Random, duel, signature};
use elderhand_env::kuhn::{self, Kuhn};
use elderhand_env::{Action, Game, Overrides, Seat, View, ViewOf};

type KuhnView = ViewOf<Kuhn>;

fn kuhn() -> Kuhn {
    Kuhn::new("kuhn", kuhn::Options {}).expect("kuhn has no options")
}

fn random() -> Entrant<'static, KuhnView> {
    Entrant::new("random", || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Random::default())))
}

/// Plays the first or the last legal action, so that a round depends on the cards alone.
#[derive(Clone, Copy)]
enum Fixed {
    First,
    Last,
}

impl Agent<KuhnView> for Fixed {
    fn begin(&mut self, _: Seat, _: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &KuhnView) -> Result<Action, AgentError> {
        let legal = view.legal();
        let place = if matches!(self, Fixed::First) { 0 } else { legal.len() - 1 };
        Ok(legal.nth(place).expect("some action is legal"))
    }
}

fn fixed(choice: Fixed) -> Entrant<'static, KuhnView> {
    Entrant::new("fixed", move || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(choice)))
}

fn play(a: &Entrant<'_, KuhnView>, b: &Entrant<'_, KuhnView>, deals: usize, seed: u64, threads: usize) -> DuelResult {
    duel(&kuhn(), a, b, &Plan { deals, seed, threads }, |_| ControlFlow::Continue(())).expect("both play by the rules")
}

#[test]
fn self_against_self_covers_zero_at_the_stated_rate() {
    let (matches, pairs) = (1_000, 40);
    let (mut points, mut won) = (0, 0);
    for seed in 0..matches {
        let tally = play(&random(), &random(), pairs, seed, 1);
        points += u32::from(tally.points_ci.0 <= 0.0 && 0.0 <= tally.points_ci.1);
        won += u32::from(tally.win_rate_ci.0 <= 0.5 && 0.5 <= tally.win_rate_ci.1);
    }
    // 950 of 1,000 are expected; the standard error is 6.9, and the win rate of so few rounds comes in coarse steps.
    assert!((929..=971).contains(&points), "points covered {points} times");
    assert!((929..=979).contains(&won), "win rate covered {won} times");
}

#[test]
fn mirrored_deals_cancel_for_equal_players_without_luck() {
    let tally = play(&fixed(Fixed::Last), &fixed(Fixed::Last), 50, 3, 1);
    assert_eq!((tally.points, tally.win_rate), (0.0, 0.5));
    assert!(tally.points_ci.0 < 0.0 && tally.points_ci.1 > 0.0, "no false certainty: {tally:?}");
}

#[test]
fn the_better_player_wins_and_the_interval_says_so() {
    // Who always bets and calls beats who always checks and folds by a chip in almost every round.
    let tally = play(&fixed(Fixed::Last), &random(), 2_000, 5, 1);
    let swapped = play(&random(), &fixed(Fixed::Last), 2_000, 5, 1);
    assert!(tally.points_ci.0 > 0.0, "{tally:?}");
    assert!(swapped.points_ci.1 < 0.0, "{swapped:?}");
    let fold = play(&fixed(Fixed::Last), &fixed(Fixed::First), 100, 5, 1);
    assert_eq!((fold.points, fold.win_rate, fold.length), (1.0, 1.0, 2.5));
}

#[test]
fn results_do_not_depend_on_the_threads() {
    let timeless = |mut tally: DuelResult| {
        tally.seconds = 0.0;
        tally
    };
    let one = timeless(play(&random(), &fixed(Fixed::Last), 500, 9, 1));
    let four = timeless(play(&random(), &fixed(Fixed::Last), 500, 9, 4));
    assert_eq!(one, four);
    assert_ne!(one, timeless(play(&random(), &fixed(Fixed::Last), 500, 10, 1)));
}

#[test]
fn every_thread_makes_its_own_players_and_only_those() {
    let made = AtomicUsize::new(0);
    let counted = Entrant::new("counted", || {
        made.fetch_add(1, Ordering::Relaxed);
        Ok::<Box<dyn Agent<KuhnView>>, Infallible>(Box::new(Random::default()))
    });
    play(&counted, &random(), 1_000, 1, 3);
    assert_eq!(made.load(Ordering::Relaxed), 3);
}

#[test]
fn it_stops_when_told_and_counts_what_it_has() {
    let plan = Plan { deals: 1_000, seed: 1, threads: 1 };
    let stop = |done| if done == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let tally = duel(&kuhn(), &random(), &random(), &plan, stop).expect("both play by the rules");
    assert_eq!((tally.pairs, tally.rounds), (10, 20));
    let begun = play(&random(), &random(), 10, 1, 1);
    assert_eq!(tally.points, begun.points);
}

/// Plays at random until its hundredth decision, and then what no table has.
struct Cheat(Random, u32);

impl Agent<KuhnView> for Cheat {
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<(), AgentError> {
        Agent::<KuhnView>::begin(&mut self.0, seat, seed)
    }

    fn act(&mut self, view: &KuhnView) -> Result<Action, AgentError> {
        self.1 += 1;
        if self.1 == 100 { Ok(Action(77)) } else { self.0.act(view) }
    }
}

#[test]
fn a_player_that_misbehaves_is_named_and_the_rest_is_told() {
    let cheat = Entrant::new("cheat", || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Cheat(Random::default(), 0))));
    let plan = Plan { deals: 1_000, seed: 1, threads: 1 };
    let error = duel(&kuhn(), &random(), &cheat, &plan, |_| ControlFlow::Continue(())).expect_err("77 is no action");
    let text = error.to_string();
    assert!(text.contains("cheat: it played action 77") && text.contains("expected one of"), "{text}");
    let ArenaError::Bot { deal, finished, .. } = error else { panic!("{error:?}") };
    assert!(deal > 0 && finished.pairs == deal, "{deal} {finished:?}");
}

#[test]
fn a_player_that_cannot_be_made_is_reported() {
    let absent = Entrant::new("absent", || Err("there is no such file"));
    let plan = Plan { deals: 10, seed: 1, threads: 2 };
    let error = duel(&kuhn(), &random(), &absent, &plan, |_| ControlFlow::Continue(())).expect_err("it is absent");
    assert!(matches!(&error, ArenaError::Load { bot, .. } if bot == "absent"), "{error:?}");
    assert_eq!(error.to_string(), "there is no such file");
}

#[test]
fn a_signature_is_repeatable_and_refuses_unknown_games() {
    let once = signature("kuhn", &Overrides::new()).expect("kuhn is registered");
    assert_eq!(once, signature("kuhn", &Overrides::new()).expect("kuhn is registered"));
    assert!(once.len() == 16 && once.bytes().all(|byte| byte.is_ascii_hexdigit()), "{once}");
    assert!(signature("khun", &Overrides::new()).is_err());
}
