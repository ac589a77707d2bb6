//! How the cards go out.

use elderhand_env::{Card, Overrides, Table, pinochle::PinochleView};

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
