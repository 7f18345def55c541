//! Tablebases through the program, as a GUI uses them.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tabia_chess::{Move, Position, Role, Square};
use tabia_conformance::shared;
use tabia_tablebase::{SyzygyTables, TableFile};

/// The program and its pipes.
struct Program {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Program {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped")).lines();
        Self { child, input, output }
    }

    /// Sends a command and returns the complete output; the end of the input would stop a search.
    fn say(&mut self, command: &str) -> Vec<String> {
        let is_search = command.starts_with("go");
        let (text, end) = if is_search { ("", "bestmove") } else { ("\nisready", "readyok") };
        writeln!(self.input, "{command}{text}").and_then(|()| self.input.flush()).expect("the program reads");
        let mut lines = Vec::new();
        loop {
            let line = self.output.next().expect("an answer").expect("UTF-8");
            let is_end = line.starts_with(end);
            if line != "readyok" {
                lines.push(line);
            }
            if is_end {
                return lines;
            }
        }
    }

    fn finish(mut self) {
        drop(self.input);
        assert!(self.child.wait().expect("it ends").success());
    }
}

/// Runs a script command by command and returns the output.
fn talk(script: &str) -> Vec<String> {
    let mut program = Program::start();
    let lines = script.lines().flat_map(|command| program.say(command)).collect();
    program.finish();
    lines
}

/// Returns the last score in centipawns and the last hit count before each best move.
fn scores(lines: &[String]) -> Vec<(i32, u64)> {
    let field = |line: &str, name: &str| {
        let mut words = line.split(' ').skip_while(|word| *word != name);
        words.next();
        words.next().and_then(|word| word.parse::<i64>().ok())
    };
    let mut last = (0, 0);
    let mut scores = Vec::new();
    for line in lines {
        if line.starts_with("info depth") {
            let mate = field(line, "mate").map(|moves| if moves > 0 { 32_000 } else { -32_000 });
            let score = field(line, "cp").or(mate).expect("a score");
            last = (score as i32, field(line, "tbhits").expect("hits") as u64);
        } else if line.starts_with("bestmove") {
            scores.push(last);
        }
    }
    scores
}

#[test]
fn known_positions_have_their_result_and_keep_it() {
    let Some(tables) = shared("syzygy") else { return };
    let text = fs::read_to_string(tables.join("chess-le4.csv")).expect("the list can be read");
    let mut script = format!("setoption name SyzygyPath value {}\n", tables.display());
    let mut expected = Vec::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let (Some(fen), Some(Ok(wdl))) =
            (fields.first(), fields.get(1).map(|field| field.trim().parse::<i32>()))
        else {
            continue; // The header.
        };
        writeln!(script, "ucinewgame\nposition fen {fen}\ngo nodes 2000").expect("text");
        expected.push((fen.to_string(), wdl));
    }
    assert!(expected.len() > 150, "{}", expected.len());
    let lines = talk(&script);
    assert!(lines.iter().any(|line| line.starts_with("info string Found ")), "{:?}", lines.first());
    let scores = scores(&lines);
    assert_eq!(scores.len(), expected.len());
    for ((fen, wdl), (score, hits)) in expected.iter().zip(scores) {
        match wdl {
            2 => assert!(score > 20_000, "{fen}: {score}"),
            -2 => assert!(score < -20_000, "{fen}: {score}"),
            _ => assert!(score.abs() < 10, "{fen}: {score}"),
        }
        assert!(hits > 0 || score.abs() == 32_000 || score == 0, "{fen}: {hits} hits");
    }
}

/// Returns the DTZ reported in each search, if any.
fn distances(lines: &[String]) -> Vec<Option<i32>> {
    let mut told = None;
    let mut distances = Vec::new();
    for line in lines {
        if let Some(dtz) = line.strip_prefix("info dtz ") {
            told = Some(dtz.parse().expect("a number"));
        } else if line.starts_with("bestmove") {
            distances.push(told.take());
        }
    }
    distances
}

#[test]
fn the_distance_to_zeroing_is_told() {
    let Some(tables) = shared("syzygy") else { return };
    let text = fs::read_to_string(tables.join("chess-le4.csv")).expect("the list can be read");
    let rows: Vec<(&str, i32)> = text
        .lines()
        .skip(1)
        .filter_map(|line| {
            let (fen, figures) = line.split_once(',')?;
            Some((fen, figures.split_once(',')?.1.trim().parse().ok()?))
        })
        .collect();
    assert!(rows.len() > 150, "{}", rows.len());
    let mut script = format!("setoption name SyzygyPath value {}\n", tables.display());
    for (fen, _) in &rows {
        writeln!(script, "ucinewgame\nposition fen {fen}\ngo nodes 50").expect("text");
    }
    let found = distances(&talk(&script));
    assert_eq!(found.len(), rows.len());
    let mut told = 0;
    for ((fen, expected), found) in rows.iter().zip(found) {
        // There is no report if no move is possible.
        let Some(found) = found else { continue };
        told += 1;
        // Tables may round by a ply.
        let differs = (found - expected).abs() > 1 || found.signum() != expected.signum();
        assert!(!differs, "{fen}: {found}, the list says {expected}");
    }
    assert!(told > 140, "{told} of {} were told", rows.len());
}

#[test]
fn every_legal_move_has_its_result() {
    let Some(tables) = shared("syzygy") else { return };
    let text = fs::read_to_string(tables.join("chess-le4.csv")).expect("the list can be read");
    let mut program = Program::start();
    let said = program.say("tablebase");
    assert!(said[0].starts_with("info string tablebase: not a tablebase position"), "{said:?}");
    program.say(&format!("setoption name SyzygyPath value {}", tables.display()));
    let mut known = 0;
    for line in text.lines().skip(1) {
        let mut fields = line.split(',').map(str::trim);
        let fen = fields.next().expect("a FEN");
        let mut figure = || fields.next().and_then(|field| field.parse::<i32>().ok()).expect("a number");
        let (wdl, dtz) = (figure(), figure());
        let position = fen.parse::<tabia_chess::Setup>().expect("a FEN").position().expect("legal");
        if position.occupied().count() > 4 {
            continue;
        }
        program.say(&format!("position fen {fen}"));
        let moves = program.say("tablebase");
        known += 1;
        assert_eq!(moves.len(), position.legal_moves().len(), "{fen}: {moves:?}");
        let Some(best) = moves.first() else { continue };
        let words: Vec<&str> = best.split(' ').collect();
        let expected: &[&str] = match wdl {
            2 => &["win", "maybe-win"],
            1 => &["cursed-win"],
            0 => &["draw"],
            -1 => &["blessed-loss"],
            _ => &["loss", "maybe-loss"],
        };
        assert!(words[0] == "tablebase" && expected.contains(&words[2]), "{fen}: {best}");
        // One ply less than before the move, or more by the rounding of both.
        if let Some(found) = words.get(4) {
            let found: i32 = found.parse().expect("a number");
            assert!((found + 1 - dtz.abs()).abs() <= 1, "{fen}: {best}, the list says {dtz}");
        }
    }
    assert!(known > 100, "{known}");
    program.say("position startpos");
    assert!(program.say("tablebase")[0].contains("not a tablebase position"));
    program.finish();
}

#[test]
fn the_search_asks_the_tables_where_they_begin() {
    let Some(tables) = shared("syzygy") else { return };
    // Five men, one of which is soon captured.
    let position = "position fen 8/8/1k6/8/3p4/1K1Q1p2/8/8 w - - 0 1\ngo nodes 20000\n";
    let path = tables.display();
    let with = scores(&talk(&format!("setoption name SyzygyPath value {path}\n{position}")));
    assert!(with[0].1 > 0, "{with:?}");
    for off in ["setoption name SyzygyProbeLimit value 0", "setoption name SyzygyPath value <empty>"] {
        let without = scores(&talk(&format!("setoption name SyzygyPath value {path}\n{off}\n{position}")));
        assert_eq!(without[0].1, 0, "{off}: {without:?}");
    }
}

#[test]
fn draws_are_kept_with_and_without_swindling() {
    let Some(tables) = shared("syzygy") else { return };
    // Rook against knight: drawn, but worth a try.
    for swindle in [true, false] {
        let lines = talk(&format!(
            "setoption name SyzygyPath value {}\nsetoption name Swindle value {swindle}\n\
             position fen 8/8/8/8/8/2k5/1p6/1K1Q4 w - - 0 1\ngo nodes 5000\n\
             position fen 8/8/8/3k4/4n3/8/8/R3K3 w - - 0 1\ngo nodes 5000\n",
            tables.display()
        ));
        let scores = scores(&lines);
        assert!(scores[0].0 > 20_000, "{lines:?}");
        assert_eq!(scores[1].0, 0, "swindle {swindle}: {lines:?}");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")));
    }
}

/// Returns the share of the opponent's sensible replies that lose after a move, computed from the tables alone.
/// Sensible here means not hanging a piece to a capture: in these positions the same as the engine's static exchange
/// evaluation.
fn traps(tables: &SyzygyTables, position: &Position, mv: Move) -> f64 {
    let child = position.play(mv).expect("legal");
    let hangs = |after: &Position, to: Square| {
        let takers = after.legal_moves().iter().any(|taker| taker.to() == to);
        takers && after.piece_at(to).is_some_and(|piece| piece.role != Role::King)
    };
    let replies: Vec<Move> = child
        .legal_moves()
        .iter()
        .copied()
        .filter(|reply| !hangs(&child.play(*reply).expect("legal"), reply.to()))
        .collect();
    let losing = replies
        .iter()
        .filter(|reply| tables.wdl(&child.play(**reply).expect("legal")) == Some(tabia_tablebase::Wdl::Win))
        .count();
    losing as f64 / replies.len().max(1) as f64
}

#[test]
fn a_swindle_leaves_the_opponent_the_most_to_go_wrong() {
    let Some(folder) = shared("syzygy") else { return };
    let files = fs::read_dir(&folder).expect("tables").filter_map(|entry| {
        let path = entry.ok()?.path();
        let file: Box<dyn TableFile> = Box::new(InMemory(fs::read(&path).ok()?));
        Some((path.to_string_lossy().into_owned(), file))
    });
    let (opened, _) = SyzygyTables::open(files.collect(), 1 << 24);
    let mut chosen = [0.0; 2];
    for (index, swindle) in [false, true].into_iter().enumerate() {
        let mut program = Program::start();
        program.say(&format!("setoption name SyzygyPath value {}", folder.display()));
        program.say(&format!("setoption name Swindle value {swindle}"));
        for fen in [
            "8/8/8/3k4/4n3/8/8/R3K3 w - - 0 1",
            "8/8/8/8/2n5/8/1k6/3K3R w - - 0 1",
            "8/5k2/8/8/3b4/8/8/R3K3 w - - 0 1",
            "5k2/8/8/2K5/8/8/6b1/7R w - - 0 1",
            "8/8/1q6/8/8/5k2/8/2Q2K2 w - - 0 1",
            "8/8/8/8/1k6/8/r7/1Q5K b - - 0 1",
        ] {
            program.say(&format!("position fen {fen}"));
            let answer = program.say("go nodes 3000");
            let best = answer.last().and_then(|line| line.split(' ').nth(1)).expect("a move").to_owned();
            let position = fen.parse::<tabia_chess::Setup>().expect("a FEN").position().expect("legal");
            let mv = position.parse_uci(&best).expect("legal");
            let share = traps(&opened, &position, mv);
            println!("swindle {swindle}: {fen} {best}: {share:.3}");
            chosen[index] += share;
        }
        program.finish();
    }
    assert!(chosen[1] > chosen[0], "{chosen:?}");
}

#[test]
fn analysis_looks_for_no_swindles() {
    let Some(folder) = shared("syzygy") else { return };
    let hits = |options: &[&str], fen: &str| {
        let mut program = Program::start();
        program.say(&format!("setoption name SyzygyPath value {}", folder.display()));
        for option in options {
            program.say(&format!("setoption name {option}"));
        }
        program.say(&format!("position fen {fen}"));
        let (_, hits) = scores(&program.say("go depth 8"))[0];
        program.finish();
        hits
    };
    for fen in ["8/8/6R1/3b4/4k3/8/8/7K w - - 0 1", "8/8/8/3k4/4n3/8/8/R3K3 w - - 0 1"] {
        let root: Position = fen.parse::<tabia_chess::Setup>().expect("a FEN").position().expect("legal");
        let moves = root.legal_moves().len() as u64;
        assert_eq!(hits(&["UCI_AnalyseMode value true"], fen), moves, "{fen}: each move is looked up");
        assert!(hits(&[], fen) > moves, "{fen}: in play the opponent's replies are as well");
    }
}

/// Returns the last line of each `MultiPV` number in an output: score and first move.
fn last_lines(answer: &[String]) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for line in answer.iter().filter(|line| line.contains(" multipv ")) {
        let words: Vec<&str> = line.split(' ').collect();
        let behind = |name: &str| words.iter().position(|word| *word == name).map(|at| at + 1);
        let number: usize = behind("multipv").and_then(|at| words[at].parse().ok()).expect("a number");
        let score = behind("score").map(|at| words[at..at + 2].join(" ")).expect("a score");
        lines.truncate(number - 1);
        assert_eq!(lines.len(), number - 1, "{answer:?}");
        lines.push((score, behind("pv").map(|at| words[at].to_owned()).expect("a move")));
    }
    lines
}

#[test]
fn several_lines_go_beyond_the_moves_that_keep_the_result() {
    let Some(folder) = shared("syzygy") else { return };
    let mut program = Program::start();
    program.say(&format!("setoption name SyzygyPath value {}", folder.display()));
    // Two moves win, the others only draw.
    program.say("position fen 4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    for (go, count) in [("go depth 4", 4), ("go nodes 300", 4), ("go depth 4 searchmoves e6d5 e6f6 e6f5", 3)]
    {
        program.say("setoption name MultiPV value 4");
        let answer = program.say(go);
        let lines = last_lines(&answer);
        assert_eq!(lines.len(), count, "{go}: {answer:?}");
        let wins = if count == 4 { 2 } else { 1 };
        for (index, (score, mv)) in lines.iter().enumerate() {
            assert_eq!(["e6d6", "e6f6"].contains(&mv.as_str()), index < wins, "{go}: {answer:?}");
            let is_draw = score == "cp 0";
            assert_eq!(is_draw, index >= wins, "{go}: {answer:?}");
        }
        assert!(answer.last().is_some_and(|best| best.starts_with(&format!("bestmove {}", lines[0].1))));
        // A single PV is among the best.
        program.say("setoption name MultiPV value 1");
        assert_eq!(last_lines(&program.say(go)).len(), 1);
    }
    // All moves, from winning to losing.
    program.say("setoption name MultiPV value 50");
    program.say("position fen 8/8/8/8/8/5k2/1q6/2Q2K2 w - - 0 1");
    let lines = last_lines(&program.say("go depth 5"));
    let value = |score: &str| {
        let (kind, number) = score.split_once(' ').expect("two words");
        let number: i32 = number.parse().expect("a number");
        if kind == "mate" { 40_000 * number.signum() - number } else { number }
    };
    assert!(lines.len() > 5 && lines.is_sorted_by(|a, b| value(&a.0) >= value(&b.0)), "{lines:?}");
    program.finish();
}

/// A file in memory.
struct InMemory(Vec<u8>);

impl TableFile for InMemory {
    fn size(&self) -> std::io::Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> std::io::Result<()> {
        let bytes = self.0.get(offset as usize..offset as usize + buffer.len());
        buffer.copy_from_slice(bytes.ok_or(std::io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

#[test]
fn bad_paths_are_told_and_harm_nothing() {
    let lines = talk("setoption name SyzygyPath value /no/such/folder\ngo depth 2\n");
    assert!(lines[0].starts_with("info string setoption SyzygyPath: /no/such/folder: "), "{}", lines[0]);
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")));
    let empty = env!("CARGO_MANIFEST_DIR");
    let lines = talk(&format!("setoption name SyzygyPath value {empty}\n"));
    assert!(lines[0].contains("no tables"), "{}", lines[0]);
    // Bad folders next to a good one are skipped.
    let Some(tables) = shared("syzygy") else { return };
    let between = if cfg!(windows) { ";" } else { ":" };
    let path = ["/no/such/folder", &tables.display().to_string(), empty].join(between);
    let lines = talk(&format!(
        "setoption name SyzygyPath value {path}\nposition fen 8/8/8/8/8/3k4/3r4/K6Q w - - 0 1\ngo depth 4\n"
    ));
    assert!(lines[0].starts_with("info string Found "), "{}", lines[0]);
    assert!(lines[0].contains("left out: /no/such/folder: ") && lines[0].contains(empty), "{}", lines[0]);
    assert!(lines.iter().any(|line| line.contains(" tbhits ") && !line.contains(" tbhits 0 ")), "{lines:?}");
}

/// With hardly any search, using the tables alone.
#[test]
fn won_endings_are_won_before_the_fifty_moves_are_up() {
    let Some(tables) = shared("syzygy") else { return };
    let mut program = Program::start();
    program.say(&format!("setoption name SyzygyPath value {}", tables.display()));
    for (fen, is_won) in [
        ("8/8/8/4k3/8/3K4/8/2NB4 w - - 0 1", true),
        ("8/8/3k4/8/3r4/8/8/1K1Q4 w - - 0 1", true),
        ("8/8/8/3k4/8/8/3K4/1BB5 w - - 40 90", true),
        ("7K/8/k1P5/7p/8/8/8/8 b - - 0 1", true),
        // Réti's study, a draw.
        ("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", false),
        ("8/1k6/8/8/8/4K3/5P2/8 w - - 0 1", true),
    ] {
        program.say("ucinewgame");
        let setup: tabia_chess::Setup = fen.parse().expect("a FEN");
        let mut position = setup.position().expect("legal");
        let mut moves = String::new();
        for _ in 0..160 {
            if !position.has_legal_moves()
                || position.halfmove_clock() >= 100
                || position.is_insufficient_material()
            {
                break;
            }
            program.say(&format!("position fen {fen} moves{moves}"));
            let answer = program.say("go nodes 300");
            let best = answer.last().and_then(|line| line.split(' ').nth(1)).expect("a move").to_owned();
            let mv = position.parse_uci(&best).expect("legal");
            position.play_unchecked(mv);
            moves = format!("{moves} {best}");
        }
        assert_eq!(position.is_checkmate(), is_won, "{fen}:{moves}");
    }
    program.finish();
}
