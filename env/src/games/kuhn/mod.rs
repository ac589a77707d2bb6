//! Kuhn poker: three cards, one bet; its value is known, so it proves the algorithms.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardSet, Cards};
use crate::rules::{
    Action, ActionSet, Audience, Audit, Chance, Check, Encode, Game, Inconsistent, OptionError, Redeal, Row, Seat,
    Spec, State, Stream, Turn, View, ViewOf,
};

const JACK: Card = Card::new(11, 3);
const QUEEN: Card = Card::new(12, 3);
const KING: Card = Card::new(13, 3);
const PACK: CardSet = CardSet::EMPTY.with(JACK).with(QUEEN).with(KING);

const CHECK: u16 = 0;
const BET: u16 = 1;
const FOLD: u16 = 2;
const CALL: u16 = 3;

/// Kuhn poker (Kuhn 1950).
#[derive(Clone, Debug)]
pub struct Kuhn {
    spec: Spec,
}

/// Kuhn poker has no options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {}

/// What has been bet; the names read in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Betting {
    Open,
    Check,
    Bet,
    CheckBet,
    CheckCheck,
    BetFold,
    BetCall,
    CheckBetFold,
    CheckBetCall,
}

/// The truth of a position of Kuhn poker.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KuhnState {
    cards: [Option<Card>; 2],
    betting: Betting,
}

/// What one seat of Kuhn poker knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KuhnView {
    seat: Seat,
    card: Option<Card>,
    betting: Betting,
    /// The other's card, after a showdown.
    #[serde(default)]
    shown: Option<Card>,
}

impl Game for Kuhn {
    type State = KuhnState;
    type Round = Kuhn;
    type Options = Options;

    const FAMILY: &'static str = "kuhn";
    const VIEWS: &'static str = include_str!("views.md");
    const BETS: bool = true;
    const POINTS: &'static str = "chips";

    fn new(id: &'static str, _: Options) -> Result<Kuhn, OptionError> {
        let spec = Spec {
            id,
            seats: 2,
            actions: ["check", "bet", "fold", "call"].map(String::from).to_vec(),
            planes: Spec::lay_out(&[("card", 3), ("betting", 4)]),
            hints: Vec::new(),
            returns: (-2.0, 2.0),
            max_length: 3,
            zero_sum: true,
        };
        Ok(Kuhn { spec })
    }

    fn options(&self) -> &Options {
        &Options {}
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> KuhnState {
        KuhnState { cards: [None; 2], betting: Betting::Open }
    }

    fn round(&self) -> &Kuhn {
        self
    }

    fn round_view(view: &ViewOf<Kuhn>) -> Option<&ViewOf<Kuhn>> {
        Some(view)
    }
}

impl Betting {
    #[inline]
    fn turn(self) -> Turn {
        match self {
            Betting::Open | Betting::CheckBet => Turn::Seat(0),
            Betting::Check | Betting::Bet => Turn::Seat(1),
            _ => Turn::Over { truncated: false },
        }
    }

    #[inline]
    fn is_showdown(self) -> bool {
        matches!(self, Betting::CheckCheck | Betting::BetCall | Betting::CheckBetCall)
    }
}

impl State for KuhnState {
    type View = KuhnView;

    #[inline]
    fn turn(&self) -> Turn {
        if self.cards[1].is_none() { Turn::Chance } else { self.betting.turn() }
    }

    #[inline]
    fn deck(&self) -> Cards {
        match self.cards {
            [None, _] => PACK.into(),
            [Some(card), None] => PACK.without(card).into(),
            _ => Cards::EMPTY,
        }
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        let seat = usize::from(self.cards[0].is_some());
        self.cards[seat] = Some(card);
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        self.betting = match (self.betting, action.0) {
            (Betting::Open, CHECK) => Betting::Check,
            (Betting::Open, _) => Betting::Bet,
            (Betting::Check, CHECK) => Betting::CheckCheck,
            (Betting::Check, _) => Betting::CheckBet,
            (Betting::Bet, FOLD) => Betting::BetFold,
            (Betting::Bet, _) => Betting::BetCall,
            (_, FOLD) => Betting::CheckBetFold,
            _ => Betting::CheckBetCall,
        };
    }

    #[inline]
    fn returns(&self, seat: Seat) -> f32 {
        let higher = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        let elder = match self.betting {
            Betting::BetFold => 1.0,
            Betting::CheckBetFold => -1.0,
            Betting::CheckCheck => higher,
            Betting::BetCall | Betting::CheckBetCall => 2.0 * higher,
            _ => 0.0,
        };
        if seat == 0 { elder } else { -elder }
    }

    fn stands(&self) -> bool {
        self.cards[0].is_some() || self.cards[1].is_none()
    }

    #[inline]
    fn view(&self, seat: Seat) -> KuhnView {
        let shown = if self.betting.is_showdown() { self.cards[1 - seat] } else { None };
        KuhnView { seat, card: self.cards[seat], betting: self.betting, shown }
    }
}

impl Audit for KuhnState {
    fn audience(&self) -> Audience {
        Audience::Seat(usize::from(self.cards[0].is_some()))
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        let hand = |seat: Seat| self.cards[seat].into_iter().collect::<CardSet>();
        vec![("elder", hand(0).into()), ("younger", hand(1).into()), ("stock", (PACK - hand(0) - hand(1)).into())]
    }
}

impl View for KuhnView {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        let mut legal = ActionSet::EMPTY;
        if self.betting.turn() == Turn::Seat(self.seat) && self.card.is_some() {
            let open = matches!(self.betting, Betting::Open | Betting::Check);
            legal.insert_bits(0, if open { 1 << CHECK | 1 << BET } else { 1 << FOLD | 1 << CALL });
        }
        legal
    }
}

impl Encode for KuhnView {
    #[inline]
    fn encode(&self, row: &mut Row<'_>) {
        row.put(self.card.map_or(0, |card| 1 << (card.rank() - JACK.rank())), 3);
        let betting = match self.betting {
            Betting::Open => 1,
            Betting::Check => 2,
            Betting::Bet => 4,
            Betting::CheckBet => 8,
            _ => 0,
        };
        row.put(betting, 4);
    }
}

impl Check for KuhnView {
    fn check(&self) -> Result<(), Inconsistent> {
        let wrong = |text: &str| Err(Inconsistent(text.into()));
        if self.seat > 1 {
            return wrong("`seat` must be 0 or 1");
        }
        if self.card.is_some_and(|card| !PACK.contains(card)) || self.shown.is_some_and(|card| !PACK.contains(card)) {
            return wrong("the cards of Kuhn poker are JS, QS and KS");
        }
        if self.card.is_none() && self.betting != Betting::Open {
            return wrong("`card` is missing");
        }
        if self.shown.is_some() != self.betting.is_showdown() {
            return wrong("`shown` is the other's card after a showdown and missing before it");
        }
        if self.shown.is_some() && self.shown == self.card {
            return wrong("`card` and `shown` are the same card");
        }
        Ok(())
    }
}

impl Redeal<KuhnState> for KuhnView {
    fn redeal(&self, chance: &mut Stream) -> KuhnState {
        let mut cards = [None; 2];
        if let Some(card) = self.card {
            cards[self.seat] = Some(card);
            cards[1 - self.seat] = self.shown.or_else(|| Some(chance.deal(PACK.without(card).into())));
        }
        KuhnState { cards, betting: self.betting }
    }
}
