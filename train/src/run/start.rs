//! The weights of a bot as the first weights of a run, instead of drawn ones.

use std::path::Path;

use elderhand_agents::Bundle;
use elderhand_agents::files::bundle_path;
use elderhand_env::{Spec, vec_env};

use crate::error::StartError;
use crate::learning::network::parameters::ParameterMap;
use crate::settings::config::Config;

/// The tensor of the weights from the observation to the outputs.
const DIRECT: &str = "direct.weight";
/// The logit of an action that the bot does not know: as good as any other at first.
const UNKNOWN: f32 = 0.0;

/// Returns the weights of the bot that a config names, in the place of the drawn ones, and the planes that the bot sees and
/// the run does not.
///
/// Planes and actions are matched by name, so that at first the run plays as the bot would if it could not see the
/// others. The weights of the critic stay as they were drawn.
pub(crate) fn start(
    config: &Config,
    spec: &Spec,
    map: &ParameterMap,
    drawn: &[f32],
) -> Result<(Vec<f32>, Vec<&'static str>), StartError> {
    let bot = Bundle::open(&bundle_path(Path::new(&config.network.start))?)?;
    let contract = &bot.manifest().contract;
    let known = vec_env(&contract.game, &contract.options, 1)?.spec().of_bits(contract.observation.bits);
    if !spec.actions.iter().any(|action| known.actions.contains(action)) {
        return Err(StartError::Actions { bot: known.id.into(), game: spec.id.into() });
    }
    let tensors = bot.network().adapted(&known, spec, UNKNOWN).to_tensors();
    let form = |trunk: &[usize], direct: bool| format!("trunk = {trunk:?}, direct = {direct}");
    let found = form(&bot.network().trunk(), tensors.contains_key(DIRECT));
    let expected = form(&config.network.trunk, config.network.direct);
    if found != expected {
        return Err(StartError::Shape { bot: found, config: expected });
    }

    let mut parts = map.split(drawn);
    for part in parts.iter_mut().filter(|part| !ParameterMap::is_critics(part)) {
        part.data = tensors[&part.name].iter().copied().collect();
        // The value is in units of the run's own scale; in the direct part it is the last output.
        let scale = bot.manifest().value_scale / config.value_scale;
        let values = match part.name.as_str() {
            DIRECT => part.data.len() - spec.bits(),
            name if name.starts_with("value.") => 0,
            _ => part.data.len(),
        };
        part.data[values..].iter_mut().for_each(|weight| *weight *= scale);
    }
    let unseen = known.planes.iter().filter(|plane| spec.same_plane(plane).is_none());
    let unseen = unseen.map(|plane| plane.name).collect();
    Ok((map.join(&parts).expect("what was split is joined"), unseen))
}
