//! Long work that Ctrl-C can end.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::threads::Ready;

/// How long a signal may have to wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// Says in the midst of work whether it is to end.
pub type Stopped<'a> = &'a (dyn Fn() -> bool + Sync);

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

/// Does some work on the threads of an environment: a single one is the caller's own, which looks for signals itself
/// whenever the work asks whether it is to end, and starts no other.
pub fn heeding<T: Send>(py: Python<'_>, threads: &Ready, work: impl FnOnce(Stopped<'_>) -> T + Send) -> PyResult<T> {
    let Some(pool) = threads.pool() else {
        let looked = Mutex::new((Instant::now(), Ok(())));
        let result = py.detach(|| {
            work(&|| {
                let (at, signal) = &mut *looked.lock().unwrap_or_else(PoisonError::into_inner);
                if signal.is_ok() && at.elapsed() >= PATIENCE {
                    (*at, *signal) = (Instant::now(), look());
                }
                signal.is_err()
            })
        });
        return looked.into_inner().unwrap_or_else(PoisonError::into_inner).1.map(|()| result);
    };
    py.detach(|| {
        let stop = AtomicBool::new(false);
        let result = pool.in_place_scope(|scope| {
            let (done, coming) = mpsc::channel();
            let stop = &stop;
            scope.spawn(move |_| {
                let _ = done.send(work(&|| stop.load(Ordering::Relaxed)));
            });
            wait(&coming, stop)
        });
        result.expect("the scope has raised the panic of its threads")
    })
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
