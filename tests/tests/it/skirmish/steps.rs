//! From one position of a turn to the next: what the game makes of an action, and what the oracle does.

use elderhand_tests::oracle::card::Card;
use elderhand_tests::oracle::skirmish::combination::Combination;
use elderhand_tests::oracle::skirmish::deed::Deed;
use elderhand_tests::oracle::skirmish::turn::Position;

use crate::skirmish::walk;

/// Follows a turn.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    last: Option<Position>,
    names: Vec<String>,
}

impl Steps {
    /// Notes an action; the end of a turn ends what is followed.
    pub fn note(&mut self, name: &str) {
        if name == "end turn" {
            *self = Steps::default();
        } else {
            self.names.push(name.into());
        }
    }

    /// Compares a position with what should have come of the last one, unless that ended the round.
    pub fn arrive(&mut self, now: &Position) {
        let names = std::mem::take(&mut self.names);
        if let Some(last) = self.last.replace(now.clone()) {
            let wanted = last.after(&deed(&last, &names, now));
            assert!(wanted.hand.is_empty() || wanted == *now, "{names:?} makes {last:?} into {now:?}, not {wanted:?}");
        }
    }
}

/// What the actions did between two positions.
fn deed(last: &Position, names: &[String], now: &Position) -> Deed {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (word, rest) = names[0].split_once(' ').unwrap_or((names[0], ""));
    let card = || -> Card { rest.parse().expect("a card") };
    match word {
        "draw" => Deed::Draw(*now.hand.difference(&last.hand).next().expect("a drawn card")),
        "discard" => Deed::Discard(card()),
        "drop" => Deed::Drop(card()),
        "take" => Deed::Take(card()),
        "lay" => Deed::Lay(Combination { kind: rest.parse().expect("a kind"), cards: walk::put(&names) }.turned()),
        _ => {
            let (to, cards, end) = walk::addition(&names);
            let mut all = last.additions().into_iter();
            Deed::Add(all.find(|a| (a.to, &a.cards, a.end) == (to, &cards, end)).expect("a legal addition"))
        }
    }
}
