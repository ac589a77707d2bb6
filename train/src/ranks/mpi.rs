//! Ranks that MPI has started.
//!
//! One thread speaks to MPI, from its start to its end, and is handed what to do. So a rank that waits for another in vain
//! notices: whoever handed it over waits no longer than the patience allows, while MPI itself would wait for ever.

use std::mem;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use mpi::Threading;
use mpi::datatype::PartitionMut;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Root};

use super::collective::Collective;
use crate::error::RanksError;

/// The most bytes of one message, whose length MPI counts in 31 bits.
const MOST_BYTES: usize = 1 << 30;
/// The rank that leads.
const FIRST: i32 = 0;

/// What the thread does next.
enum Task {
    Work(Box<dyn FnOnce(&SimpleCommunicator) + Send>),
    /// To end MPI, which waits until all do, and to say so.
    End(Sender<()>),
}

/// This process among those of MPI.
pub(super) struct Mpi {
    rank: usize,
    size: usize,
    patience: Duration,
    tasks: Sender<Task>,
}

impl Mpi {
    /// Starts MPI; no call waits longer than this for the other ranks.
    pub fn start(patience: Duration) -> Result<Mpi, RanksError> {
        let ((tasks, to_do), (found, place)) = (channel(), channel());
        let speak = move || {
            // All calls come from the thread that has started MPI.
            let Some((universe, threading)) = mpi::initialize_with_threading(Threading::Funneled) else { return };
            let world = universe.world();
            if threading < Threading::Funneled || found.send((world.rank(), world.size())).is_err() {
                return;
            }
            for task in to_do {
                match task {
                    Task::Work(work) => work(&world),
                    Task::End(ended) => {
                        drop(universe);
                        let _ = ended.send(());
                        return;
                    }
                }
            }
            // This rank has failed. Whoever has started it ends the others, as a process is gone that has not ended MPI.
            mem::forget(universe);
        };
        thread::Builder::new().name("mpi".into()).spawn(speak).map_err(|_| RanksError::Mpi("has no thread"))?;
        let (rank, size) = place.recv().map_err(|_| RanksError::Mpi("cannot be started, or was before"))?;
        Ok(Mpi { rank: rank as usize, size: size as usize, patience, tasks })
    }

    /// Does something with the other ranks.
    fn with<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&SimpleCommunicator) -> T + Send + 'static,
    ) -> Result<T, RanksError> {
        let (done, result) = channel();
        let task = move |world: &SimpleCommunicator| drop(done.send(work(world)));
        self.tasks.send(Task::Work(Box::new(task))).map_err(|_| GONE)?;
        result.recv_timeout(self.patience).map_err(|_| self.silent())
    }

    fn silent(&self) -> RanksError {
        RanksError::Silent { rank: self.rank, size: self.size, seconds: self.patience.as_secs() }
    }
}

/// The thread ends with the process or as it is told, but for a fault in it.
const GONE: RanksError = RanksError::Mpi("has ended before the run");

impl Collective for Mpi {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn exchange(&mut self, words: Vec<u32>) -> Result<Vec<u32>, RanksError> {
        self.with(move |world| {
            let mut came = vec![0; words.len()];
            world.all_to_all_into(&words[..], &mut came[..]);
            came
        })
    }

    fn gather(&mut self, words: Vec<u32>) -> Result<Vec<u32>, RanksError> {
        let size = self.size;
        self.with(move |world| {
            let mut all = vec![0; size * words.len()];
            world.all_gather_into(&words[..], &mut all[..]);
            all
        })
    }

    fn collect(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, RanksError> {
        let lengths = self.gather(vec![bytes.len() as u32])?;
        if lengths.iter().map(|length| *length as usize).sum::<usize>() > MOST_BYTES {
            return Err(RanksError::Mpi("cannot carry that much at once: fewer lanes may help"));
        }
        let is_first = self.rank == FIRST as usize;
        self.with(move |world| {
            let first = world.process_at_rank(FIRST);
            if !is_first {
                first.gather_varcount_into(&bytes[..]);
                return Vec::new();
            }
            let counts: Vec<i32> = lengths.iter().map(|length| *length as i32).collect();
            let starts: Vec<i32> = (0..counts.len()).map(|rank| counts[..rank].iter().sum()).collect();
            let mut all = vec![0u8; counts.iter().sum::<i32>() as usize];
            let mut parts = PartitionMut::new(&mut all[..], &counts[..], &starts[..]);
            first.gather_varcount_into_root(&bytes[..], &mut parts);
            starts
                .iter()
                .zip(&counts)
                .map(|(start, count)| all[*start as usize..][..*count as usize].to_vec())
                .collect()
        })
    }

    fn spread(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, RanksError> {
        let is_first = self.rank == FIRST as usize;
        self.with(move |world| {
            let first = world.process_at_rank(FIRST);
            let mut length = bytes.len() as u64;
            first.broadcast_into(&mut length);
            let mut bytes = if is_first { bytes } else { vec![0; length as usize] };
            bytes.chunks_mut(MOST_BYTES).for_each(|part| first.broadcast_into(part));
            bytes
        })
    }

    fn end(&mut self) -> Result<(), RanksError> {
        let (ended, over) = channel();
        self.tasks.send(Task::End(ended)).map_err(|_| GONE)?;
        over.recv_timeout(self.patience).map_err(|_| self.silent())
    }
}
