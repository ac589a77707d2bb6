//! Playing a world out.

use elderhand_env::{Action, Audit, Chance, Game, Seat, State, Stream, Turn, View, ViewOf};

use super::order::Order;
use crate::players::agent::{Agent, AgentError, Stopped};

/// A seated agent of a game.
type Seated<G> = Box<dyn Agent<ViewOf<G>>>;

/// What an episode that was played out brought a seat.
pub(super) struct Brought {
    /// Its return, in points.
    pub points: f32,
    /// The part of it that the seat's side won: all, an equal part where sides stand level, or nothing; `None` where the
    /// episode was not played to its end.
    pub won: Option<f32>,
}

/// What one thread needs to weigh worlds and to play them out.
pub(crate) struct Worker<G: Game> {
    /// Who plays in each seat where it is the searching player's.
    own: Vec<Seated<G>>,
    /// Who plays in each seat where it is another's.
    others: Vec<Seated<G>>,
    /// As whom the others are taken when worlds are weighed.
    pub(super) believing: Option<Seated<G>>,
    /// Who says what the rest of a match is worth after a round; without one, matches are played to their end.
    valuing: Option<Seated<G>>,
    /// The side of each seat.
    sides: Vec<usize>,
    order: Order,
    stopped: Option<Stopped>,
}

impl<G: Game> Worker<G> {
    /// Makes one from its agents.
    pub(crate) fn new(
        game: &G,
        own: Vec<Seated<G>>,
        others: Vec<Seated<G>>,
        believing: Option<Seated<G>>,
        valuing: Option<Seated<G>>,
    ) -> Worker<G> {
        let sides = (0..own.len()).map(|seat| game.side(seat)).collect();
        Worker { own, others, believing, valuing, sides, order: Order::new(), stopped: None }
    }

    /// Asks this before each piece of work.
    pub(super) fn heed(&mut self, stopped: &Stopped) {
        self.stopped = Some(stopped.clone());
    }

    /// Fails if nobody waits any more.
    pub(super) fn go_on(&self) -> Result<(), AgentError> {
        match &self.stopped {
            Some(stopped) if stopped() => {
                Err(AgentError { bot: "a player that searches".into(), problem: "it was stopped as it thought".into() })
            }
            _ => Ok(()),
        }
    }

    /// Plays an action in a world, then on to the end, and gives what that brings a seat; equal keys bring equal cards.
    pub(super) fn play_out(
        &mut self,
        seat: Seat,
        world: &G::State,
        action: Action,
        key: [u64; 3],
    ) -> Result<Brought, AgentError> {
        self.go_on()?;
        self.order.begin(key);
        let mut seeds = Stream::keyed(key);
        for player in 0..self.own.len() {
            self.player(player, seat).begin(player, seeds.bits())?;
        }
        let mut state = world.clone();
        let mut round_is_over = false;
        let mut action = action;
        loop {
            state.apply(action);
            round_is_over |= self.deal_to(&mut state);
            let Turn::Seat(mover) = state.turn() else {
                return Ok(Brought { points: state.returns(seat), won: Some(self.won(seat, &state)) });
            };
            if G::State::SETTLES_EARLY
                && let Some(points) = state.settled(seat)
            {
                return Ok(Brought { points, won: None });
            }
            let view = state.view(mover);
            if round_is_over
                && mover == seat
                && let Some(valuing) = &mut self.valuing
                && view.legal().len() > 1
                && let Some(points) = valuing.decide(&view)?.value
            {
                return Ok(Brought { points, won: None });
            }
            action = self.player(mover, seat).act(&view)?;
        }
    }

    /// The part that a seat's side has won of an episode that is over.
    fn won(&self, seat: Seat, over: &G::State) -> f32 {
        // By what is paid: who is ahead in a match that a cap has ended has won nothing.
        let (own, mut level) = (over.returns(seat), 1.0);
        for (other, side) in self.sides.iter().enumerate() {
            // Of partners the first stands for both.
            if *side == self.sides[seat] || self.sides[..other].contains(side) {
                continue;
            }
            match over.returns(other) {
                better if better > own => return 0.0,
                paid => level += f32::from(u8::from(paid == own)),
            }
        }
        1.0 / level
    }

    /// Who plays in a seat when another one searches.
    fn player(&mut self, player: Seat, searching: Seat) -> &mut Seated<G> {
        if player == searching { &mut self.own[player] } else { &mut self.others[player] }
    }

    /// Deals and draws until it is not chance's turn, and says whether a round of a match was counted meanwhile.
    fn deal_to(&mut self, state: &mut G::State) -> bool {
        let mut counted = state.is_counted();
        loop {
            match state.turn() {
                Turn::Chance => {
                    let card = self.order.deal(state.deck());
                    state.deal(card);
                }
                Turn::Lot => {
                    let seat = self.order.draw(state.lots());
                    state.draw(seat);
                }
                Turn::Seat(_) | Turn::Over { .. } => return counted,
            }
            counted |= state.is_counted();
        }
    }
}
