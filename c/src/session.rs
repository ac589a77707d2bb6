//! The protocol, without a process or a network: one message, one answer.

use std::ffi::c_char;

use elderhand_agents::Bot;
use elderhand_agents::protocol::Session;

use crate::failure::{ElderhandStatus, OrFail, guarded};
use crate::pointers::{borrow_mut, hand_out, hand_out_text, place, take_back, text};

/// A conversation by the protocol, with tables of its own. Only one thread may use it at a time.
pub struct ElderhandSession(Session);

/// Begins a conversation; where a message names no bot, this one is asked.
///
/// The session is to be freed by `elderhand_session_free`.
///
/// # Safety
///
/// `bot` is a text that ends with 0; `session` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_session_open(
    bot: *const c_char,
    session: *mut *mut ElderhandSession,
) -> ElderhandStatus {
    guarded(|| {
        let session = place(session)?;
        // SAFETY: the caller's.
        let bot = Bot::open(unsafe { text(bot, "the bot") }?).or_fail(ElderhandStatus::Bot)?;
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { hand_out(session, ElderhandSession(Session::new(bot))) };
        Ok(())
    })
}

/// Answers a message of the protocol. What the message asks wrongly is in the answer; the call itself is then well.
///
/// `answer` is to be freed by `elderhand_text_free`.
///
/// # Safety
///
/// `session` is one that was opened and not freed; `message` is a text that ends with 0; `answer` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_session_answer(
    session: *mut ElderhandSession,
    message: *const c_char,
    answer: *mut *mut c_char,
) -> ElderhandStatus {
    guarded(|| {
        let answer = place(answer)?;
        // SAFETY: the caller's, for both.
        let (ElderhandSession(session), message) =
            unsafe { (borrow_mut(session, "the session")?, text(message, "the message")?) };
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { hand_out_text(answer, session.answer(message)) }
    })
}

/// Ends a conversation, with its tables; null is nothing.
///
/// # Safety
///
/// `session` is null or one that was opened, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_session_free(session: *mut ElderhandSession) {
    // SAFETY: the caller's.
    unsafe { take_back(session) }
}
