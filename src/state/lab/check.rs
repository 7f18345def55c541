//! Checks of an engine build before its matches: UCI, perft, `bench` and tactical positions. What is sent, and what the replies must be.

use serde::{Deserialize, Serialize};
use tabia_chess::{Move, Position};
use tabia_suite::{Problem, Suite};
use tabia_uci::{EngineOption, Info, Message};

use crate::language::tr;

/// Tactical positions with one winning move, from games that the engine played against itself.
const TACTICS: &str = include_str!("tactics.epd");
/// Nodes a tactical position is searched with.
const TACTICS_NODES: u64 = 20_000;
/// Tactical positions a worker is given at once.
const TACTICS_AT_ONCE: usize = 6;
/// Time limit of a step, in milliseconds; that of `bench` is longer.
const STEP_MS: u32 = 20_000;
/// Time limit of `bench`, in milliseconds.
const BENCH_MS: u32 = 120_000;
/// Number of faults kept for each part.
const MAX_FAULTS: usize = 5;

/// Part of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckPart {
    /// Reply to `uci`.
    Introduction,
    /// Input that must be ignored.
    Input,
    /// Every limit of `go`.
    Limits,
    /// Positions with every kind of move.
    Moves,
    /// Mate and stalemate.
    NoMove,
    /// Several lines.
    MultiPv,
    /// The same search twice.
    Repetition,
    /// `go perft`.
    Perft,
    /// Node signature.
    Bench,
    /// Tactical positions.
    Tactics,
}

impl CheckPart {
    /// Returns its name on the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Introduction => tr!("reply to uci"),
            Self::Input => tr!("input to ignore"),
            Self::Limits => tr!("limits of go"),
            Self::Moves => tr!("legal moves"),
            Self::NoMove => tr!("mate and stalemate"),
            Self::MultiPv => tr!("several lines"),
            Self::Repetition => tr!("repeatable search"),
            Self::Perft => tr!("perft"),
            Self::Bench => tr!("bench"),
            Self::Tactics => tr!("tactics"),
        }
    }
}

/// Fault found by a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckFault {
    /// Part that found it.
    pub part: CheckPart,
    /// Description.
    pub text: String,
}

/// Result of a check, saved with the engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EngineCheck {
    /// Time in milliseconds since 1970.
    pub at_ms: f64,
    /// Faults.
    pub faults: Vec<CheckFault>,
    /// Parts that the engine does not support.
    pub skipped: Vec<CheckPart>,
    /// Tactical positions solved.
    pub solved: u32,
    /// Tactical positions given.
    pub problems: u32,
}

impl EngineCheck {
    /// Adds the result of a step.
    pub fn add(&mut self, part: CheckPart, result: StepResult) {
        match result {
            StepResult::Passed => {}
            StepResult::Skipped if self.skipped.contains(&part) => {}
            StepResult::Skipped => self.skipped.push(part),
            StepResult::Faults(texts) => {
                let known = self.faults.iter().filter(|fault| fault.part == part).count();
                let faults = texts.into_iter().map(|text| CheckFault { part, text });
                self.faults.extend(faults.take(MAX_FAULTS.saturating_sub(known)));
            }
            StepResult::Solved { solved, problems } => {
                self.solved += solved;
                self.problems += problems;
            }
        }
    }

    /// Returns it in a few words for the list of engines.
    pub fn words(&self) -> String {
        let faults = self.faults.len();
        let verdict = if faults == 0 {
            tr!("check passed").to_owned()
        } else {
            tr!("check: {n} fault" | "check: {n} faults" % faults)
        };
        let mut words = vec![verdict];
        if self.problems > 0 {
            words.push(tr!("{solved} of {problems} tactics", solved = self.solved, problems = self.problems));
        }
        if !self.skipped.is_empty() {
            let names: Vec<_> = self.skipped.iter().map(|part| part.name()).collect();
            words.push(tr!("without {parts}", parts = names.join(", ")));
        }
        words.join(" · ")
    }
}

/// Result of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepResult {
    /// Nothing is wrong.
    Passed,
    /// The engine does not support it.
    Skipped,
    /// Faults found.
    Faults(Vec<String>),
    /// Tactical positions.
    Solved {
        /// Number solved.
        solved: u32,
        /// Number given.
        problems: u32,
    },
}

impl StepResult {
    fn of(faults: Vec<String>) -> Self {
        if faults.is_empty() { Self::Passed } else { Self::Faults(faults) }
    }
}

/// Step of a check: commands for a fresh worker.
#[derive(Clone, Debug)]
pub struct CheckStep {
    /// Part that it belongs to.
    pub part: CheckPart,
    /// Commands, one a line.
    pub commands: String,
    /// Time limit in milliseconds.
    pub limit_ms: u32,
    expected: Expected,
}

#[derive(Clone, Debug)]
enum Expected {
    Introduction,
    /// One `readyok` and nothing else of UCI.
    Ready,
    /// A search of each position.
    Searches(Vec<Position>),
    /// Searches of N positions without a legal move.
    NoMoves(usize),
    /// Lines with these numbers, from 1.
    Lines(u32),
    /// Two searches with the same result.
    Same,
    /// Leaf nodes.
    Perft(u64),
    /// A signature: this one, if it is known.
    Bench(Option<u64>),
    Solutions(Vec<Problem>),
}

impl CheckStep {
    fn new(part: CheckPart, commands: impl Into<String>, expected: Expected) -> Self {
        let limit_ms = if part == CheckPart::Bench { BENCH_MS } else { STEP_MS };
        Self { part, commands: commands.into(), limit_ms, expected }
    }

    /// Returns whether the part is optional: an engine that does not answer lacks it.
    pub fn is_optional(&self) -> bool {
        matches!(self.part, CheckPart::Perft | CheckPart::Bench)
    }

    /// Judges what the engine printed.
    pub fn judge(&self, lines: &[String]) -> StepResult {
        match &self.expected {
            Expected::Introduction => StepResult::of(introduction_faults(lines)),
            Expected::Ready => StepResult::of(ready_faults(lines)),
            Expected::Searches(positions) => StepResult::of(search_faults(positions, lines)),
            Expected::NoMoves(count) => StepResult::of(no_move_faults(*count, lines)),
            Expected::Lines(count) => StepResult::of(line_faults(*count, lines)),
            Expected::Same => StepResult::of(difference(lines).into_iter().collect()),
            Expected::Perft(nodes) => match searched_nodes(lines) {
                None => StepResult::Skipped,
                Some(found) if found == *nodes => StepResult::Passed,
                Some(found) => StepResult::Faults(vec![tr!(
                    "{command}: {found} nodes instead of {expected}",
                    command = self.commands.replace('\n', ", "),
                    found,
                    expected = nodes
                )]),
            },
            Expected::Bench(known) => match (searched_nodes(lines), known) {
                (None, _) => StepResult::Skipped,
                (Some(found), Some(known)) if found != *known => StepResult::Faults(vec![tr!(
                    "the signature is {found}, and was {known} before",
                    found,
                    known
                )]),
                _ => StepResult::Passed,
            },
            Expected::Solutions(problems) => solutions(problems, lines),
        }
    }
}

/// Returns the steps of a check. `is_repeatable`: the engine has one thread. `signature`: of its last `bench`.
pub fn steps(options: &[EngineOption], is_repeatable: bool, signature: Option<u64>) -> Vec<CheckStep> {
    let has = |name: &str| options.iter().any(|option| option.name.eq_ignore_ascii_case(name));
    let mut steps = vec![
        CheckStep::new(CheckPart::Introduction, "uci", Expected::Introduction),
        CheckStep::new(
            CheckPart::Input,
            "xyzzy\nsetoption name No Such Option value 1\nposition fen nonsense\nposition startpos moves e2e5\nstop\nponderhit\nisready",
            Expected::Ready,
        ),
        limits(),
        moves(MOVES, ""),
        CheckStep::new(
            CheckPart::NoMove,
            searches(NO_MOVES, "go depth 2"),
            Expected::NoMoves(NO_MOVES.len()),
        ),
    ];
    if has("UCI_Chess960") {
        steps.push(moves(CHESS960, "setoption name UCI_Chess960 value true\n"));
    }
    if has("MultiPV") {
        let commands = "setoption name MultiPV value 3\nposition startpos\ngo depth 4";
        steps.push(CheckStep::new(CheckPart::MultiPv, commands, Expected::Lines(3)));
    }
    if is_repeatable {
        let once = format!("ucinewgame\nposition fen {}\ngo nodes 5000", MOVES[0]);
        steps.push(CheckStep::new(CheckPart::Repetition, format!("{once}\n{once}"), Expected::Same));
    }
    steps.extend(PERFT.iter().map(|&(fen, depth, nodes)| {
        let commands = format!("position fen {fen}\ngo perft {depth}");
        CheckStep::new(CheckPart::Perft, commands, Expected::Perft(nodes))
    }));
    steps.push(CheckStep::new(CheckPart::Bench, "bench", Expected::Bench(signature)));
    let problems = Suite::read(TACTICS).problems;
    steps.extend(problems.chunks(TACTICS_AT_ONCE).map(|problems| {
        let commands: Vec<_> = problems
            .iter()
            .map(|problem| format!("ucinewgame\n{}\ngo nodes {TACTICS_NODES}", problem.position_command()))
            .collect();
        CheckStep::new(CheckPart::Tactics, commands.join("\n"), Expected::Solutions(problems.to_vec()))
    }));
    steps
}

/// Every kind of move: castling, en passant and pins, promotion, checks, many moves, few moves.
const MOVES: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    "1n1k4/P7/8/8/8/8/8/K7 w - - 0 1",
    "8/8/8/8/8/8/pk6/3K4 b - - 0 1",
    "3k4/8/8/8/7b/6q1/8/4K3 w - - 0 1",
    "k7/1Q6/8/8/8/8/8/K7 b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "4k3/8/8/8/8/8/R7/4K3 w - - 99 80",
    "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
];

/// Chess960, with castling to both sides.
const CHESS960: &[&str] = &[
    "1rk3r1/8/8/8/8/8/8/1RK3R1 w BGbg - 0 1",
    "rk5r/8/8/8/8/8/8/RK5R b HAha - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

const NO_MOVES: &[&str] = &["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"];

/// Positions of <https://www.chessprogramming.org/Perft_Results>: FEN, depth, leaf nodes.
const PERFT: &[(&str, u32, u64)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
];

fn searches(fens: &[&str], go: &str) -> String {
    let commands: Vec<_> = fens.iter().map(|fen| format!("position fen {fen}\n{go}")).collect();
    commands.join("\n")
}

fn positions(fens: &[&str]) -> Vec<Position> {
    fens.iter().filter_map(|fen| fen.parse().ok()).collect()
}

fn moves(fens: &[&str], before: &str) -> CheckStep {
    let commands = before.to_owned() + &searches(fens, "go depth 3");
    CheckStep::new(CheckPart::Moves, commands, Expected::Searches(positions(fens)))
}

fn limits() -> CheckStep {
    let limits = [
        "depth 3",
        "nodes 2000",
        "movetime 50",
        "wtime 2000 btime 2000 winc 20 binc 20",
        "wtime 2000 btime 2000 movestogo 5",
        "depth 3 nodes 100000 movetime 1000",
    ];
    let searches: Vec<_> = limits.map(|limit| format!("go {limit}")).into();
    let commands = format!("ucinewgame\nposition startpos\n{}", searches.join("\n"));
    CheckStep::new(CheckPart::Limits, commands, Expected::Searches(vec![Position::default(); limits.len()]))
}

fn introduction_faults(lines: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let (mut has_name, mut ends) = (false, 0);
    for line in lines {
        match Message::parse(line) {
            Ok(Some(Message::IdName(name))) => has_name |= !name.trim().is_empty(),
            Ok(Some(Message::UciOk)) => ends += 1,
            Ok(Some(Message::Option(option))) => {
                let name = option.name.to_ascii_lowercase();
                if names.contains(&name) {
                    faults.push(tr!("the option {name} is announced twice", name = option.name));
                }
                names.push(name);
            }
            Ok(_) => {}
            Err(error) => faults.push(format!("\"{line}\": {error}")),
        }
    }
    if !has_name {
        faults.push(tr!("it has no id name").to_owned());
    }
    if ends != 1 {
        faults.push(tr!("uciok came {n} time" | "uciok came {n} times" % ends));
    }
    faults
}

fn ready_faults(lines: &[String]) -> Vec<String> {
    let parsed = |line: &String| Message::parse(line).ok().flatten();
    let count = lines.iter().filter(|line| parsed(line) == Some(Message::ReadyOk)).count();
    let mut faults = Vec::new();
    if count != 1 {
        faults.push(tr!("readyok came {n} time" | "readyok came {n} times" % count));
    }
    if let Some(line) = lines.iter().find(|line| matches!(parsed(line), Some(Message::BestMove(_)))) {
        faults.push(tr!("\"{line}\" without a search", line));
    }
    faults
}

/// Lines of a search before its `bestmove`, and the move.
struct SearchOutput<'a> {
    infos: &'a [String],
    best: &'a str,
}

fn is_best_move(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}

/// Splits what was printed at each `bestmove`; anything after the last is left out.
fn outputs(lines: &[String]) -> Vec<SearchOutput<'_>> {
    let pieces = lines.split_inclusive(|line| is_best_move(line));
    pieces
        .filter_map(|piece| match piece.split_last() {
            Some((best, infos)) if is_best_move(best) => Some(SearchOutput { infos, best }),
            _ => None,
        })
        .collect()
}

fn count_fault(found: usize, wanted: usize) -> Option<String> {
    (found != wanted).then(|| tr!("{wanted} searches, and bestmove came {found} times", wanted, found))
}

fn search_faults(positions: &[Position], lines: &[String]) -> Vec<String> {
    let outputs = outputs(lines);
    if let Some(fault) = count_fault(outputs.len(), positions.len()) {
        return vec![fault];
    }
    positions.iter().zip(&outputs).filter_map(|(position, output)| search_fault(position, output)).collect()
}

fn search_fault(position: &Position, output: &SearchOutput<'_>) -> Option<String> {
    let illegal = |what: &str| tr!("illegal: \"{line}\" in {fen}", line = what, fen = position.to_fen());
    if best_move(position, output).is_none() {
        return Some(illegal(output.best));
    }
    output
        .infos
        .iter()
        .find(|line| info(line).is_some_and(|info| !is_line_legal(position, &info)))
        .map(|line| illegal(line))
}

fn best_move(position: &Position, output: &SearchOutput<'_>) -> Option<Move> {
    let Ok(Some(Message::BestMove(best))) = Message::parse(output.best) else { return None };
    position.parse_uci(best.best?.as_str()).ok()
}

fn info(line: &str) -> Option<Info> {
    match Message::parse(line) {
        Ok(Some(Message::Info(info))) => Some(*info),
        _ => None,
    }
}

fn is_line_legal(position: &Position, info: &Info) -> bool {
    let after = |position: Position, mv: &tabia_uci::UciMove| {
        position.play(position.parse_uci(mv.as_str()).ok()?).ok()
    };
    info.pv.iter().try_fold(*position, after).is_some()
}

fn no_move_faults(count: usize, lines: &[String]) -> Vec<String> {
    let outputs = outputs(lines);
    if let Some(fault) = count_fault(outputs.len(), count) {
        return vec![fault];
    }
    let has_move = |output: &&SearchOutput<'_>| !matches!(Message::parse(output.best), Ok(Some(Message::BestMove(best))) if best.best.is_none());
    let fault = |output: &SearchOutput<'_>| {
        tr!("\"{line}\" without a legal move, instead of bestmove (none)", line = output.best)
    };
    outputs.iter().filter(has_move).map(fault).collect()
}

fn line_faults(count: u32, lines: &[String]) -> Vec<String> {
    let mut firsts = vec![None; count as usize];
    for info in lines.iter().filter_map(|line| info(line)) {
        let place = info.multipv.unwrap_or(1).checked_sub(1).map(|place| place as usize);
        if let (Some(first), Some(slot)) = (info.pv.first(), place.and_then(|place| firsts.get_mut(place))) {
            *slot = Some(*first);
        }
    }
    let lacking = firsts.iter().filter(|first| first.is_none()).count();
    if lacking > 0 {
        return vec![tr!(
            "MultiPV {count}, but lines received: {found}",
            count,
            found = firsts.len() - lacking
        )];
    }
    let is_repeated = (1..firsts.len()).any(|place| firsts[..place].contains(&firsts[place]));
    if is_repeated { vec![tr!("two lines begin with the same move").to_owned()] } else { Vec::new() }
}

/// Returns how two searches differ in move and nodes.
fn difference(lines: &[String]) -> Option<String> {
    let outputs = outputs(lines);
    let [first, second] = outputs.as_slice() else { return count_fault(outputs.len(), 2) };
    let summary = |output: &SearchOutput<'_>| {
        let nodes = output.infos.iter().filter_map(|line| info(line)?.nodes).next_back().unwrap_or(0);
        tr!("{nodes} nodes, {line}", nodes, line = output.best)
    };
    let (first, second) = (summary(first), summary(second));
    (first != second).then(|| tr!("the same search twice after ucinewgame: {first}; {second}", first, second))
}

/// Returns the nodes that `bench` or `go perft` counted, in the last line that has a number of them: `N nodes M nps` (OpenBench) or `Nodes
/// searched: N` (Stockfish).
pub fn searched_nodes<S: AsRef<str>>(lines: &[S]) -> Option<u64> {
    lines.iter().rev().find_map(|line| nodes(line.as_ref()))
}

fn nodes(line: &str) -> Option<u64> {
    let line = line.trim();
    let line = line.strip_prefix("info string ").unwrap_or(line).trim();
    if let Some(rest) = line.strip_prefix("Nodes searched") {
        return rest.trim_start_matches([' ', ':']).parse().ok();
    }
    let mut words = line.split_ascii_whitespace();
    let number = words.next()?.parse().ok()?;
    (words.next()? == "nodes").then_some(number)
}

fn solutions(problems: &[Problem], lines: &[String]) -> StepResult {
    let outputs = outputs(lines);
    if let Some(fault) = count_fault(outputs.len(), problems.len()) {
        return StepResult::Faults(vec![fault]);
    }
    let is_solved = |(problem, output): &(&Problem, &SearchOutput<'_>)| {
        best_move(&problem.position, output).is_some_and(|mv| problem.is_right(mv))
    };
    let solved = problems.iter().zip(&outputs).filter(is_solved).count();
    StepResult::Solved { solved: solved as u32, problems: problems.len() as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    fn step(part: CheckPart) -> CheckStep {
        let options = [
            "option name MultiPV type spin default 1 min 1 max 9",
            "option name UCI_Chess960 type check default false",
        ]
        .map(|line| match Message::parse(line) {
            Ok(Some(Message::Option(option))) => option,
            other => panic!("{other:?}"),
        });
        steps(&options, true, Some(99)).into_iter().find(|step| step.part == part).unwrap()
    }

    fn faults(part: CheckPart, text: &str) -> String {
        match step(part).judge(&lines(text)) {
            StepResult::Faults(faults) => faults.join("; "),
            StepResult::Passed => String::new(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn positions_are_legal_and_have_the_moves_that_they_stand_for() {
        assert_eq!(positions(MOVES).len(), MOVES.len());
        assert_eq!(positions(CHESS960).len(), CHESS960.len());
        assert!(
            positions(MOVES)
                .iter()
                .chain(&positions(CHESS960))
                .all(|position| !position.legal_moves().is_empty())
        );
        assert!(positions(NO_MOVES).iter().all(|position| position.legal_moves().is_empty()));
        for &(fen, depth, nodes) in PERFT {
            assert_eq!(tabia_chess::perft(&fen.parse().unwrap(), depth), nodes, "{fen}");
        }
    }

    #[test]
    fn the_tactics_have_one_solution_each() {
        let suite = Suite::read(TACTICS);
        assert!(suite.faults.is_empty());
        assert!(suite.problems.len() >= 20);
        assert!(suite.problems.iter().all(|problem| problem.best.len() == 1 && !problem.position.is_check()));
    }

    #[test]
    fn an_introduction_names_the_engine_and_each_option_once() {
        let good = "id name X\noption name Hash type spin default 1 min 1 max 9\nuciok";
        assert_eq!(faults(CheckPart::Introduction, good), "");
        assert_eq!(faults(CheckPart::Introduction, "uciok\nuciok"), "it has no id name; uciok came 2 times");
        let twice = format!("option name hash type button\n{good}");
        assert_eq!(faults(CheckPart::Introduction, &twice), "the option Hash is announced twice");
        assert!(faults(CheckPart::Introduction, &format!("option\n{good}")).starts_with("\"option\": "));
    }

    #[test]
    fn bad_input_is_ignored() {
        assert_eq!(faults(CheckPart::Input, "info string position: not a FEN\nreadyok"), "");
        assert_eq!(
            faults(CheckPart::Input, "bestmove e2e4"),
            "readyok came 0 times; \"bestmove e2e4\" without a search"
        );
    }

    #[test]
    fn every_search_ends_with_a_legal_move_and_shows_legal_lines() {
        let good = "info depth 1 pv e2e4 e7e5\nbestmove e2e4\n".repeat(6);
        assert_eq!(faults(CheckPart::Limits, &good), "");
        assert_eq!(
            faults(CheckPart::Limits, "bestmove e2e4\nbestmove e2e4"),
            "6 searches, and bestmove came 2 times"
        );
        let illegal = good.replacen("bestmove e2e4", "bestmove e2e5", 1);
        assert!(faults(CheckPart::Limits, &illegal).starts_with("illegal: \"bestmove e2e5\" in rnbqkbnr/"));
        let line = good.replacen("e7e5", "e2e4", 1);
        assert!(faults(CheckPart::Limits, &line).starts_with("illegal: \"info depth 1 pv e2e4 e2e4\" in "));
    }

    #[test]
    fn without_a_legal_move_none_is_given() {
        assert_eq!(faults(CheckPart::NoMove, "bestmove (none)\nbestmove 0000"), "");
        assert_eq!(
            faults(CheckPart::NoMove, "bestmove (none)\nbestmove h8h7"),
            "\"bestmove h8h7\" without a legal move, instead of bestmove (none)"
        );
    }

    #[test]
    fn several_lines_have_different_moves() {
        let good = "info depth 4 multipv 1 pv e2e4\ninfo depth 4 multipv 2 pv d2d4\ninfo depth 4 multipv 3 pv c2c4\nbestmove e2e4";
        assert_eq!(faults(CheckPart::MultiPv, good), "");
        assert_eq!(
            faults(CheckPart::MultiPv, &good.replace("d2d4", "c2c4")),
            "two lines begin with the same move"
        );
        assert_eq!(
            faults(CheckPart::MultiPv, "info pv e2e4\nbestmove e2e4"),
            "MultiPV 3, but lines received: 1"
        );
    }

    #[test]
    fn a_search_is_the_same_after_a_new_game() {
        let one = "info depth 1 nodes 5000 pv e2e4\nbestmove e2e4\n";
        assert_eq!(faults(CheckPart::Repetition, &one.repeat(2)), "");
        assert_eq!(
            faults(CheckPart::Repetition, &format!("{one}{}", one.replace("5000", "5001"))),
            "the same search twice after ucinewgame: 5000 nodes, bestmove e2e4; 5001 nodes, bestmove e2e4"
        );
    }

    #[test]
    fn perft_and_bench_are_compared_where_the_engine_has_them() {
        assert_eq!(step(CheckPart::Perft).judge(&lines("Nodes searched: 197281")), StepResult::Passed);
        assert_eq!(step(CheckPart::Perft).judge(&lines("bestmove e2e4")), StepResult::Skipped);
        assert!(
            faults(CheckPart::Perft, "Nodes searched: 197280")
                .ends_with("go perft 4: 197280 nodes instead of 197281")
        );
        assert_eq!(step(CheckPart::Bench).judge(&lines("99 nodes 5 nps")), StepResult::Passed);
        assert_eq!(step(CheckPart::Bench).judge(&lines("unknown command")), StepResult::Skipped);
        assert_eq!(faults(CheckPart::Bench, "98 nodes 5 nps"), "the signature is 98, and was 99 before");
    }

    #[test]
    fn tactics_are_counted() {
        let step = step(CheckPart::Tactics);
        let Expected::Solutions(problems) = &step.expected else { panic!() };
        let solution = |problem: &Problem| format!("bestmove {}", problem.position.uci(problem.best[0]));
        let mut replies: Vec<_> = problems.iter().map(solution).collect();
        let all = problems.len() as u32;
        assert_eq!(step.judge(&replies), StepResult::Solved { solved: all, problems: all });
        replies[0] = "bestmove a1a1".to_owned();
        assert_eq!(step.judge(&replies), StepResult::Solved { solved: all - 1, problems: all });
    }

    #[test]
    fn a_result_is_told_in_a_few_words() {
        let mut check = EngineCheck::default();
        check.add(CheckPart::Moves, StepResult::Passed);
        check.add(CheckPart::Perft, StepResult::Skipped);
        check.add(CheckPart::Tactics, StepResult::Solved { solved: 5, problems: 6 });
        check.add(CheckPart::Tactics, StepResult::Solved { solved: 6, problems: 6 });
        assert_eq!(check.words(), "check passed · 11 of 12 tactics · without perft");
        check.add(CheckPart::Limits, StepResult::Faults(vec!["x".to_owned(); 20]));
        assert!(check.words().starts_with("check: 5 faults · "));
        let json = serde_json::to_string(&check).unwrap();
        assert_eq!(serde_json::from_str::<EngineCheck>(&json).unwrap(), check);
    }

    #[test]
    fn a_signature_is_the_last_number_of_nodes() {
        let ours = [
            "Position 1/44: 12 nodes",
            "",
            "bench nodes 3043514 time(s) 1.000s",
            "3043514 nodes 2500000 nps",
        ];
        assert_eq!(searched_nodes(&ours), Some(3_043_514));
        assert_eq!(searched_nodes(&["Nodes searched  : 1234", "Nodes/second : 99"]), Some(1234));
        assert_eq!(searched_nodes(&["info string 77 nodes 5 nps"]), Some(77));
        assert_eq!(searched_nodes(&["info depth 3 nodes 77", "nodes", "x nodes"]), None);
    }
}
