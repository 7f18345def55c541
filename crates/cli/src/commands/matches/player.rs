//! What plays a side, and the game between two of them.

use std::fs::File;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tabia_arena::{Failure, GameRecord, Next, Referee, Request};
use tabia_chess::Color;

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

    /// Prepares a game; an engine that is gone since its last game is started again.
    ///
    /// # Errors
    /// When it does not get ready.
    fn new_game(&mut self, chess960: bool) -> Result<(), Failure>;

    /// Searches, handing every line on. `stray` gets lines that came before `go`.
    fn search(
        &mut self,
        request: &Request,
        stray: &mut dyn FnMut(&str),
        line: &mut LineSink<'_>,
    ) -> SearchEnd;
}

/// Plays a game to its end, or until `is_cancelled`.
pub(super) fn play(
    mut referee: Referee,
    players: [&mut dyn Player; 2],
    is_cancelled: &dyn Fn() -> bool,
) -> GameRecord {
    let [white, black] = players;
    for (color, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        if let Err(failure) = player.new_game(referee.is_chess960()) {
            referee.fail(color, failure);
        }
    }
    while let Next::Search(request) = referee.next() {
        if is_cancelled() {
            referee.interrupt();
            break;
        }
        let color = request.color;
        let player = if color.is_white() { &mut *white } else { &mut *black };
        let mut strays = Vec::new();
        let end =
            player.search(&request, &mut |line| strays.push(line.to_owned()), &mut |line, elapsed_ms| {
                referee.line(color, line, elapsed_ms)
            });
        for line in strays {
            referee.stray(color, &line);
        }
        match end {
            SearchEnd::Moved => {}
            SearchEnd::Overdue => referee.overdue(),
            SearchEnd::Failed(failure) => referee.fail(color, failure),
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
        self.write("<-", line);
    }

    /// A line from the engine.
    pub(super) fn received(&self, line: &str) {
        self.write("->", line);
    }

    fn write(&self, arrow: &str, line: &str) {
        if let (Some(file), Some(start)) = (&self.file, self.start) {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // A full disk must not end a match.
            let _ = writeln!(file, "{:10.3} {} {arrow} {line}", start.elapsed().as_secs_f64(), self.engine);
        }
    }
}
