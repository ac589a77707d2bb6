//! Weaker players of a trained bot.

use std::ops::ControlFlow;

use elderhand_agents::{Bot, BotError, Choice, Decision, Entrant, Level, Plan, duel};
use elderhand_env::gin::{Gin, Rules};
use elderhand_env::{Game, Overrides, Stream, Table};

use crate::common;

const BUNDLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/gin.elderhand");

#[test]
fn a_level_is_part_of_the_name() {
    let strong = Bot::open(BUNDLE).unwrap();
    for level in Level::ALL {
        let (named, made) = (Bot::open(&format!("{level}:{BUNDLE}")).unwrap(), strong.clone().at(level).unwrap());
        assert_eq!(named.name(), made.name());
        assert_eq!(named.name() == BUNDLE, level == Level::Strong);
        assert_eq!(Level::named(level.name()), Some(level));
    }
    for other in ["simple".to_owned(), format!("search:{BUNDLE}"), format!("medium:{BUNDLE}")] {
        let error = Bot::open(&format!("easy:{other}")).unwrap_err();
        assert!(matches!(&error, BotError::NoLevels { bot, .. } if *bot == other), "{error}");
        assert_eq!(Bot::open(&format!("strong:{other}")).unwrap().name(), other);
    }
    assert!(matches!(Bot::open("hard:simple"), Err(BotError::Unknown { .. })));
}

#[test]
fn a_weaker_player_loses_more_the_weaker_it_is() {
    let game = Gin::new("gin", Rules::gin()).unwrap();
    let enter = |level: Level| {
        let (bot, game) = (Bot::open(BUNDLE).unwrap().at(level).unwrap(), game.clone());
        Entrant::new(level.name(), move || bot.agent(&game))
    };
    let plan = Plan::new(300, 1).threads(2);
    let lost = |level| duel(&game, &enter(Level::Strong), &enter(level), &plan, |_| ControlFlow::Continue(())).unwrap();
    let (medium, easy) = (lost(Level::Medium), lost(Level::Easy));
    assert!(medium.points_ci.0 > 2.0, "{:?}", medium.points_ci);
    assert!(easy.points_ci.0 > medium.points_ci.1 + 2.0, "{:?} {:?}", easy.points_ci, medium.points_ci);
}

#[test]
fn what_is_unthinkable_is_left_out_and_what_is_likely_comes_less_often() {
    let mut table = Table::new("gin", &Overrides::new(), Stream::new(4)).unwrap();
    let mut at = Level::ALL.map(|level| Bot::open(BUNDLE).unwrap().at(level).unwrap().player(table.game()).unwrap());
    at.iter_mut().for_each(|player| player.begin(0, 1).unwrap());
    let (mut narrower, mut left_out) = (0, 0);
    while let Some(seat) = table.seat() {
        let view = table.view(seat).unwrap();
        let [easy, medium, strong] = at.each_mut().map(|player| player.decide(&view).unwrap());
        assert_eq!(easy.probabilities[0].0, strong.probabilities[0].0, "the order stays");
        assert!(easy.probabilities[0].1 <= medium.probabilities[0].1 + 1e-5);
        assert!(medium.probabilities[0].1 <= strong.probabilities[0].1 + 1e-5);
        narrower += usize::from(medium.probabilities[0].1 < strong.probabilities[0].1);
        let none = |decision: &Decision| decision.probabilities.iter().filter(|entry| entry.1 == 0.0).count();
        assert!(none(&easy) <= none(&medium));
        left_out += none(&medium);
        table.play(strong.action).unwrap();
    }
    assert!(narrower > 0 && left_out > 0, "{narrower} {left_out}");
}

#[test]
fn a_level_does_not_depend_on_how_sharply_the_bot_itself_chooses() {
    let folder = tempfile::tempdir().unwrap();
    let [open, sharp] = [1.0, 0.25].map(|temperature| Choice::Sample { temperature });
    let bots = [("open", open), ("sharp", sharp), ("likeliest", Choice::Argmax)].map(|(name, decision)| {
        let path = folder.path().join(format!("{name}.elderhand"));
        let mut draft = common::draft("gin");
        draft.decision = decision;
        draft.write(&path).unwrap();
        Bot::open(path.to_str().unwrap()).unwrap()
    });
    let mut table = Table::new("gin", &Overrides::new(), Stream::new(1)).unwrap();
    while let Some(seat) = table.seat() {
        let view = table.view(seat).unwrap();
        let at = |level: Level| {
            bots.clone().map(|bot| {
                let mut player = bot.at(level).unwrap().player(table.game()).unwrap();
                player.begin(seat, 1).unwrap();
                player.decide(&view).unwrap()
            })
        };
        for level in [Level::Easy, Level::Medium] {
            let [open, sharp, likeliest] = at(level);
            assert_eq!((&sharp, &likeliest), (&open, &open), "{level}");
        }
        let [open, sharp, _] = at(Level::Strong);
        if view.legal().len() > 1 {
            assert!(sharp.probabilities[0].1 > open.probabilities[0].1);
        }
        let action = open.action;
        table.play(action).unwrap();
    }
}
