mod colonel;
mod gin;
mod pinnacle;
mod pinochle;
mod scripted;
mod skarney;
mod skirmish;
mod sum_run_set;
