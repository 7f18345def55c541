//! Command line of `tabia match`.

use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _, FromArgMatches as _, Parser};
use tabia_arena::{DrawRule, Preset, ResignRule, Share, SprtSettings, TournamentFormat};

use super::engine::EngineOptions;
use super::error::MatchError;
use super::foreign::translated;
use super::groups::{OptionWords, SEPARATOR, split};
use super::values::{self, EpdFile, OpeningValues, OtherProgram, PgnFile, SampleFile, Words};

/// Help text below the options.
const VALUES: &str = "\
Options may be written with one hyphen or two. Those with several values take them as further arguments:

  -engine SETTING...     an engine; -each SETTING... applies to all engines
  -openings [file=FILE] [format=epd|pgn|polyglot] [order=random|sequential] [srand=N] [start=N] [plies=N] [count=N]
                         positions, games, or walks of PLIES through a book; without a file the built-in openings
  -sprt elo1=X [elo0=X] [alpha=P] [beta=P] [model=normalized|logistic|bayesian]
  -draw COUNT SCORE      or [number=N] count=C score=S
  -resign COUNT SCORE    or [number=N] count=C score=S [twosided=true]
  -pgn FILE [0-5]        0 results only, 1 moves, 2 scores and depths, 3 times (default), 4 nodes, selective depth and
                         speed, 5 principal variations; each level includes those before it
  -pgnout file=FILE [append=false] [nodes=true] [seldepth=true] [nps=true] [pv=true] [min=true]
  -epdout file=FILE [append=false]
  -sample FREQ[,y[,FILE]]  or freq=F [resolve=y] [file=FILE]: lines of fen,score,result

A file may be - for the standard output; messages go to standard error then.

Settings of an engine:
  builtin                the engine of this program, without a process; the same as cmd=builtin
  cmd=COMMAND            a UCI engine; a command with a / is run in its own folder
  args=ARGUMENTS         its arguments, separated by spaces; arg=ARGUMENT adds a single one
  dir=FOLDER             the folder to run it in
  restart=on             start it again for every game (default off)
  name=NAME              its name in results and PGN; by default, the name that the engine reports
  tc=[MOVES/]TIME[+INC]  time in seconds or minutes:seconds; several periods are separated by commas
  movetime=SECONDS       time for each move; also st=
  depth=PLIES  nodes=N   limits of each search; they can be combined with time; also plies=
  ply=PLIES              depth by phase: PLIES in the middlegame, up to 5 more in endings
  timemargin=MS          how far the time may be exceeded (default 0)
  timeout=SECONDS        how long an engine without a time limit may think (default 60)
  ponder[=true|false]    think on the opponent's time
  book=FILE              its own Polyglot book, from which the match plays for it; works with any engine
  bookselection=WAY      how a book move is chosen: random (in proportion to the weights), best, ranked, or search (the
                         engine decides)
  bookwidth=N            for ranked and search: choose among the N best moves (default 5)
  option.NAME=VALUE      a UCI option

Command lines of fastchess, cutechess-cli and c-chess-cli can be used. Their options without an effect here are named in a
note, and those that would change the match in a way that is not supported are refused, all at once.

Exit status: 0 when the match is over, 1 if a check of self-play failed, 2 on an error.
";

/// Play engines against each other, with the options of c-chess-cli, fastchess and cutechess-cli
#[derive(Debug, Parser)]
#[command(
    name = "tabia match",
    no_binary_name = true,
    args_override_self = true,
    override_usage = "tabia match [-each SETTING...] -engine SETTING... -engine SETTING... [OPTIONS]",
    after_help = VALUES
)]
pub(crate) struct MatchArgs {
    /// Settings of all engines, see below
    #[arg(long, value_name = "SETTING")]
    pub(super) each: Vec<Words>,
    /// An engine by its settings, see below
    #[arg(long, value_name = "SETTING")]
    pub(super) engine: Vec<Words>,
    /// Games per encounter [default: 1, with -repeat 2]
    #[arg(long, value_name = "N", value_parser = values::count::<1>)]
    pub(super) games: Option<usize>,
    /// Play everything N times, colours alternating throughout [default: 1]
    #[arg(long, value_name = "N", value_parser = values::count::<1>)]
    pub(super) rounds: Option<usize>,
    /// The first engine plays each of the others; otherwise a round-robin
    #[arg(long, overrides_with = "tournament")]
    pub(super) gauntlet: bool,
    /// Play each opening twice, with colours reversed
    #[arg(long)]
    pub(super) repeat: bool,
    /// The openings, see below [default: the start position]
    #[arg(long, value_parser = values::openings)]
    pub(super) openings: Option<OpeningValues>,
    /// Stop when the SPRT has decided: over pairs with -repeat, otherwise over games
    #[arg(long, value_parser = values::sprt)]
    pub(super) sprt: Option<SprtSettings>,
    /// Draw adjudication
    #[arg(long, value_parser = values::draw)]
    pub(super) draw: Option<DrawRule>,
    /// Resign adjudication
    #[arg(long, value_parser = values::resign)]
    pub(super) resign: Option<ResignRule>,
    /// A draw after N moves of both sides; 0 for no limit
    #[arg(long, value_name = "N", value_parser = values::count::<0>)]
    pub(super) maxmoves: Option<usize>,
    /// Wait N milliseconds before each game
    #[arg(long, value_name = "MS", value_parser = values::count::<0>)]
    pub(super) wait: Option<usize>,
    /// Adjudicate with the Syzygy tablebases in this folder
    #[arg(long, value_name = "FOLDER", value_parser = values::text)]
    pub(super) tb: Option<String>,
    /// stc, ltc, nodes, depth, ply, sanity or determinism; other options change it. The last two play a build against
    /// itself and check that all games are the same
    #[arg(long, value_name = "NAME", value_parser = values::preset)]
    pub(super) preset: Option<Preset>,
    /// Write the games
    #[arg(long, value_name = "FILE", value_parser = values::pgn, overrides_with = "pgnout")]
    pub(super) pgn: Option<PgnFile>,
    /// As -pgn, in the format of fastchess and cutechess-cli
    #[arg(long, value_name = "file=FILE", value_parser = values::pgnout, overrides_with = "pgn")]
    pub(super) pgnout: Option<PgnFile>,
    /// roundrobin or gauntlet, as in fastchess and cutechess-cli
    #[arg(long, value_name = "FORMAT", value_parser = values::tournament, overrides_with = "gauntlet")]
    pub(super) tournament: Option<TournamentFormat>,
    /// Write the last position of every game as EPD, with the number of the game and its result
    #[arg(long, visible_alias = "epdout", value_name = "FILE", value_parser = values::epd)]
    pub(super) epd: Option<EpdFile>,
    /// Write positions of the games as training data
    #[arg(long, value_name = "FREQ", value_parser = values::sample)]
    pub(super) sample: Option<SampleFile>,
    /// Write all traffic to tabia.N.log, where N is the number of the game's thread; --resume appends
    #[arg(long)]
    pub(super) log: bool,
    /// Games at a time [default: 1]
    #[arg(long, value_name = "N", value_parser = values::count::<1>)]
    pub(super) concurrency: Option<usize>,
    /// Report after every N pairs or games; 0 for never [default: 10]
    #[arg(long, value_name = "N", value_parser = values::count::<0>)]
    pub(super) ratinginterval: Option<usize>,
    /// The Event tag of the PGN file [default: the names of the engines]
    #[arg(long, value_name = "NAME", value_parser = values::text)]
    pub(super) event: Option<String>,
    /// The Site tag of the PGN file [default: Tabia]
    #[arg(long, value_name = "NAME", value_parser = values::text)]
    pub(super) site: Option<String>,
    /// The seed of openings and samples [default: random, printed]
    #[arg(long, alias = "srand", value_name = "N", value_parser = values::seed)]
    pub(super) seed: Option<u64>,
    /// Save every finished pair in FILE and play the missing ones, also of a match that was started in a browser. Options
    /// that are not given are taken from FILE, except for the engines' programs
    #[arg(long, value_name = "FILE", value_parser = values::path)]
    pub(super) resume: Option<PathBuf>,
    /// Play only every OF-th pair, beginning with number PART
    #[arg(long, value_name = "PART/OF", value_parser = values::share)]
    pub(super) share: Option<Share>,
    /// Merge files of one match, into that of --resume if given, and report; plays nothing
    #[arg(long, value_name = "FILE...", value_parser = values::paths)]
    pub(super) merge: Option<Words>,
    /// Print the match as a command line for fastchess or c-chess-cli; plays nothing
    #[arg(long, value_name = "PROGRAM", value_parser = values::other_program)]
    pub(super) print: Option<OtherProgram>,
    /// Notes for the user about options of other programs.
    #[arg(skip)]
    pub(super) notes: Vec<String>,
}

impl MatchArgs {
    /// Parses the arguments after `match`.
    ///
    /// # Errors
    /// If options are unknown, unsupported or have invalid values; all of them are reported.
    pub(crate) fn read(arguments: &[String]) -> Result<Self, MatchError> {
        let (mut options, mut notes, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        for option in split(arguments)? {
            let name = option.name.clone();
            match translated(option) {
                Ok(translated) => {
                    faults.extend(translated.faults.iter().map(|fault| MatchError::option(&name, fault)));
                    options.extend(translated.options);
                    notes.extend(translated.note.filter(|note| !notes.contains(note)));
                }
                Err(fault) => faults.push(MatchError::option(&name, fault)),
            }
        }
        let command = command();
        for option in &options {
            faults.extend(option_faults(&command, option));
        }
        if let Some(error) = MatchError::all(faults) {
            return Err(error);
        }
        let joined = options.iter().map(OptionWords::joined);
        let matches = command.try_get_matches_from(joined).map_err(|error| fault(&error))?;
        let args = Self::from_arg_matches(&matches).map_err(|error| fault(&error))?;
        Ok(Self { notes, ..args })
    }
}

/// Returns the options for clap. An option without values is passed on to its value parser, which reports what is
/// missing.
fn command() -> Command {
    MatchArgs::command().mut_args(|arg| {
        if arg.get_action().takes_values() {
            arg.num_args(0..=1).require_equals(true).default_missing_value("")
        } else {
            arg
        }
    })
}

/// Returns the errors of one option.
fn option_faults(command: &Command, option: &OptionWords) -> Vec<MatchError> {
    if matches!(option.name.as_str(), "engine" | "each") {
        let mut engine = EngineOptions::default();
        return option.values.iter().filter_map(|setting| engine.set(setting).err()).collect();
    }
    let read = command.clone().try_get_matches_from([option.joined()]);
    read.err().map(|error| fault(&error)).into_iter().collect()
}

/// Translates a clap error about an option to the wording of this command.
fn fault(error: &clap::Error) -> MatchError {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let is_of_name = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let shown = context(ContextKind::InvalidArg).trim_start_matches('-');
    let name: String = shown.chars().take_while(is_of_name).collect();
    let fault = match error.kind() {
        ErrorKind::UnknownArgument => "unknown option".to_owned(),
        ErrorKind::TooManyValues => {
            let value = context(ContextKind::InvalidValue).split(SEPARATOR).next().unwrap_or_default();
            format!("takes no value, not {value:?}")
        }
        _ => std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string),
    };
    MatchError::option(&name, fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        MatchArgs::command().debug_assert();
    }

    #[test]
    fn faults_name_the_option_as_it_is_written() {
        for (line, expected) in [
            ("-bogus 3", "-bogus: unknown option (tabia match --help)"),
            ("--gauntlet x y", "-gauntlet: takes no value, not \"x\" (tabia match --help)"),
            (
                "--repeat 3",
                "-repeat: an opening is played twice, with colours reversed, not 3 times (tabia match --help)",
            ),
            ("-games", "-games: a whole number of at least 1 must follow (tabia match --help)"),
            ("-resign 3", "-resign: a count and a score of at least 1 must follow (tabia match --help)"),
            ("3", "\"3\": an option such as -engine is expected here (tabia match --help)"),
            ("-event", "-event: a value must follow (tabia match --help)"),
        ] {
            let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(MatchArgs::read(&arguments).map(|_| ()).unwrap_err().to_string(), expected);
        }
    }
}
