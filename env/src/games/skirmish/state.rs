//! The truth of a position of Skirmish, and what the moves do to it.

use serde::{Deserialize, Serialize};

use super::actions::Move;
use super::building::Building;
use super::combination::End;
use super::laying::{Extending, Laying};
use super::rules::Rules;
use super::table::{Function, Phase, Public, Turned};
use super::view::SkirmishView;
use crate::cards::{Card, CardSet, Cards};
use crate::games::kinds::{Kinds, points};
use crate::rules::{Action, Audience, Audit, Seat, State, Turn};

/// The truth of a position of Skirmish.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SkirmishState {
    pub(super) rules: Rules,
    pub(super) table: Public,
    pub(super) hands: [CardSet; Rules::HANDS],
    pub(super) stock: CardSet,
    laying: Option<Laying>,
}

impl SkirmishState {
    /// The position before the first card is dealt; the seats have laid these kinds in earlier rounds.
    #[inline]
    pub(super) fn new(rules: Rules, laid: impl IntoIterator<Item = Kinds>) -> SkirmishState {
        SkirmishState {
            table: Public::new(&rules, laid),
            rules,
            hands: [CardSet::EMPTY; Rules::HANDS],
            stock: CardSet::PACK_WITH_JOKERS,
            laying: None,
        }
    }

    /// A position that a view shows, with the hidden cards filled in.
    pub(super) fn resume(
        rules: Rules,
        table: Public,
        hands: [CardSet; Rules::HANDS],
        stock: CardSet,
        laying: Option<Laying>,
    ) -> SkirmishState {
        SkirmishState { rules, table, hands, stock, laying }
    }

    #[inline]
    pub(super) fn seats(&self) -> usize {
        self.rules.seats.into()
    }

    /// Returns `true` if all see the cards of a hand.
    #[inline]
    fn open(&self, hand: usize) -> bool {
        hand >= self.seats()
    }

    /// Puts cards into the hand to move, in view of all.
    #[inline]
    fn receive(&mut self, cards: CardSet) {
        let hand = self.table.to_move;
        self.hands[hand] |= cards;
        self.table.known[hand] |= cards;
        self.table.sizes[hand] = self.hands[hand].len() as u8;
    }

    /// Takes cards out of the hand to move.
    #[inline]
    fn part(&mut self, cards: CardSet) {
        let hand = self.table.to_move;
        self.hands[hand] -= cards;
        self.table.known[hand] -= cards;
        self.table.sizes[hand] -= cards.len() as u8;
    }

    /// Ends the round if the hand to move is empty.
    #[inline]
    fn go_on(&mut self) {
        if self.hands[self.table.to_move].is_empty() {
            self.finish();
        }
    }

    /// Has laid cards, which lie on the table now.
    fn laid(&mut self, cards: CardSet) {
        self.laying = None;
        self.part(cards);
        self.table.turn.note(Function::Play);
        self.table.turn.must = None;
        self.table.laid[self.table.to_move] += points(cards);
        self.go_on();
    }

    fn done(&mut self, building: &Building) {
        let combination = building.finish();
        self.table.board.push(combination);
        if self.rules.charts {
            self.table.charts[self.table.to_move].note(combination.kind);
        }
        self.laid(combination.cards);
    }

    /// Puts a card to the combination that is being grown; a pair and the end of jokers may still be open.
    fn extend(&mut self, extending: Extending, card: Card) {
        let taken = self.table.board.taken();
        let combination = &self.table.board.all()[usize::from(extending.combination)];
        let ends = combination.ends(&taken);
        let asked = card.is_joker() && ends.low.is_some() && ends.high.is_some();
        match (combination.kind.width(), extending.card) {
            (2, None) => self.laying = Some(Laying::Extend(Extending { card: Some(card), ..extending })),
            (2, Some(first)) if asked && first.is_joker() => {
                self.laying = Some(Laying::Extend(Extending { second: Some(card), ..extending }));
            }
            (2, Some(first)) => self.grow(extending, CardSet::of(first).with(card), End::High),
            _ if asked => self.laying = Some(Laying::Extend(Extending { card: Some(card), ..extending })),
            _ => self.grow(extending, CardSet::of(card), End::High),
        }
    }

    fn grow(&mut self, extending: Extending, cards: CardSet, end: End) {
        self.table.board.grow(extending.combination.into(), cards, end);
        self.laid(cards);
    }

    fn end_turn(&mut self) {
        let table = &mut self.table;
        table.passes = if table.turn.passes() { table.passes + 1 } else { 0 };
        table.turns += 1;
        table.turn = Turned::default();
        let hands = usize::from(table.hands);
        if usize::from(table.passes) >= hands || usize::from(table.turns) >= Rules::TURN_CAP * hands {
            self.finish();
        } else {
            table.to_move = table.next(table.to_move);
        }
    }
}

impl State for SkirmishState {
    type View = SkirmishView;

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Deal | Phase::Stock => Turn::Chance,
            Phase::Over => Turn::Over { truncated: !self.table.ended() },
            _ => Turn::Seat(self.table.to_move % self.seats()),
        }
    }

    #[inline]
    fn deck(&self) -> Cards {
        if self.turn() == Turn::Chance { self.stock.into() } else { Cards::EMPTY }
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        self.stock.remove(card);
        self.table.stock -= 1;
        if self.table.phase == Phase::Deal && self.table.dealt() {
            self.table.stacks.discard(card, None);
            self.table.phase = Phase::Turn;
            return;
        }
        let hand = self.table.to_move;
        self.hands[hand].insert(card);
        self.table.sizes[hand] += 1;
        if self.open(hand) {
            self.table.known[hand].insert(card);
        }
        if self.table.phase == Phase::Stock {
            self.table.phase = Phase::Turn;
        } else {
            self.table.to_move = self.table.receiver(&self.rules);
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        let hand = self.table.to_move;
        match Move::of(action) {
            Some(Move::Draw) => {
                self.table.turn.note(Function::Draw);
                self.table.phase = Phase::Stock;
            }
            Some(Move::Discard(card)) => {
                self.part(CardSet::of(card));
                self.table.stacks.discard(card, Some(hand));
                self.table.turn.note(Function::Discard);
                self.go_on();
            }
            Some(Move::Drop(card)) => {
                self.part(CardSet::of(card));
                self.table.stacks.drop(card, hand);
                self.table.turn.note(Function::Drop);
                self.table.turn.moved ^= CardSet::of(card);
                self.go_on();
            }
            Some(Move::Take(card)) if self.table.stacks.discards().contains(card) => {
                let cards = self.table.stacks.pick_up(card);
                self.receive(cards);
                self.table.turn.note(Function::PickUp);
                self.table.turn.must = Some(card);
            }
            Some(Move::Take(card)) => {
                let cards = self.table.stacks.retrieve(card, hand);
                self.receive(cards);
                self.table.turn.note(Function::Retrieve);
                self.table.turn.moved ^= cards;
            }
            Some(Move::Lay(kind)) => self.laying = Some(Laying::Build(Building::new(kind))),
            Some(Move::Extend(combination)) => {
                self.laying = Some(Laying::Extend(Extending { combination, card: None, second: None }));
            }
            Some(Move::Put(card)) => match &mut self.laying {
                Some(Laying::Build(building)) => building.push(card),
                &mut Some(Laying::Extend(extending)) => self.extend(extending, card),
                None => (),
            },
            Some(Move::Done) => {
                if let Some(Laying::Build(building)) = self.laying {
                    self.done(&building);
                }
            }
            Some(Move::At(end)) => {
                if let Some(Laying::Extend(extending)) = self.laying {
                    self.grow(extending, extending.cards(), end);
                }
            }
            Some(Move::EndTurn) => self.end_turn(),
            None => (),
        }
    }

    fn returns(&self, seat: Seat) -> f32 {
        if self.table.phase != Phase::Over {
            return 0.0;
        }
        let own = f32::from(self.scores(seat));
        let all: f32 = (0..self.seats()).map(|seat| f32::from(self.scores(seat))).sum();
        own - (all - own) / (self.seats() - 1) as f32
    }

    fn points(&self, seat: Seat) -> i32 {
        if self.table.phase == Phase::Over { self.scores(seat).into() } else { 0 }
    }

    fn stands(&self) -> bool {
        let (seats, hands) = (self.seats(), self.rules.hands());
        let open = (seats..hands).all(|hand| self.hands[hand] == self.table.known[hand]);
        let none = self.hands[hands..].iter().all(|hand| hand.is_empty());
        open && none && self.stock.len() == usize::from(self.table.stock)
    }

    #[inline]
    fn view(&self, seat: Seat) -> SkirmishView {
        let laying = self.laying.filter(|_| self.turn() == Turn::Seat(seat));
        SkirmishView { options: self.rules, seat, hand: self.hands[seat], laying, table: self.table }
    }
}

impl Audit for SkirmishState {
    fn audience(&self) -> Audience {
        let hand = self.table.to_move;
        let turned_up = self.table.phase == Phase::Deal && self.table.dealt();
        if turned_up || self.open(hand) { Audience::Everyone } else { Audience::Seat(hand) }
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        let table = &self.table;
        let hands = ["hand 0", "hand 1", "hand 2", "hand 3", "hand 4", "hand 5", "hand 6"];
        let stacks = ["stack 0", "stack 1", "stack 2", "stack 3", "stack 4", "stack 5", "stack 6"];
        let mut zones: Vec<(&'static str, Cards)> = hands.into_iter().zip(self.hands.map(Cards::from)).collect();
        zones.extend(stacks.into_iter().enumerate().map(|(hand, name)| (name, table.stacks.dropped(hand).into())));
        let rest = [("discard stack", table.stacks.discards()), ("table", table.board.cards()), ("deck", self.stock)];
        zones.extend(rest.map(|(name, cards)| (name, cards.into())));
        zones
    }

    fn exposed(&self) -> Cards {
        // Open hands always, and all hands when they are counted.
        let open = if self.table.phase == Phase::Over { 0 } else { self.seats() };
        self.hands[open..].iter().fold(CardSet::EMPTY, |cards, &hand| cards | hand).into()
    }
}
