//! Times the index of a PGN file; `scripts/measure/library-speed.mjs` runs it.
//!
//!     library_speed make SAMPLE MB OUT    makes games with the sample's openings, followed by random moves
//!     library_speed build FILE            makes FILE.index; prints time and memory as JSON
//!     library_speed search FILE           looks positions up in FILE.index, filters, sorts, finds duplicates
//!     library_speed headers N             filters N headers

#![allow(clippy::format_push_string, reason = "a tool for figures")]

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::os::unix::fs::FileExt;
use std::time::Instant;

use serde_json::{Value, json};
use tabia_chess::Position;
use tabia_library::{
    ByteSink, Column, IndexOptions, Library, Order, Query, Selection, SinkError, build_index,
};
use tabia_polyglot::{BlockSource, SourceError};
use tabia_rng::Rng;

struct Input(File, u64);

impl BlockSource for Input {
    fn len(&self) -> u64 {
        self.1
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        let length = buffer.len();
        self.0.read_exact_at(buffer, offset).map_err(|error| SourceError {
            offset,
            length,
            reason: error.to_string(),
        })
    }
}

struct Output(BufWriter<File>);

impl ByteSink for Output {
    fn append(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        self.0.write_all(bytes).map_err(|error| SinkError(error.to_string()))
    }
}

fn input(path: &str) -> Input {
    let file = File::open(path).expect("the file can be read");
    let length = file.metadata().expect("the file has a length").len();
    Input(file, length)
}

/// The most memory the process had, in MB.
fn peak_mb() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap_or(0.0) / 1024.0
}

/// The median of several times, in milliseconds.
fn median_ms(times: usize, mut run: impl FnMut()) -> f64 {
    let mut all: Vec<f64> = (0..times)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    all.sort_by(f64::total_cmp);
    all[times / 2]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["make", sample, megabytes, out] => make(sample, megabytes.parse().expect("megabytes"), out),
        ["build", file] => println!("{}", build(file)),
        ["search", file] => println!("{}", search(file)),
        ["headers", count] => println!("{}", headers(count.parse().expect("a number of games"))),
        _ => {
            eprintln!("usage: library_speed make SAMPLE MB OUT | build FILE | search FILE | headers N");
            std::process::exit(2);
        }
    }
}

/// Writes games until there are enough bytes: the first 10 to 29 half-moves of a game of the sample, then random moves to the same
/// length.
fn make(sample: &str, megabytes: u64, out: &str) {
    let games = tabia_pgn::read_bytes(&fs::read(sample).expect("the sample can be read")).games;
    let mut out = BufWriter::new(File::create(out).expect("the file can be written"));
    let (mut bytes, mut random) = (0_u64, Rng::new(1));
    let mut text = String::new();
    for number in 0_usize.. {
        if bytes >= megabytes * 1_000_000 {
            break;
        }
        let game = &games[number % games.len()];
        let tag = |name: &str| game.tags().get(name).unwrap_or("?").replace('"', "");
        let year = 1950 + number % 75;
        text.clear();
        let player = |name: &str, part: usize| format!("{} {}", tag(name), part % 97);
        let pairs = [
            ("Event", format!("Open {}", number / 200)),
            ("Site", tag("Site")),
            ("Date", format!("{year}.{:02}.??", 1 + number % 12)),
            ("White", player("White", number / games.len())),
            ("Black", player("Black", number / games.len() / 3)),
            ("Result", tag("Result")),
            ("WhiteElo", (1800 + number * 7 % 1000).to_string()),
            ("BlackElo", (1800 + number * 11 % 1000).to_string()),
        ];
        text.extend(pairs.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")));
        text.push('\n');
        let nodes: Vec<_> = game.main_line().collect();
        let known = 10 + random.below(20) as usize;
        let mut position = *game.start();
        for (ply, &node) in nodes.iter().enumerate() {
            let written = game.played(node).and_then(tabia_pgn::Played::as_move);
            let moves = position.legal_moves();
            let mv = match written {
                Some(mv) if ply < known => mv,
                _ if moves.is_empty() => break,
                _ => moves[random.below(moves.len() as u64) as usize],
            };
            if ply % 2 == 0 {
                text.push_str(&format!("{}. ", ply / 2 + 1));
            }
            text.push_str(&position.san(mv));
            text.push(if ply % 12 == 11 { '\n' } else { ' ' });
            position.play_unchecked(mv);
        }
        text.push_str(&tag("Result"));
        text.push_str("\n\n");
        out.write_all(text.as_bytes()).expect("the file can be written");
        bytes += text.len() as u64;
    }
    out.flush().expect("the file can be written");
}

fn build(path: &str) -> Value {
    let index_path = format!("{path}.index");
    let start = Instant::now();
    let mut sink = Output(BufWriter::new(File::create(&index_path).expect("the index can be written")));
    let summary =
        build_index(&mut input(path), IndexOptions::default(), &mut sink, |_| ControlFlow::Continue(()))
            .expect("an index");
    sink.0.flush().expect("the index can be written");
    json!({
        "seconds": start.elapsed().as_secs_f64(), "peak_mb": peak_mb(), "bytes": summary.fingerprint.length,
        "games": summary.games, "errors": summary.errors, "plies": summary.plies, "index_bytes": input(&index_path).1,
    })
}

fn search(path: &str) -> Value {
    let start = Instant::now();
    let mut library = Library::open(input(&format!("{path}.index"))).expect("an index");
    library.prepare();
    let mut result = json!({ "open_ms": start.elapsed().as_secs_f64() * 1000.0, "games": library.len() });
    for (name, moves) in [
        ("the start", ""),
        ("the Sicilian", "e2e4 c7c5"),
        ("the Najdorf", "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6"),
    ] {
        let mut position = Position::default();
        for mv in moves.split_whitespace() {
            position = position.play(position.parse_uci(mv).expect("a move")).expect("a legal move");
        }
        let mut games = 0;
        let ms = median_ms(9, || {
            games = library.explore(position.repetition_key(), None, 5).expect("an answer").total.games;
        });
        result["explore"][name] = json!({ "games": games, "ms": ms });
    }
    let all = Selection::all(library.len());
    let order = Order { column: Column::Black, descending: true };
    result["sort_ms"] = json!(median_ms(9, || drop(library.sorted(&all, order))));
    result["duplicates_ms"] = json!(median_ms(1, || drop(library.duplicates())));
    result["peak_mb"] = json!(peak_mb());
    result
}

/// Filters `count` headers, with a tenth as many players.
fn headers(count: usize) -> Value {
    let mut random = Rng::new(1);
    let mut below = |bound: usize| random.below(bound as u64) as usize;
    let mut name = || {
        let syllables =
            ["ka", "spa", "rov", "car", "lsen", "tal", "ke", "res", "bot", "vin", "nik", "só", "Ü"];
        let mut name: String = (0..3).map(|_| syllables[below(syllables.len())]).collect();
        name.push_str(&format!(", {}", (b'A' + below(26) as u8) as char));
        name
    };
    let names: Vec<String> = (0..count / 10).map(|_| name()).collect();
    let mut text = String::new();
    for game in 0..count {
        let (white, black) = (&names[below(names.len())], &names[below(names.len())]);
        let (year, elo) = (1950 + game % 75, 1800 + game % 1000);
        text.push_str(&format!(
            "[Event \"Open {}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{year}.01.02\"]\n[WhiteElo \"{elo}\"]\n[Result \"1-0\"]\n\n1. e4 c5 1-0\n\n",
            game / 100
        ));
    }
    let mut index = Vec::new();
    build_index(&mut text.as_bytes(), IndexOptions::default(), &mut index, |_| ControlFlow::Continue(()))
        .expect("an index");
    let mut library = Library::open(index).expect("an index");
    let first = || Query { player: Some("k".into()), ..Query::default() };
    let start = Instant::now();
    drop(library.find(&first()));
    let cold = start.elapsed().as_secs_f64() * 1000.0;
    let mut result = json!({ "games": library.len(), "first_ms": cold });
    let typed = |text: &str| Query { player: Some(text.into()), ..Query::default() };
    let several = Query {
        results: vec![tabia_pgn::GameResult::WhiteWins],
        eco: vec!["B20-B99".parse().expect("a range")],
        from: Some(tabia_library::GameDate::of_tag(b"1980")),
        elo: tabia_library::Bounds { min: Some(2000), max: None },
        elo_of: tabia_library::EloOf::Either,
        ..typed("kas")
    };
    for (name, query) in [
        ("k", typed("k")),
        ("kas", typed("kas")),
        ("kasparov, a", typed("kasparov, a")),
        ("five conditions", several),
    ] {
        result["filter_ms"][name] = json!(median_ms(9, || drop(library.find(&query))));
    }
    result
}
