mod arena;
mod exploitability;
mod luck;
mod rating;
mod sequential;
mod stats;
mod table;
mod tournament;
