//! Its play and its faults.

use std::hint::black_box;

use tabia_chess::{Color, Position, Setup};
use tabia_uci::Command;

use crate::FAULTS;
use crate::imports::{is_stopped, now, print, print_out_of_bounds};

/// The engine.
#[derive(Debug, Default)]
pub(crate) struct Engine {
    fault: String,
    color: Option<Color>,
    at_move: u32,
    position: Position,
    /// Moves asked for in this game.
    moves: u32,
    /// Whether a game was begun.
    has_begun: bool,
    memory: Vec<Vec<u8>>,
}

impl Engine {
    pub(crate) fn line(&mut self, line: &str) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["uci"] => introduce(),
            ["isready"] if self.fault != "no-readyok" || !self.has_begun => print("readyok"),
            ["setoption", "name", name, "value", value] => match *name {
                "Fault" => (*value).clone_into(&mut self.fault),
                "FaultMove" => self.at_move = value.parse().unwrap_or(0),
                "FaultColor" => {
                    self.color = match *value {
                        "white" => Some(Color::White),
                        "black" => Some(Color::Black),
                        _ => None,
                    }
                }
                _ => {}
            },
            ["ucinewgame"] => {
                self.moves = 0;
                self.has_begun = true;
                match self.fault.as_str() {
                    "trap-in-ucinewgame" => unreachable!("asked to trap"),
                    "loop-in-ucinewgame" => spin(),
                    _ => {}
                }
            }
            ["position", ..] => self.set_position(line),
            ["go", ..] => self.go(),
            _ => {}
        }
    }

    fn set_position(&mut self, line: &str) {
        let Ok(Some(Command::Position(command))) = Command::parse(line) else { return };
        let start = command.fen.as_ref().map_or(Some(Position::default()), |fen| {
            fen.parse::<Setup>().ok().and_then(|setup| setup.position_lenient().ok())
        });
        let Some(mut position) = start else { return };
        for mv in &command.moves {
            let Ok(mv) = position.parse_uci(mv.as_str()) else { return };
            position.play_unchecked(mv);
        }
        self.position = position;
    }

    fn go(&mut self) {
        let begun = now();
        let at_move = self.moves == self.at_move;
        self.moves += 1;
        let is_due = at_move && self.color.is_none_or(|color| color == self.position.turn());
        let fault = if is_due { self.fault.clone() } else { String::new() };
        let moves = self.position.legal_moves();
        // The same every time, but not the same everywhere.
        let chosen = (self.position.repetition_key() >> 32) as usize % moves.len().max(1);
        let best = moves.get(chosen).map(|&mv| self.position.uci(mv));
        let best = best.unwrap_or_else(|| "(none)".to_owned());
        let info = |depth: u32| {
            print(&format!("info depth {depth} seldepth {depth} nodes 1 score cp 13 time 1 pv {best}"));
        };
        match fault.as_str() {
            "illegal-move" => return print("bestmove a1a1"),
            "null-move" => return print("bestmove 0000"),
            "nonsense-move" => return print("bestmove what?"),
            "trap" => {
                info(1);
                unreachable!("asked to trap")
            }
            "loop-polling" => loop {
                black_box(is_stopped());
            },
            "loop-asking-time" => loop {
                black_box(now());
            },
            "loop-printing" => loop {
                info(2);
            },
            "loop-silent" => spin(),
            "silence" => return,
            "megabyte-of-info" => {
                for number in 0..20 {
                    print(&format!("info string {number} {}", "x".repeat(50_000)));
                    print(&format!("info depth {number} score cp 13 pv {best} {}", "a2a3 ".repeat(2_000)));
                }
            }
            "garbage-score" => {
                print(&format!("info depth x score cp twelve nodes -7 pv {best}"));
                print("info score");
                print("info depth 99999999999999999999 score mate 99999999999 nodes 18446744073709551616");
            }
            "wrong-pv" => print("info depth 5 nodes 9 score cp 20 pv a1a1 a8a8 e2e9"),
            "overrun" => {
                while now() - begun < 400.0 {
                    black_box(is_stopped());
                }
            }
            "obeys-stop-late" => {
                while !is_stopped() {}
                let told = now();
                while now() - told < 30.0 {}
            }
            "eats-memory" => loop {
                // Fails inside the build when its bound is reached.
                self.memory.push(vec![1; 1 << 24]);
                black_box(is_stopped());
            },
            "prints-out-of-bounds" => print_out_of_bounds(),
            _ => info(1),
        }
        print(&format!("bestmove {best}"));
        match fault.as_str() {
            "talks-after-bestmove" => {
                print("info depth 3 score cp 1 pv e2e4");
                print("bestmove e2e4");
            }
            "loop-after-bestmove" => spin(),
            "trap-after-bestmove" => unreachable!("asked to trap"),
            _ => {}
        }
    }
}

fn introduce() {
    print("id name Faulty\nid author the tests");
    print("option name Hash type spin default 1 min 1 max 1024");
    print("option name UCI_Chess960 type check default false");
    let vars: Vec<String> = FAULTS.iter().map(|fault| format!("var {fault}")).collect();
    print(&format!("option name Fault type combo default none {}", vars.join(" ")));
    print("option name FaultMove type spin default 0 min 0 max 1000");
    print("option name FaultColor type combo default both var both var white var black");
    print("uciok");
}

/// Loops without calling anything.
fn spin() -> ! {
    let mut number = 1u32;
    loop {
        number = black_box(number.wrapping_mul(1_664_525));
    }
}
