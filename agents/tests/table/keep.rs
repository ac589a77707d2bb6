//! A game for any number of seats in which skill and luck are easy to tell apart: each seat is dealt a card and either
//! keeps it, for its rank in points, or throws it away, for nothing.

use elderhand_env::{
    Action, ActionSet, Audience, Card, CardSet, Cards, Game, Inconsistent, OptionError, Row, Seat, Spec, State, Turn,
    View,
};
use serde::{Deserialize, Serialize};

pub const KEEP: Action = Action(0);
pub const THROW: Action = Action(1);

#[derive(Clone, Debug)]
pub struct Keep {
    options: Options,
    spec: Spec,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    pub seats: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeepState {
    hands: Vec<Option<Card>>,
    kept: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeepView {
    seat: Seat,
    pub card: Option<Card>,
    moving: bool,
}

impl Keep {
    pub fn seats(seats: usize) -> Keep {
        Keep::new("keep", Options { seats }).expect("any number of seats will do")
    }
}

impl Game for Keep {
    type State = KeepState;
    type Options = Options;

    const FAMILY: &'static str = "keep";

    fn new(id: &'static str, options: Options) -> Result<Keep, OptionError> {
        let seats = options.seats;
        let actions = ["keep", "throw"].map(String::from).to_vec();
        let planes = Spec::lay_out(&[("card", usize::from(Card::COUNT))]);
        let spec = Spec { id, seats, actions, planes, returns: (0.0, 13.0), max_length: seats, zero_sum: false };
        Ok(Keep { options, spec })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn start(&self) -> KeepState {
        KeepState { hands: vec![None; self.spec.seats], kept: Vec::new() }
    }
}

impl State for KeepState {
    type View = KeepView;

    fn turn(&self) -> Turn {
        if self.hands.contains(&None) {
            Turn::Chance
        } else if self.kept.len() < self.hands.len() {
            Turn::Seat(self.kept.len())
        } else {
            Turn::Over { truncated: false }
        }
    }

    fn deck(&self) -> Cards {
        (CardSet::PACK - self.hands.iter().flatten().copied().collect()).into()
    }

    fn audience(&self) -> Audience {
        Audience::Seat(self.hands.iter().flatten().count())
    }

    fn deal(&mut self, card: Card) {
        let seat = self.hands.iter().flatten().count();
        self.hands[seat] = Some(card);
    }

    fn apply(&mut self, action: Action) {
        self.kept.push(action == KEEP);
    }

    fn returns(&self, seat: Seat) -> f32 {
        match (self.kept.get(seat), self.hands[seat]) {
            (Some(true), Some(card)) => f32::from(card.rank()),
            _ => 0.0,
        }
    }

    fn view(&self, seat: Seat) -> KeepView {
        KeepView { seat, card: self.hands[seat], moving: self.turn() == Turn::Seat(seat) }
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        vec![("stock", self.deck()), ("hands", Cards::from(CardSet::PACK) - self.deck())]
    }
}

impl View for KeepView {
    type State = KeepState;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn legal(&self) -> ActionSet {
        if self.moving { [KEEP, THROW].into_iter().collect() } else { ActionSet::EMPTY }
    }

    fn encode(&self, row: &mut Row<'_>) {
        row.put(self.card.map_or(0, |card| CardSet::of(card).bits()), Card::COUNT.into());
    }

    fn check(&self) -> Result<(), Inconsistent> {
        Ok(())
    }
}
