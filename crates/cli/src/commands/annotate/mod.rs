//! `annotate`: reports on games, from their own evaluations or an engine's.

mod analyse;
mod args;
mod print;

use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use tabia_pgn::{Game, Problem, Reader};
use tabia_report::{
    Findings, GamePage, Plan, PlayerIs, Remark, Report, Scope, Style, annotate, html, remarks, report_of,
    side_of,
};
use thiserror::Error;

use analyse::Analysts;
pub(crate) use args::AnnotateArgs;

use crate::engines::EngineFault;
use crate::printing::go_on_unread;
use crate::{input_file, output_file};

/// Piece images of the diagrams.
const PIECES: &str = include_str!("../../../../../www/pieces/cburnett.svg");

/// Error of `annotate`.
#[derive(Debug, Error)]
pub(crate) enum AnnotateError {
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("engine {engine}: {fault}")]
    Engine { engine: String, fault: EngineFault },
    #[error("{}: no game found", path.display())]
    NoGame { path: PathBuf },
}

/// A game with its report and remarks.
struct Annotated {
    game: Game,
    report: Report,
    findings: Findings,
    remarks: Vec<Remark>,
}

impl Annotated {
    fn page(&self) -> GamePage<'_> {
        let Self { game, report, findings, remarks } = self;
        GamePage { game, report, findings, remarks }
    }
}

/// Prints the reports on all games in the files, and writes the annotated games. Errors in a game go to standard error; its moves before
/// the error count. If an engine fails, the games annotated so far are still written.
pub(crate) fn run(args: &AnnotateArgs) -> Result<(), AnnotateError> {
    check_files(args)?;
    if args.output.is_some() || args.html.is_some() {
        go_on_unread();
    }
    let mut done = Done::default();
    let result = annotate_all(args, &mut done);
    if let Some(path) = args.html.as_ref().filter(|_| result.is_ok() || done.games > 0) {
        let pages: Vec<GamePage<'_>> = done.pages.iter().map(Annotated::page).collect();
        let written = output_file::write(path, html(&pages, PIECES));
        let written = written.map_err(|error| AnnotateError::Write { path: path.clone(), error });
        return result.and(written);
    }
    result
}

/// Progress so far.
#[derive(Default)]
struct Done {
    games: usize,
    /// Games for the HTML page, if one is written.
    pages: Vec<Annotated>,
}

fn annotate_all(args: &AnnotateArgs, done: &mut Done) -> Result<(), AnnotateError> {
    let fault = |fault| AnnotateError::Engine { engine: args.engine.clone(), fault };
    let mut analysts = if args.from_evals { None } else { Some(Analysts::start(args).map_err(fault)?) };
    let mut output = args.output.as_deref().map(AnnotatedOutput::new);
    let mut without_game = None;
    for path in &args.files {
        let bytes =
            input_file::read(path).map_err(|error| AnnotateError::Read { path: path.clone(), error })?;
        let decoded = tabia_pgn::decode(&bytes);
        tell(path, tabia_pgn::encoding_problem(&decoded).as_slice());
        let mut reader = Reader::new(&decoded.text);
        let mut has_game = false;
        for read in reader.by_ref() {
            has_game = true;
            tell(path, &read.problems);
            let Some(scope) = scope(args, &read.game, path) else { continue };
            let annotated = annotated(read.game, &scope, args, analysts.as_mut()).map_err(fault)?;
            print::print(&annotated.game, &annotated.report, args.json);
            if let Some(output) = &mut output {
                output.add(&annotated.game)?;
            }
            done.games += 1;
            if args.html.is_some() {
                done.pages.push(annotated);
            }
        }
        tell(path, reader.leftover_problems());
        if !has_game {
            without_game.get_or_insert(path);
        }
    }
    if let Some(path) = without_game {
        return Err(AnnotateError::NoGame { path: path.clone() });
    }
    if let Some(player) = args.player.as_ref().filter(|_| done.games == 0) {
        eprintln!("no game of a player whose name contains {player:?}; case matters");
    }
    Ok(())
}

/// Checks the files before anything is analysed or overwritten.
fn check_files(args: &AnnotateArgs) -> Result<(), AnnotateError> {
    for path in &args.files {
        input_file::check(path).map_err(|error| AnnotateError::Read { path: path.clone(), error })?;
    }
    let outputs: Vec<&PathBuf> = args.output.iter().chain(&args.html).collect();
    for path in &outputs {
        output_file::check(path, &args.files)
            .map_err(|error| AnnotateError::Write { path: (*path).clone(), error })?;
    }
    match outputs[..] {
        [output, html] if output_file::is_same(output, html) => {
            let fault = "--output and --html must be different files";
            let error = io::Error::new(io::ErrorKind::InvalidInput, fault);
            Err(AnnotateError::Write { path: html.clone(), error })
        }
        _ => Ok(()),
    }
}

/// Output file of annotated games, written game by game: if a later game fails, the earlier ones are not lost. It is created with the
/// first game.
struct AnnotatedOutput<'a> {
    path: &'a Path,
    file: Option<Box<dyn Write>>,
}

impl<'a> AnnotatedOutput<'a> {
    fn new(path: &'a Path) -> Self {
        Self { path, file: None }
    }

    fn add(&mut self, game: &Game) -> Result<(), AnnotateError> {
        let failed = |error| AnnotateError::Write { path: self.path.to_owned(), error };
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(output_file::create(self.path).map_err(failed)?),
        };
        file.write_all(tabia_pgn::write(game).as_bytes()).and_then(|()| file.flush()).map_err(failed)
    }
}

/// Returns which moves of a game are annotated; `None` if the selected player isn't in it.
fn scope(args: &AnnotateArgs, game: &Game, path: &Path) -> Option<Scope> {
    let mut side = args.side();
    if let Some(player) = &args.player {
        side = match side_of(game, player) {
            PlayerIs::Playing(side) => Some(side),
            PlayerIs::Absent => return None,
            PlayerIs::OnBothSides => {
                eprintln!("{}: {player:?} is in both players' names; game left out", path.display());
                return None;
            }
        };
    }
    Some(Scope { side, moves: args.moves.clone(), variations: args.variations, asides: true })
}

fn annotated(
    mut game: Game,
    scope: &Scope,
    args: &AnnotateArgs,
    analysts: Option<&mut Analysts>,
) -> Result<Annotated, EngineFault> {
    let (plan, findings) = match analysts {
        None => (Plan::new(&game, scope), Findings::carried(&game, scope)),
        Some(analysts) => analysed(&game, scope, args, analysts)?,
    };
    let style = Style { margin: args.margin, line_plies: args.line, glyphs: true };
    let report = report_of(&game, &findings);
    let remarks = remarks(&game, scope, &findings, &style);
    annotate(&mut game, &plan, &findings, &remarks, &style);
    Ok(Annotated { game, report, findings, remarks })
}

/// Analyses a game with the engines.
fn analysed(
    game: &Game,
    scope: &Scope,
    args: &AnnotateArgs,
    analysts: &mut Analysts,
) -> Result<(Plan, Findings), EngineFault> {
    let shows = !args.json && io::stderr().is_terminal();
    let show = |done: usize, all: usize| {
        if shows {
            eprint!("\r{done} of {all} positions ");
            let _ = io::stderr().flush();
        }
    };
    let (plan, results) = analysts.analyse(Plan::new(game, scope), &show)?;
    if shows {
        eprintln!();
    }
    let findings = Findings::new(&plan, &results);
    Ok((plan, findings))
}

/// Reports what was lost in parsing.
fn tell(path: &Path, problems: &[Problem]) {
    for problem in problems.iter().filter(|problem| problem.is_loss) {
        eprintln!("{}: {problem}", path.display());
    }
}
