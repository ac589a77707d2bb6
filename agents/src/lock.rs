//! Locks whose content is whole between any two statements.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, also if somebody has panicked who held it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
