//! One game after another, each decision written as it comes.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::buffers::{Done, Slot};
use super::options::{Autoreset, BatchOptions};
use crate::rules::{Action, ActionSet, Encode, Game, Row, Seat, State, Stream, Turn, View, read_value};

#[derive(Clone, Debug)]
pub(super) struct Lane<S: State> {
    pub seed: u64,
    /// The number of the first lane of the batch and the place in it.
    pub number: u64,
    pub episode: u64,
    pub length: u32,
    pub stream: Stream,
    pub state: S,
    /// The seats that know their return, as bits.
    pub told: u64,
    /// The seat that moved last, if the episode is over and the next step begins another.
    pub ended: Option<u8>,
    /// The legal actions; none when no seat is to move.
    pub legal: ActionSet,
    /// The seat that is shown.
    pub seat: u8,
    /// The action to be played.
    pub chosen: Action,
}

/// A lane as a text holds it. What shows it is not kept, and the position stands apart, so that the rest is compiled once
/// for all games.
#[derive(Serialize, Deserialize)]
pub(super) struct Saved {
    seed: u64,
    number: u64,
    episode: u64,
    length: u32,
    stream: Stream,
    state: Box<RawValue>,
    #[serde(default, skip_serializing_if = "is_nobody")]
    told: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended: Option<u8>,
}

fn is_nobody(told: &u64) -> bool {
    *told == 0
}

impl<S: State> Lane<S> {
    /// A lane that is not shown yet.
    pub fn new(seed: u64, number: u64, stream: Stream, state: S) -> Lane<S> {
        Lane {
            seed,
            number,
            episode: 0,
            length: 0,
            stream,
            state,
            told: 0,
            ended: None,
            legal: ActionSet::EMPTY,
            seat: 0,
            chosen: Action::default(),
        }
    }

    /// Returns what a text is to hold of it.
    pub fn save(&self) -> Saved {
        let state = serde_json::to_value(&self.state).and_then(|state| to_raw_value(&state));
        Saved {
            seed: self.seed,
            number: self.number,
            episode: self.episode,
            length: self.length,
            stream: self.stream.clone(),
            state: state.expect("a position is plain data with texts as keys"),
            told: self.told,
            ended: self.ended,
        }
    }

    /// Returns the lane that was saved, not shown yet.
    ///
    /// # Errors
    ///
    /// Says what is wrong if the position is none of this game.
    pub fn load(saved: Saved) -> Result<Lane<S>, String> {
        let state = serde_json::from_str(saved.state.get()).map_err(|error| error.to_string())?;
        let lane = Lane::new(saved.seed, saved.number, saved.stream, read_value(state)?);
        Ok(Lane { episode: saved.episode, length: saved.length, told: saved.told, ended: saved.ended, ..lane })
    }

    /// Begins the episode of its number.
    #[inline]
    pub fn begin<G: Game<State = S>>(&mut self, game: &G) {
        self.length = 0;
        self.told = 0;
        self.ended = None;
        self.stream = Stream::keyed([self.seed, self.number, self.episode]);
        self.state = game.start();
        self.state.settle(&mut self.stream);
    }

    /// Plays what was chosen, or begins the episode that the last step left to this one; the slot is cleared before.
    #[inline]
    pub fn step<G: Game<State = S>>(&mut self, game: &G, options: BatchOptions, slot: &mut Slot<'_>) {
        if self.ended.is_some() {
            self.episode += 1;
            self.begin(game);
        } else {
            self.state.apply(self.chosen);
            self.state.settle(&mut self.stream);
            self.length += 1;
            match self.state.turn() {
                Turn::Over { truncated } => self.end(game, truncated, options.autoreset, slot),
                _ if S::SETTLES_EARLY => self.tell(game.spec().seats, slot),
                _ => (),
            }
        }
        self.show(options, slot);
    }

    /// Tells the seats whose return has become certain.
    #[inline]
    fn tell(&mut self, seats: usize, slot: &mut Slot<'_>) {
        for seat in 0..seats {
            if self.told >> seat & 1 == 0
                && let Some(points) = self.state.settled(seat)
            {
                self.told |= 1 << seat;
                slot.rewards[seat] = points;
                slot.settled[seat] = 1;
            }
        }
    }

    /// Writes how the episode ended, and begins the next one unless the next step does.
    #[inline]
    fn end<G: Game<State = S>>(&mut self, game: &G, truncated: bool, autoreset: Autoreset, slot: &mut Slot<'_>) {
        *slot.end = if truncated { Done::Truncated } else { Done::Terminated }.byte();
        *slot.length = self.length;
        let seats = game.spec().seats;
        for (seat, (reward, settled)) in slot.rewards.iter_mut().zip(&mut *slot.settled).enumerate().take(seats) {
            *reward = self.state.returns(seat);
            *settled = u8::from(self.told >> seat & 1 == 0);
        }
        if let Some(finals) = &mut slot.finals {
            self.show_all(seats, slot.row.len(), finals);
        }
        if autoreset == Autoreset::NextStep {
            self.ended = Some(self.seat);
            return;
        }
        self.episode += 1;
        self.begin(game);
    }

    /// Writes the decision that comes next, or what the seat that moved last sees at the end.
    #[inline]
    pub fn show(&mut self, options: BatchOptions, slot: &mut Slot<'_>) {
        let mut left_out = ActionSet::EMPTY;
        if options.hints {
            // Not every decision has something to tell there, and the end has nothing.
            slot.row.fill(0);
        }
        match self.state.turn() {
            Turn::Seat(seat) => {
                let mut row = Row::new(slot.row);
                let view = self.state.view(seat);
                self.legal = view.observe(&mut row);
                if options.hints {
                    view.hint(&mut row);
                }
                row.finish();
                if options.sensible {
                    left_out = view.folly();
                }
                self.seat = seat as u8;
            }
            _ => self.show_end(slot.row),
        }
        *slot.mask = *(self.legal - left_out).words();
        *slot.seat = self.seat;
    }

    /// Writes what the seat that moved last sees at the end.
    #[cold]
    fn show_end(&mut self, row: &mut [u64]) {
        self.seat = self.ended.expect("every episode has a decision");
        self.legal = ActionSet::EMPTY;
        self.encode(self.seat.into(), row);
    }

    /// Writes what every seat sees, in their order.
    #[cold]
    fn show_all(&self, seats: usize, words: usize, rows: &mut [u64]) {
        rows.fill(0);
        (0..seats).for_each(|seat| self.encode(seat, &mut rows[seat * words..][..words]));
    }

    /// Writes what the seats see that follow the one shown, in their order.
    pub fn show_others(&self, seats: usize, words: usize, rows: &mut [u64]) {
        rows.fill(0);
        for other in 1..seats {
            let seat = (usize::from(self.seat) + other) % seats;
            self.encode(seat, &mut rows[(other - 1) * words..][..words]);
        }
    }

    /// Writes what a seat sees, whoever is to move.
    #[inline(never)]
    fn encode(&self, seat: Seat, row: &mut [u64]) {
        self.state.view(seat).encode(&mut Row::new(row));
    }
}
