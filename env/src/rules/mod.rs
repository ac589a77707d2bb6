//! What every game is made of: its options, the truth of a position, what a seat knows, and what it may do.

mod action;
mod audit;
mod chance;
mod check;
mod encode;
mod episode;
mod game;
mod lay_out;
mod lots;
mod options;
mod per_seat;
mod redeal;
mod row;
mod sequel;
mod spec;
mod state;
mod view;

pub use action::{Action, ActionSet};
pub use audit::{Audience, Audit};
pub use chance::{Chance, Hold, Stream};
pub use check::{Check, Inconsistent};
pub(crate) use check::{has_other_options, require, require_or};
pub use encode::Encode;
pub use episode::{Episode, Terms, terms};
pub use game::{Game, ViewOf};
pub use lay_out::{LayOutError, OpenHands};
pub use lots::Lots;
#[cfg(feature = "batches")]
pub(crate) use options::read_value;
pub use options::{
    OptionError, Overrides, as_table, complete, expected, nearest, overlay, parse_options, plain, read_json,
    write_options,
};
pub(crate) use options::{hint, with_overrides};
pub use per_seat::PerSeat;
pub use redeal::Redeal;
pub use row::Row;
pub use sequel::Sequel;
pub use spec::{Plane, Spec};
pub use state::{Illegal, Seat, State, Turn};
pub use view::View;
