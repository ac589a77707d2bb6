//! What all seats see.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::chart::{Chart, Charts};
use super::rules::Rules;
use super::stacks::Stacks;
use super::wire;
use crate::cards::{Card, CardSet};
use crate::games::kinds::Kinds;

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The cards are being dealt.
    Deal,
    /// The hand to move is in its turn.
    Turn,
    /// The hand to move is being dealt the top of the deck.
    Stock,
    /// The round is over.
    Over,
}

/// What may be done once in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Function {
    /// Drawing from the deck.
    Draw,
    /// Discarding a card.
    Discard,
    /// Dropping a card.
    Drop,
    /// Picking up from the discard stack.
    PickUp,
    /// Retrieving from the own stack.
    Retrieve,
    /// Laying and growing.
    Play,
}

impl Function {
    pub(super) const ALL: [Function; 6] =
        [Function::Draw, Function::Discard, Function::Drop, Function::PickUp, Function::Retrieve, Function::Play];
}

/// What has been done in the turn so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Turned {
    /// One bit a function, in the order of [`Function`].
    pub(super) used: u8,
    /// The stretch of play goes on.
    pub playing: bool,
    /// The card picked up that the next thing laid must contain.
    pub must: Option<Card>,
    /// The cards that were dropped and not retrieved again, or the other way round.
    pub moved: CardSet,
}

impl Turned {
    /// Returns `true` if something has been done.
    #[inline]
    pub fn has(&self, function: Function) -> bool {
        self.used >> function as u8 & 1 == 1
    }

    /// Notes that something is done; what is not play ends the stretch of play.
    #[inline]
    pub(super) fn note(&mut self, function: Function) {
        self.used |= 1 << function as u8;
        self.playing = function == Function::Play;
    }

    /// Returns `true` if something may be laid.
    #[inline]
    pub fn may_play(&self) -> bool {
        self.playing || !self.has(Function::Play)
    }

    /// Returns `true` if the turn, if it ended now, would be a pass.
    #[inline]
    pub(super) fn passes(&self) -> bool {
        let back_and_forth = 1 << Function::Drop as u8 | 1 << Function::Retrieve as u8;
        self.used == 0 || self.used == back_and_forth && self.moved.is_empty()
    }
}

/// What all seats see; hands are numbered as in the rules page, and what each has is kept for [`Public::hands`] of them.
///
/// Its JSON lists hands, stacks and combinations; views.md has every field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "wire::Table", into = "wire::Table")]
pub struct Public {
    /// The number of hands at the table.
    pub hands: u8,
    /// What is going on.
    pub phase: Phase,
    /// The hand to move, or to be dealt a card.
    pub to_move: usize,
    /// The discard stack and those of the hands.
    pub stacks: Stacks,
    /// The number of cards in each hand.
    pub sizes: [u8; Rules::HANDS],
    /// For each hand, the cards of it that all have seen.
    pub known: [CardSet; Rules::HANDS],
    /// The points that each hand has laid in this round.
    pub laid: [u8; Rules::HANDS],
    /// The combinations.
    pub board: Board,
    /// The number of cards in the deck.
    pub stock: u8,
    /// What has been done in this turn.
    pub turn: Turned,
    /// The hands that have passed in succession.
    pub passes: u8,
    /// The turns that have been completed in this round.
    pub turns: u16,
    /// The charts of the seats; none where none are kept.
    pub charts: Charts,
}

impl Public {
    /// The table before a round's first card is dealt; the seats have laid these kinds in earlier rounds.
    pub(super) fn new(rules: &Rules, laid: impl IntoIterator<Item = Kinds>) -> Public {
        let mut charts = Charts::new(if rules.charts { rules.seats } else { 0 });
        for (seat, laid) in laid.into_iter().enumerate().filter(|_| rules.charts) {
            charts[seat] = Chart { laid, fresh: Kinds::NONE };
        }
        let mut table = Public {
            hands: rules.hands() as u8,
            phase: Phase::Deal,
            to_move: 0,
            stacks: Stacks::default(),
            sizes: [0; Rules::HANDS],
            known: [CardSet::EMPTY; Rules::HANDS],
            laid: [0; Rules::HANDS],
            board: Board::EMPTY,
            stock: Card::COUNT_WITH_JOKERS,
            turn: Turned::default(),
            passes: 0,
            turns: 0,
            charts,
        };
        table.to_move = table.receiver(rules);
        table
    }

    /// The cards that lie where all see them.
    #[inline]
    pub fn visible(&self) -> CardSet {
        self.stacks.cards() | self.board.cards()
    }

    /// The next hand in the order of play.
    #[inline]
    pub(super) fn next(&self, hand: usize) -> usize {
        (hand + 1) % usize::from(self.hands)
    }

    /// Returns `true` if every hand has its cards, so that the next card is turned up.
    #[inline]
    pub(super) fn dealt(&self) -> bool {
        self.dealt_cards() == Rules::DEALT * usize::from(self.hands)
    }

    fn dealt_cards(&self) -> usize {
        self.sizes.iter().map(|&size| usize::from(size)).sum()
    }

    /// The hand to which the next card is dealt; the first, which starts, when all have theirs.
    pub(super) fn receiver(&self, rules: &Rules) -> usize {
        let (seats, dealt) = (usize::from(rules.seats), self.dealt_cards());
        if self.dealt() {
            return 0;
        }
        // The open hands come first.
        let open = rules.open_hands && dealt < Rules::DEALT * seats;
        dealt % seats + if open { seats } else { 0 }
    }

    /// The kinds that the seat of the hand to move may lay: in Gem Rum not those it has laid in an earlier round.
    #[inline]
    pub fn open_kinds(&self) -> Kinds {
        // Where charts are kept every seat has one hand.
        self.charts[self.to_move].open()
    }

    /// Returns `true` if the round being played has ended by itself: a hand is empty, or all have passed.
    pub(super) fn ended(&self) -> bool {
        let empty = self.sizes[..self.hands.into()].contains(&0);
        empty || self.passes >= self.hands
    }
}
