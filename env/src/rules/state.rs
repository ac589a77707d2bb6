//! The truth of a position, and what changes it.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::action::{Action, ActionSet};
use super::chance::Chance;
use super::check::Check;
use super::encode::Encode;
use super::lots::Lots;
use super::redeal::Redeal;
use super::view::View;
use crate::cards::{Card, Cards};

/// A place at the table, counted from 0 clockwise.
pub type Seat = usize;

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A seat decides.
    Seat(Seat),
    /// Chance deals a card.
    Chance,
    /// Chance draws a seat by lot, which everyone sees.
    Lot,
    /// The episode has ended.
    Over {
        /// A cap stopped it, not the rules.
        truncated: bool,
    },
}

/// An action that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("action {} is not legal here", .0.0)]
pub struct Illegal(
    /// The action that was tried.
    pub Action,
);

/// The truth of a position: plain data without a history or a source of randomness.
///
/// Positions from which the same can follow are equal, whatever led to them, so that they can be counted as one.
pub trait State: Clone + Debug + Eq + Hash + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// What one seat knows of it.
    type View: View + Encode + Check + Redeal<Self>;

    /// Whether [`State::settled`] may say something before the end; a batch asks only those games that say so here.
    const SETTLES_EARLY: bool = false;

    /// Returns who acts next.
    fn turn(&self) -> Turn;
    /// Returns the cards of which chance deals one now, each copy equally likely; empty when no card is to be dealt.
    fn deck(&self) -> Cards;
    /// Deals a card of [`State::deck`].
    fn deal(&mut self, card: Card);
    /// Returns by what weights a seat is drawn now; nobody can be when no lot is to be drawn.
    fn lots(&self) -> Lots {
        Lots::NONE
    }
    /// Draws a seat of [`State::lots`]; nothing happens in games that decide nothing by lot.
    fn draw(&mut self, _seat: Seat) {}
    /// Applies an action that the caller knows to be legal.
    fn apply(&mut self, action: Action);
    /// Returns the points of a seat: 0 before the end.
    fn returns(&self, seat: Seat) -> f32;
    /// Returns what a seat gets, as soon as nothing can change it any more; `None` before.
    ///
    /// It equals what [`State::returns`] will be, and never becomes `None` again. A seat that has folded, gone out or
    /// left may know long before the end; a game that says so sets [`State::SETTLES_EARLY`] too.
    fn settled(&self, seat: Seat) -> Option<f32> {
        matches!(self.turn(), Turn::Over { .. }).then(|| self.returns(seat))
    }
    /// Returns what is written down for a seat when formats join episodes: its points in a round; of a match what was
    /// gambled for it, its match points where players can be lurched, else 1 for the winner.
    fn points(&self, seat: Seat) -> i32 {
        self.returns(seat).round() as i32
    }
    /// Returns what places at the end go by, more being better: the returns, unless these leave open who came second.
    fn standing(&self, seat: Seat) -> f32 {
        self.returns(seat)
    }
    /// Returns `false` where a position contradicts itself in what no seat sees, or so that it cannot be shown, as in a text that was
    /// altered. It is asked first of a position that comes from outside; what seats see is checked by [`Check`].
    fn stands(&self) -> bool {
        true
    }
    /// Returns what a seat knows.
    fn view(&self, seat: Seat) -> Self::View;
    /// Returns the actions of the seat to move; none when no seat is.
    fn legal(&self) -> ActionSet {
        match self.turn() {
            Turn::Seat(seat) => self.view(seat).legal(),
            _ => ActionSet::EMPTY,
        }
    }

    /// Checks an action, then applies it.
    ///
    /// # Errors
    ///
    /// Fails if the action is not legal; the state is then unchanged.
    fn play(&mut self, action: Action) -> Result<(), Illegal> {
        if !self.legal().contains(action) {
            return Err(Illegal(action));
        }
        self.apply(action);
        Ok(())
    }

    /// Deals and draws until it is not chance's turn.
    #[inline]
    fn settle(&mut self, chance: &mut impl Chance) {
        loop {
            match self.turn() {
                Turn::Chance => {
                    let card = chance.deal(self.deck());
                    self.deal(card);
                }
                Turn::Lot => {
                    let seat = chance.draw(self.lots());
                    self.draw(seat);
                }
                Turn::Seat(_) | Turn::Over { .. } => break,
            }
        }
    }
}
