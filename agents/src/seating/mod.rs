//! Players by name, seated at a game.

pub(crate) mod bot;
pub(crate) mod familiarity;
pub(crate) mod level;
pub(crate) mod names;
pub(crate) mod player;
pub(crate) mod rounds;
