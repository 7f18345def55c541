//! `tune`: fits the numbers of the evaluation to positions with results (Texel's method).
//!
//! What an evaluation in centipawns says about the result is an S-curve; its steepness is fitted first and then held, so
//! that a centipawn stays what it was. Then the numbers are changed by gradient descent until the curve misses the results
//! least. The method is Peter Österlund's ("Texel's Tuning Method", 2014), with Andrew Grant's gradients by traced
//! coefficients ("Evaluation & Tuning in Chess Engines", 2020), and the optimiser Adam (Kingma and Ba, 2015).

mod data;
mod fit;
mod model;
mod samples;
mod source;

use std::path::PathBuf;
use std::time::Instant;
use std::{fs, thread};

use clap::{Arg, ArgMatches, Command as Clap, value_parser};
use tabia_engine::eval;
use thiserror::Error;

use self::data::Data;
use self::fit::{Fit, Options};
use self::model::Numbers;
use super::Failure;

/// Why nothing could be tuned.
#[derive(Debug, Error)]
pub(crate) enum TuneError {
    #[error("{}, line {line}: {fault}", path.display())]
    Sample { path: PathBuf, line: usize, fault: String },
    #[error(
        "no usable position: all are in check, not quiet, known endings or decided; give files of `fen,score,result` lines"
    )]
    NoPositions,
    #[error("too few positions to set some aside for validation: {0} in one block of {1} lines; give more")]
    NoValidation(usize, usize),
    #[error("--only {0}: the evaluation has no number of this name (see crates/engine/src/eval/params.rs)")]
    UnknownNumber(String),
    #[error("the tuner does not find {0} in the source of the numbers")]
    Source(&'static str),
}

/// Arguments of `tune`.
#[derive(Debug)]
pub(crate) struct TuneArgs {
    files: Vec<PathBuf>,
    /// The share of the result in the target, 0 to 1; the rest is the score's.
    result_share: f64,
    epochs: usize,
    batch: usize,
    /// The first step, in centipawns.
    rate: f64,
    /// How strongly numbers are held where they were.
    pull: f64,
    threads: usize,
    seed: u64,
    only: Vec<String>,
    output: Option<PathBuf>,
}

/// The options of `tune`.
pub(crate) fn clap() -> Clap {
    let option = |name: &'static str, value: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).default_value(default).help(help)
    };
    let share = |text: &str| {
        text.parse::<f64>()
            .ok()
            .filter(|share| (0.0..=1.0).contains(share))
            .ok_or_else(|| format!("{text:?} is no number from 0 to 1"))
    };
    let positive = |text: &str| {
        text.parse::<f64>()
            .ok()
            .filter(|number| *number >= 0.0 && number.is_finite())
            .ok_or_else(|| format!("{text:?} is no number of at least 0"))
    };
    let count = || value_parser!(u32).range(1..=10_000_000);
    Clap::new("tune")
        .about("Fit the numbers of the evaluation to positions with results; prints params.rs with the new ones")
        .arg(
            Arg::new("files")
                .value_name("FILE")
                .num_args(1..)
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("`fen,score,result` as `tabia match -sample` writes it, or EPD with a result such as c9 \"1-0\""),
        )
        .arg(
            option("result", "SHARE", "0.5", "The result's share in what is aimed at, 0 to 1; the rest is the score's")
                .value_parser(share),
        )
        .arg(option("epochs", "N", "200", "Passes over all positions").value_parser(count()))
        .arg(option("batch", "N", "16384", "Positions for each step").value_parser(count()))
        .arg(option("rate", "CP", "1", "The first step, in centipawns; the last is a hundredth").value_parser(positive))
        .arg(
            option("pull", "X", "0.1", "How strongly numbers that few positions know are held where they were")
                .value_parser(positive),
        )
        .arg(option("threads", "N", "2", "Threads").value_parser(value_parser!(u32).range(1..=256)))
        .arg(option("seed", "N", "1", "The seed of the order of positions").value_parser(value_parser!(u64)))
        .arg(
            Arg::new("only")
                .long("only")
                .value_name("NAME,...")
                .value_delimiter(',')
                .help("Change these numbers only, named as in the source"),
        )
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Write the new source to FILE (crates/engine/src/eval/params.rs) instead of printing it"),
        )
}

/// The arguments as clap read them; all numbers have defaults, so what stands in for a missing one is never used.
pub(crate) fn arguments(matches: &ArgMatches) -> TuneArgs {
    let count = |name: &str| matches.get_one::<u32>(name).copied().unwrap_or(1) as usize;
    let number = |name: &str| matches.get_one(name).copied().unwrap_or(0.0);
    let list = |name: &str| matches.get_many::<String>(name).into_iter().flatten().cloned().collect();
    TuneArgs {
        files: matches.get_many("files").into_iter().flatten().cloned().collect(),
        result_share: number("result"),
        epochs: count("epochs"),
        batch: count("batch"),
        rate: number("rate"),
        pull: number("pull"),
        threads: count("threads"),
        seed: matches.get_one("seed").copied().unwrap_or(1),
        only: list("only"),
        output: matches.get_one("output").cloned(),
    }
}

pub(crate) fn run(args: &TuneArgs) -> Result<bool, Failure> {
    let parameters = eval::parameters();
    let mut numbers = Numbers::new(&parameters);
    for name in &args.only {
        if !parameters.iter().any(|parameter| parameter.name == name) {
            return Err(TuneError::UnknownNumber(name.clone()).into());
        }
    }
    if !args.only.is_empty() {
        numbers.free_only(&parameters, &args.only);
    }

    let start = Instant::now();
    let mut data = Data::default();
    for path in &args.files {
        let text = fs::read_to_string(path).map_err(|error| Failure::File { path: path.clone(), error })?;
        data.read(path, &text, args.threads)?;
    }
    eprintln!(
        "{} positions ({} for validation); left out: {} in check, {} not quiet, {} known endings, {} decided; {:.1} s",
        data.training.len() + data.validation.len(),
        data.validation.len(),
        data.in_check,
        data.unquiet,
        data.known,
        data.decided,
        start.elapsed().as_secs_f64()
    );
    if data.training.is_empty() {
        return Err(TuneError::NoPositions.into());
    }
    if data.validation.is_empty() {
        return Err(TuneError::NoValidation(data.training.len(), data::BLOCK).into());
    }

    let steepness = fit::steepness(&data, &numbers);
    eprintln!(
        "K = {steepness:.4} per 400 centipawns: 100 centipawns are {:.1}%",
        100.0 * model::expected(100.0, steepness)
    );
    let options = Options {
        result_share: args.result_share,
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        pull: args.pull,
        threads: args.threads.min(thread::available_parallelism().map_or(1, usize::from).max(2)),
        seed: args.seed,
    };
    let mut fit = Fit::new(&data, numbers, steepness, &options);
    fit.run(|epoch, training, validation| {
        if epoch % 10 == 0 || epoch == 1 {
            let seconds = start.elapsed().as_secs_f64();
            eprintln!("epoch {epoch}: error {training:.6}, in validation {validation:.6}; {seconds:.1} s");
        }
    });
    let rounded = fit.rounded();
    eprintln!(
        "error in validation {:.6} before, {:.6} after, in whole centipawns",
        fit.validation_error_at_start(),
        fit.validation_error(&rounded)
    );
    let source = source::rewritten(&parameters, &rounded)?;
    match &args.output {
        Some(path) => {
            fs::write(path, source).map_err(|error| Failure::File { path: path.clone(), error })?;
        }
        None => print!("{source}"),
    }
    Ok(true)
}
