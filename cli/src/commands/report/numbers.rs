//! Numbers as people read them.

use crate::output::thousands;

/// No number that is larger is drawn: nothing that is measured here comes near it.
const MOST: f64 = 1e15;

/// Returns `true` if a number can be drawn.
pub fn sane(number: f64) -> bool {
    number.is_finite() && number.abs() < MOST
}

/// Three digits that count, such as `0.0123`, `4.56` and `12 300`.
pub fn short(number: f64) -> String {
    let size = number.abs();
    if size >= 1000.0 {
        let sign = if number < 0.0 { "-" } else { "" };
        return format!("{sign}{}", thousands(size));
    }
    let decimals = if size == 0.0 { 0 } else { (2 - size.log10().floor() as i32).clamp(0, 6) as usize };
    format!("{number:.decimals$}")
}

/// Points that were counted, with two decimals at most.
pub fn plain(points: f64) -> String {
    ((points * 100.0).round() / 100.0 + 0.0).to_string()
}

/// A score with its sign.
pub fn signed(score: f64) -> String {
    format!("{score:+.2}")
}

/// The ends of an interval, written like what lies in it.
pub fn interval((low, high): (f64, f64), write: impl Fn(f64) -> String) -> String {
    format!("{} … {}", write(low), write(high))
}

/// A share in per cent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A number beside an axis from `low` to `high`, such as `500 k` and `1.5 M`; all of an axis have one unit.
pub fn tick(number: f64, (low, high): (f64, f64)) -> String {
    let (unit, name) = match low.abs().max(high.abs()) {
        size if size >= 1e9 => (1e9, " G"),
        size if size >= 1e6 => (1e6, " M"),
        size if size >= 1e4 => (1e3, " k"),
        _ => (1.0, ""),
    };
    // With as many decimals as a step needs.
    let decimals = (-((high - low) / unit / 8.0).log10().floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{:.decimals$}", number / unit);
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if matches!(text, "0" | "-0") { "0".into() } else { format!("{text}{name}") }
}

/// A time, such as `8 h 3 min`.
pub fn span(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    match (whole / 3600, whole / 60 % 60, whole % 60) {
        (0, 0, _) if seconds < 10.0 => format!("{:.1} s", seconds.max(0.0)),
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::{short, span, tick};

    #[test]
    fn numbers_have_the_digits_that_count() {
        assert_eq!(
            [0.0, 0.01234, 1.234, -12.34, 4096.0, -4096.0].map(short),
            ["0", "0.0123", "1.23", "-12.3", "4 096", "-4 096"]
        );
        assert_eq!([0.0, 5e5, 1e6, 1.5e6].map(|number| tick(number, (0.0, 2e6))), ["0", "0.5 M", "1 M", "1.5 M"]);
        assert_eq!([0.0, 5e3, 1e4].map(|number| tick(number, (0.0, 2e4))), ["0", "5 k", "10 k"]);
        assert_eq!([-0.2, -0.0, 0.05].map(|number| tick(number, (-0.3, 0.2))), ["-0.2", "0", "0.05"]);
        assert_eq!([7.81, 607.0, 28_980.0].map(span), ["7.8 s", "10 min 7 s", "8 h 3 min"]);
    }
}
