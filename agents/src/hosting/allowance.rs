//! How many tables one of those who ask may have.

use std::collections::HashMap;
use std::sync::Mutex;

use super::error::HouseError;
use crate::lock::lock;

/// How many tables somebody may have opened that still stand, and which they are.
#[derive(Debug)]
pub struct Allowance {
    most: usize,
    opened: Mutex<Vec<String>>,
}

impl Allowance {
    /// Allows so many tables.
    pub fn new(most: usize) -> Allowance {
        Allowance { most, opened: Mutex::default() }
    }

    /// Fails if it is used up by tables that stand.
    pub(super) fn check<T>(&self, standing: &HashMap<String, T>) -> Result<(), HouseError> {
        self.with(|opened| {
            // Only who seems to have too many is looked after: most never are.
            if opened.len() >= self.most {
                opened.retain(|table| standing.contains_key(table));
            }
            if opened.len() >= self.most { Err(HouseError::Allowance(self.most)) } else { Ok(()) }
        })
    }

    /// Counts a table.
    pub(super) fn count(&self, table: &str) {
        self.with(|opened| opened.push(table.to_owned()));
    }

    /// The number of those that stand.
    pub(super) fn used<T>(&self, standing: &HashMap<String, T>) -> usize {
        self.with(|opened| {
            opened.retain(|table| standing.contains_key(table));
            opened.len()
        })
    }

    fn with<T>(&self, what: impl FnOnce(&mut Vec<String>) -> T) -> T {
        what(&mut lock(&self.opened))
    }
}
