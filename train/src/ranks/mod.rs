//! Ranks: processes that train one run together, each with lanes of its own. What is a decision of the whole, such as a
//! step of the optimiser, is made of what all bring, in their order, so that it is the same on every rank.

mod alone;
mod collective;
mod crew;
#[cfg(feature = "mpi")]
mod mpi;
pub(crate) mod share;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod threads;

use std::time::{Duration, Instant};

use elderhand_agents::Crew;

use crate::error::{RanksError, TrainError};
use alone::Alone;
use collective::Collective;

/// This process among those that train a run.
pub struct Ranks {
    collective: Box<dyn Collective>,
    /// The seconds that were spent on the others since they were last asked for.
    seconds: f64,
}

impl Ranks {
    fn new(collective: impl Collective + 'static) -> Ranks {
        Ranks { collective: Box::new(collective), seconds: 0.0 }
    }

    /// A run that one process trains.
    #[must_use]
    pub fn alone() -> Ranks {
        Ranks::new(Alone)
    }

    /// The processes that MPI has started together; where one waits longer than this for the others, the run ends.
    ///
    /// # Errors
    ///
    /// Fails if this program was built without the cargo feature `mpi`, or if MPI cannot be started, or not again.
    #[cfg_attr(not(feature = "mpi"), expect(unused_variables, reason = "nobody is waited for"))]
    pub fn mpi(patience: Duration) -> Result<Ranks, RanksError> {
        #[cfg(feature = "mpi")]
        {
            Ok(Ranks::new(mpi::Mpi::start(patience)?))
        }
        #[cfg(not(feature = "mpi"))]
        {
            Err(RanksError::NotBuilt)
        }
    }

    /// So many ranks in this process, which wait so long for each other.
    #[cfg(test)]
    pub(crate) fn threads(size: usize, patience: Duration) -> Vec<Ranks> {
        threads::Thread::several(size, patience).map(Ranks::new).collect()
    }

    /// Returns the number of this rank, from 0; rank 0 alone writes the run directory.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.collective.rank()
    }

    /// Returns the number of ranks.
    #[must_use]
    pub fn size(&self) -> usize {
        self.collective.size()
    }

    pub(crate) fn is_alone(&self) -> bool {
        self.size() == 1
    }

    /// Returns the seconds that were spent on the others since the last call, waiting for them included.
    pub(crate) fn take_seconds(&mut self) -> f64 {
        std::mem::take(&mut self.seconds)
    }

    /// Leaves the others, as all do when their work is over.
    ///
    /// # Errors
    ///
    /// Fails if the others do not.
    pub fn end(&mut self) -> Result<(), RanksError> {
        self.collective.end()
    }

    fn timed<T>(&mut self, work: impl FnOnce(&mut dyn Collective) -> Result<T, RanksError>) -> Result<T, RanksError> {
        let start = Instant::now();
        let result = work(&mut *self.collective);
        self.seconds += start.elapsed().as_secs_f64();
        result
    }

    /// Returns the sum of the gradients of all ranks, added in their order, and the numbers that each rank sent along.
    ///
    /// Each rank adds up a part of the weights, so that it sends and gets twice a gradient, however many ranks there are.
    pub(crate) fn sum(&mut self, own: &[f32], along: &[f64]) -> Result<(Vec<f32>, Vec<Vec<f64>>), RanksError> {
        let size = self.size();
        let length = own.len().div_ceil(size);
        let mut words = Vec::with_capacity(size * (length + 2 * along.len()));
        for rank in 0..size {
            let start = (rank * length).min(own.len());
            let part = &own[start..(start + length).min(own.len())];
            words.extend(part.iter().map(|number| number.to_bits()));
            words.resize(words.len() + length - part.len(), 0);
            put(along, &mut words);
        }
        let came = self.timed(|ranks| ranks.exchange(words))?;
        let (mut sum, mut sent) = (vec![0f32; length], Vec::new());
        for part in came.chunks_exact(length + 2 * along.len()) {
            let (numbers, along) = part.split_at(length);
            sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += f32::from_bits(*number));
            sent.push(take(along));
        }
        let sum = sum.into_iter().map(f32::to_bits).collect();
        let sums = self.timed(|ranks| ranks.gather(sum))?;
        Ok((sums[..own.len()].iter().map(|word| f32::from_bits(*word)).collect(), sent))
    }

    /// Returns the numbers of every rank, which has as many as every other.
    pub(crate) fn gather(&mut self, own: &[f64]) -> Result<Vec<Vec<f64>>, RanksError> {
        let mut words = Vec::with_capacity(2 * own.len());
        put(own, &mut words);
        let all = self.timed(|ranks| ranks.gather(words))?;
        Ok(all.chunks_exact(2 * own.len()).map(take).collect())
    }

    /// Returns the sums of numbers over the ranks, added in their order.
    pub(crate) fn add(&mut self, own: Vec<f64>) -> Result<Vec<f64>, RanksError> {
        if self.is_alone() {
            return Ok(own);
        }
        Ok(self
            .gather(&own)?
            .into_iter()
            .reduce(|sums, row| sums.iter().zip(row).map(|(a, b)| a + b).collect())
            .unwrap_or(own))
    }

    /// Returns whether any rank says yes.
    pub(crate) fn any(&mut self, yes: bool) -> Result<bool, RanksError> {
        Ok(self.add(vec![f64::from(u8::from(yes))])?[0] > 0.0)
    }

    /// Goes on if all ranks can, and returns the sums of some numbers over them.
    ///
    /// Fails on every rank if one has failed.
    pub(crate) fn agree(&mut self, own: Result<Vec<f64>, TrainError>, width: usize) -> Result<Vec<f64>, TrainError> {
        if self.is_alone() {
            return own;
        }
        let row = match &own {
            Ok(numbers) => [&[0.0], numbers.as_slice()].concat(),
            Err(_) => vec![1.0; 1 + width],
        };
        let rows = self.gather(&row)?;
        let failed = rows.iter().position(|row| row[0] > 0.0);
        own?;
        match failed {
            Some(rank) => Err(RanksError::Failed { rank }.into()),
            None => Ok((1..=width).map(|place| rows.iter().map(|row| row[place]).sum()).collect()),
        }
    }

    /// Returns the bytes of all ranks, in their order, on rank 0; nothing on the others.
    pub(crate) fn collect(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, RanksError> {
        self.collective.collect(bytes)
    }

    /// Returns the bytes of rank 0.
    pub(crate) fn spread(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, RanksError> {
        self.collective.spread(bytes)
    }

    /// Returns the bytes of all ranks, in their order.
    fn share(&mut self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, RanksError> {
        let lengths: Vec<usize> = self.gather(&[bytes.len() as f64])?.iter().map(|row| row[0] as usize).collect();
        let most = lengths.iter().copied().max().unwrap_or(0).div_ceil(4);
        let mut words = vec![0u32; most];
        for (word, bytes) in words.iter_mut().zip(bytes.chunks(4)) {
            *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        let all = self.timed(|ranks| ranks.gather(words))?;
        let parts = lengths.iter().enumerate().map(|(rank, &length)| {
            let words = &all[rank * most..][..most];
            words.iter().flat_map(|word| word.to_le_bytes()).take(length).collect()
        });
        Ok(parts.collect())
    }

    /// Has the ranks play the deals of an arena together, of which all then make the same calls.
    pub fn crew(&mut self) -> impl Crew + '_ {
        crew::Playing::new(self)
    }
}

/// Writes numbers as words.
fn put(numbers: &[f64], words: &mut Vec<u32>) {
    words.extend(numbers.iter().map(|number| number.to_bits()).flat_map(|bits| [bits as u32, (bits >> 32) as u32]));
}

/// Reads numbers that were written as words.
fn take(words: &[u32]) -> Vec<f64> {
    words.as_chunks().0.iter().map(|[low, high]| f64::from_bits(u64::from(*low) | u64::from(*high) << 32)).collect()
}
