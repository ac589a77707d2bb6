//! What a seat's cards promise while there is a stock.

use super::actions::Source;
use super::meld::{Meld, Service};
use super::pack::{Suit, strength};
use super::trick::beating;
use super::view::PinochleView;
use crate::cards::{Card, CardSet, Cards};

/// What a meld is worth that can be laid after the next trick that is won, and what it is for each card that it lacks.
const READY: f32 = 0.6;
const LACKS: f32 = 0.25;
/// What a card is worth to a meld for which an equal one is there too.
const SPARE: f32 = 0.1;

/// A seat that looks ahead.
pub struct Outlook<'a> {
    view: &'a PinochleView,
    trumps: Suit,
    unseen: Cards,
    /// The cards that the seat may still get.
    coming: CardSet,
    /// For each service, the cards that may serve in it, by where they are taken from.
    places: [[CardSet; 3]; 4],
}

impl<'a> Outlook<'a> {
    /// Sees what the seat sees; `None` if the stock is gone.
    pub fn of(view: &'a PinochleView) -> Option<Outlook<'a>> {
        let (Some(trumps), Some(turned)) = (view.table.trumps, view.table.turned) else { return None };
        let unseen = view.unseen();
        let places = Service::ALL.map(|service| {
            let [table, second] = view.table.laid[view.seat].usable(service);
            [view.hand.kinds(), table, second]
        });
        Some(Outlook { view, trumps, unseen, coming: unseen.kinds().with(turned), places })
    }

    /// The cards that a meld lacks; `None` if the seat can no longer get all of them.
    pub fn lacking(&self, meld: Meld) -> Option<CardSet> {
        let [hand, table, second] = self.places[meld.service() as usize];
        let missing = meld.cards(self.trumps) - (hand | table | second);
        self.coming.contains_all(missing).then_some(missing)
    }

    /// What the seat gives up with a card, in points: a part of the melds that it may serve in, and its power later.
    pub fn worth(&self, source: Source, card: Card) -> f32 {
        let melds = Meld::ALL.into_iter().filter(|meld| meld.cards(self.trumps).contains(card)).map(|meld| {
            let places = &self.places[meld.service() as usize];
            if !places[source as usize].contains(card) {
                return 0.0;
            }
            let Some(missing) = self.lacking(meld) else { return 0.0 };
            let copies = self.view.hand.count(card).max(usize::from(places[0].contains(card)))
                + places[1..].iter().filter(|place| place.contains(card)).count();
            let spare = if copies > 1 { SPARE } else { 1.0 };
            f32::from(meld.points(self.trumps)) * READY * LACKS.powi(missing.len() as i32) * spare
        });
        melds.sum::<f32>() + power(card, self.trumps)
    }

    /// How likely it is that the other does not beat a card that is led.
    pub fn stands(&self, card: Card) -> f32 {
        let (table, other, beats) = (&self.view.table, 1 - self.view.seat, beating(card, self.trumps));
        let shown = table.known[other] + table.laid[other].cards();
        let hidden = self.view.others() - table.known[other].len();
        let higher = self.unseen.iter().filter(|&card| beats.contains(card)).count() as f32;
        let open = if (shown.kinds() & beats).is_empty() { 1.0 } else { 0.5 };
        open * (1.0 - higher / self.unseen.len().max(1) as f32).powi(hidden as i32)
    }
}

/// What a card will do in the second half: trumps and aces take tricks.
fn power(card: Card, trumps: Suit) -> f32 {
    let high = f32::from(strength(card));
    match (Suit::of(card) == trumps, card.rank()) {
        (true, _) => 4.0 + 2.0 * high,
        (false, 1) => 6.0,
        (false, _) => 0.5 * high,
    }
}
