//! The screen of Skarney: the other's hand as far as it is known, the melds of both, and one's own hand by rank.

use elderhand_env::skarney::{Phase, Rules, SkarneyView, count};
use elderhand_env::{Card, CardSet, Episode, Seat};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen, labelled};
use crate::cards;
use crate::output::Paint;

/// Shows a table of Skarney.
pub struct Skarney;

/// The width of the labels.
const LABEL: usize = 11;

impl Screen for Skarney {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        let Ok(view) = SkarneyView::deserialize(view) else { return Fields.draw(view, paint) };
        if !view.laying.is_empty() {
            return hand(&view, paint);
        }
        [standing(&view, paint), table(&view, paint), hand(&view, paint)].concat()
    }

    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        let mut phrases: Vec<String> = Vec::new();
        let mut laid: Vec<String> = Vec::new();
        for name in deeds.actions {
            match name.strip_prefix("meld ") {
                Some(card) => laid.push(cards::words(card, paint)),
                None => {
                    lay(&mut phrases, &mut laid, name != "end meld");
                    match name.as_str() {
                        "end meld" => (),
                        "end turn" => phrases.push("ends the turn without an offer".into()),
                        _ => phrases.push(cards::words(name, paint)),
                    }
                }
            }
        }
        lay(&mut phrases, &mut laid, true);
        phrases
    }

    /// A turn ends with an answer, so that an offer and what the other does with it are told apart.
    fn ends(&self, action: &str) -> bool {
        ["offer", "take", "refuse", "end turn"].iter().any(|verb| action.starts_with(verb))
    }

    fn aside(&self, view: &Value, action: &str) -> Option<String> {
        let view = SkarneyView::deserialize(view).ok()?;
        match action.split_once(' ') {
            None if action == "take" && view.table.offered?.rank() == 1 => Some("and do not draw next".into()),
            Some(("on", number)) => {
                let meld = view.table.board.iter().nth(number.parse::<usize>().ok()?.checked_sub(1)?)?;
                Some(meld.cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" "))
            }
            Some(("end", "turn")) if view.table.exhausted() => Some("the hand ends: the stock is used up".into()),
            Some(("end", "turn")) => Some("last card".into()),
            _ => None,
        }
    }

    fn count(&self, before: &Value, _action: &str, after: &Value, _paint: Paint) -> Vec<String> {
        match (SkarneyView::deserialize(before), SkarneyView::deserialize(after)) {
            (Ok(before), Ok(after)) => counted(&before, &after).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// Says what has been laid; a contract, which ends by itself, in threes.
fn lay(phrases: &mut Vec<String>, laid: &mut Vec<String>, contract: bool) {
    if contract && !laid.is_empty() {
        let melds: Vec<String> = laid.chunks(3).map(|meld| meld.join(" ")).collect();
        phrases.push(format!("lays the contract {}", melds.join(" | ")));
    } else if !laid.is_empty() {
        phrases.push(format!("lays {}", laid.join(" ")));
    }
    laid.clear();
}

/// What a seat is called.
fn name(view: &SkarneyView, seat: Seat) -> String {
    match (seat == view.seat, view.options.players) {
        (true, _) => "you".into(),
        (_, 2) => "the other".into(),
        _ => format!("seat {seat}"),
    }
}

/// The points of the match by side, from the viewing seat's own.
fn points(view: &SkarneyView) -> Vec<(String, i32)> {
    let (contest, tally) = (view.options.contest(), &view.table.contest);
    let (own, sides) = (contest.side(view.seat), contest.sides());
    let members = |side: usize| {
        let members = (0..contest.players).filter(|&player| contest.side(player) == side);
        let mut members: Vec<Seat> = members.collect();
        members.sort_by_key(|&seat| seat != view.seat);
        members.iter().map(|&seat| name(view, seat)).collect::<Vec<_>>().join(" and ")
    };
    let sides = (0..sides).map(|offset| (own + offset) % sides);
    sides.filter_map(|side| Some((members(side), *tally.points().get(side)?))).collect()
}

fn standing(view: &SkarneyView, paint: Paint) -> Vec<String> {
    let mut lines = Vec::new();
    if view.options.episode == Episode::Match {
        let points: Vec<String> = points(view).iter().map(|(side, points)| format!("{side} {points},")).collect();
        let target = view.options.contest().target.map_or_else(String::new, |target| format!("to {target}, "));
        let rounds = format!("{target}after {} of at most {} rounds", view.table.contest.rounds(), view.options.rounds);
        lines.extend(labelled(LABEL, "match", &[points, vec![rounds]].concat(), paint));
    }
    if view.table.chair(view.seat).is_none() && view.table.phase != Phase::Over {
        let names = view.table.chairs.map(|seat| name(view, seat));
        lines.push(format!("{} and {} play, you sit out.", names[0], names[1]));
    }
    lines
}

fn table(view: &SkarneyView, paint: Paint) -> Vec<String> {
    let (table, mut lines) = (&view.table, Vec::new());
    for chair in 0..2 {
        let seat = table.chairs[chair];
        if seat == view.seat {
            continue;
        }
        let known = if table.phase == Phase::Over { table.shown[chair] } else { table.known(chair) };
        let hidden = usize::from(table.sizes[chair]).saturating_sub(known.len());
        let mut words = vec!["▒▒".to_owned(); hidden];
        words.extend(by_rank(known).iter().map(|&card| cards::card(card, paint)));
        lines.extend(labelled(LABEL, &name(view, seat), &words, paint));
    }
    for chair in 0..2 {
        let melds = table.board.iter().enumerate().filter(|(_, meld)| meld.by == chair);
        let words: Vec<String> = melds
            .map(|(i, meld)| format!("{} {}  ", paint.dim(format!("{}:", i + 1)), shown(meld.cards, paint)))
            .collect();
        let whose = match table.chairs[chair] == view.seat {
            true => "yours".into(),
            false => format!("of {}", name(view, table.chairs[chair])),
        };
        let words = if words.is_empty() { vec!["no contract yet,".into()] } else { words };
        lines.extend(labelled(LABEL, "melds", &[words, vec![paint.dim(whose)]].concat(), paint));
    }
    let left = table.stock.saturating_sub(Rules::UNDRAWN);
    if table.phase != Phase::Over {
        lines.push(format!("{}{left} can still be drawn", paint.dim(format!("{:LABEL$}", "stock"))));
    }
    if let Some(card) = table.offered {
        lines.push(format!("{}{}", paint.dim(format!("{:LABEL$}", "offered")), paint.bold(cards::card(card, paint))));
    }
    lines
}

fn hand(view: &SkarneyView, paint: Paint) -> Vec<String> {
    let mut lines = Vec::new();
    if !view.hand.is_empty() {
        let mut words: Vec<String> = by_rank(view.hand).iter().map(|&card| cards::card(card, paint)).collect();
        words.push(paint.dim(format!("  counts {}", count(view.hand))));
        lines.extend(labelled(LABEL, "hand", &words, paint));
    }
    if !view.laying.is_empty() {
        let melds: Vec<String> = view.laying.melds().iter().map(|&meld| shown(meld, paint)).collect();
        lines.extend(labelled(LABEL, "laying", &[melds.join(" | ")], paint));
    }
    lines
}

/// Cards by rank, aces first.
fn by_rank(cards: CardSet) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.iter().collect();
    cards.sort_by_key(|card| (card.rank(), card.suit()));
    cards
}

/// A meld from its lowest card up; where a sequence passes the king, the cards above it come last.
fn shown(meld: CardSet, paint: Paint) -> String {
    let mut sorted = by_rank(meld);
    let gap = sorted.windows(2).position(|pair| pair[1].rank() > pair[0].rank() + 1);
    if let (Some(place), true) = (gap, sorted.last().is_some_and(|card| card.rank() == 13)) {
        sorted.rotate_left(place + 1);
    }
    cards::cards(sorted, paint)
}

/// What the hand that has just ended scored.
fn counted(before: &SkarneyView, after: &SkarneyView) -> Option<String> {
    let ended = after.table.phase == Phase::Over || after.table.turns < before.table.turns;
    let booked = after.table.contest.rounds() > before.table.contest.rounds();
    let gained: Vec<(String, i32)> = if booked {
        let old = points(before);
        points(after).into_iter().zip(old).map(|((side, new), (_, old))| (side, new - old)).collect()
    } else {
        let scored = |seat: Seat| i32::from(after.table.scored[seat]) - i32::from(before.table.scored[seat]);
        before.table.chairs.map(|seat| (name(after, seat), scored(seat))).into()
    };
    let (side, points) = gained.into_iter().max_by_key(|(_, points)| *points)?;
    let verb = if side == "you" || side.contains(" and ") { "score" } else { "scores" };
    match (ended, points) {
        (false, _) => None,
        (_, ..=0) => Some("The hand is over; nobody scores.".into()),
        _ => Some(format!("The hand is over: {side} {verb} {points}.")),
    }
}
