//! Texts of the tools page.

use super::annotate::{Commented, Whose, Wrong};
use crate::language::{texts, tr};
use crate::services::reports::ReportLimitKind;
use crate::services::suites::SuiteSettings;
use crate::state::text::grouped;

// app
texts! {
    tools: "Tools";
    suites: "Test suites";
    annotate: "Annotate";
    speed: "Speed";
    console: "Console";

    // annotate
    no_report: "No report";
    annotate_introduction: "Analyses many games in the background and adds glyphs, comments, best lines and evaluations. Moves in parentheses in comments are analysed too. Keep working on other pages: the run continues, even after a reload.";
    games: "Games";
    games_as_pgn: "Games as PGN";
    games_placeholder: "Paste games as PGN";
}

pub fn long_text(bytes: usize) -> String {
    tr!("{size} MB of games", size = format_args!("{:.1}", bytes as f64 / 1e6))
}

pub fn file_too_large(name: &str) -> String {
    tr!("{name} is larger than 64 MB: open it in the library and choose games there", name)
}

pub fn file_unreadable(name: &str) -> String {
    tr!("{name} cannot be read", name)
}

texts! {
    open_pgn_files: "Open PGN files";
    file_not_opened: "The file was not opened";
    kept_this_month: "My games of the last 30 days";
    kept_all: "All my games";
    no_kept_games: "No saved games";
    open_games: "Games on the board";
    no_open_games: "No game with moves is open on the board";
    from_library: "From the library…";
    from_library_hint: "In the library, filter a database, select games and choose “Annotate”.";
}

pub fn open_games_taken(count: usize) -> String {
    tr!("{n} game from the board" | "{n} games from the board" % count)
}

pub fn library_games_taken(count: usize) -> String {
    tr!("{n} game from the library" | "{n} games from the library" % count)
}

pub fn kept_games_taken(count: usize) -> String {
    tr!("{n} saved game" | "{n} saved games" % count)
}

texts! {
    clear: "Clear";
    moves: "Moves";
    whose_moves: "Whose moves";
}

pub fn whose(whose: Whose) -> &'static str {
    match whose {
        Whose::Both => tr!("Both sides"),
        Whose::White => tr!("White"),
        Whose::Black => tr!("Black"),
        Whose::Player => tr!("A player"),
    }
}

texts! {
    player: "Name or part of it (case-sensitive)";
    from_move: "From move";
    to_move_text: "To move";
    first: "first";
    last: "last";
    comment_on: "Comment on";
}

pub fn commented(commented: Commented) -> &'static str {
    match commented {
        Commented::Judged => tr!("Inaccuracies and worse"),
        Commented::Losing => tr!("Moves that lose more than"),
        Commented::Every => tr!("Every move"),
    }
}

texts! {
    centipawns: "Centipawns";
    variations_too: "Every move in variations too";
    search: "Search";
    search_by: "Search by";
}

pub fn limit_kind(kind: ReportLimitKind) -> &'static str {
    match kind {
        ReportLimitKind::Nodes => tr!("Nodes a move"),
        ReportLimitKind::Depth => tr!("Depth"),
        ReportLimitKind::Time => tr!("Seconds a move"),
    }
}

texts! {
    engines_at_once: "Engines at once";
}

pub fn wrong_field(wrong: Wrong) -> &'static str {
    match wrong {
        Wrong::Games => tr!("The text has no game with moves."),
        Wrong::Player => tr!("Enter the player's name, or a part of it."),
        Wrong::Moves => {
            tr!("Enter move numbers, the first not above the last; leave both empty for whole games.")
        }
        Wrong::Margin => tr!("Enter 0 to 2000 centipawns."),
        Wrong::Limit => tr!("Enter a number above 0 for the search."),
        Wrong::Workers => tr!("Enter 1 to 64 engines."),
    }
}

texts! {
    start_run: "Annotate";
    run_is_replaced: "This replaces the results below.";
    nothing_to_annotate: "Nothing to annotate";
}

pub fn run_started(count: usize) -> String {
    tr!("Annotating {n} game" | "Annotating {n} games" % count)
}

pub fn no_game_of(player: &str) -> String {
    tr!("{player} is not in the name of exactly one player in any game", player = format_args!("{player:?}"))
}

texts! {
    results: "Results";
    run_progress_text: "Progress of the run";
}

pub fn run_progress(done: usize, all: usize) -> String {
    tr!("{done} of {n} game done." | "{done} of {n} games done." % all, done = grouped(done))
}

pub fn game_in_work(title: &str, positions: usize, all: usize) -> String {
    tr!(
        "{title}: {positions} of {n} position." | "{title}: {positions} of {n} positions." % all,
        title,
        positions
    )
}

texts! {
    pause: "Pause";
    go_on: "Resume";
    made_elsewhere: " Another tab is making the rest.";
    forget_run: "Discard the run";
    pgn: "PGN";
    html: "HTML";
    file_not_saved: "The file was not saved";
}

pub fn games_absent(count: usize, player: &str) -> String {
    tr!(
        "{n} game without {player} was skipped." | "{n} games without {player} were skipped." % count,
        player = format_args!("{player:?}")
    )
}

pub fn games_ambiguous(count: usize, player: &str) -> String {
    tr!(
        "{n} game with {player} in both names was skipped."
            | "{n} games with {player} in both names were skipped." % count,
        player = format_args!("{player:?}")
    )
}

pub fn games_left_out(count: usize) -> String {
    tr!("{n} game over the limit of 1,000 was skipped: annotate it in another run."
        | "{n} games over the limit of 1,000 were skipped: annotate them in another run." % count)
}

texts! {
    game: "Game";
    white: "White";
    black: "Black";
    accuracy: "Accuracy";
    loss_hint: "Average centipawn loss";
}
pub const MARKS: &str = "?! · ? · ??";
pub const SUITE_TEXT_EXAMPLE: &str =
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";";
texts! {
    marks_hint: "Inaccuracies, mistakes, blunders";

    // shared by several sections
    start: "Start";
    close: "Close";
    cancel: "Cancel";
    delete: "Delete";
    engine: "Engine";
    engines: "Engines";
    all: "All";
    show: "Show";
    time_text: "Time";
    nodes: "Nodes";
    depth: "Depth";
    depth_in_plies: "Depth in plies";
    nodes_a_second: "Nodes a second";
    not_saved: "The file was not saved";
    not_opened: "The position was not opened";
    the_address_cannot_be_changed: "the address cannot be changed";
    open_on_board: "Open on the board";
    copied: "Copied";
    not_copied: "Nothing was copied";
    clipboard_refused: "the browser refused";
    file_refused: "the browser refused to make the file";
    no_engine: "no built-in engine could be loaded: check your connection";

    // suites
    loading_suites: "Looking for runs…";
    pasted_suite: "Pasted suite";
    suite_drop_hint: "Test suites (.epd)";
    suite_forms_hint: "A suite is a list of positions with their best moves: EPD with bm, am or dm, or Crafty's format with title, setboard and solution. It runs in the background while you work on other pages; the run is saved and continues after a reload.";
    open_suite: "Open a suite";
    suite_text: "Or paste one";
    use_this_text: "Use this text";
    the_suite_was_not_opened: "The suite was not opened";
    suite_too_long: "it has more than 64 MB; split the file";
    bratko_kopec: "Bratko-Kopec";
    bratko_kopec_hint: "24 positions by Ivan Bratko and Danny Kopec: tactics and pawn levers";
    kaufman: "Kaufman";
    kaufman_hint: "19 positions by Larry Kaufman";
    lct2: "LCT II";
    lct2_hint: "34 positions by Frédéric Louguet: positional play, tactics, endings";
    earlier_runs: "Earlier runs";
    delete_run_text: "Delete this run?";
    another_suite: "Another suite";
    set_up_again: "Solve again";
    limit_text: "Limit";
    by_nodes: "by nodes";
    by_time: "by time";
    by_depth: "by depth";
    nodes_a_position: "Nodes a position";
    seconds_a_position: "Seconds a position";
    seconds_fault: "Enter a number of seconds from 0.01 to 86400.";
    workers: "Engines at once";
    hash_mb: "Hash per engine (MB)";
    early_exit: "Stop after iterations with the solution";
    never: "never";
    engines_hint: "Choose several to compare them side by side. Add more in the Lab.";
    looking_for_engines: "Looking for engines…";
    run: "Run";
    save_csv: "Save as CSV";
    totals: "Totals";
    positions_text: "Positions";
    right: "Right";
    wrong: "Wrong";
    points_text: "Points";
    average_depth: "Average depth";
    solved_by_time: "Solved by time";
    within: "Within";
    problem: "Problem";
    problems: "Problems";
    unsolved: "Not solved";
    solved: "Solved";
    different: "Engines differ";
    searching: "searching…";
    no_move: "no move";
    solved_word: "solved";
    unsolved_word: "not solved";
}

pub fn reading(percent: u8) -> String {
    tr!("Reading the suite: {percent} %", percent)
}

pub fn suite_ended(name: &str) -> String {
    tr!("{name}: all positions searched", name)
}

pub fn positions(count: usize) -> String {
    if count == 0 {
        return tr!("This text has no usable position.").to_owned();
    }
    tr!("{count} position" | "{count} positions" % count, count)
}

pub fn left_out(count: usize) -> String {
    tr!("{n} line was skipped" | "{n} lines were skipped" % count)
}

pub fn corrected(count: usize) -> String {
    tr!("{n} line was corrected" | "{n} lines were corrected" % count)
}

pub fn whole_number(least: u64, most: u64) -> String {
    tr!("Enter a whole number from {least} to {most}.", least, most)
}

pub fn delete_named(name: &str) -> String {
    tr!("Delete the run of {name}", name)
}

pub fn delete_run(name: &str) -> String {
    tr!("The results of {name} will be deleted. This cannot be undone.", name)
}

pub fn run_facts(begun_ms: f64, done: usize, total: usize, engines: &[String]) -> String {
    let date = js_sys::Date::new(&begun_ms.into());
    let day = format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date());
    let state = if done < total {
        tr!("{done} of {total} searched", done, total)
    } else {
        tr!("{total} searched", total)
    };
    tr!("{day} · {state} · right: {value}", value = engines.join(", "), day, state)
}

pub fn run_settings(settings: &SuiteSettings) -> String {
    let mut parts = Vec::new();
    parts.extend(settings.nodes.map(|nodes| {
        tr!("{count} node" | "{count} nodes" % nodes as usize, count = super::numbers::grouped(nodes))
    }));
    parts.extend(settings.time_ms.map(super_time));
    parts.extend(settings.depth.map(|depth| tr!("depth {depth}", depth)));
    parts.extend(settings.early_exit.map(|held| {
        tr!("stops after {n} iteration with the solution"
            | "stops after {n} iterations with the solution" % held as usize)
    }));
    parts.push(tr!("{n} engine at once" | "{n} engines at once" % settings.workers));
    parts.push(tr!("{value} MB hash", value = settings.hash_mb));
    parts.join(", ")
}

fn super_time(ms: u64) -> String {
    tr!("{seconds} s", seconds = ms as f64 / 1000.0)
}

pub fn progress(done: usize, total: usize, is_running: bool, left_ms: Option<f64>) -> String {
    let left = left_ms
        .filter(|_| is_running && done < total)
        .map(|ms| tr!(", about {time} left", time = super::numbers::seconds(ms)));
    let state = if done >= total {
        tr!("finished")
    } else if is_running {
        tr!("searching")
    } else {
        tr!("paused")
    };
    tr!("{done} of {total}, {state}{left}", done, total, state, left = left.unwrap_or_default())
}

pub fn engine_failed(name: &str, reason: &str) -> String {
    tr!("{name} failed: {reason}. Press Resume to try again.", name, reason)
}

pub fn share(count: usize, percent: f64) -> String {
    format!("{count} ({percent:.1} %)")
}

pub fn of(part: u64, whole: u64) -> String {
    tr!("{part} of {whole}", part, whole)
}

pub fn points(points: u32) -> String {
    tr!(" · {points} p.", points)
}

pub fn moment(time: &str, depth: u32, nodes: &str) -> String {
    tr!("{time} · depth {depth} · {nodes}", time, depth, nodes)
}

pub fn rows_shown(shown: usize, all: usize) -> String {
    if shown == all { all.to_string() } else { tr!("{shown} of {all}", shown, all) }
}

pub fn line_of_file(line: usize) -> String {
    tr!("Line {line}", line)
}

pub fn to_move(is_white: bool) -> &'static str {
    if is_white { tr!("White to move:") } else { tr!("Black to move:") }
}

pub fn not_searched(name: &str) -> String {
    tr!("{name}: not searched yet", name)
}

pub fn end_facts(score: &str, depth: u32, seldepth: u32, nodes: &str, time: &str) -> String {
    tr!(" {score} · depth {depth}/{seldepth} · {nodes} nodes · {time}", score, depth, seldepth, nodes, time)
}

// console
pub const COMMAND_HINT: &str = "isready";
texts! {
    no_lines: "No engine output yet. Start the analysis, a game, a suite, or an engine below.";
    no_line_fits: "No lines match the filter.";
    sent: "to the engine";
    received: "from the engine";
    remark: "remark";
    all_engines: "All engines";
    direction: "Direction";
    both_directions: "Both";
    to_engines: "To engines";
    from_engines: "From engines";
    remarks: "Remarks";
    search_hint: "text or regular expression";
    matches_only: "Matching lines only";
    previous_match: "Previous";
    next_match: "Next";
    newest: "Newest";
    export: "Export";
    sounds_on: "Sounds: on";
    sounds_off: "Sounds: off";
    chosen_line: "The chosen line";
    copy_line: "Copy this line";
    send_to: "Send to";
    command: "Command";
    send: "Send";
    command_waits: "The engine is busy and gets this line when it has finished. Send stop to end its search.";
    no_engine_runs: "No engine is running. Start one below.";
    run_script: "Run a script";
    script_hint: "One command per line. The script waits for replies; wait 2000 pauses it for two seconds.";
    end_script: "Stop the script";
    script_is_empty: "The script has no commands.";
    script_is_done: "The script has ended.";
    the_script_was_not_opened: "The script was not opened";
    script_too_long: "it has more than 4 MB";
    own_engine: "Console engine";
    own_engine_hint: "Only you send it commands. The engines of other pages accept commands too, but some can spoil their work.";
    start_engine: "Start engine";
    the_engine_was_not_started: "The engine was not started";
}

pub fn time(ms: f64) -> String {
    format!("{:.3}", ms / 1000.0)
}

pub fn lines(count: usize) -> String {
    tr!("{count} line" | "{count} lines" % count, count = super::numbers::grouped(count as u64))
}

pub fn line_facts(number: u64, time: &str, engine: &str, direction: &str) -> String {
    tr!("Line {value}, {time} s, {engine}, {direction}", value = number + 1, time, engine, direction)
}

pub fn engine_number(number: u32) -> String {
    tr!("engine {number}", number)
}

pub fn has_ended(name: &str) -> String {
    tr!("{name} (ended)", name)
}

pub fn end_engine(name: &str) -> String {
    tr!("End {name}", name)
}

pub fn not_sent(reason: &str) -> String {
    tr!("Not sent: {reason}.", reason)
}

pub fn script_runs(sent: usize, total: usize) -> String {
    tr!("Script: {sent} of {n} command sent" | "Script: {sent} of {n} commands sent" % total, sent)
}

pub fn limit(limit_ms: f64) -> String {
    tr!("{seconds} s", seconds = limit_ms / 1000.0)
}

pub fn curve_label(first_ms: Option<f64>, last_ms: Option<f64>) -> String {
    let [first, last] = [first_ms, last_ms].map(|ms| limit(ms.unwrap_or_default()));
    tr!("Solved by time, from {first} to {last}: the numbers are in the table", first, last)
}

// speed
texts! {
    speed_introduction: "Measured with the built-in engine in separate workers. Anything else running on this machine, even analysis on another page, makes every figure worse.";
    lab_plays: "A match is running: the figures will be too low, and its games slower.";
    measure_everything: "Measure everything";
    everything: "everything";
    moves_a_second: "Moves a second";
    latencies: "Latencies";
    figures: "Figures";
    this_machine: "This machine";
    perft_rate: "Perft 6 from the start position, leaves a second";
    moves_generated: "Moves generated a second";
    moves_made: "Moves made a second";
    start_latency: "Engine start";
    stop_latency: "From stop to bestmove";
    message_latency: "Message round trip";
    no_stop: "not possible without shared memory";
    copy_report: "Copy report";
    not_measured: "Not measured";
    perft: "Perft";
    perft_hint: "Counts the leaves of the tree of legal moves and compares them with known counts.";
    position: "Position";
    another_position: "Another position";
    fen: "FEN";
    count: "Count";
    not_counted: "Not counted";
    leaves: "Leaves";
    leaves_a_second: "Leaves a second";
    known_count: "Known count";
    count_right: "✓ the same";
    count_wrong: "✗ different";
    count_unknown: "none known";
}

pub fn leaves_report(depth: usize, leaves: u64, verdict: &str, time: &str, rate: &str) -> String {
    tr!(
        "depth {depth}: {leaves} leaf ({verdict}), {time}, {rate}/s"
            | "depth {depth}: {leaves} leaves ({verdict}), {time}, {rate}/s" % leaves as usize,
        depth,
        leaves = super::numbers::grouped(leaves),
        verdict,
        time,
        rate
    )
}

pub fn moves_report(generated: &str, made: &str) -> String {
    tr!("moves generated: {generated}/s, made: {made}/s", generated, made)
}

pub fn latencies_report(start: &str, stop: &str, message: &str) -> String {
    tr!("start {start}, stop {stop}, message {message}", start, stop, message)
}

pub fn measuring(what: &str) -> String {
    tr!("Measuring: {what}…", what)
}

pub fn nps_with(workers: usize) -> String {
    tr!("Nodes a second, {n} engine" | "Nodes a second, {n} engines" % workers)
}

pub fn nps_on(nps: &str, engines: usize) -> String {
    tr!("{nps} ({n} engine)" | "{nps} ({n} engines)" % engines, nps)
}

pub fn signature(nodes: &str, known: &str) -> String {
    if nodes == known {
        tr!("The benchmark has {nodes} nodes, as in the native program.", nodes)
    } else {
        tr!(
            "The benchmark has {nodes} nodes, but {known} in the native program: this engine searches differently.",
            nodes,
            known
        )
    }
}

pub fn bench_report(nodes: &str, is_known: bool) -> String {
    tr!("bench {nodes}, {value}", value = if is_known { count_right() } else { count_wrong() }, nodes)
}

pub fn divide(depth: usize) -> String {
    tr!("Leaves below each move, depth {depth}", depth)
}

pub fn report_head(version: &str, cores: usize, agent: &str) -> String {
    tr!("Tabia {version}, {n} core, {agent}" | "Tabia {version}, {n} cores, {agent}" % cores, version, agent)
}

pub fn end() -> &'static str {
    tr!("engine" => "End")
}

pub fn lines_text() -> &'static str {
    tr!("console" => "Lines")
}

pub fn loss() -> &'static str {
    tr!("column" => "Loss")
}
