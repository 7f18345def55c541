//! The commands of UCI.

use std::str::SplitAsciiWhitespace;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position};

use crate::abi::{now, report_panics, say};
use crate::limits::Limits;
use crate::search::Search;

/// Positions of `bench`, and how deep they are searched.
const BENCH: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];
const BENCH_DEPTH: u32 = 4;

/// What the engine knows between commands.
#[derive(Default)]
pub struct Engine {
    position: Chess,
    is_chess960: bool,
}

impl Engine {
    /// Handles one command.
    pub fn line(&mut self, command: &str) {
        let mut words = command.split_ascii_whitespace();
        match words.next() {
            Some("uci") => {
                report_panics();
                say("id name Starter 0.1\nid author the example of docs/engine-abi.md");
                say("option name UCI_Chess960 type check default false");
                say("uciok");
            }
            Some("isready") => say("readyok"),
            Some("ucinewgame") => {} // Forget what earlier searches taught.
            Some("setoption") => self.set_option(command),
            Some("position") => {
                if let Err(reason) = self.set_position(words) {
                    say(&format!("info string position: {reason}"));
                }
            }
            Some("go") => self.go(words),
            Some("bench") => bench(),
            // `stop` and `ponderhit` come by `signal` during a search, and mean nothing outside of one.
            _ => {}
        }
    }

    fn castling(&self) -> CastlingMode {
        if self.is_chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    fn set_option(&mut self, command: &str) {
        let Some((name, value)) = command.split_once(" value ") else { return };
        if name.to_ascii_lowercase().ends_with(" name uci_chess960") {
            self.is_chess960 = value.trim().parse().unwrap_or(self.is_chess960);
        }
    }

    fn set_position(&mut self, mut words: SplitAsciiWhitespace<'_>) -> Result<(), String> {
        let mut position = Chess::default();
        match words.next() {
            Some("startpos") => {
                words.next(); // "moves"
            }
            Some("fen") => {
                let fen: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
                let fen: Fen = fen.join(" ").parse().map_err(|error| format!("{error}"))?;
                // Reads the rights of Chess960 and normal ones.
                position = fen.into_position(CastlingMode::Chess960).map_err(|error| format!("{error}"))?;
            }
            _ => return Err("neither startpos nor fen".to_owned()),
        }
        for word in words {
            let mv: UciMove = word.parse().map_err(|_| format!("{word} is no move"))?;
            let mv = mv.to_move(&position).map_err(|_| format!("{word} is not legal"))?;
            position.play_unchecked(mv);
        }
        self.position = position;
        Ok(())
    }

    fn go(&mut self, words: SplitAsciiWhitespace<'_>) {
        let limits = Limits::parse(words, self.position.turn());
        let castling = self.castling();
        let mut search = Search::new(limits);
        let best = search.think(&self.position, |search, depth, score, best| {
            say(&format!(
                "info depth {depth} score {score} nodes {} time {:.0} pv {}",
                search.nodes,
                search.limits.elapsed_ms(),
                written(best, castling),
            ));
        });
        search.limits.wait_for_release();
        say(&format!(
            "bestmove {}",
            best.map_or_else(|| "(none)".to_owned(), |best| written(best, castling))
        ));
    }
}

fn written(mv: Move, castling: CastlingMode) -> String {
    mv.to_uci(castling).to_string()
}

/// A fixed amount of work: what a build is known by.
fn bench() {
    let (began_ms, mut nodes) = (now(), 0);
    for fen in BENCH {
        let Ok(fen) = fen.parse::<Fen>() else { continue };
        let Ok(position) = fen.into_position::<Chess>(CastlingMode::Standard) else { continue };
        let limits = format!("depth {BENCH_DEPTH}");
        let mut search = Search::new(Limits::parse(limits.split_ascii_whitespace(), position.turn()));
        search.think(&position, |_, _, _, _| {});
        nodes += search.nodes;
    }
    say(&format!("{nodes} nodes {:.0} nps", nodes as f64 * 1000.0 / (now() - began_ms + 1.0)));
}
