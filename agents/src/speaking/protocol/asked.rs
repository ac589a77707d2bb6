//! A bot that is asked about views: by those who keep the rules themselves.

use elderhand_env::{Action, AnyGame, AnyView, Seat};
use serde_json::{Map, Value};

use super::answer::{Chosen, Code, Named, Refusal};
use super::session::bad_request;
use super::{Fields, excerpt};
use crate::players::agent::Decision;

/// Reads the view of a seat that is to move.
pub(super) fn read(game: &AnyGame, seat: Option<Seat>, view: Value) -> Result<AnyView, Refusal> {
    let bad = |message: String| Refusal::new(Code::BadView, message);
    if let (Some(seat), Some(found)) = (seat, view.get("seat").and_then(Value::as_u64))
        && found != seat as u64
    {
        return Err(bad(format!("`view`: `seat` is {found}, but `new_game` gave this bot seat {seat}")));
    }
    let view = game.read_view(view).map_err(|error| bad(format!("`view`: {error}")))?;
    if view.legal().is_empty() {
        return Err(bad(format!("`view`: seat {} is not to move; ask only when it is", view.seat())));
    }
    Ok(view)
}

/// A decision with the names that a game gives its actions.
pub(super) fn chosen(game: &AnyGame, decision: Decision) -> Chosen {
    let spec = game.spec();
    let name = |action| spec.name(action).to_owned();
    Chosen {
        action: Named { id: decision.action.0, name: name(decision.action) },
        probabilities: decision.probabilities.iter().map(|&(action, share)| (name(action), share)).collect(),
        value: decision.value.filter(|value| value.is_finite()),
        findings: decision.findings.map(|findings| findings.named(spec)),
        loss: None,
        assumed: None,
        warning: None,
    }
}

/// Reads which legal action of a view is asked about, if any is.
pub(super) fn judged(fields: &mut Fields, view: &AnyView) -> Result<Option<Action>, Refusal> {
    let name: Option<String> = fields.take("judge", "the name of a legal action").map_err(bad_request)?;
    let Some(name) = name else { return Ok(None) };
    let spec = view.game().spec();
    let action = spec.action(&name).filter(|&action| view.legal().contains(action));
    let known = || spec.names(view.legal()).join(", ");
    let refusal = || bad_request(format!("`judge` is `{}`: expected a legal action, of {}", excerpt(&name), known()));
    action.map(Some).ok_or_else(refusal)
}

/// What was taken for the fields that a view leaves out, by their paths; options aside, which are those of the game.
pub(super) fn assumed(given: &Value, whole: &Value) -> Map<String, Value> {
    fn compare(path: &str, given: &Value, whole: &Value, assumed: &mut Map<String, Value>) {
        match (given, whole) {
            (Value::Object(given), Value::Object(whole)) => {
                for (name, value) in whole.iter().filter(|(name, _)| *name != "options") {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    match given.get(name) {
                        Some(given) => compare(&path, given, value, assumed),
                        None => drop(assumed.insert(path, value.clone())),
                    }
                }
            }
            (Value::Array(given), Value::Array(whole)) => {
                for (place, (given, whole)) in given.iter().zip(whole).enumerate() {
                    compare(&format!("{path}[{place}]"), given, whole, assumed);
                }
            }
            _ => (),
        }
    }
    let mut found = Map::new();
    compare("", given, whole, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_left_out_is_told_by_its_path() {
        let given = json!({"seat": 0, "table": {"pile": [{"card": "AS"}], "turns": 2}});
        let whole = json!({"options": {"a": 1}, "seat": 0, "table": {"pile": [{"card": "AS", "by": null}], "known": [[]],
            "turns": 2}});
        assert_eq!(Value::from(assumed(&given, &whole)), json!({"table.pile[0].by": null, "table.known": [[]]}));
        assert!(assumed(&whole, &whole).is_empty());
    }
}
