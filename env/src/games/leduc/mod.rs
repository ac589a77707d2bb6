//! Leduc poker: six cards, two rounds of betting; its value is known, so it proves the algorithms.

mod round;
mod view;

use std::cmp::Ordering;

use round::{ACTIONS, MOST_BETS, Round, Stage};
use serde::{Deserialize, Serialize};
pub use view::LeducView;

use crate::cards::{Card, CardSet, Cards};
use crate::rules::{Action, Audience, Audit, Game, OptionError, Seat, Spec, State, Turn, ViewOf};

const JACK: u8 = 11;
const HEARTS: u8 = 2;
const PACK: CardSet = {
    let mut pack = CardSet::EMPTY;
    let mut place = 0;
    while place < 6 {
        pack.insert(Card::new(JACK + place % 3, HEARTS + place / 3));
        place += 1;
    }
    pack
};

const ANTE: u8 = 1;
/// The size of a bet in each round.
const SIZES: [u8; 2] = [2, 4];

/// Leduc poker (Southey and others 2005).
#[derive(Clone, Debug)]
pub struct Leduc {
    spec: Spec,
}

/// Leduc poker has no options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {}

/// The truth of a position of Leduc poker.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeducState {
    cards: [Option<Card>; 2],
    public: Option<Card>,
    rounds: [Round; 2],
}

impl Game for Leduc {
    type State = LeducState;
    type Round = Leduc;
    type Options = Options;

    const FAMILY: &'static str = "leduc";
    const VIEWS: &'static str = include_str!("views.md");
    const BETS: bool = true;
    const POINTS: &'static str = "chips";

    fn new(id: &'static str, _: Options) -> Result<Leduc, OptionError> {
        // The most that a seat can pay: the ante and every bet of both rounds.
        let stake = f32::from(ANTE + MOST_BETS * (SIZES[0] + SIZES[1]));
        let spec = Spec {
            id,
            seats: 2,
            actions: ACTIONS.map(String::from).to_vec(),
            planes: Spec::lay_out(&[("card", 6), ("public", 6), ("first-round", 4), ("second-round", 4)]),
            hints: Vec::new(),
            returns: (-stake, stake),
            // In each round: check, bet, raise, call.
            max_length: 8,
            zero_sum: true,
        };
        Ok(Leduc { spec })
    }

    fn options(&self) -> &Options {
        &Options {}
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> LeducState {
        LeducState { cards: [None; 2], public: None, rounds: [Round::default(); 2] }
    }

    fn round(&self) -> &Leduc {
        self
    }

    fn round_view(view: &ViewOf<Leduc>) -> Option<&ViewOf<Leduc>> {
        Some(view)
    }
}

/// Who acts once both hands are dealt.
#[inline]
fn turn(rounds: &[Round; 2], public: Option<Card>) -> Turn {
    match (rounds[0].stage, public, rounds[1].stage) {
        (Stage::Open, ..) => Turn::Seat(rounds[0].seat()),
        (Stage::Level, None, _) => Turn::Chance,
        (Stage::Level, Some(_), Stage::Open) => Turn::Seat(rounds[1].seat()),
        _ => Turn::Over { truncated: false },
    }
}

/// The place of the round at hand: the second begins when the public card lies.
#[inline]
fn current(public: Option<Card>) -> usize {
    usize::from(public.is_some())
}

impl LeducState {
    /// The chips that each seat has paid and the other has matched.
    fn matched(&self) -> f32 {
        let bets = |round: usize| self.rounds[round].paid_by_both() * SIZES[round];
        f32::from(ANTE + bets(0) + bets(1))
    }

    /// What a card is worth at the showdown: a pair beats every rank.
    fn strength(&self, seat: Seat) -> Option<(bool, u8)> {
        let (card, public) = (self.cards[seat]?, self.public?);
        Some((card.rank() == public.rank(), card.rank()))
    }
}

impl State for LeducState {
    type View = LeducView;

    #[inline]
    fn turn(&self) -> Turn {
        if self.cards[1].is_none() { Turn::Chance } else { turn(&self.rounds, self.public) }
    }

    #[inline]
    fn deck(&self) -> Cards {
        if self.turn() != Turn::Chance {
            return Cards::EMPTY;
        }
        self.cards.into_iter().flatten().fold(PACK, CardSet::without).into()
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        let place = match self.cards {
            [None, _] => &mut self.cards[0],
            [_, None] => &mut self.cards[1],
            _ => &mut self.public,
        };
        *place = Some(card);
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        self.rounds[current(self.public)].apply(action);
    }

    #[inline]
    fn returns(&self, seat: Seat) -> f32 {
        if !matches!(self.turn(), Turn::Over { .. }) {
            return 0.0;
        }
        let last = self.rounds[current(self.public)];
        let winner = match (last.stage, self.strength(0).cmp(&self.strength(1))) {
            (Stage::Folded, _) => 1 - last.seat(),
            (_, Ordering::Greater) => 0,
            (_, Ordering::Less) => 1,
            (_, Ordering::Equal) => return 0.0,
        };
        if seat == winner { self.matched() } else { -self.matched() }
    }

    fn stands(&self) -> bool {
        self.cards[0].is_some() || self.cards[1].is_none()
    }

    #[inline]
    fn view(&self, seat: Seat) -> LeducView {
        let showdown = self.rounds[1].stage == Stage::Level;
        LeducView {
            seat,
            card: self.cards[seat],
            public: self.public,
            rounds: self.rounds,
            shown: if showdown { self.cards[1 - seat] } else { None },
        }
    }
}

impl Audit for LeducState {
    fn audience(&self) -> Audience {
        match self.cards {
            [None, _] => Audience::Seat(0),
            [_, None] => Audience::Seat(1),
            _ => Audience::Everyone,
        }
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        let set = |card: Option<Card>| card.into_iter().collect::<CardSet>();
        let (elder, younger, public) = (set(self.cards[0]), set(self.cards[1]), set(self.public));
        let stock = PACK - elder - younger - public;
        vec![("elder", elder.into()), ("younger", younger.into()), ("public", public.into()), ("stock", stock.into())]
    }
}
