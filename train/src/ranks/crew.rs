//! Ranks that play the deals of an arena together.

use std::error::Error;
use std::fmt::{self, Debug, Formatter};
use std::sync::{Mutex, PoisonError};

use elderhand_agents::Crew;

use super::Ranks;

/// The ranks while they play.
pub(super) struct Playing<'a> {
    rank: usize,
    size: usize,
    ranks: Mutex<&'a mut Ranks>,
}

impl Playing<'_> {
    pub fn new(ranks: &mut Ranks) -> Playing<'_> {
        Playing { rank: ranks.rank(), size: ranks.size(), ranks: Mutex::new(ranks) }
    }
}

impl Crew for Playing<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn share(&self, own: Vec<u8>) -> Result<Vec<Vec<u8>>, Box<dyn Error + Send + Sync>> {
        Ok(self.ranks.lock().unwrap_or_else(PoisonError::into_inner).share(&own)?)
    }

    fn spread(&self, own: Vec<u8>) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
        Ok(self.ranks.lock().unwrap_or_else(PoisonError::into_inner).spread(own)?)
    }
}

impl Debug for Playing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.rank, self.size)
    }
}
