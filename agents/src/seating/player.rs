//! A player seated at a game, whatever the game's type.

use elderhand_env::{Action, AnyGame, AnyView, Seat, View};

use crate::players::agent::{Agent, AgentError, Decision, Judgement, Stopped};
use crate::seating::familiarity::Familiarity;

/// A player seated at a game, without the type of its views.
///
/// [`Bot::player`](crate::Bot::player) seats one that has a name at a registered game; [`Player::new`] takes any [`Agent`].
///
/// # Examples
///
/// ```
/// use elderhand_agents::Bot;
/// use elderhand_env::{Overrides, Stream, Table};
///
/// let mut table = Table::new("gin", &Overrides::new(), Stream::new(1))?;
/// let bot = Bot::open("simple")?;
/// let mut players = [bot.player(table.game())?, bot.player(table.game())?];
/// for (seat, player) in players.iter_mut().enumerate() {
///     player.begin(seat, 7)?;
/// }
/// while let Some(seat) = table.seat() {
///     table.play(players[seat].act(&table.view(seat)?)?)?;
/// }
/// assert_eq!(table.returns().iter().sum::<f32>(), 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Player {
    name: String,
    game: AnyGame,
    agent: Box<dyn Seated>,
    familiarity: Familiarity,
}

/// What an [`Agent`] does, whatever its views; nothing where a view is of another type.
trait Seated: Send {
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<(), AgentError>;
    fn act(&mut self, view: &AnyView) -> Option<Result<Action, AgentError>>;
    fn decide(&mut self, view: &AnyView) -> Option<Result<Decision, AgentError>>;
    fn judge(&mut self, view: &AnyView, action: Action) -> Option<Result<Judgement, AgentError>>;
    fn policy(&mut self, view: &AnyView) -> Option<Result<Vec<(Action, f32)>, AgentError>>;
    fn expects(&mut self, view: &AnyView) -> Option<f32>;
    fn heed(&mut self, stopped: &Stopped);
    fn end(&mut self, returns: &[f32]) -> Result<(), AgentError>;
}

impl<V: View> Seated for Box<dyn Agent<V>> {
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<(), AgentError> {
        (**self).begin(seat, seed)
    }

    fn act(&mut self, view: &AnyView) -> Option<Result<Action, AgentError>> {
        Some((**self).act(view.downcast_ref()?))
    }

    fn decide(&mut self, view: &AnyView) -> Option<Result<Decision, AgentError>> {
        Some((**self).decide(view.downcast_ref()?))
    }

    fn judge(&mut self, view: &AnyView, action: Action) -> Option<Result<Judgement, AgentError>> {
        Some((**self).judge(view.downcast_ref()?, action))
    }

    fn policy(&mut self, view: &AnyView) -> Option<Result<Vec<(Action, f32)>, AgentError>> {
        Some((**self).policy(view.downcast_ref()?))
    }

    fn expects(&mut self, view: &AnyView) -> Option<f32> {
        (**self).expects(view.downcast_ref()?)
    }

    fn heed(&mut self, stopped: &Stopped) {
        (**self).heed(stopped);
    }

    fn end(&mut self, returns: &[f32]) -> Result<(), AgentError> {
        (**self).end(returns)
    }
}

impl Player {
    /// Seats an agent at a game; the name is for the reports of what goes wrong.
    pub fn new<V: View>(name: impl Into<String>, game: &AnyGame, agent: Box<dyn Agent<V>>) -> Player {
        Player { name: name.into(), game: game.clone(), agent: Box::new(agent), familiarity: Familiarity::Game }
    }

    /// Says how well it knows the game.
    pub(crate) fn knowing(mut self, familiarity: Familiarity) -> Player {
        self.familiarity = familiarity;
        self
    }

    /// Returns how well it knows the game.
    pub fn familiarity(&self) -> &Familiarity {
        &self.familiarity
    }

    /// Returns what it does not know, if it learnt the game with other options.
    pub fn warning(&self) -> Option<String> {
        let known = Some(&self.familiarity).filter(|known| matches!(known, Familiarity::OtherOptions { .. }));
        known.map(|known| format!("{} {known}", self.name))
    }

    /// The name by which it is reported.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The game at which it is seated.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Tells the player that a game begins in which it holds a seat; the seed is the only randomness it may use.
    ///
    /// # Errors
    ///
    /// Fails if there is no such seat, or the player is another process that does not answer.
    pub fn begin(&mut self, seat: Seat, seed: u64) -> Result<(), AgentError> {
        let seats = self.game.spec().seats;
        if seat >= seats {
            return Err(self.misused(format!("there is no seat {seat}: the seats are 0 to {}", seats - 1)));
        }
        self.agent.begin(seat, seed)
    }

    /// Chooses one of the legal actions of a view in which its seat is to move.
    ///
    /// # Errors
    ///
    /// Fails if the view is of another game or its seat is not to move, or the player is another process that does not
    /// answer, or answers wrongly.
    pub fn act(&mut self, view: &AnyView) -> Result<Action, AgentError> {
        self.check(view)?;
        self.agent.act(view).unwrap_or_else(|| Err(self.stranger()))
    }

    /// Chooses as [`Player::act`] does and says how it came to it.
    ///
    /// # Errors
    ///
    /// As [`Player::act`].
    pub fn decide(&mut self, view: &AnyView) -> Result<Decision, AgentError> {
        self.check(view)?;
        self.agent.decide(view).unwrap_or_else(|| Err(self.stranger()))
    }

    /// Decides as [`Player::decide`] does, and says what an action costs that is played instead, if it searches.
    ///
    /// # Errors
    ///
    /// As [`Player::act`], and if the action is not legal.
    pub fn judge(&mut self, view: &AnyView, action: Action) -> Result<Judgement, AgentError> {
        self.check(view)?;
        if !view.legal().contains(action) {
            return Err(self.misused(format!("it was asked about action {}, which is not legal there", action.0)));
        }
        self.agent.judge(view, action).unwrap_or_else(|| Err(self.stranger()))
    }

    /// Returns what the seat of a view may expect, in points, whoever is to move; `None` if the player does not estimate it, or
    /// the view is of another game.
    pub fn expects(&mut self, view: &AnyView) -> Option<f32> {
        (*view.game() == self.game).then(|| self.agent.expects(view)).flatten()
    }

    /// Gives the player what to ask while it thinks for long, as [`Agent::heed`] does.
    pub fn heed(&mut self, stopped: &Stopped) {
        self.agent.heed(stopped);
    }

    /// Tells the player the returns of the game it began, one a seat.
    ///
    /// # Errors
    ///
    /// Fails if the player is another process that does not answer.
    pub fn end(&mut self, returns: &[f32]) -> Result<(), AgentError> {
        self.agent.end(returns)
    }

    fn check(&self, view: &AnyView) -> Result<(), AgentError> {
        if *view.game() != self.game {
            return Err(self.stranger());
        }
        if view.legal().is_empty() {
            return Err(self.misused(format!("it was asked for a move where seat {} is not to move", view.seat())));
        }
        Ok(())
    }

    fn stranger(&self) -> AgentError {
        let id = self.game.spec().id;
        self.misused(format!("it was shown a view of another game than `{id}` with the options at which it is seated"))
    }

    fn misused(&self, problem: String) -> AgentError {
        AgentError { bot: self.name.clone(), problem }
    }
}

/// A player is an agent of the game at which it is seated, as [`AnyGame`] plays it.
impl Agent<AnyView> for Player {
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<(), AgentError> {
        Player::begin(self, seat, seed)
    }

    fn act(&mut self, view: &AnyView) -> Result<Action, AgentError> {
        Player::act(self, view)
    }

    fn decide(&mut self, view: &AnyView) -> Result<Decision, AgentError> {
        Player::decide(self, view)
    }

    fn judge(&mut self, view: &AnyView, action: Action) -> Result<Judgement, AgentError> {
        Player::judge(self, view, action)
    }

    fn policy(&mut self, view: &AnyView) -> Result<Vec<(Action, f32)>, AgentError> {
        self.check(view)?;
        self.agent.policy(view).unwrap_or_else(|| Err(self.stranger()))
    }

    fn expects(&mut self, view: &AnyView) -> Option<f32> {
        Player::expects(self, view)
    }

    fn heed(&mut self, stopped: &Stopped) {
        Player::heed(self, stopped);
    }

    fn end(&mut self, returns: &[f32]) -> Result<(), AgentError> {
        Player::end(self, returns)
    }
}
