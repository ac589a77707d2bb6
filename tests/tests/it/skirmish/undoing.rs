//! What undoes in a turn what was done in it, by keeping a list of what was put away and taken back.

use std::collections::BTreeSet;

use elderhand_env::options::parse_options;
use elderhand_env::{AnyGame, Game, State, View, game};
use elderhand_tests::play::{Event, play};

/// What a hand did in its turn.
#[derive(Default)]
struct Done {
    dropped: bool,
    discarded: bool,
    retrieved: Option<Vec<String>>,
    picked_up: bool,
}

/// Counts the kinds of folly that were seen: to take back what was dropped, to drop it again, to take back what was discarded.
fn follies(game: &AnyGame) -> [usize; 3] {
    let hands = game.spec().seats * if game.spec().id == "melee" { 2 } else { 1 };
    let mut seen = [0; 3];
    let mut compare = |events: &[Event]| {
        let mut state = game.start();
        let (mut turns, mut stacks, mut done) = (0, vec![Vec::<String>::new(); hands], Done::default());
        for &event in events {
            if let Event::Played(seat, action) = event {
                let (legal, folly) = (state.legal(), state.view(seat).folly());
                let names = |set| game.spec().names(set).into_iter().collect::<BTreeSet<&str>>();
                let stack = &mut stacks[turns % hands];
                let kind = |name: &str| match (name.split_once(' ')?, &done.retrieved) {
                    (("take", card), None) if stack.contains(&card.into()) => done.dropped.then_some(0),
                    (("take", _), _) => done.discarded.then_some(2),
                    (("drop", card), Some(back)) => (!done.dropped && back[..] == [card]).then_some(1),
                    _ => None,
                };
                let expected: BTreeSet<&str> = names(legal).into_iter().filter(|name| kind(name).is_some()).collect();
                // A card picked up must be laid first, for which another may have to be dropped.
                assert!(names(folly) == expected || done.picked_up && folly.is_empty(), "{expected:?}");
                names(folly).into_iter().filter_map(kind).for_each(|kind| seen[kind] += 1);
                let name = game.spec().actions[usize::from(action.0)].clone();
                match name.split_once(' ').unwrap_or((&name, "")) {
                    ("drop", card) => {
                        done.dropped = true;
                        stack.push(card.into());
                    }
                    ("discard", _) => done.discarded = true,
                    ("take", card) => match stack.iter().position(|own| own == card) {
                        Some(place) => done.retrieved = Some(stack.split_off(place)),
                        None => done.picked_up = true,
                    },
                    ("end", "turn") => {
                        turns += 1;
                        done = Done::default();
                    }
                    _ => (),
                }
            }
            event.happen(&mut state);
        }
    };
    play(game, 20_000, |_| (), &mut compare);
    seen
}

#[test]
fn nobody_sensible_undoes_in_a_turn_what_it_did_in_it() {
    for (id, seats) in [("skirmish", 2), ("skirmish", 5), ("melee", 2), ("gem-rum", 3)] {
        let options = ["episode=round".into(), format!("seats={seats}")];
        let seen = follies(&game(id, &parse_options(&options).unwrap()).unwrap());
        println!("{id}: {seen:?}");
        assert!(seen.iter().all(|&count| count > 50), "{id}: {seen:?}");
    }
}
