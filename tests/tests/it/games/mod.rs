//! What must hold for every registered game, in every setting.

mod batch;
mod census;
mod conservation;
mod determinism;
mod encoding;
mod endurance;
mod frequencies;
mod golden;
mod leak;
mod legality;
mod outside;
mod record;
mod redeal;
mod sealed;
mod signature;
mod solving;
mod table;
mod variable;
