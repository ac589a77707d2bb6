//! Positions that random play reaches when it likes to lay and the deal likes cards that fit.

use elderhand_env::options::parse_options;
use elderhand_env::{Action, Audience, Audit, Card, Cards, Chance, Game, State, Stream, Turn, game};
use elderhand_tests::play::weighed;

use crate::skirmish::compare::Comparison;
use crate::skirmish::steps::Steps;
use crate::skirmish::tally::Tally;

/// Which cards a deal prefers.
#[derive(Clone, Copy, Debug)]
pub enum Preference {
    /// None.
    Nothing,
    /// So many neighbouring ranks, from one upwards.
    Ranks(u8, u8),
    /// One suit for each seat.
    Suits,
    /// One colour for each seat.
    Colours,
}

impl Preference {
    /// One for each game.
    pub fn new(stream: &mut Stream) -> Preference {
        match stream.below(5) {
            0 => Preference::Nothing,
            1 => Preference::Suits,
            2 => Preference::Colours,
            _ => Preference::Ranks(stream.below(13) as u8, 4 + stream.below(5) as u8),
        }
    }

    /// Returns `true` if it likes a card for a hand. Every preference but the first likes jokers.
    fn likes(self, card: Card, audience: Audience) -> bool {
        let seat = if let Audience::Seat(seat) = audience { seat } else { 0 };
        match self {
            Preference::Nothing => false,
            _ if card.is_joker() => true,
            Preference::Ranks(low, width) => (card.rank() + 12 - low) % 13 < width,
            Preference::Suits => usize::from(card.suit()) == seat % 4,
            Preference::Colours => matches!(card.suit(), 1 | 2) == (seat % 2 == 1),
        }
    }

    /// Deals a card that it likes, now and then another.
    pub fn deal(self, deck: Cards, audience: Audience, stream: &mut Stream) -> Card {
        let liked: Cards = deck.iter().filter(|&card| self.likes(card, audience)).collect();
        let stray = stream.below(6) == 0;
        stream.deal(if liked.is_empty() || stray { deck } else { liked })
    }
}

/// Chooses an action: what lays something far more often than what does not, and the end of the turn seldom.
pub fn choose(legal: &[(Action, &str)], stream: &mut Stream) -> Action {
    let weight = |name: &str| match name.split(' ').next() {
        Some("extend") => 8,
        Some("lay" | "take") => 4,
        Some("draw" | "end") => 2,
        // Of the cards that could go, few do, so that hands stay large.
        Some("discard" | "drop") => 1,
        _ => 3,
    };
    weighed(legal, weight, stream)
}

/// Plays until so many positions were compared.
fn play<G: Game>(game: &G, positions: usize) -> Tally {
    let mut stream = Stream::new(3);
    let mut comparison = Comparison::new(game);
    while comparison.tally.positions < positions {
        let (mut state, preference) = (game.start(), Preference::new(&mut stream));
        comparison.steps = Steps::default();
        loop {
            comparison.add(&state);
            match state.turn() {
                Turn::Chance => state.deal(preference.deal(state.deck(), state.audience(), &mut stream)),
                Turn::Seat(_) => {
                    let names = state.legal().iter().map(|action| (action, game.spec().name(action)));
                    let action = choose(&names.collect::<Vec<_>>(), &mut stream);
                    comparison.steps.note(game.spec().name(action));
                    state.apply(action);
                }
                Turn::Lot => unreachable!("no lots are drawn"),
                Turn::Over { .. } => break,
            }
        }
    }
    comparison.tally
}

/// Compares so many positions of a variant under some options.
fn compare(id: &str, options: &[&str], positions: usize) -> Tally {
    let tally = play(&game(id, &parse_options(options).unwrap()).unwrap(), positions);
    // Every kind comes up, if seldom: it is made positions that are full of them.
    assert!(tally.laid.iter().all(|counts| counts.iter().sum::<usize>() > 0), "{tally:?}");
    assert!(tally.grown.iter().flatten().sum::<usize>() > 100, "{tally:?}");
    assert!(tally.takes.iter().chain(&tally.kept).all(|&count| count > 50), "{tally:?}");
    println!("{id} {options:?}: {tally:?}");
    tally
}

#[test]
fn rounds_of_skirmish_agree() {
    for seats in ["seats=2", "seats=4", "seats=7"] {
        compare("skirmish", &["episode=round", seats], 1_000);
    }
}

#[test]
fn rounds_of_melee_agree() {
    compare("melee", &["episode=round"], 1_000);
}

#[test]
fn matches_of_gem_rum_agree() {
    let tally = compare("gem-rum", &["episode=match"], 1_000);
    assert!(tally.closed > 100 && tally.full > 20, "{tally:?}");
}

#[test]
fn eliminations_agree() {
    compare("skirmish-elimination", &["episode=match"], 500);
}
