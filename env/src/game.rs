//! The rules of a game, the whole truth of a position, and what one seat knows of it.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Action, ActionSet, Card, Cards, Chance, Lots, OptionError, Row, Spec, Stream};

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

/// Who sees the card that chance deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// One seat.
    Seat(Seat),
    /// Every seat.
    Everyone,
}

/// An action that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("action {} is not legal here", .0.0)]
pub struct Illegal(
    /// The action that was tried.
    pub Action,
);

/// A view that no position of the game shows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Inconsistent(
    /// What is wrong with it, naming the field.
    pub String,
);

/// Refuses a view in which something does not hold.
pub(crate) fn require(holds: bool, text: &str) -> Result<(), Inconsistent> {
    if holds { Ok(()) } else { Err(Inconsistent(text.into())) }
}

/// As [`require`], with a text that is made only if it is needed.
pub(crate) fn require_or(holds: bool, text: impl FnOnce() -> String) -> Result<(), Inconsistent> {
    if holds { Ok(()) } else { Err(Inconsistent(text())) }
}

/// The rules of one variant; the value holds its options.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The truth of a position.
    type State: State;
    /// The options, which serialise as one flat table.
    type Options: Clone + Debug + PartialEq + Serialize + DeserializeOwned;

    /// The name of the family, which is also the name of its folder.
    const FAMILY: &'static str;
    /// What the returns of a round count, in the plural.
    const POINTS: &'static str = "points";
    /// The options that may vary under one network: they change neither the action table nor the layout of an
    /// observation, and every observation shows their values.
    const VARIABLE: &'static [&'static str] = &[];

    /// Makes the variant `id` with these options.
    ///
    /// # Errors
    ///
    /// Fails if an option is out of its range or two of them contradict each other.
    fn new(id: &'static str, options: Self::Options) -> Result<Self, OptionError>;
    /// The options it was made with.
    fn options(&self) -> &Self::Options;
    /// Its seats, action table, observation planes and bounds.
    fn spec(&self) -> &Spec;
    /// The position before the first card is dealt.
    fn start(&self) -> Self::State;
}

/// The truth of a position: plain data without a history or a source of randomness.
///
/// Positions from which the same can follow are equal, whatever led to them, so that they can be counted as one.
pub trait State: Clone + Debug + Eq + Hash + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// What one seat knows of it.
    type View: View<State = Self>;

    /// Who acts next.
    fn turn(&self) -> Turn;
    /// The cards of which chance deals one now, each copy equally likely; empty when no card is to be dealt.
    fn deck(&self) -> Cards;
    /// Who will see the card that chance deals now.
    fn audience(&self) -> Audience;
    /// Deals a card of [`State::deck`].
    fn deal(&mut self, card: Card);
    /// By what weights a seat is drawn now; nobody can be when no lot is to be drawn.
    fn lots(&self) -> Lots {
        Lots::NONE
    }
    /// Draws a seat of [`State::lots`]; called only where a lot is to be drawn, which in most games is nowhere.
    fn draw(&mut self, seat: Seat) {
        unreachable!("nothing is decided by lot here, and seat {seat} was drawn");
    }
    /// Applies an action that the caller knows to be legal.
    fn apply(&mut self, action: Action);
    /// The points of a seat: 0 before the end.
    fn returns(&self, seat: Seat) -> f32;
    /// What is written down for a seat when formats join episodes: its points in a round, 1 for a match won.
    fn points(&self, seat: Seat) -> i32 {
        self.returns(seat).round() as i32
    }
    /// What places at the end go by, more being better: the returns, unless these leave open who came second.
    fn standing(&self, seat: Seat) -> f32 {
        self.returns(seat)
    }
    /// What a seat knows.
    fn view(&self, seat: Seat) -> Self::View;
    /// Every place where a card can lie, with the cards that lie there; together they are the pack.
    fn zones(&self) -> Vec<(&'static str, Cards)>;

    /// Cards of hands that lie open before everyone now, other than those that an action has named.
    fn exposed(&self) -> Cards {
        Cards::EMPTY
    }

    /// How many of the last decisions are known only to those who made them; where all decide at once, those made since
    /// chance last had its turn.
    fn sealed(&self) -> usize {
        0
    }

    /// The actions of the seat to move; none when no seat is.
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

/// What one seat knows: everything that a careful player would remember, and nothing else.
///
/// Its JSON is the contract with front ends. It carries the options of its game, so that it needs nothing beside it.
pub trait View: Clone + Debug + Eq + Hash + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// The truth it is a part of.
    type State: State<View = Self>;

    /// The seat whose view it is.
    fn seat(&self) -> Seat;
    /// The actions of this seat; none when it is not to move.
    fn legal(&self) -> ActionSet;
    /// Writes the observation.
    fn encode(&self, row: &mut Row<'_>);
    /// Says whether some position of the game shows this view, so that no method can fail on it.
    ///
    /// # Errors
    ///
    /// Fails with the first field that contradicts the rules or another field.
    fn check(&self) -> Result<(), Inconsistent>;

    /// Writes the observation and gives the legal actions; overridden where the two share work.
    #[inline]
    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        self.encode(row);
        self.legal()
    }
}

/// A view from which the hidden cards can be dealt again.
pub trait Redeal: View {
    /// Draws one of the positions that show this seat this view.
    fn redeal(&self, chance: &mut Stream) -> Self::State;
}
