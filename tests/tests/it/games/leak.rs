//! No view tells what its seat has not seen.
//!
//! A random game is played again with the cards that a seat has not seen exchanged among themselves and for those that
//! have not been dealt. As long as the same actions stay legal, everything that the seat is shown must stay the same.
//! What a seat has seen is taken from the deals, the names of the actions and what the rules lay open, never from the
//! view.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use elderhand_env::{
    Audience, Audit, Card, CardSet, Cards, Check, Encode, Game, Lots, OptionError, Redeal, Row, Seat, Spec, State,
    Stream, Turn, View, ViewOf,
};
use elderhand_tests::play::{Event, play};
use elderhand_tests::setting::Setting;
use elderhand_tests::told::Told;
use elderhand_tests::{every_type, together};

every_type!(no_view_shows_what_its_seat_has_not_seen, no_leak);
every_type!(a_view_that_peeks_is_caught, leak_is_caught);

/// How often the game is tried as long as otherwise, for a search that may take its time.
const TIMES: &str = "ELDERHAND_LEAK_TIMES";

/// What came of exchanges in random games.
#[derive(Default)]
struct Compared {
    exchanges: usize,
    /// The positions compared, each after a hidden card had changed.
    positions: usize,
    /// Any deal was hidden.
    hides: bool,
}

/// Exchanges at every few events of random games.
fn compare<G: Game>(game: &G, decisions: usize) -> Result<Compared, String> {
    let mut stream = Stream::new(5);
    let (mut compared, mut problem) = (Compared::default(), None);
    let end = |events: &[Event]| {
        compared.hides |= events.iter().any(|event| event.is_hidden());
        for _ in 0..4 + events.len() / 20 {
            let (cut, seat) = (1 + stream.below(events.len() - 1), stream.below(game.spec().seats));
            match exchange(game, &events[..cut], seat, &mut stream) {
                Ok(positions) => {
                    compared.exchanges += usize::from(positions > 0);
                    compared.positions += positions;
                }
                Err(text) => problem = Some(text),
            }
        }
    };
    play(game, decisions, |_| (), end);
    problem.map_or(Ok(compared), Err)
}

/// What a seat has not seen of the hand at the end of some events.
struct Unseen {
    /// The place among the events where the hand began.
    begin: usize,
    /// The deals whose cards the seat has not seen, by their places among the events.
    deals: Vec<(usize, Card)>,
    /// The cards that have not been dealt.
    rest: Cards,
}

/// A deal of a card, and whether a seat knows by now which card it was.
struct Deal {
    place: usize,
    card: Card,
    seen: bool,
}

/// Finds out what a seat has not seen.
///
/// A hand begins where chance deals from the whole pack: nothing seen before counts then. A deal is seen if it was dealt
/// before the eyes of the seat, and if its card was later laid open or named by an action, though the other copy may
/// have been meant. Whoever has seen a copy of a card and names that card himself means that copy, and learns nothing
/// of the other. Cards that come back to the deck before the hand ends may be known to some, and stay where they are.
fn unseen<G: Game>(game: &G, events: &[Event], seat: Seat) -> Unseen {
    let (spec, mut state) = (game.spec(), game.start());
    let pack = together(&state);
    let (mut begin, mut rest, mut returned) = (0, pack, CardSet::EMPTY);
    let mut deals: Vec<Deal> = Vec::new();
    let see = |deals: &mut [Deal], cards: CardSet| {
        deals.iter_mut().filter(|deal| cards.contains(deal.card)).for_each(|deal| deal.seen = true);
    };
    for place in 0..=events.len() {
        let deck = state.deck();
        if deck == pack {
            (begin, rest, returned) = (place, pack, CardSet::EMPTY);
            deals.clear();
        }
        let back = deck - rest;
        rest += back;
        returned |= back.kinds();
        see(&mut deals, state.exposed().kinds());
        let Some(&event) = events.get(place) else { break };
        match event {
            Event::Dealt(card, audience) => {
                let seen = audience == Audience::Everyone || audience == Audience::Seat(seat);
                deals.push(Deal { place, card, seen });
                rest.remove(card);
            }
            Event::Drawn(_) => (),
            Event::Played(by, action) => {
                let known = |card: Card| by == seat && deals.iter().any(|deal| deal.seen && deal.card == card);
                let named = spec.name(action).split([' ', '-']).filter_map(|word| word.parse::<Card>().ok());
                let named = named.filter(|&card| !known(card)).collect();
                see(&mut deals, named);
            }
        }
        event.happen(&mut state);
    }
    deals.retain(|deal| !deal.seen && !returned.contains(deal.card));
    let deals = deals.into_iter().map(|deal| (deal.place, deal.card)).collect();
    Unseen { begin, deals, rest: rest - Cards::twice(returned) }
}

/// Plays the events with the unseen cards exchanged and compares what the seat is shown after each of them.
fn exchange<G: Game>(game: &G, events: &[Event], seat: Seat, stream: &mut Stream) -> Result<usize, String> {
    let Unseen { begin, deals, rest } = unseen(game, events, seat);
    let mut pool: Vec<Card> = deals.iter().map(|deal| deal.1).chain(rest).collect();
    stream.shuffle(&mut pool);
    let exchanged: HashMap<usize, Card> = deals.iter().map(|deal| deal.0).zip(pool).collect();

    let (mut truth, mut other) = (game.start(), game.start());
    let (mut compared, mut moved) = (0, false);
    for (place, &event) in events.iter().enumerate() {
        match event {
            Event::Dealt(card, _) => {
                let instead = exchanged.get(&place).copied().unwrap_or(card);
                moved |= instead != card;
                if other.audience() != truth.audience() || !other.deck().contains(instead) {
                    return Err(format!("the deal of {card} shows what is hidden"));
                }
                truth.deal(card);
                other.deal(instead);
            }
            Event::Drawn(drawn) => {
                if other.lots() != truth.lots() {
                    return Err("the lots show what is hidden".into());
                }
                truth.draw(drawn);
                other.draw(drawn);
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
        look_alike(game, &truth, &other, seat)?;
        // Hints take longer to work out than all else.
        if place % 8 == 0 && Told::of(game, &truth.view(seat)) != Told::of(game, &other.view(seat)) {
            return Err(format!("the hints of seat {seat} show what is hidden: {}", json(&truth.view(seat))));
        }
        compared += usize::from(moved);
    }
    Ok(compared)
}

/// Fails if a seat can tell two positions apart by whose turn it is or by anything it is shown.
pub fn look_alike<G: Game>(game: &G, truth: &G::State, other: &G::State, seat: Seat) -> Result<(), String> {
    if truth.turn() != other.turn() {
        return Err(format!("the turn shows what is hidden: {:?}, {:?}", truth.turn(), other.turn()));
    }
    let (spec, shown, again) = (game.spec(), truth.view(seat), other.view(seat));
    let same = shown == again && json(&shown) == json(&again) && row(spec, &shown) == row(spec, &again);
    if !same || shown.legal() != again.legal() {
        return Err(format!("seat {seat} is shown what is hidden:\n{}\n{}", json(&shown), json(&again)));
    }
    Ok(())
}

fn json<V: View>(view: &V) -> String {
    serde_json::to_string(view).unwrap()
}

fn row<V: Encode>(spec: &Spec, view: &V) -> Vec<u64> {
    let mut words = vec![0; spec.words()];
    view.encode(&mut Row::new(&mut words));
    words
}

fn no_leak<G: Game>(game: &G, setting: &Setting) {
    let times: usize = std::env::var(TIMES).map_or(1, |times| times.parse().expect("it is a number"));
    let compared = compare(game, 3_000 * times).unwrap_or_else(|problem| panic!("{setting}: {problem}"));
    let Compared { exchanges, positions, hides } = compared;
    println!("{exchanges} exchanges, {positions} positions compared");
    // Where all see every card there is nothing to be exchanged.
    assert!(positions > 750 * times || !hides, "{positions}");
}

fn leak_is_caught<G: Game>(game: &G, _: &Setting) {
    let game = Leaky(game.clone());
    assert!(matches!(compare(&game, 1_000), Err(_) | Ok(Compared { positions: 0, hides: false, .. })));
}

/// A game whose views tell one bit of the whole truth.
#[derive(Clone, Debug)]
pub struct Leaky<G>(pub G);

#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(bound = "")]
pub struct LeakyState<S: State>(S);

#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(bound = "")]
pub struct LeakyView<V: View>(V, bool);

impl<G: Game> Game for Leaky<G> {
    type State = LeakyState<G::State>;
    type Round = Self;
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

    fn round(&self) -> &Self {
        self
    }

    fn round_view(view: &ViewOf<Self>) -> Option<&ViewOf<Self>> {
        Some(view)
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
    fn deal(&mut self, card: Card) {
        self.0.deal(card);
    }
    fn lots(&self) -> Lots {
        self.0.lots()
    }
    fn draw(&mut self, seat: Seat) {
        self.0.draw(seat);
    }
    fn apply(&mut self, action: elderhand_env::Action) {
        self.0.apply(action);
    }
    fn returns(&self, seat: Seat) -> f32 {
        self.0.returns(seat)
    }
    fn view(&self, seat: Seat) -> Self::View {
        LeakyView(self.0.view(seat), BuildHasherDefault::<DefaultHasher>::default().hash_one(&self.0) & 1 == 1)
    }
}

impl<S: Audit> Audit for LeakyState<S> {
    fn audience(&self) -> Audience {
        self.0.audience()
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        self.0.zones()
    }

    fn exposed(&self) -> Cards {
        self.0.exposed()
    }

    fn sealed(&self) -> usize {
        self.0.sealed()
    }
}

impl<V: View> View for LeakyView<V> {
    fn seat(&self) -> Seat {
        self.0.seat()
    }
    fn legal(&self) -> elderhand_env::ActionSet {
        self.0.legal()
    }
}

impl<V: Encode> Encode for LeakyView<V> {
    fn encode(&self, row: &mut Row<'_>) {
        self.0.encode(row);
    }
}

impl<S: State> Redeal<LeakyState<S>> for LeakyView<S::View> {
    fn redeal(&self, chance: &mut Stream) -> LeakyState<S> {
        LeakyState(self.0.redeal(chance))
    }
}

impl<V: Check> Check for LeakyView<V> {
    fn check(&self) -> Result<(), elderhand_env::Inconsistent> {
        self.0.check()
    }
}
