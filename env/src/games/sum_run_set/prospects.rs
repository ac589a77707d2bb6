//! What a card could do, one step ahead: the points of its best capture, and what the pond would then offer to others.

use super::best::{Capture, Pond};
use super::capture::Kind;
use super::reach::Reach;
use super::view::SumRunSetView;
use crate::cards::{Card, CardSet};

/// The steps in which the points of a capture are shown: those that there are most often.
const POINTS: [u16; 6] = [2, 3, 4, 6, 8, 12];
/// The number of these steps.
pub(super) const POINTS_STEPS: u32 = POINTS.len() as u32;
/// The steps of a risk, half a point each.
pub(super) const RISK_STEPS: u32 = 8;

/// What comes of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prospect {
    /// Its points, in steps.
    pub points: u32,
    /// The risk of the pond that is left, in steps.
    pub risk: u32,
}

/// The place of a seat that looks ahead.
pub(super) struct Prospects {
    pond: Pond,
    unseen: CardSet,
}

impl Prospects {
    pub fn new(view: &SumRunSetView) -> Prospects {
        Prospects { pond: Pond::of(&view.table), unseen: view.unseen() }
    }

    /// The best capture that goes on from the cards taken.
    pub fn best(&self, kind: Kind, played: Card, taken: CardSet) -> Option<Capture> {
        self.pond.best(kind, played, taken)
    }

    /// What comes of the best capture by a kind, if there is one.
    pub fn capture(&self, kind: Kind, played: Card) -> Option<Prospect> {
        self.best(kind, played, CardSet::EMPTY).map(|capture| self.after(&capture))
    }

    /// What comes of the best capture by any of the kinds, if there is one.
    pub fn any(&self, kinds: impl Iterator<Item = Kind>, played: Card) -> Option<Prospect> {
        let captures = kinds.filter_map(|kind| self.best(kind, played, CardSet::EMPTY));
        captures.max_by(|a, b| a.worth.total_cmp(&b.worth)).map(|capture| self.after(&capture))
    }

    /// The risk, in steps, of a card that is left in the pond.
    pub fn leave(&self, card: Card) -> u32 {
        self.risk(self.pond.cards.with(card), Some(card))
    }

    fn after(&self, capture: &Capture) -> Prospect {
        let points = POINTS.iter().filter(|&&step| step <= capture.points).count() as u32;
        Prospect { points, risk: self.risk(self.pond.cards - capture.cards, None) }
    }

    /// About what a card that this seat does not see would capture from a pond, in half points: 2 points if anything, 1
    /// more by a run, 2 more if it is the card just left.
    fn risk(&self, pond: CardSet, left: Option<Card>) -> u32 {
        let (unseen, reach) = (self.unseen, Reach::new(pond, left));
        let any = reach.kinds.iter().fold(CardSet::EMPTY, |any, &cards| any | cards) & unseen;
        let runs = reach.kinds[Kind::Run as usize] & unseen;
        let falls = left.map_or(CardSet::EMPTY, |left| reach.falls(unseen, pond, left));
        let points = 2 * any.len() + runs.len() + 2 * falls.len();
        (2 * points).checked_div(unseen.len()).map_or(0, |steps| RISK_STEPS.min(steps as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chance, Stream};

    /// Returns `true` if a card can capture by a kind, a certain one if it is named, by following what can be taken.
    fn captures(kind: Kind, played: Card, pond: CardSet, wanted: Option<Card>, taken: CardSet) -> bool {
        kind.whole(played, taken) && wanted.is_none_or(|wanted| taken.contains(wanted))
            || kind.next(played, pond, taken).iter().any(|card| captures(kind, played, pond, wanted, taken.with(card)))
    }

    #[test]
    fn the_risk_is_counted_card_by_card() {
        let (mut stream, mut seen) = (Stream::new(3), [false; RISK_STEPS as usize + 1]);
        for _ in 0..300 {
            let (mut deck, mut pond) = (CardSet::PACK, CardSet::EMPTY);
            let size = stream.below(10);
            stream.fill(&mut pond, size, &mut deck);
            let card = stream.deal(deck.into());
            deck.remove(card);
            let mut unseen = CardSet::EMPTY;
            let size = stream.below(40);
            stream.fill(&mut unseen, size, &mut deck);
            let prospects = Prospects { pond: Pond { cards: pond, left: None }, unseen };
            let (left, mut points) = (pond.with(card), 0);
            for other in unseen {
                let can = |kind, wanted| captures(kind, other, left, wanted, CardSet::EMPTY);
                let by = |wanted| Kind::ALL.into_iter().any(|kind| can(kind, wanted));
                points += 2 * u32::from(by(None)) + u32::from(can(Kind::Run, None)) + 2 * u32::from(by(Some(card)));
            }
            let expected = if unseen.is_empty() { 0 } else { (2 * points / unseen.len() as u32).min(RISK_STEPS) };
            assert_eq!(prospects.leave(card), expected, "{card} to {pond}, {unseen} unseen");
            seen[expected as usize] = true;
        }
        assert!(seen.iter().filter(|&&seen| seen).count() > 5, "{seen:?}");
    }

    #[test]
    fn a_capture_shows_its_points_and_the_pond_after_it() {
        let cards = |text: &str| text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect::<CardSet>();
        let card = |text: &str| text.parse::<Card>().unwrap();
        let prospects = Prospects { pond: Pond { cards: cards("2C 3D 5H 9S"), left: None }, unseen: cards("9D KC") };
        // The five takes the other five, or two and three; a set of two and a sum have two points.
        let by = |kind| prospects.capture(kind, card("5C"));
        assert_eq!(by(Kind::Run), None);
        assert_eq!(by(Kind::Set).map(|prospect| prospect.points), Some(1));
        // Of what a sum leaves, 5H and 9S, the nine can take its like: 2 points of one card in two.
        assert_eq!(by(Kind::Sum), Some(Prospect { points: 1, risk: 2 }));
        // A four makes a run of four with three cards, for 4 points; the nine is left.
        let run = prospects.any(Kind::ALL.into_iter(), card("4S"));
        assert_eq!(run, Some(Prospect { points: 3, risk: 2 }));
    }
}
