//! A person at the table, by script.

use std::collections::HashSet;

use crate::common::run;
use elderhand_env::{Card, Game, Record, State, kuhn, skirmish};

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

#[test]
fn a_game_of_kuhn_is_played_by_number_name_or_beginning() {
    // With seed 7 elder hand holds the king and random calls the bet with the queen.
    let expected = run(&["play", "kuhn", "--seed", "7"], "bet\n").well();
    assert!(expected.contains("your card K♠   the other ▒▒"), "{expected}");
    assert!(expected.contains("1 check   2 bet") && expected.contains("the other: call"), "{expected}");
    assert!(expected.contains("You win 2 chips."), "{expected}");
    for input in ["2\n", "BET\n", "b\n", "  bet \r\n"] {
        assert_eq!(run(&["play", "kuhn", "--seed", "7"], input).well(), expected, "{input:?}");
    }
}

#[test]
fn one_chip_is_no_chips() {
    let ends: Vec<String> =
        (0..10).map(|seed: u32| run(&["play", "kuhn", "--seed", &seed.to_string()], "bet\n").well()).collect();
    assert!(ends.iter().any(|out| out.ends_with("You win 1 chip.\n")), "{ends:?}");
}

#[test]
fn the_other_card_is_never_shown_before_the_showdown() {
    for seed in 0..20 {
        let out = run(&["play", "kuhn", "--seed", &seed.to_string()], "quit\n").well();
        let shown = ["J♠", "Q♠", "K♠"].iter().filter(|card| out.contains(**card)).count();
        assert_eq!(shown, 1, "{out}");
    }
}

#[test]
fn what_cannot_be_read_is_asked_again() {
    let out = run(&["play", "kuhn", "--seed", "7"], "fold\n9\n\nhint\nbet\n").well();
    assert!(out.contains("`fold` is none of the moves"), "{out}");
    assert!(out.contains("There is no move 9: the numbers are 1 to 2."), "{out}");
    assert!(out.contains("Choose a move by its number"), "{out}");
    assert!(out.contains("random would"), "{out}");
    assert!(out.contains("You win 2 chips."), "{out}");
    // A hint is the likeliest move, however often it is asked for.
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/leduc.elderhand");
    let out = run(&["play", "leduc", "--bot", bot, "--seed", "7"], &"hint\n".repeat(12)).well();
    let hints: HashSet<&str> = lines(&out).into_iter().filter(|line| line.contains(".elderhand would")).collect();
    assert!(hints.len() == 1 && out.contains("%"), "{hints:?} {out}");
}

#[test]
fn the_table_can_be_shown_again_and_a_ten_be_written_out() {
    let shown = |input: &str| run(&["play", "gin", "--seed", "1", "--bot", "random", "--no-record"], input).well();
    let tables = |text: &str| text.matches("stock").count();
    let (once, again) = (shown("quit\n"), shown("show\nquit\n"));
    assert!(tables(&once) > 0 && tables(&again) == 2 * tables(&once), "{again}");
    // No such move is legal, but it is read as one of the tens.
    assert!(shown("10h\nquit\n").contains("`10h` is none of the moves"));
    let tens = run(&["play", "gin", "--seed", "1", "--bot", "random", "--no-record"], "1\ndiscard 10\nquit\n").well();
    assert!(tens.contains("`discard 10` could be discard T"), "{tens}");
}

#[test]
fn leaving_and_the_end_of_input_are_polite() {
    for input in ["quit\n", "q\n", "check\n"] {
        // After a check random bets with seed 8, so that a decision is left when the input ends.
        let out = run(&["play", "kuhn", "--seed", "8"], input).well();
        assert!(out.contains("You leave the table.") || out.contains("You "), "{out}");
    }
    let out = run(&["play", "leduc", "--seed", "7"], "").well();
    assert!(lines(&out).last() == Some(&"You leave the table."), "{out}");
}

#[test]
fn a_table_of_gin_shows_melds_and_piles_and_hides_the_rest() {
    let out = run(&["play", "gin", "--bot", "random", "--seed", "5"], "take\nquit\n").well();
    assert!(out.contains("other  ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒\n"), "{out}");
    assert!(out.contains("pile   [") && out.contains("31 left in the stock"), "{out}");
    assert!(out.contains("deadwood") && out.contains("a knock needs 10 or less"), "{out}");
    assert!(out.contains("You get "), "{out}");
}

#[test]
fn a_record_is_written_and_replays_to_the_same_end() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.json");
    let path = path.to_str().expect("the path is UTF-8");
    let out = run(&["play", "kuhn", "--seed", "7", "--record", path], "bet\n").well();
    assert!(out.contains("The record is in"), "{out}");
    let text = std::fs::read_to_string(path).expect("the record is there");
    let record: Record = serde_json::from_str(&text).expect("it is a record");
    let game = kuhn::Kuhn::new("kuhn", kuhn::Options {}).expect("kuhn has no options");
    assert_eq!(record.replay(&game, |_, _| ()).expect("it replays").returns(0), 2.0);
    let lost = folder.path().join("no/such/folder.json");
    let lost = lost.to_str().expect("the path is UTF-8");
    run(&["play", "kuhn", "--seed", "7", "--record", lost], "").fails(2, &["no/such", "make it first"]);

    // Nothing that is there is lost, unless it is said so.
    let args = ["play", "kuhn", "--seed", "8", "--record", path];
    run(&args, "bet\n").fails(2, &["is there already", "--force"]);
    assert_eq!(std::fs::read_to_string(path).expect("the record is there"), text);
    run(&[&args[..], &["--force"]].concat(), "bet\n").well();
    assert_ne!(std::fs::read_to_string(path).expect("the record is there"), text);
    if cfg!(unix) {
        run(&["play", "kuhn", "--record", "/dev/null", "--force"], "").fails(2, &["/dev/null", "regular file"]);
        run(&["replay", "/dev/zero"], "").fails(1, &["/dev/zero", "longer than"]);
    }
}

/// Words that get a person through any position of Skirmish: what does not fit is asked again.
fn any_moves() -> String {
    "draw\nlay\nextend\nput\n1\n2\ndone\nclockwise\nstart +1\nend turn\n".repeat(400)
}

/// Plays a game of Skirmish to its end, and gives what was shown and the record.
fn played(game: &'static str, set: &[&str]) -> (String, Record) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.json");
    let path = path.to_str().expect("the path is UTF-8");
    let mut args = vec!["play", game, "--bot", "random", "--seed", "3", "--record", path];
    args.extend(set.iter().flat_map(|set| ["--set", set]));
    let out = run(&args, &any_moves()).well();
    let text = std::fs::read_to_string(path).expect("the record is there");
    (out, serde_json::from_str(&text).expect("it is a record"))
}

/// The counts of the rounds, seat by seat: laid, left in the hand, dropped, and points.
fn counts(out: &str) -> Vec<Vec<i32>> {
    let numbers = |line: &str| line[8..].split_whitespace().map_while(|word| word.parse().ok()).collect();
    let named = |line: &&str| ["you  ", "other  ", "seat "].iter().any(|name| line.starts_with(name));
    let rows = out.lines().filter(named).filter(|line| !line.contains(" card"));
    rows.map(numbers).filter(|row: &Vec<i32>| row.len() >= 4).collect()
}

#[test]
fn rounds_of_skirmish_are_played_through_counted_and_recorded() {
    let rounds: [(_, &[_], _); 4] = [
        ("skirmish", &["seats=2"], skirmish::Rules { seats: 2, ..skirmish::Rules::skirmish() }),
        ("skirmish", &[], skirmish::Rules::skirmish()),
        ("skirmish", &["seats=7"], skirmish::Rules { seats: 7, ..skirmish::Rules::skirmish() }),
        ("melee", &[], skirmish::Rules::melee()),
    ];
    for (id, set, rules) in rounds {
        let (out, record) = played(id, set);
        let end = record.replay(&skirmish::Skirmish::new(id, rules).expect("the options are right"), |_, _| ());
        let end = end.expect("it replays");
        let seats = usize::from(rules.seats);
        let counts = counts(&out);
        assert_eq!(counts.len(), seats, "{out}");
        let all: i32 = counts.iter().map(|row| row[3]).sum();
        for (seat, row) in counts.iter().enumerate() {
            assert_eq!(row[0] + row[1] + row[2], row[3], "{out}");
            let others = (all - row[3]) as f32 / (seats - 1) as f32;
            assert!((row[3] as f32 - others - end.returns(seat)).abs() < 1e-3, "{out}");
        }
        assert!(out.contains("The round is over: ") && out.contains("lays a "), "{out}");
        // What is won is told beside the points of which it is the difference.
        let own = counts[0][3];
        let told = if seats == 2 { format!(", {own} to {}.", all - own) } else { format!("You make {own} point") };
        assert!(out.replace('\n', " ").contains(&told), "{told} in {out}");
        let wide = |line: &&str| line.chars().count() > 80 && !line.contains("game.json");
        assert_eq!(out.lines().find(wide), None);
        let shown = run(&["replay", "-"], &serde_json::to_string(&record).expect("a record is JSON")).well();
        assert!(shown.contains("The round is over: "), "{shown}");
    }
}

#[test]
fn a_match_of_skirmish_counts_every_round() {
    for (game, seats) in [("skirmish", 4), ("melee", 2)] {
        let (out, _) = played(game, &["episode=match", "rounds=2"]);
        let counts = counts(&out);
        assert_eq!(counts.len(), 2 * seats, "{out}");
        assert!(counts.iter().all(|row| row[0] + row[1] + row[2] == row[3]), "{out}");
        assert_eq!(out.matches("The round is over: ").count(), 2, "{out}");
        // The last round is drawn once, and nobody is told what a match pays.
        let end: Vec<&str> = out.split("The round is over: ").last().expect("it ends").lines().collect();
        assert!(end.iter().any(|line| line.ends_with("the match.") || line.ends_with("ends level.")), "{out}");
        assert!(!end.iter().any(|line| line.ends_with("point.")), "{out}");
    }
}

#[test]
fn a_table_of_skirmish_hides_the_hands_of_others() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (game, seats) in [("skirmish", 4), ("melee", 2)] {
        let path = folder.path().join(game);
        let path = path.to_str().expect("the path is UTF-8");
        let out = run(&["play", game, "--bot", "random", "--seed", "3", "--record", path], "quit\n").well();
        let text = std::fs::read_to_string(path).expect("the record is there");
        let record: Record = serde_json::from_str(&text).expect("it is a record");
        let drawn = |card: &Card| match card.is_joker() {
            true => card.to_string(),
            false => format!("{}{}", &card.to_string()[..1], ['♣', '♦', '♥', '♠'][usize::from(card.suit())]),
        };
        // In Melee the open hands are dealt first.
        let open = if game == "melee" { 14 } else { 0 };
        for (place, card) in record.deck.iter().enumerate() {
            let hidden = (open..28).contains(&place) && place % seats != 0;
            assert_eq!(out.contains(&drawn(card)), !hidden, "{card} in {out}");
        }
    }
}

#[test]
fn a_match_of_sum_run_set_counts_every_pitch() {
    let set = ["--set", "seats=3", "--set", "episode=match", "--set", "rounds=2"];
    let out = run(&[&["play", "sum-run-set", "--seed", "4"], &set[..]].concat(), &"1\n".repeat(400)).well();
    assert!(out.contains("pond") && out.contains("just left: ") && out.contains(" captured, honours "), "{out}");
    assert!(out.contains("captures ") && out.contains(", a fall"), "{out}");
    let points = |line: &str| line.rsplit(' ').next().and_then(|word| word.trim_end_matches('.').parse::<i32>().ok());
    let of_all = |text: &str| text.split(';').filter_map(points).collect::<Vec<_>>();
    let pitches: Vec<_> = out.lines().filter_map(|line| line.strip_prefix("The pitch is over: ")).map(of_all).collect();
    assert!(!pitches.is_empty() && pitches.len() <= 2 && pitches.iter().all(|pitch| pitch.len() == 3), "{out}");
    let wide = |line: &&str| line.chars().count() > 80;
    assert_eq!(out.lines().find(wide), None);
}

#[test]
fn a_record_starts_no_program() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (path, mark) = (folder.path().join("theirs.json"), folder.path().join("started"));
    let bot = format!("cmd:touch {}", mark.display());
    let resume = ["play", "--resume", path.to_str().expect("UTF-8")];
    // Every bot is strong, so this is another name of the same one.
    for named in [format!("strong:{bot}"), bot.clone()] {
        let about = serde_json::json!({"players": ["Ann", named], "people": [0]});
        let record =
            serde_json::json!({"game": "kuhn", "seats": 2, "deck": ["KS", "QS"], "actions": [], "about": about});
        std::fs::write(&path, record.to_string()).expect("it can be written");
        run(&resume, "quit\n").fails(2, &["the record names a program", "--bot", "cmd:touch"]);
        assert!(!mark.exists());
    }
    // Whoever names it means it.
    run(&[&resume[..], &["--bot", &bot]].concat(), "quit\n").fails(1, &["cmd:touch"]);
    assert!(mark.exists());
}
