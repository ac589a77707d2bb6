//! The network of the policy and the critic: its parameters, its passes in libtorch, and the distribution over the
//! legal actions that its logits make.

pub(crate) mod distribution;
mod mixed;
pub(crate) mod mlp;
pub(crate) mod parameters;
pub(crate) mod pass;
pub(crate) mod sparse;
pub(crate) mod workspace;
