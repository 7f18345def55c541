//! Comparison with other readers: the content of well-formed files is not a matter of opinion.

mod common;

use std::io::Write as _;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use tabia_pgn::{Game, NodeId, read_bytes, write_all};

/// Results of `pgn-reader` and `shakmaty`: the moves of the main line as written in the file, and the final position.
#[derive(Default)]
struct MainLine {
    position: Chess,
    plies: usize,
}

struct MainLines;

impl Visitor for MainLines {
    type Tags = Option<Chess>;
    type Movetext = MainLine;
    type Output = (usize, String);

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let fen: Option<Fen> = value.decode_utf8().ok().and_then(|value| value.parse().ok());
            *tags = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue(MainLine { position: tags.unwrap_or_default(), plies: 0 })
    }

    fn san(&mut self, line: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let m = san.san.to_move(&line.position).expect("a legal move in a well-formed file");
        line.position.play_unchecked(m);
        line.plies += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, line: Self::Movetext) -> Self::Output {
        (line.plies, Fen::from_position(&line.position, EnPassantMode::Legal).to_string())
    }
}

fn ours(game: &Game) -> (usize, String) {
    (game.main_line().count(), game.position(game.line_end(NodeId::ROOT)).to_fen())
}

#[test]
fn well_formed_files_are_read_as_pgn_reader_does() {
    let mut compared = 0;
    for name in [
        "games/famous.pgn",
        "games/gnuchess-book-sample-8k.pgn",
        "games/lichess_db_1000k.pgn",
        "openings/2moves_v2.sample.pgn",
        "openings/8moves_v3.sample.pgn",
        "pgn/python-chess/kasparov-deep-blue-1997.pgn",
        "pgn/python-chess/cutechess-fischerrandom.pgn",
        "pgn/python-chess/nepomniachtchi-liren-game1.pgn",
        "pgn/pgn-extract/in/fischer.pgn",
        "pgn/pgn-extract/in/test-fifty.pgn",
    ] {
        let Some(bytes) = common::shared(name) else { return };
        let games = read_bytes(&bytes).games;
        let mut reader = Reader::new(&bytes[..]);
        let judged: Vec<_> =
            reader.read_games(&mut MainLines).collect::<Result<_, _>>().expect("a file in memory");
        assert_eq!(games.len(), judged.len(), "{name}");
        for (index, (game, judged)) in games.iter().zip(judged).enumerate() {
            assert_eq!(ours(game), judged, "{name}: game {}", index + 1);
            compared += 1;
        }
    }
    assert!(compared > 10_000, "only {compared} games were compared");
}

/// Python with the package `chess` (python-chess): the value of `PYTHON`, or `python3`; `./test --only unit` installs it and puts it first.
/// If missing, the test prints a message and is skipped, or fails with `CI=true`.
fn python_with_chess() -> Option<String> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let import = Command::new(&python).args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
    if import.is_ok_and(|status| status.success()) {
        return Some(python);
    }
    let message = format!("{python} has no package \"chess\" (python-chess): pip installs it");
    assert!(std::env::var("CI").as_deref() != Ok("true"), "{message}");
    eprintln!("SKIPPED: {message}");
    None
}

/// python-chess reads our output without errors and with the same moves.
#[test]
fn written_games_are_read_by_python_chess() {
    const SCRIPT: &str = "
import sys, io, chess.pgn
text = io.StringIO(sys.stdin.buffer.read().decode('utf-8'))
while (game := chess.pgn.read_game(text)) is not None:
    end = game.end()
    nodes = 0
    stack = [game]
    while stack:
        node = stack.pop()
        nodes += 1
        stack.extend(node.variations)
    print(len(game.errors), end.ply() - game.ply(), nodes - 1, game.headers['Result'], end.board().fen(), sep='|')
";
    let Some(python) = python_with_chess() else { return };
    let mut games = Vec::new();
    for folder in ["pgn/torture", "pgn/pgn-extract/in", "openings/fastchess-tests", "pgn/python-chess"] {
        for (name, bytes) in common::shared_files(folder, ".pgn") {
            // Games of other variants are only read as chess here. Deeply nested variations overflow Python's stack.
            if !["antichess", "zh-lichess"].iter().any(|part| name.contains(part)) {
                games.extend(read_bytes(&bytes).games);
            }
        }
    }
    let mut child = Command::new(&python)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python was there a moment ago");
    let text = write_all(&games);
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("an answer");
    writer.join().expect("no panic").expect("python reads all of it");
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<_> = answers.lines().collect();
    assert_eq!(answers.len(), games.len());
    for (game, answer) in games.iter().zip(answers) {
        let (plies, fen) = ours(game);
        let nodes = game.subtree(NodeId::ROOT).len() - 1;
        let expected = format!("0|{plies}|{nodes}|{}|{fen}", game.result());
        assert_eq!(answer, expected, "{}", tabia_pgn::write(game));
    }
}
