//! The table as JSON shows it: lists in order where the rules keep sets and numbers.

use serde::{Deserialize, Serialize};

use super::board::{Board, Taken};
use super::building::Building;
use super::chart::Charts;
use super::combination::Combination;
use super::rules::Rules;
use super::stacks::Stacks;
use super::table::{Function, Phase, Public, Turned};
use crate::cards::{Card, CardSet};
use crate::games::kinds::Kind;

/// What all seats see, as JSON; [`Public`] explains the fields.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    phase: Phase,
    to_move: usize,
    discards: Vec<Discarded>,
    hands: Vec<Hand>,
    combinations: Vec<Laid>,
    stock: u8,
    #[serde(default)]
    turn: Turn,
    #[serde(default)]
    passes: u8,
    #[serde(default)]
    turns: u16,
    /// For each seat; left out where none are kept.
    #[serde(default = "no_charts", skip_serializing_if = "is_empty")]
    charts: Charts,
}

fn no_charts() -> Charts {
    Charts::new(0)
}

fn is_empty(charts: &Charts) -> bool {
    charts.as_slice().is_empty()
}

/// A card of the discard stack; the card that was turned up has no `by`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Discarded {
    card: Card,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<usize>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hand {
    size: u8,
    #[serde(default)]
    known: CardSet,
    #[serde(default)]
    dropped: Vec<Card>,
    #[serde(default)]
    laid: u8,
}

/// A combination, or as much of it as lies.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Laid {
    kind: Kind,
    cards: Vec<Card>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Turn {
    used: Vec<Function>,
    playing: bool,
    must: Option<Card>,
    moved: CardSet,
}

impl From<Public> for Table {
    fn from(table: Public) -> Table {
        let hands = 0..usize::from(table.hands);
        Table {
            phase: table.phase,
            to_move: table.to_move,
            discards: table.stacks.iter_discards().map(|(card, by)| Discarded { card, by }).collect(),
            hands: hands
                .map(|hand| Hand {
                    size: table.sizes[hand],
                    known: table.known[hand],
                    dropped: table.stacks.iter_dropped(hand).collect(),
                    laid: table.laid[hand],
                })
                .collect(),
            combinations: table
                .board
                .all()
                .iter()
                .map(|laid| Laid { kind: laid.kind, cards: laid.in_order() })
                .collect(),
            stock: table.stock,
            turn: Turn {
                used: Function::ALL.into_iter().filter(|&function| table.turn.has(function)).collect(),
                playing: table.turn.playing,
                must: table.turn.must,
                moved: table.turn.moved,
            },
            passes: table.passes,
            turns: table.turns,
            charts: table.charts,
        }
    }
}

impl TryFrom<Table> for Public {
    type Error = String;

    fn try_from(table: Table) -> Result<Public, String> {
        let hands = table.hands.len();
        if !(2..=Rules::HANDS).contains(&hands) {
            return Err(format!("`table.hands` lists {hands}: expected 2 to {}", Rules::HANDS));
        }
        if table.to_move >= hands {
            return Err(format!("`table.to_move` must be below {hands}, the number of hands"));
        }
        let mut public = Public {
            hands: hands as u8,
            phase: table.phase,
            to_move: table.to_move,
            stacks: stacks(&table.discards, &table.hands)?,
            sizes: [0; Rules::HANDS],
            known: [CardSet::EMPTY; Rules::HANDS],
            laid: [0; Rules::HANDS],
            board: board(&table.combinations)?,
            stock: table.stock,
            turn: Turned { used: 0, playing: table.turn.playing, must: table.turn.must, moved: table.turn.moved },
            passes: table.passes,
            turns: table.turns,
            charts: table.charts,
        };
        for function in table.turn.used {
            if public.turn.has(function) {
                return Err("`table.turn.used` names something twice".into());
            }
            public.turn.used |= 1 << function as u8;
        }
        for (number, hand) in table.hands.iter().enumerate() {
            (public.sizes[number], public.known[number], public.laid[number]) = (hand.size, hand.known, hand.laid);
        }
        Ok(public)
    }
}

impl From<Building> for Laid {
    fn from(building: Building) -> Laid {
        Laid { kind: building.kind, cards: building.in_order() }
    }
}

impl TryFrom<Laid> for Building {
    type Error = String;

    fn try_from(laid: Laid) -> Result<Building, String> {
        laid.lay(&Taken::default()).map_err(|error| format!("`laying.build`: {error}"))
    }
}

fn stacks(discards: &[Discarded], hands: &[Hand]) -> Result<Stacks, String> {
    let mut stacks = Stacks::default();
    let fresh = |stacks: &Stacks, card: Card| match stacks.cards().contains(card) {
        true => Err(format!("`table`: {card} lies twice in `discards` and the `dropped` of the hands")),
        false => Ok(()),
    };
    for (place, &Discarded { card, by }) in discards.iter().enumerate() {
        fresh(&stacks, card)?;
        if by.is_some_and(|hand| hand >= hands.len()) {
            return Err(format!("`table.discards`: `by` of {card} must be below {}, the number of hands", hands.len()));
        }
        if by.is_none() && place > 0 {
            return Err(format!("`table.discards`: {card} needs `by`, which only the card at the bottom may lack"));
        }
        stacks.discard(card, by);
    }
    for (number, hand) in hands.iter().enumerate() {
        for &card in &hand.dropped {
            fresh(&stacks, card)?;
            stacks.drop(card, number);
        }
    }
    Ok(stacks)
}

fn board(combinations: &[Laid]) -> Result<Board, String> {
    let (mut board, mut taken) = (Board::EMPTY, Taken::default());
    if combinations.len() > Board::MOST {
        return Err(format!("`table.combinations` lists {}: there are at most {}", combinations.len(), Board::MOST));
    }
    for (place, laid) in combinations.iter().enumerate() {
        let at = |error: String| format!("`table.combinations[{place}]`: {error}");
        let combination = laid.combination(&taken).map_err(at)?;
        if !(board.cards() & combination.cards).is_empty() {
            return Err(at("it has a card that lies in another one too".into()));
        }
        taken.add(&combination);
        board.push(combination);
    }
    Ok(board)
}

impl Laid {
    /// Lays the cards one by one.
    fn lay(&self, taken: &Taken) -> Result<Building, String> {
        let mut building = Building::new(self.kind);
        for &card in &self.cards {
            if building.cards.contains(card) || !building.next(CardSet::of(card), taken).contains(card) {
                let name = self.kind.name();
                return Err(format!(
                    "{card} does not belong where it stands in this {name}, or overlaps another combination"
                ));
            }
            building.push(card);
        }
        Ok(building)
    }

    fn combination(&self, taken: &Taken) -> Result<Combination, String> {
        let building = self.lay(taken)?;
        if !building.complete() {
            return Err(format!("it has too few cards for a {}", self.kind.name()));
        }
        let combination = building.finish();
        match combination.in_order() == self.cards {
            true => Ok(combination),
            false => Err(format!("a {} of all ranks is listed from its ace", self.kind.name())),
        }
    }
}
