//! How the cards go out.

use elderhand_env::pinochle::{Pinochle, PinochleView, Rules};
use elderhand_env::{Card, Driver, Game, Overrides, Stream, Table};
use elderhand_tests::told::Told;

#[test]
fn cards_go_out_three_at_a_time() {
    let mut table = Table::new("pinochle", &Overrides::new(), None).expect("a game");
    let pack: Vec<Card> = table.deck().iter().collect();
    for &card in &pack[..25] {
        table.deal(card).expect("it is in the pack");
    }
    let hand = |seat| {
        let view = table.view(seat).expect("a seat");
        view.downcast_ref::<PinochleView>().expect("pinochle").hand
    };
    for seat in 0..2 {
        let own = pack[..24].chunks(3).enumerate().filter(|(number, _)| number % 2 == seat);
        assert_eq!(hand(seat), own.flat_map(|(_, cards)| cards.iter().copied()).collect());
    }
}

#[test]
fn the_turned_card_and_the_last_of_the_stock_are_told_apart() {
    let game = Pinochle::new("pinochle", Rules::pinochle()).expect("the rules can be played");
    let (mut stream, mut trumps) = (Stream::new(1), 0);
    for seed in 0..40 {
        let mut table = Driver::new(game.clone(), Stream::new(seed));
        let mut view = table.view(0);
        while let (Some(seat), None) = (table.seat(), view.table.last) {
            table.play(stream.pick(&table.legal())).expect("it is legal");
            view = table.view(seat);
        }
        let shown = view.table;
        (view.table.turned, view.table.last) = (shown.last, shown.turned);
        let swapped = Told::of(&game, &view);
        view.table = shown;
        let told = Told::of(&game, &view);
        for plane in ["turned", "last"] {
            assert_eq!(told.lit(plane).len(), 1, "{view:?}");
        }
        assert_eq!((told.lit("turned"), told.lit("last")), (swapped.lit("last"), swapped.lit("turned")), "{view:?}");
        trumps += usize::from(shown.last.is_some_and(|last| Some(last.suit()) == shown.turned.map(Card::suit)));
    }
    // Else the suit of trumps would tell them apart.
    assert!(trumps > 4, "{trumps}");
}
