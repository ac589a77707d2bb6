//! The rule-based Skirmish player: what it does with a hand, and how it fares.

use elderhand_agents::Bot;
use elderhand_agents::bots::load;
use elderhand_env::kuhn::{Kuhn, Options};
use elderhand_env::options::parse_options;
use elderhand_env::skirmish::{Rules, Skirmish};
use elderhand_env::{AnyGame, Card, Game, Overrides, Redeal, State, Stream, Turn, VARIANTS, game, read_view};
use serde_json::json;

use crate::common::won_at_a_table;

/// Lets `simple` play the first turn of a round for two, the other's seven cards unknown; gives what it did by name,
/// and the points that the turn brought if the round is over.
fn turn(hand: &str, discards: &str) -> (Vec<String>, Option<f32>) {
    let game = Skirmish::new("skirmish", Rules { seats: 2, ..Rules::skirmish() }).unwrap();
    let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    let (hand, discards) = (cards(hand), cards(discards));
    let stock = 54 - hand.len() - discards.len() - 7;
    // What lies in the discard stack was discarded by the hands in turn.
    let discards = discards.iter().enumerate();
    let discards: Vec<_> = discards
        .map(|(place, card)| if place == 0 { json!({"card": card}) } else { json!({"card": card, "by": place % 2}) })
        .collect();
    let table = json!({
        "phase": "turn", "to_move": 0, "discards": discards, "combinations": [], "stock": stock,
        "hands": [{"size": hand.len()}, {"size": 7}],
    });
    let view = read_view(&game, json!({"seat": 0, "hand": hand, "table": table})).unwrap();
    let mut chance = Stream::new(5);
    let mut bot = load(&game, "simple").unwrap();
    let mut state = view.redeal(&mut chance);
    let mut done = Vec::new();
    while state.turn() == Turn::Seat(0) {
        let action = bot.act(&state.view(0)).unwrap();
        done.push(game.spec().name(action).to_owned());
        state.apply(action);
        state.settle(&mut chance);
    }
    let over = matches!(state.turn(), Turn::Over { .. });
    (done, over.then(|| state.returns(0)))
}

fn has(done: &[String], name: &str) -> bool {
    done.iter().any(|action| action == name)
}

#[test]
fn it_draws_and_lays_a_book() {
    let (done, _) = turn("KC KD KH 2C 5D 7S 9H", "3C");
    assert_eq!(done[..6], ["draw", "lay book", "put KC", "put KD", "put KH", "done"]);
    assert!(done[6].starts_with("discard"), "{done:?}");
    assert_eq!(done.last().unwrap(), "end turn");
}

#[test]
fn a_joker_is_laid_in_a_combination() {
    let (done, _) = turn("KC KD X1 2C 5D 7S 9H", "3C");
    assert!(has(&done, "put X1"), "{done:?}");
}

#[test]
fn it_picks_up_what_it_can_lay() {
    let (done, _) = turn("KC KD 2C 5D 7S 9H", "4H KH 8S");
    assert!(has(&done, "take KH") && has(&done, "lay book"), "{done:?}");
    assert!(!has(&done, "discard KH"), "{done:?}");
}

#[test]
fn it_goes_out_without_drawing() {
    let (done, points) = turn("4C KD", "3C");
    assert_eq!(done, ["discard KD", "drop 4C"]);
    assert!(points.unwrap() > 0.0);
}

#[test]
fn with_three_cards_that_cannot_be_laid_it_waits_for_the_next_turn() {
    assert_eq!(turn("4C 8D KS", "3C").0, ["discard KS", "end turn"]);
}

#[test]
fn of_equal_cards_it_keeps_a_pair() {
    let (done, _) = turn("4C 4D 8D 6S", "TC");
    assert!(!has(&done, "discard 4C") && !has(&done, "discard 4D"), "{done:?}");
}

#[test]
fn its_name_is_that_of_the_gin_player_too() {
    let bot = Bot::open("simple").unwrap();
    let games = bot.games();
    assert!(["gin", "skirmish", "melee"].iter().all(|game| games.contains(game)), "{games:?}");
    assert_eq!(Bot::built_in().filter(|&name| name == "simple").count(), 1);
    let kuhn = Kuhn::new("kuhn", Options {}).unwrap();
    let error = bot.agent(&kuhn).map(drop).unwrap_err().to_string();
    assert!(error.starts_with("bot `simple` does not play `kuhn`: it plays gin"), "{error}");
}

/// The settings of the family: every variant, round and match, at small and large tables.
fn settings() -> Vec<(&'static str, Overrides)> {
    let variants = VARIANTS.iter().filter(|variant| variant.family == Skirmish::FAMILY);
    let mut all = Vec::new();
    for variant in variants {
        for seats in [2, 3, 5, 7] {
            for episode in ["round", "match"] {
                let options = parse_options(&[format!("seats={seats}"), format!("episode={episode}")]).unwrap();
                if game(variant.id, &options).is_ok() {
                    all.push((variant.id, options));
                }
            }
        }
    }
    all
}

/// Lets `simple` answer everywhere, and chance make every fourth move.
fn disturbed(game: &AnyGame) {
    let mut bot = Bot::open("simple").unwrap().player(game).unwrap();
    for seed in 0..3 {
        let mut chance = Stream::new(seed);
        let mut table = game.table(Stream::new(seed));
        for _ in 0..2_000 {
            let Some(seat) = table.seat() else { break };
            let view = table.view(seat).unwrap();
            let (answer, legal) = (bot.act(&view).unwrap(), view.legal());
            assert!(legal.contains(answer), "{view:?}");
            table.play(if chance.below(4) == 0 { chance.pick(&legal) } else { answer }).unwrap();
        }
    }
}

#[test]
fn it_answers_every_position_with_a_legal_action() {
    let settings = settings();
    // Melee is for two; the other variants have a round and a match at four sizes.
    assert_eq!(settings.len(), 3 * 8 + 2);
    for (id, options) in settings {
        disturbed(&game(id, &options).unwrap());
    }
}

/// Plays rounds among `simple` alone and counts those that the cap ended.
fn capped(game: &AnyGame, rounds: u64) -> usize {
    let mut bot = Bot::open("simple").unwrap().player(game).unwrap();
    let play = |seed: &u64| {
        let mut table = game.table(Stream::new(*seed));
        while let Some(seat) = table.seat() {
            let action = bot.act(&table.view(seat).unwrap()).unwrap();
            table.play(action).unwrap();
        }
        table.truncated()
    };
    (0..rounds).filter(play).count()
}

#[test]
fn rounds_come_to_an_end() {
    for (id, rounds) in [("skirmish", 300), ("melee", 100), ("skirmish-elimination", 3), ("gem-rum", 10)] {
        assert_eq!(capped(&game(id, &Overrides::new()).unwrap(), rounds), 0, "{id}");
    }
}

#[test]
fn it_beats_random_play_at_every_table() {
    for (id, seats, deals, least) in [
        ("skirmish", 2, 100, 8.0),
        ("skirmish", 4, 100, 5.0),
        ("skirmish", 7, 100, 2.5),
        ("melee", 2, 100, 6.0),
        ("gem-rum", 3, 15, 0.2),
        ("skirmish-elimination", 4, 15, 0.2),
    ] {
        let options = parse_options(&[format!("seats={seats}")]).unwrap();
        let points = won_at_a_table(&game(id, &options).unwrap(), &["simple", "random"], deals);
        assert!(points > least, "{id} at {seats}: {points}");
    }
}
