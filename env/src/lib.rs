#![doc = include_str!("../README.md")]
//!
//! # Where to begin
//!
//! A [`Game`] makes a [`State`]; each seat sees a [`View`] of it. A [`Table`] is one game in progress, without type
//! parameters; [`vec_env`] runs many side by side; [`visit`] hands a variant to generic code.
#![forbid(unsafe_code)]

mod cards;
mod driving;
pub mod format;
mod games;
pub mod matches;
pub mod options;
mod registry;
mod rules;

pub use cards::{Card, CardSet, Cards, NotACard, NotCards, Places};
pub use driving::{
    About, AnyGame, AnyState, AnyView, DealError, DrawError, Driver, NoSeat, PlayError, Record, RecordError,
    ReplayError, RowError, Table, UndoError, Undone, ViewError, read_view,
};
#[cfg(feature = "batches")]
pub use driving::{
    Autoreset, Batch, BatchOptions, BufferSlices, Buffers, Done, LoadError, SliceError, StepError, VecEnv, unpack,
};
pub use games::{colonel, gin, knock_rummy, kuhn, leduc, pinnacle, pinochle, skarney, skirmish, snap, sum_run_set};
pub use registry::{GameError, VARIANTS, Variant, Variation, Visitor, game, register, variant, variants, vary, visit};
#[cfg(feature = "batches")]
pub use registry::{varied_env, vec_env};
pub use rules::{
    Action, ActionSet, Audience, Audit, Chance, Check, Encode, Episode, Game, Hold, Illegal, Inconsistent, LayOutError,
    Lots, OpenHands, OptionError, Overrides, PerSeat, Plane, Redeal, Row, Seat, Sequel, Spec, State, Stream, Terms,
    Turn, View, ViewOf,
};
