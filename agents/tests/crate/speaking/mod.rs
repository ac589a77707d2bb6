mod asking;
mod mutated_views;
mod page;
#[cfg(unix)]
mod process;
mod schema;
mod serve;
mod serve_bundle;
mod tables;
mod talk;
