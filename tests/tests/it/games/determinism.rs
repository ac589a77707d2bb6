//! What a batch does depends on its seed and the actions alone.

use elderhand_env::{Action, Batch, Buffers, Done, Driver, Encode, Game, Row, State, Stream, VecEnv};
use elderhand_tests::every_type;
use elderhand_tests::setting::Setting;
use elderhand_tests::variable::tables;

every_type!(one_thread_equals_eight, threads);
every_type!(a_batch_equals_single_games, singles);
every_type!(a_saved_batch_goes_on_as_if_never_stopped, saves);

/// A batch whose lanes play a game at all its tables in turn, and its buffers.
fn batch<G: Game>(game: &G, lanes: usize) -> (Batch<G>, Buffers) {
    let batch = Batch::mixed(tables(game), lanes);
    let buffers = Buffers::new(batch.spec(), lanes);
    (batch, buffers)
}

/// Random legal actions, one a lane.
fn choose(buffers: &Buffers, stream: &mut Stream) -> Vec<Action> {
    buffers.legal_sets().map(|legal| stream.pick(&legal)).collect()
}

fn threads<G: Game>(game: &G, _: &Setting) {
    // Enough lanes for several blocks.
    let lanes = 600;
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (mut batch, _) = batch(game, lanes);
            let mut buffers = Buffers::with_final_observations(batch.spec(), lanes);
            let (mut stream, mut trace) = (Stream::new(4), Vec::new());
            batch.reset(9, &mut buffers.slices()).unwrap();
            for _ in 0..30 {
                batch.step(&choose(&buffers, &mut stream), &mut buffers.slices()).unwrap();
                trace.push(buffers.clone());
            }
            (trace, batch.save())
        })
    };
    assert!(on(1) == on(8));
}

fn singles<G: Game>(game: &G, _: &Setting) {
    let (games, lanes, seed) = (tables(game), 5, 9);
    let (mut batch, mut buffers) = batch(game, lanes);
    let spec = batch.spec().clone();
    batch.reset(seed, &mut buffers.slices()).unwrap();
    let table = |lane: usize, episode: u64| {
        Driver::new(games[lane % games.len()].clone(), Stream::keyed([seed, lane as u64, episode]))
    };
    let mut tables: Vec<_> = (0..lanes).map(|lane| (table(lane, 0), 0)).collect();
    let mut stream = Stream::new(5);
    for _ in 0..2_000 {
        for (lane, (table, _)) in tables.iter().enumerate() {
            let seat = table.seat().unwrap();
            assert_eq!(usize::from(buffers.seats[lane]), seat);
            let mut words = vec![0; spec.words()];
            let mut row = Row::new(&mut words);
            assert_eq!(table.view(seat).observe(&mut row), buffers.legal(lane));
            row.finish();
            assert_eq!(words, buffers.observations[lane * spec.words()..][..spec.words()]);
        }
        let actions = choose(&buffers, &mut stream);
        batch.step(&actions, &mut buffers.slices()).unwrap();
        for (lane, (single, episode)) in tables.iter_mut().enumerate() {
            single.play(actions[lane]).unwrap();
            let over = single.seat().is_none();
            let done = match (over, single.truncated()) {
                (false, _) => Done::No,
                (true, false) => Done::Terminated,
                (true, true) => Done::Truncated,
            };
            let seats = single.game().spec().seats;
            assert_eq!(batch.seats(lane), seats);
            // Before the end a seat is told what it gets once that is certain.
            let told = |seat: usize| buffers.settled[lane * spec.seats + seat] == 1;
            let paid = |seat: usize| if over || told(seat) { single.state().settled(seat) } else { None };
            let mut returns: Vec<f32> = (0..seats).map(|seat| paid(seat).unwrap_or_default()).collect();
            returns.resize(spec.seats, 0.0);
            assert!((0..seats).all(|seat| !over || paid(seat) == Some(single.returns(seat))));
            assert_eq!(buffers.done(lane), done);
            assert_eq!(buffers.rewards[lane * spec.seats..][..spec.seats], returns);
            assert_eq!(buffers.lengths[lane] as usize, if over { single.length() } else { 0 });
            if over {
                *episode += 1;
                *single = table(lane, *episode);
            }
        }
    }
}

fn saves<G: Game>(game: &G, _: &Setting) {
    let lanes = 7;
    let (mut batch, mut buffers) = batch(game, lanes);
    let mut stream = Stream::new(6);
    batch.reset(1, &mut buffers.slices()).unwrap();
    for _ in 0..40 {
        batch.step(&choose(&buffers, &mut stream), &mut buffers.slices()).unwrap();
    }
    let (mut again, mut shown) = (batch.clone(), Buffers::new(batch.spec(), lanes));
    again.reset(2, &mut shown.slices()).unwrap();
    again.load(&batch.save(), &mut shown.slices()).unwrap();
    assert!(shown.observations == buffers.observations && shown.masks == buffers.masks && shown.seats == buffers.seats);
    for _ in 0..200 {
        let actions = choose(&buffers, &mut stream);
        batch.step(&actions, &mut buffers.slices()).unwrap();
        again.step(&actions, &mut shown.slices()).unwrap();
        assert!(shown == buffers);
    }
    let (saved, before) = (batch.save(), again.save());
    let refused = |games: Vec<G>, lanes: usize| {
        let mut other = Batch::mixed(games, lanes);
        let mut buffers = Buffers::new(other.spec(), lanes);
        assert!(other.load(&saved, &mut buffers.slices()).is_err());
    };
    refused(tables(game), lanes + 1);
    if tables(game).len() > 1 {
        refused(tables(game).split_off(1), lanes);
    }
    assert!(again.load(&saved[1..], &mut shown.slices()).is_err());
    assert_eq!(again.save(), before);
}
