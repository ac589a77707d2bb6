//! Reads a config and checks its values: their ranges, and that they go with the game and with each other.

use std::path::Path;

use elderhand_env::options::settings;
use elderhand_env::{BatchOptions, Spec, varied_env, vec_env};

use crate::settings::config::{CONFIG_VERSION, Config, SelfPlaySettings};
use crate::settings::layers::{ConfigError, Layers};

/// No rollout holds more decisions than this, which keeps it within a few gigabytes.
const MAX_ROLLOUT: usize = 1 << 24;

impl Config {
    /// Reads a config file laid over its bases, and lays settings of the form `key=value` over both.
    ///
    /// # Errors
    ///
    /// Fails with the file, line and key of the first thing that is wrong.
    pub fn load(path: &Path, sets: &[String]) -> Result<Config, ConfigError> {
        let mut layers = Layers::builtin()?;
        layers.file(path)?;
        Config::of(layers, sets)
    }

    /// Returns the defaults with settings of the form `key=value` laid over them.
    ///
    /// # Errors
    ///
    /// Fails with the key of the first thing that is wrong.
    pub fn from_sets(sets: &[String]) -> Result<Config, ConfigError> {
        Config::of(Layers::builtin()?, sets)
    }

    fn of(mut layers: Layers, sets: &[String]) -> Result<Config, ConfigError> {
        layers.sets(sets)?;
        let config = layers.config()?;
        config.check(&layers)?;
        Ok(config)
    }

    fn check(&self, layers: &Layers) -> Result<(), ConfigError> {
        self.check_ranges(layers)?;
        self.check_widths(layers)?;
        self.check_together(layers)?;
        let spec = self.check_games(layers)?;
        self.check_planes(layers, &spec)?;
        self.check_effects(layers)?;
        self.check_budget(layers)
    }

    /// Every number lies in its range.
    fn check_ranges(&self, layers: &Layers) -> Result<(), ConfigError> {
        for (key, found, least, greatest) in self.ranges() {
            // Written so that NaN, which TOML can say, is out of every range.
            if !(least <= found && found <= greatest) {
                let expected = match (least, greatest) {
                    (least, greatest) if least == greatest => format!("{least}"),
                    _ if key.ends_with("trunk") => format!("{least} to {greatest} widths"),
                    _ if key.ends_with("bots") => format!("at most {greatest} bots"),
                    _ => format!("{least} to {greatest}"),
                };
                return Err(layers.wrong(key, expected));
            }
        }
        Ok(())
    }

    /// Every number, or how many there are of something, between the least and the greatest that it may be.
    #[rustfmt::skip]
    fn ranges(&self) -> Vec<(&'static str, f64, f64, f64)> {
        let learning = &self.learning;
        vec![
            ("version", self.version.into(), CONFIG_VERSION.into(), CONFIG_VERSION.into()),
            ("seed", self.seed as f64, 0.0, i64::MAX as f64),
            ("threads", self.threads as f64, 0.0, 1024.0),
            ("value_scale", self.value_scale.into(), 1e-3, 1e6),
            ("temperature", self.temperature.into(), 0.0, 10.0),
            ("budget.decisions", self.budget.decisions as f64, 0.0, 1e15),
            ("budget.minutes", self.budget.minutes, 0.0, 1e6),
            ("network.trunk", self.network.trunk.len() as f64, 1.0, 8.0),
            ("critic.trunk", self.critic.trunk.len() as f64, 0.0, 8.0),
            ("self_play.lanes", self.self_play.lanes as f64, 1.0, 65536.0),
            ("self_play.horizon", self.self_play.horizon as f64, 4.0, 65536.0),
            ("imitation.decisions", self.imitation.decisions as f64, 0.0, 1e15),
            ("burn_in.decisions", self.burn_in.decisions as f64, 0.0, 1e15),
            ("burn_in.rate", self.burn_in.rate, 0.0, 1.0),
            ("learning.rate.from", learning.rate.from, 0.0, 1.0),
            ("learning.rate.to", learning.rate.to, 0.0, 1.0),
            ("learning.entropy.from", learning.entropy.from, 0.0, 10.0),
            ("learning.entropy.to", learning.entropy.to, 0.0, 10.0),
            ("learning.magnet.from", learning.magnet.from, 0.0, 10.0),
            ("learning.magnet.to", learning.magnet.to, 0.0, 10.0),
            ("learning.magnet_lag", learning.magnet_lag, 1.0, 1e6),
            ("learning.epochs", learning.epochs as f64, 1.0, 100.0),
            ("learning.minibatch", learning.minibatch as f64, 1.0, MAX_ROLLOUT as f64),
            ("learning.clip", learning.clip.into(), 1e-3, 10.0),
            ("learning.gamma", learning.gamma.into(), 0.0, 1.0),
            ("learning.lambda", learning.lambda.into(), 0.0, 1.0),
            ("learning.value", learning.value.into(), 0.0, 100.0),
            ("learning.max_grad_norm", learning.max_grad_norm, 1e-3, 1e6),
            ("learning.weight_decay", learning.weight_decay, 0.0, 1.0),
            ("learning.kl_stop", learning.kl_stop, 0.0, 10.0),
            ("shaping.weight.from", self.shaping.weight.from, -1e6, 1e6),
            ("shaping.weight.to", self.shaping.weight.to, -1e6, 1e6),
            ("averaging.recency", self.averaging.recency, 0.0, 1e6),
            ("opponents.bots", self.opponents.bots.len() as f64, 0.0, 64.0),
            ("opponents.share", self.opponents.share, 0.0, 1.0),
            ("pool.share", self.pool.share, 0.0, 1.0),
            ("pool.size", self.pool.size as f64, 1.0, 1000.0),
            ("pool.every", self.pool.every as f64, 1.0, 1e9),
            ("pool.opponents", self.pool.opponents as f64, 1.0, 64.0),
            ("checkpoint.every", self.checkpoint.every as f64, 1.0, 1e9),
            ("checkpoint.keep", self.checkpoint.keep as f64, 1.0, 1e6),
            ("evaluation.every", self.evaluation.every as f64, 0.0, 1e9),
            ("evaluation.times", self.evaluation.times as f64, 0.0, 1e6),
            ("evaluation.deals", self.evaluation.deals as f64, 1.0, 1e7),
        ]
    }

    /// No layer is empty or too wide.
    fn check_widths(&self, layers: &Layers) -> Result<(), ConfigError> {
        for (key, trunk) in [("network.trunk", &self.network.trunk), ("critic.trunk", &self.critic.trunk)] {
            if trunk.iter().any(|width| !(1..=8192).contains(width)) {
                return Err(layers.wrong(key, "widths from 1 to 8192".into()));
            }
        }
        Ok(())
    }

    /// Settings go with each other, whatever the game.
    fn check_together(&self, layers: &Layers) -> Result<(), ConfigError> {
        if self.self_play.lanes * self.self_play.horizon > MAX_ROLLOUT {
            let expected = format!("at most {MAX_ROLLOUT} decisions in lanes × horizon");
            return Err(layers.wrong("self_play.horizon", expected));
        }
        if self.game.is_empty() {
            return Err(layers.wrong("game", "the id of a variant, such as \"gin\"".into()));
        }
        if self.imitation.decisions > 0 && self.imitation.teacher.is_empty() {
            return Err(layers.wrong("imitation.teacher", "a bot, such as \"simple\"".into()));
        }
        if self.imitation.decisions > 0 && self.burn_in.decisions > 0 {
            return Err(layers.wrong(
                "burn_in.decisions",
                "0 beside `imitation.decisions`, whose play is learnt with its values".into(),
            ));
        }
        Ok(())
    }

    /// There is such a game, with every value of what varies, and a lane for each; returns what it is made of.
    fn check_games(&self, layers: &Layers) -> Result<Spec, ConfigError> {
        let env = vec_env(&self.game, &self.options, BatchOptions::new(1))
            .map_err(|source| layers.game(source, "options"))?;
        let SelfPlaySettings { lanes, vary, .. } = &self.self_play;
        if let Some(name) = vary.keys().find(|name| self.options.contains_key(*name)) {
            let expected = "nothing, since `self_play.vary` gives it other values; or `vary = {}` beside it".into();
            return Err(layers.wrong(&format!("options.{name}"), expected));
        }
        varied_env(&self.game, &self.options, vary, 1).map_err(|source| layers.game(source, "self_play.vary"))?;
        let settings = settings(vary).len();
        if *lanes < settings {
            return Err(layers.wrong("self_play.lanes", format!("at least one for each of {settings} settings")));
        }
        Ok(env.spec().clone())
    }

    /// The game, as it is without hints, has the planes that are named.
    fn check_planes(&self, layers: &Layers, spec: &Spec) -> Result<(), ConfigError> {
        let own = if self.network.hints { &spec.with_hints() } else { spec };
        let shaping =
            Some(&self.shaping.plane).filter(|plane| !plane.is_empty()).map(|plane| ("shaping.plane", plane, own));
        // Nobody works out hints for seats that do not decide.
        let critic = self.critic.planes.iter().map(|plane| ("critic.planes", plane, spec));
        let is_known = |plane: &str, spec: &Spec| spec.planes.iter().any(|known| known.name == plane);
        if let Some((key, _, spec)) = critic.chain(shaping).find(|(_, plane, spec)| !is_known(plane, spec)) {
            let names: Vec<&str> = spec.planes.iter().map(|plane| plane.name).collect();
            return Err(layers.wrong(key, format!("a plane of `{}`: {}", self.game, names.join(", "))));
        }
        Ok(())
    }

    /// What is set on top of what turns it off was meant to do something. What lies below is of a config that had a use for it,
    /// and what lies beside is the text of a run, which holds every setting.
    fn check_effects(&self, layers: &Layers) -> Result<(), ConfigError> {
        let Config { critic, shaping, opponents, .. } = self;
        let (no_critic, no_plane) = (critic.trunk.is_empty(), shaping.plane.is_empty());
        let idle = [
            ("critic.actions", no_critic && critic.actions, "critic.trunk", "false"),
            ("critic.planes", no_critic && !critic.planes.is_empty(), "critic.trunk", "[]"),
            ("shaping.weight.from", no_plane && shaping.weight.from != 0.0, "shaping.plane", "0"),
            ("shaping.weight.to", no_plane && shaping.weight.to != 0.0, "shaping.plane", "0"),
            ("opponents.share", opponents.bots.is_empty() && opponents.share > 0.0, "opponents.bots", "0"),
        ];
        match idle.into_iter().find(|&(key, idle, needed, _)| idle && layers.is_above(key, needed)) {
            Some((key, _, needed, off)) => Err(layers.wrong(key, format!("{off}, since `{needed}` is empty"))),
            None => Ok(()),
        }
    }

    /// A run ends.
    fn check_budget(&self, layers: &Layers) -> Result<(), ConfigError> {
        if self.budget.decisions == 0 && self.budget.minutes == 0.0 {
            let expected = "more than 0, or `budget.minutes` above 0: a run without either has no end";
            return Err(layers.wrong("budget.decisions", expected.into()));
        }
        Ok(())
    }
}
