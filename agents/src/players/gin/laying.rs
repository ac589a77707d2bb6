//! Laying out a hand by actions, where the rules ask for it (`layout = "chosen"`).

use elderhand_env::gin::{Defence, GinView, Layout, Move, Phase};
use elderhand_env::{Card, CardSet, View};

/// The next step in laying out a hand.
pub(super) fn lay_out(view: &GinView) -> Move {
    let (step, legal) = (best_step(view), view.legal());
    // A meld that was begun otherwise than the best layout has it is ended as soon as it can be.
    if legal.contains(step.action()) { step } else { legal.iter().find_map(Move::of).unwrap_or(step) }
}

/// The next step towards the best layout: of a knocker the one that admits the fewest layoffs, of a defender together with his layoffs.
fn best_step(view: &GinView) -> Move {
    let (table, sets) = (&view.table, view.options.sets());
    let (own, other) = (&table.laid[view.seat], &table.laid[1 - view.seat].layout);
    if table.phase == Phase::LayOff {
        // Runs first: a card that a set would take too may be needed to reach further.
        let best = Defence::best(other, own.layout.deadwood, sets).laid_off;
        let next = best.iter().find(|&card| other.open(best).contains(card) && fits(other, card));
        return next.map_or(Move::Done, Move::LayOff);
    }
    let hand = own.layout.deadwood | own.meld;
    let wanted = match table.phase {
        Phase::KnockerMelds => Layout::best(hand, CardSet::PACK - view.hand - table.pile.cards(), sets),
        _ if other.deadwood.is_empty() => Defence::best(&Layout::default(), hand, sets).layout,
        _ => Defence::best(other, hand, sets).layout,
    };
    let target = match own.meld.first().or((wanted.sets | wanted.runs).first()) {
        Some(card) => meld_of(&wanted, card),
        None => return Move::Done,
    };
    (target - own.meld).first().map_or(Move::EndMeld, Move::Meld)
}

fn fits(table: &Layout, card: Card) -> bool {
    table.open(CardSet::of(card)).contains(card)
}

/// The meld of a layout in which a card lies.
fn meld_of(layout: &Layout, card: Card) -> CardSet {
    if layout.sets.contains(card) {
        return layout.sets.iter().filter(|other| other.rank() == card.rank()).collect();
    }
    let mut run = CardSet::of(card);
    for other in layout.runs.iter().filter(|other| other.suit() == card.suit() && *other > card) {
        if usize::from(other.index() - card.index()) != run.len() {
            break;
        }
        run.insert(other);
    }
    run
}
