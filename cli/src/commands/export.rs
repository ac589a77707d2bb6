//! `export`: a run's averaged weights as a bundle.

use std::path::PathBuf;

/// Make a bot file of a run or a checkpoint, with its model card
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The run directory, or one of its checkpoints
    #[arg(value_name = "RUN_OR_CHECKPOINT")]
    pub from: PathBuf,
    /// The bundle to write, such as gin.elderhand
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

#[cfg(not(feature = "train"))]
pub fn run(_: &Args, _: &mut crate::output::Output) -> anyhow::Result<()> {
    Err(super::without_training("export"))
}

#[cfg(feature = "train")]
pub use with_training::{bundle, run, today};

#[cfg(feature = "train")]
mod with_training {
    use std::io::Write;
    use std::path::Path;
    use std::time::{SystemTime, UNIX_EPOCH};

    use elderhand_agents::bundle::{Draft, Evaluation, Training};
    use elderhand_agents::{Bundle, Estimate};
    use elderhand_train::{Model, date, export_tensors};

    use super::Args;
    use crate::commands::train::{choice, network};
    use crate::failure::usage;
    use crate::output::{Output, say};

    pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
        let model = export_tensors(&args.from, |text| say(&format!("warning: {text}")))?;
        let bundle = bundle(&model, &args.from, &args.out)?;
        let golden = bundle.verify()?.positions;
        writeln!(out, "{}: {} weights, {golden} golden positions hold", bundle.name(), bundle.network().parameters())?;
        Ok(())
    }

    /// Writes the bundle of a model that came from a run directory or a checkpoint.
    pub fn bundle(model: &Model, from: &Path, to: &Path) -> anyhow::Result<Bundle> {
        let info = &model.info;
        let config = &info.config;
        let start = Some(&config.network.start).filter(|start| !start.is_empty());
        let notes = start.map(|start| ("went on from".to_owned(), start.clone().into())).into_iter().collect();
        let training = Training {
            run: from.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            date: Some(today()?),
            revision: option_env!("ELDERHAND_GIT").map(str::to_owned),
            seed: config.seed,
            steps: info.optimiser_steps,
            decisions: info.decisions,
            config: config.to_toml(),
            notes,
        };
        let estimate = |mean: f64, (low, high): (f64, f64)| Estimate { mean, low, high };
        let evaluations = info.evaluations.iter().map(|evaluation| Evaluation {
            opponent: evaluation.opponent.clone(),
            setting: evaluation.setting.clone(),
            deals: evaluation.deals as u64,
            score: estimate(evaluation.score, evaluation.score_interval),
            win_share: estimate(evaluation.win_rate, evaluation.win_rate_interval),
        });
        let draft = Draft {
            game: config.game.clone(),
            options: config.options.clone(),
            variable: config.self_play.vary.clone(),
            network: network(model)?,
            value_scale: config.value_scale,
            decision: choice(config),
            training,
            evaluations: evaluations.collect(),
            card: None,
        };
        Ok(draft.write(to)?)
    }

    /// What builds that others can repeat set instead of the clock.
    const EPOCH: &str = "SOURCE_DATE_EPOCH";

    /// The day of an export in UTC, as YYYY-MM-DD.
    pub fn today() -> anyhow::Result<String> {
        let seconds = match std::env::var_os(EPOCH) {
            Some(text) => text
                .to_str()
                .and_then(|text| text.parse().ok())
                .ok_or_else(|| usage(format!("{EPOCH}: `{}` is no number of seconds since 1970", text.display())))?,
            None => SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        };
        Ok(date(seconds))
    }
}
