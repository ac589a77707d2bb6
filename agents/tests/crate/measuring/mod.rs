mod arena;
mod exploitability;
mod rating;
mod sequential;
mod stats;
mod table;
mod tournament;
