//! The yardstick games have the values that are known for them.

use std::collections::{BTreeMap, HashMap};

use elderhand_agents::{Bot, Effort, NashConv, TabularPolicy, nash_conv};
use elderhand_env::{Action, Card, Game, Seat, State, Turn, View, ViewOf, kuhn, leduc};
use elderhand_tests::cfr::solve;
use elderhand_tests::tree::grow;
use elderhand_tests::twins::{Twins, TwinsState, TwinsView};
use serde_json::Value;

fn kuhn() -> kuhn::Kuhn {
    kuhn::Kuhn::new("kuhn", kuhn::Options {}).unwrap()
}

fn leduc() -> leduc::Leduc {
    leduc::Leduc::new("leduc", leduc::Options {}).unwrap()
}

fn measure<G: Game>(game: &G, policy: TabularPolicy<'_, ViewOf<G>>) -> NashConv {
    nash_conv(game, policy, &Effort { positions: 1_000_000, threads: 1 }, |_| ()).unwrap()
}

/// Measures a policy that is known view by view.
fn known<G: Game>(game: &G, of: impl Fn(&ViewOf<G>) -> Vec<(Action, f64)> + Send) -> NashConv {
    measure(game, TabularPolicy::new("known", of))
}

/// Measures the player that plays every legal action with equal probability.
fn uniform<G: Game>(game: &G) -> NashConv {
    measure(game, TabularPolicy::stated("random", Bot::open("random").unwrap().agent(game).unwrap()))
}

/// The equilibrium of Kuhn (1950) whose elder hand bets a jack with probability `alpha`, at most 1/3.
fn equilibrium(game: &kuhn::Kuhn, alpha: f64, view: &kuhn::KuhnView) -> Vec<(Action, f64)> {
    let view = serde_json::to_value(view).unwrap();
    let text = |key: &str| view.get(key).and_then(Value::as_str).unwrap().to_owned();
    let card = &text("card")[..1];
    // How often the seat bets, where nobody has, and calls, where the other has.
    let (bold, tame, p) = match (text("betting").as_str(), card) {
        ("open", "J") => ("bet", "check", alpha),
        ("open", "Q") => ("bet", "check", 0.0),
        ("open", _) => ("bet", "check", 3.0 * alpha),
        ("check", "J") => ("bet", "check", 1.0 / 3.0),
        ("check", "Q") => ("bet", "check", 0.0),
        ("check", _) => ("bet", "check", 1.0),
        ("check-bet", "Q") => ("call", "fold", alpha + 1.0 / 3.0),
        (_, "J") => ("call", "fold", 0.0),
        (_, "Q") => ("call", "fold", 1.0 / 3.0),
        _ => ("call", "fold", 1.0),
    };
    let action = |name: &str| game.spec().action(name).unwrap();
    vec![(action(bold), p), (action(tame), 1.0 - p)]
}

#[test]
fn every_known_equilibrium_of_kuhn_loses_nothing() {
    let game = kuhn();
    for alpha in [0.0, 0.1, 0.25, 1.0 / 3.0] {
        let measured = known(&game, |view| equilibrium(&game, alpha, view));
        assert!(measured.nash_conv.abs() < 1e-12);
        assert!((measured.seats[0].value + 1.0 / 18.0).abs() < 1e-12);
    }
}

#[test]
fn what_is_no_equilibrium_of_kuhn_is_exploited() {
    let game = kuhn();
    // Who never bets and never calls loses his ante to any bet.
    let action = |name: &str| game.spec().action(name).unwrap();
    let timid = known(&game, |view| {
        let open = view.legal().contains(action("check"));
        vec![(action(if open { "check" } else { "fold" }), 1.0)]
    });
    assert!((timid.nash_conv - 2.0).abs() < 1e-12);
    // Equal chances for every action: worked out by hand, a perfect younger hand wins 5/12 and a perfect elder 1/2.
    let random = uniform(&game);
    let [elder, younger] = random.seats[..] else { panic!("Kuhn poker has two seats") };
    assert!((elder.value - 1.0 / 8.0).abs() < 1e-12 && (younger.value + 1.0 / 8.0).abs() < 1e-12);
    assert!((elder.best_response - 0.5).abs() < 1e-12 && (younger.best_response - 5.0 / 12.0).abs() < 1e-12);
    assert!((random.nash_conv - 11.0 / 12.0).abs() < 1e-12);
}

#[test]
fn random_play_of_leduc_loses_what_is_published() {
    let random = uniform(&leduc());
    // As OpenSpiel has it.
    assert!((random.nash_conv - 4.747_222_222_222_222).abs() < 1e-12, "{}", random.nash_conv);
    assert!((random.seats[0].value + 0.078_125).abs() < 1e-12, "{}", random.seats[0].value);
    assert_eq!(random.information_sets, 936);
}

#[test]
fn solving_kuhn_finds_its_value() {
    let game = kuhn();
    let solved = solve(&grow(&game), 2_000);
    let measured = known(&game, |view| solved[view].clone());
    assert!(measured.nash_conv < 2e-3);
    assert!((measured.seats[0].value + 1.0 / 18.0).abs() < 1e-3);
}

#[test]
fn solving_leduc_finds_its_value() {
    let game = leduc();
    let solved = solve(&grow(&game), 1_000);
    let measured = known(&game, |view| solved[view].clone());
    // The value lies between what each seat is sure of against the policy.
    let (least, most) = (-measured.seats[1].best_response, measured.seats[0].best_response);
    assert!(least <= -0.0856 && -0.0856 <= most && most - least < 4e-3, "{least} to {most}");
    assert!((measured.seats[0].value + 0.085606).abs() < 5e-4);
}

/// What random play is worth to a seat of Twins, and what the best answer to it is, from every order in which the eight
/// cards and the lots can come; every seat has one choice, since its second card is played as it is.
fn naive(game: &Twins, seat: Seat) -> (f64, f64) {
    type Choices = HashMap<TwinsView, BTreeMap<Action, f64>>;
    fn walk(state: &TwinsState, weight: f64, seat: Seat, choice: Option<(TwinsView, Action)>, choices: &mut Choices) {
        let mut next = |weight: f64, choice, change: &dyn Fn(&mut TwinsState)| {
            let mut next = *state;
            change(&mut next);
            walk(&next, weight, seat, choice, choices);
        };
        match state.turn() {
            Turn::Chance => {
                let cards: Vec<Card> = state.deck().iter().collect();
                cards.iter().for_each(|&card| next(weight / cards.len() as f64, choice, &|next| next.deal(card)));
            }
            Turn::Lot => {
                next(weight * 2.0 / 3.0, choice, &|next| next.draw(0));
                next(weight / 3.0, choice, &|next| next.draw(1));
            }
            Turn::Seat(mover) => {
                let view = state.view(mover);
                let legal: Vec<Action> = state.legal().iter().collect();
                for &action in &legal {
                    let own = mover == seat && choice.is_none();
                    let choice = if own { Some((view, action)) } else { choice };
                    let weight = if own { weight } else { weight / legal.len() as f64 };
                    next(weight, choice, &|next| next.apply(action));
                }
            }
            Turn::Over { .. } => {
                let (view, action) = choice.expect("every seat has chosen");
                let worth = weight * f64::from(state.returns(seat));
                *choices.entry(view).or_default().entry(action).or_default() += worth;
            }
        }
    }
    let mut choices = Choices::new();
    walk(&game.start(), 1.0, seat, None, &mut choices);
    let mean = |worth: &BTreeMap<Action, f64>| worth.values().sum::<f64>() / worth.len() as f64;
    let best = |worth: &BTreeMap<Action, f64>| worth.values().copied().fold(f64::NEG_INFINITY, f64::max);
    (choices.values().map(mean).sum(), choices.values().map(best).sum())
}

#[test]
fn lots_and_doubles_are_measured_as_often_as_they_come() {
    let (game, _) = Twins::set_up();
    let random = uniform(&game);
    for (seat, measured) in random.seats.iter().enumerate() {
        let (value, best) = naive(&game, seat);
        assert!((measured.value - value).abs() < 1e-9, "{} {value}", measured.value);
        assert!((measured.best_response - best).abs() < 1e-9, "{} {best}", measured.best_response);
        assert!(best - value > 0.01);
    }
    let solved = solve(&grow(&game), 300);
    let measured = known(&game, |view| solved[view].clone());
    assert!(measured.nash_conv < 2e-3, "{}", measured.nash_conv);
}
