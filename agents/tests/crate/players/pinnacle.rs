//! The players of the Pinnacle family: what they do in clear positions, and how they fare.

use std::collections::BTreeSet;

use elderhand_agents::Bot;
use elderhand_agents::bots::load;
use elderhand_env::options::{overlay, parse_options};
use elderhand_env::pinnacle::{Limits, Move, Pinnacle, PinnacleView, Rules};
use elderhand_env::{Driver, Game, Stream, View, game, read_view};
use serde_json::{Value, json};

use crate::common::won_at_a_table;

/// Everything that `simple` does with some hole cards at a table under twenty seeds; any size of a bet is `bet`.
fn simple(rules: Rules, hole: &str, table: Value) -> BTreeSet<String> {
    let game = Pinnacle::new("pinnacle-nine", rules).unwrap();
    let seat = table["to_move"].as_u64().unwrap();
    let view = read_view(&game, json!({"seat": seat, "hole": cards(hole), "table": table})).unwrap();
    let mut bot = load(&game, "simple").unwrap();
    let answers = (0..20).map(|seed| {
        bot.begin(view.seat, seed).unwrap();
        let name = game.spec().name(bot.act(&view).unwrap());
        name.split(' ').next().unwrap().to_owned()
    });
    answers.collect()
}

fn only(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| name.to_string()).collect()
}

fn cards(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// The last cycle of a round for two in which nobody has bet before.
fn last_cycle(board: [&str; 4], acts: Value) -> Value {
    let checked = json!([{"seat": 0, "act": "check"}, {"seat": 1, "act": "check"}]);
    let to_move = acts.as_array().unwrap().len() % 2;
    json!({
        "phase": "bet", "to_move": to_move, "seats": [{}, {}], "board": board.map(cards),
        "acts": [checked, checked, checked, acts],
    })
}

const FOR_TWO: Rules = Rules { seats: 2, ..Rules::nine() };
const BOARD: [&str; 4] = ["AS KS 9D", "QS 4C", "7H", "6D"];

#[test]
fn it_bets_and_raises_with_the_best_hand() {
    // Five black cards in sequence: nobody counts more.
    let hole = "JS TS";
    assert_eq!(simple(FOR_TWO, hole, last_cycle(BOARD, json!([]))), only(&["bet"]));
    let bet = json!([{"seat": 0, "act": "bet", "to": 40}]);
    assert_eq!(simple(FOR_TWO, hole, last_cycle(BOARD, bet)), only(&["bet"]));
}

#[test]
fn it_folds_a_hopeless_hand_to_a_big_bet() {
    let bet = json!([{"seat": 0, "act": "bet", "to": 150}]);
    assert_eq!(simple(FOR_TWO, "3H TC", last_cycle(BOARD, bet)), only(&["fold"]));
}

#[test]
fn it_does_not_fold_a_hopeless_hand_while_it_may_check() {
    let checked = json!([{"seat": 0, "act": "check"}]);
    assert!(!simple(FOR_TWO, "3H TC", last_cycle(BOARD, checked)).contains("fold"));
}

#[test]
fn it_calls_when_the_odds_are_good() {
    let limit = Rules { betting: Limits::Limit, ..Rules::nine() };
    // Three spades and two aces: nothing yet, but a sixth of the pot is the price of four more cards.
    let table = json!({
        "phase": "bet", "to_move": 1, "seats": [{}, {}, {}, {}], "board": [cards("KS QS 4D")],
        "acts": [[{"seat": 0, "act": "bet", "to": 15}]],
    });
    assert!(!simple(limit, "AS AD", table).contains("fold"));
}

/// What `simple` does in a match for two, after a round; seat 0 of the round, which is player 1, has bet all it has.
fn short(before: [u16; 2]) -> BTreeSet<String> {
    let options = parse_options(&["seats=2".to_owned(), "episode=match".to_owned()]).unwrap();
    let (game, [own, other]) = (game("pinnacle-nine", &options).unwrap(), before);
    let points = [i32::from(own) - 300, i32::from(other) - 300];
    let view = json!({
        "seat": 0,
        "match": {
            "rounds": 1, "points": points, "won": [0, 0], "order": [0, 1], "playing": 2, "target": 0, "elder": 1,
            "seats": [1, 0], "carried": [own, other],
        },
        "round": {
            "seat": 1, "hole": cards("7C JD"), "table": {
                "phase": "bet", "to_move": 1, "seats": [{"before": other}, {"before": own}],
                "board": [cards("KS 9D 4H")], "acts": [[{"seat": 0, "act": "bet", "to": other - 15}]],
            },
        },
    });
    let view = game.read_view(view).unwrap();
    let mut bot = Bot::open("simple").unwrap().player(&game).unwrap();
    let answers = (0..20).map(|seed| {
        bot.begin(0, seed).unwrap();
        game.spec().name(bot.act(&view).unwrap()).to_owned()
    });
    answers.collect()
}

#[test]
fn a_short_stack_risks_only_what_it_has() {
    assert_eq!(short([300, 300]), only(&["fold"]));
    // It pays five for a pot of forty.
    assert_eq!(short([20, 580]), only(&["call"]));
}

/// The settings of the family: every variant, seats and betting, amounts put together, antes by the table, and small
/// packs with few cycles.
fn settings() -> Vec<Rules> {
    let mut all = Vec::new();
    for preset in [Rules::nine(), Rules::ten(), Rules::eleven(), Rules::split()] {
        for text in [
            "",
            "betting=limit",
            "amounts=any",
            "amounts=any stack=9000",
            "ante=table stack=60",
            "cycles=1 ranks=5 jokers=0 seats=2",
            "cycles=2 ranks=9 jokers=1 seats=4 stack=20",
        ] {
            let words: Vec<String> = text.split_whitespace().map(String::from).collect();
            for seats in [2, 4, 7] {
                let rules = overlay(&Rules { seats, ..preset }, &parse_options(&words).unwrap()).unwrap();
                if !all.contains(&rules) && Pinnacle::new("pinnacle-nine", rules).is_ok() {
                    all.push(rules);
                }
            }
        }
    }
    all
}

/// Lets a bot answer everywhere while chance makes every third move; `check` sees each answer.
fn disturb(rules: Rules, name: &str, decisions: usize, mut check: impl FnMut(&PinnacleView, Move)) {
    let game = Pinnacle::new("pinnacle-nine", rules).unwrap();
    let (mut bot, mut twin) = (load(&game, name).unwrap(), load(&game, name).unwrap());
    bot.begin(0, 5).unwrap();
    twin.begin(0, 5).unwrap();
    let mut chance = Stream::new(decisions as u64);
    let mut table = Driver::new(game.clone(), Stream::new(3));
    for seed in 0..decisions as u64 {
        let Some(seat) = table.seat() else {
            table = Driver::new(game.clone(), Stream::new(seed));
            continue;
        };
        let view = table.view(seat);
        let (answer, legal) = (bot.act(&view).unwrap(), view.legal());
        assert!(legal.contains(answer), "{view:?}");
        assert_eq!(twin.act(&view).unwrap(), answer, "equal seeds give equal answers");
        check(&view, Move::of(answer).unwrap());
        table.play(if chance.below(3) == 0 { chance.pick(&legal) } else { answer }).unwrap();
    }
}

#[test]
fn simple_answers_every_position_and_never_gives_up_for_nothing() {
    for rules in settings() {
        disturb(rules, "simple", 60, |view, answer| {
            assert!(answer != Move::Fold || view.table.betting.bet > 0, "{view:?}");
        });
    }
}

#[test]
fn always_call_never_folds_or_bets() {
    for rules in settings() {
        disturb(rules, "always-call", 200, |view, answer| {
            let begun = view.amount.is_some();
            assert!(begun || !matches!(answer, Move::Fold | Move::Bet(_) | Move::Amount), "{view:?}");
        });
    }
}

#[test]
fn simple_beats_those_who_do_not_look_at_their_cards() {
    const RANDOM: &[&str] = &["simple", "random"];
    const CALLING: &[&str] = &["simple", "always-call"];
    const BOTH: &[&str] = &["simple", "random", "always-call"];
    for (id, options, bots, deals, least) in [
        ("pinnacle-nine", "seats=2", RANDOM, 300, 5.0),
        ("pinnacle-nine", "seats=2", CALLING, 150, 20.0),
        ("pinnacle-nine", "seats=3", BOTH, 100, 15.0),
        ("pinnacle-ten", "seats=4 betting=limit", RANDOM, 50, 10.0),
        ("pinnacle-eleven", "seats=2 betting=limit", CALLING, 100, 8.0),
        ("pinnacle-split", "seats=7", BOTH, 15, 10.0),
        ("pinnacle-nine", "seats=2 episode=match", RANDOM, 40, 0.3),
        ("pinnacle-nine", "seats=4 episode=match", CALLING, 10, 0.1),
    ] {
        let options: Vec<String> = options.split_whitespace().map(String::from).collect();
        let chips = won_at_a_table(&game(id, &parse_options(&options).unwrap()).unwrap(), bots, deals);
        assert!(chips > least, "{id} {options:?} among {bots:?}: {chips}");
    }
}
