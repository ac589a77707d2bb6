//! Traditional card games with hidden cards, as environments for learning and play.
//!
//! A [`Game`] makes a [`State`], the whole truth; each seat sees a [`View`] of it. Everything that plays, encodes or
//! shows a game works on views. [`visit`] finds a variant by its id; [`vec_env`] runs many games side by side.
#![forbid(unsafe_code)]

mod action;
mod batch;
mod card;
mod card_set;
mod cards;
mod chance;
mod episode;
pub mod format;
mod game;
mod games;
mod lots;
mod options;
mod per_seat;
mod places;
mod read;
mod record;
mod registry;
mod row;
mod spec;
mod table;
mod vary;

pub use action::{Action, ActionSet};
pub use batch::{Batch, Buffers, Done, LoadError, StepError, VecEnv};
pub use card::{Card, NotACard};
pub use card_set::{CardSet, NotCards};
pub use cards::Cards;
pub use chance::{Chance, Dealer, Hold, Stream};
pub use episode::{Episode, Terms, terms};
pub use game::{Audience, Game, Illegal, Inconsistent, Redeal, Seat, State, Turn, View};
pub use games::{colonel, gin, knock_rummy, kuhn, leduc, pinnacle, pinochle, skarney, skirmish, snap, sum_run_set};
pub use lots::Lots;
pub use options::{OptionError, Overrides, as_table, expected, nearest, overlay, parse_options, plain};
pub use per_seat::PerSeat;
pub use places::Places;
pub use read::{ViewError, read_view};
pub use record::{Record, ReplayError};
pub use registry::{GameError, VARIANTS, Variant, Visitor, varied_env, vec_env, visit};
pub use row::Row;
pub use spec::{Plane, Spec};
pub use table::Table;
pub use vary::{Variation, settings, vary};
