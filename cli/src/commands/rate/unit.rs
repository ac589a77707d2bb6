//! What ratings count, and how that is written.

use elderhand_agents::Measure;
use elderhand_env::{AnyGame, Game};

/// The columns of a cross table that fit side by side.
const COLUMNS: usize = 11;
/// Those that fit where they hold points.
const COLUMNS_OF_POINTS: usize = 7;

/// Returns what counts where nobody says it: points where all games are of betting, since there who seldom wins may win much; else
/// what is won.
pub fn usual(games: &[AnyGame]) -> Measure {
    if games.iter().all(Game::bets) { Measure::Points } else { Measure::Won }
}

/// What counts, and what points are.
pub struct Unit {
    pub by: Measure,
    /// Such as `chips a round`.
    pub points: String,
    digits: usize,
}

impl Unit {
    pub fn of(by: Measure, games: &[AnyGame]) -> Unit {
        let one = |of: &dyn Fn(&AnyGame) -> &'static str, else_: &'static str| {
            let first = games.first().map_or(else_, of);
            if games.iter().all(|game| of(game) == first) { first } else { else_ }
        };
        let (points, round) = (one(&|game| game.terms().points, "points"), one(&|game| game.terms().one, "round"));
        let range = games.iter().map(|game| game.spec().returns.1 - game.spec().returns.0).fold(0.0, f32::max);
        Unit { by, points: format!("{points} a {round}"), digits: if range > 10.0 { 2 } else { 3 } }
    }

    pub fn rating(&self, rating: f64) -> String {
        match self.by {
            Measure::Won => format!("{rating:+.0}"),
            Measure::Points => self.in_points(rating),
        }
    }

    pub fn in_points(&self, points: f64) -> String {
        format!("{points:+.*}", self.digits)
    }

    /// What counts, in words.
    pub fn counted(&self, made: f64) -> String {
        match self.by {
            Measure::Won => format!("{:.1} %", 100.0 * made),
            Measure::Points => self.in_points(made),
        }
    }

    /// What somebody does who makes something of what counts.
    pub fn verb(&self) -> &'static str {
        if self.by == Measure::Won { "wins" } else { "makes" }
    }

    /// What a difference of ratings says.
    pub fn scale(&self) -> String {
        match self.by {
            Measure::Won => "who is 400 ahead wins ten of eleven".into(),
            Measure::Points => format!("who is 3 ahead makes 3 {} against the other", self.points),
        }
    }

    /// What stands above the cross table.
    pub fn cross(&self) -> String {
        match self.by {
            Measure::Won => "Won in %, + or - where that is surely more or less than half:".into(),
            Measure::Points => format!("In {}, * where it is sure who makes more:", self.points),
        }
    }

    pub fn columns(&self) -> usize {
        if self.by == Measure::Won { COLUMNS } else { COLUMNS_OF_POINTS }
    }

    /// What the first of a pair made of what counts.
    pub fn of_pair(&self, won: f64, points: f64) -> f64 {
        if self.by == Measure::Won { won } else { points }
    }

    /// Returns `true` if a pair made something else than its ratings tell.
    pub fn is_surprise(&self, interval: (f64, f64), expected: f64) -> bool {
        !(interval.0..=interval.1).contains(&expected)
    }

    /// Returns `true` if one of a pair wins more and the other makes more, which a rating by what is won does not show.
    pub fn is_divided(&self, won: f64, points: f64) -> bool {
        self.by == Measure::Won && (won - 0.5) * points < 0.0
    }

    /// What the first of a pair made, or the second if `turned`, with a mark where it is sure who makes more.
    pub fn cell(&self, won: f64, points: f64, interval: (f64, f64), turned: bool) -> String {
        let (won, points) = if turned { (1.0 - won, -points) } else { (won, points) };
        let even = self.by.even();
        let sure = interval.0 > even || interval.1 < even;
        match self.by {
            Measure::Won => {
                let mark = if !sure {
                    " "
                } else if won > even {
                    "+"
                } else {
                    "-"
                };
                format!("{:.0}{mark}", 100.0 * won)
            }
            Measure::Points => format!("{}{}", self.in_points(points), if sure { "*" } else { " " }),
        }
    }
}
