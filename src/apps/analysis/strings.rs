//! Texts of the analysis page.

use crate::services::backup::BackupPart;
use crate::state::drawing::DrawingTool;
use crate::state::explanation::TermPhase;
use crate::state::library::text::counted;
use crate::state::text::grouped;
use crate::state::text::sentence;
use std::fmt::{Display, Write as _};

use crate::state::game::EditKind;
use crate::state::report::ReportMove;
use crate::state::route::Route;
use crate::state::settings::{BoardTheme, Column, LimitKind, PieceSet};
use tabia_chess::{Color, Piece, Position, Role, Square};
use tabia_pgn::Nag;
use tabia_pgn::comment::ShapeColor;
use tabia_report::{Judgement, Phase};
use tabia_uci::Score;

// book/choosing
pub const NO_BOOK_MOVE: &str = "the book plays none of these moves";
pub const CHOOSING: &str = "Choosing…";
pub const PLAY_A_BOOK_MOVE: &str = "Play a book move";
pub const MOVE_SELECTION: &str = "Move selection";
pub const WEIGHTING: &str = "Weighting in percent";
pub const BEST_MOVES: &str = "Best moves";
pub const BEST_MOVES_HINT: &str = "Number of best moves to choose from";
pub const WEIGHT_PERCENT: &str = "Weight %";
pub const WEIGHT_HINT: &str = "Influence of the book's weight";
pub const RESULTS: &str = "Results %";
pub const RESULTS_HINT: &str = "Influence of wins and losses, in books made here";
pub const EVALUATION: &str = "Evaluation %";
pub const EVALUATION_HINT: &str = "Influence of the engine's evaluation after the move";
pub const LEARNED_PERCENT: &str = "Learned %";
pub const LEARNED_WEIGHT_HINT: &str = "Influence of lessons learned from games (Book page, Learn)";
pub const HIGHEST_WEIGHT: &str = "highest weight";
pub const BY_WEIGHT: &str = "random, by weight";
pub const AMONG_BEST: &str = "random among the best";
pub const ENGINE_DECIDES: &str = "the engine decides";

// book/panel
pub const LEARNED_HINT: &str = "Learning data in the book: points scored out of games played, as Polyglot counts them. Other \
     programs store other numbers.";
pub const OPENING_BOOK: &str = "Opening book";
pub const OPENING_BOOK_ON_OR_OFF: &str = "Opening book on or off";
pub const BOOK: &str = "Book";
pub const BUILD_AND_EDIT_BOOKS: &str = "Build and edit books";
pub const TRY_AGAIN: &str = "Try again";
pub const OPENING_THE_BOOK: &str = "Opening the book…";
pub const MOVE: &str = "Move";
pub const SHARE: &str = "Share";
pub const WEIGHT: &str = "Weight";
pub const LEARNED: &str = "Learned";
pub const BOOK_MOVES: &str = "Book moves";
pub const BOOK_ENDS_AFTER: &str = "The book ends after ";
pub const NOT_IN_BOOK_SINCE: &str = "Out of book since ";
pub const THIS_POSITION_IS_NOT_IN: &str = "This position is not in the book.";

pub fn illegal_entries(count: &dyn Display) -> String {
    format!("{count} more are not legal here: the book is damaged or for another variant.")
}

pub fn leads_to(moves: &dyn Display) -> String {
    format!("Leads to a position with {moves}")
}

pub const OTHER_MOVE: &str = "other move";
pub const OTHER_MOVES: &str = "other moves";

pub fn answers_to(others: &dyn Display) -> String {
    format!("Replies to {others}")
}

pub const BACK_TO_THE_BOOK: &str = "Back to the book";
pub const THE_BOOK_ENDS_AFTER_THIS: &str = "The book ends after this move";

pub fn moves_after(moves: &dyn Display) -> String {
    format!("{moves} after it")
}

pub const END_OF_BOOK: &str = "end of the book";
pub const CHOOSE_A_BOOK: &str = "Choose a book";
pub const DEFAULT_BOOK: &str = "Default book";
pub const NO_LONGER_THERE: &str = "(no longer available)";
pub const OPEN_BOOK_FILE: &str = "Open a book file";
pub const OPEN_BOOK_FILE_HINT: &str = "Open a book file (.bin)";

// comment_panel
pub const COMMENT_ON_THE_GAME: &str = "Comment on the game";

pub fn comment_on(name: &dyn Display) -> String {
    format!("Comment on {name}")
}

pub fn comment_before(name: &dyn Display) -> String {
    format!("Comment before {name}")
}

// controls
pub const STEP_THROUGH_THE_GAME: &str = "Step through the game";
pub const TO_THE_START: &str = "To the start";
pub const HOME: &str = "Home";
pub const BACK_ONE_MOVE: &str = "Back one move";
pub const FORWARD_ONE_MOVE: &str = "Forward one move";
pub const TO_THE_END: &str = "To the end";
pub const END: &str = "End";
pub const TURN_THE_BOARD: &str = "Flip board";
pub const DRAW: &str = "Draw arrows and circles";

// drawing_bar
pub const DRAWING_MODE: &str = "Drawing mode";
pub const CIRCLES: &str = "Circles";
pub const CIRCLES_HINT: &str = "Tap for a circle, drag for an arrow";
pub const ARROWS: &str = "Arrows";
pub const ARROWS_HINT: &str = "Tap two squares or drag for an arrow";
pub const END_DRAWING: &str = "Done";
pub const END_DRAWING_HINT: &str = "End drawing (Esc)";
pub const DRAWING_IS_OFF: &str = "Drawing mode is off";

pub fn drawing_hint(tool: DrawingTool) -> &'static str {
    match tool {
        DrawingTool::Circle => "Drawing: tap a square for a circle, drag for an arrow; repeat to erase",
        DrawingTool::Arrow => "Drawing: tap two squares or drag for an arrow; repeat to erase",
    }
}

pub fn shape_color(color: ShapeColor) -> &'static str {
    match color {
        ShapeColor::Green => "Green",
        ShapeColor::Red => "Red",
        ShapeColor::Blue => "Blue",
        ShapeColor::Yellow => "Yellow",
    }
}

pub fn with_key(name: &dyn Display, key: &dyn Display) -> String {
    format!("{name} ({key})")
}

// engine_panel/isolation_badge
pub const NOT_ISOLATED: &str = "Single-threaded: this page is not isolated";
pub const NO_SHARED_MEMORY: &str = "Single-threaded: no shared memory in this browser";
pub const NO_SHARED_MEMORY_WHY: &str =
    "The page is isolated, but this browser has no SharedArrayBuffer. Update it, or use another browser.";
pub const NO_NET: &str = "Classical evaluation";
pub const NET_AWAITED: &str = "Classical evaluation for now";
pub const NET_AWAITED_WHY: &str =
    "The engine's net is not loaded yet. Until then, Tabia uses its classical evaluation, which is weaker.";
pub const NO_NET_WHY: &str = "The engine's net needs SIMD, which this browser lacks. Tabia uses its classical evaluation, which is weaker. Try a newer browser.";
pub const NOT_ISOLATED_EFFECT: &str =
    "The engine runs on one thread without shared memory: each stop restarts it and clears its hash table.";
pub const NOT_ISOLATED_INSECURE: &str =
    "The page was opened over plain http. Open it over https, or from localhost.";
pub const NOT_ISOLATED_NO_WORKER: &str = "This window has no service workers (some private windows do not). Use a normal window, \
     or have the server send Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.";
pub const NOT_ISOLATED_REFUSED: &str = "The browser or the server refused the service worker (sw.js). Allow this site to store data and \
     reload, or have the server send Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.";
pub const NOT_ISOLATED_OTHER: &str = "The service worker (sw.js) did not isolate the page. Close all tabs with it and open it again, or \
     have the server send Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.";

// offline_choice
pub const OFFLINE_WHOLE: &str = "Everything works offline.";
pub const OFFLINE_FILLING: &str = "Tabia is being stored for offline use…";
pub const OFFLINE_USED: &str = "Your browser saves data: offline, only what you have used so far works.";
pub const OFFLINE_FAILED: &str =
    "Not everything could be stored for offline use. Check the connection and the free disk space.";
pub const OFFLINE_NONE: &str =
    "Tabia does not work offline here: this address or window allows no service worker.";
pub const MAKE_AVAILABLE_OFFLINE: &str = "Make available offline";

// engine_panel/lab_notice
pub const LAB_PLAYS_RESTING: &str =
    "The Lab is playing a timed match. Analysis is paused so that it does not slow the engines down.";
pub const ANALYSE_ANYWAY: &str = "Analyse anyway";
pub const LAB_PLAYS_ANALYSING: &str =
    "The Lab is playing a timed match. This analysis slows its engines down.";
pub const PAUSE_ANALYSIS: &str = "Pause analysis";

// engine_panel/line
pub const AT_LEAST: &str = "at least ";
pub const AT_MOST: &str = "at most ";
pub const SHOW_THE_WHOLE_LINE: &str = "Show the whole line";

pub const LINE_MENU: &str = "Line menu";

pub fn wdl(wdl: tabia_uci::Wdl) -> String {
    let percent = |thousandths: u16| f32::from(thousandths) / 10.0;
    let (win, draw, loss) = (percent(wdl.win), percent(wdl.draw), percent(wdl.loss));
    format!("White wins {win} %, draw {draw} %, Black wins {loss} %")
}

pub fn fails_high(depth: &dyn Display, score: &dyn Display) -> String {
    format!("Depth {depth} failed high: at least {score}")
}

pub fn fails_low(depth: &dyn Display, score: &dyn Display) -> String {
    format!("Depth {depth} failed low: at most {score}")
}

// engine_panel/meter
pub const POSITIONS_SEARCHED: &str = "Positions searched";
pub const POSITIONS_PER_SECOND: &str = "Positions per second";
pub const HASH_TABLE_USAGE: &str = "Hash table usage";
pub const TABLEBASE_HITS: &str = "Tablebase hits";
pub const TB_HITS: &str = " tb hits";
pub const TIME_SEARCHED: &str = "Time searched";

// engine_panel
pub const ENGINE: &str = "Engine";
pub const ANALYSIS: &str = "Analysis";
pub const PLAY: &str = "Play";
pub const PLAY_FROM_HERE: &str = "Play a game from this position";
pub const ENGINE_SWITCH_HINT: &str = "Engine on or off (l)";
pub const LINES: &str = "Lines";
pub const NUMBER_OF_LINES: &str = "Number of lines";
pub const FEWER_LINES: &str = "Fewer lines";
pub const MORE_LINES: &str = "More lines";

// engine_panel/tools
pub const LOADING_TOOLS: &str = "Loading…";
pub const PANEL_MENU: &str = "Engines and analysis options";
pub const ENGINES: &str = "Engines";
pub const ENGINES_ENTRY: &str = "Engines…";
pub const ENGINES_NOTE: &str =
    "These engines are available on every page. The marked one analyses on the board.";
pub const LOADING_ENGINES: &str = "Loading engines…";
pub const TRYING_ENGINE: &str = "Testing the engine…";
pub const OFFERED_ENGINES: &str = "Offered by this site";
pub const ADD_OFFERED: &str = "Add";

pub fn add_offered_engine(name: &dyn Display) -> String {
    format!("Download and add {name}")
}

pub const ADD_ENGINE_FILES: &str = "Add engine files…";
pub const BUILT_IN: &str = "built in";
pub const ENGINE_BUILD: &str = "engine build";
pub const FOREIGN_ENGINE: &str = "UCI worker";
pub const RENAME: &str = "Rename";
pub const RENAME_THE_ENGINE: &str = "Rename the engine";
pub const ENGINE_NAME: &str = "Name";
pub const ENGINE_NAME_HINT: &str = "Leave this empty to use the engine's own name.";
pub const REMOVE_ENGINE_NOTE: &str = "It is removed from all pages in this browser. Finished games keep their results; Lab matches that use it need its file again.";
pub const ENGINE_NOT_RENAMED: &str = "The engine was not renamed";
pub const ENGINE_NOT_REMOVED: &str = "The engine was not removed";
pub const ENGINE_NOT_RESTORED: &str = "The engine was not restored";
pub const ENGINE_NOT_KEPT: &str = "The engine could not be stored in this browser";
pub const ENGINE_STAYS: &str = "It is stored in this browser for all pages.";
pub const CHOSEN_ENGINE_MISSING: &str = "The chosen engine cannot analyse";
pub const ENGINE_WAS_REMOVED: &str = "The engine was removed";
pub const BUILT_IN_ANALYSES: &str = "The built-in engine analyses instead.";

pub fn built_in_goes_on(reason: &str) -> String {
    format!("{reason} {BUILT_IN_ANALYSES}")
}

pub fn engines_not_read(reason: &dyn Display) -> String {
    format!("The engines cannot be listed: {reason}")
}

pub fn engine_not_added(file: &dyn Display) -> String {
    format!("{file} was not added")
}

pub fn engine_is_there(name: &dyn Display) -> String {
    format!("{name} already analyses here")
}

pub fn engine_on_board(name: &dyn Display) -> String {
    format!("{name} analyses now")
}

pub fn rename_engine(name: &dyn Display) -> String {
    format!("Rename {name}")
}

pub fn remove_engine_label(name: &dyn Display) -> String {
    format!("Remove {name}")
}

pub fn remove_engine(name: &dyn Display) -> String {
    format!("Remove {name}?")
}

pub fn engine_removed(name: &dyn Display) -> String {
    format!("{name} removed")
}

pub const BESIDE: &str = "Alongside";
pub const BESIDE_HINT: &str = "Analyse with this engine too";
pub const OPTIONS_ENTRY: &str = "Engine options…";
pub const SEARCH_ENTRY: &str = "Limits and figures…";
pub const MOVES_ENTRY: &str = "Search only some moves…";
pub const SEARCH_ON: &str = "Go deeper: no limit here";
pub const STEP_THROUGH: &str = "Step through on a board…";
pub const PLAY_LINE: &str = "Play the whole line";
pub const KEEP_VARIATION: &str = "Add as a variation";
pub const COPY_SAN: &str = "Copy the line (SAN)";
pub const COPY_UCI: &str = "Copy the line (UCI)";
pub const THE_LINE: &str = "Line";
pub const LINE_VIEWER: &str = "Line";
pub const STEPS: &str = "Steps";
pub const FIRST_OF_LINE: &str = "First move";
pub const PREVIOUS_OF_LINE: &str = "Previous move";
pub const NEXT_OF_LINE: &str = "Next move";
pub const LAST_OF_LINE: &str = "Last move";
pub const PLAY_TO_HERE: &str = "Play up to here";
pub const SEARCH_AND_DISPLAY: &str = "Limits and figures";
pub const SEARCH: &str = "Search";
pub const SEARCH_ENDS: &str = "The search ends";
pub const HIDE_BELOW: &str = "Hide lines below N nodes";
pub const REST_WHEN_HIDDEN: &str = "Pause while the tab is hidden";
pub const SHOWN_FIGURES: &str = "Figures shown";
pub const MOVES_TO_SEARCH: &str = "Moves to search";
pub const MOVES_TO_SEARCH_NOTE: &str =
    "Only the marked moves of this position are searched; without a mark, all of them.";
pub const OPTIONS_NOTE: &str = "Changes apply at once and are saved for this engine. The page sets the number of lines, Chess960 and tablebases.";
pub const NO_OPTIONS: &str = "This engine has no options.";
pub const MEMORY_AND_THREADS: &str = "Memory and threads";
pub const ENGINE_BEHAVIOUR: &str = "Play and search";
pub const RESET_OPTIONS: &str = "Reset these options";
pub const CHANGED: &str = "changed";
/// Descriptions of the built-in engine's options.
pub const OPTION_HINTS: [(&str, &str); 23] = [
    ("Threads", "Number of search threads. One is deterministic; more are faster."),
    ("Hash", "Hash table size in MiB. More helps long searches."),
    ("Clear Hash", "Clears the hash table."),
    ("Move Overhead", "With clocks: time lost per move outside the engine, in ms."),
    (
        "UCI_AnalyseMode",
        "Full strength without bias. Off: strength, asymmetry, blocked pawns and contempt apply.",
    ),
    ("UCI_LimitStrength", "Limits the strength to the next option."),
    ("UCI_Elo", "The strength when limited."),
    ("EvalFile", "<built-in>: the net. Empty: the classical evaluation."),
    ("Skill Level", "The strength in 20 steps from 800 Elo; 20 is full strength."),
    ("Skill Seed", "Below full strength, the same seed makes the same mistakes."),
    ("King Safety", "Personality, in %: how much the safety of both kings counts."),
    ("King Safety Asymmetry", "Personality, in %: above 0 attacks, below 0 defends."),
    ("Blocked Pawns", "Personality, in %: above 100 likes open positions, below 100 closed ones."),
    ("Pawn Structure", "Personality, in %: how much doubled, isolated and backward pawns count."),
    ("Passed Pawns", "Personality, in %: how much passed pawns count."),
    ("Extensions", "In %: how much deeper checks and forced moves are searched."),
    ("Contempt", "In centipawns: above 0 the side to move avoids draws, below 0 it seeks them."),
    ("Time Usage", "With clocks, in %: the share of the planned time that is used."),
    ("Swindle", "In tablebase draws: play for the opponent's mistakes."),
    ("Learn", "Remembers results of deep searches for as long as the engine runs."),
    ("SyzygyProbeDepth", "Minimum depth to probe positions with the most pieces."),
    ("SyzygyProbeLimit", "Maximum number of pieces to probe."),
    ("Syzygy50MoveRule", "Wins that the fifty-move rule prevents count as draws."),
];

pub fn beside_label(name: &dyn Display) -> String {
    format!("Alongside: {name}")
}

pub fn options_of(name: &dyn Display) -> String {
    format!("Options of {name}")
}

pub fn analysis_of(name: &dyn Display) -> String {
    format!("Analysis by {name}")
}

pub fn dismiss(name: &dyn Display) -> String {
    format!("Stop analysing with {name}")
}

pub fn engines_share_cores(engines: u32, cores: u32) -> String {
    let cores = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    format!("{engines} engines share {cores}: each searches more slowly.")
}

pub fn and_more_moves(names: &str, more: &dyn Display) -> String {
    format!("{names} and {more} more")
}

pub fn play_up_to(san: &dyn Display) -> String {
    format!("Play up to {san}")
}

pub fn search_only(san: &dyn Display) -> String {
    format!("Search only {san}")
}

pub fn leave_out(san: &dyn Display) -> String {
    format!("Leave out {san}")
}

pub fn line_label(rank: &dyn Display, san: &dyn Display) -> String {
    format!("Line {rank}: {san}")
}

pub fn board_after(san: &dyn Display) -> String {
    format!("Position after {san}")
}

pub fn ply_of(ply: &dyn Display, plies: &dyn Display) -> String {
    format!("{ply} of {plies}")
}

pub fn column(column: Column) -> &'static str {
    match column {
        Column::Depth => "Depth and selective depth",
        Column::Time => "Time",
        Column::Nodes => "Nodes",
        Column::Nps => "Nodes per second",
        Column::Hashfull => "Hash table usage",
        Column::TbHits => "Tablebase hits",
        Column::Wdl => "Wins, draws and losses (WDL)",
    }
}

pub fn limit_kind(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::None => "never",
        LimitKind::Depth => "at a depth",
        LimitKind::Nodes => "after nodes",
        LimitKind::Time => "after a time",
    }
}

pub fn limit_value(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::None => "",
        LimitKind::Depth => "Depth in plies",
        LimitKind::Nodes => "Nodes in thousands",
        LimitKind::Time => "Time in seconds",
    }
}

// engine_panel/verdict

pub fn depths(depth: &dyn Display, selective: &dyn Display) -> String {
    format!("Depth {depth}/{selective}")
}

pub fn depth(depth: &dyn Display) -> String {
    format!("Depth {depth}")
}

pub const THE_ENGINE_IS_NOT_RUNNING: &str = "The engine is not running";
pub const LOADING_THE_ENGINE: &str = "Loading the engine…";
pub const ENGINE_OFF: &str = "Engine off. Press l to start it.";
pub const THINKING: &str = "Thinking…";
pub const THREAT: &str = "Opponent's threat (x: back)";
pub const ANALYSING: &str = "Analysing";
pub const FINISHED: &str = "Finished: the engine ended its search";
pub const LIMIT_REACHED: &str = "Limit reached";
pub const MATE_FOUND: &str = "Finished: mate found";
pub const GREATEST_DEPTH: &str = "Finished: maximum depth";
pub const RESTS_HIDDEN: &str = "Paused while this tab is hidden";
pub const GO_DEEPER: &str = "Go deeper";
pub const ONLY_SOME_MOVES: &str = "Only some moves are searched:";
pub const SEARCH_ALL_MOVES: &str = "Search all moves";
pub const USE_BUILT_IN: &str = "Use the built-in engine";
pub const STARTING: &str = "Starting…";

pub fn score(score: &dyn Display) -> String {
    format!("Score {score}")
}

pub const DTZ_HINT: &str =
    "Distance to zeroing: half-moves to the next capture or pawn move that keeps the win";

// engine_panel/tools/tablebase_table
pub const TABLEBASE_MOVES: &str = "Tablebase moves";
pub const TABLEBASE_RESULT: &str = "Result";
pub const DTZ: &str = "DTZ";
pub const MOVE_DTZ_HINT: &str = "Distance to zeroing after the move: half-moves to the next capture or pawn move, possibly one more or fewer";
pub const TABLEBASE_WIN: &str = "Win";
pub const TABLEBASE_MAYBE_WIN: &str = "Win or draw";
pub const TABLEBASE_MAYBE_WIN_HINT: &str =
    "A win, unless the 50-move rule makes it a draw: the tablebases are not exact enough to tell";
pub const TABLEBASE_CURSED_WIN: &str = "Cursed win";
pub const TABLEBASE_CURSED_WIN_HINT: &str = "A win that the 50-move rule turns into a draw";
pub const TABLEBASE_DRAW: &str = "Draw";
pub const TABLEBASE_BLESSED_LOSS: &str = "Blessed loss";
pub const TABLEBASE_BLESSED_LOSS_HINT: &str = "A loss that the 50-move rule turns into a draw";
pub const TABLEBASE_MAYBE_LOSS: &str = "Loss or draw";
pub const TABLEBASE_MAYBE_LOSS_HINT: &str =
    "A loss, unless the 50-move rule makes it a draw: the tablebases are not exact enough to tell";
pub const TABLEBASE_LOSS: &str = "Loss";
pub const TABLEBASE_UNKNOWN: &str = "Unknown";
pub const TABLEBASE_UNKNOWN_HINT: &str =
    "The tablebase for the position after this move is missing or damaged";
pub const CHECKMATE_MOVE: &str = "Checkmate";
pub const STALEMATE_MOVE: &str = "Stalemate";
pub const CAPTURE: &str = "Capture";
pub const PAWN_MOVE: &str = "Pawn move";
pub const NOT_IN_TABLES: &str = "Your tablebases have no result for this position.";

pub fn tables_fault(reason: &dyn Display) -> String {
    format!("The tablebases {reason}.")
}

// eval_bar
pub const NO_EVALUATION_YET: &str = "No evaluation yet";

pub fn evaluation(score: &dyn Display) -> String {
    format!("Evaluation {score}")
}

// clock_eval_dialog
pub const CLOCK_LEFT: &str = "Time left on the clock";
pub const CLOCK_FAULT: &str = "Enter hours, minutes and seconds, such as 1:05:23, or 5:00 for five minutes.";
pub const EVALUATION_OF_THE_MOVE: &str = "Evaluation";
pub const EVALUATION_FAULT: &str = "Enter pawns from White's side, such as -0.35, or # and the moves to mate, such as #3. A depth may follow: 0.35,20.";
pub const FACTS_NOTE: &str = "An empty field removes the value. Evaluations are from White's side, in pawns.";
pub const SAVE: &str = "Save";

pub fn facts_of(name: &dyn Display) -> String {
    format!("Clock and evaluation of {name}")
}

// game_info
pub const OPEN_A_GAME: &str = "Open a game";
pub const ANALYSE_GAME: &str = "Analyse game";
pub const ANALYSE_GAME_HINT: &str = "Analyse game: a report with accuracy and mistakes";
pub const ANALYSE_A_GAME: &str = "Analyse a game";
pub const EMPTY_GAME_NOTE: &str = "Paste a PGN or FEN anywhere, drop a file on the page, or just move the pieces. The engine runs on \
     your machine: nothing is uploaded.";
pub const SHOW_AN_EXAMPLE: &str = "Show an example";

pub fn round(round: &dyn Display) -> String {
    format!("Round {round}")
}

pub const OPENING: &str = "Opening";
pub const GAME: &str = "Game";

// games_list

pub fn found_of(count: &dyn Display, all: &dyn Display) -> String {
    format!("{count} of {all}")
}

pub const GAMES_IN_THIS_FILE: &str = "Games in this file";
pub const SEARCH_PLACEHOLDER: &str = "Player, event, year…";
pub const SEARCH_THE_GAMES: &str = "Search the games";
pub const NO_GAMES_MATCH: &str = "No games match.";
pub const LOADING_LISTS: &str = "Loading the list of games…";
pub const GAMES_OF_THE_LIBRARY: &str = "Games of the library";
pub const SEARCHING_THE_LIBRARY: &str = "Searching the library…";
pub const PREVIOUS_GAME: &str = "Previous game";
pub const PREVIOUS_GAME_TITLE: &str = "Previous game (p)";
pub const NEXT_GAME: &str = "Next game";
pub const NEXT_GAME_TITLE: &str = "Next game (n)";
pub const SHOW_IN_THE_LIBRARY: &str = "Show this list in the library";
pub const CLOSE_THE_LIST: &str = "Close this list";

pub fn game_of(number: &dyn Display, count: &dyn Display) -> String {
    format!("Game {number} of {count}")
}

// edit_news
pub const UNDONE: &str = "Undone";
pub const REDONE: &str = "Redone";
pub const MOVES_DELETED: &str = "Moves deleted. Ctrl+Z restores them.";

// glyph_dialog
pub const THE_MOVE: &str = "The move";
pub const THE_POSITION: &str = "The position";
pub const OBSERVATIONS: &str = "Observations";
pub const OTHER_GLYPHS: &str = "Others";
pub const OTHER_GLYPH: &str = "Other glyph";

pub fn glyphs_of(name: &dyn Display) -> String {
    format!("Glyphs of {name}")
}

pub fn nag_label(nag: Nag) -> String {
    match (nag.symbol(), nag.meaning()) {
        (Some(symbol), Some(meaning)) => format!("{symbol} {meaning}"),
        (None, Some(meaning)) => meaning.to_owned(),
        _ => nag.to_string(),
    }
}

// header_dialog
pub const EDIT_HEADER: &str = "Edit tags and result";
pub const RESULT: &str = "Result";
pub const RESULT_UNKNOWN: &str = "* – unknown or not finished";
pub const RESULT_WHITE: &str = "1-0 – White won";
pub const RESULT_BLACK: &str = "0-1 – Black won";
pub const RESULT_DRAW: &str = "½-½ – draw";
pub const OTHER_TAGS: &str = "Other tags";
pub const ADD_A_TAG: &str = "Add a tag";
pub const TAG_NAME: &str = "Name";
pub const TAG_VALUE: &str = "Value";
pub const DERIVED_NOTE: &str = "These tags are set automatically from the start position:";
pub const DATE_NOTE: &str =
    "PGN dates look like 1992.08.31, with ?? for unknown parts. This one is saved as it is.";

pub fn tag_label(name: &str) -> &str {
    name
}

pub fn value_of(name: &dyn Display) -> String {
    format!("Value of {name}")
}

pub fn remove_tag(name: &dyn Display) -> String {
    format!("Remove the tag {name}")
}

// help_dialog
pub const MENU_KEY: &str = "Menu";
pub const MENU_HINT: &str = "Open the move menu (also Shift+F10, right button, long press)";
pub const DRAW_KEYS_HINT: &str = "On the board: draw a circle; begin an arrow, and end it on another square";
pub const DRAWING_MODE_HINT: &str =
    "Drawing mode on or off: clicks, taps and Enter draw circles and arrows, drags arrows";
pub const DRAWING_COLORS_HINT: &str = "In drawing mode: draw in green, red, blue, yellow";

pub fn glyph_keys(what: &dyn Display, glyphs: &dyn Display) -> String {
    format!("{what}: {glyphs}")
}

pub const SHOW_THREAT: &str = "Show the opponent's threat";
pub const CTRL: &str = "Ctrl";
pub const OPEN_CLIPBOARD: &str = "Open the game or position on the clipboard";
pub const TAB: &str = "Tab";
pub const TAB_HINT: &str =
    "Go to the board, the lines or the moves; the arrow keys move within them, Enter plays";
pub const RIGHT_MOUSE_BUTTON: &str = "Right mouse button";
pub const DRAW_HINT: &str =
    "Draw arrows and circles (also Shift + drag): green, with Ctrl red, with Alt blue, with both yellow";
pub const ESC: &str = "Esc";
pub const CLOSE_OR_CLEAR_THE_SELECTION: &str = "Close, or clear the selection";
pub const KEYS: &str = "Keyboard shortcuts";
pub const SPACE: &str = "Space";
pub const PAGE_UP: &str = "Page up";
pub const PAGE_DOWN: &str = "Page down";

pub fn keys_of(route: &Route) -> &'static str {
    match route {
        Route::Analysis => "On the analysis page",
        Route::Play(_) => "On the play page",
        Route::Library(_) => "In the library",
        Route::Lab(_) => "In the Lab",
        Route::Book(_) => "On the book page",
        Route::Tools(_) => "On the tools page",
    }
}

// keeping
pub const SAVED: &str = "Saved";
pub const SAVING: &str = "Saving…";
pub const NOT_SAVED: &str = "Not saved";
pub const SAVED_HINT: &str =
    "Everything on the board is saved in this browser. Press to name and label the game";
pub const NAME_AND_LABELS: &str = "Name and labels";
pub const NAME_NOTE: &str = "Games are saved automatically. A name and labels help you find this one again.";
pub const NAME_NOTHING: &str = "This game is in an open file and was not changed. Edit it to name it.";
pub const NAME: &str = "Name";
pub const LABELS: &str = "Labels";
pub const LABELS_NOTE: &str = "Separate labels with commas.";
pub const RECENT: &str = "Recent games";
pub const RECENT_HINT: &str = "Recent games (r)";
pub const RECENT_NOTE: &str = "Earlier games, newest first. All are saved in this browser.";
pub const RECENT_EMPTY: &str = "Nothing yet. Games you play, open or paste appear here.";
pub const READING_RECENT: &str = "Reading…";
pub const SEARCH_RECENT: &str = "Search names, labels and moves";
pub const NONE_FOUND: &str = "No games match.";
pub const PASTED_GAMES: &str = "Pasted games";
pub const UNTITLED: &str = "Untitled analysis";
pub const ON_THE_BOARD: &str = "on the board";
pub const DELETE: &str = "Delete";
pub const DELETED: &str = "Deleted";
pub const NOT_DELETED: &str = "This could not be deleted";
pub const NOT_RESTORED: &str = "This could not be restored";

pub fn save_sign(state: &dyn Display) -> String {
    format!("{state}: name and labels")
}

pub fn delete_named(name: &dyn Display) -> String {
    format!("Delete {name}")
}

pub fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

pub fn show_more(count: &dyn Display) -> String {
    format!("Show more ({count})")
}

pub const SAVED_AGAIN: &str = "All changes are saved again";
pub const DOWNLOAD_PGN: &str = "Download PGN";
pub const NOT_DOWNLOADED: &str = "The games could not be downloaded";
pub const GAMES_FILE: &str = "tabia-games.pgn";
pub const SHOW: &str = "Show";
pub const FOUND_LATE: &str = "Your open games took long to load";
pub const GAME_NOT_OPENED: &str = "The game could not be opened";
pub const BOARD_NOT_FOUND_AGAIN: &str = "The game on the board could not be read";
pub const BECAME_COPY: &str = "This game is now a copy";
pub const BECAME_COPY_WHY: &str =
    "The game was changed or deleted in another tab. Your version is saved as a separate game.";

pub fn not_saved_advice(reason: &dyn Display) -> String {
    let reason = sentence(&reason.to_string());
    format!("{reason}. The games stay open until this page is closed: download them to keep them.")
}

// storage
pub const STORED_DATA: &str = "Stored data";
pub const STORED_DATA_NOTE: &str = "Storage and backup";
pub const PERSISTENT: &str = "The browser does not delete this data to make room.";
pub const NOT_PERSISTENT: &str = "The browser may delete this data when the disk is full.";
pub const ASK_TO_PERSIST: &str = "Ask to keep it";
pub const NOT_PERSISTENT_TOLD: &str = "The browser declined";
pub const NOT_PERSISTENT_WHY: &str =
    "Some browsers agree only for pages that are bookmarked or installed. Make a backup.";
pub const BACKUP: &str = "Backup";
pub const BACKUP_NOTE: &str = "One file with everything chosen above, to store elsewhere or import in another browser. Logs are not included.";
pub const EXPORT_CHOSEN: &str = "Export chosen";
pub const CANCEL_EXPORT: &str = "Cancel export";
pub const NOT_EXPORTED: &str = "The backup could not be made";
pub const SET_ASIDE: &str = "Damaged data";
pub const SET_ASIDE_NOTE: &str = "These could not be read. Save them if you may need them, then delete them.";
pub const ASIDE_NOT_READ: &str = "The damaged data could not be read";
pub const ASIDE_NOT_SAVED: &str = "It was not saved";
pub const SAVE_AS_IT_IS: &str = "Save raw data";
pub const DELETE_ASIDE: &str = "Delete…";
pub const DELETE_FOR_GOOD: &str = "Delete for good";
pub const KEEP_IT: &str = "Keep it";
pub const ASIDE_FILE_NAME: &str = "set-aside.txt";
pub const CHOOSE_BACKUP: &str = "Import a backup…";
pub const IMPORT: &str = "Import";
pub const CHECKING: &str = "Checking the file…";
pub const WHAT_IS_HERE: &str = "Data already stored here";
pub const MERGE: &str = "stays; missing data is added, and games that differ are added as copies";
pub const REPLACE: &str = "is replaced: data not in the backup is deleted (databases stay)";
pub const RELOAD: &str = "Reload the page";
pub const LOGS: &str = "Match logs";
pub const KEEP: &str = "Keep";

pub const fn part_name(part: BackupPart) -> &'static str {
    match part {
        BackupPart::Games => "Games",
        BackupPart::Databases => "Databases",
        BackupPart::Books => "Books",
        BackupPart::Engines => "Engines",
        BackupPart::Matches => "Matches",
        BackupPart::Files => "Openings and tablebases",
        BackupPart::Documents => "Other documents",
        BackupPart::Settings => "Settings",
    }
}

pub fn exporting(what: &dyn Display, percent: u8) -> String {
    format!("Exporting: {what}… {percent} %")
}

pub fn importing(what: &dyn Display) -> String {
    format!("Importing: {what}…")
}

pub fn room_used(used: &dyn Display, quota: &dyn Display) -> String {
    format!("{used} of about {quota} available used")
}

pub fn amount(count: Option<u64>, size: &dyn Display) -> String {
    match count {
        Some(0) => "none".to_owned(),
        Some(count) => format!("{count} · {size}"),
        None => size.to_string(),
    }
}

pub fn records(count: &dyn Display) -> String {
    format!("{count} records")
}

pub fn remove_named(what: &dyn Display) -> String {
    format!("Remove {what}")
}

pub fn remove_question(what: &dyn Display) -> String {
    format!("Delete all of this: {what}? This cannot be undone.")
}

pub fn backup_is_whole(day: &dyn Display) -> String {
    format!("The file is a complete backup of {day}. Choose what to import:")
}

pub fn imported(written: u64, present: u64, copies: u64, deleted: u64) -> String {
    let mut text = format!("Imported: {written} records written, {present} were here already");
    if copies > 0 {
        text = format!("{text}, {copies} games added as copies");
    }
    if deleted > 0 {
        text = format!("{text}, {deleted} records deleted");
    }
    text + ". Reload the page to see everything."
}

// loader
pub const NO_NEW_GAME: &str = "The game was not started";

pub fn games_opened(count: &dyn Display) -> String {
    format!("{count} games opened")
}

pub const UNDO: &str = "Undo";

pub fn opened_in_part(title: &dyn Display) -> String {
    format!("{title}, with errors")
}

pub const SHOW_THE_TEXT: &str = "Show the text";
pub const THIS_COULD_NOT_BE_OPENED: &str = "This could not be opened";
pub const FILE_UNREADABLE_ADVICE: &str = "Check that the file still exists and can be read.";

pub fn file_unreadable(name: &dyn Display) -> String {
    format!("{name} could not be read")
}

/// Label of the button that opens a database.
pub const SHOW_THE_DATABASE: &str = "Show its games";

pub fn file_added(name: &dyn Display) -> String {
    format!("{name} is in the library")
}

pub fn file_not_added(name: &dyn Display) -> String {
    format!("{name} was not added to the library")
}

/// Name of a database made from pasted text.
pub const PASTED: &str = "Pasted text";

/// Number of games in a database that was created because the board had no room for more.
pub fn added_for_want_of_room(games: u32) -> String {
    format!("The board holds up to 2 MB and 2,000 games: {}.", self::games(games as usize))
}

/// Number of games in a database, and why its first game isn't on the board, if so.
pub fn added_to_library(games: u32, fault: Option<&String>) -> String {
    let games = self::games(games as usize);
    match fault {
        None => format!("It is too large for the board: {games}. The board shows the first."),
        Some(fault) => format!("It is too large for the board: {games}. {fault}"),
    }
}

pub fn file_not_opened(name: &dyn Display) -> String {
    format!("{name} could not be opened")
}

pub const POSITION_SET_UP: &str = "Position set up";
pub const GAME_OPENED: &str = "Game opened";

pub fn and_more(count: &dyn Display) -> String {
    format!("And {count} more")
}

// move_input
pub const TYPE_A_MOVE: &str = "Type a move";
pub const TYPE_A_MOVE_HINT: &str = "Type a move: Nf3, e2e4, O-O, or -- to pass (/)";
pub const MOVES_THAT_FIT: &str = "Matching moves";
pub const NO_NULL_MOVE: &str = "A side in check cannot pass.";

// move_menu
pub const GLYPHS: &str = "Glyphs";
pub const ALL_GLYPHS: &str = "All glyphs…";
pub const COMMENT_AFTER: &str = "Comment after the move";
pub const COMMENT_BEFORE: &str = "Comment before the move";
pub const CLEAR_SHAPES: &str = "Clear arrows and circles";
pub const CLOCK_AND_EVALUATION: &str = "Clock and evaluation…";
pub const EDIT_HEADER_MENU: &str = "Tags and result of the game…";
pub const NULL_MOVE: &str = "Null move (pass)";
pub const PROMOTE_VARIATION: &str = "Promote variation";
pub const MAKE_MAIN_LINE: &str = "Make main line";
pub const COPY_LINE: &str = "Copy line as PGN";
pub const LINE: &str = "Line";
pub const DELETE_FROM_HERE: &str = "Delete from here";
pub const DELETE_ALL_MOVES: &str = "Delete all moves";
pub const DELETE_OTHER_LINES: &str = "Delete all other lines";

// moves_panel
pub const REDO: &str = "Redo";
pub const EDIT_THE_GAME: &str = "Edit the game";

pub fn menu_of(name: &dyn Display) -> String {
    format!("Edit {name}")
}

/// Label of an undo or redo button.
pub fn edit_name(what: &dyn Display, kind: EditKind) -> String {
    let edit = match kind {
        EditKind::Move => "move",
        EditKind::Deletion => "deletion",
        EditKind::Order => "order of variations",
        EditKind::Glyph => "glyph",
        EditKind::Comment | EditKind::CommentBefore => "comment",
        EditKind::Clock => "clock",
        EditKind::Evaluation => "evaluation",
        EditKind::Shapes => "arrows and circles",
        EditKind::Header => "tags and result",
        EditKind::Report => "report",
    };
    format!("{what}: {edit}")
}

// report
pub const REPORT: &str = "Report";
pub const REPORT_ON_OR_OFF: &str = "Report on the game on or off";
pub const LOADING_REPORT: &str = "Loading the report…";
pub const REPORT_FAULT: &str = "No report";
pub const REPORT_NEEDS_MOVES: &str = "A report needs a game with moves.";
pub const REPORT_INTRODUCTION: &str =
    "Every move is analysed in the background. Keep working; the report is saved.";
pub const SEARCH_BY: &str = "Search by";
pub const NODES_A_MOVE: &str = "Nodes a move";
pub const SEARCH_DEPTH: &str = "Depth";
pub const SECONDS_A_MOVE: &str = "Seconds a move";
pub const BY_NODES: &str = "Nodes";
pub const BY_TIME: &str = "Time";
pub const WORKERS: &str = "Engines at once";
pub const REPORT_ENGINE: &str = "Engine";
pub const MOVES_REPORTED: &str = "Moves";
pub const MARK_MOVES_HINT: &str =
    "Or mark them: Shift+click in the move list or the graph, or use the menu of a move.";
pub const REPORT_FROM_HERE: &str = "Report from here";
pub const REPORT_UP_TO_HERE: &str = "Report up to here";
pub const FIRST_OF_RANGE: &str = "first";
pub const LAST_OF_RANGE: &str = "last";
pub const FROM_MOVE: &str = "From move";
pub const TO_MOVE: &str = "To move";
pub const VARIATIONS_TOO: &str = "Variations too";
pub const START_REPORT: &str = "Make a report";

/// Message after moves were marked for a report.
pub fn moves_marked(first: Option<u32>, last: Option<u32>) -> String {
    match (first, last) {
        (Some(first), Some(last)) if first == last => format!("Move {first} is marked for the report"),
        (Some(first), Some(last)) => format!("Moves {first} to {last} are marked for the report"),
        (Some(first), None) => format!("The moves from {first} on are marked for the report"),
        (None, Some(last)) => format!("The moves up to {last} are marked for the report"),
        (None, None) => "The report is on the whole game".to_owned(),
    }
}

/// Engine of a report, if it isn't the built-in one.
pub fn report_by(engine: &str) -> String {
    format!("By {engine}")
}

pub fn report_field_error(field: &str) -> &'static str {
    match field {
        "limit" => "Enter a number above 0 for the search.",
        "workers" => "Enter 1 to 64 engines.",
        _ => "Enter move numbers, the first not above the last; leave both empty for the whole game.",
    }
}

pub const GO_ON_WITH_REPORT: &str = "Resume";
pub const PAUSE_REPORT: &str = "Pause";
pub const GIVE_REPORT_UP: &str = "Discard";

pub fn give_up(title: &dyn Display) -> String {
    format!("Discard {title}")
}

pub fn report_progress_of(title: &dyn Display) -> String {
    format!("Progress of the report on {title}")
}

pub fn reports_waiting(count: usize) -> String {
    if count == 1 {
        "1 more report is queued".to_owned()
    } else {
        format!("{} more reports are queued", grouped(count))
    }
}

pub fn report_positions(done: usize, all: usize) -> String {
    format!("{done} of {all} positions")
}

pub fn report_paused(done: usize, all: usize) -> String {
    format!("{done} of {all} positions, paused")
}

pub fn report_left(done: usize, all: usize, left_ms: f64) -> String {
    let seconds = (left_ms / 1000.0).ceil().max(1.0) as u64;
    let left = match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    };
    format!("{done} of {all} positions, about {left} left")
}

pub const ACCURACY: &str = "Accuracy";
pub const ACCURACY_HINT: &str = "From the change in winning chances with every move, as on lichess";
pub const ACPL: &str = "Average loss";
pub const ACPL_HINT: &str = "Average centipawn loss, evaluations capped at 10 pawns";

pub fn judgements(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "Inaccuracies",
        Judgement::Mistake => "Mistakes",
        Judgement::Blunder => "Blunders",
    }
}

fn one(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "inaccuracy",
        Judgement::Mistake => "mistake",
        Judgement::Blunder => "blunder",
    }
}

fn side_name(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

pub fn to_next_judged(count: u32, judgement: Judgement, color: Color) -> String {
    format!("{count}: go to the next {} of {}", one(judgement), side_name(color))
}

pub const EVAL_GRAPH: &str = "Winning chances of White, move by move";
pub const NO_EVALUATION: &str = "no evaluation";

pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "Opening",
        Phase::Middlegame => "Middlegame",
        Phase::Endgame => "Endgame",
    }
}

pub fn start_of_game(phase: &str) -> String {
    format!("Start of the game, {}", phase.to_lowercase())
}

pub fn graph_place(m: &ReportMove, eval: &str, phase: &str) -> String {
    let mut text = match m.percent {
        Some(percent) => format!("{}: {eval}, White {percent:.0} %", m.name),
        None => format!("{}: {eval}", m.name),
    };
    if let Some(judgement) = m.judgement {
        text += ", ";
        text += one(judgement);
    }
    if let Some(accuracy) = m.accuracy {
        let _ = write!(text, ", accuracy {accuracy:.0} %");
    }
    text += ", ";
    text += &phase.to_lowercase();
    text
}

pub const JUDGED_MOVES: &str = "Judged moves";
pub const NO_JUDGED_MOVES: &str = "No inaccuracies, mistakes or blunders.";

pub fn judged_by_evals(judgement: &str, before: &str, after: &str) -> String {
    format!("{judgement}: from {before} to {after}.")
}

/// Suffix of the description of a judged move.
pub fn accuracy_of_move(percent: f64) -> String {
    format!(" Accuracy {percent:.0} %.")
}

pub fn annotated_as(glyph: &str) -> String {
    format!(" The game has {glyph} here.")
}

pub const EVALUATIONS_OF_GAME: &str = "By the evaluations in the game";
pub const OWN_ENGINE: &str = "Tabia";

/// Search limit per position: nodes, depth or time.
pub fn limit_words(is_nodes: bool, is_depth: bool, number: &str) -> String {
    if is_nodes {
        format!("{} nodes a move", number.parse().map_or_else(|_| number.to_owned(), grouped))
    } else if is_depth {
        format!("depth {number}")
    } else {
        format!("{number} s a move")
    }
}

/// Source of a report's evaluations.
pub fn evaluations_by(engine: &str, limit: &str) -> String {
    format!("By {engine}, {limit}")
}

pub fn clock_use(white: &str, black: &str) -> String {
    format!("Time used: White {white}, Black {black}")
}

pub const CLOCK_BARS: &str = "Time of each move: White above the line, Black below";
pub const LONGEST_THINKS: &str = "Longest thinks";
pub const ALL_TIMES: &str = "All moves";
pub const LEARN_FROM_MISTAKES: &str = "Learn from mistakes";
pub const WRITE_INTO_GAME: &str = "Add to game";
pub const WRITE_INTO_GAME_HINT: &str =
    "Adds evaluations, glyphs, comments and best lines to the game; one undo removes them";
pub const REPORT_PGN_HINT: &str = "Save the game with the report as PGN";
pub const HTML: &str = "HTML";
pub const REPORT_HTML_HINT: &str = "Save the report as a page that opens anywhere and can be printed";
pub const ANOTHER_REPORT: &str = "Again…";
pub const ENGINE_REPORT: &str = "Analyse with the engine…";
pub const FILE_NOT_SAVED: &str = "The file was not saved";
pub const FILE_NOT_SAVED_ADVICE: &str = "Check the free disk space.";
pub const NO_EXERCISES: &str = "There are no mistakes to learn from.";

pub fn exercise_of(number: usize, count: usize, solved: usize) -> String {
    format!("Mistake {number} of {count} · {solved} solved")
}

pub fn find_a_better_move(played: &str, color: Color) -> String {
    format!("{} played {played}. Find a better move.", side_name(color))
}

pub fn checking_move(m: &str) -> String {
    format!("Checking {m}…")
}

pub const PREPARING_EXERCISE: &str = "Analysing the position…";

pub fn better_but(m: &str, judgement: Option<Judgement>) -> String {
    let Some(judgement) = judgement else {
        return format!("{m} is better, but not good enough. Try another move.");
    };
    let article = if judgement == Judgement::Inaccuracy { "an" } else { "a" };
    format!("{m} is better, but still {article} {}. Try another move.", one(judgement))
}

pub fn not_better(m: &str) -> String {
    format!("{m} is not better. Try another move.")
}

pub fn could_not_check(m: &str) -> String {
    format!("The engine could not check {m}. Try again.")
}

pub fn solution_is(m: &str, eval: &str) -> String {
    format!("The best move is {m} ({eval}).")
}

pub fn solved_best(best: &str) -> String {
    format!("Solved. {best}")
}

pub fn solved_good(m: &str, best: &str) -> String {
    format!("Solved: {m} is good too. {best}")
}

pub fn solved_by_book(m: &str, best: &str) -> String {
    format!("Solved: {m} is in the opening book. {best}")
}

pub const MISTAKES_OF_MANY: &str = "Mistakes from many games";
pub const MISTAKES_OF_MANY_BUTTON: &str = "Mistakes from many games…";
pub const MISTAKES_HINT: &str =
    "All mistakes in your reports and your evaluated games as one lesson, by game date.";
pub const YOUR_NAME: &str = "Player or part of the name; empty: all";
pub const REPORTS_OF: &str = "Games of";
pub const ANY_TIME: &str = "any time";
pub const OTHER_PERIOD: &str = "other days…";
pub const FIRST_DAY: &str = "From";
pub const LAST_DAY: &str = "To";
pub const COLLECTING: &str = "Reading the games…";
pub const BEGIN_LESSON: &str = "Begin";
pub const NO_MISTAKES_FOUND: &str = "No mistakes by this player in this period.";

pub fn games_without_evaluations(count: usize) -> String {
    if count == 1 {
        "1 game has no evaluations.".to_owned()
    } else {
        format!("{count} games have no evaluations.")
    }
}

pub fn analyse_games(count: usize) -> String {
    format!("Analyse {}", games(count))
}

pub fn begin_with(mistakes: usize) -> String {
    format!("{BEGIN_LESSON} ({mistakes})")
}

pub fn last_days(days: u32) -> String {
    match days {
        365 => "the last year".to_owned(),
        days => format!("the last {days} days"),
    }
}

pub const HINT: &str = "Hint";
pub const SHOW_SOLUTION: &str = "Show the solution";
pub const NEXT_EXERCISE: &str = "Next";
pub const PREVIOUS_EXERCISE: &str = "Previous";

pub fn hint_of(piece: &str, square: &str) -> String {
    format!("Move the {piece} on {square}.")
}

// move_list
pub const NO_MOVES: &str = "No moves yet. Play one on the board, or open a game.";

// new_dialog
pub const NEW_GAME: &str = "New game";
pub const STANDARD_POSITION: &str = "Standard position";
pub const CHESS960: &str = "Chess960";
pub const RANDOM_POSITION: &str = "Random position";
pub const OR_POSITION_NUMBER: &str = "or position number";
pub const START: &str = "Start";
pub const CHESS960_RANGE: &str = "Enter a number from 0 to 959.";

pub fn whole_number_range(least: u32, most: u32) -> String {
    format!("Enter a whole number from {least} to {most}.")
}

pub const OTHER_POSITION: &str = "Any position";

// set_up
pub const SET_UP_A_POSITION: &str = "Set up a position";
pub const USE_POSITION: &str = "Use position";
pub const POSITION_IS_LEGAL: &str = "This position is legal.";
pub const POSITION_IS_PLAYABLE: &str = "No game leads to this position, but it can be analysed:";
pub const FEN_IS_UNREADABLE: &str =
    "Invalid FEN. Fix it or edit the board, which still shows the previous position.";
pub const POSITION_IS_UNUSABLE: &str = "This position cannot be used yet:";
pub const IS_LEFT_OUT: &str = "It is ignored when the position is used.";
pub const CASTLING_LEFT_OUT: &str = "Castling rights were removed: king or rook is not on its square. For Chess960, use rook files, like HAha.";
pub const POSITION_BEING_SET_UP: &str = "Position being set up";
pub const MOVE_PIECES: &str = "Move pieces";
pub const ERASE_PIECES: &str = "Erase";
pub const SET_UP_KEYS: &str =
    "Drag pieces, or choose one and click squares. Keys: arrows, K Q R B N P (small letters for Black), Del.";
pub const EMPTY_SQUARE: &str = "empty";
pub const SOMETHING_IS_WRONG: &str = "something is wrong here";
pub const IN_HAND: &str = "in hand";
pub const WHITE_PIECES: &str = "White pieces";
pub const BLACK_PIECES: &str = "Black pieces";
pub const BLACK: &str = "Black";
pub const BEGIN_WITH: &str = "Begin with";
pub const CHOOSE_A_POSITION: &str = "Choose a position…";
pub const CHESS960_POSITION: &str = "Chess960 position";
pub const SET: &str = "Set";
pub const RANDOM: &str = "Random";
pub const CASTLING: &str = "Castling";
pub const EN_PASSANT_SQUARE: &str = "En passant square";
pub const NONE: &str = "None";
pub const HALFMOVE_CLOCK: &str = "Half-move clock";
pub const MOVE_NUMBER: &str = "Move number";
pub const START_POSITION: &str = "Start position";
pub const EMPTY_BOARD: &str = "Empty board";
pub const KINGS_ONLY: &str = "Two kings";
pub const QUEEN_MATE: &str = "Mate with the queen";
pub const ROOK_MATE: &str = "Mate with the rook";
pub const BISHOPS_MATE: &str = "Mate with two bishops";
pub const BISHOP_KNIGHT_MATE: &str = "Mate with bishop and knight";
pub const OPPOSITION: &str = "King and pawn: the opposition";
pub const LUCENA: &str = "Rook ending: Lucena";
pub const PHILIDOR: &str = "Rook ending: Philidor";

pub fn put_piece(piece: &dyn Display) -> String {
    format!("Put a {piece}")
}

pub fn castling_label(is_white: bool, is_king_side: bool) -> &'static str {
    match (is_white, is_king_side) {
        (true, true) => "White O-O",
        (true, false) => "White O-O-O",
        (false, true) => "Black O-O",
        (false, false) => "Black O-O-O",
    }
}

pub fn rook_of(right: &dyn Display) -> String {
    format!("Rook for {right}")
}

pub fn file_name(file: char) -> String {
    format!("{file}-file")
}

// open_dialog
pub const OPEN_NOTE: &str = "Paste a game (PGN) or a position (FEN). You can also press Ctrl+V or drop a file anywhere on the \
     page.";
pub const OPEN_PLACEHOLDER: &str = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n\n1. e4 e5 2. f4 exf4 …";
pub const CHOOSE_A_FILE: &str = "Choose a file…";
pub const CANCEL: &str = "Cancel";
pub const OPEN: &str = "Open";

// page
pub const EVENT_OPERA_GAME_N_SITE: &str = "[Event \"Opera game\"]\n[Site \"Paris\"]\n[Date \"1858.??.??\"]\n[White \"Morphy, Paul\"]\n[Black \
     \"Duke of Brunswick and Count Isouard\"]\n[Result \"1-0\"]\n[ECO \"C41\"]\n\n1. e4 e5 2. Nf3 d6 3. \
     d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ \
     Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";
pub const BOARD: &str = "Board";
pub const BOARD_SIZE: &str = "Board size";
pub const BOARD_SIZE_HINT: &str = "Drag to resize the board; double-click to reset it";
pub const MOVES: &str = "Moves";
pub const START_OF_THE_GAME: &str = "Start of the game";

pub fn copied(what: &dyn Display) -> String {
    format!("{what} copied")
}

pub const COPY_BLOCKED: &str = "The browser blocked it. Select the text in the field and copy it yourself.";

pub fn not_copied(what: &dyn Display) -> String {
    format!("{what} was not copied")
}

pub const NOT_POSSIBLE: &str = "This is not possible";

// position_bar
pub const POSITION_AS_FEN: &str = "Position as FEN";
pub const COPY_THE_POSITION_AS_FEN: &str = "Copy the position as FEN";
pub const COPY_THE_GAME_AS_PGN: &str = "Copy the game as PGN";

// settings_dialog

pub fn mebibytes(mib: &dyn Display) -> String {
    format!("{mib} MiB")
}

pub const LOOKS: &str = "Appearance";
pub const LOOKS_PREVIEW: &str = "Preview of the pieces";
pub const LOOKS_MOVES: &str = "1. Nf3 Kd7 2. Bb5+ Qxb5 3. Rae1";
pub const SQUARES: &str = "Squares";
pub const PIECES: &str = "Pieces";
pub const MOVES_ARE_WRITTEN: &str = "Move notation";
pub const LETTERS: &str = "Letters";
pub const FIGURINES: &str = "Figurines";
pub const MOVING: &str = "Moving and playing";
pub const MOVE_PIECES_BY: &str = "Move pieces by";
pub const DRAG_OR_CLICKS: &str = "Drag or two clicks";
pub const DRAG_ONLY: &str = "Drag only";
pub const CLICKS_ONLY: &str = "Two clicks only";
pub const INTRODUCTIONS: &str = "Page introductions";
pub const SOUND: &str = "Sound in games";
pub const CONFIRM_RESIGN: &str = "Ask before resigning";

/// The name of a board theme.
pub fn board_theme(theme: BoardTheme) -> &'static str {
    match theme {
        BoardTheme::Green => "Green",
        BoardTheme::Brown => "Brown",
        BoardTheme::Blue => "Blue",
        BoardTheme::Grey => "Grey",
    }
}

/// The name of a piece set.
pub fn piece_set(set: PieceSet) -> &'static str {
    match set {
        PieceSet::Cburnett => "Classic (Burnett)",
        PieceSet::Flat => "Flat",
        PieceSet::Letters => "Letters",
    }
}

pub const SYSTEM: &str = "System";
pub const LIGHT: &str = "Light";
pub const DARK: &str = "Dark";
pub const WHITE: &str = "White";
pub const SIDE_TO_MOVE: &str = "Side to move";
pub const SETTINGS: &str = "Settings";
pub const COORDINATES: &str = "Coordinates";
pub const SHOW_LEGAL_MOVES: &str = "Show legal moves";
pub const WHEEL_STEPS: &str = "Mouse wheel over the board steps through the moves";
pub const ALWAYS_PROMOTE_TO_QUEEN: &str = "Always promote to queen";
pub const ANIMATION: &str = "Animation";
pub const THEME: &str = "Theme";
pub const EVALUATION_BAR: &str = "Evaluation bar";
pub const BEST_MOVE_ARROWS: &str = "Best move arrows";
pub const SCORE_PERSPECTIVE: &str = "Show scores for";
pub const ENGINE_HASH: &str = "Engine hash table";
pub const NAME_AND_VERSION: &str = concat!("Tabia ", env!("CARGO_PKG_VERSION"));
pub const ABOUT: &str = "About, licences, source";
pub const ABOUT_ADDRESS: &str = "about.html";
pub const RESET_ALL: &str = "Reset all";
pub const DONE: &str = "Done";

// skip_links
pub const TO_THE_BOARD: &str = "To the board";
pub const TO_THE_ANALYSIS: &str = "To the analysis";
pub const TO_THE_MOVES: &str = "To the moves";

// tables_choice
pub const TABLEBASES: &str = "Tablebases";
pub const CHOOSE_FILES: &str = "Choose files…";
pub const CHOOSE_A_FOLDER: &str = "Choose a folder…";
pub const REMOVE: &str = "Remove";
pub const TABLEBASE_FILES: &str = "Tablebase files";
pub const FOLDER_WITH_TABLEBASES: &str = "Folder with tablebases";

pub fn engine_says(text: &dyn Display) -> String {
    format!("Engine: {text}.")
}

pub const NO_TABLES_NOTE: &str =
    "With Syzygy tablebases (.rtbw, .rtbz) the engine plays endgames with few pieces perfectly.";

pub fn tables_summary(count: &dyn Display, men: &dyn Display, size: &dyn Display) -> String {
    format!("{count} files, up to {men} pieces, {size}")
}

// help_dialog, game_info
pub const GUIDE_NOTE: &str = "All features, with pictures: ";
pub const GUIDE: &str = "Guide to Tabia";
pub const GUIDE_ADDRESS: &str = "guide.html";

// bar_actions
pub const OPEN_GAME: &str = "Open game";
pub const NEW: &str = "New";
pub const KEYS_HINT: &str = "Keyboard shortcuts (?)";

// share/link
pub const TABIA: &str = "Tabia";

// Words
pub const PART_NOT_LOADED: &str = "Part of the page failed to load. Check your connection and try again.";
pub const NODES: &str = " nodes";
pub const HASH: &str = "hash ";
pub const PGN_OR_FEN: &str = "PGN or FEN";
pub const SKIP: &str = "Skip";
pub const BOOK_MOVE: &str = "book";
pub const ONE_LINE: &str = "1 line";
pub const FEN: &str = "FEN";
pub const PGN: &str = "PGN";

pub fn lines(count: &dyn Display) -> String {
    format!("{count} lines")
}

pub fn games(count: usize) -> String {
    counted(count, "game", "games")
}

// explorer
pub const EXPLORER: &str = "Explorer";
pub const LOADING_EXPLORER: &str = "Loading the explorer…";
pub const EXPLORER_ON_OR_OFF: &str = "Explorer of your databases on or off";
pub const GAMES_WITH_THIS_POSITION: &str = "Games with this position in the library";
pub const LOOKING_FOR_GAMES: &str = "Looking for games…";
pub const NO_GAME_HAS_THIS_POSITION: &str = "No game in these databases has this position.";
pub const EXPLORER_RESULTS: &str = "Results";
pub const NO_RESULTS: &str = "no results";
pub const ELO: &str = "Elo";
pub const LAST: &str = "Last";
pub const ALL: &str = "All";
pub const GAMES: &str = "Games";
pub const MY_GAMES: &str = "My games";
pub const ALL_DATABASES: &str = "All databases";
pub const DATABASES: &str = "Databases";
pub const CHOOSE_DATABASES: &str = "Databases of the explorer";
pub const ADD_DATABASES: &str = "Add PGN files in the library";
pub const GAMES_THAT_COUNT: &str = "Games included";
pub const PLAYER: &str = "Player";
pub const COLOUR: &str = "Colour";
pub const EITHER_COLOUR: &str = "either";
pub const AS_WHITE: &str = "as White";
pub const AS_BLACK: &str = "as Black";
pub const LEAST_ELO: &str = "Minimum Elo";
pub const FIRST_YEAR: &str = "First year";
pub const LAST_YEAR: &str = "Last year";
pub const EXPLORER_GAMES: &str = "Games";
pub const ORDER: &str = "Order";
pub const STRONGEST: &str = "Strongest";
pub const NEWEST: &str = "Newest";

pub fn databases(count: usize) -> String {
    match count {
        0 => "No database".to_owned(),
        count => format!("{count} databases"),
    }
}

pub fn explorer_move(san: &dyn Display, games: &dyn Display) -> String {
    format!("Play {san}: {games}")
}

pub fn explorer_results(white: u32, draws: u32, black: u32) -> String {
    format!("White won {white}, drawn {draws}, Black won {black}")
}
// explain
pub const EXPLAIN: &str = "Explain the evaluation";
pub const EXPLAIN_SHORT: &str = "Explain";
pub const EXPLAIN_HINT: &str =
    "Explain the evaluation: its terms, what each piece is worth, two moves side by side";
pub const EXPLAIN_VIEWS: &str = "Explanation";
pub const EXPLAIN_TERMS: &str = "Terms";
pub const EXPLAIN_PIECES: &str = "Pieces";
pub const EXPLAIN_SQUARES: &str = "Squares";
pub const EXPLAIN_COMPARE: &str = "Compare moves";
pub const EXPLAIN_WAIT: &str = "Waiting for the engine…";
pub const EXPLAIN_IN_CHECK: &str =
    "The side to move is in check: the engine only searches such positions, without evaluating them.";
pub const EXPLAIN_KNOWN_ENDING: &str =
    "For this ending, the engine has a special rule that replaces the terms.";
pub const EXPLAIN_NOTE: &str = "Tabia's classical evaluation of the position as it stands, in pawns, without looking ahead. A net has no terms: only its value is shown, and how much that drops without each piece.";
pub const EXPLAIN_SQUARES_NOTE: &str =
    "In centipawns, on top of the value of the piece. Circled squares: where such pieces are now.";
pub const TERM: &str = "Term";
pub const FOR_WHITE: &str = "for White";
pub const FOR_BLACK: &str = "for Black";
pub const DIFFERENCE: &str = "Difference";
pub const BALANCE: &str = "Balance";
pub const SUM: &str = "Sum";
pub const PHASE: &str = "Phase of the game";
pub const MIDDLEGAME: &str = "Middlegame";
pub const ENDGAME: &str = "Endgame";
pub const WINNING_CHANCES: &str = "Winning chances";
pub const WINNING_CHANCES_HINT: &str = "Correction of the endgame's score: pawns on both wings, passed pawns and active kings make an advantage easier to win";
pub const SIDE_TO_MOVE_HINT: &str = "Having the move is worth something";
pub const CORRECTIONS: &str = "Corrections";
pub const PIECE: &str = "Piece";
pub const WORTH: &str = "Worth";
pub const BESIDE_OTHERS: &str = "Beside its like";
pub const WORTH_TO_NET: &str = "To the net";
pub const FIRST_MOVE: &str = "First move";
pub const SECOND_MOVE: &str = "Second move";
pub const COMPARE: &str = "Compare";
pub const COMPARING: &str = "Comparing both moves…";
pub const CHOOSE_TWO_MOVES: &str = "Choose two different moves.";
pub const NOTHING_TO_COMPARE: &str = "There are no two moves to compare in this position.";
pub const KEEP_AS_VARIATION: &str = "Add as variation";

pub fn explain_view(view: TermPhase) -> &'static str {
    match view {
        TermPhase::Now => "In this position",
        TermPhase::Middlegame => MIDDLEGAME,
        TermPhase::Endgame => ENDGAME,
    }
}

pub fn not_explained(fault: &dyn Display) -> String {
    format!("the engine {fault}. Close and reopen this to try again.")
}

pub fn explained_move(number: u32, by_white: bool, san: &dyn Display) -> String {
    format!("After {number}{} {san}", if by_white { "." } else { "…" })
}

pub fn explained_turn(is_white: bool) -> String {
    format!("{} to move", if is_white { WHITE } else { BLACK })
}

pub fn explain_verdict(total: i32, known_ending: bool) -> String {
    let how = if known_ending { "By a rule for this ending, " } else { "As it stands, " };
    let ahead = pawns(f64::from(total.abs()));
    match total {
        0 => format!("{how}the position is even."),
        1.. => format!("{how}White is ahead by {ahead}."),
        _ => format!("{how}Black is ahead by {ahead}."),
    }
}

pub fn explain_net(total: i32) -> String {
    format!(" The net, which the search uses, gives {}.", signed_pawns(f64::from(total)))
}

pub fn explain_phase(phase: i32, scale: i32) -> String {
    let share = (f64::from(phase) / 24.0 * 100.0).round();
    let scaled = if scale == 64 {
        String::new()
    } else {
        format!("; an endgame advantage counts {:.0}% here", f64::from(scale) / 0.64)
    };
    format!("Counts {share}% as middlegame{scaled}.")
}

pub fn explain_table_phase(phase: i32) -> String {
    format!("{:.0}% middlegame", f64::from(phase) / 24.0 * 100.0)
}

/// Description of an evaluation term.
pub fn term_hint(name: &str) -> &'static str {
    match name {
        "Material" => "The pieces themselves",
        "Piece squares" => "Good squares for each piece",
        "Pawn structure" => "Doubled, isolated, backward and connected pawns",
        "Passed pawns" => "Passed pawns and candidates",
        "Mobility" => "Squares that the pieces can go to",
        "Pieces" => "Bishop pair, outposts, open files and the like",
        "King safety" => "Shelter of the king, and attacks on it",
        "Threats" => "Attacks on pieces",
        "Space" => "Room behind one's own pawns",
        _ => "",
    }
}

/// Formats centipawns as pawns with two decimals.
pub fn pawns(centipawns: f64) -> String {
    let signed = signed_pawns(centipawns);
    signed.strip_prefix('+').unwrap_or(&signed).to_owned()
}

/// Formats centipawns as an integer.
pub fn hundredths(centipawns: f64) -> String {
    let rounded = centipawns.round();
    format!("{}{:.0}", if rounded < 0.0 { "−" } else { "" }, rounded.abs())
}

/// Formats centipawns as pawns with a sign.
pub fn signed_pawns(centipawns: f64) -> String {
    let rounded = centipawns.round() + 0.0;
    let sign = if rounded > 0.0 {
        "+"
    } else if rounded < 0.0 {
        "−"
    } else {
        ""
    };
    format!("{sign}{:.2}", rounded.abs() / 100.0)
}

/// Formats centipawns as pawns with one decimal, for a square of the board.
pub fn short_pawns(centipawns: i32) -> String {
    format!("{}{:.1}", if centipawns < -4 { "−" } else { "" }, f64::from(centipawns.abs()) / 100.0)
}

pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "Pawn",
        Role::Knight => "Knight",
        Role::Bishop => "Bishop",
        Role::Rook => "Rook",
        Role::Queen => "Queen",
        Role::King => "King",
    }
}

fn color_name(color: Color) -> &'static str {
    if color == Color::White { WHITE } else { BLACK }
}

pub fn piece_on(piece: Piece, square: Square) -> String {
    format!("{} {} {square}", color_name(piece.color), role_name(piece.role).to_lowercase())
}

pub fn piece_squares_of(piece: Piece) -> String {
    format!(
        "What squares are worth to a {} {}",
        color_name(piece.color),
        role_name(piece.role).to_lowercase()
    )
}

pub fn reason(name: &str, lead: f64) -> String {
    format!("{} ({})", name.to_lowercase(), pawns(lead))
}

pub fn comparison(names: &[String; 2], lead: Option<i32>, reasons: &[String], others: &[String]) -> String {
    let [better, worse] = names;
    let verdict = match lead {
        Some(lead) if lead < 5 => format!("{better} and {worse} are equally good."),
        Some(lead) => format!("{better} is better than {worse} by {}.", pawns(f64::from(lead))),
        None => format!("{better} is better than {worse}."),
    };
    let speaks = |name: &str, terms: &[String]| {
        if terms.is_empty() { String::new() } else { format!(" For {name}: {}.", terms.join(", ")) }
    };
    format!("{verdict}{}{}", speaks(better, reasons), speaks(worse, others))
}

pub fn searched(score: Score, depth: Option<u32>) -> String {
    let score = match score {
        Score::Cp(cp) => signed_pawns(f64::from(cp)),
        Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
        Score::Mate(moves) => format!("mated in {}", moves.unsigned_abs()),
    };
    let depth = depth.map(|depth| format!(" at depth {depth}")).unwrap_or_default();
    format!("searched: {score}{depth}")
}

/// Formats moves with their numbers.
pub fn numbered_line(start: &Position, line: &[String]) -> String {
    let (mut number, mut is_white) = (start.fullmove_number(), start.turn() == Color::White);
    let mut words = Vec::with_capacity(line.len());
    for (index, san) in line.iter().enumerate() {
        words.push(match (is_white, index) {
            (true, _) => format!("{number}. {san}"),
            (false, 0) => format!("{number}… {san}"),
            (false, _) => san.clone(),
        });
        number += u32::from(!is_white);
        is_white = !is_white;
    }
    words.join(" ")
}

pub fn compared_for(is_white: bool) -> String {
    let side = if is_white { WHITE } else { BLACK };
    format!(
        "The engine's search decides which move is better. Each line is what it expects after the move; the numbers are for its final position, from {side}'s side."
    )
}

// share
pub const SHARE_DIALOG: &str = "Share";
pub const SHARE_HINT: &str = "Share the game: link, picture, GIF, file, print";
pub const LINK: &str = "Link";
pub const THIS_POSITION: &str = "This position";
pub const THE_WHOLE_GAME: &str = "The whole game, with variations and comments";
pub const COPY_LINK: &str = "Copy link";
pub const SEND: &str = "Send…";
pub const LINK_NOTE: &str = "The game is in the link itself; it is stored nowhere else.";
pub const LINK_MAY_BE_CUT: &str = " Some chats cut links of more than 2,000 characters.";
pub const LINK_NOT_OPENED: &str = "This link could not be opened";

pub fn link_length(count: &dyn Display) -> String {
    format!("{count} characters.")
}

pub fn link_too_long(count: &dyn Display, limit: &dyn Display) -> String {
    format!(
        "This link would have {count} characters. Mail programs, chats and servers cut links of more than {limit}. \
         Save the game as a PGN file (below) and send that instead."
    )
}

pub const PICTURE: &str = "Picture of the board";
pub const PICTURE_OF_THE_BOARD: &str = "Preview of the picture";
pub const SIZE: &str = "Size";
pub const COPY_PICTURE: &str = "Copy picture";
pub const PNG: &str = "Save as PNG";
pub const SVG: &str = "Save as SVG";
pub const PICTURE_COPIED: &str = "Picture copied";
pub const PICTURE_NOT_COPIED: &str = "The picture was not copied";
pub const PICTURE_NOT_COPIED_ADVICE: &str =
    "The browser blocked the clipboard or cannot copy pictures. Save it as PNG instead.";
pub const PICTURE_NOT_MADE: &str = "The picture could not be made";
pub const PICTURE_NOT_MADE_ADVICE: &str = "The browser refused; check the free disk space, then try again.";

pub fn pixels(side: &dyn Display) -> String {
    format!("{side} pixels")
}

pub const GIF: &str = "GIF of the game";
pub const GIF_NOTE: &str = "The line on the board from its first move to its last, with the players' names.";
pub const WIDTH: &str = "Width";
pub const EACH_POSITION: &str = "Per move";
pub const HALF_A_SECOND: &str = "0.5 seconds";
pub const ONE_SECOND: &str = "1 second";
pub const TWO_SECONDS: &str = "2 seconds";
pub const THREE_SECONDS: &str = "3 seconds";
pub const MAKE_GIF: &str = "Make GIF";
pub const SAVE_GIF: &str = "Save GIF";
pub const GIF_OF_THE_GAME: &str = "Preview of the GIF";

pub fn gif_progress(now: &dyn Display, all: &dyn Display) -> String {
    format!("Drawing position {now} of {all}…")
}

pub fn gif_size(frames: &dyn Display, kilobytes: &dyn Display) -> String {
    format!("{frames} positions, {kilobytes} kB")
}

pub fn gif_left_out(count: &dyn Display, most: &dyn Display) -> String {
    format!("The last {count} positions were left out: a GIF has at most {most}.")
}

pub const FILE_AND_PAPER: &str = "File and print";
pub const SAVE_PGN: &str = "Save PGN";
pub const COPY_PGN: &str = "Copy PGN";
pub const PGN_NOT_SAVED: &str = "The file was not saved";
pub const PRINT: &str = "Print…";
pub const PRINT_A_DIAGRAM: &str = "Diagram in print";
pub const DIAGRAM_HERE: &str = "Print a diagram of this position";
pub const DIAGRAM_NOTE: &str = "The mark is saved in the game (PGN glyph $220). Ctrl+P prints the game as well, with every marked diagram, in the classic pieces.";
pub const ROUND: &str = "Round";
pub const WHITE_TO_MOVE: &str = "White to move";
pub const BLACK_TO_MOVE: &str = "Black to move";

// speech
pub const GAME_IS_OVER: &str = "The game is over";
pub const ENGINE_OFF_PRESS_L: &str = "The engine is off. Press l to switch it on.";

pub fn passes(side: &dyn Display) -> String {
    format!("{side} passes")
}

pub fn evaluation_at_depth(score: &dyn Display, depth: &dyn Display) -> String {
    format!("{score}, depth {depth}")
}

pub fn best_move_is(words: &dyn Display) -> String {
    format!(". Best move: {words}")
}

pub fn threat_is(words: &dyn Display) -> String {
    format!("Threat: {words}")
}
