//! Drives an engine: handshake, one search, best move.
//!
//!     cargo run --example drive -- stockfish

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command as Process, Stdio};

use tabia_uci::{Command, Go, Message};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: drive ENGINE")?;
    let mut engine = Process::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = engine.stdin.take().ok_or("no input")?;
    let output = BufReader::new(engine.stdout.take().ok_or("no output")?);
    writeln!(input, "{}", Command::Uci)?;
    for line in output.lines() {
        match Message::parse(&line?)? {
            Some(Message::UciOk) => writeln!(input, "{}", Command::IsReady)?,
            Some(Message::ReadyOk) => {
                writeln!(input, "position startpos moves e2e4")?;
                writeln!(input, "{}", Command::Go(Go { depth: Some(12), ..Go::default() }))?;
            }
            Some(Message::Info(info)) => {
                if let (Some(depth), Some(score)) = (info.depth, info.score) {
                    println!("depth {depth}: {score:?}");
                }
            }
            Some(Message::BestMove(found)) => {
                println!("best move: {}", found.best.map_or("none".to_owned(), |best| best.to_string()));
                writeln!(input, "{}", Command::Quit)?;
                break;
            }
            _ => {}
        }
    }
    engine.wait()?;
    Ok(())
}
