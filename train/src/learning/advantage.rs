//! Generalised advantage estimation (Schulman 2016) for games: one chain of decisions a seat.

use elderhand_env::Plane;
use rayon::prelude::*;

use crate::learning::rollout::{Decision, Role, Rollout};

/// The settings of the estimate.
#[derive(Clone, Debug)]
pub(crate) struct Estimator {
    /// The discount for each decision of a seat.
    pub gamma: f32,
    /// The decay of the estimate.
    pub lambda: f32,
    /// The points that the value head counts as 1.
    pub value_scale: f32,
    /// The plane that shows a potential, and the points of each of its bits; `None` without shaping.
    pub shaping: Option<(Plane, f32)>,
}

/// What comes after a decision of a seat, seen from the end of the rollout.
#[derive(Clone, Copy)]
enum After {
    /// Nothing is known: the seat neither decides again nor is told its return before the rollout ends.
    Unknown,
    /// The seat's next decision, or the end of the episode.
    Known {
        /// The reward on the way there.
        reward: f32,
        /// The value there.
        value: f32,
        /// The potential there.
        potential: f32,
        /// The advantage there.
        advantage: f32,
    },
}

/// Fills in the advantages and value targets of a rollout, and marks what is learnt from.
///
/// A seat's next decision may come several decisions of others later, so lanes are walked backwards with one chain
/// a seat; the discount counts choices of that seat, which decisions with a single legal action are not. The return of
/// an episode goes to each seat's last choice in it, also if a cap ended the episode, because the rules say what a
/// capped one is worth.
///
/// A seat's last choice in an episode that goes on lends its value to the one before it, stays open, and is learnt from
/// when a later rollout knows what came of it: so each is learnt from once, whatever its outcome.
///
/// With shaping, every step also earns the growth of the potential, discounted; the potential of the end is 0. Over an
/// episode this adds up to the same for every way of playing (Ng, Harada, Russell 1999).
pub(crate) fn estimate(rollout: &mut Rollout, by: &Estimator) {
    let (lanes, seats, words) = (rollout.lanes, rollout.most_seats, rollout.words);
    let block = lanes.div_ceil(rayon::current_num_threads());
    let Rollout { decisions, observations, over, settled, rewards, .. } = rollout;
    // Of each block of lanes the decisions of all times.
    let mut blocks: Vec<Vec<&mut [Decision]>> = (0..lanes.div_ceil(block)).map(|_| Vec::new()).collect();
    for decisions in decisions.chunks_exact_mut(lanes) {
        blocks.iter_mut().zip(decisions.chunks_mut(block)).for_each(|(block, decisions)| block.push(decisions));
    }
    let potential = |index: usize| {
        let row = &observations[index * words..][..words];
        by.shaping.as_ref().map_or(0.0, |(plane, weight)| lit(row, plane) as f32 * weight / by.value_scale)
    };
    blocks.into_par_iter().enumerate().for_each(|(number, times)| {
        let mut after = vec![After::Unknown; block * seats];
        for (time, decisions) in times.into_iter().enumerate().rev() {
            let start = time * lanes + number * block;
            for ((index, decision), after) in (start..).zip(decisions).zip(after.chunks_exact_mut(seats)) {
                let told = (index * seats..).zip(&mut *after);
                for (place, after) in told.filter(|(place, _)| over[index] || settled[*place] == 1) {
                    let reward = rewards[place] / by.value_scale;
                    *after = After::Known { reward, value: 0.0, potential: 0.0, advantage: 0.0 };
                }
                if decision.role != Role::None {
                    step(decision, &mut after[decision.seat as usize], potential(index), by);
                }
            }
        }
    });
}

/// Fills in a decision of a seat, given what comes after it, and becomes what comes after the one before.
fn step(decision: &mut Decision, chain: &mut After, potential: f32, by: &Estimator) {
    let mut found = 0.0;
    if let After::Known { reward, value, potential: next, advantage } = *chain {
        let td_error = reward + by.gamma * (value + next) - potential - decision.action_value;
        found = td_error + by.gamma * by.lambda * advantage;
        decision.target = found + decision.action_value;
        decision.advantage = decision.target - decision.value;
        if decision.role == Role::Open {
            decision.role = Role::Learnt;
        }
    }
    *chain = After::Known { reward: 0.0, value: decision.value, potential, advantage: found };
}

/// Returns the number of bits of a plane that are on.
fn lit(row: &[u64], plane: &Plane) -> u32 {
    (plane.offset..plane.offset + plane.width).map(|bit| (row[bit / 64] >> (bit % 64) & 1) as u32).sum()
}

#[cfg(test)]
mod tests {
    use elderhand_env::{Action, Overrides, Plane, vec_env};

    use super::{Estimator, estimate};
    use crate::learning::rollout::{Decision, Role, Rollout};

    /// The decisions of the rollout itself.
    fn played(rollout: &Rollout) -> &[Decision] {
        &rollout.decisions[rollout.start(0)..]
    }

    fn plain() -> Estimator {
        Estimator { gamma: 1.0, lambda: 1.0, value_scale: 1.0, shaping: None }
    }

    /// The seat of a decision, its value, and the returns if it ended an episode.
    type Step = (u8, f32, Option<[f32; 2]>);

    /// One lane of a two-seat game.
    fn rollout(steps: &[Step]) -> Rollout {
        rollout_of("kuhn", steps)
    }

    fn rollout_of(game: &str, steps: &[Step]) -> Rollout {
        let env = vec_env(game, &Overrides::new(), 1).expect("the game is registered");
        let mut rollout = Rollout::new(&*env, steps.len(), 1, 0);
        for (time, &(seat, value, returns)) in steps.iter().enumerate() {
            let index = rollout.start(time);
            let decision = &mut rollout.decisions[index];
            (decision.seat, decision.value, decision.action_value, decision.role) = (seat, value, value, Role::Open);
            decision.legal = [Action(0), Action(1)].into_iter().collect();
            rollout.over[index] = returns.is_some();
            rollout.rewards[index * 2..][..2].copy_from_slice(&returns.unwrap_or_default());
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
        estimate(&mut rollout, &Estimator { gamma, lambda, value_scale: 2.0, shaping: None });
        let last_0 = 2.0 - 0.6;
        let first_0 = gamma * 0.6 - 0.5 + gamma * lambda * last_0;
        let last_1 = -2.0 - 0.2;
        let first_1 = gamma * 0.2 - 0.1 + gamma * lambda * last_1;
        let next_1 = gamma * 0.7 - 0.3;
        let expected = [first_0, first_1, last_1, last_0, next_1];
        for (decision, expected) in played(&rollout).iter().zip(expected) {
            assert!((decision.advantage - expected).abs() < 1e-6, "{} {expected}", decision.advantage);
            assert!((decision.target - decision.value - expected).abs() < 1e-6);
        }
        let roles: Vec<Role> = played(&rollout).iter().map(|decision| decision.role).collect();
        assert_eq!(roles, [[Role::Learnt; 5].as_slice(), &[Role::Open; 2]].concat());
    }

    #[test]
    fn errors_are_of_the_action_that_was_played() {
        let mut rollout = rollout(&[(0, 0.5, None), (0, 0.25, Some([2.0, -2.0]))]);
        let index = rollout.start(0);
        (rollout.decisions[index].action_value, rollout.decisions[index + 1].action_value) = (1.0, 1.5);
        estimate(&mut rollout, &Estimator { lambda: 0.5, ..plain() });
        let found: Vec<_> = played(&rollout).iter().map(|decision| (decision.target, decision.advantage)).collect();
        // The action was expected to bring 1.5 and brought 2, of which half goes back beyond what the value there says.
        assert_eq!(found, [(0.25 + 0.25, 0.0), (2.0, 1.75)]);
    }

    #[test]
    fn without_discount_the_estimate_is_the_outcome() {
        let mut rollout = rollout(&[(0, 0.3, None), (1, 0.2, None), (0, -0.4, Some([1.0, -1.0]))]);
        estimate(&mut rollout, &plain());
        let targets: Vec<f32> = played(&rollout).iter().map(|decision| decision.target).collect();
        assert!(targets.iter().zip([1.0, -1.0, 1.0]).all(|(found, expected)| (found - expected).abs() < 1e-6));
    }

    #[test]
    fn shaping_moves_every_advantage_by_the_potential_alone() {
        let steps = [(0, 0.0, None), (1, 0.0, None), (0, 0.0, Some([1.0, -1.0]))];
        let plane = Plane { name: "card", offset: 0, width: 3 };
        let by = Estimator { gamma: 1.0, lambda: 1.0, value_scale: 2.0, shaping: Some((plane, -4.0)) };
        let mut rollout = rollout(&steps);
        let start = rollout.start(0);
        rollout.observations[start..].copy_from_slice(&[0b1011, 0b1001, 0b111]);
        estimate(&mut rollout, &by);
        let found: Vec<f32> = played(&rollout).iter().map(|decision| decision.advantage).collect();
        // Half a point, less the potential: -4 points a bit over a scale of 2.
        assert_eq!(found, [0.5 + 2.0 * 2.0, -0.5 + 2.0 * 1.0, 0.5 + 2.0 * 3.0]);
    }

    #[test]
    fn the_next_potential_is_discounted_as_the_next_value_is() {
        let plane = Plane { name: "card", offset: 63, width: 3 };
        let by = Estimator { gamma: 0.5, lambda: 0.0, value_scale: 1.0, shaping: Some((plane, 1.0)) };
        // Of a game whose observations take several words.
        let mut rollout = rollout_of("gin", &[(0, 0.0, None), (0, 0.0, Some([0.0, 0.0]))]);
        let (start, words) = (rollout.start(0), rollout.words);
        rollout.observations[start * words + 1] = 0b01;
        rollout.observations[(start + 1) * words..][..2].copy_from_slice(&[1 << 63, 0b11]);
        estimate(&mut rollout, &by);
        assert_eq!(played(&rollout)[0].advantage, 0.5 * 3.0 - 1.0);
    }

    #[test]
    fn what_is_open_is_learnt_from_once_when_it_is_known_what_came_of_it() {
        // Both seats wait for what a later rollout brings: seat 0 decides again there, seat 1 is only told the end.
        let mut first = rollout(&[(1, 0.2, None), (0, 0.5, None), (0, 0.7, None)]);
        estimate(&mut first, &plain());
        assert_eq!(played(&first).iter().map(|d| d.role).collect::<Vec<_>>(), [Role::Open, Role::Learnt, Role::Open]);
        first.carry();
        let open = first.open();
        let mut second = rollout(&[(0, 0.4, Some([3.0, -3.0])), (1, 0.1, None)]);
        second.take_open(&open, 4).unwrap();
        estimate(&mut second, &plain());
        let learnt = |rollout: &Rollout| {
            let learnt = rollout.decisions.iter().filter(|decision| decision.role == Role::Learnt);
            learnt.map(|decision| (decision.seat, decision.target)).collect::<Vec<_>>()
        };
        assert_eq!(learnt(&second), [(0, 3.0), (1, -3.0), (0, 3.0)]);
        second.carry();
        let mut third = rollout(&[(1, 0.0, Some([-2.0, 2.0]))]);
        third.take_open(&second.open(), 4).unwrap();
        estimate(&mut third, &plain());
        assert_eq!(learnt(&third), [(1, 2.0), (1, 2.0)]);
    }

    #[test]
    fn what_is_open_is_a_choice_of_its_game() {
        let mut first = rollout(&[(1, 0.2, None)]);
        estimate(&mut first, &plain());
        first.carry();
        let open = |legal: &[u16], action| {
            let mut open = first.open();
            open[0].decision.legal = legal.iter().map(|&action| Action(action)).collect();
            open[0].decision.action = Action(action);
            rollout(&[(0, 0.0, None)]).take_open(&open, 4)
        };
        assert_eq!(open(&[0, 1], 1), Ok(()));
        for (legal, action) in [(&[][..], 0), (&[1], 1), (&[0, 1], 2), (&[0, 4], 0)] {
            let refused = open(legal, action).unwrap_err();
            assert!(refused.contains("seat 1 in lane 0 is no choice"), "{refused}");
        }
    }

    #[test]
    fn what_others_decided_is_known_and_not_learnt() {
        let mut rollout = rollout(&[(0, 0.3, None), (1, 0.2, None), (0, -0.4, Some([1.0, -1.0]))]);
        let other = rollout.start(1);
        rollout.decisions[other].role = Role::Link;
        estimate(&mut rollout, &plain());
        let roles: Vec<Role> = played(&rollout).iter().map(|decision| decision.role).collect();
        assert_eq!(roles, [Role::Learnt, Role::Link, Role::Learnt]);
        assert_eq!(played(&rollout)[1].target, -1.0);
    }

    #[test]
    fn what_is_certain_early_is_learnt_at_once() {
        let mut rollout = rollout(&[(1, 0.2, None), (0, 0.5, None), (0, 0.7, None)]);
        // Seat 1 folds: the step tells it its return, and the episode goes on.
        let index = rollout.start(0);
        rollout.settled[index * 2 + 1] = 1;
        rollout.rewards[index * 2 + 1] = -1.0;
        estimate(&mut rollout, &plain());
        let [folded, ..] = played(&rollout) else { panic!("there are three") };
        assert_eq!((folded.role, folded.target), (Role::Learnt, -1.0));
    }

    #[test]
    fn no_choice_is_no_link() {
        let mut with = rollout(&[(0, 0.3, None), (0, 9.0, None), (0, -0.4, Some([1.0, -1.0]))]);
        let forced = with.start(1);
        with.decisions[forced].role = Role::None;
        let mut without = rollout(&[(0, 0.3, None), (0, -0.4, Some([1.0, -1.0]))]);
        let by = Estimator { gamma: 0.9, lambda: 0.5, ..plain() };
        estimate(&mut with, &by);
        estimate(&mut without, &by);
        assert_eq!(played(&with)[0], played(&without)[0]);
        assert_eq!(played(&with)[1].role, Role::None);
    }
}
