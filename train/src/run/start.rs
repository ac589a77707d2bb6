//! The weights that a run begins with when they are not drawn: those of a bot that plays a game like this one.

use std::path::Path;

use elderhand_agents::{Bundle, BundleError, NotReleased, bundle_path};
use elderhand_env::{GameError, Plane, Spec, vec_env};

use crate::learning::network::parameters::{Layout, NamedTensor};
use crate::settings::config::Config;

/// The tensors that observation bits lead to.
const FIRST: &str = "trunk.0.weight";
const DIRECT: &str = "direct.weight";

/// A bot that a run cannot begin with.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no released bot of this name.
    #[error(transparent)]
    NotReleased(#[from] NotReleased),
    /// The bot cannot be read.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// The bot's game cannot be made.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The games have other actions.
    #[error("it plays {bot}, whose actions are not those of {game}")]
    Actions {
        /// The bot's game.
        bot: String,
        /// The run's game.
        game: String,
    },
    /// The networks have other layers.
    #[error("its network has {bot}, but the config asks for {config}")]
    Shape {
        /// The bot's.
        bot: String,
        /// The run's.
        config: String,
    },
}

/// Takes over what means the same in both games: the weights of all planes that have one name and one width, and what
/// no plane leads to.
///
/// Other planes begin at 0, so that at first the run plays as the bot would if it could not see them. What is the
/// critic's stays as it is drawn.
pub(crate) fn start(config: &Config, spec: &Spec, layout: &Layout, drawn: &[f32]) -> Result<Vec<f32>, StartError> {
    let bot = Bundle::open(&bundle_path(Path::new(&config.network.start))?)?;
    let contract = &bot.manifest().contract;
    let known = vec_env(&contract.game, &contract.options, 1)?.spec().clone();
    if known.actions_hash() != spec.actions_hash() {
        return Err(StartError::Actions { bot: known.id.into(), game: spec.id.into() });
    }
    let tensors = bot.network().to_tensors();
    let form = |trunk: &[usize], direct: bool| format!("trunk = {trunk:?}, direct = {direct}");
    let found = form(&bot.network().trunk(), tensors.contains_key(DIRECT));
    let expected = form(&config.network.trunk, config.network.direct);
    if found != expected {
        return Err(StartError::Shape { bot: found, config: expected });
    }

    let mut parts = layout.split(drawn);
    for part in parts.iter_mut().filter(|part| !Layout::is_critics(part)) {
        let theirs: Vec<f32> = tensors[&part.name].iter().copied().collect();
        match part.name.as_str() {
            FIRST | DIRECT => take_planes(part, spec, &theirs, &known),
            _ => part.data = theirs,
        }
        // The value is in units of the run's own scale; in the direct part it is the last output.
        let scale = bot.manifest().value_scale / config.value_scale;
        let values = match part.name.as_str() {
            DIRECT => part.data.len() - spec.bits(),
            name if name.starts_with("value.") => 0,
            _ => part.data.len(),
        };
        part.data[values..].iter_mut().for_each(|weight| *weight *= scale);
    }
    Ok(layout.join(&parts).expect("what was split is joined"))
}

/// Takes over a tensor, `[outputs, bits]`, plane by plane.
fn take_planes(part: &mut NamedTensor, spec: &Spec, theirs: &[f32], known: &Spec) {
    part.data.fill(0.0);
    for plane in &spec.planes {
        let same = |known: &&Plane| known.name == plane.name && known.width == plane.width;
        let Some(from) = known.planes.iter().find(same) else { continue };
        for (ours, theirs) in part.data.chunks_exact_mut(spec.bits()).zip(theirs.chunks_exact(known.bits())) {
            ours[plane.offset..][..plane.width].copy_from_slice(&theirs[from.offset..][..plane.width]);
        }
    }
}
