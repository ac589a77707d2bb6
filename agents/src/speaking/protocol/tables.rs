//! Requests about tables that Elderhand keeps.

use elderhand_env::{Overrides, Record, Seat};
use serde_json::value::RawValue;

use super::answer::{Answer, Code, Invited, Refusal};
use super::session::{SEED, bad_request};
use super::{Fields, asked};
use crate::hosting::{Allowance, House, HouseError, Known, Opening};
use crate::players::agent::AgentError;
use crate::seating::bot::Bot;

/// What is expected of a seat.
const SEAT: &str = "the number of a seat, from 0";
/// What is expected of a token.
const TOKEN: &str = "the token that `join` gave";

/// Opens a table.
pub(super) fn new_table(house: &House, allowance: Option<&Allowance>, mut fields: Fields) -> Result<Answer, Refusal> {
    let record: Option<Box<RawValue>> = fields.take("record", "the record of a game").map_err(bad_request)?;
    let record: Option<Record> =
        record.map(|record| serde_json::from_str(record.get())).transpose().map_err(|error| {
            Refusal::new(Code::BadRecord, format!("`record`: {error}; expected one as `record` gives it"))
        })?;
    let game = "the id of a game, such as \"gin\", or the name of a released bot";
    let game: Option<String> = fields.take("game", game).map_err(bad_request)?;
    let game = match (game, &record) {
        (Some(_), Some(_)) => return Err(bad_request("`game` and `record` are both there: expected one".into())),
        (None, None) => {
            return Err(bad_request("`game` is missing: expected the id of a game, such as \"gin\"".into()));
        }
        (game, _) => game.unwrap_or_default(),
    };
    let options: Option<Overrides> = fields.take("options", "an object of options").map_err(bad_request)?;
    if record.is_some() && options.is_some() {
        return Err(bad_request("`options` and `record` are both there: the options are those of the record".into()));
    }
    let seats = "a list, an entry a seat: the name of a bot, or null for somebody who joins";
    let opening = Opening {
        game,
        options: options.unwrap_or_default(),
        seats: fields.take("seats", seats).map_err(bad_request)?.unwrap_or_default(),
        any_options: flag(&mut fields, "any_options")?,
        seed: fields.take("seed", SEED).map_err(bad_request)?,
        undo: flag(&mut fields, "undo")?,
        record,
    };
    Ok(Answer::Opened(house.open_within(&opening, allowance)?))
}

/// Takes a seat.
pub(super) fn join(house: &House, mut fields: Fields) -> Result<Answer, Refusal> {
    let table: String = fields.need("table", "the table that `new_table` named").map_err(bad_request)?;
    let seat: Option<Seat> = fields.take("seat", SEAT).map_err(bad_request)?;
    let name: Option<String> = fields.take("name", "a name").map_err(bad_request)?;
    let own: Option<String> = fields.take("token", "a token of one's own").map_err(bad_request)?;
    Ok(Answer::Joined(house.join_by(&table, seat, name.as_deref(), own.as_deref())?))
}

/// Looks at the table.
pub(super) fn view(house: &House, mut fields: Fields) -> Result<Answer, Refusal> {
    let since = fields.take("since", "a number of decisions").map_err(bad_request)?;
    Ok(Answer::Position(house.look(&token(fields)?, since)?))
}

/// Plays an action.
pub(super) fn play(house: &House, mut fields: Fields) -> Result<Answer, Refusal> {
    let action: String = fields.need("action", "the name of an action, one of `legal`").map_err(bad_request)?;
    let known = known(&mut fields)?;
    Ok(Answer::Position(house.play(&token(fields)?, &action, known)?))
}

/// Takes the last choice back.
pub(super) fn undo(house: &House, mut fields: Fields) -> Result<Answer, Refusal> {
    let known = known(&mut fields)?;
    Ok(Answer::Position(house.undo(&token(fields)?, known)?))
}

/// Has a bot sit down.
pub(super) fn invite(house: &House, mut fields: Fields) -> Result<Answer, Refusal> {
    let bot: String = fields.need("bot", "the name of a bot").map_err(bad_request)?;
    let seat: Option<Seat> = fields.take("seat", SEAT).map_err(bad_request)?;
    let (position, warning) = house.invite(&token(fields)?, &bot, seat)?;
    Ok(Answer::Invited(Invited { position, warning }))
}

/// Tells what a bot would do in the seat.
pub(super) fn hint(house: &House, bot: &Bot, mut fields: Fields) -> Result<Answer, Refusal> {
    let seed = fields.take("seed", SEED).map_err(bad_request)?.unwrap_or(0);
    let (game, view) = house.view(&token(fields)?)?;
    let _place = house.place();
    let decision = house.lend(bot, &game, true, |player| {
        player.begin(view.seat(), seed)?;
        Ok::<_, AgentError>((player.decide(&view)?, player.warning()))
    });
    let (decision, warning) = decision??;
    let mut chosen = asked::chosen(&game, decision);
    chosen.warning = warning;
    Ok(Answer::Act(chosen))
}

/// Gives the record of a game that is over.
pub(super) fn record(house: &House, fields: Fields) -> Result<Answer, Refusal> {
    Ok(Answer::Record { record: house.record(&token(fields)?)? })
}

/// Gives up the seat.
pub(super) fn close(house: &House, fields: Fields) -> Result<Answer, Refusal> {
    house.leave(&token(fields)?)?;
    Ok(Answer::Done {})
}

/// What somebody knows who plays or takes back.
fn known(fields: &mut Fields) -> Result<Known, Refusal> {
    Ok(Known {
        decisions: fields.take("after", "a number of decisions").map_err(bad_request)?,
        undone: fields.take("undone", "how often choices were taken back").map_err(bad_request)?,
    })
}

fn token(mut fields: Fields) -> Result<String, Refusal> {
    fields.need("token", TOKEN).map_err(bad_request)
}

pub(super) fn flag(fields: &mut Fields, name: &str) -> Result<bool, Refusal> {
    Ok(fields.take(name, "true or false").map_err(bad_request)?.unwrap_or(false))
}

impl From<HouseError> for Refusal {
    fn from(error: HouseError) -> Refusal {
        let code = match error {
            HouseError::Bot(error) => return error.into(),
            HouseError::Agent(error) => return error.into(),
            HouseError::Game(_) => Code::BadGame,
            HouseError::Record(_) | HouseError::Choices | HouseError::Ahead { .. } => Code::BadRecord,
            HouseError::Seat(_) | HouseError::Seats { .. } | HouseError::OnlyBots | HouseError::Token => {
                Code::BadRequest
            }
            HouseError::Crowded(_) | HouseError::Allowance(_) => Code::Crowded,
            HouseError::NoTable(_) => Code::NoTable,
            HouseError::Taken(_) | HouseError::Full => Code::Taken,
            HouseError::NoToken => Code::NoToken,
            HouseError::NotYourTurn(_) => Code::NotYourTurn,
            HouseError::Play(_) => Code::Illegal,
            HouseError::GoneOn { .. } | HouseError::TakenBack { .. } => Code::GoneOn,
            HouseError::NoUndo(_) => Code::NoUndo,
            HouseError::NotOver => Code::NotOver,
            HouseError::NotKept(_) => Code::NotKept,
        };
        Refusal::new(code, error)
    }
}
