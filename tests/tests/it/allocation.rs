//! Stepping a batch allocates nothing.

use elderhand_env::{Action, Autoreset, Batch, BatchOptions, Buffers, Game, Spec, Stream, VecEnv};
use elderhand_tests::dare::Dare;
use elderhand_tests::every_type;
use elderhand_tests::setting::Setting;
use elderhand_tests::variable::tables;

const LANES: usize = 64;
/// Hints take longer than steps.
const FEW: usize = 4;

every_type!(a_step_allocates_nothing, step);
every_type!(a_step_with_hints_allocates_nothing, hinted);

fn step<G: Game>(game: &G, _: &Setting) {
    steps(game, BatchOptions::new(LANES), Buffers::new);
    steps(game, BatchOptions::new(LANES).autoreset(Autoreset::NextStep), Buffers::with_final_observations);
}

fn hinted<G: Game>(game: &G, _: &Setting) {
    if !game.spec().hints.is_empty() {
        steps(game, BatchOptions::new(FEW).hints(true), Buffers::new);
    }
}

#[test]
fn a_step_that_tells_seats_before_the_end_allocates_nothing() {
    steps(&Dare::of(4), BatchOptions::new(LANES), Buffers::with_final_observations);
}

fn steps<G: Game>(game: &G, options: BatchOptions, buffers: fn(&Spec, usize) -> Buffers) {
    let lanes = options.lanes;
    let mut batch = Batch::mixed(tables(game), options);
    let mut buffers = buffers(batch.spec(), lanes);
    let (mut stream, mut actions) = (Stream::new(8), vec![Action(0); lanes]);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let counted = pool.install(|| {
        batch.reset(1, &mut buffers.slices()).unwrap();
        allocation_counter::measure(|| {
            for _ in 0..1_000 {
                for (action, legal) in actions.iter_mut().zip(buffers.legal_sets()) {
                    // None is legal where the next step begins an episode.
                    *action = if legal.is_empty() { Action(u16::MAX) } else { stream.pick(&legal) };
                }
                batch.step(&actions, &mut buffers.slices()).unwrap();
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
