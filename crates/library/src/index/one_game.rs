//! Scanning the text of a single game.

use tabia_polyglot::pgn_scan::{GameProblem, GameSink, PgnScanner, ProblemKind};

use super::collector::Collector;

/// Passes on the first game of a text, and drops others.
struct OneGame<'a> {
    collector: &'a mut Collector,
    offset: u64,
    begun: bool,
    done: bool,
}

/// Scans the text of one game, which is at `offset` of the file, and stores one record of it, whatever its contents.
pub(super) fn take(collector: &mut Collector, offset: u64, text: &[u8]) {
    let mut game = OneGame { collector, offset, begun: false, done: false };
    let mut scanner = PgnScanner::new(false);
    // A lenient reader reports errors to the sink only.
    let _ = scanner.feed(text, &mut game);
    let _ = scanner.finish(&mut game);
    if !game.begun {
        game.begin();
    }
    // An unfinished game has tags without moves, or nothing at all.
    if !game.done || game.collector.is_in_doubt() {
        game.collector.keep_one(text);
    }
    collector.ends_at(offset + text.len() as u64);
}

impl GameSink for OneGame<'_> {
    fn begin(&mut self) {
        if !self.begun {
            self.begun = true;
            self.collector.begin_record(self.offset);
            self.collector.begin();
        }
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), ProblemKind> {
        if self.done { Ok(()) } else { self.collector.tag(name, value) }
    }

    fn san(&mut self, text: &[u8]) -> Result<(), ProblemKind> {
        if self.done { Ok(()) } else { self.collector.san(text) }
    }

    fn variation(&mut self, opens: bool) {
        if !self.done {
            self.collector.variation(opens);
        }
    }

    fn variation_san(&mut self, text: &[u8]) {
        if !self.done {
            self.collector.variation_san(text);
        }
    }

    fn terminator(&mut self, text: &[u8]) {
        if !self.done {
            self.collector.terminator(text);
        }
    }

    fn end(&mut self) {
        if !self.done {
            self.done = true;
            self.collector.end();
        }
    }

    fn reject(&mut self, problem: GameProblem) {
        if !self.done {
            self.done = true;
            self.collector.reject(problem);
        }
    }
}
