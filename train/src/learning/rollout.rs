//! What self-play leaves to learn from: a fixed number of decisions of every lane, packed.

use elderhand_env::{Action, ActionSet, Buffers, Done, VecEnv};

/// A decision, and what is learnt from it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Decision {
    pub legal: ActionSet,
    pub action: Action,
    pub seat: u8,
    /// Whether the learner made it and its outcome is known.
    pub learns: bool,
    /// The logarithm of the probability that the action was chosen with.
    pub log_probability: f32,
    /// The value that the value head or the critic estimated, in units of the value scale.
    pub value: f32,
    /// How much better the action was than expected, in the same units; an update normalises it.
    pub advantage: f32,
    /// The value that it is taught to estimate.
    pub target: f32,
}

/// Decisions by time and lane: the index of a lane at a time is `time * lanes + lane`.
pub(crate) struct Rollout {
    pub lanes: usize,
    /// The number of seats of each lane.
    pub seats: Vec<usize>,
    /// The greatest of these numbers.
    pub most_seats: usize,
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
    /// The returns of the episode that the decision ended, in points, `most_seats` a decision.
    pub rewards: Vec<f32>,
    /// Sums over the episodes that have ended since the rollout began.
    pub episodes: Episodes,
}

/// Sums over finished episodes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Episodes {
    pub count: u64,
    pub truncated: u64,
    pub decisions: u64,
    /// The points of elder hand, seat 0.
    pub elder: f64,
    /// The episodes in which a past policy held a seat.
    pub held: u64,
    /// The learner's mean points in them, summed.
    pub against_pool: f64,
}

impl Rollout {
    /// Makes room for `horizon` decisions of every lane.
    pub fn new(env: &dyn VecEnv, horizon: usize, privileged_words: usize) -> Rollout {
        let (lanes, words, most_seats) = (env.lanes(), env.spec().words(), env.spec().seats);
        let size = lanes * horizon;
        Rollout {
            lanes,
            seats: (0..lanes).map(|lane| env.seats(lane)).collect(),
            most_seats,
            words,
            decisions: vec![Decision::default(); size],
            observations: vec![0; size * words],
            privileged: vec![0; size * privileged_words],
            privileged_words,
            over: vec![false; size],
            rewards: vec![0.0; size * most_seats],
            episodes: Episodes::default(),
        }
    }

    /// Returns the packed observation of a decision.
    pub fn observation(&self, index: usize) -> &[u64] {
        &self.observations[index * self.words..][..self.words]
    }

    /// Returns the packed privileged observation of a decision.
    pub fn privileged_observation(&self, index: usize) -> &[u64] {
        &self.privileged[index * self.privileged_words..][..self.privileged_words]
    }

    /// Takes in which episodes the decisions at a time ended, and how.
    ///
    /// `held` returns the seat that a past policy holds in a lane, `None` if there is none.
    pub fn take_outcomes(&mut self, time: usize, buffers: &Buffers, held: impl Fn(usize) -> Option<usize>) {
        let (start, width) = (time * self.lanes, self.most_seats);
        self.rewards[start * width..][..self.lanes * width].copy_from_slice(&buffers.rewards);
        for lane in 0..self.lanes {
            let done = buffers.done(lane);
            self.over[start + lane] = done != Done::No;
            if done == Done::No {
                continue;
            }
            let seats = self.seats[lane];
            let points = &buffers.rewards[lane * width..][..seats];
            let episodes = &mut self.episodes;
            episodes.count += 1;
            episodes.truncated += u64::from(done == Done::Truncated);
            episodes.decisions += u64::from(buffers.lengths[lane]);
            episodes.elder += f64::from(points[0]);
            if let Some(held) = held(lane) {
                let others: f32 = points.iter().enumerate().filter(|&(seat, _)| seat != held).map(|(_, p)| p).sum();
                episodes.held += 1;
                episodes.against_pool += f64::from(others) / (seats - 1).max(1) as f64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use elderhand_env::{Buffers, Done, Overrides, Variation, varied_env};

    use super::Rollout;

    #[test]
    fn the_learners_points_are_their_mean_over_the_seats_of_their_lane() {
        let variation = Variation::from([("seats".into(), vec![2.into(), 3.into()])]);
        let env = varied_env("skirmish", &Overrides::new(), &variation, 2).expect("the seats are in range");
        let (mut rollout, mut buffers) = (Rollout::new(&*env, 4, 0), Buffers::new(env.spec(), 2));
        buffers.ends = vec![Done::Terminated.byte(); 2];
        buffers.rewards = vec![10.0, -10.0, 0.0, 6.0, -2.0, -4.0];
        rollout.take_outcomes(1, &buffers, |_| Some(0));
        assert_eq!((rollout.episodes.held, rollout.episodes.against_pool), (2, -10.0 - 3.0));
        assert_eq!(rollout.rewards[6..12], buffers.rewards);
    }
}
