//! Intervals against known values.

use elderhand_agents::stats::{Verdict, estimate, estimate_at, estimate_few, estimate_share};

#[test]
fn student_intervals_agree_with_the_tables() {
    // The 97.5 % quantiles of t as printed tables give them, by degrees of freedom.
    for (freedom, quantile) in
        [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)]
    {
        let n = freedom + 1;
        let values: Vec<f64> = (0..n).map(|i| (i % 7) as f64).collect();
        let mean = values.iter().sum::<f64>() / n as f64;
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / freedom as f64;
        let found = estimate(&values, (-1e6, 1e6));
        let expected = quantile * (variance / n as f64).sqrt();
        assert!((found.high - mean - expected).abs() < 2e-3 * expected, "{freedom}: {found:?}, not {expected}");
        assert!((found.mean - found.low - (found.high - found.mean)).abs() < 1e-9);
    }
}

#[test]
fn equal_values_do_not_make_certain() {
    // Ten wins of ten: the exact binomial interval of Clopper and Pearson begins at 0.6915.
    let won = estimate_share(&[1.0; 10]);
    assert!((won.low - 0.6915).abs() < 1e-4 && won.high == 1.0, "{won:?}");
    let even = estimate(&[0.0; 1000], (-2.0, 2.0));
    assert!(even.low < -0.007 && even.high > 0.007 && even.high < 0.01, "{even:?}");
    let one = estimate(&[3.0], (-10.0, 10.0));
    assert!(one.low < -9.0 && one.high > 9.0, "{one:?}");
    let none = estimate(&[], (-10.0, 30.0));
    assert_eq!((none.mean, none.low, none.high), (10.0, -10.0, 30.0));
}

#[test]
fn values_are_equal_that_differ_by_rounding_alone() {
    let within = |spread: f64| {
        let found = estimate(&[7.0, 7.0 + spread, 7.0, 7.0 + spread], (-500.0, 500.0));
        found.high - found.low
    };
    assert!(within(1e-7) > 500.0, "a thousand times a thousand millionth is nothing: {}", within(1e-7));
    assert!(within(1e-5) < 1e-4, "{}", within(1e-5));
}

#[test]
fn a_few_values_are_not_bounded() {
    let found = estimate_few(&[1.0, 2.0, 3.0]).expect("three");
    // The quantile of t with 2 degrees of freedom, by the standard error.
    let half = 4.303 / f64::sqrt(3.0);
    for (found, expected) in [(found.mean, 2.0), (found.low, 2.0 - half), (found.high, 2.0 + half)] {
        assert!((found - expected).abs() < 1e-3, "{found}, not {expected}");
    }
    assert!(estimate_few(&[1.0, 2.0]).is_some() && estimate_few(&[1.0]).is_none() && estimate_few(&[]).is_none());
}

#[test]
fn an_exception_never_makes_surer() {
    let mut values = [1.0; 100];
    let clean = estimate_share(&values);
    values[7] = 0.5;
    let marred = estimate_share(&values);
    assert!(marred.low < clean.low && marred.high <= 1.0, "{marred:?} {clean:?}");
    let mut values = [0.0; 100];
    let clean = estimate_share(&values);
    values[7] = 0.5;
    let marred = estimate_share(&values);
    assert!(marred.high > clean.high && marred.low >= 0.0, "{marred:?} {clean:?}");
}

#[test]
fn an_interval_that_only_touches_even_leaves_it_open() {
    let verdicts = [(0.0, 1.0), (-1.0, 0.0), (0.1, 1.0), (-1.0, -0.1)].map(Verdict::of);
    assert_eq!(verdicts, [Verdict::Open, Verdict::Open, Verdict::Better, Verdict::Worse]);
}

#[test]
fn a_smaller_rate_of_errors_takes_a_wider_interval() {
    let values: Vec<f64> = (0..31).map(|i| (i % 7) as f64).collect();
    let at = |alpha| {
        let found = estimate_at(&values, (-1e6, 1e6), alpha);
        found.high - found.mean
    };
    // The quantiles of t with 30 degrees of freedom in printed tables: 99 % and 95 %.
    assert!((at(0.01) / at(0.05) - 2.750 / 2.042).abs() < 1e-3);
    assert_eq!(estimate_at(&values, (-1e6, 1e6), 0.05), estimate(&values, (-1e6, 1e6)));
}
