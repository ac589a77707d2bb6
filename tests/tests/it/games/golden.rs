//! Every golden game plays as it is written, and every family has some.

use std::collections::BTreeSet;
use std::fs;

use elderhand_env::VARIANTS;
use elderhand_tests::golden::{files, parse, read, run};

#[test]
fn golden_games_play_as_written() {
    let problems: Vec<String> =
        files().iter().filter_map(|path| read(path).and_then(|golden| run(&golden)).err()).collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn every_family_has_golden_games_and_no_other_has() {
    let folder = |path: &std::path::Path| path.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
    let found: BTreeSet<String> = files().iter().map(|path| folder(path)).collect();
    let families: BTreeSet<String> = VARIANTS.iter().map(|variant| variant.family.to_owned()).collect();
    assert_eq!(found, families);
    for path in files() {
        let id = read(&path).unwrap().setting.id;
        let variant = VARIANTS.iter().find(|variant| variant.id == id).unwrap();
        assert_eq!(variant.family, folder(&path), "{}", path.display());
    }
}

#[test]
fn golden_games_stay_short_and_say_what_they_show() {
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.lines().count() < 60, "{} is too long to be read", path.display());
        assert!(text.starts_with("# "), "{} begins without the rule that it shows", path.display());
    }
}

/// A game of Kuhn poker in which a line is exchanged for another.
fn altered(from: &str, to: &str) -> Result<(), String> {
    let text = "game: kuhn\ndeal elder: QS\ndeal younger: JS\nmay only: check, bet\nmay not: call\n\
                elder: check\nyounger: check\nelder sees: shown = \"JS\"; seat = 0\nreturns: 1 -1\ntruncated: no\n";
    assert!(text.contains(from));
    parse("kuhn", &text.replacen(from, to, 1)).and_then(|golden| run(&golden))
}

#[test]
fn a_golden_game_that_is_not_as_written_fails_at_its_line() {
    assert_eq!(altered("", ""), Ok(()));
    for (from, to, line) in [
        ("deal younger: JS", "deal younger: QS", 4),
        ("deal younger: JS", "deal younger: 7C", 4),
        ("deal younger: JS\n", "", 3),
        ("may only: check, bet", "may only: check", 4),
        ("may not: call", "may not: bet", 5),
        ("may not: call", "may: call", 5),
        ("elder: check", "younger: check", 6),
        ("elder: check", "elder: call", 6),
        ("elder: check", "elder: raise", 6),
        ("elder: check\n", "elder: check -> KS\n", 7),
        ("\"JS\"", "\"QS\"", 8),
        ("shown =", "hidden =", 8),
        ("returns: 1 -1", "returns: 2 -2", 9),
        ("younger: check\n", "", 7),
        ("truncated: no", "truncated: yes", 10),
        ("truncated: no", "truncated", 10),
    ] {
        let problem = altered(from, to).expect_err(to);
        assert!(problem.contains(&format!("line {line}:")), "{from} to {to}: {problem}");
    }
    // Both in one line, and one more.
    assert_eq!(altered("elder: check\nyounger: check", "in turn: check, check"), Ok(()));
    let third = altered("elder: check\nyounger: check", "in turn: check, check, check").unwrap_err();
    assert!(third.contains("line 6: nobody is to move"), "{third}");
    assert!(altered("deal elder: QS", "deal elder: QS KS").unwrap_err().contains("not dealt"));
    assert!(altered("game: kuhn", "game: kuhm").is_err());
    assert!(altered("game: kuhn", "game: kuhn\nset: ante=2").is_err());
    assert!(parse("kuhn", "game: kuhn\ndeal elder: QS\n").and_then(|golden| run(&golden)).is_err());
}
