//! One game between two players, without I/O, threads or a clock: the referee, the players, and the next
//! action.
//!
//! A host executes [`Game::next_output`], passes in the lines of the engine named by [`Game::waits_for`] with
//! their arrival times, and sets a timer for [`Game::deadline_ms`]. Between moves it calls
//! [`Game::next_turn`] whenever it likes; there it can pause or abort the game.

mod events;
mod knowledge;
mod report;

use tabia_chess::{Color, Move};
use tabia_polyglot::select::Choice;

use crate::engine_book::search_only;
use crate::player::{Event, Output, PlayerState, SearchCommand, UciPlayer};
use crate::record::GameRecord;
use crate::referee::{Next, Referee, Request};

pub use self::knowledge::{Knowledge, TablebaseResult};
pub use self::report::Report;

/// Status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    /// Waiting for an engine: [`Game::waits_for`].
    Waiting,
    /// Call [`Game::next_turn`].
    Turn,
    /// Call [`Game::finish`].
    Over,
    /// This side's engine never started, so no game was played. [`UciPlayer::lost_because`] gives the reason.
    CannotStart(Color),
}

#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// This player is getting ready; `is_told`: `ucinewgame` has been sent.
    Preparing {
        color: Color,
        is_told: bool,
    },
    /// No engine is busy.
    BetweenMoves,
    /// The player must stop pondering before its turn.
    EndingPonder(Turn),
    /// The player is searching; `has_moved`: it has moved, but its call has not returned yet.
    Thinking {
        color: Color,
        has_moved: bool,
    },
    /// The player ran out of time and is being stopped.
    Overdue(Color),
    /// The game is over; players that still ponder are being stopped.
    Closing,
    Over,
    CannotStart(Color),
}

/// A turn that waits for pondering to end.
#[derive(Clone, Debug, PartialEq)]
struct Turn {
    request: Request,
    book_move: Option<Move>,
}

/// One game. See the [module](self)'s description.
#[derive(Clone, Debug)]
pub struct Game {
    referee: Referee,
    players: [UciPlayer; 2],
    /// Whether each player thinks on the opponent's time.
    ponders: [bool; 2],
    /// The move that each player is pondering on.
    expected: [Option<Move>; 2],
    stage: Stage,
    /// Whether the last move came from a search.
    is_searched: bool,
    reports: Vec<Report>,
}

impl Game {
    /// Creates a game between White and Black; `ponders` is whether each thinks on the opponent's time.
    pub fn new(referee: Referee, players: [UciPlayer; 2], ponders: [bool; 2]) -> Self {
        Self {
            referee,
            players,
            ponders,
            expected: [None; 2],
            stage: Stage::Preparing { color: Color::White, is_told: false },
            is_searched: false,
            reports: Vec::new(),
        }
    }

    /// Begins the game, starting engines that are not running. Times are in milliseconds from any fixed
    /// origin, here and in every other method.
    pub fn begin(&mut self, now_ms: f64) {
        self.settle(now_ms);
    }

    /// Returns the status of the game.
    pub const fn status(&self) -> GameStatus {
        match &self.stage {
            Stage::BetweenMoves => GameStatus::Turn,
            Stage::Over => GameStatus::Over,
            Stage::CannotStart(color) => GameStatus::CannotStart(*color),
            _ => GameStatus::Waiting,
        }
    }

    /// Returns the referee.
    pub const fn referee(&self) -> &Referee {
        &self.referee
    }

    /// Returns a player.
    pub const fn player(&self, color: Color) -> &UciPlayer {
        &self.players[color.index()]
    }

    /// Returns the side whose engine must respond next.
    pub fn waits_for(&self) -> Option<Color> {
        match &self.stage {
            Stage::Preparing { color, .. } | Stage::Thinking { color, .. } | Stage::Overdue(color) => {
                Some(*color)
            }
            Stage::EndingPonder(turn) => Some(turn.request.color),
            Stage::Closing => Color::ALL.into_iter().find(|&color| self.player(color).is_stopping()),
            Stage::BetweenMoves | Stage::Over | Stage::CannotStart(_) => None,
        }
    }

    /// Returns the time at which to call [`Game::time`] if no line arrives first.
    pub fn deadline_ms(&self) -> Option<f64> {
        self.player(self.waits_for()?).deadline_ms()
    }

    /// Returns the next action for the host, and the engine it concerns.
    pub fn next_output(&mut self) -> Option<(Color, Output)> {
        Color::ALL.into_iter().find_map(|color| Some((color, self.players[color.index()].next_output()?)))
    }

    /// Takes the reports for the engines' users since the last call.
    pub fn take_reports(&mut self) -> Vec<Report> {
        std::mem::take(&mut self.reports)
    }

    /// Aborts the game; it does not count.
    pub fn interrupt(&mut self, now_ms: f64) {
        self.referee.interrupt();
        self.settle(now_ms);
    }

    /// Returns the record of the game, and the players.
    pub fn finish(self) -> (GameRecord, [UciPlayer; 2]) {
        (self.referee.into_record(), self.players)
    }

    // --- Input from the host ----------------------------------------------------------------------------

    /// Notes that an engine was started.
    pub fn started(&mut self, color: Color, now_ms: f64) {
        self.players[color.index()].started(now_ms);
    }

    /// Notes that an engine disconnected or could not be started; `reason` is a sentence.
    pub fn disconnected(&mut self, color: Color, reason: String, now_ms: f64) {
        let event = self.players[color.index()].disconnected(reason);
        self.event(color, event);
        self.settle(now_ms);
    }

    /// Notes that the call that passed an engine its last line has returned
    /// ([`Transport::Calls`](crate::player::Transport::Calls)).
    pub fn returned(&mut self, color: Color, now_ms: f64) {
        let event = self.players[color.index()].returned();
        self.event(color, event);
        self.settle(now_ms);
    }

    /// Handles a line of an engine, received at `at_ms`. Returns whether it ended the search for the next
    /// move.
    pub fn line(&mut self, color: Color, line: &str, at_ms: f64) -> bool {
        self.take_line(color, line, at_ms, false)
    }

    /// As [`line`](Self::line); `is_pondered` means that it was printed before `ponderhit`.
    fn take_line(&mut self, color: Color, line: &str, at_ms: f64, is_pondered: bool) -> bool {
        let player = &self.players[color.index()];
        // Queued lines don't extend the deadline of an engine that never stops printing.
        if player.deadline_ms().is_some_and(|deadline_ms| at_ms > deadline_ms) {
            self.time(at_ms);
        }
        let player = &mut self.players[color.index()];
        let since_ms = player.search_since_ms();
        let event = player.line(line, at_ms);
        let is_move = matches!(event, Some(Event::BestMove { .. }));
        // Lines carry their arrival times: one that arrived during pondering predates the search and counts
        // as zero time.
        let elapsed_ms = |since_ms: f64| (at_ms - since_ms).max(0.0);
        match (event, since_ms) {
            (Some(Event::Info(line)), Some(since_ms)) => {
                _ = self.referee.line_unjudged(color, line, elapsed_ms(since_ms));
            }
            (Some(Event::BestMove { line, .. }), Some(since_ms)) => {
                if is_pondered || at_ms < since_ms {
                    self.referee.moved_before_ponderhit(color);
                }
                _ = self.referee.line_unjudged(color, line, elapsed_ms(since_ms));
                self.stage = Stage::Thinking { color, has_moved: true };
                self.is_searched = true;
                self.settle(at_ms);
            }
            (Some(Event::Info(_)), None) | (None, _) => {}
            (event, _) => {
                self.event(color, event);
                self.settle(at_ms);
            }
        }
        is_move
    }

    /// Checks the deadline; an early call does nothing.
    pub fn time(&mut self, now_ms: f64) {
        if let Some(color) = self.waits_for() {
            let event = self.players[color.index()].time(now_ms);
            self.event(color, event);
            self.settle(now_ms);
        }
    }

    /// Starts the next move, or ends the game.
    pub fn next_turn(&mut self, knowledge: &mut dyn Knowledge, now_ms: f64) {
        if self.stage != Stage::BetweenMoves {
            return;
        }
        if std::mem::take(&mut self.is_searched) {
            // Tablebases are exact: they take precedence over scores and game length, as in fastchess.
            match knowledge.tablebase(self.referee.position()) {
                TablebaseResult::Unknown => {}
                TablebaseResult::Draw => self.referee.adjudicate_by_tablebase(None),
                TablebaseResult::Win(winner) => self.referee.adjudicate_by_tablebase(Some(winner)),
            }
            self.referee.adjudicate();
            self.begin_ponder();
        }
        let Next::Search(mut request) = self.referee.next() else { return self.settle(now_ms) };
        let color = request.color;
        let position = self.referee.position();
        let book_move = match knowledge.own_book(color, position) {
            Choice::Play(mv) => Some(mv),
            Choice::Search(moves) => {
                request.go = search_only(&request.go, position, &moves, self.referee.is_chess960());
                None
            }
            Choice::Nothing => return self.turn_or_hit(request, now_ms),
        };
        self.end_ponder(Turn { request, book_move }, now_ms);
    }

    // --- Turns ------------------------------------------------------------------------------------------

    /// Starts a turn without a restriction on moves, so that a ponder search can continue.
    fn turn_or_hit(&mut self, request: Request, now_ms: f64) {
        let color = request.color;
        let expected = self.expected[color.index()];
        let is_hit = expected.is_some()
            && expected == self.referee.last_move()
            && self.player(color).state() == PlayerState::Pondering;
        if !is_hit {
            return self.end_ponder(Turn { request, book_move: None }, now_ms);
        }
        self.expected[color.index()] = None;
        self.stage = Stage::Thinking { color, has_moved: false };
        // Lines printed while pondering came before this, and count as zero time.
        for line in self.players[color.index()].ponder_hit(request.deadline_ms, now_ms) {
            self.take_line(color, &line, now_ms, true);
        }
    }

    fn end_ponder(&mut self, turn: Turn, now_ms: f64) {
        let color = turn.request.color;
        let is_pondering = self.expected[color.index()].take().is_some();
        if is_pondering {
            self.stage = Stage::EndingPonder(turn);
            let _ = self.players[color.index()].stop(now_ms);
        } else {
            self.turn(turn, now_ms);
        }
        self.settle(now_ms);
    }

    fn turn(&mut self, turn: Turn, now_ms: f64) {
        let Turn { request, book_move } = turn;
        if book_move.is_some_and(|mv| self.referee.play_from_book(mv)) {
            self.stage = Stage::BetweenMoves;
            return;
        }
        let Request { color, position, go, deadline_ms } = request;
        self.stage = Stage::Thinking { color, has_moved: false };
        let command = SearchCommand { position, go, time_ms: deadline_ms };
        if let Err(conduct) = self.players[color.index()].think(command, now_ms) {
            self.fail(color, &conduct);
        }
    }

    /// Lets the player that has just moved think on its opponent's time.
    fn begin_ponder(&mut self) {
        let color = !self.referee.position().turn();
        if self.ponders[color.index()]
            && let Some(ponder) = self.referee.ponder()
            && self.players[color.index()].ponder(&ponder.position, &ponder.go)
        {
            self.expected[color.index()] = Some(ponder.expected);
        }
    }

    /// Advances the game until it needs input.
    fn settle(&mut self, now_ms: f64) {
        loop {
            let is_over = self.referee.conclusion().is_some();
            match &self.stage {
                Stage::Preparing { .. } | Stage::EndingPonder(_) | Stage::BetweenMoves if is_over => {
                    self.close(now_ms);
                }
                Stage::Preparing { color, is_told } => {
                    let (color, is_told) = (*color, *is_told);
                    if !self.prepare(color, is_told, now_ms) {
                        return;
                    }
                }
                Stage::EndingPonder(Turn { request, .. }) if !self.player(request.color).is_stopping() => {
                    if let Stage::EndingPonder(turn) = std::mem::replace(&mut self.stage, Stage::BetweenMoves)
                    {
                        self.turn(turn, now_ms);
                    }
                }
                // Its call may still be running: the game continues once it returns.
                Stage::Thinking { color, has_moved } if *has_moved && self.player(*color).is_stopping() => {
                    return;
                }
                Stage::Thinking { has_moved, .. } if *has_moved || is_over => {
                    self.stage = Stage::BetweenMoves;
                }
                Stage::Closing if self.waits_for().is_none() => self.stage = Stage::Over,
                _ => return,
            }
        }
    }

    /// Gets a player ready for the game. Returns whether there is more to do at once.
    fn prepare(&mut self, color: Color, is_told: bool, now_ms: f64) -> bool {
        let chess960 = self.referee.is_chess960();
        let player = &mut self.players[color.index()];
        match player.state() {
            PlayerState::Disconnected => player.start(now_ms),
            PlayerState::Idle if is_told => {
                self.stage = match color {
                    Color::White => Stage::Preparing { color: Color::Black, is_told: false },
                    Color::Black => Stage::BetweenMoves,
                };
                return true;
            }
            PlayerState::Idle => {
                player.set_chess960(chess960);
                player.send_idle("ucinewgame");
                player.ping(now_ms);
                self.stage = Stage::Preparing { color, is_told: true };
            }
            _ => {}
        }
        false
    }

    fn close(&mut self, now_ms: f64) {
        self.stage = Stage::Closing;
        for player in &mut self.players {
            if player.state() == PlayerState::Pondering {
                let _ = player.stop(now_ms);
            }
        }
    }
}
