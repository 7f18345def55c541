//! Reads lines from standard input and says what they mean in UCI.
//!
//!     echo "info depth 12 score cp 31 nodes 50000 pv e2e4 e7e5" | cargo run --example parse

use std::io;

use tabia_uci::{Command, Message};

fn main() -> io::Result<()> {
    for line in io::stdin().lines() {
        let line = line?;
        // No line is both a command and a message.
        match (Command::parse(&line), Message::parse(&line)) {
            (Ok(Some(command)), _) => println!("command: {command:?}"),
            (_, Ok(Some(message))) => println!("message: {message:?}"),
            (Err(error), _) => println!("malformed command: {error}"),
            (_, Err(error)) => println!("malformed message: {error}"),
            (Ok(None), Ok(None)) => println!("neither a command nor a message"),
        }
    }
    Ok(())
}
