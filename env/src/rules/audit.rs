//! What tests ask of the truth, and drivers that tell what happens: where the cards are, and who sees what.

use super::state::{Seat, State};
use crate::cards::Cards;

/// A truth whose cards can be accounted for.
///
/// Neither playing nor learning needs it: it is what conservation and secrecy are tested by.
pub trait Audit: State {
    /// Returns who will see the card that chance deals now.
    fn audience(&self) -> Audience;

    /// Returns every place where a card can lie, with the cards that lie there; together they are the pack.
    fn zones(&self) -> Vec<(&'static str, Cards)>;

    /// Returns the cards of hands that lie open before everyone now, other than those that an action has named.
    fn exposed(&self) -> Cards {
        Cards::EMPTY
    }

    /// Returns how many of the last decisions are known only to those who made them; where all decide at once, those
    /// made since chance last had its turn.
    fn sealed(&self) -> usize {
        0
    }

    /// Returns `true` while a round of a match lies as it was counted, before the next one is dealt.
    fn is_counted(&self) -> bool {
        false
    }
}

/// Who sees the card that chance deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// One seat.
    Seat(Seat),
    /// Every seat.
    Everyone,
}
