//! The screen of the gin family: the piles, what is known of the other hand, and one's own hand in melds.

use elderhand_env::gin::{GinView, Layout, Phase, Showdown};
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
        let words = |name: &String| match name.as_str() {
            "draw" => "draws from the stock, unseen".into(),
            "take" => "takes the upcard".into(),
            _ => super::deed(name, paint),
        };
        deeds.actions.iter().map(words).collect()
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
    lines.push(format!("{}{}", label("other"), rummy::other_hand(hidden, known, paint)));
    lines.push(format!("{}{}", label("pile"), rummy::piles(table.pile.iter(), table.stock, paint)));
    let layout = Layout::best(view.hand, view.unseen(), view.options.sets());
    lines.push(format!("{}{}", label("hand"), rummy::laid_out(&layout, paint)));
    let limit = match table.phase {
        Phase::Over | Phase::Deal => String::new(),
        _ => format!("; a knock needs {} or less", table.knock_limit),
    };
    lines.push(format!("{}{}{limit}", label(""), paint.dim(format!("deadwood {}", layout.count()))));
    lines
}

/// How both hands were laid out, and what it scored.
fn show(showdown: &Showdown, seat: usize, paint: Paint) -> Vec<String> {
    let name = |whose: usize| if whose == seat { "you" } else { "other" };
    let mut lines: Vec<String> = [showdown.knocker, 1 - showdown.knocker]
        .iter()
        .map(|&whose| {
            let layout = &showdown.layouts[whose];
            let label = paint.dim(format!("{:<7}", name(whose)));
            format!("{label}{}   {}", rummy::laid_out(layout, paint), paint.dim(format!("deadwood {}", layout.count())))
        })
        .collect();
    if !showdown.laid_off.is_empty() {
        lines.push(format!("{}{}", paint.dim("off    "), cards::cards(showdown.laid_off, paint)));
    }
    let knocker = if showdown.knocker == seat { "You" } else { "The other" };
    let deed = match (showdown.gin, showdown.winner) {
        (true, _) => format!("{knocker} went gin"),
        (_, None) => format!("{knocker} knocked; it is a tie"),
        (_, Some(winner)) if winner == showdown.knocker => format!("{knocker} knocked"),
        _ => format!("{knocker} knocked and was undercut"),
    };
    lines.push(format!("{deed}: {} to {}.", showdown.points[seat], showdown.points[1 - seat]));
    lines
}
