//! One episode, played by agents.

use elderhand_env::{Action, ActionSet, Game, Spec, State, Stream, Turn, ViewOf};

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
        for (seat, &player) in self.circle.iter().enumerate() {
            players[player].begin(seat, seeds.bits())?;
        }
        let mut state = self.game.start();
        let truncated = loop {
            settle(&mut state);
            let seat = match state.turn() {
                Turn::Seat(seat) => seat,
                Turn::Over { truncated } => break truncated,
                Turn::Chance | Turn::Lot => unreachable!("chance was settled"),
            };
            let player = self.circle[seat];
            let action = players[player].act(&state.view(seat)).map_err(|AgentError { bot, problem }| {
                let problem = format!("{problem}, in seat {seat}");
                AgentError { bot, problem }
            })?;
            state.play(action).map_err(|_| illegal((self.name)(player), action, self.game.spec(), state.legal()))?;
            each(action);
        };
        let returns: Vec<f32> = (0..self.circle.len()).map(|seat| state.returns(seat)).collect();
        for player in players {
            player.end(&returns)?;
        }
        Ok((state, truncated))
    }
}

/// What a player is reported for that plays what is not legal.
pub(crate) fn illegal(bot: &str, action: Action, spec: &Spec, legal: ActionSet) -> AgentError {
    let name = spec.actions.get(usize::from(action.0)).map_or("beyond the action table", String::as_str);
    let legal = spec.names(legal).join(", ");
    AgentError { bot: bot.into(), problem: format!("it played action {} ({name}): expected one of {legal}", action.0) }
}
