//! Generalised advantage estimation (Schulman 2016) for games: one chain of decisions a seat.

use crate::rollout::Rollout;

/// What comes after a decision of a seat, seen from the end of the rollout.
#[derive(Clone, Copy)]
enum After {
    /// Nothing is known: the seat does not decide again before the rollout ends.
    Unknown,
    /// The seat's next decision, or the end of the episode.
    Known {
        /// The reward on the way there.
        reward: f32,
        /// The value there.
        value: f32,
        /// The advantage there.
        advantage: f32,
    },
}

/// Fills in the advantages and value targets of a rollout, and takes what has no known outcome out of learning.
///
/// A seat's next decision may come several decisions of others later, so each lane is walked backwards with one chain
/// a seat; the discount counts decisions of that seat. The returns of an episode go to each seat's last decision in
/// it; that a cap ended it makes no difference, because the rules say what a capped episode is worth. A seat's last
/// decision in an episode that goes on lends its value to the one before it and is itself not learnt from.
pub(crate) fn estimate(rollout: &mut Rollout, gamma: f32, lambda: f32, value_scale: f32) {
    let (lanes, seats) = (rollout.lanes, rollout.seats);
    let mut after = vec![After::Unknown; seats];
    for lane in 0..lanes {
        after.fill(After::Unknown);
        for place in (lane..rollout.decisions.len()).step_by(lanes).rev() {
            if rollout.over[place] {
                for (after, points) in after.iter_mut().zip(&rollout.rewards[place * seats..][..seats]) {
                    *after = After::Known { reward: points / value_scale, value: 0.0, advantage: 0.0 };
                }
            }
            let decision = &mut rollout.decisions[place];
            let chain = &mut after[decision.seat as usize];
            match *chain {
                After::Unknown => decision.learns = false,
                After::Known { reward, value, advantage } => {
                    let surprise = reward + gamma * value - decision.value;
                    decision.advantage = surprise + gamma * lambda * advantage;
                    decision.target = decision.advantage + decision.value;
                }
            }
            let advantage = if matches!(chain, After::Unknown) { 0.0 } else { decision.advantage };
            *chain = After::Known { reward: 0.0, value: decision.value, advantage };
        }
    }
}

#[cfg(test)]
mod tests {
    use elderhand_env::{Overrides, vec_env};

    use super::estimate;
    use crate::rollout::Rollout;

    /// One lane of a two-seat game: (seat, value, returns if the decision ended an episode).
    fn rollout(steps: &[(u8, f32, Option<[f32; 2]>)]) -> Rollout {
        let env = vec_env("kuhn", &Overrides::new(), 1).expect("kuhn is registered");
        let mut rollout = Rollout::new(env.spec(), 1, steps.len());
        for (place, &(seat, value, returns)) in steps.iter().enumerate() {
            let decision = &mut rollout.decisions[place];
            (decision.seat, decision.value, decision.learns) = (seat, value, true);
            rollout.over[place] = returns.is_some();
            rollout.rewards[place * 2..][..2].copy_from_slice(&returns.unwrap_or_default());
        }
        rollout
    }

    #[test]
    fn each_seat_has_its_own_chain() {
        // Seat 0 decides, then seat 1 twice, then seat 0 ends it with 4 points; then an episode that goes on.
        let steps = [
            (0, 0.5, None),
            (1, 0.1, None),
            (1, 0.2, None),
            (0, 0.6, Some([4.0, -4.0])),
            (1, 0.3, None),
            (0, 0.9, None),
            (1, 0.7, None),
        ];
        let mut rollout = rollout(&steps);
        let (gamma, lambda) = (0.9, 0.5);
        estimate(&mut rollout, gamma, lambda, 2.0);
        let last_0 = 2.0 - 0.6;
        let first_0 = gamma * 0.6 - 0.5 + gamma * lambda * last_0;
        let last_1 = -2.0 - 0.2;
        let first_1 = gamma * 0.2 - 0.1 + gamma * lambda * last_1;
        let next_1 = gamma * 0.7 - 0.3;
        let expected = [first_0, first_1, last_1, last_0, next_1];
        for (decision, expected) in rollout.decisions.iter().zip(expected) {
            assert!((decision.advantage - expected).abs() < 1e-6, "{} {expected}", decision.advantage);
            assert!((decision.target - decision.value - expected).abs() < 1e-6);
        }
        let learns: Vec<bool> = rollout.decisions.iter().map(|decision| decision.learns).collect();
        assert_eq!(learns, [true, true, true, true, true, false, false]);
    }

    #[test]
    fn without_discount_the_estimate_is_the_outcome() {
        let mut rollout = rollout(&[(0, 0.3, None), (1, 0.2, None), (0, -0.4, Some([1.0, -1.0]))]);
        estimate(&mut rollout, 1.0, 1.0, 1.0);
        let targets: Vec<f32> = rollout.decisions.iter().map(|decision| decision.target).collect();
        assert!(targets.iter().zip([1.0, -1.0, 1.0]).all(|(found, expected)| (found - expected).abs() < 1e-6));
    }
}
