//! What a batch writes, beside the same games played one by one; and what it refuses.

use std::panic::{AssertUnwindSafe, catch_unwind};

use elderhand_env::{
    Action, ActionSet, Autoreset, Batch, BatchOptions, BufferSlices, Buffers, CardSet, Done, Encode, Game, LoadError,
    Overrides, Row, Seat, SliceError, Spec, State, StepError, Stream, Turn, VARIANTS, VecEnv, View, game, unpack,
    vec_env,
};
use elderhand_tests::dare::{Dare, FOLD, STAY};
use elderhand_tests::every_type;
use elderhand_tests::fuzz::{Source, alter};
use elderhand_tests::setting::Setting;
use elderhand_tests::variable::tables;
use serde_json::{Value, json};

every_type!(the_same_step_resets_and_keeps_the_end, same_step);
every_type!(the_next_step_resets_after_the_end_was_shown, next_step);
every_type!(lanes_begin_at_given_positions, given);
every_type!(batches_share_out_lanes_by_their_numbers, shares);
every_type!(an_altered_lane_is_refused_or_played, altered);
every_type!(sensible_masks_leave_out_folly_which_a_step_still_takes, sensible);

/// Marks what must not be written.
const UNTOUCHED: u64 = 0x0123_4567_89ab_cdef;

/// One game played without a batch.
struct Single<G: Game> {
    game: G,
    state: G::State,
    stream: Stream,
    number: u64,
    episode: u64,
    length: u32,
    told: Vec<bool>,
}

impl<G: Game> Single<G> {
    /// The game whose turn it is by the lane's number, before its first episode.
    fn new(games: &[G], number: u64) -> Single<G> {
        let game = games[number as usize % games.len()].clone();
        let (state, told) = (game.start(), vec![false; game.spec().seats]);
        Single { game, state, stream: Stream::new(0), number, episode: 0, length: 0, told }
    }

    fn begin(&mut self, seed: u64) {
        (self.state, self.length) = (self.game.start(), 0);
        self.stream = Stream::keyed([seed, self.number, self.episode]);
        self.state.settle(&mut self.stream);
        self.told.fill(false);
    }

    fn seat(&self) -> Option<Seat> {
        match self.state.turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    fn row(&self, seat: Seat, words: usize) -> Vec<u64> {
        let mut row = vec![0; words];
        self.state.view(seat).encode(&mut Row::new(&mut row));
        row
    }

    /// Plays an action and says whether it ended the episode, and what the step tells each seat.
    fn play(&mut self, action: Action) -> (Done, Vec<Option<f32>>) {
        self.state.play(action).unwrap();
        self.state.settle(&mut self.stream);
        self.length += 1;
        let done = match self.state.turn() {
            Turn::Over { truncated: true } => Done::Truncated,
            Turn::Over { truncated: false } => Done::Terminated,
            _ => Done::No,
        };
        let tell = |(seat, told): (Seat, &mut bool)| {
            let points = self.state.settled(seat).filter(|_| !*told);
            *told |= points.is_some();
            points
        };
        (done, self.told.iter_mut().enumerate().map(tell).collect())
    }
}

fn pad<T: Clone>(mut list: Vec<T>, length: usize, with: T) -> Vec<T> {
    list.resize(length, with);
    list
}

/// Plays a batch that shows its first decisions beside single games that stand there, and compares all that it writes.
fn follow<G: Game>(batch: &mut Batch<G>, buffers: &mut Buffers, singles: &mut [Single<G>], seed: u64, steps: usize) {
    let (words, seats) = (batch.spec().words(), batch.spec().seats);
    let mut choice = Stream::new(seed + 1);
    let mut last: Vec<Seat> = singles.iter().map(|single| single.seat().unwrap()).collect();
    for _ in 0..steps {
        let mut actions = Vec::new();
        for (lane, single) in singles.iter().enumerate() {
            // A lane that waits shows its last seat and takes any action.
            let seat = single.seat();
            assert_eq!(usize::from(buffers.seats[lane]), seat.unwrap_or(last[lane]));
            assert_eq!(buffers.observations[lane * words..][..words], single.row(seat.unwrap_or(last[lane]), words));
            assert_eq!(buffers.legal(lane), single.state.legal());
            actions.push(seat.map_or(Action(u16::MAX), |_| choice.pick(&buffers.legal(lane))));
        }
        buffers.final_observations.iter_mut().for_each(|rows| rows.fill(UNTOUCHED));
        batch.step(&actions, &mut buffers.slices()).unwrap();
        for (lane, single) in singles.iter_mut().enumerate() {
            let waited = single.seat().is_none();
            let (done, told) = match single.seat() {
                Some(seat) => {
                    last[lane] = seat;
                    single.play(actions[lane])
                }
                None => {
                    single.episode += 1;
                    single.begin(seed);
                    (Done::No, Vec::new())
                }
            };
            let returns = |seat: Seat| if done == Done::No { None } else { Some(single.state.returns(seat)) };
            let rewards =
                told.iter().enumerate().map(|(seat, points)| points.or(returns(seat)).unwrap_or(0.0)).collect();
            let settled = told.iter().map(|points| u8::from(points.is_some())).collect();
            assert_eq!(buffers.done(lane), done);
            assert_eq!(buffers.rewards[lane * seats..][..seats], pad(rewards, seats, 0.0));
            assert_eq!(buffers.settled[lane * seats..][..seats], pad(settled, seats, 0));
            assert_eq!(buffers.lengths[lane], if done == Done::No { 0 } else { single.length });
            if let Some(finals) = &buffers.final_observations {
                let expected = match done {
                    Done::No => vec![UNTOUCHED; seats * words],
                    _ => {
                        assert!(!waited && single.told.iter().all(|&told| told), "every seat is told once");
                        pad((0..single.told.len()).flat_map(|seat| single.row(seat, words)).collect(), seats * words, 0)
                    }
                };
                assert_eq!(finals[lane * seats * words..][..seats * words], expected);
            }
            if done != Done::No && batch.autoreset() == Autoreset::SameStep {
                single.episode += 1;
                single.begin(seed);
            }
        }
    }
}

fn followed<G: Game>(game: &G, autoreset: Autoreset) {
    let (games, lanes, seed) = (tables(game), 5, 3);
    let mut batch = Batch::mixed(games.clone(), BatchOptions::new(lanes).first_lane(2).autoreset(autoreset));
    let mut buffers = Buffers::with_final_observations(batch.spec(), lanes);
    let mut singles: Vec<_> = (0..lanes).map(|lane| Single::new(&games, 2 + lane as u64)).collect();
    batch.reset(seed, &mut buffers.slices()).unwrap();
    singles.iter_mut().for_each(|single| single.begin(seed));
    follow(&mut batch, &mut buffers, &mut singles, seed, 1_000);
    assert!(singles.iter().any(|single| single.episode > 0) || game.spec().max_length > 500, "an episode has ended");
}

fn same_step<G: Game>(game: &G, _: &Setting) {
    followed(game, Autoreset::SameStep);
}

fn next_step<G: Game>(game: &G, _: &Setting) {
    followed(game, Autoreset::NextStep);
}

/// A position in the middle of an episode, at its start before chance, or before its last decision.
fn position<G: Game>(game: &G, number: u64) -> (G::State, Stream) {
    let mut stream = Stream::new(number);
    let mut state = game.start();
    let mut before = (state.clone(), stream.clone());
    for _ in 0..[0, 7, usize::MAX][number as usize % 3] {
        state.settle(&mut stream);
        if state.legal().is_empty() {
            return before;
        }
        before = (state.clone(), stream.clone());
        let action = stream.pick(&state.legal());
        state.apply(action);
    }
    if matches!(state.turn(), Turn::Over { .. }) { before } else { (state, stream) }
}

fn given<G: Game>(game: &G, _: &Setting) {
    let (games, lanes, seed) = (tables(game), 6, 4);
    let mut batch = Batch::mixed(games.clone(), lanes);
    let mut buffers = Buffers::with_final_observations(batch.spec(), lanes);
    let mut singles: Vec<_> = (0..lanes).map(|lane| Single::new(&games, lane as u64)).collect();
    let mut positions = Vec::new();
    for (number, single) in singles.iter_mut().enumerate() {
        // Chance that follows an action may end the episode.
        let mut key = number as u64;
        loop {
            let (state, stream) = position(&single.game, key);
            (single.state, single.stream) = (state.clone(), stream.clone());
            single.state.settle(&mut single.stream);
            if single.seat().is_some() {
                positions.push((state, stream));
                break;
            }
            key += 3;
        }
    }
    batch.reset_to(seed, positions, &mut buffers.slices()).unwrap();
    follow(&mut batch, &mut buffers, &mut singles, seed, 300);
}

fn shares<G: Game>(game: &G, _: &Setting) {
    let (games, seed) = (tables(game), 8);
    let batch = |first, lanes| {
        let mut batch = Batch::mixed(games.clone(), BatchOptions::new(lanes).first_lane(first));
        let mut buffers = Buffers::with_final_observations(batch.spec(), lanes);
        batch.reset(seed, &mut buffers.slices()).unwrap();
        (batch, buffers)
    };
    let (mut whole, mut parts) = (batch(0, 5), [batch(0, 2), batch(2, 3)]);
    let mut choice = Stream::new(1);
    for _ in 0..200 {
        let joined =
            |slice: fn(&Buffers) -> Vec<u64>| parts.iter().flat_map(|(_, part)| slice(part)).collect::<Vec<_>>();
        let compare = |slice: fn(&Buffers) -> Vec<u64>| assert_eq!(slice(&whole.1), joined(slice));
        compare(|buffers| buffers.observations.clone());
        compare(|buffers| buffers.masks.clone());
        compare(|buffers| buffers.seats.iter().map(|&seat| seat.into()).collect());
        compare(|buffers| buffers.ends.iter().map(|&end| end.into()).collect());
        compare(|buffers| buffers.rewards.iter().map(|reward| reward.to_bits().into()).collect());
        compare(|buffers| buffers.lengths.iter().map(|&length| length.into()).collect());
        compare(|buffers| buffers.settled.iter().map(|&settled| settled.into()).collect());
        compare(|buffers| buffers.final_observations.clone().unwrap());
        let actions: Vec<Action> = whole.1.legal_sets().map(|legal| choice.pick(&legal)).collect();
        whole.0.step(&actions, &mut whole.1.slices()).unwrap();
        let [(one, shown), (two, next)] = &mut parts;
        one.step(&actions[..2], &mut shown.slices()).unwrap();
        two.step(&actions[2..], &mut next.slices()).unwrap();
    }
    let seats = |batch: &Batch<G>, lanes: usize| (0..lanes).map(|lane| batch.seats(lane)).collect::<Vec<_>>();
    assert_eq!(seats(&whole.0, 5), [seats(&parts[0].0, 2), seats(&parts[1].0, 3)].concat());
}

/// A batch of Dare for two and three seats in turn.
fn dares(options: impl Into<BatchOptions>) -> (Batch<Dare>, Buffers) {
    let batch = Batch::mixed(vec![Dare::of(2), Dare::of(3)], options);
    let buffers = Buffers::with_final_observations(batch.spec(), batch.lanes());
    (batch, buffers)
}

#[test]
fn dare_is_followed_in_every_mode() {
    let setting = Setting { id: "dare", overrides: Default::default() };
    // Of two, three and four seats in turn.
    let game = Dare::of(2);
    same_step(&game, &setting);
    next_step(&game, &setting);
    given(&game, &setting);
    shares(&game, &setting);
}

#[test]
fn a_seat_is_told_when_it_folds_and_others_at_the_end() {
    let mut batch = Batch::new(Dare::of(3), 1);
    let mut buffers = Buffers::new(batch.spec(), 1);
    batch.reset(1, &mut buffers.slices()).unwrap();
    let mut step = |action: Action| {
        batch.step(&[action], &mut buffers.slices()).unwrap();
        (buffers.rewards.clone(), buffers.settled.clone(), buffers.done(0))
    };
    assert_eq!(step(STAY), (vec![0.0; 3], vec![0; 3], Done::No));
    assert_eq!(step(FOLD), (vec![0.0, -1.0, 0.0], vec![0, 1, 0], Done::No));
    assert_eq!(step(STAY), (vec![0.0; 3], vec![0; 3], Done::No));
    assert_eq!(step(FOLD), (vec![-2.0, -1.0, 3.0], vec![1, 0, 1], Done::Terminated));
    // The next episode tells anew.
    assert_eq!(step(FOLD), (vec![-1.0, 0.0, 0.0], vec![1, 0, 0], Done::No));
}

#[test]
fn slices_of_wrong_lengths_are_errors_that_change_nothing() {
    let lanes = 3;
    let (mut batch, mut good) = dares(lanes);
    let words = batch.spec().words();
    batch.reset(1, &mut good.slices()).unwrap();
    let (saved, shown) = (batch.save(), good.clone());
    type Cut = fn(&mut Buffers);
    let cuts: [(&str, usize, Cut); 8] = [
        ("observations", lanes * words, |buffers| _ = buffers.observations.pop()),
        ("masks", lanes * ActionSet::WORDS, |buffers| _ = buffers.masks.pop()),
        ("seats", lanes, |buffers| _ = buffers.seats.pop()),
        ("ends", lanes, |buffers| _ = buffers.ends.pop()),
        ("rewards", lanes * 3, |buffers| _ = buffers.rewards.pop()),
        ("lengths", lanes, |buffers| _ = buffers.lengths.pop()),
        ("settled", lanes * 3, |buffers| _ = buffers.settled.pop()),
        ("final_observations", lanes * 3 * words, |buffers| _ = buffers.final_observations.as_mut().unwrap().pop()),
    ];
    for (name, needed, cut) in cuts {
        let mut short = shown.clone();
        cut(&mut short);
        let before = short.clone();
        let refused =
            |error: SliceError| assert_eq!((error.name, error.found, error.needed), (name, needed - 1, needed));
        refused(batch.reset(2, &mut short.slices()).unwrap_err());
        match batch.step(&[STAY; 3], &mut short.slices()) {
            Err(StepError::Slice(error)) => refused(error),
            other => panic!("{other:?}"),
        }
        match batch.load(&saved, &mut short.slices()) {
            Err(LoadError::Slice(error)) => refused(error),
            other => panic!("{other:?}"),
        }
        let starts = [2, 3, 2].map(|seats| (Dare::of(seats).start(), Stream::new(1))).to_vec();
        match batch.reset_to(2, starts, &mut short.slices()) {
            Err(LoadError::Slice(error)) => refused(error),
            other => panic!("{other:?}"),
        }
        assert!(short == before && batch.save() == saved);
    }
    let mut long = shown.clone();
    long.ends.push(0);
    let error = batch.step(&[STAY; 3], &mut long.slices()).unwrap_err();
    assert_eq!(error.to_string(), "`ends` has 4 elements: this batch needs 3");
    let error = batch.others(&mut [0; 5]).unwrap_err();
    assert_eq!(error.to_string(), format!("`out` has 5 elements: this batch needs {}", lanes * 2 * words));
}

#[test]
fn a_batch_without_a_reset_is_refused() {
    let (mut batch, mut buffers) = dares(2);
    let mut rows = vec![0; 2 * 2 * batch.spec().words()];
    assert_eq!(batch.step(&[STAY; 2], &mut buffers.slices()), Err(StepError::NotReset));
    assert_eq!(batch.others(&mut rows), Err(StepError::NotReset));
}

#[test]
fn positions_that_do_not_fit_are_refused() {
    let (mut batch, mut buffers) = dares(BatchOptions::new(2).first_lane(1));
    batch.reset(1, &mut buffers.slices()).unwrap();
    let (saved, shown) = (batch.save(), buffers.clone());
    let start = |seats: usize| (Dare::of(seats).start(), Stream::new(1));
    let over = |seats: usize| {
        let (mut state, mut stream) = start(seats);
        state.settle(&mut stream);
        (1..seats).for_each(|_| state.play(FOLD).unwrap());
        (state, stream)
    };
    let cases = [
        (vec![start(3)], "the lanes do not fit: there are 1, 2 are wanted"),
        (vec![start(3), over(2)], "lane 1 does not fit: it shows no decision"),
        (vec![start(2), start(3)], "lane 0 does not fit: it is of a game with other options"),
    ];
    for (positions, message) in cases {
        let error = batch.reset_to(3, positions, &mut buffers.slices()).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(batch.save() == saved && buffers == shown);
    }
    // The first lane is number 1, which plays the second game.
    batch.reset_to(3, vec![start(3), start(2)], &mut buffers.slices()).unwrap();
}

#[test]
fn what_was_told_and_what_waits_is_saved() {
    let next = BatchOptions::new(4).first_lane(3).autoreset(Autoreset::NextStep);
    let (mut batch, mut buffers) = dares(next);
    let (mut again, mut shown) = dares(next);
    let mut choice = Stream::new(2);
    batch.reset(1, &mut buffers.slices()).unwrap();
    let (mut waiting, mut told) = (0, 0);
    for _ in 0..200 {
        let saved = batch.save();
        again.load(&saved, &mut shown.slices()).unwrap();
        assert!(
            shown.observations == buffers.observations && shown.masks == buffers.masks && shown.seats == buffers.seats
        );
        assert!(again.save() == saved && shown.ends == [0; 4] && shown.settled == [0; 12]);
        let (mut rows, mut other) = (vec![7; 4 * 2 * batch.spec().words()], vec![9; 4 * 2 * batch.spec().words()]);
        batch.others(&mut rows).unwrap();
        again.others(&mut other).unwrap();
        assert_eq!(rows, other);
        let waits = (0..4).any(|lane| buffers.done(lane) != Done::No);
        waiting += usize::from(waits);
        told += usize::from(saved.contains("\"told\""));
        let loaded = |options: BatchOptions| {
            let (mut other, mut buffers) = dares(options);
            other.load(&saved, &mut buffers.slices()).map_err(|error| error.to_string())
        };
        let why = "does not fit: it has ended, and this batch resets in the same step";
        let same = loaded(next.autoreset(Autoreset::SameStep));
        assert_eq!(same.is_err_and(|error| error.ends_with(why)), waits);
        assert_eq!(loaded(next.first_lane(5)), Err("lane 0 does not fit: it has another number".into()));
        let actions: Vec<Action> = buffers
            .legal_sets()
            .map(|legal| if legal.is_empty() { Action(u16::MAX) } else { choice.pick(&legal) })
            .collect();
        batch.step(&actions, &mut buffers.slices()).unwrap();
        again.step(&actions, &mut shown.slices()).unwrap();
        assert!((&shown.rewards, &shown.settled, &shown.ends) == (&buffers.rewards, &buffers.settled, &buffers.ends));
    }
    assert!(waiting > 10 && told > 10);
}

#[test]
fn saved_lanes_that_cannot_be_are_refused() {
    let (mut batch, mut buffers) = dares(1);
    batch.reset(1, &mut buffers.slices()).unwrap();
    let saved = batch.save();
    for (member, message) in [
        (r#""told":4,"#, "lane 0 does not fit: it has told a seat that it does not have"),
        (r#""ended":0,"#, "lane 0 does not fit: it shows no decision"),
    ] {
        let error = batch.load(&saved.replacen("{", &format!("{{{member}"), 1), &mut buffers.slices()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn a_hand_that_goes_on_is_saved_without_an_end() {
    let mut batch = vec_env("gin", &Overrides::new(), 1).unwrap();
    let mut buffers = Buffers::new(batch.spec(), 1);
    batch.reset(1, &mut buffers.slices()).unwrap();
    let saved = batch.save();
    for (whole, altered) in [(r#""truncated":false"#, r#""truncated":true"#), (r#""knocker":null"#, r#""knocker":0"#)] {
        let text = saved.replacen(whole, altered, 1);
        assert!(text != saved && batch.load(&text, &mut buffers.slices()).is_err(), "{altered}");
    }
    batch.load(&saved, &mut buffers.slices()).unwrap();
}

#[test]
fn slices_of_any_owner_are_written() {
    let (mut batch, mut buffers) = dares(2);
    batch.reset(5, &mut buffers.slices()).unwrap();
    // One block of memory for all words, with something between the parts.
    let words = batch.spec().words();
    let mut memory = vec![UNTOUCHED; 1 + 2 * words + 1 + 2 * ActionSet::WORDS + 1];
    let (mut seats, mut ends, mut rewards, mut lengths, mut settled) = ([9; 2], [9; 2], [9.0; 6], [9; 2], [9; 6]);
    let (observations, masks) = memory[1..].split_at_mut(2 * words + 1);
    let mut out = BufferSlices::default();
    out.observations = &mut observations[..2 * words];
    out.masks = &mut masks[..2 * ActionSet::WORDS];
    (out.seats, out.ends, out.rewards) = (&mut seats, &mut ends, &mut rewards);
    (out.lengths, out.settled) = (&mut lengths, &mut settled);
    batch.reset(5, &mut out).unwrap();
    assert_eq!(memory[1..][..2 * words], buffers.observations);
    assert_eq!(memory[2 + 2 * words..][..2 * ActionSet::WORDS], buffers.masks);
    assert_eq!([memory[0], memory[1 + 2 * words], memory[memory.len() - 1]], [UNTOUCHED; 3]);
    assert_eq!((seats, ends, rewards, lengths, settled), ([0; 2], [0; 2], [0.0; 6], [0; 2], [0; 6]));
}

#[test]
fn bits_are_unpacked_as_they_are_packed() {
    let mut stream = Stream::new(1);
    for (words, bits) in [(1, 0), (1, 1), (1, 7), (1, 8), (1, 64), (2, 65), (4, 3), (4, 255), (4, 256), (3, 130)] {
        let packed: Vec<u64> = (0..5 * words).map(|_| stream.bits()).collect();
        let mut bytes = vec![9; 5 * bits];
        unpack(&packed, words, bits, &mut bytes).unwrap();
        let bit = |row: usize, bit: usize| (packed[row * words + bit / 64] >> (bit % 64) & 1) as u8;
        let expected: Vec<u8> = (0..5 * bits).map(|place| bit(place / bits, place % bits)).collect();
        assert_eq!(bytes, expected);
    }
    let refused = |packed: &[u64], words, bits, bytes: usize| {
        let mut bytes = vec![9; bytes];
        let error = unpack(packed, words, bits, &mut bytes).unwrap_err();
        assert!(bytes.iter().all(|&byte| byte == 9));
        (error.name, error.found, error.needed)
    };
    assert_eq!(refused(&[0; 4], 0, 0, 0), ("row", 0, 1));
    assert_eq!(refused(&[0; 4], 1, 65, 260), ("row", 1, 2));
    assert_eq!(refused(&[0; 5], 2, 65, 130), ("packed", 5, 4));
    assert_eq!(refused(&[0; 4], 2, 65, 129), ("bytes", 129, 130));
}

#[test]
#[should_panic(expected = "257 actions are more than a mask holds")]
fn a_game_with_more_actions_than_a_mask_has_makes_no_batch() {
    /// Dare with a long table.
    #[derive(Clone, Debug)]
    struct Long(Spec);
    impl Game for Long {
        type State = <Dare as Game>::State;
        type Round = Dare;
        type Options = <Dare as Game>::Options;
        const FAMILY: &'static str = "long";
        fn new(id: &'static str, options: Self::Options) -> Result<Long, elderhand_env::OptionError> {
            let spec = Dare::new(id, options)?.spec().clone();
            Ok(Long(Spec { actions: (0..257).map(|action| action.to_string()).collect(), ..spec }))
        }
        fn options(&self) -> &Self::Options {
            unreachable!("a batch is not made")
        }
        fn spec(&self) -> &Spec {
            &self.0
        }
        fn start(&self) -> Self::State {
            Dare::of(2).start()
        }
        fn round(&self) -> &Dare {
            unreachable!("a batch is not made")
        }
        fn round_view(view: &elderhand_env::ViewOf<Self>) -> Option<&elderhand_env::ViewOf<Dare>> {
            Some(view)
        }
    }
    Batch::new(Long::new("long", *Dare::of(2).options()).unwrap(), 1);
}

#[test]
#[should_panic(expected = "beyond the capacity of a mask")]
fn bits_beyond_a_mask_are_not_lost() {
    let mut mask = ActionSet::EMPTY;
    mask.insert_bits(250, 1 << 5);
    assert!(mask.contains(Action(255)));
    mask.insert_bits(250, 1 << 6);
}

fn sensible<G: Game>(game: &G, _: &Setting) {
    let mut plain = Batch::new(game.clone(), 4);
    let mut sensible = Batch::new(game.clone(), BatchOptions::new(4).sensible(true));
    let (mut shown, mut left) = (Buffers::new(game.spec(), 4), Buffers::new(game.spec(), 4));
    plain.reset(1, &mut shown.slices()).unwrap();
    sensible.reset(1, &mut left.slices()).unwrap();
    let mut choice = Stream::new(2);
    for _ in 0..300 {
        for (lane, legal) in shown.legal_sets().enumerate() {
            let folly = plain.view(lane, shown.seats[lane].into()).folly();
            assert_eq!(left.legal(lane), legal.iter().filter(|&action| !folly.contains(action)).collect());
        }
        let actions: Vec<Action> = shown.legal_sets().map(|legal| choice.pick(&legal)).collect();
        plain.step(&actions, &mut shown.slices()).unwrap();
        sensible.step(&actions, &mut left.slices()).unwrap();
        assert_eq!((&shown.observations, &shown.rewards), (&left.observations, &left.rewards));
    }
}

#[test]
fn positions_that_cannot_be_are_not_taken_up() {
    for id in ["gin", "skirmish", "pinnacle-nine", "sum-run-set", "pinochle", "knock-rummy"] {
        let mut batch = vec_env(id, &Overrides::new(), 2).unwrap();
        let mut shown = Buffers::new(batch.spec(), 2);
        batch.reset(1, &mut shown.slices()).unwrap();
        let (saved, before) = (batch.save(), shown.clone());
        let altered =
            saved.replacen("\"to_move\":0", "\"to_move\":77", 1).replacen("\"to_move\":1", "\"to_move\":77", 1);
        assert_ne!(saved, altered, "{id}");
        let error = batch.load(&altered, &mut shown.slices()).unwrap_err();
        assert!(matches!(error, LoadError::Lane { .. } | LoadError::Text(_)), "{id}: {error}");
        assert!(shown == before && batch.save() == saved, "{id}");
        batch.load(&saved, &mut shown.slices()).unwrap();
    }
}

#[test]
fn cards_that_nobody_sees_are_there_when_a_position_is_taken_up() {
    let mut batch = vec_env("gin", &Overrides::new(), 1).unwrap();
    let mut shown = Buffers::new(batch.spec(), 1);
    batch.reset(1, &mut shown.slices()).unwrap();
    let saved = batch.save();
    let lanes: Value = serde_json::from_str(&saved).unwrap();
    let stock = &lanes[0]["state"]["stock"];
    let none = match stock {
        Value::Array(_) => json!([]),
        Value::Number(_) => json!(0),
        _ => json!(""),
    };
    // As text, since the numbers of a stream are longer than JSON's.
    let altered = saved.replacen(&format!("\"stock\":{stock}"), &format!("\"stock\":{none}"), 1);
    assert_ne!(altered, saved);
    let error = batch.load(&altered, &mut shown.slices()).unwrap_err();
    assert!(error.to_string().contains("its cards are not those of the game"), "{error}");
    batch.load(&saved, &mut shown.slices()).unwrap();
}

#[test]
fn what_could_not_be_shown_or_played_on_is_refused_before() {
    let round = r#""round":{"rules":{"seats":3"#;
    let hand = r#""hole":[["AC","2C","3C","4C","5C","6C","7C","8C","9C","TC","#;
    for (id, options, found, altered, message) in [
        ("knock-rummy", json!({"seats": 3, "episode": "match"}), round, round.replace('3', "6"), "contradicts itself"),
        ("pinnacle-nine", json!({"seats": 2}), r#""chips":[285"#, r#""chips":[985"#.into(), "cannot be"),
        ("pinnacle-nine", json!({"seats": 2}), r#""counts":[0"#, r#""counts":[255"#.into(), "cannot be"),
        ("pinnacle-nine", json!({"seats": 2}), r#""hole":[["#, hand.into(), "more cards than are dealt"),
    ] {
        let error = refusal(id, &options, "", |saved| saved.replacen(found, &altered, 1));
        assert!(error.contains(message), "{id} {found}: {error}");
    }
}

/// What a saved lane says of the position; the rest has numbers longer than JSON's.
#[derive(serde::Deserialize)]
struct Saved {
    state: Box<serde_json::value::RawValue>,
}

/// Returns a saved lane with its position altered.
fn with_state(saved: &str, alter: impl FnOnce(&mut Value)) -> String {
    let [Saved { state }] = serde_json::from_str(saved).unwrap();
    let mut json = serde_json::from_str(state.get()).unwrap();
    alter(&mut json);
    saved.replacen(state.get(), &json.to_string(), 1)
}

/// Plays a lane at random until it is written down so, and says why it is refused once it is altered.
fn refusal(id: &str, options: &Value, until: &str, alter: impl FnOnce(&str) -> String) -> String {
    let mut batch = vec_env(id, options.as_object().unwrap(), 1).unwrap();
    let (mut shown, mut choice) = (Buffers::new(batch.spec(), 1), Stream::new(3));
    batch.reset(1, &mut shown.slices()).unwrap();
    let mut saved = batch.save();
    while !saved.contains(until) {
        batch.step(&[choice.pick(&shown.legal(0))], &mut shown.slices()).unwrap();
        saved = batch.save();
    }
    let altered = alter(&saved);
    assert_ne!(altered, saved, "{id}");
    let error = batch.load(&altered, &mut shown.slices()).unwrap_err();
    assert!(batch.save() == saved, "{id}");
    error.to_string()
}

#[test]
fn more_than_can_have_been_played_is_refused() {
    for (name, most) in [("length", u64::from(u32::MAX)), ("episode", u64::MAX)] {
        let error = refusal("gin", &json!({}), "", |saved| {
            saved.replacen(&format!("\"{name}\":0"), &format!("\"{name}\":{most}"), 1)
        });
        assert!(error.contains("more was played than can be"), "{error}");
    }
}

#[test]
fn raises_that_were_not_allowed_are_refused() {
    for betting in ["no-limit", "limit"] {
        for (raises, to) in [(1, 1), (1, u16::MAX), (2, 1), (2, u16::MAX)] {
            let options = json!({"seats": 2, "betting": betting});
            let error = refusal("pinnacle-nine", &options, &format!("\"counts\":[{raises}"), |saved| {
                with_state(saved, |state| {
                    let first = state.pointer_mut("/table/betting/history/raises/0/0/to").expect("there was a raise");
                    *first = to.into();
                })
            });
            assert!(error.contains("sees cannot be"), "{betting}, the first of {raises} to {to}: {error}");
        }
    }
}

#[test]
fn cards_are_refused_where_nobody_would_miss_them() {
    // Moves the stock there.
    fn into(place: &str) -> impl Fn(&mut Value) {
        move |state: &mut Value| {
            let stock = std::mem::replace(&mut state["stock"], json!([]));
            let hands = state[place].as_array_mut().unwrap();
            // Of those that the table has no use for, if there are such.
            match hands.iter_mut().rev().find(|hand| hand.as_array().unwrap().is_empty()) {
                Some(empty) => *empty = stock,
                None => hands.push(stock),
            }
        }
    }
    for (id, options, place) in [
        ("knock-rummy", json!({"seats": 3}), "hands"),
        ("skirmish", json!({"seats": 3}), "hands"),
        ("gem-rum", json!({"seats": 2, "episode": "match"}), "hands"),
        ("pinnacle-nine", json!({"seats": 2}), "hole"),
    ] {
        let error = refusal(id, &options, "", |saved| {
            with_state(saved, |state| into(place)(if state["round"].is_object() { &mut state["round"] } else { state }))
        });
        assert!(error.contains("contradicts itself"), "{id}: {error}");
    }
    let error = refusal("melee", &json!({}), "", |saved| {
        with_state(saved, |state| {
            // An open hand and the stock, which all would see.
            let (open, stock) = (state["hands"][2][0].take(), state["stock"][0].take());
            (state["hands"][2][0], state["stock"][0]) = (stock, open);
        })
    });
    assert!(error.contains("contradicts itself"), "{error}");
}

#[test]
fn hands_of_a_whole_pack_are_refused_before_they_are_counted() {
    let pack: Vec<String> = CardSet::PACK.iter().map(|card| card.to_string()).collect();
    for (id, phase) in [("knock-rummy", "draw"), ("gin", "over")] {
        let error = refusal(id, &json!({}), "", |saved| {
            with_state(saved, |state| {
                (state["hands"][0], state["knocker"]) = (json!(pack), json!(0));
                state["table"]["phase"] = json!(phase);
            })
        });
        assert!(error.contains("contradicts itself"), "{id}: {error}");
    }
}

#[test]
fn a_stream_that_gives_only_zeros_is_refused() {
    let error = refusal("gin", &json!({}), "", |saved| {
        let (before, rest) = saved.split_once(r#""stream":{"state":"#).unwrap();
        let (_, after) = rest.split_once('}').unwrap();
        format!(r#"{before}"stream":{{"state":0}}{after}"#)
    });
    assert!(error.contains("the state of a stream is an odd number"), "{error}");
}

#[test]
fn a_position_without_its_type_is_refused_by_its_game_and_its_rules() {
    for (id, place, value, message) in [
        ("kuhn", "/game", json!("leduc"), "another game"),
        ("skirmish", "/state/rules/seats", json!(0), "contradicts itself"),
        ("skirmish", "/options/seats", json!(3), "other options"),
    ] {
        let game = game(id, &Overrides::new()).unwrap();
        let mut batch = Batch::new(game.clone(), 1);
        let mut shown = Buffers::new(game.spec(), 1);
        batch.reset(1, &mut shown.slices()).unwrap();
        let altered = with_state(&batch.save(), |state| {
            *state.pointer_mut(place).unwrap() = value;
            if id == "kuhn" {
                // What the other game would read.
                let mut other = Batch::new(elderhand_env::game("leduc", &Overrides::new()).unwrap(), 1);
                other.reset(1, &mut Buffers::new(VecEnv::spec(&other), 1).slices()).unwrap();
                with_state(&other.save(), |leduc| *state = leduc.clone());
            }
        });
        let error = batch.load(&altered, &mut shown.slices()).unwrap_err();
        assert!(error.to_string().contains(message), "{id} {place}: {error}");
    }
}

#[test]
fn what_other_tables_of_a_round_cannot_have_come_to_is_refused() {
    let options = json!({"episode": "match", "format": "clockwise", "players": 4});
    for (place, value) in [("/scored/0", i32::MAX.into()), ("/scored/1", i32::MIN.into()), ("/won/0", json!(u16::MAX))]
    {
        let error = refusal("gin", &options, "\"table\":1", |saved| {
            with_state(saved, |state| *state.pointer_mut(place).expect("it is kept") = value)
        });
        assert!(error.contains("contradicts itself"), "{place}: {error}");
    }
}

#[test]
fn lanes_of_a_game_without_its_type_are_taken_up_again() {
    for variant in VARIANTS {
        for episode in ["round", "match"] {
            let options = json!({"episode": episode});
            let Ok(any) = game(variant.id, options.as_object().unwrap()) else { continue };
            let mut batch = Batch::new(any.clone(), 2);
            let (mut shown, mut choice) = (Buffers::new(any.spec(), 2), Stream::new(1));
            batch.reset(1, &mut shown.slices()).unwrap();
            for _ in 0..20 {
                let actions: Vec<Action> = shown.legal_sets().map(|legal| choice.pick(&legal)).collect();
                batch.step(&actions, &mut shown.slices()).unwrap();
            }
            let (saved, mut again) = (batch.save(), Batch::new(any, 2));
            again.load(&saved, &mut shown.slices()).unwrap_or_else(|error| panic!("{} {episode}: {error}", variant.id));
            assert_eq!(again.save(), saved);
        }
    }
}

fn altered<G: Game>(game: &G, setting: &Setting) {
    // Views of the twins are not checked.
    if setting.id == "twins" {
        return;
    }
    let mut batch = Batch::mixed(tables(game), BatchOptions::new(1).autoreset(Autoreset::NextStep));
    let mut shown = Buffers::new(batch.spec(), 1);
    batch.reset(1, &mut shown.slices()).unwrap();
    let (mut chance, mut donor, mut accepted, mut refused) = (Stream::new(2), json!({}), 0, 0);
    let play = |batch: &mut Batch<G>, shown: &mut Buffers, chance: &mut Stream, steps: usize| {
        for _ in 0..steps {
            // After an end there is nothing to choose.
            let choice = |legal: ActionSet| if legal.is_empty() { Action::default() } else { chance.pick(&legal) };
            let actions: Vec<Action> = shown.legal_sets().map(choice).collect();
            batch.step(&actions, &mut shown.slices()).unwrap();
        }
    };
    for _ in 0..100 {
        let saved = batch.save();
        let [Saved { state }] = serde_json::from_str(&saved).unwrap();
        let whole: Value = serde_json::from_str(state.get()).unwrap();
        for _ in 0..5 {
            let bytes: Vec<u8> = (0..64).map(|_| chance.below(256) as u8).collect();
            let mut json = whole.clone();
            alter(&mut json, &donor, &mut Source::new(&bytes));
            let text = saved.replacen(state.get(), &json.to_string(), 1);
            let mut key = Stream::new(chance.bits());
            let tried = catch_unwind(AssertUnwindSafe(|| {
                let loaded = batch.load(&text, &mut shown.slices());
                if loaded.is_ok() {
                    play(&mut batch, &mut shown, &mut key, 40);
                }
                loaded
            }));
            match tried {
                Ok(Ok(())) => accepted += 1,
                Ok(Err(_)) => refused += 1,
                Err(_) => panic!("{setting}: this position did harm: {json}"),
            }
        }
        batch.load(&saved, &mut shown.slices()).unwrap();
        donor = whole;
        play(&mut batch, &mut shown, &mut chance, 3);
    }
    assert!(refused > 50 && accepted > 5, "{refused} refused, {accepted} accepted");
}
