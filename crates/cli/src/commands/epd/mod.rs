//! `tabia epd`: runs engines on test suites.

mod args;
mod error;
mod print;
mod result;
mod run;

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;

use tabia_suite::{Problem, Suite, csv};

pub(crate) use args::EpdArgs;
pub(crate) use error::EpdError;
use result::EngineResult;

use crate::{input_file, output_file};

/// Number of errors of a file that are reported individually.
const FAULTS: usize = 10;

/// Runs the suites with all engines and prints the results. It succeeds if every engine replied, however many problems were solved.
///
/// # Errors
/// If a file cannot be read or written or has no problem, or an engine does not work.
pub(crate) fn run(args: &EpdArgs) -> Result<(), EpdError> {
    let problems = read(args)?;
    let failed = |path: &PathBuf, error| EpdError::Write { path: path.clone(), error };
    if let Some(path) = &args.csv {
        output_file::check(path, &args.files).map_err(|error| failed(path, error))?;
    }
    let mut results = Vec::new();
    for engine in args.engines() {
        let show = |done: usize| {
            if !args.json && std::io::stderr().is_terminal() {
                eprint!("\r{}: {done} of {}", engine.label(), problems.len());
                let _ = std::io::stderr().flush();
            }
        };
        let result = run::solve(&engine, &problems, args, &show)?;
        if !args.json && std::io::stderr().is_terminal() {
            eprintln!();
        }
        results.push(result);
    }
    let written = args.csv.as_ref().map_or(Ok(()), |path| {
        output_file::write(path, table(&problems, &results)).map_err(|error| failed(path, error))
    });
    // The results took long: print them even if the CSV file could not be written.
    if args.json {
        print::json(&problems, &results);
    } else {
        print::words(&problems, &results, args.failed);
    }
    written
}

/// Reads the problems of all files; skipped and corrected lines are reported on standard error.
fn read(args: &EpdArgs) -> Result<Vec<Problem>, EpdError> {
    let mut problems = Vec::new();
    for path in &args.files {
        let bytes = input_file::read(path).map_err(|error| EpdError::Read { path: path.clone(), error })?;
        let suite = Suite::read(&tabia_pgn::decode(&bytes).text);
        for fault in suite.faults.iter().take(FAULTS) {
            eprintln!("{}: {fault}", path.display());
        }
        if suite.faults.len() > FAULTS {
            eprintln!("{}: {} more lines were skipped", path.display(), suite.faults.len() - FAULTS);
        }
        for correction in suite.corrections.iter().take(FAULTS) {
            eprintln!("{}: {correction}", path.display());
        }
        if suite.corrections.len() > FAULTS {
            eprintln!("{}: {} more lines were corrected", path.display(), suite.corrections.len() - FAULTS);
        }
        if suite.problems.is_empty() {
            return Err(EpdError::Empty { path: path.clone() });
        }
        problems.extend(suite.problems);
    }
    Ok(problems)
}

fn table(problems: &[Problem], results: &[EngineResult]) -> String {
    let mut text = csv::HEADER.to_owned();
    for result in results {
        for (problem, outcome) in problems.iter().zip(&result.outcomes) {
            text.push_str(&csv::row(problem, &result.name, outcome));
        }
    }
    text
}
