//! Every capture from many ponds, small and huge, through all the actions that make one.

use std::collections::BTreeMap;

use elderhand_env::options::parse_options;
use elderhand_env::{AnyGame, Audit, Chance, Game, State, Stream, Turn, game};
use elderhand_tests::counts::Counts;
use elderhand_tests::follow::{Followed, card};
use elderhand_tests::oracle::C;
use elderhand_tests::oracle::referee::Referee;
use elderhand_tests::oracle::sum_run_set::capture::{Capture, KINDS, captures};
use elderhand_tests::oracle::sum_run_set::ranks;
use elderhand_tests::oracle::sum_run_set::referee::{Rules, SumRunSet};
use elderhand_tests::play::weighed;

/// Ponds up to this size are searched by all their subsets.
const SMALL: usize = 11;

/// Of positions with so many captures only some are compared, and of those with so many none: runs of ten cards
/// alone can be 262,144.
const MANY: (usize, usize) = (150, 8_000);

/// Plays until so many cards may have captured.
fn meet(game: &AnyGame, positions: usize, counts: &mut Counts) {
    let rules = Rules { seats: game.spec().seats, partners: false, length: None };
    let (mut stream, mut left) = (Stream::new(71), positions);
    while left > 0 {
        let mut followed = Followed::new(game, SumRunSet::new(rules));
        // In some games the pond comes to hold nearly the whole pack.
        let leave = if stream.below(30) == 0 { 1_000 } else { [1, 3, 6][stream.below(3)] };
        while left > 0 {
            match followed.state.turn() {
                Turn::Chance => {
                    let dealt = stream.deal(followed.state.deck());
                    followed.deal(card(dealt));
                }
                Turn::Seat(seat) => {
                    followed.compare();
                    let pitch = &followed.referee.pitch;
                    if pitch.played.is_some() && pitch.kind.is_none() {
                        let (some, none) = MANY;
                        let captures = pitch.captures.len();
                        if captures < some || captures < none && stream.below(6) == 0 {
                            compare(&followed, seat, counts);
                            left -= 1;
                        }
                    }
                    let weight = |name: &str| if name == "leave" { leave } else { 1 };
                    let action = weighed(&followed.names(), weight, &mut stream);
                    followed.act(action);
                }
                Turn::Lot | Turn::Over { .. } => break,
            }
        }
    }
}

/// The pond after a capture, and the points of all.
type After = (Vec<C>, Vec<i64>);

/// Compares what every way through the actions makes of a card that has been played with what it may capture.
fn compare<G: Game>(followed: &Followed<G, SumRunSet>, seat: usize, counts: &mut Counts) {
    let pitch = &followed.referee.pitch;
    let (played, pond) = (pitch.played.expect("a card is played"), &pitch.pond);
    let by_rank = ranks::captures(played, pond);
    if pond.len() <= SMALL {
        assert_eq!(captures(played, pond), by_rank, "{played} {pond:?}");
    }
    let mut found = BTreeMap::new();
    let kinds = KINDS.map(|kind| (kind, followed.names().into_iter().find(|(_, name)| *name == kind.name())));
    for (kind, action) in kinds {
        let Some((action, _)) = action else { continue };
        let mut state = followed.state.clone();
        state.apply(action);
        walk(followed, &state, seat, &mut Vec::new(), &mut |taken, state| {
            let before = found.insert(Capture { kind, cards: taken.to_vec() }, after(state));
            assert!(before.is_none(), "there are two ways to take {taken:?}");
        });
    }
    let mut position = followed.referee.clone();
    position.pitch.captures.clear();
    let wanted = |capture: &Capture| {
        let mut referee = position.clone();
        // Where there is no other, nothing more can be taken.
        referee.pitch.captures.insert(capture.clone());
        capture.actions().iter().for_each(|name| referee.act(name));
        let mut pond = referee.pitch.pond;
        pond.sort();
        (capture.clone(), (pond, referee.pitched))
    };
    let wanted: BTreeMap<Capture, After> = by_rank.iter().map(wanted).collect();
    assert_eq!(found, wanted, "{played} {pond:?}");

    counts.add("positions", true);
    counts.add("ponds searched by all subsets", pond.len() <= SMALL);
    counts.add("ponds of twenty and more", pond.len() >= 20);
    counts.add("ponds of forty and more", pond.len() >= 40);
    counts.add("a hundred captures and more", wanted.len() >= 100);
    counts.add("a thousand captures and more", wanted.len() >= 1_000);
    for capture in by_rank {
        counts.add(format!("{} of {}", capture.kind.name(), capture.cards.len().min(7)), true);
    }
}

/// Follows all actions until the capture is closed.
fn walk<G: Game>(
    followed: &Followed<G, SumRunSet>,
    state: &G::State,
    seat: usize,
    taken: &mut Vec<C>,
    closed: &mut impl FnMut(&[C], &G::State),
) {
    // Nobody plays two cards in a row.
    if state.turn() != Turn::Seat(seat) {
        return closed(taken, state);
    }
    for action in state.legal().iter() {
        let name = followed.name(action);
        let mut next = state.clone();
        next.apply(action);
        if name == "end" {
            closed(taken, &next);
        } else {
            taken.push(name.strip_prefix("take ").expect("a card is taken").parse().expect("a card"));
            walk(followed, &next, seat, taken, closed);
            taken.pop();
        }
    }
}

/// The pond and the points as the game has them.
fn after<S: Audit>(state: &S) -> After {
    let zones = state.zones();
    let (_, pond) = zones.iter().find(|zone| zone.0 == "pond").expect("a pond");
    let mut pond: Vec<C> = pond.iter().map(card).collect();
    pond.sort();
    let view = serde_json::to_value(state.view(0)).expect("a view is JSON");
    let points = view["table"]["pegged"].as_array().expect("a list").iter();
    (pond, points.map(|points| points.as_i64().expect("a number")).collect())
}

fn run(seats: usize, positions: usize, counts: &mut Counts) {
    let options = parse_options(&[format!("seats={seats}").as_str()]).expect("an option");
    meet(&game("sum-run-set", &options).expect("there is the game"), positions, counts);
}

#[test]
fn captures_agree() {
    let mut counts = Counts::default();
    for seats in 2..=5 {
        run(seats, 3_000, &mut counts);
    }
    println!("{counts:#?}");
    counts.assert(21, 5);
}
