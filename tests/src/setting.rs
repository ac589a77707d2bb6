//! The settings in which every game is tested.

use std::fmt;

use elderhand_env::{Overrides, VARIANTS};

use crate::golden;

/// A variant with options laid over its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The variant's id.
    pub id: &'static str,
    /// The options that differ from its own.
    pub overrides: Overrides,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)?;
        self.overrides.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

/// Every variant as it is registered, and every other setting of which there is a golden game.
///
/// So an option that has a golden game is also covered by all the tests that run for every game.
///
/// # Panics
///
/// Panics if a golden game cannot be read.
pub fn settings() -> Vec<Setting> {
    let mut settings: Vec<Setting> =
        VARIANTS.iter().map(|variant| Setting { id: variant.id, overrides: Overrides::new() }).collect();
    for path in golden::files() {
        let setting = golden::read(&path).unwrap_or_else(|problem| panic!("{problem}")).setting;
        if !settings.contains(&setting) {
            settings.push(setting);
        }
    }
    settings
}
