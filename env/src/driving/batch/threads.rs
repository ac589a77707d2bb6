//! Work on the threads of the current rayon pool.
//!
//! Nothing here knows a game: rayon's own code is long, and would otherwise be compiled once for each.

use rayon::join;

/// Lanes are handed to threads in blocks of this many at least, enough to outweigh the handing over.
const BLOCK: usize = 128;
/// Blocks a thread, so that none waits long for another.
const BLOCKS: usize = 4;

/// Returns how many of so many lanes half must have at least to be handed to another thread.
pub(super) fn least(lanes: usize) -> usize {
    match rayon::current_num_threads() {
        // A pool of one thread may be that of another thread, which does no work for this one.
        1 => usize::MAX,
        threads => lanes.div_ceil(BLOCKS * threads).max(BLOCK),
    }
}

/// Does both, at once where a thread is free.
pub(super) fn both(first: &mut (dyn FnMut() + Send), rest: &mut (dyn FnMut() + Send)) {
    join(first, rest);
}

/// Writes the rows of every lane, `width` words each, by `write`, which is told the lane's place.
pub(super) fn rows(out: &mut [u64], width: usize, write: &(dyn Fn(usize, &mut [u64]) + Sync)) {
    halved(0, out, width, least(out.len() / width), write);
}

fn halved(first: usize, out: &mut [u64], width: usize, least: usize, write: &(dyn Fn(usize, &mut [u64]) + Sync)) {
    let half = out.len() / width / 2;
    if half >= least {
        let (start, rest) = out.split_at_mut(half * width);
        join(|| halved(first, start, width, least, write), || halved(first + half, rest, width, least, write));
        return;
    }
    for (place, row) in out.chunks_mut(width).enumerate() {
        write(first + place, row);
    }
}
