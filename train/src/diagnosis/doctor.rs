//! What libtorch says of itself.

use tch::{Cuda, Tensor};

/// The version of libtorch that this program is made for.
pub const LIBTORCH: &str = "2.11.0";

/// What was found of libtorch.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Report {
    /// The version that this program is made for, with which it was linked.
    pub libtorch: &'static str,
    /// Whether there is a CUDA device, and how many.
    pub cuda_devices: i64,
    /// Whether it has Intel's matrix library.
    pub mkl: bool,
    /// Whether it has OpenMP.
    pub openmp: bool,
    /// Whether a matrix product came out right.
    pub works: bool,
}

/// Asks libtorch what it has and tries one operation.
pub fn doctor() -> Report {
    let a = Tensor::from_slice(&[1f32, 2.0, 3.0, 4.0]).view([2, 2]);
    let product = a.f_mm(&a).ok();
    let expected = Tensor::from_slice(&[7f32, 10.0, 15.0, 22.0]).view([2, 2]);
    Report {
        libtorch: LIBTORCH,
        cuda_devices: Cuda::device_count(),
        mkl: tch::utils::has_mkl(),
        openmp: tch::utils::has_openmp(),
        works: product.is_some_and(|product| product == expected),
    }
}
