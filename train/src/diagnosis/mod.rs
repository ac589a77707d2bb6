//! What measures and diagnoses the machine: the speed of training, and whether libtorch works.

pub(crate) mod bench;
pub(crate) mod doctor;
