//! Encoders write every bit of their row, and different views differently.

use std::collections::{HashMap, HashSet};

use elderhand_env::{Action, Batch, BatchOptions, Buffers, Encode, Game, Row, State, Stream, Turn, VecEnv, View};
use elderhand_tests::play::play;
use elderhand_tests::setting::Setting;
use elderhand_tests::{every_game, every_type};
use serde_json::Value;

every_game!(the_row_is_written_whole, fills_the_row);
every_game!(different_views_have_different_rows, tells_views_apart);
every_game!(planes_lie_side_by_side, planes);
every_type!(a_batch_shows_what_the_others_see, others);
every_game!(hints_follow_what_is_seen_without_them, hints);

fn fills_the_row<G: Game>(game: &G, _: &Setting) {
    let spec = game.spec();
    let written = |poison: u64, view: &<G::State as State>::View| {
        let mut words = vec![poison; spec.words()];
        let mut row = Row::new(&mut words);
        view.encode(&mut row);
        assert_eq!(row.finish(), spec.bits());
        words
    };
    let check = |state: &G::State| {
        for seat in 0..spec.seats {
            let view = state.view(seat);
            let words = written(0, &view);
            assert_eq!(words, written(u64::MAX, &view));
            if !spec.bits().is_multiple_of(64) {
                assert_eq!(words[spec.words() - 1] >> (spec.bits() % 64), 0, "the rest of the last word is 0");
            }
            let mut observed = vec![u64::MAX; spec.words()];
            let mut row = Row::new(&mut observed);
            let legal = view.observe(&mut row);
            row.finish();
            assert!(observed == words && legal == view.legal());
        }
    };
    play(game, 5_000, check, |_| ());
}

fn tells_views_apart<G: Game>(game: &G, _: &Setting) {
    let spec = game.spec();
    let mut rows = HashMap::new();
    let check = |state: &G::State| {
        if let Turn::Seat(seat) = state.turn() {
            let view = state.view(seat);
            let mut words = vec![0; spec.words()];
            let mut row = Row::new(&mut words);
            view.encode(&mut row);
            row.finish();
            // Two seats may see the same, each from its own place.
            let known = rows.entry((seat, words)).or_insert_with(|| view.clone());
            assert_eq!(*known, view, "two views have the same row");
        }
    };
    play(game, 10_000, check, |_| ());
}

fn planes<G: Game>(game: &G, _: &Setting) {
    let spec = game.spec();
    let mut end = 0;
    for plane in &spec.planes {
        assert!(plane.offset == end && plane.width > 0, "{plane:?}");
        end += plane.width;
    }
    assert_eq!(end, spec.bits());
    let names: HashSet<&str> = spec.planes.iter().map(|plane| plane.name).collect();
    assert_eq!(names.len(), spec.planes.len());
    for (place, name) in spec.actions.iter().enumerate() {
        assert_eq!(spec.action(&name.to_uppercase()).map(|action| action.0 as usize), Some(place), "{name}");
    }
}

fn hints<G: Game>(game: &G, _: &Setting) {
    const LANES: usize = 5;
    let (plain, hinted) = (game.spec(), game.spec().with_hints());
    let bit = |row: &[u64], bit: usize| row[bit / 64] >> (bit % 64) & 1;
    assert_eq!(hinted.planes.len(), plain.planes.len() + plain.hints.len());
    assert!(hinted.planes.starts_with(&plain.planes) && hinted.hints.is_empty());
    let mut batches = [false, true].map(|hints| Batch::new(game.clone(), BatchOptions::new(LANES).hints(hints)));
    assert_eq!((batches[0].spec(), batches[1].spec()), (plain, &hinted));
    let (mut buffers, mut stream) = ([plain, &hinted].map(|spec| Buffers::new(spec, LANES)), Stream::new(3));
    batches.iter_mut().zip(&mut buffers).for_each(|(batch, buffers)| batch.reset(1, &mut buffers.slices()).unwrap());
    let mut known = HashMap::new();
    for _ in 0..if plain.hints.is_empty() { 5 } else { 100 } {
        let rows = buffers[0].observations.chunks(plain.words()).zip(buffers[1].observations.chunks(hinted.words()));
        for (lane, (without, with)) in rows.enumerate() {
            let mut expected = vec![0; hinted.words()];
            let (view, mut row) = (batches[1].view(lane, buffers[1].seats[lane].into()), Row::new(&mut expected));
            view.encode(&mut row);
            view.hint(&mut row);
            drop(row);
            assert_eq!(with, expected, "what stood in the row before is gone");
            assert!((0..plain.bits()).all(|i| bit(without, i) == bit(with, i)));
            assert!((hinted.bits()..64 * hinted.words()).all(|i| bit(with, i) == 0), "the rest of the last word is 0");
            let told: Vec<u64> = (plain.bits()..hinted.bits()).map(|i| bit(with, i)).collect();
            assert_eq!(
                known.entry(without.to_vec()).or_insert_with(|| told.clone()),
                &told,
                "the same view, another hint"
            );
        }
        let actions: Vec<Action> = buffers[0].legal_sets().map(|legal| stream.pick(&legal)).collect();
        batches.iter_mut().zip(&mut buffers).for_each(|(batch, buffers)| {
            buffers.observations.fill(u64::MAX);
            batch.step(&actions, &mut buffers.slices()).unwrap();
        });
        assert!(buffers[0].masks == buffers[1].masks && buffers[0].rewards == buffers[1].rewards);
    }
}

fn others<G: Game>(game: &G, _: &Setting) {
    const LANES: usize = 5;
    let mut batch = Batch::new(game.clone(), LANES);
    let (spec, mut stream) = (game.spec(), Stream::new(3));
    let (words, most) = (spec.words(), spec.seats - 1);
    let (mut buffers, mut rows) = (Buffers::new(spec, LANES), vec![u64::MAX; LANES * most * words]);
    batch.reset(1, &mut buffers.slices()).unwrap();
    for _ in 0..60 {
        let actions: Vec<Action> = buffers.legal_sets().map(|legal| stream.pick(&legal)).collect();
        batch.step(&actions, &mut buffers.slices()).unwrap();
        batch.others(&mut rows).unwrap();
        let lanes: Vec<Value> = serde_json::from_str(&batch.save()).unwrap();
        for (lane, found) in lanes.into_iter().zip(rows.chunks(most * words)) {
            let state: G::State = serde_json::from_value(lane["state"].clone()).unwrap();
            let Turn::Seat(seat) = state.turn() else { panic!("every lane shows a decision") };
            let seats = (1..spec.seats).map(|other| (seat + other) % spec.seats);
            let expected = seats.flat_map(|other| {
                let mut row = vec![0; words];
                state.view(other).encode(&mut Row::new(&mut row));
                row
            });
            assert!(expected.eq(found.iter().copied()));
        }
    }
}
