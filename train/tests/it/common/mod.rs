//! What several tests of the trainer need.

use elderhand_agents::Network;
use elderhand_train::Model;
use ndarray::ArrayD;

/// The network of a model, as a bot carries it.
pub fn carried(model: &Model) -> Network {
    let tensors = model.tensors.iter().map(|tensor| {
        let numbers = ArrayD::from_shape_vec(tensor.shape.as_slice(), tensor.data.clone());
        (tensor.name.clone(), numbers.expect("the numbers are as many as the shape says"))
    });
    Network::from_tensors(tensors.collect()).expect("nothing but the bot's own tensors is in a model")
}
