//! The counts of `census.txt`.

use std::collections::HashSet;

use elderhand_env::options::parse_options;
use elderhand_env::{AnyGame, Card, Cards, Chance, Game, Lots, Seat, State, Stream, Turn, VARIANTS, game};
use elderhand_tests::tree::grow;
use elderhand_tests::{checked_in, together};

/// The cards of a shuffled pack in order, as a person deals them; a lot falls on the seat that comes first in an order too.
struct Pack {
    cards: Vec<Card>,
    seats: Vec<Seat>,
}

impl Pack {
    fn shuffled(pack: Cards, seed: u64) -> Pack {
        let (mut cards, mut seats): (Vec<Card>, Vec<Seat>) = (pack.iter().collect(), (0..Lots::MOST).collect());
        let mut stream = Stream::new(seed);
        stream.shuffle(&mut cards);
        stream.shuffle(&mut seats);
        Pack { cards, seats }
    }
}

impl Chance for Pack {
    fn deal(&mut self, deck: Cards) -> Card {
        // Where one copy of a card is left, it is the last one.
        let copies = |place: usize| self.cards[place..].iter().filter(|&&card| card == self.cards[place]).count();
        let left = |&place: &usize| deck.count(self.cards[place]) >= copies(place);
        self.cards[(0..self.cards.len()).find(left).expect("the deck is part of the pack")]
    }

    fn draw(&mut self, lots: Lots) -> Seat {
        *self.seats.iter().find(|&&seat| lots.weight(seat) > 0).expect("a seat can be drawn")
    }
}

/// What a line of the census counts.
enum Count {
    /// Chance nodes, decisions, ends and information sets of the whole tree.
    Tree,
    /// Decisions, views and ends at each depth from one deal.
    Deal { seed: u64, depth: usize },
}

impl Count {
    fn play(self, game: AnyGame) -> String {
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
    let mut pack = Pack::shuffled(together(&state), seed);
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
        format!("{head}:{what}: {}", count.play(game(id, &options).unwrap()))
    });
}

#[test]
fn a_doubled_pack_is_dealt_in_its_order() {
    let whole: Cards = Cards::twice("7C 8D KS".parse::<elderhand_env::CardSet>().unwrap());
    for seed in 0..50 {
        let (mut pack, mut deck) = (Pack::shuffled(whole, seed), whole);
        let order = pack.cards.clone();
        let deal = |_: &Card| {
            let card = pack.deal(deck);
            deck.remove(card);
            card
        };
        assert_eq!(order.iter().map(deal).collect::<Vec<_>>(), order);
    }
}

#[test]
fn every_variant_is_in_the_census() {
    let text = include_str!("../../../census.txt");
    for variant in VARIANTS {
        let counted = text.lines().any(|line| line.split([' ', ':']).next() == Some(variant.id));
        assert!(counted, "add a line for `{}` to tests/census.txt", variant.id);
    }
}
