//! `elderhand report`: what is on the page, what never is, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Ran, command, finish, run};
use serde_json::json;
use tempfile::tempdir;

/// A run that was made by hand: three iterations, an evaluation on the way, one of what is exported.
fn make(folder: &Path, name: &str, rate: &str) -> PathBuf {
    let dir = folder.join(name);
    fs::create_dir_all(&dir).expect("a folder");
    let config =
        format!("version = 1\ngame = \"gin\"\nseed = 7\n\n[learning]\nclip = 0.2\n\n[learning.rate]\nfrom = {rate}\n");
    fs::write(dir.join("config.toml"), config).expect("it is written");
    let start = r#"{"starts": [{"time": "20261124-120000", "revision": "0123abc", "argv": []}]}"#;
    fs::write(dir.join("run.json"), start).expect("it is written");
    let mut metrics = String::new();
    for (iteration, entropy) in [(1, 1.5), (2, 0.75), (3, 0.25)] {
        let (decisions, seconds) = (1000 * iteration, 2.0 * f64::from(iteration));
        metrics += &format!(
            "{{\"iteration\":{iteration},\"decisions\":{decisions},\"seconds\":{seconds},\"charts/SPS\":500.0,\
             \"charts/self_play_seconds\":0.5,\"charts/learning_seconds\":1.0,\"losses/entropy\":{entropy},\
             \"losses/approx_kl\":0.0123,\"losses/clipfrac\":0.1,\"losses/explained_variance\":0.5,\
             \"losses/gradient_norm\":0.4}}\n"
        );
    }
    for (occasion, opponent, score) in [("eval", "simple/seats=2", -4.25), ("final", "simple/seats=2", 1.5)] {
        let name = format!("{occasion}/{opponent}");
        metrics += &format!(
            "{{\"iteration\":3,\"decisions\":3000,\"{name}/score\":{score},\"{name}/ci_low\":{},\"{name}/ci_high\":{},\
             \"{name}/win_rate\":0.5}}\n",
            score - 0.5,
            score + 0.5
        );
    }
    fs::write(dir.join("metrics.jsonl"), metrics).expect("it is written");
    dir
}

/// Reports some things into a file of a folder, and returns what was printed and the page.
fn report(folder: &Path, what: &[&Path]) -> (String, String) {
    let page = folder.join("page.html");
    let what: Vec<String> = what.iter().map(|path| path.display().to_string()).collect();
    let mut args = vec!["report", "--out", page.to_str().expect("a name")];
    args.extend(what.iter().map(String::as_str));
    let out = run(&args, "").well();
    (out, fs::read_to_string(page).expect("the page is there"))
}

/// Whether the page has a row of a table with these cells, one after another.
fn has_row(page: &str, cells: &[&str]) -> bool {
    page.split("<tr>").any(|row| {
        let row: Vec<&str> = row.split("<td").skip(1).filter_map(|cell| cell.split(['>', '<']).nth(1)).collect();
        row.windows(cells.len()).any(|part| part == cells)
    })
}

/// Whether something on the page would be loaded from elsewhere.
fn loads(page: &str) -> bool {
    ["src=", "href=", "url(", "@import", "http:", "https:", "<script"].iter().any(|part| page.contains(part))
}

#[test]
fn a_run_is_reported_into_its_directory_with_its_numbers() {
    let folder = tempdir().expect("a folder");
    let dir = make(folder.path(), "first", "0.001");
    let shown = dir.display().to_string();
    let out = run(&["report", &shown], "").well();
    assert!(out.contains("first: gin, 3 000 decisions, 6.0 s"), "{out}");
    assert!(out.contains("against simple/seats=2  ▁█") && out.contains("-4.25 → +1.50"), "{out}");
    assert!(out.contains("entropy") && out.contains("█▄▁"), "{out}");
    assert!(out.trim_end().ends_with(&format!("report  {shown}/report.html")), "{out}");

    let page = fs::read_to_string(dir.join("report.html")).expect("the page is there");
    assert!(has_row(&page, &["first", "3 000", "-4.25", "-4.75 … -3.75", "on the way"]), "{page}");
    assert!(has_row(&page, &["first", "3 000", "+1.50", "+1.00 … +2.00", "what is exported"]), "{page}");
    assert!(has_row(&page, &["first", "2 000", "0.750"]) && has_row(&page, &["first", "1 000", "0.0123"]), "{page}");
    assert!(has_row(&page, &["first", "learning", "3.0 s", "50.0 %"]), "{page}");
    assert!(has_row(&page, &["learning.rate.from", "0.001"]), "{page}");
    assert!(page.contains("2026-11-24 12:00 UTC") && page.contains("0123abc"));
    // Every drawing is named, described, and has a table beside it.
    let count = |part: &str| page.matches(part).count();
    assert_eq!((count("<svg"), count("<desc>"), count(">Numbers<")), (8, 8, 8));
    assert_eq!(page.matches("role=\"img\"").count(), 8);
    assert!(!loads(&page), "{page}");
    // The next one takes its place.
    run(&["report", &shown], "").well();
}

#[test]
fn runs_are_laid_over_each_other_and_their_differing_settings_listed() {
    let folder = tempdir().expect("a folder");
    let runs = [make(folder.path(), "first", "0.001"), make(folder.path(), "second", "0.002")];
    let (out, page) = report(folder.path(), &[&runs[0], &runs[1]]);
    assert!(out.contains("first: gin") && out.contains("second: gin"), "{out}");
    assert_eq!(page.matches("<svg").count(), 8, "one drawing for both");
    assert!(has_row(&page, &["first", "3 000", "+1.50"]) && has_row(&page, &["second", "3 000", "+1.50"]));
    assert!(has_row(&page, &["learning.rate.from", "0.001", "0.002"]), "{page}");
    assert!(!page.contains("learning.clip"), "it is the same in both");
}

#[test]
fn names_and_files_are_foreign() {
    let folder = tempdir().expect("a folder");
    let dir = make(folder.path(), "<script>alert(1)<", "0.001");
    let metrics = dir.join("metrics.jsonl");
    let text = fs::read_to_string(&metrics).unwrap();
    fs::write(&metrics, text.replace("simple/seats=2", "<img src=x onerror=alert(2)>\\u001b[31m")).unwrap();
    let (out, page) = report(folder.path(), &[&dir]);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;") && page.contains("&lt;img src=x onerror"), "{page}");
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains('\x1b'), "{page}");
    assert!(!out.contains('\x1b'), "{out}");

    // What no score is leaves the page as it is.
    let huge = "{\"iteration\":4,\"decisions\":4000,\"eval/a/score\":1e300,\"losses/entropy\":-1e300}\n";
    fs::write(&metrics, huge).unwrap();
    report(folder.path(), &[&dir]);
}

#[test]
fn a_broken_line_is_named_and_one_that_is_being_written_left_out() {
    let folder = tempdir().expect("a folder");
    let dir = make(folder.path(), "run", "0.001");
    let metrics = dir.join("metrics.jsonl");
    let whole = fs::read_to_string(&metrics).unwrap();
    let ran = |text: String| -> Ran {
        fs::write(&metrics, text).unwrap();
        run(&["report", &dir.display().to_string()], "")
    };
    ran(whole.replacen("\"iteration\":2,", "\"iteration\":2", 1)).fails(1, &["metrics.jsonl, line 2", "JSON object"]);
    ran(whole.replacen("\"decisions\":1000", "\"decisions\":null", 1))
        .fails(1, &["metrics.jsonl, line 1", "`decisions`"]);
    let cut = ran(whole.clone() + "{\"iteration\":4,\"deci");
    assert!(cut.err.contains("line 6: it is not whole"), "{}", cut.err);
    cut.well();
    fs::write(dir.join("config.toml"), "game = ").unwrap();
    ran(whole).fails(1, &["config.toml", "line 1"]);
}

#[test]
fn no_other_file_is_replaced_and_what_is_no_result_is_told() {
    let folder = tempdir().expect("a folder");
    let dir = make(folder.path(), "run", "0.001").display().to_string();
    let other = folder.path().join("thesis.html");
    fs::write(&other, "<p>").unwrap();
    let other = other.display().to_string();
    run(&["report", &dir, "--out", &other], "").fails(2, &["thesis.html", "no report", "--force"]);
    assert_eq!(fs::read_to_string(&other).unwrap(), "<p>");
    run(&["report", &dir, "--out", &other, "--force"], "").well();
    run(&["report"], "").fails(2, &["WHAT"]);
    let page = folder.path().join("page.html").display().to_string();
    let refused = |what: &str, parts: &[&str]| run(&["report", what, "--out", &page], "").fails(1, parts);
    refused("no-such-run", &["no-such-run"]);
    refused(&folder.path().display().to_string(), &["metrics.jsonl", "round-0001-table-1.json"]);
    let empty = folder.path().join("empty.jsonl");
    fs::write(&empty, "\n").unwrap();
    refused(&empty.display().to_string(), &["empty.jsonl", "nothing has been written to it yet"]);
    refused("/dev/zero", &["/dev/zero", "longer than"]);
    fs::write(&other, "{\"duels\": 3}").unwrap();
    refused(&other, &["thesis.html", "arena --json"]);
    fs::write(&other, "{\"game\": \"gin\"}").unwrap();
    refused(&other, &["thesis.html", "rate --results"]);
    assert!(!Path::new(&page).exists());
}

#[test]
fn results_of_every_kind_are_told_by_what_is_in_them() {
    let folder = tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let keep = |name: &str, args: &[&str]| fs::write(path(name), run(args, "").well()).expect("it is written");
    let pool = ["--bots", "random,simple", "--threads", "1", "--json"];
    keep("arena.json", &[&["arena", "--game", "gin", "--deals", "20"][..], &pool].concat());
    keep("table.json", &[&["arena", "--game", "skirmish", "--set", "seats=3", "--deals", "5"][..], &pool].concat());
    let rate = ["rate", "--game", "gin", "--deals", "40", "--results", &path("rate.jsonl")];
    keep("rate.json", &[&rate[..], &pool].concat());
    let log = ["tournament", "--format", "rounds", "--game", "gin", "--rounds", "3", "--log", &path("log")];
    keep("event.json", &[&log[..], &pool].concat());

    let arena: serde_json::Value = serde_json::from_slice(&fs::read(path("arena.json")).unwrap()).unwrap();
    let points = format!("{:+.2}", arena["duels"][0]["points"].as_f64().expect("a number"));
    for (name, title, row) in [
        ("arena.json", "An arena of gin", vec!["A–B", &*points]),
        ("table.json", "An arena of skirmish seats=3", vec!["A–B"]),
        ("rate.json", "Ratings at gin", vec!["A simple"]),
        ("rate.jsonl", "Ratings at gin", vec!["A simple"]),
        ("event.json", "A tournament at gin", vec!["1", "1"]),
        ("log", "A tournament at gin", vec!["1", "1"]),
    ] {
        let (out, page) = report(folder.path(), &[Path::new(&path(name))]);
        assert!(out.contains(title) && page.contains(&format!("<h1>{title}</h1>")), "{name}: {out}");
        assert!(has_row(&page, &row) && page.contains("<svg") && !loads(&page), "{name}: {page}");
    }
    // Of a tournament that was killed there are the records alone.
    fs::remove_file(Path::new(&path("log")).join("tournament.json")).expect("it was written");
    let (_, page) = report(folder.path(), &[Path::new(&path("log"))]);
    assert!(has_row(&page, &["3", "1"]) && page.contains("stopped early"), "{page}");
    // What is given together is on one page.
    let (_, page) = report(folder.path(), &[Path::new(&path("arena.json")), Path::new(&path("rate.json"))]);
    assert!(page.contains("An arena of gin; Ratings at gin"), "{page}");
}

#[test]
fn what_an_arena_was_asked_and_answered_is_reported() {
    let folder = tempdir().expect("a folder");
    let told = |args: &str| {
        let file = folder.path().join("arena.json");
        let args: Vec<&str> = args.split(' ').chain(["--json"]).collect();
        fs::write(&file, run(&args, "").well()).expect("it is written");
        report(folder.path(), &[&file]).1
    };
    let has = |page: &str, parts: &[&str]| {
        parts.iter().for_each(|part| assert!(page.contains(part), "expected `{part}` in: {page}"));
    };
    let pair = "arena --game gin --set gin_bonus=25 --bots simple,random --deals 400";
    let page = told(&format!("{pair} --until-decided --alpha 0.1"));
    has(&page, &["An arena of gin gin_bonus=25", "who makes more points a round, until that is decided"]);
    has(&page, &["at most 400, from every seat", "90 % interval", "A–B: better after ", "Wrong with 10 % at most"]);
    assert!(!page.contains("95 %"), "{page}");
    let page = told(&format!("{pair} --until-decided --alpha 0.000012"));
    has(&page, &["99.9988 % interval", "Wrong with 0.0012 % at most"]);
    let page = told(&format!("{pair} --sprt -0.1,0.1 --by won --beta 0.01"));
    has(&page, &["at most -0.1 (H0) or at least +0.1 (H1)", "the share won", "A–B: H1, more than -0.1 of a round won"]);
    has(&page, &["Wrong with 5 % at most if H0 is true, with 1 % if H1 is"]);
    let page = told("arena --game skirmish --set seats=3 --bots simple,random,random --deals 5 --alpha 0.1");
    has(
        &page,
        &["in a number of deals that was fixed before", "90 % interval", "96.67 % interval", "B–C: open; a run"],
    );
    assert!(has_row(&page, &["C", "random-2"]) && !page.contains("95 %"), "{page}");
    let bundle = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/gin.elderhand");
    let page = told(&format!("arena --game gin --bots simple,random --deals 20 --aivat {bundle}"));
    has(&page, &["luck of the cards taken out", "gin.elderhand, weights ", "times as many deals without --aivat"]);
}

#[test]
fn what_ratings_do_not_tell_is_reported() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("rate.json");
    let pair = |a: &str, b: &str, win_rate, points, ci: [f64; 2], expected| json!({"a": a, "b": b, "win_rate": win_rate, "points": points, "ci": ci, "expected": expected, "deals": 90});
    let rated = |bot: &str| json!({"bot": bot, "rating": 1.0, "rating_ci": [0.0, 2.0], "ahead": null, "win_rate": 0.5, "points": 0.0, "deals": 90});
    let printed = json!({
        "games": [{"game": "gin", "options": {}}],
        "left_out": [{"game": "gin", "options": {"gin_bonus": 25}}],
        "deals": 270, "by": "won", "anchor": "b", "unmet": ["shy"],
        "ratings": [rated("a"), rated("b"), rated("c")],
        "pairs": [
            pair("a", "b", 0.7, 1.0, [0.6, 0.8], 0.7),
            pair("a", "c", 0.4, -1.0, [0.3, 0.5], 0.75),
            pair("b", "c", 0.6, -2.0, [0.5, 0.7], 0.6),
        ],
    });
    fs::write(&file, printed.to_string()).expect("it is written");
    let (_, page) = report(folder.path(), &[&file]);
    for part in ["shy", "gin gin_bonus=25", "Pairs that the ratings do not tell:", "but makes points a round"] {
        assert!(page.contains(part), "expected `{part}` in: {page}");
    }
    let times = |cell: &str| page.matches(&format!(">{cell}</td>")).count();
    // Each of the pairs stands in the table of all, and some in another one as well.
    assert_eq!(["a – b", "a – c", "b – c"].map(times), [1, 2, 2], "{page}");
    assert!(has_row(&page, &["b – c", "60.0 %", "-2.00"]), "{page}");
}

#[test]
fn a_tournament_is_reported_with_what_was_settled() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("event.json");
    let captains = "tournament --format captains --game gin --set gin_bonus=25 --bots greedy,simple,random --rounds 3 \
                    --settlement gambling --order given --target 200 --json";
    let args: Vec<&str> = captains.split_whitespace().collect();
    fs::write(&file, run(&args, "").well()).expect("it is written");
    let (_, page) = report(folder.path(), &[&file]);
    for fact in ["in the order of the names", "gambling", "200 points", "captains", "A tournament at gin gin_bonus=25"]
    {
        assert!(page.contains(fact), "expected `{fact}` in: {page}");
    }
    assert!(has_row(&page, &["captain"]) && has_row(&page, &["others"]), "{page}");
}

#[test]
fn a_bot_is_reported_by_its_card_and_the_ladder() {
    let folder = tempdir().expect("a folder");
    let page = folder.path().join("gin.html");
    let mut shown = command(&["report", "checkpoint:gin", "--out", page.to_str().expect("a name")]);
    shown.env("ELDERHAND_CHECKPOINTS", concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints"));
    let out = finish(&mut shown, "").well();
    assert!(out.contains("checkpoint:gin, a bot for gin"), "{out}");
    let page = fs::read_to_string(page).expect("the page is there");
    assert!(page.contains("1 greedy") || page.contains("2 greedy") || page.contains("3 greedy"), "{page}");
    // What is told is what `bots` tells: the ladder, which was measured later than the card.
    let mut bots = command(&["bots", "gin", "--json"]);
    bots.env("ELDERHAND_CHECKPOINTS", concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints"));
    let bots: serde_json::Value = serde_json::from_str(&finish(&mut bots, "").well()).expect("JSON");
    for line in bots[0]["evaluations"].as_array().expect("an array") {
        let score = format!("{:+.2}", line["score"]["mean"].as_f64().expect("a number"));
        assert!(page.contains(&score), "{score} of {line}");
    }
    assert!(!loads(&page), "{page}");
}

#[cfg(unix)]
#[test]
fn small_curves_are_ascii_where_the_screen_is() {
    use crate::common::terminal::in_terminal;

    let folder = tempdir().expect("a folder");
    let dir = make(folder.path(), "run", "0.001").display().to_string();
    let screen = in_terminal(60, &["report", &dir], &[], &[("LC_ALL", "POSIX")]);
    assert!(screen.is_ascii() && screen.contains("#-_"), "{screen}");
    // The path is one word, however long it is.
    assert!(screen.lines().all(|line| line.len() <= 60 || line.contains("report.html")), "{screen}");
}
