//! What `--json` prints.

use elderhand_agents::analysis::{Analysis, Judged, Summary};
use elderhand_agents::{Loss, NamedFindings};
use elderhand_env::{About, AnyGame, Game, Overrides, Seat, Table};
use serde::Serialize;

use super::judge::Judge;
use super::{Args, ended};
use crate::args::Unfamiliar;
use crate::output::points;

/// What `--json` prints.
#[derive(Debug, Serialize)]
pub(super) struct Report<'a> {
    pub game: &'static str,
    pub options: Overrides,
    /// What the values are of, `round` or `match`, and what they count.
    pub of: &'static str,
    pub points: &'static str,
    /// The bot that judged, with all that its search was told.
    pub bot: &'a str,
    /// Who plays on from the moves that are tried, for people.
    #[serde(skip)]
    pub players: &'static str,
    /// Whether it searched: if not, nothing is told but how likely it would have played what.
    pub searched: bool,
    pub seed: u64,
    /// The seat whose decisions alone are told, if not those of all.
    #[serde(skip)]
    pub only: Option<Seat>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unfamiliar: Vec<Unfamiliar>,
    pub partial: bool,
    over: bool,
    truncated: bool,
    returns: Option<Vec<f32>>,
    /// The seats that were judged.
    pub seats: Vec<Seated<'a>>,
    /// The numbers of the worst decisions, the worst first.
    worst: Vec<usize>,
    pub decisions: Vec<Decided<'a>>,
}

/// A seat, and what its decisions come to.
#[derive(Debug, Serialize)]
pub(super) struct Seated<'a> {
    pub seat: Seat,
    /// Who held it, if the record says so.
    pub player: Option<&'a str>,
    #[serde(flatten)]
    pub summary: Summary,
}

/// A decision in which there was a choice.
#[derive(Debug, Serialize)]
pub(super) struct Decided<'a> {
    /// Its number in the record, counted from 1.
    number: usize,
    seat: Seat,
    action: &'a str,
    /// How likely the bot would have played it.
    probability: f32,
    /// What it would have played: its choice.
    choice: &'a str,
    choice_probability: f32,
    /// What its own choice is worth.
    value: Option<f32>,
    /// How much less the action brought.
    loss: Option<Loss>,
    mistake: Option<bool>,
    punished: Option<bool>,
    findings: Option<NamedFindings>,
}

impl<'a> Report<'a> {
    pub(super) fn of(
        table: &'a Table,
        about: &'a About,
        judge: &'a Judge,
        (args, only): (&Args, Option<Seat>),
        analysis: &Analysis,
        unfamiliar: Vec<Unfamiliar>,
    ) -> Report<'a> {
        let game = table.game();
        let (terms, (over, truncated)) = (game.terms(), ended(table));
        let judged = (0..game.spec().seats).filter(|&seat| only.is_none_or(|only| only == seat));
        let seated = |seat| Seated {
            seat,
            player: about.players.get(seat).map(String::as_str),
            summary: analysis.summary(seat),
        };
        Report {
            game: game.spec().id,
            options: game.options().clone(),
            of: terms.one,
            points: terms.points,
            bot: judge.player.name(),
            players: judge.players,
            searched: !game.bets(),
            seed: args.seed,
            only,
            unfamiliar,
            partial: analysis.partial,
            over,
            truncated,
            returns: over.then(|| table.returns().into_iter().map(points).collect()),
            seats: judged.map(seated).collect(),
            worst: analysis.worst().iter().take(args.worst).map(|judged| judged.number).collect(),
            decisions: analysis.decisions.iter().map(|judged| Decided::of(game, analysis, judged)).collect(),
        }
    }
}

impl<'a> Decided<'a> {
    fn of(game: &'a AnyGame, analysis: &Analysis, judged: &Judged) -> Decided<'a> {
        let (spec, judgement, best) = (game.spec(), &judged.judgement, judged.best());
        let loss = judgement.loss;
        Decided {
            number: judged.number,
            seat: judged.seat(),
            action: spec.name(judged.action),
            probability: judged.probability(judged.action),
            choice: spec.name(best),
            choice_probability: judged.probability(best),
            // What a policy expects is made for playing, and says nothing of its other actions.
            value: loss.and(judgement.decision.value),
            loss,
            mistake: loss.map(|_| judged.is_mistake()),
            punished: analysis.punished(judged),
            findings: judgement.decision.findings.as_ref().map(|findings| findings.named(spec)),
        }
    }
}
