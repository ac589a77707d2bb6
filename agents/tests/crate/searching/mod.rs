//! Players that search.

mod choices;
mod everywhere;
mod judging;
mod named;
