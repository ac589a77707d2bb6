//! What a search chooses, and what it says of it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use elderhand_agents::{Agent, Bot, Decision, DuelResult, Entrant, Plan, Stopped, duel};
use elderhand_env::gin::{Gin, GinView, Move, Phase};
use elderhand_env::pinochle::Pinochle;
use elderhand_env::{AnyGame, Game, Overrides, Redeal, State, Stream, Table, View, ViewOf, game};

fn gin() -> AnyGame {
    game("gin", &Overrides::new()).unwrap()
}

pub fn seated(name: &str) -> Box<dyn Agent<GinView>> {
    let mut agent = Bot::open(name).unwrap().agent(gin().downcast_ref::<Gin>().unwrap()).unwrap();
    agent.begin(0, 11).unwrap();
    agent
}

/// Views of seats that have a choice, from random play.
pub fn views(wanted: impl Fn(&GinView) -> bool, count: usize) -> Vec<GinView> {
    let game = gin();
    let gin = game.downcast_ref::<Gin>().unwrap();
    let mut found = Vec::new();
    for seed in 0.. {
        let mut chance = Stream::new(seed);
        let mut state = gin.start();
        state.settle(&mut chance);
        while !state.legal().is_empty() && found.len() < count {
            let mover = [0, 1].into_iter().find(|&seat| !state.view(seat).legal().is_empty()).unwrap();
            let view = state.view(mover);
            if view.legal().len() > 1 && wanted(&view) {
                found.push(view);
            }
            state.apply(chance.pick(&state.legal()));
            state.settle(&mut chance);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

#[test]
fn equal_views_are_searched_alike_on_any_number_of_threads() {
    let views = views(|view| view.table.turns > 3, 6);
    let decisions = |threads: usize| -> Vec<Decision> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut agent = seated("search:simple,rollouts=200,believe=simple,worlds=20");
            views.iter().map(|view| agent.decide(view).unwrap()).collect()
        })
    };
    let one = decisions(1);
    assert_eq!(one, decisions(2));
    assert_eq!(one, decisions(3));
    // Neither what was asked before nor how often it is asked matters.
    let mut agent = seated("search:simple,rollouts=200,believe=simple,worlds=20");
    for (view, decision) in views.iter().zip(&one).rev() {
        assert_eq!(agent.decide(view).unwrap(), *decision);
        assert_eq!(agent.decide(view).unwrap(), *decision);
    }
}

/// A knock ends the hand, so what it brings is known but for the other's cards.
#[test]
fn a_value_is_the_mean_over_worlds() {
    let knocks = |view: &GinView| view.legal().iter().filter(|&action| is_knock(action)).count() > 0;
    let mut agent = seated("search:simple,rollouts=4000,prior=100");
    let mut told = 0;
    for view in views(|view| view.table.phase == Phase::Discard && knocks(view), 8) {
        let findings = agent.decide(&view).unwrap().findings.unwrap();
        for tried in findings.tried.iter().filter(|tried| is_knock(tried.action)) {
            let mut chance = Stream::new(99);
            let worlds = 4000;
            let brings = (0..worlds).map(|_| {
                let mut world = view.redeal(&mut chance);
                world.apply(tried.action);
                f64::from(world.returns(view.seat))
            });
            let mean = brings.sum::<f64>() / f64::from(worlds);
            let error = tried.error.expect("several worlds were looked into");
            let close = 4.5 * f64::from(error) * (1.0 + f64::from(tried.rollouts) / f64::from(worlds)).sqrt();
            assert!((f64::from(tried.value) - mean).abs() <= close.max(1e-3), "{tried:?}, not {mean}");
            told += 1;
        }
    }
    assert!(told > 5);
}

pub fn is_knock(action: elderhand_env::Action) -> bool {
    matches!(Move::of(action), Some(Move::Knock(_)))
}

/// The other melds nearly every card that it can: worlds in which it would not have left what it left weigh less.
#[test]
fn worlds_are_weighed_by_what_the_other_did() {
    let late = views(|view| view.table.turns > 12, 5);
    let mut believing = seated("search:simple,rollouts=16,believe=simple,worlds=64");
    let mut doubting = seated("search:simple,rollouts=16");
    for view in late {
        let worlds = believing.decide(&view).unwrap().findings.unwrap().worlds;
        assert!((1.0..64.0).contains(&worlds), "{worlds} of 64 worlds");
        let findings = doubting.decide(&view).unwrap().findings.unwrap();
        let samples = findings.tried.iter().map(|tried| tried.rollouts).max().unwrap();
        assert_eq!(findings.worlds, samples as f32);
    }
}

fn won<G: Game>(game: &AnyGame, a: &str, b: &str, deals: usize) -> DuelResult {
    let game = game.downcast_ref::<G>().expect("it is of this type");
    let enter = |name: &str| {
        let bot = Bot::open(name).unwrap();
        Entrant::<ViewOf<G>>::new(name, move || bot.agent(game))
    };
    duel(game, &enter(a), &enter(b), &Plan::new(deals, 5).threads(2), |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn searching_makes_a_weak_player_stronger() {
    // Trying out random play is enough to beat it by far.
    let result = won::<Gin>(&gin(), "search:random,rollouts=40,by=random", "random", 60);
    assert!(result.points_ci.0 > 5.0, "{result:?}");
    // And what follows rules can do better than they say.
    let pinochle = game("pinochle", &Overrides::new()).unwrap();
    let result = won::<Pinochle>(&pinochle, "search:simple,rollouts=128", "simple", 20);
    assert!(result.points_ci.0 > 5.0, "{result:?}");
}

#[test]
fn a_short_time_is_enough_for_a_decision() {
    let mut agent = seated("search:simple,time=0.0001");
    for view in views(|_| true, 3) {
        let decision = agent.decide(&view).unwrap();
        assert!(view.legal().contains(decision.action));
        assert!(decision.findings.unwrap().tried.iter().all(|tried| tried.rollouts > 0));
    }
}

#[test]
fn who_is_stopped_fails_in_place_of_deciding() {
    let game = gin();
    let mut player = Bot::open("search:simple,time=60").expect("it searches").player(&game).expect("it plays gin");
    let asked = Arc::new(AtomicUsize::new(0));
    let counts = asked.clone();
    let stopped: Stopped = Arc::new(move || counts.fetch_add(1, Ordering::Relaxed) >= 10);
    player.heed(&stopped);
    let table = game.table(Some(Stream::new(1)));
    let seat = table.seat().expect("somebody begins");
    player.begin(seat, 1).expect("it is no process");
    let error = player.act(&table.view(seat).expect("there is such a seat")).expect_err("it was stopped");
    assert!(error.to_string().contains("stopped") && asked.load(Ordering::Relaxed) < 100, "{error}");
}

/// Hands that win or lose a match by what they bring are worth the match, not their points.
#[test]
fn in_a_match_the_match_counts() {
    let options: Overrides =
        [("episode".to_owned(), "match".into()), ("target".to_owned(), 10.into())].into_iter().collect();
    let mut table = Table::new("gin", &options, Stream::new(8)).unwrap();
    let mut player = Bot::open("search:simple,rollouts=60").unwrap().player(table.game()).unwrap();
    player.begin(0, 1).unwrap();
    let (least, most) = table.game().spec().returns;
    let mut asked = 0;
    while let Some(seat) = table.seat().filter(|_| asked < 6) {
        let view = table.view(seat).unwrap();
        if seat == 0 && view.legal().len() > 1 {
            for tried in player.decide(&view).unwrap().findings.unwrap().tried {
                assert!((least..=most).contains(&tried.value), "{tried:?}");
            }
            asked += 1;
        }
        table.play(view.legal().nth(0).unwrap()).unwrap();
    }
    assert_eq!(asked, 6);
}

#[test]
fn what_no_sensible_player_needs_is_not_tried() {
    let mut stream = Stream::new(5);
    let mut seen = 0;
    for seed in 0..20 {
        let mut table = Table::new("skirmish", &Overrides::new(), Stream::new(seed)).unwrap();
        let mut player = Bot::open("search:simple,rollouts=8,prior=0").unwrap().player(table.game()).unwrap();
        while let Some(seat) = table.seat().filter(|_| table.length() < 60) {
            let view = table.view(seat).unwrap();
            if !view.folly().is_empty() {
                player.begin(seat, 1).unwrap();
                let decision = player.decide(&view).unwrap();
                let tried = decision.findings.into_iter().flat_map(|findings| findings.tried);
                assert!(tried.into_iter().all(|tried| !view.folly().contains(tried.action)));
                assert!(!view.folly().contains(decision.action));
                seen += 1;
            }
            table.play(stream.pick(&table.legal())).unwrap();
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn time_is_kept_also_where_worlds_are_weighed() {
    let view = views(|view| view.table.turns > 20, 1).remove(0);
    let mut agent = seated("search:simple,time=0.1,believe=simple,worlds=100000");
    let begun = Instant::now();
    agent.decide(&view).unwrap();
    // A hundred thousand histories take minutes.
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}
