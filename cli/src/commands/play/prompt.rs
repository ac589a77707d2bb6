//! What a person is asked at the table, and what is done with the answer.

use std::io::Write;
use std::path::Path;

use elderhand_agents::Familiarity;
use elderhand_env::Action;

use super::choose::{Choice, choose};
use super::course::{Course, Ending};
use super::{help, moves, pages};
use crate::advice;
use crate::commands::rules;
use crate::output::printable;

impl Course<'_> {
    /// Asks the person at the screen for an action: nothing when the person leaves, and no action when one was taken back or the
    /// table is to be shown again.
    pub(super) fn ask(&mut self) -> anyhow::Result<Option<Option<Action>>> {
        let seat = self.people[self.present].seat;
        let json = self.table.view(seat)?.json();
        let moves = moves::legal(&self.table, &*self.screen, &json);
        let place_of = |action: &str| moves.iter().position(|legal| legal.name == action);
        if let Some(place) = self.spelt.pop_front().as_deref().and_then(place_of) {
            return Ok(Some(Some(moves[place].action)));
        }
        let usual = self.screen.usual(&json).and_then(place_of);
        writeln!(self.out)?;
        self.show()?;
        moves::list(&moves, self.out.paint).iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
        let prompt = match usual {
            Some(place) => format!("your move, Enter to {}> ", moves[place].called),
            None => "your move> ".into(),
        };
        while let Some(line) = self.input.line(self.out, &prompt)? {
            self.spelt = self.screen.spell(&json, &line).into();
            let spelt = self.spelt.pop_front().as_deref().and_then(place_of);
            let chosen = spelt.or(usual.filter(|_| line.is_empty()));
            match chosen.map_or_else(|| choose(&line, &moves), |place| Choice::Move(place, None)) {
                Choice::Move(place, said) => {
                    said.iter().try_for_each(|said| writeln!(self.out, "{said}"))?;
                    self.choices.push((seat, self.table.length()));
                    return Ok(Some(Some(moves[place].action)));
                }
                Choice::Hint => self.hint()?,
                Choice::Help => {
                    let lines = help::lines(self.table.game().spec(), &*self.screen);
                    lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
                }
                Choice::Rules => self.rules()?,
                Choice::Show => return Ok(Some(None)),
                Choice::Undo => {
                    if self.undo()? {
                        return Ok(Some(None));
                    }
                }
                Choice::Save(file) => self.save(&file)?,
                Choice::Quit => return Ok(None),
                Choice::None(problem) => writeln!(self.out, "{problem}")?,
            }
        }
        writeln!(self.out)?;
        Ok(None)
    }

    /// Asks what comes after the game; nothing when its last choice was taken back.
    pub(super) fn after(&mut self) -> anyhow::Result<Option<Ending>> {
        while let Some(line) = self.input.line(self.out, "next, undo, save FILE or quit> ")? {
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word.to_lowercase().as_str() {
                "next" | "n" => return Ok(Some(Ending::Next)),
                "undo" | "u" => {
                    if self.undo()? {
                        return Ok(None);
                    }
                }
                "save" => self.save(rest.trim())?,
                "rules" => self.rules()?,
                "quit" | "q" | "exit" => break,
                "" if self.input.terminal => break,
                // What a script still has to say is not of this game.
                _ if !self.input.terminal => (),
                _ => writeln!(self.out, "`next` deals again, `quit` or Enter leaves the table.")?,
            }
        }
        Ok(Some(Ending::Quit))
    }

    fn save(&mut self, file: &str) -> anyhow::Result<()> {
        if file.is_empty() {
            return Ok(writeln!(self.out, "Name a new file, such as: save game.json")?);
        }
        match self.keeper.save(&self.table, Path::new(file)) {
            Ok(()) => writeln!(self.out, "The record is in {}.", printable(file))?,
            Err(error) => writeln!(self.out, "It is not saved: {}.", printable(format!("{error:#}")))?,
        }
        Ok(())
    }

    fn rules(&mut self) -> anyhow::Result<()> {
        let lines = rules::at_table(self.table.game(), self.out.paint);
        pages::show(&lines, self.input, self.out)
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let seat = self.people[self.present].seat;
        let (view, player) = (self.table.view(seat)?, &mut self.players[seat]);
        let lines = match player.decide(&view) {
            Ok(mut decision) => {
                // What one that learnt rounds expects is of the round.
                if *player.familiarity() == Familiarity::Rounds {
                    decision.value = None;
                }
                advice::lines(player.name(), &decision, self.table.game(), self.out.paint)
            }
            Err(error) => vec![format!("There is no hint: {error}")],
        };
        Ok(lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))?)
    }
}
