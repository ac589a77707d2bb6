//! Passes of the network, forward and backward: plain matrix products into tensors that are kept.

use tch::{Device, Kind, Tensor};

use crate::learning::network::mixed::Products;
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::ParameterMap;

/// The tensors of one forward and backward pass of up to [`Pass::rows`] rows.
pub(crate) struct Pass {
    /// The greatest number of rows at once.
    pub rows: usize,
    /// The number of outputs.
    pub width: usize,
    /// Where products are rounded, if precision is mixed.
    products: Option<Products>,
    /// The output of each layer, after its ReLU if it has one.
    outputs: Vec<Tensor>,
    /// The gradient by the output of each layer.
    gradients: Vec<Tensor>,
}

impl Pass {
    /// Makes room for passes of up to `rows` rows.
    pub fn new(map: &ParameterMap, rows: usize, device: Device) -> Pass {
        let tensor = |width: usize| Tensor::zeros([rows as i64, width as i64], (Kind::Float, device));
        let room = || map.layers().map(|(_, outputs)| tensor(outputs)).collect();
        Pass {
            rows,
            width: map.actions() + 1,
            products: map.is_mixed().then(|| Products::new(map, rows, device)),
            outputs: room(),
            gradients: room(),
        }
    }

    /// Runs a network on rows of a number a bit, [of the kind](ParameterMap::kind_of_rows) that it wants, and returns its
    /// outputs: for each row, a logit for every action and then the value. They stand until the next pass.
    pub fn forward(&self, network: &Network, input: &Tensor) -> Tensor {
        let count = input.size()[0];
        let ((weight, bias), out) = (&network.layers[0], self.first(count));
        match (&self.products, &network.rounded) {
            (Some(products), Some(weight)) => products.first(weight, bias, input, &out),
            _ => drop(bias.addmm_out(&out, input, &weight.tr())),
        }
        let mut outputs = self.above(network, count);
        if let Some(direct) = &network.direct {
            match (&self.products, &network.rounded) {
                (Some(products), Some(weights)) => products.add_direct(weights, input, &mut outputs),
                _ => drop(outputs.addmm_(input, &direct.tr())),
            }
        }
        outputs
    }

    /// Returns the room for what the first layer puts out for so many rows, where [`Pass::above`] finds it.
    pub fn first(&self, count: i64) -> Tensor {
        self.outputs[0].narrow(0, 0, count)
    }

    /// Runs the layers above the first, and returns the outputs without what the bits add directly.
    pub fn above(&self, network: &Network, count: i64) -> Tensor {
        let mut x = self.first(count);
        for ((weight, bias), y) in network.layers.iter().zip(&self.outputs).skip(1) {
            let _ = x.relu_();
            let y = y.narrow(0, 0, count);
            let _ = bias.addmm_out(&y, &x, &weight.tr());
            x = y;
        }
        x
    }

    /// Returns the room for the gradient by the outputs of so many rows, where a pass backward finds it.
    pub fn slopes(&self, count: i64) -> Tensor {
        self.gradients[self.gradients.len() - 1].narrow(0, 0, count)
    }

    /// Adds the gradient by the parameters, given the [slopes](Pass::slopes) by the outputs of the last [`Pass::forward`].
    pub fn backward(&self, network: &Network, input: &Tensor, gradient: &mut Network) {
        let count = input.size()[0];
        let dy = self.backward_above(network, count, gradient);
        let add = |first: bool, slopes: &Tensor, gradient: &mut Tensor| match &self.products {
            Some(products) => products.add_gradient(first, slopes, input, gradient),
            None => drop(gradient.addmm_(&slopes.tr(), input)),
        };
        add(true, &dy, &mut gradient.layers[0].0);
        if let Some(direct) = &mut gradient.direct {
            add(false, &self.slopes(count), direct);
        }
    }

    /// Adds the gradient by all parameters but those that bits lead to, and returns that by what the first layer puts out.
    pub fn backward_above(&self, network: &Network, count: i64, gradient: &mut Network) -> Tensor {
        let mut dy = self.slopes(count);
        for i in (1..network.layers.len()).rev() {
            let x = self.outputs[i - 1].narrow(0, 0, count);
            let (weight, bias) = &mut gradient.layers[i];
            let _ = weight.addmm_(&dy.tr(), &x);
            *bias += dy.sum_dim_intlist(0, false, Kind::Float);
            let dx = self.gradients[i - 1].narrow(0, 0, count);
            let _ = dy.mm_out(&dx, &network.layers[i].0);
            // Through the ReLU: nothing where it put out nothing.
            let _ = x.threshold_backward_grad_input(&dx, &dx, 0.0);
            dy = dx;
        }
        gradient.layers[0].1 += dy.sum_dim_intlist(0, false, Kind::Float);
        dy
    }
}
