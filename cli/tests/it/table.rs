//! What people can do at the table beside moving.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use crate::common::{command, run};
use elderhand_env::{Record, Table};

/// Plays with a record, and returns what was shown and the record.
fn recorded(args: &[&str], input: &str) -> (String, Record) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.json");
    let out = run(&[args, &["--record", path.to_str().expect("the path is UTF-8")]].concat(), input).well();
    (out, read(&path))
}

fn read(path: &Path) -> Record {
    serde_json::from_slice(&fs::read(path).expect("the record is there")).expect("it is a record")
}

#[test]
fn help_rules_and_what_else_can_be_typed() {
    let out = run(&["play", "kuhn", "--seed", "7"], "?\nrules\nsave\nundo\nbet\n").well();
    for part in ["undo, u", "Kuhn poker", "Name a new file", "There is nothing to take back.", "You win 2 chips."] {
        assert!(out.contains(part), "expected `{part}` in: {out}");
    }
}

#[test]
fn a_choice_is_taken_back_and_the_record_says_so() {
    // Random bets after a check with seed 8.
    let (out, record) = recorded(&["play", "kuhn", "--seed", "8"], "check\nundo\nbet\n");
    assert!(out.contains("Your last choice is taken back"), "{out}");
    assert_eq!(record.actions[0], "bet");
    let about = record.about.expect("it tells of the game");
    assert_eq!(about.undone.len(), 1);
    assert_eq!((about.undone[0].after, about.undone[0].actions.join(" ")), (0, "check bet".into()));
    // Also when the game is over, which then goes on.
    let (out, record) = recorded(&["play", "kuhn", "--seed", "7"], "bet\nundo\ncheck\n");
    assert!(out.matches("1 check   2 bet").count() == 2 && record.actions[0] == "check", "{out}");
}

#[test]
fn a_record_tells_who_played_and_how_it_ended() {
    let (_, record) = recorded(&["play", "kuhn", "--seed", "7", "--name", "Ann", "--bot", "random"], "bet\n");
    let about = record.about.clone().expect("it tells of the game");
    assert_eq!((about.players, about.people, about.seed), (vec!["Ann".into(), "random".into()], vec![0], Some(7)));
    assert_eq!(about.returns, Table::from_record(&record).expect("it replays").returns());
    assert!(about.program.is_some_and(|program| program.starts_with("elderhand ")));
    assert!(about.date.is_some_and(|date| date.len() == 10));
}

#[test]
fn what_is_forced_is_done_and_told() {
    // Of a card that must be served, and of a draw that follows a trick.
    let out = run(&["play", "pinochle", "--bot", "random", "--seed", "1"], &"1\n".repeat(300)).well();
    let forced = out.lines().filter(|line| line.starts_with("You: ") && line.ends_with(" (the only move)"));
    assert!(forced.count() > 0 && out.contains("You: draw (the only move)\nYou get "), "{out}");
}

#[test]
fn every_seat_may_have_a_bot_of_its_own() {
    let three = ["play", "knock-rummy", "--set", "seats=3", "--seed", "1", "--bots", "random,simple"];
    let out = run(&three, "quit\n").well();
    assert!(out.contains("you are seat 0, against random (seat 1), simple (seat 2)"), "{out}");
    run(&[&three[..], &["--bot", "random"]].concat(), "").fails(2, &["3 bots for 2 seats"]);
    run(&["play", "kuhn", "--seat", "0,0"], "").fails(2, &["--seat 0", "twice"]);
    run(&["play", "kuhn", "--seat", "2"], "").fails(2, &["the seats are 0 to 1"]);
    run(&["play", "kuhn", "--name", "Ann,Bob"], "").fails(2, &["2 names for 1 seat"]);
}

#[test]
fn two_people_at_one_screen_see_their_own_cards() {
    for seed in 0..8_u32 {
        let args = ["play", "kuhn", "--seat", "0,1", "--name", "Ann,Bob", "--seed", &seed.to_string()];
        let out = run(&args, "check\nbet\nquit\n").well();
        let turns: Vec<&str> = out.split(" alone looks at the screen").collect();
        // Ann checks, Bob bets, and Ann is to answer.
        assert!(turns.len() == 4 && turns[0].ends_with("Ann (seat 0)") && turns[1].ends_with("Bob (seat 1)"), "{out}");
        let cards = |text: &str| -> Vec<&str> {
            ["J♠", "Q♠", "K♠"].into_iter().filter(|card| text.contains(card)).collect()
        };
        assert!(
            cards(turns[1]).len() == 1 && cards(turns[2]).len() == 1 && cards(turns[1]) != cards(turns[2]),
            "{out}"
        );
        assert_eq!(cards(turns[1]), cards(turns[3]), "{out}");
        // Each is told what the other has done meanwhile.
        assert!(turns[2].contains("Ann: check") && turns[3].contains("Bob: bet"), "{out}");
    }
    let (out, record) = recorded(&["play", "kuhn", "--seat", "1,0", "--name", "Ann,Bob"], "bet\nundo\nfold\n");
    assert!(out.contains("Somebody else has chosen since then."), "{out}");
    assert!(out.contains("Bob wins 1 chip.") && out.contains("Ann loses 1 chip."), "{out}");
    assert_eq!(record.about.map(|about| about.players), Some(vec!["Bob".into(), "Ann".into()]));
}

#[test]
fn another_deal_has_another_seat_and_the_score_runs() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.json");
    let args =
        ["play", "kuhn", "--bot", "random", "--seed", "7", "--record", path.to_str().expect("the path is UTF-8")];
    let out = run(&args, "bet\nnext\nquit\n").well();
    assert!(out.contains("After 1 deal: the other -2, you +2.") && out.contains("you are seat 1"), "{out}");
    assert!(read(&path).about.is_some_and(|about| about.people == [0]));
    assert!(read(&folder.path().join("game-2.json")).about.is_some_and(|about| about.people == [1]));
}

#[test]
fn a_file_that_nobody_named_is_not_replaced_by_another_deal() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let [path, other] = ["game.json", "game-2.json"].map(|name| folder.path().join(name));
    fs::write(&path, "old").expect("it can be written");
    fs::write(&other, "precious").expect("it can be written");
    let args = ["play", "kuhn", "--bot", "random", "--seed", "7", "--force", "--record"];
    run(&[&args[..], &[path.to_str().expect("the path is UTF-8")]].concat(), "bet\nnext\nquit\n").well();
    assert_eq!(fs::read_to_string(&other).expect("it is there"), "precious");
    for (name, seat) in [("game.json", 0), ("game-3.json", 1)] {
        assert!(read(&folder.path().join(name)).about.is_some_and(|about| about.people == [seat]));
    }
}

#[test]
fn a_program_plays_on_after_an_end_that_was_taken_back() {
    let bot = format!("cmd:'{}' bot random", env!("CARGO_BIN_EXE_elderhand"));
    let out = run(&["play", "kuhn", "--seed", "7", "--bot", &bot], "bet\nundo\nbet\nundo\ncheck\n1\nquit\n").well();
    assert_eq!(out.matches("Your last choice is taken back").count(), 2, "{out}");
}

#[test]
fn a_trained_bot_sits_down_at_a_level_and_others_do_not() {
    run(&["play", "kuhn", "--level", "6"], "").fails(2, &["possible values: easy, medium, strong"]);
    run(&["play", "gin", "--bot", "simple", "--level", "easy"], "").fails(2, &["`simple` has no level easy", "easy:"]);
    let bundle = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/kuhn.elderhand");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.json");
    let kept = path.to_str().expect("the path is UTF-8");
    let out = run(&["play", "kuhn", "--bot", bundle, "--level", "medium", "--record", kept], "quit\n").well();
    let one_line = out.replace('\n', " ");
    assert!(one_line.contains("against medium:"), "{out}");
    // Its level is part of its name, so who goes on meets it again.
    assert!(read(&path).about.is_some_and(|about| about.players[1] == format!("medium:{bundle}")));
    run(&["play", "--resume", kept, "--level", "easy"], "").fails(2, &["--level", "cannot be used with"]);
}

#[test]
fn a_game_that_ends_at_any_moment_is_kept_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.json");
    let path = path.to_str().expect("the path is UTF-8");
    let mut child = command(&["play", "gin", "--bot", "simple", "--seed", "5", "--record", path]);
    let mut child = child.spawn().expect("the program starts");
    let mut shown = BufReader::new(child.stdout.take().expect("it has an output")).lines().map_while(Result::ok);
    child.stdin.as_mut().expect("it has an input").write_all(b"take\ndiscard KD\n").expect("it reads");
    // When the second position is shown, what led to it has been kept; then the power fails.
    shown.by_ref().find(|line| line.contains("31 left")).expect("the game begins");
    shown.by_ref().find(|line| line.contains("30 left") || line.contains("31 left in the stock")).expect("it goes on");
    shown.by_ref().find(|line| line.starts_with("the other: ")).expect("the other moves");
    shown.by_ref().find(|line| line.contains("1 draw")).expect("it goes on");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");

    let before = read(Path::new(path));
    assert!(before.actions.starts_with(&["take".into(), "discard KD".into()]), "{before:?}");
    let out = run(&["play", "--resume", path], "draw\nquit\n").well();
    assert!(out.contains("you are seat 0, against simple; seed 5"), "{out}");
    let after = read(Path::new(path));
    assert!(after.actions.starts_with(&before.actions) && after.actions.len() > before.actions.len(), "{after:?}");
    assert!(after.deck.starts_with(&before.deck), "{after:?}");
    run(&["play", "--resume", path, "--set", "gin_bonus=1"], "").fails(2, &["cannot be used with"]);
    // Who sits down elsewhere leaves a seat to a bot, and the name with it.
    let out = run(&["play", "--resume", path, "--seat", "1"], "quit\n").well();
    assert!(out.contains("you are seat 1, against"), "{out}");
    run(&["play", "gin-seven", "--resume", path], "").fails(2, &["is of gin, not of gin-seven"]);
    run(&["play", "--resume", "/no/such"], "").fails(1, &["/no/such", "play --kept"]);
    run(&["play"], "").fails(2, &["ID"]);
}

#[test]
fn what_wins_a_trick_is_told_before_the_winner() {
    let out = run(&["play", "pinochle", "--bot", "random", "--seed", "1"], &"1\n".repeat(300)).well();
    let lines: Vec<&str> = out.lines().collect();
    let won = (1..lines.len()).filter(|&i| lines[i] == "The other wins the trick.");
    let told = won.inspect(|&i| {
        assert!(
            ["the other: plays ", "You: play ", "play ", "     "].iter().any(|said| lines[i - 1].starts_with(said)),
            "{}",
            lines[i - 1]
        )
    });
    assert!(told.count() > 3, "{out}");
}

#[test]
fn cards_are_drawn_wherever_they_stand() {
    // Melds of Skarney to which a card goes stand in brackets.
    let letters = |word: &str| {
        let bare: Vec<u8> = word.bytes().filter(u8::is_ascii_alphanumeric).collect();
        bare.len() == 2 && b"23456789TJQKA".contains(&bare[0]) && b"CDHS".contains(&bare[1])
    };
    for (game, seed) in [("skarney", "1"), ("skirmish-elimination", "1"), ("pinochle", "1"), ("gin", "2")] {
        let out = run(&["play", game, "--bot", "random", "--seed", seed], &"1\n2\n3\n".repeat(200)).well();
        assert_eq!(out.split_whitespace().find(|word| letters(word)), None, "{out}");
    }
}

#[test]
fn a_shell_and_the_manual_are_served() {
    assert!(run(&["completions", "bash"], "").well().contains("tournament"));
    assert!(run(&["man"], "").well().contains(".TH elderhand"));
    assert!(run(&["man", "play"], "").well().contains("resume"));
    for args in [&["man", "bench", "env"][..], &["man", "bench env"]] {
        assert!(run(args, "").well().contains("lanes"));
    }
    run(&["man", "pley"], "").fails(2, &["no command `pley`"]);
    run(&["completions", "tcl"], "").fails(2, &["bash", "zsh", "fish"]);
}

#[cfg(unix)]
mod terminal {
    use super::*;
    use crate::common::terminal::in_terminal;

    #[test]
    fn a_game_in_a_terminal_is_kept_without_a_word_said() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let games = folder.path().join("kept");
        let variables = [("ELDERHAND_GAMES", games.to_str().expect("the path is UTF-8"))];
        let screen = in_terminal(80, &["play", "kuhn", "--seed", "7"], &["bet", "quit"], &variables);
        assert!(screen.contains("The record is in"), "{screen}");
        assert_eq!(read(&games.join("kuhn-7.json")).actions, ["bet", "call"]);
        in_terminal(80, &["play", "kuhn", "--seed", "8", "--no-record"], &["quit"], &variables);
        assert_eq!(fs::read_dir(&games).expect("the folder is there").count(), 1);
    }

    #[test]
    fn where_the_record_cannot_be_kept_any_more_another_file_is_asked_for() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let games = folder.path().join("kept");
        fs::create_dir(&games).expect("a folder can be made");
        let path = games.join("game.json");
        let other = folder.path().join("other.json");
        let (path, other) = (path.to_str().expect("UTF-8"), other.to_str().expect("UTF-8"));
        // The bot is a program that takes the folder away when it is asked.
        let bot = folder.path().join("bot.sh");
        let home = env!("CARGO_BIN_EXE_elderhand");
        fs::write(&bot, format!("rm -r '{}'\nexec '{home}' bot random\n", games.display())).expect("it can be written");
        let bot = format!("cmd:sh {}", bot.display());
        let args = ["play", "kuhn", "--seed", "7", "--bot", &bot, "--record", path];
        let screen = in_terminal(80, &args, &["/no/such/file", other, "bet", "quit"], &[]);
        assert!(screen.contains("The record cannot be kept") && screen.contains("/no/such"), "{screen}");
        assert_eq!(read(Path::new(other)).actions[0], "bet");
    }

    #[test]
    fn lines_fit_a_narrow_terminal_and_are_ascii_where_the_locale_asks() {
        let screen = in_terminal(50, &["play", "pinnacle-nine", "--seed", "3", "--no-record"], &["hint", "quit"], &[]);
        assert!(screen.lines().all(|line| line.chars().count() <= 50), "{screen}");
        assert!(screen.contains('♥') && screen.contains('▒'), "{screen}");
        let posix = [("LC_ALL", "POSIX")];
        let screen = in_terminal(80, &["play", "pinnacle-nine", "--seed", "3", "--no-record"], &["quit"], &posix);
        assert!(screen.is_ascii() && screen.contains("4H 6H"), "{screen}");
    }

    #[test]
    fn the_screen_is_cleared_between_two_people() {
        let args = ["play", "kuhn", "--seat", "0,1", "--seed", "7", "--no-record"];
        let screen = in_terminal(80, &args, &["", "bet", "", "fold", "quit"], &[]);
        let parts: Vec<&str> = screen.split("\x1b[2J\x1b[3J\x1b[H").collect();
        assert_eq!(parts.len(), 3, "{screen}");
        assert!(parts[1].contains("K♠") && parts[2].contains("Q♠"), "{screen}");
        let before_the_end = parts[2].split("fold").next().expect("there is a part");
        assert!(!before_the_end.contains("K♠"), "{screen}");
    }
}
