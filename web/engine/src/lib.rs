//! The protocol as a WebAssembly module: bots are handed over as bytes, and messages are answered.
#![forbid(unsafe_code)]

use std::panic;
use std::sync::Once;

use elderhand_agents::protocol::Session;
use elderhand_agents::{Bot, bots};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Hands the bytes of a bundle over: from now on `checkpoint:NAME` is this bot.
///
/// # Errors
///
/// Throws if they are no bundle that can be played.
#[wasm_bindgen]
pub fn lend(name: &str, bytes: &[u8]) -> Result<(), JsError> {
    Ok(bots::lend(name, bytes)?)
}

/// A conversation by the protocol, with tables of its own.
#[wasm_bindgen]
pub struct Conversation(Session);

#[wasm_bindgen]
impl Conversation {
    /// Begins a conversation; where a message names no bot, this one is asked.
    ///
    /// # Errors
    ///
    /// Throws if there is no such bot.
    #[wasm_bindgen(constructor)]
    pub fn new(bot: &str) -> Result<Conversation, JsError> {
        static HOOK: Once = Once::new();
        // A panic ends the module: the least that can be done is to say why.
        HOOK.call_once(|| panic::set_hook(Box::new(|info| error(&info.to_string()))));
        Ok(Conversation(Session::new(Bot::open(bot)?)))
    }

    /// Answers a message, both as JSON.
    pub fn answer(&mut self, message: &str) -> String {
        self.0.answer(message)
    }
}
