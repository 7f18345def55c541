//! The same match for other programs: command lines for fastchess and c-chess-cli.

use super::{EngineSettings, MatchSettings, OpeningSource};
use crate::limits::DEFAULT_TIMEOUT_MS;
use crate::openings::Order;
use crate::schedule::TournamentFormat;

/// What a command line needs besides the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLineContext {
    /// How each engine is started, in the order of the settings.
    pub engines: Vec<String>,
    /// The files of the engines, if no command is known: the command line is built from them as far as
    /// possible.
    pub files: Vec<BrowserEngine>,
    /// Where the opening file is; by default its own name in the current folder.
    pub openings: Option<String>,
    /// Whether the openings need the rules of Chess960.
    pub chess960: bool,
    /// Games at a time, at least 1.
    pub concurrency: usize,
}

impl Default for CommandLineContext {
    fn default() -> Self {
        Self { engines: Vec::new(), files: Vec::new(), openings: None, chess960: false, concurrency: 1 }
    }
}

/// The file of an engine that a browser plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrowserEngine {
    /// A build behind Tabia's engine interface, a `.wasm` file: `scripts/uci-wasm.mjs` runs it in Node as a
    /// UCI engine.
    Build(String),
    /// A UCI engine that is a JavaScript worker, which runs only in browsers.
    Worker(String),
}

/// A command line, and how it differs from the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// For a POSIX shell: several lines joined by backslashes.
    pub line: String,
    /// What the program does differently, or not at all; one sentence each.
    pub notes: Vec<String>,
}

/// Collects the arguments.
struct Builder {
    words: Vec<String>,
    notes: Vec<String>,
}

impl Builder {
    fn new(program: &str) -> Self {
        Self { words: vec![program.to_owned()], notes: Vec::new() }
    }

    /// An option with its values, on a new line.
    fn option(&mut self, name: &str, values: &[String]) {
        self.words.push(format!("\\\n  {name}"));
        self.words.extend(values.iter().map(|value| quoted(value)));
    }

    fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Adds a note unless it is there already.
    fn note_once(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn finish(self) -> CommandLine {
        CommandLine { line: self.words.join(" "), notes: self.notes }
    }
}

/// A word for a POSIX shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

impl MatchSettings {
    /// The match as a command line for fastchess (<https://github.com/Disservin/fastchess>, version 1.5 or
    /// later).
    pub fn fastchess_command(&self, context: &CommandLineContext) -> CommandLine {
        let mut command = Builder::new("fastchess");
        for (index, engine) in self.engines.iter().enumerate() {
            let mut values = start(&mut command, &self.engines, index, context);
            let limits = &engine.limits;
            match (&limits.time_control, limits.movetime_ms) {
                (_, Some(ms)) => values.push(format!("st={}", seconds(ms))),
                (Some(control), None) if control.periods().len() > 1 => {
                    let name = &engine.name;
                    command
                        .note(format!("{name}: fastchess knows one period of time only; {control} was cut"));
                    values.push(format!("tc={}", control.periods()[0]));
                }
                (Some(control), None) => values.push(format!("tc={control}")),
                (None, None) => values.push("tc=inf".to_owned()),
            }
            values.extend(limits.depth.map(|depth| format!("plies={depth}")));
            values.extend(limits.nodes.map(|nodes| format!("nodes={nodes}")));
            if limits.margin_ms > 0 {
                values.push(format!("timemargin={}", limits.margin_ms));
            }
            if let Some(ply) = limits.ply {
                let name = &engine.name;
                command.note(format!("{name}: fastchess knows no depth by phase; {ply} plies are fixed"));
                if limits.depth.is_none() {
                    values.push(format!("plies={ply}"));
                }
            }
            if engine.ponder {
                command.note(format!("{}: fastchess does not ponder", engine.name));
            }
            if let Some(book) = &engine.book {
                command.note(format!(
                    "{}: fastchess gives no engine a book of its own ({})",
                    engine.name, book.name
                ));
            }
            values.extend(options(engine));
            command.option("-engine", &values);
        }
        self.fastchess_schedule(&mut command);
        self.fastchess_openings(&mut command, context);
        let rules = &self.adjudication;
        if let Some(draw) = rules.draw {
            let values = [("movenumber", draw.number), ("movecount", draw.count), ("score", draw.score)];
            command.option("-draw", &values.map(pair));
        }
        if let Some(resign) = rules.resign {
            let mut values = vec![pair(("movecount", resign.count)), pair(("score", resign.score))];
            if resign.two_sided {
                values.push("twosided=true".to_owned());
            }
            command.option("-resign", &values);
            if resign.number > 0 {
                command.note("fastchess lets engines resign before the move number set here");
            }
        }
        if let Some(moves) = rules.max_moves {
            command.option("-maxmoves", &[moves.to_string()]);
        }
        if self.tablebase {
            command.option("-tb", &["syzygy".to_owned()]);
            command.note("replace syzygy by the folder of the endgame tables");
        }
        if let Some(sprt) = &self.sprt {
            let values =
                [("elo0", sprt.elo0), ("elo1", sprt.elo1), ("alpha", sprt.alpha), ("beta", sprt.beta)];
            let mut values = values.map(pair).to_vec();
            values.push(pair(("model", sprt.model)));
            command.option("-sprt", &values);
            if sprt.go_on {
                command.note("fastchess stops when its test has decided");
            }
        }
        if !self.event.is_empty() {
            command.option("-event", std::slice::from_ref(&self.event));
        }
        if !self.site.is_empty() {
            command.option("-site", std::slice::from_ref(&self.site));
        }
        command.option("-concurrency", &[context.concurrency.max(1).to_string()]);
        command.option("-recover", &[]);
        command.option(
            "-pgnout",
            &["file=games.pgn".to_owned(), "nodes=true".to_owned(), "seldepth=true".to_owned()],
        );
        if self.sample.is_some() {
            command.note("fastchess writes no samples");
        }
        command.finish()
    }

    fn fastchess_schedule(&self, command: &mut Builder) {
        if self.engines.len() > 2 && self.format == TournamentFormat::Gauntlet {
            command.option("-tournament", &["gauntlet".to_owned()]);
        }
        let games = self.games.saturating_mul(self.rounds);
        if self.repeat && self.games > 1 {
            command.option("-games", &["2".to_owned()]);
            command.option("-rounds", &[games.div_ceil(2).to_string()]);
            command.option("-repeat", &[]);
            if self.games % 2 == 1 {
                command.note("fastchess plays pairs only, a game more than is set here");
            }
        } else {
            command.option("-games", &["1".to_owned()]);
            command.option("-rounds", &[games.to_string()]);
            if self.sprt.is_some() {
                command.option("-report", &["penta=false".to_owned()]);
            }
        }
    }

    fn fastchess_openings(&self, command: &mut Builder, context: &CommandLineContext) {
        let settings = &self.openings;
        let (name, format) = match &settings.source {
            OpeningSource::Startpos => return,
            OpeningSource::BuiltIn => {
                if context.openings.is_none() {
                    command.note("put Tabia's built-in openings here as openings.epd: crates/arena/data/openings.epd of its sources");
                }
                ("openings.epd", "epd")
            }
            OpeningSource::Epd { name, .. } => (name.as_str(), "epd"),
            OpeningSource::Pgn { name, .. } => (name.as_str(), "pgn"),
            OpeningSource::Polyglot { .. } => {
                command.note(
                    "fastchess reads no Polyglot books: save the openings of this match as openings.epd",
                );
                ("openings.epd", "epd")
            }
        };
        let mut values =
            vec![format!("file={}", context.openings.as_deref().unwrap_or(name)), format!("format={format}")];
        values.push(format!("order={}", order(settings.order)));
        if settings.start > 0 {
            values.push(format!("start={}", settings.start + 1));
        }
        if let (Some(plies), "pgn") = (settings.plies, format) {
            values.push(format!("plies={plies}"));
        }
        command.option("-openings", &values);
        if settings.order == Order::Random {
            command.option("-srand", &[self.seed.to_string()]);
            command.note("fastchess shuffles openings in its own way: the seed gives another order there");
        }
        if let Some(count) = settings.count {
            command
                .note(format!("fastchess uses all openings of the file, not the first {count} of the order"));
        }
        if context.chess960 {
            command.option("-variant", &["fischerandom".to_owned()]);
        }
    }

    /// The match as a command line for c-chess-cli (<https://github.com/lucasart/c-chess-cli>, the version of
    /// 2023).
    pub fn c_chess_cli_command(&self, context: &CommandLineContext) -> CommandLine {
        let mut command = Builder::new("c-chess-cli");
        for (index, engine) in self.engines.iter().enumerate() {
            let mut values = start(&mut command, &self.engines, index, context);
            let limits = &engine.limits;
            if let Some(ms) = limits.movetime_ms {
                values.push(format!("movetime={}", seconds(ms)));
            } else if let Some(control) = &limits.time_control {
                if control.periods().len() > 1 {
                    let name = &engine.name;
                    command.note(format!(
                        "{name}: c-chess-cli knows one period of time only; {control} was cut"
                    ));
                }
                values.push(format!("tc={}", control.periods()[0]));
            }
            let depth = limits.depth.or(limits.ply);
            values.extend(depth.map(|depth| format!("depth={depth}")));
            values.extend(limits.nodes.map(|nodes| format!("nodes={nodes}")));
            if limits.ply.is_some() {
                command.note(format!("{}: c-chess-cli knows no depth by phase; it is fixed", engine.name));
            }
            if limits.margin_ms > 0 {
                command.note(format!("{}: c-chess-cli knows no margin of time", engine.name));
            }
            let timeout = (limits.timeout_ms != DEFAULT_TIMEOUT_MS).then_some(limits.timeout_ms);
            values.extend(timeout.map(|ms| format!("timeout={}", seconds(ms))));
            if engine.ponder {
                command.note(format!("{}: c-chess-cli does not ponder", engine.name));
            }
            values.extend(options(engine));
            command.option("-engine", &values);
        }
        command.option("-games", &[self.games.to_string()]);
        if self.rounds > 1 {
            command.option("-rounds", &[self.rounds.to_string()]);
        }
        if self.format == TournamentFormat::Gauntlet {
            command.option("-gauntlet", &[]);
        }
        if self.repeat {
            command.option("-repeat", &[]);
        }
        self.c_chess_cli_openings(&mut command, context);
        let rules = &self.adjudication;
        if let Some(draw) = rules.draw {
            let values = [("number", draw.number), ("count", draw.count), ("score", draw.score)];
            command.option("-draw", &values.map(pair));
        }
        if let Some(resign) = rules.resign {
            let values = [("number", resign.number), ("count", resign.count), ("score", resign.score)];
            command.option("-resign", &values.map(pair));
            if resign.two_sided {
                command.note("c-chess-cli lets an engine resign without the other's agreement");
            }
        }
        if rules.max_moves.is_some() {
            command.note("c-chess-cli knows no maximum length of games");
        }
        if self.tablebase {
            command.note("c-chess-cli does not use endgame tables");
        }
        if let Some(sprt) = &self.sprt {
            let values =
                [("elo0", sprt.elo0), ("elo1", sprt.elo1), ("alpha", sprt.alpha), ("beta", sprt.beta)];
            command.option("-sprt", &values.map(pair));
            command.note("c-chess-cli tests logistic Elo over single games, not pairs: it takes longer, and the bounds mean something else");
        }
        command.option("-concurrency", &[context.concurrency.max(1).to_string()]);
        command.option("-pgn", &["games.pgn".to_owned(), "3".to_owned()]);
        if let Some(sample) = &self.sample {
            let mut values = vec![pair(("freq", sample.frequency))];
            values.extend(sample.resolve.then(|| "resolve=y".to_owned()));
            values.extend(["format=csv".to_owned(), "file=samples.csv".to_owned()]);
            command.option("-sample", &values);
        }
        command.finish()
    }

    fn c_chess_cli_openings(&self, command: &mut Builder, context: &CommandLineContext) {
        let name = match &self.openings.source {
            OpeningSource::Startpos => return,
            OpeningSource::Epd { name, .. } => name.as_str(),
            OpeningSource::BuiltIn => "openings.epd",
            OpeningSource::Pgn { .. } | OpeningSource::Polyglot { .. } => {
                command.note(
                    "c-chess-cli reads openings from EPD only: save those of this match as openings.epd",
                );
                "openings.epd"
            }
        };
        let mut values = vec![format!("file={}", context.openings.as_deref().unwrap_or(name))];
        values.push(format!("order={}", order(self.openings.order)));
        if self.openings.order == Order::Random {
            // 0 would let the program choose.
            values.push(format!("srand={}", self.seed.max(1)));
            command.note("c-chess-cli shuffles openings in its own way: the seed gives another order there");
        }
        if self.openings.start > 0 || self.openings.count.is_some() {
            command.note("c-chess-cli uses all openings of the file");
        }
        command.option("-openings", &values);
    }
}

/// How an engine is started, and its name. Everything that has to be filled in by hand is noted once.
fn start(
    command: &mut Builder,
    engines: &[EngineSettings],
    index: usize,
    context: &CommandLineContext,
) -> Vec<String> {
    let name = engines.get(index).map_or("", |engine| engine.name.as_str());
    let mut values = match (context.engines.get(index), context.files.get(index)) {
        (Some(program), _) => vec![format!("cmd={program}")],
        (None, Some(BrowserEngine::Build(file))) => {
            let here = build_file(file, index, engines, context);
            command.note_once(
                "builds are run by Node: put uci-wasm.mjs here, from the folder scripts of Tabia's sources. For a native program \
                 write cmd=PATH/TO/PROGRAM in place of cmd= and args="
                    .to_owned(),
            );
            command.note_once(format!("put the build of {name} here as {here}"));
            vec!["cmd=node".to_owned(), format!("args=uci-wasm.mjs {here}")]
        }
        (None, Some(BrowserEngine::Worker(file))) => {
            let place = placeholder(index);
            command.note(format!(
                "{name}: {file} runs in browsers only. Replace {place} by the path of the same engine as a native program, \
                 which may play differently"
            ));
            vec![format!("cmd={place}")]
        }
        (None, None) => {
            let place = placeholder(index);
            command.note(format!("{name}: replace {place} by the path of its program"));
            vec![format!("cmd={place}")]
        }
    };
    values.push(format!("name={name}"));
    values
}

/// A placeholder for the program of an unknown engine.
fn placeholder(index: usize) -> String {
    format!("ENGINE_{}", index + 1)
}

/// The name of a build's file in the command line: without spaces, which would end an argument, and with the
/// number of the first engine that uses it if files of different builds have the same name.
fn build_file(file: &str, index: usize, engines: &[EngineSettings], context: &CommandLineContext) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let name: String = file.chars().map(plain).collect();
    let build = |index: usize| engines.get(index).map(|engine| engine.build.as_str());
    let alike: Vec<usize> = (0..context.files.len())
        .filter(|&other| matches!(&context.files[other], BrowserEngine::Build(other) if other == file))
        .collect();
    if alike.iter().all(|&other| build(other) == build(index)) {
        return name;
    }
    let first = alike.into_iter().find(|&other| build(other) == build(index)).unwrap_or(index);
    format!("{}-{name}", first + 1)
}

fn options(engine: &EngineSettings) -> impl Iterator<Item = String> + '_ {
    engine.options.iter().map(|(name, value)| format!("option.{name}={value}"))
}

fn pair((name, value): (&str, impl ToString)) -> String {
    format!("{name}={}", value.to_string())
}

fn seconds(ms: u64) -> f64 {
    ms as f64 / 1000.0
}

fn order(order: Order) -> &'static str {
    match order {
        Order::Sequential => "sequential",
        Order::Random => "random",
    }
}
