//! The oracle for the Skirmish family: what may be laid, by trying every set of cards and every place of the jokers.

pub mod combination;
pub mod deed;
pub mod form;
pub mod growing;
pub mod laying;
pub mod turn;
