//! Many games side by side, each lane showing one decision.

mod bits;
mod buffers;
mod error;
mod lane;
mod options;
mod threads;
mod vec_env;

use serde_json::Value;

pub use bits::unpack;
use buffers::Shape;
pub use buffers::{BufferSlices, Buffers, Done, SliceError};
pub use error::{LoadError, StepError};
use lane::{Lane, Saved};
pub use options::{Autoreset, BatchOptions};
pub use vec_env::VecEnv;

use self::buffers::Slot;
use crate::cards::Card;
use crate::driving::any_game::shown;
use crate::driving::{AnyGame, AnyView};
use crate::rules::{
    Action, ActionSet, Audit, Check, Game, Redeal, Seat, Spec, State, Stream, Turn, as_table, has_other_options,
};

/// The seats that know their return are bits of a word.
const MOST_SEATS: usize = u64::BITS as usize;

/// Lanes of one game, or of several in turn; blocks of them are stepped on the threads of the current rayon pool.
///
/// The random stream of a lane depends on (seed, number of the lane, episode) only, so results never depend on the
/// threads.
#[derive(Clone, Debug)]
pub struct Batch<G: Game> {
    /// The lane of number `n` plays game `n % games.len()`.
    games: Vec<G>,
    /// The same without their types.
    any: Vec<AnyGame>,
    /// What the games have in common, and the greater of what they have not.
    spec: Spec,
    options: BatchOptions,
    lanes: Vec<Lane<G::State>>,
}

impl<G: Game> Batch<G> {
    /// Makes a batch; it must be reset before its first step.
    ///
    /// # Panics
    ///
    /// As [`Batch::mixed`].
    pub fn new(game: G, options: impl Into<BatchOptions>) -> Batch<G> {
        Batch::mixed(vec![game], options)
    }

    /// Makes a batch whose lanes play several games in turn: lane `i` plays game `(first_lane + i) % games.len()`.
    ///
    /// # Panics
    ///
    /// Panics if there is no game, or if one has another action table or observation layout than the first (those that
    /// [`vary`](crate::vary) makes have the same), more actions than [`ActionSet::CAPACITY`] or more than 64 seats; and
    /// if there is no number for the last lane.
    pub fn mixed(games: Vec<G>, options: impl Into<BatchOptions>) -> Batch<G> {
        let options = options.into();
        let mut spec = games.first().expect("a batch plays at least one game").spec().clone();
        if options.hints {
            spec = spec.with_hints();
        }
        for other in games.iter().map(G::spec) {
            let other = if options.hints { &other.with_hints() } else { other };
            assert!(other.actions == spec.actions && other.planes == spec.planes, "the games of a batch look alike");
            spec.seats = spec.seats.max(other.seats);
            spec.returns = (spec.returns.0.min(other.returns.0), spec.returns.1.max(other.returns.1));
            spec.max_length = spec.max_length.max(other.max_length);
            spec.zero_sum &= other.zero_sum;
        }
        assert!(spec.actions.len() <= ActionSet::CAPACITY, "{} actions are more than a mask holds", spec.actions.len());
        assert!(spec.seats <= MOST_SEATS, "{} seats are more than a lane holds", spec.seats);
        let end = options.first_lane.checked_add(options.lanes as u64).expect("every lane has a number");
        let turns = games.iter().cycle().skip(turn(&games, options.first_lane));
        let lanes = (options.first_lane..end).zip(turns);
        let lanes = lanes.map(|(number, game)| Lane::new(0, number, Stream::new(0), game.start())).collect();
        let any = games.iter().cloned().map(AnyGame::of).collect();
        Batch { games, any, spec, options, lanes }
    }

    /// Starts every lane from a position, whose chance comes from the stream beside it; later episodes are those of a
    /// [reset](VecEnv::reset) with the seed, from the second one on.
    ///
    /// A position shows a decision, or it is chance's turn. The decisions before it do not count in the lengths.
    ///
    /// # Errors
    ///
    /// Fails if there is not one position a lane, if one is of a game with other options than its lane's or ends before
    /// there is a decision, and if a slice has a wrong length; no lane is changed then and nothing written.
    pub fn reset_to(
        &mut self,
        seed: u64,
        positions: Vec<(G::State, Stream)>,
        out: &mut BufferSlices<'_>,
    ) -> Result<(), LoadError> {
        let numbers = self.options.first_lane..;
        let lanes = numbers.zip(positions).map(|(number, (mut state, mut stream))| {
            state.settle(&mut stream);
            Lane::new(seed, number, stream, state)
        });
        self.take_up(lanes.collect(), out)
    }

    /// Goes on with other lanes and shows them.
    fn take_up(&mut self, lanes: Vec<Lane<G::State>>, out: &mut BufferSlices<'_>) -> Result<(), LoadError> {
        out.check(Shape::of(&self.spec), self.lanes.len())?;
        if lanes.len() != self.lanes.len() {
            return Err(LoadError::Count { found: lanes.len(), lanes: self.lanes.len() });
        }
        let options: Vec<Value> = self.games.iter().map(|game| as_table(game.options()).into()).collect();
        for (place, lane) in lanes.iter().enumerate() {
            let game = self.turn(place);
            self.examine(lane, place, &options[game]).map_err(|why| LoadError::Lane { lane: place, why })?;
        }
        self.lanes = lanes;
        let options = self.options;
        self.each(out, |_, lane, slot| lane.show(options, slot));
        Ok(())
    }

    /// Says what is wrong with a lane that would be taken up: no position that is shown to a seat may be one that cannot be.
    fn examine(&self, lane: &Lane<G::State>, place: usize, options: &Value) -> Result<(), String> {
        let seats = self.seats(place);
        let written = serde_json::to_value(&lane.state).unwrap_or_default();
        // Only a position without its type names its game.
        if written.get("game").is_some_and(|id| id != self.spec.id) {
            return Err("it is of another game".into());
        }
        // By other options nothing of it can be believed; where it names them itself that is seen before it is asked anything.
        if has_other_options(&written, options) {
            return Err("it is of a game with other options".into());
        }
        if !lane.state.stands() {
            return Err("it contradicts itself".into());
        }
        if lane.length as usize > self.spec.max_length || lane.episode > u64::MAX / 2 {
            return Err("it says that more was played than can be".into());
        }
        if lane.number != self.options.first_lane + place as u64 {
            return Err("it has another number".into());
        }
        if seats < MOST_SEATS && lane.told >> seats != 0 {
            return Err("it has told a seat that it does not have".into());
        }
        match (lane.state.turn(), lane.ended) {
            (Turn::Seat(seat), None) if seat < seats => (),
            (Turn::Over { .. }, Some(_)) if self.options.autoreset != Autoreset::NextStep => {
                return Err("it has ended, and this batch resets in the same step".into());
            }
            (Turn::Over { .. }, Some(seat)) if usize::from(seat) < seats => (),
            _ => return Err("it shows no decision".into()),
        }
        (0..seats).try_for_each(|seat| {
            let check = lane.state.view(seat).check();
            check.map_err(|error| format!("what seat {seat} sees cannot be: {error}"))
        })?;
        // Only what has been checked can be written down: some JSON says what hands count.
        let seen = serde_json::to_value(lane.state.view(0)).unwrap_or_default();
        if has_other_options(&seen, &shown(options.clone())) {
            return Err("it is of a game with other options".into());
        }
        // What no seat sees is dealt from later: it must be what else there is.
        let dealt_again: G::State = lane.state.view(0).redeal(&mut Stream::new(lane.number));
        match pack(&lane.state) == pack(&dealt_again) {
            true => Ok(()),
            false => Err("its cards are not those of the game".into()),
        }
    }

    /// The place of the game that a lane plays.
    fn turn(&self, lane: usize) -> usize {
        (turn(&self.games, self.options.first_lane) + lane) % self.games.len()
    }

    /// Does something with every lane and its share of the slices, which have their lengths and are cleared before; on
    /// as many threads as there are.
    fn each(&mut self, out: &mut BufferSlices<'_>, work: impl Fn(&G, &mut Lane<G::State>, &mut Slot<'_>) + Sync) {
        let least = threads::least(self.lanes.len());
        let turn = turn(&self.games, self.options.first_lane);
        let mut whole = Block { games: &self.games, turn, lanes: &mut self.lanes, out: out.lend() };
        whole.each(Shape::of(&self.spec), least, &work);
    }
}

/// All cards of a position, in order.
fn pack<S: Audit>(state: &S) -> Vec<Card> {
    let mut all: Vec<Card> = state.zones().into_iter().flat_map(|(_, zone)| zone).collect();
    all.sort_unstable();
    all
}

/// The place of the game that the lane of a number plays.
fn turn<G>(games: &[G], number: u64) -> usize {
    (number % games.len() as u64) as usize
}

/// Lanes side by side and what they write to.
struct Block<'a, G: Game> {
    games: &'a [G],
    /// The place of the first lane's game.
    turn: usize,
    lanes: &'a mut [Lane<G::State>],
    out: BufferSlices<'a>,
}

impl<G: Game> Block<'_, G> {
    /// Does something with every lane; halves are handed to other threads as long as they are of so many lanes.
    fn each<W>(&mut self, shape: Shape, least: usize, work: &W)
    where
        W: Fn(&G, &mut Lane<G::State>, &mut Slot<'_>) + Sync,
    {
        let half = self.lanes.len() / 2;
        if half >= least {
            let (games, turn) = (self.games, self.turn);
            let (lanes, out) = (self.lanes.split_at_mut(half), self.out.lend().split(shape, half));
            let mut first = Block { games, turn, lanes: lanes.0, out: out.0 };
            let mut rest = Block { games, turn: (turn + half) % games.len(), lanes: lanes.1, out: out.1 };
            threads::both(&mut || first.each(shape, least, work), &mut || rest.each(shape, least, work));
            return;
        }
        self.out.clear();
        let games = self.games.iter().cycle().skip(self.turn);
        for (place, (lane, game)) in self.lanes.iter_mut().zip(games).enumerate() {
            work(game, lane, &mut self.out.slot(shape, place));
        }
    }
}

impl<G: Game> VecEnv for Batch<G> {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn lanes(&self) -> usize {
        self.lanes.len()
    }

    fn first_lane(&self) -> u64 {
        self.options.first_lane
    }

    fn autoreset(&self) -> Autoreset {
        self.options.autoreset
    }

    fn seats(&self, lane: usize) -> usize {
        self.games[self.turn(lane)].spec().seats
    }

    fn game(&self, lane: usize) -> &AnyGame {
        &self.any[self.turn(lane)]
    }

    fn view(&self, lane: usize, seat: Seat) -> AnyView {
        let game = self.game(lane);
        assert!(seat < game.spec().seats, "there is no seat {seat} in lane {lane}");
        AnyView::of(game, self.lanes[lane].state.view(seat))
    }

    fn reset(&mut self, seed: u64, out: &mut BufferSlices<'_>) -> Result<(), SliceError> {
        out.check(Shape::of(&self.spec), self.lanes.len())?;
        let options = self.options;
        self.each(out, |game, lane, slot| {
            lane.seed = seed;
            lane.episode = 0;
            lane.begin(game);
            lane.show(options, slot);
        });
        Ok(())
    }

    fn step(&mut self, actions: &[Action], out: &mut BufferSlices<'_>) -> Result<(), StepError> {
        if actions.len() != self.lanes.len() {
            return Err(StepError::Count { found: actions.len(), lanes: self.lanes.len() });
        }
        out.check(Shape::of(&self.spec), self.lanes.len())?;
        for (place, (lane, &action)) in self.lanes.iter_mut().zip(actions).enumerate() {
            if !lane.legal.contains(action) && lane.ended.is_none() {
                return Err(match lane.legal.is_empty() {
                    true => StepError::NotReset,
                    false => StepError::Illegal { lane: place, action },
                });
            }
            lane.chosen = action;
        }
        let options = self.options;
        self.each(out, |game, lane, slot| lane.step(game, options, slot));
        Ok(())
    }

    fn others(&self, out: &mut [u64]) -> Result<(), StepError> {
        let (words, most) = (self.spec.words(), self.spec.seats.saturating_sub(1));
        SliceError::check("out", out.len(), self.lanes.len() * most * words)?;
        if self.lanes.iter().any(|lane| lane.legal.is_empty() && lane.ended.is_none()) {
            return Err(StepError::NotReset);
        }
        if most * words == 0 {
            return Ok(());
        }
        threads::rows(out, most * words, &|place, rows| {
            self.lanes[place].show_others(self.seats(place), words, rows);
        });
        Ok(())
    }

    fn save(&self) -> String {
        let lanes: Vec<Saved> = self.lanes.iter().map(Lane::save).collect();
        serde_json::to_string(&lanes).expect("a lane is plain data")
    }

    fn load(&mut self, saved: &str, out: &mut BufferSlices<'_>) -> Result<(), LoadError> {
        let saved: Vec<Saved> = serde_json::from_str(saved).map_err(|error| LoadError::Text(error.to_string()))?;
        let lanes = saved.into_iter().enumerate();
        let lanes = lanes.map(|(lane, saved)| Lane::load(saved).map_err(|why| LoadError::Lane { lane, why }));
        self.take_up(lanes.collect::<Result<_, _>>()?, out)
    }
}
