//! What the rules and the encoder both need to know of a hand that keeps its melds to the end.

use super::melds::{Discards, best_melds, value};
use crate::cards::{Card, CardSet};
use crate::rules::ActionSet;

/// A hand examined for its seat's decision.
pub(crate) struct Look {
    pub(crate) legal: ActionSet,
    /// The melded cards of a best layout.
    pub(crate) melded: CardSet,
    /// The discards that leave least deadwood, when it is to discard.
    pub(crate) best: CardSet,
    /// The deadwood, after the best discard when it is to discard.
    pub(crate) deadwood: u32,
    /// The upcard would lie in a meld, when it may be taken.
    pub(crate) upcard_melds: bool,
}

impl Look {
    /// At a hand that is not to discard; `upcard` is the card that it may take, and `sets` says whether sets are melds.
    #[inline]
    pub(crate) fn at(hand: CardSet, legal: ActionSet, upcard: Option<Card>, sets: bool) -> Look {
        let melded = best_melds(hand, sets);
        let upcard_melds = upcard.is_some_and(|card| best_melds(hand.with(card), sets).contains(card));
        Look { legal, melded, best: CardSet::EMPTY, deadwood: value(hand - melded), upcard_melds }
    }

    /// At a hand that is to discard.
    #[inline]
    pub(crate) fn at_discards(discards: &Discards, legal: ActionSet) -> Look {
        let &Discards { least, best, melded, .. } = discards;
        Look { legal, melded, best, deadwood: least, upcard_melds: false }
    }
}
