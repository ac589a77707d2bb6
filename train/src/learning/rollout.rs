//! What self-play leaves to learn from: a fixed number of decisions of every lane, packed, and before them those whose
//! outcome was not known when the last rollout ended.

use elderhand_env::{Action, ActionSet, Buffers, Done, VecEnv};
use serde::{Deserialize, Serialize};

/// What a decision is to the learner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Role {
    /// There is none in this place, or it was no choice of the learner's: a single action was legal, or a bot made it.
    #[default]
    None,
    /// A past policy made it: a link between what came before and what comes after.
    Link,
    /// The learner made it, and what came of it is not known yet.
    Open,
    /// The learner made it, and the next update learns from it.
    Learnt,
}

/// A decision, and what is learnt from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Decision {
    pub legal: ActionSet,
    pub action: Action,
    pub seat: u8,
    pub role: Role,
    /// The logarithm of the probability that the action was chosen with.
    pub log_probability: f32,
    /// The value that the value head or the critic estimated, in units of the value scale.
    pub value: f32,
    /// What the critic expected of the action, in the same units; the value, where it tells none of actions.
    pub action_value: f32,
    /// How much better the action was than expected, in the same units; an update normalises it.
    pub advantage: f32,
    /// The value that it is taught to estimate.
    pub target: f32,
    /// The standard deviation of the targets of its setting; an update fills it in.
    pub spread: f32,
    /// That of the advantages, before an update divides them by it; an update fills it in.
    #[serde(default)]
    pub deviation: f32,
}

impl Decision {
    /// Writes down what a policy chose, how likely, and what value it saw; one of the past makes no more than a link.
    pub fn choose(&mut self, action: Action, log_probability: f32, value: f32, past: bool) {
        self.action = action;
        self.role = if past { Role::Link } else { Role::Open };
        self.log_probability = log_probability;
        (self.value, self.action_value) = (value, value);
    }
}

/// Decisions by time and lane: the index of a lane at a time is `time * lanes + lane`.
///
/// The first times, one a seat, are not of this rollout: they hold the decisions that were open when the last one ended,
/// that of a seat at the time of its number. A seat has at most one.
pub(crate) struct Rollout {
    pub lanes: usize,
    /// The number of the first lane among those of all ranks.
    pub first: usize,
    /// The number of seats of each lane.
    pub seats: Vec<usize>,
    /// The greatest of these numbers, and the first time of this rollout.
    pub most_seats: usize,
    /// The number of settings of the options that vary: a lane has that of its number, in turn.
    pub settings: usize,
    /// The words of an observation.
    pub words: usize,
    pub decisions: Vec<Decision>,
    /// Packed observations, `words` a decision.
    pub observations: Vec<u64>,
    /// Packed privileged observations, `privileged_words` a decision.
    pub privileged: Vec<u64>,
    /// The words of a privileged observation; 0 without a critic.
    pub privileged_words: usize,
    /// Whether the decision ended an episode.
    pub over: Vec<bool>,
    /// Whether each seat's return was certain from the decision on, `most_seats` a decision.
    pub settled: Vec<u8>,
    /// The returns in points, `most_seats` a decision: of all seats where the episode ended, else of those that are settled.
    pub rewards: Vec<f32>,
    /// Sums over the episodes that have ended since the rollout began.
    pub episodes: Episodes,
}

/// An open decision, as checkpoints keep it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct OpenDecision {
    /// Its number among those of all ranks.
    pub lane: usize,
    pub decision: Decision,
    observation: Vec<u64>,
    privileged: Vec<u64>,
}

/// Sums over finished episodes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Episodes {
    pub count: u64,
    pub truncated: u64,
    pub decisions: u64,
    /// The points of elder hand, seat 0.
    pub elder: f64,
    /// The episodes in which others than the learner are known to have held seats.
    pub held: u64,
    /// The learner's mean points in them, summed.
    pub against_others: f64,
}

impl Episodes {
    /// The number of sums.
    pub const SUMS: usize = 6;

    /// Returns the sums as plain numbers.
    pub fn to_numbers(self) -> [f64; Episodes::SUMS] {
        let Episodes { count, truncated, decisions, elder, held, against_others } = self;
        [count as f64, truncated as f64, decisions as f64, elder, held as f64, against_others]
    }

    /// Returns the sums that such numbers are.
    pub fn from_numbers(numbers: &[f64]) -> Episodes {
        Episodes {
            count: numbers[0] as u64,
            truncated: numbers[1] as u64,
            decisions: numbers[2] as u64,
            elder: numbers[3],
            held: numbers[4] as u64,
            against_others: numbers[5],
        }
    }
}

impl Rollout {
    /// Makes room for `horizon` decisions of every lane, whose options have so many settings.
    pub fn new(env: &dyn VecEnv, horizon: usize, settings: usize, privileged_words: usize) -> Rollout {
        let (lanes, words, most_seats) = (env.lanes(), env.spec().words(), env.spec().seats);
        let size = lanes * (most_seats + horizon);
        Rollout {
            lanes,
            first: env.first_lane() as usize,
            seats: (0..lanes).map(|lane| env.seats(lane)).collect(),
            most_seats,
            settings,
            words,
            decisions: vec![Decision::default(); size],
            observations: vec![0; size * words],
            privileged: vec![0; size * privileged_words],
            privileged_words,
            over: vec![false; size],
            settled: vec![0; size * most_seats],
            rewards: vec![0.0; size * most_seats],
            episodes: Episodes::default(),
        }
    }

    /// Returns the number of times of this rollout.
    pub fn horizon(&self) -> usize {
        self.decisions.len() / self.lanes - self.most_seats
    }

    /// Returns the index of the first lane at a time of this rollout, counted from 0.
    pub fn start(&self, time: usize) -> usize {
        (self.most_seats + time) * self.lanes
    }

    /// Returns the number of decisions of this rollout, of every role.
    pub fn played(&self) -> usize {
        self.decisions.len() - self.start(0)
    }

    /// Returns how many of them a network made.
    pub fn chosen(&self) -> usize {
        self.decisions[self.start(0)..].iter().filter(|decision| decision.role != Role::None).count()
    }

    /// Returns the number of a decision's setting.
    pub fn setting(&self, index: usize) -> usize {
        (self.first + index % self.lanes) % self.settings
    }

    /// Returns the indices of the decisions whose role is wanted, by block of so many lanes.
    pub fn blocks(&self, block: usize, wanted: impl Fn(Role) -> bool) -> Vec<Vec<u32>> {
        let mut blocks = vec![Vec::new(); self.lanes.div_ceil(block)];
        for (time, decisions) in self.decisions.chunks_exact(self.lanes).enumerate() {
            for (number, (indices, decisions)) in blocks.iter_mut().zip(decisions.chunks(block)).enumerate() {
                let first = time * self.lanes + number * block;
                let places = (first as u32..).zip(decisions).filter(|(_, decision)| wanted(decision.role));
                indices.extend(places.map(|(index, _)| index));
            }
        }
        blocks
    }

    /// Returns the packed observation of a decision.
    pub fn observation(&self, index: usize) -> &[u64] {
        &self.observations[index * self.words..][..self.words]
    }

    /// Returns the packed privileged observation of a decision.
    pub fn privileged_observation(&self, index: usize) -> &[u64] {
        &self.privileged[index * self.privileged_words..][..self.privileged_words]
    }

    /// Moves the decisions that are open still to where the next rollout finds them, and empties the other places there.
    pub fn carry(&mut self) {
        for place in &mut self.decisions[..self.most_seats * self.lanes] {
            if place.role != Role::Open {
                place.role = Role::None;
            }
        }
        for index in self.start(0)..self.decisions.len() {
            let decision = self.decisions[index];
            if decision.role == Role::Open {
                let place = usize::from(decision.seat) * self.lanes + index % self.lanes;
                debug_assert_eq!(self.decisions[place].role, Role::None, "an earlier one knows what followed");
                self.decisions[place] = decision;
                self.observations.copy_within(index * self.words..(index + 1) * self.words, place * self.words);
                let words = self.privileged_words;
                self.privileged.copy_within(index * words..(index + 1) * words, place * words);
            }
        }
    }

    /// Forgets the decisions that [`Rollout::carry`] moved.
    pub fn forget_open(&mut self) {
        self.decisions[..self.most_seats * self.lanes].fill(Decision::default());
    }

    /// Returns the decisions that [`Rollout::carry`] moved.
    pub fn open(&self) -> Vec<OpenDecision> {
        let places = 0..self.most_seats * self.lanes;
        let open = places.filter(|&place| self.decisions[place].role == Role::Open);
        open.map(|place| OpenDecision {
            lane: self.first + place % self.lanes,
            decision: self.decisions[place],
            observation: self.observation(place).to_vec(),
            privileged: self.privileged_observation(place).to_vec(),
        })
        .collect()
    }

    /// Puts back what [`Rollout::open`] returned, in a game of so many actions; fails if there is no place for it, or if it is no
    /// choice.
    pub fn take_open(&mut self, open: &[OpenDecision], actions: usize) -> Result<(), String> {
        self.forget_open();
        for OpenDecision { lane, decision, observation, privileged } in open {
            let seat = usize::from(decision.seat);
            let own = lane.checked_sub(self.first).filter(|own| *own < self.lanes && seat < self.seats[*own]);
            let fits = decision.role == Role::Open
                && (observation.len(), privileged.len()) == (self.words, self.privileged_words);
            let Some(own) = own.filter(|_| fits) else {
                return Err(format!("an open decision of seat {seat} in lane {lane} is not of this run"));
            };
            let Decision { legal, action, .. } = decision;
            if legal.len() < 2 || !legal.contains(*action) || legal.iter().any(|known| usize::from(known.0) >= actions)
            {
                return Err(format!("the open decision of seat {seat} in lane {lane} is no choice of its game"));
            }
            let place = seat * self.lanes + own;
            self.decisions[place] = *decision;
            self.observations[place * self.words..][..self.words].copy_from_slice(observation);
            self.privileged[place * self.privileged_words..][..self.privileged_words].copy_from_slice(privileged);
        }
        Ok(())
    }

    /// Takes in what the step of a time brought in the lanes from `first` on: which episodes ended, whose return is certain,
    /// and the returns.
    ///
    /// `held` says, given lane and seat and whether the episode that ended began in this rollout, whether another than the learner
    /// held the seat in it.
    pub fn take_outcomes(
        &mut self,
        time: usize,
        first: usize,
        buffers: &Buffers,
        held: impl Fn(usize, usize, bool) -> bool,
    ) {
        let (start, width) = (self.start(time) + first, self.most_seats);
        self.rewards[start * width..][..buffers.rewards.len()].copy_from_slice(&buffers.rewards);
        self.settled[start * width..][..buffers.settled.len()].copy_from_slice(&buffers.settled);
        for place in 0..buffers.ends.len() {
            let (lane, done) = (first + place, buffers.done(place));
            self.over[start + place] = done != Done::No;
            if done == Done::No {
                continue;
            }
            let seats = self.seats[lane];
            let points = &buffers.rewards[place * width..][..seats];
            let episodes = &mut self.episodes;
            episodes.count += 1;
            episodes.truncated += u64::from(done == Done::Truncated);
            episodes.decisions += u64::from(buffers.lengths[place]);
            episodes.elder += f64::from(points[0]);
            let whole = buffers.lengths[place] as usize <= time + 1;
            let own = (0..seats).filter(|&seat| !held(lane, seat, whole));
            let (count, sum) = own.fold((0, 0.0), |(count, sum), seat| (count + 1, sum + f64::from(points[seat])));
            if count < seats {
                episodes.held += 1;
                episodes.against_others += sum / f64::from(count.max(1) as u32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use elderhand_env::{Buffers, Done, Overrides, Variation, varied_env};

    use super::{Episodes, Rollout};

    #[test]
    fn the_learners_points_are_their_mean_over_the_seats_of_their_lane() {
        let variation = Variation::from([("seats".into(), vec![2.into(), 3.into()])]);
        let env = varied_env("skirmish", &Overrides::new(), &variation, 2).expect("the seats are in range");
        let (mut rollout, mut buffers) = (Rollout::new(&*env, 4, 2, 0), Buffers::new(env.spec(), 2));
        buffers.ends = vec![Done::Terminated.byte(), Done::Truncated.byte()];
        buffers.rewards = vec![10.0, -10.0, 0.0, 6.0, -2.0, -4.0];
        // The first of them began in this rollout, the second before it.
        buffers.lengths = vec![2, 3];
        rollout.take_outcomes(1, 0, &buffers, |_, seat, _| seat == 0);
        // A cap ends an episode as much as the rules do.
        let start = rollout.start(1);
        assert_eq!((&rollout.over[start..start + 2], rollout.episodes.truncated), (&[true; 2][..], 1));
        assert_eq!((rollout.episodes.held, rollout.episodes.against_others), (2, -10.0 - 3.0));
        assert_eq!(rollout.rewards[3 * rollout.start(1)..][..6], buffers.rewards);
        rollout.episodes = Episodes::default();
        rollout.take_outcomes(1, 0, &buffers, |_, seat, whole| whole && seat == 0);
        assert_eq!((rollout.episodes.held, rollout.episodes.against_others, rollout.episodes.count), (1, -10.0, 2));
    }
}
