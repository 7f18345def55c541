//! Merges files of one match.

use tabia_arena::output::report::conclusion;
use tabia_arena::{MatchFile, MatchProgress, Openings, PairRecord};

use super::error::MatchError;
use super::journal::{self, Lease};
use super::options::Options;
use super::output::{Before, Sinks};

/// Merges the given files into that of `--resume`, writes PGN and other output files, and prints a report. Merges all or
/// nothing.
pub(super) fn run(
    options: &Options,
    lease: Option<Lease>,
    into: Option<MatchFile>,
) -> Result<(), MatchError> {
    let mut files = Vec::new();
    for path in &options.merge {
        let fault = "the file does not exist or is empty".to_owned();
        let missing = || MatchError::File { path: path.clone(), fault };
        files.push((path, journal::read(path)?.ok_or_else(missing)?));
    }
    let Some(header) = into.as_ref().map(|file| &file.header).or(files.first().map(|(_, file)| &file.header))
    else {
        return Ok(());
    };
    // The stored games include their openings.
    let mut lab = MatchProgress::new(header.clone(), Openings::default())?;
    let mut units = into.map(|file| file.units).unwrap_or_default();
    lab.finish_all(&units)?;
    let before = lab.finished_units().count();
    for (path, file) in files {
        let merge =
            |error| MatchError::File { path: path.clone(), fault: format!("cannot be merged: {error}") };
        let plan = lab.plan_merge(&file).map_err(merge)?;
        if let Some(games) = plan.extend_to {
            lab.extend(games)?;
        }
        println!("{}: {} new units, {} known", path.display(), plan.new.len(), plan.known);
        // The indexes are sorted.
        let is_new = |(place, unit)| plan.new.binary_search(&place).is_ok().then_some(unit);
        let new: Vec<PairRecord> = file.units.into_iter().enumerate().filter_map(is_new).collect();
        lab.finish_all(&new)?;
        units.extend(new);
    }
    units.sort_by_key(|unit| unit.unit);
    units.dedup_by_key(|unit| unit.unit);
    // Keeps the file locked until this is done.
    let _journal = lease.map(|lease| lease.write(lab.header(), units.iter())).transpose()?;
    let mut sinks = Sinks::open(options, Before::Replaced)?;
    for unit in &units {
        sinks.write(&lab, unit)?;
    }
    let (now, total) = (units.len(), lab.schedule().total_units());
    println!("Merged: {now} of {total} units are finished, {} more than before", now - before);
    print!("{}", conclusion(&lab));
    Ok(())
}
