//! The referee of one game: a state machine that requests searches and judges the results.
//!
//! It neither waits nor sends. Its caller executes [`Referee::next`], passes every line of both engines to
//! [`Referee::line`] with the time since `go`, and reports everything else, such as a missed deadline or a
//! disconnected engine.

mod search;

use tabia_chess::{Color, Move, Position};
use tabia_uci::{Go, Message, MessageError, Score};

use crate::adjudication::{Adjudication, Adjudicator, Ruling};
use crate::clock::Clock;
use crate::limits::Limits;
use crate::openings::Opening;
use crate::record::{GameRecord, Ply, SearchReport, Warning};
use crate::termination::{Conclusion, Reason};

use self::search::ScoreLines;

/// Time after the limit during which a move is still accepted, to report how late it was.
const GRACE_MS: f64 = 100.0;

/// The maximum length of the details about the end of a game, in characters.
const MAX_DETAIL: usize = 300;

/// The maximum number of warnings saved per game.
const MAX_WARNINGS: usize = 100;

/// A player from the referee's point of view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// The engine's name.
    pub name: String,
    /// Its search limits.
    pub limits: Limits,
}

/// The next action.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Start a search.
    Search(Request),
    /// The game is over.
    Over(Conclusion),
}

/// A search to start. The clock runs from the moment `go` is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The side whose engine searches.
    pub color: Color,
    /// The command that sets the position.
    pub position: String,
    /// The command that starts the search.
    pub go: String,
    /// If there is no `bestmove` after this many milliseconds, call [`Referee::overdue`].
    pub deadline_ms: f64,
}

/// A ponder search (UCI's `go ponder`).
#[derive(Clone, Debug, PartialEq)]
pub struct Ponder {
    /// The side whose engine ponders.
    pub color: Color,
    /// The reply it expects.
    pub expected: Move,
    /// The command that sets the position after that reply.
    pub position: String,
    /// The command that starts pondering.
    pub go: String,
}

/// A failure of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The engine exited, trapped or closed its output.
    Disconnect,
    /// The engine did not reply to `isready`.
    Stall,
}

/// The referee of one game.
#[derive(Clone, Debug)]
pub struct Referee {
    participants: [Participant; 2],
    start: Position,
    chess960: bool,
    position: Position,
    /// The position after the last irreversible move, and the moves since then as UCI text.
    anchor: Position,
    moves_since: String,
    /// Keys of the positions since the anchor, the current one included.
    keys: Vec<u64>,
    clocks: [Option<Clock>; 2],
    adjudicator: Adjudicator,
    plies: Vec<Ply>,
    warnings: Vec<Warning>,
    search: ScoreLines,
    /// The reply expected by the engine that moved last.
    expected: Option<Move>,
    /// Whether the last move was searched and its score still awaits adjudication.
    is_unjudged: bool,
    conclusion: Option<Conclusion>,
    /// See [`GameRecord::detail`].
    detail: String,
}

impl Referee {
    /// Creates a game from an opening. `participants` has White first.
    pub fn new(participants: [Participant; 2], opening: &Opening, rules: Adjudication) -> Self {
        let clock = |participant: &Participant| participant.limits.time_control.clone().map(Clock::new);
        let mut referee = Self {
            clocks: [clock(&participants[0]), clock(&participants[1])],
            participants,
            start: opening.start,
            chess960: opening.chess960,
            position: opening.start,
            anchor: opening.start,
            moves_since: String::new(),
            keys: vec![opening.start.repetition_key()],
            adjudicator: Adjudicator::new(rules),
            plies: Vec::new(),
            warnings: Vec::new(),
            search: ScoreLines::default(),
            expected: None,
            is_unjudged: false,
            conclusion: None,
            detail: String::new(),
        };
        referee.conclusion = referee.end_by_rules();
        for &mv in &opening.moves {
            if referee.conclusion.is_none() && referee.position.is_legal(mv) {
                referee.play(mv, None);
            }
        }
        referee
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the number of plies played, including the opening.
    pub fn ply(&self) -> usize {
        self.plies.len()
    }

    /// Returns the moves played, including the opening.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns whether the engines have to use Chess960 castling notation.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Returns how the game ended, once it has.
    pub fn conclusion(&self) -> Option<Conclusion> {
        self.conclusion
    }

    /// Returns the remaining time of a player in milliseconds, if it has a clock.
    pub fn remaining_ms(&self, color: Color) -> Option<f64> {
        self.clocks[color.index()].as_ref().map(Clock::remaining_ms)
    }

    /// Returns the next action.
    pub fn next(&self) -> Next {
        if let Some(conclusion) = self.conclusion {
            return Next::Over(conclusion);
        }
        let color = self.position.turn();
        Next::Search(Request {
            color,
            position: self.position_command(None),
            go: format!("go{}", self.go(color, &self.position)),
            deadline_ms: self.deadline_ms(color),
        })
    }

    /// Returns the last move, if there is one.
    pub fn last_move(&self) -> Option<Move> {
        self.plies.last().map(|ply| ply.mv)
    }

    /// Returns a ponder search for the engine that has just moved; `None` if it named no legal reply, or if
    /// that reply ends the game.
    ///
    /// If the reply is played, send `ponderhit` instead of the commands of [`Referee::next`], measure time
    /// from then, and pass on the lines of the ponder search as lines of this search. Otherwise send `stop`
    /// and ignore everything up to `bestmove`.
    pub fn ponder(&self) -> Option<Ponder> {
        let expected = self.expected.filter(|_| self.conclusion.is_none())?;
        let mut position = self.position;
        position.play_unchecked(expected);
        let color = position.turn();
        position.has_legal_moves().then(|| Ponder {
            color,
            expected,
            position: self.position_command(Some(expected)),
            go: format!("go{}", Go { ponder: true, ..self.go(color, &position) }),
        })
    }

    /// Handles a line of an engine, `elapsed_ms` after the `go` of the current search. Returns whether it
    /// ended the search. A move is adjudicated at once.
    pub fn line(&mut self, color: Color, line: &str, elapsed_ms: f64) -> bool {
        let is_end = self.line_unjudged(color, line, elapsed_ms);
        self.adjudicate();
        is_end
    }

    /// As [`line`](Self::line), without adjudication: call [`adjudicate`](Self::adjudicate) after a move,
    /// once everything that takes precedence is done.
    pub(crate) fn line_unjudged(&mut self, color: Color, line: &str, elapsed_ms: f64) -> bool {
        if self.conclusion.is_some() || color != self.position.turn() {
            self.stray(color, line);
            return false;
        }
        if ScoreLines::is_info(line) {
            self.search.info(line);
            return false;
        }
        match Message::parse(line) {
            Ok(Some(Message::BestMove(answer))) => {
                self.best_move(answer.best.as_ref().map(tabia_uci::UciMove::as_str), line, elapsed_ms);
                let ponder = answer.ponder.as_ref().filter(|_| self.conclusion.is_none());
                self.expected = ponder.and_then(|mv| self.position.parse_uci(mv.as_str()).ok());
                true
            }
            Err(MessageError::BestMove(error)) => {
                self.warn(color, error.to_string());
                self.best_move(None, line, elapsed_ms);
                true
            }
            _ => false,
        }
    }

    /// Plays a book move instead of a search for the side to move: it takes no time, and the clock gets its
    /// increment. Returns whether the move was played; illegal moves are not.
    pub fn play_from_book(&mut self, mv: Move) -> bool {
        if self.conclusion.is_some() || !self.position.is_legal(mv) {
            return false;
        }
        // A move that takes no time is never late.
        let _ = self.spend(self.position.turn(), 0.0);
        self.expected = None;
        self.play(mv, None);
        true
    }

    /// Warns that an engine moved while pondering: the move may be played, but should follow `ponderhit`.
    pub fn moved_before_ponderhit(&mut self, color: Color) {
        self.warn(color, "bestmove while pondering, before ponderhit".to_owned());
    }

    /// Handles a line of an engine that is not searching. It does not affect the game, but output after
    /// `bestmove` gets a warning.
    pub fn stray(&mut self, color: Color, line: &str) {
        let line = line.trim_start();
        if line.starts_with("bestmove") {
            self.warn(color, format!("bestmove without go: {}", shortened(line)));
        } else if ScoreLines::is_info(line) && !line.starts_with("info string") {
            self.warn(color, format!("info after bestmove: {}", shortened(line)));
        }
    }

    /// Ends a search without a move at its deadline: a loss on time, or a stall if there is no time limit.
    pub fn overdue(&mut self) {
        self.overdue_because("");
    }

    /// As [`overdue`](Self::overdue); `why` adds details.
    pub fn overdue_because(&mut self, why: &str) {
        let color = self.position.turn();
        let limits = &self.participants[color.index()].limits;
        let timed = limits.movetime_ms.is_some() || limits.time_control.is_some();
        let reason = if timed { Reason::TimeForfeit(None) } else { Reason::Stall };
        let silence = format!("no bestmove within {} s", limits.timeout_ms as f64 / 1000.0);
        let why = if why.is_empty() && !timed { &silence } else { why };
        self.conclude_because(Conclusion::win(!color, reason), why);
    }

    /// Ends the game because an engine cannot continue.
    pub fn fail(&mut self, color: Color, failure: Failure) {
        self.fail_because(color, failure, "");
    }

    /// As [`fail`](Self::fail); `why` adds details, such as a build's trap.
    pub fn fail_because(&mut self, color: Color, failure: Failure, why: &str) {
        let reason = match failure {
            Failure::Disconnect => Reason::Disconnect,
            Failure::Stall => Reason::Stall,
        };
        self.conclude_because(Conclusion::win(!color, reason), why);
    }

    /// Ends the game by tablebase result: the winner with best play, or `None` for a draw.
    pub fn adjudicate_by_tablebase(&mut self, winner: Option<Color>) {
        self.conclude(Conclusion { winner, reason: Reason::Tablebase });
    }

    /// Interrupts the game; it does not count.
    pub fn interrupt(&mut self) {
        self.conclude(Conclusion::draw(Reason::Interrupted));
    }

    /// Returns the record of the game, interrupted if it is not over.
    pub fn into_record(mut self) -> GameRecord {
        self.interrupt();
        let [white, black] = self.participants;
        GameRecord {
            players: [white.name, black.name],
            start: self.start,
            chess960: self.chess960,
            plies: self.plies,
            conclusion: self.conclusion.unwrap_or(Conclusion::draw(Reason::Interrupted)),
            detail: self.detail,
            warnings: self.warnings,
        }
    }

    /// Returns the `position` command, starting after the last irreversible move: no rule depends on earlier
    /// positions.
    fn position_command(&self, ahead: Option<Move>) -> String {
        let mut command = if self.anchor == Position::default() {
            "position startpos".to_owned()
        } else if self.chess960 {
            format!("position fen {}", self.anchor.to_shredder_fen())
        } else {
            format!("position fen {}", self.anchor.to_fen())
        };
        if !self.moves_since.is_empty() || ahead.is_some() {
            command += " moves";
            command += &self.moves_since;
        }
        if let Some(mv) = ahead {
            command.push(' ');
            command += &self.position.uci_with(mv, self.chess960);
        }
        command
    }

    fn go(&self, color: Color, position: &Position) -> Go {
        let limits = &self.participants[color.index()].limits;
        let mut go = Go {
            movetime: limits.movetime_ms.map(|ms| ms as i64),
            depth: limits.depth_in(position).map(i64::from),
            nodes: limits.nodes.map(|nodes| nodes as i64),
            ..Go::default()
        };
        if let Some(clock) = &self.clocks[color.index()] {
            go.movestogo = clock.moves_to_go().map(i64::from);
            let shown = |color: Color| self.clocks[color.index()].as_ref();
            let time = |color: Color| shown(color).map(|clock| clock.remaining_ms().max(1.0) as i64);
            let increment = |color: Color| shown(color).map(|clock| clock.increment_ms() as i64);
            (go.wtime, go.btime) = (time(Color::White), time(Color::Black));
            (go.winc, go.binc) = (increment(Color::White), increment(Color::Black));
        }
        go
    }

    fn deadline_ms(&self, color: Color) -> f64 {
        let limits = &self.participants[color.index()].limits;
        let clock = self.clocks[color.index()].as_ref().map(Clock::remaining_ms);
        match limits.movetime_ms.map(|ms| ms as f64).or(clock) {
            Some(time) => time + limits.margin_ms as f64 + GRACE_MS,
            None => limits.timeout_ms as f64,
        }
    }

    /// Handles the end of a search: the move, if there is one, and its line.
    fn best_move(&mut self, text: Option<&str>, line: &str, elapsed_ms: f64) {
        let said = line.split_ascii_whitespace().nth(1).unwrap_or("bestmove without a move");
        let color = self.position.turn();
        let report = self.take_report(text, elapsed_ms);
        let Some(mv) = text.and_then(|text| self.position.parse_uci(text).ok()) else {
            self.conclude_because(Conclusion::win(!color, Reason::IllegalMove), said);
            return;
        };
        if let Err(overrun) = self.spend(color, elapsed_ms) {
            self.conclude(Conclusion::win(!color, Reason::TimeForfeit(Some(overrun))));
            return;
        }
        self.play(mv, Some(report));
        self.is_unjudged = true;
    }

    /// Ends the game by scores or length if the last searched move meets a rule for that and nothing else has
    /// ended the game.
    pub(crate) fn adjudicate(&mut self) {
        if !std::mem::take(&mut self.is_unjudged) || self.conclusion.is_some() {
            return;
        }
        let score = self.plies.last().and_then(|ply| ply.search.as_ref()?.score);
        let ruling = self.adjudicator.judge(&self.position, score);
        self.conclusion = ruling.map(|ruling| match ruling {
            Ruling::Draw | Ruling::MaxMoves => Conclusion::draw(Reason::Adjudication),
            Ruling::Win(winner) => Conclusion::win(winner, Reason::Adjudication),
        });
    }

    /// Takes the engine's last report and checks its variation.
    fn take_report(&mut self, best: Option<&str>, elapsed_ms: f64) -> SearchReport {
        let color = self.position.turn();
        let (report, oddities) = std::mem::take(&mut self.search).report(&self.position, best, elapsed_ms);
        for oddity in oddities {
            self.warn(color, oddity);
        }
        report
    }

    /// Subtracts a move's time from the clock.
    fn spend(&mut self, color: Color, elapsed_ms: f64) -> Result<(), f64> {
        let limits = &self.participants[color.index()].limits;
        let margin = limits.margin_ms as f64;
        if let Some(movetime) = limits.movetime_ms {
            let over = elapsed_ms - movetime as f64;
            return if over > margin { Err(over) } else { Ok(()) };
        }
        self.clocks[color.index()].as_mut().map_or(Ok(()), |clock| clock.spend(elapsed_ms, margin))
    }

    fn play(&mut self, mv: Move, search: Option<SearchReport>) {
        self.moves_since.push(' ');
        self.moves_since += &self.position.uci_with(mv, self.chess960);
        self.plies.push(Ply { mv, search });
        self.position.play_unchecked(mv);
        if self.position.halfmove_clock() == 0 {
            self.anchor = self.position;
            self.moves_since.clear();
            self.keys.clear();
        }
        self.keys.push(self.position.repetition_key());
        self.conclusion = self.end_by_rules();
    }

    /// Checks whether the rules of chess end the game here, in fastchess's order.
    fn end_by_rules(&self) -> Option<Conclusion> {
        let position = &self.position;
        let mated = || Conclusion::win(!position.turn(), Reason::Checkmate);
        let stuck = !position.has_legal_moves();
        if position.halfmove_clock() >= 100 {
            let mate = stuck && position.is_check();
            return Some(if mate { mated() } else { Conclusion::draw(Reason::FiftyMoves) });
        }
        if position.is_insufficient_material() {
            return Some(Conclusion::draw(Reason::InsufficientMaterial));
        }
        let key = position.repetition_key();
        if self.keys.iter().filter(|&&earlier| earlier == key).count() >= 3 {
            return Some(Conclusion::draw(Reason::Repetition));
        }
        stuck.then(|| if position.is_check() { mated() } else { Conclusion::draw(Reason::Stalemate) })
    }

    /// Sets the conclusion; the first one stands.
    fn conclude(&mut self, conclusion: Conclusion) {
        self.conclusion.get_or_insert(conclusion);
    }

    /// As [`conclude`](Self::conclude), with details.
    fn conclude_because(&mut self, conclusion: Conclusion, why: &str) {
        if self.conclusion.is_none() {
            self.detail = one_line(why);
        }
        self.conclude(conclusion);
    }

    fn warn(&mut self, color: Color, message: String) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(Warning { ply: self.plies.len(), color, message });
        }
    }
}

/// Joins a text into one line of at most [`MAX_DETAIL`] characters.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").chars().take(MAX_DETAIL).collect()
}

/// Returns the start of a line, for messages.
fn shortened(line: &str) -> String {
    line.trim().chars().take(80).collect()
}

/// Returns whether a score is a mate.
pub(crate) fn is_mate(score: Score) -> bool {
    matches!(score, Score::Mate(_))
}
