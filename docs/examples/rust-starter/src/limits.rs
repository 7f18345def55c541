//! What `go` asks for, and when that is reached.

use std::str::{FromStr, SplitAsciiWhitespace};

use shakmaty::Color;
use shakmaty::uci::UciMove;

use crate::abi::{Signal, now, signal};

/// What passes between the engine and the clock's owner with every move, in milliseconds.
const RESERVE_MS: f64 = 5.0;

/// The limits of one search; the first to be reached ends it.
pub struct Limits {
    began_ms: f64,
    time_ms: Option<f64>,
    nodes: Option<u64>,
    /// In plies.
    pub depth: u32,
    /// `go searchmoves`: only these moves at the root. Empty: all of them.
    pub moves: Vec<UciMove>,
    /// `go infinite`: no answer before the signal, whatever was found.
    is_infinite: bool,
    /// `go ponder`: the opponent has not moved yet; no limit counts.
    is_pondering: bool,
    is_stopped: bool,
}

impl Limits {
    pub fn parse(mut words: SplitAsciiWhitespace<'_>, turn: Color) -> Self {
        let (mut infinite, mut ponder) = (false, false);
        let (mut depth, mut nodes, mut movetime) = (None, None, None);
        let (mut left, mut increment, mut moves_to_go) = (None, 0.0, None);
        let mut moves = Vec::new();
        let clock = if turn == Color::White { ("wtime", "winc") } else { ("btime", "binc") };
        while let Some(word) = words.next() {
            match word {
                "infinite" => infinite = true,
                "ponder" => ponder = true,
                "depth" => depth = number::<u32>(&mut words),
                "nodes" => nodes = number::<u64>(&mut words),
                "movetime" => movetime = number::<f64>(&mut words),
                "movestogo" => moves_to_go = number::<f64>(&mut words),
                _ if word == clock.0 => left = number::<f64>(&mut words),
                _ if word == clock.1 => increment = number::<f64>(&mut words).unwrap_or(0.0),
                // Moves follow `searchmoves`, and stand nowhere else.
                _ => moves.extend(word.parse::<UciMove>().ok()),
            }
        }
        let time_ms = match (movetime, left) {
            (Some(time), _) => Some(if time > 2.0 * RESERVE_MS { time - RESERVE_MS } else { time / 2.0 }),
            (None, Some(left)) => Some(share_of_clock(left, increment, moves_to_go)),
            (None, None) => None,
        };
        let is_unlimited = depth.is_none() && nodes.is_none() && time_ms.is_none();
        let is_infinite = infinite || is_unlimited;
        Self {
            began_ms: now(),
            time_ms,
            nodes,
            depth: if is_infinite { u32::MAX } else { depth.unwrap_or(u32::MAX).max(1) },
            moves,
            is_infinite,
            is_pondering: ponder,
            is_stopped: false,
        }
    }

    /// Whether the search must end now. To be asked at every node.
    pub fn is_over(&mut self, searched: u64) -> bool {
        if searched % 256 == 0 {
            self.poll();
        }
        let waits = self.is_infinite || self.is_pondering;
        if !waits && self.nodes.is_some_and(|nodes| searched >= nodes) {
            self.is_stopped = true;
        }
        self.is_stopped
    }

    /// Asks the host, and looks at the clock.
    pub fn poll(&mut self) {
        match signal() {
            Signal::Stop => self.is_stopped = true,
            Signal::PonderHit if self.is_pondering => {
                self.is_pondering = false;
                self.began_ms = now();
            }
            Signal::PonderHit | Signal::Go => {}
        }
        let waits = self.is_infinite || self.is_pondering;
        if !waits && self.time_ms.is_some_and(|time| now() - self.began_ms >= time) {
            self.is_stopped = true;
        }
    }

    /// Waits until `bestmove` may be printed.
    pub fn wait_for_release(&mut self) {
        while (self.is_infinite || self.is_pondering) && !self.is_stopped {
            self.poll();
        }
    }

    pub fn elapsed_ms(&self) -> f64 {
        now() - self.began_ms
    }
}

/// A share of the time left, and never all of it.
fn share_of_clock(left: f64, increment: f64, moves_to_go: Option<f64>) -> f64 {
    let usable = left - (left / 20.0).min(50.0);
    let share = usable / moves_to_go.map_or(30.0, |moves| moves.max(0.0) + 1.0) + increment / 2.0;
    share.min(usable / 2.0)
}

/// The next word as a number; nothing if it is none.
fn number<T: FromStr>(words: &mut SplitAsciiWhitespace<'_>) -> Option<T> {
    words.next()?.parse().ok()
}
