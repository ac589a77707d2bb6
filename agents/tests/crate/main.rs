//! The crate from outside, room by room; one program, since each would be made for every game anew.

mod carrying;
mod common;
mod hosting;
mod measuring;
mod players;
mod searching;
mod seating;
mod speaking;
