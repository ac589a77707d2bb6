//! A graph under construction.

use super::messages::{
    Attribute, AttributeKind, Dim, Element, Graph, Kind, Node, Shape, Size, Tensor, TensorKind, ValueInfo,
};

impl Graph {
    /// Adds a node and gives the name of its output, which is also its own.
    pub(super) fn node(&mut self, op: &str, inputs: &[&str], output: &str, attributes: &[(&str, i64)]) -> String {
        self.nodes(op, inputs, &[output], attributes);
        output.to_owned()
    }

    /// Adds a node of several outputs, whose name is that of the first.
    pub(super) fn nodes(&mut self, op: &str, inputs: &[&str], outputs: &[&str], attributes: &[(&str, i64)]) {
        let attribute =
            |&(name, int): &(&str, i64)| Attribute { name: name.into(), int, kind: AttributeKind::Int.into() };
        self.nodes.push(Node {
            inputs: inputs.iter().map(|&input| input.into()).collect(),
            outputs: outputs.iter().map(|&output| output.into()).collect(),
            name: outputs[0].into(),
            op: op.into(),
            attributes: attributes.iter().map(attribute).collect(),
        });
    }

    /// Adds numbers that are known.
    pub(super) fn tensor<'a>(&mut self, name: &str, dims: &[usize], numbers: impl IntoIterator<Item = &'a f32>) {
        let raw = numbers.into_iter().flat_map(|number| number.to_le_bytes()).collect();
        self.known(name, dims, Element::F32, raw);
    }

    /// Adds whole numbers that are known.
    pub(super) fn sizes(&mut self, name: &str, sizes: &[usize]) {
        let raw = sizes.iter().flat_map(|&size| (size as i64).to_le_bytes()).collect();
        self.known(name, &[sizes.len()], Element::I64, raw);
    }

    fn known(&mut self, name: &str, dims: &[usize], element: Element, raw: Vec<u8>) {
        let dims = dims.iter().map(|&size| size as i64).collect();
        self.initializers.push(Tensor { dims, element: element.into(), name: name.into(), raw });
    }
}

/// What goes in or comes out: rows of so many elements, as many rows as one likes.
pub(super) fn rows(name: &str, element: Element, width: usize, says: &str) -> ValueInfo {
    let dims = [Size::Named("rows".into()), Size::Fixed(width as i64)];
    let shape = Shape { dims: dims.map(|size| Dim { size: Some(size) }).into() };
    let tensor = TensorKind { element: element.into(), shape: Some(shape) };
    ValueInfo { name: name.into(), kind: Some(Kind { tensor: Some(tensor) }), doc_string: says.into() }
}
