//! The page of the protocol says what the program does: its sessions are replayed, its lists compared.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use elderhand_agents::Bot;
use elderhand_agents::protocol::Session;
use elderhand_env::{Overrides, VARIANTS, game};
use serde_json::Value;

use super::schema::check_exchange;

/// The page of the protocol, of matches and of each family.
static PAGES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut pages = vec![include_str!("../../../../docs/protocol.md"), elderhand_env::matches::VIEWS];
    for variant in VARIANTS.iter().filter(|variant| !variant.views.is_empty()) {
        if !pages.contains(&variant.views) {
            pages.push(variant.views);
        }
    }
    pages
});

/// The sessions of the page: what is sent, and what comes back, one text a line.
fn sessions() -> Vec<(Vec<String>, Vec<String>)> {
    let blocks =
        PAGES.iter().flat_map(|page| page.split("```protocol\n").skip(1)).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|block| {
            let (mut sent, mut back) = (Vec::new(), Vec::new());
            let mut last = &mut sent;
            for line in block.lines() {
                match line.split_at(2) {
                    ("> ", text) => (last = &mut sent, last.push(text.to_owned())).1,
                    ("< ", text) => (last = &mut back, last.push(text.to_owned())).1,
                    (_, text) => last.last_mut().unwrap().extend([" ", text]),
                }
            }
            (sent, back)
        })
        .collect()
}

/// Returns `true` if an answer is what the page shows, where "…" stands for anything or for the rest of a list.
fn fits(page: &Value, real: &Value) -> bool {
    match (page, real) {
        (Value::String(any), _) if any == "…" => true,
        (Value::Array(page), Value::Array(real)) => match page.split_last() {
            Some((last, shown)) if last == "…" => {
                shown.len() <= real.len() && shown.iter().zip(real).all(|(page, real)| fits(page, real))
            }
            _ => page.len() == real.len() && page.iter().zip(real).all(|(page, real)| fits(page, real)),
        },
        (Value::Object(page), Value::Object(real)) => {
            page.keys().eq(real.keys()) && page.iter().all(|(key, value)| fits(value, &real[key]))
        }
        (Value::Number(page), Value::Number(real)) => page.as_f64() == real.as_f64(),
        _ => page == real,
    }
}

#[test]
fn every_session_comes_out_as_the_page_shows_it() {
    let sessions = sessions();
    assert!(!sessions.is_empty());
    for (sent, back) in sessions {
        let mut session = Session::new(Bot::open("random").unwrap());
        assert_eq!(sent.len(), back.len(), "{sent:?}");
        // What was told last of these is what a request means by "…".
        let mut told = BTreeMap::from([("table", String::new()), ("token", String::new())]);
        for (sent, page) in sent.iter().zip(back) {
            let mut request = sent.clone();
            for (name, value) in &told {
                request = request.replace(&format!(r#""{name}": "…""#), &format!(r#""{name}": "{value}""#));
            }
            let real: Value = serde_json::from_str(&session.answer(&request)).unwrap();
            if let Ok(request) = serde_json::from_str(&request) {
                check_exchange(&request, &real);
            }
            for (name, value) in &mut told {
                if let Some(text) = real[*name].as_str() {
                    *value = text.into();
                }
            }
            let parsed: Value = serde_json::from_str(&page).unwrap_or_else(|error| panic!("{error} in {page}"));
            assert!(fits(&parsed, &real), "\nthe page has {page}\nbut comes out {real}");
        }
    }
}

#[test]
fn every_family_has_a_session_with_a_move() {
    let mut shown = BTreeSet::new();
    for (sent, back) in sessions() {
        let game =
            sent.iter().find_map(|line| serde_json::from_str::<Value>(line).ok()?["game"].as_str().map(String::from));
        if back.iter().any(|line| line.contains("\"action\"")) {
            shown.extend(VARIANTS.iter().filter(|variant| Some(variant.id) == game.as_deref()).map(|v| v.family));
        }
    }
    let families: BTreeSet<_> = VARIANTS.iter().map(|variant| variant.family).collect();
    assert_eq!(shown, families, "every family shows a session in its views.md");
}

#[test]
fn every_variant_option_and_action_is_explained() {
    for variant in VARIANTS {
        let game = game(variant.id, &Overrides::from_iter([("episode".into(), "round".into())])).unwrap();
        let (id, page) = (format!("`{}`", variant.id), variant.views);
        assert!(page.lines().next().unwrap().contains(&id), "{id} is missing");
        let heads = |line: &&str| line.starts_with("| option |") && line.contains(&id);
        let table: Vec<Vec<&str>> = (page.lines().skip_while(|line| !heads(line)))
            .take_while(|line| line.starts_with('|'))
            .map(|line| line.split('|').map(str::trim).collect())
            .collect();
        // What an episode is, and the options of matches, are told in words below the table.
        for (name, value) in game.options().iter().filter(|(name, _)| *name != "episode") {
            let row = table.iter().find(|row| row[1] == format!("`{name}`"));
            let row = row.unwrap_or_else(|| panic!("option `{name}` of {id} is missing"));
            let column = table[0].iter().position(|cell| *cell == id).unwrap();
            let text = value.as_str().map_or_else(|| value.to_string(), String::from);
            assert_eq!(row[column], text, "{id}: `{name}`");
        }
        for action in &game.spec().actions {
            let verb = action.trim_end_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit()).trim();
            let explained = page.contains(&format!("`{verb}`")) || page.contains(&format!("`{verb} 7C`"));
            assert!(explained, "action `{action}` of {id} is missing");
        }
    }
}
