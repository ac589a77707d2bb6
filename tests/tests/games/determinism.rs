//! What a batch does depends on its seed and the actions alone.

use elderhand_env::{Action, Batch, Buffers, Done, Game, Row, Stream, Table, VecEnv, View};
use elderhand_tests::every_game;
use elderhand_tests::setting::Setting;

every_game!(one_thread_equals_eight, threads);
every_game!(a_batch_equals_single_games, singles);
every_game!(a_saved_batch_goes_on_as_if_never_stopped, saves);

/// Random legal actions, one a lane.
fn choose(buffers: &Buffers, stream: &mut Stream) -> Vec<Action> {
    buffers.legal.iter().map(|legal| stream.pick(legal)).collect()
}

fn threads<G: Game>(game: &G, _: &Setting) {
    // Enough lanes for several blocks.
    let lanes = 600;
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (mut batch, mut buffers) = (Batch::new(game.clone(), lanes), Buffers::new(game.spec(), lanes));
            let (mut stream, mut trace) = (Stream::new(4), Vec::new());
            batch.reset(9, &mut buffers);
            for _ in 0..30 {
                batch.step(&choose(&buffers, &mut stream), &mut buffers).unwrap();
                trace.push(buffers.clone());
            }
            (trace, batch.save())
        })
    };
    assert!(on(1) == on(8));
}

fn singles<G: Game>(game: &G, _: &Setting) {
    let (spec, lanes, seed) = (game.spec(), 5, 9);
    let (mut batch, mut buffers) = (Batch::new(game.clone(), lanes), Buffers::new(spec, lanes));
    batch.reset(seed, &mut buffers);
    let table = |lane: usize, episode: u64| Table::new(game.clone(), Stream::keyed([seed, lane as u64, episode]));
    let mut tables: Vec<_> = (0..lanes).map(|lane| (table(lane, 0), 0)).collect();
    let mut stream = Stream::new(5);
    for _ in 0..2_000 {
        for (lane, (table, _)) in tables.iter().enumerate() {
            let seat = table.seat().unwrap();
            assert_eq!(usize::from(buffers.seats[lane]), seat);
            let mut words = vec![0; spec.words()];
            let mut row = Row::new(&mut words);
            assert_eq!(table.view(seat).observe(&mut row), buffers.legal[lane]);
            row.finish();
            assert_eq!(words, buffers.observations[lane * spec.words()..][..spec.words()]);
        }
        let actions = choose(&buffers, &mut stream);
        batch.step(&actions, &mut buffers).unwrap();
        for (lane, (single, episode)) in tables.iter_mut().enumerate() {
            single.play(actions[lane]).unwrap();
            let over = single.seat().is_none();
            let done = match (over, single.truncated()) {
                (false, _) => Done::No,
                (true, false) => Done::Terminated,
                (true, true) => Done::Truncated,
            };
            let returns: Vec<f32> = (0..spec.seats).map(|seat| single.returns(seat)).collect();
            assert_eq!(buffers.done[lane], done);
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
    let (mut batch, mut buffers) = (Batch::new(game.clone(), lanes), Buffers::new(game.spec(), lanes));
    let mut stream = Stream::new(6);
    batch.reset(1, &mut buffers);
    for _ in 0..40 {
        batch.step(&choose(&buffers, &mut stream), &mut buffers).unwrap();
    }
    let (mut again, mut shown) = (Batch::new(game.clone(), lanes), Buffers::new(game.spec(), lanes));
    again.load(&batch.save(), &mut shown).unwrap();
    assert!(shown.observations == buffers.observations && shown.legal == buffers.legal && shown.seats == buffers.seats);
    for _ in 0..200 {
        let actions = choose(&buffers, &mut stream);
        batch.step(&actions, &mut buffers).unwrap();
        again.step(&actions, &mut shown).unwrap();
        assert!(shown == buffers);
    }
    let (saved, before) = (batch.save(), again.save());
    assert!(Batch::new(game.clone(), lanes + 1).load(&saved, &mut Buffers::new(game.spec(), lanes + 1)).is_err());
    assert!(again.load(&saved[1..], &mut shown).is_err());
    assert_eq!(again.save(), before);
}
