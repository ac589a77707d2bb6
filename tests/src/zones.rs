//! The cards of all zones.

use elderhand_env::{Audit, Cards};

/// The cards of all zones of a position together.
///
/// # Panics
///
/// Panics if there are three of a card.
pub fn together<S: Audit>(state: &S) -> Cards {
    let zones = state.zones();
    zones.iter().fold(Cards::EMPTY, |all, &(name, zone)| {
        let third = (all.pairs() & zone.kinds()) | (all.kinds() & zone.pairs());
        assert!(third.is_empty(), "`{name}` holds a third {third}: {zones:?}");
        all + zone
    })
}
