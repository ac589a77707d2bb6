//! Tables by name, and who holds which seat.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use elderhand_env::{AnyGame, AnyView, Record, Seat};
use serde::Serialize;

use super::allowance::Allowance;
use super::error::HouseError;
use super::guests::Guests;
use super::journal::{Journal, Saved};
use super::kept::{Chair, Kept, Missing, Opening};
use super::places::{Place, Places};
use super::pool::Pool;
use super::position::{Known, Position};
use super::token::{key, may_be, token};
use crate::lock::lock;
use crate::seating::bot::{Bot, BotError};
use crate::seating::player::Player;
use crate::shown::is_obeyed;

/// So many letters of a person's name are kept.
const NAME: usize = 40;
/// What somebody without a name is called.
const NAMELESS: &str = "somebody";

/// Tables that are kept for others, with bots in some seats and, in the rest, whoever takes them.
///
/// Whoever holds a seat holds a token, is shown what that seat knows, and nothing else. It may be shared by threads: what is
/// done at one table does not wait for another.
///
/// # Examples
///
/// ```
/// use elderhand_agents::hosting::{Guests, House, Known, Opening};
///
/// let house = House::new(Guests::Any, 10);
/// let opening = Opening { game: "kuhn".into(), seats: vec![None, Some("random".into())], ..Opening::default() };
/// let table = house.open(&opening)?;
/// let seated = house.join(&table.table, None, None)?;
/// assert_eq!(seated.position.legal, ["check", "bet"]);
/// let after = house.play(&seated.token, "bet", Known::default())?;
/// assert_eq!(after.steps.unwrap().len(), 2);
/// assert!(after.outcome.is_some());
/// # Ok::<(), elderhand_agents::hosting::HouseError>(())
/// ```
pub struct House {
    guests: Guests,
    /// No more tables than these.
    most: usize,
    tables: Mutex<Tables>,
    /// Which seat a token holds, by its key.
    holders: Mutex<HashMap<[u8; 32], (String, Seat)>>,
    /// Players that were seated and may be asked again. Under the name of a bot there may be another by now.
    pool: Pool<(Bot, AnyGame), Player>,
    journal: Option<Box<dyn Journal>>,
    /// Where work is done; who waits until others are done at a table has no place.
    places: Places,
    /// How long bots may go on at one request.
    patience: Option<Duration>,
}

/// The tables by their names.
type Tables = HashMap<String, Arc<Mutex<Kept>>>;

/// A table that has been opened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opened {
    /// Its name, by which others join.
    pub table: String,
    /// The game.
    pub game: &'static str,
    /// All its options.
    pub options: elderhand_env::Overrides,
    /// Who sits in each seat; `None` where a seat can be taken.
    pub players: Vec<Option<String>>,
    /// What bots do not know that learnt the game with other options.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// A seat that has been taken.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Joined {
    /// By what it is held.
    pub token: String,
    /// What is seen from it.
    #[serde(flatten)]
    pub position: Position,
}

impl House {
    /// Opens a house in which these bots may sit down and there are at most so many tables.
    pub fn new(guests: Guests, tables: usize) -> House {
        House {
            guests,
            most: tables,
            tables: Mutex::default(),
            holders: Mutex::default(),
            pool: Pool::default(),
            journal: None,
            places: Places::new(usize::MAX),
            patience: None,
        }
    }

    /// Works on no more than so many requests at the same time. Those that wait for others at their table are not counted.
    #[must_use]
    pub fn working(mut self, at_once: usize) -> House {
        self.places = Places::new(at_once.max(1));
        self
    }

    /// Answers where bots go on for longer than this without anybody else; they go on when somebody looks at the table.
    #[must_use]
    pub fn patient(mut self, patience: Duration) -> House {
        self.patience = Some(patience);
        self
    }

    /// Has somebody keep what happens here from now on.
    #[must_use]
    pub fn kept_by(mut self, journal: impl Journal + 'static) -> House {
        self.journal = Some(Box::new(journal));
        self
    }

    /// Opens a table again as it was kept, and returns the bots that cannot sit down there any more: their seats are free.
    ///
    /// # Errors
    ///
    /// Fails if its record does not fit the rules.
    pub fn restore(&self, table: &str, saved: Saved) -> Result<Vec<Missing>, HouseError> {
        self.restore_idle(table, saved, 0)
    }

    /// Opens a table again as [`House::restore`] does, where nobody has done anything since so many calls of
    /// [`House::clear_idle`].
    ///
    /// # Errors
    ///
    /// As [`House::restore`].
    pub fn restore_idle(&self, table: &str, saved: Saved, idle: u32) -> Result<Vec<Missing>, HouseError> {
        let (mut kept, missing) = Kept::restore(saved, &self.guests, self.patience)?;
        kept.idle = idle;
        for (seat, chair) in kept.chairs.iter().enumerate() {
            if let Chair::Person { token, .. } = chair {
                lock(&self.holders).insert(key(token), (table.to_owned(), seat));
            }
        }
        lock(&self.tables).insert(table.to_owned(), Arc::new(Mutex::new(kept)));
        Ok(missing)
    }

    /// Whether a table is still there.
    pub fn stands(&self, table: &str) -> bool {
        lock(&self.tables).contains_key(table)
    }

    /// The number of tables.
    pub fn tables(&self) -> usize {
        lock(&self.tables).len()
    }

    /// Clears tables away where nobody has done anything since so many calls of this, and returns how many they were.
    ///
    /// One that the journal cannot forget stays for the next call.
    pub fn clear_idle(&self, calls: u32) -> usize {
        let tables: Vec<_> = lock(&self.tables).iter().map(|(id, kept)| (id.clone(), kept.clone())).collect();
        let mut cleared = 0;
        for (id, kept) in tables {
            let mut kept = match kept.try_lock() {
                Ok(kept) => kept,
                Err(TryLockError::Poisoned(kept)) => kept.into_inner(),
                // Where somebody is doing something, nobody is idle.
                Err(TryLockError::WouldBlock) => continue,
            };
            kept.idle = kept.idle.saturating_add(1);
            if kept.idle > calls && self.clear(&id).is_ok() {
                kept.closed = true;
                for chair in &kept.chairs {
                    if let Chair::Person { token, .. } = chair {
                        lock(&self.holders).remove(&key(token));
                    }
                }
                cleared += 1;
            }
        }
        cleared
    }

    /// Takes a table out of the house, once the journal has forgotten it.
    fn clear(&self, id: &str) -> Result<(), HouseError> {
        if let Some(journal) = &self.journal {
            journal.forget(id).map_err(HouseError::NotKept)?;
        }
        lock(&self.tables).remove(id);
        Ok(())
    }

    /// Has the journal keep a table.
    fn keep(&self, id: &str, kept: &mut Kept) -> Result<(), HouseError> {
        kept.idle = 0;
        match &self.journal {
            Some(journal) => journal.keep(id, &kept.save()).map_err(HouseError::NotKept),
            None => Ok(()),
        }
    }

    /// The bots that may sit down.
    pub fn guests(&self) -> &Guests {
        &self.guests
    }

    /// How many tables there may be.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Waits for a place to work in, for what is done at no table.
    pub(crate) fn place(&self) -> Place<'_> {
        self.places.enter()
    }

    /// Lends a bot that is seated at a game, to be asked there.
    ///
    /// # Errors
    ///
    /// Fails if the bot cannot sit down there.
    pub(crate) fn lend<T>(
        &self,
        bot: &Bot,
        game: &AnyGame,
        any_options: bool,
        to: impl FnOnce(&mut Player) -> T,
    ) -> Result<T, BotError> {
        let key = (bot.clone().with_any_options(any_options), game.clone());
        self.pool.lend(key, |(bot, game)| bot.player(game), to)
    }

    /// Opens a table; bots play at once if it is their turn.
    ///
    /// # Errors
    ///
    /// Fails if the game or the record is none, a bot cannot sit down or fails, bots hold every seat, or there are too many
    /// tables.
    pub fn open(&self, opening: &Opening) -> Result<Opened, HouseError> {
        self.open_within(opening, None)
    }

    /// Opens a table as [`House::open`] does, and counts it, if there is an allowance.
    ///
    /// # Errors
    ///
    /// As [`House::open`], and if the allowance is used up.
    pub fn open_within(&self, opening: &Opening, allowance: Option<&Allowance>) -> Result<Opened, HouseError> {
        self.room(&lock(&self.tables), allowance)?;
        let _place = self.place();
        let mut kept = Kept::open(opening, &self.guests, self.patience)?;
        let id = token();
        let game = kept.table.game();
        let opened = Opened {
            table: id.clone(),
            game: game.spec().id,
            options: game.options().clone(),
            players: kept.names(),
            warnings: kept.warnings(),
        };
        self.keep(&id, &mut kept)?;
        // Others may have been opened in the meantime; from here on none is, until this one is counted.
        let mut tables = lock(&self.tables);
        if let Err(error) = self.room(&tables, allowance) {
            drop(tables);
            // Nobody has been told its name: what is left of it is cleared away where nobody is, sooner or later.
            let _ = self.clear(&id);
            return Err(error);
        }
        if let Some(allowance) = allowance {
            allowance.count(&id);
        }
        tables.insert(id, Arc::new(Mutex::new(kept)));
        Ok(opened)
    }

    /// Fails if no more tables may be opened.
    fn room(&self, tables: &Tables, allowance: Option<&Allowance>) -> Result<(), HouseError> {
        if tables.len() >= self.most {
            return Err(HouseError::Crowded(self.most));
        }
        allowance.map_or(Ok(()), |allowance| allowance.check(tables))
    }

    /// The number of tables that were opened within an allowance and still stand.
    pub fn opened_within(&self, allowance: &Allowance) -> usize {
        allowance.used(&lock(&self.tables))
    }

    /// Takes a free seat: this one, or the first.
    ///
    /// # Errors
    ///
    /// Fails if there is no such table or seat, or somebody sits there.
    pub fn join(&self, table: &str, seat: Option<Seat>, name: Option<&str>) -> Result<Joined, HouseError> {
        self.join_by(table, seat, name, None)
    }

    /// Takes a free seat as [`House::join`] does, to be held by a token that whoever asks has chosen, if there is one.
    ///
    /// So who heard no answer can ask again: who holds a seat by this token keeps it.
    ///
    /// # Errors
    ///
    /// As [`House::join`], and if the token could be guessed or holds a seat at another table.
    pub fn join_by(
        &self,
        table: &str,
        seat: Option<Seat>,
        name: Option<&str>,
        own: Option<&str>,
    ) -> Result<Joined, HouseError> {
        if own.is_some_and(|own| !may_be(own)) {
            return Err(HouseError::Token);
        }
        let kept = self.table(table)?;
        let mut kept = lock(&kept);
        let _place = self.place();
        if kept.closed {
            return Err(HouseError::NoTable(table.into()));
        }
        let token = own.map_or_else(token, str::to_owned);
        let held = lock(&self.holders).get(&key(&token)).cloned();
        if let Some((there, seat)) = held {
            let position = (there == table).then(|| kept.position(table, seat, None)).ok_or(HouseError::Token)??;
            return Ok(Joined { token, position });
        }
        let seat = kept.pick(seat, Chair::is_free)?;
        let name: String = name.unwrap_or(NAMELESS).chars().filter(|c| !is_obeyed(*c)).take(NAME).collect();
        kept.chairs[seat] = Chair::Person { name, token: token.clone() };
        if let Err(error) = self.keep(table, &mut kept) {
            kept.chairs[seat] = Chair::Free;
            return Err(error);
        }
        lock(&self.holders).insert(key(&token), (table.to_owned(), seat));
        Ok(Joined { token, position: kept.position(table, seat, None)? })
    }

    /// Returns what the holder of a token sees; with what happened after the first `since` decisions, if asked for.
    ///
    /// Bots go on first where they had no time for it at an earlier request.
    ///
    /// # Errors
    ///
    /// Fails if the token holds no seat, or what bots did cannot be kept.
    pub fn look(&self, token: &str, since: Option<usize>) -> Result<Position, HouseError> {
        self.at(token, |id, kept, seat| {
            let made = kept.table.length();
            // One that fails is asked again at the next look, and another can be invited in its place.
            let _ = kept.go_on();
            if kept.table.length() > made
                && let Err(error) = self.keep(id, kept)
            {
                kept.take_back(made);
                return Err(error);
            }
            Ok(kept.position(id, seat, since)?)
        })
    }

    /// Plays an action by its name, and what bots answer, and returns what the holder then sees, with these steps.
    ///
    /// If the table has another course than the holder knows of, nothing is played. So who heard no answer can ask again.
    ///
    /// # Errors
    ///
    /// Fails if the token holds no seat, the seat is not to move, the action is not legal, the game has gone on, something was
    /// taken back, or a bot fails.
    pub fn play(&self, token: &str, action: &str, known: Known) -> Result<Position, HouseError> {
        self.at(token, |id, kept, seat| {
            let made = kept.table.length();
            kept.play(seat, action, known)?;
            if let Err(error) = self.keep(id, kept) {
                kept.take_back(made);
                return Err(error);
            }
            Ok(kept.position(id, seat, Some(made))?)
        })
    }

    /// Has a bot sit down in a seat, or in the first, that is free or whose bot failed when it was asked last.
    ///
    /// It plays at once if it is its turn. Returns what the holder of the token then sees, and what the bot does not know if it
    /// learnt the game with other options.
    ///
    /// # Errors
    ///
    /// Fails if the token holds no seat, the bot cannot sit down or fails, or there is no such seat.
    pub fn invite(&self, token: &str, bot: &str, seat: Option<Seat>) -> Result<(Position, Option<String>), HouseError> {
        self.at(token, |id, kept, own| {
            let (seat, made) = (kept.pick(seat, Chair::is_open)?, kept.table.length());
            let before = kept.invite(seat, &self.guests, bot)?;
            if let Err(error) = self.keep(id, kept) {
                kept.uninvite(seat, before, made);
                return Err(error);
            }
            Ok((kept.position(id, own, Some(made))?, kept.chairs[seat].warning()))
        })
    }

    /// Takes back the holder's last choice, with all that came of it, where the table was opened so.
    ///
    /// If the table has another course than the holder knows of, nothing is taken back. So who heard no answer can ask again.
    ///
    /// # Errors
    ///
    /// Fails if the token holds no seat, nothing can be taken back, the game has gone on, or something was taken back already.
    pub fn undo(&self, token: &str, known: Known) -> Result<Position, HouseError> {
        self.at(token, |id, kept, seat| {
            let choices = kept.undo(seat, known)?;
            if let Err(error) = self.keep(id, kept) {
                kept.redo(choices);
                return Err(error);
            }
            Ok(kept.position(id, seat, None)?)
        })
    }

    /// Returns the record of a game that is over. Where people play with each other, nothing is taken back from then on.
    ///
    /// # Errors
    ///
    /// Fails if the token holds no seat, the game goes on, or it cannot be kept that the record was read.
    pub fn record(&self, token: &str) -> Result<Record, HouseError> {
        self.at(token, |id, kept, _| {
            let read = kept.read;
            let record = kept.record()?;
            if kept.read != read
                && let Err(error) = self.keep(id, kept)
            {
                kept.read = read;
                return Err(error);
            }
            Ok(record)
        })
    }

    /// Gives up a seat; the table is cleared away when nobody is left there.
    ///
    /// # Errors
    ///
    /// Fails if the token holds no seat.
    pub fn leave(&self, token: &str) -> Result<(), HouseError> {
        self.at(token, |id, kept, seat| {
            let chair = std::mem::replace(&mut kept.chairs[seat], Chair::Free);
            let deserted = !kept.chairs.iter().any(|chair| matches!(chair, Chair::Person { .. }));
            if let Err(error) = if deserted { self.clear(id) } else { self.keep(id, kept) } {
                kept.chairs[seat] = chair;
                return Err(error);
            }
            kept.closed = deserted;
            lock(&self.holders).remove(&key(token));
            Ok(())
        })
    }

    /// The game of the holder's table and what the seat knows, for those who give advice.
    ///
    /// # Errors
    ///
    /// Fails if the token holds no seat, or the seat is not to move.
    pub(crate) fn view(&self, token: &str) -> Result<(AnyGame, AnyView), HouseError> {
        self.at(token, |_, kept, seat| match kept.table.seat() {
            Some(turn) if turn == seat => Ok((kept.table.game().clone(), kept.table.view(seat)?)),
            turn => Err(HouseError::NotYourTurn(turn)),
        })
    }

    fn table(&self, id: &str) -> Result<Arc<Mutex<Kept>>, HouseError> {
        lock(&self.tables).get(id).cloned().ok_or_else(|| HouseError::NoTable(id.into()))
    }

    /// Does something at the table of a token.
    fn at<T>(
        &self,
        token: &str,
        what: impl FnOnce(&str, &mut Kept, Seat) -> Result<T, HouseError>,
    ) -> Result<T, HouseError> {
        let (id, seat) = lock(&self.holders).get(&key(token)).cloned().ok_or(HouseError::NoToken)?;
        let kept = self.table(&id).map_err(|_| HouseError::NoToken)?;
        let mut kept = lock(&kept);
        let _place = self.place();
        // While it was waited for, the seat may have been given up, and somebody else may have taken it.
        if kept.closed || !kept.is_held(seat, token) {
            return Err(HouseError::NoToken);
        }
        kept.idle = 0;
        what(&id, &mut kept, seat)
    }
}
