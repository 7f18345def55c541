//! What plays a side, and the game between two of them.

use std::fs::File;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tabia_arena::output::log::{Direction, log_line};
use tabia_arena::{Failure, GameRecord, Next, Ponder, Referee, Request, search_only};
use tabia_chess::{Color, Move, Position};
use tabia_polyglot::select::Choice;

use tabia_tables::Tables;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// With a line that the referee took for its end.
    Moved,
    /// The deadline passed.
    Overdue,
    /// The engine is gone or does not answer.
    Failed(Failure),
}

/// Takes a line with the milliseconds since `go`; says whether it ended the search.
pub(super) type LineSink<'a> = dyn FnMut(&str, f64) -> bool + 'a;

/// An engine that can be asked to move.
pub(super) trait Player: Send {
    /// What the engine calls itself.
    fn name(&self) -> &str;

    /// What is known about its last failure.
    fn fault(&self) -> Option<&str> {
        None
    }

    /// Prepares a game; an engine that is gone since its last game is started again.
    ///
    /// # Errors
    /// When it does not get ready.
    fn new_game(&mut self, chess960: bool) -> Result<(), Failure>;

    /// Begins to think on the opponent's time.
    ///
    /// # Errors
    /// When the engine is gone, or cannot ponder.
    fn ponder(&mut self, ponder: &Ponder) -> Result<(), Failure>;

    /// Ends the thinking on the opponent's time without using it.
    ///
    /// # Errors
    /// When the engine is gone or does not stop.
    fn stop_pondering(&mut self) -> Result<(), Failure>;

    /// Searches, handing every line on. `stray` gets lines that came before `go`. When the engine ponders on this very position
    /// (`is_hit`), its search becomes this one.
    fn search(
        &mut self,
        request: &Request,
        is_hit: bool,
        stray: &mut dyn FnMut(&str),
        line: &mut LineSink<'_>,
    ) -> SearchEnd;
}

/// What a game needs beside its referee and players.
pub(super) struct Conditions<'a> {
    /// Whether White and Black think on their opponent's time.
    pub(super) ponder: [bool; 2],
    /// What the own book of a side has in a position.
    pub(super) own_choice: &'a dyn Fn(Color, &Position) -> Choice,
    /// Endgame tables that end games.
    pub(super) tables: Option<&'a Tables>,
    /// Whether the game is to be broken off.
    pub(super) is_cancelled: &'a dyn Fn() -> bool,
}

/// Plays a game to its end, or until it is broken off.
pub(super) fn play(
    mut referee: Referee,
    players: [&mut dyn Player; 2],
    conditions: &Conditions<'_>,
) -> GameRecord {
    let [white, black] = players;
    // The move that each player is pondering on.
    let mut pondering: [Option<Move>; 2] = [None, None];
    for (color, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        if let Err(failure) = player.new_game(referee.is_chess960()) {
            referee.fail_because(color, failure, player.fault().unwrap_or_default());
        }
    }
    while let Next::Search(mut request) = referee.next() {
        if (conditions.is_cancelled)() {
            referee.interrupt();
            break;
        }
        let color = request.color;
        let player = if color.is_white() { &mut *white } else { &mut *black };
        let expected = pondering[color.index()].take();
        let is_hit = expected.is_some() && expected == referee.last_move();
        let choice = (conditions.own_choice)(color, referee.position());
        // A search that runs already looks at all moves.
        let is_hit = is_hit && choice == Choice::Nothing;
        if expected.is_some()
            && !is_hit
            && let Err(failure) = player.stop_pondering()
        {
            referee.fail_because(color, failure, player.fault().unwrap_or_default());
            break;
        }
        match choice {
            Choice::Play(mv) if referee.play_from_book(mv) => continue,
            Choice::Search(moves) => {
                request.go = search_only(&request.go, referee.position(), &moves, referee.is_chess960());
            }
            _ => {}
        }
        let mut strays = Vec::new();
        let end = player.search(
            &request,
            is_hit,
            &mut |line| strays.push(line.to_owned()),
            &mut |line, elapsed_ms| referee.line(color, line, elapsed_ms),
        );
        for line in strays {
            referee.stray(color, &line);
        }
        match end {
            SearchEnd::Moved => {}
            SearchEnd::Overdue => referee.overdue(),
            SearchEnd::Failed(failure) => {
                referee.fail_because(color, failure, player.fault().unwrap_or_default());
            }
        }
        if let Some(outcome) = conditions.tables.and_then(|tables| tables.outcome(referee.position())) {
            referee.adjudicate_by_tablebase(outcome.winner());
        }
        if conditions.ponder[color.index()]
            && let Some(ponder) = referee.ponder()
        {
            match player.ponder(&ponder) {
                Ok(()) => pondering[color.index()] = Some(ponder.expected),
                Err(failure) => referee.fail_because(color, failure, player.fault().unwrap_or_default()),
            }
        }
    }
    // An engine that does not stop is found when its next game begins.
    for (player, expected) in [white, black].into_iter().zip(pondering) {
        if expected.is_some() {
            let _ = player.stop_pondering();
        }
    }
    referee.into_record()
}

/// The log of one thread, shared by its engines; without a file it does nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    file: Option<Arc<Mutex<File>>>,
    start: Option<Instant>,
    /// Who speaks.
    engine: String,
}

impl Log {
    /// A log into a file.
    pub(super) fn new(file: File) -> Self {
        Self { file: Some(Arc::new(Mutex::new(file))), start: Some(Instant::now()), engine: String::new() }
    }

    /// The same log for one engine.
    pub(super) fn named(&self, engine: &str) -> Self {
        Self { engine: engine.to_owned(), ..self.clone() }
    }

    /// A line to the engine.
    pub(super) fn sent(&self, line: &str) {
        self.write(Direction::Sent, line);
    }

    /// A line from the engine.
    pub(super) fn received(&self, line: &str) {
        self.write(Direction::Received, line);
    }

    fn write(&self, direction: Direction, line: &str) {
        if let (Some(file), Some(start)) = (&self.file, self.start) {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // A full disk must not end a match.
            let elapsed_ms = start.elapsed().as_secs_f64() * 1000.0;
            let _ = writeln!(file, "{}", log_line(elapsed_ms, &self.engine, direction, line));
        }
    }
}
