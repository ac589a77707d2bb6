//! What a game at the table begins with: the rules, who sits where, the cards, and where the record is kept.

use std::io::Write;
use std::path::{Path, PathBuf};

use elderhand_agents::Player;
use elderhand_env::{About, AnyGame, Record, Seat, Stream, Table};

use super::Args;
use super::again::played_again;
use super::place::Place;
use super::seats::Company;
use crate::args::{fresh_seed, named_game, named_variant};
use crate::commands::replay;
use crate::date::{PROGRAM, today};
use crate::failure::usage;
use crate::kept;
use crate::output::{Output, printable};

/// What the games of one sitting begin with.
pub struct Start {
    game: AnyGame,
    pub company: Company,
    /// The games that have been played before.
    pub number: usize,
    seed: u64,
    place: Place,
    /// The file of the next game's record.
    file: Option<PathBuf>,
    /// The game that goes on.
    resumed: Option<Record>,
}

impl Start {
    /// Reads the command line, and the record that is to go on.
    pub fn new(args: &Args, terminal: bool) -> anyhow::Result<Start> {
        let place = match &args.record {
            Some(path) => Place::File { path: path.clone(), force: args.force },
            None if args.no_record || !terminal => Place::Nowhere,
            None => Place::Folder,
        };
        if let Some(name) = &args.resume {
            return Start::resume(args, name.as_deref(), place);
        }
        let overrides = args.options.overrides()?;
        let seed = args.seed.unwrap_or_else(fresh_seed);
        let id = args.game.as_deref().unwrap_or_default();
        let game = named_game(id, &overrides)?;
        // Before anybody is seated, so that nobody plays a game in vain.
        let file = place.of_game(0, game.spec().id, seed)?;
        let people = if args.seat.is_empty() { vec![own_seat(&game, seed)] } else { args.seat.clone() };
        let company = Company::gather(args, &game, &people, &args.name)?;
        Ok(Start { game, company, number: 0, seed, place, file, resumed: None })
    }

    /// Reads the record that is to go on: of this name, or the one that was played last.
    fn resume(args: &Args, name: Option<&Path>, place: Place) -> anyhow::Result<Start> {
        let game = args.game.as_deref().map(named_variant).transpose()?;
        let path = name.map_or_else(|| kept::last(game), |name| Ok(kept::find(name)))?;
        let (record, table) = replay::read(&path).map_err(|error| match path.exists() {
            true => error,
            false => error.context("`elderhand play --kept` lists the games that were kept"),
        })?;
        if let Some(id) = game.filter(|id| *id != record.game) {
            return Err(usage(format!("{}: the record is of {}, not of {id}", path.display(), record.game)));
        }
        let about = record.about.clone().unwrap_or_default();
        let company = Company::of_record(args, table.game(), &about)?;
        let seed = about.seed.unwrap_or_else(fresh_seed);
        // The record that goes on is the one that is written on.
        let file = match &args.record {
            Some(_) => place.of_game(0, &record.game, seed)?,
            None if args.no_record => None,
            None => Place::File { path, force: true }.of_game(0, &record.game, seed)?,
        };
        Ok(Start { game: table.game().clone(), company, number: 0, seed, place, file, resumed: Some(record) })
    }

    pub fn seats(&self) -> usize {
        self.game.spec().seats
    }

    /// Seats a player everywhere.
    pub fn players(&self) -> anyhow::Result<Vec<Player>> {
        // Where a game goes on, nobody draws again what was drawn before.
        let played = self.resumed.as_ref().map_or(0, |record| record.actions.len() as u64);
        let mut seeds = Stream::keyed([self.seed, played, 1]);
        self.company.players(&self.game, &mut seeds)
    }

    /// Begins the next game, with everybody a seat further on.
    pub fn next(&mut self) -> anyhow::Result<()> {
        self.number += 1;
        self.seed = self.seed.wrapping_add(1);
        self.resumed = None;
        self.company.turn();
        self.file = self.place.of_game(self.number, self.game.spec().id, self.seed)?;
        Ok(())
    }

    /// The file of this game's record.
    pub fn file(&self) -> Option<PathBuf> {
        self.file.clone()
    }

    /// What the record tells of the game.
    pub fn about(&self) -> anyhow::Result<About> {
        let undone = self.resumed.as_ref().and_then(|record| record.about.clone()).unwrap_or_default().undone;
        Ok(About {
            players: self.company.sitters.iter().map(|sitter| sitter.name().into()).collect(),
            people: self.company.people(),
            seed: Some(self.seed),
            date: Some(today()?),
            program: Some(PROGRAM.into()),
            returns: Vec::new(),
            undone,
        })
    }

    /// The cards are dealt, or lie as they lay.
    pub fn table(&self) -> anyhow::Result<Table> {
        let dealt = self.game.table(Stream::keyed([self.seed, 0, 0]));
        let Some(record) = &self.resumed else { return Ok(dealt) };
        if let Some(table) = played_again(dealt, record) {
            return Ok(table);
        }
        // It was dealt otherwise: by hand, or by another program.
        let mut rest = Stream::keyed([self.seed, record.actions.len() as u64, 3]);
        let seed = record.seed.unwrap_or_else(|| rest.bits());
        Ok(Table::from_record(&Record { seed: Some(seed), ..record.clone() })?)
    }

    /// Says who sits where.
    pub fn greet(&self, out: &mut Output) -> anyhow::Result<()> {
        let (id, people, names) = (self.game.spec().id, self.company.people(), self.company.names());
        let sitters = &self.company.sitters;
        let bots: Vec<Seat> = (0..sitters.len()).filter(|seat| !people.contains(seat)).collect();
        let alone = bots.is_empty();
        let alike = bots.iter().all(|&seat| sitters[seat].name() == sitters[bots[0]].name());
        let bots = match bots[..] {
            [] => String::new(),
            [first, ..] if alike => format!("against {}", printable(sitters[first].name())),
            _ => {
                let bots = bots.iter().map(|&seat| format!("{} (seat {seat})", printable(sitters[seat].name())));
                format!("against {}", bots.collect::<Vec<_>>().join(", "))
            }
        };
        let people = match people[..] {
            [seat] => format!("you are seat {seat}"),
            _ => people.iter().map(|&seat| format!("{} is seat {seat}", names[seat])).collect::<Vec<_>>().join(", "),
        };
        let mut who = vec![people];
        who.extend((!alone).then_some(bots));
        let text = format!("{id}: {}; seed {}", who.join(", "), self.seed);
        let bold = out.paint;
        out.wrapped(0, " ", text.split(' ').map(|word| bold.bold(word)))?;
        if let Some(why) = self.company.why.as_deref().filter(|_| self.number == 0 && !alone) {
            out.wrapped(0, " ", format!("The strongest here, as measured: {why}.").split(' '))?;
        }
        Ok(out.flush()?)
    }
}

/// The seat of somebody who asked for none: at a match it is drawn by lot.
fn own_seat(game: &AnyGame, seed: u64) -> Seat {
    if game.is_match() { Stream::keyed([seed, 0, 2]).below(game.spec().seats) } else { 0 }
}
