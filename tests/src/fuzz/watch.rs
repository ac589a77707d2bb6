//! What must hold of a table at every position, as far as it shows from outside.

use elderhand_env::{
    Action, ActionSet, AnyView, Cards, Check, Driver, Encode, Game, Lots, Record, Redeal, Row, State, Stream, Table,
    Turn, View, ViewOf, Visitor, read_view,
};

use super::source::Source;
use crate::together;

/// All that a table shows.
#[derive(Debug, PartialEq)]
pub struct Photo {
    turn: Turn,
    legal: ActionSet,
    deck: Cards,
    lots: Lots,
    views: Vec<AnyView>,
    ended: Vec<AnyView>,
    returns: Vec<f32>,
    settled: Vec<Option<f32>>,
    record: Record,
}

impl Photo {
    /// Takes down what a table shows.
    pub fn of(table: &Table) -> Photo {
        let seats = table.game().spec().seats;
        Photo {
            turn: table.turn(),
            legal: table.legal(),
            deck: table.deck(),
            lots: table.lots(),
            views: (0..seats).map(|seat| table.view(seat).expect("there is this seat")).collect(),
            ended: table.ended(0).expect("there is this seat"),
            returns: table.returns(),
            settled: table.settled(),
            record: table.record(),
        }
    }
}

/// What a table has promised so far.
pub struct Promises {
    length: usize,
    settled: Vec<Option<f32>>,
}

impl Promises {
    /// Begins to watch a table.
    pub fn new(table: &Table) -> Promises {
        let mut promises = Promises { length: 0, settled: vec![None; table.game().spec().seats] };
        promises.watch(table);
        promises
    }

    /// Looks at a position.
    pub fn watch(&mut self, table: &Table) {
        let (spec, turn, legal) = (table.game().spec(), table.turn(), table.legal());
        let over = matches!(turn, Turn::Over { .. });
        assert_eq!(legal.is_empty(), !matches!(turn, Turn::Seat(_)), "whoever is to move may do something: {turn:?}");
        assert_eq!(table.deck().is_empty(), turn != Turn::Chance, "where a card is due, there is one: {turn:?}");
        assert_eq!(table.lots().is_empty(), turn != Turn::Lot, "where a lot is due, somebody can be drawn: {turn:?}");
        assert!(legal.iter().all(|action| usize::from(action.0) < spec.actions.len()), "every action has a name");
        assert!(table.length() <= spec.max_length, "{} decisions, {} at most", table.length(), spec.max_length);
        for seat in 0..spec.seats {
            let view = table.view(seat).expect("there is this seat");
            assert_eq!(view.seat(), seat);
            // While cards are dealt by hand, a seat that has its own need not know that others still wait for theirs.
            if !matches!(turn, Turn::Chance | Turn::Lot) {
                let own = if turn == Turn::Seat(seat) { legal } else { ActionSet::EMPTY };
                assert_eq!(view.legal(), own, "a seat sees its own actions");
            }
        }
        let returns = table.returns();
        if over {
            let (least, most) = spec.returns;
            assert!(returns.iter().all(|&own| (least..=most).contains(&own)), "{returns:?} beyond {least} to {most}");
            let sum: f32 = returns.iter().sum();
            let size: f32 = returns.iter().map(|own| own.abs()).sum();
            assert!(!spec.zero_sum || sum.abs() <= 1e-5 * size.max(1.0), "the returns add up to {sum}: {returns:?}");
            let seats: Vec<usize> = table
                .sequel()
                .map(|sequel| sequel.elder.into_iter().chain(sequel.winner).collect())
                .unwrap_or_default();
            assert!(seats.iter().all(|&seat| seat < spec.seats), "the sequel names seats of the table");
        } else {
            assert!(returns.iter().all(|&own| own == 0.0), "nobody has points before the end: {returns:?}");
        }
        let settled = table.settled();
        for (seat, now) in settled.iter().enumerate() {
            // After going back nothing is settled any more.
            let before = self.settled[seat].filter(|_| table.length() >= self.length);
            assert!(before.is_none() || before == *now, "seat {seat} was to get {before:?}, and gets {now:?}");
            assert!(!over || *now == Some(returns[seat]), "seat {seat} gets {now:?}, not {returns:?}");
        }
        (self.length, self.settled) = (table.length(), settled);
    }
}

/// Examines one position with its type: what a seat's view says, and what is dealt anew from it.
pub fn examine(table: &Table, source: &mut Source<'_>) {
    struct Examine<'a, 'b>(&'a Record, &'a mut Source<'b>);
    impl Visitor for Examine<'_, '_> {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let Examine(record, source) = self;
            let driver = Driver::from_record(game, record).unwrap_or_else(|error| panic!("{error}: {record:?}"));
            assert_eq!(together(driver.state()), together(&driver.game().start()), "cards come and go");
            let view = driver.view(source.below(driver.game().spec().seats));
            comes_back(driver.game(), &view);
            is_dealt_anew(driver.game(), &view, source);
        }
    }
    let game = table.game().clone();
    game.visit(Examine(&table.record(), source));
}

/// A view comes back from its JSON, and its row has the layout's length.
fn comes_back<G: Game>(game: &G, view: &ViewOf<G>) {
    let json = serde_json::to_value(view).expect("a view is plain data");
    assert_eq!(view.check(), Ok(()), "{json}");
    match read_view(game, json.clone()) {
        Ok(read) => assert_eq!(&read, view, "another view comes back: {json}"),
        Err(error) => panic!("{error}: {json}"),
    }
    let mut words = vec![0; game.spec().with_hints().words()];
    let mut row = Row::new(&mut words);
    view.encode(&mut row);
    view.hint(&mut row);
    // Hints are for those who are to move, and not for every move.
    let (bits, hints) = (game.spec().bits(), game.spec().with_hints().bits());
    let most = if view.legal().is_empty() { bits } else { hints };
    assert!((bits..=most).contains(&row.finish()), "a row is as long as its planes: {json}");
}

/// Worlds that are dealt from a view show it, are more likely or less, and are played on.
fn is_dealt_anew<G: Game>(game: &G, view: &ViewOf<G>, source: &mut Source<'_>) {
    let mut chance = Stream::new(source.byte().into());
    let world = view.redeal(&mut chance);
    assert_eq!(&world.view(view.seat()), view, "the world shows another view");
    let other = view.disturb(&world, &mut chance);
    assert_eq!(&other.view(view.seat()), view, "the world beside it shows another view");
    let mut even = |seen: &ViewOf<G>, action: Action| {
        assert!(seen.seat() != view.seat() && seen.legal().contains(action), "asked about what was never decided");
        1.0 / seen.legal().len() as f32
    };
    if let Some(weight) = view.log_weight(&other, &mut chance, &mut even) {
        assert!(!weight.is_nan(), "a likelihood is a number");
    }
    let mut world = other;
    for _ in 0..source.below(16) {
        world.settle(&mut chance);
        let Turn::Seat(seat) = world.turn() else { break };
        let action = chance.pick(&world.legal());
        assert!(usize::from(action.0) < game.spec().actions.len() && seat < game.spec().seats);
        world.apply(action);
    }
}
