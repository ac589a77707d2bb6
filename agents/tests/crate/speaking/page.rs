//! The page of the protocol says what the program does: its sessions are replayed, its lists compared.

use std::collections::BTreeSet;

use elderhand_agents::Bot;
use elderhand_agents::protocol::serve;
use elderhand_env::options::as_table;
use elderhand_env::{Game, Overrides, VARIANTS, Visitor, visit};
use serde_json::Value;

const PAGE: &str = include_str!("../../../../docs/protocol.md");

/// The sessions of the page: what is sent, and what comes back, one text a line.
fn sessions() -> Vec<(Vec<String>, Vec<String>)> {
    let blocks = PAGE.split("```protocol\n").skip(1).map(|rest| rest.split("```").next().unwrap());
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

/// Says whether an answer is what the page shows, where "…" stands for anything or for the rest of a list.
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
        let mut output = Vec::new();
        serve(sent.join("\n").as_bytes(), &mut output, &Bot::open("random").unwrap()).unwrap();
        let real = String::from_utf8(output).unwrap();
        assert_eq!(real.lines().count(), back.len(), "{real}");
        for (page, real) in back.iter().zip(real.lines()) {
            let parsed: Value = serde_json::from_str(page).unwrap_or_else(|error| panic!("{error} in {page}"));
            assert!(fits(&parsed, &serde_json::from_str(real).unwrap()), "\nthe page has {page}\nbut comes out {real}");
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
    assert_eq!(shown, families, "docs/protocol.md must show a session of every family");
}

#[test]
fn every_variant_option_and_action_is_explained() {
    struct Explained;
    impl Visitor for Explained {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let spec = game.spec();
            let id = format!("`{}`", spec.id);
            assert!(PAGE.contains(&id), "{id} is missing");
            let heads = |line: &&str| line.starts_with("| option |") && line.contains(&id);
            let table: Vec<Vec<&str>> = (PAGE.lines().skip_while(|line| !heads(line)))
                .take_while(|line| line.starts_with('|'))
                .map(|line| line.split('|').map(str::trim).collect())
                .collect();
            for (name, value) in as_table(game.options()) {
                let row = table.iter().find(|row| row[1] == format!("`{name}`"));
                let row = row.unwrap_or_else(|| panic!("option `{name}` of {id} is missing"));
                let column = table[0].iter().position(|cell| *cell == id).unwrap();
                let text = value.as_str().map_or_else(|| value.to_string(), String::from);
                assert_eq!(row[column], text, "{id}: `{name}`");
            }
            for action in &spec.actions {
                let verb = action.trim_end_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit()).trim();
                let explained = PAGE.contains(&format!("`{verb}`")) || PAGE.contains(&format!("`{verb} 7C`"));
                assert!(explained, "action `{action}` of {id} is missing");
            }
        }
    }
    for variant in VARIANTS {
        visit(variant.id, &Overrides::from_iter([("episode".into(), "round".into())]), Explained).unwrap();
    }
}
