//! Whole games in every variant: the bytes choose the options, the cards and the actions.

use elderhand_env::{Action, Card, Record, Stream, Table, Turn};

use super::setup::any_game;
use super::source::Source;
use super::watch::{Photo, Promises, examine};

/// The bytes from which on something else is done than to play on.
const DEEDS: u8 = 224;

/// Plays a game and holds the table to all that it promises.
pub fn play(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let game = any_game(&mut source);
    let stream = source.coin().then(|| Stream::new(source.byte().into()));
    let mut table = game.table(stream);
    let mut promises = Promises::new(&table);
    while !source.is_empty() && !matches!(table.turn(), Turn::Over { .. }) {
        match source.byte() {
            byte @ DEEDS.. => deed(&mut table, byte - DEEDS, &mut source),
            byte => go_on(&mut table, byte.into()),
        }
        promises.watch(&table);
    }
    deed(&mut table, 0, &mut source);
    deed(&mut table, 1, &mut source);
    deed(&mut table, 2, &mut source);
    promises.watch(&table);
}

/// What is legal succeeds: one of the actions, cards or seats of which one is due.
pub(super) fn go_on(table: &mut Table, number: usize) {
    match table.turn() {
        Turn::Seat(_) => {
            let legal = table.legal();
            let action = legal.nth(number % legal.len()).expect("it is one of them");
            table.play(action).unwrap_or_else(|error| panic!("legal, but refused: {error}"));
        }
        Turn::Chance => {
            let cards: Vec<Card> = table.deck().iter().collect();
            table.deal(cards[number % cards.len()]).unwrap_or_else(|error| panic!("due, but refused: {error}"));
        }
        Turn::Lot => {
            let seats: Vec<usize> = table.lots().seats().collect();
            table.draw(seats[number % seats.len()]).unwrap_or_else(|error| panic!("due, but refused: {error}"));
        }
        Turn::Over { .. } => (),
    }
}

/// Does what must come to nothing, or to the same.
fn deed(table: &mut Table, which: u8, source: &mut Source<'_>) {
    match which % 8 {
        0 => there_and_back(table, source),
        1 => again(table),
        2 => examine(table, source),
        3 => go_back(table, source),
        _ => refused(table, source),
    }
}

/// What is not allowed is an error that changes nothing.
fn refused(table: &mut Table, source: &mut Source<'_>) {
    let before = Photo::of(table);
    let (actions, seats) = (table.game().spec().actions.len(), table.game().spec().seats);
    // What happens to be allowed is left alone.
    let held = match source.below(6) {
        0 => {
            let action = Action(source.below(actions + 300) as u16);
            table.legal().contains(action) || table.play(action).is_err()
        }
        1 => {
            let name = source.text();
            let legal = table.names().iter().any(|legal| legal.eq_ignore_ascii_case(name.trim()));
            legal || table.play_named(&name).is_err()
        }
        2 => match Card::from_index(source.byte()) {
            Some(card) => table.deck().contains(card) || table.deal(card).is_err(),
            None => true,
        },
        3 => {
            let seat = source.below(300);
            table.lots().weight(seat) > 0 || table.draw(seat).is_err()
        }
        4 => table.undo_to(table.length() + 1 + source.below(1000)).is_err(),
        _ => table.view(seats + source.below(300)).is_err() && table.ended(seats).is_err(),
    };
    assert!(held, "something that is not allowed was done");
    assert_eq!(before, Photo::of(table), "an error has changed something");
}

/// Whoever goes back and plays the same comes to the same.
fn there_and_back(table: &mut Table, source: &mut Source<'_>) {
    let before = Photo::of(table);
    let left = source.below(table.length() + 1);
    let actions = table.actions()[left..].to_vec();
    table.undo_to(left).expect("so many decisions were made");
    assert_eq!(table.length(), left);
    for action in actions {
        table.play(action).unwrap_or_else(|error| panic!("it was played before: {error}"));
    }
    assert_eq!(before, Photo::of(table), "what is played again comes to something else");
}

/// A record is a text that is taken up where it ends.
fn again(table: &Table) {
    let record = table.record();
    let text = serde_json::to_string(&record).expect("a record is plain data");
    let read: Record = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(read, record);
    let taken_up = Table::from_record(&read).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(Photo::of(table), Photo::of(&taken_up), "a record comes to something else: {text}");
    assert_eq!(Photo::of(table), Photo::of(&table.clone()), "a copy is something else");
}

/// Goes back, from where another line may follow.
fn go_back(table: &mut Table, source: &mut Source<'_>) {
    let left = source.below(table.length() + 1);
    table.undo_to(left).expect("so many decisions were made");
}
