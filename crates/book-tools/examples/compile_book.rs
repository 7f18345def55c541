//! Compiles the default book of `crates/book-tools/data/lines`, or lists its lines.
//!
//!     cargo run --release -p tabia-book-tools --example compile_book -- OUT.bin [OUT.packed]
//!     cargo run --release -p tabia-book-tools --example compile_book -- --list    FILE:LINE <tab> moves in UCI's notation <tab> the
//!         positions behind them as EPD, with a | between them

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use tabia_book_tools::tree::{line_to, parse};
use tabia_book_tools::{compile, packed};
use tabia_polyglot::to_bytes;

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let (Some(out), packed, None) = (arguments.next(), arguments.next(), arguments.next()) else {
        eprintln!("usage: compile_book OUT.bin [OUT.packed] | --list");
        return ExitCode::from(2);
    };
    match run(Path::new(&out), packed.as_deref().map(Path::new)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(out: &Path, packed: Option<&Path>) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/lines");
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        texts.push((path, text));
    }
    let mut trees = Vec::new();
    for (path, text) in &texts {
        trees.push((path, parse(text).map_err(|error| format!("{}: {error}", path.display()))?));
    }
    if out == "--list" {
        for (path, rows) in &trees {
            let name = path.file_name().unwrap_or_default().display();
            for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.continued) {
                let line = line_to(rows, index);
                let moves: Vec<String> = line.iter().map(|m| m.before.uci(m.mv)).collect();
                let positions: Vec<String> = line
                    .iter()
                    .map(|m| {
                        let mut after = m.before;
                        after.play_unchecked(m.mv);
                        // The move counters don't affect the evaluation.
                        after.to_fen().rsplitn(3, ' ').last().unwrap_or_default().to_owned()
                    })
                    .collect();
                println!("{name}:{}\t{}\t{}", row.line, moves.join(" "), positions.join("|"));
            }
        }
        return Ok(());
    }
    let entries = compile(trees.iter().map(|(_, rows)| rows.as_slice()));
    let book = to_bytes(&entries);
    fs::write(out, &book).map_err(|error| format!("{}: {error}", out.display()))?;
    if let Some(path) = packed {
        let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let packed = packed::pack(&book).map_err(|error| in_file(&error))?;
        fs::write(path, packed).map_err(|error| in_file(&error))?;
    }
    let lines = trees.iter().flat_map(|(_, rows)| rows).filter(|row| !row.continued).count();
    println!("{lines} lines, {} moves: {}", entries.len(), out.display());
    Ok(())
}
