//! One rank, as a run is unless it is started otherwise.

use super::collective::Collective;
use crate::error::RanksError;

/// The only rank there is: everything comes back as it was given.
pub(super) struct Alone;

impl Collective for Alone {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn exchange(&mut self, words: Vec<u32>) -> Result<Vec<u32>, RanksError> {
        Ok(words)
    }

    fn gather(&mut self, words: Vec<u32>) -> Result<Vec<u32>, RanksError> {
        Ok(words)
    }

    fn collect(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, RanksError> {
        Ok(vec![bytes])
    }

    fn spread(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, RanksError> {
        Ok(bytes)
    }

    fn end(&mut self) -> Result<(), RanksError> {
        Ok(())
    }
}
