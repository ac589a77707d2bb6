//! Work for several threads whose results do not hang on how many there are.

use std::ops::Range;

#[cfg(feature = "threads")]
use crate::threads::try_map;

/// Does every task of a range with one of the workers and gives the results in the order of the tasks.
///
/// # Errors
///
/// Fails with what one of the tasks failed with.
#[cfg(feature = "threads")]
pub(super) fn spread<W: Send, T: Send, E: Send>(
    workers: &mut [W],
    tasks: Range<usize>,
    work: impl Fn(&mut W, usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let count = workers.len();
    if count == 1 {
        return tasks.map(|task| work(&mut workers[0], task)).collect();
    }
    let share = |(first, worker): (usize, &mut W)| {
        tasks.clone().skip(first).step_by(count).map(|task| work(worker, task)).collect::<Result<Vec<T>, E>>()
    };
    let mut shares: Vec<_> = try_map(workers.iter_mut().enumerate(), share)?.into_iter().map(Vec::into_iter).collect();
    Ok((0..tasks.len()).filter_map(|task| shares[task % count].next()).collect())
}

/// Does every task of a range with one worker and gives the results in the order of the tasks.
///
/// # Errors
///
/// Fails with what one of the tasks failed with.
#[cfg(not(feature = "threads"))]
pub(super) fn spread<W, T, E>(
    workers: &mut [W],
    tasks: Range<usize>,
    work: impl Fn(&mut W, usize) -> Result<T, E>,
) -> Result<Vec<T>, E> {
    tasks.map(|task| work(&mut workers[0], task)).collect()
}
