//! `data stats` and `data text`.

use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::Path;

use serde_json::json;
use sha2::{Digest as _, Sha256};
use tabia_data::filter::{Filter, FilterVerdict, Statistics};
use tabia_data::format::{Game, GameReader, PACKED_SIZE, PackedBoard, ReadError, sample_line};
use tabia_polyglot::BlockSource as _;

use super::args::{DataStatsArgs, TextArgs};
use super::error::DataError;
use super::numbers::{percent, thousands};
use crate::file_source::FileSource;
use crate::hex::hex;
use crate::input_file;

/// Buffer size for reading a file, in bytes.
const BUFFER: usize = 1 << 20;

/// Reader that hashes the bytes as they are read.
struct Hashed<R> {
    reader: R,
    hash: Sha256,
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}

/// Calls `take` with every complete game of a file, and returns the file's SHA-256. An incomplete last game is skipped and
/// reported: the file may still be being written.
///
/// # Errors
/// If the file cannot be read, is damaged, or has no complete game.
pub(super) fn each_game(
    path: &Path,
    mut take: impl FnMut(Game) -> Result<(), DataError>,
) -> Result<String, DataError> {
    let file = input_file::open(path).map_err(DataError::file(path))?;
    let mut hashed = Hashed { reader: file, hash: Sha256::new() };
    let mut has_game = false;
    for game in GameReader::new(BufReader::with_capacity(BUFFER, &mut hashed)) {
        match game {
            Ok(game) => {
                has_game = true;
                take(game)?;
            }
            Err(ReadError::CutOff(at)) => {
                eprintln!(
                    "{}: the last game is cut off at byte {} and left out",
                    path.display(),
                    thousands(at)
                );
            }
            Err(error) => return Err(DataError::Games { path: path.to_owned(), error }),
        }
    }
    if !has_game {
        return Err(DataError::fault(
            path,
            "no game found; expected games that `tabia data play` has written",
        ));
    }
    Ok(hex(&hashed.hash.finalize()))
}

pub(super) fn stats(args: &DataStatsArgs) -> Result<(), DataError> {
    let filter = args.filter.filter();
    let mut all = Statistics::default();
    let mut files = Vec::new();
    for path in &args.files {
        let mut games = 0_u64;
        let sha256 = each_game(path, |game| {
            games += 1;
            all.add(&filter, &game);
            Ok(())
        })?;
        files.push((path.display().to_string(), games, sha256));
    }
    if args.json {
        let verdicts: serde_json::Map<_, _> = FilterVerdict::ALL
            .iter()
            .map(|&verdict| (verdict.name().to_owned(), all.count(verdict).into()))
            .collect();
        let files: Vec<_> = files
            .iter()
            .map(|(file, games, sha256)| json!({ "file": file, "games": games, "sha256": sha256 }))
            .collect();
        let [black, draws, white] = all.results;
        let object = json!({
            "games": all.games, "white_wins": white, "draws": draws, "black_wins": black,
            "positions": all.positions, "verdicts": verdicts, "files": files,
        });
        println!("{object}");
    } else {
        for (file, games, sha256) in &files {
            println!("{file}: {} games, SHA-256 {sha256}", thousands(*games));
        }
        print!("{}", table(&all));
    }
    Ok(())
}

fn table(all: &Statistics) -> String {
    let [black, draws, white] = all.results;
    let mut text = format!(
        "{} games: White won {:.1}%, drawn {:.1}%, Black won {:.1}%\n{} positions, {:.1} a game\n",
        thousands(all.games),
        percent(white, all.games),
        percent(draws, all.games),
        percent(black, all.games),
        thousands(all.positions),
        all.positions as f64 / all.games.max(1) as f64,
    );
    text.extend(FilterVerdict::ALL.map(|verdict| {
        let count = all.count(verdict);
        let (shown, share) = (thousands(count), percent(count, all.positions));
        format!("{shown:>15}  {share:>5.1}%  {}\n", verdict.name())
    }));
    text
}

pub(super) fn text(args: &TextArgs) -> Result<(), DataError> {
    let filter = args.filter.filter();
    let mut output = BufWriter::new(io::stdout().lock());
    for path in &args.files {
        let written = if args.positions {
            positions_text(path, &mut output)
        } else {
            games_text(path, &filter, args.all, &mut output)
        };
        match written {
            // The reader has seen enough.
            Err(DataError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
    }
    match output.flush() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(DataError::Output(error)),
        _ => Ok(()),
    }
}

fn games_text(path: &Path, filter: &Filter, all: bool, output: &mut impl Write) -> Result<(), DataError> {
    each_game(path, |game| {
        for (position, played) in game.positions() {
            if all || filter.verdict(&position, played) == FilterVerdict::Taken {
                let line = sample_line(&position, played.score, game.result);
                writeln!(output, "{line}").map_err(DataError::Output)?;
            }
        }
        Ok(())
    })
    .map(drop)
}

fn positions_text(path: &Path, output: &mut impl Write) -> Result<(), DataError> {
    let mut source = FileSource::open_input(path).map_err(DataError::file(path))?;
    let length = source.len();
    if length == 0 {
        return Err(DataError::fault(path, "no position found; the file is empty"));
    }
    if !length.is_multiple_of(PACKED_SIZE as u64) {
        let fault = format!(
            "{length} bytes are not a multiple of the {PACKED_SIZE} bytes of a position; is it a file of games?"
        );
        return Err(DataError::fault(path, fault));
    }
    let mut offset = 0;
    let mut buffer = Vec::new();
    while offset < length {
        buffer.resize((length - offset).min(BUFFER as u64) as usize, 0);
        let read = source.read_at(offset, &mut buffer);
        read.map_err(|error| DataError::fault(path, error.to_string()))?;
        let first = offset / PACKED_SIZE as u64;
        for (number, bytes) in (first..).zip(buffer.as_chunks::<PACKED_SIZE>().0) {
            let sample = PackedBoard(*bytes).unpack().map_err(|error| DataError::Position {
                path: path.to_owned(),
                number,
                error,
            })?;
            let line = sample_line(&sample.position, sample.score, sample.result);
            writeln!(output, "{line}").map_err(DataError::Output)?;
        }
        offset += buffer.len() as u64;
    }
    Ok(())
}
