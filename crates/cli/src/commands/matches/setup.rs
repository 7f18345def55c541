//! Sets up a match: starts every engine once, reads the files, and compares a resumed match with the options.

use std::path::Path;

use tabia_arena::player::{Identity, chess960_fault};
use tabia_arena::{
    CommandLineContext, MatchFile, MatchHeader, MatchProgress, MatchSettings, PairRecord, PgnTarget,
};

use super::args::MatchArgs;
use super::error::MatchError;
use super::identity::{now_ms, seed_from_time, uuid};
use super::journal::{Journal, Lease};
use super::openings;
use super::options::Options;
use super::values::OtherProgram;
use super::{files, merge, own_books, runner};
use crate::engines::Program;
use crate::input_file::is_standard;
use crate::output_file::refuse_standard;

/// Runs the command. Returns whether a check passed, if it was one.
pub(crate) fn run(args: &MatchArgs) -> Result<bool, MatchError> {
    for note in &args.notes {
        eprintln!("Note: {note}");
    }
    // Locked before it is read: two processes resuming the same match would corrupt its file.
    if let Some(path) = &args.resume {
        refuse_standard(path, "pairs are added to the file of the match")
            .map_err(|error| MatchError::File { path: path.clone(), fault: error.to_string() })?;
    }
    let mut lease = args.resume.as_deref().map(Lease::take).transpose()?;
    let file = lease.as_mut().map(Lease::read).transpose()?.flatten();
    let mut options = Options::new(args, file.as_ref().map(|file| &file.header.settings))?;
    if options.print.is_none() {
        files::check(&options)?;
    }
    if !options.merge.is_empty() {
        merge::run(&options, lease, file)?;
        return Ok(true);
    }
    let identities = if options.print.is_none() { name_engines(&mut options)? } else { Vec::new() };
    if !options.has_seed && file.is_none() {
        options.settings.seed = seed_from_time();
    }
    own_books::complete(&mut options.settings, &options.engines)?;
    let load = if options.print.is_some() { openings::load_if_there } else { openings::load };
    let openings = load(&mut options.settings, options.opening_file.as_ref())?;
    if let Some(program) = options.print {
        print_command(&options, program, openings.has_chess960());
        return Ok(true);
    }
    for (engine, identity) in options.engines.iter().zip(&identities) {
        if let Some(fault) = chess960_fault(&identity.options, openings.has_chess960()) {
            eprintln!("Warning: {} {fault}", engine.settings.name);
        }
    }
    println!("Seed: {}", options.settings.seed);
    let header = header(&options, file.as_ref())?;
    let mut lab = MatchProgress::new(header, openings)?;
    if let Some(share) = options.share {
        lab.set_share(share)?;
    }
    let (journal, units) = open(&options, &mut lab, lease, file)?;
    warn_of_odd_games(lab.settings());
    runner::play(&options, lab, journal, units)
}

/// Returns the header of a new match, or that of the file if it is the same match.
fn header(options: &Options, file: Option<&MatchFile>) -> Result<MatchHeader, MatchError> {
    let settings = &options.settings;
    let Some(MatchFile { header, .. }) = file else {
        return Ok(MatchHeader { id: uuid(), created_ms: now_ms(), settings: settings.clone() });
    };
    if !header.settings.same_games(settings) {
        let differences = header.settings.differences(settings).join("; ");
        let fault = format!("this file belongs to another match: {differences}");
        return Err(MatchError::File { path: options.resume.clone().unwrap_or_default(), fault });
    }
    for (then, now) in header.settings.engines.iter().zip(&settings.engines) {
        if !then.command.is_empty() && then.command != now.command {
            eprintln!("Warning: {} was {} before and is {} now", now.name, then.command, now.command);
        }
    }
    Ok(header.clone())
}

/// Opens the match file, and extends the match if requested.
fn open(
    options: &Options,
    lab: &mut MatchProgress,
    lease: Option<Lease>,
    file: Option<MatchFile>,
) -> Result<(Option<Journal>, Vec<PairRecord>), MatchError> {
    let units = file.as_ref().map(|file| file.units.clone()).unwrap_or_default();
    let before = lab.header().clone();
    if let (Some(games), Some(_)) = (options.games, &file) {
        let has = before.settings.games.saturating_mul(before.settings.rounds);
        if games != has {
            lab.extend(games)?;
            let settings = lab.settings();
            let all = settings.games.saturating_mul(settings.rounds);
            if all != games {
                let part =
                    if settings.engines.len() == 2 && settings.rounds == 1 { "pairs" } else { "rounds" };
                eprintln!(
                    "Note: the match now has {all} games per pairing, because it consists of whole {part}"
                );
            }
        }
    }
    if options.settings.sprt.is_some_and(|sprt| sprt.go_on) {
        lab.go_on();
    }
    let Some(lease) = lease else { return Ok((None, units)) };
    let journal = match file {
        Some(file) if *lab.header() == before => lease.go_on(file.whole)?,
        _ => lease.write(lab.header(), units.iter())?,
    };
    Ok((Some(journal), units))
}

/// Warns how results are counted if games have no partner.
fn warn_of_odd_games(settings: &MatchSettings) {
    let games = settings.games;
    if settings.repeat && !games.is_multiple_of(2) {
        eprintln!(
            "Warning: with -games {games} the last game of each encounter has no partner, so results are counted by single \
             games, not by pairs"
        );
    }
}

/// Starts every engine once, to check that it runs and to learn its name and options. Duplicate names are made unique.
fn name_engines(options: &mut Options) -> Result<Vec<Identity>, MatchError> {
    let mut names: Vec<String> = Vec::new();
    let mut identities = Vec::new();
    for engine in &mut options.engines {
        let identity = engine.introduce()?;
        let given = &engine.settings.name;
        let name = if !given.is_empty() {
            given.clone()
        } else if identity.name.is_empty() {
            engine.label()
        } else {
            identity.name.clone()
        };
        identities.push(identity);
        let mut candidates =
            std::iter::once(name.clone()).chain((2..).map(|number| format!("{name} ({number})")));
        if let Some(free) = candidates.find(|candidate| !names.contains(candidate)) {
            names.push(free.clone());
            engine.settings.name = free;
        }
        engine.settings.command = engine.command();
    }
    options.settings.engines = options.engines.iter().map(|engine| engine.settings.clone()).collect();
    Ok(identities)
}

fn print_command(options: &Options, program: OtherProgram, chess960: bool) {
    let own = std::env::current_exe().map_or_else(|_| "tabia".to_owned(), |path| path.display().to_string());
    let engines = options.engines.iter().map(|engine| match &engine.program {
        Some(Program::Command(command)) => command.clone(),
        _ => own.clone(),
    });
    // Neither program writes its files to the standard output.
    let shown = |option: &str, path: &Path, instead: &str| {
        if is_standard(path) {
            eprintln!("Note: only tabia writes to the standard output; -{option} names {instead} here");
            return instead.to_owned();
        }
        path.display().to_string()
    };
    let context = CommandLineContext {
        engines: engines.collect(),
        files: Vec::new(),
        openings: options.opening_file.as_ref().map(|file| file.path.display().to_string()),
        chess960,
        concurrency: options.concurrency,
        pgn: options.pgn.as_ref().map(|file| PgnTarget {
            path: shown("pgn", &file.path, "games.pgn"),
            verbosity: file.verbosity,
            is_replaced: file.is_replaced,
        }),
        epd: options.epd.as_ref().map(|file| shown("epd", &file.path, "last.epd")),
        sample: options.sample.as_ref().map(|path| shown("sample", path, "samples.csv")),
    };
    let mut settings = options.settings.clone();
    for (index, engine) in settings.engines.iter_mut().enumerate() {
        if engine.name.is_empty() {
            engine.name = format!("engine{}", index + 1);
        }
    }
    let command = match program {
        OtherProgram::Fastchess => settings.fastchess_command(&context),
        OtherProgram::CChessCli => settings.c_chess_cli_command(&context),
    };
    println!("{}", command.line);
    for note in command.notes {
        eprintln!("Note: {note}");
    }
}
