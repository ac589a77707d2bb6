//! Traditional card games with hidden cards, as environments for learning and play.
//!
//! A [`Game`] makes a [`State`], the whole truth; each seat sees a [`View`] of it. Everything that plays, encodes or
//! shows a game works on views. [`visit`] finds a variant by its id; [`vec_env`] runs many games side by side.
#![forbid(unsafe_code)]

mod cards;
mod driving;
pub mod format;
mod games;
mod registry;
mod rules;

pub use cards::{Card, CardSet, Cards, NotACard, NotCards, Places};
pub use driving::{
    Autoreset, Batch, BatchOptions, BufferSlices, Buffers, Done, LoadError, Record, ReplayError, SliceError, StepError,
    Table, VecEnv, ViewError, read_view, unpack,
};
pub use games::{colonel, gin, knock_rummy, kuhn, leduc, pinnacle, pinochle, skarney, skirmish, snap, sum_run_set};
pub use registry::{GameError, VARIANTS, Variant, Variation, Visitor, settings, varied_env, vary, vec_env, visit};
pub use rules::{
    Action, ActionSet, Audience, Audit, Chance, Check, Dealer, Encode, Episode, Game, Hold, Illegal, Inconsistent,
    Lots, OptionError, Overrides, PerSeat, Plane, Redeal, Row, Seat, Spec, State, Stream, Terms, Turn, View, ViewOf,
    as_table, expected, nearest, overlay, parse_options, plain, terms,
};
