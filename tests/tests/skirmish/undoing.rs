//! What undoes in a turn what was done in it, by keeping a list of what was dropped and taken back.

use std::collections::BTreeSet;

use elderhand_env::options::parse_options;
use elderhand_env::{Game, State, View, Visitor, visit};
use elderhand_tests::play::{Event, play};

/// What a hand did in its turn.
#[derive(Default)]
struct Done {
    dropped: bool,
    retrieved: Option<Vec<String>>,
    picked_up: bool,
}

/// Counts the two kinds of folly that were seen.
struct Undoing;

impl Visitor for Undoing {
    type Output = [usize; 2];

    fn visit<G: Game>(self, game: G) -> [usize; 2] {
        let hands = game.spec().seats * if game.spec().id == "melee" { 2 } else { 1 };
        let mut seen = [0; 2];
        let mut compare = |events: &[Event]| {
            let mut state = game.start();
            let (mut turns, mut stacks, mut done) = (0, vec![Vec::<String>::new(); hands], Done::default());
            for &event in events {
                if let Event::Played(seat, action) = event {
                    let (legal, folly) = (state.legal(), state.view(seat).folly());
                    let names = |set| game.spec().names(set).into_iter().collect::<BTreeSet<&str>>();
                    let stack = &mut stacks[turns % hands];
                    let undoes = |name: &&str| match &done.retrieved {
                        None => {
                            done.dropped && name.strip_prefix("take ").is_some_and(|card| stack.contains(&card.into()))
                        }
                        Some(back) => !done.dropped && back.len() == 1 && name.strip_prefix("drop ") == Some(&back[0]),
                    };
                    let expected: BTreeSet<&str> = names(legal).into_iter().filter(undoes).collect();
                    // A card picked up must be laid first, for which another may have to be dropped.
                    assert!(names(folly) == expected || done.picked_up && folly.is_empty(), "{expected:?}");
                    seen[usize::from(done.retrieved.is_some())] += usize::from(!folly.is_empty());
                    let name = game.spec().actions[usize::from(action.0)].clone();
                    match name.split_once(' ').unwrap_or((&name, "")) {
                        ("drop", card) => {
                            done.dropped = true;
                            stack.push(card.into());
                        }
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
        play(&game, 20_000, |_| (), &mut compare);
        seen
    }
}

#[test]
fn nobody_sensible_undoes_in_a_turn_what_it_did_in_it() {
    for (id, seats) in [("skirmish", 2), ("skirmish", 5), ("melee", 2), ("gem-rum", 3)] {
        let options = ["episode=round".into(), format!("seats={seats}")];
        let seen = visit(id, &parse_options(&options).unwrap(), Undoing).unwrap();
        println!("{id}: {seen:?}");
        assert!(seen.iter().all(|&count| count > 50), "{id}: {seen:?}");
    }
}
