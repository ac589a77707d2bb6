//! All tricks after the stock is gone against every way to play them, each position looked at once.

use elderhand_agents::Bot;
use elderhand_env::pinochle::{Ending, PinochleView, Suit, strength, value};
use elderhand_env::{Card, CardSet, Cards, Overrides, Seat, Stream, Table};

/// Two hands by the numbers of their cards; a set of cards is a bit for each number.
struct Oracle {
    hands: [Vec<Card>; 2],
    trumps: Suit,
    /// What the first seat takes more than the other from where somebody leads, by the leader and what both hold.
    known: Vec<Option<i16>>,
}

impl Oracle {
    fn held(&self, seat: Seat, set: u16) -> impl Iterator<Item = usize> + use<> {
        (0..self.hands[seat].len()).filter(move |&number| set >> number & 1 == 1)
    }

    /// Whether a card takes the trick from the one that was led.
    fn beats(&self, led: Card, card: Card) -> bool {
        match Suit::of(card) == Suit::of(led) {
            true => strength(card) > strength(led),
            false => Suit::of(card) == self.trumps,
        }
    }

    fn replies(&self, seat: Seat, set: u16, led: Card) -> Vec<usize> {
        let suit = Suit::of(led);
        let of = |fits: &dyn Fn(Card) -> bool| -> Vec<usize> {
            self.held(seat, set).filter(|&number| fits(self.hands[seat][number])).collect()
        };
        let higher = of(&|card| suit == self.trumps && Suit::of(card) == suit && strength(card) > strength(led));
        let ways =
            [higher, of(&|card| Suit::of(card) == suit), of(&|card| Suit::of(card) == self.trumps), of(&|_| true)];
        ways.into_iter().find(|way| !way.is_empty()).expect("a hand is left")
    }

    fn lead(&mut self, sets: [u16; 2], seat: Seat) -> i16 {
        if sets[seat] == 0 {
            return 0;
        }
        let place = seat << 24 | usize::from(sets[0]) << 12 | usize::from(sets[1]);
        if let Some(known) = self.known[place] {
            return known;
        }
        let ends = self.held(seat, sets[seat]).map(|number| self.follow(sets, seat, number));
        let ends: Vec<i16> = ends.collect();
        let best = if seat == 0 { ends.into_iter().max() } else { ends.into_iter().min() };
        self.known[place] = best;
        best.expect("a hand is left")
    }

    fn follow(&mut self, mut sets: [u16; 2], leader: Seat, number: usize) -> i16 {
        let (seat, led) = (1 - leader, self.hands[leader][number]);
        sets[leader] &= !(1 << number);
        let ends = self.replies(seat, sets[seat], led).into_iter().map(|reply| {
            let (card, mut sets) = (self.hands[seat][reply], sets);
            sets[seat] &= !(1 << reply);
            let taker = if self.beats(led, card) { seat } else { leader };
            let trick = value([led, card].into_iter().collect::<Cards>()) as i16 + if sets[seat] == 0 { 10 } else { 0 };
            (if taker == 0 { trick } else { -trick }) + self.lead(sets, taker)
        });
        let ends: Vec<i16> = ends.collect();
        let best = if seat == 0 { ends.into_iter().max() } else { ends.into_iter().min() };
        best.expect("there is a reply")
    }
}

/// A hand's cards, each as often as it is there.
fn list(cards: Cards) -> Vec<Card> {
    let copies = |card: Card| std::iter::repeat_n(card, cards.count(card));
    cards.kinds().iter().flat_map(copies).collect()
}

#[test]
fn all_tricks_after_the_stock_are_played_as_well_as_can_be() {
    for seed in 0..6 {
        let mut table = Table::new("pinochle", &Overrides::new(), Stream::new(seed)).unwrap();
        let mut stream = Stream::new(!seed);
        let told = loop {
            let seat = table.seat().expect("the stock is gone before the end");
            let any = table.view(seat).unwrap();
            let view: &PinochleView = any.downcast_ref().unwrap();
            if let Some(ending) = Ending::whole(view) {
                break (seat, ending, view.hand, view.table.known[1 - seat], view.table.trumps.unwrap());
            }
            table.play(stream.pick(&table.legal())).unwrap();
        };
        let (seat, ending, own, other, trumps) = told;
        let hands = [list(own), list(other)];
        assert_eq!(hands.each_ref().map(Vec::len), [12, 12]);
        let open = value(own + other) as i16 + 10;
        let mut oracle = Oracle { hands, trumps, known: vec![None; 1 << 25] };
        let all = [(1 << 12) - 1; 2];
        let most = oracle.lead(all, 0);
        assert_eq!(ending.points as i16, (open + most) / 2, "seed {seed}, seat {seat}");
        let mut best = CardSet::EMPTY;
        for number in 0..12 {
            if oracle.follow(all, 0, number) == most {
                best.insert(oracle.hands[0][number]);
            }
        }
        assert_eq!(ending.best, best, "seed {seed}, seat {seat}");
    }
}

#[test]
fn a_trained_player_takes_what_was_foretold_when_the_stock_was_gone() {
    let bot = Bot::released("pinochle").unwrap();
    for seed in 0..10 {
        let mut table = Table::new("pinochle", &Overrides::new(), Stream::new(seed)).unwrap();
        let mut players = [0, 1].map(|_| bot.player(table.game()).unwrap());
        (0..2).for_each(|seat| players[seat].begin(seat, seed).unwrap());
        let mut foretold = None;
        while let Some(seat) = table.seat() {
            let any = table.view(seat).unwrap();
            let view: &PinochleView = any.downcast_ref().unwrap();
            if foretold.is_none() {
                let in_all = |ending: Ending| (seat, value(view.table.won[seat]) + ending.points);
                foretold = Ending::whole(view).map(in_all);
            }
            table.play(players[seat].act(&any).unwrap()).unwrap();
        }
        let (seat, points) = foretold.expect("the stock is gone before the end");
        let any = table.view(seat).unwrap();
        let view: &PinochleView = any.downcast_ref().unwrap();
        let last = if view.table.to_move == seat { 10 } else { 0 };
        assert_eq!(value(view.table.won[seat]) + last, points, "seed {seed}");
    }
}
