//! Long random play: nothing panics, nothing overflows, and no episode goes on for ever.

use elderhand_env::{Batch, BatchOptions, Buffers, Done, Game, Stream, VecEnv};
use elderhand_tests::every_type;
use elderhand_tests::setting::Setting;
use elderhand_tests::variable::tables;

/// How many actions are played in each setting, for play that may take its time.
const ACTIONS: &str = "ELDERHAND_ACTIONS";
const LANES: usize = 64;

every_type!(play_may_go_on, go_on);

fn go_on<G: Game>(game: &G, _: &Setting) {
    let wanted: usize = std::env::var(ACTIONS).map_or(5_000, |actions| actions.parse().expect("it is a number"));
    let mut batch = Batch::mixed(tables(game), BatchOptions::new(LANES));
    let mut buffers = Buffers::new(batch.spec(), LANES);
    let (mut stream, mut actions) = (Stream::new(6), Vec::with_capacity(LANES));
    let (mut played, mut ended, mut capped, mut longest) = (0, 0, 0, 0);
    batch.reset(6, &mut buffers.slices()).unwrap();
    // At least one episode in each lane, on average, however few are wanted.
    while played < wanted || ended < LANES {
        actions.clear();
        actions.extend(buffers.legal_sets().map(|legal| stream.pick(&legal)));
        batch.step(&actions, &mut buffers.slices()).unwrap();
        played += LANES;
        ended += buffers.ends.iter().filter(|&&end| end != Done::No.byte()).count();
        capped += buffers.ends.iter().filter(|&&end| end == Done::Truncated.byte()).count();
        longest = buffers.lengths.iter().copied().fold(longest, u32::max);
    }
    println!("{played} actions, {ended} episodes, {capped} of them capped, the longest of {longest} decisions");
    assert!(longest as usize <= batch.spec().max_length, "{longest} decisions");
}
