//! The screen of the gin family: the piles, what is known of the other hand, and one's own hand in melds.

use elderhand_env::gin::{GinView, Laying, Layout, Phase, Showdown, least_deadwood};
use elderhand_env::{Card, CardSet};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen, rummy};
use crate::cards;
use crate::output::Paint;

/// Shows a table of gin.
pub struct Gin;

impl Screen for Gin {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        match GinView::deserialize(view) {
            Ok(view) => lines(&view, paint),
            Err(_) => Fields.draw(view, paint),
        }
    }

    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        let after = GinView::deserialize(deeds.after).ok();
        let gin = after.and_then(|view| view.showdown).is_some_and(|showdown| showdown.gin);
        super::laying_out(deeds.actions, paint, |name| {
            Some(match (name.as_str(), name.strip_prefix("knock ")) {
                ("draw", _) => "draws from the stock, unseen".into(),
                ("take", _) => "takes the upcard".into(),
                ("done", _) => "has laid out the hand".into(),
                (_, Some(card)) => {
                    let deed = if gin { "goes gin" } else { "knocks" };
                    format!("discards {} and {deed}", cards::words(card, paint))
                }
                _ => super::deed(name, paint),
            })
        })
    }

    /// Who can lay nothing more is done.
    fn is_idle(&self, action: &str) -> bool {
        action == "done"
    }

    fn order(&self, view: &Value) -> Vec<Card> {
        GinView::deserialize(view).map_or_else(|_| Vec::new(), |view| rummy::order(&own(&view)).concat())
    }

    fn aside(&self, view: &Value, action: &str) -> Option<String> {
        let view = GinView::deserialize(view).ok()?;
        let rest = match action.strip_prefix("knock ") {
            Some(card) => view.hand - CardSet::of(cards::of_word(card)?),
            None if action == "go out" => view.hand,
            None => return None,
        };
        Some(match least_deadwood(rest, view.options.sets()) {
            0 => "gin".into(),
            deadwood => format!("with {deadwood}"),
        })
    }

    fn ends(&self, action: &str) -> bool {
        ["discard", "knock", "go"].iter().any(|verb| action.starts_with(verb))
    }
}

fn lines(view: &GinView, paint: Paint) -> Vec<String> {
    let (table, label) = (&view.table, |name: &str| paint.dim(format!("{name:<7}")));
    let mut lines = Vec::new();
    if let Some(showdown) = &view.showdown {
        lines.extend(show(showdown, view.seat, paint));
        return lines;
    }
    let known = table.known[1 - view.seat];
    let hidden = 52 - view.hand.len() - table.pile.len() - usize::from(table.stock) - known.len();
    let other = match lies(&table.laid[1 - view.seat]) {
        Some(layout) => rummy::laid_out(layout, paint),
        None => rummy::other_hand(hidden, known, paint),
    };
    let name = super::label(paint.name(view.seat, 1 - view.seat, 2));
    lines.push(format!("{}{other}", label(&name)));
    lines.push(format!("{}{}", label("pile"), rummy::piles(table.pile.iter(), table.stock, paint)));
    if !table.laid_off.is_empty() {
        lines.push(format!("{}{}", label("off"), cards::cards(table.laid_off, paint)));
    }
    let meld = table.laid[view.seat].meld;
    if !meld.is_empty() {
        lines.push(format!("{}{} …", label("laying"), cards::cards(meld, paint)));
    }
    let layout = own(view);
    lines.push(format!("{}{}", label("hand"), rummy::laid_out(&layout, paint)));
    let limit = match table.phase {
        Phase::Offer | Phase::Draw | Phase::Stock | Phase::Discard | Phase::KnockerMelds => {
            format!("; a knock needs {} or less", table.knock_limit)
        }
        _ => String::new(),
    };
    lines.push(format!("{}{}{limit}", label(""), paint.dim(format!("deadwood {}", layout.count()))));
    lines.extend((table.phase == Phase::Over).then(|| "The hand is dead: nobody scores.".into()));
    lines
}

/// The own hand: as it has been laid out so far, or as it would lie best.
fn own(view: &GinView) -> Layout {
    let best = || Layout::best(view.hand, view.unseen(), view.options.sets());
    lies(&view.table.laid[view.seat]).copied().unwrap_or_else(best)
}

/// What a seat has laid out so far, if it lays out its hand itself and has begun to.
fn lies(laying: &Laying) -> Option<&Layout> {
    (*laying != Laying::default()).then_some(&laying.layout)
}

/// How both hands were laid out, and what it scored.
fn show(showdown: &Showdown, seat: usize, paint: Paint) -> Vec<String> {
    let name = |whose: usize| paint.name(seat, whose, 2);
    let mut lines: Vec<String> = [showdown.knocker, 1 - showdown.knocker]
        .iter()
        .map(|&whose| {
            let layout = &showdown.layouts[whose];
            let label = paint.dim(format!("{:<7}", super::label(name(whose))));
            format!("{label}{}   {}", rummy::laid_out(layout, paint), paint.dim(format!("deadwood {}", layout.count())))
        })
        .collect();
    if !showdown.laid_off.is_empty() {
        lines.push(format!("{}{}", paint.dim("off    "), cards::cards(showdown.laid_off, paint)));
    }
    let knocker = super::capital(name(showdown.knocker));
    let deed = match (showdown.gin, showdown.winner) {
        (true, _) => format!("{knocker} went gin"),
        (_, None) => format!("{knocker} knocked; it is a tie"),
        (_, Some(winner)) if winner == showdown.knocker => format!("{knocker} knocked"),
        _ => format!("{knocker} knocked and was undercut"),
    };
    lines.push(format!("{deed}: {} to {}.", showdown.points[seat], showdown.points[1 - seat]));
    lines
}
