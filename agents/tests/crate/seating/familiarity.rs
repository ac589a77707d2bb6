//! Bundles at games that they were not made for: matches of their rounds, and other options.

use std::path::PathBuf;

use elderhand_agents::{Bot, Familiarity};
use elderhand_env::options::parse_options;
use elderhand_env::{AnyGame, Stream, game};
use tempfile::TempDir;

use crate::common;

/// A bundle of a variant's single rounds.
fn bundle(folder: &TempDir, id: &str) -> PathBuf {
    let path = folder.path().join(id).with_extension("elderhand");
    common::draft(id).write(&path).unwrap();
    path
}

fn made(id: &str, options: &[&str]) -> AnyGame {
    game(id, &parse_options(options).unwrap()).unwrap()
}

/// Plays a whole game in which the bot holds every seat, and gives what each gets.
fn played(bot: &Bot, game: &AnyGame) -> Vec<f32> {
    let mut table = game.table(Stream::new(3));
    let mut players: Vec<_> = (0..game.spec().seats).map(|_| bot.player(game).unwrap()).collect();
    for (seat, player) in players.iter_mut().enumerate() {
        player.begin(seat, 5 + seat as u64).unwrap();
    }
    while let Some(seat) = table.seat() {
        let action = players[seat].act(&table.view(seat).unwrap()).unwrap();
        table.play(action).unwrap();
    }
    table.returns()
}

#[test]
fn a_bundle_of_rounds_plays_matches_of_them_to_their_end() {
    let folder = tempfile::tempdir().unwrap();
    for (id, of_match, options) in [
        ("snap", "snap", &["episode=match", "seats=2", "target=1", "rounds=2"][..]),
        ("skarney", "skarney-captains", &["target=20", "rounds=3"]),
        ("skirmish", "skirmish-elimination", &["seats=3", "every=1"]),
        ("pinnacle-nine", "pinnacle-nine", &["episode=match", "seats=3", "rounds=4"]),
    ] {
        let (bot, game) = (Bot::open(bundle(&folder, id).to_str().unwrap()).unwrap(), made(of_match, options));
        assert_eq!(*bot.player(&game).unwrap().familiarity(), Familiarity::Rounds, "{of_match}");
        let returns = played(&bot, &game);
        assert!(returns.iter().sum::<f32>().abs() < 1e-4, "{of_match}: {returns:?}");
    }
}

#[test]
fn other_options_are_played_only_where_the_caller_says_so_and_what_is_unknown_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::open(bundle(&folder, "gin").to_str().unwrap()).unwrap();
    assert_eq!(*bot.player(&made("gin", &[])).unwrap().familiarity(), Familiarity::Game);
    let other = made("gin", &["layout=chosen", "gin_bonus=25"]);
    let refused = bot.player(&other).map(|_| ()).unwrap_err().to_string();
    assert!(refused.contains("options."), "{refused}");

    let bot = bot.with_any_options(true);
    let player = bot.player(&other).unwrap();
    let Familiarity::OtherOptions { options, planes, actions } = player.familiarity() else {
        panic!("{:?}", player.familiarity())
    };
    assert_eq!(options, &["gin_bonus=25", "layout=chosen"]);
    assert_eq!(planes, &["laid", "laid-by-other", "laid-off"]);
    assert!(actions.contains(&"done".to_owned()), "{actions:?}");
    let told = player.familiarity().to_string();
    assert!(told.contains("gin_bonus=25") && told.contains("laid-off"), "{told}");
    assert!(played(&bot, &other).iter().sum::<f32>().abs() < 1e-4);
    // Of another game it knows nothing.
    assert!(bot.player(&made("colonel", &[])).is_err());
}

#[test]
fn what_a_bot_learnt_in_turn_is_not_told_as_other_options() {
    let bot = Bot::open("checkpoint:pinnacle-nine").unwrap().with_any_options(true);
    let familiarity = bot.player(&made("pinnacle-nine", &["seats=3", "amounts=any"])).unwrap().familiarity().clone();
    let Familiarity::OtherOptions { options, .. } = familiarity else { panic!("{familiarity:?}") };
    assert_eq!(options, ["amounts=any"]);
}

#[test]
fn what_has_the_same_name_is_played_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = bundle(&folder, "gin");
    let own = Bot::open(path.to_str().unwrap()).unwrap();
    let elsewhere = own.clone().with_any_options(true);
    // The bonus for gin is no plane of the observation, so the two see and do the same.
    let (game, other) = (made("gin", &[]), made("gin", &["gin_bonus=25"]));
    let mut pairs = [0, 1].map(|_| (own.player(&game).unwrap(), elsewhere.player(&other).unwrap()));
    for (seat, (a, b)) in pairs.iter_mut().enumerate() {
        a.begin(seat, 1).unwrap();
        b.begin(seat, 1).unwrap();
    }
    let (mut table, mut twin) = (game.table(Stream::new(9)), other.table(Stream::new(9)));
    for _ in 0..20 {
        let Some(seat) = table.seat() else { break };
        let (a, b) = &mut pairs[seat];
        let (one, two) = (a.decide(&table.view(seat).unwrap()).unwrap(), b.decide(&twin.view(seat).unwrap()).unwrap());
        assert_eq!(one, two);
        table.play(one.action).unwrap();
        twin.play(two.action).unwrap();
    }
}
