//! Files that are written where something is already, and read without knowing how long they are.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use elderhand_agents::files::{read_bounded, read_text, would_replace, write_atomically};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The files of a folder, so that none is left over.
fn names(folder: &TempDir) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder.path()).unwrap().map(name).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_new_or_replaced() {
    let folder = folder();
    let path = folder.path().join("file");
    assert!(!would_replace(&path).unwrap());
    write_atomically(&path, b"one").unwrap();
    assert!(would_replace(&path).unwrap());
    write_atomically(&path, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(names(&folder), ["file"]);
    assert!(would_replace(&folder.path().join("no/file")).is_err(), "there is no such folder");
    assert!(write_atomically(&folder.path().join("no/file"), b"three").is_err());
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("elsewhere")).unwrap();
    fs::write(at("elsewhere/file"), "old").unwrap();
    fs::set_permissions(at("elsewhere/file"), fs::Permissions::from_mode(0o640)).unwrap();
    // A link to a link, and one that leads to nothing yet.
    symlink("elsewhere/file", at("near")).unwrap();
    symlink(at("near"), at("far")).unwrap();
    symlink("elsewhere/new", at("dangling")).unwrap();
    assert!(would_replace(&at("far")).unwrap() && !would_replace(&at("dangling")).unwrap());
    write_atomically(&at("far"), b"content").unwrap();
    write_atomically(&at("dangling"), b"more").unwrap();
    assert_eq!(fs::read(at("elsewhere/file")).unwrap(), b"content");
    assert_eq!(fs::read(at("elsewhere/new")).unwrap(), b"more");
    assert_eq!(fs::metadata(at("elsewhere/file")).unwrap().permissions().mode() & 0o777, 0o640);
    for link in ["near", "far", "dangling"] {
        assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
    }
    symlink("round", at("about")).unwrap();
    symlink("about", at("round")).unwrap();
    assert!(write_atomically(&at("round"), b"lost").unwrap_err().to_string().contains("circle"));
}

#[cfg(unix)]
#[test]
fn what_is_no_file_or_read_only_stays_as_it_is() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};

    let folder = folder();
    let path = folder.path().join("file");
    fs::write(&path, "kept").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    for refused in [path.as_path(), folder.path(), Path::new("/dev/null")] {
        assert!(write_atomically(refused, b"lost").is_err() && would_replace(refused).is_err(), "{refused:?}");
    }
    assert_eq!(fs::read(&path).unwrap(), b"kept");
    assert_eq!(names(&folder), ["file"]);
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn no_more_is_read_than_there_may_be() {
    let folder = folder();
    let path = folder.path().join("file");
    fs::write(&path, "12345").unwrap();
    assert_eq!(read_bounded(&path, 5).unwrap(), b"12345");
    assert_eq!(read_bounded(&path, 4).unwrap_err().kind(), ErrorKind::FileTooLarge);
    assert_eq!(read_text(&b"12345"[..], 5).unwrap(), "12345");
    assert_eq!(read_text(std::io::repeat(b'0'), 1 << 16).unwrap_err().kind(), ErrorKind::FileTooLarge);
    assert_eq!(read_text(&b"\xff"[..], 5).unwrap_err().kind(), ErrorKind::InvalidData);
}
