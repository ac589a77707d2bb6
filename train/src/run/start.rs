//! The weights of a bot as the first weights of a run, instead of drawn ones.

use std::path::Path;

use elderhand_agents::Bundle;
use elderhand_agents::files::bundle_path;
use elderhand_env::{Plane, Spec, vec_env};

use crate::error::StartError;
use crate::learning::network::parameters::{NamedTensor, ParameterMap};
use crate::settings::config::Config;

/// The tensors that observation bits lead to.
const FIRST: &str = "trunk.0.weight";
const DIRECT: &str = "direct.weight";

/// Returns the weights of the bot that a config names, in the place of the drawn ones.
///
/// Planes that have one name and one width in both games keep their weights; the others begin at 0, so that at first the
/// run plays as the bot would if it could not see them. The weights of the critic stay as they were drawn.
pub(crate) fn start(config: &Config, spec: &Spec, map: &ParameterMap, drawn: &[f32]) -> Result<Vec<f32>, StartError> {
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

    let mut parts = map.split(drawn);
    for part in parts.iter_mut().filter(|part| !ParameterMap::is_critics(part)) {
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
    Ok(map.join(&parts).expect("what was split is joined"))
}

/// Copies a tensor, `[outputs, bits]`, plane by plane.
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
