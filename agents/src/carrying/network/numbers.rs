//! The numbers of a tensor in a file: in half precision where that loses nothing, else in single precision.

use half::f16;
use ndarray::ArrayD;
use safetensors::Dtype;

/// The nearest numbers in half precision, ties to even; nothing if one is beyond its range.
pub(super) fn rounded(tensor: &ArrayD<f32>) -> Option<ArrayD<f32>> {
    let halves = tensor.mapv(|number| f16::from_f32(number).to_f32());
    halves.iter().all(|number| number.is_finite()).then_some(halves)
}

/// The bytes of a tensor, row by row, and what they are.
pub(super) fn to_bytes(tensor: &ArrayD<f32>) -> (Dtype, Vec<u8>) {
    if rounded(tensor).as_ref() == Some(tensor) {
        (Dtype::F16, tensor.iter().flat_map(|&number| f16::from_f32(number).to_le_bytes()).collect())
    } else {
        (Dtype::F32, tensor.iter().flat_map(|number| number.to_le_bytes()).collect())
    }
}

/// The numbers of a tensor's bytes; nothing if they are of another type.
pub(super) fn from_bytes(dtype: Dtype, bytes: &[u8]) -> Option<Vec<f32>> {
    match dtype {
        Dtype::F16 => Some(bytes.as_chunks().0.iter().map(|&two| f16::from_le_bytes(two).to_f32()).collect()),
        Dtype::F32 => Some(bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect()),
        _ => None,
    }
}
