//! Formats through their public interface: schedules beside their definitions, and an oracle that shares no code with them.

mod drawn;
mod ended;
mod forged;
mod joined;
mod outside;
mod paid;
mod random;
mod schedules;
mod tables;

use elderhand_env::format::{Contest, Format, Player, Tally};

/// A contest of 100 rounds without a target.
fn contest(format: Format, players: usize, seats: usize) -> Contest {
    let knock_out = format == Format::Elimination && seats == 2;
    let contest =
        Contest { format, players, seats, target: None, rounds: 100, every: u8::from(!knock_out), partners: false };
    contest.check().expect("the format fits");
    contest
}

/// Who sits in each seat of each table of the next round.
fn tables(contest: &Contest, tally: &Tally) -> Vec<Vec<Player>> {
    let seats = 0..contest.seated(tally);
    let table = |table| seats.clone().map(|seat| contest.at(tally, table, seat)).collect();
    (0..contest.tables(tally)).map(table).collect()
}

/// The same as people write it: `0-1 2-3`.
fn written(contest: &Contest, tally: &Tally) -> String {
    let table = |players: Vec<Player>| players.iter().map(ToString::to_string).collect::<Vec<_>>().join("-");
    tables(contest, tally).into_iter().map(table).collect::<Vec<_>>().join(" ")
}

/// Who sits where in the first rounds, when all score alike.
fn rounds(contest: &Contest, count: usize) -> Vec<String> {
    let mut tally = contest.start();
    let round = |_| {
        let written = written(contest, &tally);
        contest.book(&mut tally, &vec![0; contest.players]);
        written
    };
    (0..count).map(round).collect()
}
