//! Contests with scores drawn at random, beside queues and lists that are moved by hand.

use std::collections::VecDeque;

use elderhand_env::Stream;
use elderhand_env::format::{Contest, Format, Tally};
use serde_json::json;

use crate::formats::tables;

/// Where players wait, the way people would write it on a slip.
struct Slip {
    queue: VecDeque<usize>,
    totals: Vec<i32>,
    round: usize,
}

impl Slip {
    /// The groups that meet, in any order of seats, or nothing when one is left.
    fn groups(&self, contest: &Contest) -> Vec<Vec<usize>> {
        let (n, r) = (contest.players, self.round);
        let sums = |modulus: usize, sum: usize, from: usize| {
            let meet = move |a: usize, b: usize| a < b && (a + b) % modulus == sum % modulus;
            let pairs = (from..n).flat_map(move |a| (from..n).filter(move |&b| meet(a, b)).map(move |b| vec![a, b]));
            pairs.collect::<Vec<_>>()
        };
        match contest.format {
            Format::Series | Format::Rounds => vec![(0..n).collect()],
            Format::FreezeOut => vec![self.queue.iter().copied().collect()],
            Format::Elimination if contest.shrinks() => vec![self.queue.iter().copied().collect()],
            Format::Elimination => {
                let queue: Vec<usize> = self.queue.iter().copied().collect();
                queue.chunks_exact(2).map(<[_]>::to_vec).collect()
            }
            Format::WinnerStaysOn | Format::LoserStaysOn => vec![vec![self.queue[0], self.queue[1]]],
            Format::Captains => vec![vec![0, self.queue[1]]],
            // Those meet whose numbers have the same sum, counted round the circle.
            Format::Clockwise => {
                let across = 1 + r % (n - 1);
                [vec![0, across]].into_iter().chain(sums(n - 1, 2 * across, 1)).collect()
            }
            Format::SeatSwap => match r % 3 {
                0 => vec![vec![0, 1], vec![2, 3]],
                1 => vec![vec![0, 2], vec![1, 3]],
                _ => vec![vec![0, 3], vec![1, 2]],
            },
            Format::Outsider if contest.seats == 2 => sums(n, 2 * r, 0),
            Format::Outsider => vec![(0..n).filter(|&player| player != r % n).collect()],
            Format::Hotfoot => vec![vec![0, 1, 2, 3]],
            Format::RotatingTeam => (0..n / 2).map(|a| vec![2 * a, 2 * ((a + r) % (n / 2)) + 1]).collect(),
        }
    }

    /// Moves those who go to the end, or out.
    fn book(&mut self, contest: &Contest, scored: &[i32]) {
        let groups = self.groups(contest);
        scored.iter().enumerate().for_each(|(player, points)| self.totals[player] += points);
        self.round += 1;
        let queue = &mut self.queue;
        let leaves = |queue: &mut VecDeque<usize>, player: usize| queue.retain(|&other| other != player);
        match contest.format {
            Format::Elimination if contest.shrinks() && !self.round.is_multiple_of(contest.every.into()) => (),
            Format::Elimination if contest.shrinks() => {
                let totals = &self.totals;
                let mut lowest: Vec<usize> = queue.iter().copied().collect();
                lowest.sort_by_key(|&player| (totals[player], scored[player], usize::MAX - player));
                leaves(queue, lowest[0]);
            }
            Format::Elimination => {
                if queue.len() % 2 == 1 {
                    queue.rotate_right(1);
                }
                for pair in groups {
                    let loser = pair.iter().find(|&&a| pair.iter().any(|&b| scored[a] < scored[b]));
                    loser.into_iter().for_each(|&loser| leaves(queue, loser));
                }
            }
            Format::WinnerStaysOn | Format::LoserStaysOn | Format::Captains => {
                let (a, b) = (queue[0], queue[1]);
                let goes = match (contest.format, scored[a].cmp(&scored[b])) {
                    (_, std::cmp::Ordering::Equal) => return,
                    (Format::WinnerStaysOn, std::cmp::Ordering::Greater) => b,
                    (Format::WinnerStaysOn, _) => a,
                    (Format::LoserStaysOn, std::cmp::Ordering::Greater) => a,
                    (Format::LoserStaysOn, _) => b,
                    (_, std::cmp::Ordering::Greater) => b,
                    _ => return,
                };
                leaves(queue, goes);
                queue.push_back(goes);
            }
            _ => (),
        }
    }
}

/// Every format with some numbers of players and seats.
fn contests() -> Vec<Contest> {
    let fits = |&(format, players, seats): &(Format, usize, usize)| {
        let every = if seats == 2 && players > 2 { 0 } else { 1 + (players % 2) as u8 };
        let contest = Contest { format, players, seats, target: None, rounds: 60, every, partners: false };
        contest.check().is_ok().then_some(contest)
    };
    let all = Format::ALL
        .into_iter()
        .flat_map(|format| (2..=16).flat_map(move |players| (2..=7).map(move |seats| (format, players, seats))));
    all.collect::<Vec<_>>().iter().filter_map(fits).collect()
}

#[test]
fn slips_agree_with_every_contest() {
    for contest in contests() {
        let mut stream = Stream::keyed([7, contest.players as u64, contest.seats as u64]);
        let queue = (0..contest.players).collect();
        let mut slip = Slip { queue, totals: vec![0; contest.players], round: 0 };
        let mut tally = contest.start();
        while !contest.over(&tally) {
            let sitting = tables(&contest, &tally);
            let sorted = |mut groups: Vec<Vec<usize>>| {
                groups.iter_mut().for_each(|group| group.sort_unstable());
                groups.sort_unstable();
                groups
            };
            assert_eq!(sorted(sitting.clone()), sorted(slip.groups(&contest)), "{contest:?}, {tally:?}");
            let mut scored = vec![0; contest.players];
            sitting.iter().flatten().for_each(|&player| scored[player] = stream.below(3) as i32);
            contest.book(&mut tally, &scored);
            slip.book(&contest, &scored);
            // Who has nothing left leaves a freeze-out, and nobody else does.
            if contest.format == Format::FreezeOut && stream.below(3) == 0 {
                let broke = slip.queue[stream.below(slip.queue.len())];
                contest.leave(&mut tally, broke);
                slip.queue.retain(|&player| player != broke);
            }
            contest.admits(&tally).unwrap_or_else(|error| panic!("{error}: {contest:?}, {tally:?}"));
            let read: Tally = serde_json::from_value(json!(tally)).expect("a tally");
            assert_eq!(read, tally);
            if contest.sides() == contest.players {
                assert_eq!(tally.points(), slip.totals);
            }
        }
        if contest.format == Format::Elimination && !contest.truncated(&tally) {
            assert_eq!((slip.queue.len(), Some(slip.queue[0])), (1, tally.order().next()), "{contest:?}");
        }
    }
}
