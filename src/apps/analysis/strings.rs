//! Texts of the analysis page.

use crate::components::board::describe::piece_name;
use crate::language::{Text, texts, tr, translate_in};
use crate::services::backup::BackupPart;
use crate::state::drawing::DrawingTool;
use crate::state::explanation::TermPhase;
use crate::state::text::grouped;
use crate::state::text::sentence;
use std::fmt::Display;

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
texts! {
    no_book_move: "the book plays none of these moves";
    choosing: "Choosing…";
    play_a_book_move: "Play a book move";
    move_selection: "Move selection";
    weighting: "Weighting in percent";
    best_moves: "Best moves";
    best_moves_hint: "Number of best moves to choose from";
    weight_percent: "Weight %";
    weight_hint: "Influence of the book's weight";
    results: "Results %";
    results_hint: "Influence of wins and losses, in books made here";
    evaluation_text: "Evaluation %";
    evaluation_hint: "Influence of the engine's evaluation after the move";
    learned_percent: "Learned %";
    learned_weight_hint: "Influence of lessons learned from games (Book page, Learn)";
    highest_weight: "highest weight";
    by_weight: "random, by weight";
    among_best: "random among the best";
    engine_decides: "the engine decides";

    // book/panel
    learned_hint: "Learning data in the book: points scored out of games played, as Polyglot counts them. Other \
         programs store other numbers.";
    opening_book: "Opening book";
    opening_book_on_or_off: "Opening book on or off";
    book: "Book";
    build_and_edit_books: "Build and edit books";
    try_again: "Try again";
    opening_the_book: "Opening the book…";
    move_text: "Move";
    weight: "Weight";
    learned: "Learned";
    book_moves: "Book moves";
    book_ends_after: "The book ends after ";
    not_in_book_since: "Out of book since ";
    this_position_is_not_in: "This position is not in the book.";
}

pub fn illegal_entries(count: u32) -> String {
    tr!("{n} entry more is not legal here: the book is damaged or for another variant."
        | "{n} entries more are not legal here: the book is damaged or for another variant." % count as usize)
}

pub fn leads_to(replies: u32) -> String {
    tr!("Leads to a position with {n} book move"
        | "Leads to a position with {n} book moves" % replies as usize)
}

pub fn answers_to(others: usize) -> String {
    tr!("Replies to {n} other move" | "Replies to {n} other moves" % others)
}

texts! {
    back_to_the_book: "Back to the book";
    the_book_ends_after_this: "The book ends after this move";
}

pub fn moves_after(replies: u32) -> String {
    tr!("{n} book move after it" | "{n} book moves after it" % replies as usize)
}

pub fn never_played() -> &'static str {
    tr!("book move" => "never")
}

texts! {
    end_of_book: "end of the book";
    choose_a_book: "Choose a book";
    default_book: "Default book";
    no_longer_there: "(no longer available)";
    open_book_file: "Open a book file";
    open_book_file_hint: "Open a book file (.bin)";

    // comment_panel
    comment_on_the_game: "Comment on the game";
}

pub fn comment_on(name: &dyn Display) -> String {
    tr!("Comment on {name}", name)
}

pub fn comment_before(name: &dyn Display) -> String {
    tr!("Comment before {name}", name)
}

// controls
texts! {
    step_through_the_game: "Step through the game";
    to_the_start: "To the start";
    home: "Home";
    back_one_move: "Back one move";
    forward_one_move: "Forward one move";
    to_the_end: "To the end";
    end: "End";
    turn_the_board: "Flip board";
    draw: "Draw arrows and circles";

    // drawing_bar
    drawing_mode: "Drawing mode";
    circles: "Circles";
    circles_hint: "Tap for a circle, drag for an arrow";
    arrows: "Arrows";
    arrows_hint: "Tap two squares or drag for an arrow";
    end_drawing: "Done";
    end_drawing_hint: "End drawing (Esc)";
    drawing_is_off: "Drawing mode is off";
}

pub fn drawing_hint(tool: DrawingTool) -> &'static str {
    match tool {
        DrawingTool::Circle => tr!("Drawing: tap a square for a circle, drag for an arrow; repeat to erase"),
        DrawingTool::Arrow => tr!("Drawing: tap two squares or drag for an arrow; repeat to erase"),
    }
}

pub fn shape_color(color: ShapeColor) -> &'static str {
    match color {
        ShapeColor::Green => tr!("Green"),
        ShapeColor::Red => tr!("Red"),
        ShapeColor::Blue => tr!("Blue"),
        ShapeColor::Yellow => tr!("Yellow"),
    }
}

pub fn with_key(name: &dyn Display, key: &dyn Display) -> String {
    format!("{name} ({key})")
}

// engine_panel/isolation_badge
texts! {
    not_isolated: "Single-threaded: this page is not isolated";
    no_shared_memory: "Single-threaded: no shared memory in this browser";
    no_shared_memory_why: "The page is isolated, but this browser has no SharedArrayBuffer. Update it, or use another browser.";
    no_net: "Classical evaluation";
    net_awaited: "Classical evaluation for now";
    net_awaited_why: "The engine's net is not loaded yet. Until then, Tabia uses its classical evaluation, which is weaker.";
    no_net_why: "The engine's net needs SIMD, which this browser lacks. Tabia uses its classical evaluation, which is weaker. Try a newer browser.";
    not_isolated_effect: "The engine runs on one thread without shared memory: each stop restarts it and clears its hash table.";
    not_isolated_insecure: "The page was opened over plain http. Open it over https, or from localhost.";
    not_isolated_no_worker: "This window has no service workers (some private windows do not). Use a normal window, \
         or have the server send Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.";
    not_isolated_refused: "The browser or the server refused the service worker (sw.js). Allow this site to store data and \
         reload, or have the server send Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.";
    not_isolated_other: "The service worker (sw.js) did not isolate the page. Close all tabs with it and open it again, or \
         have the server send Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.";

    // offline_choice
    offline_whole: "Everything works offline.";
    offline_filling: "Tabia is being stored for offline use…";
    offline_used: "Your browser saves data: offline, only what you have used so far works.";
    offline_failed: "Not everything could be stored for offline use. Check the connection and the free disk space.";
    offline_none: "Tabia does not work offline here: this address or window allows no service worker.";
    make_available_offline: "Make available offline";

    // engine_panel/lab_notice
    lab_plays_resting: "The Lab is playing a timed match. Analysis is paused so that it does not slow the engines down.";
    analyse_anyway: "Analyse anyway";
    lab_plays_analysing: "The Lab is playing a timed match. This analysis slows its engines down.";
    pause_analysis: "Pause analysis";

    // engine_panel/line
    at_least: "at least ";
    at_most: "at most ";
    show_the_whole_line: "Show the whole line";

    line_menu: "Line menu";
}

pub fn wdl(wdl: tabia_uci::Wdl) -> String {
    let percent = |thousandths: u16| f32::from(thousandths) / 10.0;
    let (win, draw, loss) = (percent(wdl.win), percent(wdl.draw), percent(wdl.loss));
    tr!("White wins {win} %, draw {draw} %, Black wins {loss} %", win, draw, loss)
}

pub fn fails_high(depth: &dyn Display, score: &dyn Display) -> String {
    tr!("Depth {depth} failed high: at least {score}", depth, score)
}

pub fn fails_low(depth: &dyn Display, score: &dyn Display) -> String {
    tr!("Depth {depth} failed low: at most {score}", depth, score)
}

// engine_panel/meter
texts! {
    positions_searched: "Positions searched";
    positions_per_second: "Positions per second";
    hash_table_usage: "Hash table usage";
    tablebase_hits: "Tablebase hits";
    tb_hits: " tb hits";
    time_searched: "Time searched";

    // engine_panel
    engine: "Engine";
    analysis: "Analysis";
    play: "Play";
    play_from_here: "Play a game from this position";
    engine_switch_hint: "Engine on or off (l)";
    lines_text: "Lines";
    number_of_lines: "Number of lines";
    fewer_lines: "Fewer lines";
    more_lines: "More lines";

    // engine_panel/tools
    loading_tools: "Loading…";
    panel_menu: "Engines and analysis options";
    engines: "Engines";
    engines_entry: "Engines…";
    engines_note: "These engines are available on every page. The marked one analyses on the board.";
    loading_engines: "Loading engines…";
    trying_engine: "Testing the engine…";
    offered_engines: "Offered by this site";
    add_offered: "Add";
}

pub fn add_offered_engine(name: &dyn Display) -> String {
    tr!("Download and add {name}", name)
}

texts! {
    add_engine_files: "Add engine files…";
    built_in: "built in";
    engine_build: "engine build";
    foreign_engine: "UCI worker";
    rename: "Rename";
    rename_the_engine: "Rename the engine";
    engine_name: "Name";
    engine_name_hint: "Leave this empty to use the engine's own name.";
    remove_engine_note: "It is removed from all pages in this browser. Finished games keep their results; Lab matches that use it need its file again.";
    engine_not_renamed: "The engine was not renamed";
    engine_not_removed: "The engine was not removed";
    engine_not_restored: "The engine was not restored";
    engine_not_kept: "The engine could not be stored in this browser";
    engine_stays: "It is stored in this browser for all pages.";
    chosen_engine_missing: "The chosen engine cannot analyse";
    engine_was_removed: "The engine was removed";
    built_in_analyses: "The built-in engine analyses instead.";
}

pub fn built_in_goes_on(reason: &str) -> String {
    format!("{reason} {}", built_in_analyses())
}

pub fn engines_not_read(reason: &dyn Display) -> String {
    tr!("The engines cannot be listed: {reason}", reason)
}

pub fn engine_not_added(file: &dyn Display) -> String {
    tr!("{file} was not added", file)
}

pub fn engine_is_there(name: &dyn Display) -> String {
    tr!("{name} already analyses here", name)
}

pub fn engine_on_board(name: &dyn Display) -> String {
    tr!("{name} analyses now", name)
}

pub fn rename_engine(name: &dyn Display) -> String {
    tr!("Rename {name}", name)
}

pub fn remove_engine_label(name: &dyn Display) -> String {
    tr!("Remove {name}", name)
}

pub fn remove_engine(name: &dyn Display) -> String {
    tr!("Remove {name}?", name)
}

pub fn engine_removed(name: &dyn Display) -> String {
    tr!("{name} removed", name)
}

texts! {
    beside: "Alongside";
    beside_hint: "Analyse with this engine too";
    options_entry: "Engine options…";
    search_entry: "Limits and figures…";
    moves_entry: "Search only some moves…";
    search_on: "Go deeper: no limit here";
    step_through: "Step through on a board…";
    play_line: "Play the whole line";
    keep_variation: "Add as a variation";
    copy_san: "Copy the line (SAN)";
    copy_uci: "Copy the line (UCI)";
    the_line: "Line";
    line_viewer: "Line";
    steps: "Steps";
    first_of_line: "First move";
    previous_of_line: "Previous move";
    next_of_line: "Next move";
    last_of_line: "Last move";
    play_to_here: "Play up to here";
    search_and_display: "Limits and figures";
    search: "Search";
    search_ends: "The search ends";
    hide_below: "Hide lines below N nodes";
    rest_when_hidden: "Pause while the tab is hidden";
    shown_figures: "Figures shown";
    moves_to_search: "Moves to search";
    moves_to_search_note: "Only the marked moves of this position are searched; without a mark, all of them.";
    options_note: "Changes apply at once and are saved for this engine. The page sets the number of lines, Chess960 and tablebases.";
    no_options: "This engine has no options.";
    memory_and_threads: "Memory and threads";
    engine_behaviour: "Play and search";
    reset_options: "Reset these options";
    changed: "changed";
}
/// Descriptions of the built-in engine's options.
pub const OPTION_HINTS: [(&str, Text); 23] = [
    ("Threads", || tr!("Number of search threads. One is deterministic; more are faster.")),
    ("Hash", || tr!("Hash table size in MiB. More helps long searches.")),
    ("Clear Hash", || tr!("Clears the hash table.")),
    ("Move Overhead", || tr!("With clocks: time lost per move outside the engine, in ms.")),
    ("UCI_AnalyseMode", || {
        tr!("Full strength without bias. Off: strength, asymmetry, blocked pawns and contempt apply.")
    }),
    ("UCI_LimitStrength", || tr!("Limits the strength to the next option.")),
    ("UCI_Elo", || tr!("The strength when limited.")),
    ("EvalFile", || tr!("<built-in>: the net. Empty: the classical evaluation.")),
    ("Skill Level", || tr!("The strength in 20 steps from 800 Elo; 20 is full strength.")),
    ("Skill Seed", || tr!("Below full strength, the same seed makes the same mistakes.")),
    ("King Safety", || tr!("Personality, in %: how much the safety of both kings counts.")),
    ("King Safety Asymmetry", || tr!("Personality, in %: above 0 attacks, below 0 defends.")),
    ("Blocked Pawns", || tr!("Personality, in %: above 100 likes open positions, below 100 closed ones.")),
    ("Pawn Structure", || tr!("Personality, in %: how much doubled, isolated and backward pawns count.")),
    ("Passed Pawns", || tr!("Personality, in %: how much passed pawns count.")),
    ("Extensions", || tr!("In %: how much deeper checks and forced moves are searched.")),
    ("Contempt", || tr!("In centipawns: above 0 the side to move avoids draws, below 0 it seeks them.")),
    ("Time Usage", || tr!("With clocks, in %: the share of the planned time that is used.")),
    ("Swindle", || tr!("In tablebase draws: play for the opponent's mistakes.")),
    ("Learn", || tr!("Remembers results of deep searches; see below.")),
    ("SyzygyProbeDepth", || tr!("Minimum depth to probe positions with the most pieces.")),
    ("SyzygyProbeLimit", || tr!("Maximum number of pieces to probe.")),
    ("Syzygy50MoveRule", || tr!("Wins that the fifty-move rule prevents count as draws.")),
];

pub fn beside_label(name: &dyn Display) -> String {
    tr!("Alongside: {name}", name)
}

pub fn options_of(name: &dyn Display) -> String {
    tr!("Options of {name}", name)
}

pub fn analysis_of(name: &dyn Display) -> String {
    tr!("Analysis by {name}", name)
}

pub fn dismiss(name: &dyn Display) -> String {
    tr!("Stop analysing with {name}", name)
}

pub fn engines_share_cores(engines: u32, cores: u32) -> String {
    let cores = tr!("{n} core" | "{n} cores" % cores as usize);
    tr!(
        "{n} engine shares {cores}: each searches more slowly."
            | "{n} engines share {cores}: each searches more slowly." % engines as usize,
        cores
    )
}

pub fn and_more_moves(names: &str, more: &dyn Display) -> String {
    tr!("{names} and {more} more", names, more)
}

pub fn play_up_to(san: &dyn Display) -> String {
    tr!("Play up to {san}", san)
}

pub fn search_only(san: &dyn Display) -> String {
    tr!("Search only {san}", san)
}

pub fn leave_out(san: &dyn Display) -> String {
    tr!("Leave out {san}", san)
}

pub fn line_label(rank: &dyn Display, san: &dyn Display) -> String {
    tr!("Line {rank}: {san}", rank, san)
}

pub fn board_after(san: &dyn Display) -> String {
    tr!("Position after {san}", san)
}

pub fn ply_of(ply: &dyn Display, plies: &dyn Display) -> String {
    tr!("{ply} of {plies}", ply, plies)
}

pub fn column(column: Column) -> &'static str {
    match column {
        Column::Depth => tr!("Depth and selective depth"),
        Column::Time => tr!("Time"),
        Column::Nodes => tr!("Nodes"),
        Column::Nps => tr!("Nodes per second"),
        Column::Hashfull => tr!("Hash table usage"),
        Column::TbHits => tr!("Tablebase hits"),
        Column::Wdl => tr!("Wins, draws and losses (WDL)"),
    }
}

pub fn limit_kind(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::None => tr!("never"),
        LimitKind::Depth => tr!("at a depth"),
        LimitKind::Nodes => tr!("after nodes"),
        LimitKind::Time => tr!("after a time"),
    }
}

pub fn limit_value(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::None => "",
        LimitKind::Depth => tr!("Depth in plies"),
        LimitKind::Nodes => tr!("Nodes in thousands"),
        LimitKind::Time => tr!("Time in seconds"),
    }
}

// engine_panel/verdict

pub fn depths(depth: &dyn Display, selective: &dyn Display) -> String {
    tr!("Depth {depth}/{selective}", depth, selective)
}

pub fn depth(depth: &dyn Display) -> String {
    tr!("Depth {depth}", depth)
}

texts! {
    the_engine_is_not_running: "The engine is not running";
    loading_the_engine: "Loading the engine…";
    engine_off: "Engine off. Press l to start it.";
    thinking: "Thinking…";
    threat: "Opponent's threat (x: back)";
    analysing: "Analysing";
    finished: "Finished: the engine ended its search";
    limit_reached: "Limit reached";
    mate_found: "Finished: mate found";
    greatest_depth: "Finished: maximum depth";
    rests_hidden: "Paused while this tab is hidden";
    go_deeper: "Go deeper";
    only_some_moves: "Only some moves are searched:";
    search_all_moves: "Search all moves";
    use_built_in: "Use the built-in engine";
    starting: "Starting…";
}

pub fn score(score: &dyn Display) -> String {
    tr!("Score {score}", score)
}

texts! {
    score_unknown: "not known yet";
    dtz_hint: "Distance to zeroing: half-moves to the next capture or pawn move that keeps the win";

    // engine_panel/tools/tablebase_table
    tablebase_moves: "Tablebase moves";
    tablebase_result: "Result";
    dtz: "DTZ";
    move_dtz_hint: "Distance to zeroing after the move: half-moves to the next capture or pawn move, possibly one more or fewer";
    tablebase_win: "Win";
    tablebase_maybe_win: "Win or draw";
    tablebase_maybe_win_hint: "A win, unless the 50-move rule makes it a draw: the tablebases are not exact enough to tell";
    tablebase_cursed_win: "Cursed win";
    tablebase_cursed_win_hint: "A win that the 50-move rule turns into a draw";
    tablebase_draw: "Draw";
    tablebase_blessed_loss: "Blessed loss";
    tablebase_blessed_loss_hint: "A loss that the 50-move rule turns into a draw";
    tablebase_maybe_loss: "Loss or draw";
    tablebase_maybe_loss_hint: "A loss, unless the 50-move rule makes it a draw: the tablebases are not exact enough to tell";
    tablebase_loss: "Loss";
    tablebase_unknown: "Unknown";
    tablebase_unknown_hint: "The tablebase for the position after this move is missing or damaged";
    checkmate_move: "Checkmate";
    stalemate_move: "Stalemate";
    capture: "Capture";
    pawn_move: "Pawn move";
    not_in_tables: "Your tablebases have no result for this position.";
}

pub fn tables_fault(reason: &dyn Display) -> String {
    tr!("The tablebases {reason}.", reason)
}

// eval_bar
texts! {
    no_evaluation_yet: "No evaluation yet";
}

pub fn evaluation(score: &dyn Display) -> String {
    tr!("Evaluation {score}", score)
}

// clock_eval_dialog
texts! {
    clock_left: "Time left on the clock";
    clock_fault: "Enter hours, minutes and seconds, such as 1:05:23, or 5:00 for five minutes.";
    evaluation_of_the_move: "Evaluation";
    evaluation_fault: "Enter pawns from White's side, such as -0.35, or # and the moves to mate, such as #3. A depth may follow: 0.35,20.";
    facts_note: "An empty field removes the value. Evaluations are from White's side, in pawns.";
    save: "Save";
}

pub fn facts_of(name: &dyn Display) -> String {
    tr!("Clock and evaluation of {name}", name)
}

// game_info
texts! {
    open_a_game: "Open a game";
    analyse_game: "Analyse game";
    analyse_game_hint: "Analyse game: a report with accuracy and mistakes";
    analyse_a_game: "Analyse a game";
    empty_game_note: "Paste a PGN or FEN anywhere, drop a file on the page, or just move the pieces. The engine runs on \
         your machine: nothing is uploaded.";
    show_an_example: "Show an example";
}

pub fn round(round: &dyn Display) -> String {
    tr!("Round {round}", round)
}

texts! {
    game: "Game";
}

// games_list

pub fn found_of(count: &dyn Display, all: &dyn Display) -> String {
    tr!("{count} of {all}", count, all)
}

pub fn partly_read(games: &str, percent: u8) -> String {
    tr!("{games}, {percent} % read", games, percent)
}

texts! {
    games_in_this_file: "Games in this file";
    search_placeholder: "Player, event, year…";
    search_the_games: "Search the games";
    no_games_match: "No games match.";
    loading_lists: "Loading the list of games…";
    games_of_the_library: "Games of the library";
    searching_the_library: "Searching the library…";
    previous_game: "Previous game";
    previous_game_title: "Previous game (p)";
    next_game: "Next game";
    next_game_title: "Next game (n)";
    show_in_the_library: "Show this list in the library";
    close_the_list: "Close this list";
}

pub fn game_of(number: &dyn Display, count: &dyn Display) -> String {
    tr!("Game {number} of {count}", number, count)
}

// edit_news
texts! {
    undone: "Undone";
    redone: "Redone";
    moves_deleted: "Moves deleted. Ctrl+Z restores them.";

    // glyph_dialog
    the_move: "The move";
    the_position: "The position";
    observations: "Observations";
    other_glyphs: "Others";
    other_glyph: "Other glyph";
}

pub fn glyphs_of(name: &dyn Display) -> String {
    tr!("Glyphs of {name}", name)
}

/// Returns what a glyph means. `scripts/build/languages.mjs` finds the texts in `tabia_pgn`.
pub fn nag_meaning(nag: Nag) -> Option<&'static str> {
    nag.meaning().map(|meaning| translate_in("glyph", meaning))
}

pub fn nag_label(nag: Nag) -> String {
    match (nag.symbol(), nag_meaning(nag)) {
        (Some(symbol), Some(meaning)) => format!("{symbol} {meaning}"),
        (None, Some(meaning)) => meaning.to_owned(),
        _ => nag.to_string(),
    }
}

// header_dialog
texts! {
    edit_header: "Edit tags and result";
    result: "Result";
    result_unknown: "* – unknown or not finished";
    result_white: "1-0 – White won";
    result_black: "0-1 – Black won";
    result_draw: "½-½ – draw";
    other_tags: "Other tags";
    add_a_tag: "Add a tag";
    tag_name: "Name";
    tag_value: "Value";
    derived_note: "These tags are set automatically from the start position:";
    date_note: "PGN dates look like 1992.08.31, with ?? for unknown parts. This one is saved as it is.";
}

pub fn tag_label(name: &str) -> &str {
    name
}

pub fn value_of(name: &dyn Display) -> String {
    tr!("Value of {name}", name)
}

pub fn remove_tag(name: &dyn Display) -> String {
    tr!("Remove the tag {name}", name)
}

// help_dialog
texts! {
    menu_key: "Menu";
    menu_hint: "Open the move menu (also Shift+F10, right button, long press)";
    draw_keys_hint: "On the board: draw a circle; begin an arrow, and end it on another square";
    drawing_mode_hint: "Drawing mode on or off: clicks, taps and Enter draw circles and arrows, drags arrows";
    drawing_colors_hint: "In drawing mode: draw in green, red, blue, yellow";
}

pub fn glyph_keys(what: &dyn Display, glyphs: &dyn Display) -> String {
    format!("{what}: {glyphs}")
}

texts! {
    show_threat: "Show the opponent's threat";
    ctrl: "Ctrl";
    open_clipboard: "Open the game or position on the clipboard";
    tab: "Tab";
    tab_hint: "Go to the board, the lines or the moves; the arrow keys move within them, Enter plays";
    right_mouse_button: "Right mouse button";
    draw_hint: "Draw arrows and circles (also Shift + drag): green, with Ctrl red, with Alt blue, with both yellow";
    esc: "Esc";
    close_or_clear_the_selection: "Close, or clear the selection";
    keys: "Keyboard shortcuts";
    space: "Space";
    page_up: "Page up";
    page_down: "Page down";
}

pub fn keys_of(route: &Route) -> &'static str {
    match route {
        Route::Analysis => tr!("On the analysis page"),
        Route::Play(_) => tr!("On the play page"),
        Route::Library(_) => tr!("In the library"),
        Route::Lab(_) => tr!("In the Lab"),
        Route::Book(_) => tr!("On the book page"),
        Route::Tools(_) => tr!("On the tools page"),
    }
}

// keeping
texts! {
    saved: "Saved";
    saving: "Saving…";
    not_saved: "Not saved";
    saved_hint: "Everything on the board is saved in this browser. Press to name and label the game";
    name_and_labels: "Name and labels";
    name_note: "Games are saved automatically. A name and labels help you find this one again.";
    name_nothing: "This game is in an open file and was not changed. Edit it to name it.";
    name: "Name";
    labels: "Labels";
    labels_note: "Separate labels with commas.";
    recent: "Recent games";
    recent_hint: "Recent games (r)";
    recent_note: "Earlier games, newest first. All are saved in this browser.";
    recent_empty: "Nothing yet. Games you play, open or paste appear here.";
    reading_recent: "Reading…";
    search_recent: "Search names, labels and moves";
    none_found: "No games match.";
    pasted_games: "Pasted games";
    untitled: "Untitled analysis";
    on_the_board: "on the board";
    delete: "Delete";
    deleted: "Deleted";
    not_deleted: "This could not be deleted";
    not_restored: "This could not be restored";
}

pub fn save_sign(state: &dyn Display) -> String {
    tr!("{state}: name and labels", state)
}

pub fn delete_named(name: &dyn Display) -> String {
    tr!("Delete {name}", name)
}

pub fn moves(count: usize) -> String {
    tr!("{n} move" | "{n} moves" % count)
}

pub fn show_more(count: &dyn Display) -> String {
    tr!("Show more ({count})", count)
}

texts! {
    saved_again: "All changes are saved again";
    download_pgn: "Download PGN";
    not_downloaded: "The games could not be downloaded";
}
pub const GAMES_FILE: &str = "tabia-games.pgn";
texts! {
    show: "Show";
    found_late: "Your open games took long to load";
    game_not_opened: "The game could not be opened";
    board_not_found_again: "The game on the board could not be read";
    became_copy: "This game is now a copy";
    became_copy_why: "The game was changed or deleted in another tab. Your version is saved as a separate game.";
}

pub fn not_saved_advice(reason: &dyn Display) -> String {
    let reason = sentence(&reason.to_string());
    tr!("{reason}. The games stay open until this page is closed: download them to keep them.", reason)
}

// storage
texts! {
    stored_data: "Stored data";
    stored_data_note: "Storage and backup";
    persistent: "The browser does not delete this data to make room.";
    not_persistent: "The browser may delete this data when the disk is full.";
    ask_to_persist: "Ask to keep it";
    not_persistent_told: "The browser declined";
    not_persistent_why: "Some browsers agree only for pages that are bookmarked or installed. Make a backup.";
    backup: "Backup";
    backup_note: "One file with everything chosen above, to store elsewhere or import in another browser. Logs are not included.";
    export_chosen: "Export chosen";
    cancel_export: "Cancel export";
    not_exported: "The backup could not be made";
    set_aside: "Damaged data";
    set_aside_note: "These could not be read. Save them if you may need them, then delete them.";
    aside_not_read: "The damaged data could not be read";
    aside_not_saved: "It was not saved";
    save_as_it_is: "Save raw data";
    delete_aside: "Delete…";
    delete_for_good: "Delete for good";
    keep_it: "Keep it";
}
pub const ASIDE_FILE_NAME: &str = "set-aside.txt";
texts! {
    choose_backup: "Import a backup…";
    import: "Import";
    checking: "Checking the file…";
    what_is_here: "Data already stored here";
    merge: "stays; missing data is added, and games that differ are added as copies";
    replace: "is replaced: data not in the backup is deleted (databases stay)";
    reload: "Reload the page";
    logs: "Match logs";
    keep: "Keep";
}

pub fn part_name(part: BackupPart) -> &'static str {
    match part {
        BackupPart::Games => tr!("Games"),
        BackupPart::Databases => tr!("Databases"),
        BackupPart::Books => tr!("Books"),
        BackupPart::Engines => tr!("Engines"),
        BackupPart::Matches => tr!("Matches"),
        BackupPart::Files => tr!("Openings and tablebases"),
        BackupPart::Documents => tr!("Other documents"),
        BackupPart::Settings => tr!("Settings"),
    }
}

pub fn exporting(what: &dyn Display, percent: u8) -> String {
    tr!("Exporting: {what}… {percent} %", what, percent)
}

pub fn importing(what: &dyn Display) -> String {
    tr!("Importing: {what}…", what)
}

pub fn room_used(used: &dyn Display, quota: &dyn Display) -> String {
    tr!("{used} of about {quota} available used", used, quota)
}

pub fn amount(count: Option<u64>, size: &dyn Display) -> String {
    match count {
        Some(0) => tr!("none").to_owned(),
        Some(count) => format!("{count} · {size}"),
        None => size.to_string(),
    }
}

pub fn records(count: u64) -> String {
    tr!("{n} record" | "{n} records" % count as usize)
}

pub fn remove_named(what: &dyn Display) -> String {
    tr!("Remove {what}", what)
}

pub fn remove_question(what: &dyn Display) -> String {
    tr!("Delete all of this: {what}? This cannot be undone.", what)
}

pub fn backup_is_whole(day: &dyn Display) -> String {
    tr!("The file is a complete backup of {day}. Choose what to import:", day)
}

pub fn imported(written: u64, present: u64, copies: u64, deleted: u64) -> String {
    let mut text = tr!("Imported: {n} record written" | "Imported: {n} records written" % written as usize);
    text += &tr!(", {n} was here already" | ", {n} were here already" % present as usize);
    if copies > 0 {
        text += &tr!(", {n} game added as a copy" | ", {n} games added as copies" % copies as usize);
    }
    if deleted > 0 {
        text += &tr!(", {n} record deleted" | ", {n} records deleted" % deleted as usize);
    }
    text + tr!(". Reload the page to see everything.")
}

// loader
texts! {
    no_new_game: "The game was not started";
}

pub fn games_opened(count: usize) -> String {
    tr!("{n} game opened" | "{n} games opened" % count)
}

texts! {
    undo: "Undo";
}

pub fn opened_in_part(title: &dyn Display) -> String {
    tr!("{title}, with errors", title)
}

texts! {
    show_the_text: "Show the text";
    this_could_not_be_opened: "This could not be opened";
    file_unreadable_advice: "Check that the file still exists and can be read.";
}

pub fn file_unreadable(name: &dyn Display) -> String {
    tr!("{name} could not be read", name)
}

texts! {
    /// Label of the button that opens a database.
    show_the_database: "Show its games";
}

pub fn file_added(name: &dyn Display) -> String {
    tr!("{name} is in the library", name)
}

pub fn file_not_added(name: &dyn Display) -> String {
    tr!("{name} was not added to the library", name)
}

texts! {
    /// Name of a database made from pasted text.
    pasted: "Pasted text";
}

/// Number of games in a database that was created because the board had no room for more.
pub fn added_for_want_of_room(games: u32) -> String {
    tr!("The board holds up to 2 MB and 2,000 games: {games}.", games = self::games(games as usize))
}

/// Number of games in a database, and why its first game isn't on the board, if so.
pub fn added_to_library(games: u32, fault: Option<&String>) -> String {
    let games = self::games(games as usize);
    match fault {
        None => tr!("It is too large for the board: {games}. The board shows the first.", games),
        Some(fault) => tr!("It is too large for the board: {games}. {fault}", games, fault),
    }
}

pub fn file_not_opened(name: &dyn Display) -> String {
    tr!("{name} could not be opened", name)
}

texts! {
    position_set_up: "Position set up";
    game_opened: "Game opened";
}

pub fn and_more(count: &dyn Display) -> String {
    tr!("And {count} more", count)
}

// move_input
texts! {
    type_a_move: "Type a move";
    type_a_move_hint: "Type a move: Nf3, e2e4, O-O, or -- to pass (/)";
    moves_that_fit: "Matching moves";
    no_null_move: "A side in check cannot pass.";

    // move_menu
    glyphs: "Glyphs";
    all_glyphs: "All glyphs…";
    comment_after: "Comment after the move";
    comment_before_text: "Comment before the move";
    clear_shapes: "Clear arrows and circles";
    clock_and_evaluation: "Clock and evaluation…";
    edit_header_menu: "Tags and result of the game…";
    null_move: "Null move (pass)";
    promote_variation: "Promote variation";
    make_main_line: "Make main line";
    copy_line: "Copy line as PGN";
    line: "Line";
    delete_from_here: "Delete from here";
    delete_key: "Del";
    delete_all_moves: "Delete all moves";
    delete_other_lines: "Delete all other lines";

    // moves_panel
    redo: "Redo";
    edit_the_game: "Edit the game";
}

pub fn menu_of(name: &dyn Display) -> String {
    tr!("Edit {name}", name)
}

/// Label of an undo or redo button.
pub fn edit_name(what: &dyn Display, kind: EditKind) -> String {
    let edit = match kind {
        EditKind::Move => tr!("move"),
        EditKind::Deletion => tr!("deletion"),
        EditKind::Order => tr!("order of variations"),
        EditKind::Glyph => tr!("glyph"),
        EditKind::Comment | EditKind::CommentBefore => tr!("comment"),
        EditKind::Clock => tr!("clock"),
        EditKind::Evaluation => tr!("evaluation"),
        EditKind::Shapes => tr!("arrows and circles"),
        EditKind::Header => tr!("tags and result"),
        EditKind::Report => tr!("report"),
    };
    format!("{what}: {edit}")
}

// report
texts! {
    report: "Report";
    report_on_or_off: "Report on the game on or off";
    loading_report: "Loading the report…";
    report_fault: "No report";
    report_needs_moves: "A report needs a game with moves.";
    report_introduction: "Every move is analysed in the background. Keep working; the report is saved.";
    search_by: "Search by";
    nodes_a_move: "Nodes a move";
    search_depth: "Depth";
    seconds_a_move: "Seconds a move";
    by_nodes: "Nodes";
    by_time: "Time";
    workers: "Engines at once";
    report_engine: "Engine";
    moves_reported: "Moves";
    mark_moves_hint: "Or mark them: Shift+click in the move list or the graph, or use the menu of a move.";
    report_from_here: "Report from here";
    report_up_to_here: "Report up to here";
    first_of_range: "first";
    last_of_range: "last";
    from_move: "From move";
    to_move: "To move";
    variations_too: "Variations too";
    start_report: "Make a report";
}

/// Message after moves were marked for a report.
pub fn moves_marked(first: Option<u32>, last: Option<u32>) -> String {
    match (first, last) {
        (Some(first), Some(last)) if first == last => tr!("Move {first} is marked for the report", first),
        (Some(first), Some(last)) => tr!("Moves {first} to {last} are marked for the report", first, last),
        (Some(first), None) => tr!("The moves from {first} on are marked for the report", first),
        (None, Some(last)) => tr!("The moves up to {last} are marked for the report", last),
        (None, None) => tr!("The report is on the whole game").to_owned(),
    }
}

/// Engine of a report, if it isn't the built-in one.
pub fn report_by(engine: &str) -> String {
    tr!("By {engine}", engine)
}

pub fn report_field_error(field: &str) -> &'static str {
    match field {
        "limit" => tr!("Enter a number above 0 for the search."),
        "workers" => tr!("Enter 1 to 64 engines."),
        _ => tr!("Enter move numbers, the first not above the last; leave both empty for the whole game."),
    }
}

texts! {
    go_on_with_report: "Resume";
    pause_report: "Pause";
    give_report_up: "Discard";
}

pub fn give_up(title: &dyn Display) -> String {
    tr!("Discard {title}", title)
}

pub fn report_progress_of(title: &dyn Display) -> String {
    tr!("Progress of the report on {title}", title)
}

pub fn reports_waiting(count: usize) -> String {
    tr!("{n} more report is queued" | "{n} more reports are queued" % count)
}

pub fn report_positions(done: usize, all: usize) -> String {
    tr!("{done} of {n} position" | "{done} of {n} positions" % all, done)
}

pub fn report_paused(done: usize, all: usize) -> String {
    tr!("{positions}, paused", positions = report_positions(done, all))
}

pub fn report_left(done: usize, all: usize, left_ms: f64) -> String {
    let seconds = (left_ms / 1000.0).ceil().max(1.0) as u64;
    let left = match seconds {
        0..60 => tr!("{seconds} s", seconds),
        60..3600 => tr!(
            "{minutes} min {seconds} s",
            minutes = seconds / 60,
            seconds = format_args!("{:02}", seconds % 60)
        ),
        _ => tr!(
            "{hours} h {minutes} min",
            hours = seconds / 3600,
            minutes = format_args!("{:02}", seconds / 60 % 60)
        ),
    };
    tr!("{positions}, about {left} left", positions = report_positions(done, all), left)
}

texts! {
    accuracy: "Accuracy";
    accuracy_hint: "From the change in winning chances with every move, as on lichess";
    acpl: "Average loss";
    acpl_hint: "Average centipawn loss, evaluations capped at 10 pawns";
}

pub fn judgements(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => tr!("Inaccuracies"),
        Judgement::Mistake => tr!("Mistakes"),
        Judgement::Blunder => tr!("Blunders"),
    }
}

fn one(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => tr!("inaccuracy"),
        Judgement::Mistake => tr!("mistake"),
        Judgement::Blunder => tr!("blunder"),
    }
}

fn side_name(color: Color) -> &'static str {
    if color == Color::White { tr!("White") } else { tr!("Black") }
}

pub fn to_next_judged(count: u32, judgement: Judgement, color: Color) -> String {
    tr!(
        "{count}: go to the next {judgement} of {side}",
        judgement = one(judgement),
        side = side_name(color),
        count
    )
}

texts! {
    eval_graph: "Winning chances of White, move by move";
    no_evaluation: "no evaluation";
}

pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => tr!("Opening"),
        Phase::Middlegame => tr!("Middlegame"),
        Phase::Endgame => tr!("Endgame"),
    }
}

/// The phase inside a sentence.
fn phase_inside(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => tr!("opening"),
        Phase::Middlegame => tr!("middlegame"),
        Phase::Endgame => tr!("endgame"),
    }
}

pub fn start_of_game(phase: Phase) -> String {
    tr!("Start of the game, {phase}", phase = phase_inside(phase))
}

pub fn graph_place(m: &ReportMove, eval: &str, phase: Phase) -> String {
    let mut text = match m.percent {
        Some(percent) => tr!(
            "{name}: {eval}, White {percent} %",
            name = m.name,
            eval,
            percent = format_args!("{percent:.0}")
        ),
        None => format!("{}: {eval}", m.name),
    };
    if let Some(judgement) = m.judgement {
        text += ", ";
        text += one(judgement);
    }
    if let Some(accuracy) = m.accuracy {
        text += &tr!(", accuracy {percent} %", percent = format_args!("{accuracy:.0}"));
    }
    text += ", ";
    text += phase_inside(phase);
    text
}

texts! {
    judged_moves: "Judged moves";
    no_judged_moves: "No inaccuracies, mistakes or blunders.";
}

pub fn judged_by_evals(judgement: &str, before: &str, after: &str) -> String {
    tr!("{judgement}: from {before} to {after}.", judgement, before, after)
}

/// Suffix of the description of a judged move.
pub fn accuracy_of_move(percent: f64) -> String {
    tr!(" Accuracy {percent} %.", percent = format_args!("{percent:.0}"))
}

pub fn annotated_as(glyph: &str) -> String {
    tr!(" The game has {glyph} here.", glyph)
}

texts! {
    evaluations_of_game: "By the evaluations in the game";
    own_engine: "Tabia";
}

/// Search limit per position: nodes, depth or time.
pub fn limit_words(is_nodes: bool, is_depth: bool, number: &str) -> String {
    if is_nodes {
        tr!("{value} nodes a move", value = number.parse().map_or_else(|_| number.to_owned(), grouped))
    } else if is_depth {
        tr!("depth {number}", number)
    } else {
        tr!("{number} s a move", number)
    }
}

/// Source of a report's evaluations.
pub fn evaluations_by(engine: &str, limit: &str) -> String {
    tr!("By {engine}, {limit}", engine, limit)
}

pub fn clock_use(white: &str, black: &str) -> String {
    tr!("Time used: White {white}, Black {black}", white, black)
}

texts! {
    clock_bars: "Time of each move: White above the line, Black below";
    longest_thinks: "Longest thinks";
    all_times: "All moves";
    learn_from_mistakes: "Learn from mistakes";
    write_into_game: "Add to game";
    write_into_game_hint: "Adds evaluations, glyphs, comments and best lines to the game; one undo removes them";
    report_pgn_hint: "Save the game with the report as PGN";
    html: "HTML";
    report_html_hint: "Save the report as a page that opens anywhere and can be printed";
    another_report: "Again…";
    engine_report: "Analyse with the engine…";
    file_not_saved: "The file was not saved";
    file_not_saved_advice: "Check the free disk space.";
    no_exercises: "There are no mistakes to learn from.";
}

pub fn exercise_of(number: usize, count: usize, solved: usize) -> String {
    tr!("Mistake {number} of {count} · {solved} solved", number, count, solved)
}

pub fn find_a_better_move(played: &str, color: Color) -> String {
    tr!("{side} played {played}. Find a better move.", side = side_name(color), played)
}

pub fn checking_move(m: &str) -> String {
    tr!("Checking {m}…", m)
}

texts! {
    preparing_exercise: "Analysing the position…";
}

pub fn better_but(m: &str, judgement: Option<Judgement>) -> String {
    match judgement {
        None => tr!("{m} is better, but not good enough. Try another move.", m),
        Some(Judgement::Inaccuracy) => tr!("{m} is better, but still an inaccuracy. Try another move.", m),
        Some(Judgement::Mistake) => tr!("{m} is better, but still a mistake. Try another move.", m),
        Some(Judgement::Blunder) => tr!("{m} is better, but still a blunder. Try another move.", m),
    }
}

pub fn not_better(m: &str) -> String {
    tr!("{m} is not better. Try another move.", m)
}

pub fn could_not_check(m: &str) -> String {
    tr!("The engine could not check {m}. Try again.", m)
}

pub fn solution_is(m: &str, eval: &str) -> String {
    tr!("The best move is {m} ({eval}).", m, eval)
}

pub fn solved_best(best: &str) -> String {
    tr!("Solved. {best}", best)
}

pub fn solved_good(m: &str, best: &str) -> String {
    tr!("Solved: {m} is good too. {best}", m, best)
}

pub fn solved_by_book(m: &str, best: &str) -> String {
    tr!("Solved: {m} is in the opening book. {best}", m, best)
}

texts! {
    mistakes_of_many: "Mistakes from many games";
    mistakes_of_many_button: "Mistakes from many games…";
    mistakes_hint: "All mistakes in your reports and your evaluated games as one lesson, by game date.";
    your_name: "Player or part of the name; empty: all";
    reports_of: "Games of";
    any_time: "any time";
    other_period: "other days…";
    first_day: "From";
    last_day: "To";
    collecting: "Reading the games…";
    begin_lesson: "Begin";
    no_mistakes_found: "No mistakes by this player in this period.";
}

pub fn games_without_evaluations(count: usize) -> String {
    tr!("{n} game has no evaluations." | "{n} games have no evaluations." % count)
}

pub fn analyse_games(count: usize) -> String {
    tr!("Analyse {games}", games = games(count))
}

pub fn begin_with(mistakes: usize) -> String {
    format!("{} ({mistakes})", begin_lesson())
}

pub fn last_days(days: u32) -> String {
    match days {
        365 => tr!("the last year").to_owned(),
        days => tr!("the last {n} day" | "the last {n} days" % days as usize),
    }
}

texts! {
    hint: "Hint";
    show_solution: "Show the solution";
    next_exercise: "Next";
    previous_exercise: "Previous";
}

pub fn hint_of(piece: &str, square: &str) -> String {
    tr!("Move the {piece} on {square}.", piece, square)
}

// move_list
texts! {
    no_moves: "No moves yet. Play one on the board, or open a game.";

    // new_dialog
    new_game: "New game";
    standard_position: "Standard position";
    chess960: "Chess960";
    random_position: "Random position";
    or_position_number: "or position number";
    start: "Start";
    chess960_range: "Enter a number from 0 to 959.";
}

pub fn whole_number_range(least: u32, most: u32) -> String {
    tr!("Enter a whole number from {least} to {most}.", least, most)
}

texts! {
    other_position: "Any position";

    // set_up
    set_up_a_position: "Set up a position";
    use_position: "Use position";
    position_is_legal: "This position is legal.";
    position_is_playable: "No game leads to this position, but it can be analysed:";
    fen_is_unreadable: "Invalid FEN. Fix it or edit the board, which still shows the previous position.";
    position_is_unusable: "This position cannot be used yet:";
    is_left_out: "It is ignored when the position is used.";
    castling_left_out: "Castling rights were removed: king or rook is not on its square. For Chess960, use rook files, like HAha.";
    position_being_set_up: "Position being set up";
    move_pieces: "Move pieces";
    erase_pieces: "Erase";
    set_up_keys: "Drag pieces, or choose one and click squares. Keys: arrows, K Q R B N P (small letters for Black), Del.";
    empty_square: "empty";
    something_is_wrong: "something is wrong here";
    in_hand: "in hand";
    white_pieces: "White pieces";
    black_pieces: "Black pieces";
    black: "Black";
    begin_with_text: "Begin with";
    choose_a_position: "Choose a position…";
    chess960_position: "Chess960 position";
    set: "Set";
    random: "Random";
    castling: "Castling";
    en_passant_square: "En passant square";
    none: "None";
    halfmove_clock: "Half-move clock";
    move_number: "Move number";
    start_position: "Start position";
    empty_board: "Empty board";
    kings_only: "Two kings";
    queen_mate: "Mate with the queen";
    rook_mate: "Mate with the rook";
    bishops_mate: "Mate with two bishops";
    bishop_knight_mate: "Mate with bishop and knight";
    opposition: "King and pawn: the opposition";
    lucena: "Rook ending: Lucena";
    philidor: "Rook ending: Philidor";
}

pub fn put_piece(piece: &dyn Display) -> String {
    tr!("Put a {piece}", piece)
}

pub fn castling_label(is_white: bool, is_king_side: bool) -> &'static str {
    match (is_white, is_king_side) {
        (true, true) => tr!("White O-O"),
        (true, false) => tr!("White O-O-O"),
        (false, true) => tr!("Black O-O"),
        (false, false) => tr!("Black O-O-O"),
    }
}

pub fn rook_of(right: &dyn Display) -> String {
    tr!("Rook for {right}", right)
}

pub fn file_name(file: char) -> String {
    tr!("{file}-file", file)
}

// open_dialog
pub const OPEN_PLACEHOLDER: &str = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n\n1. e4 e5 2. f4 exf4 …";
texts! {
    open_note: "Paste a game (PGN) or a position (FEN). You can also press Ctrl+V or drop a file anywhere on the \
         page.";
    choose_a_file: "Choose a file…";
    cancel: "Cancel";
    open: "Open";

    // page
    board: "Board";
    board_size: "Board size";
    board_size_hint: "Drag to resize the board; double-click to reset it";
    moves_text: "Moves";
    start_of_the_game: "Start of the game";
}

pub fn copied(what: &dyn Display) -> String {
    tr!("{what} copied", what)
}

texts! {
    copy_blocked: "The browser blocked it. Select the text in the field and copy it yourself.";
}

pub fn not_copied(what: &dyn Display) -> String {
    tr!("{what} was not copied", what)
}

texts! {
    not_possible: "This is not possible";

    // position_bar
    position_as_fen: "Position as FEN";
    copy_the_position_as_fen: "Copy the position as FEN";
    copy_the_game_as_pgn: "Copy the game as PGN";
}

// settings_dialog

pub fn mebibytes(mib: &dyn Display) -> String {
    tr!("{mib} MiB", mib)
}

pub const LOOKS_MOVES: &str = "1. Nf3 Kd7 2. Bb5+ Qxb5 3. Rae1";
texts! {
    language: "Language";
    language_of_browser: "As the browser";
    looks: "Appearance";
    looks_preview: "Preview of the pieces";
    squares: "Squares";
    pieces: "Pieces";
    moves_are_written: "Move notation";
    letters: "Letters";
    figurines: "Figurines";
    moving: "Moving and playing";
    move_pieces_by: "Move pieces by";
    drag_or_clicks: "Drag or two clicks";
    drag_only: "Drag only";
    clicks_only: "Two clicks only";
    introductions: "Page introductions";
    sound: "Sound in games";
    confirm_resign: "Ask before resigning";
}

/// The name of a board theme.
pub fn board_theme(theme: BoardTheme) -> &'static str {
    match theme {
        BoardTheme::Green => tr!("Green"),
        BoardTheme::Brown => tr!("Brown"),
        BoardTheme::Blue => tr!("Blue"),
        BoardTheme::Grey => tr!("Grey"),
    }
}

/// The name of a piece set.
pub fn piece_set(set: PieceSet) -> &'static str {
    match set {
        PieceSet::Cburnett => tr!("Classic (Burnett)"),
        PieceSet::Flat => tr!("Flat"),
        PieceSet::Letters => tr!("Letters"),
    }
}

texts! {
    system: "System";
    light: "Light";
    dark: "Dark";
    white: "White";
    side_to_move: "Side to move";
    settings: "Settings";
    coordinates: "Coordinates";
    show_legal_moves: "Show legal moves";
    wheel_steps: "Mouse wheel over the board steps through the moves";
    always_promote_to_queen: "Always promote to queen";
    animation: "Animation";
    theme: "Theme";
    evaluation_bar: "Evaluation bar";
    best_move_arrows: "Best move arrows";
    score_perspective: "Show scores for";
    engine_hash: "Engine hash table";
}
pub const NAME_AND_VERSION: &str = concat!("Tabia ", env!("CARGO_PKG_VERSION"));
texts! {
    about: "About, licences, source";
}
pub const ABOUT_ADDRESS: &str = "about.html";
texts! {
    reset_all: "Reset all";
    done: "Done";

    // skip_links
    to_the_board: "To the board";
    to_the_analysis: "To the analysis";
    to_the_moves: "To the moves";

    // tables_choice
    tablebases: "Tablebases";
    choose_files: "Choose files…";
    choose_a_folder: "Choose a folder…";
    remove: "Remove";
    tablebase_files: "Tablebase files";
    folder_with_tablebases: "Folder with tablebases";
}

pub fn engine_says(text: &dyn Display) -> String {
    tr!("Engine: {text}.", text)
}

texts! {
    no_tables_note: "With Syzygy tablebases (.rtbw, .rtbz) the engine plays endgames with few pieces perfectly.";
}

pub fn tables_summary(count: usize, men: &dyn Display, size: &dyn Display) -> String {
    tr!("{n} file, up to {men} pieces, {size}" | "{n} files, up to {men} pieces, {size}" % count, men, size)
}

// help_dialog, game_info
texts! {
    guide_note: "All features, with pictures: ";
    guide: "Guide to Tabia";
}
pub const GUIDE_ADDRESS: &str = "guide.html";

// bar_actions
texts! {
    open_game: "Open game";
    new: "New";
    keys_hint: "Keyboard shortcuts (?)";

    // share/link
    tabia: "Tabia";

    // Words
    part_not_loaded: "Part of the page failed to load. Check your connection and try again.";
    nodes: " nodes";
    hash: "hash ";
    pgn_or_fen: "PGN or FEN";
    skip: "Skip";
    book_move: "book";
    fen: "FEN";
    pgn: "PGN";
}

pub fn lines(count: u8) -> String {
    tr!("{n} line" | "{n} lines" % count as usize)
}

pub fn games(count: usize) -> String {
    tr!("{n} game" | "{n} games" % count)
}

// explorer
texts! {
    explorer: "Explorer";
    loading_explorer: "Loading the explorer…";
    explorer_on_or_off: "Explorer of your databases on or off";
    games_with_this_position: "Games with this position in the library";
    looking_for_games: "Looking for games…";
    no_game_has_this_position: "No game in these databases has this position.";
    explorer_results_text: "Results";
    no_results: "no results";
    elo: "Elo";
    last: "Last";
    all: "All";
    games_text: "Games";
    my_games: "My games";
    all_databases: "All databases";
    databases_text: "Databases";
    choose_databases: "Databases of the explorer";
    add_databases: "Add PGN files in the library";
    games_that_count: "Games included";
    player: "Player";
    colour: "Colour";
    either_colour: "either";
    as_white: "as White";
    as_black: "as Black";
    least_elo: "Minimum Elo";
    first_year: "First year";
    last_year: "Last year";
    explorer_games: "Games";
    order: "Order";
    strongest: "Strongest";
    newest: "Newest";
}

pub fn databases(count: usize) -> String {
    match count {
        0 => tr!("No database").to_owned(),
        count => tr!("{n} database" | "{n} databases" % count),
    }
}

pub fn explorer_move(san: &dyn Display, games: &dyn Display) -> String {
    tr!("Play {san}: {games}", san, games)
}

pub fn explorer_results(white: u32, draws: u32, black: u32) -> String {
    tr!("White won {white}, drawn {draws}, Black won {black}", white, draws, black)
}
// explain
texts! {
    explain: "Explain the evaluation";
    explain_short: "Explain";
    explain_hint: "Explain the evaluation: its terms, what each piece is worth, two moves side by side";
    explain_views: "Explanation";
    explain_terms: "Terms";
    explain_pieces: "Pieces";
    explain_squares: "Squares";
    explain_compare: "Compare moves";
    explain_wait: "Waiting for the engine…";
    explain_in_check: "The side to move is in check: the engine only searches such positions, without evaluating them.";
    explain_known_ending: "For this ending, the engine has a special rule that replaces the terms.";
    explain_note: "Tabia's classical evaluation of the position as it stands, in pawns, without looking ahead. A net has no terms: only its value is shown, and how much that drops without each piece.";
    explain_squares_note: "In centipawns, on top of the value of the piece. Circled squares: where such pieces are now.";
    term: "Term";
    for_white: "for White";
    for_black: "for Black";
    difference: "Difference";
    balance: "Balance";
    sum: "Sum";
    phase_text: "Phase of the game";
    middlegame: "Middlegame";
    endgame: "Endgame";
    winning_chances: "Winning chances";
    winning_chances_hint: "Correction of the endgame's score: pawns on both wings, passed pawns and active kings make an advantage easier to win";
    side_to_move_hint: "Having the move is worth something";
    corrections: "Corrections";
    piece: "Piece";
    worth: "Worth";
    beside_others: "Beside its like";
    worth_to_net: "To the net";
    first_move: "First move";
    second_move: "Second move";
    compare: "Compare";
    comparing: "Comparing both moves…";
    choose_two_moves: "Choose two different moves.";
    nothing_to_compare: "There are no two moves to compare in this position.";
    keep_as_variation: "Add as variation";
}

pub fn explain_view(view: TermPhase) -> &'static str {
    match view {
        TermPhase::Now => tr!("In this position"),
        TermPhase::Middlegame => middlegame(),
        TermPhase::Endgame => endgame(),
    }
}

pub fn not_explained(fault: &dyn Display) -> String {
    tr!("the engine {fault}. Close and reopen this to try again.", fault)
}

pub fn explained_move(number: u32, by_white: bool, san: &dyn Display) -> String {
    tr!("After {number}{value} {san}", value = if by_white { "." } else { "…" }, number, san)
}

pub fn explained_turn(is_white: bool) -> String {
    tr!("{value} to move", value = if is_white { white() } else { black() })
}

pub fn explain_verdict(total: i32, known_ending: bool) -> String {
    let how = if known_ending { tr!("By a rule for this ending, ") } else { tr!("As it stands, ") };
    let ahead = pawns(f64::from(total.abs()));
    match total {
        0 => tr!("{how}the position is even.", how),
        1.. => tr!("{how}White is ahead by {ahead}.", how, ahead),
        _ => tr!("{how}Black is ahead by {ahead}.", how, ahead),
    }
}

pub fn explain_net(total: i32) -> String {
    tr!(" The net, which the search uses, gives {score}.", score = signed_pawns(f64::from(total)))
}

pub fn explain_phase(phase: i32, scale: i32) -> String {
    let share = (f64::from(phase) / 24.0 * 100.0).round();
    let scaled = if scale == 64 {
        String::new()
    } else {
        tr!(
            "; an endgame advantage counts {share}% here",
            share = format_args!("{:.0}", f64::from(scale) / 0.64)
        )
    };
    tr!("Counts {share}% as middlegame{scaled}.", share, scaled)
}

pub fn explain_table_phase(phase: i32) -> String {
    tr!("{share}% middlegame", share = format_args!("{:.0}", f64::from(phase) / 24.0 * 100.0))
}

/// Evaluation term of the engine, in the page's language.
pub struct TermWords {
    /// The engine's name.
    name: &'static str,
    /// Name.
    pub text: Text,
    /// Name inside a sentence.
    inside: Text,
    /// Description.
    pub hint: Text,
}

const TERMS: [TermWords; 9] = [
    TermWords {
        name: "Material",
        text: || tr!("Material"),
        inside: || tr!("material"),
        hint: || tr!("The pieces themselves"),
    },
    TermWords {
        name: "Piece squares",
        text: || tr!("Piece squares"),
        inside: || tr!("piece squares"),
        hint: || tr!("Good squares for each piece"),
    },
    TermWords {
        name: "Pawn structure",
        text: || tr!("Pawn structure"),
        inside: || tr!("pawn structure"),
        hint: || tr!("Doubled, isolated, backward and connected pawns"),
    },
    TermWords {
        name: "Passed pawns",
        text: || tr!("Passed pawns"),
        inside: || tr!("passed pawns"),
        hint: || tr!("Passed pawns and candidates"),
    },
    TermWords {
        name: "Mobility",
        text: || tr!("Mobility"),
        inside: || tr!("mobility"),
        hint: || tr!("Squares that the pieces can go to"),
    },
    TermWords {
        name: "Pieces",
        text: || tr!("Pieces"),
        inside: || tr!("pieces"),
        hint: || tr!("Bishop pair, outposts, open files and the like"),
    },
    TermWords {
        name: "King safety",
        text: || tr!("King safety"),
        inside: || tr!("king safety"),
        hint: || tr!("Shelter of the king, and attacks on it"),
    },
    TermWords {
        name: "Threats",
        text: || tr!("Threats"),
        inside: || tr!("threats"),
        hint: || tr!("Attacks on pieces"),
    },
    TermWords {
        name: "Space",
        text: || tr!("evaluation" => "Space"),
        inside: || tr!("space"),
        hint: || tr!("Room behind one's own pawns"),
    },
];

/// Returns the words for a term by the engine's name; `None` if it is unknown.
pub fn term_named(name: &str) -> Option<&'static TermWords> {
    TERMS.iter().find(|term| term.name == name)
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
        Role::Pawn => tr!("Pawn"),
        Role::Knight => tr!("Knight"),
        Role::Bishop => tr!("Bishop"),
        Role::Rook => tr!("Rook"),
        Role::Queen => tr!("Queen"),
        Role::King => tr!("King"),
    }
}

pub fn piece_on(piece: Piece, square: Square) -> String {
    format!("{} {square}", sentence(piece_name(piece)))
}

pub fn piece_squares_of(piece: Piece) -> String {
    tr!("What squares are worth to a {piece}", piece = sentence(piece_name(piece)))
}

pub fn reason(name: &str, lead: f64) -> String {
    format!("{} ({})", term_named(name).map_or(name, |term| (term.inside)()), pawns(lead))
}

pub fn comparison(names: &[String; 2], lead: Option<i32>, reasons: &[String], others: &[String]) -> String {
    let [better, worse] = names;
    let verdict = match lead {
        Some(lead) if lead < 5 => tr!("{better} and {worse} are equally good.", better, worse),
        Some(lead) => {
            tr!("{better} is better than {worse} by {score}.", score = pawns(f64::from(lead)), better, worse)
        }
        None => tr!("{better} is better than {worse}.", better, worse),
    };
    let speaks = |name: &str, terms: &[String]| {
        if terms.is_empty() {
            String::new()
        } else {
            tr!(" For {name}: {value}.", value = terms.join(", "), name)
        }
    };
    format!("{verdict}{}{}", speaks(better, reasons), speaks(worse, others))
}

pub fn searched(score: Score, depth: Option<u32>) -> String {
    let score = match score {
        Score::Cp(cp) => signed_pawns(f64::from(cp)),
        Score::Mate(moves) if moves > 0 => tr!("mate in {moves}", moves),
        Score::Mate(moves) => tr!("mated in {value}", value = moves.unsigned_abs()),
    };
    let depth = depth.map(|depth| tr!(" at depth {depth}", depth)).unwrap_or_default();
    tr!("searched: {score}{depth}", score, depth)
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
    let side = if is_white { white() } else { black() };
    tr!(
        "The engine's search decides which move is better. Each line is what it expects after the move; the numbers are for its final position, from {side}'s side.",
        side
    )
}

// share
texts! {
    share_dialog: "Share";
    share_hint: "Share the game: link, picture, GIF, file, print";
    link: "Link";
    this_position: "This position";
    the_whole_game: "The whole game, with variations and comments";
    copy_link: "Copy link";
    send: "Send…";
    link_note: "The game is in the link itself; it is stored nowhere else.";
    link_may_be_cut: " Some chats cut links of more than 2,000 characters.";
    link_not_opened: "This link could not be opened";
}

pub fn link_length(count: &dyn Display) -> String {
    tr!("{count} characters.", count)
}

pub fn link_too_long(count: &dyn Display, limit: &dyn Display) -> String {
    tr!(
        "This link would have {count} characters. Mail programs, chats and servers cut links of more than {limit}. \
         Save the game as a PGN file (below) and send that instead.",
        count,
        limit
    )
}

texts! {
    picture: "Picture of the board";
    picture_of_the_board: "Preview of the picture";
    size: "Size";
    copy_picture: "Copy picture";
    png: "Save as PNG";
    svg: "Save as SVG";
    picture_copied: "Picture copied";
    picture_not_copied: "The picture was not copied";
    picture_not_copied_advice: "The browser blocked the clipboard or cannot copy pictures. Save it as PNG instead.";
    picture_not_made: "The picture could not be made";
    picture_not_made_advice: "The browser refused; check the free disk space, then try again.";
}

pub fn pixels(side: &dyn Display) -> String {
    tr!("{side} pixels", side)
}

texts! {
    gif: "GIF of the game";
    gif_note: "The line on the board from its first move to its last, with the players' names.";
    width: "Width";
    each_position: "Per move";
    half_a_second: "0.5 seconds";
    one_second: "1 second";
    two_seconds: "2 seconds";
    three_seconds: "3 seconds";
    make_gif: "Make GIF";
    save_gif: "Save GIF";
    gif_of_the_game: "Preview of the GIF";
}

pub fn gif_progress(now: &dyn Display, all: &dyn Display) -> String {
    tr!("Drawing position {now} of {all}…", now, all)
}

pub fn gif_size(frames: usize, kilobytes: &dyn Display) -> String {
    tr!("{n} position, {kilobytes} kB" | "{n} positions, {kilobytes} kB" % frames, kilobytes)
}

pub fn gif_left_out(count: usize, most: &dyn Display) -> String {
    tr!(
        "The last position was left out: a GIF has at most {most}."
            | "The last {n} positions were left out: a GIF has at most {most}." % count,
        most
    )
}

texts! {
    file_and_paper: "File and print";
    save_pgn: "Save PGN";
    copy_pgn: "Copy PGN";
    pgn_not_saved: "The file was not saved";
    print: "Print…";
    print_a_diagram: "Diagram in print";
    diagram_here: "Print a diagram of this position";
    diagram_note: "The mark is saved in the game (PGN glyph $220). Ctrl+P prints the game as well, with every marked diagram, in the classic pieces.";
    round_text: "Round";
    white_to_move: "White to move";
    black_to_move: "Black to move";

    // speech
    game_is_over: "The game is over";
    engine_off_press_l: "The engine is off. Press l to switch it on.";
}

pub fn passes(side: &dyn Display) -> String {
    tr!("{side} passes", side)
}

pub fn evaluation_at_depth(score: &dyn Display, depth: &dyn Display) -> String {
    tr!("{score}, depth {depth}", score, depth)
}

pub fn best_move_is(words: &dyn Display) -> String {
    tr!(". Best move: {words}", words)
}

pub fn threat_is(words: &dyn Display) -> String {
    tr!("Threat: {words}", words)
}

pub fn share() -> &'static str {
    tr!("column" => "Share")
}

// engine_panel/tools/learned_section
texts! {
    position_learning: "Learned positions";
    position_learning_hint: "With Learn on, the results of searches of depth 8 and more are saved in this browser and given to the engine again when it starts.";
    learned_export: "Export";
    learned_import: "Import…";
    learned_clear: "Forget all";
}

pub fn learned_count(count: usize) -> String {
    tr!("{n} position" | "{n} positions" % count)
}

pub fn learned_imported(count: usize, name: &str) -> String {
    tr!("{n} position was imported from {name}." | "{n} positions were imported from {name}." % count, name)
}

pub fn learned_not_imported(name: &str, error: &dyn Display) -> String {
    tr!("{name} was not imported: {error}", name, error)
}
