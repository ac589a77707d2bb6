//! What one seat of a game of pinochle knows.

use serde::{Deserialize, Serialize};

use super::actions::{DIX, DRAW, EXCHANGE, MELD, Source, mask};
use super::building::{Building, possible};
use super::count::Count;
use super::ending::Ending;
use super::laid::Laid;
use super::meld::{Meld, Service};
use super::pack::{PACK, Suit};
use super::rules::Rules;
use super::trick::{allowed, beating, winners};
use crate::cards::{Card, CardSet, Cards};
use crate::rules::{ActionSet, Seat, View};

/// What is going on in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The cards are being dealt.
    Deal,
    /// The seat to move leads to a trick.
    Lead,
    /// The seat to move follows.
    Follow,
    /// The seat to move has won a trick, melds and draws.
    Meld,
    /// The seat to move is being dealt the top of the stock.
    Stock,
    /// The hand is over.
    Over,
}

/// What both seats see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// What is going on.
    pub phase: Phase,
    /// The seat to move; at the end the one that won the last trick.
    pub to_move: Seat,
    /// The suit of trumps, once it is turned up.
    pub trumps: Option<Suit>,
    /// The card that lies under the stock: the turned card, or the nine that has taken its place; nothing when it is drawn.
    pub turned: Option<Card>,
    /// The last card of the stock, while it lies there alone and turned up.
    #[serde(default)]
    pub last: Option<Card>,
    /// The number of cards in the stock, 0 to 48, without the turned card.
    pub stock: u8,
    /// The card that was led to this trick.
    #[serde(default)]
    pub led: Option<Card>,
    /// For each seat, the cards that it has laid.
    #[serde(default)]
    pub laid: [Laid; 2],
    /// The seat to move has laid its meld after this trick.
    #[serde(default)]
    pub melded: bool,
    /// For each seat, the cards that it has won.
    pub won: [Cards; 2],
    /// For each seat, the cards of its hand that both know: as many of each as it must hold, given what both saw. When the
    /// stock is gone, all.
    #[serde(default)]
    pub known: [Cards; 2],
    /// For each seat, what it has scored for melds and nines of trumps.
    pub melds: [u16; 2],
    /// The count, when the hand is over.
    #[serde(default)]
    pub count: Option<Count>,
}

/// What one seat of a game of pinochle knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinochleView {
    /// The rules.
    pub options: Rules,
    /// The seat whose view it is.
    pub seat: Seat,
    /// Its hand, without what it has laid.
    pub hand: Cards,
    /// The meld for which it is choosing cards, if it is to move.
    #[serde(default)]
    pub building: Option<Building>,
    /// What both see.
    pub table: Public,
}

/// What the rules and the encoder both need to know of a decision.
pub(super) struct Look {
    pub(super) legal: ActionSet,
    /// The melds that the hand and the table make, a bit each in the order of [`Meld::ALL`].
    pub(super) melds: u16,
    /// The cards of these melds, and of those worth [`GREAT`] points.
    pub(super) melded: [CardSet; 2],
    /// The cards of melds that lack one card, which the seat may still get, and of those worth [`GREAT`] points.
    pub(super) near: [CardSet; 2],
    /// The cards whose place the seat does not know.
    pub(super) unseen: Cards,
    /// The seat's cards that take the trick, or are sure to when they are led.
    pub(super) winning: CardSet,
}

/// A great meld scores so much.
const GREAT: u16 = 80;

impl Public {
    /// Returns `true` if the stock is still being drawn from.
    #[inline]
    pub fn drawing(&self) -> bool {
        self.turned.is_some()
    }
}

impl PinochleView {
    /// The cards that may serve in melds, the seat's own on the table, for each service.
    #[inline]
    fn usable(&self) -> [CardSet; 4] {
        let laid = &self.table.laid[self.seat];
        Service::ALL.map(|service| {
            let [first, second] = laid.usable(service);
            first | second
        })
    }

    /// The melds that can be laid now or after a trick, a bit each in the order of [`Meld::ALL`].
    #[inline]
    fn possible(&self, usable: &[CardSet; 4]) -> u16 {
        let Some(trumps) = self.table.trumps.filter(|_| self.table.drawing()) else { return 0 };
        let hand = self.hand.kinds();
        let bit = |meld: Meld| u16::from(possible(meld, hand, usable[meld.service() as usize], trumps)) << meld.index();
        Meld::ALL.into_iter().fold(0, |melds, meld| melds | bit(meld))
    }

    /// The melds that the seat could lay with what it holds, after a trick that it has won, in the order of the table.
    pub fn melds(&self) -> impl Iterator<Item = Meld> + use<> {
        let melds = self.possible(&self.usable());
        Meld::ALL.into_iter().filter(move |meld| melds >> meld.index() & 1 == 1)
    }

    /// What the seat may do, given the melds that it can lay.
    #[inline]
    fn actions(&self, melds: impl FnOnce() -> u16) -> ActionSet {
        let (table, hand, mut legal) = (&self.table, self.hand.kinds(), ActionSet::EMPTY);
        let Some(trumps) = table.trumps.filter(|_| table.to_move == self.seat) else { return legal };
        let laid = &table.laid[self.seat];
        let mut insert = |source: Source, chooses: bool, cards: CardSet| {
            if cards.is_empty() {
                return;
            }
            let (first, bits) = mask(source, chooses, cards);
            legal.insert_bits(first, bits);
        };
        match (table.phase, self.building) {
            (Phase::Lead | Phase::Follow, _) => {
                let cards = match table.led {
                    Some(led) if !table.drawing() => allowed(hand, led, trumps),
                    _ => hand,
                };
                insert(Source::Hand, false, cards);
                insert(Source::Table, false, laid.layers()[0].cards);
                insert(Source::Second, false, laid.differing());
            }
            (Phase::Meld, Some(building)) => {
                let ways = building.next(hand, laid, trumps);
                insert(Source::Hand, true, ways.hand);
                insert(Source::Table, true, ways.table);
                insert(Source::Second, true, ways.second);
            }
            (Phase::Meld, None) => {
                let nine = hand.contains(trumps.nine());
                let turned = table.turned.is_some_and(|card| card != trumps.nine());
                legal.insert_bits(
                    DIX,
                    u64::from(nine) | u64::from(nine && turned) << (EXCHANGE - DIX) | 1 << (DRAW - DIX),
                );
                if !table.melded {
                    legal.insert_bits(MELD, melds().into());
                }
            }
            (Phase::Deal | Phase::Stock | Phase::Over, _) => (),
        }
        legal
    }

    /// Examines the seat's cards.
    #[inline]
    pub(super) fn look(&self) -> Look {
        let usable = self.usable();
        let melds = self.possible(&usable);
        let mut look = Look {
            legal: self.actions(|| melds),
            melds,
            melded: [CardSet::EMPTY; 2],
            near: [CardSet::EMPTY; 2],
            unseen: self.unseen(),
            winning: CardSet::EMPTY,
        };
        let Some(trumps) = self.table.trumps else { return look };
        let hand = self.hand.kinds();
        let unseen = look.unseen.kinds();
        if let Some(turned) = self.table.turned {
            let coming = unseen.with(turned);
            for meld in Meld::ALL {
                let (cards, held) = (meld.cards(trumps), hand | usable[meld.service() as usize]);
                let missing = cards - held;
                let kept = if melds >> meld.index() & 1 == 1 {
                    &mut look.melded
                } else if missing.len() == 1 && coming.contains_all(missing) {
                    &mut look.near
                } else {
                    continue;
                };
                kept[0] |= cards & held;
                if meld.points(trumps) >= GREAT {
                    kept[1] |= cards & held;
                }
            }
        }
        look.winning = self.winning_against(unseen);
        look
    }

    /// The seat's cards, those on the table among them, that take the trick; or if it leads, those that are sure to win,
    /// whatever the other may hold.
    pub fn winning(&self) -> CardSet {
        self.winning_against(self.unseen().kinds())
    }

    /// As [`PinochleView::winning`], given the cards that it does not see.
    #[inline]
    fn winning_against(&self, unseen: CardSet) -> CardSet {
        let (table, other) = (&self.table, 1 - self.seat);
        let Some(trumps) = table.trumps else { return CardSet::EMPTY };
        let own = self.hand.kinds() | table.laid[self.seat].layers()[0].cards;
        let taking = match table.led {
            Some(led) => beating(led, trumps),
            None => {
                let theirs = unseen | table.known[other].kinds() | table.laid[other].layers()[0].cards;
                winners(theirs, trumps, !table.drawing())
            }
        };
        own & taking
    }

    /// The cards whose place this seat does not know: in the stock or in the other hand.
    #[inline]
    pub fn unseen(&self) -> Cards {
        let table = &self.table;
        let lying = table.laid[0].cards() + table.laid[1].cards();
        let single: CardSet = table.led.into_iter().collect();
        let shown = table.turned.into_iter().chain(table.last).collect::<Cards>();
        let out = table.won[0] + table.won[1] + Cards::from(single) + shown;
        PACK - (self.hand + lying + out + table.known[1 - self.seat])
    }

    /// The number of cards in the other hand.
    #[inline]
    pub fn others(&self) -> usize {
        let hidden = usize::from(self.table.stock) - usize::from(self.table.last.is_some());
        self.unseen().len() + self.table.known[1 - self.seat].len() - hidden
    }
}

impl View for PinochleView {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        self.actions(|| self.possible(&self.usable()))
    }

    /// When the stock is gone, both hands are known.
    fn reckoned(&self) -> Option<ActionSet> {
        let (first, bits) = mask(Source::Hand, false, Ending::whole(self)?.best);
        let mut best = ActionSet::EMPTY;
        best.insert_bits(first, bits);
        Some(best)
    }
}
