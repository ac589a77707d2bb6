//! The screen of Knock Rummy: the score, what is known of the other hands, the piles, and one's own hand in melds.

use elderhand_env::format::Format;
use elderhand_env::knock_rummy::{KnockView, Layout, Phase, Showdown};
use elderhand_env::{CardSet, Seat};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen, rummy};
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
        let words = |name: &String| match name.as_str() {
            "draw" => "draws from the stock, unseen".into(),
            "take" => "takes the upcard".into(),
            _ => cards::words(name, paint),
        };
        deeds.actions.iter().map(words).collect()
    }

    fn ends(&self, action: &str) -> bool {
        ["discard", "knock"].iter().any(|verb| action.starts_with(verb))
    }

    fn count(&self, before: &Value, action: &str, after: &Value, paint: Paint) -> Vec<String> {
        match (KnockView::deserialize(before), KnockView::deserialize(after)) {
            (Ok(before), Ok(after)) => count(&before, action, &after, paint),
            _ => Vec::new(),
        }
    }
}

fn name(view: &KnockView, seat: Seat) -> String {
    if seat == view.seat { "you".into() } else { format!("seat {seat}") }
}

fn label(text: &str, paint: Paint) -> String {
    paint.dim(format!("{text:<LABEL$}"))
}

fn lines(view: &KnockView, paint: Paint) -> Vec<String> {
    let (table, rules) = (&view.table, &view.options);
    let mut lines = Vec::new();
    if rules.is_match() {
        lines.push(format!("{}{}", label("match", paint), standing(view)));
    }
    if table.phase == Phase::Over {
        return lines;
    }
    for seat in table.after(rules, view.seat) {
        let known = table.known[seat];
        let hand = rummy::other_hand(table.holds(rules, seat) - known.len(), known, paint);
        lines.push(format!("{}{hand}", label(&name(view, seat), paint)));
    }
    lines.push(format!("{}{}", label("pile", paint), rummy::piles(table.pile.iter(), table.stock, paint)));
    if table.plays(rules, view.seat) {
        let layout = Layout::best(view.hand, CardSet::EMPTY, true);
        lines.push(format!("{}{}", label("hand", paint), rummy::laid_out(&layout, paint)));
        lines.push(format!("{}{}", label("", paint), paint.dim(format!("deadwood {}", layout.count()))));
    }
    lines
}

/// The totals of a match, and what ends it.
fn standing(view: &KnockView) -> String {
    let (tally, rules) = (&view.table.contest, &view.options);
    let total = |seat: Seat| {
        let left = if tally.plays(seat) { "" } else { ", out" };
        format!("{} {}{left}", name(view, seat), tally.points()[seat])
    };
    let totals: Vec<String> = (0..rules.seats.into()).map(total).collect();
    let hands = tally.rounds();
    let end = match rules.format {
        Format::Series => format!("to {}", rules.target),
        Format::Elimination => {
            let every = usize::from(rules.every);
            format!("the lowest leaves after hand {}", (hands / every + 1) * every)
        }
        _ => format!("of {}", rules.rounds),
    };
    format!("{} after {hands} hands; {end}", totals.join("; "))
}

/// How a hand ended, if an action has ended one: what every seat laid out and was paid.
///
/// Where the next hand begins at once, the last hands are not shown to anyone any more, and only what was paid is told.
fn count(before: &KnockView, action: &str, after: &KnockView, paint: Paint) -> Vec<String> {
    let (old, new) = (&before.table, &after.table);
    let over = new.phase == Phase::Over && old.phase != Phase::Over;
    if !over && new.contest.rounds() == old.contest.rounds() {
        return Vec::new();
    }
    let mover = name(before, old.to_move);
    let mut deed = match action.starts_with("knock") {
        true => format!("{mover} knocked."),
        false => "The hand is dead: nobody pays.".into(),
    };
    deed[..1].make_ascii_uppercase();
    let mut lines = vec![paint.bold(deed)];
    let players = (0..before.options.seats.into()).filter(|&seat| old.plays(&before.options, seat));
    for seat in players.filter(|_| action.starts_with("knock")) {
        lines.push(match &after.showdown {
            Some(showdown) => laid(after, showdown, seat, paint),
            None => {
                let paid = new.contest.points()[seat] - old.contest.points()[seat];
                format!("{}{paid:>+5}", label(&name(after, seat), paint))
            }
        });
    }
    let leaves = |seat: &Seat| before.table.contest.plays(*seat) && !after.table.contest.plays(*seat);
    let gone = (0..before.options.seats.into()).filter(leaves);
    lines.extend(gone.map(|seat| format!("The lowest is {}, who leaves.", name(after, seat))));
    lines
}

/// What a seat was paid, and how its hand lies.
fn laid(view: &KnockView, showdown: &Showdown, seat: Seat, paint: Paint) -> String {
    let layout = &showdown.layouts[seat];
    let deadwood = paint.dim(format!("deadwood {}", layout.count()));
    let (label, paid) = (label(&name(view, seat), paint), showdown.paid[seat]);
    format!("{label}{paid:>+5}   {}   {deadwood}", rummy::laid_out(layout, paint))
}
