//! What the compared games held, so that a comparison of nothing is not taken for agreement.

use elderhand_tests::counts::Counts;
use elderhand_tests::oracle::skarney::hand::{End, Hand};
use elderhand_tests::oracle::skarney::meld::{is_sequence, is_set};
use elderhand_tests::oracle::skarney::referee::Skarney;

/// Counts of what came up.
#[derive(Clone, Debug, Default)]
pub struct Tally(pub Counts);

impl Tally {
    fn add(&mut self, what: impl Into<String>, comes: bool) {
        self.0.add(what, comes);
    }

    /// Counts what an action brings about.
    pub fn acted(&mut self, name: &str, before: &Skarney, after: &Skarney) {
        let hand = &before.hand;
        let mover = hand.mover();
        // What was offered, of how many cards, and what was laid, on a copy that goes on after the end of a hand.
        let mut next = hand.clone();
        next.act(name);
        self.laid(&next, next.table.len() > hand.table.len());
        self.add("contracts", next.contract != hand.contract);
        self.add("melds laid off on twice in a turn", name.starts_with("lay off") && twice(&next) > twice(hand));
        self.add("a choice of melds", name.starts_with("on "));
        self.add("aces taken", name == "take" && hand.offered.is_some_and(|card| card.rank == 1));
        self.add("other cards taken", name == "take" && hand.offered.is_some_and(|card| card.rank != 1));
        let held = |card| hand.cards[mover].contains(&card);
        self.add("a card that is not offered back", name.starts_with("offer") && hand.taken.is_some_and(held));
        self.add("last cards", name == "end turn" && next.end.is_none());
        let Some(end) = next.end else { return };
        self.add("hands", true);
        let points = next.points();
        self.add("outs over a contract", end == End::Out(mover) && next.contract[1 - mover].is_some());
        self.add("outs over none", end == End::Out(mover) && next.contract[1 - mover].is_none());
        self.add("outs by laying off", end == End::Out(mover) && name != "end meld");
        self.add("exhausted stocks", end == End::Exhausted && points != [0, 0]);
        self.add("equal counts", points == [0, 0]);
        self.add("capped hands", end == End::Capped);
        if after.over {
            self.ended(after);
        }
    }

    /// Counts what a meld that has just been laid is.
    fn laid(&mut self, hand: &Hand, laid: bool) {
        let melds = if laid { &hand.table[..] } else { &[] };
        let last = melds.last().map_or(&[][..], |laid| &laid.cards);
        self.add("sets of four", is_set(last) && last.len() == 4);
        self.add("sequences of five and more", is_sequence(last, true) && last.len() >= 5);
        self.add("sequences with a high ace", is_sequence(last, false) && last[last.len() - 1].rank == 1);
        self.add("sequences round the corner", is_sequence(last, true) && !is_sequence(last, false));
    }

    /// Counts how a game ended.
    fn ended(&mut self, after: &Skarney) {
        let id = format!("{:?}", after.rules.format);
        self.add("rounds", after.rules.length.is_none());
        self.add("truncated rounds", after.rules.length.is_none() && after.is_truncated());
        let Some((target, _)) = after.rules.length else { return };
        self.add("truncated matches", after.is_truncated());
        let sides = if after.contest.totals.len() == 2 { 2 } else { 1 };
        for side in 0..sides {
            let wins = after.contest.winner(target).is_some_and(|winner| winner % sides == side);
            self.add(format!("matches of {id} won, {side}"), wins);
        }
    }
}

/// The melds on which two cards were laid off in this turn.
fn twice(hand: &Hand) -> usize {
    hand.table.iter().filter(|laid| laid.added.iter().filter(|&&turn| turn == hand.turn).count() == 2).count()
}
