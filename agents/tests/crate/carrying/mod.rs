mod bundle;
#[cfg(unix)]
mod full_disk;
mod network;
mod policy;
