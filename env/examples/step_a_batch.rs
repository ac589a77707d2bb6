//! Steps a batch of games with random actions and says what came of them.
//!
//! `cargo run --example step_a_batch [GAME [LANES [STEPS]]]`

use elderhand_env::{Buffers, Overrides, Stream, vec_env};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "gin".into());
    let lanes: usize = arguments.next().map_or(Ok(256), |text| text.parse())?;
    let steps: usize = arguments.next().map_or(Ok(200), |text| text.parse())?;

    let mut env = vec_env(&game, &Overrides::new(), lanes)?;
    // Plain vectors; any memory with slices of these lengths would do.
    let mut buffers = Buffers::new(env.spec(), lanes);
    env.reset(1, &mut buffers.slices())?;

    let mut chance = Stream::new(2);
    let (mut ended, mut decisions) = (0, 0);
    for _ in 0..steps {
        // One decision of each lane: the mask holds at least one legal action.
        let actions: Vec<_> = buffers.legal_sets().map(|legal| chance.pick(&legal)).collect();
        env.step(&actions, &mut buffers.slices())?;
        ended += buffers.ends.iter().filter(|&&end| end > 0).count();
        decisions += buffers.lengths.iter().map(|&length| u64::from(length)).sum::<u64>();
    }

    let spec = env.spec();
    println!("{game}: {} seats, {} actions, observations of {} bits", spec.seats, spec.actions.len(), spec.bits());
    println!("{} decisions in {lanes} lanes, {ended} episodes ended", lanes * steps);
    if ended > 0 {
        println!("{:.1} decisions an episode", decisions as f64 / ended as f64);
    }
    Ok(())
}
