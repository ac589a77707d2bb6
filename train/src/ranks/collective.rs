//! What ranks do together: each of them calls the same methods in the same order.

use crate::error::RanksError;

/// The ranks of a run as one of them sees them.
///
/// All that travels is words and bytes that mean the same on every rank, which all run one program on machines of one
/// kind. A call returns an error if the others do not come within the time that a rank waits.
pub(crate) trait Collective: Send {
    /// Returns the number of this rank, from 0.
    fn rank(&self) -> usize;

    /// Returns the number of ranks.
    fn size(&self) -> usize;

    /// Sends every rank its part of the words, the parts being of one length, and returns what came for this one, in the
    /// order of the ranks.
    fn exchange(&mut self, words: Vec<u32>) -> Result<Vec<u32>, RanksError>;

    /// Returns the words of all ranks, as many of each, in the order of the ranks.
    fn gather(&mut self, words: Vec<u32>) -> Result<Vec<u32>, RanksError>;

    /// Returns the bytes of all ranks, in their order, on rank 0; nothing on the others.
    fn collect(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, RanksError>;

    /// Returns the bytes of rank 0; those of the others are of no matter.
    fn spread(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, RanksError>;

    /// Leaves the others, as all do when a run is over.
    fn end(&mut self) -> Result<(), RanksError>;
}
