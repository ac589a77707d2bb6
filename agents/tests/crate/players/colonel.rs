//! The rule-based Colonel player: what it does with a hand, and how it fares.

use elderhand_agents::bots::load;
use elderhand_env::colonel::{Colonel, Rules};
use elderhand_env::{Card, CardSet, Game, State, Turn};

fn colonel(rules: Rules) -> Colonel {
    Colonel::new("colonel", rules).unwrap()
}

/// Lets `simple` play elder hand's first turn; gives what it did by name.
fn turn(hand: &str, upcard: &str, drawn: &str) -> Vec<String> {
    let game = colonel(Rules::colonel());
    let mut bot = load(&game, "simple").unwrap();
    let hand: Vec<Card> = hand.split(' ').map(|card| card.parse().unwrap()).collect();
    let (upcard, drawn): (Card, Card) = (upcard.parse().unwrap(), drawn.parse().unwrap());
    let kept: CardSet = hand.iter().copied().chain([upcard, drawn]).collect();
    let mut state = game.start();
    for card in hand {
        state.deal(card);
        state.deal((state.deck() - kept.into()).first().unwrap());
    }
    state.deal(upcard);
    let mut done = Vec::new();
    while state.turn() == Turn::Seat(0) {
        let action = bot.act(&state.view(0)).unwrap();
        done.push(game.spec().name(action).to_owned());
        state.play(action).unwrap();
        if state.turn() == Turn::Chance {
            state.deal(drawn);
        }
    }
    done
}

#[test]
fn it_takes_what_melds_and_lays_it() {
    let done = turn("QS KS 2H 5D 8C TD 3C 6H 9D JC", "AS", "4H");
    assert_eq!(done, ["take", "meld QS", "meld KS", "meld AS", "end meld", "discard JC"]);
}

#[test]
fn it_draws_where_the_upcard_is_of_no_use_and_lays_off() {
    let done = turn("5H 6H 7H 8C 8D 8S 2C KD QS 4S", "JH", "8H");
    assert_eq!(done[0], "draw");
    assert!(done.contains(&"meld 8C".into()) && done.contains(&"end meld".into()), "{done:?}");
    assert!(!done.contains(&"discard 8H".into()), "{done:?}");
}

#[test]
fn it_keeps_what_may_come_to_a_meld() {
    let done = turn("KC KD 2C 5H 8S TH 3D 6C JH 9S", "4C", "7D");
    assert_eq!(done.last().unwrap(), "discard 7D");
}

#[test]
fn it_challenges_with_little_and_accepts_what_seems_won() {
    let game = colonel(Rules { challenge: true, ..Rules::colonel() });
    let mut bot = load(&game, "simple").unwrap();
    let mut state = game.start();
    for card in Card::all().filter(|card| (2..=6).contains(&card.rank())).take(10) {
        state.deal(card);
        state.deal(state.deck().iter().filter(|card| card.rank() > 9).last().unwrap());
    }
    state.deal(state.deck().first().unwrap());
    let challenge = bot.act(&state.view(0)).unwrap();
    assert_eq!(game.spec().name(challenge), "challenge");
    state.play(challenge).unwrap();
    let answer = bot.act(&state.view(1)).unwrap();
    assert_eq!(game.spec().name(answer), "refuse");
}
