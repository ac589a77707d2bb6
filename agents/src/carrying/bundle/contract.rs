//! What a network and a game must agree on before one can play the other.

use elderhand_env::options::{changed, write_options};
use elderhand_env::{Game, GameError, Overrides, Spec, Variation, game, variant};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Problem;
use super::read::sha256;

/// A game as a network knows it: its options, what it shows, and what can be done in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contract {
    /// The variant's id.
    pub game: String,
    /// Every option with its value.
    pub options: Overrides,
    /// The SHA-256 of the options, a line `name value` for each in alphabetical order, without those in `variable`.
    pub options_hash: String,
    /// The options that may be others at the table, each with the values that the network was trained with.
    #[serde(default)]
    pub variable: Variation,
    /// The observation.
    pub observation: Observation,
    /// The actions.
    pub actions: ActionTable,
}

/// An observation layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The length in bits.
    pub bits: usize,
    /// The hash of [`elderhand_env::Spec::layout_hash`].
    pub hash: String,
}

/// An action table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionTable {
    /// The number of actions.
    pub count: usize,
    /// The hash of [`elderhand_env::Spec::actions_hash`].
    pub hash: String,
}

impl Contract {
    /// Describes a game as it is played under a variation and seen in observations of so many bits; a variable option that
    /// does not vary has its own value.
    pub fn of<G: Game>(game: &G, variation: &Variation, bits: usize) -> Contract {
        Contract::describe(game.spec().of_bits(bits), game.overrides(), game.variable(), variation)
    }

    fn describe(spec: Spec, options: Overrides, variable: &[&str], variation: &Variation) -> Contract {
        let values = |name: &str| match variation.get(name) {
            Some(values) => values.clone(),
            None => options.get(name).cloned().into_iter().collect(),
        };
        let variable: Variation = variable.iter().map(|&name| (name.into(), values(name))).collect();
        Contract {
            game: spec.id.into(),
            options_hash: hash(&options, &variable),
            options,
            variable,
            observation: Observation { bits: spec.bits(), hash: spec.layout_hash() },
            actions: ActionTable { count: spec.actions.len(), hash: spec.actions_hash() },
        }
    }

    /// Describes a variant by its id.
    ///
    /// # Errors
    ///
    /// As [`game`] and [`AnyGame::vary`](elderhand_env::AnyGame::vary).
    pub fn find(id: &str, overrides: &Overrides, variation: &Variation, bits: usize) -> Result<Contract, GameError> {
        let game = game(id, overrides)?;
        game.vary(variation)?;
        Ok(Contract::of(&game, variation, bits))
    }

    /// The options that are not the variant's own, as the command line takes them: ` --set name=value` for each.
    pub fn settings(&self) -> String {
        write_options(&changed(&self.game, &self.options)).iter().map(|option| format!(" --set {option}")).collect()
    }

    /// Adds the options that the game has come to have since the bundle was made, as its variant has them.
    pub(super) fn completed(mut self, game: &Contract) -> Contract {
        // What somebody has altered stays as it is, and is refused.
        if self.options_hash == hash(&self.options, &self.variable) {
            for (name, value) in &game.options {
                self.options.entry(name.clone()).or_insert_with(|| value.clone());
            }
            self.options_hash = hash(&self.options, &self.variable);
        }
        self
    }

    /// Says where the contract of a bundle differs from that of a game, if it does; variable options may.
    pub(super) fn check(&self, game: &Contract) -> Result<(), Problem> {
        let differ = |key: &str, bundle: &dyn ToString, game: &dyn ToString| {
            Err(Problem::Differ { key: key.into(), bundle: bundle.to_string(), game: game.to_string() })
        };
        // Variants whose rounds have the same rules are one game to a player of rounds.
        if family(&self.game) != family(&game.game) {
            return differ("game", &self.game, &game.game);
        }
        if self.options_hash != game.options_hash {
            for (name, value) in game.options.iter().filter(|(name, _)| !game.variable.contains_key(*name)) {
                let of_bundle = self.options.get(name).unwrap_or(&Value::Null);
                if of_bundle != value {
                    return differ(&format!("options.{name}"), of_bundle, value);
                }
            }
            return differ("options_hash", &self.options_hash, &game.options_hash);
        }
        let (of_bundle, of_game) = (&self.observation, &game.observation);
        if of_bundle.bits != of_game.bits {
            return differ("observation.bits", &of_bundle.bits, &of_game.bits);
        }
        if of_bundle.hash != of_game.hash {
            return differ("observation.hash", &of_bundle.hash, &of_game.hash);
        }
        let (of_bundle, of_game) = (&self.actions, &game.actions);
        if of_bundle.count != of_game.count {
            return differ("actions.count", &of_bundle.count, &of_game.count);
        }
        if of_bundle.hash != of_game.hash {
            return differ("actions.hash", &of_bundle.hash, &of_game.hash);
        }
        Ok(())
    }
}

/// The family of a variant; of an unknown one its id.
fn family(id: &str) -> &str {
    variant(id).map_or(id, |variant| variant.family)
}

fn hash(options: &Overrides, variable: &Variation) -> String {
    let fixed = options.iter().filter(|(name, _)| !variable.contains_key(*name));
    let mut lines: Vec<String> = fixed.map(|(name, value)| format!("{name} {value}\n")).collect();
    lines.sort();
    sha256(lines.concat().as_bytes())
}
