//! What cards count, and the combinations that make it.

use elderhand_env::pinnacle::{Count, Kind, PinnacleView, Rules, count, points};
use elderhand_env::{Card, CardSet};

use super::LABEL;
use crate::cards;
use crate::output::Paint;
use crate::screen::labelled;

/// The viewing seat's cards and what they count now; nothing if it has none.
pub fn own(view: &PinnacleView, paint: Paint) -> Vec<String> {
    let (rules, open) = (&view.options, view.table.open[view.seat]);
    if view.hole.is_empty() {
        return Vec::new();
    }
    let mut words = vec![cards::cards(view.hole, paint)];
    if !open.is_empty() {
        words.push(format!("{} {}", paint.dim("and face up"), cards::cards(open, paint)));
    }
    let mut lines = labelled(LABEL, "hole", &words, paint);
    let community = view.table.community();
    let counts = match rules.split {
        false => vec![("counts", "", view.count())],
        true => vec![
            ("counts", "with the hole cards", count(view.hole | community)),
            ("", "with those face up", count(open | community)),
        ],
    };
    for (label, with, count) in counts {
        let mut words = vec![paint.bold(format!("{:<2}", count.points))];
        words.extend((!with.is_empty()).then(|| paint.dim(with)));
        words.extend(combinations(&count, paint));
        lines.extend(labelled(LABEL, label, &words, paint));
    }
    lines
}

/// The combinations of a count, in words that a line may be broken between; where there are several, each with its points.
pub fn combinations(count: &Count, paint: Paint) -> Vec<String> {
    let all: Vec<(Kind, CardSet)> = count.combinations().collect();
    let mut words = Vec::new();
    for (place, &(kind, cards)) in all.iter().enumerate() {
        let mut combination = vec![kind.name().to_owned()];
        combination.extend(in_order(kind, cards).into_iter().map(|card| cards::card(card, paint)));
        if all.len() > 1 {
            let comma = if place + 1 < all.len() { "," } else { "" };
            combination.push(format!("{}{comma}", paint.dim(format!("({})", points(cards)))));
        }
        words.push(combination.join(" "));
    }
    words
}

/// Which of a seat's cards a count in Split has used; nothing if the board alone makes it, and elsewhere.
pub fn used(rules: &Rules, count: &Count, [hole, open]: [CardSet; 2]) -> Option<&'static str> {
    let uses = |cards: CardSet| rules.split && !(count.cards & cards).is_empty();
    [(hole, "hole cards:"), (open, "face up:")].into_iter().find(|&(cards, _)| uses(cards)).map(|(_, used)| used)
}

/// The cards of a combination as they follow one another, a joker where it stands.
fn in_order(kind: Kind, cards: CardSet) -> Vec<Card> {
    if !kind.sequence() {
        return cards.iter().collect();
    }
    let natural = cards - CardSet::JOKERS;
    let on = |rank: usize| natural.iter().filter(move |card| usize::from(card.rank()) == rank % 13 + 1);
    let places = cards.len() / kind.width();
    let fits = |start: &usize| (*start..start + places).map(|rank| on(rank).count()).sum::<usize>() == natural.len();
    // Where a joker can stand at both ends it stands at the low one.
    let start = (0..13).find(fits).unwrap_or_default();
    let mut jokers = (cards & CardSet::JOKERS).iter();
    let place = |rank| {
        let mut place: Vec<Card> = on(rank).collect();
        place.extend(jokers.by_ref().take(kind.width() - place.len()));
        place
    };
    (start..start + places).flat_map(place).collect()
}
