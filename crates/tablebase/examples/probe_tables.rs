//! Win, draw or loss, and the distance to zeroing, of a position and each move.
//!
//!     cargo run --example probe_tables -- FOLDER "8/8/8/8/8/2k5/8/KQ6 w - - 0 1"

use std::error::Error;
use std::fs;

use tabia_chess::Position;
use tabia_tablebase::{SyzygyTables, TableFile};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(folder), Some(fen)) = (args.next(), args.next()) else {
        return Err("usage: probe FOLDER FEN".into());
    };
    let position: Position = fen.parse()?;
    let mut files = Vec::<(String, Box<dyn TableFile>)>::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // For many or large tables, implement `TableFile` for something that reads only what is needed.
        files.push((entry.file_name().to_string_lossy().into_owned(), Box::new(fs::read(entry.path())?)));
    }
    let (tables, found) = SyzygyTables::open(files, 1 << 20);
    println!("{found}");
    println!("{:?}, DTZ {:?}", tables.wdl(&position), tables.dtz(&position));
    for m in position.legal_moves() {
        let after = position.play(m)?;
        // From the opponent's point of view.
        println!("{:8}{:?}, DTZ {:?}", position.san(m), tables.wdl(&after), tables.dtz(&after));
    }
    Ok(())
}
