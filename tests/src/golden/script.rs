//! The playing of a golden game.

use std::collections::VecDeque;

use elderhand_env::{Action, Audience, Audit, Card, Game, Seat, State, Turn};
use serde_json::Value;

/// Plays the lines of a script and compares.
pub(super) fn run<G: Game>(game: &G, players: &[String], script: &[(usize, String, String)]) -> Result<(), String> {
    if players.len() != game.spec().seats {
        return Err(format!(": {} players are named, the game has {}", players.len(), game.spec().seats));
    }
    let queues = vec![VecDeque::new(); players.len() + 1];
    let (lots, next) = (VecDeque::new(), VecDeque::new());
    let mut table = Table { game, players, state: game.start(), queues, lots, next };
    let mut compared = false;
    for (line, key, rest) in script {
        let compares = table.line(key, rest).map_err(|problem| format!(", line {line}: {problem}"))?;
        compared |= compares;
    }
    if !table.next.is_empty() || !table.queues.iter().all(VecDeque::is_empty) {
        return Err(": some of the cards were not dealt".into());
    }
    if !table.lots.is_empty() {
        return Err(": some of the lots were not drawn".into());
    }
    if compared { Ok(()) } else { Err(": nothing is expected of the game".into()) }
}

struct Table<'a, G: Game> {
    game: &'a G,
    players: &'a [String],
    state: G::State,
    /// The cards to be dealt to each seat, and last those that all see.
    queues: Vec<VecDeque<Card>>,
    /// The seats to be drawn.
    lots: VecDeque<Seat>,
    /// The cards to be dealt before the next decision, whoever sees them.
    next: VecDeque<Card>,
}

impl<G: Game> Table<'_, G> {
    /// Does what one line says; says whether it was an expectation.
    fn line(&mut self, key: &str, rest: &str) -> Result<bool, String> {
        if let Some(name) = key.strip_prefix("deal ") {
            let queue = if name == "all" { self.players.len() } else { self.seat(name)? };
            self.queues[queue].extend(cards(rest)?);
            return Ok(false);
        }
        if key == "lot" {
            for name in rest.split_whitespace() {
                let seat = self.seat(name)?;
                self.lots.push_back(seat);
            }
            return Ok(false);
        }
        self.settle()?;
        if let Some(name) = key.strip_suffix(" sees") {
            self.sees(self.seat(name)?, rest)?;
            return Ok(true);
        }
        match key {
            "may only" => {
                let (mut wanted, mut found) = (self.actions(rest)?, self.state.legal().iter().collect::<Vec<_>>());
                wanted.sort();
                found.sort();
                self.require(wanted == found, "the legal actions are others")?;
            }
            "may" => {
                for action in self.actions(rest)? {
                    self.require(self.state.legal().contains(action), self.game.spec().name(action))?;
                }
            }
            "may not" => {
                for action in self.actions(rest)? {
                    self.require(!self.state.legal().contains(action), self.game.spec().name(action))?;
                }
            }
            "returns" => {
                let wanted: Result<Vec<f32>, _> = rest.split_whitespace().map(str::parse).collect();
                let wanted = wanted.map_err(|_| format!("`{rest}` is not a list of numbers"))?;
                let found: Vec<f32> = (0..self.players.len()).map(|seat| self.state.returns(seat)).collect();
                if !matches!(self.state.turn(), Turn::Over { .. }) {
                    return self.require(false, "the game is not over").map(|()| true);
                }
                if wanted != found {
                    return Err(format!("the returns are {found:?}"));
                }
            }
            "truncated" => {
                let truncated = rest == "yes";
                self.require(self.state.turn() == Turn::Over { truncated }, "the game ended otherwise, or goes on")?;
            }
            _ => {
                let named = if key == "in turn" { None } else { Some(self.seat(key)?) };
                for decision in rest.split(',') {
                    self.settle()?;
                    let seat = match (named, self.state.turn()) {
                        (Some(seat), _) | (None, Turn::Seat(seat)) => seat,
                        _ => return self.require(false, "nobody is to move").map(|()| false),
                    };
                    self.play(seat, decision)?;
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays one decision, such as `draw -> 7C`.
    fn play(&mut self, seat: Seat, decision: &str) -> Result<(), String> {
        if self.state.turn() != Turn::Seat(seat) {
            return self.require(false, &format!("it is not the turn of {}", self.players[seat]));
        }
        let (name, dealt) = decision.split_once("->").unwrap_or((decision, ""));
        let action = self.action(name)?;
        let taken = self.state.play(action).is_ok();
        self.require(taken, &format!("`{}` is not legal", name.trim()))?;
        self.next.extend(cards(dealt)?);
        Ok(())
    }

    /// Deals and draws until a seat is to move or the game is over.
    fn settle(&mut self) -> Result<(), String> {
        loop {
            match self.state.turn() {
                Turn::Chance => self.deal()?,
                Turn::Lot => {
                    let seat = self.lots.pop_front().ok_or("a lot is to be drawn, and none is given")?;
                    let drawn = format!("{} cannot be drawn", self.players[seat]);
                    self.require(self.state.lots().weight(seat) > 0, &drawn)?;
                    self.state.draw(seat);
                }
                Turn::Seat(_) | Turn::Over { .. } => break,
            }
        }
        match self.next.front() {
            Some(card) => Err(format!("{card} was not dealt")),
            None => Ok(()),
        }
    }

    /// Deals one card.
    fn deal(&mut self) -> Result<(), String> {
        let (queue, whose) = match self.state.audience() {
            Audience::Seat(seat) => (seat, self.players[seat].as_str()),
            Audience::Everyone => (self.players.len(), "all"),
        };
        let card = self.next.pop_front().or_else(|| self.queues[queue].pop_front());
        let card = card.ok_or_else(|| format!("a card is to be dealt to {whose}, and none is given"))?;
        self.require(self.state.deck().contains(card), &format!("{card} cannot be dealt"))?;
        self.state.deal(card);
        Ok(())
    }

    /// Compares parts of a seat's view, such as `hand = ["7C"]; scores.0 = 28`.
    fn sees(&self, seat: Seat, text: &str) -> Result<(), String> {
        let view = serde_json::to_value(self.state.view(seat)).map_err(|error| error.to_string())?;
        for part in text.split(';') {
            let (path, wanted) = part.split_once('=').ok_or_else(|| format!("`{part}` is not `path = value`"))?;
            let wanted: Value = serde_json::from_str(wanted.trim()).map_err(|error| format!("`{wanted}`: {error}"))?;
            let pointer: String = path.trim().split('.').map(|step| format!("/{step}")).collect();
            match view.pointer(&pointer) {
                Some(found) if *found == wanted => (),
                Some(found) => return Err(format!("`{}` is {found}", path.trim())),
                None => return Err(format!("there is no `{}` in {view}", path.trim())),
            }
        }
        Ok(())
    }

    fn seat(&self, name: &str) -> Result<Seat, String> {
        let seat = self.players.iter().position(|player| player == name.trim());
        seat.ok_or_else(|| format!("`{name}` is no player: the players are {}", self.players.join(", ")))
    }

    fn action(&self, name: &str) -> Result<Action, String> {
        self.game.spec().action(name).ok_or_else(|| format!("there is no action `{}`", name.trim()))
    }

    fn actions(&self, names: &str) -> Result<Vec<Action>, String> {
        names.split(',').map(|name| self.action(name)).collect()
    }

    /// Fails with a text and the turn and legal actions as they are.
    fn require(&self, holds: bool, problem: &str) -> Result<(), String> {
        if holds {
            return Ok(());
        }
        let turn = match self.state.turn() {
            Turn::Seat(seat) => format!("{} is to move", self.players[seat]),
            turn => format!("{turn:?}"),
        };
        let legal = self.game.spec().names(self.state.legal()).join(", ");
        Err(format!("{problem} ({turn}; legal: {legal})"))
    }
}

fn cards(text: &str) -> Result<Vec<Card>, String> {
    text.split_whitespace().map(|word| word.parse().map_err(|error| format!("{error}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::twins::Twins;

    const GAME: &str = "deal elder: JC KC\ndeal younger: TC TC\nlot: younger elder\nmay only: play TC\nyounger: play TC\n\
                        elder: play KC\nelder: play JC\nyounger: play TC\nreturns: 2 -2";

    /// Plays the game with some text of it exchanged for another.
    fn altered(from: &str, to: &str) -> Result<(), String> {
        assert!(GAME.contains(from));
        let (game, text) = (Twins::set_up().0, GAME.replacen(from, to, 1));
        let part = |(place, line): (usize, &str)| {
            let (key, rest) = line.split_once(": ").expect("a line has a key");
            (place + 1, key.into(), rest.into())
        };
        let script: Vec<_> = text.lines().enumerate().map(part).collect();
        run(&game, &["elder".into(), "younger".into()], &script)
    }

    #[test]
    fn lots_are_drawn_as_written() {
        assert_eq!(altered("", ""), Ok(()));
        for (from, to, problem) in [
            ("younger elder", "younger", "line 7: a lot is to be drawn"),
            ("younger elder", "younger younger", "line 7: it is not the turn of elder"),
            ("younger elder", "younger elder elder", "some of the lots were not drawn"),
            ("lot: younger", "lot: nobody", "line 3: `nobody` is no player"),
            ("TC TC", "TC 7C", "line 4: 7C cannot be dealt"),
            ("TC TC", "", "line 4: a card is to be dealt to younger"),
        ] {
            let found = altered(from, to).expect_err(to);
            assert!(found.contains(problem), "{from} to {to}: {found}");
        }
    }
}
