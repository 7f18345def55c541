//! One UCI session: lines of text in, lines of text out.
//!
//! The session owns the engine and the position; what it needs from the platform (where lines go, a clock, a
//! signal during a search) comes through [`Host`]. The native program and the wasm build differ in their
//! hosts only, and so does what a test sees.
//!
//! A host that reads its input on another thread answers `isready` during a search by itself; everything
//! else is passed to [`Session::line`] one line after the other.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod benchmark;
mod book;
mod book_game;
mod display;
mod files;
mod learning;
mod limits;
mod options;
mod report;
mod wdl;

use tabia_chess::{FenError, Move, Position, PositionError, Setup, perft_divide};
use tabia_engine::{Engine, OutOfMemory, Score};
use tabia_uci::{BestMove, Command, Info, Message, UciMove};
use thiserror::Error;

pub use book::{BookAnswer, BookSelection, OpeningBook};
pub use book_game::{BookGame, BookSearch};
pub use display::evaluation as evaluation_table;
pub use files::{TableSource, TextFiles};
pub use tabia_engine::{HelperTask, RunThreads, Signal};

use crate::options::Options;
use crate::report::Reporter;

/// The platform as a session sees it.
pub trait Host {
    /// Prints a line; the host adds the end of line and sends it off at once.
    fn print(&mut self, line: &str);

    /// Milliseconds since any fixed moment.
    fn now_ms(&mut self) -> f64;

    /// What the outside wants of the running search; asked every few thousand nodes. A signal stays until the
    /// next `go`, unless another takes its place.
    fn signal(&mut self) -> Signal;

    /// Called while a finished search waits for `stop` or `ponderhit`; lets a moment pass where possible.
    fn wait(&mut self) {}

    /// The opening book, if the host can open one. Only then are there options for it.
    fn book(&mut self) -> Option<&mut dyn OpeningBook> {
        None
    }

    /// The files of text, if there are any. Only then are there options that name them.
    fn text_files(&self) -> Option<&dyn TextFiles> {
        None
    }

    /// The threads that a search may have, if it may have more than one.
    fn threads(&self) -> Option<Threads> {
        None
    }

    /// Where tablebases come from, if there are any. Only then are there options about them.
    fn table_source(&self) -> Option<&dyn TableSource> {
        None
    }
}

/// The threads of a host.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// How many one search may use.
    pub most: usize,
    /// How they are started.
    pub run_threads: RunThreads,
}

/// Whether there is more to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on with the next line.
    Continue,
    /// The session has ended.
    Quit,
}

/// Why a `position` was refused. What was there before stays.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum PositionRefused {
    #[error("position: the FEN cannot be read: {0}")]
    Fen(#[from] FenError),
    #[error("position: {0}")]
    Illegal(#[from] PositionError),
}

/// A UCI session.
pub struct Session {
    /// Built when first needed, so that `uci` is answered at once.
    engine: Option<Engine>,
    options: Options,
    position: Position,
    /// Repetition keys of the game before `position`.
    history: Vec<u64>,
    /// The moves to `position` from the normal start position; nothing if the game began elsewhere.
    moves: Option<Vec<Move>>,
    /// The `position` command that led to `position`, if all of it was played.
    game: Option<tabia_uci::Position>,
    own_book: book::OwnBook,
    debug: bool,
    /// Whether something was learned that is not in the file yet.
    learning_changed: bool,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session at the start position.
    pub fn new() -> Self {
        Self {
            engine: None,
            options: Options::default(),
            position: Position::default(),
            history: Vec::new(),
            moves: Some(Vec::new()),
            game: None,
            own_book: book::OwnBook::default(),
            debug: false,
            learning_changed: false,
        }
    }

    /// Handles one line. `go` returns after `bestmove` has been printed.
    pub fn line(&mut self, host: &mut impl Host, line: &str) -> Flow {
        let command = match Command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => {
                if self.debug && !line.trim().is_empty() {
                    say(host, format!("unknown command: {}", line.trim()));
                }
                return Flow::Continue;
            }
            Err(error) => {
                say(host, error.to_string());
                return Flow::Continue;
            }
        };
        match command {
            Command::Uci => {
                host.print(
                    &Message::IdName(format!("Tabia {}{}", env!("CARGO_PKG_VERSION"), tabia_engine::VARIANT))
                        .to_string(),
                );
                host.print(&Message::IdAuthor(env!("CARGO_PKG_AUTHORS").to_owned()).to_string());
                let (files, tables) = (host.text_files().is_some(), host.table_source().is_some());
                for option in options::announced(files, tables, most_threads(host)) {
                    host.print(&option.to_string());
                }
                if host.book().is_some() {
                    for option in book::announced() {
                        host.print(&option.to_string());
                    }
                }
                host.print(&Message::UciOk.to_string());
            }
            Command::IsReady => {
                self.engine(host);
                host.print(&Message::ReadyOk.to_string());
            }
            Command::Debug(on) => self.debug = on,
            Command::SetOption(option) => self.set_option(host, &option),
            Command::UciNewGame => {
                self.save_learned(host);
                self.own_book.finish_game(host);
                self.engine(host).clear();
                self.position = Position::default();
                self.history.clear();
                self.moves = Some(Vec::new());
                self.game = None;
            }
            Command::Position(position) => self.set_position(host, position),
            Command::Go(go) => match go.perft {
                Some(depth) => self.perft(host, depth.clamp(0, 255) as u32),
                None => self.go(host, &go),
            },
            Command::Quit => {
                self.save_learned(host);
                self.own_book.finish_game(host);
                return Flow::Quit;
            }
            Command::Display => display::board(&self.position).lines().for_each(|line| host.print(line)),
            Command::Help => display::HELP.lines().for_each(|line| host.print(line)),
            Command::Bench(go) => benchmark::bench(host, &go, &self.position),
            Command::Perft(depth) => self.perft(host, depth),
            Command::Eval => {
                let weights = self.options.settings().personality.weights(self.position.turn());
                let table = display::evaluation(&self.position, weights.as_ref());
                table.lines().for_each(|line| host.print(line));
            }
            Command::Speed => benchmark::speed(host),
            Command::Learn(learn) => self.learn(host, &learn),
            // Out of place, or without meaning here: ignored.
            Command::Stop | Command::PonderHit | Command::Register => {}
        }
        Flow::Continue
    }

    /// The engine, built when it is asked for the first time.
    fn engine(&mut self, host: &mut impl Host) -> &mut Engine {
        let options = &mut self.options;
        self.engine.get_or_insert_with(|| {
            let mut engine = Engine::without_tt();
            let wanted = options.hash_megabytes;
            let mut megabytes = wanted;
            while let Err(error) = engine.set_hash_megabytes(megabytes) {
                megabytes /= 2;
                if megabytes == 0 {
                    say(host, format!("{error}: the search will be slow"));
                    break;
                }
            }
            if megabytes < wanted {
                let error = OutOfMemory { megabytes: wanted };
                say(host, format!("setoption Hash: {error}; {megabytes} MB are in use"));
            }
            options.hash_megabytes = megabytes.max(1);
            engine.settings = options.settings();
            lend_threads(host, &mut engine, options.threads);
            engine
        })
    }

    fn set_option(&mut self, host: &mut impl Host, option: &tabia_uci::SetOption) {
        if self.own_book.set(host, option) {
            return;
        }
        if option.name.eq_ignore_ascii_case("LearnFile") {
            self.save_learned(host);
        }
        let change = match self.options.set(option, most_threads(host)) {
            Ok(change) => change,
            Err(error) => {
                say(host, error.to_string());
                return;
            }
        };
        match change {
            options::Change::Tables => return self.open_tables(host),
            options::Change::LearnFile => return self.load_learned(host),
            _ => {}
        }
        let settings = self.options.settings();
        let (megabytes, threads) = (self.options.hash_megabytes, self.options.threads);
        let Some(engine) = self.engine.as_mut() else { return };
        engine.settings = settings;
        match change {
            options::Change::Value | options::Change::Tables | options::Change::LearnFile => {}
            options::Change::ClearHash | options::Change::Forget => engine.clear(),
            options::Change::Threads => lend_threads(host, engine, threads),
            options::Change::HashSize => {
                if let Err(error) = engine.set_hash_megabytes(megabytes) {
                    say(host, format!("setoption Hash: {error}; {} MB are in use", engine.hash_megabytes()));
                    self.options.hash_megabytes = engine.hash_megabytes();
                }
            }
        }
    }

    /// Opens the tablebases that `SyzygyPath` names, or closes them all.
    fn open_tables(&mut self, host: &mut impl Host) {
        let path = self.options.syzygy_path.clone();
        let tables = if path.is_empty() {
            None
        } else {
            let opened = host
                .table_source()
                .map_or_else(|| Err(files::no_files(&path)), |source| source.open_tables(&path));
            match opened {
                Ok((tables, found)) => {
                    say(host, found);
                    Some(tables)
                }
                Err(error) => {
                    say(host, format!("setoption SyzygyPath: {error}; there are no tablebases now"));
                    None
                }
            }
        };
        self.engine(host).set_tablebase(tables);
    }

    /// Sets up a position. What cannot be read or is not legal changes nothing; an illegal move ends the
    /// list of moves, and those before it are played, as other engines do.
    ///
    /// In a game each command repeats the one before and adds a move or two; only those are played then.
    fn set_position(&mut self, host: &mut impl Host, command: tabia_uci::Position) {
        let goes_on =
            |game: &tabia_uci::Position| game.fen == command.fen && command.moves.starts_with(&game.moves);
        let known = self.game.as_ref().filter(|game| goes_on(game)).map(|game| game.moves.len());
        if known.is_none() {
            let start = match &command.fen {
                None => Position::default(),
                Some(fen) => match parse_fen(fen) {
                    Ok(position) => position,
                    Err(error) => {
                        say(host, error.to_string());
                        return;
                    }
                },
            };
            self.moves = (start == Position::default()).then(Vec::new);
            self.position = start;
            self.history.clear();
        }
        // Until all of it is played.
        self.game = None;
        for (index, mv) in command.moves.iter().enumerate().skip(known.unwrap_or(0)) {
            let legal = match self.position.parse_uci(mv.as_str()) {
                Ok(legal) => legal,
                Err(error) => {
                    say(
                        host,
                        format!("position: move {}: {error}; the moves before it were played", index + 1),
                    );
                    return;
                }
            };
            self.history.push(self.position.repetition_key());
            self.position.play_unchecked(legal);
            if let Some(moves) = &mut self.moves {
                moves.push(legal);
            }
        }
        self.game = Some(command);
    }

    fn go(&mut self, host: &mut impl Host, go: &tabia_uci::Go) {
        let chess960 = self.options.chess960;
        let only;
        let mut is_book_search = false;
        let asked = go;
        self.own_book.follow(host, go, &self.position, self.moves.as_deref());
        let go = match self.own_book.ask(host, go, &self.position, chess960) {
            BookAnswer::Play(mv, _) => {
                let best = uci_move(&self.position, mv, chess960);
                host.print(&BestMove { best, ponder: None }.to_string());
                self.own_book.played(&self.position, self.moves.as_deref(), mv);
                return;
            }
            BookAnswer::Search(moves) => {
                is_book_search = true;
                only = book::OwnBook::only(go, &self.position, &moves, chess960);
                &only
            }
            BookAnswer::Nothing => go,
        };
        let (limits, unknown) = limits::from_go(go, &self.position);
        for mv in unknown {
            say(host, format!("go searchmoves: {mv} is not a legal move here"));
        }
        let position = self.position;
        let history = std::mem::take(&mut self.history);
        let format = report::Format { chess960: self.options.chess960, show_wdl: self.options.show_wdl };
        let engine = self.engine(host);
        let mut reporter = Reporter::new(host, &position, format);
        let result = engine.search(&position, &history, &limits, &mut reporter);
        let fault = engine.take_tablebase_fault();
        self.history = history;
        if let Some(fault) = fault {
            say(host, format!("SyzygyPath: {fault}"));
        }
        self.learn_from(go, &result);
        let Some(best) = result.best else {
            let info = Info { depth: Some(0), score: result.score.map(report::score), ..Info::default() };
            debug_assert!(matches!(result.score, Some(Score::Mate(0) | Score::Centipawns(0))));
            host.print(&info.to_string());
            host.print(&BestMove { best: None, ponder: None }.to_string());
            return;
        };
        let after = position.play(best).ok();
        let ponder =
            after.zip(result.ponder).and_then(|(after, ponder)| uci_move(&after, ponder, format.chess960));
        let best = uci_move(&position, best, format.chess960);
        host.print(&BestMove { best, ponder }.to_string());
        match result.best {
            Some(mv) if is_book_search => self.own_book.played(&position, self.moves.as_deref(), mv),
            _ => self.own_book.searched(host, asked, &position, self.moves.as_deref(), &result),
        }
    }

    fn perft(&mut self, host: &mut impl Host, depth: u32) {
        let mut total = 0;
        if depth == 0 {
            total = 1;
        } else {
            for (mv, nodes) in perft_divide(&self.position, depth) {
                host.print(&format!("{}: {nodes}", self.position.uci(mv, self.options.chess960)));
                total += nodes;
            }
        }
        host.print("");
        host.print(&format!("Nodes searched: {total}"));
        host.print("");
    }
}

/// How many threads one search may use.
fn most_threads(host: &impl Host) -> usize {
    host.threads().map_or(1, |threads| threads.most.max(1))
}

/// Lets the engine search with so many of the host's threads, if it has any to lend.
fn lend_threads(host: &impl Host, engine: &mut Engine, threads: usize) {
    if let Some(Threads { run_threads, .. }) = host.threads() {
        engine.set_threads(threads, run_threads);
    }
}

/// Says something to the person behind the GUI.
fn say(host: &mut impl Host, text: impl Into<String>) {
    host.print(&Info::message(text).to_string());
}

/// Positions that no game leads to are accepted, as other engines accept them.
fn parse_fen(fen: &str) -> Result<Position, PositionRefused> {
    let setup: Setup = fen.parse()?;
    Ok(setup.position_lenient()?)
}

/// A move as UCI writes it.
fn uci_move(position: &Position, mv: Move, chess960: bool) -> Option<UciMove> {
    position.uci(mv, chess960).parse().ok()
}
