//! Worlds that a view allows, as likely as what the others did makes them.

use std::collections::HashMap;
use std::time::Instant;

use elderhand_env::{Game, Redeal, Stream, View, ViewOf};

use super::rollout::Worker;
use super::spread::spread;
use crate::players::agent::AgentError;

/// So much of every policy is taken to be a move at random, so that no world is ruled out by one odd move.
const LAPSE: f32 = 0.05;
/// So many times each world is disturbed after every step of [`Worlds::draw`].
const MOVES: usize = 4;
/// Samples of new worlds are told apart as far as so many, which is enough to know their error.
const APART: usize = 128;
/// What the others did is believed in at most so many steps.
const STEPS: u64 = 16;

/// Where rollouts take their worlds from.
pub(super) enum Worlds<G: Game> {
    /// A new one each, all equally likely: nothing tells how likely they are.
    Fresh,
    /// In turn from these, which are as likely as what the others did makes them.
    Likely {
        /// The worlds; likely ones may be there more than once.
        worlds: Vec<G::State>,
        /// For each of them which of the different ones it is.
        which: Vec<usize>,
        /// How many different ones would tell as much.
        effective: f64,
    },
}

/// A world, and the logarithm of how likely the others were to do in it what they did.
#[derive(Clone)]
struct Particle<G: Game> {
    world: G::State,
    log: f64,
}

impl<G: Game> Worlds<G> {
    /// Draws so many worlds of a view, if it holds the history that tells how likely they are and there is time for it.
    ///
    /// Of worlds drawn evenly, hardly one fits what another player did in a dozen turns. So they are led there by steps
    /// (sequential Monte Carlo: Del Moral, Doucet and Jasra 2006): in each, what was done is believed a little more, as
    /// far as half of the worlds can follow; they are drawn anew by their weights, and disturbed by moves that keep to
    /// what is believed so far (Metropolis and Hastings; the weights may be estimates: Andrieu and Roberts 2009).
    pub(super) fn draw(
        view: &ViewOf<G>,
        count: usize,
        key: [u64; 2],
        until: Option<Instant>,
        workers: &mut [Worker<G>],
    ) -> Result<Worlds<G>, AgentError> {
        if workers.iter().any(|worker| worker.believing.is_none()) {
            return Ok(Worlds::Fresh);
        }
        let stream = |step: u64, place: usize| Stream::keyed([key[0], key[1] ^ step << 32, place as u64]);
        let late = || until.is_some_and(|until| Instant::now() > until);
        let drawn = spread(workers, 0..count, |worker, place| {
            if late() {
                return Ok(None);
            }
            let mut chance = stream(0, place);
            let world = view.redeal(&mut chance);
            let log = worker.log_weight(view, &world, &mut chance)?;
            Ok(log.map(|log| Particle { world, log }))
        })?;
        let Some(mut particles) = drawn.into_iter().collect::<Option<Vec<Particle<G>>>>() else {
            return Ok(Worlds::Fresh);
        };
        let mut believed = 0.0;
        for step in 1..=STEPS {
            let logs: Vec<f64> = particles.iter().map(|particle| particle.log).collect();
            let next = if step == STEPS { 1.0 } else { next(&logs, believed) };
            let places = resampled(&weights(&logs, next - believed), stream(step, count).unit().into());
            particles = places.into_iter().map(|place| particles[place].clone()).collect();
            believed = next;
            particles = spread(workers, 0..count, |worker, place| {
                let (mut particle, mut chance) = (particles[place].clone(), stream(step, place));
                for _ in (0..MOVES).take_while(|_| !late()) {
                    let world = view.disturb(&particle.world, &mut chance);
                    let Some(log) = worker.log_weight(view, &world, &mut chance)? else { continue };
                    if believed * (log - particle.log) > f64::from(chance.unit()).ln() {
                        particle = Particle { world, log };
                    }
                }
                Ok(particle)
            })?;
            if believed >= 1.0 || late() {
                break;
            }
        }
        let worlds: Vec<G::State> = particles.into_iter().map(|particle| particle.world).collect();
        let (mut known, mut often) = (HashMap::new(), Vec::new());
        let number = |world| {
            let which = *known.entry(world).or_insert(often.len());
            often.resize(often.len().max(which + 1), 0.0);
            often[which] += 1.0;
            which
        };
        let which = worlds.iter().map(number).collect();
        let squares: f64 = often.iter().map(|count: &f64| count * count).sum();
        Ok(Worlds::Likely { effective: (count * count) as f64 / squares, which, worlds })
    }

    /// How many different worlds samples are told to be of.
    pub(super) fn different(&self) -> usize {
        match self {
            Worlds::Fresh => APART,
            Worlds::Likely { which, .. } => which.iter().max().map_or(0, |most| most + 1),
        }
    }

    /// Which of them the world of a sample is.
    pub(super) fn which(&self, sample: usize) -> usize {
        match self {
            Worlds::Fresh => sample % APART,
            Worlds::Likely { which, .. } => which[sample % which.len()],
        }
    }

    /// How many equally likely worlds would tell as much as those of so many samples.
    pub(super) fn effective(&self, samples: usize) -> f64 {
        match self {
            Worlds::Fresh => samples as f64,
            Worlds::Likely { effective, .. } => *effective,
        }
    }

    /// The world of a sample.
    pub(super) fn of(&self, view: &ViewOf<G>, key: [u64; 2], sample: usize) -> G::State {
        match self {
            Worlds::Fresh => view.redeal(&mut Stream::keyed([key[0], key[1], sample as u64])),
            Worlds::Likely { worlds, .. } => worlds[sample % worlds.len()].clone(),
        }
    }
}

impl<G: Game> Worker<G> {
    /// Returns the logarithm of how likely the others were to do what they did, were they the player that is believed
    /// in; `None` if the view does not hold the history for that.
    fn log_weight(
        &mut self,
        view: &ViewOf<G>,
        world: &G::State,
        chance: &mut Stream,
    ) -> Result<Option<f64>, AgentError> {
        self.go_on()?;
        let Some(believing) = &mut self.believing else { return Ok(None) };
        believing.begin(view.seat(), 0)?;
        let mut failed = None;
        let log = view.log_weight(world, chance, &mut |seen, action| {
            let likely = match believing.decide(seen) {
                Ok(decision) => decision.probabilities,
                Err(error) => {
                    failed.get_or_insert(error);
                    return 1.0;
                }
            };
            let share = likely.iter().find(|(other, _)| *other == action).map_or(0.0, |(_, share)| *share);
            share * (1.0 - LAPSE) + LAPSE / seen.legal().len() as f32
        });
        failed.map_or(Ok(log.map(f64::from)), Err)
    }
}

/// The weights of worlds that are believed so much more, levelled to the sum 1.
fn weights(logs: &[f64], more: f64) -> Vec<f64> {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| (more * (log - most)).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// How far what the others did can be believed next, so that the weights leave half of the worlds effective; 1 is wholly.
fn next(logs: &[f64], believed: f64) -> f64 {
    let holds = |next: f64| {
        let squares: f64 = weights(logs, next - believed).iter().map(|weight| weight * weight).sum();
        2.0 >= squares * logs.len() as f64
    };
    if holds(1.0) {
        return 1.0;
    }
    let (mut low, mut high) = (believed, 1.0);
    for _ in 0..20 {
        let middle = (low + high) / 2.0;
        if holds(middle) { low = middle } else { high = middle }
    }
    // Never stand still, however far apart the weights are.
    low.max(believed + 1e-3).min(1.0)
}

/// Draws as many places as there are weights, each as often as its weight says, evenly from one offset of [0, 1).
fn resampled(weights: &[f64], offset: f64) -> Vec<usize> {
    let count = weights.len();
    let (mut place, mut below) = (0, weights[0]);
    let draw = |draw: usize| {
        let wanted = (draw as f64 + offset) / count as f64;
        while below <= wanted && place + 1 < count {
            place += 1;
            below += weights[place];
        }
        place
    };
    (0..count).map(draw).collect()
}

#[cfg(test)]
mod tests {
    use elderhand_env::gin::{self, Gin, GinState, GinView};
    use elderhand_env::{State, Turn};

    use super::*;
    use crate::players::agent::Agent;
    use crate::players::gin::Simple;

    /// The view of the second seat at its seventh decision, if players who follow rules get so far.
    fn seen(game: &Gin, seed: u64) -> Option<GinView> {
        let (mut state, mut chance, mut player, mut asked) = (game.start(), Stream::new(seed), Simple::default(), 0);
        loop {
            state.settle(&mut chance);
            let Turn::Seat(seat) = state.turn() else { return None };
            let view = state.view(seat);
            asked += usize::from(seat == 1);
            if asked == 7 {
                return Some(view);
            }
            state.apply(player.act(&view).expect("it plays on"));
        }
    }

    /// How often each card is in the other hand, by worlds that weigh so much.
    fn held(worlds: impl Iterator<Item = (GinState, f64)>) -> [f64; 52] {
        let (mut sums, mut all) = ([0.0; 52], 0.0);
        for (world, weight) in worlds {
            all += weight;
            world.view(0).hand.iter().for_each(|card| sums[usize::from(card.index())] += weight);
        }
        sums.map(|sum| sum / all)
    }

    #[test]
    fn worlds_are_as_likely_as_what_the_other_did_makes_them() {
        let game = Gin::new("gin", gin::Rules::gin()).expect("its own options");
        let mut told = 0.0_f64;
        for (seed, view) in (0..).filter_map(|seed| Some((seed, seen(&game, seed)?))).take(2) {
            let agent = || Box::new(Simple::default()) as Box<dyn Agent<GinView>>;
            let mut workers = [Worker::new(&game, vec![agent(), agent()], vec![agent(), agent()], Some(agent()), None)];
            // What is right: worlds drawn evenly, each counting as much as it is likely.
            let evenly: Vec<(GinState, f64)> = (0..20_000)
                .map(|sample| {
                    let mut chance = Stream::keyed([seed, 1, sample]);
                    let world = view.redeal(&mut chance);
                    let log = workers[0].log_weight(&view, &world, &mut chance).expect("it answers");
                    (world, log.expect("the history is told").exp())
                })
                .collect();
            let even = held(evenly.iter().map(|(world, _)| (world.clone(), 1.0)));
            let batches: Vec<[f64; 52]> = evenly.chunks(1000).map(|batch| held(batch.iter().cloned())).collect();
            let drawn: Vec<[f64; 52]> = (0..60)
                .map(|key| {
                    let worlds = Worlds::draw(&view, 64, [seed, 1000 + key], None, &mut workers).expect("it answers");
                    let Worlds::Likely { worlds, .. } = worlds else { panic!("the history is told") };
                    held(worlds.into_iter().map(|world| (world, 1.0)))
                })
                .collect();
            for card in 0..52 {
                let of = |all: &[[f64; 52]]| {
                    let count = all.len() as f64;
                    let mean = all.iter().map(|each| each[card]).sum::<f64>() / count;
                    let spread = all.iter().map(|each| (each[card] - mean).powi(2)).sum::<f64>();
                    (mean, spread / count / (count - 1.0))
                };
                let ((right, one), (found, other)) = (of(&batches), of(&drawn));
                let near = 4.5 * (one + other).sqrt() + 0.02;
                assert!(
                    (right - found).abs() < near,
                    "seed {seed}, card {card}: {found:.3}, not {right:.3} ± {near:.3}"
                );
                told = told.max((right - even[card]).abs());
            }
        }
        assert!(told > 0.1, "what the other did tells something: {told}");
    }

    #[test]
    fn worlds_are_drawn_as_often_as_they_weigh() {
        let weights = weights(&[0.0, 2.0f64.ln(), f64::NEG_INFINITY, 5.0f64.ln()], 1.0);
        assert!(weights.iter().zip([0.125, 0.25, 0.0, 0.625]).all(|(weight, right)| (weight - right).abs() < 1e-12));
        let mut counts = [0; 4];
        for offset in 0..100 {
            for place in resampled(&weights, f64::from(offset) / 100.0) {
                counts[place] += 1;
            }
        }
        assert_eq!(counts, [50, 100, 0, 250]);
    }

    #[test]
    fn belief_grows_as_far_as_half_of_the_worlds_can_follow() {
        // Of two kinds of worlds one is e times as likely: all can be believed at once.
        assert_eq!(next(&[0.0, 1.0, 0.0, 1.0], 0.0), 1.0);
        let logs: Vec<f64> = (0..64).map(f64::from).collect();
        let step = next(&logs, 0.0);
        let squares: f64 = weights(&logs, step).iter().map(|weight| weight * weight).sum();
        assert!(step < 0.2 && (1.0 / squares - 32.0).abs() < 0.1, "{step}");
        assert!(next(&logs, 0.9) > 0.9);
    }
}
