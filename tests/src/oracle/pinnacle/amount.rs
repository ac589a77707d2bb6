//! Amounts that are put together.

/// The steps by which a seat puts an amount together, `done` included; none if it is too large for them.
pub fn steps(amount: i64) -> Option<Vec<&'static str>> {
    let (mut steps, mut left) = (Vec::with_capacity(46), amount);
    for (name, value) in [("+10000", 10_000), ("+1000", 1_000), ("+100", 100), ("+10", 10), ("+1", 1)] {
        for _ in 0..9 {
            if left >= value {
                steps.push(name);
                left -= value;
            }
        }
    }
    steps.push("done");
    (left == 0).then_some(steps)
}

/// What the steps have made so far; `done` adds nothing.
pub fn total(steps: &[String]) -> i64 {
    steps.iter().filter_map(|step| step.strip_prefix('+')).map(|value| value.parse::<i64>().expect("a number")).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_steps_come_first_and_none_more_than_nine_times() {
        assert_eq!(steps(30).unwrap(), ["+10", "+10", "+10", "done"]);
        assert_eq!(steps(21_011).unwrap(), ["+10000", "+10000", "+1000", "+10", "+1", "done"]);
        assert_eq!(steps(99_999).unwrap().len(), 46);
        assert_eq!(steps(100_000), None);
        for amount in 1..3_000 {
            let steps: Vec<String> = steps(amount).unwrap().into_iter().map(String::from).collect();
            assert_eq!(total(&steps), amount);
        }
    }
}
