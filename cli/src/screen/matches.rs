//! The screen of a match of any game: how it stands, above the screen of its round.

use elderhand_env::format::Format;
use elderhand_env::matches::Choosing;
use elderhand_env::{Card, CardSet};
use serde::Deserialize;
use serde_json::Value;

use super::{Deeds, Screen, labelled};
use crate::output::Paint;

/// Shows a match, and its round on the screen of the family.
pub struct Match(pub Box<dyn Screen>);

/// How a match stands, as far as it is shown.
#[derive(Deserialize)]
struct Standing {
    rounds: u16,
    points: Vec<i32>,
    order: Vec<usize>,
    playing: usize,
    target: u32,
    elder: usize,
    clockwise: bool,
    table: u8,
    seats: Vec<u8>,
    counted: bool,
    choosing: Option<Choosing>,
}

/// What is shown of the settings.
#[derive(Deserialize)]
struct Settings {
    format: Format,
    rounds: u16,
}

#[derive(Deserialize)]
struct View {
    options: Settings,
    seat: usize,
    #[serde(rename = "match")]
    standing: Standing,
    round: Value,
}

impl View {
    fn read(view: &Value) -> Option<View> {
        View::deserialize(view).ok()
    }

    /// The colours for what is said of the round, in which players are called by their numbers in the match.
    fn at_table(&self, paint: Paint) -> Paint {
        if self.standing.order.len() == 2 { paint } else { paint.at_table(&self.standing.seats) }
    }

    /// Returns `true` if two views are of one round, at one table.
    fn is_beside(&self, other: &View) -> bool {
        let of = |view: &View| {
            let counted = u16::from(view.standing.counted);
            (view.standing.rounds - counted, view.standing.table, view.standing.seats.clone())
        };
        of(self) == of(other) && !self.round.is_null() && !other.round.is_null()
    }

    /// What a player is called by the one whose view this is.
    fn name(&self, player: usize) -> String {
        match self.standing.order.len() {
            _ if player == self.seat => "you".into(),
            2 => "the other".into(),
            _ => format!("seat {player}"),
        }
    }

    /// The player so many places on from the one who chooses.
    fn on(&self, places: usize) -> usize {
        let (from, players) = (self.standing.elder, self.standing.order.len());
        let places = if self.standing.clockwise { places } else { players - places % players };
        (from + places) % players
    }

    fn standing(&self, paint: Paint) -> Vec<String> {
        let Standing { points, order, rounds, playing, target, .. } = &self.standing;
        let players = order.len();
        let mut words: Vec<String> = if points.len() == players {
            (0..players).map(|player| format!("{}: {}", self.name(player), points[player])).collect()
        } else {
            let own = match self.options.format {
                Format::Captains => self.seat.min(1),
                _ => self.seat % points.len(),
            };
            let others =
                (0..points.len()).filter(|&side| side != own).map(|side| format!("the others: {}", points[side]));
            [format!("your side: {}", points[own])].into_iter().chain(others).collect()
        };
        words.iter_mut().rev().skip(1).for_each(|word| word.push(','));
        let aim = match (target, self.options.format) {
            (0, Format::Rounds) => format!("of {}", self.options.rounds),
            (0, _) => String::new(),
            (target, _) => format!("to {target}"),
        };
        let played = if *rounds == 1 { "round" } else { "rounds" };
        words.push(paint.dim(format!("after {rounds} {played} {aim}").trim_end()));
        let left: Vec<String> = order[*playing..].iter().map(|&player| self.name(player)).collect();
        if !left.is_empty() {
            words.push(paint.dim(format!("without {}", left.join(", "))));
        }
        labelled(9, "match", &words, paint)
    }

    /// What somebody is told of a round who was not at its table.
    fn over(&self, paint: Paint) -> Vec<String> {
        [vec!["The round is over.".into()], self.standing(paint)].concat()
    }

    /// Who chooses what, and who sits out.
    fn aside(&self) -> Option<String> {
        let who = self.name(self.standing.elder);
        let verb = if self.standing.elder == self.seat { "choose" } else { "chooses" };
        match self.standing.choosing {
            Some(Choosing::Direction) => Some(format!("The round is over; {who} {verb} the direction of play.")),
            Some(Choosing::Start) => Some(format!("The round is over; {who} {verb} who starts.")),
            None if self.round.is_null() => Some("You sit out.".into()),
            None => None,
        }
    }
}

impl Match {
    /// The rounds of two views on the screen of the family, if they are of one round.
    fn of_round(&self, before: &Value, after: &Value) -> Option<(View, View)> {
        let (before, after) = (View::read(before)?, View::read(after)?);
        before.is_beside(&after).then_some((before, after))
    }
}

impl Screen for Match {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        let Some(view) = View::read(view) else { return self.0.draw(view, paint) };
        let mut lines = view.standing(paint);
        // How a round was counted has been told when it was.
        if !view.round.is_null() && !view.standing.counted {
            lines.extend(self.0.draw(&view.round, view.at_table(paint)));
        }
        lines.extend(view.aside());
        lines
    }

    /// Who sits out is told nothing of the round.
    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        let Some(before) = View::read(deeds.before).filter(|view| !view.round.is_null() && !view.standing.counted)
        else {
            return deeds.actions.iter().filter_map(|name| choice(name)).collect();
        };
        // Where another table is next, the last view of the own one is that before the deed.
        let after = View::read(deeds.after).filter(|after| before.is_beside(after));
        let after = after.as_ref().map_or(&before.round, |after| &after.round);
        self.0.tell(&Deeds { before: &before.round, actions: deeds.actions, after }, before.at_table(paint))
    }

    /// What is chosen between rounds is told apart from the round that follows.
    fn ends(&self, action: &str) -> bool {
        ["clockwise", "counterclockwise"].contains(&action) || action.starts_with("start +") || self.0.ends(action)
    }

    /// A round that is over is drawn as it was counted; who was not at its table sees how the match stands.
    fn count(&self, before: &Value, action: &str, after: &Value, paint: Paint) -> Vec<String> {
        let (Some(before), Some(after)) = (View::read(before), View::read(after)) else { return Vec::new() };
        let ended = !before.standing.counted && after.standing.counted;
        if after.round.is_null() && ended {
            return after.over(paint);
        }
        if !before.is_beside(&after) {
            return Vec::new();
        }
        let lines = self.0.count(&before.round, action, &after.round, before.at_table(paint));
        if !lines.is_empty() || !ended {
            return lines;
        }
        self.0.counted(&after.round, after.at_table(paint))
    }

    fn passed(&self, before: &Value, after: &Value, paint: Paint) -> Vec<String> {
        let (Some(before), Some(after)) = (View::read(before), View::read(after)) else { return Vec::new() };
        let another = before.standing.rounds != after.standing.rounds;
        if !(another && before.standing.counted && after.standing.counted) {
            return Vec::new();
        }
        if after.round.is_null() {
            return after.over(paint);
        }
        self.0.counted(&after.round, after.at_table(paint))
    }

    fn hand(&self, view: &Value) -> CardSet {
        View::read(view).map_or(CardSet::EMPTY, |view| self.0.hand(&view.round))
    }

    fn news(&self, before: &Value, after: &Value, paint: Paint) -> Vec<String> {
        let round = self.of_round(before, after);
        round.map_or_else(Vec::new, |(before, after)| self.0.news(&before.round, &after.round, before.at_table(paint)))
    }

    fn order(&self, view: &Value) -> Vec<Card> {
        View::read(view).map_or_else(Vec::new, |view| self.0.order(&view.round))
    }

    fn wording(&self, action: &str) -> Option<String> {
        self.0.wording(action)
    }

    fn aside(&self, view: &Value, action: &str) -> Option<String> {
        let view = View::read(view)?;
        match action.strip_prefix("start +") {
            Some(places) => Some(view.name(view.on(places.parse().ok()?))),
            None => self.0.aside(&view.round, action),
        }
    }

    fn usual(&self, view: &Value) -> Option<&'static str> {
        self.0.usual(&View::read(view)?.round)
    }

    fn is_idle(&self, action: &str) -> bool {
        self.0.is_idle(action)
    }

    fn spell(&self, view: &Value, line: &str) -> Vec<String> {
        View::read(view).map_or_else(Vec::new, |view| self.0.spell(&view.round, line))
    }
}

/// A choice between rounds in words; nothing for what is done in one.
fn choice(name: &str) -> Option<String> {
    match (name, name.strip_prefix("start +")) {
        ("clockwise" | "counterclockwise", _) => Some(format!("play goes {name}")),
        (_, Some("0")) => Some("starts".into()),
        (_, Some("1")) => Some("lets the next player start".into()),
        (_, Some(places)) => Some(format!("lets the player {places} places on start")),
        _ => None,
    }
}
