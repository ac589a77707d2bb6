//! What goes wrong, as a code and as a text.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came of a call. `elderhand_error` says more of everything but `ELDERHAND_STATUS_OK`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElderhandStatus {
    /// It is done.
    Ok = 0,
    /// A pointer is null, or a text is not UTF-8 or not JSON.
    Argument = 1,
    /// There is no such game, or it does not have such options.
    Game = 2,
    /// There is no such bot, it does not play this game, or it failed.
    Bot = 3,
    /// There is no such seat.
    Seat = 4,
    /// The action is not legal.
    Illegal = 5,
    /// The view is one that no position shows, or not of the seat to move.
    View = 6,
    /// Nobody is to move: the game is over.
    Over = 7,
    /// Fewer decisions have been made.
    Undo = 8,
    /// A mistake in the library; please report it. What was passed is to be freed and not used any more.
    Panic = 9,
}

/// A call that cannot be answered.
pub(crate) struct Failure(pub ElderhandStatus, pub String);

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Returns what went wrong in the last call of this thread that was not `ELDERHAND_STATUS_OK`; empty if none was.
///
/// The text belongs to the library, and is valid until the next call of this thread.
#[unsafe(no_mangle)]
pub extern "C" fn elderhand_error() -> *const c_char {
    LAST.with_borrow(|text| text.as_ptr())
}

/// Does something, keeps what went wrong, and lets no panic out: unwinding into C is undefined.
pub(crate) fn guarded(call: impl FnOnce() -> Result<(), Failure>) -> ElderhandStatus {
    let panicked = |_| Err(Failure(ElderhandStatus::Panic, "a mistake in the library: please report it".into()));
    // What a panic leaves half done is not used again: that is what the status asks for.
    match catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(panicked) {
        Ok(()) => ElderhandStatus::Ok,
        Err(Failure(status, text)) => {
            let text = CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default();
            LAST.set(text);
            status
        }
    }
}

/// Says of which kind a failure is.
pub(crate) trait OrFail<T> {
    /// Makes it a failure of a call.
    fn or_fail(self, status: ElderhandStatus) -> Result<T, Failure>;
}

impl<T, E: std::fmt::Display> OrFail<T> for Result<T, E> {
    fn or_fail(self, status: ElderhandStatus) -> Result<T, Failure> {
        self.map_err(|error| Failure(status, error.to_string()))
    }
}
