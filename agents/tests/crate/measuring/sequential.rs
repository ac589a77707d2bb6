//! Tests and intervals that may be looked at whenever one likes, on values of known means.

use elderhand_agents::sequential::{Answer, Sequential, SequentialError, anytime, to_settle};
use elderhand_env::Stream;

/// Values within bounds, of a mean that can be chosen.
struct Source {
    bounds: (f64, f64),
    /// What the mean can be expected to differ by.
    distance: f64,
    draw: fn(&mut Stream, f64) -> f64,
}

/// A deal from both seats: both rounds won, one of them, or none, as parts above even.
const SHARES: Source = Source {
    bounds: (-0.5, 0.5),
    distance: 0.1,
    draw: |stream, mean| match f64::from(stream.unit()) {
        unit if unit < 0.25 + mean => 0.5,
        unit if unit < 0.75 + mean => 0.0,
        _ => -0.5,
    },
};

/// A chip lost nearly always, and 49 won now and then.
const RARE_GAINS: Source = Source {
    bounds: (-50.0, 50.0),
    distance: 1.0,
    draw: |stream, mean| if f64::from(stream.unit()) < (1.0 + mean) / 50.0 { 49.0 } else { -1.0 },
};

/// A chip won nearly always, and 49 lost now and then.
const RARE_LOSSES: Source = Source {
    bounds: (-50.0, 50.0),
    distance: 1.0,
    draw: |stream, mean| if f64::from(stream.unit()) < (1.0 - mean) / 50.0 { -49.0 } else { 1.0 },
};

/// Small pots and a few large ones: the cube of something like a normal number.
const POTS: Source = Source {
    bounds: (-200.0, 200.0),
    distance: 1.5,
    draw: |stream, mean| {
        let sum: f32 = (0..12).map(|_| stream.unit()).sum();
        mean + 3.0 * f64::from(sum - 6.0).powi(3).clamp(-60.0, 60.0)
    },
};

const SOURCES: [(&str, Source); 4] =
    [("shares", SHARES), ("rare gains", RARE_GAINS), ("rare losses", RARE_LOSSES), ("pots", POTS)];

const RUNS: u64 = 1_000;

/// How often each answer is given in many runs of at most so many values, looked at after each.
fn answers(source: &Source, mean: f64, most: usize, test: impl Fn() -> Sequential) -> [u64; 2] {
    let mut given = [0; 2];
    for run in 0..RUNS {
        let mut stream = Stream::keyed([run, mean.to_bits(), 0]);
        let mut test = test();
        let answer =
            (0..most).map(|_| test.push((source.draw)(&mut stream, mean))).find(|answer| *answer != Answer::Open);
        match answer {
            Some(Answer::Above) => given[0] += 1,
            Some(Answer::Below) => given[1] += 1,
            _ => (),
        }
    }
    given
}

/// What more than one run in a thousand exceeds by chance where five in a hundred are allowed.
const ALLOWED: u64 = 50 + 21;

#[test]
fn hypotheses_that_are_true_are_refuted_no_more_often_than_stated() {
    for (name, source) in SOURCES {
        let Source { bounds, distance, .. } = source;
        let test = || Sequential::between((0.0, distance), bounds, (0.05, 0.05)).unwrap();
        let (at_h0, at_h1) = (answers(&source, 0.0, 3_000, test), answers(&source, distance, 3_000, test));
        assert!(at_h0[0] <= ALLOWED, "{name}: H0 is true and refuted {} times", at_h0[0]);
        assert!(at_h1[1] <= ALLOWED, "{name}: H1 is true and refuted {} times", at_h1[1]);
        assert!(at_h0[1] > 900 && at_h1[0] > 900, "{name}: seldom an answer: {at_h0:?} {at_h1:?}");
    }
}

#[test]
fn rates_are_those_that_were_asked_for_on_either_side() {
    let test = || Sequential::between((0.0, 0.1), SHARES.bounds, (0.01, 0.2)).unwrap();
    let (at_h0, at_h1) = (answers(&SHARES, 0.0, 3_000, test), answers(&SHARES, 0.1, 3_000, test));
    // 10 and 200 are allowed, with standard errors of 3.1 and 12.6; and the second is made use of.
    assert!(at_h0[0] <= 20 && (100..=240).contains(&at_h1[1]), "{at_h0:?} {at_h1:?}");
}

#[test]
fn among_equals_a_winner_is_found_no_more_often_than_stated_at_all_looks_together() {
    for (name, source) in SOURCES {
        let test = || Sequential::against(0.0, source.bounds, 0.05).unwrap();
        let found = answers(&source, 0.0, 2_000, test);
        assert!(found[0] + found[1] <= ALLOWED, "{name}: {found:?}");
        // On either side it is half of that.
        assert!(found[0].max(found[1]) <= 25 + 16, "{name}: {found:?}");
        let better = answers(&source, 2.0 * source.distance, 2_000, test);
        assert!(better[0] >= 990 && better[1] == 0, "{name}: {better:?}");
    }
}

#[test]
fn the_interval_leaves_out_even_just_when_the_test_is_decided() {
    for (name, source) in SOURCES {
        let mut test = Sequential::against(0.0, source.bounds, 0.05).unwrap();
        let (mut stream, mut values) = (Stream::new(3), Vec::new());
        while test.answer() == Answer::Open {
            let even = anytime(&values, source.bounds, 0.05);
            assert!(even.low <= 0.0 && even.high >= 0.0, "{name}: {even:?} after {}", values.len());
            values.push((source.draw)(&mut stream, 2.0 * source.distance));
            test.push(values[values.len() - 1]);
        }
        let decided = anytime(&values, source.bounds, 0.05);
        assert!(decided.low > 0.0 && decided.low < decided.mean && decided.mean < decided.high, "{name}: {decided:?}");
        assert_eq!(test.decided(), Some(values.len()));
    }
}

#[test]
fn an_answer_stays() {
    let mut test = Sequential::between((0.0, 1.0), (-10.0, 10.0), (0.05, 0.05)).unwrap();
    let after = (0..).find(|_| test.push(2.0) == Answer::Above).expect("it is far above 1") + 1;
    let evidence = test.evidence();
    for _ in 0..100 {
        assert_eq!(test.push(-10.0), Answer::Above);
    }
    assert_eq!((test.decided(), test.evidence()), (Some(after), evidence));
}

#[test]
fn equal_values_do_not_make_certain() {
    let even = anytime(&[0.0; 1000], (-2.0, 2.0), 0.05);
    assert!(even.low < -0.007 && even.high > 0.007 && even.high < 0.03, "{even:?}");
    let won = anytime(&[1.0; 10], (0.0, 1.0), 0.05);
    assert!(won.low < 0.6915 && won.low > 0.4 && won.high == 1.0, "wider than for a fixed number: {won:?}");
    let none = anytime(&[], (-10.0, 10.0), 0.05);
    assert_eq!((none.mean, none.low, none.high), (0.0, -10.0, 10.0));
}

#[test]
fn as_many_as_are_said_to_settle_it_do() {
    // The same sample again and again.
    let sample: Vec<f64> = (0..400).map(|i| f64::from(i % 20 - 9)).collect();
    let bounds = (-30.0, 30.0);
    let open = |n: usize| {
        let again = anytime(&sample.iter().copied().cycle().take(n).collect::<Vec<_>>(), bounds, 0.05);
        again.low <= 0.0 && again.high >= 0.0
    };
    let all = to_settle(&sample, 0.0, bounds, 0.05).expect("it is open") as usize;
    assert!(open(400) && !open(all.div_ceil(20) * 20) && open(all / 2), "{all}");
    assert_eq!(to_settle(&sample.repeat(100), 0.0, bounds, 0.05), None, "it is settled");
    assert_eq!(to_settle(&[1.0, -1.0], 0.0, bounds, 0.05), None, "a mean of 0 settles nothing");
    assert_eq!(to_settle(&[], 0.0, bounds, 0.05), None, "nor do no values");
}

#[test]
fn what_cannot_be_tested_is_refused() {
    let between = |low, high| Sequential::between((low, high), (-1.0, 1.0), (0.05, 0.05)).unwrap_err();
    for (low, high) in [(0.5, 0.5), (0.5, 0.0), (0.0, 1.0), (-2.0, 0.0), (0.0, f64::NAN)] {
        let error = between(low, high);
        assert!(matches!(error, SequentialError::Hypotheses { .. }), "{error:?}");
        assert!(error.to_string().contains("both between -1 and 1"), "{error}");
    }
    for rate in [0.0, 1.0, f64::NAN] {
        assert!(matches!(Sequential::against(0.0, (-1.0, 1.0), rate), Err(SequentialError::Rate(_))));
    }
}
