//! What the moves of a game were worth: each beside what a bot would have done, and an accuracy for each seat.
//!
//! A bot that searches tries the move that was made against its own choice, in worlds that the view of the seat allows; so a
//! move is judged by what the seat could know, and not by how the cards lay. Any other bot says only how likely it would
//! have made it.

mod judged;
mod summary;

use std::ops::ControlFlow;

use elderhand_env::{Action, AnyView, Seat, Table, Turn, UndoError};

pub use judged::Judged;
pub use summary::{Accuracy, Sum, Summary};

use crate::players::agent::AgentError;
use crate::seating::player::Player;

/// The decisions of a game, each judged.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The decisions in which there was a choice, in the order in which they were made.
    pub decisions: Vec<Judged>,
    /// The returns of all seats; `None` if the game is not over, or a cap ended it.
    pub returns: Option<Vec<f32>>,
    /// Whether it was stopped before all decisions were judged.
    pub partial: bool,
}

/// A game that cannot be analysed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The bot failed.
    #[error("decision {number}: {source}")]
    Bot {
        /// The number of the decision in the game, counted from 1.
        number: usize,
        /// What it did.
        source: AgentError,
    },
    /// The game cannot be taken back to where its decisions were made.
    #[error(transparent)]
    Undo(#[from] UndoError),
}

/// Judges every decision of a game in which there was a choice; those of one seat, if `only` names it.
///
/// The bot begins anew before each, with the same seed, so that what it says of one does not hang on the others, and equal
/// seeds give equal answers. Before each decision `progress` is told how many are judged, and of how many; if it breaks,
/// those judged so far are the analysis.
///
/// # Errors
///
/// Fails if the bot fails.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
/// use elderhand_agents::{Bot, analysis::analyse};
/// use elderhand_env::{Record, Table};
///
/// let record: Record = serde_json::from_str(
///     r#"{"game": "kuhn", "seats": 2, "deck": ["KS", "QS"], "actions": ["check", "bet", "fold"]}"#,
/// )?;
/// let table = Table::from_record(&record)?;
/// let mut bot = Bot::open("random")?.player(table.game())?;
/// let analysis = analyse(&table, &mut bot, 1, Some(0), |_, _| ControlFlow::Continue(()))?;
/// let numbers: Vec<usize> = analysis.decisions.iter().map(|judged| judged.number).collect();
/// assert_eq!(numbers, [1, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(
    game: &Table,
    bot: &mut Player,
    seed: u64,
    only: Option<Seat>,
    mut progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Analysis, AnalysisError> {
    let over = matches!(game.turn(), Turn::Over { truncated: false });
    let asked = choices(game, only)?;
    let mut analysis = Analysis { decisions: Vec::new(), returns: over.then(|| game.returns()), partial: false };
    let count = asked.len();
    for (place, (number, view, action)) in asked.into_iter().enumerate() {
        if progress(place, count).is_break() {
            analysis.partial = true;
            break;
        }
        let judged = bot.begin(view.seat(), seed).and_then(|()| bot.judge(&view, action));
        let judgement = judged.map_err(|source| AnalysisError::Bot { number, source })?;
        analysis.decisions.push(Judged { number, view, action, judgement });
    }
    Ok(analysis)
}

/// The decisions in which there was a choice: their numbers, what the seat saw, and what it did.
fn choices(game: &Table, only: Option<Seat>) -> Result<Vec<(usize, AnyView, Action)>, UndoError> {
    let actions = game.actions().to_vec();
    let (mut game, mut found) = (game.clone(), Vec::new());
    game.undo_to(0)?;
    for (place, action) in actions.into_iter().enumerate() {
        let seat = game.seat();
        let view = seat.filter(|seat| only.is_none_or(|only| only == *seat)).and_then(|seat| game.view(seat).ok());
        found.extend(view.filter(|view| view.legal().len() > 1).map(|view| (place + 1, view, action)));
        game.play(action).expect("it was played before");
    }
    Ok(found)
}

impl Analysis {
    /// Returns the decisions that lost something, the worst first: mistakes by the points that they lost, then those whose
    /// loss is not clear, in the same way. Of a bot that does not search: those in whose place it would rather have done
    /// something else, by how much likelier it held that.
    pub fn worst(&self) -> Vec<&Judged> {
        let mut worst: Vec<&Judged> = self.decisions.iter().filter(|judged| judged.badness() > 0.0).collect();
        worst.sort_by(|a, b| b.is_mistake().cmp(&a.is_mistake()).then(b.badness().total_cmp(&a.badness())));
        worst
    }

    /// Returns `true` if a mistake was punished: the seat got less in the end than its best action promised.
    ///
    /// It tells what happened, luck included, and not what the mistake alone has done. `None` where nothing was clearly lost,
    /// or the game is not over.
    pub fn punished(&self, judged: &Judged) -> Option<bool> {
        let (returns, promised) = (self.returns.as_ref()?, judged.judgement.decision.value?);
        judged.is_mistake().then(|| returns[judged.seat()] < promised)
    }

    /// Sums up the decisions of a seat.
    pub fn summary(&self, seat: Seat) -> Summary {
        Summary::of(self.decisions.iter().filter(|judged| judged.seat() == seat))
    }
}
