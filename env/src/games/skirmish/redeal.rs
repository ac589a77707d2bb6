//! Dealing the hidden cards again.
//!
//! Hidden cards may lie anywhere but for one thing: who has picked up and not yet laid the chosen card can lay it,
//! so that hand must hold what that takes.

use super::combination::Combination;
use super::holding::can_lay;
use super::state::SkirmishState;
use super::view::SkirmishView;
use crate::cards::{Card, CardSet};
use crate::games::kinds::Kind;
use crate::games::kinds::cards::rank;
use crate::games::kinds::ranks::{span, step};
use crate::rules::{Chance, Redeal, Stream};

/// So many deals are tried before one is made to fit, by a way of laying that is drawn evenly: then hands that fit in few ways are likelier
/// than they should be.
const TRIES: usize = 64;

/// A shortest way to lay a card: how many cards are needed of each of some sets, and whether jokers may stand in.
struct Frame {
    needs: [(CardSet, usize); Frame::PLACES],
    jokers: bool,
}

impl Frame {
    /// A straight's.
    const PLACES: usize = 7;

    /// Cards of a group on the places of a sequence.
    fn sequence(group: CardSet, ranks: impl Iterator<Item = u8>, width: usize) -> Frame {
        let mut needs = [(CardSet::EMPTY, 0); Frame::PLACES];
        for (need, at) in needs.iter_mut().zip(ranks) {
            *need = (group & rank(at), width);
        }
        Frame { needs, jokers: true }
    }

    /// So many cards of one set.
    fn one(cards: CardSet, count: usize, jokers: bool) -> Frame {
        let mut needs = [(CardSet::EMPTY, 0); Frame::PLACES];
        needs[0] = (cards, count);
        Frame { needs, jokers }
    }

    /// Chooses, of cards that may be anywhere, at most so many that complete it together with cards that are there.
    fn fill(&self, there: CardSet, anywhere: CardSet, most: usize, chance: &mut Stream) -> Option<CardSet> {
        let jokers = if self.jokers { CardSet::JOKERS } else { CardSet::EMPTY };
        let mut chosen = CardSet::EMPTY;
        // Cards that only a joker can replace, and cards that may be chosen.
        let (mut barren, mut lacking) = (0, 0);
        for &(cards, count) in &self.needs {
            let mut lacks = count - (cards & there).len().min(count);
            lacking += lacks;
            let mut free = cards & anywhere;
            while lacks > 0 && !free.is_empty() {
                let card = chance.deal(free.into());
                free.remove(card);
                chosen.insert(card);
                lacks -= 1;
            }
            barren += lacks;
        }
        // Jokers that are there go first to where nothing else can, then in the stead of cards that were chosen.
        let known = (jokers & there).len();
        let mut spare = known.saturating_sub(barren);
        while spare > 0
            && let Some(card) = chosen.first()
        {
            chosen.remove(card);
            spare -= 1;
        }
        let hidden = jokers & anywhere;
        let more = barren.saturating_sub(known);
        if more > hidden.len() || lacking.saturating_sub(known) > most {
            return None;
        }
        Some(chosen | hidden.iter().take(more).collect())
    }
}

impl SkirmishView {
    /// Returns `true` if the hand to move can have what it takes to lay the card it has picked up.
    pub(super) fn can_keep_its_word(&self) -> bool {
        let Some(card) = self.table.turn.must else { return true };
        let hand = self.table.to_move;
        let (there, taken) = (self.cards_of(hand), self.table.board.taken());
        if there.len() == usize::from(self.table.sizes[hand]) {
            return can_lay(card, there, self.table.open_kinds(), &self.table.board, &taken);
        }
        self.word(card, &mut Stream::new(0)).is_some()
    }

    /// Hidden cards of the hand to move with which it can lay a card; nothing if there are none.
    fn word(&self, card: Card, chance: &mut Stream) -> Option<CardSet> {
        let (table, hand) = (&self.table, self.table.to_move);
        let (there, anywhere) = (self.cards_of(hand), self.unseen());
        let most = usize::from(table.sizes[hand]) - there.len();
        let taken = table.board.taken();
        if table.board.all().iter().any(|combination| combination.fitting(&taken).contains(card)) {
            return Some(CardSet::EMPTY);
        }
        let mut frames: Vec<Frame> = table
            .board
            .all()
            .iter()
            .flat_map(|combination| pairs(combination, card, combination.growing(there | anywhere, &taken)))
            .collect();
        for kind in table.open_kinds().iter() {
            // A joker may stand in any combination, so every card may begin one.
            let anchors = if card.is_joker() { there | anywhere } else { CardSet::of(card) };
            for anchor in (anchors & CardSet::PACK).iter() {
                frames.extend(around(kind, anchor, taken.of(kind, anchor)));
            }
        }
        chance.shuffle(&mut frames);
        frames.iter().find_map(|frame| frame.fill(there, anywhere, most, chance))
    }
}

/// The pairs with a card that grow a combination, given the cards that can.
fn pairs(combination: &Combination, card: Card, growing: CardSet) -> Vec<Frame> {
    if combination.kind().width() == 1 || !growing.contains(card) {
        return Vec::new();
    }
    if card.is_joker() {
        return vec![Frame::one(growing.without(card), 1, false)];
    }
    vec![Frame::one(combination.group() & rank(card.rank() - 1), 2, true)]
}

/// The shortest combinations of a kind with a card that is no joker.
fn around(kind: Kind, card: Card, closed: u16) -> Vec<Frame> {
    let (group, at) = (kind.group(card), card.rank() - 1);
    match kind {
        Kind::Book | Kind::Flush => vec![Frame::one(group, kind.least(), true)],
        _ => {
            let length = kind.window();
            (0..length as u8)
                .map(|back| step(at, 13 - back))
                .filter(|&start| span(start, length) & closed == 0)
                .map(|start| {
                    let ranks = (0..length as u8).map(move |place| step(start, place));
                    Frame::sequence(group, ranks, kind.width())
                })
                .collect()
        }
    }
}

impl Redeal<SkirmishState> for SkirmishView {
    fn redeal(&self, chance: &mut Stream) -> SkirmishState {
        let (table, mover) = (&self.table, self.table.to_move);
        let deal = |given: CardSet, chance: &mut Stream| {
            let mut stock = self.unseen() - given;
            let mut hands = table.known;
            hands[self.seat] = self.hand;
            hands[mover] |= given;
            for (hand, &size) in hands.iter_mut().zip(&table.sizes) {
                chance.fill(hand, size.into(), &mut stock);
            }
            (hands, stock)
        };
        let (mut hands, mut stock) = deal(CardSet::EMPTY, chance);
        if let Some(card) = table.turn.must {
            let taken = table.board.taken();
            let keeps = |hand: CardSet| can_lay(card, hand, table.open_kinds(), &table.board, &taken);
            let mut tries = 0;
            while !keeps(hands[mover]) {
                tries += 1;
                let given = if tries < TRIES { None } else { self.word(card, chance) };
                (hands, stock) = deal(given.unwrap_or_default(), chance);
            }
        }
        SkirmishState::resume(self.options, *table, hands, stock, self.laying)
    }
}
