//! How much is worked on at the same time.

use std::sync::{Condvar, Mutex, PoisonError};

use crate::lock::lock;

/// A number of places to work in.
pub(super) struct Places {
    free: Mutex<usize>,
    given_back: Condvar,
}

/// A place; it is given back when this is dropped.
pub(crate) struct Place<'a>(&'a Places);

impl Places {
    pub fn new(places: usize) -> Places {
        Places { free: Mutex::new(places), given_back: Condvar::new() }
    }

    /// Waits for a place.
    pub fn enter(&self) -> Place<'_> {
        let free = self.given_back.wait_while(lock(&self.free), |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Place(self)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        *lock(&self.0.free) += 1;
        self.0.given_back.notify_one();
    }
}
