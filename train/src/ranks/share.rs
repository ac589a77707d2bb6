//! Which lanes a rank has, and which of them each of its workers.

use crate::error::RanksError;

/// The part of a run's lanes that one rank has.
///
/// The lanes are cut into blocks, one a worker, in the order of the ranks and of the workers of each. So what a worker does
/// is the same, whether it has a process to itself or shares one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// The first lane.
    pub first: usize,
    /// The number of lanes.
    pub lanes: usize,
    /// The lanes of a worker; the last one may have fewer.
    pub block: usize,
    /// The number of the first worker over all ranks.
    pub first_worker: usize,
}

impl Share {
    /// Deals so many lanes to ranks that have so many threads each, and returns the share of one rank.
    ///
    /// Fails if a rank gets no lane.
    pub fn of(lanes: usize, threads: &[usize], rank: usize) -> Result<Share, RanksError> {
        let before = |rank: usize| threads[..rank].iter().sum::<usize>();
        let block = lanes.div_ceil(before(threads.len())).max(1);
        let first = |rank: usize| (before(rank) * block).min(lanes);
        if first(threads.len() - 1) == lanes {
            return Err(RanksError::TooFewLanes { lanes, ranks: threads.len(), threads: before(threads.len()) });
        }
        let (start, end) = (first(rank), first(rank + 1));
        Ok(Share { first: start, lanes: end - start, block, first_worker: before(rank) })
    }

    /// Returns the number of workers that have lanes.
    pub fn workers(&self) -> usize {
        self.lanes.div_ceil(self.block)
    }

    /// Returns what is this rank's of something that every lane has.
    pub fn own<T>(&self, mut all: Vec<T>) -> Vec<T> {
        all.truncate(self.first + self.lanes);
        all.split_off(self.first)
    }

    /// Returns whether this rank has a lane.
    pub fn has(&self, lane: usize) -> bool {
        (self.first..self.first + self.lanes).contains(&lane)
    }
}

#[cfg(test)]
mod tests {
    use super::Share;

    /// Every worker has the lanes that it would have in a single process with as many threads.
    #[test]
    fn blocks_are_those_of_one_process() {
        for (lanes, threads) in [(60, vec![1, 1]), (61, vec![2, 2, 2]), (64, vec![1, 3]), (7, vec![7]), (3, vec![8])] {
            let blocks = |threads: &[usize]| -> Vec<(usize, Vec<usize>)> {
                let shares = (0..threads.len()).map(|rank| Share::of(lanes, threads, rank).unwrap());
                shares
                    .flat_map(|share| {
                        let own: Vec<usize> = (0..lanes).filter(|&lane| share.has(lane)).collect();
                        let blocks = own.chunks(share.block).map(<[usize]>::to_vec).enumerate();
                        let blocks: Vec<_> =
                            blocks.map(|(number, block)| (share.first_worker + number, block)).collect();
                        assert_eq!(blocks.len(), share.workers());
                        blocks
                    })
                    .collect()
            };
            let found = blocks(&threads);
            assert_eq!(found, blocks(&[threads.iter().sum()]), "{lanes} {threads:?}");
            assert_eq!(found.iter().map(|(_, block)| block.len()).sum::<usize>(), lanes);
        }
        let error = Share::of(10, &[2; 4], 0).unwrap_err().to_string();
        assert!(error.starts_with("`self_play.lanes` is 10, too few for 8 threads on 4 ranks"), "{error}");
    }
}
