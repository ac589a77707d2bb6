//! Recorded games: what was dealt and what was played, in JSON.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Cards};
use crate::rules::{Action, Chance, Dealer, Game, Lots, Overrides, Seat, Spec, State, Stream, Turn, nearest};

/// A recorded game, or the beginning of one.
///
/// # Examples
///
/// ```
/// use elderhand_env::{Game, Record, State, kuhn};
///
/// let record: Record = serde_json::from_str(
///     r#"{"game": "kuhn", "seats": 2, "deck": ["KS", "QS"], "actions": ["bet", "call"]}"#,
/// )?;
/// let end = record.replay(&kuhn::Kuhn::new("kuhn", kuhn::Options {})?, |_, _| ())?;
/// assert_eq!(end.returns(0), 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The variant's id.
    pub game: String,
    /// Options that differ from the variant's own.
    #[serde(default, skip_serializing_if = "Overrides::is_empty")]
    pub options: Overrides,
    /// The number of seats.
    pub seats: usize,
    /// The seed that goes on where `deck` or `lots` end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Cards in dealing order; it may be partial, or left out where there is a seed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deck: Vec<Card>,
    /// The seats that are drawn by lot, in order; it may be partial, or left out where there is a seed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lots: Vec<Seat>,
    /// The actions by name.
    pub actions: Vec<String>,
}

/// A record that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The record is of another variant.
    #[error("the record is of `{found}`, not of `{expected}`")]
    Game {
        /// The game of the record.
        found: String,
        /// The game at hand.
        expected: &'static str,
    },
    /// The variant has another number of seats.
    #[error("`seats` is {found}, but the game has {expected}")]
    Seats {
        /// The seats of the record.
        found: usize,
        /// The seats of the game.
        expected: usize,
    },
    /// A card of the deck cannot be dealt where it stands.
    #[error("`deck`, card {place}: {card} cannot be dealt here")]
    Deal {
        /// The place in `deck`, counted from 1.
        place: usize,
        /// The card.
        card: Card,
    },
    /// The deck has run out and there is no seed.
    #[error("`deck` ends after {dealt} cards: add cards or a `seed`")]
    Exhausted {
        /// The number of cards dealt.
        dealt: usize,
    },
    /// A seat of the lots cannot be drawn where it stands.
    #[error("`lots`, entry {place}: seat {seat} cannot be drawn here")]
    Draw {
        /// The place in `lots`, counted from 1.
        place: usize,
        /// The seat.
        seat: Seat,
    },
    /// The lots have run out and there is no seed.
    #[error("`lots` ends after {drawn} seats: add seats or a `seed`")]
    Undrawn {
        /// The number of seats drawn.
        drawn: usize,
    },
    /// An action is not in the table.
    #[error("`actions`, action {place}: there is no action `{name}`{}", crate::rules::hint(.nearest))]
    Unknown {
        /// The place in `actions`, counted from 1.
        place: usize,
        /// The name.
        name: String,
        /// The most similar legal action.
        nearest: Option<String>,
    },
    /// An action is not legal where it stands.
    #[error("`actions`, action {place}: `{name}` is not legal here; seat {seat} may: {legal}")]
    Illegal {
        /// The place in `actions`, counted from 1.
        place: usize,
        /// The name.
        name: String,
        /// The seat to move.
        seat: Seat,
        /// The legal actions by name.
        legal: String,
    },
    /// There are actions after the end of the game.
    #[error("`actions`, action {place}: the game is already over")]
    Over {
        /// The place in `actions`, counted from 1.
        place: usize,
    },
}

impl Record {
    /// Writes down what was dealt, drawn and played; `options` are those that made the game.
    ///
    /// # Panics
    ///
    /// Panics if an action is not in the table.
    pub fn new(spec: &Spec, options: &Overrides, dealer: &Dealer, actions: &[Action]) -> Record {
        Record {
            game: spec.id.into(),
            options: options.clone(),
            seats: spec.seats,
            seed: None,
            deck: dealer.cards().to_vec(),
            lots: dealer.seats().to_vec(),
            actions: actions.iter().map(|&action| spec.name(action).to_owned()).collect(),
        }
    }

    /// Plays the record and gives the position it ends in; `each` is shown every decision before it is made.
    ///
    /// # Errors
    ///
    /// Fails at the first card, lot or action that the rules do not allow.
    pub fn replay<G: Game>(&self, game: &G, mut each: impl FnMut(&G::State, Action)) -> Result<G::State, ReplayError> {
        let spec = game.spec();
        if self.game != spec.id {
            return Err(ReplayError::Game { found: self.game.clone(), expected: spec.id });
        }
        if self.seats != spec.seats {
            return Err(ReplayError::Seats { found: self.seats, expected: spec.seats });
        }
        let mut script = Script { record: self, dealt: 0, drawn: 0, stream: self.seed.map(Stream::new) };
        let mut state = game.start();
        script.settle(&mut state)?;
        for (i, name) in self.actions.iter().enumerate() {
            let Turn::Seat(seat) = state.turn() else { return Err(ReplayError::Over { place: i + 1 }) };
            let action = find(spec, &state, seat, name, i + 1)?;
            each(&state, action);
            state.apply(action);
            script.settle(&mut state)?;
        }
        Ok(state)
    }
}

fn find<S: State>(spec: &Spec, state: &S, seat: Seat, name: &str, place: usize) -> Result<Action, ReplayError> {
    let legal = state.legal();
    match spec.action(name) {
        Some(action) if legal.contains(action) => Ok(action),
        Some(_) => {
            let legal = spec.names(legal).join(", ");
            Err(ReplayError::Illegal { place, name: name.into(), seat, legal })
        }
        None => {
            let nearest = nearest(name, spec.names(legal).into_iter()).map(str::to_owned);
            Err(ReplayError::Unknown { place, name: name.into(), nearest })
        }
    }
}

/// Deals and draws what a record lists, then what its seed gives.
struct Script<'a> {
    record: &'a Record,
    dealt: usize,
    drawn: usize,
    stream: Option<Stream>,
}

impl Script<'_> {
    fn settle<S: State>(&mut self, state: &mut S) -> Result<(), ReplayError> {
        loop {
            match state.turn() {
                Turn::Chance => state.deal(self.card(state.deck())?),
                Turn::Lot => state.draw(self.seat(state.lots())?),
                Turn::Seat(_) | Turn::Over { .. } => return Ok(()),
            }
        }
    }

    fn card(&mut self, deck: Cards) -> Result<Card, ReplayError> {
        let card = match (self.record.deck.get(self.dealt), &mut self.stream) {
            (Some(&card), _) if deck.contains(card) => card,
            (Some(&card), _) => return Err(ReplayError::Deal { place: self.dealt + 1, card }),
            (None, Some(stream)) => stream.deal(deck),
            (None, None) => return Err(ReplayError::Exhausted { dealt: self.dealt }),
        };
        self.dealt += 1;
        Ok(card)
    }

    fn seat(&mut self, lots: Lots) -> Result<Seat, ReplayError> {
        let seat = match (self.record.lots.get(self.drawn), &mut self.stream) {
            (Some(&seat), _) if lots.weight(seat) > 0 => seat,
            (Some(&seat), _) => return Err(ReplayError::Draw { place: self.drawn + 1, seat }),
            (None, Some(stream)) => stream.draw(lots),
            (None, None) => return Err(ReplayError::Undrawn { drawn: self.drawn }),
        };
        self.drawn += 1;
        Ok(seat)
    }
}
