//! The view as JSON shows it: what was bet is a list in order, and what follows from it stands beside it.
//!
//! Fields that follow from others may be left out of what is read; if they are there they must be right.

use serde::{Deserialize, Serialize, Serializer};

use super::betting::Deed;
use super::count::Count;
use super::rules::Rules;
use super::table::{Phase, Public};
use super::view::PinnacleView;
use crate::cards::CardSet;
use crate::games::kinds::Kind;
use crate::rules::Seat;

/// What one seat knows, as JSON; [`PinnacleView`] and [`Public`] explain the fields.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    pub(super) options: Rules,
    pub(super) seat: Seat,
    pub(super) hole: CardSet,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) amount: Option<u16>,
    pub(super) table: Table,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    pub(super) phase: Phase,
    pub(super) seats: Vec<Player>,
    #[serde(default)]
    pub(super) board: Vec<CardSet>,
    #[serde(default)]
    pub(super) acts: Vec<Vec<Act>>,
    /// The cards that were dealt to seats; all if it is left out.
    #[serde(default)]
    pub(super) dealt: Option<u8>,
    #[serde(default)]
    pub(super) to_move: Option<Seat>,
    #[serde(default)]
    pub(super) button: Option<Seat>,
    #[serde(default)]
    pub(super) pot: Option<u32>,
    #[serde(default)]
    pub(super) ante: Option<u16>,
    #[serde(default)]
    pub(super) bet: Option<u16>,
    #[serde(default)]
    pub(super) all_in: Option<bool>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Player {
    /// The chips before the ante; the stack of the options if it is left out.
    #[serde(default)]
    pub(super) before: Option<u16>,
    #[serde(default)]
    pub(super) open: CardSet,
    #[serde(default)]
    pub(super) shown: CardSet,
    #[serde(default)]
    pub(super) chips: Option<u16>,
    #[serde(default)]
    pub(super) bet: Option<u16>,
    #[serde(default)]
    pub(super) folded: Option<bool>,
    /// What its cards count, if the seat whose view it is knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<Counted>,
}

/// What cards count, and by which combinations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Counted {
    pub(super) points: u8,
    combinations: Vec<Combination>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Combination {
    kind: Kind,
    cards: CardSet,
}

impl Counted {
    /// What the cards of a seat count that are not hidden from the one whose view it is; `None` if they are.
    pub(super) fn of(view: &PinnacleView, seat: Seat) -> Option<Counted> {
        let table = &view.table;
        let count = match seat == view.seat {
            true => (!view.hole.is_empty()).then(|| view.count()),
            false => (!table.shown[seat].is_empty()).then(|| table.counted(&view.options, seat)),
        };
        count.map(Counted::from)
    }
}

impl From<Count> for Counted {
    fn from(count: Count) -> Counted {
        let combinations = count.combinations().map(|(kind, cards)| Combination { kind, cards });
        Counted { points: count.points, combinations: combinations.collect() }
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Act {
    pub(super) seat: Seat,
    pub(super) act: ActKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ActKind {
    Fold,
    Check,
    Call,
    Bet,
}

impl Act {
    fn new(seat: Seat, deed: Deed) -> Act {
        let (act, to) = match deed {
            Deed::Fold => (ActKind::Fold, None),
            Deed::Check => (ActKind::Check, None),
            Deed::Call => (ActKind::Call, None),
            Deed::Bet(to) => (ActKind::Bet, Some(to)),
        };
        Act { seat, act, to }
    }
}

/// Lists what was done in each cycle that has opened.
fn acts(rules: &Rules, table: &Public) -> Vec<Vec<Act>> {
    let mut acts = vec![Vec::new()];
    let betting = table.retell(rules, |betting, deed| {
        acts.resize(usize::from(betting.cycle) + 1, Vec::new());
        acts[usize::from(betting.cycle)].push(Act::new(betting.to_move.into(), deed));
    });
    if betting.open {
        acts.resize(usize::from(betting.cycle) + 1, Vec::new());
    }
    acts
}

impl Serialize for PinnacleView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        View::from(self.clone()).serialize(serializer)
    }
}

impl From<PinnacleView> for View {
    fn from(view: PinnacleView) -> View {
        let (rules, table, betting) = (&view.options, &view.table, &view.table.betting);
        let player = |seat: Seat| Player {
            before: Some(betting.before[seat]),
            open: table.open[seat],
            shown: table.shown[seat],
            chips: Some(betting.chips[seat]),
            bet: Some(betting.bets[seat]),
            folded: Some(betting.folded.contains(seat)),
            count: Counted::of(&view, seat),
        };
        let table = Table {
            phase: table.phase,
            seats: (0..rules.seats.into()).map(player).collect(),
            board: table.board.into_iter().take_while(|part| !part.is_empty()).collect(),
            acts: acts(rules, table),
            dealt: Some(table.dealt),
            to_move: Some(betting.to_move.into()),
            button: Some(betting.button.into()),
            pot: Some(betting.pot()),
            ante: Some(betting.ante),
            bet: Some(betting.bet),
            all_in: Some(betting.all_in),
        };
        View { options: view.options, seat: view.seat, hole: view.hole, amount: view.amount, table }
    }
}
