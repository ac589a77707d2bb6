//! The rules of one variant.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::audit::Audit;
use super::check::Inconsistent;
use super::lay_out::{LayOutError, OpenHands};
use super::options::{OptionError, Overrides, as_table, complete, read_value};
use super::sequel::Sequel;
use super::spec::Spec;
use super::state::{Seat, State};

/// What a seat knows in a game: the type of its views.
pub type ViewOf<G> = <<G as Game>::State as State>::View;

/// The rules of one variant; the value holds its options.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The truth of a position.
    type State: State + Audit;
    /// The options, which serialise as one flat table.
    type Options: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// The game of a single round: itself, or what a match is made of.
    type Round: Game<Round = Self::Round>;

    /// The name of the family, which is also the name of its folder.
    const FAMILY: &'static str;
    /// The page for programs: the fields of a view, the actions, the options, and a session of the protocol.
    const VIEWS: &'static str = "";
    /// What the returns of a round count, in the plural.
    const POINTS: &'static str = "points";
    /// Whether players bet on what the others may hold. There a bluff can be worth more than the cards are, which cards
    /// dealt anew do not tell.
    const BETS: bool = false;
    /// The options that may vary under one network: they change neither the action table nor the layout of an
    /// observation, and every observation shows their values.
    const VARIABLE: &'static [&'static str] = &[];

    /// Makes the variant `id` with these options.
    ///
    /// # Errors
    ///
    /// Fails if an option is out of its range or two of them contradict each other.
    fn new(id: &'static str, options: Self::Options) -> Result<Self, OptionError>;
    /// Returns the options it was made with.
    fn options(&self) -> &Self::Options;
    /// Returns its seats, action table, observation planes and bounds.
    fn spec(&self) -> &Spec;
    /// Returns the position before the first card is dealt.
    fn start(&self) -> Self::State;

    /// Returns the game of a single round; the actions of a match begin with its actions.
    fn round(&self) -> &Self::Round;
    /// Returns what a seat knows of the round being played; `None` if it sits out.
    fn round_view(view: &ViewOf<Self>) -> Option<&ViewOf<Self::Round>>;

    /// Returns the options by which [`visit`](crate::visit) makes this game again.
    fn overrides(&self) -> Overrides {
        let mut options = as_table(self.options());
        if !options.is_empty() {
            // The options of a match say that it is one.
            options.entry("episode").or_insert_with(|| "round".into());
        }
        options
    }

    /// Returns the side of a seat, counted from 0: partners share one and score together, anybody else is one alone.
    fn side(&self, seat: Seat) -> usize {
        seat
    }

    /// Returns `true` if the even seats are partners against the odd ones.
    fn has_partners(&self) -> bool {
        let seats = self.spec().seats;
        seats > 2 && (0..seats).all(|seat| self.side(seat) == seat % 2)
    }

    /// Returns the option under which seats are unequal, if they are.
    fn uneven(&self) -> Option<&'static str> {
        None
    }

    /// Returns what a round that is over says to those who join rounds; `None` if that follows from the points alone, as of
    /// a match.
    fn sequel(&self, _over: &Self::State) -> Option<Sequel> {
        None
    }

    /// Lays out hands as the game does when a round is over: of a single hand its `layouts`, of the hands of all what views
    /// show as `showdown`.
    ///
    /// # Errors
    ///
    /// Fails if players lay out by themselves, or nothing is laid out; and if the hands cannot lie so.
    fn lay_out(&self, _open: &OpenHands) -> Result<Value, LayOutError> {
        Err(LayOutError::ByPlayers(self.spec().id))
    }

    /// Returns the name of its family: [`Game::FAMILY`], unless its type is hidden.
    fn family(&self) -> &'static str {
        Self::FAMILY
    }

    /// Returns `true` if players bet on what the others may hold: [`Game::BETS`], unless its type is hidden.
    fn bets(&self) -> bool {
        Self::BETS
    }

    /// Returns the options that may vary under one network: [`Game::VARIABLE`], unless its type is hidden.
    fn variable(&self) -> &'static [&'static str] {
        Self::VARIABLE
    }

    /// Makes the same variant with other options.
    ///
    /// # Errors
    ///
    /// As [`Game::new`].
    fn with(&self, options: Self::Options) -> Result<Self, OptionError> {
        Self::new(self.spec().id, options)
    }

    /// Reads a view as it is written, without asking whether some position shows it.
    ///
    /// # Errors
    ///
    /// Fails if the value does not have the form of a view, naming the field.
    fn parse_view(&self, json: Value) -> Result<ViewOf<Self>, String> {
        read_value(json)
    }

    /// Puts the options into a view from outside that leaves them out, or some of them.
    fn fill_in(&self, view: &mut Map<String, Value>) {
        let options = as_table(self.options());
        if !options.is_empty() {
            complete(view.entry("options").or_insert_with(|| Value::Object(Map::new())), &options);
        }
    }

    /// Refuses a view that some position shows, but none of an episode of this game.
    ///
    /// # Errors
    ///
    /// Fails with the first field that only another game shows.
    fn admits(&self, _view: &ViewOf<Self>) -> Result<(), Inconsistent> {
        Ok(())
    }
}
