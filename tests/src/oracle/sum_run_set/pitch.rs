//! One pitch: who is next, what is legal, and what each action scores.

use std::collections::{BTreeSet, VecDeque};

use super::capture::{Capture, Kind};
use super::{ranks, settling};
use crate::oracle::{C, deck, without};

/// What a pitch waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A card of a seat that only it sees, or one that goes to the pond.
    Card(Option<usize>),
    /// A card to be played.
    Play(usize),
    /// What becomes of the card played, or which cards it captures.
    Capture(usize),
    /// Nothing.
    Over,
}

/// Points that were just scored: by whom, and how many.
pub type Scored = (usize, i64);

/// A pitch.
#[derive(Clone, Debug)]
pub struct Pitch {
    /// Seats 0 and 2 play against 1 and 3.
    pub partners: bool,
    /// Who plays first after each deal.
    pub elder: usize,
    /// Who has the turn.
    pub mover: usize,
    /// The cards that are not dealt.
    pub stock: Vec<C>,
    /// To whom the next cards go; nobody is the pond.
    pub dealt: VecDeque<Option<usize>>,
    /// What lies open.
    pub pond: Vec<C>,
    /// What each seat holds.
    pub hands: Vec<Vec<C>>,
    /// What each seat has captured, with the cards it did it with.
    pub piles: Vec<Vec<C>>,
    /// The card that the player before has just left in the pond.
    pub left: Option<C>,
    /// The card that lies open and may capture.
    pub played: Option<C>,
    /// The kind by which it captures.
    pub kind: Option<Kind>,
    /// The cards named so far.
    pub taken: Vec<C>,
    /// The captures that can still be made.
    pub captures: BTreeSet<Capture>,
    /// The points of the last action, in order.
    pub scored: Vec<Scored>,
    /// The last card has been played.
    pub over: bool,
}

impl Pitch {
    /// A pitch before the first card is dealt.
    pub fn new(seats: usize, partners: bool, elder: usize) -> Pitch {
        let mut pitch = Pitch {
            partners,
            elder,
            mover: elder,
            stock: deck(),
            dealt: vec![None; if seats == 5 { 7 } else { 4 }].into(),
            pond: Vec::new(),
            hands: vec![Vec::new(); seats],
            piles: vec![Vec::new(); seats],
            left: None,
            played: None,
            kind: None,
            taken: Vec::new(),
            captures: BTreeSet::new(),
            scored: Vec::new(),
            over: false,
        };
        pitch.deal_hands();
        pitch
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.hands.len()
    }

    /// Gives every seat its next cards, one at a time, clockwise from elder hand.
    fn deal_hands(&mut self) {
        let (seats, each) = (self.seats(), if self.seats() == 5 { 3 } else { 4 });
        for _ in 0..each {
            (0..seats).for_each(|place| self.dealt.push_back(Some((self.elder + place) % seats)));
        }
    }

    /// What it waits for.
    pub fn next(&self) -> Next {
        match self.dealt.front() {
            _ if self.over => Next::Over,
            Some(&whose) => Next::Card(whose),
            None if self.played.is_some() => Next::Capture(self.mover),
            None => Next::Play(self.mover),
        }
    }

    /// The names of the actions that are legal.
    pub fn legal(&self) -> BTreeSet<String> {
        match (self.next(), self.kind) {
            (Next::Play(mover), _) => self.hands[mover].iter().map(|card| format!("play {card}")).collect(),
            (Next::Capture(_), None) => {
                let kinds: BTreeSet<Kind> = self.captures.iter().map(|capture| capture.kind).collect();
                kinds.into_iter().map(Kind::name).chain(["leave"]).map(String::from).collect()
            }
            (Next::Capture(_), Some(_)) => {
                let more: BTreeSet<Option<&C>> =
                    self.captures.iter().map(|capture| capture.cards.get(self.taken.len())).collect();
                more.into_iter().map(|card| card.map_or("end".into(), |card| format!("take {card}"))).collect()
            }
            _ => BTreeSet::new(),
        }
    }

    /// Deals the next card.
    pub fn deal(&mut self, card: C) {
        self.stock = without(&self.stock, &[card]);
        match self.dealt.pop_front().expect("a card is due") {
            Some(seat) => self.hands[seat].push(card),
            None => self.pond.push(card),
        }
    }

    /// Takes a legal action; what it scores is then in `scored`.
    pub fn act(&mut self, name: &str) {
        self.scored.clear();
        match name.split_once(' ') {
            Some(("play", card)) => self.play(card.parse().expect("a card")),
            Some((_, card)) => self.take(card.parse().expect("a card")),
            None if name == "leave" => self.leave(),
            None if name == "end" => self.capture(),
            None => {
                self.captures.retain(|capture| capture.kind.name() == name);
                self.kind = self.captures.first().map(|capture| capture.kind);
            }
        }
    }

    fn play(&mut self, card: C) {
        self.hands[self.mover] = without(&self.hands[self.mover], &[card]);
        self.played = Some(card);
        self.captures = ranks::captures(card, &self.pond);
        if self.captures.is_empty() {
            self.leave();
        }
    }

    /// A capture to which no card can be added closes by itself.
    fn take(&mut self, card: C) {
        self.taken.push(card);
        let taken = self.taken.clone();
        self.captures.retain(|capture| capture.cards.starts_with(&taken));
        if self.captures.iter().all(|capture| capture.cards == taken) {
            self.capture();
        }
    }

    fn leave(&mut self) {
        let card = self.played.take().expect("a card is played");
        self.pond.push(card);
        self.left = Some(card);
        self.pass_on();
    }

    fn capture(&mut self) {
        let (seat, played) = (self.mover, self.played.take().expect("a card is played"));
        let kind = self.kind.expect("a kind is named");
        let falls = self.left.is_some_and(|card| self.taken.contains(&card));
        self.pond = without(&self.pond, &self.taken);
        let sweeps = self.pond.is_empty();
        let points = kind.points(played, &self.taken) + 2 * i64::from(falls) + 2 * i64::from(sweeps);
        self.scored.push((seat, points));
        self.piles[seat].push(played);
        self.piles[seat].append(&mut self.taken);
        self.left = None;
        self.pass_on();
    }

    /// The next seat has the turn; elder hand, when hands have been dealt.
    fn pass_on(&mut self) {
        (self.kind, self.captures) = (None, BTreeSet::new());
        self.mover = (self.mover + 1) % self.seats();
        if self.hands.iter().all(Vec::is_empty) {
            self.mover = self.elder;
            self.over = self.stock.is_empty();
            if self.over {
                self.scored.extend(settling::at_the_end(&self.piles, self.partners));
            } else {
                self.deal_hands();
            }
        }
    }
}
