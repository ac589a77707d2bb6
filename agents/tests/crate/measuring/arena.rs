//! The arena on Kuhn poker: fair, repeatable, and plain about players that misbehave.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use elderhand_agents::sequential::Answer;
use elderhand_agents::{
    Agent, AgentError, Arena, ArenaError, Bot, DuelResult, Entrant, Measure, Plan, Question, QuestionError, Random,
    Stop, duel, duel_until, meet, signature, table, table_until,
};
use elderhand_env::kuhn::{self, Kuhn};
use elderhand_env::options::parse_options;
use elderhand_env::{Action, AnyView, Game, Overrides, Seat, View, ViewOf, game};

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
    duel(&kuhn(), a, b, &Plan::new(deals, seed).threads(threads), |_| ControlFlow::Continue(()))
        .expect("both play by the rules")
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

fn ask(
    question: &Question,
    a: &Entrant<'_, KuhnView>,
    b: &Entrant<'_, KuhnView>,
    deals: usize,
    seed: u64,
    threads: usize,
) -> Result<DuelResult, ArenaError<DuelResult>> {
    let plan = Plan::new(deals, seed).threads(threads);
    let mut result = duel_until(&kuhn(), [a, b], &plan, question, None, |_| ControlFlow::Continue(()))?;
    result.seconds = 0.0;
    Ok(result)
}

const DECIDED: Question = Question { by: Measure::Points, stop: Stop::Decided, alpha: 0.05 };

#[test]
fn a_player_is_seldom_found_better_than_itself_however_often_one_looks() {
    let hypotheses = Stop::Hypotheses { low: 0.0, high: 0.3, beta: 0.05 };
    for (by, stop) in [
        (Measure::Points, Stop::Decided),
        (Measure::Won, Stop::Decided),
        (Measure::Points, hypotheses),
        (Measure::Won, Stop::Hypotheses { low: 0.0, high: 0.1, beta: 0.05 }),
    ] {
        let (mut above, mut below) = (0, 0);
        for seed in 0..1_000 {
            let result = ask(&Question { by, stop, ..DECIDED }, &random(), &random(), 400, seed, 1).unwrap();
            let ruling = result.ruling.expect("it was asked for");
            above += u32::from(ruling.answer == Answer::Above);
            below += u32::from(ruling.answer == Answer::Below);
        }
        // 50 of 1,000 are allowed; the standard error is 6.9.
        let wrong = if stop == Stop::Decided { above + below } else { above };
        assert!(wrong <= 71, "{by:?} {stop:?}: wrong {wrong} times");
        assert!(stop == Stop::Decided || below > 500, "{by:?} {stop:?}: H0 is accepted {below} times");
    }
}

#[test]
fn it_stops_at_the_deal_that_decides_and_its_interval_says_the_same() {
    let better = ask(&DECIDED, &fixed(Fixed::Last), &random(), 10_000, 5, 1).unwrap();
    let ruling = better.ruling.unwrap();
    assert_eq!((ruling.answer, ruling.deals), (Answer::Above, Some(better.deals)));
    assert!(better.deals < 1_000 && better.points_ci.0 > 0.0 && ruling.evidence.0 >= ruling.needed.0, "{better:?}");
    let before = ask(&DECIDED, &fixed(Fixed::Last), &random(), better.deals - 1, 5, 1).unwrap();
    assert!(before.ruling.unwrap().deals.is_none() && before.points_ci.0 <= 0.0, "{before:?}");
    let guess = before.to_settle.expect("it is open");
    assert!(guess as usize >= before.deals && guess < 10 * better.deals as u64, "{guess}");
    let worse = ask(&DECIDED, &random(), &fixed(Fixed::Last), 10_000, 5, 1).unwrap();
    assert_eq!(worse.ruling.unwrap().answer, Answer::Below);
    assert!(play(&random(), &random(), 10, 1, 1).ruling.is_none());
}

#[test]
fn where_it_stops_does_not_depend_on_the_threads() {
    let late = || Entrant::new("late", || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Late(Random::default(), 0))));
    for stop in [Stop::Decided, Stop::Hypotheses { low: 0.0, high: 0.2, beta: 0.05 }] {
        for seed in 0..20 {
            let question = Question { stop, ..DECIDED };
            let with = |threads| ask(&question, &fixed(Fixed::Last), &late(), 2_000, seed, threads).unwrap();
            assert_eq!(with(1), with(4));
        }
    }
}

/// Plays at random, slowly now and then, so that deals end in another order than they began.
struct Late(Random, u32);

impl Agent<KuhnView> for Late {
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<(), AgentError> {
        Agent::<KuhnView>::begin(&mut self.0, seat, seed)
    }

    fn act(&mut self, view: &KuhnView) -> Result<Action, AgentError> {
        self.1 += 1;
        if self.1.is_multiple_of(7) {
            std::thread::yield_now();
        }
        self.0.act(view)
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let ask = |stop| ask(&Question { stop, ..DECIDED }, &random(), &random(), 10, 1, 1).expect_err("it is refused");
    let error = ask(Stop::Hypotheses { low: 0.0, high: 5.0, beta: 0.05 });
    assert!(matches!(error, ArenaError::Question(_)), "{error:?}");
    assert!(error.to_string().contains("between -2 and 2"), "{error}");
}

#[test]
fn a_table_of_two_is_asked_what_a_duel_is() {
    for (by, low, high) in [(Measure::Points, 0.0, 0.3), (Measure::Won, 0.0, 0.1)] {
        let question = Question { by, stop: Stop::Hypotheses { low, high, beta: 0.05 }, alpha: 0.05 };
        let entrants = [fixed(Fixed::Last), random()];
        let duel = ask(&question, &entrants[0], &entrants[1], 2_000, 4, 1).unwrap();
        let go_on = |_| ControlFlow::Continue(());
        let table = table_until(&kuhn(), &entrants, &Plan::new(2_000, 4), &question, None, go_on).unwrap();
        let against = &table.bots[0].against[0];
        assert_eq!((against.ruling, against.to_settle, table.deals), (duel.ruling, duel.to_settle, duel.deals));
    }
}

#[test]
fn what_may_settle_a_question_is_reckoned_by_what_it_counts() {
    let question = Question { by: Measure::Won, ..DECIDED };
    let play = |deals| ask(&question, &fixed(Fixed::First), &random(), deals, 1, 1).unwrap();
    let deals = play(100_000).ruling.unwrap().deals.expect("it is told by then");
    let open = play(deals / 2);
    assert_eq!(open.ruling.unwrap().answer, Answer::Open, "{open:?}");
    let guess = open.to_settle.expect("it is open") as usize;
    assert!((deals / 8..8 * deals).contains(&guess), "{guess} were guessed, {deals} it took");
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
    let plan = Plan::new(1_000, 1);
    let stop = |done| if done == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let tally = duel(&kuhn(), &random(), &random(), &plan, stop).expect("both play by the rules");
    assert_eq!((tally.deals, tally.rounds), (10, 20));
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
    let plan = Plan::new(1_000, 1);
    let error = duel(&kuhn(), &random(), &cheat, &plan, |_| ControlFlow::Continue(())).expect_err("77 is no action");
    let text = error.to_string();
    assert!(text.contains("cheat: it played action 77") && text.contains("expected one of"), "{text}");
    let ArenaError::Bot { deal, finished, .. } = error else { panic!("{error:?}") };
    assert!(deal > 0 && finished.deals == deal, "{deal} {finished:?}");
}

#[test]
fn a_player_that_cannot_be_made_is_reported() {
    let absent = Entrant::new("absent", || Err("there is no such file"));
    let plan = Plan::new(10, 1).threads(2);
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

#[test]
fn pairs_share_both_rates_of_errors() {
    let stop = Stop::Hypotheses { low: 0.0, high: 1.0, beta: 0.06 };
    let shared = Question { stop, alpha: 0.03, ..DECIDED }.shared(3);
    let Stop::Hypotheses { low, high, beta } = shared.stop else { panic!("{shared:?}") };
    assert!((shared.alpha - 0.01).abs() < 1e-12 && (beta - 0.02).abs() < 1e-12 && (low, high) == (0.0, 1.0));
    assert_eq!(DECIDED.shared(0), DECIDED);
}

#[test]
fn a_question_that_makes_no_sense_is_refused() {
    let hypotheses = |beta| Stop::Hypotheses { low: 0.0, high: 1.0, beta };
    let rate = |name, rate| Err(QuestionError::Rate { name, rate });
    let cases = [
        (Question::default(), Ok(())),
        (DECIDED, Ok(())),
        (Question { alpha: 1e-6, stop: hypotheses(0.5), ..DECIDED }, Ok(())),
        (Question { alpha: 9e-7, ..DECIDED }, rate("alpha", 9e-7)),
        (Question { alpha: 0.51, stop: Stop::Deals, ..DECIDED }, rate("alpha", 0.51)),
        (Question { stop: hypotheses(0.51), ..DECIDED }, rate("beta", 0.51)),
        (Question { by: Measure::Won, ..DECIDED }, Ok(())),
        (Question { by: Measure::Won, ..Question::default() }, Err(QuestionError::By)),
    ];
    for (question, expected) in cases {
        assert_eq!(question.check(), expected, "{question:?}");
    }
    assert!(Question { alpha: f64::NAN, ..DECIDED }.check().is_err());
}

#[test]
fn rounds_a_second_are_those_of_both_seats() {
    let tally = play(&random(), &random(), 500, 1, 1);
    let found = tally.rounds_per_second() * tally.seconds;
    assert!((found - tally.rounds as f64).abs() < 1e-6 * found && tally.rounds == 1000, "{tally:?}");
}

#[test]
fn at_a_table_it_is_told_who_wins_less() {
    let game = game("gin", &Overrides::new()).expect("a variant");
    let bots = ["random", "simple"].map(|name| Bot::open(name).expect("built in"));
    let arena = Arena::new(&game, Plan::new(200, 1)).asking(Question { by: Measure::Won, ..DECIDED });
    let table = arena.table(&[&bots[0], &bots[1]], &|_| ControlFlow::Continue(())).expect("both play by the rules");
    let ruling = |bot: usize| table.bots[bot].against[0].ruling.expect("it was asked for").answer;
    assert_eq!([ruling(0), ruling(1)], [Answer::Below, Answer::Above]);
}

#[test]
fn rounds_that_a_cap_ends_are_counted() {
    for (options, truncated) in [(&["episode=match", "target=1000", "rounds=1"][..], 1.0), (&[], 0.0)] {
        let game = game("gin", &parse_options(options).expect("options")).expect("a variant");
        let bots = ["simple", "random"].map(|name| Bot::open(name).expect("built in"));
        let arena = Arena::new(&game, Plan::new(20, 1));
        let result = arena.duel([&bots[0], &bots[1]], &|_| ControlFlow::Continue(())).expect("both play by the rules");
        assert_eq!(result.truncated, truncated);
        // A match that is stopped has no winner; else it is told already who is better.
        let told = result.points_ci.0 > 0.0 && result.to_settle.is_none();
        assert_eq!(told, truncated == 0.0, "{result:?}");
        let table = arena.table(&[&bots[0], &bots[1]], &|_| ControlFlow::Continue(())).expect("both play by the rules");
        assert_eq!((table.truncated, table.length), (result.truncated, result.length));
        let found = table.rounds_per_second() * table.seconds;
        assert!((found - table.rounds as f64).abs() < 1e-6 * found && table.rounds == 40, "{table:?}");
    }
}

/// Notes where it sits.
struct Noting(Random, Arc<Mutex<Vec<Seat>>>);

impl Agent<AnyView> for Noting {
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<(), AgentError> {
        self.1.lock().expect("nobody panics").push(seat);
        Agent::<AnyView>::begin(&mut self.0, seat, seed)
    }

    fn act(&mut self, view: &AnyView) -> Result<Action, AgentError> {
        self.0.act(view)
    }
}

#[test]
fn two_at_a_game_of_partners_play_side_against_side() {
    let partners = game("sum-run-set-partners", &Overrides::new()).expect("a variant");
    let sat = [(); 2].map(|()| Arc::new(Mutex::new(Vec::new())));
    let [a, b] = sat.clone().map(|seats| {
        let noting = move || Noting(Random::default(), Arc::clone(&seats));
        Entrant::new("noting", move || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(noting())))
    });
    let (plan, go_on) = (Plan::new(10, 1), |_| ControlFlow::Continue(()));
    duel(&partners, &a, &b, &plan, go_on).expect("both play by the rules");
    meet(&partners, [&a, &b], 0, &plan, go_on).expect("both play by the rules");
    table(&partners, &[a, b], &plan, go_on).expect("both play by the rules");
    for seats in sat {
        let seats = seats.lock().expect("nobody panics");
        assert_eq!(seats.len(), 240, "two seats of each of four rounds of 30 deals");
        assert!(seats.chunks(2).all(|seats| matches!(seats, [0, 2] | [1, 3])), "{seats:?}");
        assert_eq!(seats.iter().filter(|seat| **seat == 0).count(), 60, "on each side as often");
    }
}
