//! Texts of the tools page.

use super::annotate::{Commented, Whose, Wrong};
use crate::services::reports::ReportLimitKind;
use crate::services::suites::SuiteSettings;
use crate::state::text::grouped;

// app
pub const TOOLS: &str = "Tools";
pub const SUITES: &str = "Test suites";
pub const ANNOTATE: &str = "Annotate";
pub const SPEED: &str = "Speed";
pub const CONSOLE: &str = "Console";

// annotate
pub const NO_REPORT: &str = "No report";
pub const ANNOTATE_INTRODUCTION: &str = "Analyses many games in the background and adds glyphs, comments, best lines and evaluations. Moves in parentheses in comments are analysed too. Keep working on other pages: the run continues, even after a reload.";
pub const GAMES: &str = "Games";
pub const GAMES_AS_PGN: &str = "Games as PGN";
pub const GAMES_PLACEHOLDER: &str = "Paste games as PGN";

pub fn long_text(bytes: usize) -> String {
    format!("{:.1} MB of games", bytes as f64 / 1e6)
}

pub const OPEN_PGN_FILES: &str = "Open PGN files";
pub const FILE_NOT_OPENED: &str = "The file was not opened";
pub const KEPT_THIS_MONTH: &str = "My games of the last 30 days";
pub const KEPT_ALL: &str = "All my games";
pub const NO_KEPT_GAMES: &str = "No saved games";
pub const OPEN_GAMES: &str = "Games on the board";
pub const NO_OPEN_GAMES: &str = "No game with moves is open on the board";
pub const FROM_LIBRARY: &str = "From the library…";
pub const FROM_LIBRARY_HINT: &str = "In the library, filter a database, select games and choose “Annotate”.";

pub fn open_games_taken(count: usize) -> String {
    if count == 1 {
        "1 game from the board".to_owned()
    } else {
        format!("{} games from the board", grouped(count))
    }
}

pub fn library_games_taken(count: usize) -> String {
    if count == 1 {
        "1 game from the library".to_owned()
    } else {
        format!("{} games from the library", grouped(count))
    }
}

pub fn kept_games_taken(count: usize) -> String {
    if count == 1 { "1 saved game".to_owned() } else { format!("{} saved games", grouped(count)) }
}

pub const CLEAR: &str = "Clear";
pub const MOVES: &str = "Moves";
pub const WHOSE_MOVES: &str = "Whose moves";

pub fn whose(whose: Whose) -> &'static str {
    match whose {
        Whose::Both => "Both sides",
        Whose::White => "White",
        Whose::Black => "Black",
        Whose::Player => "A player",
    }
}

pub const PLAYER: &str = "Name or part of it (case-sensitive)";
pub const FROM_MOVE: &str = "From move";
pub const TO_MOVE: &str = "To move";
pub const FIRST: &str = "first";
pub const LAST: &str = "last";
pub const COMMENT_ON: &str = "Comment on";

pub fn commented(commented: Commented) -> &'static str {
    match commented {
        Commented::Judged => "Inaccuracies and worse",
        Commented::Losing => "Moves that lose more than",
        Commented::Every => "Every move",
    }
}

pub const CENTIPAWNS: &str = "Centipawns";
pub const VARIATIONS_TOO: &str = "Every move in variations too";
pub const SEARCH: &str = "Search";
pub const SEARCH_BY: &str = "Search by";

pub fn limit_kind(kind: ReportLimitKind) -> &'static str {
    match kind {
        ReportLimitKind::Nodes => "Nodes a move",
        ReportLimitKind::Depth => "Depth",
        ReportLimitKind::Time => "Seconds a move",
    }
}

pub const ENGINES_AT_ONCE: &str = "Engines at once";

pub fn wrong_field(wrong: Wrong) -> &'static str {
    match wrong {
        Wrong::Games => "The text has no game with moves.",
        Wrong::Player => "Enter the player's name, or a part of it.",
        Wrong::Moves => "Enter move numbers, the first not above the last; leave both empty for whole games.",
        Wrong::Margin => "Enter 0 to 2000 centipawns.",
        Wrong::Limit => "Enter a number above 0 for the search.",
        Wrong::Workers => "Enter 1 to 64 engines.",
    }
}

pub const START_RUN: &str = "Annotate";
pub const RUN_IS_REPLACED: &str = "This replaces the results below.";
pub const NOTHING_TO_ANNOTATE: &str = "Nothing to annotate";

pub fn run_started(count: usize) -> String {
    if count == 1 { "Annotating 1 game".to_owned() } else { format!("Annotating {} games", grouped(count)) }
}

pub fn no_game_of(player: &str) -> String {
    format!("{player:?} is not in the name of exactly one player in any game")
}

pub const RESULTS: &str = "Results";
pub const RUN_PROGRESS: &str = "Progress of the run";

pub fn run_progress(done: usize, all: usize) -> String {
    format!("{} of {} games done.", grouped(done), grouped(all))
}

pub fn game_in_work(title: &str, positions: usize, all: usize) -> String {
    format!("{title}: {positions} of {all} positions.")
}

pub const PAUSE: &str = "Pause";
pub const GO_ON: &str = "Resume";
pub const MADE_ELSEWHERE: &str = " Another tab is making the rest.";
pub const FORGET_RUN: &str = "Discard the run";
pub const PGN: &str = "PGN";
pub const HTML: &str = "HTML";
pub const FILE_NOT_SAVED: &str = "The file was not saved";

pub fn games_absent(count: usize, player: &str) -> String {
    format!("{} games without {player:?} were skipped.", grouped(count))
}

pub fn games_ambiguous(count: usize, player: &str) -> String {
    format!("{} games with {player:?} in both names were skipped.", grouped(count))
}

pub fn games_left_out(count: usize) -> String {
    format!("{} games over the limit of 1,000 were skipped: annotate them in another run.", grouped(count))
}

pub const GAME: &str = "Game";
pub const WHITE: &str = "White";
pub const BLACK: &str = "Black";
pub const ACCURACY: &str = "Accuracy";
pub const LOSS: &str = "Loss";
pub const LOSS_HINT: &str = "Average centipawn loss";
pub const MARKS: &str = "?! · ? · ??";
pub const MARKS_HINT: &str = "Inaccuracies, mistakes, blunders";

// shared by several sections
pub const START: &str = "Start";
pub const CLOSE: &str = "Close";
pub const CANCEL: &str = "Cancel";
pub const DELETE: &str = "Delete";
pub const END: &str = "End";
pub const ENGINE: &str = "Engine";
pub const ENGINES: &str = "Engines";
pub const ALL: &str = "All";
pub const SHOW: &str = "Show";
pub const TIME: &str = "Time";
pub const NODES: &str = "Nodes";
pub const DEPTH: &str = "Depth";
pub const DEPTH_IN_PLIES: &str = "Depth in plies";
pub const NODES_A_SECOND: &str = "Nodes a second";
pub const NOT_SAVED: &str = "The file was not saved";
pub const NOT_OPENED: &str = "The position was not opened";
pub const THE_ADDRESS_CANNOT_BE_CHANGED: &str = "the address cannot be changed";
pub const OPEN_ON_BOARD: &str = "Open on the board";
pub const COPIED: &str = "Copied";
pub const NOT_COPIED: &str = "Nothing was copied";
pub const CLIPBOARD_REFUSED: &str = "the browser refused";
pub const NO_ENGINE: &str = "no built-in engine could be loaded: check your connection";

// suites
pub const LOADING_SUITES: &str = "Looking for runs…";
pub const PASTED_SUITE: &str = "Pasted suite";
pub const SUITE_DROP_HINT: &str = "Test suites (.epd)";
pub const SUITE_FORMS_HINT: &str = "A suite is a list of positions with their best moves: EPD with bm, am or dm, or Crafty's format with title, setboard and solution. It runs in the background while you work on other pages; the run is saved and continues after a reload.";
pub const OPEN_SUITE: &str = "Open a suite";
pub const SUITE_TEXT: &str = "Or paste one";
pub const SUITE_TEXT_EXAMPLE: &str =
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";";
pub const USE_THIS_TEXT: &str = "Use this text";
pub const THE_SUITE_WAS_NOT_OPENED: &str = "The suite was not opened";
pub const SUITE_TOO_LONG: &str = "it has more than 64 MB; split the file";
pub const BRATKO_KOPEC: &str = "Bratko-Kopec";
pub const BRATKO_KOPEC_HINT: &str = "24 positions by Ivan Bratko and Danny Kopec: tactics and pawn levers";
pub const KAUFMAN: &str = "Kaufman";
pub const KAUFMAN_HINT: &str = "19 positions by Larry Kaufman";
pub const LCT2: &str = "LCT II";
pub const LCT2_HINT: &str = "34 positions by Frédéric Louguet: positional play, tactics, endings";
pub const EARLIER_RUNS: &str = "Earlier runs";
pub const DELETE_RUN: &str = "Delete this run?";
pub const ANOTHER_SUITE: &str = "Another suite";
pub const SET_UP_AGAIN: &str = "Solve again";
pub const LIMIT: &str = "Limit";
pub const BY_NODES: &str = "by nodes";
pub const BY_TIME: &str = "by time";
pub const BY_DEPTH: &str = "by depth";
pub const NODES_A_POSITION: &str = "Nodes a position";
pub const SECONDS_A_POSITION: &str = "Seconds a position";
pub const SECONDS_FAULT: &str = "Enter a number of seconds from 0.01 to 86400.";
pub const WORKERS: &str = "Engines at once";
pub const HASH_MB: &str = "Hash per engine (MB)";
pub const EARLY_EXIT: &str = "Stop after iterations with the solution";
pub const NEVER: &str = "never";
pub const ENGINES_HINT: &str = "Choose several to compare them side by side. Add more in the Lab.";
pub const LOOKING_FOR_ENGINES: &str = "Looking for engines…";
pub const RUN: &str = "Run";
pub const SAVE_CSV: &str = "Save as CSV";
pub const TOTALS: &str = "Totals";
pub const POSITIONS: &str = "Positions";
pub const RIGHT: &str = "Right";
pub const WRONG: &str = "Wrong";
pub const POINTS: &str = "Points";
pub const AVERAGE_DEPTH: &str = "Average depth";
pub const SOLVED_BY_TIME: &str = "Solved by time";
pub const WITHIN: &str = "Within";
pub const PROBLEM: &str = "Problem";
pub const PROBLEMS: &str = "Problems";
pub const UNSOLVED: &str = "Not solved";
pub const SOLVED: &str = "Solved";
pub const DIFFERENT: &str = "Engines differ";
pub const SEARCHING: &str = "searching…";
pub const NO_MOVE: &str = "no move";
pub const SOLVED_WORD: &str = "solved";
pub const UNSOLVED_WORD: &str = "not solved";

pub fn reading(percent: u8) -> String {
    format!("Reading the suite: {percent} %")
}

pub fn suite_ended(name: &str) -> String {
    format!("{name}: all positions searched")
}

pub fn positions(count: usize) -> String {
    match count {
        0 => "This text has no usable position.".to_owned(),
        1 => "1 position".to_owned(),
        _ => format!("{count} positions"),
    }
}

pub fn left_out(count: usize) -> String {
    if count == 1 { "1 line was skipped".to_owned() } else { format!("{count} lines were skipped") }
}

pub fn corrected(count: usize) -> String {
    if count == 1 { "1 line was corrected".to_owned() } else { format!("{count} lines were corrected") }
}

pub fn whole_number(least: u64, most: u64) -> String {
    format!("Enter a whole number from {least} to {most}.")
}

pub fn delete_named(name: &str) -> String {
    format!("Delete the run of {name}")
}

pub fn delete_run(name: &str) -> String {
    format!("The results of {name} will be deleted. This cannot be undone.")
}

pub fn run_facts(begun_ms: f64, done: usize, total: usize, engines: &[String]) -> String {
    let date = js_sys::Date::new(&begun_ms.into());
    let day = format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date());
    let state =
        if done < total { format!("{done} of {total} searched") } else { format!("{total} searched") };
    format!("{day} · {state} · right: {}", engines.join(", "))
}

pub fn run_settings(settings: &SuiteSettings) -> String {
    let mut parts = Vec::new();
    parts.extend(settings.nodes.map(|nodes| format!("{} nodes", super::numbers::grouped(nodes))));
    parts.extend(settings.time_ms.map(super_time));
    parts.extend(settings.depth.map(|depth| format!("depth {depth}")));
    parts.extend(settings.early_exit.map(|held| format!("stops after {held} iterations with the solution")));
    parts.push(if settings.workers == 1 {
        "1 engine at once".to_owned()
    } else {
        format!("{} engines at once", settings.workers)
    });
    parts.push(format!("{} MB hash", settings.hash_mb));
    parts.join(", ")
}

fn super_time(ms: u64) -> String {
    format!("{} s", ms as f64 / 1000.0)
}

pub fn progress(done: usize, total: usize, is_running: bool, left_ms: Option<f64>) -> String {
    let left = left_ms
        .filter(|_| is_running && done < total)
        .map(|ms| format!(", about {} left", super::numbers::seconds(ms)));
    let state = if done >= total {
        "finished"
    } else if is_running {
        "searching"
    } else {
        "paused"
    };
    format!("{done} of {total}, {state}{}", left.unwrap_or_default())
}

pub fn engine_failed(name: &str, reason: &str) -> String {
    format!("{name} failed: {reason}. Press Resume to try again.")
}

pub fn share(count: usize, percent: f64) -> String {
    format!("{count} ({percent:.1} %)")
}

pub fn of(part: u64, whole: u64) -> String {
    format!("{part} of {whole}")
}

pub fn points(points: u32) -> String {
    format!(" · {points} p.")
}

pub fn moment(time: &str, depth: u32, nodes: &str) -> String {
    format!("{time} · depth {depth} · {nodes}")
}

pub fn rows_shown(shown: usize, all: usize) -> String {
    if shown == all { all.to_string() } else { format!("{shown} of {all}") }
}

pub fn line_of_file(line: usize) -> String {
    format!("Line {line}")
}

pub fn to_move(is_white: bool) -> &'static str {
    if is_white { "White to move:" } else { "Black to move:" }
}

pub fn not_searched(name: &str) -> String {
    format!("{name}: not searched yet")
}

pub fn end_facts(score: &str, depth: u32, seldepth: u32, nodes: &str, time: &str) -> String {
    format!(" {score} · depth {depth}/{seldepth} · {nodes} nodes · {time}")
}

// console
pub const LINES: &str = "Lines";
pub const NO_LINES: &str = "No engine output yet. Start the analysis, a game, a suite, or an engine below.";
pub const NO_LINE_FITS: &str = "No lines match the filter.";
pub const SENT: &str = "to the engine";
pub const RECEIVED: &str = "from the engine";
pub const REMARK: &str = "remark";
pub const ALL_ENGINES: &str = "All engines";
pub const DIRECTION: &str = "Direction";
pub const BOTH_DIRECTIONS: &str = "Both";
pub const TO_ENGINES: &str = "To engines";
pub const FROM_ENGINES: &str = "From engines";
pub const REMARKS: &str = "Remarks";
pub const SEARCH_HINT: &str = "text or regular expression";
pub const MATCHES_ONLY: &str = "Matching lines only";
pub const PREVIOUS_MATCH: &str = "Previous";
pub const NEXT_MATCH: &str = "Next";
pub const NEWEST: &str = "Newest";
pub const EXPORT: &str = "Export";
pub const SOUNDS_ON: &str = "Sounds: on";
pub const SOUNDS_OFF: &str = "Sounds: off";
pub const CHOSEN_LINE: &str = "The chosen line";
pub const COPY_LINE: &str = "Copy this line";
pub const SEND_TO: &str = "Send to";
pub const COMMAND: &str = "Command";
pub const COMMAND_HINT: &str = "isready";
pub const SEND: &str = "Send";
pub const COMMAND_WAITS: &str =
    "The engine is busy and gets this line when it has finished. Send stop to end its search.";
pub const NO_ENGINE_RUNS: &str = "No engine is running. Start one below.";
pub const RUN_SCRIPT: &str = "Run a script";
pub const SCRIPT_HINT: &str =
    "One command per line. The script waits for replies; wait 2000 pauses it for two seconds.";
pub const END_SCRIPT: &str = "Stop the script";
pub const SCRIPT_IS_EMPTY: &str = "The script has no commands.";
pub const SCRIPT_IS_DONE: &str = "The script has ended.";
pub const THE_SCRIPT_WAS_NOT_OPENED: &str = "The script was not opened";
pub const SCRIPT_TOO_LONG: &str = "it has more than 4 MB";
pub const OWN_ENGINE: &str = "Console engine";
pub const OWN_ENGINE_HINT: &str = "Only you send it commands. The engines of other pages accept commands too, but some can spoil their work.";
pub const START_ENGINE: &str = "Start engine";
pub const THE_ENGINE_WAS_NOT_STARTED: &str = "The engine was not started";

pub fn time(ms: f64) -> String {
    format!("{:.3}", ms / 1000.0)
}

pub fn lines(count: usize) -> String {
    if count == 1 { "1 line".to_owned() } else { format!("{} lines", super::numbers::grouped(count as u64)) }
}

pub fn line_facts(number: u64, time: &str, engine: &str, direction: &str) -> String {
    format!("Line {}, {time} s, {engine}, {direction}", number + 1)
}

pub fn engine_number(number: u32) -> String {
    format!("engine {number}")
}

pub fn has_ended(name: &str) -> String {
    format!("{name} (ended)")
}

pub fn end_engine(name: &str) -> String {
    format!("End {name}")
}

pub fn not_sent(reason: &str) -> String {
    format!("Not sent: {reason}.")
}

pub fn script_runs(sent: usize, total: usize) -> String {
    format!("Script: {sent} of {total} commands sent")
}

pub fn limit(limit_ms: f64) -> String {
    format!("{} s", limit_ms / 1000.0)
}

pub fn curve_label(first_ms: Option<f64>, last_ms: Option<f64>) -> String {
    let [first, last] = [first_ms, last_ms].map(|ms| limit(ms.unwrap_or_default()));
    format!("Solved by time, from {first} to {last}: the numbers are in the table")
}

// speed
pub const SPEED_INTRODUCTION: &str = "Measured with the built-in engine in separate workers. Anything else running on this machine, even analysis on another page, makes every figure worse.";
pub const LAB_PLAYS: &str = "A match is running: the figures will be too low, and its games slower.";
pub const MEASURE_EVERYTHING: &str = "Measure everything";
pub const EVERYTHING: &str = "everything";
pub const MOVES_A_SECOND: &str = "Moves a second";
pub const LATENCIES: &str = "Latencies";
pub const FIGURES: &str = "Figures";
pub const THIS_MACHINE: &str = "This machine";
pub const PERFT_RATE: &str = "Perft 6 from the start position, leaves a second";
pub const MOVES_GENERATED: &str = "Moves generated a second";
pub const MOVES_MADE: &str = "Moves made a second";
pub const START_LATENCY: &str = "Engine start";
pub const STOP_LATENCY: &str = "From stop to bestmove";
pub const MESSAGE_LATENCY: &str = "Message round trip";
pub const NO_STOP: &str = "not possible without shared memory";
pub const COPY_REPORT: &str = "Copy report";
pub const NOT_MEASURED: &str = "Not measured";
pub const PERFT: &str = "Perft";
pub const PERFT_HINT: &str =
    "Counts the leaves of the tree of legal moves and compares them with known counts.";
pub const POSITION: &str = "Position";
pub const ANOTHER_POSITION: &str = "Another position";
pub const FEN: &str = "FEN";
pub const COUNT: &str = "Count";
pub const NOT_COUNTED: &str = "Not counted";
pub const LEAVES: &str = "Leaves";
pub const LEAVES_A_SECOND: &str = "Leaves a second";
pub const KNOWN_COUNT: &str = "Known count";
pub const COUNT_RIGHT: &str = "✓ the same";
pub const COUNT_WRONG: &str = "✗ different";
pub const COUNT_UNKNOWN: &str = "none known";

pub fn measuring(what: &str) -> String {
    format!("Measuring: {what}…")
}

pub fn nps_with(workers: usize) -> String {
    if workers == 1 {
        "Nodes a second, 1 engine".to_owned()
    } else {
        format!("Nodes a second, {workers} engines")
    }
}

pub fn nps_on(nps: &str, engines: usize) -> String {
    format!("{nps} ({engines} engines)")
}

pub fn signature(nodes: &str, known: &str) -> String {
    if nodes == known {
        format!("The benchmark has {nodes} nodes, as in the native program.")
    } else {
        format!(
            "The benchmark has {nodes} nodes, but {known} in the native program: this engine searches differently."
        )
    }
}

pub fn bench_report(nodes: &str, is_known: bool) -> String {
    format!("bench {nodes}, {}", if is_known { COUNT_RIGHT } else { COUNT_WRONG })
}

pub fn divide(depth: usize) -> String {
    format!("Leaves below each move, depth {depth}")
}

pub fn report_head(version: &str, cores: usize, agent: &str) -> String {
    format!("Tabia {version}, {cores} cores, {agent}")
}
