//! What is known of every hand, and one's own.

use elderhand_env::CardSet;
use elderhand_env::skirmish::{SkirmishView, scored};

use super::{LABEL, by_suit, name, own_open};
use crate::cards;
use crate::output::Paint;
use crate::screen::labelled;

/// A line for every hand: its size, what it has laid, what of it all have seen, and its own stack.
pub fn hands(view: &SkirmishView, paint: Paint) -> Vec<String> {
    (0..view.options.hands()).flat_map(|hand| one(view, hand, paint)).collect()
}

fn one(view: &SkirmishView, hand: usize, paint: Paint) -> Vec<String> {
    let (table, label) = (&view.table, name(view, hand, paint));
    let size = format!("{:>2} {:6}", table.sizes[hand], if table.sizes[hand] == 1 { "card," } else { "cards," });
    let mut words = vec![size, format!("laid {:>2}", table.laid[hand])];
    let open = hand >= view.options.seats.into();
    if open && hand != own_open(view) {
        words.push(paint.dim(" holds"));
        words.extend(by_suit(table.known[hand], paint));
    } else if !open && !table.known[hand].is_empty() {
        words.push(paint.dim(" seen"));
        words.extend(table.known[hand].iter().map(|card| cards::card(card, paint)));
    }
    if !table.stacks.dropped(hand).is_empty() {
        words.push(paint.dim(" dropped"));
        words.extend(table.stacks.iter_dropped(hand).map(|card| cards::card(card, paint)));
    }
    labelled(LABEL, &label, &words, paint)
}

/// The viewing seat's hand or hands, without what is being put down, and what it would all count now.
pub fn hand(view: &SkirmishView, paint: Paint) -> Vec<String> {
    let melee = view.options.open_hands;
    let mut own = vec![(view.seat, if melee { "hidden hand" } else { "hand" })];
    own.extend(melee.then(|| (own_open(view), "open hand")));
    let (mut lines, mut now) = (Vec::new(), 0);
    for (hand, label) in own {
        let laying = view.laying.filter(|_| hand == view.table.to_move).map_or(CardSet::EMPTY, |laying| laying.cards());
        let cards = view.cards_of(hand) - laying;
        let mut words = by_suit(cards, paint);
        words.push(paint.dim(format!("  costs {}", -scored(0, cards, CardSet::EMPTY))));
        lines.extend(labelled(LABEL, label, &words, paint));
        now += scored(view.table.laid[hand], cards, view.table.stacks.dropped(hand));
    }
    if view.laying.is_none() {
        lines.extend(labelled(LABEL, "", &[paint.dim(format!("if the round ended now: {now}"))], paint));
    }
    lines
}
