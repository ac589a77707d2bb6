//! What has been done in a turn, so far or by another seat.

use elderhand_env::skirmish::{Function, Phase, SkirmishView};
use elderhand_env::{Card, CardSet};

use super::{LABEL, name};
use crate::cards;
use crate::output::Paint;
use crate::screen::labelled;

/// Whose turn it is, what has been done in it, and how many have passed.
pub fn so_far(view: &SkirmishView, paint: Paint) -> Vec<String> {
    let (table, turn) = (&view.table, &view.table.turn);
    let named = [
        (Function::Draw, "drawn"),
        (Function::PickUp, "picked up"),
        (Function::Retrieve, "retrieved"),
        (Function::Discard, "discarded"),
        (Function::Drop, "dropped"),
        (Function::Play, if turn.playing { "laid (and may go on)" } else { "laid" }),
    ];
    let done: Vec<&str> = named.iter().filter(|(function, _)| turn.has(*function)).map(|&(_, word)| word).collect();
    let done = if done.is_empty() { "nothing done yet".into() } else { format!("done: {}", done.join(", ")) };
    let mut words: Vec<String> = vec![format!("{};", name(view, table.to_move, paint)), done];
    if let Some(card) = turn.must {
        words.extend([format!("; {}", cards::card(card, paint)), "must be laid next".into()]);
    }
    let passed = match table.passes {
        0 => String::new(),
        1 => "  the last turn was a pass".into(),
        passes => format!("  the last {passes} turns were passes"),
    };
    if !passed.is_empty() {
        words.push(paint.dim(passed));
    }
    let words: Vec<String> = words.join(" ").replace(" ;", ";").split(' ').map(str::to_owned).collect();
    labelled(LABEL, "turn", &words, paint)
}

/// What another seat has done, a phrase for each deed.
pub fn told(before: &SkirmishView, actions: &[String], after: &SkirmishView, paint: Paint) -> Vec<String> {
    let (table, hand) = (&before.table, before.table.to_move);
    let mut discards: Vec<Card> = table.stacks.iter_discards().map(|(card, _)| card).collect();
    let mut dropped: Vec<Card> = table.stacks.iter_dropped(hand).collect();
    let mut laid = table.board.all().len();
    let draw = |cards: &[Card]| cards::cards(cards.iter().copied(), paint);
    let mut deeds = actions.iter().map(|name| name.split_once(' ').unwrap_or((name.as_str(), ""))).peekable();
    let mut phrases = Vec::new();
    while let Some((verb, what)) = deeds.next() {
        let card = cards::of_word(what);
        phrases.push(match (verb, card) {
            ("draw", _) => match drawn_open(before, after) {
                Some(card) => format!("draws {}", cards::card(card, paint)),
                None => "draws".into(),
            },
            ("discard", Some(card)) => {
                discards.push(card);
                format!("discards {}", draw(&[card]))
            }
            ("drop", Some(card)) => {
                dropped.push(card);
                format!("drops {}", draw(&[card]))
            }
            ("take", Some(card)) => match discards.iter().position(|&other| other == card) {
                Some(place) => format!("picks up {}", draw(&discards.split_off(place))),
                None => {
                    let place = dropped.iter().position(|&other| other == card).unwrap_or(dropped.len());
                    format!("retrieves {}", draw(&dropped.split_off(place)))
                }
            },
            ("lay" | "extend", _) => {
                let mut put = Vec::new();
                while let Some(("put", word)) = deeds.peek() {
                    put.extend(cards::of_word(word));
                    deeds.next();
                }
                let end =
                    deeds.next_if(|(verb, _)| matches!(*verb, "done" | "low" | "high")).map_or("", |(verb, _)| verb);
                if verb == "lay" {
                    laid += 1;
                    format!("lays a {what} {} as {laid}", draw(&put))
                } else {
                    let end = if end.is_empty() { String::new() } else { format!(" at the {end} end") };
                    format!("adds {} to {what}{end}", draw(&put))
                }
            }
            ("end", _) if actions.len() == 1 => "passes".into(),
            ("end", _) if after.table.passes > table.passes => "which makes a pass".into(),
            _ => continue,
        });
    }
    if before.options.open_hands && !phrases.is_empty() {
        let which = if hand < before.options.seats.into() { "hidden" } else { "open" };
        phrases[0] = format!("with the {which} hand {}", phrases[0]);
    }
    phrases
}

/// The card that an open hand has drawn: it had not been seen and now has.
fn drawn_open(before: &SkirmishView, after: &SkirmishView) -> Option<Card> {
    let open = before.table.to_move >= before.options.seats.into();
    let drawn: CardSet =
        if open && after.table.phase != Phase::Over { before.unseen() - after.unseen() } else { CardSet::EMPTY };
    drawn.first()
}
