//! What a seat has not seen is dealt again so that every card lies anywhere equally often, alone and beside any other.

use std::panic::catch_unwind;

use elderhand_env::gin::{Gin, Rules};
use elderhand_env::{Audit, Card, Cards, Game, Redeal, State, Stream, Turn, ViewOf};
use elderhand_tests::play::play;
use elderhand_tests::setting::Setting;
use elderhand_tests::{every_type, together};

/// How often each view is dealt again.
const REDEALS: usize = 2000;
/// The views of each game.
const VIEWS: usize = 6;
/// More standard errors than an even redeal is off anywhere, over all games and the seed below.
const ERRORS: f64 = 6.0;

every_type!(a_redeal_favours_no_card, favours);

fn favours<G: Game>(game: &G, _: &Setting) {
    // Who has picked up a card in Skirmish can lay it, and his hand is dealt so; the others' cards follow from that.
    // Of a doubled pack, what all redeals share need not have been seen: the larger part holds one of two always.
    if game.family() == "skirmish" || !together(&game.start()).pairs().is_empty() {
        return;
    }
    let mut stream = Stream::new(5);
    let mut views: Vec<ViewOf<G>> = Vec::new();
    let mut choice = Stream::new(6);
    let collect = |state: &G::State| {
        if matches!(state.turn(), Turn::Seat(_)) && choice.below(30) == 0 {
            let view = state.view(choice.below(game.spec().seats));
            if G::round_view(&view).is_some() {
                views.push(view);
            }
        }
    };
    play(game, 300, collect, |_| ());
    views.truncate(VIEWS);
    for view in &views {
        let dealt: Vec<_> = (0..REDEALS).map(|_| view.redeal(&mut stream).zones()).collect();
        even(game.spec().id, &dealt);
    }
}

/// Compares the hidden part of each place with draws from all that is hidden.
fn even(id: &str, dealt: &[Vec<(&'static str, Cards)>]) {
    let cards: Vec<Card> = Card::all().chain(Card::JOKERS).collect();
    let count = |zones: &[(&str, Cards)], zone: usize, card: Card| zones[zone].1.count(card) as f64;
    let least = |zone, card| dealt.iter().map(|zones| count(zones, zone, card)).fold(2.0, f64::min);
    let zones = 0..dealt[0].len();
    // What lies somewhere in every redeal is what the seat sees.
    let seen: Vec<Vec<f64>> = zones.clone().map(|zone| cards.iter().map(|&card| least(zone, card)).collect()).collect();
    let hidden = |zone: usize, deal: usize| -> Vec<f64> {
        cards.iter().zip(&seen[zone]).map(|(&card, seen)| count(&dealt[deal], zone, card) - seen).collect()
    };
    let all: Vec<f64> = zones.clone().map(|zone| hidden(zone, 0)).fold(vec![0.0; cards.len()], |mut all, zone| {
        all.iter_mut().zip(zone).for_each(|(all, one)| *all += one);
        all
    });
    let together: f64 = all.iter().sum();
    for zone in zones {
        let size: f64 = hidden(zone, 0).iter().sum();
        let (mut sums, mut pairs) = (vec![0.0; cards.len()], vec![0.0; cards.len() * cards.len()]);
        for deal in 0..dealt.len() {
            let here = hidden(zone, deal);
            assert_eq!(here.iter().sum::<f64>(), size, "{id}: as many hidden cards lie in {}", dealt[0][zone].0);
            let lying: Vec<usize> = (0..cards.len()).filter(|&card| here[card] > 0.0).collect();
            for (place, &one) in lying.iter().enumerate() {
                sums[one] += here[one];
                lying[..place].iter().for_each(|&other| pairs[one * cards.len() + other] += here[one] * here[other]);
            }
        }
        let near = |found: f64, expected: f64, most: f64, what: String| {
            let deals = dealt.len() as f64;
            // The variance of a count that is expected so often, at most.
            let error = (expected * most * deals).sqrt();
            assert!(
                // What is expected once or twice may come ten times where there are a million such pairs.
                (found - expected * deals).abs() <= ERRORS * error + 10.0,
                "{id}: {what} in {}: {found} times of {deals}, {expected} expected each",
                dealt[0][zone].0,
            );
        };
        for (one, card) in cards.iter().enumerate() {
            near(sums[one], all[one] * size / together.max(1.0), all[one], format!("{card}"));
            for (other, beside) in cards.iter().enumerate().take(one) {
                let both = all[one] * all[other] * size * (size - 1.0) / (together * (together - 1.0)).max(1.0);
                near(pairs[one * cards.len() + other], both, all[one] * all[other], format!("{card} with {beside}"));
            }
        }
    }
}

#[test]
fn a_redeal_that_favours_a_card_is_caught() {
    let game = Gin::new("gin", Rules::gin()).expect("these are its own rules");
    let mut stream = Stream::new(7);
    let mut state = game.start();
    state.settle(&mut stream);
    let view = state.view(0);
    let other =
        |zones: &[(&str, Cards)]| zones.iter().position(|(_, zone)| zone.len() == 10 && zone.kinds() != view.hand);
    let fair: Vec<_> = (0..REDEALS).map(|_| view.redeal(&mut stream).zones()).collect();
    even("gin", &fair);
    // Every second time that it would hold this card, the other hand is dealt anew.
    let card =
        Card::all().find(|&card| fair.iter().any(|zones| zones[other(zones).unwrap()].1.contains(card))).unwrap();
    let mut held = 0;
    let biased: Vec<_> = fair
        .into_iter()
        .filter(|zones| {
            let holds = zones[other(zones).unwrap()].1.contains(card);
            held += usize::from(holds);
            !holds || held % 2 == 0
        })
        .collect();
    let caught = catch_unwind(|| even("gin", &biased)).expect_err("it is caught");
    let message = caught.downcast_ref::<String>().expect("it says what is uneven");
    assert!(message.contains(&format!("{card} in ")), "{message}");
}
