//! Names of bots, with the settings of searches and the command lines of other processes; none of these is started.

use std::sync::LazyLock;

use elderhand_agents::bots::parse_timeout;
use elderhand_agents::{Bot, SEARCH, Search, search_names};
use elderhand_env::{AnyGame, Overrides, Stream, game};

use super::explained::explained;
use super::source::Source;

const PIECES: &[&str] = &[
    "search:",
    "checkpoint:",
    "cmd:",
    "random",
    "simple",
    "greedy",
    "kuhn",
    ",",
    "=",
    "rollouts=",
    "time=",
    "by=",
    "others=",
    "believe=",
    "worlds=",
    "prior=",
    "1",
    "2",
    "0.5",
    "1e9",
    "nan",
    "inf",
    "-1",
    "'",
    "\"",
    "\\",
    " ",
    "\n",
    "/",
    "..",
    "#",
    "\u{0}",
    "ß",
    "64",
];

static KUHN: LazyLock<AnyGame> = LazyLock::new(|| game("kuhn", &Overrides::new()).expect("it is a variant"));
static SNAP: LazyLock<AnyGame> = LazyLock::new(|| game("snap", &Overrides::new()).expect("it is a variant"));

/// Reads the input as the name of a bot, or one that is put together of pieces; what is no process is seated.
pub fn names(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let name = match source.below(4) {
        0 => String::from_utf8_lossy(source.rest()).into_owned(),
        _ => {
            let mut name = String::new();
            while !source.is_empty() {
                name += *source.pick(PIECES);
            }
            name
        }
    };
    read(&name);
}

fn read(name: &str) {
    let listed = search_names(name);
    assert_eq!(listed.join(","), name, "nothing is lost between the names of a list");
    if let Ok(wait) = parse_timeout(name) {
        assert!(!wait.is_zero() && wait.as_secs() <= 86_400, "{name}: {wait:?}");
    }
    if let Ok(search) = Search::parse(name) {
        assert!(!search.bot.is_empty() && (0.0..=100.0).contains(&search.prior), "{name}: {search:?}");
    }
    // Files of this machine are none of ours.
    if name.contains('/') {
        return;
    }
    let bot = match Bot::open(name) {
        Ok(bot) => bot,
        Err(error) => return explained(&error),
    };
    assert_eq!(bot.name(), called(name));
    if bot.is_program() {
        return;
    }
    for game in [&*KUHN, &*SNAP] {
        let Ok(mut player) = bot.player(game) else { continue };
        let table = game.table(Stream::new(1));
        let seat = table.seat().expect("somebody is to move");
        player.begin(seat, 1).unwrap_or_else(|error| panic!("{error}"));
        // A search may be told to take an hour.
        if !name.starts_with(SEARCH) {
            let action =
                player.act(&table.view(seat).expect("there is this seat")).unwrap_or_else(|error| panic!("{error}"));
            assert!(table.legal().contains(action), "{name} plays what is legal");
        }
    }
}

/// What a bot calls itself that was asked for by a name: every bot is strong, and does not say so.
fn called(name: &str) -> String {
    match name.split_once(':') {
        Some(("strong", bot)) => called(bot),
        Some((level @ ("easy" | "medium"), bot)) => format!("{level}:{}", called(bot)),
        _ => name.into(),
    }
}
