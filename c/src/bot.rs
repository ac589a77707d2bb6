//! Bots that are seated at a game.

use std::ffi::c_char;
use std::slice;

use elderhand_agents::{Bot, Player, bots};
use elderhand_env::{AnyView, NoSeat, game};

use crate::failure::{ElderhandStatus, Failure, OrFail, guarded};
use crate::pointers::{borrow, borrow_mut, hand_out, hand_out_text, null, options, place, take_back, text};
use crate::table::ElderhandTable;

/// A bot at a game: it may play any number of them, one after another. Only one thread may use it at a time.
pub struct ElderhandBot(Player);

/// Hands the bytes of a bundle over: from now on `checkpoint:NAME` is this bot, wherever one is named.
///
/// # Safety
///
/// `name` is a text that ends with 0, `bytes` points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_lend(name: *const c_char, bytes: *const u8, length: usize) -> ElderhandStatus {
    guarded(|| {
        // SAFETY: the caller's.
        let name = unsafe { text(name, "the name") }?;
        if bytes.is_null() {
            return Err(null("the bytes"));
        }
        // SAFETY: the caller's, and it is not null.
        let bytes = unsafe { slice::from_raw_parts(bytes, length) };
        bots::lend(name, bytes).or_fail(ElderhandStatus::Bot)
    })
}

/// Seats a bot at a game: `simple`, the path of a bundle, `checkpoint:gin`, `search:checkpoint:gin,rollouts=256` and so on.
///
/// `options` is an object of JSON; null is none. The bot is to be freed by `elderhand_bot_free`.
///
/// # Safety
///
/// The texts end with 0, `options` may be null; `bot` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_bot_open(
    name: *const c_char,
    id: *const c_char,
    options_json: *const c_char,
    bot: *mut *mut ElderhandBot,
) -> ElderhandStatus {
    guarded(|| {
        let bot = place(bot)?;
        // SAFETY: the caller's, for all three.
        let (name, id, options) = unsafe { (text(name, "the bot")?, text(id, "the game")?, options(options_json)?) };
        let game = game(id, &options).or_fail(ElderhandStatus::Game)?;
        let player = Bot::open(name).and_then(|bot| bot.player(&game)).or_fail(ElderhandStatus::Bot)?;
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { hand_out(bot, ElderhandBot(player)) };
        Ok(())
    })
}

/// Tells a bot that a game begins in which it holds a seat. The seed is the only randomness that it may use.
///
/// # Safety
///
/// `bot` is one that was opened and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_bot_begin(bot: *mut ElderhandBot, seat: usize, seed: u64) -> ElderhandStatus {
    guarded(|| {
        // SAFETY: the caller's.
        let ElderhandBot(player) = unsafe { borrow_mut(bot, "the bot") }?;
        let seats = player.game().spec().seats;
        if seat >= seats {
            return Err(Failure(ElderhandStatus::Seat, NoSeat { seat, seats }.to_string()));
        }
        player.begin(seat, seed).or_fail(ElderhandStatus::Bot)
    })
}

/// Has a bot choose an action for the seat to move at a table, of which it sees what that seat sees; nothing is played.
///
/// `action` becomes the action's name, to be freed by `elderhand_text_free`.
///
/// # Safety
///
/// `bot` and `table` are ones that were opened and not freed; `action` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_bot_act(
    bot: *mut ElderhandBot,
    table: *const ElderhandTable,
    action: *mut *mut c_char,
) -> ElderhandStatus {
    guarded(|| {
        let action = place(action)?;
        // SAFETY: the caller's.
        let (ElderhandBot(player), ElderhandTable(table)) =
            unsafe { (borrow_mut(bot, "the bot")?, borrow(table, "the table")?) };
        let over = || Failure(ElderhandStatus::Over, "nobody is to move: the game is over".into());
        let view = table.view(table.seat().ok_or_else(over)?).or_fail(ElderhandStatus::Seat)?;
        let name = act(player, &view)?;
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { hand_out_text(action, name) }
    })
}

/// Has a bot choose an action in a view, an object of JSON as the game's page describes it, for those who keep their own rules.
///
/// `action` becomes the action's name, to be freed by `elderhand_text_free`.
///
/// # Safety
///
/// `bot` is one that was opened and not freed; `view` is a text that ends with 0; `action` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_bot_decide(
    bot: *mut ElderhandBot,
    view: *const c_char,
    action: *mut *mut c_char,
) -> ElderhandStatus {
    guarded(|| {
        let action = place(action)?;
        // SAFETY: the caller's.
        let (ElderhandBot(player), view) = unsafe { (borrow_mut(bot, "the bot")?, text(view, "the view")?) };
        let view = serde_json::from_str(view).or_fail(ElderhandStatus::Argument)?;
        let view = player.game().read_view(view).or_fail(ElderhandStatus::View)?;
        if view.legal().is_empty() {
            return Err(Failure(ElderhandStatus::View, format!("seat {} is not to move in it", view.seat())));
        }
        let name = act(player, &view)?;
        // SAFETY: it was checked that it is a place, and the caller says that it is one to write to.
        unsafe { hand_out_text(action, name) }
    })
}

fn act(player: &mut Player, view: &AnyView) -> Result<String, Failure> {
    let action = player.act(view).or_fail(ElderhandStatus::Bot)?;
    Ok(player.game().spec().name(action).to_owned())
}

/// Frees a bot; null is nothing.
///
/// # Safety
///
/// `bot` is null or one that was opened, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elderhand_bot_free(bot: *mut ElderhandBot) {
    // SAFETY: the caller's.
    unsafe { take_back(bot) }
}
