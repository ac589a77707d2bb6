//! High Card, a small game of its own for two, and how it is made known to Elderhand.
//!
//! Thirteen spades. Each player is dealt one, face down. The first player keeps it or throws it away, face down, for the
//! next of the stock; the other sees that, but no card, and then does the same. The higher card wins a point.
#![forbid(unsafe_code)]

use std::sync::OnceLock;

use elderhand_env::{
    Action, ActionSet, Audience, Audit, Card, CardSet, Cards, Chance, Check, Encode, Game, GameError, Inconsistent,
    OptionError, Redeal, Row, Seat, Spec, State, Stream, Turn, View, ViewOf, register,
};
use serde::{Deserialize, Serialize};

/// The id by which configs, bundles and bots name the game.
pub const ID: &str = "high-card";
/// The action of keeping the card.
pub const KEEP: Action = Action(0);
/// The action of throwing it away for another one.
pub const DRAW: Action = Action(1);

/// Registers the game, once; from then on it is trained, bundled, measured and played by its id.
///
/// # Errors
///
/// Fails if another game has this id.
pub fn known() -> Result<(), GameError> {
    static KNOWN: OnceLock<Result<(), GameError>> = OnceLock::new();
    let rules = "Keep your card or draw another one; the higher card wins.";
    KNOWN.get_or_init(|| register::<HighCard>(ID, "High Card", rules, Options { ranks: 13 })).clone()
}

/// The game.
#[derive(Clone, Debug)]
pub struct HighCard {
    spec: Spec,
    options: Options,
}

/// Its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// The number of cards in the pack, from the ace, which is the lowest.
    pub ranks: u8,
}

/// What both players see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    /// The number of cards dealt so far.
    pub dealt: usize,
    /// The number of players who have decided.
    pub decided: usize,
    /// Who has thrown a card away.
    pub drew: [bool; 2],
}

/// The truth of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HighCardState {
    options: Options,
    table: Table,
    cards: [Option<Card>; 2],
    thrown: [Option<Card>; 2],
}

/// What one player knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HighCardView {
    /// The options of the game.
    pub options: Options,
    /// Whose view it is.
    pub seat: Seat,
    /// Its card.
    pub card: Option<Card>,
    /// The card it threw away.
    pub thrown: Option<Card>,
    /// What both see.
    pub table: Table,
}

impl Options {
    fn pack(self) -> CardSet {
        (1..=self.ranks).map(|rank| Card::new(rank, 3)).collect()
    }
}

impl Table {
    fn drawn(&self) -> usize {
        self.drew.iter().filter(|&&drew| drew).count()
    }

    fn turn(&self) -> Turn {
        match (self.dealt < 2 + self.drawn(), self.decided) {
            (true, _) => Turn::Chance,
            (_, 2) => Turn::Over { truncated: false },
            (_, seat) => Turn::Seat(seat),
        }
    }

    /// Who gets the next card: at first each player, then whoever drew last.
    fn next(&self) -> Seat {
        if self.dealt < 2 { self.dealt } else { self.decided - 1 }
    }

    /// Whether a seat holds a card.
    fn holds(&self, seat: Seat) -> bool {
        self.dealt > seat && !(self.turn() == Turn::Chance && self.dealt >= 2 && self.next() == seat)
    }

    fn is_possible(&self) -> bool {
        let kept = (0..2).all(|seat| !self.drew[seat] || seat < self.decided);
        // Nobody decides before the cards of those who did so before are there.
        let before = self.drew[..self.decided.saturating_sub(1).min(2)].iter().filter(|&&drew| drew).count();
        let least = if self.decided == 0 { 0 } else { 2 + before };
        kept && self.decided <= 2 && (least..=2 + self.drawn()).contains(&self.dealt)
    }
}

impl Game for HighCard {
    type State = HighCardState;
    type Options = Options;
    type Round = Self;

    const FAMILY: &'static str = "high-card";

    fn new(id: &'static str, options: Options) -> Result<HighCard, OptionError> {
        if !(4..=13).contains(&options.ranks) {
            return Err(OptionError::range("ranks", options.ranks, "4 to 13"));
        }
        let planes = [("seat", 2), ("card", 13), ("thrown", 13), ("drew", 2), ("decided", 3), ("dealt", 4)];
        let actions = vec!["keep".into(), "draw".into()];
        let spec = Spec::new(id, 2, actions, &planes, (-1.0, 1.0), 2);
        Ok(HighCard { spec, options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn start(&self) -> HighCardState {
        HighCardState { options: self.options, table: Table::default(), cards: [None; 2], thrown: [None; 2] }
    }

    fn round(&self) -> &HighCard {
        self
    }

    fn round_view(view: &ViewOf<Self>) -> Option<&ViewOf<Self>> {
        Some(view)
    }
}

impl HighCardState {
    fn stock(&self) -> CardSet {
        self.options.pack() - self.cards.iter().chain(&self.thrown).flatten().copied().collect()
    }
}

impl State for HighCardState {
    type View = HighCardView;

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn deck(&self) -> Cards {
        if self.turn() == Turn::Chance { self.stock().into() } else { Cards::EMPTY }
    }

    fn deal(&mut self, card: Card) {
        self.cards[self.table.next()] = Some(card);
        self.table.dealt += 1;
    }

    fn apply(&mut self, action: Action) {
        let seat = self.table.decided;
        if action == DRAW {
            self.table.drew[seat] = true;
            self.thrown[seat] = self.cards[seat].take();
        }
        self.table.decided += 1;
    }

    fn returns(&self, seat: Seat) -> f32 {
        match self.turn() {
            Turn::Over { .. } if self.cards[seat] > self.cards[1 - seat] => 1.0,
            Turn::Over { .. } => -1.0,
            _ => 0.0,
        }
    }

    fn view(&self, seat: Seat) -> HighCardView {
        let (card, thrown) = (self.cards[seat], self.thrown[seat]);
        HighCardView { options: self.options, seat, card, thrown, table: self.table }
    }
}

impl Audit for HighCardState {
    fn audience(&self) -> Audience {
        Audience::Seat(self.table.next())
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        let all = |cards: [Option<Card>; 2]| Cards::from(cards.into_iter().flatten().collect::<CardSet>());
        vec![("hands", all(self.cards)), ("thrown", all(self.thrown)), ("stock", self.stock().into())]
    }
}

impl View for HighCardView {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn legal(&self) -> ActionSet {
        if self.table.turn() == Turn::Seat(self.seat) { [KEEP, DRAW].into_iter().collect() } else { ActionSet::EMPTY }
    }
}

impl Encode for HighCardView {
    fn encode(&self, row: &mut Row<'_>) {
        let bit = |card: Option<Card>| card.map_or(0, |card| 1 << (card.rank() - 1));
        row.one_hot(self.seat as u32, 2);
        row.put(bit(self.card), 13);
        row.put(bit(self.thrown), 13);
        self.table.drew.iter().for_each(|&drew| row.flag(drew));
        row.one_hot(self.table.decided as u32, 3);
        row.thermometer(self.table.dealt as u32, 4);
    }
}

impl Check for HighCardView {
    fn check(&self) -> Result<(), Inconsistent> {
        let Options { ranks } = self.options;
        let known: CardSet = self.card.into_iter().chain(self.thrown).collect();
        let sound = (4..=13).contains(&ranks)
            && self.seat < 2
            && self.table.is_possible()
            && self.card.is_some() == self.table.holds(self.seat)
            && self.thrown.is_some() == self.table.drew[self.seat]
            && self.card.is_none_or(|card| Some(card) != self.thrown)
            && (known - self.options.pack()).is_empty();
        if sound { Ok(()) } else { Err(Inconsistent("the cards are not those of what was done".into())) }
    }
}

impl Redeal<HighCardState> for HighCardView {
    fn redeal(&self, chance: &mut Stream) -> HighCardState {
        let (mut cards, mut thrown) = ([None; 2], [None; 2]);
        (cards[self.seat], thrown[self.seat]) = (self.card, self.thrown);
        let mut state = HighCardState { options: self.options, table: self.table, cards, thrown };
        let other = 1 - self.seat;
        if self.table.drew[other] {
            state.thrown[other] = Some(chance.deal(state.stock().into()));
        }
        if self.table.holds(other) {
            state.cards[other] = Some(chance.deal(state.stock().into()));
        }
        state
    }
}
