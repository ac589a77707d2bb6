//! The player that tries its candidates out before it chooses.

use std::ops::Range;
use std::time::{Duration, Instant};

use elderhand_env::{Action, ActionSet, Encode, Game, Row, Seat, Stream, View, ViewOf};

use super::found::Found;
use super::name::{Budget, Search};
use super::rollout::Worker;
use super::spread::spread;
use super::tally::Candidate;
use super::worlds::Worlds;
use crate::players::agent::{Agent, AgentError, Decision, Findings, Gap, Judgement, Loss, Stopped};

/// No more actions than these are tried, the likeliest first.
const WIDEST: usize = 16;
/// So much of every policy is spread over all legal actions, so that what a bot has almost ruled out is tried too.
const FLOOR: f64 = 0.01;
/// So many samples are taken before it is asked again whether the choice is clear.
const BATCH: usize = 32;
/// So many standard errors behind, a candidate is given up before its time. They are many, since it is asked often.
const CLEAR: f64 = 4.0;

/// Tries the actions that a policy holds likely in worlds that a view allows, by rounds that halve their number, and
/// plays the one for which most speaks.
pub(crate) struct Searcher<G: Game> {
    search: Search,
    policy: Box<dyn Agent<ViewOf<G>>>,
    workers: Vec<Worker<G>>,
    seed: u64,
    row: Vec<u64>,
}

impl<G: Game> Searcher<G> {
    /// Makes one of a policy, and of what each thread needs; there is at least one.
    pub(crate) fn new(game: &G, search: Search, policy: Box<dyn Agent<ViewOf<G>>>, workers: Vec<Worker<G>>) -> Self {
        Searcher { search, policy, workers, seed: 0, row: vec![0; game.spec().words()] }
    }

    /// The key of all that is random in a decision: equal views of one game are searched alike.
    fn key(&mut self, view: &ViewOf<G>) -> [u64; 2] {
        view.observe(&mut Row::new(&mut self.row));
        let mut key = view.seat() as u64;
        for (place, &word) in self.row.iter().enumerate().filter(|(_, word)| **word != 0) {
            key = Stream::keyed([key, place as u64, word]).bits();
        }
        [self.seed, key]
    }

    /// Tries candidates until the budget is spent or the choice is clear.
    fn search(
        &mut self,
        view: &ViewOf<G>,
        legal: &ActionSet,
        candidates: Vec<Candidate>,
    ) -> Result<Decision, AgentError> {
        let (clock, key) = (Clock::start(self.search.budget), self.key(view));
        let worlds = Worlds::draw(view, self.search.worlds, key, clock.half(), &mut self.workers)?;
        let mut live: Vec<usize> = (0..candidates.len()).collect();
        let mut found = Found::new(candidates, self.search.prior.into(), worlds.different());
        let rounds = live.len().next_power_of_two().trailing_zeros() as usize;
        let mut sample = 0;
        for round in 1..=rounds {
            let share = clock.share(round, rounds, live.len());
            let from = sample;
            while live.len() > 1 {
                let count = share.next(sample - from);
                if count == 0 {
                    break;
                }
                self.sample(view, (&worlds, key), sample..sample + count, &live, &mut found)?;
                sample += count;
                let best = found.points.best(&live);
                live.retain(|&one| one == best || !found.points.is_beaten(one, best, CLEAR));
            }
            if round < rounds {
                found.points.halve(&mut live);
            }
        }
        // The last one left is the choice, though one that was given up earlier may look better by chance.
        Ok(found.decision(found.points.best(&live), legal, worlds.effective(sample)))
    }

    /// Tries two actions against each other for as much as a decision may cost.
    ///
    /// Its worlds and cards are others than those of the search: what was chosen there looks better there than it is.
    fn compare(&mut self, view: &ViewOf<G>, actions: [Action; 2]) -> Result<Found, AgentError> {
        let (clock, [seed, key]) = (Clock::start(self.search.budget), self.key(view));
        let key = [seed, Stream::keyed([seed, key, u64::MAX]).bits()];
        let worlds = Worlds::draw(view, self.search.worlds, key, clock.half(), &mut self.workers)?;
        let mut found =
            Found::new(actions.map(|action| Candidate { action, prior: 0.0 }).into(), 0.0, worlds.different());
        let (share, mut sample) = (clock.share(1, 1, 2).at_least(BATCH), 0);
        loop {
            let count = share.next(sample);
            if count == 0 {
                return Ok(found);
            }
            self.sample(view, (&worlds, key), sample..sample + count, &[0, 1], &mut found)?;
            sample += count;
        }
    }

    /// Plays the candidates of `live` out in some samples.
    fn sample(
        &mut self,
        view: &ViewOf<G>,
        (worlds, key): (&Worlds<G>, [u64; 2]),
        samples: Range<usize>,
        live: &[usize],
        found: &mut Found,
    ) -> Result<(), AgentError> {
        let actions: Vec<Action> = live.iter().map(|&one| found.action(one)).collect();
        let brought = spread(&mut self.workers, samples.clone(), |worker, sample| {
            let world = worlds.of(view, key, sample);
            let key = [key[0], !key[1], sample as u64];
            actions
                .iter()
                .map(|&action| worker.play_out(view.seat(), &world, action, key))
                .collect::<Result<Vec<_>, _>>()
        })?;
        samples.zip(&brought).for_each(|(sample, brought)| found.add(live, brought, worlds.which(sample)));
        Ok(())
    }
}

/// What is tried: the likeliest of some actions, the likeliest first.
fn candidates(actions: &ActionSet, policy: &[(Action, f32)]) -> Vec<Candidate> {
    let even = FLOOR / actions.len() as f64;
    let candidate = |action| {
        let share = policy.iter().find(|(other, _)| *other == action).map_or(0.0, |(_, share)| f64::from(*share));
        Candidate { action, prior: ((1.0 - FLOOR) * share + even).ln() }
    };
    let mut candidates: Vec<Candidate> = actions.iter().map(candidate).collect();
    candidates.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    candidates.truncate(WIDEST);
    candidates
}

/// What a decision may spend. Where rollouts are counted, no clock is read: some machines have none.
enum Clock {
    Rollouts(usize),
    Time(Instant, Duration),
}

/// What a round of halving may spend.
enum Share {
    Samples(usize),
    Until(Instant),
}

impl Clock {
    fn start(budget: Budget) -> Clock {
        match budget {
            Budget::Rollouts(rollouts) => Clock::Rollouts(rollouts),
            Budget::Time(time) => Clock::Time(Instant::now(), time),
        }
    }

    /// The time at which half of it is spent.
    fn half(&self) -> Option<Instant> {
        match *self {
            Clock::Rollouts(_) => None,
            Clock::Time(begun, time) => Some(begun + time / 2),
        }
    }

    /// An equal share of the budget for each round, and in it for each candidate that is left.
    fn share(&self, round: usize, rounds: usize, live: usize) -> Share {
        match *self {
            Clock::Rollouts(rollouts) => Share::Samples((rollouts / (rounds * live)).max(1)),
            Clock::Time(begun, time) => Share::Until(begun + time * round as u32 / rounds as u32),
        }
    }
}

impl Share {
    /// The same, or so many samples where it is fewer.
    fn at_least(self, least: usize) -> Share {
        match self {
            Share::Samples(samples) => Share::Samples(samples.max(least)),
            until => until,
        }
    }

    /// How many samples are taken next after so many of this round.
    fn next(&self, taken: usize) -> usize {
        match self {
            Share::Samples(samples) => (samples - taken).min(BATCH),
            // One batch is taken however little time there is.
            Share::Until(end) if taken == 0 || Instant::now() < *end => BATCH,
            Share::Until(_) => 0,
        }
    }
}

impl<G: Game> Agent<ViewOf<G>> for Searcher<G> {
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<(), AgentError> {
        self.seed = seed;
        self.policy.begin(seat, seed)
    }

    fn act(&mut self, view: &ViewOf<G>) -> Result<Action, AgentError> {
        Ok(self.decide(view)?.action)
    }

    /// What the bot chooses among candidates that were tried; the value of the choice, in points, is what it brought.
    fn decide(&mut self, view: &ViewOf<G>) -> Result<Decision, AgentError> {
        let decision = self.policy.decide(view)?;
        let legal = view.legal();
        let sensible = legal - view.folly();
        if sensible.len() < 2 {
            return Ok(decision.among(&sensible));
        }
        match view.reckoned() {
            None => self.search(view, &legal, candidates(&sensible, &decision.probabilities)),
            // No playing out tells as much as all that can follow.
            Some(best) => Ok(decision.among(&best)),
        }
    }

    /// Searches as for a decision, then tries the action against the choice; both are told by what they brought there.
    fn judge(&mut self, view: &ViewOf<G>, action: Action) -> Result<Judgement, AgentError> {
        let mut decision = self.decide(view)?;
        if view.legal().len() < 2 {
            return Ok(Judgement { decision, loss: None });
        }
        let findings = decision.findings.get_or_insert(Findings { tried: Vec::new(), worlds: 1.0 });
        if action == decision.action {
            let chances = findings.tried.iter().all(|tried| tried.chance.is_some());
            let loss = Loss { points: Gap::default(), chance: chances.then(Gap::default) };
            return Ok(Judgement { decision, loss: Some(loss) });
        }
        let found = self.compare(view, [decision.action, action])?;
        for tried in found.tried() {
            match findings.tried.iter_mut().find(|earlier| earlier.action == tried.action) {
                Some(earlier) => *earlier = tried,
                None => findings.tried.push(tried),
            }
        }
        decision.value = found.tried().next().map(|choice| choice.value);
        Ok(Judgement { decision, loss: Some(found.loss()) })
    }

    fn policy(&mut self, view: &ViewOf<G>) -> Result<Vec<(Action, f32)>, AgentError> {
        Ok(vec![(self.act(view)?, 1.0)])
    }

    fn heed(&mut self, stopped: &Stopped) {
        self.workers.iter_mut().for_each(|worker| worker.heed(stopped));
    }

    fn end(&mut self, returns: &[f32]) -> Result<(), AgentError> {
        self.policy.end(returns)
    }
}
