mod arena;
mod exploitability;
mod stats;
mod table;
mod tournament;
