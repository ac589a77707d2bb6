//! What lies on the table: the combinations, the discard stack, and what is being put down.

use elderhand_env::skirmish::{Combination, Kind, Laying, SkirmishView, Taken};
use elderhand_env::{Card, CardSet};

use super::LABEL;
use crate::cards;
use crate::output::Paint;
use crate::screen::labelled;

/// Every combination with its number, and how it grows.
pub fn combinations(view: &SkirmishView, paint: Paint) -> Vec<String> {
    let taken = view.table.board.taken();
    let all = view.table.board.all().iter().enumerate();
    all.flat_map(|(i, combination)| one(i, combination, &taken, paint)).collect()
}

fn one(place: usize, combination: &Combination, taken: &Taken, paint: Paint) -> Vec<String> {
    let label = format!("{:>2} {}", place + 1, combination.kind().name());
    let mut words: Vec<String> = combination.in_order().into_iter().map(|card| cards::card(card, paint)).collect();
    let grows = grows(combination, taken, paint);
    if !grows.is_empty() {
        words.push(" ".into());
        words.extend(format!("+ {grows}").split(' ').map(|word| paint.dim(word)));
    }
    labelled(LABEL, &label, &words, paint)
}

/// What may be added; a joker may be, wherever something may.
fn grows(combination: &Combination, taken: &Taken, paint: Paint) -> String {
    let fitting = combination.fitting(taken) - CardSet::JOKERS;
    let pairs = combination.firsts(CardSet::PACK, taken);
    match combination.kind() {
        Kind::Double | Kind::Triple if pairs.is_empty() => String::new(),
        Kind::Double => {
            let red = pairs.first().is_some_and(Card::is_red);
            format!("a {} pair of {}", if red { "red" } else { "black" }, ranks(pairs))
        }
        Kind::Triple => format!("a pair of {}", ranks(pairs)),
        _ if fitting.is_empty() => String::new(),
        Kind::Straight => format!("any {}", ranks(fitting)),
        Kind::Flush => format!("any {}", fitting.first().map_or(' ', cards::suit)),
        Kind::Book | Kind::Run | Kind::Hand => cards::cards(fitting, paint),
    }
}

/// The ranks of some cards, such as `4 or 9`.
fn ranks(cards: CardSet) -> String {
    let mut ranks: Vec<Card> = cards.iter().collect();
    ranks.sort_by_key(|card| card.rank());
    ranks.dedup_by_key(|card| card.rank());
    ranks.into_iter().map(|card| cards::rank(card).to_string()).collect::<Vec<_>>().join(" or ")
}

/// The discard stack with the newest card at the right, and the number of cards in the deck.
pub fn discards(view: &SkirmishView, paint: Paint) -> Vec<String> {
    let table = &view.table;
    let mut words: Vec<String> = table.stacks.iter_discards().map(|(card, _)| cards::card(card, paint)).collect();
    match words.last_mut() {
        Some(top) => *top = format!("[{top}]"),
        None => words.push("none".into()),
    }
    let deck = format!("  deck {}", if table.stock == 0 { "empty".into() } else { table.stock.to_string() });
    words.push(paint.dim(deck));
    labelled(LABEL, "stack", &words, paint)
}

/// What the seat to move is putting down.
pub fn laying(view: &SkirmishView, paint: Paint) -> Vec<String> {
    let board = &view.table.board;
    match &view.laying {
        None => Vec::new(),
        Some(Laying::Build(building)) => {
            let mut words = vec![format!("a {}:", building.kind().name())];
            words.extend(building.in_order().into_iter().map(|card| cards::card(card, paint)));
            words.push("…".into());
            labelled(LABEL, "laying", &words, paint)
        }
        Some(Laying::Extend(extending)) => {
            let place = usize::from(extending.combination);
            let grown = board.all().get(place).map(|combination| one(place, combination, &board.taken(), paint));
            let mut lines = grown.unwrap_or_default();
            let put: String = extending.cards().iter().map(|card| format!("{} ", cards::card(card, paint))).collect();
            lines.extend(labelled(LABEL, "adding", &[format!("{put}… to {}", place + 1)], paint));
            lines
        }
    }
}
