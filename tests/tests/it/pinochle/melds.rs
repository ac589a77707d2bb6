//! Every meld of many hands and tables, through all the actions that lay one.

use std::collections::BTreeSet;

use elderhand_env::{AnyGame, Audit, Game, Overrides, State, Stream, Turn, game};
use elderhand_tests::counts::Counts;
use elderhand_tests::follow::{Followed, card};
use elderhand_tests::oracle::C;
use elderhand_tests::oracle::pinochle::deal::{Deal, Next};
use elderhand_tests::oracle::pinochle::meld::{Laid, MELDS, Meld};
use elderhand_tests::oracle::pinochle::referee::Pinochle;
use elderhand_tests::oracle::pinochle::trick::placed;
use elderhand_tests::oracle::pinochle::ways::lay;
use serde_json::Value;

use crate::pinochle::mood::Mood;

/// Plays until the winners of so many tricks could meld.
fn meet(game: &AnyGame, positions: usize, counts: &mut Counts) {
    let (mut stream, mut left) = (Stream::new(92), positions);
    while left > 0 {
        let (mut followed, mood) = (Followed::new(game, Pinochle::new(false, None)), Mood::new(&mut stream));
        while !followed.referee.deal.is_phase_two() || followed.referee.deal.tricks == 0 {
            match followed.state.turn() {
                Turn::Chance => {
                    let dealt = mood.deal(followed.state.deck(), followed.state.audience(), &mut stream);
                    followed.deal(card(dealt));
                }
                Turn::Seat(_) => {
                    followed.compare();
                    let deal = &followed.referee.deal;
                    if matches!(deal.next(), Next::Lay(_)) && !deal.melded {
                        compare(&followed, counts);
                        left = left.saturating_sub(1);
                    }
                    let action = mood.choose(&followed.names(), &mut stream);
                    followed.act(action);
                }
                turn => panic!("{turn:?} in phase one"),
            }
        }
    }
}

/// The hand and the table after a meld, and what it scored.
type After = (Vec<C>, Vec<(C, Vec<String>)>, i64);

/// Compares what every way through the actions lays with all melds there are.
fn compare<G: Game>(followed: &Followed<G, Pinochle>, counts: &mut Counts) {
    let (deal, Turn::Seat(seat)) = (&followed.referee.deal, followed.state.turn()) else { panic!("nobody melds") };
    for meld in MELDS {
        let ways = deal.ways(meld);
        let wanted: BTreeSet<After> =
            ways.iter().map(|way| after(deal, meld, |hand, table| lay(meld, way, hand, table, deal.trumps))).collect();
        assert_eq!(wanted.len(), ways.len(), "ways that differ lead to what differs");
        let mut found = BTreeSet::new();
        let name = format!("meld {}", meld.name());
        if let Some((action, _)) = followed.names().into_iter().find(|(_, other)| *other == name) {
            let mut state = followed.state.clone();
            state.apply(action);
            walk(followed, &state, seat, &mut found);
        }
        assert_eq!(found, wanted, "{name}: {deal:?}");
        count(deal, meld, ways.len(), counts);
    }
    counts.add("positions", true);
    let table = &deal.table[deal.leader];
    let twins = |laid: &Laid| table.iter().any(|other| other.card == laid.card && other.served != laid.served);
    counts.add("equal cards that differ", table.iter().any(twins));
    counts.add("after an exchange", deal.exchanged);
}

/// What a meld leads to.
fn after(deal: &Deal, meld: Meld, lay: impl FnOnce(&mut Vec<C>, &mut Vec<Laid>)) -> After {
    let (mut hand, mut table) = (deal.hands[deal.leader].clone(), deal.table[deal.leader].clone());
    lay(&mut hand, &mut table);
    hand.sort_by_key(placed);
    let mut table: Vec<_> =
        table.iter().map(|laid| (laid.card, laid.kinds().into_iter().map(String::from).collect())).collect();
    table.sort();
    (hand, table, meld.points(deal.trumps))
}

/// Follows all actions until the meld lies; each way to it leads elsewhere.
fn walk<G: Game>(followed: &Followed<G, Pinochle>, state: &G::State, seat: usize, found: &mut BTreeSet<After>) {
    let uses: Vec<_> = state.legal().iter().filter(|&action| followed.name(action).starts_with("use")).collect();
    for &action in &uses {
        let mut next = state.clone();
        next.apply(action);
        walk(followed, &next, seat, found);
    }
    if uses.is_empty() {
        let (before, view) =
            [&followed.state, state].map(|state| serde_json::to_value(state.view(seat)).unwrap()).into();
        let mut hand: Vec<C> = texts(&view["hand"]).iter().map(|text| text.parse().unwrap()).collect();
        hand.sort_by_key(placed);
        let laid = view["table"]["laid"][seat].as_array().unwrap().iter();
        let mut table: Vec<_> =
            laid.map(|laid| (laid["card"].as_str().unwrap().parse().unwrap(), texts(&laid["served"]))).collect();
        table.sort();
        let points = |view: &Value| view["table"]["melds"][seat].as_i64().unwrap();
        assert!(found.insert((hand, table, points(&view) - points(&before))), "two ways lead to one");
    }
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().into()).collect()
}

fn count(deal: &Deal, meld: Meld, ways: usize, counts: &mut Counts) {
    let kind = match meld {
        Meld::Marriage(suit) if suit == deal.trumps => "royal marriage".into(),
        Meld::Marriage(_) => "marriage".into(),
        _ => meld.name(),
    };
    counts.add(format!("{kind} in one way"), ways == 1);
    counts.add(format!("{kind} in several ways"), ways > 1);
}

#[test]
fn melds_agree() {
    let mut counts = Counts::default();
    meet(&game("pinochle", &Overrides::new()).expect("there is the game"), 160_000, &mut counts);
    println!("{counts:#?}");
    counts.assert(19, 5);
}
