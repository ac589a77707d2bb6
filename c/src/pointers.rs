//! What comes in as pointers, and what goes out so.

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use elderhand_env::Overrides;

use crate::failure::{ElderhandStatus, Failure, OrFail};

pub(crate) fn null(what: &str) -> Failure {
    Failure(ElderhandStatus::Argument, format!("{what} is null"))
}

/// Reads a text.
///
/// # Safety
///
/// It is null or a text that ends with 0 and does not change meanwhile.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, what: &str) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(null(what));
    }
    // SAFETY: it is not null, and the caller sees to the rest.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Failure(ElderhandStatus::Argument, format!("{what} is not UTF-8")))
}

/// Reads options, an object of JSON; null is none.
///
/// # Safety
///
/// As [`text`].
pub(crate) unsafe fn options(pointer: *const c_char) -> Result<Overrides, Failure> {
    if pointer.is_null() {
        return Ok(Overrides::new());
    }
    // SAFETY: as here.
    let text = unsafe { text(pointer, "options") }?;
    let wrong = |error| format!("options: {error}; expected an object of names and values");
    serde_json::from_str(text).map_err(wrong).or_fail(ElderhandStatus::Argument)
}

/// Borrows what a handle points to.
///
/// # Safety
///
/// It is null or was made by [`hand_out`], is not freed, and nobody uses it mutably meanwhile.
pub(crate) unsafe fn borrow<'a, T>(pointer: *const T, what: &str) -> Result<&'a T, Failure> {
    // SAFETY: the caller's.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(what))
}

/// Borrows what a handle points to, to change it.
///
/// # Safety
///
/// As [`borrow`], and nobody uses it at all meanwhile.
pub(crate) unsafe fn borrow_mut<'a, T>(pointer: *mut T, what: &str) -> Result<&'a mut T, Failure> {
    // SAFETY: the caller's.
    unsafe { pointer.as_mut() }.ok_or_else(|| null(what))
}

/// Checks that there is a place for what goes out, before anything is done.
pub(crate) fn place<T>(out: *mut T) -> Result<*mut T, Failure> {
    if out.is_null() { Err(null("the place for the result")) } else { Ok(out) }
}

/// Writes something to where the caller wants it.
///
/// # Safety
///
/// The place is not null and is the caller's to write to.
pub(crate) unsafe fn put<T>(out: *mut T, value: T) {
    // SAFETY: the caller's; what lay there is not dropped, since it may be anything.
    unsafe { out.write(value) }
}

/// Gives something away, until [`take_back`].
///
/// # Safety
///
/// As [`put`].
pub(crate) unsafe fn hand_out<T>(out: *mut *mut T, value: T) {
    // SAFETY: the caller's.
    unsafe { put(out, Box::into_raw(Box::new(value))) }
}

/// Frees what was given away; null is nothing.
///
/// # Safety
///
/// It is null or was made by [`hand_out`] and is not used any more.
pub(crate) unsafe fn take_back<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: `hand_out` made it of a box, and the caller does this once.
        let owned = unsafe { Box::from_raw(pointer) };
        // There is no status by which a panic could be told; what is left of it is lost.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(owned)));
    }
}

/// Gives a text away, until `elderhand_text_free`.
///
/// # Safety
///
/// As [`put`].
pub(crate) unsafe fn hand_out_text(out: *mut *mut c_char, text: impl Into<Vec<u8>>) -> Result<(), Failure> {
    let text = CString::new(text).or_fail(ElderhandStatus::Panic)?;
    // SAFETY: the caller's.
    unsafe { put(out, text.into_raw()) };
    Ok(())
}

/// Frees a text that the library has given; null is nothing.
///
/// # Safety
///
/// The text was given by this library, was not freed, and has the length that it was given with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: `hand_out_text` made it, and the caller does this once.
        drop(unsafe { CString::from_raw(text) });
    }
}
