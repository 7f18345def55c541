//! UI text of the Lab.

use std::fmt::Display;

// components/llr_chart

pub fn llr_label(
    llr: &dyn Display,
    lower: &dyn Display,
    upper: &dyn Display,
    count: &dyn Display,
    units: &dyn Display,
) -> String {
    format!("Log-likelihood ratio {llr} between {lower} (H0) and {upper} (H1), after {count} {units}")
}

// components/options
pub const THIS_BUILD_HAS_NO_OPTIONS: &str = "This build has no options.";

pub fn unknown_option(name: &dyn Display) -> String {
    format!("{name}: this build has no such option. ")
}

pub const ONE_THREAD: &str = "This build searches with one thread. ";
pub const USE_THREADS: &str = "Use the build with threads";
pub const REMOVE_IT: &str = "Remove it";
pub const PRESSED_AT_START: &str = "Pressed once when the engine starts";

pub fn button_option(name: &dyn Display) -> String {
    format!("{name} (press at start)")
}

// components/question

// dropped

pub fn selected(number: &dyn Display) -> String {
    format!("Selected as engine {number}.")
}

pub fn already_selected(number: &dyn Display) -> String {
    format!("Already selected as engine {number}.")
}

pub const USE_AS_ENGINE_1: &str = "Use as engine 1";
pub const ENGINES_NOT_CHANGED: &str = "Your selected engines were not changed.";

pub fn engine_added(name: &dyn Display) -> String {
    format!("{name} was added")
}

// engine_list
pub const BUILT_IN: &str = "built in";

pub fn bench_suffix(nodes: &dyn Display) -> String {
    format!(" · bench {nodes}")
}

pub fn sha256(hash: &dyn Display) -> String {
    format!("SHA-256 {hash}")
}

pub fn rename_thing(name: &dyn Display) -> String {
    format!("Rename {name}")
}

pub const RENAME: &str = "Rename";

pub fn remove_thing(name: &dyn Display) -> String {
    format!("Remove {name}")
}

pub const REMOVE_FROM_THIS_BROWSER: &str = "Remove from this browser";

pub fn engines_in_browser(count: &dyn Display) -> String {
    format!("Engines in this browser ({count})")
}

pub const THE_ENGINE_WAS_NOT_RENAMED: &str = "The engine was not renamed";
pub const THE_ENGINE_WAS_NOT_REMOVED: &str = "The engine was not removed";
pub const RENAME_THE_ENGINE: &str = "Rename the engine";

pub fn remove_question(name: &dyn Display) -> String {
    format!("Remove {name}?")
}

pub const REMOVE: &str = "Remove";
pub const DISPLAY_NAME: &str = "Display name";
pub const RENAME_ENGINE_NOTE: &str =
    "Existing matches keep their names. Leave this empty to use the engine's own name.";
pub const UNDO: &str = "Undo";

pub fn engine_removed(name: &dyn Display) -> String {
    format!("{name} was removed")
}

pub fn remove_engine_note(size: &dyn Display) -> String {
    format!(
        "Its file ({size}) will be deleted from this browser. You can undo this for a few seconds, or add the \
         file again at any time."
    )
}

pub const ONE_MATCH_USES_IT: &str = "Used by one match:";
pub const MATCHES_THAT_USE_IT: &str = "Used by these matches:";

pub fn kept_match(name: &dyn Display, games: &dyn Display) -> String {
    format!("{name}, {games} games")
}

pub fn and_more(count: &dyn Display) -> String {
    format!("and {count} more")
}

pub const RESULTS_KEPT_FILE_NEEDED: &str =
    "Games and results stay. To continue, these matches need the same file again.";
pub const RESULTS_KEPT: &str = "Games and results stay.";

// list
pub const MATCHES_IN_THIS_BROWSER: &str = "Matches in this browser";
pub const DAMAGED_MATCH: &str = "Unreadable match.";
pub const SAVE_AS_IT_IS: &str = "Save raw data";
pub const DELETE_DAMAGED: &str = "Delete…";
pub const DELETE_FOR_GOOD: &str = "Delete for good";
pub const KEEP_IT: &str = "Keep it";
pub const RAW_FILE_NAME: &str = "damaged-match.jsonl";

pub fn damaged_match(units: &dyn Display, reason: &dyn Display) -> String {
    format!("{units} finished pairs are stored; {reason}.")
}

pub const RATINGS: &str = "Ratings";

// ratings
pub const NO_RATINGS: &str = "No finished games yet. Engines are rated from all matches in this browser, and match files opened in it.";
pub const RESULTS_NOT_READ: &str = "Some matches could not be read; the list is incomplete.";
pub const ANCHOR: &str = "Anchor";
pub const AVERAGE: &str = "Average";
pub const RATING_OF_ANCHOR: &str = "Rating of the anchor";
pub const FILE_NOT_SAVED: &str = "The file was not saved";
pub const CLOSE: &str = "Close";
pub const OPPONENT: &str = "Opponent";
pub const OPPONENTS: &str = "Opponents";
pub const FIRST_MATCH: &str = "First match";

pub fn counting_matches(count: &dyn Display) -> String {
    format!("Counting the games of {count} matches…")
}

pub fn builds_of(engine: &dyn Display) -> String {
    format!("Builds of {engine}")
}

pub fn self_play_left_out(games: &dyn Display) -> String {
    format!(" {games} games of a build against itself are left out.")
}

pub const NO_MATCHES: &str =
    "No matches yet. Each finished pair is saved, so you can close this page and continue later.";
pub const LOADING: &str = "Loading…";
pub const PLAYING: &str = "Playing";
pub const PART_FINISHED: &str = "Part finished";
pub const COMPLETE: &str = "Complete";
pub const PAUSED: &str = "Paused";
pub const WAITING: &str = "Waiting";
pub const QUEUE: &str = "Queue";
pub const QUEUE_NOTE: &str =
    "The next one starts when a match is complete. Pausing or stopping a match starts none.";
pub const QUEUE_IDLE_NOTE: &str =
    "No match is being played: press Start now. A match that is paused or stopped starts no other.";
pub const START_NOW: &str = "Start now";
pub const REMOVE_FROM_QUEUE: &str = "Remove from the queue";

pub fn start_match_now(name: &dyn Display) -> String {
    format!("Start {name} now")
}

pub fn move_in_queue(name: &dyn Display, is_up: bool, place: &dyn Display, of: &dyn Display) -> String {
    format!("Move {name} {}: it is {place} of {of}", if is_up { "up" } else { "down" })
}

pub fn remove_queued(name: &dyn Display) -> String {
    format!("Remove {name} from the queue")
}

pub fn elo_suffix(elo: &dyn Display) -> String {
    format!(" · Elo {elo}")
}

pub fn match_facts(
    limits: &dyn Display,
    games: &dyn Display,
    total: &dyn Display,
    figures: &dyn Display,
) -> String {
    format!("{limits} · {games} of {total} games{figures}")
}

pub fn duplicate_match(name: &dyn Display) -> String {
    format!("New match with the settings of {name}")
}

pub const NEW_MATCH_WITH_THESE_SETTINGS: &str = "New match with these settings";

// mod
pub const THE_MATCH_WAS_NOT_STARTED: &str = "The match was not started";

pub fn file_unusable(name: &dyn Display) -> String {
    format!("{name} cannot be used")
}

pub fn reading_openings(name: &dyn Display) -> String {
    format!("Reading the openings of {name}")
}

pub fn copied(what: &dyn Display) -> String {
    format!("{what} copied")
}

pub const COPY_BLOCKED: &str = "The browser blocked it. Select the text and copy it yourself.";

pub fn not_copied(what: &dyn Display) -> String {
    format!("{what} was not copied")
}

pub const LINK_TO_SETTINGS: &str = "Link to these settings";
pub const LAB: &str = "Lab";
pub const LOADING_MATCH: &str = "Loading the match…";
pub const NEW_MATCH: &str = "New match";
pub const COPY_LINK: &str = "Copy link";
pub const OPEN_MATCH_FILE: &str = "Open match file…";
pub const DROP_HINT: &str = "Engines (.wasm, .js), openings (.epd, .pgn, .bin), matches (.jsonl)";

pub fn engine_available(name: &dyn Display) -> String {
    format!("{name} is available")
}

pub const MATCH_CAN_CONTINUE: &str = "The match can continue.";

pub fn other_build(sha256: &dyn Display) -> String {
    format!(
        "The file was added, but this match uses another build (this one's SHA-256 is {sha256}). You can \
         select it for a new match."
    )
}

pub fn not_in_match(name: &dyn Display) -> String {
    format!("{name} is not part of this match")
}

pub const MATCH_ENDED_THE_PAGE: &str =
    "The page crashed twice while playing it. Open the match and press Resume to continue.";

pub fn match_not_taken_up(name: &dyn Display) -> String {
    format!("{name} was not resumed automatically")
}

pub const MATCH_NOT_CONTINUED: &str = "The running match could not be continued";
pub const PLAY_A_PART: &str = "Play a part of a match?";
pub const KEEP_MATCH: &str = "Store the match";
pub const OFFER_NOTE: &str = "The match is stored in this browser. It is not played until you press Resume.";
pub const MATCHES_NOT_READ: &str = "The matches could not be read. Nothing was changed.";
pub const TRY_AGAIN: &str = "Try again";

pub const FILL_THE_FORM: &str = "Fill in the form from the link?";
pub const FILL: &str = "Fill in the form";
pub const OFFERED_FORM: &str = "The link contains the settings of a match between:";
pub const FILL_NOTE: &str = "This replaces the settings in the form. No match is started or stored.";

/// Describes the offer of a link in a sentence.
pub fn offered_part(
    part: &dyn Display,
    of: &dyn Display,
    games: &dyn Display,
    limits: &dyn Display,
) -> String {
    format!("A link offers part {part} of {of} of a match: {games} games at {limits}. Its engines:")
}

/// Counts the engines not named.
pub fn more_engines(count: &dyn Display) -> String {
    format!("and {count} more")
}

pub const THE_LINK_CANNOT_BE_USED: &str = "The link cannot be used";
pub const THE_MATCH_CANNOT_BE_SHOWN: &str = "The match cannot be shown";

// setup/command
pub const FASTCHESS_COMMAND: &str = "The same match as a fastchess command";
pub const RUN_NATIVELY: &str = "Run it in the folder that contains the files it names:";
pub const FASTCHESS_COMMAND_LINE: &str = "fastchess command line";
pub const COMMAND_LINE: &str = "Command line";
pub const COPY: &str = "Copy";
pub const FIX_ERRORS_FIRST: &str = "Fix the errors above first.";

// setup/engines
pub const ENGINES: &str = "Engines";
pub const SWAP: &str = "Swap";
pub const ADD: &str = "Add";
pub const FILE: &str = "File…";
pub const SAME_LIMITS: &str = "Same limits for all";

pub fn trying_engines(names: &dyn Display) -> String {
    format!("Testing {names}… A large engine can take half a minute to load.")
}

pub const DROP_ENGINES: &str = "Drop engine builds (.wasm) or UCI workers (.js with its .wasm) anywhere on this page. They are \
     stored in this browser only.";
pub const FIRST_ENGINE: &str = "First engine: results are from its point of view";
pub const SECOND_ENGINE: &str = "Second engine";

pub fn engine_number(number: &dyn Display) -> String {
    format!("Engine {number}")
}

pub fn build_of_engine(number: &dyn Display) -> String {
    format!("Build of engine {number}")
}

pub const CHOOSE_A_BUILD: &str = "Choose a build…";
pub const NOT_STORED: &str = "Not stored in this browser: add its file";

pub fn remove_engine(number: &dyn Display) -> String {
    format!("Remove engine {number}")
}

pub const NAME_IN_RESULTS: &str = "Name in results";
pub const MORE_OF_ENGINE: &str = "More: name, UCI options, memory";
pub const MAX_MEMORY: &str = "Maximum memory (MiB)";
pub const PONDER: &str = "Ponder";
pub const CHECK_DETERMINISM: &str = "Check determinism";
pub const MEASURE_LATENCY_HINT: &str = "Measures how late its moves arrive";
pub const MEASURE_AGAIN: &str = "Measure again";

pub fn no_pondering(reason: &dyn Display) -> String {
    format!("No pondering: {reason}.")
}

// setup/found
pub const SKIPPED_OPENINGS: &str = "Skipped openings";

// setup/games
pub const BUILT_IN_SET: &str = "Built-in set";
pub const START_POSITION_ONLY: &str = "Start position only";
pub const RANDOM_ORDER: &str = "Random (from the seed)";
pub const SEQUENTIAL: &str = "Sequential";
pub const GAMES_AND_OPENINGS: &str = "Games and openings";
pub const MAXIMUM_GAMES: &str = "Maximum games";
pub const GAMES_PER_PAIRING: &str = "Games per pairing";
pub const OPENINGS: &str = "Openings";
pub const ORDER: &str = "Order";
pub const OPENING_PLIES: &str = "Opening plies";
pub const PLAY_PAIRS: &str = "Play each opening twice with colours reversed (pairs)";
pub const FORMAT: &str = "Format";
pub const ROUND_ROBIN: &str = "Round-robin";
pub const GAUNTLET: &str = "Gauntlet: engine 1 against all others";
pub const ROUNDS: &str = "Rounds";
pub const MORE_SETTINGS: &str = "More: order, pairs, seed, adjudication, samples";
pub const SEED: &str = "Seed";
pub const SEED_HINT: &str = "the same seed gives the same openings";
pub const SKIP_OPENINGS: &str = "Skip openings";
pub const MAXIMUM_OPENINGS: &str = "Maximum openings";
pub const DRAW_AFTER_MOVES: &str = "Draw after (moves)";
pub const MATCH_NAME: &str = "Match name (Event)";
pub const ENGINE_NAMES: &str = "engine names";
pub const SITE: &str = "Site";
pub const TABIA: &str = "Tabia";
pub const DRAW_ADJUDICATION: &str = "Draw adjudication";
pub const FROM_MOVE: &str = "From move";
pub const CONSECUTIVE_MOVES: &str = "Consecutive moves";
pub const SCORE_WITHIN_CENTIPAWNS: &str = "Score within (centipawns)";
pub const RESIGN_ADJUDICATION: &str = "Resign adjudication";
pub const BEHIND_BY_CENTIPAWNS: &str = "Behind by (centipawns)";
pub const BOTH_ENGINES_MUST_AGREE: &str = "Both engines must agree";
pub const TABLEBASE_ADJUDICATION: &str = "Tablebase adjudication";
pub const TABLEBASES_HINT: &str = "Uses the tablebases stored in this browser. Choose them in the settings.";
pub const STORE_VARIATIONS: &str = "Store principal variations (for the PGN; takes more space)";
pub const SAMPLE_POSITIONS: &str = "Sample positions (fen,score,result)";
pub const FRACTION_OF_POSITIONS: &str = "Fraction of positions";
pub const AT_END_OF_PV: &str = "At the end of the PV (resolvePv)";

// setup/limits
pub const LIMIT: &str = "Limit";
pub const MORE_LIMITS: &str = "More: margin, other limits";

pub fn read_back(words: &str, hint: &str) -> String {
    format!("{words}. {hint}")
}

pub fn margin_from_latency(margin_ms: &dyn Display) -> String {
    format!("{margin_ms}, from the measured latency")
}

pub fn margin(ms: &dyn Display) -> String {
    format!("margin {ms} ms")
}

// setup
pub const START: &str = "Start";
pub const GAMES_AT_A_TIME: &str = "Games at a time";
pub const ONE_FIELD_WRONG: &str = "1 field has an error.";

pub fn fields_wrong(others: &dyn Display) -> String {
    format!("{others} fields have errors.")
}

pub const STARTING: &str = "Starting…";

pub fn option_fault(number: &dyn Display, name: &dyn Display, text: &dyn Display) -> String {
    format!("Engine {number}, {name}: {text}")
}

pub fn ponder_fault(number: &dyn Display, reason: &dyn Display) -> String {
    format!("Engine {number}: switch Ponder off; {reason}.")
}

pub fn games_count(count: &dyn Display) -> String {
    format!("{count} games")
}

pub fn margin_suffix(margin: &dyn Display) -> String {
    format!(" (margin {margin} ms)")
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
    format!(
        "Games at a time ({games}) times threads ({threads}) is more than the {processors} processors here: the engines will slow each other down."
    )
}

// setup/own_book
pub const OWN_BOOK: &str = "Own book: ";

pub fn remove_book(number: &dyn Display) -> String {
    format!("Remove the book of engine {number}")
}

pub const PLAY_WITHOUT_THIS_BOOK: &str = "Play without this book";
pub const SELECTION: &str = "Selection";

pub fn book_selection(number: &dyn Display) -> String {
    format!("Move selection for the book of engine {number}")
}

pub const BY_WEIGHT: &str = "random, by weight";
pub const HIGHEST_WEIGHT: &str = "highest weight";
pub const AMONG_BEST_RANDOM: &str = "random among the best";
pub const ENGINE_DECIDES: &str = "the engine decides";
pub const AMONG_THE_BEST: &str = "Among the best";

pub fn book_among(number: &dyn Display) -> String {
    format!("Number of best moves that the book of engine {number} chooses from")
}

// setup/presets
pub const STC_HINT: &str = "8+0.08 with SPRT: the first test of a change";
pub const LTC_HINT: &str = "40+0.4 with SPRT: does the gain hold at a longer time control?";
pub const FIXED_NODES: &str = "Fixed nodes";
pub const NODES_HINT: &str = "Gives the same result on a busy machine; does not measure speed";
pub const FIXED_DEPTH: &str = "Fixed depth";
pub const DEPTH_HINT: &str = "8 plies per move: quick, and shows speed gains";
pub const PLY_TESTING: &str = "Ply testing";
pub const PLY_TESTING_HINT: &str = "Fixed depth, increasing as the game simplifies";
pub const SANITY_CHECK: &str = "Sanity check";
pub const SANITY_CHECK_HINT: &str = "plays the first engine against itself on 20 openings and checks that both games of each pair mirror \
     each other, so that the score is level";
pub const DETERMINISM: &str = "Determinism";
pub const DETERMINISM_HINT: &str = "plays the first engine against itself on 4 openings, five times each, and checks that every game is \
     the same, move for move and node for node";
pub const PRESETS: &str = "Presets";

// setup/test
pub const NORMALISED_ELO: &str = "Normalised Elo";
pub const LOGISTIC_ELO: &str = "Logistic Elo";
pub const BAYESELO: &str = "BayesElo";
pub const TEST: &str = "Test";
pub const STOP_WHEN_DECIDED_SPRT: &str = "Stop when decided (SPRT)";
pub const H0_AT_MOST: &str = "H0: at most";
pub const H1_AT_LEAST: &str = "H1: at least";
pub const ELO_MODEL: &str = "Elo model";
pub const BOUNDS: &str = "Bounds";
pub const BOUNDS_GAIN: &str = "[0, 5] gain";
pub const BOUNDS_LARGE_GAIN: &str = "[0, 10] large gain";
pub const BOUNDS_SMALL_GAIN: &str = "[0, 3] small gain";
pub const BOUNDS_NO_LOSS: &str = "[−5, 0] no loss";
pub const MORE_OF_TEST: &str = "More: error rates, Elo model, meaning";
pub const NO_TEST_NOTE: &str = "All games are played, then the 95 % confidence interval of the Elo difference shows whether one \
     engine is stronger. A sequential test (SPRT) stops the match as soon as the result is clear.";

// share

pub fn part_link_note(part: &dyn Display, of: &dyn Display) -> String {
    format!(
        "Open it in another browser, which then plays part {part} of {of}. This browser plays part 1. Merge \
         the other match file here afterwards."
    )
}

pub fn part_link_copied(part: &dyn Display) -> String {
    format!("Link for part {part} copied")
}

pub const THE_LINK_WAS_NOT_COPIED: &str = "The link was not copied";
pub const BROWSER_BLOCKED_IT: &str = "The browser blocked it.";

pub fn copy_part_link(part: &dyn Display) -> String {
    format!("Copy link for part {part}")
}

pub const SEVERAL_BROWSERS: &str = "Several browsers";

pub fn this_part(part: &dyn Display, of: &dyn Display) -> String {
    format!("this one plays part {part} of {of}")
}

pub const SHARE_NOTE: &str = "Each browser plays one part of the match. Send a part's link to another browser, then merge its \
     match file here. The test uses all pairs together.";
pub const PARTS: &str = "Parts";
pub const PARTS_RANGE: &str = "Enter 2 to 9 parts.";
pub const PLAY_ALL_HINT: &str =
    "If another browser does not return. Results that it plays later cannot be merged.";
pub const PLAY_ALL_PARTS_HERE: &str = "Play all parts here";

pub fn file_refused(name: &dyn Display) -> String {
    format!("{name} was not imported")
}

pub const MATCH_FILE_TOO_LARGE: &str = "it is larger than 256 MB, the limit for a match file here";

pub fn file_imported(name: &dyn Display) -> String {
    format!("{name} was imported")
}

pub const THE_MATCH_IS_NOT_OPEN: &str = "the match is not open";

pub fn merged_units(units: &dyn Display, new: &dyn Display, known: &dyn Display) -> String {
    format!("New {units}: {new}. Already here: {known}.")
}

// view/actions
pub const ALL_MATCHES: &str = "All matches";
pub const PAUSE: &str = "Pause";
pub const ENGINES_MISSING: &str = "Engines are missing: see below";
pub const RESUME: &str = "Resume";

// start
pub const ANOTHER_IS_PLAYED: &str = "Another match is being played";
pub const PAUSE_IT_AND_START: &str = "Pause it and start";

pub const PLAY_AFTERWARDS: &str = "Play it afterwards";
pub const CANCEL: &str = "Cancel";
pub const PLAY_BOTH: &str = "Play both";

pub fn pauses_other(name: &str) -> String {
    format!(
        "Two matches at a time share the processors. If {name} is paused, its games stop after the current move and continue from \
         there when you resume it."
    )
}

pub fn played_in_other_tab(name: &str) -> String {
    format!("{name} is being played in another tab. Two matches at a time share the processors.")
}

pub fn queued(name: &str) -> String {
    format!("{name} is in the queue")
}

pub fn not_played(name: &str) -> String {
    format!("{name} was not played and left the queue")
}

pub const STOP_HINT: &str = "Stops the workers. Unfinished games are replayed when you resume.";
pub const STOP: &str = "Stop";
pub const GAMES: &str = "Games";
pub const DELETE: &str = "Delete";
pub const THE_MATCH_CANNOT_BE_PLAYED: &str = "The match cannot be played";
pub const GAMES_NOT_A_NUMBER: &str = "the number of games must be a whole number";
pub const GAMES_NOT_EVEN: &str = "games come in pairs, with both colours: the number must be even";

pub fn match_deleted(name: &dyn Display) -> String {
    format!("{name} was deleted")
}

pub const ADD_GAMES: &str = "Add games";
pub const RENAME_THE_MATCH: &str = "Rename the match";
pub const DELETE_THE_MATCH: &str = "Delete the match?";

pub fn delete_note(games: &dyn Display, name: &dyn Display) -> String {
    format!(
        "All {games} games of {name} will be deleted from this browser. You can undo this for a few seconds. \
         To keep them, download the match file first."
    )
}

pub fn total_games(games: &dyn Display) -> String {
    format!("Total games (now {games})")
}

pub fn games_of_each_pairing(games: &dyn Display, all: &dyn Display) -> String {
    format!("Games of each pairing (now {games}, {all} in all)")
}

pub fn whole_rounds(games: &dyn Display) -> String {
    format!("They are played in rounds of {games}: other numbers are rounded up.")
}

pub const TEST_DECIDED: &str =
    "The test is decided and its verdict stands. The new games only count in the statistics.";
pub const NAME: &str = "Name";

// view/endings
pub const WON: &str = "Won";
pub const DRAWN: &str = "Drawn";
pub const LOST: &str = "Lost";
pub const HOW_GAMES_ENDED: &str = "How games ended";
pub const RESULT: &str = "Result";
pub const BY: &str = "By";

// view/figures
pub const TOO_FEW_GAMES: &str = "too few games";
pub const ELO: &str = "Elo";
pub const WITH_INTERVAL: &str = "with 95 % confidence interval";
pub const NELO: &str = "nElo";
pub const FASTCHESS_ERROR: &str = "fastchess's error";
pub const NELO_HINT: &str =
    "normalised Elo with 95 % error, computed as in fastchess from the result counts alone";
pub const LIKELIHOOD_OF_SUPERIORITY: &str = "likelihood of superiority";
pub const SCORE: &str = "Score";
pub const POINTS_PER_GAME: &str = "points per game";

pub fn range(from: &dyn Display, to: &dyn Display) -> String {
    format!("{from} to {to}")
}

pub const LLR_HINT: &str = "log-likelihood ratio and its bounds";
pub const LEVEL_PAIRS: &str = "Pairs 1–1";
pub const LEVEL_PAIRS_HINT: &str = "pairs with one point for each engine (fastchess: DrawRatio)";
pub const DRAWS: &str = "Draws";
pub const DRAWN_GAMES: &str = "drawn games";
pub const PAIRS_RATIO: &str = "Pairs ratio";
pub const PAIRS_RATIO_HINT: &str = "pairs won divided by pairs lost";
pub const WL_DD_HINT: &str = "level pairs with a win each, divided by level pairs with two draws";
pub const SPEED: &str = "Speed";
pub const SPEED_HINT: &str = "how much faster the first engine moves than the second, with 95 % error";

pub fn against(first: &dyn Display, second: &dyn Display) -> String {
    format!("{first} against {second}")
}

pub const ALL_ENGINES: &str = "All engines";
pub const PAIRING_OF: &str = "Pairing of";
pub const LLR_OF_PAIRING_HINT: &str =
    "log-likelihood ratio of these hypotheses about normalised Elo; a tournament runs no test";

pub fn as_if_tested(elo0: &dyn Display, elo1: &dyn Display) -> String {
    format!("[{elo0}, {elo1}] nElo")
}
pub const GAMES_BY_RESULT: &str = "Games by result";
pub const PAIRS_BY_POINTS: &str = "Pairs by points";

// view/games
pub const THE_GAME_CANNOT_BE_OPENED: &str = "The game cannot be opened";

pub fn games_found(count: &dyn Display, total: &dyn Display) -> String {
    format!("{count} of {total} games")
}

pub const ALL_RESULTS: &str = "All results";
pub const ENDING: &str = "Ending";
pub const ALL_ENDINGS: &str = "All endings";
pub const WITH_WARNINGS: &str = "With warnings";
pub const LIST_OF_GAMES: &str = "List of games";
pub const NO_GAMES_YET: &str = "No finished games yet.";
pub const NO_GAMES_MATCH: &str = "No games match.";

pub fn open_in_analysis(event: &dyn Display) -> String {
    format!("{event}. Open in the analysis")
}

pub const NO_SUCH_GAME: &str = "the pair has no such game";
pub const MATCH_GONE: &str = "the match no longer exists";

// view/missing
pub const MISSING_ENGINES: &str = "Missing engines";
pub const ENGINE_NOT_STORED: &str = "An engine is not stored in this browser";
pub const ENGINES_NOT_STORED: &str = "Some engines are not stored in this browser";
pub const ADD_ITS_FILES: &str = "Add its files…";
pub const MISSING_NOTE: &str = "You can view and download the finished games. To continue the match here, drop exactly these files \
     anywhere on this page.";

pub fn native_engine(command: &dyn Display) -> String {
    format!("A native program{command}, which cannot run in a browser. Continue with tabia match --resume.")
}

pub fn missing_file(name: &dyn Display, size: &dyn Display) -> String {
    format!("{name}, {size} bytes")
}

// view
pub const VERDICT: &str = "Verdict";
pub const SEQUENTIAL_TEST: &str = "Sequential test";
pub const LOG_LIKELIHOOD_RATIO: &str = "Log-likelihood ratio";
pub const STARTING_THE_ENGINES: &str = "Starting the engines…";

pub fn playing(workers: &dyn Display) -> String {
    format!("Playing, {workers} at a time")
}

pub const PAUSED_NOTE: &str = "Paused between moves. The clocks are stopped and nothing is lost.";
pub const PAUSED_BY_ERROR: &str = "Paused because of an error";
pub const PLAYED_ELSEWHERE: &str =
    "Played in another tab of this browser. Its games are shown here as they finish.";
pub const WAITING_NOTE: &str = "Waiting: it starts when the matches before it are complete.";
pub const STOPPED_NOTE: &str = "Stopped. Finished pairs are saved; Resume continues with the next one.";
pub const PART_COMPLETE: &str =
    "This browser's part is complete. Merge the other match files, or play all parts here.";
pub const FEWER_GAMES_AT_A_TIME: &str = "Fewer games at a time";
pub const MORE_GAMES_AT_A_TIME: &str = "More games at a time";
pub const AT_MOST: &str = "at most ";

pub fn progress(finished: &dyn Display, most: &dyn Display, total: &dyn Display) -> String {
    format!("{finished} of {most}{total} games")
}

pub fn games_per_second(speed: &dyn Display) -> String {
    format!("{speed:.2} games/s")
}

pub fn time_left(time: &dyn Display) -> String {
    format!("{time} left")
}

// view/output
pub const PGN_TIMES: &str = "with scores, depths and times";
pub const PGN_NODES: &str = "plus nodes, selective depth and speed";
pub const PGN_VARIATIONS: &str = "plus principal variations";
pub const PGN_SCORES: &str = "with scores and depths";
pub const PGN_MOVES: &str = "moves only";
pub const PGN_TAGS: &str = "results only";
pub const THE_DOWNLOAD_FAILED: &str = "The download failed";
pub const THE_FILE_IS_INCOMPLETE: &str = "The file is incomplete";

pub fn pairs_missing(count: usize) -> String {
    let pairs =
        if count == 1 { "1 finished pair is".to_owned() } else { format!("{count} finished pairs are") };
    format!("{pairs} no longer stored: the browser has deleted them.")
}

pub fn faults(count: &dyn Display) -> String {
    format!("Errors and notices ({count})")
}

pub const OUTPUT: &str = "Output";
pub const DOWNLOADS: &str = "Downloads";
pub const ALL_FINISHED_GAMES: &str = "All finished games";
pub const PGN_CONTENT: &str = "PGN content";
pub const FINAL_POSITIONS: &str = "Final positions";
pub const THE_LAST_POSITION_OF_EVERY: &str = "The last position of every game, as EPD";
pub const REPORT: &str = "Report";
pub const REPORT_HINT: &str = "The result as fastchess prints it";
pub const SAMPLES: &str = "Samples";
pub const NO_VARIATIONS: &str =
    "This match does not store principal variations. Switch them on when you set up the next one.";
pub const MATCH_FILE: &str = "Match file";
pub const MATCH_FILE_HINT: &str = "Settings and finished games, to continue elsewhere or to merge results";
pub const MERGE_RESULTS: &str = "Merge results…";
pub const UCI_LOG_HINT: &str = "All lines between a worker and its engines";
pub const UCI_LOG_WORKER: &str = "Worker of the UCI log";

pub fn worker_number(number: &dyn Display) -> String {
    format!("Worker {number}")
}

pub fn logs_kept(limit: &dyn Display) -> String {
    format!("UCI logs are stored while a match is played: the newest {limit} MB over all matches.")
}

pub fn logs_extent(size: &dyn Display, limit: &dyn Display) -> String {
    format!("UCI logs of this match: {size}. The newest {limit} MB over all matches are stored.")
}

pub fn logs_cut(size: &dyn Display, lost: &dyn Display, limit: &dyn Display) -> String {
    format!(
        "UCI logs of this match: {size}. {lost} of older lines were deleted, because only the newest {limit} \
         MB over all matches are stored."
    )
}

// view/tables
pub const TABLE_OF_THE_ENGINES: &str = "Table of the engines";
pub const ENGINE: &str = "Engine";
pub const NODES: &str = "Nodes";
pub const TIME: &str = "Time";
pub const DEPTH: &str = "Depth";
pub const FAULTS_HINT: &str = "Games lost on time, by a crash or stall, or by an illegal move";
pub const FAULTS: &str = "Faults";

pub fn engine_faults(
    timeouts: &dyn Display,
    crashes: &dyn Display,
    illegal: &dyn Display,
    warnings: &dyn Display,
) -> String {
    format!("{timeouts} on time, {crashes} crashes and stalls, {illegal} illegal moves, {warnings} warnings")
}

pub fn score_per_worker(count: &dyn Display) -> String {
    format!("Score per worker ({count})")
}

pub const SCORE_PER_WORKER: &str = "Score per worker";
pub const WORKER: &str = "Worker";
pub const PAIRS: &str = "Pairs";
pub const SIGMA_HINT: &str = "Distance from the overall result, in standard deviations";
pub const CROSSTABLE: &str = "Crosstable";
pub const CROSSTABLE_NOTE: &str = "by rating; choose a cell for its details";
pub const RATING_HINT: &str =
    "From all games together, relative to the average, with 95 % confidence interval";
pub const POINTS_OF_GAMES: &str = "Points of games";
pub const TOO_FEW_GAMES_CAPITAL: &str = "Too few games";

// view/watch
pub const WATCH_A_GAME: &str = "Watch a game";
pub const WAITING_FOR_GAME: &str = "Waiting for a game…";
pub const NO_GAME_IS_BEING_PLAYED: &str = "No game is being played.";
pub const GAME: &str = "Game";

pub fn running_game(
    number: &dyn Display,
    white: &dyn Display,
    black: &dyn Display,
    fullmove: &dyn Display,
) -> String {
    format!("{number}: {white} – {black}, move {fullmove}")
}

pub fn between_games(worker: &dyn Display) -> String {
    format!("Worker {worker} is between games")
}

// Words
pub const PAIRS_NOUN: &str = "pairs";
pub const GAMES_NOUN: &str = "games";
pub const NPS: &str = "nps";
pub const MS_PER_MOVE: &str = "ms/move";
pub const ALPHA: &str = "alpha";
pub const BETA: &str = "beta";
pub const ALL: &str = "all";
pub const NEVER: &str = "never";

pub fn game_event(ending: &dyn Display, moves: usize) -> String {
    format!("{ending}, {moves} {}", if moves == 1 { "move" } else { "moves" })
}

// view/save_games
pub const SAVE_TO_MY_GAMES: &str = "Save to my games";
pub const SAVE_TO_MY_GAMES_HINT: &str =
    "Copies all finished games to the library, with the name of the match as their label";
pub const SHOW_IN_LIBRARY: &str = "Show";
pub const NOT_ALL_GAMES_SAVED: &str = "Not all games were saved";

pub fn games_saved_so_far(count: &dyn Display) -> String {
    format!("Saving… {count}")
}

pub fn games_saved(count: &dyn Display) -> String {
    format!("Games saved to My games: {count}")
}

pub fn saved_under(label: &dyn Display) -> String {
    format!("Their label is {label}.")
}
