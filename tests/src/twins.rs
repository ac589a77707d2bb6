//! A small game with a doubled pack and with lots, so that what is shared by all games is tested with both.

use elderhand_env::{
    Action, ActionSet, Audience, Audit, Card, CardSet, Cards, Chance, Check, Encode, Game, Inconsistent, Lots,
    OptionError, Overrides, Redeal, Row, Seat, Spec, State, Stream, Turn, View, ViewOf,
};
use serde::{Deserialize, Serialize};

use crate::setting::Setting;

/// Cards that each hand is dealt, and tricks that are played.
const HAND: usize = 2;
/// Each of them is there twice.
const KINDS: usize = 4;

/// Two tricks between two seats.
///
/// Of the tens to kings of clubs, two of each, either seat is dealt two cards, elder hand first. A lot says who leads to
/// a trick: elder hand with a chance of two in three. Each then plays a card, and the higher rank takes the trick. A
/// seat gets the tricks it has more than the other.
#[derive(Clone, Debug)]
pub struct Twins {
    spec: Spec,
}

/// It has no options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {}

/// A trick; the first place of `cards` is elder hand's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Trick {
    leader: Option<Seat>,
    cards: [Option<Card>; 2],
}

/// What all see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The number of cards dealt.
    dealt: usize,
    tricks: [Trick; HAND],
}

/// The truth of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TwinsState {
    table: Table,
    hands: [Cards; 2],
    stock: Cards,
}

/// What one seat knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwinsView {
    seat: Seat,
    hand: Cards,
    table: Table,
}

/// The cards of the pack, without their doubles.
fn kinds() -> impl Iterator<Item = Card> {
    (10..10 + KINDS as u8).map(|rank| Card::new(rank, 0))
}

fn pack() -> Cards {
    Cards::twice(kinds().collect())
}

/// A set of the pack's cards as so many bits.
fn bits(cards: CardSet) -> u64 {
    kinds().enumerate().map(|(place, card)| u64::from(cards.contains(card)) << place).sum()
}

impl Twins {
    /// The game and the setting in which it is tested.
    pub fn set_up() -> (Twins, Setting) {
        let setting = Setting { id: "twins", overrides: Overrides::new() };
        (Twins::new(setting.id, Options {}).expect("it has no options"), setting)
    }
}

impl Game for Twins {
    type State = TwinsState;
    type Round = Self;
    type Options = Options;

    const FAMILY: &'static str = "twins";

    fn new(id: &'static str, _: Options) -> Result<Twins, OptionError> {
        let planes =
            [("seat", 1), ("hand", 2 * KINDS), ("leaders", HAND), ("own", HAND * KINDS), ("other", HAND * KINDS)];
        let spec = Spec {
            id,
            seats: 2,
            actions: kinds().map(|card| format!("play {card}")).collect(),
            planes: Spec::lay_out(&planes),
            returns: (-(HAND as f32), HAND as f32),
            max_length: 2 * HAND,
            hints: Vec::new(),
            zero_sum: true,
        };
        Ok(Twins { spec })
    }

    fn options(&self) -> &Options {
        &Options {}
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn start(&self) -> TwinsState {
        TwinsState { table: Table::default(), hands: [Cards::EMPTY; 2], stock: pack() }
    }

    fn round(&self) -> &Self {
        self
    }

    fn round_view(view: &ViewOf<Self>) -> Option<&ViewOf<Self>> {
        Some(view)
    }
}

impl Trick {
    fn turn(&self) -> Option<Turn> {
        let Some(leader) = self.leader else { return Some(Turn::Lot) };
        [leader, 1 - leader].into_iter().find(|&seat| self.cards[seat].is_none()).map(Turn::Seat)
    }
}

impl Table {
    fn turn(&self) -> Turn {
        if self.dealt < 2 * HAND {
            return Turn::Chance;
        }
        self.tricks.iter().find_map(Trick::turn).unwrap_or(Turn::Over { truncated: false })
    }

    /// The cards that a seat has been dealt and has not played.
    fn holds(&self, seat: Seat) -> usize {
        let dealt = if seat == 0 { self.dealt.min(HAND) } else { self.dealt.saturating_sub(HAND) };
        dealt - self.tricks.iter().filter(|trick| trick.cards[seat].is_some()).count()
    }

    fn played(&self) -> impl Iterator<Item = Card> {
        self.tricks.into_iter().flat_map(|trick| trick.cards).flatten()
    }
}

impl State for TwinsState {
    type View = TwinsView;

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn deck(&self) -> Cards {
        if self.turn() == Turn::Chance { self.stock } else { Cards::EMPTY }
    }

    fn deal(&mut self, card: Card) {
        self.stock.remove(card);
        self.hands[self.table.dealt / HAND].insert(card);
        self.table.dealt += 1;
    }

    fn lots(&self) -> Lots {
        if self.turn() == Turn::Lot { Lots::NONE.with(0, 2).with(1, 1) } else { Lots::NONE }
    }

    fn draw(&mut self, seat: Seat) {
        let trick = self.table.tricks.iter_mut().find(|trick| trick.leader.is_none());
        trick.expect("a trick is to come").leader = Some(seat);
    }

    fn apply(&mut self, action: Action) {
        let Turn::Seat(seat) = self.turn() else { unreachable!("nobody is to move") };
        let card = kinds().nth(action.0.into()).expect("the action is in the table");
        let trick = self.table.tricks.iter_mut().find(|trick| trick.turn().is_some());
        trick.expect("a trick is being played").cards[seat] = Some(card);
        self.hands[seat].remove(card);
    }

    fn returns(&self, seat: Seat) -> f32 {
        if !matches!(self.turn(), Turn::Over { .. }) {
            return 0.0;
        }
        let won = |trick: &Trick| match trick.cards[0].cmp(&trick.cards[1]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Less => -1.0,
        };
        let elder: f32 = self.table.tricks.iter().map(won).sum();
        if seat == 0 { elder } else { -elder }
    }

    fn view(&self, seat: Seat) -> TwinsView {
        TwinsView { seat, hand: self.hands[seat], table: self.table }
    }
}

impl Audit for TwinsState {
    fn audience(&self) -> Audience {
        Audience::Seat(self.table.dealt / HAND)
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        let played = self.table.played().collect();
        vec![("elder", self.hands[0]), ("younger", self.hands[1]), ("table", played), ("stock", self.stock)]
    }
}

impl View for TwinsView {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn legal(&self) -> ActionSet {
        let mut legal = ActionSet::EMPTY;
        if self.table.turn() == Turn::Seat(self.seat) {
            legal.insert_bits(0, bits(self.hand.kinds()));
        }
        legal
    }
}

impl Encode for TwinsView {
    fn encode(&self, row: &mut Row<'_>) {
        let (width, tricks) = (KINDS as u32, &self.table.tricks);
        row.flag(self.seat == 1);
        row.put(bits(self.hand.kinds()), width);
        row.put(bits(self.hand.pairs()), width);
        tricks.iter().for_each(|trick| row.flag(trick.leader == Some(self.seat)));
        for seat in [self.seat, 1 - self.seat] {
            tricks.iter().for_each(|trick| row.put(trick.cards[seat].map_or(0, |card| bits(CardSet::of(card))), width));
        }
    }
}

impl Check for TwinsView {
    fn check(&self) -> Result<(), Inconsistent> {
        let require = |holds: bool, text: &str| if holds { Ok(()) } else { Err(Inconsistent(text.into())) };
        require(self.seat < 2, "`seat` must be 0 or 1")?;
        let TwinsView { hand, table, .. } = *self;
        require(table.dealt <= 2 * HAND, "`table.dealt` must be 0 to 4")?;
        let tricks = &table.tricks;
        require(tricks.iter().all(|trick| trick.leader.is_none_or(|seat| seat < 2)), "`leader` must be 0 or 1")?;
        let in_order = |trick: &Trick| match (trick.leader, trick.cards) {
            (None, cards) => cards == [None; 2],
            (Some(leader), cards) => cards[leader].is_some() || cards[1 - leader].is_none(),
        };
        let begun = |trick: &Trick| trick.leader.is_some();
        let turns = tricks.iter().all(in_order)
            && (table.dealt == 2 * HAND || !begun(&tricks[0]))
            && (tricks[0].turn().is_none() || !begun(&tricks[1]));
        require(turns, "`table.tricks` are not played in order")?;
        let known = |card: Card| table.played().filter(|&played| played == card).count() + hand.count(card);
        require(hand.len() == table.holds(self.seat), "`hand` does not have the cards that were dealt and not played")?;
        let dealt = hand.iter().chain(table.played()).all(|card| pack().contains(card) && known(card) <= 2);
        require(dealt, "the cards are the tens to kings of clubs, two of each")
    }
}

impl Redeal<TwinsState> for TwinsView {
    fn redeal(&self, chance: &mut Stream) -> TwinsState {
        let mut stock = pack() - self.hand - self.table.played().collect();
        let mut hands = [self.hand; 2];
        let other = 1 - self.seat;
        hands[other] = Cards::EMPTY;
        chance.fill(&mut hands[other], self.table.holds(other), &mut stock);
        TwinsState { table: self.table, hands, stock }
    }
}
