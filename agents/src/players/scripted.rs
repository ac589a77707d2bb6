//! Players that follow written rules, each for the games of one family.

use std::any::Any;

use elderhand_env::colonel::Colonel;
use elderhand_env::gin::Gin;
use elderhand_env::knock_rummy::KnockRummy;
use elderhand_env::pinnacle::Pinnacle;
use elderhand_env::pinochle::Pinochle;
use elderhand_env::skarney::Skarney;
use elderhand_env::skirmish::Skirmish;
use elderhand_env::snap::Snap;
use elderhand_env::sum_run_set::SumRunSet;
use elderhand_env::{Game, ViewOf};

use crate::players::agent::Agent;
use crate::players::{colonel, gin, knock_rummy, pinnacle, pinochle, skarney, skirmish, snap, sum_run_set};

/// A scripted player, listed with the family it plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scripted {
    /// The name by which it is called.
    pub name: &'static str,
    /// The family whose variants it plays.
    pub family: &'static str,
    /// Makes it for a game behind `Any`, as a boxed [`Agent`] behind `Any`; written with [`seat`].
    make: fn(&dyn Any) -> Option<Box<dyn Any>>,
}

/// Every scripted player, in the order in which they are listed; a search plays on with the last of a family.
pub(crate) const SCRIPTED: &[Scripted] = &[
    Scripted {
        name: "always-call",
        family: Pinnacle::FAMILY,
        make: |game| seat(game, |_: &Pinnacle| pinnacle::AlwaysCall),
    },
    Scripted { name: "simple", family: Gin::FAMILY, make: |game| seat(game, |_: &Gin| gin::Simple::default()) },
    Scripted { name: "patient", family: Gin::FAMILY, make: |game| seat(game, |_: &Gin| gin::Patient) },
    Scripted { name: "greedy", family: Gin::FAMILY, make: |game| seat(game, |_: &Gin| gin::Greedy) },
    Scripted { name: "simple", family: Colonel::FAMILY, make: |game| seat(game, |_: &Colonel| colonel::Simple) },
    Scripted {
        name: "simple",
        family: KnockRummy::FAMILY,
        make: |game| seat(game, |_: &KnockRummy| knock_rummy::Simple),
    },
    Scripted { name: "simple", family: Skarney::FAMILY, make: |game| seat(game, |_: &Skarney| skarney::Simple) },
    Scripted { name: "simple", family: Skirmish::FAMILY, make: |game| seat(game, |_: &Skirmish| skirmish::Simple) },
    Scripted {
        name: "simple",
        family: SumRunSet::FAMILY,
        make: |game| seat(game, |_: &SumRunSet| sum_run_set::Simple),
    },
    Scripted {
        name: "simple",
        family: Pinnacle::FAMILY,
        make: |game| seat(game, |_: &Pinnacle| pinnacle::Simple::default()),
    },
    Scripted { name: "simple", family: Pinochle::FAMILY, make: |game| seat(game, |_: &Pinochle| pinochle::Simple) },
    Scripted { name: "simple", family: Snap::FAMILY, make: |game| seat(game, |_: &Snap| snap::Simple) },
];

/// The player of this name in a family: a name may come again in another family.
pub(crate) fn scripted(name: &str, family: &str) -> Option<&'static Scripted> {
    SCRIPTED.iter().find(|scripted| scripted.name == name && scripted.family == family)
}

impl Scripted {
    /// Makes the player, if it plays this game.
    pub fn agent<G: Game>(&self, game: &G) -> Option<Box<dyn Agent<ViewOf<G>>>> {
        (self.make)(game)?.downcast().ok().map(|agent| *agent)
    }
}

/// Makes a player of the game `G` if that is what the game is.
fn seat<G: Game, A: Agent<ViewOf<G>> + 'static>(game: &dyn Any, make: fn(&G) -> A) -> Option<Box<dyn Any>> {
    let agent: Box<dyn Agent<ViewOf<G>>> = Box::new(make(game.downcast_ref()?));
    Some(Box::new(agent))
}

#[cfg(test)]
mod tests {
    use elderhand_env::kuhn::{Kuhn, Options};
    use elderhand_env::leduc::Leduc;

    use super::*;
    use crate::players::random::Random;

    #[test]
    fn a_scripted_player_plays_its_own_game_only() {
        let game = Kuhn::new("kuhn", Options {}).unwrap();
        let own = Scripted { name: "own", family: "kuhn", make: |game| seat(game, |_: &Kuhn| Random::default()) };
        assert!(own.agent(&game).is_some());
        let other = Scripted { name: "other", family: "none", make: |game| seat(game, |_: &Leduc| Random::default()) };
        assert!(other.agent(&game).is_none());
    }
}
