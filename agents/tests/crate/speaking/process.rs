//! Bots that are other processes and misbehave: each is reported for what it did, in time, and ended.

use std::time::{Duration, Instant};

use elderhand_agents::{Agent, Bot};
use elderhand_env::kuhn::{Kuhn, KuhnView, Options};
use elderhand_env::{Driver, Game, Stream};

/// A shell script that answers `hello` and `new_game` properly.
const POLITE: &str = r#"read l; echo "{\"id\":1,\"protocol\":1}"; read l; echo "{\"id\":2}"; read l; "#;

fn kuhn() -> Kuhn {
    Kuhn::new("kuhn", Options {}).unwrap()
}

fn seat(script: &str, timeout: f64) -> Result<Box<dyn Agent<KuhnView>>, String> {
    let bot = Bot::open(&format!("cmd:sh -c '{script}'")).unwrap();
    bot.with_timeout(Duration::from_secs_f64(timeout)).agent(&kuhn()).map_err(|error| error.to_string())
}

/// The view of elder hand, who may check or bet.
fn view() -> KuhnView {
    Driver::new(kuhn(), Stream::new(1)).view(0)
}

#[test]
fn what_goes_wrong_before_the_game_is_named() {
    let table = [
        ("exec sleep 60", "did not answer `hello` within 1 s (ELDERHAND_BOT_TIMEOUT"),
        ("echo thinking >&2; exec sleep 60", "stderr:\n    thinking"),
        ("exit 3", "ended (exit status: 3) when `hello` was asked"),
        ("echo one >&2; echo out of chips >&2; exit 3", "stderr:\n    one\n    out of chips"),
        ("kill -9 $$", "ended (signal: 9"),
        ("exec >&-; exec sleep 60", "closed its output when `hello` was asked"),
        ("echo Welcome to Kuhn", "found `Welcome to Kuhn`"),
        ("echo", "expected one JSON object a line, found ``"),
        ("yes", "found `y`"),
        ("tr \"\\0\" x </dev/zero", "a line longer than 1048576 bytes"),
        ("printf \"\\377\\n\"", "not UTF-8"),
        ("echo \"[]\"", "expected a JSON object"),
        ("echo \"{}\"", "wrong `id`: expected 1, found none"),
        ("echo \"{\\\"id\\\":7}\"", "wrong `id`: expected 1, found 7"),
        ("echo \"{\\\"id\\\":1}\"", "`protocol` is missing"),
        ("echo \"{\\\"id\\\":1,\\\"protocol\\\":2}\"", "speaks version 2 of the protocol: expected 1"),
        (
            "echo \"{\\\"id\\\":1,\\\"protocol\\\":1,\\\"games\\\":[\\\"whist\\\"]}\"",
            "does not play `kuhn`: it plays whist",
        ),
        ("echo \"{\\\"id\\\":null,\\\"error\\\":\\\"no\\\"}\"", "refused `hello`: \"no\""),
    ];
    for (script, expected) in table {
        let start = Instant::now();
        let timeout = if script.contains("sleep") { 1.0 } else { 20.0 };
        let error = seat(script, timeout).err().unwrap_or_else(|| panic!("{script} was seated"));
        assert!(error.contains(expected), "{script}: {error}");
        assert!(error.trim_start_matches("bot `").starts_with("cmd:sh -c "), "{script}: {error}");
        assert!(start.elapsed() < Duration::from_secs(20), "{script} took {:?}", start.elapsed());
    }
    let error = Bot::open("cmd:/no/such/program --fast").unwrap().agent(&kuhn()).err().unwrap().to_string();
    assert!(error.contains("did not start: No such file") && error.contains("`/no/such/program`"), "{error}");
}

#[test]
fn what_goes_wrong_at_a_decision_is_named() {
    let table = [
        (r#"{"id":3,"action":{"name":"fold"}}"#, "`fold` is not legal here: it is none of 2 actions that are"),
        (r#"{"id":3,"action":{"id":200}}"#, "action 200 is not legal here"),
        (r#"{"id":3,"action":{"id":0,"name":"bet"}}"#, "`id` of `bet` is 1, not 0"),
        (r#"{"id":3,"action":{}}"#, "`action` needs a `name` or an `id`"),
        (r#"{"id":3,"action":"bet"}"#, "`action` is `\"bet\"`: expected an object"),
        (r#"{"id":3}"#, "`action` is missing"),
        (r#"{"id":2,"action":{"id":0}}"#, "wrong `id`: expected 3, found 2"),
        (r#"{"id":3,"action":{"id":0},"probabilities":{"bet":0.5}}"#, "add up to 0.5"),
        (r#"{"id":3,"action":{"id":0},"probabilities":{"bet":2}}"#, "not a number from 0 to 1"),
        (r#"{"id":3,"action":{"id":0},"probabilities":{"call":1}}"#, "`call` is not legal here"),
        (r#"{"id":3,"action":{"id":0},"value":"high"}"#, "`value` is `\"high\"`"),
        (r#"{"id":3,"error":{"code":"bot_failed","message":"tired"}}"#, "refused `act`: tired (bot_failed)"),
    ];
    for (answer, expected) in table {
        let mut agent = seat(&format!("{POLITE} echo hm >&2; cat <<E\n{answer}\nE\nread l"), 5.0).unwrap();
        agent.begin(0, 1).unwrap();
        let error = agent.act(&view()).unwrap_err().to_string();
        assert!(error.contains(expected), "{answer}: {error}");
        // Who says that it cannot is asked again, who says what makes no sense is not.
        let refused = answer.contains("error");
        assert!(error.ends_with("stderr:\n    hm") != refused, "{answer}: {error}");
        let again = agent.act(&view()).unwrap_err().to_string();
        assert!(again.contains("failed before") != refused, "{answer}: {again}");
    }
}

#[test]
fn a_good_answer_is_taken_even_if_it_comes_late_or_says_little() {
    let full = r#"{"id":3,"action":{"id":1,"name":"BET"},"probabilities":{"check":0.25,"bet":0.75},"value":0.5,"x":1}"#;
    let mut agent = seat(&format!("{POLITE} sleep 0.2; cat <<E\n{full}\nE\n"), 5.0).unwrap();
    agent.begin(0, 1).unwrap();
    let decision = agent.decide(&view()).unwrap();
    let game = kuhn();
    let (check, bet) = (game.spec().action("check").unwrap(), game.spec().action("bet").unwrap());
    assert_eq!(decision.action, bet);
    assert_eq!(decision.probabilities, [(bet, 0.75), (check, 0.25)]);
    assert_eq!(decision.value, Some(0.5));

    let mut agent = seat(&format!("{POLITE} cat <<E\n{}\nE\n", r#"{"id":3,"action":{"id":0}}"#), 5.0).unwrap();
    agent.begin(0, 1).unwrap();
    assert_eq!(agent.act(&view()).unwrap(), check);
}

#[test]
fn a_process_that_failed_is_started_again_for_the_next_game() {
    let mut agent = seat(&format!("{POLITE} exit 1"), 5.0).unwrap();
    agent.begin(0, 1).unwrap();
    let first = agent.act(&view()).unwrap_err().to_string();
    let start = Instant::now();
    let error = agent.act(&view()).unwrap_err().to_string();
    assert!(error.contains("failed before: ended (exit status: 1) when `act` was asked"), "{error}");
    assert!(start.elapsed() < Duration::from_millis(100));
    agent.begin(0, 2).unwrap();
    assert_eq!(agent.act(&view()).unwrap_err().to_string(), first);
}

#[test]
fn another_table_of_actions_is_noticed() {
    let script =
        r#"read l; echo "{\"id\":1,\"protocol\":1}"; read l; echo "{\"id\":2,\"actions\":[\"pass\"]}"; read l"#;
    let error = seat(script, 5.0).unwrap().begin(0, 1).unwrap_err().to_string();
    assert!(error.contains("another table of `actions`"), "{error}");
}
