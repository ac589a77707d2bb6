//! The processes that MPI has started together.

use elderhand::args::Together;
use elderhand::failure::{Interrupted, usage};
use elderhand::output::Output;
use elderhand_agents::{ArenaError, Crew};
use elderhand_train::{Ranks, RanksError};

/// Joins the processes that MPI has started, if that is asked.
pub fn ranks(together: &Together) -> anyhow::Result<Ranks> {
    if !together.mpi {
        return Ok(Ranks::alone());
    }
    match Ranks::mpi(together.patience()) {
        Err(error @ RanksError::NotBuilt) => Err(usage(error.to_string())),
        ranks => Ok(ranks?),
    }
}

/// Has all of them do the same, of which each plays its part of the deals; the first tells what came out.
pub fn play(
    together: &Together,
    out: &mut Output,
    run: impl FnOnce(Option<&dyn Crew>, &mut Output) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut ranks = ranks(together)?;
    if ranks.rank() > 0 {
        out.silence();
    }
    let result = run(Some(&ranks.crew()), out);
    // All are interrupted, and know of a bot that misbehaves, together; another failure may be of this one alone, and then
    // ends the others.
    if result.as_ref().err().is_none_or(|error| error.is::<Interrupted>() || error.is::<ArenaError<()>>()) {
        ranks.end()?;
    }
    result
}
