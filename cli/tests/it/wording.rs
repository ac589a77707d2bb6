//! What the table says, in whole games: moves in plain English, in the order of the hand, and nobody by two names.

use crate::common::run;

/// Plays a game of a person who chooses moves by these lines over and over.
fn played(game: &str, set: &[&str], seed: u64, lines: &str) -> String {
    let seed = seed.to_string();
    let mut args = vec!["play", game, "--bot", "random", "--seat", "0", "--seed", &seed, "--no-record"];
    args.extend(set.iter().flat_map(|set| ["--set", set]));
    run(&args, &lines.repeat(300)).well()
}

/// Words of programs, and wrong forms of verbs.
const BAD: [&str; 14] = [
    " dones",
    " gos ",
    " ends meld",
    "play-",
    "use-",
    " dixs",
    "dix ",
    " lows",
    " highs",
    " ons ",
    " end (",
    "  seat 0 0",
    " extends ",
    "puts ",
];

#[test]
fn every_move_of_every_game_is_told_in_plain_english() {
    let chosen: &[&str] = &["layout=chosen"];
    let games: [(&str, &[&str]); 17] = [
        ("gin", chosen),
        ("gin-oklahoma", chosen),
        ("gin", &["episode=match", "target=30"]),
        ("knock-rummy", &[]),
        ("colonel", &["challenge=true"]),
        ("pinochle", &[]),
        ("skarney", &[]),
        ("skarney-three", &["rounds=4"]),
        ("skarney-partners", &["rounds=2"]),
        ("skirmish", &["seats=3"]),
        ("melee", &["episode=match", "rounds=2"]),
        ("gem-rum", &["rounds=2"]),
        ("pinnacle-nine", &["amounts=any", "seats=3"]),
        ("pinnacle-ten", &["betting=limit", "seats=2"]),
        ("sum-run-set", &["seats=3"]),
        ("snap", &["seats=3"]),
        ("leduc", &[]),
    ];
    for (game, set) in games {
        for seed in 0..3 {
            let out = played(game, set, seed, "1\nknock\nmeld\n2\ndone\nlay\nput\n3\n");
            for bad in BAD {
                let line = out.lines().find(|line| format!(" {line} ").contains(bad) && !line.starts_with('`'));
                assert_eq!(line, None, "{game} {set:?} seed {seed}: `{bad}`");
            }
            assert_eq!(out.lines().find(|line| line.chars().count() > 80 && !line.starts_with('`')), None, "{game}");
        }
    }
}

#[test]
fn a_hand_that_players_lay_out_is_told_meld_by_meld() {
    let play = |seed: u32| {
        let (seed, set) = (seed.to_string(), "layout=chosen");
        run(&["play", "gin", "--bot", "simple", "--seed", &seed, "--set", set], &"pass\ndraw\n1\n".repeat(40)).well()
    };
    let outs: String = (0..8).map(play).collect();
    for part in [" and knocks\n", ": melds ", ", has laid out the hand"] {
        assert!(outs.contains(part), "expected `{part}` in: {outs}");
    }
    let melds = outs.lines().filter_map(|line| line.split_once(": melds ")).map(|(_, melds)| melds);
    let cards = |meld: &str| meld.split(' ').filter(|word| word.ends_with(['♣', '♦', '♥', '♠'])).count();
    for meld in melds.flat_map(|melds| melds.split(", ")).filter(|meld| !meld.starts_with("has")) {
        assert!(cards(meld) >= 3 || meld.starts_with("lays off"), "{meld}");
    }
}

#[test]
fn who_sits_out_hears_nothing_of_the_hand() {
    let args = ["play", "skarney-three", "--bot", "random", "--seat", "2", "--seed", "1", "--no-record"];
    let out = run(&args, "quit\n").well();
    let (before, after) = out.split_once("The round is over.\n").expect("seat 2 does not begin");
    assert_eq!(before.lines().filter(|line| !line.is_empty()).count(), 1, "{before}");
    assert!(after.starts_with("match    seat 0: ") && after.contains("after 1 round to 200"), "{after}");
    // Nor of the other table of a round.
    let args = ["play", "skarney-partners", "--bot", "random", "--seat", "2", "--seed", "1", "--no-record"];
    let out = run(&args, "quit\n").well();
    assert!(!out.contains("seat 0: ") && !out.contains("seat 1: "), "{out}");
}

#[test]
fn a_dead_hand_is_called_dead() {
    // Who always draws and throws the same place of the hand away knocks hardly ever.
    let outs: String = (0..8).map(|seed| played("gin", &[], seed, "pass\ndraw\n1\n")).collect();
    assert!(outs.contains("The hand is dead: nobody scores.\nYou come out even."), "{outs}");
}

/// The cards of the first line that begins with a word, and of those that go on with it.
fn cards_after(out: &str, word: &str) -> Vec<String> {
    let suited = |text: &&str| text.ends_with(['♣', '♦', '♥', '♠']);
    let mut lines = out.lines().skip_while(|line| !line.starts_with(word));
    let first = lines.next().unwrap_or_default();
    let further = lines.take_while(|line| line.starts_with("     ") && line.split(' ').any(|word| suited(&word)));
    let words = [first].into_iter().chain(further).flat_map(str::split_whitespace);
    words.filter(suited).map(str::to_owned).collect()
}

#[test]
fn moves_are_listed_as_the_cards_of_the_hand_are_shown() {
    for (game, verb, typed) in [
        ("gin", "discard", "pass\ndraw\n"),
        ("knock-rummy", "discard", "draw\n"),
        ("colonel", "discard", "draw\n"),
        ("skarney", "offer", ""),
        ("sum-run-set", "play", ""),
        ("pinochle", "play", ""),
        ("skirmish", "discard", ""),
    ] {
        for seed in 0..4 {
            let seed = seed.to_string();
            let args = ["play", game, "--bot", "random", "--seat", "0", "--seed", &seed, "--no-record"];
            let out = run(&args, typed).well();
            let last = &out[out.rfind("\nhand").expect("a hand is shown") + 1..];
            let (mut hand, listed) = (cards_after(last, "hand"), cards_after(last, verb));
            hand.dedup();
            assert!(!listed.is_empty(), "{game}: {out}");
            hand.retain(|card| listed.contains(card));
            assert_eq!(listed, hand, "{game}: {out}");
        }
    }
}

#[test]
fn to_give_up_is_listed_last_and_told_with_what_it_costs() {
    let args = ["play", "pinnacle-nine", "--bot", "random", "--seed", "3", "--set", "seats=2", "--no-record"];
    let out = run(&args, "6\n").well();
    assert!(out.contains("\n1 check\n") && out.contains("   6 fold (loses 15)\n"), "{out}");
    assert!(out.contains("You lose 15 chips."), "{out}");
}

#[test]
fn what_a_bot_expects_is_of_the_whole_round_and_no_matter_where_it_would_fold() {
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/pinnacle-nine-limit.elderhand");
    let limit = "betting=limit";
    let hints = (0..6).flat_map(|seed: u32| {
        let (seed, args) = (seed.to_string(), ["play", "pinnacle-nine", "--set", limit, "--bot", bot, "--no-record"]);
        let out = run(&[&args[..], &["--seed", &seed]].concat(), &"hint\n1\n".repeat(8)).well();
        let joined = out.split_whitespace().collect::<Vec<_>>().join(" ");
        joined.split(" would choose: ").skip(1).map(|hint| hint.chars().take(120).collect()).collect::<Vec<String>>()
    });
    let (folds, others): (Vec<String>, Vec<String>) = hints.partition(|hint| hint.starts_with("fold"));
    assert!(!folds.is_empty() && folds.iter().all(|hint| !hint.contains("expects")), "{folds:?}");
    let whole = |hint: &String| hint.contains(" chips for the whole round, what is in the pot included");
    assert!(!others.is_empty() && others.iter().all(whole), "{others:?}");
}

#[test]
fn a_knock_says_what_it_leaves() {
    let outs: String = (0..30).map(|seed| played("gin-seven", &[], seed, "pass\ndraw\n8\n")).collect();
    let knocks = outs.lines().filter(|line| line.contains("knock ") && line.contains("(with "));
    assert!(knocks.count() > 0, "{outs}");
    let outs: String = (0..30).map(|seed| played("knock-rummy", &["seats=2"], seed, "draw\n1\n")).collect();
    assert!(outs.contains(" (with "), "{outs}");
}

#[test]
fn a_rank_is_enough_where_one_move_has_it_and_what_is_understood_is_said() {
    // The hand is 2♣ 3♣ 3♥ 5♥ 6♠ 8♦ T♣ T♠ J♣ Q♥, and the ace of diamonds is taken.
    let typed = |line: &str| {
        let args = ["play", "gin", "--bot", "random", "--seed", "3", "--no-record"];
        run(&args, &format!("take\n{line}\nquit\n")).well()
    };
    for (line, said) in [
        ("8", "`8` is taken as move 8, discard T♠. A card is typed with its suit."),
        ("t", "`t` could be discard T♣ or discard T♠."),
        ("99", "There is no move 99: the numbers are 1 to 10."),
        ("z", "`z` is none of the moves"),
    ] {
        let out = typed(line);
        assert!(out.contains(said), "expected `{said}` in: {out}");
    }
    for (line, name) in [("j", "discard jc"), ("3♥", "discard 3h"), ("10c", "discard tc"), ("discard t♠", "discard ts")]
    {
        assert_eq!(typed(line), typed(name));
    }
    // A number beyond the list is a rank: the only ten of a hand of seven.
    let tens = (0..60).filter_map(|seed: u64| {
        let args = ["play", "gin-seven", "--bot", "random", "--seed", &seed.to_string(), "--no-record"];
        let out = run(&args, "take\n10\nquit\n").well();
        out.lines().find(|line| line.contains("`10` is taken as move")).map(str::to_owned)
    });
    let tens: Vec<String> = tens.collect();
    assert!(!tens.is_empty() && tens.iter().all(|said| said.contains("discard T")), "{tens:?}");
}

#[test]
fn nobody_at_a_table_of_two_has_a_number() {
    for game in
        ["gin", "colonel", "knock-rummy", "pinochle", "skarney", "melee", "sum-run-set", "snap", "pinnacle-nine"]
    {
        let out = played(
            game,
            &["seats=2"][..usize::from(!matches!(game, "gin" | "colonel" | "pinochle" | "skarney" | "melee"))],
            1,
            "1\n",
        );
        let shown = out.lines().skip(1).find(|line| line.to_lowercase().contains("seat "));
        assert_eq!(shown, None, "{game}");
    }
}

#[test]
fn the_rules_at_the_table_say_what_is_other_there() {
    let rules = |set: &[&str]| {
        let set: Vec<&str> = set.iter().flat_map(|set| ["--set", set]).collect();
        let args = [&["play", "gin", "--bot", "random", "--no-record"][..], &set].concat();
        run(&args, "rules\nquit\n").well().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let said = "At this table: knock limit 5 instead of 10; offer no instead of yes; layout chosen instead of best.";
    assert!(rules(&["knock_limit=5", "layout=chosen", "offer=false"]).contains(said));
    assert!(!rules(&[]).contains("At this table"));
    let of_a_match = rules(&["episode=match", "target=50"]);
    assert!(of_a_match.contains("At this table: a match is played; target 50 instead of 100."), "{of_a_match}");
}

#[test]
fn help_lists_the_moves_of_the_game_and_how_cards_are_typed() {
    let help = |game: &str| {
        let out = run(&["play", game, "--bot", "random", "--no-record"], "help\nquit\n").well();
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(help("gin").contains("draw; take; pass; go out; discard CARD; knock CARD a card its rank and suit"));
    assert!(help("sum-run-set").contains("capture by sum, run or set"));
    assert!(help("skirmish").contains("the jokers are X1 and X2") && !help("gin").contains("jokers"));
    assert!(!help("kuhn").contains("a card its rank"));
}

#[cfg(unix)]
#[test]
fn a_long_page_is_read_a_screenful_at_a_time() {
    use crate::common::terminal::in_terminal;
    let screen = in_terminal(80, &["play", "gin", "--bot", "random", "--no-record"], &["rules", "q", "quit"], &[]);
    assert!(screen.matches("Enter for more, q to leave the page> ").count() == 1, "{screen}");
    assert!(screen.contains("Knocking.") && !screen.contains("Dead hands."), "{screen}");
}
