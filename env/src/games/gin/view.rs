//! What one seat of a game of gin knows.

use serde::{Deserialize, Serialize};

use super::actions::{DISCARD, DONE, DRAW, END_MELD, GO_OUT, KNOCK, LAY_OFF, MELD, PASS, TAKE};
use super::laying::Laying;
use super::melds::{Discards, best_melds, least_deadwood, value};
use super::pile::Pile;
use super::rules::{Episode, LayoutBy, Rules};
use super::showdown::Showdown;
use super::{GinState, encode};
use crate::{ActionSet, Card, CardSet, Chance, Inconsistent, Redeal, Row, Seat, State, Stream, View};

/// What is going on in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The cards are being dealt.
    Deal,
    /// The first upcard is offered to the seat to move: `take` or `pass`.
    Offer,
    /// The seat to move draws from the stock or takes the upcard.
    Draw,
    /// The seat to move is being dealt the top of the stock.
    Stock,
    /// The seat to move discards, knocks or goes out.
    Discard,
    /// The knocker, who is to move, lays out his hand.
    KnockerMelds,
    /// The defender, who is to move, lays out his hand.
    DefenderMelds,
    /// The defender, who is to move, lays cards off.
    LayOff,
    /// The episode is over.
    Over,
}

/// What both seats see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// What is going on.
    pub phase: Phase,
    /// The seat to move.
    pub to_move: Seat,
    /// The elder hand of this hand, who was offered the upcard first or drew first.
    pub elder: Seat,
    /// The discard pile from bottom to top.
    pub pile: Pile,
    /// The number of cards in the stock.
    pub stock: u8,
    /// For each seat, the cards of its hand that both know: those it took from the discard pile and still holds.
    pub known: [CardSet; 2],
    /// The cards that someone took from the discard pile and later discarded again.
    #[serde(default)]
    pub returned: CardSet,
    /// The card that the seat to move took from the discard pile in this turn.
    #[serde(default)]
    pub taken: Option<Card>,
    /// The turns that have been completed in this hand.
    pub turns: u8,
    /// The most deadwood that one may knock with.
    pub knock_limit: u8,
    /// How the match stands; all 0 in a single hand.
    #[serde(default)]
    pub score: Score,
    /// For each seat, what it has laid out so far; empty unless players lay out themselves.
    #[serde(default)]
    pub laid: [Laying; 2],
    /// The cards that have been laid off so far.
    #[serde(default)]
    pub laid_off: CardSet,
}

/// How a match stands, for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The points so far.
    pub points: [u16; 2],
    /// The hands won so far.
    pub won: [u16; 2],
    /// The hands played so far, dead ones included.
    pub hands: u16,
}

/// What one seat of a game of gin knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GinView {
    /// The rules.
    pub options: Rules,
    /// The seat whose view it is.
    pub seat: Seat,
    /// Its hand.
    pub hand: CardSet,
    /// What both see.
    pub table: Public,
    /// How the last hand ended, when the episode is over and it was not a dead one.
    #[serde(default)]
    pub showdown: Option<Showdown>,
}

/// What the rules and the encoder both need to know of a hand.
pub(super) struct Look {
    pub(super) legal: ActionSet,
    /// The melded cards of a best layout.
    pub(super) melded: CardSet,
    /// The discards that leave least deadwood, when it is to discard.
    pub(super) best: CardSet,
    /// The deadwood, after the best discard when it is to discard.
    pub(super) deadwood: u32,
    /// The upcard would lie in a meld, when it may be taken.
    pub(super) upcard_melds: bool,
}

impl GinView {
    /// Examines the hand for the seat's decision.
    #[inline]
    pub(super) fn look(&self) -> Look {
        let (table, sets) = (&self.table, self.options.sets());
        let mut legal = ActionSet::EMPTY;
        if table.to_move == self.seat {
            match table.phase {
                Phase::Discard => return self.look_to_discard(),
                Phase::Offer => legal.insert_bits(0, 1 << TAKE | 1 << PASS),
                Phase::Draw => legal.insert_bits(0, 1 << DRAW | 1 << TAKE),
                Phase::KnockerMelds | Phase::DefenderMelds => legal = self.melding(),
                Phase::LayOff => {
                    legal.insert_bits(DONE, 1);
                    let fitting = table.laid[1 - self.seat].layout.fitting() & table.laid[self.seat].layout.deadwood;
                    legal.insert_bits(LAY_OFF, fitting.bits());
                }
                Phase::Deal | Phase::Stock | Phase::Over => (),
            }
        }
        let melded = best_melds(self.hand, sets);
        let takes = matches!(table.phase, Phase::Offer | Phase::Draw);
        let upcard_melds =
            takes && table.pile.top().is_some_and(|card| best_melds(self.hand.with(card), sets).contains(card));
        Look { legal, melded, best: CardSet::EMPTY, deadwood: value(self.hand - melded), upcard_melds }
    }

    #[inline]
    fn look_to_discard(&self) -> Look {
        let mut legal = ActionSet::EMPTY;
        let allowed = self.allowed_discards();
        let discards = Discards::new(self.hand, allowed, self.table.knock_limit.into(), self.options.sets());
        legal.insert_bits(DISCARD, allowed.bits());
        legal.insert_bits(KNOCK, discards.knocks.bits());
        if self.options.out_without_discard && discards.melded == self.hand {
            legal.insert_bits(GO_OUT, 1);
        }
        Look { legal, melded: discards.melded, best: discards.best, deadwood: discards.least, upcard_melds: false }
    }

    /// The cards that may be discarded: all but the one just taken from the discard pile (D4).
    #[inline]
    pub fn allowed_discards(&self) -> CardSet {
        match self.table.taken {
            Some(card) if !self.options.return_taken => self.hand.without(card),
            _ => self.hand,
        }
    }

    fn melding(&self) -> ActionSet {
        let laying = &self.table.laid[self.seat];
        // The knocker must keep to what he knocked with; without a discard all must be melded.
        let limit = match self.table.phase {
            Phase::DefenderMelds => u32::MAX,
            _ if self.hand.len() > self.options.hand.into() => 0,
            _ => self.table.knock_limit.into(),
        };
        let (next, end) = laying.choices(limit, self.options.sets());
        let mut legal = ActionSet::EMPTY;
        legal.insert_bits(MELD, next.bits());
        legal.insert_bits(END_MELD, end.into());
        legal.insert_bits(DONE, laying.complete(limit).into());
        legal
    }
}

impl View for GinView {
    type State = GinState;

    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        self.look().legal
    }

    fn encode(&self, row: &mut Row<'_>) {
        encode::write(self, &self.look(), row);
    }

    #[inline]
    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        let look = self.look();
        encode::write(self, &look, row);
        look.legal
    }

    fn check(&self) -> Result<(), Inconsistent> {
        let table = &self.table;
        let require = |holds: bool, text: &str| if holds { Ok(()) } else { Err(Inconsistent(text.into())) };
        require(self.seat < 2 && table.to_move < 2 && table.elder < 2, "seats are 0 and 1")?;
        if let Err(error) = self.options.check() {
            return Err(Inconsistent(format!("options: {error}")));
        }
        let other = table.known[1 - self.seat];
        let pile = table.pile.cards();
        require((self.hand & pile).is_empty(), "a card is both in `hand` and in `table.pile`")?;
        require(self.hand.contains_all(table.known[self.seat]), "`table.known` of the seat itself must be in `hand`")?;
        require((other & (self.hand | pile)).is_empty(), "a card in `table.known` of the other seat is elsewhere too")?;

        let passed_on = pile | table.known[0] | table.known[1];
        require(passed_on.contains_all(table.returned), "a card in `table.returned` is nowhere that both see")?;

        let size = usize::from(self.options.hand);
        let own = self.hand.len();
        let placed = own + pile.len() + usize::from(table.stock);
        require(
            placed <= 52 && 52 - placed >= other.len(),
            "`hand`, `table.pile` and `table.stock` hold too many cards",
        )?;
        let theirs = 52 - placed;
        let holds = |seat: Seat| size + usize::from(table.phase == Phase::Discard && table.to_move == seat);
        let sizes = match table.phase {
            Phase::Deal => {
                // One card at a time, elder hand first; the upcard comes last.
                let [elders, others] = if self.seat == table.elder { [own, theirs] } else { [theirs, own] };
                let next = if elders == others { table.elder } else { 1 - table.elder };
                let in_turn = elders == others || elders == others + 1;
                in_turn && elders <= size && table.to_move == next && pile.is_empty()
            }
            Phase::Offer | Phase::Draw | Phase::Stock | Phase::Discard => {
                own == holds(self.seat) && theirs == holds(1 - self.seat)
            }
            _ => (size..=size + 1).contains(&own) && (size..=size + 1).contains(&theirs),
        };
        require(sizes, "the numbers of cards in `hand`, `table.pile` and `table.stock` do not fit the phase")?;
        let stock = match table.phase {
            Phase::Offer | Phase::Draw | Phase::Stock => 3,
            _ => 0,
        };
        require(table.stock >= stock, "`table.stock`: the hand is dead when two cards are left")?;
        require(!matches!(table.phase, Phase::Offer | Phase::Draw) || !pile.is_empty(), "`table.pile` is empty")?;
        if let Some(card) = table.taken {
            let known = table.phase == Phase::Discard && table.known[table.to_move].contains(card);
            require(known, "`table.taken` must be in `table.known` of the seat that is to discard")?;
        }
        let limit = if self.options.oklahoma {
            match table.pile.turned() {
                Some(card) => u32::from(table.knock_limit) == value(CardSet::of(card)),
                None => (1..=10).contains(&table.knock_limit) || table.phase == Phase::Deal,
            }
        } else {
            table.knock_limit == self.options.knock_limit
        };
        require(limit, "`table.knock_limit` is not what the options allow")?;
        require(table.turns <= Rules::TURN_CAP, "`table.turns` is beyond the cap")?;
        let score = &table.score;
        let running = match self.options.episode {
            _ if table.phase == Phase::Over => true,
            Episode::Round => *score == Score::default(),
            Episode::Match => {
                score.points.iter().all(|&points| points < self.options.target + self.options.most_points())
            }
        };
        require(running && score.hands <= self.options.hand_cap, "`table.score` is beyond the end of the episode")?;
        require(score.won.iter().all(|&won| won <= score.hands), "`table.score`: more hands won than played")?;
        self.check_laid()?;
        self.check_showdown()
    }
}

impl GinView {
    /// Checks the count of a hand by counting it again.
    fn check_showdown(&self) -> Result<(), Inconsistent> {
        let Some(showdown) = self.showdown else { return Ok(()) };
        let open = self.unseen().len() == usize::from(self.table.stock);
        let ended = self.table.phase == Phase::Over && showdown.knocker < 2 && open;
        // Both hands lie open, so that nothing is left to chance.
        if ended && self.redeal(&mut Stream::new(0)).view(self.seat) == *self {
            return Ok(());
        }
        Err(Inconsistent("`showdown` is not what the hands count".into()))
    }

    /// Checks what players have laid out themselves.
    fn check_laid(&self) -> Result<(), Inconsistent> {
        let table = &self.table;
        let require = |holds: bool, text: &str| if holds { Ok(()) } else { Err(Inconsistent(text.into())) };
        if !matches!(table.phase, Phase::KnockerMelds | Phase::DefenderMelds | Phase::LayOff) {
            let none = table.laid == [Laying::default(); 2] && table.laid_off.is_empty();
            return require(none || table.phase == Phase::Over, "`table.laid`: nobody lays out a hand in this phase");
        }
        let melding = table.phase == Phase::KnockerMelds;
        let knocker = if melding { table.to_move } else { 1 - table.to_move };
        require(
            self.options.layout == LayoutBy::Chosen,
            "`table.phase`: hands are laid out by themselves under these options",
        )?;
        // The knocker's hand lies open, and once he is done the defender's too.
        let open = |seat: Seat| match seat == self.seat {
            true => table.known[seat] == self.hand,
            false => self.unseen().len() == usize::from(table.stock),
        };
        require(open(knocker) && (melding || open(1 - knocker)), "`table.known`: the hand of who lays out lies open")?;
        let held = table.known[1 - knocker];
        let off = if table.phase == Phase::LayOff { held } else { CardSet::EMPTY };
        require(off.contains_all(table.laid_off), "`table.laid_off` has a card that the defender did not hold")?;
        let mut wanted = [if melding { CardSet::EMPTY } else { held - table.laid_off }; 2];
        wanted[knocker] = table.known[knocker] | table.laid_off;
        let complete = (0..2).all(|seat| table.laid[seat].is_made_of(wanted[seat]));
        require(complete, "`table.laid` is not the hand of its seat, in melds and deadwood")?;
        // Whoever is laying out must be able to finish.
        let mover = GinView { seat: table.to_move, hand: table.known[table.to_move], ..self.clone() };
        require(!mover.look().legal.is_empty(), "`table.laid` leaves nothing that can be done")
    }

    /// The deadwood of this seat's hand in points, as it is best laid out.
    pub fn deadwood(&self) -> u32 {
        least_deadwood(self.hand, self.options.sets())
    }

    /// The cards whose place this seat does not know: in the stock or in the other hand.
    pub fn unseen(&self) -> CardSet {
        CardSet::PACK - self.hand - self.table.pile.cards() - self.table.known[1 - self.seat]
    }
}

impl Redeal for GinView {
    fn redeal(&self, chance: &mut Stream) -> GinState {
        let table = &self.table;
        let mut stock = self.unseen();
        let mut other = table.known[1 - self.seat];
        while stock.len() > table.stock.into() {
            let card = chance.deal(stock);
            stock.remove(card);
            other.insert(card);
        }
        let mut hands = [other; 2];
        hands[self.seat] = self.hand;
        GinState::resume(self.options, *table, hands, stock, self.showdown.map(|showdown| showdown.knocker))
    }
}
