//! Every game that can be searched, as rounds and as matches.

use elderhand_agents::{Bot, Player};
use elderhand_env::{Overrides, Stream, Table, View};

#[test]
fn every_game_but_those_of_betting_is_searched() {
    let search = Bot::open("search:random,rollouts=6,believe=random,worlds=3").unwrap();
    for id in search.games() {
        for episode in ["round", "match"] {
            let options: Overrides = [("episode".to_owned(), episode.into())].into_iter().collect();
            let mut table = Table::new(id, &options, Stream::new(4)).unwrap();
            let seats = table.returns().len();
            let mut players: Vec<Player> = (0..seats).map(|_| search.player(table.game()).unwrap()).collect();
            players.iter_mut().enumerate().for_each(|(seat, player)| player.begin(seat, 7).unwrap());
            // A match of this may be long: some decisions of it will do.
            while let Some(seat) = table.seat().filter(|_| table.length() < 30) {
                let view = table.view(seat).unwrap();
                let decision = players[seat].decide(&view).unwrap();
                assert!(view.legal().contains(decision.action), "{id}");
                let shares: f32 = decision.probabilities.iter().map(|(_, share)| share).sum();
                assert!((shares - 1.0).abs() < 1e-4, "{id}: {shares}");
                assert_eq!(decision.findings.is_some(), (view.legal() - view.folly()).len() > 1, "{id}");
                table.play(decision.action).unwrap();
            }
        }
    }
}
