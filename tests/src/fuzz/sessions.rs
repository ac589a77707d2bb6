//! Whole conversations: tables are opened, joined, played at, taken back and left, by requests that are right or nearly so.

use elderhand_agents::protocol::Session;
use serde_json::{Value, json};

use super::alter::value;
use super::setup::any_game;
use super::source::Source;
use super::talk::{GUESTS, ask, talk};

/// Holds a conversation in which legal games go on.
pub fn sessions(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut guest = Guest { session: talk(), tables: Vec::new(), tokens: Vec::new(), asked: 0 };
    guest.open(&mut source);
    for _ in 0..200 {
        if source.is_empty() {
            break;
        }
        match source.byte() {
            0..=7 => guest.open(&mut source),
            8..=23 => guest.join(&mut source),
            24..=31 => guest.close(&mut source),
            32..=47 => guest.nearly(&mut source),
            48..=63 => guest.undo(&mut source),
            64..=79 => guest.advice(&mut source),
            number => guest.play(number.into(), &mut source),
        }
    }
}

/// Somebody who plays at several tables, in several seats.
struct Guest {
    session: Session,
    tables: Vec<String>,
    /// By what the seats are held.
    tokens: Vec<String>,
    /// How much was asked.
    asked: u64,
}

impl Guest {
    fn ask(&mut self, kind: &str, mut request: Value) -> Value {
        self.asked += 1;
        request["id"] = self.asked.into();
        request["type"] = kind.into();
        ask(&mut self.session, request.to_string().as_bytes())
    }

    fn open(&mut self, source: &mut Source<'_>) {
        let game = any_game(source);
        let record = game.table(None).record();
        let mut seats: Vec<Value> = (1..game.spec().seats)
            .map(|_| if source.coin() { GUESTS[source.below(2)].into() } else { Value::Null })
            .collect();
        seats.insert(source.below(seats.len() + 1), Value::Null);
        let opened = self.ask(
            "new_table",
            json!({"game": record.game, "options": record.options, "seats": seats, "undo": source.coin(), "seed": source.byte()}),
        );
        match opened["table"].as_str() {
            Some(table) => {
                self.tables.push(table.to_owned());
                self.join(source);
            }
            None => {
                // `simple` does not play every game.
                let code = &opened["error"]["code"];
                assert!(code == "crowded" || code == "not_played", "{opened}");
            }
        }
    }

    fn join(&mut self, source: &mut Source<'_>) {
        let Some(table) = self.tables.last().cloned() else { return };
        let joined = self.ask("join", json!({"table": table, "name": source.text()}));
        if let Some(token) = joined["token"].as_str() {
            self.tokens.push(token.to_owned());
        }
    }

    fn token(&self, source: &mut Source<'_>) -> Option<String> {
        (!self.tokens.is_empty()).then(|| source.pick(&self.tokens).clone())
    }

    /// Looks from a seat.
    fn look(&mut self, token: &str) -> Value {
        let seen = self.ask("view", json!({"token": token}));
        assert!(seen.get("error").is_none(), "whoever holds a seat may look: {seen}");
        let legal = seen["legal"].as_array().expect("it is a list");
        assert_eq!(legal.is_empty(), seen["turn"] != seen["seat"], "whoever is to move may do something: {seen}");
        seen
    }

    /// A legal action is played, and any other refused.
    fn play(&mut self, number: usize, source: &mut Source<'_>) {
        // Whoever is to move, if it is one of us.
        let tokens = self.tokens.clone();
        let first = source.below(tokens.len().max(1));
        for token in tokens[first..].iter().chain(&tokens[..first]) {
            let seen = self.look(token);
            let legal = seen["legal"].as_array().expect("it is a list").clone();
            if legal.is_empty() {
                continue;
            }
            let action = &legal[number % legal.len()];
            let played = self.ask("play", json!({"token": token, "action": action, "after": seen["decisions"]}));
            let (before, after) = (seen["decisions"].as_u64(), played["decisions"].as_u64());
            assert!(after > before, "what is legal is played: {action}: {played}");
            return;
        }
    }

    /// What a bot would do, asked in two ways.
    fn advice(&mut self, source: &mut Source<'_>) {
        let Some(token) = self.token(source) else { return };
        let seen = self.look(&token);
        let hint = self.ask("hint", json!({"token": token, "bot": source.pick(&GUESTS), "seed": 3}));
        if let Some(action) = hint["action"]["name"].as_str() {
            let legal = seen["legal"].as_array().expect("it is a list");
            assert!(legal.iter().any(|name| name == action), "a hint is legal: {hint}: {seen}");
        }
        assert_eq!(self.look(&token), self.again(&seen), "advice changes nothing");
    }

    /// A position as it is when it is looked at once more: only the number of the request differs.
    fn again(&self, seen: &Value) -> Value {
        let mut seen = seen.clone();
        seen["id"] = self.asked.into();
        seen
    }

    fn undo(&mut self, source: &mut Source<'_>) {
        let Some(token) = self.token(source) else { return };
        let before = self.look(&token);
        let undone = self.ask("undo", json!({"token": token}));
        if undone.get("error").is_none() {
            assert!(undone["decisions"].as_u64() < before["decisions"].as_u64(), "a choice is taken back: {undone}");
            assert_eq!(undone["turn"], undone["seat"], "one's own choice is taken back: {undone}");
        } else {
            assert_eq!(self.look(&token), self.again(&before), "a refusal changes nothing");
        }
    }

    fn close(&mut self, source: &mut Source<'_>) {
        let Some(token) = self.token(source) else { return };
        let over = self.look(&token)["turn"].is_null();
        let record = self.ask("record", json!({"token": token}));
        assert_eq!(over, record.get("error").is_none(), "a record is told when the game is over: {record}");
        let closed = self.ask("close", json!({"token": token}));
        assert!(closed.get("error").is_none(), "{closed}");
        self.tokens.retain(|held| *held != token);
        let gone = self.ask("view", json!({"token": token}));
        assert_eq!(gone["error"]["code"], "no_token", "{gone}");
    }

    /// A request at a table one of whose fields is something else; a refusal changes nothing.
    fn nearly(&mut self, source: &mut Source<'_>) {
        let Some(token) = self.token(source) else { return };
        let before = self.look(&token);
        let kind = *source.pick(&["play", "undo", "invite", "hint", "view", "record", "join", "decide"]);
        let mut request = json!({
            "token": token, "table": before["table"], "action": before["legal"].get(0), "after": before["decisions"],
            "view": before["view"], "game": "kuhn", "since": source.byte(),
        });
        let fields = ["token", "table", "action", "after", "view", "game", "since", "bot", "seed", "judge"];
        request[*source.pick(&fields)] = value(source);
        let answer = self.ask(kind, request);
        if answer.get("error").is_some() {
            assert_eq!(self.look(&token), self.again(&before), "a refusal changes nothing: {answer}");
        }
        if let (Some(token), "join") = (answer["token"].as_str(), kind) {
            self.tokens.push(token.to_owned());
        }
    }
}
