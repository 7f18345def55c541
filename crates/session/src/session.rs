//! A UCI session: the state between commands, and what each command does.

use std::sync::Arc;

use tabia_chess::{Move, Position, perft_divide};
use tabia_engine::{Engine, OutOfMemory, Score};
use tabia_nnue::Network;
use tabia_uci::{BestMove, Command, EvalForm, Go, Info, Message};

use crate::built_in_net::first_net;
use crate::host::{Host, Threads, say};
use crate::opening_book::BookAnswer;
use crate::option_table::{self, HostFeatures};
use crate::options::Options;
use crate::own_book::OwnBook;
use crate::report::Reporter;
use crate::uci_move::uci_move;
use crate::{benchmark, display, explanation, limits, report};

/// Whether the session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Continue with the next line.
    Continue,
    /// The session has ended.
    Quit,
}

/// A UCI session.
pub struct Session {
    /// Created on first use, so that `uci` gets an immediate reply.
    pub(crate) engine: Option<Engine>,
    pub(crate) options: Options,
    /// Net that `EvalFile` names, or the default net.
    pub(crate) net: Option<Arc<Network>>,
    pub(crate) position: Position,
    /// Repetition keys of the game before `position`.
    pub(crate) history: Vec<u64>,
    /// Moves to `position` from the standard start position; `None` if the game started elsewhere.
    pub(crate) moves: Option<Vec<Move>>,
    /// Move that led to `position`; `None` if it was set up.
    pub(crate) last_move: Option<Move>,
    /// `position` command that led to `position`, if all of it was played.
    pub(crate) game: Option<tabia_uci::PositionCommand>,
    pub(crate) own_book: OwnBook,
    pub(crate) debug: bool,
    /// Whether there is learned data that isn't in the file yet.
    pub(crate) learning_changed: bool,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// Creates a session at the start position.
    pub fn new() -> Self {
        Self {
            engine: None,
            options: Options::default(),
            net: first_net(),
            position: Position::default(),
            history: Vec::new(),
            moves: Some(Vec::new()),
            last_move: None,
            game: None,
            own_book: OwnBook::default(),
            debug: false,
            learning_changed: false,
        }
    }

    /// Handles one line. For `go`, returns after `bestmove` has been printed.
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
            Command::Uci => announce(host),
            Command::IsReady => {
                self.engine(host);
                host.print(&Message::ReadyOk.to_string());
            }
            Command::Debug(on) => self.debug = on,
            Command::SetOption(option) => self.set_option(host, &option),
            Command::UciNewGame => self.new_game(host),
            Command::Position(position) => self.set_position(host, position),
            Command::Go(go) => {
                report_problems(host, "go", &go);
                match go.perft {
                    Some(depth) => self.perft(host, depth.clamp(0, 255) as u32),
                    None => self.go(host, &go),
                }
            }
            Command::Quit => {
                self.save_learned(host);
                self.own_book.finish_game(host, &self.options.book);
                return Flow::Quit;
            }
            Command::Display => display::board(&self.position).lines().for_each(|line| host.print(line)),
            Command::Help => display::HELP.lines().for_each(|line| host.print(line)),
            Command::Bench(go) => {
                report_problems(host, "bench", &go);
                benchmark::bench(host, &go, &self.position, self.net.clone());
            }
            Command::Perft(depth) => self.perft(host, depth),
            Command::Eval(form) => {
                let weights = self.options.settings().personality.weights(self.position.turn());
                let text = match form {
                    EvalForm::Table => {
                        let net = self.net.as_deref();
                        display::evaluation(&self.position, weights.as_ref())
                            + &net.map_or_else(String::new, |net| display::net(&self.position, net))
                    }
                    EvalForm::Json => {
                        explanation::evaluation_json(&self.position, weights.as_ref(), self.net.as_deref())
                    }
                    EvalForm::PieceSquareTables => explanation::piece_square_tables_json(),
                };
                text.lines().for_each(|line| host.print(line));
            }
            Command::Tablebase => self.print_tablebase_moves(host),
            Command::Speed => benchmark::speed(host),
            Command::Learn(learn) => self.learn(host, &learn),
            // Ignored: out of place or meaningless here.
            Command::Stop | Command::PonderHit | Command::Register => {}
        }
        Flow::Continue
    }

    /// Returns the engine, created on first use.
    pub(crate) fn engine(&mut self, host: &mut impl Host) -> &mut Engine {
        let options = &mut self.options;
        let net = &self.net;
        self.engine.get_or_insert_with(|| {
            let mut engine = Engine::without_tt();
            let wanted = options.hash_megabytes();
            let mut megabytes = wanted;
            while let Err(error) = engine.set_hash_megabytes(megabytes) {
                megabytes = smaller_hash(megabytes);
                if megabytes == 0 {
                    say(host, format!("{error}: the search will be slow"));
                    break;
                }
            }
            if megabytes < wanted {
                let error = OutOfMemory { megabytes: wanted };
                say(host, format!("setoption Hash: {error}; {megabytes} MB are in use"));
            }
            options.set_hash_megabytes(megabytes.max(1));
            engine.settings = options.settings();
            engine.set_net(net.clone());
            lend_threads(host, &mut engine, options.threads());
            engine
        })
    }

    fn new_game(&mut self, host: &mut impl Host) {
        self.save_learned(host);
        self.own_book.finish_game(host, &self.options.book);
        self.engine(host).clear();
        self.position = Position::default();
        self.history.clear();
        self.moves = Some(Vec::new());
        self.last_move = None;
        self.game = None;
    }

    fn go(&mut self, host: &mut impl Host, go: &Go) {
        let chess960 = self.options.chess960;
        let only;
        let mut is_book_search = false;
        let asked = go;
        // Whether a pondered position comes up on the board is known only at the end.
        if !go.ponder {
            self.own_book.follow(host, &self.options, go, &self.position, self.moves.as_deref());
        }
        let go = match self.own_book.ask(host, &self.options, go, &self.position) {
            BookAnswer::Play(mv, _) => {
                let best = uci_move(&self.position, mv, chess960);
                host.print(&BestMove { best, ponder: None }.to_string());
                self.own_book.played(&self.position, self.moves.as_deref(), mv);
                return;
            }
            BookAnswer::Search(moves) => {
                is_book_search = true;
                only = OwnBook::only(go, &self.position, &moves, chess960);
                &only
            }
            BookAnswer::Nothing => go,
        };
        let (mut limits, unknown) = limits::from_go(go, &self.position);
        limits.last_move = self.last_move;
        for mv in &unknown {
            say(host, format!("go searchmoves: {mv} is not a legal move here"));
        }
        if limits.search_moves.is_empty() && !unknown.is_empty() {
            say(host, "go searchmoves: no legal move is left, so all moves are searched");
        }
        let position = self.position;
        let history = std::mem::take(&mut self.history);
        let format = report::Format { chess960: self.options.chess960, show_wdl: self.options.show_wdl };
        let engine = self.engine(host);
        let mut reporter = Reporter::new(host, &position, format);
        let result = engine.search(&position, &history, &limits, &mut reporter);
        let is_played = !asked.ponder || reporter.is_ponder_hit();
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
            _ if is_played => {
                if asked.ponder {
                    self.own_book.follow(host, &self.options, asked, &position, self.moves.as_deref());
                }
                self.own_book.searched(host, &self.options, asked, &position, self.moves.as_deref(), &result);
            }
            _ => {}
        }
    }

    fn perft(&mut self, host: &mut impl Host, depth: u32) {
        let mut total = 0;
        if depth == 0 {
            total = 1;
        } else {
            for (mv, nodes) in perft_divide(&self.position, depth) {
                host.print(&format!("{}: {nodes}", self.position.uci_with(mv, self.options.chess960)));
                total += nodes;
            }
        }
        host.print("");
        host.print(&format!("Nodes searched: {total}"));
        host.print("");
    }
}

/// Prints the parameters of `go` or `bench` that were skipped or read differently from what was sent.
fn report_problems(host: &mut impl Host, command: &str, go: &Go) {
    for problem in &go.problems {
        say(host, format!("{command} {problem}"));
    }
}

/// Returns the size to try next, in megabytes, when there isn't enough memory for a hash table of this size. A 32-bit
/// build takes as much as it can get; natively, half of an excessive size may still be more than the machine has, so
/// the default comes first.
const fn smaller_hash(megabytes: usize) -> usize {
    if usize::BITS == 64 && megabytes > Engine::DEFAULT_HASH_MEGABYTES {
        Engine::DEFAULT_HASH_MEGABYTES
    } else {
        megabytes / 2
    }
}

/// Returns the features of this host.
pub(crate) fn host_features(host: &mut impl Host) -> HostFeatures {
    HostFeatures {
        max_threads: host.threads().map_or(1, |threads| threads.max.max(1)),
        text_files: host.text_files().is_some(),
        nets: cfg!(feature = "net") || host.net_files().is_some(),
        tablebases: host.tablebase_source().is_some(),
        book: host.book().is_some(),
    }
}

/// Suffix of the engine name for builds that use the classical evaluation.
const EVALUATION: &str =
    if cfg!(any(feature = "net-by-default", feature = "material")) { "" } else { " classic" };

/// Replies to `uci`.
fn announce(host: &mut impl Host) {
    let name = format!("Tabia{EVALUATION} {}{}", env!("CARGO_PKG_VERSION"), tabia_engine::VARIANT);
    host.print(&Message::IdName(name).to_string());
    host.print(&Message::IdAuthor(env!("CARGO_PKG_AUTHORS").to_owned()).to_string());
    for option in option_table::announced(host_features(host)) {
        host.print(&option.to_string());
    }
    host.print(&Message::UciOk.to_string());
}

/// Lets the engine search with `threads` of the host's threads, if the host has any.
pub(crate) fn lend_threads(host: &impl Host, engine: &mut Engine, threads: usize) {
    if let Some(Threads { run_threads, .. }) = host.threads() {
        engine.set_threads(threads, run_threads);
    }
}
