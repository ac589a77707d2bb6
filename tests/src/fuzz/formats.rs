//! Formats: contests from beginning to end, and tallies from outside.

use elderhand_env::Stream;
use elderhand_env::format::{Contest, Format, Tally, draw_places};
use serde_json::json;

use super::alter::alter;
use super::explained::explained;
use super::source::Source;

/// Plays a contest whose scores the bytes choose, and one from a tally that they alter.
pub fn formats(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let contest = Contest {
        format: *source.pick(&Format::ALL),
        players: source.below(20),
        seats: source.below(10),
        partners: source.coin(),
        target: source.coin().then(|| source.below(300) as u16),
        rounds: source.below(1002) as u16,
        every: source.below(8) as u8,
    };
    if let Err(error) = contest.check() {
        explained(&error);
        return;
    }
    let drawn = draw_places(&sides(&contest), &mut Stream::new(source.byte().into()));
    let mut sorted = drawn.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..contest.players), "everybody has one place: {drawn:?}");
    let mut tally = contest.start();
    stands(&contest, &tally);
    while !contest.over(&tally) && !source.is_empty() {
        go_on(&contest, &mut tally, &mut source);
        contest.admits(&tally).unwrap_or_else(|error| panic!("it was played: {error}: {contest:?} {tally:?}"));
        stands(&contest, &tally);
        if source.below(16) == 0 {
            outside(&contest, &tally, &mut source);
        }
    }
    ends(&contest, &tally);
}

fn sides(contest: &Contest) -> Vec<usize> {
    (0..contest.players).map(|player| contest.side(player)).collect()
}

/// Plays a round; partners score the same.
fn go_on(contest: &Contest, tally: &mut Tally, source: &mut Source<'_>) {
    let mut scored = vec![0; contest.players];
    for table in 0..contest.tables(tally) {
        for seat in 0..contest.seated(tally) {
            let player = contest.at(tally, table, seat);
            let score = i32::from(source.byte()) - 100;
            let partner = contest.partners.then(|| contest.at(tally, table, seat % 2));
            scored[player] = partner.filter(|_| seat > 1).map_or(score, |partner| scored[partner]);
        }
    }
    contest.book(tally, &scored);
    if contest.format == Format::FreezeOut && source.below(4) == 0 && tally.playing() > 1 {
        let place = source.below(tally.playing());
        let broke = tally.order().nth(place).expect("so many are in");
        contest.leave(tally, broke);
        assert!(!tally.plays(broke), "who has left plays no more");
    }
}

/// Holds a contest to what it says between two rounds.
fn stands(contest: &Contest, tally: &Tally) {
    let read: Tally = serde_json::from_value(json!(tally)).expect("a tally is read as it was written");
    assert_eq!(&read, tally);
    assert!(contest.sides() <= contest.players && sides(contest).iter().all(|&side| side < contest.sides()));
    if !contest.over(tally) {
        let mut sitting: Vec<usize> = Vec::new();
        for table in 0..contest.tables(tally) {
            sitting.extend((0..contest.seated(tally)).map(|seat| contest.at(tally, table, seat)));
        }
        let count = sitting.len();
        sitting.sort_unstable();
        sitting.dedup();
        assert!(count > 0 && sitting.len() == count, "nobody sits twice: {sitting:?}: {contest:?} {tally:?}");
        assert!(sitting.iter().all(|&player| tally.plays(player)), "who has left sits nowhere: {contest:?} {tally:?}");
    }
}

/// Alters a tally; one that is admitted is played on.
fn outside(contest: &Contest, tally: &Tally, source: &mut Source<'_>) {
    let mut altered = json!(tally);
    alter(&mut altered, &json!({"order": [3, 2, 1, 0], "points": [70_000, -70_000]}), source);
    let Ok(mut altered) = serde_json::from_value::<Tally>(altered) else { return };
    match contest.admits(&altered) {
        Err(error) => assert!(error.to_string().starts_with("`match."), "{error}"),
        Ok(()) => {
            stands(contest, &altered);
            ends(contest, &altered);
            if !contest.over(&altered) {
                go_on(contest, &mut altered, source);
                stands(contest, &altered);
            }
        }
    }
}

/// What is gambled for adds up to nothing.
fn ends(contest: &Contest, tally: &Tally) {
    if let Some(winner) = contest.reached(tally) {
        let won = vec![1; contest.sides()];
        let paid: f32 = (0..contest.players).map(|player| contest.gambled(tally, &won, winner, player)).sum();
        assert!(paid.abs() < 1.0, "{paid}: {contest:?} {tally:?}");
    }
}
