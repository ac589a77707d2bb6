//! Released bots that were handed over, where there is no folder to find them in.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::bundle::{Bundle, BundleError};

static LENT: RwLock<BTreeMap<String, Arc<Bundle>>> = RwLock::new(BTreeMap::new());

/// Hands a bundle over: from now on, and for the whole process, `checkpoint:NAME` is this one.
///
/// It is for programs without files, such as pages, and comes before what lies in a folder of released bots.
///
/// # Errors
///
/// Fails if the bytes are no bundle that can be played.
pub fn lend(name: &str, bytes: &[u8]) -> Result<(), BundleError> {
    let bundle = Arc::new(Bundle::from_bytes(name, bytes)?);
    LENT.write().unwrap_or_else(PoisonError::into_inner).insert(name.into(), bundle);
    Ok(())
}

/// The bundle that was handed over under a name.
pub(crate) fn lent(name: &str) -> Option<Arc<Bundle>> {
    LENT.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
}

/// The names of all that were handed over, in alphabetical order.
#[cfg(feature = "hosting")]
pub(crate) fn names() -> Vec<String> {
    LENT.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
}
