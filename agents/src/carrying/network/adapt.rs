//! A network at a game that shows and allows something else than the one it was trained for.

use elderhand_env::Spec;
use ndarray::{Array2, Axis};

use super::Network;

impl Network {
    /// Returns the network as it plays a game of another specification: planes and actions are matched by name.
    ///
    /// What a plane shows that the network does not know counts for nothing, and so does a plane that is missing or of
    /// another width. An action that it does not know has the logit `unknown`, whatever it is shown.
    ///
    /// # Panics
    ///
    /// Panics if the network is not of the shape that `own` asks for.
    pub fn adapted(&self, own: &Spec, other: &Spec, unknown: f32) -> Network {
        assert!(self.inputs() == own.bits() && self.actions() == own.actions.len(), "a network of its specification");
        let inputs = |rows: &Array2<f32>| {
            let mut adapted = Array2::zeros((other.bits(), rows.ncols()));
            for plane in &other.planes {
                let Some(known) = own.same_plane(plane) else { continue };
                for bit in 0..plane.width {
                    adapted.row_mut(plane.offset + bit).assign(&rows.row(known.offset + bit));
                }
            }
            adapted
        };
        // For each output its place among the network's own; the value comes last.
        let places: Vec<Option<usize>> = other
            .actions
            .iter()
            .map(|name| own.actions.iter().position(|known| known == name))
            .chain([Some(self.actions())])
            .collect();
        let outputs = |rows: &Array2<f32>| {
            let mut adapted = Array2::zeros((rows.nrows(), places.len()));
            for (place, known) in places.iter().enumerate() {
                if let Some(known) = known {
                    adapted.column_mut(place).assign(&rows.column(*known));
                }
            }
            adapted
        };
        let mut network = self.clone();
        network.trunk[0].rows = inputs(&self.trunk[0].rows);
        network.heads.rows = outputs(&self.heads.rows);
        let bias = self.heads.bias.view().insert_axis(Axis(0)).to_owned();
        network.heads.bias = outputs(&bias).remove_axis(Axis(0));
        for (place, _) in places.iter().enumerate().filter(|(_, known)| known.is_none()) {
            network.heads.bias[place] = unknown;
        }
        network.direct = self.direct.as_ref().map(|direct| outputs(&inputs(direct)));
        network
    }
}
