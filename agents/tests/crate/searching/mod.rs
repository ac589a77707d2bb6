//! Players that search.

mod choices;
mod everywhere;
mod named;
