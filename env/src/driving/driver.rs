//! One game being played: the driver that owns the truth, the chance and the record.

use crate::cards::Card;
use crate::driving::dealer::Dealer;
use crate::driving::{DealError, DrawError, PlayError, Record, ReplayError, UndoError};
use crate::rules::{Action, ActionSet, Audit, Game, Overrides, Seat, State, Stream, Turn, ViewOf, nearest};

/// One game in progress; players are shown views, and what happens is kept for a [`Record`].
///
/// [`Table`](crate::Table) is the same without a type parameter.
///
/// # Examples
///
/// ```
/// use elderhand_env::{Driver, Game, Stream, View, kuhn};
///
/// let game = kuhn::Kuhn::new("kuhn", kuhn::Options {})?;
/// let (mut driver, mut choice) = (Driver::new(game, Stream::new(1)), Stream::new(2));
/// while let Some(seat) = driver.seat() {
///     driver.play(choice.pick(&driver.view(seat).legal()))?;
/// }
/// assert_eq!(driver.returns(0) + driver.returns(1), 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Driver<G: Game> {
    game: G,
    state: G::State,
    dealer: Dealer,
    actions: Vec<Action>,
    /// The rounds that have ended since the last decision, as they were counted, but for one after which none has been dealt yet.
    counted: Vec<G::State>,
}

impl<G: Game> Driver<G> {
    /// Begins a game, whose cards and lots come from a stream; equal streams deal equal cards.
    ///
    /// Without a stream it stops whenever it is chance's turn, and [`Driver::deal`] and [`Driver::draw`] go on.
    pub fn new(game: G, stream: impl Into<Option<Stream>>) -> Driver<G> {
        let dealer = Dealer::new(Vec::new(), Vec::new(), stream.into());
        let mut driver = Driver { state: game.start(), game, dealer, actions: Vec::new(), counted: Vec::new() };
        driver.settle();
        driver
    }

    /// Takes up a recorded game where its record ends.
    ///
    /// What its `deck` and `lots` still hold is dealt and drawn next, then what its `seed` gives; without one the game
    /// stops at chance's turn.
    ///
    /// # Errors
    ///
    /// Fails if the record is of another game, and at the first card, lot or action that the rules do not allow.
    pub fn from_record(game: G, record: &Record) -> Result<Driver<G>, ReplayError> {
        Driver::take_up(game, record, |_, _| ())
    }

    /// As [`Driver::from_record`]; `each` is shown every decision before it is made.
    pub(super) fn take_up(
        game: G,
        record: &Record,
        mut each: impl FnMut(&G::State, Action),
    ) -> Result<Driver<G>, ReplayError> {
        let spec = game.spec();
        if record.game != spec.id {
            return Err(ReplayError::Game { found: record.game.clone(), expected: spec.id });
        }
        if record.seats != spec.seats {
            return Err(ReplayError::Seats { found: record.seats, expected: spec.seats });
        }
        let dealer = Dealer::new(record.deck.clone(), record.lots.clone(), record.seed.map(Stream::new));
        let mut driver = Driver { state: game.start(), game, dealer, actions: Vec::new(), counted: Vec::new() };
        for (place, name) in (1..).zip(&record.actions) {
            driver.follow()?;
            let action = driver.find(name).map_err(|source| ReplayError::Play { place, source })?;
            each(&driver.state, action);
            driver.counted.clear();
            driver.state.apply(action);
            driver.actions.push(action);
        }
        match driver.follow() {
            Ok(()) | Err(ReplayError::Exhausted { .. } | ReplayError::Undrawn { .. }) => Ok(driver),
            Err(error) => Err(error),
        }
    }

    /// The game that is played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The truth of the position, which no player may see.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The truth of the position, when the rest is not needed any more.
    pub fn into_state(self) -> G::State {
        self.state
    }

    /// Who acts next: never chance where there is a stream.
    pub fn turn(&self) -> Turn {
        self.state.turn()
    }

    /// The seat to move, or nothing when none is.
    pub fn seat(&self) -> Option<Seat> {
        match self.state.turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// Returns `true` if a cap ended the game.
    pub fn truncated(&self) -> bool {
        matches!(self.state.turn(), Turn::Over { truncated: true })
    }

    /// How many of the last decisions only those who made them know yet, as [`Audit::sealed`] says.
    pub fn sealed(&self) -> usize {
        self.state.sealed()
    }

    /// The actions of the seat to move; none when no seat is.
    pub fn legal(&self) -> ActionSet {
        self.state.legal()
    }

    /// What a seat knows.
    pub fn view(&self, seat: Seat) -> ViewOf<G> {
        self.state.view(seat)
    }

    /// Returns what a seat saw of the rounds of a match that have ended since the last decision, as they were counted, oldest first:
    /// the one that the decision ended, and those that went by without one. Not of one after which none has been dealt yet, which
    /// [`Driver::view`] still shows.
    pub fn ended(&self, seat: Seat) -> impl Iterator<Item = ViewOf<G>> {
        self.counted.iter().map(move |state| state.view(seat))
    }

    /// The points of a seat: 0 before the end.
    pub fn returns(&self, seat: Seat) -> f32 {
        self.state.returns(seat)
    }

    /// The number of decisions made.
    pub fn length(&self) -> usize {
        self.actions.len()
    }

    /// The decisions made, in order.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Plays an action of the seat to move, and deals and draws what follows.
    ///
    /// # Errors
    ///
    /// Fails if the action is not legal; nothing has changed then.
    pub fn play(&mut self, action: Action) -> Result<(), PlayError> {
        if !self.state.legal().contains(action) {
            return Err(self.refuse(action));
        }
        self.counted.clear();
        self.state.apply(action);
        self.actions.push(action);
        self.settle();
        Ok(())
    }

    /// Plays an action by its name, as [`Driver::play`] does; letters may be of either case.
    ///
    /// # Errors
    ///
    /// Fails if no action has the name, or it is not legal; nothing has changed then.
    pub fn play_named(&mut self, name: &str) -> Result<(), PlayError> {
        self.play(self.find(name)?)
    }

    /// Deals a card where it is chance's turn to deal one, and goes on as far as that leads.
    ///
    /// # Errors
    ///
    /// Fails unless the card is one of [`State::deck`]; nothing has changed then.
    pub fn deal(&mut self, card: Card) -> Result<(), DealError> {
        match self.state.turn() {
            Turn::Chance if self.state.deck().contains(card) => {
                self.dealer.put_card(card);
                self.settle();
                Ok(())
            }
            Turn::Chance => Err(DealError::Card { card }),
            _ => Err(DealError::Turn),
        }
    }

    /// Draws a seat where it is chance's turn to draw one, and goes on as far as that leads.
    ///
    /// # Errors
    ///
    /// Fails unless the seat is one of [`State::lots`]; nothing has changed then.
    pub fn draw(&mut self, seat: Seat) -> Result<(), DrawError> {
        match self.state.turn() {
            Turn::Lot if self.state.lots().weight(seat) > 0 => {
                self.dealer.put_seat(seat);
                self.settle();
                Ok(())
            }
            Turn::Lot => Err(DrawError::Seat { seat }),
            _ => Err(DrawError::Turn),
        }
    }

    /// Goes back until so many decisions are made, to what was dealt and drawn by then.
    ///
    /// What was dealt after that is dealt again, in the same order, as long as the rules allow it; where the game takes
    /// another course and a card cannot be dealt, chance goes on without the old ones.
    ///
    /// # Errors
    ///
    /// Fails if fewer decisions have been made; nothing has changed then.
    pub fn undo_to(&mut self, decisions: usize) -> Result<(), UndoError> {
        if decisions > self.actions.len() {
            return Err(UndoError { asked: decisions, made: self.actions.len() });
        }
        self.actions.truncate(decisions);
        self.counted.clear();
        self.state = self.game.start();
        self.dealer.rewind();
        self.settle();
        for i in 0..decisions {
            self.counted.clear();
            self.state.apply(self.actions[i]);
            self.settle();
        }
        Ok(())
    }

    /// The record of the game so far, with every card that was dealt and every seat that was drawn; `options` are those
    /// that made the game.
    pub fn record(&self, options: &Overrides) -> Record {
        let spec = self.game.spec();
        Record {
            game: spec.id.into(),
            options: options.clone(),
            seats: spec.seats,
            seed: None,
            deck: self.dealer.cards().to_vec(),
            lots: self.dealer.seats().to_vec(),
            actions: self.actions.iter().map(|&action| spec.name(action).to_owned()).collect(),
            about: None,
        }
    }

    /// The record from which [`Driver::from_record`] goes on as this does: with the cards and seats, too, that are known to be
    /// next, since they were taken back or stand in the record that was taken up.
    pub fn snapshot(&self, options: &Overrides) -> Record {
        let (cards, seats) = self.dealer.script();
        Record { deck: cards.to_vec(), lots: seats.to_vec(), ..self.record(options) }
    }

    /// Deals and draws as the script and the stream say, until a seat is to move or the game is over.
    ///
    /// Fails where the script does not fit, and where it ends and there is no stream.
    pub(super) fn follow(&mut self) -> Result<(), ReplayError> {
        loop {
            match self.state.turn() {
                Turn::Chance => {
                    let card = self.dealer.deal(self.state.deck())?;
                    if self.state.is_counted() {
                        self.counted.push(self.state.clone());
                    }
                    self.state.deal(card);
                }
                Turn::Lot => self.state.draw(self.dealer.draw(self.state.lots())?),
                Turn::Seat(_) | Turn::Over { .. } => return Ok(()),
            }
        }
    }

    /// As [`Driver::follow`], but a script that does not fit is forgotten, and without a stream chance keeps its turn.
    fn settle(&mut self) {
        while let Err(error) = self.follow() {
            match error {
                ReplayError::Deal { .. } => self.dealer.forget_cards(),
                ReplayError::Draw { .. } => self.dealer.forget_seats(),
                _ => return,
            }
        }
    }

    /// The legal action of this name.
    fn find(&self, name: &str) -> Result<Action, PlayError> {
        let seat = self.decider()?;
        let (spec, legal) = (self.game.spec(), self.state.legal());
        match spec.action(name) {
            Some(action) if legal.contains(action) => Ok(action),
            Some(action) => Err(self.refuse(action)),
            None => {
                let legal = spec.names(legal);
                let nearest = nearest(name, legal.iter().copied()).map(str::to_owned);
                Err(PlayError::Unknown { name: name.into(), nearest, seat, legal: legal.join(", ") })
            }
        }
    }

    /// The seat to move.
    fn decider(&self) -> Result<Seat, PlayError> {
        match self.state.turn() {
            Turn::Seat(seat) => Ok(seat),
            Turn::Chance | Turn::Lot => Err(PlayError::Chance),
            Turn::Over { .. } => Err(PlayError::Over),
        }
    }

    /// Why an action is not legal.
    fn refuse(&self, action: Action) -> PlayError {
        let spec = self.game.spec();
        let Some(name) = spec.actions.get(usize::from(action.0)) else {
            return PlayError::Beyond { action, actions: spec.actions.len() };
        };
        match self.decider() {
            Ok(seat) => {
                let legal = spec.names(self.state.legal()).join(", ");
                PlayError::Illegal { name: name.clone(), seat, legal }
            }
            Err(error) => error,
        }
    }
}
