//! The cards that a seat has laid on the table in melds.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::meld::Service;
use crate::cards::{Card, CardSet, Cards};

/// The cards that a seat has laid, and what each has served in.
///
/// Of two equal cards the first is the one that has served in a flush, or if that does not decide in a marriage, in four
/// of its rank, in a pinochle; so two tables that differ by the order alone are equal.
///
/// Its JSON is a list, such as `[{"card": "QS", "served": ["marriage", "pinochle"]}]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Laid([Layer; 2]);

/// One of each card at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Layer {
    pub(super) cards: CardSet,
    /// For each service in order, the cards that have served in it.
    pub(super) served: [CardSet; 4],
}

impl Layer {
    /// The cards that may serve (again) in a meld: nothing serves twice in a class, but a marriage may go into a flush.
    #[inline]
    fn usable(&self, service: Service) -> CardSet {
        let spent = match service {
            Service::Marriage => self.served[Service::Flush as usize] | self.served[Service::Marriage as usize],
            _ => self.served[service as usize],
        };
        self.cards - spent
    }

    /// Forgets a card.
    #[inline]
    fn remove(&mut self, card: Card) {
        self.cards.remove(card);
        self.served.iter_mut().for_each(|served| served.remove(card));
    }

    /// Exchanges some cards with another layer.
    #[inline]
    fn exchange(&mut self, other: &mut Layer, which: CardSet) {
        let swap = |a: &mut CardSet, b: &mut CardSet| {
            (*a, *b) = ((*a - which) | (*b & which), (*b - which) | (*a & which));
        };
        swap(&mut self.cards, &mut other.cards);
        self.served.iter_mut().zip(&mut other.served).for_each(|(a, b)| swap(a, b));
    }
}

impl Laid {
    /// The cards.
    #[inline]
    pub fn cards(&self) -> Cards {
        Cards::from(self.0[0].cards) + Cards::from(self.0[1].cards)
    }

    /// The first ones of equal cards, then the second ones.
    #[inline]
    pub(super) fn layers(&self) -> &[Layer; 2] {
        &self.0
    }

    /// The cards of which the second copy differs from the first.
    #[inline]
    pub fn differing(&self) -> CardSet {
        let [first, second] = &self.0;
        let differ = |at: usize| first.served[at] ^ second.served[at];
        (differ(0) | differ(1) | differ(2) | differ(3)) & second.cards
    }

    /// The cards that may serve in a meld, first copies and second ones that differ.
    #[inline]
    pub fn usable(&self, service: Service) -> [CardSet; 2] {
        [self.0[0].usable(service), self.0[1].usable(service) & self.differing()]
    }

    /// What the first or the second copy of a card that lies here has served in.
    pub fn served(&self, card: Card, second: bool) -> impl Iterator<Item = Service> + use<> {
        let layer = self.0[usize::from(second)];
        Service::ALL.into_iter().filter(move |&service| layer.served[service as usize].contains(card))
    }

    /// Puts cards of the hand to first and second cards that lie here, and all have served.
    #[inline]
    pub(super) fn serve(&mut self, service: Service, hand: CardSet, cards: [CardSet; 2]) {
        let behind = hand & self.0[0].cards;
        for (layer, (new, lying)) in self.0.iter_mut().zip([hand - behind, behind].into_iter().zip(cards)) {
            layer.cards |= new;
            layer.served[service as usize] |= new | lying;
        }
        self.settle();
    }

    /// Lays a nine, which serves in nothing.
    #[inline]
    pub(super) fn lay(&mut self, nine: Card) {
        let second = self.0[0].cards.contains(nine);
        self.0[usize::from(second)].cards.insert(nine);
    }

    /// Takes away the first or the second of a card that lies here.
    #[inline]
    pub(super) fn remove(&mut self, card: Card, second: bool) {
        self.0[usize::from(second)].remove(card);
        self.settle();
    }

    /// Brings equal cards into their order.
    #[inline]
    fn settle(&mut self) {
        let [first, second] = &mut self.0;
        let (mut turned, mut equal) = (second.cards - first.cards, second.cards & first.cards);
        for (a, b) in first.served.into_iter().zip(second.served) {
            turned |= equal & (b - a);
            equal = equal - (a - b) - (b - a);
        }
        first.exchange(second, turned);
    }
}

/// A card that lies here, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    card: Card,
    #[serde(default)]
    served: Vec<Service>,
}

impl Serialize for Laid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let copies = |card: Card| 0..1 + usize::from(self.0[1].cards.contains(card));
        let wire = |card: Card, copy: usize| Wire { card, served: self.served(card, copy == 1).collect() };
        serializer.collect_seq(self.0[0].cards.iter().flat_map(|card| copies(card).map(move |copy| wire(card, copy))))
    }
}

impl<'de> Deserialize<'de> for Laid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Laid, D::Error> {
        let mut laid = Laid::default();
        for Wire { card, served } in Vec::deserialize(deserializer)? {
            let [first, second] = &mut laid.0;
            if second.cards.contains(card) {
                return Err(de::Error::custom(format_args!("the card {card} is given three times")));
            }
            let layer = if first.cards.contains(card) { second } else { first };
            layer.cards.insert(card);
            for service in served {
                let seen = &mut layer.served[service as usize];
                if seen.contains(card) {
                    return Err(de::Error::custom(format_args!("`served` of {card} says something twice")));
                }
                seen.insert(card);
            }
        }
        laid.settle();
        Ok(laid)
    }
}
