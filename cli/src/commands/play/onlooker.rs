//! What a person at the table is told of what happens there.

use elderhand_env::{Seat, Table};
use serde_json::Value;

use crate::output::{Paint, fold};
use crate::screen::{Deeds, Screen, counts, seen};

/// What seats have done, with the view of the one who looks on before it.
type Done = (Value, Vec<String>);

/// A person who looks on from a seat.
pub struct Onlooker {
    pub seat: Seat,
    /// What a seat is doing until its turn is over.
    doing: Option<(Seat, Done)>,
    /// What others have decided while nobody may know of it.
    sealed: Vec<(Seat, Done)>,
}

/// What an onlooker tells with: the screen, the colours, and what others are called.
pub struct Telling<'a> {
    pub screen: &'a dyn Screen,
    pub paint: Paint,
    pub names: &'a [String],
}

impl Onlooker {
    pub fn new(seat: Seat) -> Onlooker {
        Onlooker { seat, doing: None, sealed: Vec::new() }
    }

    /// Forgets what has not been told yet, since it was taken back.
    pub fn forget(&mut self) {
        self.doing = None;
        self.sealed.clear();
    }

    /// What the person sees now, as JSON.
    pub fn view(&self, table: &Table) -> anyhow::Result<Value> {
        Ok(table.view(self.seat)?.json())
    }

    /// What the person sees of the last decision: the round as it was counted, if that has ended it.
    fn seen(&self, table: &Table) -> anyhow::Result<Value> {
        Ok(seen(table, self.seat)?.swap_remove(0))
    }

    /// Returns the lines that tell of a decision that has just been made, and of those before it that could not be told
    /// yet; `before` is what the person saw before it.
    pub fn decided(
        &mut self,
        table: &Table,
        seat: Seat,
        name: &str,
        before: Value,
        telling: &Telling<'_>,
    ) -> anyhow::Result<Vec<String>> {
        let own = seat == self.seat;
        if table.sealed() > 0 {
            self.sealed.extend((!own).then(|| (seat, (before, vec![name.into()]))));
            return Ok(Vec::new());
        }
        let mut lines = Vec::new();
        for (seat, done) in std::mem::take(&mut self.sealed) {
            lines.extend(self.tell(table, seat, &done, telling)?);
        }
        // What follows a round of a match is told when that round has been.
        let seen = seen(table, self.seat)?;
        let Telling { screen, paint, .. } = telling;
        let count = counts(*screen, &before, name, &seen, *paint);
        let news = screen.news(&before, &seen[0], *paint);
        // What has been brought about is told after the deed.
        let told = !count.is_empty() || !news.is_empty();
        let whole = seen.len() > 1 || told || table.seat() != Some(seat) || screen.ends(name);
        if !own {
            self.doing.get_or_insert((seat, (before, Vec::new()))).1.1.push(name.into());
            if whole {
                lines.extend(self.break_off(table, telling)?);
            }
        }
        lines.extend(news);
        if !count.is_empty() {
            lines.push(String::new());
            lines.extend(count);
        }
        Ok(lines)
    }

    /// Returns the lines that tell of what a seat was about to do when it stopped.
    pub fn break_off(&mut self, table: &Table, telling: &Telling<'_>) -> anyhow::Result<Vec<String>> {
        match self.doing.take() {
            Some((seat, done)) => self.tell(table, seat, &done, telling),
            None => Ok(Vec::new()),
        }
    }

    fn tell(
        &self,
        table: &Table,
        seat: Seat,
        (before, actions): &Done,
        telling: &Telling<'_>,
    ) -> anyhow::Result<Vec<String>> {
        let after = self.seen(table)?;
        let deeds = telling.screen.tell(&Deeds { before, actions, after: &after }, telling.paint).join(", ");
        if deeds.is_empty() {
            return Ok(Vec::new());
        }
        let text = format!("{}: {deeds}", telling.paint.bold(&telling.names[seat]));
        Ok(fold(0, " ", text.split(' ')))
    }
}
