//! The player that asks a network.

use std::sync::Arc;

use elderhand_env::{Action, ActionSet, Encode, Row, Seat, Stream};
use serde::{Deserialize, Serialize};

use crate::carrying::network::{Incremental, Network, Scratch};
use crate::players::agent::{Agent, AgentError, Decision, likeliest_first};

/// The logit of an action that no other is worse than: its probability is 0.
const NEVER: f32 = f32::MIN;

/// How an action is chosen from the probabilities of the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "kebab-case")]
pub enum Choice {
    /// The likeliest; of equal ones the first in the action table.
    Argmax,
    /// Each as often as its probability says.
    Sample {
        /// What the logits are divided by, above 0: 1 plays the policy as it was trained, less plays it more sharply.
        temperature: f32,
    },
}

impl Choice {
    /// What the logits are divided by.
    fn temperature(self) -> f32 {
        match self {
            Choice::Argmax => 1.0,
            Choice::Sample { temperature } => temperature,
        }
    }
}

/// What makes a player take moves for better than its network does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Haze {
    /// What the logits are divided by, above 1.
    pub temperature: f32,
    /// Actions that are less likely than so many times the likeliest are still left out.
    pub floor: f32,
}

/// Plays what a network says; a decision allocates nothing, but where it reckons what follows.
///
/// What is never better than another action ([`elderhand_env::View::folly`]) it leaves out, whatever the network says, and where all that
/// can follow can be reckoned ([`elderhand_env::View::reckoned`]), it plays what brings the most by that.
///
/// The network must be of the game whose views it is shown: see [`crate::carrying::bundle::Bundle::agent`], which sees to that.
#[derive(Clone, Debug)]
pub struct NetworkAgent {
    name: String,
    network: Arc<Network>,
    value_scale: f32,
    choice: Choice,
    haze: Option<Haze>,
    /// It reckons what follows where that can be done.
    reckons: bool,
    stream: Stream,
    row: Vec<u64>,
    hints: bool,
    scratch: Scratch,
    /// What is known of the last row, if that is used.
    known: Option<Incremental>,
    /// The legal actions of the last view with their probabilities, in the order of the action table.
    legal: Vec<(Action, f32)>,
}

impl NetworkAgent {
    /// Makes a player named `name`; the network's value times `value_scale` is the expected return in points.
    pub fn new(name: impl Into<String>, network: Arc<Network>, value_scale: f32, choice: Choice) -> NetworkAgent {
        NetworkAgent {
            name: name.into(),
            value_scale,
            choice,
            haze: None,
            reckons: true,
            stream: Stream::new(0),
            row: vec![0; network.inputs().div_ceil(64)],
            scratch: network.scratch(),
            legal: Vec::with_capacity(network.actions()),
            network,
            hints: false,
            known: None,
        }
    }

    /// Says whether the network sees the planes of [`elderhand_env::Spec::hints`] too.
    #[must_use]
    pub fn hints(self, hints: bool) -> NetworkAgent {
        NetworkAgent { hints, ..self }
    }

    /// Says how what the network thinks is blurred. An action is then drawn from that, and not as the player itself chooses, so that a
    /// level is as weak whatever temperature the bundle names.
    #[must_use]
    pub(crate) fn hazy(mut self, haze: Option<Haze>) -> NetworkAgent {
        if haze.is_some() {
            self.choice = Choice::Sample { temperature: 1.0 };
        }
        NetworkAgent { haze, reckons: self.reckons && haze.is_none(), ..self }
    }

    /// Lets it reckon each row from the one before, which is faster in a game that is played on, and nothing of what follows. Its
    /// numbers then differ in their last places from what they would be alone; [`Agent::begin`] begins anew.
    #[must_use]
    pub(crate) fn incremental(self) -> NetworkAgent {
        NetworkAgent { known: Some(Incremental::new(&self.network)), reckons: false, ..self }
    }

    /// Weighs the legal actions, chooses one, and gives it with the expected return in points.
    fn choose<V: Encode>(&mut self, view: &V) -> Result<(Action, f32), AgentError> {
        let legal = observe(view, self.hints, &mut self.row);
        let (logits, value) = ask(&self.network, &self.row, &mut self.known, &mut self.scratch);
        self.legal.clear();
        let folly = view.folly();
        let best = if self.reckons && legal.len() > 1 { view.reckoned() } else { None };
        let left_out = |action| folly.contains(action) || best.is_some_and(|best| !best.contains(action));
        let logit = |action: Action| if left_out(action) { NEVER } else { logits[action.0 as usize] };
        self.legal.extend(legal.iter().map(|action| (action, logit(action))));
        let Some(likeliest) = softmax(&mut self.legal, self.choice.temperature()) else {
            let problem = if legal.is_empty() {
                "the seat of the view is not to move: show it a view with legal actions"
            } else {
                "the network gives numbers that are not finite: its weights are too large to be used"
            };
            return Err(AgentError { bot: self.name.clone(), problem: problem.into() });
        };
        if let Some(haze) = self.haze {
            blur(&mut self.legal, haze);
        }
        let action = match self.choice {
            Choice::Argmax => likeliest,
            Choice::Sample { .. } => sample(&self.legal, self.stream.unit()).unwrap_or(likeliest),
        };
        Ok((action, value * self.value_scale))
    }
}

impl<V: Encode> Agent<V> for NetworkAgent {
    fn begin(&mut self, _seat: Seat, seed: u64) -> Result<(), AgentError> {
        self.stream = Stream::new(seed);
        self.known.iter_mut().for_each(Incremental::forget);
        Ok(())
    }

    fn act(&mut self, view: &V) -> Result<Action, AgentError> {
        Ok(self.choose(view)?.0)
    }

    fn decide(&mut self, view: &V) -> Result<Decision, AgentError> {
        let (action, value) = self.choose(view)?;
        let mut probabilities = self.legal.clone();
        likeliest_first(&mut probabilities);
        Ok(Decision { value: value.is_finite().then_some(value), ..Decision::drawn(action, probabilities) })
    }

    fn policy(&mut self, view: &V) -> Result<Vec<(Action, f32)>, AgentError> {
        let (action, _) = self.choose(view)?;
        Ok(match self.choice {
            Choice::Argmax => vec![(action, 1.0)],
            Choice::Sample { .. } => self.legal.clone(),
        })
    }

    fn expects(&mut self, view: &V) -> Option<f32> {
        observe(view, self.hints, &mut self.row);
        let (_, value) = ask(&self.network, &self.row, &mut self.known, &mut self.scratch);
        let value = value * self.value_scale;
        value.is_finite().then_some(value)
    }
}

/// Returns what a network says of a row, reckoned from the one before if that is kept.
fn ask<'a>(
    network: &Network,
    row: &[u64],
    known: &mut Option<Incremental>,
    scratch: &'a mut Scratch,
) -> (&'a [f32], f32) {
    match known {
        Some(known) => network.forward_from(row, known, scratch),
        None => network.forward(row, scratch),
    }
}

/// Writes what a network sees of a view and returns the legal actions.
pub(super) fn observe<V: Encode>(view: &V, hints: bool, row: &mut [u64]) -> ActionSet {
    if hints {
        row.fill(0);
    }
    let mut row = Row::new(row);
    let legal = view.observe(&mut row);
    if hints {
        view.hint(&mut row);
    }
    legal
}

/// Turns logits into probabilities and gives the likeliest action; nothing if there is none or one is not finite.
fn softmax(legal: &mut [(Action, f32)], temperature: f32) -> Option<Action> {
    if legal.iter().any(|(_, logit)| !logit.is_finite()) {
        return None;
    }
    let mut best = *legal.first()?;
    for &entry in legal.iter() {
        if entry.1 > best.1 {
            best = entry;
        }
    }
    let mut total = 0.0;
    for (_, weight) in legal.iter_mut() {
        *weight = ((*weight - best.1) / temperature).exp();
        total += *weight;
    }
    legal.iter_mut().for_each(|(_, weight)| *weight /= total);
    Some(best.0)
}

/// Makes probabilities more alike, but for those that are next to nothing.
fn blur(legal: &mut [(Action, f32)], Haze { temperature, floor }: Haze) {
    let most = legal.iter().fold(0.0, |most: f32, entry| most.max(entry.1));
    let mut total = 0.0;
    for (_, weight) in legal.iter_mut() {
        *weight = if *weight < floor * most { 0.0 } else { weight.powf(temperature.recip()) };
        total += *weight;
    }
    legal.iter_mut().for_each(|(_, weight)| *weight /= total);
}

/// The action in whose share of [0, 1) a number falls; nothing if rounding leaves the number beyond the last one.
fn sample(legal: &[(Action, f32)], mut unit: f32) -> Option<Action> {
    legal
        .iter()
        .find(|&&(_, probability)| {
            unit -= probability;
            unit < 0.0
        })
        .map(|&(action, _)| action)
}
