//! A small game in which seats know what they get before the end, for two to four seats.

use elderhand_env::{
    Action, ActionSet, Audience, Audit, Card, CardSet, Cards, Chance, Check, Encode, Game, Inconsistent, OptionError,
    Redeal, Row, Seat, Spec, State, Stream, Turn, View, ViewOf,
};
use serde::{Deserialize, Serialize};

/// The most seats.
const MOST: usize = 4;
/// How often each seat is asked.
const ROUNDS: usize = 2;
/// The cards of the pack.
const PACK: usize = 6;
/// The action of staying in.
pub const STAY: Action = Action(0);
/// The action of folding.
pub const FOLD: Action = Action(1);

/// Who dares most.
///
/// Each seat is dealt one of six cards. Twice round the table those who are in say whether they stay; who folds pays one
/// chip in the first round and two in the second, and knows it then. Who is left alone, or else has the highest card of
/// those who are left, gets what the others pay: those who stayed to the end pay three.
#[derive(Clone, Debug)]
pub struct Dare {
    spec: Spec,
    options: Options,
}

/// Its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// The number of seats.
    pub seats: usize,
}

/// What all see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    options: Options,
    dealt: usize,
    /// The number of seats asked, those passed over included.
    asked: usize,
    /// What those have paid who have folded.
    paid: [u8; MOST],
}

/// The truth of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DareState {
    cards: [Option<Card>; MOST],
    table: Table,
}

/// What one seat knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DareView {
    options: Options,
    seat: Seat,
    card: Option<Card>,
    table: Table,
}

fn pack() -> CardSet {
    (2..2 + PACK as u8).map(|rank| Card::new(rank, 0)).collect()
}

impl Dare {
    /// The game for so many seats.
    ///
    /// # Panics
    ///
    /// Panics if that are not 2 to 4.
    pub fn of(seats: usize) -> Dare {
        Dare::new("dare", Options { seats }).expect("it is for two to four seats")
    }
}

impl Game for Dare {
    type State = DareState;
    type Round = Self;
    type Options = Options;

    const FAMILY: &'static str = "dare";
    const VARIABLE: &'static [&'static str] = &["seats"];

    fn new(id: &'static str, options: Options) -> Result<Dare, OptionError> {
        if !(2..=MOST).contains(&options.seats) {
            return Err(OptionError::range("seats", options.seats, "2 to 4"));
        }
        let spec = Spec {
            id,
            seats: options.seats,
            actions: vec!["stay".into(), "fold".into()],
            planes: Spec::lay_out(&[("seats", MOST), ("seat", MOST), ("card", PACK), ("asked", 9), ("paid", 2 * MOST)]),
            returns: (-3.0, 3.0 * (MOST - 1) as f32),
            max_length: ROUNDS * options.seats,
            hints: Vec::new(),
            zero_sum: true,
        };
        Ok(Dare { spec, options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn start(&self) -> DareState {
        DareState { cards: [None; MOST], table: Table { options: self.options, dealt: 0, asked: 0, paid: [0; MOST] } }
    }

    fn round(&self) -> &Self {
        self
    }

    fn round_view(view: &ViewOf<Self>) -> Option<&ViewOf<Self>> {
        Some(view)
    }
}

impl Table {
    fn left(&self) -> impl Iterator<Item = Seat> {
        (0..self.options.seats).filter(|&seat| self.paid[seat] == 0)
    }

    fn turn(&self) -> Turn {
        if self.dealt < self.options.seats {
            return Turn::Chance;
        }
        match self.left().count() > 1 && self.asked < ROUNDS * self.options.seats {
            true => Turn::Seat(self.asked % self.options.seats),
            false => Turn::Over { truncated: false },
        }
    }
}

impl State for DareState {
    type View = DareView;

    const SETTLES_EARLY: bool = true;

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn deck(&self) -> Cards {
        let dealt: CardSet = self.cards.into_iter().flatten().collect();
        if self.turn() == Turn::Chance { (pack() - dealt).into() } else { Cards::EMPTY }
    }

    fn deal(&mut self, card: Card) {
        self.cards[self.table.dealt] = Some(card);
        self.table.dealt += 1;
    }

    fn apply(&mut self, action: Action) {
        let (seats, table) = (self.table.options.seats, &mut self.table);
        if action == FOLD {
            table.paid[table.asked % seats] = (1 + table.asked / seats) as u8;
        }
        table.asked += 1;
        while table.asked < ROUNDS * seats && table.paid[table.asked % seats] > 0 {
            table.asked += 1;
        }
    }

    fn returns(&self, seat: Seat) -> f32 {
        if !matches!(self.turn(), Turn::Over { .. }) {
            return 0.0;
        }
        let winner = self.table.left().max_by_key(|&seat| self.cards[seat]).expect("the last one cannot fold");
        let pays = |seat: Seat| if self.table.paid[seat] > 0 { f32::from(self.table.paid[seat]) } else { 3.0 };
        match seat == winner {
            true => (0..self.table.options.seats).filter(|&other| other != winner).map(pays).sum(),
            false => -pays(seat),
        }
    }

    fn settled(&self, seat: Seat) -> Option<f32> {
        match (self.table.paid[seat], self.turn()) {
            (0, Turn::Over { .. }) => Some(self.returns(seat)),
            (0, _) => None,
            (paid, _) => Some(-f32::from(paid)),
        }
    }

    fn view(&self, seat: Seat) -> DareView {
        DareView { options: self.table.options, seat, card: self.cards[seat], table: self.table }
    }
}

impl Audit for DareState {
    fn audience(&self) -> Audience {
        Audience::Seat(self.table.dealt)
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        let hands: CardSet = self.cards.into_iter().flatten().collect();
        vec![("hands", hands.into()), ("stock", (pack() - hands).into())]
    }
}

impl View for DareView {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn legal(&self) -> ActionSet {
        if self.table.turn() == Turn::Seat(self.seat) { [STAY, FOLD].into_iter().collect() } else { ActionSet::EMPTY }
    }
}

impl Encode for DareView {
    fn encode(&self, row: &mut Row<'_>) {
        row.one_hot(self.options.seats as u32 - 1, MOST as u32);
        row.one_hot(self.seat as u32, MOST as u32);
        row.put(self.card.map_or(0, |card| 1 << (card.rank() - 2)), PACK as u32);
        row.one_hot(self.table.asked as u32, 9);
        self.table.paid.iter().for_each(|&paid| row.put(paid.into(), 2));
    }
}

impl Check for DareView {
    fn check(&self) -> Result<(), Inconsistent> {
        Ok(())
    }
}

impl Redeal<DareState> for DareView {
    fn redeal(&self, chance: &mut Stream) -> DareState {
        let (mut cards, mut stock) = ([None; MOST], pack());
        self.card.into_iter().for_each(|card| stock.remove(card));
        for (seat, card) in cards.iter_mut().enumerate().take(self.table.dealt) {
            *card = self.card.filter(|_| seat == self.seat).or_else(|| {
                let dealt = chance.deal(stock.into());
                stock.remove(dealt);
                Some(dealt)
            });
        }
        DareState { cards, table: self.table }
    }
}
