//! Past policies, evenly spread over the run, to play against.

use elderhand_env::Stream;

use crate::settings::config::PoolSettings;

/// The past policies that are kept.
pub(crate) struct Pool {
    settings: PoolSettings,
    /// Flat weights, the oldest first.
    pub members: Vec<Vec<f32>>,
    /// Iterations between two that are kept; doubles whenever the pool is full.
    pub interval: u64,
}

/// The seat that a past policy holds in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// Which of the drawn policies.
    pub policy: usize,
    /// The seat it holds.
    pub seat: usize,
}

impl Pool {
    pub fn new(settings: &PoolSettings) -> Pool {
        Pool { settings: settings.clone(), members: Vec::new(), interval: settings.every }
    }

    /// Keeps a copy of the policy if its iteration is due; none where no lane has a place for it.
    ///
    /// A full pool drops every second policy and keeps half as often from then on, so that it stays evenly spread.
    pub fn keep(&mut self, policy: &[f32], iteration: u64) {
        if self.settings.share == 0.0 || !iteration.is_multiple_of(self.interval) {
            return;
        }
        self.members.push(policy.to_vec());
        if self.members.len() > self.settings.size {
            let mut number = 0;
            self.members.retain(|_| {
                number += 1;
                number % 2 == 0
            });
            self.interval *= 2;
        }
    }

    /// Draws the policies that play in a rollout, with replacement; none while the pool is empty, or where no lane has a place for them.
    pub fn draw(&self, stream: &mut Stream) -> Vec<&[f32]> {
        let none = self.members.is_empty() || self.settings.share == 0.0;
        let count = if none { 0 } else { self.settings.opponents };
        (0..count).map(|_| self.members[stream.below(self.members.len())].as_slice()).collect()
    }

    /// Returns which of so many policies holds a seat in each lane, given the number of seats of the lanes.
    ///
    /// The lanes are cut into equal parts, one a policy, which holds a seat in the first lanes of its part. Which of
    /// the seats of a lane it is changes from iteration to iteration.
    pub fn seat(&self, seats: &[usize], iteration: u64, policies: usize) -> Vec<Option<Held>> {
        let part = seats.len().div_ceil(policies.max(1));
        let held = if policies == 0 { 0 } else { (self.settings.share * part as f64).round() as usize };
        let lanes = seats.iter().enumerate();
        lanes
            .map(|(lane, &seats)| {
                let seat = (lane as u64 + iteration) % seats as u64;
                (lane % part < held).then_some(Held { policy: lane / part, seat: seat as usize })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use elderhand_env::Stream;

    use super::Pool;
    use crate::settings::config::PoolSettings;

    fn pool(size: usize, every: u64) -> Pool {
        Pool::new(&PoolSettings { share: 0.2, size, every, opponents: 4 })
    }

    #[test]
    fn what_is_kept_stays_evenly_spread() {
        let mut pool = pool(4, 2);
        for iteration in 1..=40 {
            pool.keep(&[iteration as f32], iteration);
        }
        assert_eq!(pool.members, [[16.0], [32.0]]);
        assert_eq!(pool.interval, 16);
    }

    #[test]
    fn a_past_policy_sits_in_every_seat_that_a_lane_has_and_in_no_other() {
        let seats = [2, 3, 7, 2, 3, 7];
        let pool = Pool::new(&PoolSettings { share: 1.0, size: 4, every: 2, opponents: 1 });
        let mut times = vec![[0; 7]; seats.len()];
        for iteration in 0..42 {
            let held = pool.seat(&seats, iteration, 1);
            held.iter().flatten().zip(&mut times).for_each(|(held, times)| times[held.seat] += 1);
        }
        for (times, seats) in times.iter().zip(seats) {
            assert!((0..7).all(|seat| times[seat] == if seat < seats { 42 / seats } else { 0 }), "{times:?}");
        }
    }

    #[test]
    fn a_fifth_of_the_lanes_is_held_and_seats_alternate() {
        let pool = pool(4, 2);
        let held = pool.seat(&[2; 1000], 3, 4);
        assert_eq!(held.iter().flatten().count(), 200);
        assert_eq!(held.iter().flatten().filter(|held| held.seat == 0).count(), 100);
        assert_eq!((0..4).map(|o| held.iter().flatten().filter(|held| held.policy == o).count()).max(), Some(50));
        assert_ne!(held[0], pool.seat(&[2; 1000], 4, 4)[0]);
        assert!(pool.seat(&[2; 1000], 3, 0).iter().all(Option::is_none));
    }

    #[test]
    fn every_past_policy_is_drawn_as_often_as_every_other() {
        let mut pool = pool(4, 1);
        (1..=4).for_each(|iteration| pool.keep(&[iteration as f32], iteration));
        let mut times = [0; 5];
        for iteration in 0..500 {
            let mut stream = Stream::keyed([1, iteration, 0]);
            pool.draw(&mut stream).iter().for_each(|policy| times[policy[0] as usize] += 1);
        }
        assert!(times[1..].iter().all(|times| (430..570).contains(times)), "{times:?}");
    }
}
