mod arena;
mod exploitability;
mod sequential;
mod stats;
mod table;
mod tournament;
