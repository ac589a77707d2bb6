//! The truth of a position of Sum-Run-Set, and what the moves do to it.

use serde::{Deserialize, Serialize};

use super::PerSeat;
use super::actions::Move;
use super::bonuses::{count, suffices};
use super::reach::Reach;
use super::rules::Rules;
use super::table::{Phase, Public};
use super::view::SumRunSetView;
use crate::cards::{Card, CardSet, Cards};
use crate::rules::{Action, Audience, Audit, Seat, State, Turn};

/// The truth of a position of Sum-Run-Set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SumRunSetState {
    rules: Rules,
    table: Public,
    hands: PerSeat<CardSet>,
    pack: CardSet,
}

impl SumRunSetState {
    /// The position before the first card is dealt; of a match with a target `lacks` is what each seat lacks of it.
    #[inline]
    pub(super) fn new(rules: Rules, lacks: Option<PerSeat<i32>>) -> SumRunSetState {
        let table = Public::new(&rules, lacks);
        SumRunSetState { rules, table, hands: PerSeat::new(rules.seats), pack: CardSet::PACK }
    }

    /// A position that a view shows, with the hidden cards filled in.
    pub(super) fn resume(rules: Rules, table: Public, hands: PerSeat<CardSet>, pack: CardSet) -> SumRunSetState {
        SumRunSetState { rules, table, hands, pack }
    }

    #[inline]
    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The points that each side has pegged.
    #[inline]
    pub(super) fn pegged(&self) -> &PerSeat<u16> {
        &self.table.pegged
    }

    /// Says what each side lacked of the target of a match before this pitch.
    pub(super) fn lacks(&self) -> impl Fn(usize) -> i32 + use<> {
        self.table.lacks(&self.rules)
    }

    /// Lays a card open; one that can capture nothing is left.
    #[inline]
    fn play_card(&mut self, card: Card) {
        let table = &mut self.table;
        self.hands[table.to_move].remove(card);
        if Reach::new(table.pond, None).has(card) {
            table.played = Some(card);
            table.phase = Phase::Choose;
        } else {
            self.leave(card);
        }
    }

    /// Leaves a card in the pond.
    #[inline]
    fn leave(&mut self, card: Card) {
        let table = &mut self.table;
        table.played = None;
        table.pond.insert(card);
        table.left = Some(card);
        self.pass_on();
    }

    /// Names a card of the pond; a capture to which no more can be taken is closed.
    #[inline]
    fn take(&mut self, card: Card) {
        let table = &mut self.table;
        table.taken.insert(card);
        if let (Some(kind), Some(played)) = (table.kind, table.played)
            && kind.next(played, table.pond, table.taken).is_empty()
        {
            self.close();
        }
    }

    /// Moves what has been captured to the pile of the seat to move, and pegs the points; a match may be won by them.
    #[inline]
    fn close(&mut self) {
        let table = &mut self.table;
        let (Some(kind), Some(played)) = (table.kind.take(), table.played.take()) else { return };
        let (taken, seat) = (std::mem::take(&mut table.taken), table.to_move);
        let (points, ..) = kind.scores(played, taken, table.pond, table.left.take());
        table.pond -= taken;
        table.piles[seat] |= taken.with(played);
        let side = self.rules.side(seat);
        table.pegged[side] += points;
        if suffices(table.pegged[side], table.lacks(&self.rules)(side)) {
            self.finish();
        } else {
            self.pass_on();
        }
    }

    /// Ends a turn: the next seat plays, new hands are dealt, or the pitch is over.
    #[inline]
    fn pass_on(&mut self) {
        let table = &mut self.table;
        let next = (table.to_move + 1) % usize::from(self.rules.seats);
        if !self.hands[next].is_empty() {
            table.to_move = next;
            table.phase = Phase::Play;
        } else if !self.pack.is_empty() {
            table.to_move = next;
            table.phase = Phase::Deal;
        } else {
            let lacks = table.lacks(&self.rules);
            count(&self.rules, &table.piles, &mut table.pegged, lacks);
            self.finish();
        }
    }

    #[inline]
    fn finish(&mut self) {
        self.table.left = None;
        self.table.phase = Phase::Over;
    }

    /// Returns `true` if the pond lies, so that hands are dealt.
    #[inline]
    fn pond_lies(&self) -> bool {
        self.table.pack <= Card::COUNT - self.rules.pond()
    }
}

impl State for SumRunSetState {
    type View = SumRunSetView;

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Deal => Turn::Chance,
            Phase::Over => Turn::Over { truncated: false },
            Phase::Play | Phase::Choose | Phase::Take => Turn::Seat(self.table.to_move),
        }
    }

    #[inline]
    fn deck(&self) -> Cards {
        if self.table.phase == Phase::Deal { self.pack.into() } else { Cards::EMPTY }
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        let open = !self.pond_lies();
        let table = &mut self.table;
        self.pack.remove(card);
        table.pack -= 1;
        if open {
            table.pond.insert(card);
            return;
        }
        self.hands[table.to_move].insert(card);
        table.to_move = (table.to_move + 1) % usize::from(self.rules.seats);
        if table.dealt(&self.rules).is_multiple_of(self.rules.deal().into()) {
            table.phase = Phase::Play;
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        match Move::of(action) {
            Some(Move::Play(card)) => self.play_card(card),
            Some(Move::Leave) => {
                if let Some(card) = self.table.played {
                    self.leave(card);
                }
            }
            Some(Move::Capture(kind)) => {
                self.table.kind = Some(kind);
                self.table.phase = Phase::Take;
            }
            Some(Move::Take(card)) => self.take(card),
            Some(Move::End) => self.close(),
            None => (),
        }
    }

    fn returns(&self, seat: Seat) -> f32 {
        if self.table.phase != Phase::Over {
            return 0.0;
        }
        let (rules, pegged) = (&self.rules, &self.table.pegged);
        let own = pegged[rules.side(seat)];
        let others = pegged.as_slice().iter().sum::<u16>() - own;
        f32::from(own) - f32::from(others) / (rules.sides() - 1) as f32
    }

    fn points(&self, seat: Seat) -> i32 {
        if self.table.phase == Phase::Over { self.table.pegged[self.rules.side(seat)].into() } else { 0 }
    }

    #[inline]
    fn view(&self, seat: Seat) -> SumRunSetView {
        SumRunSetView { options: self.rules, seat, hand: self.hands[seat], table: self.table }
    }
}

impl Audit for SumRunSetState {
    fn audience(&self) -> Audience {
        if self.pond_lies() { Audience::Seat(self.table.to_move) } else { Audience::Everyone }
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        let hands = ["hand 0", "hand 1", "hand 2", "hand 3", "hand 4"];
        let piles = ["pile 0", "pile 1", "pile 2", "pile 3", "pile 4"];
        let each = |names: [&'static str; Rules::SEATS], cards: PerSeat<CardSet>| {
            (0..usize::from(self.rules.seats)).map(move |seat| (names[seat], cards[seat].into()))
        };
        let mut zones: Vec<_> = each(hands, self.hands).chain(each(piles, self.table.piles)).collect();
        let played: CardSet = self.table.played.into_iter().collect();
        zones.extend([("played", played.into()), ("pond", self.table.pond.into()), ("pack", self.pack.into())]);
        zones
    }
}
