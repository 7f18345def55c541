//! State shared by the players of a worker: their game, the time, and the reports to the page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use tabia_arena::output::log::{Direction, log_line};
use tabia_arena::player::{Output, PlayerState, UciPlayer};
use tabia_arena::{Game, GameRecord, GameStatus, Knowledge, Report};
use tabia_chess::Color;
use web_sys::Performance;

use super::match_threads::MatchThreads;
use super::publish::{Log, SharedState};
use crate::clock::{now_ms, worker_clock};
use crate::engine::signals::Signal;
use crate::instance::{Console, EngineFault};
use crate::matches::messages::{FromMatch, Patience, Setup};
use crate::matches::shared_state::Phase;

/// Posts a message to the page.
pub(super) type PostToPage = Rc<dyn Fn(FromMatch)>;

/// Approximate overhead of a log line in addition to its text, in bytes.
const LOG_LINE_BYTES: usize = 40;

/// Maximum output logged in response to one command, in bytes; endless output would fill the page's memory.
const MAX_LOGGED: usize = 1 << 20;

/// State shared by the players; see the module documentation. Times are in milliseconds by the worker's clock.
pub(super) struct Controller {
    patience: Patience,
    names: Vec<String>,
    post: PostToPage,
    clock: Option<Performance>,
    opened_ms: f64,
    shared: RefCell<SharedState>,
    log: RefCell<Log>,
    is_logging: bool,
    /// Remaining log allowance of the response to the last command, in bytes, and the number of lines left out.
    log_left: Cell<usize>,
    unlogged: Cell<usize>,
    running: RefCell<Option<RunningGame>>,
    is_idle: Cell<bool>,
    match_threads: MatchThreads,
}

/// Game in progress, and the players of White and Black.
struct RunningGame {
    game: Game,
    players: [usize; 2],
}

impl RunningGame {
    fn color_of(&self, player: usize) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.players[color.index()] == player)
    }
}

impl Controller {
    pub(super) fn new(setup: &Setup, post: PostToPage) -> Self {
        let log = Log::new(&setup.log);
        let clock = worker_clock();
        Self {
            patience: setup.patience,
            names: setup.players.iter().map(|player| player.name.clone()).collect(),
            post,
            opened_ms: now_ms(clock.as_ref()),
            clock,
            shared: RefCell::new(SharedState::new(setup.state.as_ref())),
            is_logging: log.is_on(),
            log_left: Cell::new(MAX_LOGGED),
            unlogged: Cell::new(0),
            log: RefCell::new(log),
            running: RefCell::default(),
            is_idle: Cell::new(true),
            match_threads: MatchThreads::new(setup),
        }
    }

    pub(super) fn now_ms(&self) -> f64 {
        now_ms(self.clock.as_ref())
    }

    pub(super) fn post(&self, message: FromMatch) {
        (self.post)(message);
    }

    /// Returns the name of a player.
    pub(super) fn name(&self, player: usize) -> &str {
        self.names.get(player).map_or("", String::as_str)
    }

    // --- The game ---------------------------------------------------------------------------------------

    pub(super) fn begin_game(&self, mut game: Game, players: [usize; 2], unit: usize, index: usize) {
        self.shared.borrow_mut().begin_game(unit, index, &*self.post);
        game.begin(self.now_ms());
        *self.running.borrow_mut() = Some(RunningGame { game, players });
    }

    pub(super) fn end_game(&self) -> Option<(GameRecord, [UciPlayer; 2])> {
        self.running.borrow_mut().take().map(|running| running.game.finish())
    }

    /// Returns the status of the game; if a reply is due, also from which player and until when.
    pub(super) fn status(&self) -> (GameStatus, Option<(usize, f64)>) {
        let running = self.running.borrow();
        let Some(RunningGame { game, players }) = running.as_ref() else { return (GameStatus::Over, None) };
        let waits_for = game.waits_for().map(|color| players[color.index()]);
        (game.status(), waits_for.zip(game.deadline_ms()))
    }

    /// Returns the next output of the game and its player.
    pub(super) fn next_output(&self) -> Option<(usize, Output)> {
        let mut running = self.running.borrow_mut();
        let RunningGame { game, players } = running.as_mut()?;
        let (color, output) = game.next_output()?;
        Some((players[color.index()], output))
    }

    /// Continues with the next move.
    pub(super) fn next_turn(&self, knowledge: &mut dyn Knowledge) {
        let mut running = self.running.borrow_mut();
        let Some(RunningGame { game, players }) = running.as_mut() else { return };
        let (ply, player) = (game.referee().ply(), players[game.referee().position().turn().index()]);
        game.next_turn(knowledge, self.now_ms());
        if let Some(book_move) = game.referee().plies().get(ply) {
            self.share_call(game, Phase::Preparing, player, self.patience.answer_ms);
            self.shared.borrow_mut().moved(Some(book_move), self.patience.grace_ms, &*self.post);
        }
    }

    /// Posts the game's reports to the page.
    pub(super) fn post_reports(&self) {
        let (reports, players) = match self.running.borrow_mut().as_mut() {
            Some(running) => (running.game.take_reports(), running.players),
            None => return,
        };
        for report in reports {
            self.post(match report {
                Report::Notice(color, message) => {
                    FromMatch::Notice { player: players[color.index()], message }
                }
                Report::Fault(color, message) | Report::NotRestarted(color, message) => {
                    FromMatch::EngineFault { player: players[color.index()], message }
                }
            });
        }
    }

    // --- Events from the engines ------------------------------------------------------------------------

    /// Records that an engine is running.
    pub(super) fn started(&self, player: usize) {
        self.with_game(player, |game, color| game.started(color, self.now_ms()));
    }

    /// Records that an engine is gone or could not be started.
    pub(super) fn disconnected(&self, player: usize, reason: String) {
        self.log_line(player, Direction::Received, &format!("({reason})"));
        self.flush_log_now();
        self.with_game(player, |game, color| game.disconnected(color, reason, self.now_ms()));
    }

    /// Records that a call into an engine build has returned.
    pub(super) fn returned(&self, player: usize) {
        self.with_game(player, |game, color| game.returned(color, self.now_ms()));
    }

    /// Records that the time until which a player was awaited has passed.
    pub(super) fn time(&self, player: usize, now_ms: f64) {
        self.with_game(player, |game, _| game.time(now_ms));
    }

    /// Handles a player's line that arrived at `at_ms`.
    pub(super) fn line(&self, player: usize, line: &str, at_ms: f64) {
        self.log_line(player, Direction::Received, line);
        self.with_game(player, |game, color| {
            let ply = game.referee().ply();
            if game.line(color, line, at_ms) {
                let played = game.referee().plies().get(ply);
                self.shared.borrow_mut().moved(played, self.patience.grace_ms, &*self.post);
            }
        });
    }

    /// Returns the number of a new instance of a player's build.
    pub(super) fn next_instance(&self, player: usize) -> u32 {
        self.match_threads.next(player)
    }

    /// Checks the time during a call into an engine.
    fn check(&self, player: usize, now_ms: f64) -> Result<Signal, EngineFault> {
        if self.match_threads.is_broken(player) {
            // The memory shared by all threads may be corrupt, too.
            return Err(EngineFault::GivenUp("one of its threads failed".to_owned()));
        }
        let checked = self.with_game(player, |game, color| {
            game.time(now_ms);
            let player = game.player(color);
            if player.state() == PlayerState::Disconnected {
                return Err(EngineFault::GivenUp(player.lost_because().to_owned()));
            }
            Ok(if player.is_stopping() { Signal::Stop } else { Signal::Go })
        });
        checked.unwrap_or(Ok(Signal::Go))
    }

    fn with_game<T>(&self, player: usize, action: impl FnOnce(&mut Game, Color) -> T) -> Option<T> {
        let mut running = self.running.borrow_mut();
        let running = running.as_mut()?;
        let color = running.color_of(player)?;
        Some(action(&mut running.game, color))
    }

    // --- State for the page -----------------------------------------------------------------------------

    /// Records that an engine is about to be started.
    pub(super) fn starting(&self, player: usize) {
        self.with_game(player, |game, _| {
            self.share_call(game, Phase::Preparing, player, self.patience.answer_ms);
        });
    }

    /// Records that a line is about to be sent to a player: the page must know, because an engine build may not return.
    pub(super) fn sending(&self, player: usize, line: &str) {
        self.with_game(player, |game, color| {
            let is_thinking = game.player(color).state() == PlayerState::Thinking;
            match game.player(color).search_time_ms().filter(|_| is_thinking) {
                // Setting up the position is part of the search.
                Some(time_ms) if line.starts_with("position") => {
                    self.share_call(game, Phase::Searching, player, time_ms);
                }
                Some(_) => {}
                None => self.share_call(game, Phase::Preparing, player, self.patience.answer_ms),
            }
        });
        self.log_line(player, Direction::Sent, line);
    }

    /// Records that no engine is called for now.
    pub(super) fn idle(&self) {
        if !self.is_idle.replace(true) {
            self.shared.borrow_mut().idle(&*self.post);
        }
        self.flush_log();
    }

    fn share_call(&self, game: &Game, phase: Phase, player: usize, deadline_ms: f64) {
        self.is_idle.set(false);
        let clocks = [Color::White, Color::Black].map(|color| game.referee().remaining_ms(color));
        self.shared.borrow_mut().call(phase, player, deadline_ms, clocks, &*self.post);
        self.flush_log();
    }

    fn log_line(&self, player: usize, direction: Direction, line: &str) {
        if !self.is_logging {
            return;
        }
        match direction {
            Direction::Sent => {
                self.log_left.set(MAX_LOGGED);
                let unlogged = self.unlogged.take();
                if unlogged > 0 {
                    self.write_log(player, Direction::Received, &format!("({unlogged} lines left out)"));
                }
            }
            // The end of a search is short and always relevant.
            Direction::Received if line.len() > self.log_left.get() && !line.starts_with("bestmove") => {
                self.log_left.set(0);
                self.unlogged.set(self.unlogged.get() + 1);
                return;
            }
            Direction::Received => {
                self.log_left.set(self.log_left.get().saturating_sub(line.len() + LOG_LINE_BYTES));
            }
        }
        self.write_log(player, direction, line);
    }

    fn write_log(&self, player: usize, direction: Direction, line: &str) {
        let elapsed_ms = self.now_ms() - self.opened_ms;
        let mut text = log_line(elapsed_ms, self.name(player), direction, line);
        text.push('\n');
        self.log.borrow_mut().write(&text, &*self.post);
    }

    fn flush_log(&self) {
        if self.is_logging {
            self.log.borrow_mut().post(self.now_ms(), &*self.post);
        }
    }

    /// Posts the log up to the last line, before a message after which the page may terminate this worker.
    pub(super) fn flush_log_now(&self) {
        self.log.borrow_mut().post_now(&*self.post);
    }
}

/// Console of one player's engine build.
pub(super) struct PlayerConsole {
    pub(super) controller: Rc<Controller>,
    pub(super) player: usize,
}

impl Console for PlayerConsole {
    fn print(&self, text: &str, now_ms: f64) -> Result<(), EngineFault> {
        for line in text.lines() {
            self.controller.line(self.player, line, now_ms);
        }
        self.controller.check(self.player, now_ms).map(|_| ())
    }

    fn asked_time(&self, now_ms: f64) -> Result<(), EngineFault> {
        self.controller.check(self.player, now_ms).map(|_| ())
    }

    fn signal(&self, now_ms: f64) -> Result<Signal, EngineFault> {
        self.controller.check(self.player, now_ms)
    }
}
