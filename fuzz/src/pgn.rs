//! Games and positions as text.

use tabia_chess::Setup;
use tabia_pgn::epd::read_epds;
use tabia_pgn::{Collection, Epd, Game, NodeId, read, read_bytes, write};
use tabia_polyglot::pgn_scan::{GameProblem, GameSink, PgnScanner, ProblemKind};
use tabia_suite::{Suite, SuiteReader};

use crate::allocation::bounded;
use crate::state::input::{InputKind, input_kind};
use crate::state::reading;
use crate::text;

/// Memory limit per byte of text: a node with its lists takes a few hundred bytes, and a move two characters.
const PER_BYTE: usize = 1500;

/// Every move read is legal, and every game survives a round trip.
pub(crate) fn whole(data: &[u8]) {
    let Collection { games, problems } = bounded(data, PER_BYTE, || read_bytes(data));
    for game in &games {
        assert_legal(game);
        let text = write(game);
        let again = read(&text);
        assert_eq!(again.games.as_slice(), std::slice::from_ref(game), "{text}");
        assert_eq!(write(&again.games[0]), text);
    }
    for problem in problems {
        assert!(problem.line >= 1 && problem.column >= 1 && problem.game <= games.len() + 1, "{problem:?}");
    }
}

fn assert_legal(game: &Game) {
    for id in game.subtree(NodeId::ROOT).into_iter().take(200) {
        let Some(parent) = game.parent(id) else { continue };
        let (before, after) = (game.position(parent), game.position(id));
        let is_move =
            before.legal_moves().into_iter().any(|m| before.play(m).is_ok_and(|played| played == after));
        let is_null = before.turn() != after.turn() && before.occupied() == after.occupied();
        assert!(is_move || is_null, "{before} to {after}");
    }
}

/// A text gives the same games whole, in slices of games, and in chunks of bytes; a list of positions is the same in slices.
pub(crate) fn slices(data: &[u8]) {
    let text = text(data);
    let is_list = matches!(input_kind(&text), Ok(InputKind::Positions(_)));
    let whole = bounded(data, PER_BYTE, || if is_list { read_in(&text, usize::MAX) } else { read(&text) });
    assert_eq!(bounded(data, PER_BYTE, || read_in(&text, 1)), whole);
    let at_once = bounded(data, PER_BYTE, || scanned(data, usize::MAX));
    for length in [1, 7, 64] {
        let scanned = bounded(data, PER_BYTE, || scanned(data, length));
        assert_eq!(scanned, at_once, "in pieces of {length} bytes");
    }
}

/// Reads a text in slices of `games` games.
fn read_in(text: &str, games: usize) -> Collection {
    let mut reading = reading::Reading::new(1, text);
    let mut sliced = Collection::default();
    loop {
        let mut left = games;
        let batch = reading.read_while(|| {
            left = left.saturating_sub(1);
            left > 0
        });
        sliced.games.extend(batch.games);
        sliced.problems.extend(batch.problems);
        match batch.percent {
            Some(percent) => assert!(percent < 100),
            None => return sliced,
        }
    }
}

/// A scanner's output for bytes that arrive in chunks of `length`.
fn scanned(data: &[u8], length: usize) -> Vec<String> {
    struct Sink(Vec<String>);
    impl GameSink for Sink {
        fn begin(&mut self) {
            self.0.push("begin".into());
        }
        fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), ProblemKind> {
            self.0.push(format!("{name:?} {value:?}"));
            Ok(())
        }
        fn san(&mut self, text: &[u8]) -> Result<(), ProblemKind> {
            self.0.push(format!("{text:?}"));
            Ok(())
        }
        fn end(&mut self) {
            self.0.push("end".into());
        }
        fn reject(&mut self, problem: GameProblem) {
            self.0.push(format!("{problem:?}"));
        }
    }
    let (mut scanner, mut sink) = (PgnScanner::new(false), Sink(Vec::new()));
    for piece in data.chunks(length.min(data.len().max(1))) {
        scanner.feed(piece, &mut sink).unwrap();
    }
    scanner.finish(&mut sink).unwrap();
    sink.0
}

/// Lines survive a round trip; suites are the same read at once and line by line.
pub(crate) fn epd(data: &[u8]) {
    let text = text(data);
    let (lines, _) = bounded(data, PER_BYTE, || read_epds(&text));
    for line in lines {
        let written = line.epd.to_string();
        let again = Epd::parse(&written).unwrap_or_else(|error| panic!("{written:?}: {error}"));
        assert_eq!(again.to_string(), written);
        // The clocks of an EPD are operations; a rejected position has none to compare.
        assert_eq!(Setup { ..again.setup.clone() }.board, line.epd.setup.board, "{written:?}");
        if let (Ok(position), Ok(moves)) = (line.epd.position(), line.epd.best_moves()) {
            assert!(moves.iter().all(|m| position.legal_moves().contains(m)), "{written:?}");
            assert_eq!(again.best_moves().as_ref(), Ok(&moves), "{written:?}");
        }
    }
    let whole = bounded(data, PER_BYTE, || Suite::read(&text));
    let mut reader = SuiteReader::new(&text);
    while !reader.read_while(|| false) {}
    assert_eq!(format!("{:?}", reader.finish()), format!("{whole:?}"));
}
