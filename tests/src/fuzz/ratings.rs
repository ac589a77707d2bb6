//! Results of ratings: lines of a file, from which ratings are reckoned.

use elderhand_agents::Measure;
use elderhand_agents::rating::{Aim, Batch, Ratings, Results, Schedule};
use serde_json::{Value, json};

use super::alter::alter;
use super::source::Source;

/// Reads lines of results, as they are or altered, and reckons ratings from those that fit.
pub fn ratings(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut results = Results::default();
    if source.below(4) == 0 {
        let lines = source.rest().split(|&byte| byte == b'\n');
        lines.filter_map(|line| serde_json::from_slice(line).ok()).for_each(|batch| add(&mut results, &batch));
    } else {
        while !source.is_empty() && results.deals() < 256 {
            if let Ok(batch) = serde_json::from_value(line(&mut source)) {
                add(&mut results, &batch);
            }
        }
    }
    reckon(&results, &mut source);
}

/// A line that may be altered.
fn line(source: &mut Source<'_>) -> Value {
    const BOTS: [&str; 4] = ["random", "simple", "greedy", "x"];
    let deals = source.below(5);
    let won: Vec<f64> = (0..deals).map(|_| [0.0, 0.5, 1.0, 0.25][source.below(4)]).collect();
    let points: Vec<f64> = (0..deals).map(|_| f64::from(source.byte()) - 128.0).collect();
    let deal = if source.byte() == 255 { u64::MAX - u64::from(source.byte() % 4) } else { source.below(16) as u64 };
    let mut line = json!({
        "game": source.pick(&["kuhn", "gin"]), "options": {}, "a": source.pick(&BOTS), "b": source.pick(&BOTS),
        "seed": source.below(2), "deal": deal, "won": won, "points": points,
    });
    if source.below(4) == 0 {
        alter(&mut line, &json!({"options": {"a": 1}}), source);
    }
    line
}

/// Adds a line; whatever is refused adds nothing, and a line that is there adds nothing either.
fn add(results: &mut Results, batch: &Batch) {
    let (deals, bots) = (results.deals(), results.bots().len());
    match results.add(batch) {
        Ok(new) => {
            assert_eq!(results.deals(), deals + new, "{batch:?}");
            assert_eq!(results.add(batch).ok(), Some(0), "a deal counts once: {batch:?}");
        }
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error says what is wrong");
            assert_eq!((results.deals(), results.bots().len()), (deals, bots), "a refusal adds something: {batch:?}");
        }
    }
}

fn reckon(results: &Results, source: &mut Source<'_>) {
    let contests: Vec<usize> = (0..results.contests().len()).collect();
    let bots: Vec<usize> = (0..results.bots().len()).collect();
    assert!(results.players(&contests).len() <= bots.len());
    // Each counting of a thousand takes its time.
    if results.deals() == 0 || source.below(16) > 0 {
        return;
    }
    let anchor = source.coin().then(|| source.below(bots.len()));
    let by = if source.coin() { Measure::Points } else { Measure::Won };
    // Options may be altered to what no game has.
    let Ok(ratings) = Ratings::of(results, &contests, by, anchor) else { return };
    assert!(ratings.ratings.iter().all(|rated| rated.rating.is_finite()), "{ratings:?}");
    serde_json::to_string(&ratings).unwrap_or_else(|error| panic!("ratings can be written: {error}"));
    if bots.len() > 1 {
        let mut schedule = Schedule::new(contests, &bots, Aim::All, by, source.byte().into(), 8);
        for _ in 0..4 {
            let Some(next) = schedule.next(results, 32) else { break };
            assert!(next.pair.0 != next.pair.1 && next.deals > 0, "{next:?}");
            assert!(results.missing(&next, 0).iter().all(|row| row.start < row.end), "{next:?}");
        }
    }
}
