//! No view tells what its seat has not seen.
//!
//! A random game is played again with the cards that a seat has not seen exchanged among themselves. As long as the
//! same actions stay legal, everything that the seat is shown must stay the same. What a seat has seen is taken from
//! the deals, the names of the actions and what the rules lay open, never from the view.

use elderhand_env::{Audience, Card, CardSet, Cards, Game, OptionError, Row, Seat, Spec, State, Stream, Turn, View};
use elderhand_tests::every_game;
use elderhand_tests::play::{Event, play};
use elderhand_tests::setting::Setting;

every_game!(no_view_shows_what_its_seat_has_not_seen, no_leak);
every_game!(a_view_that_peeks_is_caught, leak_is_caught);

/// Exchanges at every few events of random games; gives the number of positions compared, each after a hidden card
/// had changed.
fn compare<G: Game>(game: &G, decisions: usize) -> Result<usize, String> {
    let mut stream = Stream::new(5);
    let (mut compared, mut problem) = (0, None);
    let end = |events: &[Event]| {
        for _ in 0..4 + events.len() / 20 {
            let (cut, seat) = (1 + stream.below(events.len() - 1), stream.below(game.spec().seats));
            match exchange(game, &events[..cut], seat, &mut stream) {
                Ok(count) => compared += count,
                Err(text) => problem = Some(text),
            }
        }
    };
    play(game, decisions, |_| (), end);
    problem.map_or(Ok(compared), Err)
}

/// Where the hand at the end of the events began, and the cards of it that a seat has not seen.
///
/// A hand begins where chance deals from the whole pack: nothing seen before counts then.
fn unseen<G: Game>(game: &G, spec: &Spec, events: &[Event], seat: Seat) -> (usize, CardSet) {
    let mut state = game.start();
    let pack = state.deck().kinds();
    let (mut begin, mut seen) = (0, CardSet::EMPTY);
    for place in 0..=events.len() {
        if state.deck().kinds() == pack {
            (begin, seen) = (place, CardSet::EMPTY);
        }
        seen |= state.exposed().kinds();
        match events.get(place) {
            Some(&Event::Dealt(card, audience)) => {
                if audience == Audience::Everyone || audience == Audience::Seat(seat) {
                    seen.insert(card);
                }
                state.deal(card);
            }
            Some(&Event::Played(_, action)) => {
                seen |= spec.name(action).split([' ', '-']).filter_map(|word| word.parse::<Card>().ok()).collect();
                state.apply(action);
            }
            None => break,
        }
    }
    (begin, pack - seen)
}

/// Plays the events with the unseen cards exchanged and compares what the seat is shown after each of them.
fn exchange<G: Game>(game: &G, events: &[Event], seat: Seat, stream: &mut Stream) -> Result<usize, String> {
    let spec = game.spec();
    let (begin, hidden) = unseen(game, spec, events, seat);
    let from: Vec<Card> = hidden.iter().collect();
    let mut to = from.clone();
    stream.shuffle(&mut to);
    let exchanged = |card: Card| from.iter().position(|&c| c == card).map_or(card, |place| to[place]);

    let (mut truth, mut other) = (game.start(), game.start());
    let (mut compared, mut moved) = (0, false);
    for (place, &event) in events.iter().enumerate() {
        match event {
            Event::Dealt(card, _) => {
                let instead = if place < begin { card } else { exchanged(card) };
                moved |= instead != card;
                if other.audience() != truth.audience() || !other.deck().contains(instead) {
                    return Err(format!("the deal of {card} shows what is hidden"));
                }
                truth.deal(card);
                other.deal(instead);
            }
            Event::Played(_, action) => {
                if !other.legal().contains(action) {
                    break;
                }
                truth.apply(action);
                other.apply(action);
            }
        }
        if place < begin {
            continue;
        }
        if matches!(truth.turn(), Turn::Over { .. }) {
            break;
        }
        if truth.turn() != other.turn() {
            return Err(format!("the turn shows what is hidden: {:?}, {:?}", truth.turn(), other.turn()));
        }
        let (shown, again) = (truth.view(seat), other.view(seat));
        let same = shown == again && json(&shown) == json(&again) && row(spec, &shown) == row(spec, &again);
        if !same || shown.legal() != again.legal() {
            return Err(format!("seat {seat} is shown what is hidden:\n{}\n{}", json(&shown), json(&again)));
        }
        compared += usize::from(moved);
    }
    Ok(compared)
}

fn json<V: View>(view: &V) -> String {
    serde_json::to_string(view).unwrap()
}

fn row<V: View>(spec: &Spec, view: &V) -> Vec<u64> {
    let mut words = vec![0; spec.words()];
    view.encode(&mut Row::new(&mut words));
    words
}

fn no_leak<G: Game>(game: &G, setting: &Setting) {
    let compared = compare(game, 8_000).unwrap_or_else(|problem| panic!("{setting}: {problem}"));
    assert!(compared > 2_000, "{compared}");
}

fn leak_is_caught<G: Game>(game: &G, _: &Setting) {
    let game = Leaky(game.clone());
    assert!(compare(&game, 1_000).is_err());
}

/// A game whose views tell one bit of the cards that lie in the first zone of which the seat may not know.
#[derive(Clone, Debug)]
struct Leaky<G>(G);

#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(bound = "")]
struct LeakyState<S: State>(S);

#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(bound = "")]
struct LeakyView<V: View>(V, bool);

impl<G: Game> Game for Leaky<G> {
    type State = LeakyState<G::State>;
    type Options = G::Options;
    const FAMILY: &'static str = G::FAMILY;

    fn new(id: &'static str, options: G::Options) -> Result<Self, OptionError> {
        G::new(id, options).map(Leaky)
    }
    fn options(&self) -> &G::Options {
        self.0.options()
    }
    fn spec(&self) -> &Spec {
        self.0.spec()
    }
    fn start(&self) -> Self::State {
        LeakyState(self.0.start())
    }
}

impl<S: State> State for LeakyState<S> {
    type View = LeakyView<S::View>;

    fn turn(&self) -> Turn {
        self.0.turn()
    }
    fn deck(&self) -> Cards {
        self.0.deck()
    }
    fn audience(&self) -> Audience {
        self.0.audience()
    }
    fn deal(&mut self, card: Card) {
        self.0.deal(card);
    }
    fn apply(&mut self, action: elderhand_env::Action) {
        self.0.apply(action);
    }
    fn returns(&self, seat: Seat) -> f32 {
        self.0.returns(seat)
    }
    fn view(&self, seat: Seat) -> Self::View {
        let other = self.0.zones()[usize::from(seat == 0)].1;
        LeakyView(self.0.view(seat), other.iter().map(Card::index).fold(0, |sum, index| sum ^ index) & 1 == 1)
    }
    fn zones(&self) -> Vec<(&'static str, Cards)> {
        self.0.zones()
    }
    fn exposed(&self) -> Cards {
        self.0.exposed()
    }
}

impl<V: View> View for LeakyView<V> {
    type State = LeakyState<V::State>;

    fn seat(&self) -> Seat {
        self.0.seat()
    }
    fn legal(&self) -> elderhand_env::ActionSet {
        self.0.legal()
    }
    fn encode(&self, row: &mut Row<'_>) {
        self.0.encode(row);
    }
    fn check(&self) -> Result<(), elderhand_env::Inconsistent> {
        self.0.check()
    }
}
