//! The hints: the last tricks against every way to play them, and what melds lack by their cards alone.

use elderhand_env::pinochle::{Meld, Phase, Pinochle, PinochleView, Rules, Service, Suit, value};
use elderhand_env::{Card, CardSet, Cards, Driver, Game, Seat, Stream};
use elderhand_tests::told::Told;

/// Each hand of so many cards is played out in all ways.
const FEW: usize = 4;
/// The last tricks are foretold from so many cards on.
const TOLD: usize = 6;

/// The most that a seat takes in tricks if both play as well as can be, by playing all there is by the rules.
fn most(table: &Driver<Pinochle>, seat: Seat) -> u16 {
    let Some(mover) = table.seat() else {
        return table.view(seat).table.count.unwrap().tricks[seat];
    };
    let ends = table.legal().iter().map(|action| {
        let mut next = table.clone();
        next.play(action).unwrap();
        most(&next, seat)
    });
    if mover == seat { ends.max().unwrap() } else { ends.min().unwrap() }
}

/// The cards of a plane of the pack's cards.
fn cards(told: &Told, plane: &str) -> Vec<String> {
    let ranks = ["A", "9", "T", "J", "Q", "K"];
    told.lit(plane).iter().map(|&bit| format!("{}{}", ranks[bit % 6], ["C", "D", "H", "S"][bit / 6])).collect()
}

/// Says whether a hand with these last tricks shows the best cards and what they bring, and returns how many were best.
fn compare(table: &Driver<Pinochle>, seat: Seat, view: &PinochleView, told: &Told) -> usize {
    let ends: Vec<(String, u16)> = table
        .legal()
        .iter()
        .map(|action| {
            let mut next = table.clone();
            next.play(action).unwrap();
            (table.game().spec().actions[usize::from(action.0)].clone(), most(&next, seat))
        })
        .collect();
    let top = ends.iter().map(|end| end.1).max().unwrap();
    let mut best: Vec<&str> = ends.iter().filter(|end| end.1 == top).map(|end| &end.0["play ".len()..]).collect();
    let mut shown = cards(told, "best");
    best.sort_unstable();
    shown.sort_unstable();
    assert_eq!(shown, best, "{view:?}");
    assert_eq!(told.level("rest"), (usize::from(top) - value(view.table.won[seat]) as usize) / 10, "{view:?}");
    best.len() * usize::from(ends.len() > best.len())
}

#[test]
fn the_last_tricks_are_played_as_well_as_can_be() {
    let game = Pinochle::new("pinochle", Rules::pinochle()).unwrap();
    let (mut stream, mut several, mut one) = (Stream::new(4), 0, 0);
    for seed in 0..80 {
        let mut table = Driver::new(game.clone(), Stream::new(seed));
        while let Some(seat) = table.seat() {
            let view = table.view(seat);
            let told = Told::of(&game, &view);
            let late = !view.table.drawing() && view.hand.len() <= TOLD;
            assert_eq!(late, !told.lit("best").is_empty(), "{view:?}");
            if late && view.hand.len() <= FEW {
                match compare(&table, seat, &view, &told) {
                    0 => (),
                    1 => one += 1,
                    _ => several += 1,
                }
            }
            table.play(stream.pick(&table.legal())).unwrap();
        }
    }
    assert!(one > 40 && several > 40, "{one} {several}");
}

/// What of a meld a seat has nowhere to take from, by what the view says of each card.
fn lacking(view: &PinochleView, meld: Meld, trumps: Suit) -> CardSet {
    let laid = &view.table.laid[view.seat];
    let serves = |card: Card, second: bool| {
        let lies = if second { laid.cards().count(card) == 2 } else { laid.cards().contains(card) };
        let spent = |service: Service| match (meld.service(), service) {
            (Service::Marriage, Service::Flush) => true,
            (wanted, served) => wanted == served,
        };
        lies && !laid.served(card, second).any(spent)
    };
    let has = |card: Card| view.hand.contains(card) || serves(card, false) || serves(card, true);
    meld.cards(trumps).iter().filter(|&card| !has(card)).collect()
}

#[test]
fn a_meld_is_near_while_its_cards_can_come() {
    let game = Pinochle::new("pinochle", Rules::pinochle()).unwrap();
    let (mut stream, mut near, mut gone) = (Stream::new(5), [0; 4], 0);
    for seed in 0..80 {
        let mut table = Driver::new(game.clone(), Stream::new(seed));
        while let Some(seat) = table.seat() {
            let view = table.view(seat);
            let told = Told::of(&game, &view);
            let turned: Cards = view.table.turned.into_iter().collect();
            let coming = (view.unseen() + turned).kinds();
            let expected: Vec<usize> = (1..=3)
                .flat_map(|most| Meld::ALL.map(|meld| (most, meld)))
                .enumerate()
                .filter(|(_, (most, meld))| {
                    let Some(trumps) = view.table.trumps.filter(|_| view.table.drawing()) else { return false };
                    let missing = lacking(&view, *meld, trumps);
                    if *most == 3 && coming.contains_all(missing) {
                        near[missing.len().min(3)] += 1;
                    } else if *most == 3 {
                        gone += 1;
                    }
                    missing.len() <= *most && coming.contains_all(missing)
                })
                .map(|(bit, _)| bit)
                .collect();
            assert_eq!(told.lit("lacking"), expected, "{view:?}");
            if view.table.phase != Phase::Lead {
                assert!(told.lit("stands").is_empty(), "{view:?}");
            }
            table.play(stream.pick(&table.legal())).unwrap();
        }
    }
    assert!(gone > 100 && near.iter().all(|&seen| seen > 100), "{gone} {near:?}");
}
