mod mutated_views;
mod page;
#[cfg(unix)]
mod process;
mod serve;
mod serve_bundle;
