//! Positions that are made by writing views.

use elderhand_env::options::parse_options;
use elderhand_env::{Game, Redeal, State, Stream, Turn, game, read_view};
use elderhand_tests::oracle::card::{Card, cards, pack};
use elderhand_tests::oracle::skirmish::combination::{Combination, Kind};
use elderhand_tests::oracle::without;
use serde_json::{Value, json};

use crate::skirmish::compare::Comparison;
use crate::skirmish::layout::Layout;
use crate::skirmish::steps::Steps;
use crate::skirmish::tally::Tally;
use crate::skirmish::{shown, walk};

/// The view of the first turn of two hands, made into that of a later turn with the cards laid out so.
fn altered(first: &Value, layout: &Layout) -> Value {
    let text = |cards: &[Card]| json!(cards.iter().map(Card::to_string).collect::<Vec<_>>());
    let points: i64 = layout.table.iter().flat_map(|laid| &laid.cards).map(|card| card.points()).sum();
    let gone = [&layout.hand, &layout.other, &layout.discards, &layout.dropped].map(|cards| cards.len());
    let laid: usize = layout.table.iter().map(|laid| laid.cards.len()).sum();
    let mut view = first.clone();
    if view.get("match").is_some() {
        view["match"]["rounds"] = json!(9);
        view["match"]["points"] = json!([10, 10]);
    }
    let round = if view.get("round").is_some() { &mut view["round"] } else { &mut view };
    round["hand"] = text(&layout.hand);
    let table = &mut round["table"];
    table["stock"] = json!(54 - gone.iter().sum::<usize>() - laid);
    let discard = |(place, card): (usize, &Card)| json!({ "card": card.to_string(), "by": place % 2 });
    table["discards"] = layout.discards.iter().enumerate().map(discard).collect();
    table["turns"] = json!(24);
    let combination = |laid: &Combination| json!({ "kind": laid.kind.name(), "cards": text(&laid.cards) });
    table["combinations"] = layout.table.iter().map(combination).collect();
    let mover = table["to_move"].as_u64().expect("a number of a hand") as usize;
    let hands = &mut table["hands"];
    hands[mover]["size"] = json!(layout.hand.len());
    hands[mover]["dropped"] = text(&layout.dropped);
    hands[mover]["laid"] = json!(points);
    hands[1 - mover]["size"] = json!(layout.other.len());
    view
}

/// A random chart, on which some kinds of the table may be fresh.
fn chart(table: &[Combination], stream: &mut Stream) -> Value {
    let fresh: Vec<Kind> = table.iter().map(|laid| laid.kind).filter(|_| stream.below(2) == 0).collect();
    let old: Vec<Kind> = Kind::ALL.into_iter().filter(|_| stream.below(6) > 0).collect();
    let names = |wanted: &dyn Fn(&Kind) -> bool| -> Vec<&str> {
        Kind::ALL.iter().filter(|kind| wanted(kind)).map(|kind| kind.name()).collect()
    };
    let added = |kind: &Kind| fresh.contains(kind) && !old.contains(kind);
    json!({ "laid": names(&|kind| old.contains(kind)), "fresh": names(&added) })
}

/// The view of the first turn, before anything is done.
fn first<G: Game>(game: &G, stream: &mut Stream) -> Value {
    let mut state = game.start();
    state.settle(stream);
    let Turn::Seat(seat) = state.turn() else { panic!("nobody is to move") };
    serde_json::to_value(state.view(seat)).expect("a view is JSON")
}

/// A position that shows a view.
fn position<G: Game>(game: &G, view: Value, stream: &mut Stream) -> G::State {
    read_view(game, view.clone()).unwrap_or_else(|error| panic!("{error}: {view}")).redeal(stream)
}

/// Compares made positions until so many are, and after each the one to which a pick-up or a retrieval leads.
fn compare<G: Game>(game: &G, positions: usize) -> Tally {
    let mut stream = Stream::new(5);
    let first = first(game, &mut stream);
    let mut comparison = Comparison::new(game);
    while comparison.tally.positions < positions {
        // Larger hands take longer; the largest are compared by what can be added alone.
        let size = [7, 7, 7, 8, 8, 9, 10, 14][stream.below(8)];
        let layout = Layout::new(size, &mut stream);
        let mut view = altered(&first, &layout);
        if view["options"]["charts"] == true {
            let charts = [chart(&layout.table, &mut stream), chart(&[], &mut stream)];
            view["match"]["carried"] = charts.iter().map(|chart| chart["laid"].clone()).collect();
            view["round"]["table"]["charts"] = json!(charts);
        }
        let state = position(game, view, &mut stream);
        comparison.steps = Steps::default();
        comparison.add(&state);
        let takes = state.legal().iter().filter(|&action| game.spec().name(action).starts_with("take "));
        let takes: Vec<_> = takes.collect();
        if !takes.is_empty() {
            let (mut state, take) = (state, takes[stream.below(takes.len())]);
            comparison.steps.note(game.spec().name(take));
            state.apply(take);
            comparison.add(&state);
        }
    }
    comparison.tally
}

/// Compares so many made positions of a variant for two.
fn agree(id: &str, episode: &str, positions: usize) -> Tally {
    let tally = compare(&game(id, &parse_options(&["seats=2", episode]).unwrap()).unwrap(), positions);
    println!("{id}: {tally:?}");
    tally
}

#[test]
fn made_positions_agree() {
    let tally = agree("skirmish", "episode=round", 7_000);
    // Each kind with no joker, with one and with both; growing, with none and with one.
    assert!(tally.laid.iter().flatten().all(|&count| count > 200), "{tally:?}");
    assert!(tally.grown.iter().flat_map(|by| &by[..2]).all(|&count| count > 200), "{tally:?}");
    // Only what grows by pairs may grow by both jokers at once.
    for (kind, by) in tally.grown.iter().enumerate() {
        let pairs = [Kind::Double, Kind::Triple].iter().any(|&pairs| pairs as usize == kind);
        assert!(if pairs { by[2] > 50 } else { by[2] == 0 }, "{tally:?}");
    }
    assert!(tally.asked > 1_000 && tally.circles > 1_000, "{tally:?}");
    assert!(tally.takes.iter().chain(&tally.kept).all(|&count| count > 2_000), "{tally:?}");
}

#[test]
fn made_positions_agree_when_charts_close_kinds() {
    let tally = agree("gem-rum", "episode=match", 2_000);
    assert!(tally.closed > 500 && tally.full > 500, "{tally:?}");
}

#[test]
fn full_circles_laid_at_once_agree() {
    let game = game("skirmish", &parse_options(&["seats=2", "episode=round"]).unwrap()).unwrap();
    let mut stream = Stream::new(6);
    let first = first(&game, &mut stream);
    for hand in [
        "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
        "AC 2C 3C 4C X1 6C 7C 8C 9C TC JC QC KC",
        "X1 X2 3C 4S 5S 6C 7C 8S 9C TC JC QS KC",
        "AC 2D 3H 4S 5S 6H X2 8S 9D TC JH QS KH",
    ] {
        let hand = cards(hand);
        let mut rest = without(&pack(), &hand);
        let other = rest.split_off(rest.len() - 7);
        let layout = Layout { table: Vec::new(), hand, other, discards: Vec::new(), dropped: Vec::new() };
        let view = altered(&first, &layout);
        let laid = shown::position(&view).expect("it is a turn").lays();
        assert_eq!(walk::lays(&game, &position(&game, view, &mut stream)), laid);
        assert!(laid.iter().any(|laid| laid.ranks().len() == 13));
    }
}
