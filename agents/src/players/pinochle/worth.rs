//! What a card is worth to a hand of pinochle while there is a stock.

use elderhand_env::pinochle::{Meld, PinochleView, Service, Source, Suit, strength};
use elderhand_env::{Card, CardSet};

/// What a meld is worth that can be laid after the next trick that is won, and what it is for each card that it lacks.
const READY: f32 = 0.6;
const LACKS: f32 = 0.25;
/// What a card is worth to a meld for which an equal one is there too.
const SPARE: f32 = 0.1;

/// What a seat gives up with a card, in points: a part of the melds that it may serve in, and its power later.
pub(super) fn worth(view: &PinochleView, source: Source, card: Card) -> f32 {
    let (Some(trumps), Some(turned)) = (view.table.trumps, view.table.turned) else { return power(card, Suit::C) };
    let coming = view.unseen().kinds().with(turned);
    let melds = Meld::ALL.into_iter().filter(|meld| meld.cards(trumps).contains(card));
    let melds = melds.map(|meld| {
        let places = places(view, meld.service());
        if !places[source as usize].contains(card) {
            return 0.0;
        }
        let copies = view.hand.count(card).max(usize::from(places[0].contains(card)))
            + places[1..].iter().filter(|place| place.contains(card)).count();
        let missing = meld.cards(trumps) - places.into_iter().fold(CardSet::EMPTY, |all, place| all | place);
        if !coming.contains_all(missing) {
            return 0.0;
        }
        let spare = if copies > 1 { SPARE } else { 1.0 };
        f32::from(meld.points(trumps)) * READY * LACKS.powi(missing.len() as i32) * spare
    });
    melds.sum::<f32>() + power(card, trumps)
}

/// The cards that may serve in a meld, by where they are taken from.
fn places(view: &PinochleView, service: Service) -> [CardSet; 3] {
    let [table, second] = view.table.laid[view.seat].usable(service);
    [view.hand.kinds(), table, second]
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
