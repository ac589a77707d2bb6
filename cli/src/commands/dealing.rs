//! Deals that are played behind a bar on standard error, which shows itself only on a terminal, until Ctrl-C.

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_agents::ArenaError;
use indicatif::{ProgressBar, ProgressStyle};

/// The bar of so many deals.
pub(super) fn bar(deals: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar:.dim} {pos}/{len} deals, {eta} left");
    ProgressBar::new(deals).with_style(style.expect("the template is well formed"))
}

/// Moves the bar on from where it stands, and goes on until `stop` is set.
pub(super) fn progress<'a>(
    bar: &'a ProgressBar,
    stop: &'a AtomicBool,
) -> impl Fn(usize) -> ControlFlow<()> + Sync + 'a {
    let before = bar.position();
    move |done| {
        bar.set_position(before + done as u64);
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Returns what was finished, and how a bot misbehaved that spoilt the rest.
pub(super) fn finished<T>(result: Result<T, ArenaError<T>>) -> anyhow::Result<(T, Option<ArenaError<()>>)>
where
    ArenaError<T>: Error + Send + Sync + 'static,
{
    match result {
        Ok(finished) => Ok((finished, None)),
        Err(ArenaError::Bot { deal, source, finished }) => {
            Ok((*finished, Some(ArenaError::Bot { deal, source, finished: Box::new(()) })))
        }
        Err(error) => Err(error.into()),
    }
}
