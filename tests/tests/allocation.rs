//! Stepping a batch allocates nothing.

use elderhand_env::{Action, Batch, Buffers, Game, Stream, VecEnv};
use elderhand_tests::every_game;
use elderhand_tests::setting::Setting;
use elderhand_tests::variable::tables;

every_game!(a_step_allocates_nothing, step);

fn step<G: Game>(game: &G, _: &Setting) {
    let lanes = 256;
    let mut batch = Batch::mixed(tables(game), lanes);
    let mut buffers = Buffers::new(batch.spec(), lanes);
    let (mut stream, mut actions) = (Stream::new(8), vec![Action(0); lanes]);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let counted = pool.install(|| {
        batch.reset(1, &mut buffers);
        allocation_counter::measure(|| {
            for _ in 0..1_000 {
                for (action, legal) in actions.iter_mut().zip(&buffers.legal) {
                    *action = stream.pick(legal);
                }
                batch.step(&actions, &mut buffers).unwrap();
            }
        })
    });
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
}

#[test]
fn allocations_are_counted() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![0_u8; 100])));
    assert_eq!((counted.count_total, counted.bytes_total), (1, 100));
}
