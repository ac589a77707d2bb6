//! Games that are kept: found again, gone on with, never lost.

use std::fs;
use std::path::Path;

use crate::common::{command, finish, run};
use elderhand_env::Record;

fn read(path: &Path) -> Record {
    serde_json::from_slice(&fs::read(path).expect("the record is there")).expect("it is a record")
}

/// What somebody at a game of gin types, after which the game is left.
fn typed(lines: &[&str]) -> String {
    let mut typed = lines.join("\n");
    typed.push_str("\nquit\n");
    typed
}

#[test]
fn a_resumed_game_deals_what_would_have_come_and_takes_back_what_was_chosen() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).to_str().expect("the path is UTF-8").to_owned();
    let begin = |name: &str, lines: &[&str]| {
        let args = ["play", "gin", "--bot", "simple", "--seed", "5", "--record", &path(name)];
        run(&args, &typed(lines)).well();
        read(Path::new(&path(name)))
    };
    // Two turns at a stretch, the first of which was played otherwise before.
    let turns = ["take", "1", "undo", "undo", "draw", "1", "draw", "1", "draw", "1"];
    let whole = begin("whole.json", &turns);
    for stop in 1..turns.len() {
        let name = format!("{stop}.json");
        begin(&name, &turns[..stop]);
        run(&["play", "--resume", &path(&name)], &typed(&turns[stop..])).well();
        let again = read(Path::new(&path(&name)));
        // The other may choose otherwise where it draws between equals, but the cards come in their order.
        let both = again.deck.len().min(whole.deck.len());
        assert!(both > 21 && again.deck[..both] == whole.deck[..both], "left after {stop}: {again:?}, {whole:?}");
        assert_eq!(again.about.map(|about| about.undone), whole.about.clone().map(|about| about.undone));
    }
}

#[test]
fn kept_games_are_listed_found_by_name_and_never_replaced() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let games = folder.path().to_str().expect("the path is UTF-8");
    let play = |args: &[&str], input: &str| {
        let mut command = command(&[&["play"], args].concat());
        // Released bots have games of their own.
        command.env("ELDERHAND_CHECKPOINTS", concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints"));
        finish(command.env("ELDERHAND_GAMES", games), input)
    };
    assert!(play(&["--kept"], "").well().contains("No game is kept in"));
    for (name, input) in [("kuhn-7", "bet\n"), ("gin-5", "take\nquit\n")] {
        let (game, seed) = name.split_once('-').expect("it has two parts");
        let path = folder.path().join(format!("{name}.json"));
        play(&[game, "--bot", "random", "--seed", seed, "--record", path.to_str().expect("UTF-8")], input).well();
    }
    let list = play(&["--kept"], "").well();
    let row =
        |name: &str| list.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{list}")).to_owned();
    assert!(row("kuhn-7").ends_with("over") && row("gin-5").ends_with("goes on") && row("gin-5").contains("random"));
    assert!(!play(&["kuhn", "--kept"], "").well().contains("gin-5"));
    assert!(play(&["gin-challenge", "--kept"], "").well().contains("gin-5"), "the game of a released bot");
    assert!(play(&["leduc", "--kept"], "").well().contains("No game of leduc is kept in"));
    play(&["whist", "--kept"], "").fails(2, &["there is no game `whist`"]);

    // By its name, or as the last that is not over.
    for resume in [&["--resume", "gin-5"][..], &["--resume"], &["gin", "--resume"], &["gin-challenge", "--resume"]] {
        assert!(play(resume, "quit\n").well().contains("gin: you are seat 0, against random; seed 5"), "{resume:?}");
    }
    play(&["kuhn", "--resume"], "").fails(2, &["no game of kuhn is kept that is not over"]);
    let replayed = finish(command(&["replay", "gin-5"]).env("ELDERHAND_GAMES", games), "").well();
    assert!(replayed.contains("take"), "{replayed}");
}

#[cfg(unix)]
mod terminals {
    use super::*;
    use crate::common::terminal::in_terminal;

    #[test]
    fn a_game_of_the_same_seed_stays_and_whoever_interrupts_is_told_where_it_is() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let variables = [("ELDERHAND_GAMES", folder.path().to_str().expect("UTF-8"))];
        let play =
            |typed: &[&str]| in_terminal(80, &["play", "gin", "--bot", "random", "--seed", "5"], typed, &variables);
        play(&["take", "1", "quit"]);
        let first = read(&folder.path().join("gin-5.json"));
        let screen = play(&["take", "^C"]).replace('\n', " ");
        assert!(screen.contains("The game is kept in") && screen.contains("play --resume"), "{screen}");
        assert_eq!(read(&folder.path().join("gin-5.json")), first);
        assert_eq!(read(&folder.path().join("gin-5-2.json")).actions, ["take"]);
    }
}
