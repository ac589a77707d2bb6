//! Random games that reach more than uniform play would.

use elderhand_env::{Action, ActionSet, Audience, Audit, Card, Cards, Chance, Game, Seat, State, Stream, Turn};

/// What happened between two positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Chance dealt a card.
    Dealt(Card, Audience),
    /// Chance drew a seat by lot.
    Drawn(Seat),
    /// A seat played.
    Played(Seat, Action),
}

impl Event {
    /// Brings a position to the one after it.
    pub fn happen<S: State>(self, state: &mut S) {
        match self {
            Event::Dealt(card, _) => state.deal(card),
            Event::Drawn(seat) => state.draw(seat),
            Event::Played(_, action) => state.apply(action),
        }
    }

    /// Returns `true` if chance dealt a card that not all saw.
    pub fn is_hidden(self) -> bool {
        matches!(self, Event::Dealt(_, Audience::Seat(_)))
    }
}

/// Deals and draws from a stream; it may prefer cards that fit together.
#[derive(Clone, Debug)]
struct Dealer {
    stream: Stream,
    preference: Preference,
}

/// Which cards a dealer prefers.
#[derive(Clone, Copy, Debug)]
enum Preference {
    /// None.
    Nothing,
    /// Five neighbouring ranks, the lowest of which is given.
    Ranks(u8),
    /// For each seat a suit, counted on from the given one.
    Suits(usize),
}

impl Dealer {
    /// The three preferences take turns by number.
    fn new(number: u64) -> Dealer {
        let mut stream = Stream::keyed([number, 1, 0]);
        let preference = match number % 3 {
            0 => Preference::Nothing,
            1 => Preference::Ranks(1 + stream.below(9) as u8),
            _ => Preference::Suits(stream.below(4)),
        };
        Dealer { stream, preference }
    }

    fn deal(&mut self, deck: Cards, audience: Audience) -> Card {
        let fits = |card: &Card| match (self.preference, audience) {
            (Preference::Ranks(low), _) => (low..low + 5).contains(&card.rank()),
            (Preference::Suits(first), Audience::Seat(seat)) => usize::from(card.suit()) == (first + seat) % 4,
            _ => false,
        };
        let preferred: Cards = deck.iter().filter(fits).collect();
        let stray = self.stream.below(8) == 0;
        self.stream.deal(if preferred.is_empty() || stray { deck } else { preferred })
    }
}

/// Chooses half of its actions at random and half for having been chosen least often.
#[derive(Clone, Debug)]
struct Chooser {
    stream: Stream,
    chosen: [u32; ActionSet::CAPACITY],
}

impl Chooser {
    fn choose(&mut self, legal: ActionSet) -> Action {
        let mut action = self.stream.pick(&legal);
        if self.stream.below(2) == 0 {
            action = legal.iter().min_by_key(|a| self.chosen[a.0 as usize]).unwrap_or(action);
        }
        self.chosen[action.0 as usize] += 1;
        action
    }
}

/// Chooses one of some named actions, each as often as its weight says.
///
/// # Panics
///
/// Panics if all weights are 0.
pub fn weighed(legal: &[(Action, &str)], weight: impl Fn(&str) -> usize, stream: &mut Stream) -> Action {
    let mut left = stream.below(legal.iter().map(|(_, name)| weight(name)).sum());
    for &(action, name) in legal {
        match left.checked_sub(weight(name)) {
            Some(rest) => left = rest,
            None => return action,
        }
    }
    unreachable!("the draw is below the sum of the weights")
}

/// Plays games one after another until there were so many decisions; the last one may stay unfinished.
///
/// `each` is shown every position, and `end` the events of every game.
pub fn play<G: Game>(game: &G, decisions: usize, mut each: impl FnMut(&G::State), mut end: impl FnMut(&[Event])) {
    let mut chooser = Chooser { stream: Stream::new(1), chosen: [0; ActionSet::CAPACITY] };
    let (mut number, mut left) = (0, decisions);
    while left > 0 {
        let (mut state, mut dealer, mut events) = (game.start(), Dealer::new(number), Vec::new());
        loop {
            each(&state);
            match state.turn() {
                Turn::Chance => {
                    let card = dealer.deal(state.deck(), state.audience());
                    events.push(Event::Dealt(card, state.audience()));
                    state.deal(card);
                }
                Turn::Lot => {
                    let seat = dealer.stream.draw(state.lots());
                    events.push(Event::Drawn(seat));
                    state.draw(seat);
                }
                Turn::Seat(seat) if left > 0 => {
                    left -= 1;
                    let action = chooser.choose(state.legal());
                    events.push(Event::Played(seat, action));
                    state.apply(action);
                }
                Turn::Seat(_) | Turn::Over { .. } => break,
            }
        }
        end(&events);
        number += 1;
    }
}

/// Plays a position on at random, by so many decisions or to its end.
pub fn play_on<S: State>(state: &mut S, decisions: usize, stream: &mut Stream) {
    for _ in 0..decisions {
        state.settle(stream);
        let Turn::Seat(_) = state.turn() else { break };
        state.apply(stream.pick(&state.legal()));
    }
}
