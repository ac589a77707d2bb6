//! What holds for all games, and each family against its oracle: one crate of tests, since what they play with is made
//! for every game.

mod allocation;
mod cards;
mod colonel;
mod formats;
mod fuzz;
mod games;
mod gin;
mod knock_rummy;
mod pinnacle;
mod pinochle;
mod skarney;
mod skirmish;
mod snap;
mod sum_run_set;
