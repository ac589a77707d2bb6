//! What a referee of whole games says, whatever the game.

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde_json::Value;

use super::C;

/// What a game waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Due {
    /// A card that one seat sees, or all do.
    Card(Option<usize>),
    /// A seat that is drawn by lot, each as often as its weight says.
    Lot(Vec<u8>),
    /// A decision of a seat.
    Decision(usize),
    /// Nothing.
    Over {
        /// A cap stopped it.
        truncated: bool,
        /// What each seat gets.
        returns: Vec<f64>,
        /// What is written down for each seat, if the rules say it.
        points: Option<Vec<i64>>,
    },
}

/// A referee of whole games.
pub trait Referee: Clone + Debug {
    /// What the game waits for.
    fn due(&self) -> Due;
    /// The cards that have not been dealt.
    fn stock(&self) -> &[C];
    /// The names of the actions that are legal.
    fn legal(&self) -> BTreeSet<String>;
    /// The cards of each hand, if none of them are being laid just now.
    fn hands(&self) -> &[Vec<C>];
    /// What the view of a seat should show, as far as the referee knows: some of its fields.
    fn shows(&self, seat: usize) -> Value;
    /// Deals a card to where one is due.
    fn deal(&mut self, card: C);
    /// Is told of the seat that was drawn, where one was due.
    fn draw(&mut self, seat: usize) {
        panic!("no lot was due, and seat {seat} was drawn: {self:?}");
    }
    /// Takes a legal action.
    fn act(&mut self, name: &str);
}
