//! A game for any number of seats in which skill and luck are easy to tell apart: each seat is dealt a card and either
//! keeps it, for its rank in points, or throws it away, for nothing.

use elderhand_env::{
    Action, ActionSet, Audience, Audit, Card, CardSet, Cards, Chance, Check, Encode, Game, Inconsistent, OptionError,
    Redeal, Row, Seat, Spec, State, Stream, Turn, View, ViewOf,
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
    /// Whether each seat has been dealt its card.
    dealt: Vec<bool>,
    kept: Vec<bool>,
}

impl Keep {
    pub fn seats(seats: usize) -> Keep {
        Keep::new("keep", Options { seats }).expect("any number of seats will do")
    }
}

impl Game for Keep {
    type State = KeepState;
    type Round = Self;
    type Options = Options;

    const FAMILY: &'static str = "keep";

    fn new(id: &'static str, options: Options) -> Result<Keep, OptionError> {
        let seats = options.seats;
        let actions = ["keep", "throw"].map(String::from).to_vec();
        let planes = Spec::lay_out(&[("card", usize::from(Card::COUNT))]);
        let spec = Spec {
            id,
            seats,
            actions,
            planes,
            hints: Vec::new(),
            returns: (0.0, 13.0),
            max_length: seats,
            zero_sum: false,
        };
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

    fn round(&self) -> &Self {
        self
    }

    fn round_view(view: &ViewOf<Self>) -> Option<&ViewOf<Self>> {
        Some(view)
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
        let dealt = self.hands.iter().map(Option::is_some).collect();
        let moving = self.turn() == Turn::Seat(seat);
        KeepView { seat, card: self.hands[seat], moving, dealt, kept: self.kept.clone() }
    }
}

impl Audit for KeepState {
    fn audience(&self) -> Audience {
        Audience::Seat(self.hands.iter().flatten().count())
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        vec![("stock", self.deck()), ("hands", Cards::from(CardSet::PACK) - self.deck())]
    }
}

impl View for KeepView {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn legal(&self) -> ActionSet {
        if self.moving { [KEEP, THROW].into_iter().collect() } else { ActionSet::EMPTY }
    }
}

impl Encode for KeepView {
    fn encode(&self, row: &mut Row<'_>) {
        row.put(self.card.map_or(0, |card| CardSet::of(card).bits()), Card::COUNT.into());
    }
}

impl Check for KeepView {
    fn check(&self) -> Result<(), Inconsistent> {
        Ok(())
    }
}

impl Redeal<KeepState> for KeepView {
    fn redeal(&self, chance: &mut Stream) -> KeepState {
        let mut deck = CardSet::PACK - self.card.into_iter().collect();
        let deal = |(seat, &dealt): (Seat, &bool)| {
            let card = if seat == self.seat { self.card } else { dealt.then(|| chance.deal(deck.into())) };
            card.inspect(|&card| deck.remove(card))
        };
        KeepState { hands: self.dealt.iter().enumerate().map(deal).collect(), kept: self.kept.clone() }
    }
}
