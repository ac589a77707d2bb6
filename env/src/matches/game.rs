//! The game that is made of rounds of another one.

use super::choice::Choice;
use super::encode;
use super::opening::rules;
use super::rounds::Rounds;
use super::settings::{MatchOptions, Settlement};
use super::state::MatchState;
use super::view::MatchView;
use serde_json::{Map, Value};

use crate::format::Player;
use crate::rules::{
    ActionSet, Audit, Game, LayOutError, OpenHands, OptionError, Seat, Spec, ViewOf, as_table, complete,
};

/// Matches of a game.
#[derive(Clone, Debug)]
pub struct Match<G: Game<State: Rounds>> {
    options: MatchOptions<<G::State as Rounds>::Rules>,
    round: G,
    spec: Spec,
}

impl<G, S> Game for Match<G>
where
    G: Game<State = S, Round = G, Options = S::Rules>,
    S: Rounds + Audit,
{
    type State = MatchState<S>;
    type Options = MatchOptions<S::Rules>;
    type Round = G;

    const FAMILY: &'static str = G::FAMILY;
    const VIEWS: &'static str = G::VIEWS;
    const BETS: bool = G::BETS;
    const VARIABLE: &'static [&'static str] = G::VARIABLE;

    fn new(id: &'static str, options: MatchOptions<S::Rules>) -> Result<Match<G>, OptionError> {
        let round = G::new(id, options.rules)?;
        options.settings.check::<S>(&options.rules)?;
        let spec = spec(&round, &options);
        Ok(Match { options, round, spec })
    }

    fn options(&self) -> &MatchOptions<S::Rules> {
        &self.options
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> MatchState<S> {
        MatchState::new(self.options)
    }

    fn round(&self) -> &G {
        &self.round
    }

    fn round_view(view: &MatchView<S>) -> Option<&ViewOf<G>> {
        view.round.as_ref()
    }

    fn lay_out(&self, open: &OpenHands) -> Result<Value, LayOutError> {
        self.round.lay_out(open)
    }

    fn uneven(&self) -> Option<&'static str> {
        self.round.uneven()
    }

    fn side(&self, player: Seat) -> usize {
        self.options.settings.contest::<S>(&self.options.rules).side(player)
    }

    fn fill_in(&self, view: &mut Map<String, Value>) {
        complete(view.entry("options").or_insert_with(|| Value::Object(Map::new())), &as_table(&self.options));
        // The round is one of those who sit at its table.
        let seats = view.get("match").and_then(|standing| standing.get("seats")).and_then(Value::as_array);
        let players = seats.and_then(|seats| seats.iter().map(|player| Some(player.as_u64()? as Player)).collect());
        let players = players.filter(|players: &Vec<Player>| (1..=S::SEATS).contains(&players.len()));
        let rules = players.map_or(self.options.rules, |players| rules::<S>(&self.options, players.into_iter()));
        let rules = as_table(&rules);
        if let Some(round) = view.get_mut("round").and_then(Value::as_object_mut).filter(|_| !rules.is_empty()) {
            complete(round.entry("options").or_insert_with(|| Value::Object(Map::new())), &rules);
        }
    }
}

fn spec<G, S>(round: &G, options: &MatchOptions<S::Rules>) -> Spec
where
    G: Game<State = S>,
    S: Rounds,
{
    let contest = options.settings.contest::<S>(&options.rules);
    let (of_round, players, sides) = (round.spec(), contest.players, contest.sides());
    let mut actions = of_round.actions.clone();
    if S::CHOOSES {
        actions.extend(Choice::names(if S::VARIES { S::SEATS } else { players }));
    }
    assert!(actions.len() <= ActionSet::CAPACITY, "{}: more actions than an action set holds", of_round.id);
    let mut planes: Vec<_> = of_round.planes.iter().map(|plane| (plane.name, plane.width)).collect();
    planes.extend(encode::planes::<S>(options));
    let others = (sides - 1) as f32;
    let (least, most) = match options.settings.settlement {
        Settlement::Win | Settlement::Ladder => (-1.0, 1.0),
        Settlement::Lurch => (-(sides as f32) / others, sides as f32),
        Settlement::Gambling => {
            let (least, most) = options.settings.gains::<S>(&options.rules);
            let rounds = i32::from(contest.rounds);
            // Several may be far beyond a target that grows.
            let stays = contest.target.filter(|_| options.settings.growth() == 0);
            let target = stays.map_or(rounds * most, |target| i32::from(target) + most);
            let one = (target - rounds * least.min(0) + 200 + 20 * rounds) as f32;
            (-one, one * others)
        }
    };
    // Captains play against two, who share what they lose.
    let stake = if sides == players { 1.0 } else { (players - 1) as f32 };
    let choices = if S::CHOOSES { 2 } else { 0 };
    let tables = contest.tables(&contest.start()).max(1);
    Spec {
        id: of_round.id,
        seats: players,
        actions,
        planes: Spec::lay_out(&planes),
        hints: of_round.hints.clone(),
        returns: (least * stake, most * stake),
        max_length: usize::from(contest.rounds) * (tables * of_round.max_length + choices),
        zero_sum: true,
    }
}
