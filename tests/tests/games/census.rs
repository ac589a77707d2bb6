//! The counts of `census.txt`.

use std::collections::HashSet;

use elderhand_env::{Card, Cards, Chance, Game, Redeal, State, Stream, Turn, VARIANTS, Visitor, parse_options, visit};
use elderhand_tests::checked_in;
use elderhand_tests::tree::grow;

/// The cards of a shuffled pack in order, as a person deals them.
#[derive(Clone)]
struct Pack(Vec<Card>);

impl Pack {
    fn shuffled(pack: Cards, seed: u64) -> Pack {
        let mut cards: Vec<Card> = pack.iter().collect();
        Stream::new(seed).shuffle(&mut cards);
        Pack(cards)
    }
}

impl Chance for Pack {
    fn deal(&mut self, deck: Cards) -> Card {
        *self.0.iter().find(|&&card| deck.contains(card)).expect("the deck is part of the pack")
    }
}

/// What a line of the census counts.
enum Count {
    /// Chance nodes, decisions, ends and information sets of the whole tree.
    Tree,
    /// Decisions, views and ends at each depth from one deal.
    Deal { seed: u64, depth: usize },
}

impl Visitor for Count {
    type Output = String;

    fn visit<G: Game>(self, game: G) -> String
    where
        <G::State as State>::View: Redeal,
    {
        match self {
            Count::Tree => {
                let [chance, decisions, ends, views] = grow(&game).census();
                format!("chance {chance}, decisions {decisions}, ends {ends}, views {views}")
            }
            Count::Deal { seed, depth } => from_deal(&game, seed, depth),
        }
    }
}

/// Counts decisions, the different views that the seats to move have there, and ends, depth by depth.
fn from_deal<G: Game>(game: &G, seed: u64, depth: usize) -> String {
    let mut state = game.start();
    let mut pack = Pack::shuffled(state.deck(), seed);
    state.settle(&mut pack);
    let (mut level, mut counts) = (vec![state], Vec::new());
    for place in 0..depth {
        if place > 0 {
            level = level.iter().flat_map(|state| followers(state, &mut pack)).collect();
        }
        let mut views = HashSet::new();
        let mut ends = 0;
        level.retain(|state| {
            match state.turn() {
                Turn::Seat(seat) => drop(views.insert(state.view(seat))),
                _ => ends += 1,
            }
            matches!(state.turn(), Turn::Seat(_))
        });
        counts.push(format!("{}/{}/{ends}", level.len(), views.len()));
    }
    counts.join(", ")
}

fn followers<S: State>(state: &S, pack: &mut Pack) -> Vec<S> {
    let actions = state.legal();
    let after = |action| {
        let mut next = state.clone();
        next.apply(action);
        next.settle(pack);
        next
    };
    actions.iter().map(after).collect()
}

#[test]
fn the_counts_are_those_of_the_census() {
    checked_in("census.txt", |line| {
        let (head, _) = line.split_once(':').expect("a line is `game: what: counts`");
        let (what, _) = line[head.len() + 1..].split_once(':').expect("a line is `game: what: counts`");
        let mut words = head.split_whitespace();
        let id = words.next().expect("a line begins with a game");
        let options = parse_options(&words.collect::<Vec<_>>()).unwrap();
        let count = match what.split_whitespace().collect::<Vec<_>>()[..] {
            ["tree"] => Count::Tree,
            ["deal", seed, "depth", depth] => {
                Count::Deal { seed: seed.parse().unwrap(), depth: depth.parse().unwrap() }
            }
            _ => panic!("`{what}` is not `tree` or `deal SEED depth DEPTH`"),
        };
        format!("{head}:{what}: {}", visit(id, &options, count).unwrap())
    });
}

#[test]
fn every_variant_is_in_the_census() {
    let text = include_str!("../../census.txt");
    for variant in VARIANTS {
        let counted = text.lines().any(|line| line.split([' ', ':']).next() == Some(variant.id));
        assert!(counted, "add a line for `{}` to tests/census.txt", variant.id);
    }
}
