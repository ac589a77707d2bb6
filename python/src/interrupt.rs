//! Long work that Ctrl-C can end.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use elderhand_agents::Stopped;
use pyo3::prelude::*;

use crate::threads::Ready;

/// How long a signal may have to wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does some work on another thread while this one looks for signals, which only the main thread can.
///
/// The work ends early where the flag that it is given is set, and the exception of the signal's handler is raised then.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    py.detach(|| {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let (done, coming) = mpsc::channel();
            let stop = &stop;
            let worker = scope.spawn(move || done.send(work(stop)));
            wait(&coming, stop).unwrap_or_else(|| match worker.join() {
                Err(panic) => resume_unwind(panic),
                Ok(_) => unreachable!("what was sent has come"),
            })
        })
    })
}

/// What players ask who think on the threads of their owner, whether to go on.
pub struct Signals {
    stop: AtomicBool,
    made: Instant,
    /// The nanosecond, counted from `made`, at which a thread that is the caller's own looks for signals next; [`NEVER`]
    /// where others work for it.
    next: AtomicU64,
    /// What the handler of a signal raised.
    raised: Mutex<Option<PyErr>>,
}

const NEVER: u64 = u64::MAX;

impl Signals {
    /// Makes it for one owner, who does one work at a time.
    pub fn new() -> Arc<Signals> {
        let (stop, next) = (AtomicBool::new(false), AtomicU64::new(NEVER));
        Arc::new(Signals { stop, made: Instant::now(), next, raised: Mutex::default() })
    }

    /// Whether the work is to end; a single thread, which is the caller's own, looks for signals itself as it asks.
    fn stopped(&self) -> bool {
        let next = self.next.load(Ordering::Relaxed);
        if next != NEVER && self.now() >= next {
            let signal = look().err();
            self.next.store(if signal.is_some() { NEVER } else { self.later() }, Ordering::Relaxed);
            self.stop.store(signal.is_some(), Ordering::Relaxed);
            *self.raised() = signal;
        }
        self.stop.load(Ordering::Relaxed)
    }

    /// The same for players.
    pub fn heeded(self: &Arc<Signals>) -> Stopped {
        let signals = self.clone();
        Arc::new(move || signals.stopped())
    }

    /// Does some work on the threads, in which it is asked whether to end.
    pub fn heed<T: Send>(&self, py: Python<'_>, threads: &Ready, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        self.stop.store(false, Ordering::Relaxed);
        let Some(pool) = threads.pool() else {
            self.next.store(self.later(), Ordering::Relaxed);
            let result = py.detach(work);
            self.next.store(NEVER, Ordering::Relaxed);
            return self.raised().take().map_or(Ok(result), Err);
        };
        py.detach(|| {
            let result = pool.in_place_scope(|scope| {
                let (done, coming) = mpsc::channel();
                scope.spawn(move |_| {
                    let _ = done.send(work());
                });
                wait(&coming, &self.stop)
            });
            result.expect("the scope has raised the panic of its threads")
        })
    }

    fn now(&self) -> u64 {
        self.made.elapsed().as_nanos() as u64
    }

    fn later(&self) -> u64 {
        self.now() + PATIENCE.as_nanos() as u64
    }

    fn raised(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for what other threads send, and has them stop where the handler of a signal raises; `None` if they panic.
fn wait<T>(coming: &Receiver<T>, stop: &AtomicBool) -> Option<PyResult<T>> {
    let mut signal = Ok(());
    loop {
        match coming.recv_timeout(PATIENCE) {
            Ok(result) => return Some(signal.map(|()| result)),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if signal.is_ok() => {
                signal = look();
                stop.store(signal.is_err(), Ordering::Relaxed);
            }
            Err(RecvTimeoutError::Timeout) => (),
        }
    }
}

/// Runs the handlers of signals that have come.
fn look() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}
