mod bundle;
mod files;
#[cfg(unix)]
mod full_disk;
mod network;
mod policy;
