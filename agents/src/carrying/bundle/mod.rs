//! Bots as files: everything that a program needs to play as a network does, and to know what it is.

mod card;
mod contract;
#[cfg_attr(not(feature = "bundle-writing"), allow(dead_code))]
mod golden;
#[cfg_attr(not(feature = "bundle-writing"), allow(dead_code))]
mod manifest;
mod problem;
mod read;
mod verdicts;
#[cfg(feature = "bundle-writing")]
mod write;

use std::path::Path;
use std::sync::Arc;

use elderhand_env::{Game, Spec, Variation};

use crate::carrying::network::Network;
use crate::carrying::policy::NetworkAgent;

pub use card::model_card;
pub use contract::{ActionTable, Contract, Observation};
pub use golden::{TOLERANCE, Verification};
pub use manifest::{Evaluation, Manifest, NetworkShape, Training};
pub use problem::{BundleError, Problem};
#[cfg(feature = "bundle-writing")]
pub use write::{Draft, DraftError};

/// The logit of an action that a bot does not know: it is chosen only where nothing else can be done.
const UNKNOWN: f32 = -1e4;

/// A bot that has been read and checked.
///
/// # Examples
///
/// ```no_run
/// use elderhand_agents::{Agent, Bundle};
/// use elderhand_env::{Game, Stream, Driver, kuhn};
///
/// let bundle = Bundle::open("kuhn.elderhand".as_ref())?;
/// let game = kuhn::Kuhn::new("kuhn", kuhn::Options {})?;
/// let mut bot = bundle.agent(&game)?;
/// let table = Driver::new(game, Stream::new(1));
/// println!("{:?}", bot.decide(&table.view(0))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bundle {
    name: String,
    manifest: Manifest,
    network: Arc<Network>,
    card: String,
    golden: String,
}

/// Equal are bundles of one name whose manifests are, which hold the hashes of all other files.
impl PartialEq for Bundle {
    fn eq(&self, other: &Bundle) -> bool {
        (&self.name, &self.manifest) == (&other.name, &other.manifest)
    }
}

impl Bundle {
    /// Opens a bundle, which is a zip file or a folder.
    ///
    /// Sizes, hashes, versions, the game with its options, the observation layout, the action table and the weights
    /// are checked; the golden positions are left to [`Bundle::verify`].
    ///
    /// # Errors
    ///
    /// Fails with the first thing that is wrong, naming the bundle and the file or key in it.
    pub fn open(path: &Path) -> Result<Bundle, BundleError> {
        let name = path.display().to_string();
        read::from_path(path).and_then(|files| read::check(&name, files)).map_err(|problem| problem.of(&name))
    }

    /// Reads a bundle from the bytes of its zip file; `name` stands for it in messages.
    ///
    /// # Errors
    ///
    /// As [`Bundle::open`].
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Bundle, BundleError> {
        read::from_bytes(bytes).and_then(|files| read::check(name, files)).map_err(|problem| problem.of(name))
    }

    /// Makes the bot; many can be made of one bundle, and they share its weights.
    ///
    /// # Errors
    ///
    /// Fails if the game is not the bundle's, with the bundle's options; variable ones may be others.
    pub fn agent<G: Game>(&self, game: &G) -> Result<NetworkAgent, BundleError> {
        let Manifest { contract, value_scale, decision, .. } = &self.manifest;
        let bits = contract.observation.bits;
        contract.check(&Contract::of(game, &Variation::new(), bits)).map_err(|problem| problem.of(&self.name))?;
        let agent = NetworkAgent::new(&self.name, self.network.clone(), *value_scale, *decision);
        Ok(agent.hints(bits > game.spec().bits()))
    }

    /// Makes the bot for a game of another specification than its own, of which it knows what has the same name.
    pub(crate) fn adapted(&self, own: &Spec, other: &Spec) -> NetworkAgent {
        let Manifest { contract, value_scale, decision, .. } = &self.manifest;
        let hints = contract.observation.bits > own.bits();
        let seen = |spec: &Spec| if hints { spec.with_hints() } else { spec.clone() };
        let network = self.network.adapted(&seen(own), &seen(other), UNKNOWN);
        NetworkAgent::new(&self.name, Arc::new(network), *value_scale, *decision).hints(hints)
    }

    /// Plays the golden positions again and compares logits and values with those in the bundle.
    ///
    /// # Errors
    ///
    /// Fails at the first line that cannot be read or differs by more than [`TOLERANCE`].
    pub fn verify(&self) -> Result<Verification, BundleError> {
        golden::verify(self).map_err(|problem| problem.of(&self.name))
    }

    /// What stands for the bundle in messages: its path as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the bundle says of itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The golden positions: a JSON object a line, with a `view`, its `logits` by name, and the `value` before scaling.
    pub fn golden(&self) -> &str {
        &self.golden
    }

    /// The model card: a page of Markdown.
    pub fn card(&self) -> &str {
        &self.card
    }
}
