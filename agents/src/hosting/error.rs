//! What a house refuses.

use elderhand_env::{GameError, NoSeat, PlayError, RecordError, Seat};

use super::token::LENGTH;
use crate::players::agent::AgentError;
use crate::seating::bot::BotError;

/// Something that cannot be done at a table; nothing has changed there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HouseError {
    /// The game cannot be made.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The record cannot be taken up.
    #[error("`record`: {0}")]
    Record(#[from] RecordError),
    /// There is no such bot, or it cannot sit down there.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The record names more than is dealt.
    #[error("`record` names {ahead} cards or lots that come next: expected {most} at most")]
    Ahead {
        /// How many come next.
        ahead: usize,
        /// How many may.
        most: usize,
    },
    /// What a table was kept with contradicts its record.
    #[error("`choices` names a seat or a decision that the record does not have")]
    Choices,
    /// A bot failed.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The game has no such seat.
    #[error(transparent)]
    Seat(#[from] NoSeat),
    /// More seats were spoken of than there are.
    #[error("`seats` has {asked} entries, but the game has {seats} seats")]
    Seats {
        /// How many were spoken of.
        asked: usize,
        /// How many there are.
        seats: usize,
    },
    /// Bots hold every seat.
    #[error("no seat is left for anybody who could look on: leave one of `seats` null")]
    OnlyBots,
    /// There are as many tables as may be.
    #[error("there are {0} tables, and no more may be opened: close one first")]
    Crowded(usize),
    /// Whoever asks has opened as many tables as they may.
    #[error("you have opened {0} tables, and may open no more: close some first")]
    Allowance(usize),
    /// There is no such table.
    #[error("there is no table `{0}`: it may have been closed")]
    NoTable(String),
    /// Somebody sits there.
    #[error("seat {0} is taken")]
    Taken(Seat),
    /// Somebody sits in every seat.
    #[error("every seat is taken")]
    Full,
    /// A token that somebody has chosen could be guessed, or is of another table.
    #[error("`token` is not one that may be chosen: expected {least} to {most} letters, digits, `-` and `_`, for this table alone", least = LENGTH.start(), most = LENGTH.end())]
    Token,
    /// Nobody holds a seat by this token.
    #[error("no seat is held by this token: it may have been given up")]
    NoToken,
    /// Another seat is to move, or none.
    #[error("it is not your turn: {}", .0.map_or_else(|| "the game is over".into(), |seat| format!("seat {seat} is to move")))]
    NotYourTurn(Option<Seat>),
    /// The action cannot be played.
    #[error("`action`: {0}")]
    Play(#[from] PlayError),
    /// The game has gone on.
    #[error("`after` is {after}, but {made} decisions have been made: look at the table again")]
    GoneOn {
        /// How many decisions the caller knew of.
        after: usize,
        /// How many have been made.
        made: usize,
    },
    /// Something has been taken back.
    #[error("`undone` is {known}, but choices have been taken back {undone} times: look at the table again")]
    TakenBack {
        /// How often the caller knew of.
        known: usize,
        /// How often it was.
        undone: usize,
    },
    /// Nothing can be taken back.
    #[error("nothing can be taken back: {0}")]
    NoUndo(&'static str),
    /// What was done could not be kept, and was taken back.
    #[error("the table could not be kept: {0}")]
    NotKept(String),
    /// The record would tell what is hidden.
    #[error("the record tells every card: it can be had when the game is over")]
    NotOver,
}
