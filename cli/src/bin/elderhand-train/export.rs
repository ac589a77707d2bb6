//! `export`: a run's averaged weights as a bundle.

use std::io::Write;
use std::path::Path;

use elderhand::commands::export::Args;
use elderhand::date::today;
use elderhand::failure::usage;
use elderhand::output::{Output, say};
use elderhand_agents::bundle::{Draft, Evaluation, Training};
use elderhand_agents::files::would_replace;
use elderhand_agents::{Bundle, Estimate};
use elderhand_train::{Model, export_tensors};

use crate::measure::choice;

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    // A name mistyped must not cost somebody another file.
    let shown = args.out.display();
    match would_replace(&args.out) {
        Ok(true) if !args.force && Bundle::open(&args.out).is_err() => {
            let what = format!("{shown} is there already and is no bundle");
            return Err(usage(format!("{what}: name another file, or let it be replaced with --force")));
        }
        Ok(_) => (),
        Err(error) => return Err(usage(format!("the bundle cannot be written to {shown}: {error}"))),
    }
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
        network: model.network()?,
        value_scale: config.value_scale,
        decision: choice(config),
        training,
        evaluations: evaluations.collect(),
        card: None,
    };
    Ok(draft.write(to)?)
}
