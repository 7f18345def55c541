//! Measures the time of probes of a book file; scripts/measure/book-probe-speed.mjs runs it.
//!
//!     cargo run --release -p tabia-polyglot --example probe_speed -- BOOK.bin

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::process::ExitCode;
use std::time::Instant;

use tabia_chess::Position;
use tabia_polyglot::{BlockSource, BookReader, SourceError};

/// Looks that are timed.
const LOOKS: usize = 20_000;

struct Disk(File, u64);

impl BlockSource for Disk {
    fn len(&self) -> u64 {
        self.1
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        let length = buffer.len();
        let read = self.0.seek(SeekFrom::Start(offset)).and_then(|_| self.0.read_exact(buffer));
        read.map_err(|error| SourceError { offset, length, reason: error.to_string() })
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let path = std::env::args_os().nth(1).ok_or("usage: probe_speed BOOK.bin")?;
    let file = File::open(&path).map_err(|error| error.to_string())?;
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    let mut book = BookReader::open(Disk(file, length)).map_err(|error| error.to_string())?;
    let mut position = Position::default();
    let mut times = Vec::with_capacity(LOOKS);
    let mut choice: usize = 1;
    for _ in 0..LOOKS {
        let began = Instant::now();
        book.probe(&position).map_err(|error| error.to_string())?;
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        // Games by chance: nearly every position is a new one.
        let moves = position.legal_moves();
        choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        match moves.get((choice >> 33) % moves.len().max(1)) {
            Some(&mv) => position.play_unchecked(mv),
            None => position = Position::default(),
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "natively: new positions      median {:.3} ms, 99 % below {:.3} ms, longest {:.2} ms, {:.1} blocks of 4 KiB a look; cache of 1 MiB",
        times[LOOKS / 2],
        times[LOOKS * 99 / 100],
        times[LOOKS - 1],
        book.blocks_read() as f64 / LOOKS as f64,
    );
    Ok(())
}
