//! Who sits at the table.

use elderhand_agents::{Bot, Level, Player};
use elderhand_env::{About, AnyGame, Seat, Stream};

use super::Args;
use crate::args::{Unfamiliar, named};
use crate::commands::opponent::strongest;
use crate::failure::usage;
use crate::output::printable;

/// Somebody at the table.
#[derive(Clone)]
pub enum Sitter {
    /// A person, by name.
    Person(String),
    /// A bot.
    Bot(Bot),
}

impl Sitter {
    pub fn name(&self) -> &str {
        match self {
            Sitter::Person(name) => name,
            Sitter::Bot(bot) => bot.name(),
        }
    }

    pub fn is_person(&self) -> bool {
        matches!(self, Sitter::Person(_))
    }
}

/// Everybody at the table, by seats, and who gives advice to people.
pub struct Company {
    pub sitters: Vec<Sitter>,
    pub adviser: Bot,
    /// Why the bot sits there that nobody asked for.
    pub why: Option<String>,
}

impl Company {
    /// Seats people and bots as they were asked for, and the strongest player where nobody was.
    ///
    /// # Errors
    ///
    /// Fails on seats that there are not, on more names or bots than places, and on a bot that cannot be had.
    pub fn gather(args: &Args, game: &AnyGame, people: &[Seat], names: &[String]) -> anyhow::Result<Company> {
        let seats = game.spec().seats;
        if let Some(seat) = people.iter().find(|&&seat| seat >= seats) {
            return Err(usage(format!("--seat {seat}: the seats are 0 to {}", seats - 1)));
        }
        if let Some(place) = (1..people.len()).find(|&place| people[..place].contains(&people[place])) {
            return Err(usage(format!("--seat {}: the seat is named twice", people[place])));
        }
        if names.len() > people.len() {
            let seats = if people.len() == 1 { "seat" } else { "seats" };
            return Err(usage(format!("--name: {} names for {} {seats}", names.len(), people.len())));
        }
        let mut bots =
            named(&args.bots, &args.bot).map(|name| args.seating.open(&name)).collect::<Result<Vec<_>, _>>()?;
        let places = seats - people.len();
        if bots.len() > 1 && bots.len() != places {
            let number = bots.len();
            return Err(usage(format!("--bots: {number} bots for {places} seats; name one for all, or one for each")));
        }
        let mut why = None;
        if bots.is_empty() {
            let found = strongest(game, args.level, args.seating.any_options)?;
            bots.push(found.bot);
            // At a level below its own it is not as strong as that.
            why = found.why.filter(|_| args.level == Level::Strong);
        }
        let adviser = bots[0].clone();
        let bots = bots.into_iter().map(|bot| bot.at(args.level)).collect::<Result<Vec<_>, _>>()?;
        let mut others = bots.iter().cycle().cloned();
        let sitters = (0..seats).map(|seat| match people.iter().position(|&held| held == seat) {
            Some(place) => Sitter::Person(names.get(place).cloned().unwrap_or_else(|| unnamed(people, seat))),
            None => Sitter::Bot(others.next().expect("a cycle has no end")),
        });
        Ok(Company { sitters: sitters.collect(), adviser, why })
    }

    /// Seats those who played a recorded game, with other bots where they are asked for.
    ///
    /// # Errors
    ///
    /// Fails if nobody is to be a person, and if a bot cannot be had.
    pub fn of_record(args: &Args, game: &AnyGame, about: &About) -> anyhow::Result<Company> {
        let people = if args.seat.is_empty() { &about.people } else { &args.seat };
        if people.is_empty() {
            return Err(usage("the record does not say where a person sits: say it with --seat N"));
        }
        let told = |&seat: &Seat| {
            let known = about.players.get(seat).filter(|_| about.people.contains(&seat));
            known.cloned().unwrap_or_else(|| unnamed(people, seat))
        };
        let names = if args.name.is_empty() { people.iter().map(told).collect() } else { args.name.clone() };
        let mut company = Company::gather(args, game, people, &names)?;
        if args.bots.is_empty() && args.bot.is_empty() && about.players.len() == company.sitters.len() {
            // Where a person sat who does not go on, a bot sits that nobody named.
            let bots =
                (0..).zip(&about.players).filter(|(seat, _)| !people.contains(seat) && !about.people.contains(seat));
            for (seat, name) in bots {
                company.sitters[seat] = Sitter::Bot(args.seating.open_from("the record names", name)?);
            }
            // Whoever gave hints before does so again: the first of the bots, at its own level.
            let bots = company.sitters.iter().find(|sitter| !sitter.is_person());
            if let Some(name) = bots.map(Sitter::name) {
                let own = Level::ALL.iter().find_map(|level| name.strip_prefix(&format!("{level}:")));
                company.adviser = args.seating.open(own.unwrap_or(name))?;
            }
            company.why = None;
        }
        Ok(company)
    }

    /// Turns everybody on to the next seat, so that another has the first move.
    pub fn turn(&mut self) {
        self.sitters.rotate_right(1);
    }

    /// What everybody is called at the table, as on the screens: people by name, bots by their seats, or the other of two.
    pub fn names(&self) -> Vec<String> {
        let name = |(seat, sitter): (usize, &Sitter)| match sitter {
            Sitter::Bot(_) if self.sitters.len() > 2 => format!("seat {seat}"),
            Sitter::Bot(_) => "the other".into(),
            sitter => printable(sitter.name()),
        };
        self.sitters.iter().enumerate().map(name).collect()
    }

    /// The seats that people hold.
    pub fn people(&self) -> Vec<Seat> {
        (0..self.sitters.len()).filter(|&seat| self.sitters[seat].is_person()).collect()
    }

    /// Seats a player everywhere: the bots, and the adviser for people.
    ///
    /// # Errors
    ///
    /// Fails if a bot does not play the game, or is a process that does not start.
    pub fn players(&self, game: &AnyGame, seeds: &mut Stream) -> anyhow::Result<Vec<Player>> {
        let mut players = Vec::new();
        for (seat, sitter) in self.sitters.iter().enumerate() {
            let mut player = match sitter {
                Sitter::Person(_) => self.adviser.player(game)?,
                Sitter::Bot(bot) => bot.player(game)?,
            };
            player.begin(seat, seeds.bits())?;
            players.push(player);
        }
        Unfamiliar::among(players.iter().map(|player| (player.name(), player.familiarity().clone())));
        Ok(players)
    }
}

/// What a person is called who gave no name.
fn unnamed(people: &[Seat], seat: Seat) -> String {
    if people.len() == 1 { "person".into() } else { format!("person in seat {seat}") }
}
