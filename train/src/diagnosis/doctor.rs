//! Whether libtorch works, and what it can do.

use tch::{Cuda, Tensor};

/// The version of libtorch that this program is made for.
pub(crate) const LIBTORCH: &str = "2.11.0";

/// What [`doctor()`] finds of libtorch.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct DoctorReport {
    /// The version that this program is made for, with which it was linked.
    pub libtorch: &'static str,
    /// The number of CUDA devices.
    pub cuda_devices: i64,
    /// Whether it has Intel's matrix library.
    pub mkl: bool,
    /// Whether it has OpenMP.
    pub openmp: bool,
    /// Whether a matrix product came out right.
    pub works: bool,
}

/// Returns what libtorch has, and whether one operation gives the right result.
#[must_use]
pub fn doctor() -> DoctorReport {
    let a = Tensor::from_slice(&[1f32, 2.0, 3.0, 4.0]).view([2, 2]);
    let product = a.f_mm(&a).ok();
    let expected = Tensor::from_slice(&[7f32, 10.0, 15.0, 22.0]).view([2, 2]);
    DoctorReport {
        libtorch: LIBTORCH,
        cuda_devices: Cuda::device_count(),
        mkl: tch::utils::has_mkl(),
        openmp: tch::utils::has_openmp(),
        works: product.is_some_and(|product| product == expected),
    }
}
