//! The network on a device that works by itself, such as a GPU: deciding for all lanes at once, and whole updates that are
//! never waited for until their end.
//!
//! What is reckoned is what [workers](crate::learning::worker) reckon. Rows travel packed, once for each choice and once for
//! each update, and become a number a bit there.

mod adam;
mod bits;
mod decide;
mod learn;
mod lessons;
mod loss;
mod policy;
#[cfg(test)]
mod tests;

use tch::Device;

use self::bits::Bits;
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::ParameterMap;
use crate::learning::network::pass::Pass;

/// Rows of one pass: enough to fill a large device, whose memory holds many more.
const ROWS: usize = 1 << 14;

/// The networks and the kept tensors of a device.
pub(crate) struct Accelerator {
    device: Device,
    learner: Network,
    past: Vec<Network>,
    magnet: Option<Network>,
    gradient: Network,
    pass: Pass,
    critic_pass: Option<Pass>,
    bits: Bits,
    /// How many of the first parameters are of the trunk.
    trunk: i64,
}

impl Accelerator {
    /// Makes one on the networks of the learner and its magnet, which are on the device and change under it.
    pub fn new(map: &ParameterMap, learner: &Network, magnet: Option<&Network>, device: Device) -> Accelerator {
        Accelerator {
            device,
            learner: learner.handle(),
            past: Vec::new(),
            magnet: magnet.map(Network::handle),
            gradient: Network::gradient(map, device),
            pass: Pass::new(map, ROWS, device),
            critic_pass: map.critic().map(|critic| Pass::new(critic, ROWS, device)),
            bits: Bits::new(map, device),
            trunk: map.trunk_parameters() as i64,
        }
    }

    /// Sets the past policies that play in the next rollout.
    pub fn set_past(&mut self, past: Vec<Network>) {
        self.past = past;
    }
}
