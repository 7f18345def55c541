//! Times the index of a PGN file: building it, looking positions up, filtering. `scripts/library-speed.mjs` runs it.
//!
//! Prints one JSON object. The index is written beside the file, as `FILE.index`, and read from there.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::os::unix::fs::FileExt;
use std::time::Instant;

use serde_json::json;
use tabia_chess::Position;
use tabia_library::{
    ByteSink, Column, IndexOptions, Library, Order, Query, Selection, SinkError, build_index,
};
use tabia_polyglot::{BlockSource, SourceError};

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
    let path = std::env::args().nth(1).expect("usage: library_speed FILE [build]");
    let index_path = format!("{path}.index");
    let start = Instant::now();
    let mut sink = Output(BufWriter::new(File::create(&index_path).expect("the index can be written")));
    let summary =
        build_index(&mut input(&path), IndexOptions::default(), &mut sink, |_| ControlFlow::Continue(()))
            .expect("an index");
    sink.0.flush().expect("the index can be written");
    let build_s = start.elapsed().as_secs_f64();
    let build_peak_mb = peak_mb();
    let bytes = summary.fingerprint.length;
    let mut result = json!({
        "bytes": bytes, "games": summary.games, "errors": summary.errors, "plies": summary.plies,
        "index_bytes": input(&index_path).1, "build_s": build_s, "mb_per_s": bytes as f64 / 1e6 / build_s,
        "build_peak_mb": build_peak_mb,
    });
    if std::env::args().nth(2).is_none() {
        let start = Instant::now();
        let mut library = Library::open(input(&index_path)).expect("an index");
        library.prepare();
        result["open_ms"] = json!(start.elapsed().as_secs_f64() * 1000.0);
        for (name, moves) in [
            ("start", ""),
            ("sicilian", "e2e4 c7c5"),
            ("najdorf", "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6"),
        ] {
            let mut position = Position::default();
            for mv in moves.split_whitespace() {
                position = position.play(position.parse_uci(mv).expect("a move")).expect("a legal move");
            }
            let mut games = 0;
            let explore_ms = median_ms(9, || {
                games = library.explore(position.key(), None, 5).expect("an answer").total.games;
            });
            result["explore"][name] = json!({ "games": games, "ms": explore_ms });
        }
        let filter_ms =
            |library: &mut Library<Input>, query: Query| median_ms(9, || drop(library.find(&query)));
        let player = || Query { player: Some("kasp".into()), ..Query::default() };
        result["filter_ms"]["player"] = json!(filter_ms(&mut library, player()));
        let several = Query {
            results: vec![tabia_pgn::GameResult::WhiteWins],
            eco: vec!["B".parse().expect("a range")],
            ..player()
        };
        result["filter_ms"]["player, result, eco"] = json!(filter_ms(&mut library, several));
        let all = Selection::all(library.len());
        let order = Order { column: Column::Black, descending: true };
        result["sort_ms"] = json!(median_ms(9, || drop(library.sorted(&all, order))));
        result["duplicates_ms"] = json!(median_ms(1, || drop(library.duplicates())));
        result["peak_mb"] = json!(peak_mb());
    }
    println!("{result}");
}
