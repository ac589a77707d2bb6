//! One episode, played by agents.

use elderhand_env::{Action, ActionSet, Game, Seat, Spec, State, Stream, Turn, ViewOf};

use crate::players::agent::{Agent, AgentError};

/// Players that have been made.
pub(crate) type Players<G> = Vec<Box<dyn Agent<ViewOf<G>>>>;

/// Who plays an episode, and where.
pub(crate) struct Playout<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The player in each seat.
    pub circle: &'a [usize],
    /// The name of a player.
    pub name: &'a dyn Fn(usize) -> &'a str,
}

impl<G: Game> Playout<'_, G> {
    /// Plays to the end and says whether a cap brought it; `settle` deals and draws until it is not chance's turn, `each` is
    /// told every action, and `seeds` gives each player its own, in the order of the seats.
    pub fn play(
        &self,
        players: &mut Players<G>,
        mut settle: impl FnMut(&mut G::State),
        seeds: &mut Stream,
        mut each: impl FnMut(Action),
    ) -> Result<(G::State, bool), AgentError> {
        let mut state = self.begin(players, seeds)?;
        let truncated = loop {
            settle(&mut state);
            let seat = match state.turn() {
                Turn::Seat(seat) => seat,
                Turn::Over { truncated } => break truncated,
                Turn::Chance | Turn::Lot => unreachable!("chance was settled"),
            };
            each(self.ask(players, &mut state, seat)?);
        };
        self.end(players, &state)?;
        Ok((state, truncated))
    }

    /// Tells each player that it begins, and returns the first position.
    pub fn begin(&self, players: &mut Players<G>, seeds: &mut Stream) -> Result<G::State, AgentError> {
        for (seat, &player) in self.circle.iter().enumerate() {
            players[player].begin(seat, seeds.bits())?;
        }
        Ok(self.game.start())
    }

    /// Asks the player in the seat that is to move, and plays what it says.
    pub fn ask(&self, players: &mut Players<G>, state: &mut G::State, seat: Seat) -> Result<Action, AgentError> {
        let asked = players[self.circle[seat]].act(&state.view(seat));
        let action = asked.map_err(|AgentError { bot, problem }| {
            let problem = format!("{problem}, in seat {seat}");
            AgentError { bot, problem }
        })?;
        self.apply(state, seat, action)?;
        Ok(action)
    }

    /// Plays an action of the seat that is to move.
    pub fn apply(&self, state: &mut G::State, seat: Seat, action: Action) -> Result<(), AgentError> {
        let refused = |legal| illegal((self.name)(self.circle[seat]), action, self.game.spec(), legal);
        state.play(action).map_err(|_| refused(state.legal()))
    }

    /// Tells the players how it ended.
    pub fn end(&self, players: &mut Players<G>, end: &G::State) -> Result<(), AgentError> {
        let returns: Vec<f32> = (0..self.circle.len()).map(|seat| end.returns(seat)).collect();
        players.iter_mut().try_for_each(|player| player.end(&returns))
    }
}

/// What a player is reported for that plays what is not legal.
pub(crate) fn illegal(bot: &str, action: Action, spec: &Spec, legal: ActionSet) -> AgentError {
    let name = spec.actions.get(usize::from(action.0)).map_or("beyond the action table", String::as_str);
    let legal = spec.names(legal).join(", ");
    AgentError { bot: bot.into(), problem: format!("it played action {} ({name}): expected one of {legal}", action.0) }
}
