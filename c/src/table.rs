//! A game in progress, with its rules.

use std::ffi::c_char;

use elderhand_env::{Stream, Table};

use crate::failure::{ElderhandStatus, Failure, OrFail, guarded};
use crate::pointers::{borrow, borrow_mut, hand_out, hand_out_text, options, place, put, take_back, text};

/// A game in progress: the whole truth of it. Only one thread may use it at a time.
pub struct ElderhandTable(pub(crate) Table);

/// Begins a game. Equal seeds deal equal cards.
///
/// `options` is an object of JSON; null is none. The table is to be freed by `elderhand_table_free`.
///
/// # Safety
///
/// The texts end with 0, `options` may be null; `table` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_table_open(
    id: *const c_char,
    options_json: *const c_char,
    seed: u64,
    table: *mut *mut ElderhandTable,
) -> ElderhandStatus {
    guarded(|| {
        let table = place(table)?;
        // SAFETY: the caller's, for both.
        let (id, options) = unsafe { (text(id, "the game")?, options(options_json)?) };
        let opened = Table::new(id, &options, Stream::new(seed)).or_fail(ElderhandStatus::Game)?;
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { hand_out(table, ElderhandTable(opened)) };
        Ok(())
    })
}

/// Tells how many seats a table has.
///
/// # Safety
///
/// `table` is one that was opened and not freed; `seats` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_table_seats(table: *const ElderhandTable, seats: *mut usize) -> ElderhandStatus {
    guarded(|| {
        let seats = place(seats)?;
        // SAFETY: the caller's.
        let ElderhandTable(table) = unsafe { borrow(table, "the table") }?;
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { put(seats, table.game().spec().seats) };
        Ok(())
    })
}

/// Tells which seat is to move: -1 when the game is over.
///
/// # Safety
///
/// `table` is one that was opened and not freed; `seat` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_table_turn(table: *const ElderhandTable, seat: *mut i32) -> ElderhandStatus {
    guarded(|| {
        let seat = place(seat)?;
        // SAFETY: the caller's.
        let ElderhandTable(table) = unsafe { borrow(table, "the table") }?;
        let turn = table.seat().and_then(|turn| i32::try_from(turn).ok()).unwrap_or(-1);
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { put(seat, turn) };
        Ok(())
    })
}

/// Names the actions that are legal for the seat to move, each on a line of its own; none when the game is over.
///
/// `names` is to be freed by `elderhand_text_free`.
///
/// # Safety
///
/// `table` is one that was opened and not freed; `names` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_table_legal(
    table: *const ElderhandTable,
    names: *mut *mut c_char,
) -> ElderhandStatus {
    guarded(|| {
        let names = place(names)?;
        // SAFETY: the caller's.
        let ElderhandTable(table) = unsafe { borrow(table, "the table") }?;
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { hand_out_text(names, table.names().join("\n")) }
    })
}

/// Tells what a seat knows, as an object of JSON that the game's page describes.
///
/// `view` is to be freed by `elderhand_text_free`.
///
/// # Safety
///
/// `table` is one that was opened and not freed; `view` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_table_view(
    table: *const ElderhandTable,
    seat: usize,
    view: *mut *mut c_char,
) -> ElderhandStatus {
    guarded(|| {
        let place = place(view)?;
        // SAFETY: the caller's.
        let ElderhandTable(table) = unsafe { borrow(table, "the table") }?;
        let view = table.view(seat).or_fail(ElderhandStatus::Seat)?;
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { hand_out_text(place, view.json().to_string()) }
    })
}

/// Plays an action, by its name, for the seat to move.
///
/// # Safety
///
/// `table` is one that was opened and not freed; `action` is a text that ends with 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_table_play(table: *mut ElderhandTable, action: *const c_char) -> ElderhandStatus {
    guarded(|| {
        // SAFETY: the caller's, for both.
        let (ElderhandTable(table), action) = unsafe { (borrow_mut(table, "the table")?, text(action, "the action")?) };
        if table.seat().is_none() {
            return Err(Failure(ElderhandStatus::Over, "nobody is to move: the game is over".into()));
        }
        table.play_named(action).or_fail(ElderhandStatus::Illegal)
    })
}

/// Goes back to when so many decisions had been made; what was dealt since is dealt again.
///
/// # Safety
///
/// `table` is one that was opened and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_table_undo(table: *mut ElderhandTable, decisions: usize) -> ElderhandStatus {
    guarded(|| {
        // SAFETY: the caller's.
        let ElderhandTable(table) = unsafe { borrow_mut(table, "the table") }?;
        table.undo_to(decisions).or_fail(ElderhandStatus::Undo)
    })
}

/// Tells how many decisions have been made.
///
/// # Safety
///
/// `table` is one that was opened and not freed; `decisions` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_table_length(
    table: *const ElderhandTable,
    decisions: *mut usize,
) -> ElderhandStatus {
    guarded(|| {
        let decisions = place(decisions)?;
        // SAFETY: the caller's.
        let ElderhandTable(table) = unsafe { borrow(table, "the table") }?;
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { put(decisions, table.length()) };
        Ok(())
    })
}

/// Tells what every seat has won, in points: 0 before the end. `points` has a place for each of `seats` seats.
///
/// # Safety
///
/// `table` is one that was opened and not freed; `points` can be written to, `seats` numbers long.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_table_returns(
    table: *const ElderhandTable,
    points: *mut f32,
    seats: usize,
) -> ElderhandStatus {
    guarded(|| {
        let points = place(points)?;
        // SAFETY: the caller's.
        let ElderhandTable(table) = unsafe { borrow(table, "the table") }?;
        let returns = table.returns();
        if seats != returns.len() {
            let said = format!("there is a place for {seats} numbers, and there are {} seats", returns.len());
            return Err(Failure(ElderhandStatus::Seat, said));
        }
        // SAFETY: the caller says that so many numbers can be written there; what we made does not overlap with that.
        unsafe { points.copy_from_nonoverlapping(returns.as_ptr(), seats) };
        Ok(())
    })
}

/// Tells all that was dealt and played, as a record that `elderhand replay` reads.
///
/// `record` is to be freed by `elderhand_text_free`.
///
/// # Safety
///
/// `table` is one that was opened and not freed; `record` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_table_record(
    table: *const ElderhandTable,
    record: *mut *mut c_char,
) -> ElderhandStatus {
    guarded(|| {
        let record = place(record)?;
        // SAFETY: the caller's.
        let ElderhandTable(table) = unsafe { borrow(table, "the table") }?;
        let text = serde_json::to_string(&table.record()).or_fail(ElderhandStatus::Panic)?;
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { hand_out_text(record, text) }
    })
}

/// Frees a table; null is nothing.
///
/// # Safety
///
/// `table` is null or one that was opened, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_table_free(table: *mut ElderhandTable) {
    // SAFETY: the caller's.
    unsafe { take_back(table) }
}
