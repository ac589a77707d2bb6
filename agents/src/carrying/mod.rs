//! Networks as files: evaluating them, and carrying them from training to the table.

pub(crate) mod atomic;
pub(crate) mod bounded;
pub mod bundle;
pub(crate) mod calendar;
pub(crate) mod lent;
pub mod network;
#[cfg(feature = "onnx")]
mod onnx;
pub(crate) mod policy;
pub(crate) mod released;
