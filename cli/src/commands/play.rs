//! `play`: a person against bots in the terminal.

mod choose;
mod moves;

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use elderhand_agents::files::{would_replace, write_atomically};
use elderhand_agents::{Bot, BotError, Familiarity, Player, Releases};
use elderhand_env::{Action, AnyGame, AnyView, Seat, Stream, Table, game};
use serde_json::Value;

use self::choose::{Choice, choose};
use crate::args::{Options, Seating, Unfamiliar, fresh_seed};
use crate::cards;
use crate::failure::usage;
use crate::output::{Output, amount, fold, points, rounded, say};
use crate::screen::{Deeds, Screen, screen, with_aside};

/// Play a game against bots in the terminal
///
/// Moves are chosen by number, by name, or by any beginning or card that only one of them has. `hint` asks the bot,
/// `quit` leaves. You see what your seat sees and nothing else.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game, as `elderhand games` lists it
    #[arg(value_name = "ID")]
    game: String,
    /// The bot in every other seat [default: a released bot that fits the options, checkpoint:ID before others, else
    /// the strongest built-in one of the game]
    #[arg(long, value_name = "B")]
    bot: Option<String>,
    /// Your seat, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    seat: Seat,
    /// The seed of the deal [default: a new one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    seating: Seating,
    /// Write a record of the game to this new file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Let the record replace a file that is there
    #[arg(long, requires = "record")]
    force: bool,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let overrides = args.options.overrides()?;
    // Before the game, so that nobody plays one in vain.
    if let Some(record) = &args.record {
        check_place(record, args.force)?;
    }
    let bot = args.bot.as_deref().map(|name| args.seating.open(name)).transpose()?;
    let game = game(&args.game, &overrides)?;
    let (id, seats) = (game.spec().id, game.spec().seats);
    if args.seat >= seats {
        return Err(usage(format!("--seat {}: the seats are 0 to {}", args.seat, seats - 1)));
    }
    let bot = bot.map_or_else(|| opponent(&game), Ok)?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    // Seeds of the players, the hint's included, one a seat.
    let mut seeds = Stream::keyed([seed, 0, 1]);
    let mut players = Vec::new();
    for seat in 0..seats {
        let mut player = bot.player(&game)?;
        player.begin(seat, seeds.bits())?;
        players.push(player);
    }
    Unfamiliar::among(players.iter().map(|player| (bot.name(), player.familiarity().clone())));
    let who = format!("you are seat {}, against {}", args.seat, bot.name());
    writeln!(out, "{}", out.paint.bold(format!("{id}: {who}; seed {seed}")))?;
    let (table, screen) = (game.table(Stream::keyed([seed, 0, 0])), screen(&game)?);
    let (me, bot, spelt, input) = (args.seat, bot.name(), VecDeque::new(), Input::stdin());
    let mut play = Play { table, me, bot, players, screen, spelt, input, out };
    let played = play.until_over();
    // What was played is kept also when a bot has failed.
    let saved = match (&played, &args.record) {
        (Err(_), None) => Ok(()),
        (_, path) => play.save(path.as_deref()),
    };
    played.and(saved)
}

/// Refuses a place where the record cannot be written, or where it would replace a file that may not be.
fn check_place(record: &Path, force: bool) -> anyhow::Result<()> {
    let folder = record.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(usage(format!("there is no folder {} for the record: make it first", folder.display())));
    }
    let shown = record.display();
    match would_replace(record) {
        Ok(true) if !force => {
            Err(usage(format!("{shown} is there already: name a new file, or let it be replaced with --force")))
        }
        Ok(_) => Ok(()),
        Err(error) => Err(usage(format!("the record cannot be written to {shown}: {error}"))),
    }
}

/// Who sits down where nobody was asked to: a released bot that was made for the game, that of its name before others; else
/// at a match one that learnt its rounds; else the strongest built-in one.
fn opponent(game: &AnyGame) -> Result<Bot, BotError> {
    let id = game.spec().id;
    let fitting = |name: &str| {
        let bot = Bot::released(name)?;
        let familiarity = bot.player(game)?.familiarity().clone();
        Ok::<_, BotError>((bot, familiarity))
    };
    let of_rounds = match fitting(id) {
        Ok((bot, Familiarity::Game)) => return Ok(bot),
        found => found,
    };
    let releases = Releases::find();
    let others = releases.names().iter().filter(|&name| name != id);
    let mut others: Vec<(Bot, Familiarity)> = others.filter_map(|name| fitting(name).ok()).collect();
    if let Some(place) = others.iter().position(|(_, familiarity)| *familiarity == Familiarity::Game) {
        return Ok(others.swap_remove(place).0);
    }
    let failed = match of_rounds {
        Ok((bot, _)) => return Ok(bot),
        Err(error) => error,
    };
    if !others.is_empty() {
        return Ok(others.swap_remove(0).0);
    }
    let built_in = Bot::playing(id).last().unwrap_or_default();
    // Whoever named no bot wants to play, also where a file is damaged or made for other options.
    if !matches!(failed, BotError::Released(_)) {
        say(&format!("warning: {failed}; so {built_in} sits down"));
    }
    Bot::open(built_in)
}

struct Play<'a> {
    table: Table,
    me: Seat,
    bot: &'a str,
    /// The bots; the one in the person's seat gives hints.
    players: Vec<Player>,
    screen: Box<dyn Screen>,
    /// The rest of what the person's last line stands for.
    spelt: VecDeque<String>,
    input: Input,
    out: &'a mut Output,
}

impl Play<'_> {
    /// Plays until the game is over or the person leaves.
    fn until_over(&mut self) -> anyhow::Result<()> {
        // What another seat is doing, with the view before it, until its turn is over.
        let mut doing: Option<(Value, Vec<String>)> = None;
        // What others have decided while nobody may know of it, with the views before.
        let mut sealed: Vec<(Seat, (Value, Vec<String>))> = Vec::new();
        while let Some(seat) = self.table.seat() {
            let before = self.json()?;
            let action = if seat == self.me {
                match self.ask()? {
                    Some(action) => action,
                    None => return Ok(writeln!(self.out, "You leave the table.")?),
                }
            } else {
                match self.players[seat].act(&self.table.view(seat)?) {
                    Ok(action) => action,
                    Err(error) => {
                        self.tell(seat, doing)?;
                        return Err(error.into());
                    }
                }
            };
            let name = self.table.game().spec().name(action).to_owned();
            self.table.play(action).with_context(|| format!("{}: `{name}`", self.bot))?;
            if self.table.sealed() > 0 {
                sealed.extend((seat != self.me).then(|| (seat, (before, vec![name]))));
                continue;
            }
            for (seat, done) in sealed.drain(..) {
                self.tell(seat, Some(done))?;
            }
            // What follows a round of a match is told when that round has been.
            let ended = self.table.ended(self.me)?;
            let after = ended.as_ref().map_or_else(|| self.json(), |view| Ok(view.json()))?;
            let count = self.screen.count(&before, &name, &after, self.out.paint);
            let whole =
                ended.is_some() || self.table.seat() != Some(seat) || !count.is_empty() || self.screen.ends(&name);
            let news = self.screen.news(&before, &after, self.out.paint);
            if seat != self.me {
                doing.get_or_insert((before, Vec::new())).1.push(name);
                if whole {
                    self.tell(seat, doing.take())?;
                }
            }
            news.iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
            if !count.is_empty() {
                writeln!(self.out)?;
                count.iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
            }
        }
        self.result()
    }

    /// What is won.
    fn points(&self) -> &'static str {
        self.table.game().terms().points
    }

    fn json(&self) -> anyhow::Result<Value> {
        Ok(self.table.view(self.me)?.json())
    }

    fn show(&mut self) -> anyhow::Result<()> {
        let lines = self.screen.draw(&self.json()?, self.out.paint);
        Ok(lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))?)
    }

    /// Tells what another seat has done since the view that comes with its actions.
    fn tell(&mut self, seat: Seat, done: Option<(Value, Vec<String>)>) -> anyhow::Result<()> {
        let Some((before, actions)) = done else { return Ok(()) };
        let paint = self.out.paint;
        let after = self.table.ended(self.me)?.map_or_else(|| self.json(), |view| Ok(view.json()))?;
        let deeds = self.screen.tell(&Deeds { before: &before, actions: &actions, after: &after }, paint).join(", ");
        if deeds.is_empty() {
            return Ok(());
        }
        let who = if self.players.len() == 2 { self.bot.to_owned() } else { format!("seat {seat}") };
        let text = format!("{}: {deeds}", paint.bold(who));
        fold(0, " ", text.split(' ')).iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
        Ok(())
    }

    /// Asks the person for an action until one is given; nothing when the person leaves.
    fn ask(&mut self) -> anyhow::Result<Option<Action>> {
        let (view, legal) = (self.table.view(self.me)?, self.table.legal());
        let names: Vec<String> = self.table.names().into_iter().map(str::to_owned).collect();
        let place_of = |action: &String| names.iter().position(|name| name == action);
        if let Some(place) = self.spelt.pop_front().as_ref().and_then(place_of) {
            return Ok(legal.nth(place));
        }
        let (paint, json) = (self.out.paint, view.json());
        writeln!(self.out)?;
        self.show()?;
        let shown: Vec<String> = names.iter().map(|name| with_aside(&*self.screen, &json, name)).collect();
        moves::list(&shown, paint).iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
        while let Some(line) = self.input.line(self.out, "your move> ")? {
            self.spelt = self.screen.spell(&json, &line).into();
            if let Some(place) = self.spelt.pop_front().as_ref().and_then(place_of) {
                return Ok(legal.nth(place));
            }
            match choose(&line, &names) {
                Choice::Move(place) => return Ok(legal.nth(place)),
                Choice::Hint => self.hint(&view)?,
                Choice::Quit => return Ok(None),
                Choice::None(problem) => writeln!(self.out, "{problem}")?,
            }
        }
        writeln!(self.out)?;
        Ok(None)
    }

    fn hint(&mut self, view: &AnyView) -> anyhow::Result<()> {
        let paint = self.out.paint;
        let decision = match self.players[self.me].decide(view) {
            Ok(decision) => decision,
            Err(error) => return Ok(writeln!(self.out, "There is no hint: {error}")?),
        };
        let spec = self.table.game().spec();
        // A bot that draws its actions would otherwise say this now and that the next time.
        let likeliest = decision.probabilities.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let action = likeliest.map_or(decision.action, |&(action, _)| action);
        let mut text = format!("{} would {}", self.bot, cards::words(spec.name(action), paint));
        let likely = decision.probabilities.iter().filter(|(_, p)| *p >= 0.01 && *p < 0.995).take(4);
        let likely: Vec<String> = likely
            .map(|&(action, p)| format!("{} {:.0} %", cards::words(spec.name(action), paint), 100.0 * p))
            .collect();
        if !likely.is_empty() {
            text += &format!(" ({})", likely.join(", "));
        }
        if let Some(value) = decision.value {
            text += &format!("; expects {value:+.1} {}", self.points());
        }
        fold(0, " ", text.split(' ')).iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
        Ok(())
    }

    fn result(&mut self) -> anyhow::Result<()> {
        let returns: Vec<f32> = self.table.returns().into_iter().map(points).collect();
        for seat in (0..self.players.len()).filter(|&seat| seat != self.me) {
            self.players[seat].end(&returns)?;
        }
        writeln!(self.out)?;
        self.show()?;
        let mine = rounded(returns[self.me]);
        let verdict = match mine {
            0.0 => "You come out even.".into(),
            won if won > 0.0 => format!("You win {}.", amount(won, self.points())),
            lost => format!("You lose {}.", amount(-lost, self.points())),
        };
        let paint = self.out.paint;
        let cap = if self.table.truncated() { " The game was stopped by its cap." } else { "" };
        writeln!(self.out, "{}{cap}", paint.bold(verdict))?;
        if returns.len() > 2 {
            let points = returns.iter().enumerate().map(|(seat, points)| format!("seat {seat}: {}", rounded(*points)));
            self.out.wrapped(0, "   ", points)?;
        }
        Ok(())
    }

    /// Asks where to keep the record until it is a new file; nothing if it is not to be kept.
    fn ask_for_file(&mut self) -> anyhow::Result<Option<PathBuf>> {
        loop {
            let line = self.input.line(self.out, "a new file to keep the record in, or Enter for none> ")?;
            let name = line.unwrap_or_default();
            if matches!(name.as_str(), "" | "q" | "quit") {
                return Ok(None);
            }
            if !Path::new(&name).exists() {
                return Ok(Some(name.into()));
            }
            writeln!(self.out, "{name} is there already.")?;
        }
    }

    /// Writes the record where it was asked for, or, in a terminal, where the person now says.
    fn save(&mut self, path: Option<&Path>) -> anyhow::Result<()> {
        let path = match path {
            Some(path) => path.to_owned(),
            None if !self.input.terminal => return Ok(()),
            None => match self.ask_for_file()? {
                Some(path) => path,
                None => return Ok(()),
            },
        };
        let mut json = serde_json::to_vec(&self.table.record())?;
        json.push(b'\n');
        write_atomically(&path, &json).with_context(|| path.display().to_string())?;
        Ok(writeln!(self.out, "The record is in {}; see it with: elderhand replay {0}", path.display())?)
    }
}

/// Lines from the person, asked for only where there is one.
struct Input {
    stdin: io::StdinLock<'static>,
    terminal: bool,
}

impl Input {
    fn stdin() -> Input {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Input { stdin: io::stdin().lock(), terminal }
    }

    /// Reads a line; nothing at the end of the input.
    fn line(&mut self, out: &mut Output, prompt: &str) -> anyhow::Result<Option<String>> {
        if self.terminal {
            write!(out, "{}", out.paint.bold(prompt))?;
        }
        out.flush()?;
        let mut line = Vec::new();
        let length = self.stdin.read_until(b'\n', &mut line).context("standard input")?;
        // What is not text is none of the moves, and is said to be so.
        Ok((length > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    }
}
