//! Ranks that are threads of one process, for tests.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::collective::Collective;
use crate::error::RanksError;

/// What the ranks of a process share.
struct Table {
    laid: Mutex<Laid>,
    changed: Condvar,
}

/// What each rank has laid down for the others, and how often everybody has taken it.
#[derive(Default)]
struct Laid {
    parts: Vec<Option<Vec<u8>>>,
    taken: usize,
    round: u64,
}

/// One of several ranks of a process.
pub(super) struct Thread {
    rank: usize,
    size: usize,
    patience: Duration,
    table: Arc<Table>,
}

impl Thread {
    /// Makes so many ranks that wait so long for each other.
    pub fn several(size: usize, patience: Duration) -> impl Iterator<Item = Thread> {
        let laid = Mutex::new(Laid { parts: vec![None; size], ..Laid::default() });
        let table = Arc::new(Table { laid, changed: Condvar::new() });
        (0..size).map(move |rank| Thread { rank, size, patience, table: Arc::clone(&table) })
    }

    /// Lays down bytes, and returns those of all.
    fn lay(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, RanksError> {
        let end = Instant::now() + self.patience;
        let mut laid = self.table.laid.lock().expect("no rank panics");
        let round = laid.round;
        laid.parts[self.rank] = Some(bytes);
        self.table.changed.notify_all();
        let mut laid = self.until(laid, end, |laid| laid.parts.iter().all(Option::is_some))?;
        let all = laid.parts.iter().flatten().cloned().collect();
        laid.taken += 1;
        if laid.taken == self.size {
            laid.parts.fill(None);
            (laid.taken, laid.round) = (0, round + 1);
            self.table.changed.notify_all();
        }
        drop(self.until(laid, end, |laid| laid.round > round)?);
        Ok(all)
    }

    /// Waits for something, until an instant.
    fn until<'a>(
        &'a self,
        mut laid: MutexGuard<'a, Laid>,
        end: Instant,
        done: impl Fn(&Laid) -> bool,
    ) -> Result<MutexGuard<'a, Laid>, RanksError> {
        while !done(&laid) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let seconds = self.patience.as_secs();
                return Err(RanksError::Silent { rank: self.rank, size: self.size, seconds });
            }
            laid = self.table.changed.wait_timeout(laid, left).expect("no rank panics").0;
        }
        Ok(laid)
    }

    fn lay_words(&mut self, words: &[u32]) -> Result<Vec<Vec<u32>>, RanksError> {
        let all = self.lay(words.iter().flat_map(|word| word.to_le_bytes()).collect())?;
        let words = |bytes: Vec<u8>| bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        Ok(all.into_iter().map(words).collect())
    }
}

impl Collective for Thread {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn exchange(&mut self, words: Vec<u32>) -> Result<Vec<u32>, RanksError> {
        let length = words.len() / self.size;
        let all = self.lay_words(&words)?;
        Ok(all.iter().flat_map(|words| &words[self.rank * length..][..length]).copied().collect())
    }

    fn gather(&mut self, words: Vec<u32>) -> Result<Vec<u32>, RanksError> {
        Ok(self.lay_words(&words)?.concat())
    }

    fn collect(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, RanksError> {
        let all = self.lay(bytes)?;
        Ok(if self.rank == 0 { all } else { Vec::new() })
    }

    fn spread(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, RanksError> {
        Ok(self.lay(bytes)?.swap_remove(0))
    }

    fn end(&mut self) -> Result<(), RanksError> {
        Ok(())
    }
}
