//! The capture of each kind that is worth most.

use super::bonuses::HONOURS;
use super::capture::Kind;
use super::table::Public;
use crate::cards::{Card, CardSet};

/// What a captured card is worth beside its points, towards the most cards. Over 4,000 deals 0.05 and 0.3 play alike.
const CARD: f32 = 0.1;
/// What a captured Five, Ten or King is worth more: 0.4 and 1.2 play alike; without either price it loses 0.15 a pitch.
const HONOUR: f32 = 0.8;

/// What lies before a card that is played.
#[derive(Clone, Copy, Debug)]
pub struct Pond {
    /// The cards.
    pub cards: CardSet,
    /// The card that the player before has just left.
    pub left: Option<Card>,
}

/// A whole capture.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    /// The cards of the pond.
    pub cards: CardSet,
    /// Its points, with those of a fall and a sweep.
    pub points: u16,
    /// Its points, and what its cards are worth beside them.
    pub worth: f32,
}

impl Pond {
    /// What lies before the seat to move.
    pub fn of(table: &Public) -> Pond {
        Pond { cards: table.pond, left: table.left }
    }

    /// The capture by a kind that is worth most, of those that take the cards named and go on in the order of the pack.
    pub fn best(&self, kind: Kind, played: Card, taken: CardSet) -> Option<Capture> {
        let later = Kind::later(self.cards, taken);
        let found = match kind {
            Kind::Sum => self.best_sum(played, later, taken),
            Kind::Run => self.best_run(played, later, taken),
            Kind::Set => {
                let all = taken | later.iter().filter(|card| card.rank() == played.rank()).collect();
                (!all.is_empty()).then_some(all)
            }
        };
        found.map(|cards| self.capture(kind, played, cards))
    }

    /// What a whole capture brings.
    fn capture(&self, kind: Kind, played: Card, cards: CardSet) -> Capture {
        let (points, ..) = kind.scores(played, cards, self.cards, self.left);
        let worth = f32::from(points) + cards.with(played).iter().map(price).sum::<f32>();
        Capture { cards, points, worth }
    }

    /// What a card adds to a capture beside the points of its kind.
    fn adds(&self, card: Card) -> f32 {
        let fall = if self.left == Some(card) { f32::from(Kind::FALL) } else { 0.0 };
        price(card) + fall
    }

    /// The cards of a sum that add most, total by total.
    fn best_sum(&self, played: Card, later: CardSet, taken: CardSet) -> Option<CardSet> {
        let number = |card: Card| usize::from(card.rank());
        let rest = Kind::target(played) as usize - taken.iter().map(number).sum::<usize>();
        let mut best: [Option<(f32, CardSet)>; 16] = [None; 16];
        best[0] = Some((0.0, taken));
        // One equal card is no sum.
        let fits = |card: &Card| number(*card) <= rest.min(10) && !(taken.is_empty() && number(*card) == rest);
        for card in later.iter().filter(fits) {
            for total in (number(card)..=rest).rev() {
                if let Some((worth, cards)) = best[total - number(card)] {
                    let worth = worth + self.adds(card);
                    if best[total].is_none_or(|(known, _)| worth > known) {
                        best[total] = Some((worth, cards.with(card)));
                    }
                }
            }
        }
        best[rest].map(|(_, cards)| cards)
    }

    /// The longest run, or the longest of one suit if that is worth more.
    fn best_run(&self, played: Card, later: CardSet, taken: CardSet) -> Option<CardSet> {
        let suit = |cards: CardSet| cards.iter().filter(|card| card.suit() == played.suit()).collect::<CardSet>();
        let any = self.longest(played, later, taken);
        let flush = if suit(taken) == taken { self.longest(played, suit(later), taken) } else { None };
        let worth = |cards: &CardSet| self.capture(Kind::Run, played, *cards).worth;
        any.into_iter().chain(flush).max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }

    /// The longest run of some cards, of each rank the one that adds most.
    fn longest(&self, played: Card, later: CardSet, taken: CardSet) -> Option<CardSet> {
        let of_rank = |rank: u8| {
            let own = taken.iter().find(|card| card.rank() == rank);
            own.or_else(|| {
                let cards = later.iter().filter(|card| card.rank() == rank);
                cards.max_by(|a, b| self.adds(*a).total_cmp(&self.adds(*b)))
            })
        };
        let ends = if played.rank() > 10 { 11..=13 } else { 1..=10 };
        let mut run = CardSet::EMPTY;
        for rank in (*ends.start()..played.rank()).rev() {
            let Some(card) = of_rank(rank) else { break };
            run.insert(card);
        }
        for rank in played.rank() + 1..=*ends.end() {
            let Some(card) = of_rank(rank) else { break };
            run.insert(card);
        }
        (run.len() > 1 && run.contains_all(taken)).then_some(run)
    }
}

/// What a card is worth to whoever captures it, beside the points of the capture.
fn price(card: Card) -> f32 {
    if HONOURS.contains(card) { CARD + HONOUR } else { CARD }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chance, Stream};

    /// The most that a capture which goes on from `taken` is worth, by trying all; every step is compared on the way.
    fn tried(pond: &Pond, kind: Kind, played: Card, taken: CardSet) -> Option<f32> {
        let own = kind.whole(played, taken).then(|| pond.capture(kind, played, taken).worth);
        let next = kind.next(played, pond.cards, taken);
        let most =
            next.iter().filter_map(|card| tried(pond, kind, played, taken.with(card))).chain(own).reduce(f32::max);
        if let Some(most) = most {
            let best = pond.best(kind, played, taken).expect("there is a capture");
            assert!((best.worth - most).abs() < 1e-4, "{kind:?} by {played} after {taken} of {}", pond.cards);
            assert!(best.cards.contains_all(taken) && pond.cards.contains_all(best.cards));
            assert!(taken == best.cards || next.contains((best.cards - taken).first().expect("there are more")));
        }
        most
    }

    #[test]
    fn the_best_capture_is_the_best_of_all() {
        let (mut stream, mut captures) = (Stream::new(1), [0; 3]);
        for _ in 0..600 {
            let (mut deck, mut cards) = (CardSet::PACK, CardSet::EMPTY);
            let size = stream.below(15);
            stream.fill(&mut cards, size, &mut deck);
            let pond = Pond { cards, left: cards.nth(stream.below(15)) };
            let played = stream.deal(deck.into());
            for kind in Kind::ALL {
                let most = tried(&pond, kind, played, CardSet::EMPTY);
                assert_eq!(most.is_some(), pond.best(kind, played, CardSet::EMPTY).is_some());
                captures[kind as usize] += usize::from(most.is_some());
            }
        }
        assert!(captures.iter().all(|&count| count > 50), "{captures:?}");
    }
}
