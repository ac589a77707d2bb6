//! Requests that ask what there is: who answers, what a game is like, how it lays out hands.

use elderhand_env::{AnyGame, Card, CardSet, OpenHands, Seat};
use serde_json::{Value, json};

use super::answer::{Answer, Code, Described, Hello, Layout, Measured, Plays, Refusal};
use super::session::bad_request;
use super::tables::flag;
use super::{Fields, MAX_LINE, VERSION};
use crate::carrying::bundle::Bundle;
use crate::hosting::House;
use crate::seating::bot::Bot;
use crate::seating::level::Level;

/// Says who answers; those who do not name version 2 are told what version 1 tells.
pub(super) fn hello(house: &House, bot: &Bot, mut fields: Fields) -> Result<Answer, Refusal> {
    let asked: Option<u32> = fields.take("protocol", "1 or 2").map_err(bad_request)?;
    let protocol = asked.unwrap_or(1);
    if !(1..=VERSION).contains(&protocol) {
        return Err(bad_request(format!("`protocol` is {protocol}: expected 1 or {VERSION}")));
    }
    let second = protocol > 1;
    Ok(Answer::Hello(Box::new(Hello {
        name: concat!("elderhand ", env!("CARGO_PKG_VERSION")).into(),
        protocol,
        bot: bot.name().into(),
        games: bot.games(),
        bots: second.then(|| house.guests().names()),
        plays: bot.bundle().filter(|_| second).map(|bundle| plays(bundle, bot.level())),
        limits: second.then(|| json!({ "line": MAX_LINE, "tables": house.most() })),
    })))
}

/// What a bundle was made for, and how it has played: at its own level alone.
fn plays(bundle: &Bundle, level: Level) -> Plays {
    let manifest = bundle.manifest();
    let contract = &manifest.contract;
    let measured = manifest.evaluations.iter().filter(|_| level == Level::Strong).map(|met| Measured {
        opponent: met.opponent.clone(),
        setting: met.setting.clone(),
        deals: met.deals,
        score: met.score,
        win_rate: met.win_share,
    });
    Plays {
        game: contract.game.clone(),
        options: contract.options.clone(),
        layout: Layout { actions: contract.actions.hash.clone(), observation: contract.observation.hash.clone() },
        measured: measured.collect(),
    }
}

/// Describes a game, and says which of those who may sit down play it, if that is asked for.
pub(super) fn describe(house: &House, game: &AnyGame, mut fields: Fields) -> Result<Answer, Refusal> {
    let spec = game.spec();
    let guests = house.guests();
    let bots = flag(&mut fields, "bots")?.then(|| {
        let plays = |name: &String| guests.find(name).is_ok_and(|bot| bot.plays(game));
        guests.names().into_iter().filter(plays).collect()
    });
    Ok(Answer::Described(Described {
        game: spec.id,
        options: game.options().clone(),
        seats: spec.seats,
        sides: (0..spec.seats).map(|seat| game.side(seat)).collect(),
        is_match: game.is_match(),
        actions: spec.actions.clone(),
        layout: Layout { actions: spec.actions_hash(), observation: spec.layout_hash() },
        bots,
    }))
}

/// Lays out hands as the game does when a round is over.
pub(super) fn lay_out(game: &AnyGame, mut fields: Fields) -> Result<Answer, Refusal> {
    let cards = "a list of lists of cards, one a seat, or one alone";
    let hands: Vec<Vec<Card>> = fields.need("hands", cards).map_err(bad_request)?;
    let pile: Option<Vec<Card>> = fields.take("pile", "a list of cards").map_err(bad_request)?;
    let knocker: Option<Seat> = fields.take("knocker", "the number of a seat, from 0").map_err(bad_request)?;
    let set = |name: &str, cards: &[Card]| {
        let set: CardSet = cards.iter().copied().collect();
        let whole = set.len() == cards.len();
        whole.then_some(set).ok_or_else(|| bad_request(format!("`{name}`: a card is there twice")))
    };
    let open = OpenHands {
        hands: hands.iter().map(|hand| set("hands", hand)).collect::<Result<_, _>>()?,
        knocker: knocker.unwrap_or(0),
        pile: set("pile", &pile.unwrap_or_default())?,
    };
    let laid: Value = game.lay_out(&open).map_err(|error| Refusal::new(Code::NoLayout, error))?;
    Ok(Answer::LaidOut(laid))
}
