//! A person at a table of Pinnacle, by script.

use crate::common::run;
use elderhand_env::pinnacle::{Limits, Pinnacle, Rules};
use elderhand_env::{Game, Record, State, Turn, game};

/// Words that get a person through any position of Pinnacle: what does not fit is asked again.
fn any_moves() -> String {
    "check\nbet least\ncall\ncounterclockwise\nstart +1\nbet half pot\n".repeat(400)
}

/// Plays a game on some input, and gives what was shown and the record.
fn played(game: &str, set: &[&str], input: &str) -> (String, Record) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.json");
    let path = path.to_str().expect("the path is UTF-8");
    let mut args = vec!["play", game, "--bot", "random", "--seat", "0", "--seed", "3", "--record", path];
    args.extend(set.iter().flat_map(|set| ["--set", set]));
    let out = run(&args, input).well();
    let text = std::fs::read_to_string(path).expect("the record is there");
    (out, serde_json::from_str(&text).expect("it is a record"))
}

/// The ends of the rounds, seat by seat: the chips before, those won, the chips after.
fn ends(out: &str) -> Vec<Vec<[i32; 3]>> {
    let column = |line: &str, from: usize, to: usize| -> i32 {
        let text: String = line.chars().skip(from).take(to - from).collect();
        if text.trim().is_empty() || text.trim() == "–" { 0 } else { text.trim().parse().expect("a number of chips") }
    };
    let rounds = out.split("is over: ").skip(1);
    let row =
        |line: &&str| ["you  ", "other  ", "seat "].iter().any(|name| line.starts_with(name)) && !line.contains(':');
    rounds
        .map(|part| {
            let rows = part.lines().skip_while(|line| !line.contains("before")).filter(row);
            rows.map(|line| [column(line, 7, 14), column(line, 14, 21), column(line, 21, 28)]).collect()
        })
        .collect()
}

#[test]
fn rounds_are_played_through_and_every_chip_is_accounted_for() {
    let nine = Rules::nine();
    let rounds: [(_, &[_], _); 5] = [
        ("pinnacle-nine", &["seats=2"], Rules { seats: 2, ..nine }),
        ("pinnacle-nine", &["betting=limit"], Rules { betting: Limits::Limit, ..nine }),
        ("pinnacle-ten", &["seats=7"], Rules { seats: 7, ..Rules::ten() }),
        ("pinnacle-eleven", &[], Rules::eleven()),
        ("pinnacle-split", &["seats=7"], Rules { seats: 7, ..Rules::split() }),
    ];
    for (id, set, rules) in rounds {
        let (out, record) = played(id, set, &any_moves());
        let end = record.replay(&Pinnacle::new(id, rules).expect("the options are right"), |_, _| ());
        let end = end.expect("it replays");
        let rows = &ends(&out)[0];
        assert_eq!(rows.len(), usize::from(rules.seats), "{out}");
        for (seat, [before, _, after]) in rows.iter().enumerate() {
            assert_eq!((after - before) as f32, end.returns(seat), "{out}");
        }
        let won: i32 = rows.iter().map(|row| row[1]).sum();
        assert!(out.contains(&format!("the pot of {won}")), "{won} in {out}");
        let wide = |line: &&str| line.chars().count() > 80 && !line.contains("game.json");
        assert_eq!(out.lines().find(wide), None);
        let shown = run(&["replay", "-"], &serde_json::to_string(&record).expect("a record is JSON")).well();
        assert!(shown.contains(&format!("the pot of {won}")), "{shown}");
        assert_eq!(shown.lines().find(wide), None);
    }
}

#[test]
fn a_match_is_played_through_and_replays() {
    let (out, record) =
        played("pinnacle-eleven", &["episode=match", "seats=3", "rounds=12", "amounts=any"], &any_moves());
    let game = game("pinnacle-eleven", &record.options).expect("the options are right");
    let end = record.replay(&game, |_, _| ()).expect("it replays");
    assert!(matches!(end.turn(), Turn::Over { .. }));
    let view = serde_json::to_value(end.view(0)).expect("a view is JSON");
    let rounds = view["match"]["rounds"].as_u64().expect("a number");
    assert!((2..=12).contains(&rounds), "{out}");
}

#[test]
fn an_amount_is_typed_or_put_together() {
    let set = ["amounts=any", "seats=2"];
    for input in ["bet 37\n", "RAISE to 37\n", "bet amount\n+10\n+10\n+10\n+1\n+1\n+1\n+1\n+1\n+1\n+1\ndone\n"] {
        let (out, record) = played("pinnacle-nine", &set, input);
        let amount = ["bet amount", "+10", "+10", "+10", "+1", "+1", "+1", "+1", "+1", "+1", "+1", "done"];
        assert_eq!(record.actions[..12], amount, "{out}");
        assert!(out.contains("15 to 285"), "{out}");
    }
    // Where a name says the same, it is the name; and what may not be bet is none of the moves.
    let (_, record) = played("pinnacle-nine", &["seats=2"], "bet 30\n");
    assert_eq!(record.actions[0], "bet pot");
    let (out, record) = played("pinnacle-nine", &["seats=2"], "bet 37\nbet 286\n");
    assert!(out.contains("`bet 37` is none of the moves") && out.contains("`bet 286` is none"), "{out}");
    assert!(record.actions.is_empty());
}

#[test]
fn actions_stand_with_their_price_and_others_hole_cards_stay_hidden() {
    let (out, record) = played("pinnacle-ten", &["seats=4"], "quit\n");
    let drawn = |place: usize| match record.deck[place] {
        card if card.is_joker() => card.to_string(),
        card => format!("{}{}", &card.to_string()[..1], ['♣', '♦', '♥', '♠'][usize::from(card.suit())]),
    };
    for place in 0..15 {
        let hidden = place < 8 && place % 4 != 0;
        assert_eq!(out.contains(&drawn(place)), !hidden, "{} in {out}", drawn(place));
    }
    let shown = ["pot      60", "check", "bet least (15)", "bet half pot (30)", "bet pot (60)", "bet all in (285)"];
    for part in shown {
        assert!(out.contains(part), "expected `{part}` in: {out}");
    }
}

#[test]
fn a_showdown_shows_the_combinations_and_who_gets_the_odd_chip() {
    let record = r#"{"game": "pinnacle-nine", "seats": 3, "options": {"seats": 3},
        "deck": ["2D", "4C", "QC", "3D", "X1", "KS", "9H", "TH", "4D", "8H", "JH", "5S", "2C"],
        "actions": ["fold", "check", "bet half pot", "call", "check", "check", "check", "check", "check", "check"]}"#;
    let won = "\
The round is over: you win the pot of 89.
middle   4♦ 9♥ T♥ | 8♥ J♥ | 5♠ | 2♣
        before   wins  after  counts
seat 0     300           285          folded
you        300     89    352       8  4♣ X1
                                      run 8♥ 9♥ T♥ J♥ (6), book 4♣ 4♦ X1 (2)
seat 2     300           263       6  Q♣ K♠
                                      run 8♥ 9♥ T♥ J♥

seat 0: -15, seat 1: +52, seat 2: -37
";
    // The button is at seat 2, so that it gets the odd chip.
    let shared = "\
The round is over: you and seat 2 share the pot of 89.
middle   4♦ 9♥ T♥ | 8♥ J♥ | 5♠ | 2♣
        before   wins  after  counts
seat 0     300           285          folded
you        300     44    307       6  A♣ 6♦
                                      run 8♥ 9♥ T♥ J♥
seat 2     300     45    308       6  Q♣ K♠
                                      run 8♥ 9♥ T♥ J♥

seat 0: -15, seat 1: +7, seat 2: +8
";
    for (record, expected) in [(record.to_owned(), won), (record.replace("X1", "AC").replace("4C", "6D"), shared)] {
        let out = run(&["replay", "-", "--seat", "1"], &record).well();
        assert!(out.ends_with(expected), "{out}");
        assert!(out.contains("3. seat 2: bets 22") && out.contains("4. seat 1: call (22)"), "{out}");
    }
}

#[test]
fn others_acts_and_new_cards_are_told_since_ones_last_decision() {
    let told = |seed: u64| {
        let seed = seed.to_string();
        let args = ["play", "pinnacle-nine", "--set", "seats=2", "--bot", "random", "--seed", &seed];
        run(&args, "check\ncheck\ncheck\ncheck\ncall\ncall\ncall\ncall\n").well()
    };
    let all: String = (0..40).map(told).collect();
    let parts = [
        "the other: folds",
        "the other: checks",
        "the other: bets 15\n",
        "the other: bets 285, all in",
        "The board gets ",
    ];
    for part in parts {
        assert!(all.contains(part), "expected `{part}` in: {all}");
    }
}

#[test]
fn tables_that_the_rules_do_not_know_are_usage_errors() {
    let play = |set: &str| run(&["play", "pinnacle-nine", "--set", set, "--set", "betting=limit"], "");
    play("seats=8").fails(2, &["`seats`", "2 to 7"]);
    play("amounts=any").fails(2, &["`amounts`", "\"named\", with `betting` \"limit\""]);
    play("ante=5").fails(2, &["`ante`", "`formula` or `table`"]);
}

#[test]
fn a_round_is_counted_in_chips_and_a_match_in_points() {
    let arena = |set: &[&str]| {
        let args = ["arena", "--game", "pinnacle-nine", "--bots", "random,random", "--deals", "2"];
        run(&[&args[..], set].concat(), "").well()
    };
    assert!(arena(&["--set", "seats=2"]).contains("  chips a round  "));
    assert!(arena(&[]).contains("In chips a round above the mean of the table"));
    assert!(arena(&["--match"]).contains("In points a match above the mean of the table"));
}

#[test]
fn all_in_needs_no_verb() {
    let (_, record) = played("pinnacle-nine", &["seats=2"], "all in\n");
    assert_eq!(record.actions[0], "bet all in");
}

#[test]
fn rounds_in_which_nobody_bets_are_told_too() {
    let antes = "play pinnacle-nine --set episode=match --set seats=2 --set stack=20 --set ante=table";
    let args: Vec<&str> = antes.split(' ').chain(["--set", "antes=[19,19,19,19,19,19]", "--bot", "random"]).collect();
    let out = run(&[&args[..], &["--seed", "1", "--no-record"]].concat(), &"1\n".repeat(10)).well();
    let told = out.lines().filter(|line| line.starts_with("The round is over: ")).count();
    let played = out.rsplit("after ").next().and_then(|rest| rest.split(' ').next());
    assert_eq!(played, Some(told.to_string().as_str()), "{out}");
    assert!(out.contains("so there was no betting") && out.contains("You win the match"), "{out}");
}
