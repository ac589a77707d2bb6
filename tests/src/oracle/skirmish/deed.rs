//! What each thing that is done in a turn changes.

use super::combination::Combination;
use super::growing::Addition;
use super::turn::{Function, Position};
use crate::oracle::card::Card;

/// One thing that is done in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// This card is drawn.
    Draw(Card),
    /// A card goes on the discard stack.
    Discard(Card),
    /// A card goes on one's own stack.
    Drop(Card),
    /// A card is taken from the stack where it lies, with all above it.
    Take(Card),
    /// A combination is laid.
    Lay(Combination),
    /// Something is added to a combination.
    Add(Addition),
}

impl Position {
    /// The position after something is done that is allowed.
    pub fn after(&self, deed: &Deed) -> Position {
        let mut after = self.clone();
        // Whatever else is done ends the stretch of play.
        after.playing = matches!(deed, Deed::Lay(_) | Deed::Add(_));
        after.used.insert(match deed {
            Deed::Draw(_) => Function::Draw,
            Deed::Discard(_) => Function::Discard,
            Deed::Drop(_) => Function::Drop,
            Deed::Take(card) if self.discards.contains(card) => Function::PickUp,
            Deed::Take(_) => Function::Retrieve,
            Deed::Lay(_) | Deed::Add(_) => Function::Play,
        });
        match deed {
            Deed::Draw(card) => {
                after.hand.insert(*card);
                after.deck -= 1;
            }
            Deed::Discard(card) => {
                after.hand.remove(card);
                after.discards.push(*card);
            }
            Deed::Drop(card) => {
                after.hand.remove(card);
                after.dropped.push(*card);
            }
            Deed::Take(card) => {
                for stack in [&mut after.discards, &mut after.dropped] {
                    if let Some(place) = stack.iter().position(|other| other == card) {
                        after.hand.extend(stack.split_off(place));
                    }
                }
                if self.discards.contains(card) {
                    after.must = Some(*card);
                }
            }
            Deed::Lay(laid) => {
                after.put_down(&laid.cards);
                after.table.push(laid.clone());
                if let Some(chart) = &mut after.chart
                    && chart.laid.insert(laid.kind)
                {
                    chart.fresh.insert(laid.kind);
                }
            }
            Deed::Add(addition) => {
                after.put_down(&addition.cards);
                after.table[addition.to] = addition.grown.clone();
            }
        }
        after
    }

    /// Takes laid cards out of the hand; they fulfil an obligation.
    fn put_down(&mut self, cards: &[Card]) {
        self.hand.retain(|card| !cards.contains(card));
        self.must = None;
    }
}
