//! Configs say where they are wrong, and what would be right.

use std::fs;
use std::path::{Path, PathBuf};

use elderhand_train::Config;

/// Loads a config file of this text, with settings of the command line, and gives the message if it is refused.
fn load(text: &str, sets: &[&str]) -> Result<Config, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.toml");
    fs::write(&path, text).unwrap();
    fs::write(folder.path().join("round.toml"), "base = \"round.toml\"\n").unwrap();
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    Config::load(&path, &sets).map_err(|error| error.to_string().replace(&*folder.path().to_string_lossy(), "DIR"))
}

fn refusal(text: &str, sets: &[&str]) -> String {
    load(text, sets).expect_err("the config is wrong")
}

fn configs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs")
}

#[test]
fn every_config_of_the_project_loads_and_comes_back_from_its_own_text() {
    for entry in fs::read_dir(configs()).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("base.toml") {
            continue;
        }
        let config = Config::load(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(load(&config.to_toml(), &[]), Ok(config), "{}", path.display());
    }
}

#[test]
fn every_variant_has_a_config_of_its_name() {
    for variant in elderhand_env::VARIANTS {
        let config = Config::load(&configs().join(variant.id).with_extension("toml"), &[]);
        assert_eq!(config.map(|config| config.game).map_err(|error| error.to_string()), Ok(variant.id.into()));
    }
}

#[test]
fn a_config_lies_over_its_base_and_settings_over_both() {
    let kuhn = configs().join("kuhn.toml").canonicalize().unwrap();
    let text = format!("base = {kuhn:?}\nvalue_scale = 3\n[learning]\nepochs = 2\nrate = {{ to = 0.5 }}\n");
    let config = load(&text, &["learning.epochs=3", "evaluation.opponents=[\"random\"]", "device=cpu"]).unwrap();
    assert_eq!((config.game.as_str(), config.value_scale), ("kuhn", 3.0));
    assert_eq!((config.learning.epochs, config.learning.minibatch), (3, 4096));
    assert_eq!((config.learning.rate.from, config.learning.rate.to), (2e-3, 0.5));
}

#[test]
fn a_critic_sees_what_is_shown_of_other_seats() {
    // Hints are worked out for whoever decides alone.
    let hinted = ["network.hints=true", "critic.trunk=[8]", "critic.planes=[\"chances\"]"];
    let message = refusal("game = \"pinnacle-nine\"", &hinted);
    assert!(message.contains("chances") && message.contains("hole"), "{message}");
    let shaped = ["network.hints=true", "shaping.plane=chances", "budget.minutes=1.0"];
    assert!(load("game = \"pinnacle-nine\"", &shaped).is_ok());
}

#[test]
fn what_would_do_nothing_is_refused_where_it_is_set() {
    for (set, expected) in [
        ("critic.actions=true", "`critic.actions` is true: expected false, since `critic.trunk` is empty"),
        ("critic.planes=[\"card\"]", "`critic.planes` is [\"card\"]: expected [], since `critic.trunk` is empty"),
        ("shaping.weight.to=1.0", "`shaping.weight.to` is 1.0: expected 0, since `shaping.plane` is empty"),
        ("shaping.weight={from=-0.5}", "`shaping.weight.from` is -0.5: expected 0, since `shaping.plane` is empty"),
        ("opponents.share=0.3", "`opponents.share` is 0.3: expected 0, since `opponents.bots` is empty"),
    ] {
        assert_eq!(refusal("game = \"kuhn\"", &[set]), format!("--set: {expected}"));
    }
    let message = refusal("game = \"leduc\"\n[critic]\nactions = true\n", &[]);
    assert!(message.starts_with("DIR/my.toml, line 3: `critic.actions` is true"), "{message}");

    // What a config says for its own critic, bots or shaping is no fault of one that turns them off.
    for (base, off) in [
        ("leduc", ["critic.trunk=[]"]),
        ("gin-quick", ["shaping.plane=''"]),
        ("pinnacle-nine-limit", ["opponents.bots=[]"]),
    ] {
        let base = configs().join(base).with_extension("toml").canonicalize().unwrap();
        let config = load(&format!("base = {base:?}\n"), &off).unwrap();
        // Nor of the run's own config, which says everything.
        assert_eq!(load(&config.to_toml(), &[]), Ok(config));
    }
}

#[test]
fn a_run_has_an_end() {
    let message = refusal("game = \"kuhn\"", &[]);
    let expected = "expected more than 0, or `budget.minutes` above 0: a run without either has no end";
    assert_eq!(message, format!("where no config says otherwise: `budget.decisions` is 0: {expected}"));
    for budget in ["budget.decisions=1", "budget.minutes=0.5"] {
        assert!(load("game = \"kuhn\"", &[budget]).is_ok());
    }
}

#[test]
fn a_config_says_all_that_varies() {
    let skirmish = configs().join("skirmish.toml").canonicalize().unwrap();
    let varied = |vary: &str| {
        let config = load(&format!("base = {skirmish:?}\n[self_play]\n{vary}\n"), &[]).unwrap();
        config.self_play.vary.get("seats").map(Vec::len)
    };
    assert_eq!(varied(""), Some(6));
    assert_eq!(varied("vary = { seats = [2, 3] }"), Some(2));
    assert_eq!(varied("vary = {}"), None);
    let message = refusal(&format!("base = {skirmish:?}\n"), &["options.seats=3"]);
    assert!(message.starts_with("--set: `options.seats` is 3: expected nothing, since `self_play.vary`"), "{message}");
    assert!(load(&format!("base = {skirmish:?}\n"), &["options.seats=3", "self_play.vary={}"]).is_ok());
}

#[test]
fn what_is_unknown_is_named_with_its_line_and_the_nearest_name() {
    let message = refusal("game = \"kuhn\"\n\n[learning]\nminibach = 10\n", &[]);
    assert_eq!(
        message,
        "DIR/my.toml, line 4: there is no setting `learning.minibach`; did you mean `learning.minibatch`?"
    );
    let message = refusal("game = \"kuhn\"\n", &["lerning.clip=0.1"]);
    assert_eq!(message, "--set: there is no setting `lerning.clip`; did you mean `learning.clip`?");
    let message = refusal("seed = 3\ngame = \"khun\"\n", &[]);
    assert_eq!(message, "DIR/my.toml, line 2: there is no game `khun`; did you mean `kuhn`?");
    let message = refusal("game = \"gin\"\n[options]\ngin_bons = 25\n", &[]);
    assert!(message.starts_with("DIR/my.toml, line 3: game `gin`: there is no option `gin_bons`"), "{message}");
}

#[test]
fn a_wrong_value_is_shown_with_what_is_expected() {
    let kuhn = "game = \"kuhn\"\n";
    for (sets, expected) in [
        ("learning.epochs=0", "--set: `learning.epochs` is 0: expected 1 to 100"),
        ("learning.gamma=nan", "--set: `learning.gamma` is nan: expected 0 to 1"),
        ("learning.clip=tight", "--set: `learning.clip` is \"tight\": expected a number"),
        ("seed=-1", "--set: `seed` is -1: expected a whole number, 0 or more"),
        ("device=\"gpu\"", "--set: `device` is \"gpu\": expected `cpu` or `cuda`"),
        ("learning.rate=0.1", "--set: `learning.rate` is 0.1: expected a table of from, to"),
        (
            "self_play.vary.gin_bonus=[20]",
            "--set: game `kuhn`: option `gin_bonus` cannot vary: no option of this game can",
        ),
        ("self_play.vary={gin_bonus=20}", "--set: `self_play.vary.gin_bonus` is 20: expected a list in brackets"),
        ("self_play.vary=20", "--set: `self_play.vary` is 20: expected a table of options"),
        ("network.trunk=[]", "--set: `network.trunk` is []: expected 1 to 8 widths"),
        ("version=2", "--set: `version` is 2: expected 1"),
        ("epochs", "--set: `epochs` is not a setting: expected key=value, such as learning.epochs=2"),
    ] {
        assert_eq!(refusal(kuhn, &[sets]), expected);
    }
    assert_eq!(
        refusal("", &[]),
        "where no config says otherwise: `game` is \"\": expected the id of a variant, such as \"gin\""
    );
    assert!(refusal("game = \n", &[]).starts_with("DIR/my.toml, line 1: "));
    assert!(refusal("base = 7\n", &[]).starts_with("DIR/my.toml, line 1: `base` is 7: expected"));
    assert!(refusal("base = \"nowhere.toml\"\n", &[]).starts_with("cannot read the config DIR/nowhere.toml: "));
    assert!(refusal("base = \"round.toml\"\n", &[]).contains("does one name itself?"));
}
