//! One game being played: the driver that owns the truth, the chance and the record.

use crate::driving::Record;
use crate::rules::{Action, Audit, Dealer, Game, Illegal, Overrides, Seat, State, Stream, Turn};

/// One game in progress; players are shown views, and what happens is kept for a [`Record`].
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    game: G,
    state: G::State,
    dealer: Dealer,
    actions: Vec<Action>,
}

impl<G: Game> Table<G> {
    /// Deals a new game from a stream; equal streams deal equal cards.
    pub fn new(game: G, stream: Stream) -> Table<G> {
        let (mut state, mut dealer) = (game.start(), Dealer::new(stream));
        state.settle(&mut dealer);
        Table { game, state, dealer, actions: Vec::new() }
    }

    /// The game that is played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The seat to move, or nothing when the game is over.
    pub fn seat(&self) -> Option<Seat> {
        match self.state.turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// How many of the last decisions only those who made them know yet, as [`State::sealed`] says.
    pub fn sealed(&self) -> usize {
        self.state.sealed()
    }

    /// Says whether a cap ended the game.
    pub fn truncated(&self) -> bool {
        matches!(self.state.turn(), Turn::Over { truncated: true })
    }

    /// What a seat knows.
    pub fn view(&self, seat: Seat) -> <G::State as State>::View {
        self.state.view(seat)
    }

    /// Plays an action of the seat to move, and deals and draws what follows.
    ///
    /// # Errors
    ///
    /// Fails if the action is not legal; nothing has changed then.
    pub fn play(&mut self, action: Action) -> Result<(), Illegal> {
        self.state.play(action)?;
        self.actions.push(action);
        self.state.settle(&mut self.dealer);
        Ok(())
    }

    /// The points of a seat: 0 before the end.
    pub fn returns(&self, seat: Seat) -> f32 {
        self.state.returns(seat)
    }

    /// The number of decisions made.
    pub fn length(&self) -> usize {
        self.actions.len()
    }

    /// The record of the game so far, with every card that was dealt and every seat that was drawn; `options` are those
    /// that made the game.
    pub fn record(&self, options: &Overrides) -> Record {
        Record::new(self.game.spec(), options, &self.dealer, &self.actions)
    }
}
