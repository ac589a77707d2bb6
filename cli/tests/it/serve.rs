//! The server as a program: killed, stopped and started again, and with bots that are other programs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{command, run};
use serde_json::{Value, json};

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(args: &[&str]) -> Server {
        let mut child =
            command(&[&["serve", "--listen", "127.0.0.1:0", "--log", "debug"], args].concat()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("listening at http://").unwrap_or_else(|| panic!("{line}"));
        let address = address.split(';').next().unwrap().to_owned();
        Server { child, address }
    }

    /// Sends it a signal and waits for its end; gives its status and what it logged.
    fn end(mut self, signal: &str) -> (Option<i32>, String) {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
        let mut log = String::new();
        self.child.stderr.as_mut().unwrap().read_to_string(&mut log).unwrap();
        (self.child.wait().unwrap().code(), log)
    }

    fn ask(&self, message: &Value) -> Option<Value> {
        ask(&self.address, message)
    }
}

/// Posts a message; `None` if there is no answer.
fn ask(address: &str, message: &Value) -> Option<Value> {
    let body = message.to_string();
    let mut stream = TcpStream::connect(address).ok()?;
    let head = "POST /api HTTP/1.1\r\nHost: here\r\nConnection: close\r\n";
    write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
}

#[test]
fn what_was_acknowledged_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("tables.db");
    let args = ["--bot", "simple", "--rate", "1000000", "--store", store.to_str().unwrap()];
    let mut server = Server::start(&args);
    // Long enough: a match goes on for hundreds of decisions.
    let options = json!({"episode": "match", "target": 10_000});
    let opening = json!({"id": 1, "type": "new_table", "game": "gin", "options": options, "seats": [null, "simple"]});
    let table = server.ask(&opening).unwrap()["table"].take();
    let seated = server.ask(&json!({"id": 2, "type": "join", "table": table})).unwrap();
    let token = seated["token"].clone();
    let mut known = seated["decisions"].as_u64().unwrap();
    for time in 0..6u64 {
        let (address, token) = (server.address.clone(), token.clone());
        let playing = thread::spawn(move || {
            let mut last = None;
            let mut seen = ask(&address, &json!({"id": 3, "type": "view", "token": token})).unwrap();
            loop {
                let action = &seen["legal"][0];
                let play = json!({"id": 4, "type": "play", "token": token, "action": action});
                match ask(&address, &play) {
                    Some(answer) => seen = answer,
                    None => return last,
                }
                last = Some(seen.clone());
            }
        });
        thread::sleep(Duration::from_millis(60 + 37 * time));
        assert_eq!(server.end("-KILL").0, None);
        let last = playing.join().unwrap().expect("there was time for a move");
        let made = last["decisions"].as_u64().unwrap();
        assert!(made > known);

        server = Server::start(&args);
        let view = json!({"id": 4, "type": "view", "token": seated["token"], "since": made - 1});
        let now = server.ask(&view).unwrap();
        known = now["decisions"].as_u64().unwrap();
        assert!(known >= made, "{made} were told and {known} are there");
        assert_eq!(now["steps"][0]["view"], last["view"]);
    }
    server.end("-KILL");
}

#[test]
fn a_stop_is_clean_and_the_log_holds_no_secret() {
    let server = Server::start(&["--bot", "random"]);
    let table = server.ask(&json!({"id": 1, "type": "new_table", "game": "kuhn"})).unwrap()["table"].take();
    let seated = server.ask(&json!({"id": 2, "type": "join", "table": table, "name": "Ann"})).unwrap();
    server.ask(&json!({"id": 3, "type": "play", "token": seated["token"], "action": "bet"})).unwrap();
    let (status, log) = server.end("-TERM");
    assert_eq!(status, Some(0));
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().any(|line| line["kind"] == "play" && line["micros"].is_u64()), "{log}");
    assert_eq!(lines.last().unwrap()["message"], "stopped");
    for secret in [&table, &seated["token"], &seated["view"]["card"], &json!("Ann"), &json!("bet")] {
        assert!(!log.contains(secret.as_str().unwrap()), "{secret} is in {log}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_bot_outlives_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let [script, number] = ["bot.sh", "number"].map(|name| folder.path().join(name));
    // It does not look whether somebody still speaks to it.
    let lasts = format!(
        "echo $$ > {}; read a; echo '{{\"id\":1,\"protocol\":1}}'; read b; echo '{{\"id\":2}}'; exec sleep 600",
        number.display()
    );
    std::fs::write(&script, lasts).unwrap();
    let server = Server::start(&["--bot", &format!("lasts=cmd:sh {}", script.display())]);
    let table = server.ask(&json!({"id": 1, "type": "new_table", "game": "kuhn", "seats": [null, "lasts"]}));
    assert!(table.unwrap()["table"].is_string());
    let number = std::fs::read_to_string(number).unwrap();
    let lives = || std::path::Path::new("/proc").join(number.trim()).exists();
    assert!(lives());
    assert_eq!(server.end("-TERM").0, Some(0));
    // Whoever takes over what nobody waits for may need a moment.
    let gone = (0..100).any(|_| !lives() || (thread::sleep(Duration::from_millis(20)), false).1);
    assert!(gone, "{number}");
}

#[test]
fn what_a_bot_says_of_its_failure_is_for_the_operator() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bot.sh");
    // It tells what it sees when it is asked for a move.
    let tells =
        "read a; echo '{\"id\":1,\"protocol\":1}'; read b; echo '{\"id\":2}'; read c; echo \"SECRET $c\"; read d";
    std::fs::write(&script, tells).unwrap();
    let server = Server::start(&["--bot", &format!("theirs=cmd:sh {}", script.display())]);
    let opening = json!({"id": 1, "type": "new_table", "game": "kuhn", "seats": [null, "theirs"]});
    let table = server.ask(&opening).unwrap()["table"].take();
    let seated = server.ask(&json!({"id": 2, "type": "join", "table": table})).unwrap();
    assert_eq!(seated["players"][1], "theirs");
    let answer = server.ask(&json!({"id": 3, "type": "play", "token": seated["token"], "action": "bet"})).unwrap();
    assert_eq!(answer["error"]["code"], "bot_failed");
    assert!(!answer.to_string().contains("SECRET"), "{answer}");
    let (_, log) = server.end("-INT");
    assert!(log.contains("SECRET"), "{log}");
}

#[test]
fn what_cannot_be_served_is_said() {
    run(&["serve", "--bot", "nobody"], "").fails(2, &["there is no bot `nobody`"]);
    run(&["serve", "--bot", "random", "--bot", "random"], "").fails(1, &["two bots are called `random`"]);
    run(&["serve", "--bot", "theirs=cmd:/nowhere/bot"], "").fails(1, &["theirs", "/nowhere/bot"]);
    run(&["serve", "--bot", "theirs=cmd:false"], "").fails(1, &["theirs", "hello"]);
    run(&["serve", "--bot", "random", "--origin", "example.org"], "").fails(2, &["https://example.org"]);
    run(&["serve", "--bot", "random", "--log", "much"], "").fails(2, &["error, warn, info, debug"]);
    run(&["serve", "--bot", "random", "--store", "/nowhere/tables.db"], "").fails(1, &["/nowhere/tables.db"]);
    let server = Server::start(&["--bot", "random"]);
    run(&["serve", "--bot", "random", "--listen", &server.address], "")
        .fails(1, &["cannot listen at", &server.address]);
    server.end("-INT");
}

#[cfg(target_os = "linux")]
#[test]
fn with_too_little_memory_or_too_few_files_it_says_so() {
    // Around what the program takes to begin: under the least the system does not even load it.
    says_so((16..128).step_by(2).chain((128..512).step_by(8)).map(|megabytes| format!("-v {}", megabytes << 10)));
    says_so((3..64).map(|files| format!("-n {files}")));
}

/// Starts the server under limits that grow until it serves; before that it must say what it lacks.
#[cfg(target_os = "linux")]
fn says_so(limits: impl Iterator<Item = String>) {
    let mut said = 0;
    for limit in limits {
        let limits = format!("ulimit -c 0; ulimit {limit}; exec \"$@\"");
        let mut limited = Command::new("sh");
        limited.args(["-c", &limits, "sh", env!("CARGO_BIN_EXE_elderhand"), "serve"]);
        limited.args(["--bot", "random", "--listen", "127.0.0.1:0"]).env("RUST_BACKTRACE", "0");
        limited.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = limited.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let serves = line.starts_with("listening");
        if serves {
            child.kill().unwrap();
        }
        let output = child.wait_with_output().unwrap();
        let log = String::from_utf8_lossy(&output.stderr);
        // Where a thread finds no memory to begin with, the standard library panics in it before a line of the program runs there.
        assert!(!log.contains("panicked") || log.contains("alternative stack"), "{limit}: {log}");
        if serves {
            assert!(said > 0, "no limit was too low for it, but for those that are too low for the system");
            return;
        }
        said += usize::from(output.status.code() == Some(1) && log.contains("error: "));
    }
    panic!("it serves under none of the limits");
}
