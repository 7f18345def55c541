//! UI text of the Lab.

use crate::language::{texts, tr};
use crate::state::lab::chart::grouped;
use crate::state::lab::field::Limit;
use crate::state::library::text::counted_games;
use std::fmt::Display;
use tabia_arena::Cause;

// components/llr_chart

pub fn llr_label(
    llr: &dyn Display,
    lower: &dyn Display,
    upper: &dyn Display,
    count: usize,
    is_paired: bool,
) -> String {
    let units = if is_paired { tr!("{n} pair" | "{n} pairs" % count) } else { counted_games(count) };
    tr!(
        "Log-likelihood ratio {llr} between {lower} (H0) and {upper} (H1), after {units}",
        llr,
        lower,
        upper,
        units
    )
}

// components/options
texts! {
    this_build_has_no_options: "This build has no options.";
}

pub fn unknown_option(name: &dyn Display) -> String {
    tr!("{name}: this build has no such option. ", name)
}

texts! {
    one_thread: "This build searches with one thread. ";
    use_threads: "Use the build with threads";
    remove_it: "Remove it";
    pressed_at_start: "Pressed once when the engine starts";
}

pub fn button_option(name: &dyn Display) -> String {
    tr!("{name} (press at start)", name)
}

// components/question

// dropped

pub fn selected(number: &dyn Display) -> String {
    tr!("Selected as engine {number}.", number)
}

pub fn already_selected(number: &dyn Display) -> String {
    tr!("Already selected as engine {number}.", number)
}

texts! {
    use_as_engine_1: "Use as engine 1";
    engines_not_changed: "Your selected engines were not changed.";
}

pub fn engine_added(name: &dyn Display) -> String {
    tr!("{name} was added", name)
}

// engine_list
texts! {
    built_in: "built in";
}

pub fn bench_suffix(nodes: &dyn Display) -> String {
    tr!(" · bench {nodes}", nodes)
}

pub fn sha256(hash: &dyn Display) -> String {
    tr!("SHA-256 {hash}", hash)
}

pub fn rename_thing(name: &dyn Display) -> String {
    tr!("Rename {name}", name)
}

texts! {
    rename: "Rename";
}

pub fn check_thing(name: &dyn Display) -> String {
    tr!("Check {name}", name)
}

texts! {
    check: "Check";
    check_note: "Checks replies and moves, perft, bench and tactical positions, which takes some seconds.";
}

pub fn checking(part: &dyn Display) -> String {
    tr!("checking: {part}", part)
}

pub fn checked_on(date: &dyn Display) -> String {
    tr!("Checked on {date}", date)
}

pub fn remove_thing(name: &dyn Display) -> String {
    tr!("Remove {name}", name)
}

texts! {
    remove_from_this_browser: "Remove from this browser";
}

pub fn engines_in_browser(count: &dyn Display) -> String {
    tr!("Engines in this browser ({count})", count)
}

texts! {
    the_engine_was_not_renamed: "The engine was not renamed";
    the_engine_was_not_removed: "The engine was not removed";
    rename_the_engine: "Rename the engine";
}

pub fn remove_question(name: &dyn Display) -> String {
    tr!("Remove {name}?", name)
}

texts! {
    remove: "Remove";
    display_name: "Display name";
    rename_engine_note: "Existing matches keep their names. Leave this empty to use the engine's own name.";
    undo: "Undo";
}

pub fn engine_removed(name: &dyn Display) -> String {
    tr!("{name} was removed", name)
}

pub fn remove_engine_note(size: &dyn Display) -> String {
    tr!(
        "Its file ({size}) will be deleted from this browser. You can undo this for a few seconds, or add the \
         file again at any time.",
        size
    )
}

texts! {
    one_match_uses_it: "Used by one match:";
    matches_that_use_it: "Used by these matches:";
}

pub fn kept_match(name: &dyn Display, games: usize) -> String {
    tr!("{name}, {n} game" | "{name}, {n} games" % games, name)
}

pub fn and_more(count: &dyn Display) -> String {
    tr!("and {count} more", count)
}

texts! {
    results_kept_file_needed: "Games and results stay. To continue, these matches need the same file again.";
    results_kept: "Games and results stay.";

    // list
    matches_in_this_browser: "Matches in this browser";
    damaged_match_text: "Unreadable match.";
    save_as_it_is: "Save raw data";
    delete_damaged: "Delete…";
    delete_for_good: "Delete for good";
    keep_it: "Keep it";
}
pub const RAW_FILE_NAME: &str = "damaged-match.jsonl";

pub fn damaged_match(units: u64, reason: &dyn Display) -> String {
    tr!(
        "{n} finished pair is stored; {reason}."
            | "{n} finished pairs are stored; {reason}." % units as usize,
        reason
    )
}

texts! {
    ratings: "Ratings";

    // ratings
    no_ratings: "No finished games yet. Engines are rated from all matches in this browser, and match files opened in it.";
    results_not_read: "Some matches could not be read; the list is incomplete.";
    anchor: "Anchor";
    average: "Average";
    rating_of_anchor: "Rating of the anchor";
    file_not_saved: "The file was not saved";
    close: "Close";
    opponent: "Opponent";
    opponents: "Opponents";
    first_match: "First match";
}

pub fn counting_matches(count: usize) -> String {
    tr!("Counting the games of {n} match…" | "Counting the games of {n} matches…" % count)
}

pub fn builds_of(engine: &dyn Display) -> String {
    tr!("Builds of {engine}", engine)
}

pub fn self_play_left_out(games: u64) -> String {
    tr!(" {n} game of a build against itself is left out."
        | " {n} games of a build against itself are left out." % games as usize)
}

texts! {
    no_matches: "No matches yet. Each finished pair is saved, so you can close this page and continue later.";
    loading: "Loading…";
    playing_text: "Playing";
    part_finished: "Part finished";
    complete: "Complete";
    paused: "Paused";
    waiting: "Waiting";
    queue: "Queue";
    queue_note: "The next one starts when a match is complete. Pausing or stopping a match starts none.";
    queue_idle_note: "No match is being played: press Start now. A match that is paused or stopped starts no other.";
    start_now: "Start now";
    remove_from_queue: "Remove from the queue";
}

pub fn start_match_now(name: &dyn Display) -> String {
    tr!("Start {name} now", name)
}

pub fn move_in_queue(name: &dyn Display, is_up: bool, place: &dyn Display, of: &dyn Display) -> String {
    tr!(
        "Move {name} {value}: it is {place} of {of}",
        value = if is_up { tr!("up") } else { tr!("down") },
        name,
        place,
        of
    )
}

pub fn remove_queued(name: &dyn Display) -> String {
    tr!("Remove {name} from the queue", name)
}

pub fn elo_suffix(elo: &dyn Display) -> String {
    tr!(" · Elo {elo}", elo)
}

pub fn match_facts(limits: &dyn Display, games: usize, total: usize, figures: &dyn Display) -> String {
    tr!("{limits} · {games}{figures}", limits, games = games_of(games, total), figures)
}

fn games_of(games: usize, total: usize) -> String {
    tr!(
        "{games} of {total} game" | "{games} of {total} games" % total,
        games = grouped(games as u64),
        total = grouped(total as u64)
    )
}

pub fn duplicate_match(name: &dyn Display) -> String {
    tr!("New match with the settings of {name}", name)
}

texts! {
    new_match_with_these_settings: "New match with these settings";

    // mod
    the_match_was_not_started: "The match was not started";
}

pub fn file_unusable(name: &dyn Display) -> String {
    tr!("{name} cannot be used", name)
}

pub fn reading_openings(name: &dyn Display) -> String {
    tr!("Reading the openings of {name}", name)
}

pub fn copied(what: &dyn Display) -> String {
    tr!("{what} copied", what)
}

texts! {
    copy_blocked: "The browser blocked it. Select the text and copy it yourself.";
}

pub fn not_copied(what: &dyn Display) -> String {
    tr!("{what} was not copied", what)
}

texts! {
    link_to_settings: "Link to these settings";
    lab: "Lab";
    loading_match: "Loading the match…";
    new_match: "New match";
    copy_link: "Copy link";
    open_match_file: "Open match file…";
    drop_hint: "Engines (.wasm, .js), openings (.epd, .pgn, .bin), matches (.jsonl)";
}

pub fn engine_available(name: &dyn Display) -> String {
    tr!("{name} is available", name)
}

texts! {
    match_can_continue: "The match can continue.";
}

pub fn other_build(sha256: &dyn Display) -> String {
    tr!(
        "The file was added, but this match uses another build (this one's SHA-256 is {sha256}). You can \
         select it for a new match.",
        sha256
    )
}

pub fn not_in_match(name: &dyn Display) -> String {
    tr!("{name} is not part of this match", name)
}

texts! {
    match_ended_the_page: "The page crashed twice while playing it. Open the match and press Resume to continue.";
}

pub fn match_not_taken_up(name: &dyn Display) -> String {
    tr!("{name} was not resumed automatically", name)
}

texts! {
    match_not_continued: "The running match could not be continued";
    play_a_part: "Play a part of a match?";
    keep_match: "Store the match";
    offer_note: "The match is stored in this browser. It is not played until you press Resume.";
    matches_not_read: "The matches could not be read. Nothing was changed.";
    try_again: "Try again";

    fill_the_form: "Fill in the form from the link?";
    fill: "Fill in the form";
    offered_form: "The link contains the settings of a match between:";
    fill_note: "This replaces the settings in the form. No match is started or stored.";
}

/// Describes the offer of a link in a sentence.
pub fn offered_part(part: &dyn Display, of: &dyn Display, games: usize, limits: &dyn Display) -> String {
    tr!(
        "A link offers part {part} of {of} of a match: {games} game at {limits}. Its engines:"
            | "A link offers part {part} of {of} of a match: {games} games at {limits}. Its engines:" % games,
        part,
        of,
        games = grouped(games as u64),
        limits
    )
}

/// Counts the engines not named.
pub fn more_engines(count: &dyn Display) -> String {
    tr!("and {count} more", count)
}

texts! {
    the_link_cannot_be_used: "The link cannot be used";
    the_match_cannot_be_shown: "The match cannot be shown";

    // setup/command
    fastchess_command: "The same match as a fastchess command";
    run_natively: "Run it in the folder that contains the files it names:";
    fastchess_command_line: "fastchess command line";
    command_line: "Command line";
    copy: "Copy";
    fix_errors_first: "Fix the errors above first.";

    // setup/engines
    engines: "Engines";
    swap: "Swap";
    add: "Add";
    file: "File…";
    same_limits: "Same limits for all";
}

pub fn trying_engines(names: &dyn Display) -> String {
    tr!("Testing {names}… A large engine can take half a minute to load.", names)
}

texts! {
    drop_engines: "Drop engine builds (.wasm) or UCI workers (.js with its .wasm) anywhere on this page. They are \
         stored in this browser only.";
    first_engine: "First engine: results are from its point of view";
    second_engine: "Second engine";
}

pub fn engine_number(number: &dyn Display) -> String {
    tr!("Engine {number}", number)
}

pub fn build_of_engine(number: &dyn Display) -> String {
    tr!("Build of engine {number}", number)
}

texts! {
    choose_a_build: "Choose a build…";
    not_stored: "Not stored in this browser: add its file";
}

pub fn remove_engine(number: &dyn Display) -> String {
    tr!("Remove engine {number}", number)
}

texts! {
    name_in_results: "Name in results";
    more_of_engine: "More: name, UCI options, memory";
    max_memory: "Maximum memory (MiB)";
    ponder: "Ponder";
    check_determinism: "Check determinism";
    measure_latency_hint: "Measures how late its moves arrive";
    measure_again: "Measure again";
}

pub fn no_pondering(reason: &dyn Display) -> String {
    tr!("No pondering: {reason}.", reason)
}

// setup/found
texts! {
    skipped_openings: "Skipped openings";

    // setup/games
    built_in_set: "Built-in set";
    start_position_only: "Start position only";
    random_order: "Random (from the seed)";
    sequential: "Sequential";
    games_and_openings: "Games and openings";
    maximum_games: "Maximum games";
    games_per_pairing: "Games per pairing";
    openings: "Openings";
    order: "Order";
    opening_plies: "Opening plies";
    play_pairs: "Play each opening twice with colours reversed (pairs)";
    format: "Format";
    round_robin: "Round-robin";
    gauntlet: "Gauntlet: engine 1 against all others";
    rounds: "Rounds";
    more_settings: "More: order, pairs, seed, adjudication, samples";
    seed: "Seed";
    seed_hint: "the same seed gives the same openings";
    skip_openings: "Skip openings";
    maximum_openings: "Maximum openings";
    draw_after_moves: "Draw after (moves)";
    match_name: "Match name (Event)";
    engine_names: "engine names";
    site: "Site";
    tabia: "Tabia";
    draw_adjudication: "Draw adjudication";
    from_move: "From move";
    consecutive_moves: "Consecutive moves";
    score_within_centipawns: "Score within (centipawns)";
    resign_adjudication: "Resign adjudication";
    behind_by_centipawns: "Behind by (centipawns)";
    both_engines_must_agree: "Both engines must agree";
    tablebase_adjudication: "Tablebase adjudication";
    tablebases_hint: "Uses the tablebases stored in this browser. Choose them in the settings.";
    store_variations: "Store principal variations (for the PGN; takes more space)";
    sample_positions: "Sample positions (fen,score,result)";
    fraction_of_positions: "Fraction of positions";
    at_end_of_pv: "At the end of the PV (resolvePv)";

    // setup/limits
    limit: "Limit";
    more_limits: "More: margin, other limits";
    no_limit: "none";
}

/// Name of a main limit inside a sentence.
pub fn limit_inside(limit: Limit) -> &'static str {
    match limit {
        Limit::Tc => tr!("clock"),
        Limit::MoveTime => tr!("seconds per move"),
        Limit::Nodes => tr!("nodes per move"),
        Limit::Depth => tr!("depth"),
        Limit::Ply => tr!("depth by phase"),
        Limit::Margin | Limit::Timeout => limit.label(),
    }
}

pub fn read_back(words: &str, hint: &str) -> String {
    format!("{words}. {hint}")
}

pub fn margin_from_latency(margin_ms: &dyn Display) -> String {
    tr!("{margin_ms}, from the measured latency", margin_ms)
}

pub fn margin(ms: &dyn Display) -> String {
    tr!("margin {ms} ms", ms)
}

// setup
texts! {
    start: "Start";
    games_at_a_time: "Games at a time";
}

pub fn fields_wrong(others: usize) -> String {
    tr!("{n} field has an error." | "{n} fields have errors." % others)
}

texts! {
    starting: "Starting…";
}

pub fn option_fault(number: &dyn Display, name: &dyn Display, text: &dyn Display) -> String {
    tr!("Engine {number}, {name}: {text}", number, name, text)
}

pub fn ponder_fault(number: &dyn Display, reason: &dyn Display) -> String {
    tr!("Engine {number}: switch Ponder off; {reason}.", number, reason)
}

pub fn margin_suffix(margin: &dyn Display) -> String {
    tr!(" (margin {margin} ms)", margin)
}

pub fn match_summary(
    names: &dyn Display,
    limits: &dyn Display,
    margin: &dyn Display,
    end: &dyn Display,
) -> String {
    format!("{names}, {limits}{margin}, {end}")
}

pub fn too_many_threads(games: &dyn Display, threads: &dyn Display, processors: &dyn Display) -> String {
    tr!(
        "Games at a time ({games}) times threads ({threads}) is more than the {processors} processors here: the engines will slow each other down.",
        games,
        threads,
        processors
    )
}

// setup/own_book
texts! {
    own_book: "Own book: ";
}

pub fn remove_book(number: &dyn Display) -> String {
    tr!("Remove the book of engine {number}", number)
}

texts! {
    play_without_this_book: "Play without this book";
    selection: "Selection";
}

pub fn book_selection(number: &dyn Display) -> String {
    tr!("Move selection for the book of engine {number}", number)
}

texts! {
    by_weight: "random, by weight";
    highest_weight: "highest weight";
    among_best_random: "random among the best";
    engine_decides: "the engine decides";
    among_the_best: "Among the best";
}

pub fn book_among(number: &dyn Display) -> String {
    tr!("Number of best moves that the book of engine {number} chooses from", number)
}

// setup/presets
texts! {
    stc_hint: "8+0.08 with SPRT: the first test of a change";
    ltc_hint: "40+0.4 with SPRT: does the gain hold at a longer time control?";
    fixed_nodes: "Fixed nodes";
    nodes_hint: "Gives the same result on a busy machine; does not measure speed";
    fixed_depth: "Fixed depth";
    depth_hint: "8 plies per move: quick, and shows speed gains";
    ply_testing: "Ply testing";
    ply_testing_hint: "Fixed depth, increasing as the game simplifies";
    sanity_check: "Sanity check";
    sanity_check_hint: "plays the first engine against itself on 20 openings and checks that both games of each pair mirror \
         each other, so that the score is level";
    determinism: "Determinism";
    determinism_hint: "plays the first engine against itself on 4 openings, five times each, and checks that every game is \
         the same, move for move and node for node";
    presets: "Presets";

    // setup/test
    normalised_elo: "Normalised Elo";
    logistic_elo: "Logistic Elo";
    bayeselo: "BayesElo";
    test: "Test";
    stop_when_decided_sprt: "Stop when decided (SPRT)";
    h0_at_most: "H0: at most";
    h1_at_least: "H1: at least";
    elo_model: "Elo model";
    bounds: "Bounds";
    bounds_gain: "[0, 5] gain";
    bounds_large_gain: "[0, 10] large gain";
    bounds_small_gain: "[0, 3] small gain";
    bounds_no_loss: "[−5, 0] no loss";
    more_of_test: "More: error rates, Elo model, meaning";
    no_test_note: "All games are played, then the 95 % confidence interval of the Elo difference shows whether one \
         engine is stronger. A sequential test (SPRT) stops the match as soon as the result is clear.";
}

// share

pub fn part_link_note(part: &dyn Display, of: &dyn Display) -> String {
    tr!(
        "Open it in another browser, which then plays part {part} of {of}. This browser plays part 1. Merge \
         the other match file here afterwards.",
        part,
        of
    )
}

pub fn part_link_copied(part: &dyn Display) -> String {
    tr!("Link for part {part} copied", part)
}

texts! {
    the_link_was_not_copied: "The link was not copied";
    browser_blocked_it: "The browser blocked it.";
}

pub fn copy_part_link(part: &dyn Display) -> String {
    tr!("Copy link for part {part}", part)
}

texts! {
    several_browsers: "Several browsers";
}

pub fn this_part(part: &dyn Display, of: &dyn Display) -> String {
    tr!("this one plays part {part} of {of}", part, of)
}

texts! {
    share_note: "Each browser plays one part of the match. Send a part's link to another browser, then merge its \
         match file here. The test uses all pairs together.";
    parts: "Parts";
    parts_range: "Enter 2 to 9 parts.";
    play_all_hint: "If another browser does not return. Results that it plays later cannot be merged.";
    play_all_parts_here: "Play all parts here";
}

pub fn file_refused(name: &dyn Display) -> String {
    tr!("{name} was not imported", name)
}

texts! {
    match_file_too_large: "it is larger than 256 MB, the limit for a match file here";
}

pub fn file_imported(name: &dyn Display) -> String {
    tr!("{name} was imported", name)
}

texts! {
    the_match_is_not_open: "the match is not open";
}

pub fn merged_pairs(new: usize, known: usize) -> String {
    tr!("New pairs: {new}. Already here: {known}.", new, known)
}

pub fn merged_games(new: usize, known: usize) -> String {
    tr!("New games: {new}. Already here: {known}.", new, known)
}

// view/actions
texts! {
    all_matches: "All matches";
    pause: "Pause";
    engines_missing: "Engines are missing: see below";
    resume: "Resume";

    // start
    another_is_played: "Another match is being played";
    pause_it_and_start: "Pause it and start";

    play_afterwards: "Play it afterwards";
    cancel: "Cancel";
    play_both: "Play both";
}

pub fn pauses_other(name: &str) -> String {
    tr!(
        "Two matches at a time share the processors. If {name} is paused, its games stop after the current move and continue from \
         there when you resume it.",
        name
    )
}

pub fn played_in_other_tab(name: &str) -> String {
    tr!("{name} is being played in another tab. Two matches at a time share the processors.", name)
}

pub fn queued(name: &str) -> String {
    tr!("{name} is in the queue", name)
}

pub fn not_played(name: &str) -> String {
    tr!("{name} was not played and left the queue", name)
}

texts! {
    stop_hint: "Stops the workers. Unfinished games are replayed when you resume.";
    stop: "Stop";
    games: "Games";
    delete: "Delete";
    the_match_cannot_be_played: "The match cannot be played";
    games_not_a_number: "the number of games must be a whole number";
    games_not_even: "games come in pairs, with both colours: the number must be even";
}

pub fn match_deleted(name: &dyn Display) -> String {
    tr!("{name} was deleted", name)
}

texts! {
    add_games: "Add games";
    rename_the_match: "Rename the match";
    delete_the_match: "Delete the match?";
}

pub fn delete_note(games: usize, name: &dyn Display) -> String {
    tr!(
        "{n} game of {name} will be deleted from this browser. You can undo this for a few seconds. \
         To keep it, download the match file first."
            | "All {n} games of {name} will be deleted from this browser. You can undo this for a few seconds. \
         To keep them, download the match file first."
                % games,
        name
    )
}

pub fn total_games(games: &dyn Display) -> String {
    tr!("Total games (now {games})", games)
}

pub fn games_of_each_pairing(games: &dyn Display, all: &dyn Display) -> String {
    tr!("Games of each pairing (now {games}, {all} in all)", games, all)
}

pub fn whole_rounds(games: &dyn Display) -> String {
    tr!("They are played in rounds of {games}: other numbers are rounded up.", games)
}

texts! {
    test_decided: "The test is decided and its verdict stands. The new games only count in the statistics.";
    name: "Name";

    // view/endings
    won: "Won";
    drawn: "Drawn";
    lost: "Lost";
    how_games_ended: "How games ended";
    result: "Result";
    by: "By";

    // view/figures
    too_few_games: "too few games";
    elo: "Elo";
    with_interval: "with 95 % confidence interval";
    nelo: "nElo";
    fastchess_error: "fastchess's error";
    nelo_hint: "normalised Elo with 95 % error, computed as in fastchess from the result counts alone";
    likelihood_of_superiority: "likelihood of superiority";
    score: "Score";
    points_per_game: "points per game";
}

pub fn range(from: &dyn Display, to: &dyn Display) -> String {
    tr!("{from} to {to}", from, to)
}

texts! {
    llr_hint: "log-likelihood ratio and its bounds";
    level_pairs: "Pairs 1–1";
    level_pairs_hint: "pairs with one point for each engine (fastchess: DrawRatio)";
    draws: "Draws";
    drawn_games: "drawn games";
    pairs_ratio: "Pairs ratio";
    pairs_ratio_hint: "pairs won divided by pairs lost";
    wl_dd_hint: "level pairs with a win each, divided by level pairs with two draws";
    speed: "Speed";
    speed_hint: "how much faster the first engine moves than the second, with 95 % error";
}

pub fn against(first: &dyn Display, second: &dyn Display) -> String {
    tr!("{first} against {second}", first, second)
}

texts! {
    all_engines: "All engines";
    pairing_of: "Pairing of";
    llr_of_pairing_hint: "log-likelihood ratio of these hypotheses about normalised Elo; a tournament runs no test";
}

pub fn as_if_tested(elo0: &dyn Display, elo1: &dyn Display) -> String {
    tr!("[{elo0}, {elo1}] nElo", elo0, elo1)
}
texts! {
    games_by_result: "Games by result";
    pairs_by_points: "Pairs by points";

    // view/games
    the_game_cannot_be_opened: "The game cannot be opened";
}

pub fn games_found(count: usize, total: usize) -> String {
    if count == total {
        counted_games(total)
    } else {
        tr!("{count} of {n} game" | "{count} of {n} games" % total, count)
    }
}

texts! {
    all_results: "All results";
    ending: "Ending";
    all_endings: "All endings";
    with_warnings: "With warnings";
    list_of_games: "List of games";
    no_games_yet: "No finished games yet.";
    no_games_match: "No games match.";
}

pub fn open_in_analysis(event: &dyn Display) -> String {
    tr!("{event}. Open in the analysis", event)
}

texts! {
    no_such_game: "the pair has no such game";
    match_gone: "the match no longer exists";

    // view/missing
    missing_engines: "Missing engines";
    engine_not_stored: "An engine is not stored in this browser";
    engines_not_stored: "Some engines are not stored in this browser";
    add_its_files: "Add its files…";
    missing_note: "You can view and download the finished games. To continue the match here, drop exactly these files \
         anywhere on this page.";
}

pub fn native_engine(command: &dyn Display) -> String {
    tr!(
        "A native program{command}, which cannot run in a browser. Continue with tabia match --resume.",
        command
    )
}

pub fn missing_file(name: &dyn Display, size: &dyn Display) -> String {
    tr!("{name}, {size} bytes", name, size)
}

// view
texts! {
    verdict: "Verdict";
    sequential_test: "Sequential test";
    log_likelihood_ratio: "Log-likelihood ratio";
    starting_the_engines: "Starting the engines…";
}

pub fn playing(workers: &dyn Display) -> String {
    tr!("Playing, {workers} at a time", workers)
}

texts! {
    paused_note: "Paused between moves. The clocks are stopped and nothing is lost.";
    paused_by_error: "Paused because of an error";
    played_elsewhere: "Played in another tab of this browser. Its games are shown here as they finish.";
    waiting_note: "Waiting: it starts when the matches before it are complete.";
    stopped_note: "Stopped. Finished pairs are saved; Resume continues with the next one.";
    part_complete: "This browser's part is complete. Merge the other match files, or play all parts here.";
    fewer_games_at_a_time: "Fewer games at a time";
    more_games_at_a_time: "More games at a time";
}

pub fn progress(finished: usize, total: usize, is_most: bool) -> String {
    if !is_most {
        return games_of(finished, total);
    }
    tr!(
        "{finished} of at most {total} game" | "{finished} of at most {total} games" % total,
        finished = grouped(finished as u64),
        total = grouped(total as u64)
    )
}

pub fn games_per_second(speed: &dyn Display) -> String {
    tr!("{speed} games/s", speed = format_args!("{speed:.2}"))
}

pub fn time_left(time: &dyn Display) -> String {
    tr!("{time} left", time)
}

// view/output
texts! {
    pgn_times: "with scores, depths and times";
    pgn_nodes: "plus nodes, selective depth and speed";
    pgn_variations: "plus principal variations";
    pgn_scores: "with scores and depths";
    pgn_moves: "moves only";
    pgn_tags: "results only";
    the_download_failed: "The download failed";
    the_file_is_incomplete: "The file is incomplete";
}

pub fn pairs_missing(count: usize) -> String {
    tr!("{n} finished pair is no longer stored: the browser has deleted it."
        | "{n} finished pairs are no longer stored: the browser has deleted them." % count)
}

pub fn faults(count: &dyn Display) -> String {
    tr!("Errors and notices ({count})", count)
}

texts! {
    output: "Output";
    downloads: "Downloads";
    all_finished_games: "All finished games";
    pgn_content: "PGN content";
    final_positions: "Final positions";
    the_last_position_of_every: "The last position of every game, as EPD";
    report: "Report";
    report_hint: "The result as fastchess prints it";
    samples: "Samples";
    no_variations: "This match does not store principal variations. Switch them on when you set up the next one.";
    match_file: "Match file";
    match_file_hint: "Settings and finished games, to continue elsewhere or to merge results";
    merge_results: "Merge results…";
    uci_log_hint: "All lines between a worker and its engines";
    uci_log_worker: "Worker of the UCI log";
}

pub fn worker_number(number: &dyn Display) -> String {
    tr!("Worker {number}", number)
}

pub fn logs_kept(limit: &dyn Display) -> String {
    tr!("UCI logs are stored while a match is played: the newest {limit} MB over all matches.", limit)
}

pub fn logs_extent(size: &dyn Display, limit: &dyn Display) -> String {
    tr!("UCI logs of this match: {size}. The newest {limit} MB over all matches are stored.", size, limit)
}

pub fn logs_cut(size: &dyn Display, lost: &dyn Display, limit: &dyn Display) -> String {
    tr!(
        "UCI logs of this match: {size}. {lost} of older lines were deleted, because only the newest {limit} \
         MB over all matches are stored.",
        size,
        lost,
        limit
    )
}

// view/tables
texts! {
    table_of_the_engines: "Table of the engines";
    engine: "Engine";
    nodes: "Nodes";
    time: "Time";
    depth: "Depth";
    faults_hint: "Games lost on time, by a crash or stall, or by an illegal move";
    faults_text: "Faults";
}

pub fn engine_faults(timeouts: u64, crashes: u64, illegal: u64, warnings: u64) -> String {
    [
        tr!("{n} on time" | "{n} on time" % timeouts as usize),
        tr!("{n} crash or stall" | "{n} crashes and stalls" % crashes as usize),
        tr!("{n} illegal move" | "{n} illegal moves" % illegal as usize),
        tr!("{n} warning" | "{n} warnings" % warnings as usize),
    ]
    .join(", ")
}

pub fn score_per_worker(count: &dyn Display) -> String {
    tr!("Score per worker ({count})", count)
}

texts! {
    score_per_worker_text: "Score per worker";
    worker: "Worker";
    pairs: "Pairs";
    sigma_hint: "Distance from the overall result, in standard deviations";
    crosstable: "Crosstable";
    crosstable_note: "by rating; choose a cell for its details";
    rating_hint: "From all games together, relative to the average, with 95 % confidence interval";
    points_of_games: "Points of games";
    too_few_games_capital: "Too few games";

    // view/watch
    watch_a_game: "Watch a game";
    waiting_for_game: "Waiting for a game…";
    no_game_is_being_played: "No game is being played.";
    game: "Game";
}

pub fn running_game(
    number: &dyn Display,
    white: &dyn Display,
    black: &dyn Display,
    fullmove: &dyn Display,
) -> String {
    tr!("{number}: {white} – {black}, move {fullmove}", number, white, black, fullmove)
}

pub fn between_games(worker: &dyn Display) -> String {
    tr!("Worker {worker} is between games", worker)
}

// Words
texts! {
    nps: "nps";
    ms_per_move: "ms/move";
    alpha: "alpha";
    beta: "beta";
    all: "all";
    never: "never";
}

pub fn game_event(ending: &dyn Display, moves: usize) -> String {
    format!("{ending}, {}", tr!("{n} move" | "{n} moves" % moves))
}

// view/save_games
texts! {
    save_to_my_games: "Save to my games";
    save_to_my_games_hint: "Copies all finished games to the library, with the name of the match as their label";
    show_in_library: "Show";
    not_all_games_saved: "Not all games were saved";
}

pub fn games_saved_so_far(count: &dyn Display) -> String {
    tr!("Saving… {count}", count)
}

pub fn games_saved(count: &dyn Display) -> String {
    tr!("Games saved to My games: {count}", count)
}

pub fn saved_under(label: &dyn Display) -> String {
    tr!("Their label is {label}.", label)
}

/// Returns why a game ended, for lists; in English [`Cause::name`].
pub fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Checkmate => tr!("mate"),
        Cause::Stalemate => tr!("stalemate"),
        Cause::InsufficientMaterial => tr!("insufficient material"),
        Cause::Repetition => tr!("repetition"),
        Cause::FiftyMoves => tr!("fifty moves"),
        Cause::Adjudication => tr!("adjudication"),
        Cause::Tablebase => tr!("endgame tables"),
        Cause::Time => tr!("cause" => "time"),
        Cause::IllegalMove => tr!("illegal move"),
        Cause::Disconnect => tr!("crash"),
        Cause::Stall => tr!("no answer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_have_the_names_of_reports() {
        for named in Cause::ALL {
            assert_eq!(cause(named), named.name());
        }
    }
}
