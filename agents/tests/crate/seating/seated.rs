//! Players and the protocol without the types of games: at any table, on any thread.

use std::sync::mpsc;
use std::thread;

use elderhand_agents::protocol::{MAX_LINE, Session};
use elderhand_agents::{Agent, AgentError, Bot, BotError, Player, Random};
use elderhand_env::kuhn::{Kuhn, KuhnView, Options};
use elderhand_env::{Action, AnyGame, Game, Overrides, Stream, Table, VARIANTS, View, game};
use serde_json::Value;

const fn is_send<T: Send + 'static>() {}
const _: () = (is_send::<Player>(), is_send::<Session>()).0;

fn table(id: &str, seed: u64) -> Table {
    Table::new(id, &Overrides::new(), Stream::new(seed)).unwrap()
}

#[test]
fn every_built_in_player_plays_every_game_it_can() {
    for variant in VARIANTS {
        for name in Bot::playing(variant.id) {
            let mut table = table(variant.id, 1);
            let bot = Bot::open(name).unwrap();
            let mut players: Vec<Player> =
                table.returns().iter().map(|_| bot.player(table.game()).expect("it plays this game")).collect();
            players.iter_mut().enumerate().for_each(|(seat, player)| player.begin(seat, 7).unwrap());
            while let Some(seat) = table.seat().filter(|_| table.length() < 300) {
                let (player, view) = (&mut players[seat], table.view(seat).unwrap());
                let action = player.act(&view).unwrap();
                let decision = player.decide(&view).unwrap();
                assert!(decision.probabilities.iter().all(|&(action, _)| view.legal().contains(action)));
                table.play(action).unwrap();
            }
            let returns = table.returns();
            players.iter_mut().for_each(|player| player.end(&returns).unwrap());
        }
    }
}

#[test]
fn a_player_is_the_agent_that_it_seats() {
    let kuhn = Kuhn::new("kuhn", Options {}).unwrap();
    let (mut table, bot) = (table("kuhn", 3), Bot::open("random").unwrap());
    let (mut player, mut agent) = (bot.player(table.game()).unwrap(), bot.agent(&kuhn).unwrap());
    player.begin(0, 5).unwrap();
    agent.begin(0, 5).unwrap();
    while let Some(seat) = table.seat() {
        let view = table.view(seat).unwrap();
        let action = player.act(&view).unwrap();
        assert_eq!(action, agent.act(view.downcast_ref().unwrap()).unwrap());
        table.play(action).unwrap();
    }
}

#[test]
fn misuse_is_an_error() {
    let (gin, kuhn) = (table("gin", 1), table("kuhn", 1));
    let mut player = Bot::open("simple").unwrap().player(gin.game()).unwrap();
    player.begin(0, 1).unwrap();
    let problem = |error: Result<Action, AgentError>| error.unwrap_err().to_string();
    let seat = gin.seat().unwrap();
    assert!(problem(player.act(&kuhn.view(0).unwrap())).starts_with("simple: it was shown a view of another game"));
    // The same type of views, under other rules.
    assert!(problem(player.act(&table("gin-seven", 1).view(0).unwrap())).contains("another game than `gin`"));
    assert!(problem(player.act(&gin.view(1 - seat).unwrap())).contains("is not to move"));
    assert!(player.decide(&kuhn.view(0).unwrap()).is_err());
    assert!(player.begin(2, 1).unwrap_err().to_string().contains("the seats are 0 to 1"));
    assert!(player.act(&gin.view(seat).unwrap()).is_ok());
    let refused = Bot::open("simple").unwrap().player(kuhn.game()).err().unwrap();
    assert!(matches!(refused, BotError::Game { .. }), "{refused}");
    // An agent for other views than those of the game.
    let agent: Box<dyn Agent<KuhnView>> = Box::new(Random::default());
    let mut astray = Player::new("astray", gin.game(), agent);
    assert!(problem(astray.act(&gin.view(seat).unwrap())).starts_with("astray: it was shown a view of another game"));
}

#[test]
fn an_agent_of_its_own_sits_at_a_game_that_is_not_registered() {
    struct First;
    impl<V: View> Agent<V> for First {
        fn begin(&mut self, _: usize, _: u64) -> Result<(), AgentError> {
            Ok(())
        }
        fn act(&mut self, view: &V) -> Result<Action, AgentError> {
            Ok(view.legal().nth(0).expect("its seat is to move"))
        }
    }
    let house = AnyGame::of(Kuhn::new("house-kuhn", Options {}).unwrap());
    let mut table = house.table(Stream::new(1));
    let agent: Box<dyn Agent<KuhnView>> = Box::new(First);
    let mut player = Player::new("first", &house, agent);
    while let Some(seat) = table.seat() {
        table.play(player.act(&table.view(seat).unwrap()).unwrap()).unwrap();
    }
    assert_eq!(table.record().actions, ["check", "check"]);
    // So does a player by its name.
    let mut table = house.table(Stream::new(2));
    let mut player = Bot::open("random").unwrap().player(&house).unwrap();
    player.begin(0, 1).unwrap();
    while let Some(seat) = table.seat() {
        table.play(player.act(&table.view(seat).unwrap()).unwrap()).unwrap();
    }
    assert!(matches!(Bot::open("simple").unwrap().player(&house), Err(BotError::Game { .. })));
}

#[test]
fn a_session_goes_on_on_another_thread() {
    let mut session = Session::new(Bot::open("random").unwrap());
    let new_game = r#"{"id": 1, "type": "new_game", "game": "kuhn", "seat": 1, "seed": 3}"#;
    let act = r#"{"id": 2, "type": "act", "view": {"seat": 1, "card": "KS", "betting": "bet"}}"#;
    assert!(session.answer(new_game).starts_with(r#"{"id":1,"game":"kuhn""#));
    let (requests, inbox) = mpsc::channel::<String>();
    let (outbox, answers) = mpsc::channel();
    let worker = thread::spawn(move || inbox.iter().for_each(|line| outbox.send(session.answer(line)).unwrap()));
    let ask = |request: &str| -> Value {
        requests.send(request.into()).unwrap();
        let answer = answers.recv().unwrap();
        assert!(!answer.contains('\n'));
        serde_json::from_str(&answer).unwrap()
    };
    let first = ask(act);
    assert!(first["action"]["name"].is_string(), "{first}");
    assert_eq!(ask("nonsense")["error"]["code"], "not_json");
    assert_eq!(ask(&" ".repeat(MAX_LINE + 1))["error"]["code"], "oversized");
    ask(new_game);
    assert_eq!(ask(act), first, "the same seed gives the same choice");
    drop(requests);
    worker.join().unwrap();
}

#[test]
fn the_options_of_a_request_make_the_game() {
    let mut session = Session::new(Bot::open("simple").unwrap());
    let four = Overrides::from_iter([("seats".to_owned(), 4.into())]);
    let request = r#"{"id": 1, "type": "new_game", "game": "skirmish", "options": {"seats": 4}, "seat": 3, "seed": 1}"#;
    let answer: Value = serde_json::from_str(&session.answer(request.as_bytes())).unwrap();
    let options = game("skirmish", &four).unwrap().options().clone();
    assert_eq!((&answer["seats"], &answer["options"]), (&Value::from(4), &Value::Object(options)));
}
