//! Work on the threads of the current rayon pool.
//!
//! What is handed to rayon has no type of a game: its own code is long, and would otherwise be compiled once for each.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

/// Returns what each item comes to, in their order.
///
/// # Errors
///
/// Fails with what the first of those that failed did; what is not begun by then is left out.
pub(crate) fn try_map<I: Send, T: Send, E: Send>(
    items: impl IntoIterator<Item = I>,
    work: impl Fn(I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let failed = AtomicBool::new(false);
    let mut slots: Vec<_> = items.into_iter().map(|item| (Some(item), None)).collect();
    let run = &|item: &mut Option<I>, result: &mut Option<Result<T, E>>| {
        if !failed.load(Ordering::Relaxed) {
            *result = item.take().map(&work);
            failed.fetch_or(result.as_ref().is_some_and(Result::is_err), Ordering::Relaxed);
        }
    };
    let mut jobs: Vec<_> = slots.iter_mut().map(|(item, result)| move || run(item, result)).collect();
    let mut untyped: Vec<&mut (dyn FnMut() + Send)> = jobs.iter_mut().map(|job| job as _).collect();
    untyped.par_iter_mut().for_each(|job| job());
    slots.into_iter().filter_map(|(_, result)| result).collect()
}
