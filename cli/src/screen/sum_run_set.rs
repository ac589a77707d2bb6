//! The screen of Sum-Run-Set: what has been pegged, what everyone has captured, the pond, and one's own hand.

use elderhand_env::sum_run_set::{HONOURS, Kind, Phase, SumRunSetView};
use elderhand_env::{Card, CardSet, Seat};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen, labelled};
use crate::cards;
use crate::output::Paint;

/// Shows a table of Sum-Run-Set.
pub struct SumRunSet;

/// The width of the labels.
const LABEL: usize = 11;

impl Screen for SumRunSet {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        match SumRunSetView::deserialize(view) {
            // Within one's own turn only the pond changes.
            Ok(view) if view.table.played.is_some() && view.table.to_move == view.seat => pond(&view, paint),
            Ok(view) => [pegged(&view, paint), others(&view, paint), pond(&view, paint)].concat(),
            Err(_) => Fields.draw(view, paint),
        }
    }

    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        let (before, after) = (SumRunSetView::deserialize(deeds.before), SumRunSetView::deserialize(deeds.after));
        match (before, after) {
            (Ok(before), Ok(after)) => vec![told(&before, deeds.actions, &after, paint)],
            _ => deeds.actions.iter().map(|name| cards::words(name, paint)).collect(),
        }
    }

    /// The hand and the pond are both by rank.
    fn order(&self, _view: &Value) -> Vec<Card> {
        ordered(CardSet::PACK)
    }

    fn wording(&self, action: &str) -> Option<String> {
        match action {
            "end" => Some("end the capture".into()),
            _ => Kind::ALL.iter().any(|kind| kind.name() == action).then(|| format!("capture by {action}")),
        }
    }

    fn aside(&self, view: &Value, action: &str) -> Option<String> {
        let view = SumRunSetView::deserialize(view).ok().filter(|_| action == "end")?;
        let (kind, played) = (view.table.kind?, view.table.played?);
        Some(format!("for {}", points(&view, kind, played, view.table.taken)))
    }

    fn count(&self, before: &Value, _action: &str, after: &Value, paint: Paint) -> Vec<String> {
        match (SumRunSetView::deserialize(before), SumRunSetView::deserialize(after)) {
            (Ok(before), Ok(after)) => count(&before, &after, paint),
            _ => Vec::new(),
        }
    }
}

/// What a seat is called.
fn name(view: &SumRunSetView, seat: Seat, paint: Paint) -> String {
    paint.name(view.seat, seat, view.options.seats.into())
}

/// Every seat, from one's own on in the order of play.
fn seats(view: &SumRunSetView) -> impl Iterator<Item = Seat> + use<> {
    let (own, seats) = (view.seat, usize::from(view.options.seats));
    (0..seats).map(move |offset| (own + offset) % seats)
}

/// What each side has of something, from one's own side on; partners are named together.
fn of_sides(view: &SumRunSetView, paint: Paint, of: impl Fn(usize) -> i32) -> Vec<String> {
    let rules = &view.options;
    let firsts = seats(view).take(rules.sides());
    let side = |first: Seat| {
        let members: Vec<String> = seats(view)
            .filter(|&seat| rules.side(seat) == rules.side(first))
            .map(|seat| name(view, seat, paint))
            .collect();
        format!("{}: {}", members.join(" and "), of(rules.side(first)))
    };
    firsts.map(side).collect()
}

/// What a capture brings, a fall and a sweep included.
fn points(view: &SumRunSetView, kind: Kind, played: Card, taken: CardSet) -> String {
    let (points, fall, sweep) = kind.scores(played, taken, view.table.pond, view.table.left);
    format!("{points}{}{}", if fall { ", a fall" } else { "" }, if sweep { ", a sweep" } else { "" })
}

/// What each side has pegged in this pitch.
fn pegged(view: &SumRunSetView, paint: Paint) -> Vec<String> {
    let pegged = of_sides(view, paint, |side| view.table.pegged[side].into()).join("; ");
    vec![format!("{}{pegged}", paint.dim(format!("{:LABEL$}", "pegged")))]
}

/// What the others hold, and what everyone has captured.
fn others(view: &SumRunSetView, paint: Paint) -> Vec<String> {
    let (table, mut lines) = (&view.table, Vec::new());
    for seat in seats(view) {
        let pile = table.piles[seat];
        let hidden = if seat == view.seat { 0 } else { table.holds(&view.options, seat) };
        let mut words = vec!["▒▒".to_owned(); hidden];
        let gap = if hidden > 0 { "  " } else { "" };
        words.push(paint.dim(format!("{gap}{} captured, honours {}", pile.len(), (pile & HONOURS).len())));
        lines.extend(labelled(LABEL, &name(view, seat, paint), &words, paint));
    }
    lines
}

/// The pond, the card that lies open, and the hand.
fn pond(view: &SumRunSetView, paint: Paint) -> Vec<String> {
    let (table, mut lines) = (&view.table, Vec::new());
    let mut pond = by_rank(table.pond - table.taken, paint);
    if let Some(left) = table.left {
        pond.push(format!("  {} {}", paint.dim("just left:"), cards::card(left, paint)));
    }
    let pond = if pond.is_empty() { vec!["no card".into()] } else { pond };
    lines.extend(labelled(LABEL, "pond", &pond, paint));
    if let Some(played) = table.played {
        let mut words = vec![paint.bold(cards::card(played, paint))];
        if let Some(kind) = table.kind {
            words.push(format!("{}:", kind.name()));
            words.extend(by_rank(table.taken, paint));
        }
        lines.extend(labelled(LABEL, "played", &words, paint));
    }
    if table.phase != Phase::Over {
        let mut hand = if view.hand.is_empty() { vec!["no card".into()] } else { by_rank(view.hand, paint) };
        hand.push(paint.dim(format!("  {} left in the pack", table.pack)));
        lines.extend(labelled(LABEL, "hand", &hand, paint));
    }
    lines
}

/// Cards by rank, aces first.
fn by_rank(cards: CardSet, paint: Paint) -> Vec<String> {
    ordered(cards).into_iter().map(|card| cards::card(card, paint)).collect()
}

fn ordered(cards: CardSet) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.iter().collect();
    cards.sort_by_key(|card| (card.rank(), card.suit()));
    cards
}

/// What a seat has done in its turn: it has left a card, or captured with it.
fn told(before: &SumRunSetView, actions: &[String], after: &SumRunSetView, paint: Paint) -> String {
    let card_of = |verb: &str| {
        let cards = actions.iter().filter_map(|name| name.strip_prefix(verb).and_then(cards::of_word));
        cards.collect::<CardSet>()
    };
    let (played, taken) = (card_of("play ").first().or(before.table.played), before.table.taken | card_of("take "));
    let named = Kind::ALL.into_iter().find(|kind| actions.iter().any(|name| name == kind.name()));
    let (Some(played), kind) = (played, named.or(before.table.kind)) else { return actions.join(", ") };
    let shown = cards::card(played, paint);
    // The same seat may still be at it, when it has failed.
    let open = after.table.played == Some(played);
    match kind {
        None if open => format!("plays {shown}"),
        None => format!("leaves {shown}"),
        Some(kind) => {
            let cards = by_rank(taken, paint).join(" ");
            let points = if open { String::new() } else { format!(" for {}", points(before, kind, played, taken)) };
            format!("captures {cards} with {shown} by {}{points}", kind.name())
        }
    }
}

/// What a pitch brought that has just ended.
fn count(before: &SumRunSetView, after: &SumRunSetView, paint: Paint) -> Vec<String> {
    if after.table.phase != Phase::Over || before.table.phase == Phase::Over {
        return Vec::new();
    }
    let pegged = of_sides(after, paint, |side| after.table.pegged[side].into());
    vec![paint.bold(format!("The pitch is over: {}.", pegged.join("; ")))]
}
