//! How a search is called, and what cannot be one.

use elderhand_agents::{Bot, Budget, Search};
use elderhand_env::{Overrides, game};

fn refusal(name: &str) -> String {
    Bot::open(name).expect_err("this is no search").to_string()
}

#[test]
fn settings_follow_the_name() {
    let search = Search::parse("checkpoint:gin,time=0.25,prior=0.1,by=simple").unwrap();
    let budget = Budget::Time(std::time::Duration::from_millis(250));
    assert_eq!(search, Search { budget, prior: 0.1, by: Some("simple".into()), ..Search::of("checkpoint:gin") });
    // What is not a setting belongs to the name.
    assert_eq!(Search::parse("a,b=c/d,e,rollouts=7").unwrap().bot, "a,b=c/d,e");
}

#[test]
fn what_is_no_search_is_refused_with_what_is() {
    for (name, says) in [
        ("search:", "names no bot"),
        ("search:rollouts=5", "names no bot"),
        ("search:simple,rollout=5", "did you mean `rollouts`?"),
        ("search:simple,rollouts=0", "expected a whole number from 1 to 1000000"),
        ("search:simple,time=nan", "expected seconds"),
        ("search:simple,time=-1", "expected seconds"),
        ("search:simple,time=1e300", "expected seconds"),
        ("search:simple,prior=inf", "expected a number from 0 to 100"),
        ("search:simple,by=", "expected the name of a bot"),
        ("search:simple,rollouts=5,time=1", "both given"),
        ("search:search:simple", "cannot be part of a search"),
        ("search:cmd:true", "cannot be part of a search"),
        ("search:simple,by=cmd:true", "cannot be part of a search"),
        ("search:simpel", "did you mean `simple`?"),
        ("search:simple,believe=nobody", "there is no bot `nobody`"),
    ] {
        assert!(refusal(name).contains(says), "{name}: {}", refusal(name));
    }
}

#[test]
fn betting_games_are_not_searched() {
    let bot = Bot::open("search:random").unwrap();
    assert!(bot.games().contains(&"gin") && bot.games().contains(&"snap"));
    for id in ["kuhn", "leduc", "pinnacle-nine"] {
        assert!(!bot.games().contains(&id));
        let error = bot.player(&game(id, &Overrides::new()).unwrap()).err().expect("it bets").to_string();
        assert!(error.contains("finds no bluff"), "{error}");
    }
    assert!(
        bot.player(&game("pinnacle-nine", &[("episode".into(), "match".into())].into_iter().collect()).unwrap())
            .is_err()
    );
    // Who plays the game out must be able to.
    let bot = Bot::open("search:random,by=greedy").unwrap();
    let [snap, gin] = ["snap", "gin"].map(|id| game(id, &Overrides::new()).unwrap());
    assert!(bot.player(&snap).is_err() && !bot.plays(&snap));
    assert!(bot.player(&gin).is_ok() && bot.plays(&gin));
}

#[test]
fn the_bot_that_searches_may_play_on_itself() {
    let bot = Bot::open("search:greedy,by=itself,others=itself").unwrap();
    let [snap, gin] = ["snap", "gin"].map(|id| game(id, &Overrides::new()).unwrap());
    assert!(bot.plays(&gin) && bot.player(&gin).is_ok() && !bot.plays(&snap));
    assert!(refusal("itself").contains("there is no bot `itself`"));
}

#[test]
fn names_in_names_without_end_are_told_at_once() {
    let nested = |mark: &str| format!("{}simple", mark.repeat(300_000));
    assert_eq!(Bot::open(&nested("strong:")).unwrap().name(), "simple");
    assert_eq!(Bot::open("easy:strong:checkpoint:gin").unwrap().name(), "easy:checkpoint:gin");
    for mark in ["easy:", "search:", "easy:search:", "search:easy:", "search:strong:", "medium:strong:"] {
        refusal(&nested(mark));
    }
}
