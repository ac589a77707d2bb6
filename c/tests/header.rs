//! The header says what the library has.

use std::fs;
use std::path::Path;

/// Writes the header anew if `ELDERHAND_UPDATE=1`.
#[test]
fn the_header_is_that_of_the_library() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = here.join("include/elderhand.h");
    let config = cbindgen::Config::from_root_or_default(here);
    let mut header = Vec::new();
    cbindgen::generate_with_config(here, config).unwrap().write(&mut header);
    let header = String::from_utf8(header).unwrap();
    if std::env::var_os("ELDERHAND_UPDATE").is_some_and(|value| value == "1") {
        fs::write(&path, &header).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), header, "run it with ELDERHAND_UPDATE=1");
}
