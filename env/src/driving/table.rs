//! One game in progress, whatever its type.

use std::fmt::Debug;

use crate::cards::{Card, Cards};
use crate::driving::seated::Seated;
use crate::driving::{AnyGame, AnyView, DealError, DrawError, PlayError, Record, ReplayError, UndoError};
use crate::matches::Deal;
use crate::registry::{GameError, game, variant};
use crate::rules::{Action, ActionSet, Game, Lots, Overrides, Seat, Sequel, Stream, Turn};

/// One game in progress, without type parameters: a [`Driver`](crate::Driver) for whatever plays any game.
///
/// It owns the truth, so it belongs to whoever keeps the rules; players are shown what [`Table::view`] gives. An error
/// changes nothing.
///
/// # Examples
///
/// ```
/// use elderhand_env::{Overrides, Stream, Table, Turn};
///
/// let mut table = Table::new("kuhn", &Overrides::new(), Stream::new(1))?;
/// assert_eq!((table.seat(), table.names()), (Some(0), vec!["check", "bet"]));
/// table.play_named("check")?;
/// table.play_named("bet")?;
/// // Seat 1 thinks better of it.
/// table.undo_to(1)?;
/// table.play_named("check")?;
/// assert_eq!(table.turn(), Turn::Over { truncated: false });
///
/// let record = table.record();
/// assert_eq!(record.actions, ["check", "check"]);
/// assert_eq!(Table::from_record(&record)?.returns(), table.returns());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Without a stream the cards are dealt by hand:
///
/// ```
/// # use elderhand_env::{Overrides, Table, Turn};
/// let mut table = Table::new("kuhn", &Overrides::new(), None)?;
/// assert_eq!((table.turn(), table.deck().len()), (Turn::Chance, 3));
/// table.deal("KS".parse()?)?;
/// table.deal("QS".parse()?)?;
/// assert_eq!(table.view(1)?.json()["card"], "QS");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table {
    game: AnyGame,
    driver: Box<dyn Seated>,
}

/// A seat that the game does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no seat {seat}: the seats are 0 to {}", .seats - 1)]
pub struct NoSeat {
    /// The seat that was asked for.
    pub seat: Seat,
    /// The number of seats.
    pub seats: usize,
}

/// A record that cannot be taken up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Its game cannot be made.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The rules do not allow it.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl Table {
    /// Begins a game of a registered variant, with options laid over its own.
    ///
    /// Its cards and lots come from a stream; where there is none, [`Table::deal`] and [`Table::draw`] do chance's part.
    /// Equal streams deal equal cards.
    ///
    /// # Errors
    ///
    /// Fails if there is no such variant, and if an option is unknown or out of range.
    pub fn new(id: &str, overrides: &Overrides, stream: impl Into<Option<Stream>>) -> Result<Table, GameError> {
        Ok(game(id, overrides)?.table(stream))
    }

    /// Begins a game that need not be registered.
    pub fn of<G: Game>(game: G, stream: impl Into<Option<Stream>>) -> Table {
        AnyGame::of(game).table(stream)
    }

    /// Takes up a recorded game of a registered variant where its record ends.
    ///
    /// What its `deck` and `lots` still hold is dealt and drawn next, then what its `seed` gives. Records of games that
    /// were played have no seed: give it one if chance is to go on, and put right in its `deck` what was dealt wrongly by
    /// hand.
    ///
    /// # Errors
    ///
    /// Fails if the game cannot be made, and at the first card, lot or action that the rules do not allow.
    pub fn from_record(record: &Record) -> Result<Table, RecordError> {
        Ok(game(&record.game, &record.options)?.take_up(record)?)
    }

    pub(super) fn driven_by(game: AnyGame, driver: Box<dyn Seated>) -> Table {
        Table { game, driver }
    }

    /// The game that is played.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Who acts next: never chance where there is a stream.
    pub fn turn(&self) -> Turn {
        self.driver.turn()
    }

    /// The seat to move, or nothing when none is.
    pub fn seat(&self) -> Option<Seat> {
        match self.turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// Returns `true` if a cap ended the game.
    pub fn truncated(&self) -> bool {
        matches!(self.turn(), Turn::Over { truncated: true })
    }

    /// How many of the last decisions only those who made them know yet, as [`Audit::sealed`](crate::Audit::sealed) says.
    pub fn sealed(&self) -> usize {
        self.driver.sealed()
    }

    /// The actions of the seat to move; none when no seat is.
    pub fn legal(&self) -> ActionSet {
        self.driver.legal()
    }

    /// The names of the legal actions, in the order of [`Table::legal`].
    pub fn names(&self) -> Vec<&str> {
        self.game.spec().names(self.legal())
    }

    /// The cards of which one is dealt now; empty when no card is to be dealt.
    pub fn deck(&self) -> Cards {
        self.driver.deck()
    }

    /// By what weights a seat is drawn now; nobody can be when no lot is to be drawn.
    pub fn lots(&self) -> Lots {
        self.driver.lots()
    }

    /// What a seat knows.
    ///
    /// # Errors
    ///
    /// Fails if there is no such seat.
    pub fn view(&self, seat: Seat) -> Result<AnyView, NoSeat> {
        let seats = self.game.spec().seats;
        if seat >= seats {
            return Err(NoSeat { seat, seats });
        }
        Ok(AnyView::new(self.game.clone(), self.driver.view(seat)))
    }

    /// Returns what a seat saw of the rounds of a match that have ended since the last decision, as they were counted, oldest first:
    /// the one that the decision ended, and those that went by without one. Not of one after which none has been dealt yet, which
    /// [`Table::view`] still shows.
    ///
    /// # Errors
    ///
    /// Fails if there is no such seat.
    pub fn ended(&self, seat: Seat) -> Result<Vec<AnyView>, NoSeat> {
        let seats = self.game.spec().seats;
        if seat >= seats {
            return Err(NoSeat { seat, seats });
        }
        Ok(self.driver.ended(seat).into_iter().map(|view| AnyView::new(self.game.clone(), view)).collect())
    }

    /// The points of every seat: 0 before the end.
    pub fn returns(&self) -> Vec<f32> {
        self.each(|seat| self.driver.returns(seat))
    }

    /// What every seat gets, as soon as nothing can change it any more, as [`State::settled`](crate::State::settled) says.
    pub fn settled(&self) -> Vec<Option<f32>> {
        self.each(|seat| self.driver.settled(seat))
    }

    /// What is written down for every seat when formats join episodes, as [`State::points`](crate::State::points) says.
    pub fn points(&self) -> Vec<i32> {
        self.each(|seat| self.driver.points(seat))
    }

    /// Returns what the game says to those who join rounds, once it is over.
    ///
    /// Who is elder hand next is what the game says itself, or else what the [`Deal`](crate::matches::Deal) of the variant
    /// does; `None` if the players take turns, and of a match.
    pub fn sequel(&self) -> Option<Sequel> {
        if !matches!(self.turn(), Turn::Over { .. }) {
            return None;
        }
        let by_points = || Sequel { winner: self.ahead(), ..Sequel::default() };
        let sequel = self.driver.sequel().unwrap_or_else(by_points);
        let deal = variant(self.game.spec().id).filter(|_| !self.game.is_match()).map_or(Deal::Turns, |own| own.deal);
        Some(Sequel { elder: sequel.elder.or(deal.elder(sequel.winner, sequel.dead)), ..sequel })
    }

    /// Returns the first seat of the side that is alone ahead by points.
    fn ahead(&self) -> Option<Seat> {
        let points = self.points();
        let most = points.iter().max()?;
        let mut best = (0..points.len()).filter(|&seat| points[seat] == *most);
        let first = best.next()?;
        best.all(|other| self.game.side(other) == self.game.side(first)).then_some(first)
    }

    fn each<T>(&self, of: impl Fn(Seat) -> T) -> Vec<T> {
        (0..self.game.spec().seats).map(of).collect()
    }

    /// The number of decisions made.
    pub fn length(&self) -> usize {
        self.actions().len()
    }

    /// The decisions made, in order.
    pub fn actions(&self) -> &[Action] {
        self.driver.actions()
    }

    /// Plays an action of the seat to move, and deals and draws what follows.
    ///
    /// # Errors
    ///
    /// Fails if the action is not legal.
    pub fn play(&mut self, action: Action) -> Result<(), PlayError> {
        self.driver.play(action)
    }

    /// Plays an action by its name, as [`Table::play`] does; letters may be of either case.
    ///
    /// # Errors
    ///
    /// Fails if no action has the name, or it is not legal.
    pub fn play_named(&mut self, name: &str) -> Result<(), PlayError> {
        self.driver.play_named(name)
    }

    /// Deals one of the cards of [`Table::deck`], and goes on as far as that leads.
    ///
    /// # Errors
    ///
    /// Fails if it is not one of them.
    pub fn deal(&mut self, card: Card) -> Result<(), DealError> {
        self.driver.deal(card)
    }

    /// Draws one of the seats of [`Table::lots`], and goes on as far as that leads.
    ///
    /// # Errors
    ///
    /// Fails if it is not one of them.
    pub fn draw(&mut self, seat: Seat) -> Result<(), DrawError> {
        self.driver.draw(seat)
    }

    /// Goes back until so many decisions are made, to what was dealt and drawn by then.
    ///
    /// What was dealt after that is dealt again, in the same order, as long as the rules allow it; where the game takes
    /// another course and a card cannot be dealt, chance goes on without the old ones.
    ///
    /// # Errors
    ///
    /// Fails if fewer decisions have been made.
    pub fn undo_to(&mut self, decisions: usize) -> Result<(), UndoError> {
        self.driver.undo_to(decisions)
    }

    /// The record of the game so far, with every card that was dealt and every seat that was drawn.
    pub fn record(&self) -> Record {
        self.driver.record(self.game.overrides())
    }

    /// The record from which [`Table::from_record`] goes on as this does: with the cards and seats, too, that are known to be
    /// next, since they were taken back or stand in the record that was taken up. What comes after them comes from a stream,
    /// whose place no record holds.
    pub fn snapshot(&self) -> Record {
        self.driver.snapshot(self.game.overrides())
    }
}

impl Clone for Table {
    fn clone(&self) -> Table {
        Table { game: self.game.clone(), driver: self.driver.copy() }
    }
}
