//! The screen of pinochle: trumps and stock, what lies on the table, what both have won, and one's own hand by suits.

use elderhand_env::pinochle::{Count, Laid, Meld, Phase, PinochleView, Suit, strength, value};
use elderhand_env::{Card, Cards, Seat};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen, labelled};
use crate::cards;
use crate::output::Paint;

/// The width of the labels.
const LABEL: usize = 9;

/// Shows a table of pinochle.
pub struct Pinochle;

impl Screen for Pinochle {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        match PinochleView::deserialize(view) {
            Ok(view) => lines(&view, paint),
            Err(_) => Fields.draw(view, paint),
        }
    }

    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        let words = |name: &String| {
            let (verb, rest) = name.split_once(' ').unwrap_or((name, ""));
            let drawn = cards::words(rest, paint);
            Some(match verb {
                "play" => format!("plays {drawn}"),
                "play-table" | "play-second" => format!("plays {drawn} from the table"),
                "meld" => format!("melds {}", meld_words(rest, paint)),
                "dix" => "lays the nine of trumps".into(),
                "exchange" => "exchanges the nine of trumps for the turned card".into(),
                "draw" => "draws".into(),
                // Which cards a meld was made of is seen on the table.
                _ => return None,
            })
        };
        deeds.actions.iter().filter_map(words).collect()
    }

    fn order(&self, view: &Value) -> Vec<Card> {
        PinochleView::deserialize(view).map_or_else(|_| Vec::new(), |view| in_order(view.hand))
    }

    fn wording(&self, action: &str) -> Option<String> {
        let (verb, what) = action.split_once(' ').unwrap_or((action, ""));
        Some(match verb {
            "use" => format!("use from the hand {what}"),
            "play-table" | "use-table" => format!("{} from the table {what}", verb.trim_end_matches("-table")),
            "play-second" | "use-second" => {
                format!("{} from the table, the second {what}", verb.trim_end_matches("-second"))
            }
            "dix" => "lay the nine of trumps".into(),
            "exchange" => "exchange the nine of trumps".into(),
            "meld" => match Suit::ALL.into_iter().find(|suit| what == format!("marriage {suit:?}")) {
                Some(suit) => format!("meld marriage {}", cards::suit(suit.nine())),
                None => return None,
            },
            _ => return None,
        })
    }

    fn ends(&self, action: &str) -> bool {
        action == "draw"
    }

    fn news(&self, before: &Value, after: &Value, paint: Paint) -> Vec<String> {
        match (PinochleView::deserialize(before), PinochleView::deserialize(after)) {
            (Ok(before), Ok(after)) => news(&before, &after, paint),
            _ => Vec::new(),
        }
    }

    fn aside(&self, view: &Value, action: &str) -> Option<String> {
        let table = PinochleView::deserialize(view).ok()?.table;
        let trumps = table.trumps?;
        match action {
            "dix" | "exchange" => Some("10".into()),
            _ => {
                let name = action.strip_prefix("meld ")?;
                let meld = Meld::ALL.into_iter().find(|meld| meld.to_string() == name)?;
                Some(meld.points(trumps).to_string())
            }
        }
    }
}

fn label(text: &str, paint: Paint) -> String {
    paint.dim(format!("{text:<LABEL$}"))
}

/// The name of a meld, the suit of a marriage drawn.
fn meld_words(name: &str, paint: Paint) -> String {
    let suit = Suit::ALL.into_iter().find(|suit| name == format!("marriage {suit:?}"));
    match suit {
        Some(suit) => format!("a marriage, {}", cards::cards([suit.card(13), suit.card(12)], paint)),
        None if ["flush", "pinochle"].contains(&name) => format!("a {name}"),
        None => format!("four {name}"),
    }
}

fn lines(view: &PinochleView, paint: Paint) -> Vec<String> {
    let (table, seat, other) = (&view.table, view.seat, 1 - view.seat);
    let mut lines = Vec::new();
    if let Some(count) = &table.count {
        lines.extend(show(view, count, paint));
        return lines;
    }
    if let Some(trumps) = table.trumps {
        let stock = match table.turned {
            Some(card) => {
                let last = table.last.map_or_else(|| table.stock.to_string(), |last| cards::card(last, paint));
                format!("   {} under {last} in the stock", cards::card(card, paint))
            }
            None => format!("   {}", paint.dim("the stock is gone: follow suit")),
        };
        lines.push(format!("{}{}{stock}", label("trumps", paint), cards::suit(trumps.nine())));
    }
    let known = table.known[other];
    let mut hand = vec!["▒▒".to_owned(); view.others() - known.len()];
    hand.extend(in_order(known).into_iter().map(|card| cards::card(card, paint)));
    lines.push(format!("{}{}", label(&super::label(paint.name(seat, other, 2)), paint), hand.join(" ")));
    lines.extend(laid(&table.laid[other], paint));
    lines.push(format!("{}{}", label("", paint), paint.dim(scored(view, other))));
    if let Some(led) = table.led {
        lines.push(format!("{}{} is led", label("trick", paint), cards::card(led, paint)));
    }
    if let Some(building) = view.building {
        let meld = meld_words(&building.meld.to_string(), paint);
        lines.push(format!("{}{meld}: {} …", label("laying", paint), cards::cards(building.cards(), paint)));
    }
    lines.push(format!("{}{}", label("hand", paint), suits(view.hand, paint)));
    lines.extend(laid(&table.laid[seat], paint));
    lines.push(format!("{}{}", label("", paint), paint.dim(scored(view, seat))));
    lines
}

/// What a seat has laid, each card with what it has served in; no line if it is nothing.
fn laid(laid: &Laid, paint: Paint) -> Vec<String> {
    let mut last = None;
    let mut words = Vec::new();
    for card in laid.cards() {
        let second = last == Some(card);
        last = Some(card);
        let served: Vec<String> =
            laid.served(card, second).map(|service| format!("{service:?}").to_lowercase()).collect();
        let served = if served.is_empty() { String::new() } else { paint.dim(format!(" {}", served.join("+"))) };
        words.push(format!("{}{served}", cards::card(card, paint)));
    }
    labelled(LABEL, "  laid", &words, paint)
}

/// What a seat has scored for melds, and has in tricks.
fn scored(view: &PinochleView, seat: Seat) -> String {
    let (melds, tricks) = (view.table.melds[seat], value(view.table.won[seat]));
    format!("{melds} for melds, {tricks} in tricks")
}

/// What the hand scored.
fn show(view: &PinochleView, count: &Count, paint: Paint) -> Vec<String> {
    let line = |seat: Seat| {
        let name = super::capital(paint.name(view.seat, seat, 2));
        let (melds, tricks, points) = (view.table.melds[seat], count.tricks[seat], count.points[seat]);
        format!("{name}: {melds} for melds and {tricks} in tricks, rounded: {points}.")
    };
    vec![line(view.seat), line(1 - view.seat)]
}

/// Who has won a trick, and the card that the seat has got.
fn news(before: &PinochleView, after: &PinochleView, paint: Paint) -> Vec<String> {
    let held = |view: &PinochleView| view.hand + view.table.laid[view.seat].cards();
    let got = held(after) - held(before);
    // Won cards go only when another hand begins.
    let taken = |view: &PinochleView| view.table.won.iter().map(|won| won.len()).sum::<usize>();
    let same_hand = taken(after) >= taken(before);
    let won = |seat: Seat| same_hand && after.table.won[seat].len() > before.table.won[seat].len();
    let mut news = Vec::new();
    news.extend(won(after.seat).then(|| "You win the trick.".to_owned()));
    let other = paint.name(after.seat, 1 - after.seat, 2);
    news.extend(won(1 - after.seat).then(|| super::capital(format!("{other} wins the trick."))));
    let card = got.first().filter(|_| got.len() == 1 && same_hand);
    news.extend(card.map(|card| format!("You get {}.", cards::card(card, paint))));
    if before.table.drawing() && !after.table.drawing() && after.table.phase == Phase::Lead {
        news.push("The stock is gone, and the melds are taken back.".into());
    }
    news
}

/// A hand, suit by suit, the highest first.
fn suits(hand: Cards, paint: Paint) -> String {
    let in_order = in_order(hand);
    let suits = in_order.chunk_by(|a, b| a.suit() == b.suit());
    suits.map(|suit| cards::cards(suit.iter().copied(), paint)).collect::<Vec<_>>().join(" | ")
}

/// Cards by suit, the highest first.
fn in_order(hand: Cards) -> Vec<Card> {
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(|&card| (card.suit(), std::cmp::Reverse(strength(card))));
    cards
}
