//! Who stands where.

use std::cmp::Ordering;

use elderhand_env::AnyGame;
use elderhand_env::format::{Contest, Format, Player, Tally};
use serde::Serialize;

use super::{Event, TableResult};

/// Where a player stands, and how it came to that.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The place, 1 for the best; who stand level share one, and so do the members of a team.
    pub place: usize,
    /// The number of the player, from 0.
    pub player: Player,
    /// Its name.
    pub name: String,
    /// Its side, from 0: a player by itself, or a team.
    pub side: usize,
    /// The rounds in which it sat at a table.
    pub rounds: usize,
    /// Those in which it scored more than every opponent; partners at a table are none.
    pub won: usize,
    /// Those in which it scored as much as the best opponent.
    pub tied: usize,
    /// Those in which some opponent scored more.
    pub lost: usize,
    /// The points that it scored itself.
    pub points: i32,
    /// The points of its side, which may count otherwise.
    pub score: i32,
    /// What it is paid: where the event is gambled on, at its end and 0 without a winner; else by the matches it played.
    /// `None` where rounds are played for points alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<f32>,
}

/// The places, best first; `left` gives the round after which a player left, or what is later than all.
pub(super) fn standings(
    game: &AnyGame,
    event: &Event,
    tally: &Tally,
    names: &[&str],
    results: &[TableResult],
    left: &[u16],
) -> Vec<Place> {
    let contest = &event.contest;
    let paid = paid(game, event, tally, results);
    // What places go by, one a side.
    let merits: Vec<i32> = match contest.format {
        Format::Elimination => left.iter().map(|&round| round.into()).collect(),
        _ => tally.points().to_vec(),
    };
    let place = |player: Player| {
        let side = contest.side(player);
        let better = merits.iter().filter(|&&merit| merit > merits[side]).count();
        let sat = |result: &&TableResult| result.players.contains(&player);
        let mut place = Place {
            place: 1 + better,
            player,
            name: names[player].into(),
            side,
            rounds: 0,
            won: 0,
            tied: 0,
            lost: 0,
            points: 0,
            score: tally.points()[side],
            paid: paid.as_ref().map(|paid| paid[player]),
        };
        results.iter().filter(sat).for_each(|result| place.add(game, contest, result));
        place
    };
    let mut places: Vec<Place> = (0..names.len()).map(place).collect();
    places.sort_by_key(|place| (place.place, place.side));
    places
}

/// What each player is paid, if anything is.
fn paid(game: &AnyGame, event: &Event, tally: &Tally, results: &[TableResult]) -> Option<Vec<f32>> {
    let contest = &event.contest;
    let players = 0..contest.players;
    if event.gambling {
        let won = won(contest, results);
        let pays = |player| contest.reached(tally).map_or(0.0, |winner| contest.gambled(tally, &won, winner, player));
        return Some(players.map(pays).collect());
    }
    let mut paid = vec![0.0; players.len()];
    for result in results {
        result.players.iter().zip(&result.paid).for_each(|(&player, &points)| paid[player] += points);
    }
    game.is_match().then_some(paid)
}

/// The tables that each side has won.
fn won(contest: &Contest, results: &[TableResult]) -> Vec<u16> {
    let mut won = vec![0; contest.sides()];
    for result in results {
        if let Some(winner) = result.winner {
            contest.credit(&mut won, result.players.iter().copied(), winner);
        }
    }
    won
}

impl Place {
    fn add(&mut self, game: &AnyGame, contest: &Contest, result: &TableResult) {
        let Some(seat) = result.players.iter().position(|&player| player == self.player) else { return };
        // Of partners neither beats the other; hotfoot makes some of those who have none.
        let opposes = |other: usize| match contest.format {
            Format::Hotfoot => other % 2 != seat % 2,
            _ => game.side(other) != game.side(seat),
        };
        let opponents = (0..result.points.len()).filter(|&other| opposes(other)).map(|other| result.points[other]);
        let own = result.points[seat];
        match own.cmp(&opponents.max().unwrap_or(own)) {
            Ordering::Greater => self.won += 1,
            Ordering::Equal => self.tied += 1,
            Ordering::Less => self.lost += 1,
        }
        self.rounds += 1;
        self.points += own;
    }
}
