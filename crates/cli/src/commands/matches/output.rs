//! Files that a match writes, and what it prints about itself.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tabia_arena::output::lines::totals_lines;
use tabia_arena::pgn::Verbosity;
use tabia_arena::stats::Verdict;
use tabia_arena::{EngineSettings, LabMatch, Standing, UnitRecord, crosstable, standing};

use super::MatchError;
use super::options::Options;

/// The files to which units are written as they count.
pub(super) struct Sinks {
    pgn: Option<(Sink, Verbosity)>,
    epd: Option<Sink>,
    samples: Option<Sink>,
}

/// A file that texts about games are added to.
struct Sink {
    file: File,
    path: PathBuf,
}

impl Sinks {
    /// Opens the files of the options. A match that is resumed writes them `anew`, from its own file.
    pub(super) fn open(options: &Options, anew: bool) -> Result<Self, MatchError> {
        let pgn = options.pgn.as_ref();
        let pgn = pgn.map(|(path, verbosity)| Sink::open(path, anew).map(|sink| (sink, *verbosity)));
        Ok(Self {
            pgn: pgn.transpose()?,
            epd: options.epd.as_deref().map(|path| Sink::open(path, anew)).transpose()?,
            samples: options.sample.as_deref().map(|path| Sink::open(path, anew)).transpose()?,
        })
    }

    /// Writes a unit.
    pub(super) fn write(&mut self, lab: &LabMatch, unit: &UnitRecord) -> Result<(), MatchError> {
        let output = lab.output(unit).map_err(|error| MatchError::Game { unit: unit.unit, error })?;
        if let Some((sink, verbosity)) = &mut self.pgn {
            sink.write(&output.pgn(*verbosity))?;
        }
        if let Some(sink) = &mut self.epd {
            sink.write(&output.final_epd())?;
        }
        if let Some(sink) = &mut self.samples {
            sink.write(&output.samples())?;
        }
        Ok(())
    }
}

impl Sink {
    fn open(path: &Path, anew: bool) -> Result<Self, MatchError> {
        let mut options = OpenOptions::new();
        let file = if anew { options.write(true).truncate(true) } else { options.append(true) };
        let error =
            |error: std::io::Error| MatchError::File { path: path.to_owned(), fault: error.to_string() };
        Ok(Self { file: file.create(true).open(path).map_err(error)?, path: path.to_owned() })
    }

    fn write(&mut self, text: &str) -> Result<(), MatchError> {
        let error =
            |error: std::io::Error| MatchError::File { path: self.path.clone(), fault: error.to_string() };
        self.file.write_all(text.as_bytes()).map_err(error)
    }
}

/// The score in fastchess's form; a table for more than two engines.
pub(super) fn report(lab: &LabMatch) -> String {
    const RULE: &str = "--------------------------------------------------\n";
    let snapshot = lab.snapshot();
    let names = lab.settings().names();
    let body = match &names[..] {
        [first, second] => {
            format!("Results of {first} vs {second} ({}):\n{}", conditions(lab), snapshot.report)
        }
        names => crosstable(names, &snapshot),
    };
    format!("{RULE}{body}{RULE}")
}

/// What is said at the end of a match.
pub(super) fn conclusion(lab: &LabMatch) -> String {
    let mut text = report(lab);
    let snapshot = lab.snapshot();
    let Standing { title, detail } =
        standing(&lab.settings().names(), &snapshot, lab.settings().sprt.as_ref());
    for line in [&title, &detail].into_iter().filter(|line| !line.is_empty()) {
        text.push_str(line);
        text.push('\n');
    }
    if let Some(sprt) = lab.sprt() {
        let elo = format!("[{:.2}, {:.2}]", sprt.elo0(), sprt.elo1());
        let line = match lab.verdict() {
            Verdict::Undecided => format!("SPRT ({elo}) undecided\n"),
            verdict => format!("SPRT ({elo}) completed - {verdict} was accepted\n"),
        };
        text.push_str(&line);
    }
    for (engine, totals) in lab.settings().engines.iter().zip(&snapshot.engines) {
        text += &totals_lines(&engine.name, totals);
    }
    if let Some(quality) = &snapshot.quality {
        let (count, p) = (snapshot.workers.len(), quality.p);
        let line = format!("Workers: {count} play alike with p = {p:.3} (chi-squared)\n");
        text.push_str(&line);
    }
    text
}

/// Limits, threads, hash and openings, each once if all engines have the same.
fn conditions(lab: &LabMatch) -> String {
    let settings = lab.settings();
    let of_all = |value: &dyn Fn(&EngineSettings) -> String| {
        let mut values: Vec<String> = settings.engines.iter().map(value).collect();
        values.dedup();
        values.join(" - ")
    };
    let option = |name: &'static str, unit: &'static str| {
        of_all(&move |engine| {
            let found = engine.options.iter().rev().find(|(option, _)| option.eq_ignore_ascii_case(name));
            found.map_or_else(|| "NULL".to_owned(), |(_, value)| format!("{value}{unit}"))
        })
    };
    let mut parts =
        vec![of_all(&|engine| engine.limits.summary()), option("Threads", "t"), option("Hash", "MB")];
    parts.extend(settings.openings.source.file().map(|(name, _)| name.to_owned()));
    parts.join(", ")
}
