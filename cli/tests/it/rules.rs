//! Rules pages, and what the options of a game may be.

use crate::common::run;
use elderhand_env::{Overrides, VARIANTS, game};

#[test]
fn every_option_is_explained_with_its_value() {
    for variant in VARIANTS {
        for episode in ["round", "match"] {
            let overrides = Overrides::from_iter([("episode".into(), episode.into())]);
            let Ok(game) = game(variant.id, &overrides) else { continue };
            let page = run(&["rules", variant.id, "--markdown", "--set", &format!("episode={episode}")], "").well();
            for name in game.options().keys() {
                let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
                let cells: Vec<&str> = row.unwrap_or_else(|| panic!("{}: {name}", variant.id)).split('|').collect();
                assert!(
                    cells.len() == 5 && cells[2..4].iter().all(|cell| cell.trim() != ""),
                    "{}: {cells:?}",
                    variant.id
                );
            }
        }
    }
}

#[test]
fn a_page_is_set_for_people_and_its_markdown_is_there_for_others() {
    let page = run(&["rules", "gin", "--set", "knock_limit=5"], "").well();
    assert!(page.starts_with("Gin\n\nTwo players, a pack of 52"), "{page}");
    for mark in ["**", "`", "|", "#", "\x1b"] {
        assert!(!page.contains(mark), "{mark} in: {page}");
    }
    let row = page.lines().find(|line| line.starts_with("knock_limit")).expect("the option is there");
    assert!(row.contains("5 (else 10)"), "{row}");
    assert!(page.contains("0 to 10") && page.contains("sets-and-runs or runs") && page.contains("meld 7♣"), "{page}");
    let markdown = run(&["rules", "gin", "--markdown"], "").well();
    assert!(markdown.starts_with("# Gin\n") && markdown.contains("**Melds.**"), "{markdown}");
}
