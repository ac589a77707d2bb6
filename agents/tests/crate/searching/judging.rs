//! What a search says of an action that it did not choose.

use elderhand_agents::{Bot, Gap};
use elderhand_env::gin::{GinView, Phase};
use elderhand_env::options::parse_options;
use elderhand_env::{Action, Overrides, Redeal, State, Stream, Table, View};

use super::choices::{is_knock, seated, views};

/// What a knock brings is known but for the other's cards: so are the points and the chances that another one costs.
#[test]
fn a_loss_is_the_mean_difference_in_the_same_worlds() {
    let mut agent = seated("search:simple,rollouts=2000");
    let mut told = 0;
    let knocks = |view: &GinView| view.legal().iter().filter(|&action| is_knock(action)).collect::<Vec<_>>();
    for view in views(|view| view.table.phase == Phase::Discard && knocks(view).len() > 1, 12) {
        let decision = agent.decide(&view).unwrap();
        let Some(&other) = knocks(&view).iter().find(|&&action| action != decision.action) else { continue };
        if !is_knock(decision.action) {
            continue;
        }
        let judgement = agent.judge(&view, other).unwrap();
        assert_eq!(judgement.decision.action, decision.action, "the choice is made as ever");
        let (worlds, mut chance) = (2000, Stream::new(99));
        let [mut points, mut won] = [0.0f64; 2];
        for _ in 0..worlds {
            let world = view.redeal(&mut chance);
            let [best, other] = [decision.action, other].map(|action| {
                let mut world = world.clone();
                world.apply(action);
                f64::from(world.returns(view.seat))
            });
            points += (best - other) / f64::from(worlds);
            won += (part(best) - part(other)) / f64::from(worlds);
        }
        let loss = judgement.loss.expect("it searches");
        let close = |gap: Gap, mean: f64, least: f64| {
            let far = (f64::from(gap.mean) - mean).abs();
            assert!(far <= (4.5 * f64::from(gap.error) * 2.0f64.sqrt()).max(least), "{gap:?}, not {mean}");
        };
        close(loss.points, points, 0.2);
        close(loss.chance.expect("every hand is played to its end"), won, 0.01);
        told += 1;
    }
    assert!(told > 2, "{told} knocks were judged");
}

/// What of a round is won with such points: all, half of a tie, nothing.
fn part(points: f64) -> f64 {
    (points.signum() * f64::from(u8::from(points != 0.0)) + 1.0) / 2.0
}

#[test]
fn every_legal_action_can_be_judged_also_one_that_a_search_leaves_out() {
    let mut agent = seated("search:simple,rollouts=64");
    let view = views(|view| view.legal().len() > 18, 1).remove(0);
    let decision = agent.decide(&view).unwrap();
    let tried = decision.findings.as_ref().expect("it searches").tried.clone();
    let left_out = view.legal().iter().find(|&action| tried.iter().all(|tried| tried.action != action));
    for action in [left_out.expect("not all are tried"), tried.last().expect("some are").action] {
        let judgement = agent.judge(&view, action).unwrap();
        let findings = judgement.decision.findings.expect("it searches");
        let of = |action: Action| findings.tried.iter().find(|tried| tried.action == action).expect("it was tried");
        let (best, other) = (of(judgement.decision.action), of(action));
        assert_eq!(best.rollouts, other.rollouts);
        let loss = judgement.loss.expect("it searches").points;
        assert!((best.value - other.value - loss.mean).abs() < 1e-3, "{loss:?} of {best:?} and {other:?}");
        assert_eq!(judgement.decision.value, Some(best.value));
    }
    // The choice itself loses nothing and is found as ever.
    let judgement = agent.judge(&view, decision.action).unwrap();
    let loss = judgement.loss.expect("it searches");
    assert_eq!((loss.points, loss.chance), (Gap::default(), Some(Gap::default())));
    assert_eq!(judgement.decision, decision);
}

#[test]
fn who_does_not_search_judges_nothing_and_an_illegal_action_is_refused() {
    let mut table = Table::new("gin", &Overrides::new(), Stream::new(3)).unwrap();
    let mut player = Bot::open("simple").unwrap().player(table.game()).unwrap();
    player.begin(0, 1).unwrap();
    let view = table.view(0).unwrap();
    let pass = view.legal().nth(0).unwrap();
    assert_eq!(player.judge(&view, pass).unwrap().loss, None);
    table.play(pass).unwrap();
    let illegal = (0..).map(Action).find(|&action| !view.legal().contains(action)).unwrap();
    assert!(player.judge(&view, illegal).unwrap_err().problem.contains("not legal"));
}

#[test]
fn nobody_has_a_better_chance_in_a_match_that_a_cap_ends() {
    let options = parse_options(&["episode=match", "target=500", "rounds=2"]).unwrap();
    let mut table = Table::new("gin", &options, Stream::new(3)).unwrap();
    let mut player = Bot::open("search:simple,rollouts=16").unwrap().player(table.game()).unwrap();
    // In the second round one is ahead.
    while table.view(0).unwrap().json()["match"]["rounds"] == 0 {
        let action = table.legal().iter().last().unwrap();
        table.play(action).unwrap();
    }
    let seat = table.seat().unwrap();
    player.begin(seat, 1).unwrap();
    let findings = player.decide(&table.view(seat).unwrap()).unwrap().findings.expect("it searches");
    for tried in findings.tried {
        assert_eq!((tried.value, tried.chance), (0.0, Some(0.5)));
    }
}

/// What stands for the rest of a match is a bot's value of it, and that tells points and no chance.
#[test]
fn no_chance_is_told_where_a_bots_value_ends_what_is_played_on() {
    let bundle = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/gem-rum.elderhand");
    let bot = Bot::open(&format!("search:{bundle},rollouts=16")).unwrap();
    let table = Table::new("gem-rum", &bot.options("gem-rum"), Stream::new(3)).unwrap();
    assert!(table.game().is_match());
    let seat = table.seat().unwrap();
    let view = table.view(seat).unwrap();
    let mut player = bot.player(table.game()).unwrap();
    player.begin(seat, 1).unwrap();
    let choice = player.decide(&view).unwrap().action;
    for action in view.legal().iter() {
        let judgement = player.judge(&view, action).unwrap();
        let loss = judgement.loss.expect("it searches");
        assert_eq!(loss.chance, None);
        assert_eq!(loss.points == Gap::default(), action == choice);
    }
    // Where there is no such value, the match is played out.
    let mut player = Bot::open("search:simple,rollouts=16").unwrap().player(table.game()).unwrap();
    player.begin(seat, 1).unwrap();
    let findings = player.decide(&view).unwrap().findings.expect("it searches");
    assert!(findings.tried.iter().all(|tried| tried.chance.is_some_and(|chance| (0.0..=1.0).contains(&chance))));
}
