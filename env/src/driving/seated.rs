//! What plays a game, whatever the game's type.

use std::fmt::Debug;
use std::sync::Arc;

use crate::cards::{Card, Cards};
use crate::driving::any_view::Shown;
use crate::driving::{DealError, DrawError, Driver, PlayError, Record, UndoError};
use crate::rules::{Action, ActionSet, Audit, Game, Lots, Overrides, Seat, Sequel, State, Turn};

/// What a [`Driver`] does, whatever its game.
pub(super) trait Seated: Debug + Send + Sync {
    fn copy(&self) -> Box<dyn Seated>;
    fn turn(&self) -> Turn;
    fn sealed(&self) -> usize;
    fn legal(&self) -> ActionSet;
    fn deck(&self) -> Cards;
    fn lots(&self) -> Lots;
    fn view(&self, seat: Seat) -> Arc<dyn Shown>;
    fn ended(&self, seat: Seat) -> Vec<Arc<dyn Shown>>;
    fn returns(&self, seat: Seat) -> f32;
    fn settled(&self, seat: Seat) -> Option<f32>;
    fn points(&self, seat: Seat) -> i32;
    fn sequel(&self) -> Option<Sequel>;
    fn actions(&self) -> &[Action];
    fn play(&mut self, action: Action) -> Result<(), PlayError>;
    fn play_named(&mut self, name: &str) -> Result<(), PlayError>;
    fn deal(&mut self, card: Card) -> Result<(), DealError>;
    fn draw(&mut self, seat: Seat) -> Result<(), DrawError>;
    fn undo_to(&mut self, decisions: usize) -> Result<(), UndoError>;
    fn record(&self, options: &Overrides) -> Record;
    fn snapshot(&self, options: &Overrides) -> Record;
}

impl<G: Game> Seated for Driver<G> {
    fn copy(&self) -> Box<dyn Seated> {
        Box::new(self.clone())
    }

    fn turn(&self) -> Turn {
        self.turn()
    }

    fn sealed(&self) -> usize {
        self.state().sealed()
    }

    fn legal(&self) -> ActionSet {
        self.legal()
    }

    fn deck(&self) -> Cards {
        self.state().deck()
    }

    fn lots(&self) -> Lots {
        self.state().lots()
    }

    fn view(&self, seat: Seat) -> Arc<dyn Shown> {
        Arc::new(self.state().view(seat))
    }

    fn ended(&self, seat: Seat) -> Vec<Arc<dyn Shown>> {
        self.ended(seat).map(|view| Arc::new(view) as Arc<dyn Shown>).collect()
    }

    fn returns(&self, seat: Seat) -> f32 {
        self.returns(seat)
    }

    fn settled(&self, seat: Seat) -> Option<f32> {
        self.state().settled(seat)
    }

    fn points(&self, seat: Seat) -> i32 {
        self.state().points(seat)
    }

    fn sequel(&self) -> Option<Sequel> {
        self.game().sequel(self.state())
    }

    fn actions(&self) -> &[Action] {
        self.actions()
    }

    fn play(&mut self, action: Action) -> Result<(), PlayError> {
        self.play(action)
    }

    fn play_named(&mut self, name: &str) -> Result<(), PlayError> {
        self.play_named(name)
    }

    fn deal(&mut self, card: Card) -> Result<(), DealError> {
        self.deal(card)
    }

    fn draw(&mut self, seat: Seat) -> Result<(), DrawError> {
        self.draw(seat)
    }

    fn undo_to(&mut self, decisions: usize) -> Result<(), UndoError> {
        self.undo_to(decisions)
    }

    fn record(&self, options: &Overrides) -> Record {
        self.record(options)
    }

    fn snapshot(&self, options: &Overrides) -> Record {
        self.snapshot(options)
    }
}
