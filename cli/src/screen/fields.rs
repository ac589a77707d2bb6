//! The screen of every game that has none of its own: the fields of its view, with cards drawn.

use elderhand_env::Card;
use serde_json::Value;

use super::Screen;
use crate::cards;
use crate::output::Paint;

/// Lists a view's fields by name, leaving out the options and what is empty.
pub struct Fields;

impl Screen for Fields {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        let mut lines = Vec::new();
        list(view, 0, paint, &mut lines);
        lines
    }
}

fn list(value: &Value, indent: usize, paint: Paint, lines: &mut Vec<String>) {
    let Value::Object(fields) = value else { return };
    let shown = fields.iter().filter(|(name, value)| *name != "options" && !empty(value));
    let width = shown.clone().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, value) in shown {
        let label = paint.dim(format!("{:indent$}{:width$}", "", name.replace('_', " ")));
        if value.is_object() {
            lines.push(label);
            list(value, indent + 2, paint, lines);
        } else {
            lines.push(format!("{label}  {}", inline(value, paint)));
        }
    }
}

fn empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().all(empty),
        Value::Object(fields) => fields.values().all(empty),
        _ => false,
    }
}

/// Writes a value within a line: cards drawn, lists with spaces where they are of cards and commas elsewhere.
fn inline(value: &Value, paint: Paint) -> String {
    match value {
        Value::Null => "–".into(),
        Value::String(text) => cards::words(text, paint),
        Value::Array(items) => {
            let found: Option<Vec<Card>> = items.iter().map(|item| cards::of_word(item.as_str()?)).collect();
            match found {
                Some(found) => cards::cards(found, paint),
                None => items.iter().map(|item| inline(item, paint)).collect::<Vec<_>>().join(", "),
            }
        }
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !empty(value));
            fields
                .map(|(name, value)| format!("{} {}", name.replace('_', " "), inline(value, paint)))
                .collect::<Vec<_>>()
                .join(" ")
        }
        other => other.to_string(),
    }
}
