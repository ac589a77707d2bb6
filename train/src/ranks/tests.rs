//! What ranks do together comes out as it should on each of them.

use std::thread;
use std::time::{Duration, Instant};

use elderhand_agents::Crew;

use super::Ranks;
use crate::error::{RanksError, TrainError};

/// Does something on so many ranks at once, and returns what comes out on each.
fn on<T: Send>(size: usize, work: impl Fn(&mut Ranks) -> T + Sync) -> Vec<T> {
    let (ranks, work) = (Ranks::threads(size, Duration::from_secs(20)), &work);
    thread::scope(|scope| {
        let threads: Vec<_> = ranks.into_iter().map(|mut ranks| scope.spawn(move || work(&mut ranks))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Numbers whose sum depends on the order in which they are added.
fn gradient(rank: usize) -> Vec<f32> {
    (0..7).map(|i| [1e8, 1.0, -1e8, 0.25][(rank + i) % 4] + i as f32).collect()
}

#[test]
fn gradients_are_added_in_the_order_of_the_ranks() {
    for size in [1, 2, 3, 4, 9] {
        let mut expected = vec![0f32; 7];
        for rank in 0..size {
            expected.iter_mut().zip(gradient(rank)).for_each(|(sum, number)| *sum += number);
        }
        let found = on(size, |ranks| {
            let rank = ranks.rank();
            ranks.sum(&gradient(rank), &[rank as f64 + 0.1, f64::MIN_POSITIVE]).unwrap()
        });
        for (sum, along) in found {
            assert_eq!(sum, expected);
            assert_eq!(along, (0..size).map(|r| vec![r as f64 + 0.1, f64::MIN_POSITIVE]).collect::<Vec<_>>());
        }
    }
}

#[test]
fn numbers_and_bytes_come_in_the_order_of_the_ranks() {
    let found = on(3, |ranks| {
        let rank = ranks.rank();
        let sums = ranks.add(vec![rank as f64, 0.5]).unwrap();
        let any = [ranks.any(rank == 1).unwrap(), ranks.any(false).unwrap()];
        let all = ranks.collect(vec![7; rank]).unwrap();
        let first = ranks.spread(vec![rank as u8; 2]).unwrap();
        (sums, any, all, first)
    });
    for (rank, (sums, any, all, first)) in found.into_iter().enumerate() {
        assert_eq!((sums, any, first), (vec![3.0, 1.5], [true, false], vec![0, 0]));
        assert_eq!(all, if rank == 0 { vec![vec![], vec![7], vec![7, 7]] } else { vec![] });
    }
}

#[test]
fn a_crew_shares_bytes_of_any_length() {
    for size in [1, 2, 5] {
        let found = on(size, |ranks| {
            let own: Vec<u8> = (0..7 * ranks.rank() as u8).map(|byte| 255 - byte).collect();
            let crew = ranks.crew();
            (crew.rank(), crew.share(own).unwrap(), crew.spread(vec![crew.rank() as u8; 3]).unwrap())
        });
        let expected: Vec<Vec<u8>> =
            (0..size as u8).map(|rank| (0..7 * rank).map(|byte| 255 - byte).collect()).collect();
        for (rank, (own, all, first)) in found.into_iter().enumerate() {
            assert_eq!((own, &all, first), (rank, &expected, vec![0; 3]));
        }
    }
}

#[test]
fn what_fails_on_one_rank_ends_the_run_on_all() {
    let found = on(3, |ranks| {
        let own = if ranks.rank() == 1 { Err(TrainError::NotFinite { what: "a number" }) } else { Ok(vec![1.0, 2.0]) };
        ranks.agree(own, 2)
    });
    for (rank, result) in found.into_iter().enumerate() {
        match result.unwrap_err() {
            TrainError::NotFinite { .. } => assert_eq!(rank, 1),
            TrainError::Ranks(RanksError::Failed { rank: failed }) => assert_eq!((failed, rank != 1), (1, true)),
            error => panic!("{error}"),
        }
    }
    let sums = on(2, |ranks| ranks.agree(Ok(vec![1.0, 2.0]), 2).unwrap());
    assert_eq!(sums, [[2.0, 4.0]; 2]);
}

#[test]
fn who_waits_in_vain_says_so() {
    let start = Instant::now();
    let mut ranks = Ranks::threads(2, Duration::from_secs(1));
    let error = ranks[1].any(true).unwrap_err();
    assert!(matches!(error, RanksError::Silent { rank: 1, size: 2, seconds: 1 }), "{error}");
    assert!((1.0..10.0).contains(&start.elapsed().as_secs_f64()));
}
