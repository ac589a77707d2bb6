//! JSON values that are altered place by place, as the bytes of an input say.

use serde_json::{Map, Number, Value, json};

use super::source::Source;

/// Texts that mean something somewhere: cards, names, and what is almost one.
const WORDS: &[&str] = &[
    "",
    "7C",
    "KS",
    "JH",
    "AD",
    "10S",
    "TS",
    "ZZ",
    "round",
    "match",
    "kuhn",
    "gin",
    "random",
    "simple",
    "checkpoint:kuhn",
    "seat",
    "options",
    "\u{0}",
    "ß",
    "-1",
    "1e999",
];

/// Alters up to four places of a JSON value; parts of `donor` may come in.
pub fn alter(json: &mut Value, donor: &Value, source: &mut Source<'_>) {
    for _ in 0..=source.below(4) {
        alter_one(json, donor, source);
    }
}

/// Takes one place out, doubles it, changes it a little, or puts something else there.
fn alter_one(json: &mut Value, donor: &Value, source: &mut Source<'_>) {
    let place = place(json, |n| source.below(n));
    let what = source.below(8);
    let taken = match what {
        6 => json.pointer(&self::place(json, |n| source.below(n))).cloned(),
        7 => donor.pointer(&self::place(donor, |n| source.below(n))).cloned(),
        _ => None,
    };
    let Some(target) = json.pointer_mut(&place) else { return };
    match (what, target) {
        (_, target) if taken.is_some() => *target = taken.unwrap_or_default(),
        (0, Value::Array(items)) if !items.is_empty() => {
            let double = source.pick(items).clone();
            items.insert(source.below(items.len() + 1), double);
        }
        (1 | 2, Value::Array(items)) if !items.is_empty() => drop(items.remove(source.below(items.len()))),
        (3, Value::Array(items)) if items.len() > 1 => {
            let (one, other) = (source.below(items.len()), source.below(items.len()));
            items.swap(one, other);
        }
        (0 | 1, Value::Object(fields)) if !fields.is_empty() => drop(fields.remove(&key(fields, source))),
        (2, Value::Object(fields)) => drop(fields.insert(source.text(), value(source))),
        (0..=2, Value::Number(number)) => {
            if let Some(moved) = near(number, source) {
                *number = moved;
            }
        }
        (0..=2, Value::Bool(value)) => *value = !*value,
        (0, Value::String(text)) => *text = source.text(),
        (_, target) => *target = value(source),
    }
}

/// A value of any kind.
pub fn value(source: &mut Source<'_>) -> Value {
    match source.below(10) {
        0 => Value::Null,
        1 => json!(source.coin()),
        2 => json!(source.byte()),
        3 => json!(-i64::from(source.byte())),
        4 => json!(source.pick(&[u64::MAX, 1 << 63, 1 << 53, 1 << 32, 65_536, 256, 1_000_000])),
        5 => json!(source.pick(&[0.5, -0.0, 1e300, 1e-300, 1.0, i64::MIN as f64])),
        6 => json!([*source.pick(WORDS)]),
        7 => source.pick(&[json!([]), json!({}), json!([[]]), json!([null]), json!([0, 1])]).clone(),
        8 => json!(source.text()),
        _ => json!(source.pick(WORDS)),
    }
}

fn near(number: &Number, source: &mut Source<'_>) -> Option<Number> {
    let step = *source.pick(&[-1, 1, -10, 10, 255, -100]);
    match number.as_i64() {
        Some(whole) => Some(whole.saturating_add(step).into()),
        None => Number::from_f64(number.as_f64()? * step as f64),
    }
}

/// The name of one of some fields, of which there must be one at least.
fn key(fields: &Map<String, Value>, source: &mut Source<'_>) -> String {
    fields.keys().nth(source.below(fields.len())).cloned().unwrap_or_default()
}

/// The pointer of a place: at each level the way stops or goes into one of the parts, as numbers below others are chosen.
pub fn place(json: &Value, mut below: impl FnMut(usize) -> usize) -> String {
    let (mut place, mut path) = (json, String::new());
    while below(6) > 0 {
        let (step, part) = match place {
            Value::Array(items) if !items.is_empty() => {
                let number = below(items.len());
                (number.to_string(), &items[number])
            }
            Value::Object(fields) if !fields.is_empty() => {
                let (key, part) = fields.iter().nth(below(fields.len())).expect("there are so many");
                (key.clone(), part)
            }
            _ => break,
        };
        path += "/";
        // As pointers are written.
        path += &step.replace('~', "~0").replace('/', "~1");
        place = part;
    }
    path
}
