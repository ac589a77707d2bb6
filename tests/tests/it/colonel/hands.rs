//! First turns of random hands that are rich in melds: challenges, and all that can be laid.

use elderhand_env::options::parse_options;
use elderhand_env::{AnyGame, State, Stream, Turn, game};
use elderhand_tests::counts::Counts;
use elderhand_tests::follow::Followed;
use elderhand_tests::oracle::colonel::hand::Next;
use elderhand_tests::oracle::colonel::referee::{Colonel, Rules};
use elderhand_tests::oracle::gin::deal::{clustered_deck, shuffled};

/// Plays the first turns of so many hands, challenging in half of them.
fn begin(game: &AnyGame, hands: usize, counts: &mut Counts) {
    let (mut stream, rules) = (Stream::new(31), Rules { challenge: true, return_taken: false, format: None });
    for number in 0..hands {
        let below = |n| stream.below(n);
        let pack = if number % 4 == 0 { shuffled(below) } else { clustered_deck(below) };
        let mut followed = Followed::new(game, Colonel::new(rules));
        pack[..21].iter().for_each(|&card| followed.deal(card));
        if number % 2 == 0 {
            followed.play("challenge");
            followed.compare();
            followed.play("accept");
            followed.compare();
            let points = followed.referee.hand.points();
            counts.add("challenges won", points[0] > 0);
            counts.add("challenges lost", points[1] > 0);
            counts.add("equal totals", points == [0, 0]);
            continue;
        }
        followed.play(["draw", "take"][stream.below(2)]);
        if followed.state.turn() == Turn::Chance {
            followed.deal(pack[21]);
        }
        // Whatever can be laid is laid, to the end of the turn.
        let mut played = Vec::new();
        while let Next::Act(0) = followed.referee.hand.next() {
            followed.compare();
            let names = followed.names();
            let lays: Vec<_> = names.iter().filter(|(_, name)| !name.starts_with("discard")).collect();
            let (action, name) =
                if lays.is_empty() { names[stream.below(names.len())] } else { *lays[stream.below(lays.len())] };
            played.push(name);
            followed.act(action);
        }
        followed.compare();
        let begins = |word: &str| played.iter().any(|name| name.starts_with(word));
        counts.add("melds", begins("meld"));
        counts.add("cards laid off", begins("lay off"));
        counts.add("cards added", begins("add"));
        counts.add("two melds and more", followed.referee.hand.table.len() > 1);
        counts.add("melds of four and more", followed.referee.hand.table.iter().any(|meld| meld.len() > 3));
    }
}

#[test]
fn first_turns_agree() {
    let mut counts = Counts::default();
    begin(&game("colonel", &parse_options(&["challenge=true"]).unwrap()).unwrap(), 14_000, &mut counts);
    println!("{counts:?}");
    counts.assert(8, 50);
}
