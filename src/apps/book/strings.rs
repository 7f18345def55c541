//! Strings of the book page.

use std::fmt::Display;

// book_match
pub const THE_ADDRESS_CANNOT_BE_CHANGED: &str = "the address cannot be changed";
pub const THE_MATCH_WAS_NOT_SET: &str = "The match was not set up";
pub const MATCH_OF_TWO_BOOKS: &str = "Match of two books";
pub const WHICH_BOOK_PLAYS_BETTER: &str = "Which book plays better?";
pub const BOOK_OF_THE_FIRST_ENGINE: &str = "Book of the first engine";
pub const BOOK_OF_THE_SECOND_ENGINE: &str = "Book of the second engine";
pub const SET_UP_IN_THE_LAB: &str = "Set up in the Lab";
pub const BOOK_MATCH_NOTE: &str = "The same engine plays itself, each side with its own book.";
pub const BOOK_MATCH_EMPTY: &str = "Open or make a second book first, to play it against the default book.";

// book_select
pub const DEFAULT_BOOK: &str = "Default book";

// build/fields
pub const GAMES: &str = "Games";
pub const WHITE_ELO_FROM: &str = "White Elo from";
pub const ANY: &str = "any";
pub const BLACK_ELO_FROM: &str = "Black Elo from";
pub const RESULTS: &str = "Results";
pub const NO_DUPLICATES: &str = "No duplicates";
pub const PLAYERS: &str = "Players";
pub const PLAYERS_HINT: &str = "anyone, or names separated by ;";
pub const FROM: &str = "From";
pub const TO: &str = "To";
pub const PASS: &str = "Pass";
pub const REMOVE_THIS_PART: &str = "Remove this part";
pub const HALF_MOVES: &str = "Half-moves";
pub const MINIMUM_GAMES: &str = "Minimum games";
pub const MINIMUM_SCORE: &str = "Minimum score (%)";
pub const MOVES_BY: &str = "Moves by";
pub const BOTH_SIDES: &str = "both sides";
pub const WHITE: &str = "White";
pub const BLACK: &str = "Black";
pub const EQUAL_WEIGHTS: &str = "Equal weights";
pub const REMOVE_THIS_PASS: &str = "Remove this pass";

// build
pub const MY_BOOK: &str = "My book";

pub fn recipe_saved(name: &dyn Display) -> String {
    format!("Recipe saved: {name}")
}

pub const THE_RECIPE_WAS_NOT_SAVED: &str = "The recipe was not saved";
pub const THE_RECIPE_WAS_NOT_DELETED: &str = "The recipe was not deleted";
pub const MAKE_A_BOOK_OF_GAMES: &str = "Make a book from games";
pub const RECIPE: &str = "Recipe";
pub const CHOOSE_A_RECIPE: &str = "Choose a recipe…";
pub const DEFAULT_RECIPE: &str = "All games, Polyglot's defaults";
pub const TWO_SIDED_RECIPE: &str = "Wins by strong players, two passes per side";
pub const NAME: &str = "Name";
pub const SAVE_RECIPE: &str = "Save recipe";
pub const DELETE_RECIPE: &str = "Delete recipe";
pub const PART: &str = "Part";
pub const WHERE_PARTS_AND_PASSES_OVERLAP: &str = "Where parts and passes overlap";
pub const ADD_WEIGHTS: &str = "add weights";
pub const KEEP_THE_EARLIER_MOVES: &str = "keep the earlier moves";
pub const MEMORY_MB: &str = "Memory (MB)";
pub const MAIN_LINES_NOTE: &str = "Only main lines are used, without comments and variations. Games from other start positions or of \
     other variants are skipped.";
pub const CANCEL: &str = "Cancel";
pub const MAKE_THE_BOOK: &str = "Make the book";
pub const CHOOSE_GAMES_FIRST: &str = "Choose games first.";

pub fn recipe_loaded(name: &dyn Display) -> String {
    format!("Recipe loaded: {name}")
}

pub const UNDO: &str = "Undo";
pub const RESTORE: &str = "Restore";

// build/result
pub const ELO: &str = "Elo";
pub const CANCELLED: &str = "Cancelled. No book was made.";

pub fn reading_file(name: &dyn Display) -> String {
    format!(", reading {name}")
}

pub fn skipped_suffix(count: &dyn Display) -> String {
    format!(", {count} skipped")
}

pub const MAKING_THE_BOOK: &str = "Making the book";

pub fn memory_suffix(size: &dyn Display) -> String {
    format!("; {size} of memory")
}

pub const THE_BOOK_WAS_NOT_DOWNLOADED: &str = "The book was not downloaded";
pub const THE_LIST_WAS_NOT_DOWNLOADED: &str = "The list was not downloaded";
pub const EMPTY_BOOK: &str = "The book is empty: ";

pub fn empty_book_note(games: &dyn Display, taken: &dyn Display) -> String {
    format!("of {games} games, {taken} were used. Lower the minimum number of games, or filter less.")
}

pub fn book_made(
    entries: &dyn Display,
    size: &dyn Display,
    games: &dyn Display,
    seconds: &dyn Display,
    speed: &dyn Display,
) -> String {
    format!(": {entries} entries ({size}) from {games} games in {seconds:.1} s ({speed:.0} games/s)")
}

pub fn book_not_kept(reason: &dyn Display) -> String {
    format!("It will be lost when the page is closed: {reason}")
}

pub const OPEN_IN_THE_EDITOR: &str = "Open in the editor";
pub const USE_ON_THE_BOARD: &str = "Use on the board";
pub const DOWNLOAD: &str = "Download";

pub fn skipped(reasons: &dyn Display) -> String {
    format!("Skipped: {reasons}")
}

pub fn unreadable(count: &dyn Display) -> String {
    format!("{count} skipped because they cannot be read")
}

pub const DOWNLOAD_THE_LIST: &str = "Download the list";
pub const FIRST_MOVES: &str = "First moves";

pub fn and_more(hidden: &dyn Display) -> String {
    format!("and {hidden} more")
}

// build/task
pub const UNEXPECTED_ANSWER: &str = "the book worker sent an unexpected reply: reload the page";

// changes
pub const THE_CHANGES_OF_A_BOOK: &str = "the changes of a book";

// editor
pub const THE_CHANGE_FAILED: &str = "The change failed";
pub const THE_MOVE_WAS_NOT_ADDED: &str = "The move was not added";
pub const CHANGE_NOT_KEPT: &str = "The change will be lost when the page is closed";
pub const ONE_CHANGE: &str = "One change";

pub fn changes_lost(lost: &dyn Display) -> String {
    format!("{lost} changes")
}

pub fn not_repeated(what: &dyn Display) -> String {
    format!("{what} could not be applied again")
}

pub const BOOK_DIFFERS: &str = "the book is no longer the one that was edited";
pub const IMPORT_TOO_LARGE: &str =
    "the file is larger than 16 MB: make a book from it under Make, then merge both under Books";

pub fn games_not_added(name: &dyn Display) -> String {
    format!("{name} was not added")
}

pub const THE_CHANGES_WERE_NOT_DISCARDED: &str = "The changes were not discarded";
pub const THE_CHANGES_WERE_NOT_RESTORED: &str = "The changes were not restored";
pub const CHANGES_DISCARDED: &str = "Changes discarded";
pub const THE_BOOK_WAS_NOT_SAVED: &str = "The book was not saved";

pub fn edit_book(name: &dyn Display) -> String {
    format!("Edit {name}")
}

pub const EDIT_A_BOOK: &str = "Edit a book";
pub const TRY_AGAIN: &str = "Try again";
pub const REDO: &str = "Redo";
pub const CLOSE_THE_EDITOR: &str = "Close the editor";
pub const TO_THE_START: &str = "To the start";
pub const ONE_MOVE_BACK: &str = "One move back";
pub const TURN_THE_BOARD: &str = "Flip board";
pub const ADD_THE_MOVES_PLAYED_ON: &str = "Add the moves played on the board";
pub const ADD_GAMES_HINT: &str = "Moves and variations of games (PGN), with !, ? and {play nn%}";
pub const ADD_GAMES: &str = "Add games";
pub const START_POSITION: &str = "Start position";
pub const FORGET_LEARNED: &str = "Delete the learning data of this position";
pub const SAVE_IN_THE_BROWSER: &str = "Save in the browser";
pub const DISCARD_THE_CHANGES: &str = "Discard the changes";
pub const DOWNLOAD_HINT: &str = "Stores the marks in the learn field";
pub const DOWNLOAD_BIN: &str = "Download .bin";
pub const MARKS_AS_WEIGHTS_HINT: &str = "For programs that only know weights";
pub const MARKS_AS_WEIGHTS: &str = "Marks as weights";
pub const TEXT: &str = "Text";
pub const NO_MOVE_HERE: &str = "The book has no move here. Play one on the board to add it.";
pub const MOVE: &str = "Move";
pub const SHARE: &str = "Share";
pub const WEIGHT: &str = "Weight";
pub const PLAY: &str = "Play %";
pub const MARKS: &str = "Marks";
pub const NUMBER_RANGES: &str = "weights are whole numbers from 0 to 65535, percentages from 0 to 100";

pub fn weight_of(san: &dyn Display) -> String {
    format!("Weight of {san}")
}

pub fn percent_of(san: &dyn Display) -> String {
    format!("Play {san} in percent")
}

pub const PLAY_ONLY_MARKED: &str = "Play only marked moves";
pub const NEVER_PLAY_IT: &str = "Never play it";
pub const DELETE: &str = "Delete";

pub fn delete_move(san: &dyn Display) -> String {
    format!("Delete {san}")
}

pub const MARKED_AVOIDED: &str = "Marked ?: never played. Remove the mark first.";
pub const NO_CHANGES: &str = "No changes.";

pub fn changes_kept(changes: &dyn Display) -> String {
    format!("{changes}, stored in this browser until you save or discard them.")
}

pub fn changes_not_kept(changes: &dyn Display) -> String {
    format!("{changes}; save them before you close the page.")
}

pub fn saved_as(name: &dyn Display) -> String {
    format!("Saved as {name}")
}

// example
pub const BY_THE_FIRST_PASS: &str = "by the first pass";
pub const BY_THE_SECOND_PASS: &str = "by the second pass";
pub const BY_THE_SECOND_PART: &str = "by the second part";
pub const EXAMPLE_HOW_PARTS_AND_PASSES: &str = "Example: how parts and passes work";
pub const EXAMPLE_NOTE: &str = "A part selects games. Its passes select moves from them: usually a short pass for moves that occur \
     in many games, and a long pass that goes further and needs fewer games. The book is the sum of all \
     parts. Here are six games and a recipe with two parts:";
pub const EXAMPLE_PART_1: &str = "Part 1, games that White won: ";
pub const EXAMPLE_PASS_1: &str = " White's first move, if it occurs in 3 or more games; ";
pub const EXAMPLE_PASS_2: &str = " White's first three moves, if they occur in 2 or more games.";
pub const EXAMPLE_PART_2: &str = "Part 2, games that Black won: ";
pub const ONE_PASS: &str = "one pass";
pub const EXAMPLE_PART_2_PASS: &str = " Black's first three moves, if they occur in any game.";
pub const EXAMPLE_LEFT_OUT: &str = "1.\u{a0}d4 is not in the book: White lost that game. 3.\u{a0}Nxe5 is not in it either: it occurs in \
     one game, and the second pass needs two.";

// game_files

pub fn remove_file(name: &dyn Display) -> String {
    format!("Remove {name}")
}

pub const REMOVE_THIS_FILE: &str = "Remove this file";
pub const CHOOSE_GAME_FILES: &str = "Choose games…";
pub const ADD_GAME_FILES: &str = "Add games…";
pub const GAME_FILES_HINT: &str = "PGN files, or drop them anywhere on this page.";

// learning
pub const SET_LESSONS_ASIDE: &str = "Set them aside";
pub const SET_ASIDE_TOLD: &str = "Save or delete this data in Settings, under Stored data.";
pub const CHANGES_SET_ASIDE: &str = "The changes of this book were set aside";
pub const THE_RECIPES: &str = "the recipes of books";
pub const RECIPES_UNREADABLE: &str =
    "The saved recipes cannot be read and stay as they are until you set them aside";
pub const SET_RECIPES_ASIDE: &str = "Set them aside";
pub const THE_LESSONS_WERE_NOT_CHANGED: &str = "The lessons were not changed";
pub const ALL_LESSONS_DELETED: &str = "All lessons deleted";
pub const THE_LESSONS_WERE_NOT_DELETED: &str = "The lessons were not deleted";

pub fn lessons_imported(name: &dyn Display, added: usize, here: usize) -> String {
    let s = if added == 1 { "" } else { "s" };
    format!("{name}: {added} lesson{s} added, {here} already there")
}

pub fn not_imported(name: &dyn Display) -> String {
    format!("{name} was not imported")
}

pub fn left_out(count: &dyn Display) -> String {
    format!("; {count} skipped (unreadable, or from another start position)")
}

pub fn no_games_of_player(left_out: &dyn Display) -> String {
    format!("No games by that player. Enter the name exactly as in the file{left_out}.")
}

pub fn learned_from(games: &dyn Display, lessons: &dyn Display, left_out: &dyn Display) -> String {
    format!("{games} by the player gave {lessons}{left_out}.")
}

pub const NOTHING_TO_APPLY: &str = "There are no lessons about the moves of this book.";
pub const MOVE_IS: &str = "move is";
pub const MOVES_ARE: &str = "moves are";

pub fn lessons_applied(name: &dyn Display, marked: &dyn Display, moves: &dyn Display) -> String {
    format!("{name}: {marked} {moves} marked. The original book is unchanged.")
}

pub const PLAYER_MISSING: &str = "enter the player's name as it appears in the file";
pub const THE_LESSONS_WERE_NOT_EXPORTED: &str = "The lessons were not exported";
pub const LEARNING: &str = "Learning";
pub const LEARNING_FROM_GAMES: &str = "Learning from games";
pub const FROM_EVALUATIONS_AFTER_THE_BOOK: &str = "From evaluations after the book";
pub const FROM_LOST_GAMES: &str = "From lost games";
pub const BOOK_USED_IN_THE_GAMES: &str = "Book used in the games";
pub const PLAYER: &str = "Player";
pub const FULL_NAME: &str = "full name";
pub const LEARN: &str = "Learn";
pub const EVALUATIONS_NOTE: &str =
    "Evaluations are read from move comments as written by the Lab and other match programs.";
pub const SAVE_TO_A_COPY_OF: &str = "Save to a copy of the book";
pub const EXPORT: &str = "Export";
pub const IMPORT: &str = "Import";
pub const REPLACE_EXISTING_LESSONS_ON_IMPORT: &str = "Replace existing lessons on import";
pub const DELETE_ALL: &str = "Delete all";
pub const NO_LESSONS: &str = "No lessons yet.";
pub const DELETE_THIS_LESSON: &str = "Delete this lesson";
pub const MOVES: &str = "Moves";
pub const LESSON: &str = "Lesson";
pub const OPPONENT: &str = "Opponent";

pub fn older_lessons(hidden: &dyn Display) -> String {
    format!("{hidden} older lessons are not shown. The export contains them.")
}

pub fn rating_suffix(rating_difference: &dyn Display) -> String {
    format!(", {rating_difference:+} Elo")
}

pub fn evaluation_lesson(pawns: &dyn Display, depth: &dyn Display, rating: &dyn Display) -> String {
    format!("{pawns:+.2} at depth {depth}{rating}")
}

pub const LOST_LESSON: &str = "lost: avoid this choice";

// leaving
pub const WHERE_THE_BOOK_WAS_LEFT: &str = "Where the book was left";
pub const WHERE_DID_I_LEAVE_THE: &str = "Where did I leave the book?";
pub const BOOK: &str = "Book";
pub const PLAYER_HINT: &str = "anyone, or part of the name";
pub const COMPARE: &str = "Compare";
pub const READING_THE_GAMES: &str = "Reading the games…";
pub const ONE_GAME: &str = "1 game";

pub fn games(count: &dyn Display) -> String {
    format!("{count} games")
}

pub const NO_GAMES: &str = "These files contain no games";
pub const NO_GAMES_FOUND: &str =
    "No games by that player were found: part of the name is enough, spelled as in the file";

pub fn compared(games: &dyn Display) -> String {
    format!("{games} compared")
}

pub fn never_in_book(games: &dyn Display) -> String {
    format!("{games} never reached a position of the book")
}

pub fn times(count: &dyn Display) -> String {
    format!("{count} times")
}

pub fn followed_to_end(times: &dyn Display) -> String {
    format!("{times} a side followed the book until it ended")
}

pub fn unreadable_games(games: &dyn Display, first: &dyn Display) -> String {
    format!("{games} could not be read (the first: {first})")
}

pub const LEFT_WITH: &str = "Left with";
pub const SCORE: &str = "Score";
pub const THE_BOOK_PLAYS: &str = "The book plays";

// merging
pub const THE_BOOKS_WERE_NOT_MERGED: &str = "The books were not merged";
pub const MERGE_TWO_BOOKS: &str = "Merge two books";
pub const MERGE: &str = "Merge";
pub const FIRST_BOOK: &str = "First book";
pub const SECOND_BOOK: &str = "Second book";
pub const POSITIONS_IN_BOTH: &str = "Positions in both";
pub const KEEP_THE_FIRST_BOOKS_MOVES: &str = "keep the first book's moves";

// mod
pub const OPENING_BOOKS: &str = "Opening books";

pub const BOOKS_BIN_GAMES_PGN_RECIPES: &str = "Books (.bin), games (.pgn), recipes and lessons (.json)";
pub const BOOKS: &str = "Books";
pub const MAKE: &str = "Make";

pub fn file_unreadable(name: &dyn Display) -> String {
    format!("{name} cannot be read")
}

// recipes
pub const STORAGE_UNAVAILABLE: &str =
    "the browser stores no data for this page (private window, or its storage is full)";

// repository
pub const YOUR_BOOKS: &str = "Your books";
pub const OPEN_A_BOOK: &str = "Open a book";

pub fn check_of(name: &dyn Display) -> String {
    format!("Check of {name}")
}

pub const INCLUDED: &str = "included with Tabia";

pub fn book_kept(size: &dyn Display) -> String {
    format!("{size}, stored in this browser")
}

pub fn book_not_saved(size: &dyn Display) -> String {
    format!("{size}, until the page is closed")
}

pub fn book_changed(facts: &dyn Display) -> String {
    format!("{facts}; with changes that are not saved")
}

pub const ON_THE_BOARD: &str = "On the board";
pub const USE: &str = "Use";
pub const EDIT: &str = "Edit";
pub const CHECK: &str = "Check";
pub const LINES: &str = "Lines";
pub const AS_PGN: &str = "As PGN";
pub const KEEP: &str = "Keep";
pub const REMOVE: &str = "Remove";

pub fn book_action_failed(name: &dyn Display) -> String {
    format!("{name}: not possible")
}

pub fn book_kept_now(name: &dyn Display) -> String {
    format!("{name} is stored in this browser")
}

pub const THE_BOOK_WAS_NOT_RESTORED: &str = "The book was not restored";

pub fn book_removed(name: &dyn Display) -> String {
    format!("{name} was removed")
}

// Words
pub const AND: &str = "and";
pub const AGAINST: &str = "against";
pub const PASS_1: &str = "pass 1";
pub const PASS_2: &str = "pass 2";

pub fn chosen_files(count: &dyn Display, size: &dyn Display) -> String {
    format!("{count} files, {size}")
}

pub fn make_progress(
    percent: &dyn Display,
    games: &dyn Display,
    rejected: &dyn Display,
    again: &dyn Display,
) -> String {
    format!("{percent:.0} %: {games} games{rejected}{again}")
}

pub fn games_per_second(speed: &dyn Display) -> String {
    format!(", {speed:.0} games/s")
}
