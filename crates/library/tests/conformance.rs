//! Indexes compared with what other programs read from the same files: pgn-extract, pgn-reader with shakmaty, and our own tree reader.

mod support;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use support::{index, library};
use tabia_chess::Position;
use tabia_library::{Explorer, Library, Score};
use tabia_pgn::{GameResult, read_bytes};
use tabia_polyglot::BookMove;

/// Malformed files in which pgn-extract counts the fragments of a game, or what is none, and how many games there are.
const MALFORMED: [(&str, u32); 15] = [
    // Comments inside comments: the rest of one is a game to pgn-extract.
    ("nested-comment.pgn", 1),
    ("test-nestedcomments-out.pgn", 1),
    // Positions, not games.
    ("test-WWepd-out.pgn", 0),
    // Another variant, of which pgn-extract makes a game at every drop.
    ("knightvuillaume-jannlee-zh-lichess.pgn", 1),
    // "Zero move games" after a stray bracket, sign or comment.
    ("13-semicolon.pgn", 1),
    ("17-surplus-parens.pgn", 2),
    ("23-nags.pgn", 1),
    ("45-comments-everywhere.pgn", 1),
    ("49-weird-tags.pgn", 1),
    ("59-figurine.pgn", 1),
    ("61-tabs-angle.pgn", 1),
    ("tiny.pgn", 16),
    // The game after the unclosed comment is found here.
    ("15-unterminated-comment.pgn", 2),
    // A tag without an end.
    ("63-tag-only-eof.pgn", 1),
    // No game.
    ("65-html.pgn", 0),
];

/// All PGN files of the shared data.
fn files() -> Vec<PathBuf> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "pgn") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    for folder in ["games", "openings", "pgn", "polyglot"] {
        if let Some(folder) = tabia_conformance::shared(folder) {
            walk(&folder, &mut files);
        }
    }
    files.sort();
    files
}

/// Returns the number of games that pgn-extract finds, including those with errors.
fn pgn_extract_count(path: &Path) -> Option<u32> {
    let run = Command::new("/usr/games/pgn-extract").arg(path).args(["--output", "/dev/null"]).output();
    let output = run.map_err(|error| eprintln!("SKIPPED: pgn-extract: {error}")).ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let words: Vec<_> = text.split_whitespace().collect();
    let place =
        words.windows(4).rposition(|words| matches!(words, ["game" | "games", "matched", "out", "of"]))?;
    words.get(place + 4)?.trim_end_matches('.').parse().ok()
}

#[test]
fn as_many_games_are_counted_as_by_pgn_extract() {
    let mut wrong = Vec::new();
    for path in files() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(expected) = pgn_extract_count(&path) else { continue };
        let ours = match index(&fs::read(&path).unwrap()) {
            Ok(index) => library(index).len(),
            Err(error) => {
                assert!(name.contains("utf16"), "{name}: {error}");
                0
            }
        };
        let expected =
            MALFORMED.iter().find(|(other, _)| *other == name).map_or(expected, |&(_, count)| count);
        if ours != expected {
            wrong.push(format!("{name}: {ours}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The main line of a game by pgn-reader and shakmaty: the key of each position and the move played from it, castling as king takes
/// rook; the last without a move.
#[derive(Default)]
struct Judge;

struct JudgedLine {
    position: Chess,
    keys: Vec<(u64, String)>,
}

impl Visitor for Judge {
    type Tags = Option<Chess>;
    type Movetext = JudgedLine;
    type Output = Vec<(u64, String)>;

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
        ControlFlow::Continue(JudgedLine { position: tags.unwrap_or_default(), keys: Vec::new() })
    }

    fn san(&mut self, line: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let mv = san.san.to_move(&line.position).expect("a legal move in a well-formed file");
        line.keys.push((key(&line.position), mv.to_uci(CastlingMode::Chess960).to_string()));
        line.position.play_unchecked(mv);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, mut line: Self::Movetext) -> Self::Output {
        line.keys.push((key(&line.position), String::new()));
        line.keys
    }
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

#[test]
fn positions_are_found_where_pgn_reader_and_shakmaty_have_them() {
    let mut looked_up = 0;
    for name in [
        "games/famous.pgn",
        "games/gnuchess-book-sample-8k.pgn",
        "games/lichess_db_1000k.pgn",
        "openings/8moves_v3.sample.pgn",
        "pgn/python-chess/cutechess-fischerrandom.pgn",
        "pgn/pgn-extract/in/fischer.pgn",
        "pgn/pgn-extract/in/test-fifty.pgn",
    ] {
        let Some(path) = tabia_conformance::shared(name) else { return };
        let pgn = fs::read(path).unwrap();
        let mut judged: HashMap<u64, Vec<(u32, u16, String)>> = HashMap::new();
        let mut reader = Reader::new(&pgn[..]);
        for (game, line) in reader.read_games(&mut Judge).enumerate() {
            for (ply, (key, mv)) in line.expect("a file in memory").into_iter().enumerate() {
                judged.entry(key).or_default().push((game as u32, ply as u16, mv));
            }
        }
        let mut library = library(index(&pgn).unwrap());
        assert_eq!(library.check(), Ok(library.summary().positions), "{name}");
        assert_eq!(
            judged.values().map(Vec::len).sum::<usize>() as u64,
            library.summary().positions,
            "{name}"
        );
        for (key, places) in judged {
            if places.len() < 4 && key % 16 != 0 {
                continue;
            }
            let found = library.occurrences(key).unwrap();
            let found: Vec<_> = found
                .into_iter()
                .map(|place| {
                    let mv = place.book_move;
                    (place.game, place.ply, if mv == BookMove::NONE { String::new() } else { mv.to_string() })
                })
                .collect();
            assert_eq!(found, places, "{name}: {key:016x}");
            looked_up += 1;
        }
    }
    assert!(looked_up > 10_000, "only {looked_up} positions were looked up");
}

/// The games of a position and of each move played from it, each once.
type Naive = BTreeMap<Option<u16>, Vec<u32>>;

#[test]
fn the_explorer_tells_what_a_naive_scan_of_the_games_tells() {
    for name in ["games/famous.pgn", "games/lichess_db_1000k.pgn"] {
        let Some(path) = tabia_conformance::shared(name) else { return };
        let pgn = fs::read(path).unwrap();
        let games = read_bytes(&pgn).games;
        let mut naive: HashMap<u64, Naive> = HashMap::new();
        for (number, game) in games.iter().enumerate() {
            let mut position: Position = *game.start();
            let mut count = |key: u64, code: Option<u16>| {
                let games = naive.entry(key).or_default().entry(code).or_default();
                if games.last() != Some(&(number as u32)) {
                    games.push(number as u32);
                }
            };
            for node in game.main_line() {
                let mv = game.played(node).and_then(tabia_pgn::Played::as_move).expect("a move");
                let code: BookMove = mv.into();
                count(position.repetition_key(), None);
                count(position.repetition_key(), Some(code.0));
                position.play_unchecked(mv);
            }
            count(position.repetition_key(), None);
        }
        let mut library = library(index(&pgn).unwrap());
        for (key, expected) in naive.iter().filter(|(key, moves)| moves.len() > 2 || **key % 8 == 0) {
            let explorer = library.explore(*key, None, 3).unwrap();
            compare(&library, &explorer, expected);
        }
    }
}

fn compare(library: &Library<Vec<u8>>, explorer: &Explorer, expected: &Naive) {
    assert_eq!(explorer.moves.len(), expected.len() - 1);
    assert!(explorer.moves.is_sorted_by_key(|mv| std::cmp::Reverse(mv.score.games)));
    compare_score(library, &explorer.total, &expected[&None]);
    for mv in &explorer.moves {
        compare_score(library, &mv.score, &expected[&Some(mv.book_move.0)]);
    }
}

fn compare_score(library: &Library<Vec<u8>>, score: &Score, games: &[u32]) {
    let headers: Vec<_> = games.iter().map(|&game| library.header(game)).collect();
    let count = |result| headers.iter().filter(|header| header.result == result).count() as u32;
    assert_eq!(score.games, headers.len() as u32);
    let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins].map(count);
    assert_eq!([score.white, score.draws, score.black], results);
    assert_eq!(score.last_year, headers.iter().filter_map(|header| header.date.year()).max());
    let elos: Vec<f64> = headers
        .iter()
        .flat_map(|header| [header.white_elo, header.black_elo])
        .flatten()
        .map(f64::from)
        .collect();
    let average = (!elos.is_empty()).then(|| elos.iter().sum::<f64>() / elos.len() as f64);
    assert!(score.average_elo.unwrap_or(0.0) - average.unwrap_or(0.0) < 1e-6);
    assert!(
        score.examples.len() == games.len().min(3) && score.examples.iter().all(|game| games.contains(game))
    );
}
