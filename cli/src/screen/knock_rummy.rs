//! The screen of Knock Rummy: what is known of the other hands, the piles, and one's own hand in melds.

use elderhand_env::knock_rummy::{KnockView, Layout, Phase, Showdown};
use elderhand_env::{Card, CardSet, Seat};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen, capital, rummy};
use crate::cards;
use crate::output::Paint;

/// The width of the labels.
const LABEL: usize = 7;

/// Shows a table of Knock Rummy.
pub struct KnockRummy;

impl Screen for KnockRummy {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        match KnockView::deserialize(view) {
            Ok(view) => lines(&view, paint),
            Err(_) => Fields.draw(view, paint),
        }
    }

    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        let words = |name: &String| match (name.as_str(), name.strip_prefix("knock ")) {
            ("draw", _) => "draws from the stock, unseen".into(),
            ("take", _) => "takes the upcard".into(),
            (_, Some(card)) => format!("discards {} and knocks", cards::words(card, paint)),
            _ => super::deed(name, paint),
        };
        deeds.actions.iter().map(words).collect()
    }

    fn ends(&self, action: &str) -> bool {
        ["discard", "knock"].iter().any(|verb| action.starts_with(verb))
    }

    fn order(&self, view: &Value) -> Vec<Card> {
        KnockView::deserialize(view).map_or_else(|_| Vec::new(), |view| rummy::order(&best(view.hand)).concat())
    }

    fn aside(&self, view: &Value, action: &str) -> Option<String> {
        let card = cards::of_word(action.strip_prefix("knock ")?)?;
        let hand = KnockView::deserialize(view).ok()?.hand - CardSet::of(card);
        Some(format!("with {}", best(hand).count()))
    }

    fn count(&self, before: &Value, _action: &str, after: &Value, paint: Paint) -> Vec<String> {
        match (KnockView::deserialize(before), KnockView::deserialize(after)) {
            (Ok(before), Ok(after)) => count(&before, &after, paint),
            _ => Vec::new(),
        }
    }
}

fn label(text: &str, paint: Paint) -> String {
    paint.dim(format!("{text:<LABEL$}"))
}

/// What a seat is called before its hand.
fn name(view: &KnockView, seat: Seat, paint: Paint) -> String {
    super::label(paint.name(view.seat, seat, view.options.seats.into()))
}

fn lines(view: &KnockView, paint: Paint) -> Vec<String> {
    let (table, rules) = (&view.table, &view.options);
    let mut lines = Vec::new();
    if table.phase == Phase::Over {
        return lines;
    }
    for seat in table.after(rules, view.seat) {
        let known = table.known[seat];
        let hand = rummy::other_hand(table.holds(rules, seat) - known.len(), known, paint);
        lines.push(format!("{}{hand}", label(&name(view, seat, paint), paint)));
    }
    lines.push(format!("{}{}", label("pile", paint), rummy::piles(table.pile.iter(), table.stock, paint)));
    let layout = best(view.hand);
    lines.push(format!("{}{}", label("hand", paint), rummy::laid_out(&layout, paint)));
    lines.push(format!("{}{}", label("", paint), paint.dim(format!("deadwood {}", layout.count()))));
    lines
}

/// A hand with the least deadwood.
fn best(hand: CardSet) -> Layout {
    Layout::best(hand, CardSet::EMPTY, true)
}

/// How the hand ended, if an action has ended it: what every seat laid out and was paid.
fn count(before: &KnockView, after: &KnockView, paint: Paint) -> Vec<String> {
    if after.table.phase != Phase::Over || before.table.phase == Phase::Over {
        return Vec::new();
    }
    let Some(showdown) = &after.showdown else {
        return vec![paint.bold("The hand is dead: nobody pays.")];
    };
    let deed = format!("{} knocked.", capital(paint.name(after.seat, showdown.knocker, after.options.seats.into())));
    let laid = (0..after.options.seats.into()).map(|seat| laid(after, showdown, seat, paint));
    [paint.bold(deed)].into_iter().chain(laid).collect()
}

/// What a seat was paid, and how its hand lies.
fn laid(view: &KnockView, showdown: &Showdown, seat: Seat, paint: Paint) -> String {
    let layout = &showdown.layouts[seat];
    let deadwood = paint.dim(format!("deadwood {}", layout.count()));
    let (label, paid) = (label(&name(view, seat, paint), paint), showdown.paid[seat]);
    format!("{label}{paid:>+5}   {}   {deadwood}", rummy::laid_out(layout, paint))
}
