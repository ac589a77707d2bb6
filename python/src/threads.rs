//! The threads of an environment.

use std::mem;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{EnvError, Raise};

/// Makes the global pool one thread, which is the caller's own: what is not handed to a pool of [`Threads`] then runs where
/// it is called, no thread is started unasked, and none is missing after a fork.
pub fn own_the_global_pool() {
    // It fails only where the module is initialised again, and the pool is as wanted then.
    let _ = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
}

/// A number of threads, which are started when they are first needed.
pub struct Threads {
    count: usize,
    pool: Mutex<Option<Pool>>,
}

/// A pool, and the process in which its threads run.
struct Pool {
    process: u32,
    threads: Arc<ThreadPool>,
}

impl Threads {
    /// Asks for a number of threads, from 1.
    pub fn new(count: usize) -> Threads {
        Threads { count, pool: Mutex::new(None) }
    }

    /// The number of threads.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the threads, started if they were not.
    ///
    /// A fork copies the process without its threads: the copy starts its own.
    pub fn ready(&self) -> PyResult<Ready> {
        if self.count == 1 {
            return Ok(Ready(None));
        }
        let mut kept = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let here = process::id();
        if let Some(pool) = kept.as_ref().filter(|pool| pool.process == here) {
            return Ok(Ready(Some(pool.threads.clone())));
        }
        let threads = ThreadPoolBuilder::new().num_threads(self.count).build().or_raise(EnvError::new_err)?;
        let threads = Arc::new(threads);
        // To end the old pool would be to wait for threads that are not there.
        mem::forget(kept.replace(Pool { process: here, threads: threads.clone() }));
        Ok(Ready(Some(threads)))
    }
}

/// Threads that have been started; the caller's own where it is one.
pub struct Ready(Option<Arc<ThreadPool>>);

impl Ready {
    /// The caller's own thread.
    pub fn own() -> Ready {
        Ready(None)
    }

    /// Does some work on the threads and returns what it gives.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            None => work(),
            Some(pool) => pool.install(work),
        }
    }

    /// Returns the pool of several; `None` if it is the caller's own.
    pub fn pool(&self) -> Option<&ThreadPool> {
        self.0.as_deref()
    }
}
