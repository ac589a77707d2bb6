//! Deals and decisions that are gone through behind a bar on standard error, which shows itself only on a terminal, until
//! Ctrl-C.

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;
use elderhand_agents::{ArenaError, Crew};
use indicatif::{ProgressBar, ProgressStyle};

/// The bar of so many of something, such as `deals`.
pub(super) fn bar(count: u64, what: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(&format!("{{msg}} {{wide_bar:.dim}} {{pos}}/{{len}} {what}, {{eta}} left"));
    ProgressBar::new(count).with_style(style.expect("the template is well formed"))
}

/// Goes on until `stop` is set.
pub(super) fn unless(stop: &AtomicBool) -> ControlFlow<()> {
    if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Returns whether `stop` is set, in any process of a crew if there is one, of which all ask this at the same time.
pub(super) fn stopped(stop: &AtomicBool, crew: Option<&dyn Crew>) -> anyhow::Result<bool> {
    let own = stop.load(Ordering::Relaxed);
    let Some(crew) = crew else { return Ok(own) };
    let all = crew.share(vec![u8::from(own)]).map_err(|error| anyhow!(error))?;
    Ok(all.iter().any(|said| *said == [1]))
}

/// Moves the bar on from where it stands, and goes on until `stop` is set.
pub(super) fn progress<'a>(
    bar: &'a ProgressBar,
    stop: &'a AtomicBool,
) -> impl Fn(usize) -> ControlFlow<()> + Sync + 'a {
    let before = bar.position();
    move |done| {
        bar.set_position(before + done as u64);
        unless(stop)
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
