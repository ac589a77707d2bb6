//! A recorded game replays as it was played.

use std::collections::HashSet;

use elderhand_env::{Driver, Game, Record, ReplayError, State, Stream};
use elderhand_tests::every_game;
use elderhand_tests::setting::Setting;
use elderhand_tests::twins::Twins;

every_game!(a_record_replays_to_the_same_trace, replays);
every_game!(a_partial_deck_is_filled_by_the_seed, fills);

fn replays<G: Game>(game: &G, setting: &Setting) {
    let seats = game.spec().seats;
    for seed in 0..8 {
        let mut stream = Stream::new(100 + seed);
        let mut table = Driver::new(game.clone(), Stream::new(seed));
        let mut views = Vec::new();
        while let Some(seat) = table.seat() {
            views.push((0..seats).map(|seat| table.view(seat)).collect::<Vec<_>>());
            let legal = elderhand_env::View::legal(&table.view(seat));
            table.play(stream.pick(&legal)).unwrap();
        }
        let text = serde_json::to_string(&table.record(&setting.overrides)).unwrap();
        let record: Record = serde_json::from_str(&text).unwrap();
        assert_eq!((record.game.as_str(), &record.options), (setting.id, &setting.overrides));
        let mut seen = views.iter();
        let compare = |state: &G::State, _| {
            let views: Vec<_> = (0..seats).map(|seat| state.view(seat)).collect();
            assert_eq!(seen.next(), Some(&views));
        };
        let end = record.replay(game, compare).unwrap();
        assert!(seen.next().is_none());
        for seat in 0..seats {
            assert_eq!(end.view(seat), table.view(seat));
            assert_eq!(end.returns(seat), table.returns(seat));
        }
    }
}

fn fills<G: Game>(game: &G, setting: &Setting) {
    let mut record = Driver::new(game.clone(), Stream::new(1)).record(&setting.overrides);
    let whole = record.replay(game, |_, _| ()).unwrap();
    let last = record.deck.pop().expect("something is dealt");
    assert_eq!(record.replay(game, |_, _| ()).unwrap_err(), ReplayError::Exhausted { dealt: record.deck.len() });
    let mut same = (0..1_000).filter(|&seed| {
        record.seed = Some(seed);
        let state = record.replay(game, |_, _| ()).unwrap();
        serde_json::to_string(&state).unwrap() == serde_json::to_string(&whole).unwrap()
    });
    assert!(same.next().is_some(), "no seed deals {last}");
}

#[test]
fn lots_are_read_and_drawn_by_the_seed() {
    let (game, setting) = Twins::set_up();
    let (mut table, mut choice) = (Driver::new(game.clone(), Stream::new(1)), Stream::new(2));
    while let Some(seat) = table.seat() {
        table.play(choice.pick(&elderhand_env::View::legal(&table.view(seat)))).unwrap();
    }
    let record = table.record(&setting.overrides);
    assert_eq!((record.deck.len(), record.lots.len()), (4, 2));
    let replay = |record: &Record| record.replay(&game, |_, _| ()).map(|state| state.view(0));
    assert_eq!(replay(&record), Ok(table.view(0)));
    let with = |lots: &[usize], seed| Record { lots: lots.to_vec(), seed, ..record.clone() };
    let [first, second] = record.lots[..] else { panic!("a lot is drawn for each trick") };
    assert_eq!(replay(&with(&[], None)), Err(ReplayError::Undrawn { drawn: 0 }));
    assert_eq!(replay(&with(&[first], None)), Err(ReplayError::Undrawn { drawn: 1 }));
    assert_eq!(replay(&with(&[first, 2], Some(1))), Err(ReplayError::Draw { place: 2, seat: 2 }));
    assert_eq!(
        replay(&with(&[first, 99], None)).unwrap_err().to_string(),
        "`lots`, entry 2: seat 99 cannot be drawn here"
    );
    // The seed draws the other seat too; what was played may then not be legal.
    let drawn: HashSet<bool> = (0..100).map(|seed| replay(&with(&[first], Some(seed))) == Ok(table.view(0))).collect();
    assert_eq!(drawn.len(), 2, "{second} is drawn always or never");
    // What has no lots is written as ever.
    assert!(!serde_json::to_string(&with(&[], None)).unwrap().contains("lots"));
}
