//! Cards as people read them.

use elderhand_env::Card;

use crate::output::Paint;

const SUITS: [char; 4] = ['♣', '♦', '♥', '♠'];

/// Draws a card: its rank and the sign of its suit, diamonds and hearts in red; jokers keep their names, `X1` and `X2`.
pub fn card(card: Card, paint: Paint) -> String {
    if card.is_joker() {
        return paint.bold(card);
    }
    let text = format!("{}{}", rank(card), suit(card));
    if card.is_red() { paint.red(text) } else { text }
}

/// The letter of a card's rank.
pub fn rank(card: Card) -> char {
    card.to_string().remove(0)
}

/// The sign of the suit of a card that is no joker.
pub fn suit(card: Card) -> char {
    SUITS[usize::from(card.suit())]
}

/// Draws cards one after another, in the order given.
pub fn cards(cards: impl IntoIterator<Item = Card>, paint: Paint) -> String {
    cards.into_iter().map(|one| card(one, paint)).collect::<Vec<_>>().join(" ")
}

/// Draws the cards in the name of an action, such as `discard 7C`.
pub fn words(name: &str, paint: Paint) -> String {
    name.split(' ').map(|word| drawn(word, paint)).collect::<Vec<_>>().join(" ")
}

/// Draws a card, also between brackets and before a comma; any other word stays as it is.
fn drawn(word: &str, paint: Paint) -> String {
    let bare = word.trim_matches(['(', ')', ',']);
    match of_word(bare) {
        Some(found) => word.replacen(bare, &card(found, paint), 1),
        None => word.into(),
    }
}

/// The card that a word is, if it is one in its usual spelling; `as` is a word and `AS` a card.
pub fn of_word(word: &str) -> Option<Card> {
    word.parse().ok().filter(|card: &Card| card.to_string() == word)
}
