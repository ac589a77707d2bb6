//! One lane in which others play until the learner is to move.

use std::sync::Arc;

use elderhand_agents::{AgentError, Player, Stopped};
use elderhand_env::{
    Action, ActionSet, AnyGame, BatchOptions, Buffers, Done, GameError, Seat, Stream, Variation, VecEnv,
};

use super::seating::{Holder, Seating};
use crate::callable::Caller;
use crate::opponent::Opponent;

/// What the learner's last action brought.
#[derive(Default)]
pub struct Outcome {
    pub end: u8,
    pub length: u32,
    pub reward: f32,
    pub skipped: u32,
    pub skipped_rewards: f32,
    /// What the learner saw at the end, if that is kept.
    pub last_row: Vec<u64>,
}

/// A game of one lane with its players.
pub struct Lane {
    env: Box<dyn VecEnv>,
    buffers: Buffers,
    number: u64,
    seed: u64,
    episode: u64,
    /// Who holds which seat in this episode, as [`Seating::hold`] counts it.
    turn: u64,
    learner: Seat,
    /// The learner has moved in this episode.
    moved: bool,
    /// Whose opponents play this episode.
    seating: Arc<Seating>,
    holders: Vec<Holder>,
    /// One a seat and opponent, made when it first sits down there.
    players: Vec<Option<Player>>,
    /// What players ask who think for long, and the lane before each decision.
    stopped: Stopped,
    pub outcome: Outcome,
}

/// A player that cannot be seated, misbehaves, or was not asked any more.
#[derive(Debug)]
pub struct Fault(pub String);

impl From<AgentError> for Fault {
    fn from(error: AgentError) -> Fault {
        Fault(error.to_string())
    }
}

impl Lane {
    /// Makes a lane, a batch of one; it must be reset before it is played.
    pub fn new(
        game: &AnyGame,
        variation: &Variation,
        options: BatchOptions,
        seating: &Arc<Seating>,
        stopped: Stopped,
    ) -> Result<Lane, GameError> {
        let env = game.batch(variation, options)?;
        let buffers = Buffers::with_final_observations(env.spec(), 1);
        let outcome = Outcome { last_row: vec![0; env.spec().words()], ..Outcome::default() };
        Ok(Lane {
            buffers,
            number: options.first_lane,
            seed: 0,
            episode: 0,
            turn: 0,
            learner: 0,
            moved: false,
            seating: seating.clone(),
            holders: Vec::new(),
            players: Vec::new(),
            stopped,
            outcome,
            env,
        })
    }

    /// The game of the lane.
    pub fn env(&self) -> &dyn VecEnv {
        &*self.env
    }

    /// What the seat to move sees.
    pub fn row(&self) -> &[u64] {
        &self.buffers.observations
    }

    /// Its legal actions.
    pub fn mask(&self) -> &[u64] {
        &self.buffers.masks
    }

    /// The same as a set.
    pub fn legal(&self) -> ActionSet {
        self.buffers.legal(0)
    }

    /// The opponents of the episode in play.
    pub fn seating(&self) -> &Seating {
        &self.seating
    }

    /// The policy of Python that is waited for; `None` if it is the learner.
    pub fn policy(&self) -> Option<&Arc<Caller>> {
        match self.holders[usize::from(self.seat())] {
            Holder::Learner => None,
            Holder::Opponent(opponent) => self.seating.policy(opponent),
        }
    }

    /// The seat to move.
    pub fn seat(&self) -> u8 {
        self.buffers.seats[0]
    }

    /// Begins anew with these opponents, and plays until somebody is waited for; the lane of number 0 begins with the turn
    /// `first`, and each lane one turn after the lane before it.
    pub fn reset(&mut self, seed: u64, first: u64, next: &Arc<Seating>) -> Result<(), Fault> {
        self.begin(seed, first.wrapping_add(self.number), next)
    }

    /// Begins anew with the next turn, unless the lane shows an episode of these opponents that has followed another in the
    /// last step: that one is kept.
    pub fn move_on(&mut self, seed: u64, next: &Arc<Seating>) -> Result<(), Fault> {
        let follows = self.outcome.end != 0;
        if follows && Arc::ptr_eq(&self.seating, next) {
            self.clear();
            return Ok(());
        }
        // The learner has not had the turn of an episode that was only shown.
        self.begin(seed, self.turn.wrapping_add(u64::from(!follows)), next)
    }

    fn begin(&mut self, seed: u64, turn: u64, next: &Arc<Seating>) -> Result<(), Fault> {
        self.clear();
        (self.seed, self.episode, self.turn) = (seed, 0, turn);
        self.env.reset(seed, &mut self.buffers.slices()).map_err(|error| Fault(error.to_string()))?;
        self.sit_down(next)?;
        self.go_on(next)
    }

    /// Forgets what the last action brought.
    pub fn clear(&mut self) {
        let mut last_row = std::mem::take(&mut self.outcome.last_row);
        last_row.fill(0);
        self.outcome = Outcome { last_row, ..Outcome::default() };
    }

    /// Plays an action of the seat to move, which is legal, then those of others until somebody is waited for; these are the
    /// opponents in the next episode.
    pub fn play(&mut self, action: Action, next: &Arc<Seating>) -> Result<(), Fault> {
        self.apply(action, next)?;
        self.go_on(next)
    }

    fn go_on(&mut self, next: &Arc<Seating>) -> Result<(), Fault> {
        loop {
            let seat = usize::from(self.seat());
            let opponent = match self.holders[seat] {
                Holder::Learner => return Ok(()),
                Holder::Opponent(opponent) if self.seating.policy(opponent).is_some() => return Ok(()),
                Holder::Opponent(opponent) => opponent,
            };
            if (self.stopped)() {
                return Err(Fault("the work was stopped".into()));
            }
            let place = seat * self.seating.opponents.len() + opponent;
            let player = self.players[place].as_mut().expect("who holds a seat has sat down");
            let action = player.act(&self.env.view(0, seat))?;
            self.apply(action, next)?;
        }
    }

    fn apply(&mut self, action: Action, next: &Arc<Seating>) -> Result<(), Fault> {
        let seat = usize::from(self.seat());
        self.moved |= seat == self.learner;
        if let Err(error) = self.env.step(&[action], &mut self.buffers.slices()) {
            let who = match self.holders[seat] {
                Holder::Opponent(opponent) => self.seating.opponents[opponent].name(),
                Holder::Learner => "the learner",
            };
            return Err(Fault(format!("{who}: {error}")));
        }
        if self.buffers.done(0) != Done::No {
            self.end()?;
            self.episode += 1;
            self.turn = self.turn.wrapping_add(1);
            self.sit_down(next)?;
        }
        Ok(())
    }

    /// Books how an episode ended, for the learner if it had a part in it, and tells the players.
    fn end(&mut self) -> Result<(), Fault> {
        let returns = &self.buffers.rewards[..self.env.seats(0)];
        let reward = returns[self.learner];
        if self.moved {
            self.outcome.end = self.buffers.ends[0];
            self.outcome.length = self.buffers.lengths[0];
            self.outcome.reward = reward;
            let words = self.outcome.last_row.len();
            if let Some(rows) = &self.buffers.final_observations {
                self.outcome.last_row.copy_from_slice(&rows[self.learner * words..][..words]);
            }
        } else {
            self.outcome.skipped += 1;
            self.outcome.skipped_rewards += reward;
        }
        for (seat, holder) in self.holders.iter().enumerate() {
            if let Holder::Opponent(opponent) = *holder
                && let Some(player) = &mut self.players[seat * self.seating.opponents.len() + opponent]
            {
                player.end(returns)?;
            }
        }
        Ok(())
    }

    /// Seats everybody for the episode that begins.
    fn sit_down(&mut self, next: &Arc<Seating>) -> Result<(), Fault> {
        let seats = self.env.seats(0);
        if self.players.is_empty() || !Arc::ptr_eq(&self.seating, next) {
            self.players = (0..seats * next.opponents.len()).map(|_| None).collect();
            self.seating = next.clone();
        }
        let seating = &*self.seating;
        // The same key with the seed turned round: cards and players draw from streams of their own.
        let mut draws = Stream::keyed([!self.seed, self.number, self.episode]);
        seating.hold(self.turn, seats, &mut draws, &mut self.holders);
        self.learner = self.holders.iter().position(|holder| *holder == Holder::Learner).unwrap_or_default();
        self.moved = false;
        for seat in 0..seats {
            let seed = draws.bits();
            let Holder::Opponent(opponent) = self.holders[seat] else { continue };
            if seating.policy(opponent).is_some() {
                continue;
            }
            let player = &mut self.players[seat * seating.opponents.len() + opponent];
            if player.is_none() {
                let mut new = seated(&seating.opponents[opponent], self.env.game(0))?;
                new.heed(&self.stopped);
                *player = Some(new);
            }
            if let Some(player) = player {
                player.begin(seat, seed)?;
            }
        }
        Ok(())
    }
}

/// Seats an opponent at a game.
pub fn seated(opponent: &Opponent, game: &AnyGame) -> Result<Player, Fault> {
    opponent.player(game).map_err(|error| Fault(error.to_string()))
}
