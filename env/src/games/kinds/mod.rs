//! What Pinnacle and Skirmish have in common: the seven kinds of combination, ranks that go round, and card points.

pub(crate) mod cards;
mod holding;
mod kind;
mod points;
pub(crate) mod ranks;
mod set;

pub(crate) use holding::Holding;
pub use kind::Kind;
pub use points::points;
pub use set::Kinds;
