//! What the screens of games with melds and a discard pile share.

use elderhand_env::gin::Layout;
use elderhand_env::{Card, CardSet, Seat};

use crate::cards;
use crate::output::Paint;

/// So many of the newest discards are shown: what fits a line of 80 columns beside the stock.
const PILE: usize = 15;

/// The other hand: backs, and the cards that are known.
pub fn other_hand(hidden: usize, known: CardSet, paint: Paint) -> String {
    let mut cards = vec!["▒▒".to_owned(); hidden];
    cards.extend(known.iter().map(|card| cards::card(card, paint)));
    cards.join(" ")
}

/// The newest discards with the upcard in brackets, and the number of cards in the stock.
pub fn piles(pile: impl Iterator<Item = (Card, Option<Seat>)>, stock: u8, paint: Paint) -> String {
    let pile: Vec<Card> = pile.map(|(card, _)| card).collect();
    let skipped = pile.len().saturating_sub(PILE);
    let upcard = match pile.split_last() {
        Some((top, under)) => {
            let dots = if skipped > 0 { "… " } else { "" };
            let under = cards::cards(under.iter().skip(skipped).copied(), paint);
            let gap = if under.is_empty() { "" } else { " " };
            format!("{dots}{under}{gap}[{}]", cards::card(*top, paint))
        }
        None => "none".into(),
    };
    format!("{upcard}   {}", paint.dim(format!("{stock} left in the stock")))
}

/// Cards that lie in melds, then what is in none, by rank; `height` is a rank's place in a run.
pub fn in_melds(runs: CardSet, sets: CardSet, loose: CardSet, height: fn(Card) -> u8) -> Vec<Vec<Card>> {
    let sorted = |cards: CardSet, key: &dyn Fn(Card) -> (u8, u8)| {
        let mut cards: Vec<Card> = cards.iter().collect();
        cards.sort_by_key(|&card| key(card));
        cards
    };
    let by_height = |card: Card| (height(card), card.suit());
    let follows = |a: &Card, b: &Card| a.suit() == b.suit() && height(*a) + 1 == height(*b);
    let runs = sorted(runs, &|card| (card.suit(), height(card)));
    let (sets, loose) = (sorted(sets, &by_height), sorted(loose, &by_height));
    let melds = runs.chunk_by(follows).chain(sets.chunk_by(|a, b| a.rank() == b.rank()));
    melds.chain([&loose[..]]).filter(|meld| !meld.is_empty()).map(<[Card]>::to_vec).collect()
}

/// Cards as they lie in melds, parted by bars.
pub fn laid(melds: &[Vec<Card>], paint: Paint) -> String {
    melds.iter().map(|meld| cards::cards(meld.iter().copied(), paint)).collect::<Vec<_>>().join(" | ")
}

/// A hand of gin or Knock Rummy as it lies: its melds, then what is in none, by rank.
pub fn laid_out(layout: &Layout, paint: Paint) -> String {
    laid(&order(layout), paint)
}

/// The melds of such a hand, then what is in none.
pub fn order(layout: &Layout) -> Vec<Vec<Card>> {
    in_melds(layout.runs, layout.sets, layout.deadwood, Card::rank)
}
