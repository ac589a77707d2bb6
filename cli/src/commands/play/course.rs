//! The course of one game at the table.

use std::collections::VecDeque;
use std::io::Write;

use anyhow::Context;
use elderhand_agents::Player;
use elderhand_env::{Action, Seat, Table, Undone};

use super::again::choices;
use super::input::Input;
use super::keep::Keeper;
use super::onlooker::{Onlooker, Telling};
use super::seats::Company;
use super::verdict::verdict;
use crate::cards;
use crate::output::{Output, points};
use crate::screen::{Screen, called, screen};

/// How people leave a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// They have had enough.
    Quit,
    /// They want another.
    Next,
}

/// One game in progress, with everybody who plays it.
pub struct Course<'a> {
    pub(super) table: Table,
    /// What the seats are called.
    pub(super) names: Vec<String>,
    /// The bots; those in people's seats give hints.
    pub(super) players: Vec<Player>,
    pub(super) screen: Box<dyn Screen>,
    pub(super) people: Vec<Onlooker>,
    /// What people are told when they look at the screen next, a list for each.
    missed: Vec<Vec<String>>,
    /// Who looks at the screen.
    pub(super) present: usize,
    /// The rest of what a person's last line stands for.
    pub(super) spelt: VecDeque<String>,
    /// Where people have chosen: who, and the number of decisions before.
    pub(super) choices: Vec<(Seat, usize)>,
    pub(super) keeper: Keeper,
    pub(super) input: &'a mut Input,
    pub(super) out: &'a mut Output,
}

impl<'a> Course<'a> {
    pub fn new(
        table: Table,
        company: &Company,
        players: Vec<Player>,
        keeper: Keeper,
        input: &'a mut Input,
        out: &'a mut Output,
    ) -> anyhow::Result<Course<'a>> {
        let screen = screen(table.game())?;
        let people: Vec<Onlooker> = company.people().into_iter().map(Onlooker::new).collect();
        let missed = vec![Vec::new(); people.len()];
        let (spelt, choices, names) = (VecDeque::new(), choices(&table, &company.people()), company.names());
        Ok(Course { table, names, players, screen, people, missed, present: 0, spelt, choices, keeper, input, out })
    }

    /// The points of every seat.
    pub fn returns(&self) -> Vec<f32> {
        self.table.returns().into_iter().map(points).collect()
    }

    /// Plays until the game is over, or the people leave it.
    pub fn play(&mut self) -> anyhow::Result<Ending> {
        loop {
            while let Some(seat) = self.table.seat() {
                self.keep()?;
                let Some(action) = self.decision(seat)? else {
                    writeln!(self.out, "You leave the table.")?;
                    self.keep()?;
                    self.keeper.tell(&self.table, self.out)?;
                    return Ok(Ending::Quit);
                };
                // Who takes something back decides nothing.
                if let Some(action) = action {
                    self.decide(seat, action)?;
                }
            }
            self.keep()?;
            self.result()?;
            self.keeper.tell(&self.table, self.out)?;
            if let Some(ending) = self.after()? {
                self.part()?;
                return Ok(ending);
            }
        }
    }

    fn keep(&mut self) -> anyhow::Result<()> {
        self.keeper.keep(&self.table, self.input, self.out)
    }

    /// What the seat to move does: nothing when a person leaves, and no action when one has taken something back.
    fn decision(&mut self, seat: Seat) -> anyhow::Result<Option<Option<Action>>> {
        let Some(place) = self.people.iter().position(|person| person.seat == seat) else {
            return match self.players[seat].act(&self.table.view(seat)?) {
                Ok(action) => Ok(Some(Some(action))),
                Err(error) => {
                    self.break_off()?;
                    Err(error.into())
                }
            };
        };
        let legal = self.table.legal();
        if let Some(only) = legal.nth(0).filter(|_| legal.len() == 1) {
            // Nothing is to be decided, so nobody is asked.
            let name = self.table.game().spec().name(only);
            let text = format!("You: {} (the only move)", cards::words(&called(&*self.screen, name), self.out.paint));
            let quiet = self.screen.is_idle(name);
            self.tell_to(place, (!quiet).then_some(text).into_iter().collect())?;
            self.spelt.pop_front();
            return Ok(Some(Some(only)));
        }
        self.sit_down(place)?;
        self.ask()
    }

    /// Makes a decision and tells everybody of it.
    fn decide(&mut self, seat: Seat, action: Action) -> anyhow::Result<()> {
        let name = self.table.game().spec().name(action).to_owned();
        let before = self.people.iter().map(|person| person.view(&self.table)).collect::<Result<Vec<_>, _>>()?;
        self.table.play(action).with_context(|| format!("{}: `{name}`", self.names[seat]))?;
        let telling = Telling { screen: &*self.screen, paint: self.out.paint, names: &self.names };
        let mut told = Vec::new();
        for (person, before) in self.people.iter_mut().zip(before) {
            told.push(person.decided(&self.table, seat, &name, before, &telling)?);
        }
        told.into_iter().enumerate().try_for_each(|(place, lines)| self.tell_to(place, lines))
    }

    fn break_off(&mut self) -> anyhow::Result<()> {
        let telling = Telling { screen: &*self.screen, paint: self.out.paint, names: &self.names };
        let lines = self.people[self.present].break_off(&self.table, &telling)?;
        self.tell_to(self.present, lines)
    }

    /// Tells a person something, now or when the person looks at the screen.
    fn tell_to(&mut self, place: usize, lines: Vec<String>) -> anyhow::Result<()> {
        if place == self.present {
            return Ok(lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))?);
        }
        self.missed[place].extend(lines);
        Ok(())
    }

    /// Lets a person look at the screen, after the one before has looked away.
    fn sit_down(&mut self, place: usize) -> anyhow::Result<()> {
        if place == self.present && (self.people.len() == 1 || !self.choices.is_empty()) {
            return Ok(());
        }
        let seat = self.people[place].seat;
        self.out.clear()?;
        let prompt = format!("{} (seat {seat}) alone looks at the screen: Enter> ", self.names[seat]);
        if self.input.terminal {
            self.input.line(self.out, &prompt)?;
        } else {
            writeln!(self.out, "{}", prompt.trim_end_matches("Enter> "))?;
        }
        self.present = place;
        let missed = std::mem::take(&mut self.missed[place]);
        self.tell_to(place, missed)
    }

    /// Takes back the last choice of the person who looks at the screen; says why where that cannot be.
    pub(super) fn undo(&mut self) -> anyhow::Result<bool> {
        let seat = self.people[self.present].seat;
        let after = match self.choices.last() {
            None => return self.refuse("There is nothing to take back."),
            Some(&(chooser, _)) if chooser != seat => return self.refuse("Somebody else has chosen since then."),
            Some(&(_, after)) => after,
        };
        self.choices.pop();
        let spec = self.table.game().spec();
        let actions = self.table.actions()[after..].iter().map(|&action| spec.name(action).to_owned()).collect();
        self.table.undo_to(after)?;
        self.keeper.about.undone.push(Undone { after, actions });
        self.spelt.clear();
        self.people.iter_mut().for_each(Onlooker::forget);
        writeln!(self.out, "Your last choice is taken back; the record says so.")?;
        Ok(true)
    }

    fn refuse(&mut self, why: &str) -> anyhow::Result<bool> {
        writeln!(self.out, "{why}")?;
        Ok(false)
    }

    pub(super) fn show(&mut self) -> anyhow::Result<()> {
        let view = self.people[self.present].view(&self.table)?;
        let lines = self.screen.draw(&view, self.out.paint);
        Ok(lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))?)
    }

    /// Tells the bots what came of the game, when nobody can take anything back any more.
    fn part(&mut self) -> anyhow::Result<()> {
        let returns = self.returns();
        for (seat, player) in self.players.iter_mut().enumerate() {
            if self.people.iter().all(|person| person.seat != seat) {
                player.end(&returns)?;
            }
        }
        Ok(())
    }

    fn result(&mut self) -> anyhow::Result<()> {
        writeln!(self.out)?;
        self.show()?;
        let people: Vec<Seat> = self.people.iter().map(|person| person.seat).collect();
        for line in verdict(&self.table, &people, &self.names) {
            let bold = self.out.paint;
            self.out.wrapped(0, " ", line.split(' ').map(|word| bold.bold(word)))?;
        }
        if self.table.truncated() {
            writeln!(self.out, "The game was stopped by its cap.")?;
        }
        Ok(())
    }
}
