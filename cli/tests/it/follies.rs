//! What nobody wants to see of a released bot at the table, counted over a thousand rounds of each.

use std::any::Any;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use elderhand_agents::{Bot, Player};
use elderhand_env::colonel::{self, ColonelView};
use elderhand_env::gin::{self, GinView, least_deadwood};
use elderhand_env::knock_rummy::{self, KnockView};
use elderhand_env::skarney::{self, SkarneyView};
use elderhand_env::skirmish::{self, SkirmishView, Turned};
use elderhand_env::{Action, ActionSet, AnyView, Card, CardSet, Game, Stream, View, Visitor, game};

/// Rounds of each bot with itself, or matches ten times as seldom.
const ROUNDS: u64 = 1000;

/// What nobody wants to see, with the most that is borne: a share of the chances to do it.
const BORNE: &[(&str, f64)] = &[
    // To fold where a check costs nothing, to snap at cards that do not match: a trained player leaves them out, as it does what
    // undoes in Skirmish what it did in the same turn.
    ("never better", 0.0),
    ("plays on with gin", 0.05),
    ("takes back what it put away", 0.0),
    ("takes back a joker", 0.0),
    ("does not go out", 0.01),
];

/// What single bots do more often, and how often that is borne of them.
const KNOWN: &[(&str, &str, f64)] = &[("gin-seven", "plays on with gin", 0.3)];

/// How often each folly could have been committed, and was.
#[derive(Default)]
struct Count(BTreeMap<&'static str, (u64, u64)>);

impl Count {
    /// Adds a chance to commit it.
    fn chance(&mut self, folly: &'static str) {
        self.0.entry(folly).or_default().0 += 1;
    }

    /// Adds that it was committed.
    fn committed(&mut self, folly: &'static str) {
        self.0.entry(folly).or_default().1 += 1;
    }

    /// Adds a chance, and what was made of it.
    fn see(&mut self, folly: &'static str, committed: bool) {
        self.chance(folly);
        if committed {
            self.committed(folly);
        }
    }
}

/// A decision: what the seat saw, what it did, and what it saw then.
struct Decided<'a> {
    folly: ActionSet,
    before: &'a dyn Any,
    action: Action,
    after: &'a dyn Any,
}

/// Somebody who watches a bot's tables, with what was put away in this turn.
#[derive(Default)]
struct Onlooker {
    put_away: Vec<Card>,
    count: Count,
}

impl Onlooker {
    fn watch(&mut self, decided: &Decided<'_>) {
        let Decided { folly, before, action, after } = *decided;
        if !folly.is_empty() {
            self.count.see("never better", folly.contains(action));
        }
        if let Some(view) = before.downcast_ref::<GinView>() {
            let sets = view.options.melds == gin::Melds::SetsAndRuns;
            let going = |one: Action| match gin::Move::of(one)? {
                gin::Move::Knock(card) => Some(view.hand.without(card)),
                gin::Move::GoOut => Some(view.hand),
                _ => None,
            };
            self.gin(sets, view.legal(), action, going);
        } else if let Some(view) = before.downcast_ref::<KnockView>() {
            let going = |one: Action| match knock_rummy::Move::of(one)? {
                knock_rummy::Move::Knock(card) => Some(view.hand.without(card)),
                _ => None,
            };
            self.gin(true, view.legal(), action, going);
        } else if let (Some(view), Some(then)) = (before.downcast_ref::<SkirmishView>(), after.downcast_ref()) {
            self.skirmish(view, action, then);
        } else if let Some(view) = before.downcast_ref::<ColonelView>() {
            self.colonel(view, action);
        } else if let Some(view) = before.downcast_ref::<SkarneyView>() {
            self.skarney(view, action);
        }
    }

    /// All cards but one are melded, and the seat goes on.
    fn gin(&mut self, sets: bool, legal: ActionSet, action: Action, going: impl Fn(Action) -> Option<CardSet>) {
        let out = |one: Action| going(one).is_some_and(|rest| least_deadwood(rest, sets) == 0);
        if legal.iter().any(out) {
            self.count.see("plays on with gin", going(action).is_none());
        }
    }

    /// A card is dropped or discarded, and in the same turn it is in the hand again.
    fn skirmish(&mut self, view: &SkirmishView, action: Action, then: &SkirmishView) {
        if view.table.turn == Turned::default() {
            self.put_away.clear();
        }
        // In Melee a turn is of one of two hands.
        let after = then.cards_of(view.table.to_move);
        match skirmish::Move::of(action) {
            Some(skirmish::Move::Discard(card) | skirmish::Move::Drop(card)) => {
                self.put_away.push(card);
                taking_back(card).for_each(|folly| self.count.chance(folly));
            }
            Some(skirmish::Move::Take(_)) => {
                for card in self.put_away.extract_if(.., |card| after.contains(*card)) {
                    taking_back(card).for_each(|folly| self.count.committed(folly));
                }
            }
            _ => (),
        }
    }

    /// A card of the last two fits on the table, so the other is the discard that goes out.
    fn colonel(&mut self, view: &ColonelView, action: Action) {
        let lays = |one| matches!(colonel::Move::of(one), Some(colonel::Move::LayOff(_) | colonel::Move::Add(_)));
        if view.hand.len() <= 2 && view.meld.is_empty() && view.legal().iter().any(lays) {
            let melds = matches!(colonel::Move::of(action), Some(colonel::Move::Meld(_)));
            self.count.see("does not go out", view.hand.len() == 2 && !lays(action) && !melds);
        }
    }

    /// The last card fits on an own meld.
    fn skarney(&mut self, view: &SkarneyView, action: Action) {
        let lays = |one| matches!(skarney::Move::of(one), Some(skarney::Move::LayOff(_)));
        if view.hand.len() == 1 && view.legal().iter().any(lays) {
            self.count.see("does not go out", !lays(action));
        }
    }
}

/// What is committed by taking back a card.
fn taking_back(card: Card) -> impl Iterator<Item = &'static str> {
    ["takes back what it put away"].into_iter().chain(card.is_joker().then_some("takes back a joker"))
}

/// What a view of a game tells of the round, whatever its type.
struct Round;

impl Visitor for Round {
    type Output = for<'a> fn(&'a AnyView) -> Option<&'a dyn Any>;
    fn visit<G: Game>(self, _: G) -> Self::Output {
        |view| Some(G::round_view(view.downcast_ref()?)? as &dyn Any)
    }
}

/// Plays rounds of a bundle with itself.
fn watch(file: &Path) -> Count {
    let bot = Bot::open(&file.to_string_lossy()).unwrap();
    let contract = &bot.bundle().unwrap().manifest().contract;
    let game = game(&contract.game, &contract.options).unwrap();
    let round = game.visit(Round);
    let mut players: Vec<Player> = (0..game.spec().seats).map(|_| bot.player(&game).unwrap()).collect();
    let mut onlooker = Onlooker::default();
    for number in 0..ROUNDS / if game.is_match() { 10 } else { 1 } {
        for (seat, player) in players.iter_mut().enumerate() {
            player.begin(seat, number).unwrap();
        }
        let mut table = game.table(Stream::new(number));
        while let Some(seat) = table.seat() {
            let before = table.view(seat).unwrap();
            let action = players[seat].act(&before).unwrap();
            table.play(action).unwrap();
            let after = table.view(seat).unwrap();
            if let (Some(round), Some(after)) = (round(&before), round(&after)) {
                onlooker.watch(&Decided { folly: before.folly(), before: round, action, after });
            }
        }
    }
    onlooker.count
}

#[test]
fn nobody_sees_folly_of_a_released_bot() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checkpoints");
    let bundles = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let bundles = bundles.filter(|path| path.extension().is_some_and(|extension| extension == "elderhand"));
    let counts: Vec<_> = std::thread::scope(|scope| {
        let watched = bundles.map(|path| (path.clone(), scope.spawn(move || watch(&path))));
        watched.collect::<Vec<_>>().into_iter().map(|(path, count)| (path, count.join().unwrap())).collect()
    });
    let (mut seen, mut too_many) = (Vec::new(), Vec::new());
    for (path, Count(count)) in &counts {
        let bot = path.file_stem().unwrap().to_string_lossy();
        for (folly, (could, did)) in count {
            let known = KNOWN.iter().find(|(name, known, _)| *name == bot && known == folly).map(|known| known.2);
            let borne = known.or_else(|| Some(BORNE.iter().find(|(name, _)| name == folly)?.1)).unwrap();
            println!("{bot}: {folly}: {did} of {could}");
            if *did as f64 > borne * *could as f64 {
                too_many.push(format!("{bot}: {folly}: {did} of {could}, and {borne} of these are borne"));
            }
            seen.push(*folly);
        }
    }
    assert!(BORNE.iter().all(|(folly, _)| seen.contains(folly)), "nobody could do some of these: {seen:?}");
    assert!(too_many.is_empty(), "{too_many:#?}");
}
