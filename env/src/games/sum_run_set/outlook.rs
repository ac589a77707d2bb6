//! What a card is worth to who plays it: what it captures, less what the next player may then be expected to capture.

use super::actions::Move;
use super::best::Pond;
use super::capture::Kind;
use super::reach::Reach;
use super::view::SumRunSetView;
use crate::cards::{Card, CardSet};
use crate::games::rummy::whole_ranks;

/// What the uses of a card are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uses {
    /// To leave it in the pond.
    pub leave: f32,
    /// The best capture by each kind, in the order of [`Kind::ALL`].
    pub captures: [Option<f32>; Kind::ALL.len()],
}

impl Uses {
    /// The best use, and what it is worth; the first of equal ones.
    pub fn best(&self) -> (f32, Move) {
        let mut best = (self.leave, Move::Leave);
        for (kind, worth) in Kind::ALL.into_iter().zip(self.captures) {
            if let Some(worth) = worth
                && worth > best.0
            {
                best = (worth, Move::Capture(kind));
            }
        }
        best
    }
}

/// The place of a seat that looks ahead to the next one.
pub struct Outlook {
    pond: Pond,
    unseen: CardSet,
    /// The cards that the next player holds when it is his turn.
    held: usize,
    /// The sides beside one's own: a return is one's own points less the mean of the others.
    others: usize,
}

impl Outlook {
    /// Sees what the seat sees.
    pub fn new(view: &SumRunSetView) -> Outlook {
        let (table, rules) = (&view.table, &view.options);
        let mut held = table.holds(rules, (view.seat + 1) % usize::from(rules.seats));
        if held == 0 && table.pack > 0 {
            // He is dealt new cards first.
            held = rules.hand().into();
        }
        Outlook { pond: Pond::of(table), unseen: view.unseen(), held, others: rules.sides() - 1 }
    }

    /// What the uses of a card are worth, that of the hand or the one that lies open.
    pub fn uses(&self, card: Card) -> Uses {
        let left = Pond { cards: self.pond.cards.with(card), left: Some(card) };
        let capture = |kind| {
            let capture = self.pond.best(kind, card, CardSet::EMPTY)?;
            Some(capture.worth - self.threat(&Pond { cards: self.pond.cards - capture.cards, left: None }))
        };
        Uses { leave: -self.threat(&left), captures: Kind::ALL.map(capture) }
    }

    /// What the best capture of the next player may be expected to be worth, as far as it counts against oneself: each
    /// card that this seat does not see is as likely in his hand as another.
    ///
    /// Half of it or half as much again play alike; without it ten points are lost in a pitch between two.
    fn threat(&self, pond: &Pond) -> f32 {
        let (mut worths, mut count) = ([0.0; Card::COUNT as usize], 0);
        let reach = Reach::new(pond.cards, None);
        let mut left = self.unseen;
        while let Some(first) = left.first() {
            let rank = left & whole_ranks(CardSet::of(first));
            left -= rank;
            if !reach.has(first) {
                continue;
            }
            // Suits matter to runs alone.
            let suits = reach.kinds[Kind::Run as usize].contains(first);
            let same = best_worth(pond, first);
            for card in rank {
                worths[count] = if suits && card != first { best_worth(pond, card) } else { same };
                count += 1;
            }
        }
        let worths = &mut worths[..count];
        worths.sort_unstable_by(|a, b| b.total_cmp(a));
        // He plays the best he has: it is a card if he holds it and none of the better ones.
        let (mut expected, mut none_yet) = (0.0, 1.0);
        for (better, worth) in worths.iter().enumerate() {
            let held = (self.held as f32 / (self.unseen.len() - better) as f32).min(1.0);
            expected += none_yet * held * worth;
            none_yet *= 1.0 - held;
        }
        expected / self.others as f32
    }
}

/// What the best capture with a card is worth; 0 if there is none.
fn best_worth(pond: &Pond, card: Card) -> f32 {
    let worths = Kind::ALL.iter().filter_map(|&kind| pond.best(kind, card, CardSet::EMPTY));
    worths.map(|capture| capture.worth).fold(0.0, f32::max)
}
