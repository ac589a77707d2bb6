//! Processes that play the deals of an arena together, and how they tell each other what they have played.

use std::error::Error;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use super::deal::Deal;

/// Processes that make the same calls in the same order, and play the deals of an arena together.
///
/// Each plays its part of the deals and gets what the others played, so that all come to what one process comes to.
pub trait Crew: Debug + Sync {
    /// The number of this process, from 0.
    fn rank(&self) -> usize;

    /// The number of processes.
    fn size(&self) -> usize;

    /// Returns the bytes of all processes, in their order.
    ///
    /// # Errors
    ///
    /// Fails if one of the others is gone or does not come.
    fn share(&self, own: Vec<u8>) -> Result<Vec<Vec<u8>>, Box<dyn Error + Send + Sync>>;

    /// Returns the bytes of the first process; those of the others are of no matter.
    ///
    /// # Errors
    ///
    /// As [`Crew::share`].
    fn spread(&self, own: Vec<u8>) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>>;

    /// Goes on if all processes can, each of which says what keeps it if anything does.
    ///
    /// # Errors
    ///
    /// Fails in every process with what the first says, and as [`Crew::share`] does.
    fn agree(&self, trouble: Option<String>) -> Result<(), Box<dyn Error + Send + Sync>> {
        let all = self.share(trouble.unwrap_or_default().into_bytes())?;
        match all.iter().enumerate().find(|(_, said)| !said.is_empty()) {
            Some((rank, said)) => Err(format!("rank {rank}: {}", String::from_utf8_lossy(said)).into()),
            None => Ok(()),
        }
    }
}

/// What a process has played of a block of deals.
#[derive(Serialize, Deserialize)]
pub(super) struct Sent {
    pub deals: Vec<Deal>,
    /// The seconds that it took.
    pub seconds: f64,
    /// It was asked to stop.
    pub stop: bool,
    pub trouble: Option<Trouble>,
}

/// What kept a process from playing on.
#[derive(Serialize, Deserialize)]
pub(super) enum Trouble {
    /// A player misbehaved in a deal.
    Bot { deal: usize, bot: String, problem: String },
    /// Something of its own, as a player that is not there.
    Other(String),
}

impl Sent {
    /// Returns what all processes have sent.
    pub fn share(&self, crew: &dyn Crew) -> Result<Vec<Sent>, Box<dyn Error + Send + Sync>> {
        let all = crew.share(serde_json::to_vec(self)?)?;
        all.iter().map(|bytes| Ok(serde_json::from_slice(bytes)?)).collect()
    }
}
