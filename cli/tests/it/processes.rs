//! Bots that are other processes: nothing of them is left behind, and nothing they say rewrites the screen.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{command, run};

/// Writes a shell script that sits down at Kuhn poker, says who it is and what it has started when it is first asked for
/// an action, and then does `then`.
fn bot(folder: &Path, then: &str) -> (String, PathBuf) {
    let (script, ids) = (folder.join("bot.sh"), folder.join("ids"));
    let text = format!(
        "sleep 300 &\nread l && echo '{{\"id\":1,\"protocol\":1}}'\nread l && echo '{{\"id\":2}}'\nread l || exit\n\
         echo $$ $! > {ids}.new; mv {ids}.new {ids}\n{then}\n",
        ids = ids.display()
    );
    fs::write(&script, text).unwrap();
    (format!("cmd:sh {}", script.display()), ids)
}

/// Waits until something is so, but not for ever.
fn soon(what: &str, mut is: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        sleep(Duration::from_millis(5));
    }
}

/// Returns `true` if a process runs; one that nobody has reaped no longer does.
fn lives(id: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn an_interrupt_leaves_nothing_of_a_bot_behind() {
    let requests = r#"{"id": 1, "type": "new_game", "game": "kuhn", "seat": 0, "seed": 1}
{"id": 2, "type": "act", "view": {"seat": 0, "card": "KS", "betting": "open"}}
"#;
    // The arena takes the first as a wish to stop after the deals in play.
    let commands: [(&[&str], &str, usize); 3] = [
        (&["bot"], requests, 1),
        (&["exploitability", "--game", "kuhn", "--bot"], "", 1),
        (&["arena", "--game", "kuhn", "--bots", "random", "--deals", "9", "--threads", "1", "--bot"], "", 2),
    ];
    for (args, input, times) in commands {
        let folder = tempfile::tempdir().unwrap();
        let (bot, ids) = bot(folder.path(), "sleep 301");
        let mut child = command(&[args, &[&bot]].concat()).env("ELDERHAND_BOT_TIMEOUT", "60").spawn().unwrap();
        child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
        soon("the bot starts", || ids.exists());
        let ids = fs::read_to_string(ids).unwrap();
        assert!(ids.split_whitespace().all(lives), "{args:?}");
        for time in 1..=times {
            interrupt(&child);
            if time < times {
                // Two that come at once may be heard as one.
                sleep(Duration::from_millis(300));
                assert!(child.try_wait().unwrap().is_none(), "{args:?} ended at the first");
            }
        }
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
        soon(&format!("{args:?} left something behind"), || !ids.split_whitespace().any(lives));
    }
}

#[test]
fn what_a_bot_or_a_file_says_does_not_reach_the_terminal_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = ["\x1b[2J\x1b]0;gone\x07", "\u{9b}31m\r", "\u{202e}"].concat();
    let shown = |ran: crate::common::Ran| {
        let text = ran.out + &ran.err;
        let bad = text.chars().find(|&c| c.is_control() && c != '\n' || c == '\u{202e}');
        assert_eq!(bad, None, "{text:?}");
        text
    };
    for then in [
        format!("printf '%s\\n' '{hostile} is not JSON'"),
        format!("printf '%s\\n' '{hostile} on stderr' >&2; exit 1"),
        r#"printf '%s\n' '{"id":3,"error":{"code":"\u001b[2J","message":"\u001b[2Jtired\nerror: x"}}'"#.into(),
        r#"printf '%s\n' '{"id":3,"action":{"name":"\u001b[2J"}}'"#.into(),
    ] {
        let (bot, _) = bot(folder.path(), &then);
        let text = shown(run(&["arena", "--game", "kuhn", "--bots", "random", "--deals", "1", "--bot", &bot], ""));
        assert!(text.contains("[2J") && text.contains("error: "), "{text}");
    }
    // The names of bots and files.
    let named = format!("cmd:sh -c 'exit 1' {hostile}");
    shown(run(&["arena", "--game", "kuhn", "--bots", "random", "--deals", "1", "--bot", &named], ""));
    shown(run(&["verify", &format!("{}/{hostile}", folder.path().display())], ""));
    let record = folder.path().join(format!("{hostile}.json"));
    fs::write(&record, r#"{"game": "\u001b[2J", "seats": 2, "actions": ["\u001b[2J"]}"#).unwrap();
    shown(run(&["replay", &record.display().to_string()], ""));
}
