//! `tune`: fits the parameters of the evaluation to positions with results (Texel's method).
//!
//! The expected result is an S-curve of the evaluation in centipawns. Its steepness is fitted first and then held, so that
//! a centipawn keeps its meaning. Then gradient descent changes the parameters until the error against the results is
//! smallest. The method is Peter Österlund's ("Texel's Tuning Method", 2014), with Andrew Grant's gradients by traced
//! coefficients ("Evaluation & Tuning in Chess Engines", 2020), and the optimiser Adam (Kingma and Ba, 2015).

mod adam;
mod args;
mod data;
mod error;
mod fit;
mod model;
mod samples;
mod source;
mod steepness;

use std::thread;
use std::time::Instant;

use tabia_engine::eval::{self, Parameter};

use data::Data;
use fit::{Fit, FitOptions};
use model::Numbers;

pub(crate) use args::TuneArgs;
pub(crate) use error::TuneError;

use crate::{input_file, output_file};

pub(crate) fn run(args: &TuneArgs) -> Result<bool, TuneError> {
    let parameters = eval::parameters();
    let numbers = numbers(&parameters, &args.only)?;
    if let Some(path) = &args.output {
        output_file::check(path, &args.files)
            .map_err(|error| TuneError::Write { path: path.clone(), error })?;
    }
    let start = Instant::now();
    let threads = args.threads as usize;
    let data = read(args, threads, start)?;

    let steepness = steepness::steepness(&data, &numbers);
    eprintln!(
        "K = {steepness:.4} per 400 centipawns: 100 centipawns are {:.1}%",
        100.0 * model::expected(100.0, steepness)
    );
    let options = FitOptions {
        result_share: args.result,
        epochs: args.epochs as usize,
        batch: args.batch as usize,
        rate: args.rate,
        pull: args.pull,
        threads: threads.min(thread::available_parallelism().map_or(1, usize::from).max(2)),
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
            output_file::write(path, source)
                .map_err(|error| TuneError::Write { path: path.clone(), error })?;
        }
        None => print!("{source}"),
    }
    Ok(true)
}

/// Returns the parameters as in the source; only those in `only` may change, or all if it is empty.
fn numbers(parameters: &[Parameter], only: &[String]) -> Result<Numbers, TuneError> {
    let mut numbers = Numbers::new(parameters);
    let is_known = |name: &&String| parameters.iter().any(|parameter| parameter.name == **name);
    if let Some(unknown) = only.iter().find(|name| !is_known(name)) {
        return Err(TuneError::UnknownNumber(unknown.clone()));
    }
    if !only.is_empty() {
        numbers.free_only(parameters, only);
    }
    Ok(numbers)
}

/// Reads the positions of all files and prints their number.
fn read(args: &TuneArgs, threads: usize, start: Instant) -> Result<Data, TuneError> {
    let mut data = Data::default();
    for path in &args.files {
        let text = input_file::read_to_string(path)
            .map_err(|error| TuneError::File { path: path.clone(), error })?;
        data.read(path, &text, threads)?;
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
        return Err(TuneError::NoPositions);
    }
    if data.validation.is_empty() {
        return Err(TuneError::NoValidation(data.training.len(), data::BLOCK));
    }
    Ok(data)
}
