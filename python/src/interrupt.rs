//! Long work that Ctrl-C can end.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How long a signal may have to wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does some work on another thread while this one looks for signals, which only the main thread can.
///
/// The work ends early where the flag that it is given is set, and the exception of the signal's handler is raised then.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    py.detach(|| {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let (done, waiting) = mpsc::channel::<()>();
            let stop = &stop;
            let worker = scope.spawn(move || {
                // Dropped at the end, or on the way of a panic, it wakes who waits.
                let _done = done;
                work(stop)
            });
            let mut signal = Ok(());
            while waiting.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                if signal.is_ok() {
                    signal = Python::attach(|py| py.check_signals());
                    stop.store(signal.is_err(), Ordering::Relaxed);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            signal.map(|()| result)
        })
    })
}
