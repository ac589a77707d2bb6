//! What compared games held, so that a comparison of nothing is not taken for agreement.

use std::collections::BTreeMap;

/// Counts of what came up, by name; what was looked for and never came up is counted too.
#[derive(Clone, Debug, Default)]
pub struct Counts(BTreeMap<String, usize>);

impl Counts {
    /// Counts something if it came up.
    pub fn add(&mut self, what: impl Into<String>, comes: bool) {
        *self.0.entry(what.into()).or_default() += usize::from(comes);
    }

    /// How often something came up.
    pub fn of(&self, what: &str) -> usize {
        self.0.get(what).copied().unwrap_or(0)
    }

    /// Checks that so many things were looked for and that each came up so often.
    ///
    /// # Panics
    ///
    /// Panics with those that came up less often.
    pub fn assert(&self, things: usize, least: usize) {
        let rare: Vec<_> = self.0.iter().filter(|(_, count)| **count < least).collect();
        assert!(rare.is_empty(), "too rare: {rare:?}");
        assert_eq!(self.0.len(), things);
    }
}
