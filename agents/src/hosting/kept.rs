//! One table that is kept, and who sits there.

use std::time::{Duration, Instant};

use elderhand_env::{NoSeat, Overrides, Record, Seat, Stream, Table, Undone};

use super::error::HouseError;
use super::guests::Guests;
use super::journal::{Saved, SavedChair};
use super::position::{Known, Outcome, Position, steps};
use super::token::number;
use crate::players::agent::AgentError;
use crate::seating::player::Player;

/// With what a table is opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opening {
    /// The id of a variant, or the name of a released bot, whose game and options it then is.
    pub game: String,
    /// The options that differ from the variant's own, or from the bot's.
    pub options: Overrides,
    /// The bots in the seats; `None`, as in those that are left out, for a seat that somebody may take.
    pub seats: Vec<Option<String>>,
    /// Bots may sit down that learnt the game with other options.
    pub any_options: bool,
    /// Where cards, lots and bots take their chances from; random if it is left out. Whoever knows it knows every card.
    pub seed: Option<u64>,
    /// Decisions may be taken back.
    pub undo: bool,
    /// A game that is taken up where its record ends, in place of `game` and `options`.
    pub record: Option<Record>,
}

/// A table that is kept.
pub(super) struct Kept {
    pub table: Table,
    pub chairs: Vec<Chair>,
    any_options: bool,
    /// Whoever opened the table chose its cards.
    prepared: bool,
    /// Decisions may be taken back.
    undo: bool,
    /// Where somebody could choose: who, and the number of decisions before.
    choices: Vec<(Seat, usize)>,
    /// What was taken back.
    undone: Vec<Undone>,
    /// The bots know how it ended.
    told: bool,
    /// The record has been read where people play with each other: it tells every card.
    pub read: bool,
    /// How long bots may go on before somebody hears of it; `None` if whoever asks waits as long as it takes.
    patience: Option<Duration>,
    /// Where bots take their chances from.
    seed: u64,
    /// Nobody is left there, so nobody may come any more.
    pub closed: bool,
    /// How often it was asked who has been there lately, since somebody was.
    pub idle: u32,
}

/// A bot that cannot sit down any more where it sat.
#[derive(Debug)]
pub struct Missing {
    /// Its name.
    pub bot: String,
    /// Its seat, which is free now.
    pub seat: Seat,
    /// Why it cannot.
    pub error: HouseError,
}

/// So many decisions may be taken back at a table, lest it grow for ever.
const UNDONE: usize = 1_000;
/// So many cards, and seats drawn by lot, may a record name that are not dealt yet: they are kept anew at every change.
const AHEAD: usize = 1_000;

/// Who sits in a seat.
pub(super) enum Chair {
    Bot {
        player: Player,
        /// It failed when it was asked last.
        failed: bool,
    },
    Person {
        name: String,
        token: String,
    },
    Free,
}

impl Chair {
    /// Whether somebody may take it.
    pub fn is_free(&self) -> bool {
        matches!(self, Chair::Free)
    }

    /// Whether a bot may be asked to sit down there: nobody does, or one that failed when it was asked last.
    pub fn is_open(&self) -> bool {
        matches!(self, Chair::Free | Chair::Bot { failed: true, .. })
    }

    /// What a bot does not know that learnt the game with other options.
    pub fn warning(&self) -> Option<String> {
        match self {
            Chair::Bot { player, .. } => player.warning(),
            _ => None,
        }
    }
}

impl Kept {
    /// Opens a table and lets bots play until it is somebody else's turn, or the patience ends.
    pub fn open(opening: &Opening, guests: &Guests, patience: Option<Duration>) -> Result<Kept, HouseError> {
        let seed = opening.seed.unwrap_or_else(number);
        let table = match &opening.record {
            Some(record) => {
                // The cards that it lacks are not those of its own beginning.
                let record = Record { seed: record.seed.or(Some(seed)), ..record.clone() };
                let table = Table::from_record(&record)?;
                let dealt = table.record();
                for (named, dealt) in [(record.deck.len(), dealt.deck.len()), (record.lots.len(), dealt.lots.len())] {
                    let ahead = named.saturating_sub(dealt);
                    if ahead > AHEAD {
                        return Err(HouseError::Ahead { ahead, most: AHEAD });
                    }
                }
                table
            }
            None => {
                let (id, options) = guests.game(&opening.game, &opening.options);
                Table::new(&id, &options, Stream::new(seed))?
            }
        };
        let seats = table.game().spec().seats;
        if opening.seats.len() > seats {
            return Err(HouseError::Seats { asked: opening.seats.len(), seats });
        }
        let chair = |seat: Seat| match opening.seats.get(seat).and_then(Option::as_deref) {
            None => Ok(Chair::Free),
            Some(name) => sit_down(guests, name, opening.any_options, &table, seed, seat),
        };
        let chairs = (0..seats).map(chair).collect::<Result<Vec<_>, HouseError>>()?;
        if chairs.iter().all(|chair| matches!(chair, Chair::Bot { .. })) {
            return Err(HouseError::OnlyBots);
        }
        let mut kept = Kept {
            table,
            chairs,
            any_options: opening.any_options,
            prepared: opening.seed.is_some() || opening.record.is_some(),
            undo: opening.undo,
            choices: Vec::new(),
            undone: Vec::new(),
            told: false,
            read: false,
            patience,
            seed,
            closed: false,
            idle: 0,
        };
        kept.go_on()?;
        Ok(kept)
    }

    /// A table as it was kept, and the bots that cannot sit down there any more: their seats are free.
    ///
    /// Those that can go on as if they had just sat down, once somebody looks, and cards that nobody has seen may come otherwise.
    pub fn restore(
        saved: Saved,
        guests: &Guests,
        patience: Option<Duration>,
    ) -> Result<(Kept, Vec<Missing>), HouseError> {
        let Saved { mut record, chairs, any_options, prepared, undo, seed, choices, undone, read } = saved;
        record.seed = Some(number());
        let table = Table::from_record(&record)?;
        let seats = table.game().spec().seats;
        if chairs.len() != seats {
            return Err(HouseError::Seats { asked: chairs.len(), seats });
        }
        let made = table.length();
        let there = choices.iter().all(|&(seat, before)| seat < seats && before < made);
        if !there || !choices.is_sorted_by(|(_, one), (_, next)| one < next) {
            return Err(HouseError::Choices);
        }
        let mut missing = Vec::new();
        let mut chair = |(seat, chair)| match chair {
            SavedChair::Free => Chair::Free,
            SavedChair::Person { name, token } => Chair::Person { name, token },
            SavedChair::Bot(bot) => sit_down(guests, &bot, any_options, &table, seed, seat).unwrap_or_else(|error| {
                missing.push(Missing { bot, seat, error });
                Chair::Free
            }),
        };
        let chairs = chairs.into_iter().enumerate().map(&mut chair).collect();
        let kept = Kept {
            table,
            chairs,
            any_options,
            prepared,
            undo,
            choices,
            undone,
            told: false,
            read,
            patience,
            seed,
            closed: false,
            idle: 0,
        };
        Ok((kept, missing))
    }

    /// The table as it is kept.
    pub fn save(&self) -> Saved {
        let chair = |chair: &Chair| match chair {
            Chair::Bot { player, .. } => SavedChair::Bot(player.name().to_owned()),
            Chair::Person { name, token } => SavedChair::Person { name: name.clone(), token: token.clone() },
            Chair::Free => SavedChair::Free,
        };
        Saved {
            record: self.table.snapshot(),
            chairs: self.chairs.iter().map(chair).collect(),
            any_options: self.any_options,
            prepared: self.prepared,
            undo: self.undo,
            seed: self.seed,
            choices: self.choices.clone(),
            undone: self.undone.clone(),
            read: self.read,
        }
    }

    /// Whether somebody holds a seat by this token.
    pub fn is_held(&self, seat: Seat, by: &str) -> bool {
        matches!(&self.chairs[seat], Chair::Person { token, .. } if token == by)
    }

    /// What bots do not know that learnt the game with other options.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for warning in self.chairs.iter().filter_map(Chair::warning) {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        warnings
    }

    /// Tells the bots that the game begins.
    fn begin(&mut self) -> Result<(), AgentError> {
        for (seat, chair) in self.chairs.iter_mut().enumerate() {
            if let Chair::Bot { player, .. } = chair {
                player.begin(seat, chances(self.seed, seat))?;
            }
        }
        Ok(())
    }

    /// Lets bots play until it is somebody else's turn, or until the patience ends, and tells them how it ended.
    ///
    /// Fails only while the game goes on: what is over stays so, whatever a bot does when it hears of it.
    pub fn go_on(&mut self) -> Result<(), HouseError> {
        let until = self.patience.map(|patience| Instant::now() + patience);
        while let Some(seat) = self.table.seat()
            && let Chair::Bot { player, failed } = &mut self.chairs[seat]
        {
            let chosen = player.act(&self.table.view(seat)?);
            *failed = chosen.is_err();
            if *failed {
                // So that the move can be tried again; whoever fails at this as well says so then.
                let _ = player.begin(seat, chances(self.seed, seat));
            }
            self.table.play(chosen?)?;
            if until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
        }
        self.tell_end();
        Ok(())
    }

    /// Tells the bots how it ended, once it has.
    fn tell_end(&mut self) {
        if self.table.seat().is_some() || std::mem::replace(&mut self.told, true) {
            return;
        }
        let returns = self.table.returns();
        for chair in &mut self.chairs {
            if let Chair::Bot { player, .. } = chair {
                // Whoever fails at this has nothing more to do; it begins anew if something is taken back.
                let _ = player.end(&returns);
            }
        }
    }

    /// Has a bot sit down in a seat, and play if it is its turn; returns who sat there before.
    pub fn invite(&mut self, seat: Seat, guests: &Guests, bot: &str) -> Result<Chair, HouseError> {
        let made = self.table.length();
        let chair = sit_down(guests, bot, self.any_options, &self.table, self.seed, seat)?;
        let before = std::mem::replace(&mut self.chairs[seat], chair);
        match self.go_on() {
            Ok(()) => Ok(before),
            Err(error) => {
                self.uninvite(seat, before, made);
                Err(error)
            }
        }
    }

    /// Goes back to where so many decisions were made, with who sat in a seat then.
    pub fn uninvite(&mut self, seat: Seat, before: Chair, made: usize) {
        self.take_back(made);
        self.chairs[seat] = before;
    }

    /// Finds a seat that may be taken: this one, or the first.
    pub fn pick(&self, asked: Option<Seat>, may: impl Fn(&Chair) -> bool) -> Result<Seat, HouseError> {
        let seats = self.chairs.len();
        match asked {
            Some(seat) if seat >= seats => Err(NoSeat { seat, seats }.into()),
            Some(seat) if !may(&self.chairs[seat]) => Err(HouseError::Taken(seat)),
            Some(seat) => Ok(seat),
            None => self.chairs.iter().position(may).ok_or(HouseError::Full),
        }
    }

    /// Fails if the table has another course than somebody knows of.
    fn expect(&self, known: Known) -> Result<(), HouseError> {
        let (made, undone) = (self.table.length(), self.undone.len());
        if let Some(after) = known.decisions.filter(|&after| after != made) {
            return Err(HouseError::GoneOn { after, made });
        }
        match known.undone.filter(|&known| known != undone) {
            Some(known) => Err(HouseError::TakenBack { known, undone }),
            None => Ok(()),
        }
    }

    /// Plays an action by its name, and what bots answer.
    pub fn play(&mut self, seat: Seat, action: &str, known: Known) -> Result<(), HouseError> {
        self.expect(known)?;
        let made = self.table.length();
        if self.table.seat() != Some(seat) {
            return Err(HouseError::NotYourTurn(self.table.seat()));
        }
        let chooses = self.table.legal().len() > 1;
        self.table.play_named(action)?;
        if chooses {
            self.choices.push((seat, made));
        }
        // Nothing has happened unless everything has.
        let gone = self.go_on();
        if gone.is_err() {
            self.take_back(made);
        }
        gone
    }

    /// Goes back to where so many decisions were made, as if nothing had happened since.
    pub fn take_back(&mut self, made: usize) {
        self.table.undo_to(made).expect("so many decisions were made");
        self.choices.retain(|&(_, before)| before < made);
        if std::mem::take(&mut self.told) {
            // Whoever fails at that fails again when it is asked for its next move.
            let _ = self.begin();
        }
    }

    /// Takes back the last choice of a seat, with all that came of it; returns the choices that there were.
    pub fn undo(&mut self, seat: Seat, known: Known) -> Result<Vec<(Seat, usize)>, HouseError> {
        self.expect(known)?;
        if !self.undo {
            return Err(HouseError::NoUndo("the table was opened without `undo`"));
        }
        if self.read {
            return Err(HouseError::NoUndo("the record has been read, which tells every card"));
        }
        if self.undone.iter().map(|undone| undone.actions.len()).sum::<usize>() >= UNDONE {
            return Err(HouseError::NoUndo("a thousand decisions have been taken back at this table already"));
        }
        let after = match self.choices.last() {
            None => return Err(HouseError::NoUndo("you have not chosen yet")),
            Some(&(chooser, _)) if chooser != seat => {
                return Err(HouseError::NoUndo("somebody else has chosen since then"));
            }
            Some(&(_, after)) => after,
        };
        let spec = self.table.game().spec();
        let actions = self.table.actions()[after..].iter().map(|&action| spec.name(action).to_owned()).collect();
        self.undone.push(Undone { after, actions });
        let choices = self.choices.clone();
        self.take_back(after);
        Ok(choices)
    }

    /// Plays again what was taken back last, when there were these choices.
    pub fn redo(&mut self, choices: Vec<(Seat, usize)>) {
        for action in self.undone.pop().map_or_else(Vec::new, |undone| undone.actions) {
            self.table.play_named(&action).expect("it was played before, with the same cards");
        }
        self.choices = choices;
        self.tell_end();
    }

    /// Who sits in each seat; `None` while nobody does.
    pub fn names(&self) -> Vec<Option<String>> {
        let name = |chair: &Chair| match chair {
            Chair::Bot { player, .. } => Some(player.name().to_owned()),
            Chair::Person { name, .. } => Some(name.clone()),
            Chair::Free => None,
        };
        self.chairs.iter().map(name).collect()
    }

    /// What a seat is shown; with the steps after the first `since` decisions, if they are asked for.
    pub fn position(&self, id: &str, seat: Seat, since: Option<usize>) -> Result<Position, NoSeat> {
        let Kept { table, chairs, .. } = self;
        let turn = table.seat();
        let legal =
            if turn == Some(seat) { table.names().into_iter().map(str::to_owned).collect() } else { Vec::new() };
        Ok(Position {
            table: id.to_owned(),
            seat,
            players: self.names(),
            people: (0..chairs.len()).filter(|&seat| matches!(chairs[seat], Chair::Person { .. })).collect(),
            decisions: table.length(),
            turn,
            legal,
            view: table.view(seat)?.json(),
            steps: since.map(|since| steps(table, seat, since)).transpose()?,
            prepared: self.prepared,
            undo: self.undo && !self.read,
            undone: self.undone.len(),
            outcome: turn.is_none().then(|| Outcome { returns: table.returns(), truncated: table.truncated() }),
        })
    }

    /// The record of the game, once it is over; where people play with each other, nothing is taken back from then on.
    pub fn record(&mut self) -> Result<Record, HouseError> {
        if self.table.seat().is_some() {
            return Err(HouseError::NotOver);
        }
        let people = self.chairs.iter().filter(|chair| matches!(chair, Chair::Person { .. })).count();
        self.read |= people > 1;
        let is_person = |chair: &Chair| !matches!(chair, Chair::Bot { .. });
        let mut record = self.table.record();
        let about = record.about.get_or_insert_default();
        about.players = self.names().into_iter().map(Option::unwrap_or_default).collect();
        about.people = (0..self.chairs.len()).filter(|&seat| is_person(&self.chairs[seat])).collect();
        about.returns = self.table.returns();
        about.undone = self.undone.clone();
        Ok(record)
    }
}

/// Seats a bot by its name, and tells it that the game begins.
fn sit_down(
    guests: &Guests,
    bot: &str,
    any_options: bool,
    table: &Table,
    seed: u64,
    seat: Seat,
) -> Result<Chair, HouseError> {
    let mut player = guests.find(bot)?.with_any_options(any_options).player(table.game())?;
    player.begin(seat, chances(seed, seat))?;
    Ok(Chair::Bot { player, failed: false })
}

/// The seed of what the bot in a seat does by chance.
fn chances(table: u64, seat: Seat) -> u64 {
    Stream::keyed([table, 1, seat as u64]).bits()
}
