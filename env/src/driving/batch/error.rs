//! What a batch refuses.

use super::buffers::SliceError;
use crate::rules::Action;

/// A step that a batch does not take; no lane was changed and nothing written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// The action is not legal in its lane.
    #[error("lane {lane}: action {} is not legal", .action.0)]
    Illegal {
        /// The lane, counted from 0 in this batch.
        lane: usize,
        /// The action that was tried.
        action: Action,
    },
    /// There is not one action a lane.
    #[error("{found} actions were given for {lanes} lanes")]
    Count {
        /// The number of actions given.
        found: usize,
        /// The number of lanes.
        lanes: usize,
    },
    /// The batch was used before its first reset.
    #[error("the batch must be reset before its first step")]
    NotReset,
    /// A slice has a wrong length.
    #[error(transparent)]
    Slice(#[from] SliceError),
}

/// Lanes that a batch does not take up, saved or given; none was changed and nothing written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The text is not one of lanes of this variant.
    #[error("the saved lanes do not fit: {0}")]
    Text(String),
    /// There are more lanes or fewer than in the batch.
    #[error("the lanes do not fit: there are {found}, {lanes} are wanted")]
    Count {
        /// The number of lanes given.
        found: usize,
        /// The number of lanes of the batch.
        lanes: usize,
    },
    /// A lane is not one of this batch.
    #[error("lane {lane} does not fit: {why}")]
    Lane {
        /// The lane, counted from 0 in this batch.
        lane: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A slice has a wrong length.
    #[error(transparent)]
    Slice(#[from] SliceError),
}
