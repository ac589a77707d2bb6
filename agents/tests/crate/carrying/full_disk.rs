//! A bundle that does not fit on the disk; the limit on the size of files stands for the disk.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common;

/// Names the folder in the process that runs under the limit.
const FOLDER: &str = "ELDERHAND_TEST_FULL_DISK";

#[test]
fn a_full_disk_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot");
    fs::write(&path, "what was there before").unwrap();
    // One block of 512 bytes; the signal is ignored, so that writing beyond it is an error as on a full disk.
    let child = Command::new("sh")
        .args([
            "-c",
            r#"trap "" XFSZ; ulimit -f 1; exec "$0" --exact --ignored carrying::full_disk::write_under_the_limit"#,
        ])
        .arg(std::env::current_exe().unwrap())
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    let report = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && report.contains("1 passed"), "{report}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "what was there before");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
#[ignore = "runs in a process of its own"]
fn write_under_the_limit() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let error = common::draft("kuhn").write(&Path::new(&folder).join("bot")).expect_err("the disk is full").to_string();
    assert!(error.contains("bot: cannot be written: ") && error.ends_with("nothing has changed there"), "{error}");
}
