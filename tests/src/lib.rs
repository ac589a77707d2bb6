//! Whole-project tests.
